"""Which runs of each suit and sets of which ranks go down together, so that the most goes out: exact, by suits and ranks.

The sets' ranks are chosen outside, the most promising first, each with the most that it could come to; a choice that cannot
beat what is found is left aside. For one choice the suits' layings meet, told apart by their stand-ins and by the cards of the
sets' ranks that they take.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations_with_replacement, permutations
from typing import Final, NamedTuple

from continental.melds.contract import ContractRules
from continental.melds.rank_sets import most_naturals
from continental.melds.suit_runs import Laying, Layings, Sizes, Wanted, layings, parts_of
from continental.melds.suits import RANK_BITS

SetsOf = tuple[tuple[int, Sizes], ...]
"""The ranks that sets are made of, each with the least sizes of its sets."""

_APART_BITS: Final = 13 * RANK_BITS
"""Where cards of a rank that weigh otherwise than the rank's others are counted: above all ranks."""


@dataclass(frozen=True, slots=True)
class Case:
    """What a plan is made for: the naturals by suit (packed), the stand-ins' weights from the heaviest, what is asked, the weights.

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


@dataclass(frozen=True, slots=True)
class Plan:
    """A way to go down: what goes out weighs so much; each suit's runs; each set's rank with the stand-ins of its sets."""

    weight: int
    layings: tuple[Laying, ...]
    sets: SetsOf
    stand_ins: tuple[int, ...]


class _Way(NamedTuple):
    """Some suits' layings together: their weight, and the last one with the way before it."""

    weight: int
    laying: Laying | None
    before: _Way | None


_States = dict[Sizes, dict[tuple[int, int], _Way]]
"""By the runs laid, the stand-ins used and the cards of the sets' ranks taken."""

_NOTHING: Final = _Way(0, None, None)


def best_plan(case: Case, floor: int = -1) -> Plan | None:
    """The plan in which the most goes out, or None where none weighs more than `floor`."""
    return _Planner(case).best(floor)


@dataclass(slots=True)
class _Planner:
    case: Case
    suits: tuple[Layings, ...] = ()
    gains: list[int] = field(default_factory=list)
    totals: list[tuple[int, int]] = field(default_factory=list)
    base: tuple[int, ...] = ()
    apart: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        case = self.case
        jokers = len(case.stand_ins)
        wanted = Wanted(case.runs, jokers, len(case.sets), case.exactly)
        self.suits = tuple(layings(holding, wanted, case.melding) for holding in case.holdings)
        self.gains = [sum(case.stand_ins[:many]) for many in range(jokers + 1)]
        by_rank = [[case.weights[13 * suit + rank] for suit in range(4)] for rank in range(13)]
        self.base = tuple(map(max, by_rank))
        self.apart = tuple(
            sum(15 << RANK_BITS * rank for rank in range(13) if by_rank[rank][suit] != self.base[rank]) for suit in range(4)
        )
        self.totals = [self._counts(rank) for rank in range(13)]

    def _counts(self, rank: int) -> tuple[int, int]:
        """How many of a rank are held that weigh the most, and how many that weigh less."""
        shift = RANK_BITS * rank
        plain = sum(
            holding >> shift & 15 for suit, holding in enumerate(self.case.holdings) if not self.apart[suit] >> shift & 15
        )
        return plain, sum(holding >> shift & 15 for holding in self.case.holdings) - plain

    def best(self, floor: int) -> Plan | None:
        """The best plan that weighs more than `floor`."""
        found: Plan | None = None
        for bound, ranks in self._choices():
            if bound <= floor:
                break
            plan = self._best_with(ranks, floor)
            if plan is not None:
                found, floor = plan, plan.weight
        return found

    # the most that can be hoped for

    def _choices(self) -> list[tuple[int, SetsOf]]:
        """Every choice of ranks for the sets, with the most that it could come to, the most promising first."""
        most = self._most_of_runs()
        jokers = len(self.case.stand_ins)
        ways = []
        for ranks in _ranks_for(self.case.sets):
            bound = needed = 0
            for rank, sizes in ranks:
                weight, least = self._hope(rank, sizes)
                bound += weight
                needed += least
            if needed <= jokers and most[jokers - needed] is not None:
                ways.append((bound + (most[jokers - needed] or 0) + self.gains[-1], ranks))
        ways.sort(key=lambda way: (-way[0], way[1]))
        return ways

    def _hope(self, rank: int, sizes: Sizes) -> tuple[int, int]:
        """The most that sets of a rank can weigh without their stand-ins, and the fewest stand-ins that they need."""
        plain, apart = self.totals[rank]
        jokers = len(self.case.stand_ins)
        most = most_naturals(sizes, plain + apart, jokers, self.case.melding)
        least = next((many for many, naturals in enumerate(most) if naturals is not None), jokers + 1)
        naturals = max((naturals for naturals in most if naturals is not None), default=0)
        return self._weigh(rank, naturals, plain, apart), least

    def _weigh(self, rank: int, naturals: int, plain: int, apart: int) -> int:
        """What so many of a rank's cards weigh at the most, of so many that weigh the most and so many that weigh less."""
        heavy = min(naturals, plain)
        return heavy * self.base[rank] + (self._less(rank) * (naturals - heavy) if apart and naturals > heavy else 0)

    def _less(self, rank: int) -> int:
        return next(self.case.weights[13 * suit + rank] for suit in range(4) if self.apart[suit] >> RANK_BITS * rank & 15)

    def _most_of_runs(self) -> list[int | None]:
        """The most that all the runs can weigh for at most 0, 1 … stand-ins, were there no sets; None where they cannot be."""
        last: list[int | None] = [None] * (len(self.case.stand_ins) + 1)
        for (stand_ins, _), way in self._meet(()).items():
            last[stand_ins] = way.weight
        for many in range(1, len(last)):
            before, here = last[many - 1], last[many]
            last[many] = before if here is None else max(here, before if before is not None else here)
        return last

    # one choice of ranks

    def _meet(self, ranks: SetsOf) -> dict[tuple[int, int], _Way]:
        """The suits' layings together: for all the runs, by stand-ins and cards of these ranks taken, the heaviest."""
        case, jokers = self.case, len(self.case.stand_ins)
        mask = sum(15 << RANK_BITS * rank for rank, _ in ranks)
        joins = _joins(case.runs)
        states: _States = {(): {(0, 0): _NOTHING}}
        for suit in range(4):
            mine = self._suit_states(suit, mask)
            after: _States = {}
            for before, more, both in joins:
                if before not in states or more not in mine:
                    continue
                here = after.setdefault(both, {})
                for (used, taken), way in states[before].items():
                    for (needed, takes), laying in mine[more].items():
                        if used + needed <= jokers:
                            key = (used + needed, taken + takes)
                            weight = way.weight + laying[0]
                            if key not in here or here[key].weight < weight:
                                here[key] = _Way(weight, laying[1], way)
            states = after
        return states.get(case.runs, {})

    def _suit_states(self, suit: int, mask: int) -> dict[Sizes, dict[tuple[int, int], tuple[int, Laying]]]:
        """One suit's layings by stand-ins and cards of the masked ranks taken, whose weight the sets count."""
        apart = self.apart[suit]
        weights = self.case.weights[13 * suit : 13 * suit + 13]
        found: dict[Sizes, dict[tuple[int, int], tuple[int, Laying]]] = {}
        for sizes, ways in self.suits[suit].items():
            here: dict[tuple[int, int], tuple[int, Laying]] = {}
            for laying in ways:
                taken = laying.taken & mask
                if apart:
                    taken = taken & ~apart | (taken & apart) << _APART_BITS
                key = (laying.stand_ins, taken)
                weight = _weight_of(laying.taken & ~mask, weights)
                if key not in here or here[key][0] < weight:
                    here[key] = (weight, laying)
            found[sizes] = _undominated(here) if not self.case.exactly else here
        return found

    def _best_with(self, ranks: SetsOf, floor: int) -> Plan | None:
        """The best plan with sets of these ranks that weighs more than `floor`."""
        best: tuple[int, _Way, tuple[int, ...]] | None = None
        inside = sum(1 for _ in ranks)
        full = sum(self._hope(rank, sizes)[0] for rank, sizes in ranks) + self.gains[-1]
        for (used, taken), way in self._meet(ranks).items():
            extra = self._taken_weight(ranks, taken)
            if way.weight + full + extra <= floor:
                continue
            for weight, stand_ins in self._sets(ranks, taken, len(self.case.stand_ins) - used):
                total = way.weight + extra + weight + self.gains[self._out(used + sum(stand_ins))]
                if total > floor:
                    floor, best = total, (total, way, stand_ins)
        if best is None:
            return None
        assert inside == len(best[2])
        return Plan(best[0], _unrolled(best[1]), ranks, best[2])

    def _out(self, used: int) -> int:
        """How many stand-ins go out when so many are used: all, where a run takes those to spare."""
        return used if self.case.exactly or not self.case.runs else len(self.case.stand_ins)

    def _taken_weight(self, ranks: SetsOf, taken: int) -> int:
        """What the cards of these ranks weigh that runs take."""
        weight = 0
        for rank, _ in ranks:
            plain, apart = taken >> RANK_BITS * rank & 15, taken >> RANK_BITS * rank + _APART_BITS & 15
            weight += plain * self.base[rank] + (apart * self._less(rank) if apart else 0)
        return weight

    def _sets(self, ranks: SetsOf, taken: int, jokers: int) -> Iterator[tuple[int, tuple[int, ...]]]:
        """What sets of these ranks weigh after runs took some cards, for each total of stand-ins the best way to part them."""
        ways: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
        for rank, sizes in ranks:
            plain = self.totals[rank][0] - (taken >> RANK_BITS * rank & 15)
            apart = self.totals[rank][1] - (taken >> RANK_BITS * rank + _APART_BITS & 15)
            most = most_naturals(sizes, plain + apart, len(self.case.stand_ins), self.case.melding)
            after: dict[int, tuple[int, tuple[int, ...]]] = {}
            for used, (weight, chosen) in ways.items():
                for many, naturals in enumerate(most[: jokers - used + 1]):
                    if naturals is not None:
                        total = weight + self._weigh(rank, naturals, plain, apart)
                        if used + many not in after or after[used + many][0] < total:
                            after[used + many] = (total, (*chosen, many))
            ways = after
        yield from ways.values()


def _undominated(ways: dict[tuple[int, int], tuple[int, Laying]]) -> dict[tuple[int, int], tuple[int, Laying]]:
    """The ways less those that need more stand-ins than another one that takes the same and weighs as much."""
    best: dict[int, int] = {}
    kept: dict[tuple[int, int], tuple[int, Laying]] = {}
    for key in sorted(ways):
        weight = ways[key][0]
        if weight > best.get(key[1], -1):
            best[key[1]] = weight
            kept[key] = ways[key]
    return kept


def _unrolled(way: _Way) -> tuple[Laying, ...]:
    found: list[Laying] = []
    here: _Way | None = way
    while here is not None and here.laying is not None:
        found.append(here.laying)
        here = here.before
    return tuple(reversed(found))


@lru_cache(maxsize=1 << 16)
def _weight_of(taken: int, weights: tuple[int, ...]) -> int:
    weight = 0
    for rank, each in enumerate(weights):
        weight += each * (taken >> RANK_BITS * rank & 15)
    return weight


@lru_cache(maxsize=256)
def _joins(sizes: Sizes) -> tuple[tuple[Sizes, Sizes, Sizes], ...]:
    """Every two choices of the runs asked for that are one together."""
    parts = parts_of(sizes)
    return tuple((before, more, both) for before in parts for more in parts if (both := tuple(sorted(before + more))) in parts)


@lru_cache(maxsize=256)
def _ranks_for(sizes: Sizes) -> tuple[SetsOf, ...]:
    """Every choice of ranks for sets of these sizes."""
    found: dict[SetsOf, None] = {}
    for ranks in combinations_with_replacement(range(13), len(sizes)):
        for order in sorted(set(permutations(sizes))):
            by_rank: dict[int, tuple[int, ...]] = {}
            for rank, size in zip(ranks, order, strict=True):
                by_rank[rank] = tuple(sorted((*by_rank.get(rank, ()), size)))
            found[tuple(sorted(by_rank.items()))] = None
    return tuple(found)
