"""Meld the cards that runs leave: three of a rank are a set, two need one joker, a single card needs two.

The ranks are taken in two halves so that the tables stay small (at most 31,824 and 12,376 entries for eleven cards) and are
filled as they are asked for. A row holds the least that a half leaves: entry j is the points left for at most j jokers.
"""

from __future__ import annotations

from typing import Final

from continental.melds.grammar import MeldError, Values
from continental.melds.packed import RANK_BITS

MOST_JOKERS: Final = 7
"""The most jokers that a row answers for, which is the most that a house pack holds (house 1.2)."""

LOW_RANKS: Final = 7
LOW_BITS: Final = LOW_RANKS * RANK_BITS
LOW_MASK: Final = (1 << LOW_BITS) - 1

Row = tuple[int, ...]


def row_of(counts: int, values: Values) -> Row:
    """Return the least points left of some ranks' cards for at most 0, 1 … `MOST_JOKERS` jokers in sets.

    `counts` holds four bits a rank, the lowest rank of `values` first; each card of three or more of a rank is melded free.
    """
    least = [0] * (MOST_JOKERS + 1)
    for value in values:
        count = counts & 15
        counts >>= RANK_BITS
        # three or more are a set for nothing, and none cost nothing
        if count in (1, 2):
            price, loose = 3 - count, value * count
            least = [
                min(points + loose, least[jokers - price]) if jokers >= price else points + loose
                for jokers, points in enumerate(least)
            ]
    return tuple(least)


class HalfRows(dict[int, Row]):
    """The rows of one half of the ranks by their packed counts, filled as they are asked for."""

    def __init__(self, values: Values) -> None:
        super().__init__()
        self._values = values

    def __missing__(self, counts: int) -> Row:
        row = self[counts] = row_of(counts, self._values)
        return row


_kept: dict[Values, tuple[HalfRows, HalfRows]] = {}


def rows_for(values: Values) -> tuple[HalfRows, HalfRows]:
    """Return the rows of the low ranks and of the high ranks for these card values.

    Raises MeldError unless they are thirteen whole numbers above zero.
    """
    found = _kept.get(values)
    if found is None:
        check_values(values)
        if len(_kept) >= 64:  # card values are rule-set data, so there are few; a caller that makes them up is no leak
            _kept.clear()
        found = _kept[values] = (HalfRows(values[:LOW_RANKS]), HalfRows(values[LOW_RANKS:]))
    return found


def check_values(values: Values) -> None:
    """Raise MeldError unless the values are thirteen whole numbers above zero, the ace's first."""
    if len(values) != 13 or min(values) <= 0:
        raise MeldError("Card values are thirteen whole numbers above zero, the ace's first.")
