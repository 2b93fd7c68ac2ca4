"""Every useful way to lay some runs out of one suit's cards for a contract, worked out once for a holding and kept.

A holding is packed as in `suits`, four bits a rank. A `Laying` is some runs of the suit: the stand-ins that they need and the
naturals that they take. Two kinds of them are worked out:

- Where a rule limits stand-ins only by asking for a natural beside them (`is_plain`), a run takes every natural in its place
  that no other run of the suit has taken, and it is as short as asked or ends in naturals. Nothing better is lost: a stand-in
  that lies where the suit's own card is held can change places with it, wherever that card lies, and further stand-ins join
  the ends afterwards.
- Otherwise (`exactly`) every run is listed with every choice of naturals and stand-ins.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from typing import Final, NamedTuple

from continental.melds.contract import ContractRules, SameSuit
from continental.melds.grammar import RunRule, SetRule
from continental.melds.laid import spacing, stretches
from continental.melds.suits import RANK_BITS

Ranks = tuple[int, ...]
Sizes = tuple[int, ...]
"""Least sizes of some melds, sorted."""

_ONES: Final = sum(1 << shift for shift in range(0, 13 * RANK_BITS, RANK_BITS))
_SEVENS: Final = 7 * _ONES
_EIGHTS: Final = 8 * _ONES
APART_BITS: Final = 13 * RANK_BITS
"""Where cards of a rank that weigh less than its others are counted: above all ranks."""

_RANKS_BITS: Final = 13 * RANK_BITS
_MOST_KEPT: Final = 2_000
MOST_COPIES: Final = 7
"""The most copies of one card that a packed holding answers for."""


class Run(NamedTuple):
    """One run of a suit: the ranks of its places, which of them hold naturals (a bit each, the first lowest), the size asked."""

    ranks: Ranks
    naturals: int
    size: int


class Laying(NamedTuple):
    """Some runs of one suit: the stand-ins they need, the naturals they take (packed), their places in all, and the runs."""

    stand_ins: int
    taken: int
    places: int
    runs: tuple[Run, ...]


Best = dict[tuple[int, int], tuple[int, Laying]]
"""By stand-ins and by the cards of some ranks that are taken, the heaviest laying with its weight."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked of a suit: these runs or some of them, at most so many stand-ins, beside so many sets.

    `exactly` asks for every run in every way.
    """

    sizes: Sizes
    stand_ins: int
    sets: int
    exactly: bool


@dataclass(frozen=True, slots=True)
class Weighing:
    """How layings are compared: the weights of the suit's cards by rank, and two masks of packed cards.

    `mask` has the ranks that are told apart, `apart` those of them that weigh less in this suit than in others.
    """

    weights: tuple[int, ...]
    mask: int
    apart: int


def is_plain(rule: SetRule | RunRule) -> bool:
    """Whether the rule limits stand-ins by no more than one natural that must be there."""
    touch = not isinstance(rule, RunRule) or rule.jokers_touch
    return rule.max_jokers is None and not rule.outnumbered and touch and rule.min_naturals <= 1


@lru_cache(maxsize=256)
def parts_of(sizes: Sizes) -> tuple[Sizes, ...]:
    """Every choice of some of these sizes, the empty one first."""
    chosen = {some for many in range(len(sizes) + 1) for some in combinations(sizes, many)}
    return tuple(sorted(chosen, key=lambda some: (len(some), some)))


@lru_cache(maxsize=256)
def spreads(runs: Sizes) -> tuple[tuple[Sizes, ...], ...]:
    """Every way to spread the runs over the suits."""
    found = set()
    for suits in product(range(4), repeat=len(runs)):
        found.add(tuple(tuple(size for size, other in zip(runs, suits, strict=True) if other == suit) for suit in range(4)))
    return tuple(sorted(found))


@lru_cache(maxsize=1 << 12)
def suit_of_runs(holding: int, wanted: Wanted, melding: ContractRules) -> SuitRuns:
    """The runs of one suit's holding, kept so that a hand that changed by a card asks for one suit anew."""
    return SuitRuns(holding, wanted, melding)


class SuitRuns:
    """What can be laid out of one suit's holding."""

    def __init__(self, holding: int, wanted: Wanted, melding: ContractRules) -> None:
        self.holding = holding
        self._wanted = wanted
        self._melding = melding
        self.stand_ins = wanted.stand_ins
        self.least = melding.grammar.runs.min_naturals
        self.close = melding.same_suit is not SameSuit.FREE and len(wanted.sizes) > 1
        self._spacing = spacing(melding)
        self._all: dict[Sizes, tuple[Laying, ...]] = {(): (Laying(0, 0, 0, ()),)}
        self._best: dict[tuple[Sizes, tuple[int, ...]], Best] = {}

    def best(self, sizes: Sizes, weighing: Weighing, above: int = -1) -> Best:
        """The heaviest layings of runs of these sizes, by stand-ins and by what is taken of the ranks that are told apart.

        Their weight is that of the cards of other ranks; those that weigh no more than `above` are left out. Where not every
        way is asked for, one that another beats, with no more stand-ins and none more of those ranks taken, may be missing.
        """
        if weighing.mask or (above >= 0 and len(sizes) > 1 and (sizes, weighing.weights) not in self._best):
            return self._find(sizes, weighing, above)
        found = self._best.get((sizes, weighing.weights))
        if found is None:
            if len(self._best) >= _MOST_KEPT:
                self._best.clear()
            found = self._best[sizes, weighing.weights] = self._find(sizes, weighing, -1)
        return found

    def _find(self, sizes: Sizes, weighing: Weighing, above: int) -> Best:
        if len(sizes) < 2 or self._wanted.exactly:
            return _heaviest(self._every(sizes), weighing, above)
        return _Together(self, sizes, weighing, above).found

    def by_weight(self, size: int, weighing: Weighing) -> list[tuple[int, Laying]]:
        """The single runs of a size with their weights, the heaviest and of those the cheapest first."""
        others, weights = ~weighing.mask, weighing.weights
        ways = ((weight_of(way[1] & others, weights), way) for way in self._every((size,)))
        return sorted(ways, key=lambda pair: (-pair[0], pair[1][0]))

    def weight_without(self, weighing: Weighing) -> int:
        """What all of the suit weighs, the ranks that are told apart left aside."""
        return weight_of(self.holding & ~weighing.mask, weighing.weights)

    def _every(self, sizes: Sizes) -> tuple[Laying, ...]:
        """Every laying of runs of these sizes that is worth a look, one of those that take the same."""
        found = self._all.get(sizes)
        if found is None:
            found = self._alone(sizes[0]) if len(sizes) == 1 else self._beside(sizes)
            self._all[sizes] = found
        return found

    def _beside(self, sizes: Sizes) -> tuple[Laying, ...]:
        """Runs beside each other where each run is listed in every way, so that two that want the same card are no pair."""
        most, holding = self.stand_ins, self.holding - _SEVENS
        apart = self.close and len(self._wanted.sizes) > len(sizes)
        others: list[list[Laying]] = [[] for _ in range(most + 1)]
        for way in self._every(sizes[-1:]):
            others[way[0]].append(way)
        found: dict[object, Laying] = {}
        for one in self._every(sizes[:-1]):
            before = one[1] - holding
            for needed in range(most - one[0] + 1):
                stand_ins = one[0] + needed
                for other in others[needed]:
                    if before + other[1] & _EIGHTS:
                        continue
                    runs = one[3] + other[3]
                    key: object = (one[1] + other[1], stand_ins)
                    if apart:
                        key = (key, tuple(sorted((run.ranks[0], len(run.ranks)) for run in runs)))
                    if key not in found and (not self.close or self.are_clear(one, other)):
                        found[key] = Laying(stand_ins, one[1] + other[1], one[2] + other[2], runs)
        return tuple(found.values())

    def are_clear(self, one: Laying, other: Laying) -> bool:
        return all(self._spacing[run.ranks, more.ranks] for run in one.runs for more in other.runs)

    def has_naturals(self, laying: Laying) -> bool:
        """Whether each run can have a natural of its own: where runs may lie anywhere, as many naturals as runs are enough."""
        enough = laying.places - laying.stand_ins >= len(laying.runs)
        return enough and (not self.close or naturals_of(laying) is not None)

    def _alone(self, size: int) -> tuple[Laying, ...]:
        """The single runs of at least this size that are worth laying."""
        rule = self._melding.grammar.runs
        held = sum(self.holding >> shift & 15 for shift in range(0, _RANKS_BITS, RANK_BITS))
        most = min(held + self._wanted.stand_ins, rule.max_size or held + self._wanted.stand_ins)
        found: dict[object, Laying] = {}
        for length in range(size, most + 1):
            for ranks in stretches(rule.track, length):
                for naturals, taken in self._fillings(ranks, size):
                    laying = Laying(length - naturals.bit_count(), taken, length, (Run(ranks, naturals, size),))
                    key: object = (ranks, taken) if self.close else (taken, laying.stand_ins if self._wanted.exactly else 0)
                    found.setdefault(key, laying)
        return tuple(found.values())

    def _fillings(self, ranks: Ranks, size: int) -> Iterator[tuple[int, int]]:
        """The naturals (a bit a place, and packed) of a run on these places, and those choices of fewer that may matter."""
        rule = self._melding.grammar.runs
        left, naturals = self.holding, 0
        for place, rank in enumerate(ranks):
            if left >> RANK_BITS * rank & 15:
                left -= 1 << RANK_BITS * rank
                naturals |= 1 << place
        spare = self._wanted.stand_ins - (len(ranks) - naturals.bit_count())
        if spare < 0:
            return
        ends = naturals & 1 and naturals >> len(ranks) - 1 & 1
        if len(ranks) > size and not (ends or self._wanted.exactly or self.close):
            return
        held = [place for place in range(len(ranks)) if naturals >> place & 1]
        for freed in range(min(self._most_freed(len(ranks), size, spare), len(held)) + 1):
            for places in combinations(held, freed) if self._wanted.exactly else (held[:freed],):
                kept = naturals - sum(1 << place for place in places)
                many = kept.bit_count()
                if rule.allows(many, len(ranks) - many) and _may_lie(kept, len(ranks), rule):
                    yield kept, sum(1 << RANK_BITS * rank for place, rank in enumerate(ranks) if kept >> place & 1)

    def _most_freed(self, length: int, size: int, spare: int) -> int:
        """For how many held naturals stand-ins may lie in a run.

        A set without another natural may need one that lies in a run which cannot be shifted away from it; such a set takes
        two stand-ins more. Which of the run's naturals it gets does not matter, so it gets the lowest.
        """
        if self._wanted.exactly:
            return spare
        if self.close or (length == size and 2 * size > len(self._melding.grammar.runs.track.ranks)):
            return min(self._wanted.sets, spare // 3)
        return 0


class _Together:
    """The best layings of some runs beside each other: one run after another, the heaviest first, so that most need no look."""

    def __init__(self, suit: SuitRuns, sizes: Sizes, weighing: Weighing, above: int) -> None:
        self.found: Best = {}
        self._suit = suit
        self._sizes = sizes
        self._weighing = weighing
        self._lists = [suit.by_weight(size, weighing) for size in sizes]
        self._all = suit.weight_without(weighing)
        self._nothing = [above] * (suit.stand_ins + 1)
        self._untouched = list(self._nothing)
        self._reached: dict[int, list[int]] = {0: self._untouched}
        if all(self._lists):
            self._add(0, 0, 0, Laying(0, 0, 0, ()), overlap=False)

    def _add(self, turn: int, start: int, total: int, before: Laying, *, overlap: bool) -> None:
        """Put a run beside those before it; what they take together, each card once, weighs `total`."""
        suit, weighing, ways = self._suit, self._weighing, self._lists[turn]
        holding, most = suit.holding, suit.stand_ins
        last = turn + 1 == len(self._sizes)
        same = not last and self._sizes[turn + 1] == self._sizes[turn]
        untouched = self._untouched
        if self._all <= untouched[before[0]]:
            return
        times = self._sizes[turn:].count(self._sizes[turn])  # those of one size follow on each other, the heaviest first
        others = sum(ways[0][0] for ways in self._lists[turn + times :])
        for place in range(start, len(ways)):
            more, other = ways[place]
            if total + more * times + others <= untouched[before[0]]:
                break
            stand_ins, taken, gained = before[0] + other[0], before[1] + other[1], total + more
            if stand_ins > most:
                continue
            over = (taken + _SEVENS - holding) & _EIGHTS
            shared = overlap or bool(over)
            while over:
                stand_ins += over.bit_count()
                gone = over >> 3
                gained -= weight_of(gone & ~weighing.mask, weighing.weights) if gone & ~weighing.mask else 0
                taken -= gone
                over = (taken + _SEVENS - holding) & _EIGHTS
            if stand_ins > most or (suit.close and not suit.are_clear(before, other)):
                continue
            both = Laying(stand_ins, taken, before[2] + other[2], before[3] + other[3])
            if last:
                self._keep(gained, both, shared=shared)
            elif self._all > untouched[stand_ins]:
                self._add(turn + 1, place if same else 0, gained, both, overlap=shared)

    def _keep(self, total: int, laying: Laying, *, shared: bool) -> None:
        """Take a laying into account where none known beats it; runs that share cards must each have a natural of their own."""
        stand_ins = laying[0]
        if total <= self._untouched[stand_ins]:
            return
        used = _told_apart(laying[1], self._weighing)
        best = self._reached.get(used)
        if best is None:
            best = self._reached[used] = list(self._nothing)
        if total <= best[stand_ins] or (shared and self._suit.least and not self._suit.has_naturals(laying)):
            return
        self.found[stand_ins, used] = (total, laying)
        for many in range(stand_ins, len(best)):
            best[many] = max(best[many], total)


def _heaviest(ways: tuple[Laying, ...], weighing: Weighing, above: int) -> Best:
    """Of these layings the heaviest, by stand-ins and by what they take of the ranks that are told apart."""
    found: Best = {}
    others, weights = ~weighing.mask, weighing.weights
    for laying in ways:
        weight = weight_of(laying[1] & others, weights)
        if weight > above:
            key = (laying[0], _told_apart(laying[1], weighing))
            if key not in found or found[key][0] < weight:
                found[key] = (weight, laying)
    return found


def _told_apart(taken: int, weighing: Weighing) -> int:
    """What is taken of the ranks that are told apart: packed, the cards that weigh less above the others."""
    taken &= weighing.mask
    return taken if not weighing.apart else taken & ~weighing.apart | (taken & weighing.apart) << APART_BITS


@lru_cache(maxsize=1 << 16)
def weight_of(taken: int, weights: tuple[int, ...]) -> int:
    """What packed cards weigh, by rank."""
    weight = 0
    for each in weights:
        weight += each * (taken & 15)
        taken >>= RANK_BITS
    return weight


def naturals_of(laying: Laying) -> tuple[int, ...] | None:
    """Which places of each run hold naturals, every run one and all that is taken somewhere; None if it cannot be."""
    firsts = _firsts(laying.runs, laying.taken)
    if firsts is None:
        return None
    left = laying.taken
    for run, place in zip(laying.runs, firsts, strict=True):
        left -= 1 << RANK_BITS * run.ranks[place] if place >= 0 else 0
    dealt: list[int] = []
    for run, first in zip(laying.runs, firsts, strict=True):
        bits = 1 << first if first >= 0 else 0
        for place, rank in enumerate(run.ranks):
            if place != first and run.naturals >> place & 1 and left >> RANK_BITS * rank & 15:
                left -= 1 << RANK_BITS * rank
                bits |= 1 << place
        dealt.append(bits)
    return tuple(dealt)


def _firsts(runs: tuple[Run, ...], taken: int) -> tuple[int, ...] | None:
    """A place for one natural of each run's own; -1 for a run that wants none."""
    if not runs:
        return ()
    run = runs[0]
    if not run.naturals:
        rest = _firsts(runs[1:], taken)
        return None if rest is None else (-1, *rest)
    for place, rank in enumerate(run.ranks):
        if run.naturals >> place & 1 and taken >> RANK_BITS * rank & 15:
            rest = _firsts(runs[1:], taken - (1 << RANK_BITS * rank))
            if rest is not None:
                return (place, *rest)
    return None


def _may_lie(naturals: int, length: int, rule: RunRule) -> bool:
    if rule.jokers_touch:
        return True
    others = ~naturals & (1 << length) - 1
    return not others & others >> 1
