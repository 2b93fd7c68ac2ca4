"""Sentences that know what they were made of: a page in another language says the same from the code and the values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Self

from continental.codec import Plain
from continental.words import Texts, choose, fill, slots

BETWEEN: Final = "; "
"""What stands between several pieces in one slot."""


class Said(str):  # noqa: SLOT000 (copied and pickled as it is)
    """A text for people, the code of its sentence, and what fills the slots of that: values, pieces said, or several of them."""

    code: str
    given: Mapping[str, object]

    def __new__(cls, text: str, code: str = "", given: Mapping[str, object] | None = None) -> Self:
        """The text as it is."""
        said = super().__new__(cls, text)
        said.code, said.given = code, dict(given or {})
        return said


def say(texts: Texts, code: str, given: Mapping[str, object]) -> Said:
    """Return the sentence of that code, filled in. Values that the sentence does not show are not kept, and so told to nobody."""
    sentence = choose(texts, code, given)
    kept = {name: given[name] for name in slots(sentence)}
    shown = {name: BETWEEN.join(value) if isinstance(value, tuple) else value for name, value in kept.items()}
    return Said(fill(sentence, shown), code, kept)


def print_given(said: Said) -> Plain:
    """Return the slots' values as plain values; numbers stay numbers."""
    return {name: _plain(value) for name, value in said.given.items()}


def print_said(said: Said) -> Plain:
    """The text as `says`, and as `said` its code with what is `given`, if anything is."""
    given = print_given(said)
    return {"says": str(said), "said": {"code": said.code, **({"given": given} if given else {})}}


def _plain(value: object) -> Any:
    if isinstance(value, Said):
        return print_said(value)
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain(each) for each in value]
    return value if value is None or isinstance(value, int) else str(value)
