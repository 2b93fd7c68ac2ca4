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
from itertools import combinations
from typing import Final, NamedTuple

from continental.melds.contract import ContractRules, SameSuit
from continental.melds.grammar import RunRule, SetRule
from continental.melds.laid import are_apart, stretches
from continental.melds.suits import RANK_BITS

Ranks = tuple[int, ...]
Sizes = tuple[int, ...]
"""Least sizes of some melds, sorted."""

_ONES: Final = sum(1 << shift for shift in range(0, 13 * RANK_BITS, RANK_BITS))
_SEVENS: Final = 7 * _ONES
_EIGHTS: Final = 8 * _ONES
MOST_COPIES: Final = 7
"""The most copies of one card that a packed holding answers for."""


class Run(NamedTuple):
    """One run of a suit: the ranks of its places, which of them (a bit each, the first lowest) hold naturals, and the size asked."""

    ranks: Ranks
    naturals: int
    size: int


class Laying(NamedTuple):
    """Some runs of one suit: the stand-ins they need, the naturals they take (packed), and the runs."""

    stand_ins: int
    taken: int
    runs: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked of a suit: at most these runs, at most so many stand-ins, beside so many sets, every run in every way or not."""

    sizes: Sizes
    stand_ins: int
    sets: int
    exactly: bool


Layings = dict[Sizes, tuple[Laying, ...]]
"""For every choice of the runs asked for, the ways to lay them out of this suit."""


def is_plain(rule: SetRule | RunRule) -> bool:
    """Whether the rule limits stand-ins by no more than one natural that must be there."""
    touch = not isinstance(rule, RunRule) or rule.jokers_touch
    return rule.max_jokers is None and not rule.outnumbered and touch and rule.min_naturals <= 1


def parts_of(sizes: Sizes) -> tuple[Sizes, ...]:
    """Every choice of some of these sizes, the empty one first."""
    chosen = {some for many in range(len(sizes) + 1) for some in combinations(sizes, many)}
    return tuple(sorted(chosen, key=lambda some: (len(some), some)))


@lru_cache(maxsize=1 << 14)
def layings(holding: int, wanted: Wanted, melding: ContractRules) -> Layings:
    """The ways to lay runs out of one suit's holding; for each choice of the wanted sizes the cheapest of those that take the same."""
    close = melding.same_suit is not SameSuit.FREE and len(wanted.sizes) > 1
    found: dict[Sizes, dict[object, Laying]] = {(): {0: Laying(0, 0, ())}}
    least = melding.grammar.runs.min_naturals
    for sizes in parts_of(wanted.sizes)[1:]:
        here: dict[object, Laying] = {}
        if close and melding.same_suit is SameSuit.DIFFERENT and len(sizes) > 1:
            break
        for alone in _runs(holding, sizes[-1], wanted, melding):
            for before in found.get(sizes[:-1], {}).values():
                both = _beside(before, alone, holding, exactly=wanted.exactly)
                if both is None or both.stand_ins > wanted.stand_ins:
                    continue
                if close and not all(are_apart(alone.runs[0].ranks, other.ranks, melding) for other in before.runs):
                    continue
                if not wanted.exactly and least and len(sizes) > 1 and not _has_naturals(both, close=close):
                    continue
                key = _key(both, close=close, exactly=wanted.exactly)
                known = here.get(key)
                if known is None or both.stand_ins < known.stand_ins:
                    here[key] = both
        found[sizes] = here
    return {sizes: _cheapest(tuple(ways.values()), exactly=wanted.exactly) for sizes, ways in found.items()}


def _key(laying: Laying, *, close: bool, exactly: bool) -> object:
    """What tells layings apart while runs are still added: where runs of a suit restrict each other, where they lie too."""
    own: object = (laying.taken, laying.stand_ins) if exactly else laying.taken
    return (own, tuple(sorted((run.ranks[0], len(run.ranks)) for run in laying.runs))) if close else own


def _cheapest(ways: tuple[Laying, ...], *, exactly: bool) -> tuple[Laying, ...]:
    best: dict[tuple[int, int], Laying] = {}
    for way in ways:
        key = (way.taken, way.stand_ins if exactly else 0)
        if key not in best or way.stand_ins < best[key].stand_ins:
            best[key] = way
    return tuple(best.values())


def _beside(before: Laying, alone: Laying, holding: int, *, exactly: bool) -> Laying | None:
    """Both layings together: what is wanted more often than held is filled by stand-ins, or, where all is told exactly, cannot be."""
    taken = before.taken + alone.taken
    over = (taken + _SEVENS - holding) & _EIGHTS
    missing = 0
    while over:
        if exactly:
            return None
        missing += over.bit_count()
        taken -= over >> 3
        over = (taken + _SEVENS - holding) & _EIGHTS
    return Laying(before.stand_ins + alone.stand_ins + missing, taken, (*before.runs, *alone.runs))


def _has_naturals(laying: Laying, *, close: bool) -> bool:
    """Whether each run can have a natural of its own: where runs may lie anywhere, as many naturals as runs are enough."""
    many = sum(laying.taken >> shift & 15 for shift in range(0, 13 * RANK_BITS, RANK_BITS))
    return many >= len(laying.runs) and (not close or naturals_of(laying) is not None)


def naturals_of(laying: Laying) -> tuple[int, ...] | None:
    """Which places of each run hold naturals, so that every run has one and all taken cards lie somewhere; None if it cannot be."""
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


@lru_cache(maxsize=1 << 14)
def _runs(holding: int, size: int, wanted: Wanted, melding: ContractRules) -> tuple[Laying, ...]:
    """The single runs of at least this size that are worth laying out of a holding."""
    rule = melding.grammar.runs
    close = melding.same_suit is not SameSuit.FREE and len(wanted.sizes) > 1
    many = sum(holding >> shift & 15 for shift in range(0, 13 * RANK_BITS, RANK_BITS)) + wanted.stand_ins
    most = min(many, rule.max_size or many)
    found: dict[object, Laying] = {}
    for length in range(size, most + 1):
        for ranks in stretches(rule.track, length):
            for run, taken in _fillings(holding, ranks, size, wanted, melding, close=close):
                laying = Laying(length - run.naturals.bit_count(), taken, (run,))
                found.setdefault((*((ranks,) if close else ()), taken, laying.stand_ins), laying)
    return tuple(found.values())


def _fillings(
    holding: int, ranks: Ranks, size: int, wanted: Wanted, melding: ContractRules, *, close: bool
) -> Iterator[tuple[Run, int]]:
    """The run on these places with its naturals, and with those choices of fewer that may matter."""
    rule = melding.grammar.runs
    left, naturals = holding, 0
    for place, rank in enumerate(ranks):
        if left >> RANK_BITS * rank & 15:
            left -= 1 << RANK_BITS * rank
            naturals |= 1 << place
    spare = wanted.stand_ins - (len(ranks) - naturals.bit_count())
    if spare < 0:
        return
    ends = naturals & 1 and naturals >> len(ranks) - 1 & 1
    if not wanted.exactly and not close and len(ranks) > size and not ends:
        return
    held = [place for place in range(len(ranks)) if naturals >> place & 1]
    for freed in range(_most_freed(len(ranks), size, spare, wanted, rule, close=close) + 1):
        for places in combinations(held, min(freed, len(held))):
            kept = naturals - sum(1 << place for place in places)
            stand_ins = len(ranks) - kept.bit_count()
            if freed <= len(held) and rule.allows(kept.bit_count(), stand_ins) and _may_lie(kept, ranks, rule):
                yield Run(ranks, kept, size), sum(1 << RANK_BITS * rank for place, rank in enumerate(ranks) if kept >> place & 1)


def _most_freed(length: int, size: int, spare: int, wanted: Wanted, rule: RunRule, *, close: bool) -> int:
    """For how many held naturals stand-ins may lie in a run.

    A set without another natural may need the one that lies in a run which cannot be shifted away from it; such a set
    takes two stand-ins more.
    """
    if wanted.exactly:
        return spare
    if close or (length == size and 2 * size > len(rule.track.ranks)):
        return min(wanted.sets, spare // 3)
    return 0


def _may_lie(naturals: int, ranks: Ranks, rule: RunRule) -> bool:
    if rule.jokers_touch:
        return True
    others = ~naturals & (1 << len(ranks)) - 1
    return not others & others >> 1
