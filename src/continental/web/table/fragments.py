"""Write the views of a room as JSON for several seats. Parts that are the same for all of them are written once."""

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
    """The parts of one kind of record, each with the value that it was last written for."""

    def __init__(self, kind: type, without: str = "") -> None:
        self._rows = _rows(kind, without)
        self._values_of = attrgetter(*(name for name, _ in self._rows))
        self._values: tuple[Any, ...] = (object(),) * len(self._rows)
        self._parts = [""] * len(self._rows)

    def text(self, record: object) -> str:
        """Return all parts in one text, without braces."""
        values, parts = self._values_of(record), self._parts
        for place, (value, known) in enumerate(zip(values, self._values, strict=True)):
            if value is not known and value != known:
                name, write = self._rows[place]
                parts[place] = f'"{name}":{write(value)}'
        self._values = values
        return ",".join(parts)


class ViewTexts:
    """Writes the views of several seats, one after another. A part that is equal to the one before is not written again.

    The view alone decides what a seat may know. Two views share a text only in the parts in which they are equal.
    """

    def __init__(self) -> None:
        self._views = _Texts(View, without="deal")
        self._deals = _Texts(DealView)

    def text(self, view: View) -> str:
        """Return the view as JSON text."""
        deal = "null" if view.deal is None else "{" + self._deals.text(view.deal) + "}"
        return "{" + self._views.text(view) + ',"deal":' + deal + "}"
