"""List the ways to go on when the sums of a pad stop. None of them throws away anything that was typed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

from continental.play.events import MatchEnded, WentOut
from continental.play.saying import Said
from continental.scorepad.acts import Answer, Correct, Strike, Undo, print_act
from continental.scorepad.items import PaperHand, PointsHand
from continental.scorepad.pad import Pad
from continental.scorepad.sayings import told
from continental.scorepad.sums import Row, Stop
from continental.scorepad.telling import say_act


@dataclass(frozen=True, slots=True)
class Way:
    """One way to go on: an act that can be sent as it is, or an item to open and change if `act` is None."""

    says: Said
    act: dict[str, Any] | None
    item: str | None


def ways_on(pad: Pad, stop: Stop) -> Iterator[Way]:
    """Yield what can be done about a stop, the likeliest first."""
    row = pad.sums.rows[stop.row]
    if stop.code == "offer_open" and row.after is not None and row.after.standing.offer is not None:
        name = row.after.names[row.after.standing.offer.seat]
        yield Way(told("buys_back", name=name), print_act(Answer(row.item.id, name, yes=True)), row.item.id)
        yield Way(told("buys_not", name=name), print_act(Answer(row.item.id, name, yes=False)), row.item.id)
    elif stop.code == "buy_not_offered" and isinstance(row.item.what, PaperHand):
        offered = _offered(pad, stop)
        *before, last = (name for name in row.item.what.buys if name not in offered)
        gone = reduce(lambda others, name: told("and", name=name, others=others), reversed(before), last)
        without = Correct(row.item.id, replace(row.item.what, buys=offered), row.item.declines)
        yield Way(told("way_without_buys", names=gone, line=_words(row)), print_act(without), row.item.id)
    yield Way(told("way_change", line=_words(row)), None, row.item.id)
    yield Way(told("way_strike", line=_words(row)), print_act(Strike(row.item.id)), row.item.id)
    cause = _cause(pad, stop)
    if cause is not None:
        yield Way(told("way_cause", line=_words(cause)), None, cause.item.id)
    if len(pad.done) > 1:
        yield Way(told("way_undo", what=say_act(pad.done[-1].entry)), print_act(Undo()), None)


def _offered(pad: Pad, stop: Stop) -> tuple[str, ...]:
    """Return those of the stopped hand's buyers who are offered to buy."""
    hand = pad.sums.rows[stop.row].item.what
    assert isinstance(hand, PaperHand), "only hands for money have offers"
    sheet = pad.sums.paper.enter(hand)  # as if nobody else had been named
    offered = {sheet.names[offer.seat] for offer in sheet.offers(len(sheet.pages) - 1)}
    return tuple(name for name in hand.buys if name in offered)


def _words(row: Row) -> Said:
    return told("line_unknown") if row.number is None else told("line_hand", number=row.number)


def _cause(pad: Pad, stop: Stop) -> Row | None:
    """Return the row above that made this one impossible, or None.

    It is the row in which a player went out or the match ended, or else the hand that was changed last.
    """
    above = [row for row in pad.sums.rows[: stop.row] if row.after is not None]
    if stop.code in ("match_was_over", "match_stopped"):
        return next((row for row in reversed(above) if any(isinstance(event, MatchEnded) for event in row.events)), None)
    if stop.code == "player_out":
        here = _names_in(pad.sums.rows[stop.row])
        for row in reversed(above):
            if row.after is not None and any(
                isinstance(event, WentOut) and row.after.names[event.seat] in here for event in row.events
            ):
                return row
    changed = [row for row in above if row.item.is_hand]
    return max(changed, key=lambda row: row.item.v, default=None)


def _names_in(row: Row) -> frozenset[str]:
    what = row.item.what
    if isinstance(what, PaperHand):
        return frozenset((what.ended_by, *what.counts, *what.jokers, *what.buys, *((what.feeder,) if what.feeder else ())))
    if isinstance(what, PointsHand):
        return frozenset((*((what.closed_by,) if what.closed_by else ()), *what.points))
    return frozenset(name for name in (getattr(what, "name", None),) if name)
