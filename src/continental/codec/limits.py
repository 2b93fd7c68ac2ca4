"""Limits that `Annotated` puts beside the type of a field."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, get_args

from continental.codec.fault import Piece


@dataclass(frozen=True, slots=True)
class Span:
    """The least and the most that a whole number may be."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Length:
    """How many values a list or an object has."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Text:
    """How many characters a text has, and of which kind.

    A `printable` text is not blank and has no control characters. `pattern` is matched against the whole text. `wanted` is the
    code of the piece that says what the field takes, if "a text of 1 to 40 characters" would say too little.
    """

    most: int
    least: int = 0
    printable: bool = False
    pattern: str | None = None
    wanted: str = "a_text"

    def is_fit(self, text: str) -> bool:
        """Return whether the text is within these limits."""
        return (
            self.least <= len(text) <= self.most
            and (not self.printable or (text.isprintable() and bool(text.strip())))
            and (self.pattern is None or re.fullmatch(self.pattern, text) is not None)
        )


@dataclass(frozen=True, slots=True)
class Key:
    """The key of a field in JSON, if it is a word that Python keeps for itself: `from`."""

    name: str


@dataclass(frozen=True, slots=True)
class Sparse:
    """A field that is not written if it has its default."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """A value that is read as another form first, such as a text, and made of that by `parse`, which raises ValueError.

    `print` makes the form again. It is None for what is only read.
    """

    parse: Callable[[Any], Any]
    print: Callable[[Any], Any] | None = None
    form: Any = str
    wanted: Piece | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Tagged:
    """Records that name their kind under `key`, as acts do under `do`. The page's types leave out the fields in `without`."""

    key: str
    kinds: Mapping[str, type]
    without: tuple[str, ...] = ()


def type_tag(kind: type) -> str:
    """Return a type's name as JSON has it: `BuyBack` is `buy_back`."""
    named: Any = kind  # mypy takes some types for unhashable
    return _tag(named)


@cache
def _tag(kind: Any) -> str:
    return "".join("_" + letter.lower() if letter.isupper() else letter for letter in kind.__name__).lstrip("_")


def tagged(key: str, union: Any) -> Tagged:
    """Return the tags of a union of dataclasses, each named by its class."""
    return Tagged(key, {type_tag(kind): kind for kind in get_args(union)})
