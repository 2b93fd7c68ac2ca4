"""Fillings of refusals' slots that are no values: pieces of sentences, each with a code, by which a language says them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Final

from continental.play.saying import Said, say
from continental.words import part

PIECES: Final = part("pieces", "game")


def piece(code: str, **given: object) -> Said:
    """The piece of that code, filled in."""
    return say(PIECES, code, given)


def either(values: Sequence[object]) -> Said | str:
    """One of several values that are words or numbers of the program."""
    *others, last = map(str, values)
    return piece("or", others=", ".join(others), last=last) if others else last


def did_you_mean(value: object, known: Iterable[str]) -> Said | str:
    """Offer the nearest known word, in a piece for the slot `hint`; an empty text if none is near."""
    near = get_close_matches(value[:40], list(known), n=1, cutoff=0.6) if isinstance(value, str) else []
    return piece("did_you_mean", near=near[0]) if near else ""


def titled(key: str, title: str) -> Said:
    """The title of a rule set, which a language knows by its key."""
    return Said(title, "rule_set", {"key": key})
