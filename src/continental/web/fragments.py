"""The view of a room in JSON, told to several seats: what is the same for all of them is written once."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields
from functools import cache
from typing import Any, get_type_hints

from continental.play.plain import writer_of
from continental.play.view import DealView, View


def json_text(value: object) -> str:
    """Plain values as the wire writes them."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@cache
def _rows(kind: type) -> tuple[tuple[str, Callable[[Any], Any]], ...]:
    hints = get_type_hints(kind)
    return tuple((field.name, writer_of(hints[field.name])) for field in fields(kind))


class ViewTexts:
    """Writes the views of several seats of one version; a part that was written already for an equal one is taken again.

    What a seat may know is the view's affair alone: two parts share their text where they are equal, and in no other case.
    """

    def __init__(self) -> None:
        self._written: dict[str, tuple[Any, str]] = {}

    def text(self, view: View) -> str:
        """The view as JSON text."""
        parts = [
            f'"{name}":{self._deal_text(view.deal) if name == "deal" and view.deal else self._part(name, view, write)}'
            for name, write in _rows(View)
        ]
        return "{" + ",".join(parts) + "}"

    def _deal_text(self, deal: DealView) -> str:
        return "{" + ",".join(f'"{name}":{self._part("deal." + name, deal, write)}' for name, write in _rows(DealView)) + "}"

    def _part(self, key: str, of: object, write: Callable[[Any], Any]) -> str:
        value = getattr(of, key.rpartition(".")[2])
        known = self._written.get(key)
        if known is not None and (known[0] is value or (type(known[0]) is type(value) and known[0] == value)):
            return known[1]
        text = json_text(write(value))
        self._written[key] = (value, text)
        return text
