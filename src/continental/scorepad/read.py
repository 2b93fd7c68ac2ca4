"""Read a match on paper from its JSON value and write its items. Only `read_match` settles it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Annotated, Any, Final

from continental.codec import Text, Unfit, from_plain, shown_value, writer_of
from continental.codec import piece as codec_piece
from continental.play.terms import Cents
from continental.rules.base import RuleSet
from continental.rules.load import load
from continental.scorepad.forms import Dollars, Name, Names, Place, Switches, parse_json, read_as, refusal_of
from continental.scorepad.items import DeadHand, Joins, Leaves, PaperHand, PointsHand, Stops, What
from continental.scorepad.paper import Paper
from continental.scorepad.pieces import piece
from continental.scorepad.refusal import EntryRefused

NOT_SAID: Final = object()
"""The ante of a match that has none. Null is refused."""
RuleKey = Annotated[str, Text(40, least=1, printable=True)]


@dataclass(frozen=True, slots=True)
class MatchForm:
    """A match as `continental settle` reads it."""

    players: Names
    rules: RuleKey = "house"
    ante: Any = NOT_SAID
    dealer: Name | None = None
    switches: Switches = field(default_factory=dict)
    hands: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class AnsweredHand(PaperHand):
    """A hand with those who declined to buy back after it. None if the value does not say."""

    declines: Names | None = None


@dataclass(frozen=True, slots=True)
class AnsweredPoints(PointsHand):
    """A deal for points, in which nobody is offered anything."""

    declines: Names | None = None


_KINDS: Final[Mapping[str, type]] = {
    "dead": DeadHand,
    "stops": Stops,
    "joins": Joins,
    "leaves": Leaves,
    "points": AnsweredPoints,
    "closed_by": AnsweredPoints,
}
"""The kind of an item by a key that no other kind has. All others are hands for money."""
Told = tuple[What, tuple[str, ...] | None]
"""An item, and who declined after it. None if the text does not say, so that all who do not buy declined."""


@dataclass(frozen=True, slots=True)
class SheetText:
    """A match as a text has it: how it begins, and every item in order. Nothing is settled."""

    rules: RuleSet
    names: tuple[str, ...]
    ante: Cents
    dealer: str | None
    items: tuple[Told, ...]

    def begin(self) -> Paper:
        """Return the sheet with only its antes. Raises EntryRefused or Refused."""
        return Paper.begin(self.rules, self.names, self.ante, self.dealer)


def read_match(text: str) -> Paper:
    """Read a whole match and settle it. Raises EntryRefused, or Refused for a value that the rule set itself does not allow.

    The form is `{"players": […], "ante": dollars, "dealer": name, "switches": {…}, "hands": [{…}, …]}`. Dealer, switches and
    hands may be left out. `"rules": key` names a rule set other than house.
    """
    told = read_sheet(parse_json(text))
    paper = told.begin()
    for what, declines in told.items:
        paper = paper.add(what, declines)
    return paper


def read_sheet(value: object) -> SheetText:
    """Return the match of a JSON value, without settling it. Raises EntryRefused, or Refused for rules and switches."""
    top = Place(0, piece("the_match"))
    match: MatchForm = read_as(MatchForm, value, top)
    rules = load(match.rules, dict(match.switches))
    return SheetText(rules, match.players, _ante(match, rules, top), match.dealer, _items(match.hands))


def _ante(match: MatchForm, rules: RuleSet, top: Place) -> Cents:
    # A match for points has no ante, so its text may leave it out or say 0.
    if match.ante in (NOT_SAID, 0) and rules.scoring.antes() is None:
        return Cents(0)
    if match.ante is NOT_SAID:
        raise EntryRefused("key_missing", where=top.words, key="ante")
    ante: Cents = read_as(Dollars, match.ante, Place(0, "ante"))
    return ante


def _items(rows: tuple[Any, ...]) -> tuple[Told, ...]:
    items: list[Told] = []
    number = 1
    for row in rows:
        what, declines = _read_row(row, number)
        items.append((what, declines))
        # Only hands have a number. Joining, leaving and stopping have none.
        number += isinstance(what, PaperHand | PointsHand | DeadHand)
    return tuple(items)


def _read_row(value: object, number: int) -> Told:
    try:
        what, declines = told_of(value)
        if declines is not None and isinstance(what, PointsHand):
            known = ", ".join(each.name for each in fields(PointsHand))
            raise Unfit("unknown", key=shown_value("declines"), known=known)
    except Unfit as fault:
        raise refusal_of(fault, Place(number, piece("the_hand"))) from None
    return what, declines


def told_of(value: object) -> Told:
    """Return the item of a JSON value, and who declined if it says so. Raises Unfit."""
    if not isinstance(value, dict):
        raise Unfit("wanted", wanted=codec_piece("an_object"), value=shown_value(value))
    # An item with none of these keys is read as a hand for money, whose refusal then names the missing keys.
    kind = next((_KINDS[key] for key in _KINDS if key in value), AnsweredHand)
    found = from_plain(kind, value)
    if isinstance(found, AnsweredHand):
        return _without_answers(found), found.declines
    if isinstance(found, AnsweredPoints):
        return PointsHand(*(getattr(found, each.name) for each in fields(PointsHand))), found.declines
    return found, None


def _without_answers(hand: AnsweredHand) -> PaperHand:
    return PaperHand(*(getattr(hand, each.name) for each in fields(PaperHand)))


def read_what(value: object, number: int) -> What:
    """Return an item from its JSON value. Raises EntryRefused with the number of the (next) hand."""
    return _read_row(value, number)[0]


def read_hand(value: object, number: int) -> PaperHand:
    """Return one hand for money from its JSON value. Raises EntryRefused with the hand's number, counted from 1."""
    answered: AnsweredHand = read_as(AnsweredHand, value, Place(number, piece("the_hand")))
    return _without_answers(answered)


def print_what(what: What) -> dict[str, Any]:
    """Return the item as the JSON value that `read_what` reads."""
    kind: Any = type(what)
    plain: dict[str, Any] = writer_of(kind)(what)
    return plain


def print_told(what: What, declines: tuple[str, ...]) -> dict[str, Any]:
    """Return the item as a JSON value, with who declined, if anybody did."""
    return {**print_what(what), **({"declines": list(declines)} if declines else {})}
