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

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, count, product
from operator import le
from typing import Final, NamedTuple

from continental.melds.contract import ContractRules, SameSuit
from continental.melds.grammar import RunRule, SetRule
from continental.melds.laid import spacing
from continental.melds.suits import RANK_BITS
from continental.melds.windows import forced_places, stretches_packed

Ranks = tuple[int, ...]
Sizes = tuple[int, ...]
"""Least sizes of some melds, sorted."""

_ONES: Final = sum(1 << shift for shift in range(0, 13 * RANK_BITS, RANK_BITS))
_SEVENS: Final = 7 * _ONES
_EIGHTS: Final = 8 * _ONES
_TWICE: Final = 14 * _ONES
"""Where a packed stretch of a track has a rank more than once."""

APART_BITS: Final = 13 * RANK_BITS
"""Where cards of a rank that weigh less than its others are counted: above all ranks."""

_numbers: Final = count()
_NEVER: Final = -(1 << 60)
_RANKS_BITS: Final = 13 * RANK_BITS
_MOST_KEPT: Final = 2_000
_MOST_WEIGHED: Final = 1 << 16
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


class Scale(dict[int, int]):
    """What packed cards of a suit weigh, by their ranks; worked out when asked for and kept. Each has a number of its own."""

    def __init__(self, weights: tuple[int, ...]) -> None:
        super().__init__()
        self._weights = weights
        self.number = next(_numbers)

    def __missing__(self, taken: int) -> int:
        if len(self) >= _MOST_WEIGHED:
            self.clear()
        weight, left = 0, taken
        for each in self._weights:
            weight += each * (left & 15)
            left >>= RANK_BITS
        self[taken] = weight
        return weight


@lru_cache(maxsize=64)
def scale_of(weights: tuple[int, ...]) -> Scale:
    """The scale of a suit whose cards weigh so much, by rank."""
    return Scale(weights)


class Weighing(NamedTuple):
    """How layings are compared: the scale of the suit's cards, two masks of packed cards, and whether sets may be full.

    `mask` has the ranks that are told apart, `apart` those of them that weigh less in this suit than in others. Where a set of
    one of these ranks may have no room for all of its cards, one that a run takes may be better off there (`full`).
    """

    scale: Scale
    mask: int
    apart: int
    full: bool


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
        self._every: dict[int, tuple[Laying, ...]] = {}
        self._sorted: dict[tuple[int, int], list[tuple[int, Laying]]] = {}
        self._best: dict[tuple[Sizes, int], Best] = {}
        self._above: dict[tuple[Sizes, int, int, bool, int], tuple[list[int], Best]] = {}

    def best(self, sizes: Sizes, weighing: Weighing, above: list[int]) -> Best:
        """The heaviest layings of runs of these sizes, by stand-ins and by what is taken of the ranks that are told apart.

        Their weight is that of the cards of other ranks; those that weigh no more than `above` has for their stand-ins are left
        out. Where not every way is asked for, one that another beats, with no more stand-ins and none more of those ranks
        taken, may be missing.
        """
        scale = weighing.scale
        if weighing.mask or len(sizes) > 1:
            return self._find(sizes, weighing, above)
        found = self._best.get((sizes, scale.number))
        if found is None:
            if len(self._best) >= _MOST_KEPT:
                self._best.clear()
            found = self._best[sizes, scale.number] = self._find(sizes, weighing, [-1] * (self.stand_ins + 1))
        return found

    def _find(self, sizes: Sizes, weighing: Weighing, above: list[int]) -> Best:
        if len(sizes) == 1:
            return _heaviest(self.sorted(sizes[0], weighing.scale), weighing, above)
        told = (sizes, weighing.mask & self.holding, weighing.apart & self.holding, weighing.full, weighing.scale.number)
        known = self._above.get(told)
        if known is not None and all(map(le, known[0], above)):
            return known[1]
        if len(self._above) >= _MOST_KEPT:
            self._above.clear()
        found = _Together(self, sizes, weighing, above, exactly=self._wanted.exactly).found
        self._above[told] = (above, found)
        return found

    def by_weight(self, size: int, weighing: Weighing, above: int) -> list[tuple[int, Laying]]:
        """The single runs of a size that weigh more than `above`, the heaviest and of those the cheapest first."""
        scale, others = weighing.scale, ~weighing.mask
        known = self.sorted(size, scale)
        if not weighing.mask:
            return known
        found = []
        for weight, way in known:
            if weight <= above:
                break
            weighs = scale[way[1] & others]
            if weighs > above:
                found.append((weighs, way))
        found.sort(key=_first_heaviest)
        return found

    def sorted(self, size: int, scale: Scale) -> list[tuple[int, Laying]]:
        """The single runs of a size with the weight of all they take, the heaviest and of those the cheapest first."""
        found = self._sorted.get((size, scale.number))
        if found is None:
            if len(self._sorted) >= _MOST_KEPT:
                self._sorted.clear()
            ways = self._every.get(size)
            if ways is None:
                ways = self._every[size] = self._alone(size)
            found = self._sorted[size, scale.number] = sorted([(scale[way[1]], way) for way in ways], key=_first_heaviest)
        return found

    def weight_without(self, weighing: Weighing) -> int:
        """What all of the suit weighs, the ranks that are told apart left aside."""
        return weighing.scale[self.holding & ~weighing.mask]

    def are_clear(self, one: Laying, other: Laying) -> bool:
        return all(self._spacing[run.ranks, more.ranks] for run in one.runs for more in other.runs)

    def has_naturals(self, laying: Laying) -> bool:
        """Whether each run can have a natural of its own: where runs may lie anywhere, as many naturals as runs are enough."""
        enough = laying.places - laying.stand_ins >= len(laying.runs)
        return enough and (not self.close or naturals_of(laying) is not None)

    def _alone(self, size: int) -> tuple[Laying, ...]:
        """The single runs of at least this size that are worth laying."""
        rule, holding, stand_ins = self._melding.grammar.runs, self.holding, self.stand_ins
        held = ((holding + _SEVENS) & _EIGHTS) >> 3
        all_held = sum(holding >> shift & 15 for shift in range(0, _RANKS_BITS, RANK_BITS))
        most = min(all_held + stand_ins, rule.max_size or all_held + stand_ins)
        if not (self._wanted.exactly or self.close or 2 * size > len(rule.track.ranks)):
            return self._alone_plainly(size, most)
        every = self._wanted.exactly or self.close
        found: dict[object, Laying] = {}
        for length in range(size, most + 1):
            for ranks, track in stretches_packed(rule.track, length):
                if length - (track & held * 15).bit_count() > stand_ins and not track & _TWICE:
                    continue
                if length > size and not (every or (held >> RANK_BITS * ranks[0] & held >> RANK_BITS * ranks[-1] & 1)):
                    continue
                for naturals, taken in self._fillings(ranks, size):
                    laying = Laying(length - naturals.bit_count(), taken, length, (Run(ranks, naturals, size),))
                    key: object = (ranks, taken) if self.close else (taken, laying.stand_ins if self._wanted.exactly else 0)
                    found.setdefault(key, laying)
        return tuple(found.values())

    def _alone_plainly(self, size: int, most: int) -> tuple[Laying, ...]:
        """The single runs of at least this size where each takes all it can."""
        track, holding, stand_ins = self._melding.grammar.runs.track, self.holding, self.stand_ins
        held = ((holding + _SEVENS) & _EIGHTS) >> 3
        found: dict[int, Laying] = {}
        for length in range(size, most + 1):
            for ranks, packed in stretches_packed(track, length):
                if packed & _TWICE:
                    for naturals, taken in self._fillings(ranks, size):
                        run = Run(ranks, naturals, size)
                        found.setdefault(taken, Laying(length - naturals.bit_count(), taken, length, (run,)))
                    continue
                taken = packed & held * 15
                many = taken.bit_count()
                if length - many > stand_ins or many < self.least or taken in found:
                    continue
                if length == size or held >> RANK_BITS * ranks[0] & held >> RANK_BITS * ranks[-1] & 1:
                    naturals = sum([1 << place for place, rank in enumerate(ranks) if held >> RANK_BITS * rank & 1])
                    found[taken] = Laying(length - many, taken, length, (Run(ranks, naturals, size),))
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
                if forced_places(rule, len(ranks), ~kept & (1 << len(ranks)) - 1) == 0:
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
    """The best layings of some runs beside each other: one run after another, the heaviest first, so that most need no look.

    Where every way is asked for (`exactly`), a card is no run's but the one that takes it, and fewer stand-ins are not better.
    """

    def __init__(self, suit: SuitRuns, sizes: Sizes, weighing: Weighing, above: list[int], *, exactly: bool) -> None:
        self.found: Best = {}
        self._suit = suit
        self._sizes = sizes
        self._weighing = weighing
        self._exactly = exactly
        self._nothing = above
        self._untouched = list(above)
        self._reached: dict[int, list[int]] = {} if weighing.full else {0: self._untouched}
        self._all = suit.weight_without(weighing)
        mosts = {size: suit.sorted(size, weighing.scale)[:1] for size in set(sizes)}
        if all(mosts.values()):
            beside = sum(mosts[size][0][0] for size in sizes)
            lists = {size: suit.by_weight(size, weighing, min(above) - beside + mosts[size][0][0]) for size in mosts}
            self._lists = [lists[size] for size in sizes]
            self._hopes = self._most_of_rests()
            if all(lists.values()):
                self._add(0, 0, 0, Laying(0, 0, 0, ()), self._lists[0], overlap=False)

    def _most_of_rests(self) -> list[list[int]]:
        """From each turn on, the most that the runs weigh for at most 0, 1 … stand-ins, were they in nobody's way."""
        most = self._suit.stand_ins
        rests = [[0] * (most + 1)]
        for ways in reversed(self._lists):
            alone = [_NEVER] * (most + 1)
            for weight, way in ways:
                alone[way[0]] = max(alone[way[0]], weight)
            for many in range(most):
                alone[many + 1] = max(alone[many], alone[many + 1])
            rests.append(most_together(rests[-1], alone))
        return rests[::-1]

    def _add(self, turn: int, start: int, total: int, before: Laying, ways: list[tuple[int, Laying]], *, overlap: bool) -> None:
        """Put one of these runs beside those before it; what they take together, each card once, weighs `total`."""
        suit, weighing, untouched = self._suit, self._weighing, self._untouched
        holding, most, everything = suit.holding, suit.stand_ins, self._all
        so_far, rests = before[0], self._hopes[turn + 1]
        last = turn + 1 == len(self._sizes)
        same = not last and self._sizes[turn + 1] == self._sizes[turn]
        times = self._sizes[turn:].count(self._sizes[turn])  # those of one size follow on each other, the heaviest first
        others = self._hopes[turn + times][-1]
        for place in range(start, len(ways)):
            more, other = ways[place]
            best = total + more * times + others
            if best <= untouched[so_far] and best <= min(untouched[so_far:]):
                break
            stand_ins, gained = so_far + other[0], total + more
            if stand_ins > most:
                continue
            if last and gained <= untouched[stand_ins]:
                continue
            if not self._exactly and min(best, gained + rests[most - stand_ins]) <= untouched[stand_ins]:
                continue
            taken = before[1] + other[1]
            over = (taken + _SEVENS - holding) & _EIGHTS
            shared = overlap or bool(over)
            while over:
                stand_ins += most + 1 if self._exactly else over.bit_count()
                gone = over >> 3
                gained -= weighing.scale[gone & ~weighing.mask]
                taken -= gone
                over = (taken + _SEVENS - holding) & _EIGHTS
            if stand_ins > most or (suit.close and not suit.are_clear(before, other)):
                continue
            if last:
                if gained > untouched[stand_ins]:
                    self._keep(gained, Laying(stand_ins, taken, before[2] + other[2], before[3] + other[3]), shared=shared)
            elif self._may_be_better(gained, stand_ins, rests, everything):
                both = Laying(stand_ins, taken, before[2] + other[2], before[3] + other[3])
                if not same:
                    self._add(turn + 1, 0, gained, both, self._lists[turn + 1], overlap=shared)
                elif self._exactly:
                    spare = holding - taken + _EIGHTS
                    light = min(untouched[stand_ins:]) - gained - others - more * (times - 2)
                    end = bisect_left(ways, -light, place, key=_lightness)
                    beside = [way for way in ways[place:end] if (spare - way[1][1]) & _EIGHTS == _EIGHTS]
                    self._add(turn + 1, 0, gained, both, beside, overlap=shared)
                else:
                    self._add(turn + 1, place, gained, both, ways, overlap=shared)

    def _may_be_better(self, gained: int, stand_ins: int, rests: list[int], everything: int) -> bool:
        """Whether what weighs so much for so many stand-ins may, with the runs to come, be heavier than what is known."""
        untouched = self._untouched
        for many in range(stand_ins, len(untouched)):
            least = untouched[many]
            if everything > least and gained + rests[many - stand_ins] > least:
                return True
        return False

    def _keep(self, total: int, laying: Laying, *, shared: bool) -> None:
        """Take a laying into account where none known beats it; runs that share cards must each have a natural of their own."""
        stand_ins = laying[0]
        used = _told_apart(laying[1], self._weighing)
        best = self._reached.get(used)
        if best is None:
            best = self._reached[used] = list(self._nothing)
        if total <= best[stand_ins] or (shared and self._suit.least and not self._suit.has_naturals(laying)):
            return
        self.found[stand_ins, used] = (total, laying)
        for many in (stand_ins,) if self._exactly else range(stand_ins, len(best)):
            best[many] = max(best[many], total)


def _lightness(pair: tuple[int, Laying]) -> int:
    return -pair[0]


def _first_heaviest(pair: tuple[int, Laying]) -> tuple[int, int]:
    return -pair[0], pair[1][0]


def most_together(some: list[int], others: list[int]) -> list[int]:
    """The most that both weigh for at most 0, 1 … stand-ins between them."""
    return [max([some[used] + others[many - used] for used in range(many + 1)]) for many in range(len(some))]


def _heaviest(ways: list[tuple[int, Laying]], weighing: Weighing, above: list[int]) -> Best:
    """Of these layings, the heaviest first, those that weigh most, by stand-ins and by what they take of ranks told apart."""
    found: Best = {}
    others, scale, least = ~weighing.mask, weighing.scale, min(above)
    for weight, laying in ways:
        if weight <= least:
            break
        weighs = scale[laying[1] & others]
        if weighs > above[laying[0]]:
            key = (laying[0], _told_apart(laying[1], weighing))
            if key not in found or found[key][0] < weighs:
                found[key] = (weighs, laying)
    return found


def _told_apart(taken: int, weighing: Weighing) -> int:
    """What is taken of the ranks that are told apart: packed, the cards that weigh less above the others."""
    taken &= weighing.mask
    return taken if not weighing.apart else taken & ~weighing.apart | (taken & weighing.apart) << APART_BITS


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
