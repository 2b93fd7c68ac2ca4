"""Which runs of each suit and sets of which ranks go down together, so that the most goes out: exact, by suits and ranks.

The sets' ranks are chosen outside, the most promising first, each with the most that it could come to; a choice that cannot
beat what is found is left aside. For one choice the suits' layings meet, told apart by their stand-ins and by the cards of the
sets' ranks that they take.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from heapq import heappop, heappush
from typing import Final, NamedTuple

from continental.melds.contract import ContractRules
from continental.melds.rank_sets import SetsOf, most_naturals
from continental.melds.suit_runs import (
    APART_BITS,
    Laying,
    Sizes,
    SuitRuns,
    Wanted,
    Weighing,
    parts_of,
    spreads,
    suit_of_runs,
    weight_of,
)
from continental.melds.suits import RANK_BITS


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
_NEVER: Final = -(1 << 60)


def best_plan(case: Case, floor: int = -1) -> Plan | None:
    """The plan in which the most goes out, or None where none weighs more than `floor`."""
    return _Planner(case).best(floor)


@dataclass(slots=True)
class _Planner:
    case: Case
    suits: tuple[SuitRuns, ...] = ()
    gains: list[int] = field(default_factory=list)
    totals: list[tuple[int, int]] = field(default_factory=list)
    base: tuple[int, ...] = ()
    apart: tuple[int, ...] = ()
    most: dict[tuple[int, Sizes], list[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        case = self.case
        jokers = len(case.stand_ins)
        wanted = Wanted(case.runs, jokers, len(case.sets), case.exactly)
        self.suits = tuple(suit_of_runs(holding, wanted, case.melding) for holding in case.holdings)
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
        """The best plan that weighs more than `floor`: first with one run of a suit at the most, then with any number."""
        found: Plan | None = None
        seen: list[tuple[int, SetsOf]] = []
        several = len(self.case.runs) > 1
        for bound, ranks in self._choices():
            if bound <= floor:
                break
            seen.append((bound, ranks))
            plan = self._best_with(ranks, floor, 1 if several else len(self.case.runs))
            if plan is not None:
                found, floor = plan, plan.weight
        for bound, ranks in seen if several else ():
            plan = self._best_with(ranks, floor, len(self.case.runs)) if bound > floor else None
            if plan is not None:
                found, floor = plan, plan.weight
        return found

    # the most that can be hoped for

    def _choices(self) -> Iterator[tuple[int, SetsOf]]:
        """The choices of ranks for the sets, each with the most that it could come to, the most promising first."""
        hopes = self._hopes()
        rest = self._suffixes(hopes)
        everything = self._everything()
        parts = parts_of(self.case.sets)
        start = rest[0].get((self.case.sets, 0))
        heap: list[tuple[int, int, int, Sizes, int, SetsOf]] = [] if start is None else [(-start, 0, 0, self.case.sets, 0, ())]
        while heap:
            bound, gained, rank, left, used, chosen = heappop(heap)
            if rank == 13:
                yield min(-bound, everything), chosen
                continue
            for sizes in parts:
                hope = hopes[rank].get(sizes) if sizes else (0, 0)
                after = _less_sizes(left, sizes)
                if hope is None or after is None:
                    continue
                weight, needed = gained + hope[0], used + hope[1]
                further = rest[rank + 1].get((after, needed))
                if further is not None:
                    ranks = (*chosen, (rank, sizes)) if sizes else chosen
                    heappush(heap, (-weight - further, weight, rank + 1, after, needed, ranks))

    def _everything(self) -> int:
        """What the whole hand weighs."""
        ranks = range(13)
        return self.gains[-1] + sum(self._weigh(rank, sum(self.totals[rank]), *self.totals[rank]) for rank in ranks)

    def _hopes(self) -> list[dict[Sizes, tuple[int, int]]]:
        """For each rank and sets of it: the most that they weigh without stand-ins, and the fewest stand-ins they need."""
        jokers = len(self.case.stand_ins)
        hopes: list[dict[Sizes, tuple[int, int]]] = []
        for rank in range(13):
            ways = {sizes: self._hope(rank, sizes) for sizes in parts_of(self.case.sets)[1:]}
            hopes.append({sizes: hope for sizes, hope in ways.items() if hope[1] <= jokers})
        return hopes

    def _suffixes(self, hopes: list[dict[Sizes, tuple[int, int]]]) -> list[dict[tuple[Sizes, int], int]]:
        """From each rank on, the most that the sets still asked for and then all runs could come to, by stand-ins used."""
        most, jokers = self._most_of_runs(), len(self.case.stand_ins)
        ends: dict[tuple[Sizes, int], int | None] = {((), used): most[jokers - used] for used in range(jokers + 1)}
        rest = [{key: some + self.gains[-1] for key, some in ends.items() if some is not None}]
        for rank in reversed(range(13)):
            here: dict[tuple[Sizes, int], int] = {}
            for (left, used), weight in rest[-1].items():
                here[left, used] = max(weight, here.get((left, used), 0))
                for sizes, (more, needed) in hopes[rank].items():
                    before = tuple(sorted(left + sizes))
                    if used >= needed and len(before) <= len(self.case.sets):
                        key = (before, used - needed)
                        here[key] = max(weight + more, here.get(key, 0))
            rest.append(here)
        return rest[::-1]

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
        """At least what all the runs can weigh for at most 0, 1 … stand-ins, were there no sets; None where they cannot be.

        Runs of one suit are taken to be in nobody's way, but weigh no more than the suit.
        """
        states: dict[Sizes, list[int]] = {(): [0] * (len(self.case.stand_ins) + 1)}
        for suit in range(len(self.suits)):
            after: dict[Sizes, list[int]] = {}
            for before, more, both in _joins(self.case.runs):
                if before in states and (suit < len(self.suits) - 1 or both == self.case.runs):
                    ways = _most_together(states[before], self._most_of_suit(suit, more))
                    after[both] = list(map(max, after[both], ways)) if both in after else ways
            states = after
        return [weight if weight >= 0 else None for weight in states[self.case.runs]]

    def _most_of_suit(self, suit: int, sizes: Sizes) -> list[int]:
        """At least what runs of these sizes in a suit can weigh for at most 0, 1 … stand-ins; below 0 where they cannot be."""
        found = self.most.get((suit, sizes))
        if found is None:
            found = [0] * (len(self.case.stand_ins) + 1)
            for size in sizes:
                found = _most_together(found, self._most_of_one(suit, size))
            weights = self.case.weights[13 * suit : 13 * suit + 13]
            everything = weight_of(self.case.holdings[suit], weights)
            found = self.most[suit, sizes] = [min(weight, everything) for weight in found]
        return found

    def _most_of_one(self, suit: int, size: int) -> list[int]:
        weights = self.case.weights[13 * suit : 13 * suit + 13]
        found = [_NEVER] * (len(self.case.stand_ins) + 1)
        for (stand_ins, _), (weight, _) in self.suits[suit].best((size,), Weighing(weights, 0, 0)).items():
            for many in range(stand_ins, len(found)):
                found[many] = max(found[many], weight)
        return found

    # one choice of ranks

    def _meet(self, ranks: SetsOf, floor: int, together: int) -> dict[tuple[int, int], _Way]:
        """The suits' layings together: for all the runs, by stand-ins and cards of these ranks taken, the heaviest.

        Those that can be in no plan above `floor` may be missing. There are so many runs in one suit at the most.
        """
        case, jokers = self.case, len(self.case.stand_ins)
        mask = sum(15 << RANK_BITS * rank for rank, _ in ranks)
        above = self._aboves(ranks, mask, floor, together)
        states: _States = {(): {(0, 0): _NOTHING}}
        for suit, runs in enumerate(self.suits):
            weighing = Weighing(case.weights[13 * suit : 13 * suit + 13], mask, mask & self.apart[suit])
            after: _States = {}
            for before, more, both in _joins(case.runs):
                if before not in states or (suit, more) not in above or (suit == len(self.suits) - 1 and both != case.runs):
                    continue
                here = after.setdefault(both, {})
                ways = runs.best(more, weighing, above[suit, more]).items()
                for (used, taken), way in states[before].items():
                    for (needed, takes), (weight, laying) in ways:
                        if used + needed <= jokers:
                            key = (used + needed, taken + takes)
                            total = way.weight + weight
                            if key not in here or here[key].weight < total:
                                here[key] = _Way(total, laying, way)
            states = after if case.exactly else {sizes: _undominated(ways) for sizes, ways in after.items()}
        return states.get(case.runs, {})

    def _aboves(self, ranks: SetsOf, mask: int, floor: int, together: int) -> dict[tuple[int, Sizes], int]:
        """For each suit and each choice of runs in it that some plan above `floor` may have, what they must weigh more than."""
        short = floor - self.gains[-1] - sum(self._weigh(rank, sum(self.totals[rank]), *self.totals[rank]) for rank, _ in ranks)
        parts = [sizes for sizes in parts_of(self.case.runs) if len(sizes) <= together]
        tops: list[dict[Sizes, int]] = []
        for suit, holding in enumerate(self.case.holdings):
            rest = weight_of(holding & ~mask, self.case.weights[13 * suit : 13 * suit + 13])
            most = {sizes: self._most_of_suit(suit, sizes)[-1] for sizes in parts}
            tops.append({sizes: min(weight, rest) for sizes, weight in most.items() if weight >= 0})
        found: dict[tuple[int, Sizes], int] = {}
        for spread in spreads(self.case.runs):
            if all(sizes in top for sizes, top in zip(spread, tops, strict=True)):
                total = sum(top[sizes] for sizes, top in zip(spread, tops, strict=True))
                if total > short:
                    for suit, sizes in enumerate(spread):
                        above = max(-1, short - total + tops[suit][sizes])
                        found[suit, sizes] = min(above, found.get((suit, sizes), above))
        return found

    def _best_with(self, ranks: SetsOf, floor: int, together: int) -> Plan | None:
        """The best plan with sets of these ranks and so many runs in one suit that weighs more than `floor`."""
        best: tuple[int, _Way, tuple[int, ...]] | None = None
        inside = sum(1 for _ in ranks)
        full = sum(self._hope(rank, sizes)[0] for rank, sizes in ranks) + self.gains[-1]
        for (used, taken), way in self._meet(ranks, floor, together).items():
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
            plain, apart = taken >> RANK_BITS * rank & 15, taken >> RANK_BITS * rank + APART_BITS & 15
            weight += plain * self.base[rank] + (apart * self._less(rank) if apart else 0)
        return weight

    def _sets(self, ranks: SetsOf, taken: int, jokers: int) -> Iterator[tuple[int, tuple[int, ...]]]:
        """What sets of these ranks weigh after runs took some cards, for each total of stand-ins the best way to part them."""
        ways: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
        for rank, sizes in ranks:
            plain = self.totals[rank][0] - (taken >> RANK_BITS * rank & 15)
            apart = self.totals[rank][1] - (taken >> RANK_BITS * rank + APART_BITS & 15)
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


def _most_together(some: list[int], others: list[int]) -> list[int]:
    """The most that both weigh for at most 0, 1 … stand-ins between them."""
    return [max(some[used] + others[many - used] for used in range(many + 1)) for many in range(len(some))]


def _undominated(ways: dict[tuple[int, int], _Way]) -> dict[tuple[int, int], _Way]:
    """The ways less those that need more stand-ins than another one that takes the same and weighs as much."""
    best: dict[int, int] = {}
    kept: dict[tuple[int, int], _Way] = {}
    for key in sorted(ways):
        if ways[key].weight > best.get(key[1], -1):
            best[key[1]] = ways[key].weight
            kept[key] = ways[key]
    return kept


def _unrolled(way: _Way) -> tuple[Laying, ...]:
    found: list[Laying] = []
    here: _Way | None = way
    while here is not None and here.laying is not None:
        found.append(here.laying)
        here = here.before
    return tuple(reversed(found))


@lru_cache(maxsize=256)
def _joins(sizes: Sizes) -> tuple[tuple[Sizes, Sizes, Sizes], ...]:
    """Every two choices of the runs asked for that are one together."""
    parts = parts_of(sizes)
    return tuple((before, more, both) for before in parts for more in parts if (both := tuple(sorted(before + more))) in parts)


@lru_cache(maxsize=1 << 10)
def _less_sizes(sizes: Sizes, gone: Sizes) -> Sizes | None:
    """The sizes less those that go; None where one is not among them."""
    left = list(sizes)
    for size in gone:
        if size not in left:
            return None
        left.remove(size)
    return tuple(left)
