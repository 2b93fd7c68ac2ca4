"""Declare the parts of a pad's JSON, and refuse what does not fit by hand and place."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Any, Final

from continental import codec
from continental.codec import PIECES, Parsed, Piece, Text, Unfit, from_plain
from continental.play.saying import Said, say
from continental.play.terms import Cents
from continental.rules.money import LARGEST_ANTE, NoMoney, parse_dollars
from continental.scorepad.pieces import PAD_PIECES, piece
from continental.scorepad.refusal import EntryRefused

LONGEST_NAME: Final = 40


def _check_choice(value: object) -> object:
    if not isinstance(value, str | int):
        raise ValueError("a switch takes a word or a whole number")
    return value


def _read_dollars(value: object) -> Cents:
    if not isinstance(value, int | Decimal) or isinstance(value, bool):
        raise NoMoney(str(type(value)))
    # A power of ten keeps its E as a text, so it is refused here as everywhere.
    cents = parse_dollars(str(value))
    if not 0 < cents <= LARGEST_ANTE:
        raise NoMoney(str(cents))
    return cents


def print_ante(cents: int) -> int | float:
    """Return cents as dollars: a whole number if they are whole."""
    return cents // 100 if cents % 100 == 0 else cents / 100


# A lone surrogate or a control character could not be printed back.
Name = Annotated[str, Text(LONGEST_NAME, least=1, printable=True, wanted="a_name")]
Names = tuple[Name, ...]
Id = Annotated[str, Text(40, least=1, printable=True)]
"""The id of an item, an adjustment or a payment."""
ByName = Mapping[Name, int]
Choice = Annotated[Any, Parsed(_check_choice, _check_choice, form=Any, wanted=Piece("a_word_or_number", {}))]
Switches = Mapping[str, Choice]
"""Switches with their values, which no rule set need have."""
Dollars = Annotated[
    Cents, Parsed(_read_dollars, print_ante, form=Any, wanted=Piece("dollars", {"most": f"{Decimal(LARGEST_ANTE) / 100:,}"}))
]


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a value in the text: the hand's number (0 for the match), and the words for it."""

    hand: int
    words: str


def parse_json(text: str) -> object:
    """Return the value of a JSON text, fractions exact. Raises EntryRefused."""
    try:
        return codec.parse_json(text, exact=True)
    except Unfit as fault:
        raise refusal_of(fault, Place(0, "")) from None


def read_as(kind: Any, value: object, place: Place) -> Any:
    """Return a JSON value as this type. Raises EntryRefused if it has another form."""
    try:
        return from_plain(kind, value)
    except Unfit as fault:
        raise refusal_of(fault, place) from None


def refusal_of(fault: Unfit, place: Place, skip: int = 0) -> EntryRefused:
    """Return the refusal of a value at this place that does not fit. The first `skip` steps to it are left out."""
    path = fault.path[skip:]
    told = {name: _said(given) for name, given in fault.given.items()}
    match fault.code:
        case "unknown" | "missing":
            where = piece("the_hand") if path and path[-1] in ("hand", "hands", "items") else _where(path, place)
            facts = {"known": told["known"]} if fault.code == "unknown" else {}
            return EntryRefused(f"key_{fault.code}", place.hand, where=where, key=told["key"], **facts)
        case "twice":
            return EntryRefused("key_twice", key=told["key"])
        case "no_json":
            return EntryRefused("no_json", fault=told["fault"])
        case _:
            return EntryRefused("bad_form", place.hand, where=_where(path, place), wanted=told["wanted"], value=told["value"])


def _said(given: object) -> object:
    """Return a piece as text that knows its code, in the pad's own words if it has any."""
    if not isinstance(given, Piece):
        return given
    texts = PAD_PIECES if given.code in PAD_PIECES else PIECES
    return say(texts, given.code, {name: _said(each) for name, each in given.given.items()})


def _where(path: tuple[str | int, ...], place: Place) -> Said | str:
    match path:
        case ():
            return place.words
        case (*_, "players", int(at)):
            return piece("player_at", place=at + 1)
        case (*_, "switches", str(name)):
            return piece("the_switch", name=codec.shown_value(name))
        case (*_, "counts" | "jokers" | "points" as part, str(name)):
            return piece("part_of", part=part, name=name)
        case (*_, str(key), int()):
            return key
        case (*_, last):
            return str(last)
    raise AssertionError("a path of another form")


def fold_name(name: str) -> str:
    """Return the form that a name has in common with all that people take for the same."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
