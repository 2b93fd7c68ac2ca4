"""Make the score sheet of a match from the room's log: the points of each deal, and the places at the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from continental.codec import Plain
from continental.play.events import (
    BuyBackAnswered,
    Dealt,
    Event,
    HandSettled,
    MatchEnded,
    Scored,
    StockRanOut,
    TotalsRestored,
    WentClosed,
)
from continental.play.scored import points_of
from continental.play.terms import Seat


@dataclass(frozen=True, slots=True)
class SheetRow:
    """The part of the sheet that one deal adds: its row, None until it is scored, and the places if it ended the match."""

    row: Plain | None
    places: list[int] | None


def row_of(events: Iterable[Event], before: Sequence[int]) -> SheetRow:
    """Return the row of a deal with these events; `before` are the totals that it began with.

    A row is `{"number", "dealer", "points", "totals", "closed", "ran_out", "bought"}`. Points and totals are by seat, and the
    totals include the buy-backs after the deal. `closed` is the seat that got rid of every card, or null, and `bought` the
    seats that bought back.
    """
    hand, totals = tuple(events), list(before)
    row: Plain = {"number": 0, "dealer": None, "closed": None, "ran_out": False, "bought": []}
    is_scored, places = False, None
    for event in hand:
        match event:
            case Dealt(number, dealer):
                row["number"], row["dealer"] = number, dealer
            case WentClosed(seat=seat):
                row["closed"] = seat
            case StockRanOut():
                row["ran_out"] = True
            case Scored(seat, _, total):
                totals[seat] = total
            case BuyBackAnswered(seat, yes, total):
                totals[seat] = total
                if yes:
                    row["bought"].append(seat)
            case TotalsRestored(restored):
                totals = list(restored)
            case HandSettled():
                is_scored = True
            case MatchEnded(winners=winners):
                places = places_of(totals, winners)
    scored = points_of(hand)
    points = [scored.get(Seat(seat), 0) for seat in range(len(before))]
    return SheetRow({**row, "points": points, "totals": totals} if is_scored else None, places)


def sheet_of(rows: Sequence[SheetRow]) -> Plain:
    """Return the sheet of a match from its deals in order: the scored `deals`, and `places` by seat, null until it is over."""
    return {
        "deals": [each.row for each in rows if each.row is not None],
        "places": next((each.places for each in rows if each.places is not None), None),
    }


def places_of(totals: Sequence[int], winners: Sequence[Seat]) -> list[int]:
    """Return the place of each seat: 1 for the winners, the others by their totals, the lowest first. Ties share a place."""
    ranks = [(seat not in winners, total if seat not in winners else 0) for seat, total in enumerate(totals)]
    return [1 + sum(other < rank for other in ranks) for rank in ranks]
