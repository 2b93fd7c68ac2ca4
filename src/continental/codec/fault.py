"""Say what is wrong with a JSON value: the place, what was wanted there, and what came."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Self

from continental.words import part, say

PIECES: Final = part("pieces", "codec")
_LONGEST_VALUE: Final = 60
_LONGEST_KEY: Final = 40


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """A piece of a sentence by its code, with what fills its slots, so that it can be said in another language as well."""

    code: str
    given: Mapping[str, object]

    def __str__(self) -> str:
        return say(PIECES, self.code, self.given)


def piece(code: str, **given: object) -> Piece:
    """Return the piece of this code: `str(piece("a_list"))` is `"a list in brackets"`."""
    return Piece(code, given)


class Unfit(ValueError):
    """A JSON value or text that does not have the form asked for.

    `code` is `wanted`, `unknown`, `missing`, `why`, `twice` or `no_json`, and names the sentence in `pieces.json`; `given` fills
    its slots. `path` leads from the outermost value to the one that is wrong.
    """

    def __init__(self, code: str, **given: object) -> None:
        self.code = code
        self.given = given
        self._steps: list[str | int] = []
        super().__init__(code)

    def under(self, step: str | int) -> Self:
        """Return this fault as that of the value which holds the wrong one under a key or at an index."""
        self._steps.append(step)
        return self

    @property
    def path(self) -> tuple[str | int, ...]:
        """The keys and indexes that lead to the wrong value."""
        return tuple(reversed(self._steps))

    def where(self) -> Piece | str:
        """Return the place as text, `count.calls[0].card`, or the piece "it" if the whole value is wrong."""
        return print_path(self.path) or piece("it")

    def said(self) -> Piece:
        """Return the whole sentence, without a full stop."""
        return Piece(self.code, {"where": self.where(), **self.given})

    def __str__(self) -> str:
        return str(self.said())


def wanted(what: Piece | str, value: object) -> Unfit:
    """Return the fault of a value that is not what its place takes."""
    return Unfit("wanted", wanted=what, value=shown_value(value))


def print_path(path: tuple[str | int, ...]) -> str:
    """Return a path as text: keys with dots between, indexes in brackets."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step[:_LONGEST_KEY]}" if text else step[:_LONGEST_KEY]
    return text


def shown_value(value: object) -> Piece | str:
    """Return a value as a sentence shows it: as JSON, cut short if it is long, and lists and objects by their kind alone."""
    if isinstance(value, dict | list):
        return piece("is_object" if isinstance(value, dict) else "is_list")
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int) and abs(value) >= 10**20:  # Python prints no number of more than 4,300 digits
        return piece("is_long")
    if isinstance(value, str):
        value = json.dumps(value[: _LONGEST_VALUE + 1])
    text = str(value)
    return text if len(text) <= _LONGEST_VALUE else text[:_LONGEST_KEY] + "…"
