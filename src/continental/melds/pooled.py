"""How far a hand is from a contract where only certain cards may come: what every way to count it has in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from continental.cards import JOKER, RANKS, SUITS, Card, Cards, as_hand, make_card
from continental.melds.contract import Contract, ContractRules, WholeHand
from continental.melds.down import Aim, best_down
from continental.melds.nearest import ENOUGH, ONES, Nearest
from continental.melds.suit_runs import MOST_COPIES
from continental.melds.suits import RANK_BITS

_SEVENS: Final = 7 * ONES
_EIGHTS: Final = 8 * ONES


class Pooled(Nearest):
    """The layouts of one hand where only the cards in `unseen` may come."""

    def __init__(self, naturals: Cards, jokers: int, contract: Contract, melding: ContractRules, unseen: Counter[Card]) -> None:
        super().__init__(naturals, jokers, contract, melding)
        self._pools = tuple(
            sum(min(MOST_COPIES, unseen[make_card(rank, suit)]) << RANK_BITS * rank for rank in range(len(RANKS)))
            for suit in range(len(SUITS))
        )
        self._to_come = tuple(sum(unseen[make_card(rank, suit)] for suit in range(len(SUITS))) for rank in range(len(RANKS)))
        self._jokers_to_come = min(unseen[JOKER], self._size + contract.cards)  # no layout has room for more
        self._all_to_come = unseen.total()
        self._unseen = unseen
        self._longer = len(self._lengths(1, melding.grammar.sets)) - 1 if self._whole else 0
        self._tight = self._contended()

    def distance(self) -> int | None:
        """The fewest cards to draw, over all layouts; None where there is none.

        Asked first for no more than were any card to come; then whether all cards together would do, and then for ever more.
        """
        hope = Nearest(self._naturals, self._jokers, self._contract, self._melding).distance()
        if not hope:
            return hope
        more = 0
        self._floor = hope
        while True:
            self._limit = hope + more if hope + more < self._all_to_come else ENOUGH
            self._start_anew()
            found = super().distance()
            if found is not None or self._limit == ENOUGH:
                return found
            if not more and not self._is_ever_enough():
                return None
            more = 2 * more + 1

    def _is_ever_enough(self) -> bool:
        """Whether a hand that drew all that is to come may go down; with so many copies of a card, it is not looked into."""
        everything = Counter(self._naturals) + self._unseen
        everything.pop(JOKER, None)
        if max(everything.values(), default=0) > MOST_COPIES:
            return True
        jokers = self._stand_ins()
        naturals, asked = as_hand(everything.elements()), replace(self._contract, whole_hand=WholeHand.NO)
        if not self._whole or not self._plain:
            return Nearest(naturals, jokers, asked, self._melding).distance() == 0
        cards = as_hand((*naturals, *[JOKER] * jokers))
        down = best_down(cards, asked, replace(self._melding, wild=frozenset()), Aim.CARDS, (0,) * (JOKER + 1))
        return down is not None and len(cards) - len(down.left) >= self._size - self._stays

    def _start_anew(self) -> None:
        """Forget what was worked out for another limit."""
        self._windows.clear()
        self._rows_within.clear()

    def _contended(self) -> int:
        """A mask of the ranks of which so few cards are to come that runs and sets may lack the same one."""
        track = self._melding.grammar.runs.track
        in_sets = sum(self._sets) + self._longer * len(self._sets)
        mask = 0
        for rank in range(len(RANKS)):
            often = ENOUGH if track.repeats else track.ranks.count(RANKS[rank])
            if self._sets and self._to_come[rank] < in_sets + often * len(self._runs):
                mask |= 15 << RANK_BITS * rank
        return mask

    def _within(self, search: Callable[[], object]) -> None:
        search()

    def _stand_ins(self) -> int:
        return self._jokers + self._jokers_to_come


def over(wanted: int, there: int) -> int:
    """Which ranks are wanted more often than they are there, a bit each in its fourth place: packed cards, seven at the most."""
    return (wanted + _SEVENS - there) & _EIGHTS
