"""The view of a room in JSON, told to several seats: what is the same for all of them is written once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import Any, get_type_hints

from continental.codec import text_writer_of
from continental.play.view import DealView, View


@cache
def _rows(kind: type, without: str) -> tuple[tuple[str, Callable[[Any], str]], ...]:
    hints = get_type_hints(kind)
    return tuple((field.name, text_writer_of(hints[field.name])) for field in fields(kind) if field.name != without)


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
                parts[place] = f'"{name}":{write(value)}'
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
