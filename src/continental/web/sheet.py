"""The score sheet of a match: what each deal scored, drawn from the room's log, and the places at the end."""

from __future__ import annotations

from collections.abc import Sequence

from continental.play.events import (
    BuyBackAnswered,
    Dealt,
    HandSettled,
    MatchBegan,
    MatchEnded,
    Scored,
    StockRanOut,
    TotalsRestored,
    WentClosed,
)
from continental.play.plain import Plain
from continental.play.terms import Seat
from continental.table.log import Entry


def sheet_of(log: Sequence[Entry]) -> Plain:
    """The present match, as plain values: `deals` that are scored, in order, and `places` by seat once it is over, or null.

    A deal is `{"number", "dealer", "points", "totals", "closed", "ran_out", "bought"}`; points and totals are by seat,
    the totals with the buy-backs after the deal; `closed` is whoever got rid of every card, `bought` whoever bought back.
    """
    deals: list[Plain] = []
    totals: list[int] = []
    points: list[int] = []
    places: list[int] | None = None
    row: Plain = {}
    for event in (event for entry in log for event in entry.events):
        match event:
            case MatchBegan(players=players):
                deals, totals, places = [], [0] * players, None
            case Dealt(number, dealer):
                row = {"number": number, "dealer": dealer, "closed": None, "ran_out": False, "bought": []}
                points = [0] * len(totals)
            case WentClosed(seat=seat):
                row["closed"] = seat
            case StockRanOut():
                row["ran_out"] = True
            case Scored(seat, scored, total):
                points[seat] += scored
                totals[seat] = total
            case BuyBackAnswered(seat, yes, total):
                totals[seat] = total
                if yes:
                    row["bought"].append(seat)
            case TotalsRestored(restored):
                totals = list(restored)
            case HandSettled():
                deals.append({**row, "points": points, "totals": list(totals)})
            case MatchEnded(winners=winners):
                places = places_of(totals, winners)
            case _:
                continue
        if deals and deals[-1]["number"] == row["number"]:
            deals[-1]["totals"] = list(totals)  # with what came after the points
    return {"deals": deals, "places": places}


def places_of(totals: Sequence[int], winners: Sequence[Seat]) -> list[int]:
    """The place of each seat, 1 for the winners; the others by their totals, the lowest first, ties sharing a place."""
    ranks = [(seat not in winners, total if seat not in winners else 0) for seat, total in enumerate(totals)]
    return [1 + sum(other < rank for other in ranks) for rank in ranks]
