"""The view of a room in JSON, told to several seats: what is the same for all of them is written once."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import Any, Final, get_type_hints

from continental.codec import writer_of
from continental.play.view import DealView, View

_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def _encoding() -> Callable[[object], str]:
    """The standard library's encoder, made once where that can be: it makes itself anew for each value, which costs more."""
    make, string = (getattr(json.encoder, name, None) for name in ("c_make_encoder", "c_encode_basestring"))
    if make is None or string is None:
        return _ENCODER.encode
    write = make(None, _ENCODER.default, string, None, ":", ",", False, False, True)
    return lambda value: "".join(write(value, 0))


json_text: Final = _encoding()
"""Plain values as the wire writes them."""


@cache
def _rows(kind: type, without: str) -> tuple[tuple[str, Callable[[Any], Any]], ...]:
    hints = get_type_hints(kind)
    return tuple((field.name, writer_of(hints[field.name])) for field in fields(kind) if field.name != without)


class _Texts:
    """The parts of one kind of record, each beside the value that it was last written for."""

    def __init__(self, kind: type, without: str = "") -> None:
        self._rows = _rows(kind, without)
        self._values_of = attrgetter(*(name for name, _ in self._rows))
        self._values: tuple[Any, ...] = (object(),) * len(self._rows)
        self._parts = [""] * len(self._rows)

    def text(self, record: object) -> str:
        """All parts in one text, without braces."""
        values, parts = self._values_of(record), self._parts
        for place, (value, known) in enumerate(zip(values, self._values, strict=True)):
            if value is not known and value != known:
                name, write = self._rows[place]
                parts[place] = f'"{name}":{json_text(write(value))}'
        self._values = values
        return ",".join(parts)


class ViewTexts:
    """Writes the views of several seats, one after another; a part that is equal to the one written before is not written again.

    What a seat may know is the view's affair alone: two views share a text where they are equal, and in no other case.
    """

    def __init__(self) -> None:
        self._views = _Texts(View, without="deal")
        self._deals = _Texts(DealView)

    def text(self, view: View) -> str:
        """The view as JSON text."""
        deal = "null" if view.deal is None else "{" + self._deals.text(view.deal) + "}"
        return "{" + self._views.text(view) + ',"deal":' + deal + "}"
