"""How far a hand is from a contract where only certain cards may come, whatever limits jokers: every place is told.

The layouts are those of `nearest`, but of each place of a run it is told whether a natural or a joker lies there, and of sets how
many of each. So a layout asks for certain naturals and so many jokers: what of them the hand has not must come, and can.
A row's forced places are those whose natural must be drawn; jokers lie on the other missing ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import Final

from continental.cards import Card, Cards
from continental.melds.contract import Contract, ContractRules
from continental.melds.laid import Ranks
from continental.melds.nearest import ENOUGH, Rows
from continental.melds.pooled import Pooled, over
from continental.melds.rank_sets import SetsOf, one_set
from continental.melds.suit_runs import Sizes
from continental.melds.suits import RANK_BITS, SUIT_BITS
from continental.melds.windows import Window, forced_places

_DRAWN: Final = SUIT_BITS
"""Where in a row's third number begin the naturals that must be drawn; below stand those of the hand."""


class Placed(Pooled):
    """The layouts of one hand where only the cards in `unseen` may come, a natural or a joker told for every place."""

    def __init__(self, naturals: Cards, jokers: int, contract: Contract, melding: ContractRules, unseen: Counter[Card]) -> None:
        super().__init__(naturals, jokers, contract, melding, unseen)
        # a joker lies on a card of the hand only for the sake of another meld
        self._shared = len(self._runs) + len(self._sets) > 1

    def _note(self, places: int, missing: int, forced: int, given: int = 0) -> None:
        if missing - forced > self._stand_ins():
            return
        drawn = self._drawn(places, missing, forced)
        if drawn is not None and drawn <= min(self._bound(), self._all_to_come):
            self._best = drawn

    # runs

    def _rows(self, suit: int, sizes: Sizes) -> Rows:
        if not sizes:
            return {(0, 0, 0): 0}
        known = self._rows_within.get((suit, sizes))
        if known is None:
            most = self._bound() + self._jokers
            known = self._rows_within[suit, sizes] = (most, 0, self._least_of(suit, sizes, most, 0))
        return known[2]

    def _windows_on(self, suit: int, ranks: Ranks, track: int) -> Iterator[Window]:
        """The stretch with every choice of places for jokers; `given` are all its naturals, packed, of the hand or not."""
        rule, holding = self._melding.grammar.runs, self._holdings[suit]
        there, length = holding | self._pools[suit], len(ranks)
        must = [place for place, rank in enumerate(ranks) if not there >> RANK_BITS * rank & 15]
        may = [place for place, rank in enumerate(ranks) if there >> RANK_BITS * rank & 15]
        if not self._shared:
            may = [
                place for place in may if track >> RANK_BITS * ranks[place] & 14 or not holding >> RANK_BITS * ranks[place] & 15
            ]
        for many in range(min(len(may), self._stand_ins() - len(must)) + 1):
            for some in combinations(may, many):
                jokers = sum(1 << place for place in (*must, *some))
                if forced_places(rule, length, jokers) != 0:
                    continue
                naturals = _naturals_on(ranks, jokers)
                wants = naturals
                while short := over(wants, holding):
                    wants -= short >> 3
                own = _how_many(wants)
                drawn = length - len(must) - many - own
                if drawn <= self._bound():
                    yield Window(length - own, length, wants, own, drawn, ranks, naturals)

    def _least_of(self, suit: int, sizes: Sizes, most_missing: int, least_taken: int) -> Rows:
        found: Rows = {}
        pool, stand_ins, bound = self._pools[suit], self._stand_ins(), self._bound()
        whole, sets, tight = self._whole, bool(self._sets), self._tight
        for windows, taken, missing in self._together(suit, sizes, most_missing, least_taken):
            draws, jokers = -taken, 0
            for window in windows:
                draws += window.given
                jokers += window.missing - window.forced
            drawn = missing - jokers
            if jokers > stand_ins or drawn > bound or over(draws, pool):
                continue
            where = (
                sum([window.length for window in windows]) if whole else 0,
                drawn,
                taken | (draws & tight) << _DRAWN if sets else 0,
            )
            if missing < found.get(where, ENOUGH):
                found[where] = missing
        return found

    # sets

    def _mask(self, ranks: SetsOf) -> int:
        mask = super()._mask(ranks)
        return mask | mask << _DRAWN

    def _add_sets(self, places: int, forced: int, taken: int, missing: int, ranks: SetsOf) -> None:
        ways = {(places, forced): missing}
        for rank, sizes in ranks:
            shift = RANK_BITS * rank
            left = self._held[rank] - (taken >> shift & 15)
            comes = self._to_come[rank] - (taken >> _DRAWN + shift & 15)
            after: dict[tuple[int, int], int] = {}
            for length, naturals, jokers in _sets_of(sizes, left + comes, self._stand_ins(), self._longer, self._melding):
                drawn = max(0, naturals - left)
                for (so_far, must), many in ways.items():
                    where = (so_far + (length if self._whole else 0), must + drawn)
                    after[where] = min(many + drawn + jokers, after.get(where, ENOUGH))
            ways = after
        for (so_far, must), many in ways.items():
            self._note(so_far, many, must)


@lru_cache(maxsize=1 << 14)
def _naturals_on(ranks: Ranks, jokers: int) -> int:
    """The naturals of a run on these ranks, packed, where jokers lie on some places (a bit each)."""
    return sum(1 << RANK_BITS * rank for place, rank in enumerate(ranks) if not jokers >> place & 1)


def _how_many(cards: int) -> int:
    """How many cards are packed here."""
    return sum([cards >> shift & 15 for shift in range(0, SUIT_BITS, RANK_BITS)])


@lru_cache(maxsize=1 << 12)
def _sets_of(sizes: Sizes, naturals: int, jokers: int, longer: int, melding: ContractRules) -> tuple[tuple[int, int, int], ...]:
    """All numbers of places, naturals and jokers, within what there is, of some sets of one rank, so much longer at most."""
    if not sizes:
        return ((0, 0, 0),)
    return tuple(
        {
            (places + own + others, naturals_in + own, jokers_in + others)
            for own, others in one_set(sizes[-1], min(naturals, sizes[-1] + longer), jokers, melding)
            if own + others <= sizes[-1] + longer
            for places, naturals_in, jokers_in in _sets_of(sizes[:-1], naturals - own, jokers - others, longer, melding)
        }
    )
