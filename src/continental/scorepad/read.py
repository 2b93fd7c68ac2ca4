"""A match on paper from its JSON value and back, item by item; nothing is settled here but by `read_match`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from continental.play.terms import Cents
from continental.rules.base import RuleSet
from continental.rules.load import load
from continental.scorepad.forms import (
    Place,
    parse_json,
    read_ante,
    read_by_name,
    read_ending,
    read_list,
    read_mapping,
    read_name,
    read_object,
    read_switches,
    read_text,
    read_true,
    read_whole,
    read_yes,
)
from continental.scorepad.items import POINTS_KEYS, DeadHand, Joins, Leaves, PaperHand, PointsHand, Stops, What
from continental.scorepad.paper import Paper
from continental.scorepad.pieces import piece

_MATCH_KEYS: Final = ("rules", "players", "ante", "dealer", "switches", "hands")
_HAND_KEYS: Final = ("ended_by", "ending", "knock_card", "counts", "jokers", "feeder", "buys", "declines")


Told = tuple[What, tuple[str, ...] | None]
"""An item, and who declined after it; None where the text leaves that open, so that whoever does not buy declined."""


@dataclass(frozen=True, slots=True)
class SheetText:
    """What a text tells of a match: how it was made, and everything on the sheet in order; settled nowhere yet."""

    rules: RuleSet
    names: tuple[str, ...]
    ante: Cents
    dealer: str | None
    items: tuple[Told, ...]

    def begin(self) -> Paper:
        """The sheet with its antes alone; raises EntryRefused or Refused."""
        return Paper.begin(self.rules, self.names, self.ante, self.dealer)


def read_match(text: str) -> Paper:
    """The whole match that the text tells, settled; raises EntryRefused, or Refused for what the rule set itself does not take.

    The form is `{"players": […], "ante": dollars, "dealer": name, "switches": {…}, "hands": [{…}, …]}`; dealer, switches and
    hands may be left out, and `"rules": key` names another rule set than house.
    """
    told = read_sheet(parse_json(text))
    paper = told.begin()
    for what, declines in told.items:
        paper = paper.add(what, declines)
    return paper


def read_sheet(value: object) -> SheetText:
    """The match that a JSON value tells, hand by hand, unsettled; raises EntryRefused, or Refused for rules and switches."""
    top = Place(0, piece("the_match"))
    match = read_object(value, top, known=_MATCH_KEYS, needed=("players",))
    rules = load(
        read_text(match.get("rules", "house"), top.at("rules"), most=40),
        read_switches(match.get("switches", {}), top.at("switches")),
    )
    return SheetText(
        rules,
        read_names(match["players"], top.at("players")),
        _ante(match, rules, top),
        None if match.get("dealer") is None else read_name(match["dealer"], top.at("dealer")),
        _items(read_list(match.get("hands", []), top.at("hands"))),
    )


def read_names(value: object, place: Place) -> tuple[str, ...]:
    """The players' names; raises EntryRefused."""
    return tuple(read_name(name, place.at(piece("player_at", place=at))) for at, name in enumerate(read_list(value, place), 1))


def _ante(match: Mapping[str, object], rules: RuleSet, top: Place) -> Cents:
    if match.get("ante", 0) == 0 and rules.scoring.antes() is None:
        return Cents(0)
    return read_ante(read_object(match, top, known=_MATCH_KEYS, needed=("ante",))["ante"], top.at("ante"))


def _items(rows: Sequence[object]) -> tuple[Told, ...]:
    items: list[Told] = []
    number = 1
    for row in rows:
        what = read_what(row, number)
        items.append((what, read_declines(row, number) if isinstance(what, PaperHand) else None))
        number += isinstance(what, PaperHand | PointsHand | DeadHand)
    return tuple(items)


def read_what(value: object, number: int) -> What:
    """A hand, or what happened between hands, from its JSON value; raises EntryRefused with the number of the (next) hand."""
    top = Place(number, piece("the_hand"))
    found = read_mapping(value, top)
    if "dead" in found:
        read_true(read_object(found, top, known=("dead",), needed=())["dead"], top.at("dead"))
        return DeadHand()
    if "stops" in found:
        read_true(read_object(found, top, known=("stops",), needed=())["stops"], top.at("stops"))
        return Stops()
    if "joins" in found:
        return Joins(read_name(read_object(found, top, known=("joins",), needed=())["joins"], top.at("joins")))
    if "leaves" in found:
        return Leaves(read_name(read_object(found, top, known=("leaves",), needed=())["leaves"], top.at("leaves")))
    if "points" in found or "closed_by" in found:
        return read_points(found, number)
    return read_hand(found, number)


def read_hand(hand: object, number: int) -> PaperHand:
    """One hand from its JSON value; raises EntryRefused with the hand's number, counted from 1."""
    top = Place(number, piece("the_hand"))
    found = read_object(hand, top, known=_HAND_KEYS, needed=("ended_by", "ending", "counts"))
    card, feeder = found.get("knock_card"), found.get("feeder")
    buys = read_list(found.get("buys", []), top.at("buys"))
    return PaperHand(
        ended_by=read_name(found["ended_by"], top.at("ended_by")),
        ending=read_ending(found["ending"], top.at("ending")),
        knock_card=None if card is None else read_whole(card, top.at("knock_card")),
        counts=read_by_name(found["counts"], top.at("counts")),
        jokers=read_by_name(found.get("jokers", {}), top.at("jokers")),
        feeder=None if feeder is None else read_name(feeder, top.at("feeder")),
        buys=tuple(read_name(name, top.at("buys")) for name in buys),
    )


def read_declines(hand: object, number: int) -> tuple[str, ...] | None:
    """Who declined after a hand, or None where its JSON value does not say; raises EntryRefused."""
    top = Place(number, piece("the_hand"))
    declines, place = read_mapping(hand, top).get("declines"), top.at("declines")
    return None if declines is None else tuple(read_name(name, place) for name in read_list(declines, place))


def read_points(hand: object, number: int) -> PointsHand:
    """One deal of a match for points from its JSON value; raises EntryRefused."""
    top = Place(number, piece("the_hand"))
    found = read_object(hand, top, known=POINTS_KEYS, needed=("closed_by", "points"))
    closer = found["closed_by"]
    return PointsHand(
        closed_by=None if closer is None else read_name(closer, top.at("closed_by")),
        at_once=read_yes(found.get("at_once", False), top.at("at_once")),
        points=read_by_name(found["points"], top.at("points")),
    )


def print_what(what: What) -> dict[str, Any]:
    """The item as the JSON value that `read_what` reads."""
    match what:
        case PaperHand():
            knock = {} if what.knock_card is None else {"knock_card": what.knock_card}
            return {
                "ended_by": what.ended_by,
                "ending": what.ending.value,
                **knock,
                "counts": dict(what.counts),
                "jokers": dict(what.jokers),
                "feeder": what.feeder,
                "buys": list(what.buys),
            }
        case PointsHand():
            return {"closed_by": what.closed_by, "at_once": what.at_once, "points": dict(what.points)}
        case DeadHand():
            return {"dead": True}
        case Joins(name):
            return {"joins": name}
        case Leaves(name):
            return {"leaves": name}
        case Stops():
            return {"stops": True}
