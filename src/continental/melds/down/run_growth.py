"""How a run on the table may grow by the cards of one suit and by jokers that bridge to them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from continental.cards import rank_of
from continental.melds.contract import ContractRules
from continental.melds.grammar import End, Meld, RunRule, Track
from continental.melds.packed import RANK_BITS
from continental.melds.reading import Ranks, beyond, is_laid

Laid = tuple[End, int, bool]
"""One card laid at a run: the end, the rank of its place, and whether it is that place's own card."""


class Grown(NamedTuple):
    """A run as it has grown: the ranks of its places, whether a stand-in lies at either end, and how it came to be.

    `used` are the cards of its suit that it took, packed, and `bridges` how many stand-ins beside them.
    """

    ranks: Ranks
    ends: tuple[bool, bool]
    naturals: int
    stand_ins: int
    used: int
    bridges: int
    laid: tuple[Laid, ...]


def growths(meld: Meld, holding: int, wild: int, melding: ContractRules, plainly: int) -> list[Grown]:
    """Every way for a run to grow by cards of its suit, with up to so many stand-ins between them; not to grow is the first.

    The last card at each end is one of the suit's own. A card of the ranks in `plainly` is never left out for a stand-in.
    """
    rule = melding.grammar.runs
    stands = [card != part for card, part in zip(meld.cards, meld.as_cards, strict=True)]
    ranks = tuple(map(rank_of, meld.as_cards))
    start = Grown(ranks, (stands[0], stands[-1]), stands.count(False), stands.count(True), 0, 0, ())
    found, seen = [start], {(start.ranks, start.used, start.bridges)}
    if not is_laid(meld, melding):
        return found
    for grown in found:
        for longer in _further(grown, holding, wild, rule, plainly):
            where = (longer.ranks, longer.used, longer.bridges)
            if where not in seen:
                seen.add(where)
                found.append(longer)
    return found


def _further(grown: Grown, holding: int, wild: int, rule: RunRule, plainly: int) -> Iterator[Grown]:
    """The run with one more card of its suit, and with what stand-ins it needs on the way there."""
    for end in (End.LOW, End.HIGH):
        reached = [grown]
        while reached:
            here = reached.pop()
            for rank in _next(rule.track, here.ranks, end):
                own = holding >> RANK_BITS * rank & 15 > here.used >> RANK_BITS * rank & 15
                if own and (longer := _longer(here, rank, end, rule, own=True)) is not None:
                    yield longer
                if own and plainly >> RANK_BITS * rank & 15:
                    continue
                if here.bridges < wild and (longer := _longer(here, rank, end, rule, own=False)) is not None:
                    reached.append(longer)


def _longer(run: Grown, rank: int, end: End, rule: RunRule, *, own: bool) -> Grown | None:
    """The run with one more place at an end, its own card or a stand-in there; None where the rules forbid it."""
    size, stand_ins = len(run.ranks) + 1, run.stand_ins + (not own)
    naturals = size - stand_ins
    if rule.max_size is not None and size > rule.max_size:
        return None
    if not own and rule.max_jokers is not None and stand_ins > rule.max_jokers:
        return None
    if not own and ((rule.outnumbered and stand_ins >= naturals) or (not rule.jokers_touch and run.ends[end is End.HIGH])):
        return None
    low = end is End.LOW
    return Grown(
        (rank, *run.ranks) if low else (*run.ranks, rank),
        (not own, run.ends[1]) if low else (run.ends[0], not own),
        naturals,
        stand_ins,
        run.used + (1 << RANK_BITS * rank if own else 0),
        run.bridges + (not own),
        (*run.laid, (end, rank, own)),
    )


def room_of(run: Grown, most: int, rule: RunRule) -> int:
    """How many stand-ins find room at the ends of a run, up to so many."""
    here: Grown | None = run
    for many in range(most):
        ways = ((end, rank) for end in (End.LOW, End.HIGH) for rank in _next(rule.track, run.ranks, end))
        here = next((more for end, rank in ways if (more := _longer(run, rank, end, rule, own=False)) is not None), None)
        if here is None:
            return many
        run = here
    return most


@lru_cache(maxsize=1 << 14)
def _beyond(track: Track, ranks: Ranks) -> dict[End, Ranks]:
    below, above = beyond(track, ranks)
    return {End.LOW: below, End.HIGH: above}


def _next(track: Track, ranks: Ranks, end: End) -> Ranks:
    return _beyond(track, ranks)[end]
