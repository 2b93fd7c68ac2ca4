"""Which runs of each suit and sets of which ranks go down together, so that the most goes out: exact, by suits and ranks.

The sets' ranks are chosen outside, the most promising first, each with the most that it could come to; a choice that cannot
beat what is found is left aside. For one choice the suits' layings meet, told apart by their stand-ins and by the cards of the
sets' ranks that they take.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from continental.melds.hopes import Case, Choice, Hopes, Parts
from continental.melds.rank_sets import SetsOf
from continental.melds.suit_runs import APART_BITS, Best, Laying, Sizes, Weighing
from continental.melds.suits import RANK_BITS


@dataclass(frozen=True, slots=True)
class Plan:
    """A way to go down: what goes out weighs so much; each suit's runs; each set's rank with the stand-ins of its sets."""

    weight: int
    layings: tuple[Laying, ...]
    sets: SetsOf
    stand_ins: tuple[int, ...]


class _Way(NamedTuple):
    """Some suits' layings together: their weight, and the last one with its suit and the way before it."""

    weight: int
    suit: int
    laying: Laying
    before: _Way | None


_Ways = dict[tuple[int, int], _Way]
"""By the stand-ins used and the cards of the sets' ranks taken."""

_NO_RUNS: Final = Laying(0, 0, 0, ())
_NOTHING: Final = _Way(0, 0, _NO_RUNS, None)
_MORE: Final = 1 << 60


def best_plan(case: Case, floor: int = -1) -> Plan | None:
    """The plan in which the most goes out, or None where none weighs more than `floor`."""
    return _Planner(case).best(floor)


class _Planner:
    """The search for one case."""

    def __init__(self, case: Case) -> None:
        self._case = case
        self._hopes = Hopes(case)
        self._jokers = len(case.stand_ins)

    def best(self, floor: int) -> Plan | None:
        """The best plan that weighs more than `floor`: first with one run of a suit at the most, then with more.

        One with more runs of a suit is looked for first where little less goes out than can be hoped for, then where more.
        """
        hopes, runs = self._hopes, len(self._case.runs)
        top = hopes.promising(0)
        if top is None:
            return None
        best = self._best_above(floor, range(2))
        floor = floor if best is None else best.weight
        if runs < 2 or top.bound <= floor:
            return best
        least = hopes.least_natural()
        for short in (1, 2 * least + 1, 8 * least + 1, top.bound - floor):
            found = self._best_above(max(floor, top.bound - short), range(2, runs + 1))
            if found is not None or top.bound - short <= floor:
                return found or best
        return best

    def _best_above(self, floor: int, rounds: range) -> Plan | None:
        """The best plan that weighs more than `floor`, with so many runs in one suit just where there are most."""
        found: Plan | None = None
        for together in rounds:
            spreads = self._hopes.spreads(together)
            turn = 0
            while spreads and (choice := self._hopes.promising(turn)) is not None and choice.bound > floor:
                turn += 1
                plan = self._best_with(choice, floor, spreads)
                if plan is not None:
                    found, floor = plan, plan.weight
        return found

    # one choice of ranks

    def _best_with(self, choice: Choice, floor: int, spreads: list[Parts]) -> Plan | None:
        """The best plan with sets of these ranks and the runs so spread that weighs more than `floor`."""
        best: tuple[_Way, tuple[int, ...]] | None = None
        gains = self._hopes.gains
        full = choice.weight + gains[-1]
        for (used, taken), way in self._meet(choice, floor, spreads).items():
            extra = self._taken_weight(choice.ranks, taken) if taken else 0
            if way.weight + full + extra <= floor:
                continue
            for weight, stand_ins in self._sets(choice.ranks, taken, self._jokers - used):
                total = way.weight + extra + weight + gains[self._out(used + sum(stand_ins))]
                if total > floor:
                    floor, best = total, (way, stand_ins)
        return None if best is None else Plan(floor, _unrolled(best[0]), choice.ranks, best[1])

    def _meet(self, choice: Choice, floor: int, spreads: list[Parts]) -> _Ways:
        """The suits' layings together: for all the runs, by stand-ins and cards of these ranks taken, the heaviest.

        Those that can be in no plan above `floor` may be missing.
        """
        aboves = self._aboves(choice, floor, spreads)
        if aboves is None:
            return {}
        bests: dict[tuple[int, Sizes], Best] = {}
        met: _Ways = {}
        for parts in spreads:
            ways: _Ways = {(0, 0): _NOTHING}
            for turn, part in enumerate(parts):
                above = aboves.get(part)
                if above is None:
                    ways = {}
                    break
                if part not in bests:
                    bests[part] = self._best_of_suit(*part, choice, above)
                ways = self._beside(ways, part[0], bests[part])
                if turn and not self._case.exactly:
                    ways = _undominated(ways)
            for key, way in ways.items():
                if key not in met or met[key].weight < way.weight:
                    met[key] = way
        return met

    def _best_of_suit(self, suit: int, sizes: Sizes, choice: Choice, above: list[int]) -> Best:
        hopes = self._hopes
        weighing = Weighing(hopes.scales[suit], choice.mask, choice.mask & hopes.apart[suit], choice.full)
        return hopes.suits[suit].best(sizes, weighing, above)

    def _beside(self, ways: _Ways, suit: int, best: Best) -> _Ways:
        """Every one of these ways with the layings of a further suit."""
        found: _Ways = {}
        for (used, taken), way in ways.items():
            for (needed, takes), (weight, laying) in best.items():
                if used + needed <= self._jokers:
                    key = (used + needed, taken + takes)
                    total = way.weight + weight
                    if key not in found or found[key].weight < total:
                        found[key] = _Way(total, suit, laying, way)
        return found

    def _aboves(self, choice: Choice, floor: int, spreads: list[Parts]) -> dict[tuple[int, Sizes], list[int]] | None:
        """What runs in a suit must weigh more than for 0, 1 … stand-ins, for each of them that a plan above `floor` may have.

        None where there is no such plan.
        """
        hopes, free, rests = self._hopes, choice.free, choice.rests
        short = floor - hopes.gains[-1] - choice.everything
        found: dict[tuple[int, Sizes], list[int]] = {}
        may_be = False
        for parts in spreads if free >= 0 else ():
            if hopes.of_runs(parts)[free] <= short:
                continue
            tops = [min(rests[suit], hopes.of_suit(suit, sizes)[free]) for suit, sizes in parts]
            total = sum(tops)
            if parts and total <= short:
                continue
            may_be = True
            for turn, (part, top) in enumerate(zip(parts, tops, strict=True)):
                rest, others = short - total + top, hopes.of_runs(parts[:turn] + parts[turn + 1 :])
                above = [max(-1, rest, short - others[free - many]) for many in range(free + 1)]
                known = found.get(part)
                found[part] = above if known is None else list(map(min, above, known))
        for above in found.values():
            above.extend([_MORE] * (self._jokers - free))
        return found if may_be else None

    def _out(self, used: int) -> int:
        """How many stand-ins go out when so many are used: all, where a run takes those to spare."""
        return used if self._case.exactly or not self._case.runs else self._jokers

    def _taken_weight(self, ranks: SetsOf, taken: int) -> int:
        """What the cards of these ranks weigh that runs take."""
        weight = 0
        for rank, _ in ranks:
            plain, apart = taken >> RANK_BITS * rank & 15, taken >> RANK_BITS * rank + APART_BITS & 15
            weight += plain * self._hopes.base[rank] + (apart * self._hopes.less(rank) if apart else 0)
        return weight

    def _sets(self, ranks: SetsOf, taken: int, jokers: int) -> Iterator[tuple[int, tuple[int, ...]]]:
        """What sets of these ranks weigh after runs took some cards, for each total of stand-ins the best way to part them."""
        hopes = self._hopes
        ways: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
        for rank, sizes in ranks:
            plain = hopes.totals[rank][0] - (taken >> RANK_BITS * rank & 15)
            apart = hopes.totals[rank][1] - (taken >> RANK_BITS * rank + APART_BITS & 15)
            most = hopes.naturals_in(sizes, plain + apart)
            after: dict[int, tuple[int, tuple[int, ...]]] = {}
            for used, (weight, chosen) in ways.items():
                for many, naturals in enumerate(most[: jokers - used + 1]):
                    if naturals is not None:
                        total = weight + hopes.weigh(rank, naturals, plain, apart)
                        if used + many not in after or after[used + many][0] < total:
                            after[used + many] = (total, (*chosen, many))
            ways = after
        yield from ways.values()


def _undominated(ways: _Ways) -> _Ways:
    """The ways less those that need more stand-ins than another one that takes the same and weighs as much."""
    best: dict[int, int] = {}
    kept: _Ways = {}
    for key in sorted(ways):
        if ways[key].weight > best.get(key[1], -1):
            best[key[1]] = ways[key].weight
            kept[key] = ways[key]
    return kept


def _unrolled(way: _Way) -> tuple[Laying, ...]:
    """The layings of a way, by suit."""
    found = [_NO_RUNS] * 4
    here: _Way | None = way
    while here is not None:
        if here.before is not None:
            found[here.suit] = here.laying
        here = here.before
    return tuple(found)
