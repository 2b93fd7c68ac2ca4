"""What sets can be made of one rank's cards for a contract: how many naturals go out with how many stand-ins."""

from __future__ import annotations

from functools import lru_cache

from continental.melds.contract import ContractRules

Sizes = tuple[int, ...]
"""Least sizes of the sets of one rank, sorted."""

SetsOf = tuple[tuple[int, Sizes], ...]
"""The ranks that sets are made of, each with the least sizes of its sets."""


@lru_cache(maxsize=1 << 10)
def less_sizes(sizes: Sizes, gone: Sizes) -> Sizes | None:
    """The sizes less those that go; None where one is not among them."""
    left = list(sizes)
    for size in gone:
        if size not in left:
            return None
        left.remove(size)
    return tuple(left)


@lru_cache(maxsize=1 << 10)
def with_sizes(sizes: Sizes, more: Sizes) -> Sizes:
    """Some sizes and more of them, sorted."""
    return tuple(sorted(sizes + more))


@lru_cache(maxsize=1 << 12)
def most_naturals(sizes: Sizes, held: int, stand_ins: int, melding: ContractRules) -> tuple[int | None, ...]:
    """For exactly 0, 1 … stand-ins the most naturals of one rank in sets of these sizes; None where there are no such sets."""
    most: list[int | None] = [None] * (stand_ins + 1)
    for naturals, others in _totals(sizes, held, stand_ins, melding):
        known = most[others]
        most[others] = naturals if known is None else max(known, naturals)
    return tuple(most)


@lru_cache(maxsize=1 << 12)
def _totals(sizes: Sizes, held: int, stand_ins: int, melding: ContractRules) -> frozenset[tuple[int, int]]:
    """All pairs of naturals and stand-ins that some sets of these sizes take together."""
    if not sizes:
        return frozenset(((0, 0),))
    return frozenset(
        (naturals + more, others + further)
        for naturals, others in one_set(sizes[-1], held, stand_ins, melding)
        for more, further in _totals(sizes[:-1], held - naturals, stand_ins - others, melding)
    )


@lru_cache(maxsize=1 << 12)
def one_set(size: int, held: int, stand_ins: int, melding: ContractRules) -> tuple[tuple[int, int], ...]:
    """The pairs of naturals and stand-ins, within what is held, that are one set of at least this size that may go down."""
    rule, limit = melding.grammar.sets, melding.opening_set_max
    return tuple(
        (naturals, others)
        for naturals in range(held + 1)
        for others in range(stand_ins + 1)
        if naturals + others >= size and rule.allows(naturals, others) and (limit is None or naturals + others <= limit)
    )


def parted(sizes: Sizes, naturals: int, stand_ins: int, melding: ContractRules) -> tuple[tuple[int, int], ...] | None:
    """How so many naturals and stand-ins, all of them, are parted into sets of these sizes; None where they cannot be."""
    if not sizes:
        return () if (naturals, stand_ins) == (0, 0) else None
    for some, others in one_set(sizes[-1], naturals, stand_ins, melding):
        rest = parted(sizes[:-1], naturals - some, stand_ins - others, melding)
        if rest is not None:
            return (*rest, (some, others))
    return None


@lru_cache(maxsize=1 << 12)
def set_rows(sizes: Sizes, held: int, longer: int, melding: ContractRules, *, whole: bool) -> tuple[tuple[int, int, int], ...]:
    """What sets of one rank may lack, of so many cards held: places (where they count), missing and forced ones."""
    if not sizes:
        return ((0, 0, 0),)
    rule, limit = melding.grammar.sets, melding.opening_set_max
    most_places = min(sizes[-1] + longer, rule.max_size or sizes[-1] + longer, limit or sizes[-1] + longer)
    found: dict[tuple[int, int], int] = {}
    for length in range(sizes[-1], most_places + 1):
        for naturals in range(min(held, length) + 1):
            empty = length - naturals
            jokers = max((many for many in range(empty + 1) if rule.allows(length - many, many)), default=None)
            if jokers is None:
                continue
            for places, missing, forced in set_rows(sizes[:-1], held - naturals, longer, melding, whole=whole):
                where = (places + length if whole else 0, forced + empty - jokers)
                found[where] = min(missing + empty, found.get(where, missing + empty))
    return tuple((places, missing, forced) for (places, forced), missing in sorted(found.items()))
