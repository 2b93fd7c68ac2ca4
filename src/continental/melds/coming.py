"""How far a hand is from a contract where only certain cards may come, and jokers are limited by no more than one natural a meld.

The layouts are those of `nearest`. Of each it is told besides how many of its places are `blocked`: no card of theirs is to
come, so that a joker must lie there. Runs of one suit, and runs and sets of one rank, may lack the same few cards to come; what
runs lack of these is told with what they take, and which of them a run needs as its only natural.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from typing import Final

from continental.cards import JOKER, RANKS, Card, Cards
from continental.melds.contract import Contract, ContractRules
from continental.melds.laid import Ranks
from continental.melds.nearest import ENOUGH, Rows
from continental.melds.pooled import Pooled, over
from continental.melds.rank_sets import SetsOf
from continental.melds.suit_runs import Sizes
from continental.melds.suits import RANK_BITS, SUIT_BITS
from continental.melds.windows import Window

_BLOCKED: Final = 8
"""Where the blocked places begin in a row's second number; below stand the forced ones."""
_LACKING: Final = SUIT_BITS
_NEEDED: Final = 2 * SUIT_BITS
"""Where in a row's third number begins what is lacking, and what of it is a run's only natural; below stands what is taken."""


class Coming(Pooled):
    """The layouts of one hand where only the cards in `unseen` may come."""

    def __init__(self, naturals: Cards, jokers: int, contract: Contract, melding: ContractRules, unseen: Counter[Card]) -> None:
        super().__init__(naturals, jokers, contract, melding, unseen)
        self._fills = jokers + unseen[JOKER] > 0
        self._rows_of: dict[tuple[int, Sizes, bool], Rows] = {}

    def _start_anew(self) -> None:
        super()._start_anew()
        self._hoped, self._giving = ENOUGH, False

    def _note(self, places: int, missing: int, forced: int, given: int = 0) -> None:
        forced, blocked = forced & (1 << _BLOCKED) - 1, forced >> _BLOCKED
        drawn = self._drawn(places, missing, forced)
        if drawn is None:
            return
        if given:
            self._hoped = min(self._hoped, max(forced - given, missing - self._jokers))
        own = min(self._jokers, missing - forced)
        if own < 0 or forced + blocked > missing or blocked - own > self._jokers_to_come:
            return
        if drawn <= min(self._bound(), self._all_to_come):
            self._best = drawn

    # runs

    def _rows(self, suit: int, sizes: Sizes) -> Rows:
        key = (suit, sizes, self._giving)
        found = self._rows_of.get(key)
        if found is None:
            found = self._rows_of[key] = self._least_of(suit, sizes, ENOUGH, 0) if sizes else {(0, 0, 0): 0}
        return found

    def _windows_on(self, suit: int, ranks: Ranks, track: int) -> Iterator[Window]:
        for window in super()._windows_on(suit, ranks, track):
            if self._short(track - window.wants, self._pools[suit])[0] <= self._stand_ins():
                yield window

    def _short(self, lacks: int, pool: int) -> tuple[int, int]:
        """How many of the lacking cards are not to come, and those that are."""
        blocked = 0
        while short := over(lacks, pool):
            blocked += short.bit_count()
            lacks -= short >> 3
        return blocked, lacks

    def _least_of(self, suit: int, sizes: Sizes, most_missing: int, least_taken: int) -> Rows:
        found: Rows = {}
        holding, pool = self._holdings[suit], self._pools[suit]
        for windows, taken, missing in self._together(suit, sizes, most_missing, least_taken):
            wants = sum([window.wants for window in windows])
            lacks = sum(1 << RANK_BITS * rank for window in windows for rank in window.ranks) - taken
            blocked, comes = self._short(lacks, pool)
            if blocked > self._stand_ins():
                continue
            places = sum(window.length for window in windows) if self._whole else 0
            told = (taken | (comes & self._tight) << _LACKING) if self._sets else 0
            for forced, needed in self._forced_by(windows, wants, taken, holding, pool):
                where = (places, forced | blocked << _BLOCKED, told | needed << _NEEDED)
                if missing < found.get(where, ENOUGH):
                    found[where] = missing
        return found

    def _forced_by(
        self, windows: tuple[Window, ...], wants: int, taken: int, holding: int, pool: int
    ) -> Iterator[tuple[int, int]]:
        """How many of the windows must draw their only natural, and which contended cards these are, in every way."""
        scarce = {rank for rank in range(len(RANKS)) if (wants ^ taken) >> RANK_BITS * rank & 15}
        if not self._fills or not self._melding.grammar.runs.min_naturals:
            return iter(((0, 0),))
        if all(window.many and self._has_own(window, scarce, holding) for window in windows):
            return iter(((0, 0),))
        wanting: dict[int, list[int]] = {rank: [] for rank in scarce}
        own = [0] * len(windows)
        for turn, window in enumerate(windows):
            for place, rank in enumerate(window.ranks):
                if not window.given >> place & 1 and holding >> RANK_BITS * rank & 15:
                    if rank in scarce:
                        wanting[rank].append(turn)
                    else:
                        own[turn] += 1
        if not self._tight:
            fewest = self._fewest_bare([window for turn, window in enumerate(windows) if not own[turn]], holding, pool)
            return iter(((fewest, 0),) if fewest < ENOUGH else ())
        ways: set[tuple[int, int]] = set()
        for served in product(*(combinations(turns, holding >> RANK_BITS * rank & 15) for rank, turns in wanting.items())):
            having = {turn for turns in served for turn in turns}
            bare = [set(window.ranks) for turn, window in enumerate(windows) if not own[turn] and turn not in having]
            for drawn in product(*(sorted(rank for rank in ranks if pool >> RANK_BITS * rank & 15) for ranks in bare)):
                needed = sum(1 << RANK_BITS * rank for rank in drawn)
                if not self._short(needed, pool)[0]:
                    ways.add((len(bare), needed & self._tight))
        return iter(ways)

    def _fewest_bare(self, windows: list[Window], holding: int, pool: int) -> int:
        """How few of the windows must draw their only natural; more than there are cards where not all can have one."""
        if not windows:
            return 0
        window, rest, fewest = windows[0], windows[1:], ENOUGH
        for shift in range(0, SUIT_BITS, RANK_BITS):
            if window.wants >> shift & 15 and holding >> shift & 15:
                fewest = min(fewest, self._fewest_bare(rest, holding - (1 << shift), pool))
                if not fewest:
                    return 0
        for rank in set(window.ranks):
            if fewest > 1 and pool >> RANK_BITS * rank & 15:
                fewest = min(fewest, 1 + self._fewest_bare(rest, holding, pool - (1 << RANK_BITS * rank)))
        return fewest

    def _has_own(self, window: Window, scarce: set[int], holding: int) -> bool:
        """Whether the window has a card that no other can take from it."""
        return any(
            rank not in scarce and holding >> RANK_BITS * rank & 15 and not window.given >> place & 1
            for place, rank in enumerate(window.ranks)
        )

    # sets

    def _given(self, rank: int) -> bool:
        if not self._giving or not self._sets or not self._fills:
            return False
        return self._stand_ins() >= min(self._sets) or bool(self._tight >> RANK_BITS * rank & 15)

    def _mask(self, ranks: SetsOf) -> int:
        mask = super()._mask(ranks)
        return mask | mask << _LACKING | mask << _NEEDED

    def _add_sets(self, places: int, forced: int, taken: int, missing: int, ranks: SetsOf) -> None:
        ways = {(places, forced): missing}
        given = 0
        rule, limit = self._melding.grammar.sets, self._melding.opening_set_max
        for rank, sizes in ranks:
            shift = RANK_BITS * rank
            gone, lacking, needed = taken >> shift & 15, taken >> _LACKING + shift & 15, taken >> _NEEDED + shift & 15
            left, comes = self._held[rank] - gone, self._to_come[rank]
            bare = max(0, len(sizes) - left) if rule.min_naturals and self._fills else 0
            if not self._giving:
                given += min(bare, gone)
            if bare > comes - needed:
                ways = {}
                continue
            most = sum(min(size + self._longer, rule.max_size or ENOUGH, limit or ENOUGH) for size in sizes)
            after: dict[tuple[int, int], int] = {}
            for length in range(sum(sizes), most + 1):
                empty = max(0, length - left)
                blocked = max(0, empty + lacking - comes)
                for (so_far, must), many in ways.items():
                    where = (so_far + (length if self._whole else 0), must + bare + (blocked << _BLOCKED))
                    after[where] = min(many + empty, after.get(where, ENOUGH))
            ways = after
        if not ways and given:
            self._hoped = -1
        for (so_far, must), many in ways.items():
            self._note(so_far, many, must, given)
