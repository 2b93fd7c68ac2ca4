"""What going down can come to at the most: for sets of each rank, for the runs of each suit, and for all of them together.

Every bound lets runs and sets share cards, and the runs of a suit lie in nobody's way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Final, NamedTuple

from continental.melds.contract import ContractRules
from continental.melds.rank_sets import SetsOf, less_sizes, most_naturals, with_sizes
from continental.melds.suit_runs import Sizes, Wanted, most_together, parts_of, scale_of, spreads, suit_of_runs
from continental.melds.suits import RANK_BITS

_NEVER: Final = -(1 << 60)

Parts = tuple[tuple[int, Sizes], ...]
"""Runs over the suits: each suit that has some, with their least sizes."""

Mosts = list[int]
"""The most that something can weigh for at most 0, 1 … stand-ins; below 0 where it cannot be."""


@dataclass(frozen=True, slots=True)
class Case:
    """What a plan is made for: the naturals by suit (packed), the weights of the stand-ins, heaviest first, and what is asked.

    `weights` are the gains of a card out by face, whole numbers of 0 and more. `exactly` says that every run is looked at in
    every way (see `suit_runs`), otherwise stand-ins to spare are taken to find a place where there is a run.
    """

    holdings: tuple[int, ...]
    stand_ins: tuple[int, ...]
    runs: Sizes
    sets: Sizes
    weights: tuple[int, ...]
    melding: ContractRules
    exactly: bool


class Choice(NamedTuple):
    """Ranks for the sets: what all may come to with them, their packed cards, and what the sets are at the best.

    `weight` is what their sets weigh without stand-ins, `everything` what all cards of these ranks do, `free` how many
    stand-ins the sets leave; `rests` what the other cards of each suit weigh; `full` that the sets may not have room for all.
    """

    bound: int
    ranks: SetsOf
    mask: int
    weight: int
    everything: int
    free: int
    rests: tuple[int, ...]
    full: bool


class Hopes:
    """The bounds for one case, worked out when asked for."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.jokers = len(case.stand_ins)
        wanted = Wanted(case.runs, self.jokers, len(case.sets), case.exactly)
        self.suits = tuple(suit_of_runs(holding, wanted, case.melding) for holding in case.holdings)
        self.gains = [sum(case.stand_ins[:many]) for many in range(self.jokers + 1)]
        by_rank = [[case.weights[13 * suit + rank] for suit in range(4)] for rank in range(13)]
        self.base = tuple(map(max, by_rank))
        self.apart = tuple(
            sum(15 << RANK_BITS * rank for rank in range(13) if by_rank[rank][suit] != self.base[rank]) for suit in range(4)
        )
        self.scales = tuple(scale_of(case.weights[13 * suit : 13 * suit + 13]) for suit in range(4))
        self.totals = [self._counts(rank) for rank in range(13)]
        self._everything_of = [self.weigh(rank, sum(self.totals[rank]), *self.totals[rank]) for rank in range(13)]
        self._choices = self._every_choice()
        self._promising: list[Choice] = []
        self._sets: dict[tuple[int, Sizes], tuple[int, int]] = {}
        self._naturals: dict[tuple[Sizes, int], tuple[int | None, ...]] = {}
        self._suit: dict[tuple[int, Sizes], Mosts] = {}
        self._suits: dict[Parts, Mosts] = {}
        self._spreads: dict[int, list[Parts]] = {}

    def _counts(self, rank: int) -> tuple[int, int]:
        """How many of a rank are held that weigh the most, and how many that weigh less."""
        shift, plain, others = RANK_BITS * rank, 0, 0
        for apart, holding in zip(self.apart, self.case.holdings, strict=True):
            if apart >> shift & 15:
                others += holding >> shift & 15
            else:
                plain += holding >> shift & 15
        return plain, others

    def least_natural(self) -> int:
        """What a natural of the lightest rank weighs."""
        return min((weight for weight, held in zip(self.base, self.totals, strict=True) if any(held)), default=0)

    # choices of ranks

    def promising(self, turn: int) -> Choice | None:
        """The most promising choice of ranks for the sets, the next one, and so on; None where there are no more."""
        while turn >= len(self._promising):
            further = next(self._choices, None)
            if further is None:
                return None
            self._promising.append(self._choice(*further))
        return self._promising[turn]

    def _choice(self, bound: int, ranks: SetsOf) -> Choice:
        mask = sum(15 << RANK_BITS * rank for rank, _ in ranks)
        hopes = [self.of_sets(rank, sizes) for rank, sizes in ranks]
        return Choice(
            bound,
            ranks,
            mask,
            sum(weight for weight, _ in hopes),
            sum(self._everything_of[rank] for rank, _ in ranks),
            self.jokers - sum(needed for _, needed in hopes),
            tuple(scale[holding & ~mask] for scale, holding in zip(self.scales, self.case.holdings, strict=True)),
            self._may_be_full(ranks),
        )

    def _may_be_full(self, ranks: SetsOf) -> bool:
        """Whether sets of these ranks may have no room for all the cards that they might have."""
        rule, limit = self.case.melding.grammar.sets, self.case.melding.opening_set_max
        limits = [most for most in (rule.max_size, limit) if most is not None]
        more = self.jokers if self.case.exactly else 0
        return bool(limits) and any(sum(self.totals[rank]) + more > min(limits) * len(sizes) for rank, sizes in ranks)

    def _every_choice(self) -> Iterator[tuple[int, SetsOf]]:
        """The choices of ranks for the sets, each with the most that it could come to, the most promising first."""
        parts = parts_of(self.case.sets)
        hopes: list[dict[Sizes, tuple[int, int]]] = []
        for rank in range(13):
            ways = {sizes: self.of_sets(rank, sizes) for sizes in parts[1:]}
            hopes.append({(): (0, 0), **{sizes: hope for sizes, hope in ways.items() if hope[1] <= self.jokers}})
        rest = self._suffixes(hopes)
        everything = self.gains[-1] + sum(self._everything_of)
        start = rest[0].get((self.case.sets, 0))
        heap: list[tuple[int, int, int, Sizes, int, SetsOf]] = [] if start is None else [(-start, 0, 0, self.case.sets, 0, ())]
        while heap:
            bound, gained, rank, left, used, chosen = heappop(heap)
            if not left:
                yield min(-bound, everything), chosen
                continue
            further = rest[rank + 1]
            for sizes, (more, needs) in hopes[rank].items():
                after = less_sizes(left, sizes)
                weighs = None if after is None else further.get((after, used + needs))
                if after is not None and weighs is not None:
                    ranks = (*chosen, (rank, sizes)) if sizes else chosen
                    heappush(heap, (-gained - more - weighs, gained + more, rank + 1, after, used + needs, ranks))

    def _suffixes(self, hopes: list[dict[Sizes, tuple[int, int]]]) -> list[dict[tuple[Sizes, int], int]]:
        """From each rank on, the most that the sets still asked for and then all runs could come to, by stand-ins used."""
        most = self._most_of_runs()
        rest: list[dict[tuple[Sizes, int], int]] = [{}]
        for used, weight in enumerate(reversed(most)):
            if weight >= 0:
                rest[0][(), used] = weight + self.gains[-1]
        for rank in reversed(range(13)):
            here: dict[tuple[Sizes, int], int] = {}
            for (left, used), weight in rest[-1].items():
                for sizes, (more, needed) in hopes[rank].items():
                    before = with_sizes(left, sizes)
                    if used >= needed and len(before) <= len(self.case.sets):
                        key = (before, used - needed)
                        if weight + more > here.get(key, -1):
                            here[key] = weight + more
            rest.append(here)
        return rest[::-1]

    # sets

    def of_sets(self, rank: int, sizes: Sizes) -> tuple[int, int]:
        """The most that sets of a rank can weigh without their stand-ins, and the fewest stand-ins that they need."""
        found = self._sets.get((rank, sizes))
        if found is None:
            plain, apart = self.totals[rank]
            most = self.naturals_in(sizes, plain + apart)
            least = next((many for many, naturals in enumerate(most) if naturals is not None), self.jokers + 1)
            naturals = max((naturals for naturals in most if naturals is not None), default=0)
            found = self._sets[rank, sizes] = self.weigh(rank, naturals, plain, apart), least
        return found

    def naturals_in(self, sizes: Sizes, held: int) -> tuple[int | None, ...]:
        """For each number of stand-ins the most of so many held cards of a rank in sets of these sizes, looked up once."""
        found = self._naturals.get((sizes, held))
        if found is None:
            found = self._naturals[sizes, held] = most_naturals(sizes, held, self.jokers, self.case.melding)
        return found

    def weigh(self, rank: int, naturals: int, plain: int, apart: int) -> int:
        """What so many of a rank's cards weigh at the most, of so many that weigh the most and so many that weigh less."""
        heavy = min(naturals, plain)
        return heavy * self.base[rank] + (self.less(rank) * (naturals - heavy) if apart and naturals > heavy else 0)

    def less(self, rank: int) -> int:
        """What those of a rank weigh that weigh less than its others."""
        return next(self.case.weights[13 * suit + rank] for suit in range(4) if self.apart[suit] >> RANK_BITS * rank & 15)

    # runs

    def spreads(self, together: int) -> list[Parts]:
        """The ways to spread the runs over the suits, so many in one just where there are most, that there can be."""
        found = self._spreads.get(together)
        if found is None:
            ways = (spread for spread in spreads(self.case.runs) if max(map(len, spread)) == together)
            parts = (tuple((suit, sizes) for suit, sizes in enumerate(spread) if sizes) for spread in ways)
            found = self._spreads[together] = [some for some in parts if self.of_runs(some)[-1] >= 0]
        return found

    def _most_of_runs(self) -> Mosts:
        """The most that all the runs can weigh, were there no sets."""
        mosts = [self.of_runs(parts) for together in range(len(self.case.runs) + 1) for parts in self.spreads(together)]
        return list(map(max, zip(*mosts, strict=True))) if mosts else [_NEVER] * (self.jokers + 1)

    def of_runs(self, parts: Parts) -> Mosts:
        """The most that these runs of some suits can weigh."""
        if len(parts) < 2:
            return self.of_suit(*parts[0]) if parts else [0] * (self.jokers + 1)
        found = self._suits.get(parts)
        if found is None:
            found = self._suits[parts] = most_together(self.of_runs(parts[:-1]), self.of_suit(*parts[-1]))
        return found

    def of_suit(self, suit: int, sizes: Sizes) -> Mosts:
        """The most that runs of these sizes in a suit can weigh: no more than the suit does."""
        found = self._suit.get((suit, sizes))
        if found is None:
            if len(sizes) == 1:
                found = self._of_run(suit, sizes[0])
            else:
                everything = self.scales[suit][self.case.holdings[suit]]
                ways = most_together(self.of_suit(suit, sizes[:-1]), self.of_suit(suit, sizes[-1:]))
                found = [min(weight, everything) for weight in ways]
            self._suit[suit, sizes] = found
        return found

    def _of_run(self, suit: int, size: int) -> Mosts:
        found = [_NEVER] * (self.jokers + 1)
        for weight, way in self.suits[suit].sorted(size, self.scales[suit]):
            for many in range(way[0], len(found)):
                if found[many] >= weight:
                    break
                found[many] = weight
        return found
