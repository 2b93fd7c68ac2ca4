"""Fill the sets of one rank: the contract's new sets, and those that lie on the table."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from continental.melds.grammar import SetRule

Sizes = tuple[int, ...]
"""Least sizes of some sets of a contract, sorted."""

Lying = tuple[int, int]
"""A set on the table: its naturals and its stand-ins."""


class Filling(NamedTuple):
    """A way to fill sets: naturals out, stand-ins needed, room for further ones, and the naturals of each set."""

    naturals: int
    stand_ins: int
    room: int
    each: tuple[int, ...]


@lru_cache(maxsize=1 << 10)
def parts(left: Sizes) -> tuple[tuple[Sizes, Sizes], ...]:
    """Return every choice of these sizes with the sizes that remain, none twice; the empty choice is first."""
    found: dict[Sizes, Sizes] = {}
    for chosen in range(1 << len(left)):
        mine = tuple(size for at, size in enumerate(left) if chosen >> at & 1)
        found.setdefault(mine, tuple(size for at, size in enumerate(left) if not chosen >> at & 1))
    return tuple(found.items())


@lru_cache(maxsize=1 << 14)
def fillings(
    rule: SetRule, most: int | None, sizes: Sizes, lying: tuple[Lying, ...], held: int, wild: int
) -> tuple[Filling, ...]:
    """Return the ways to fill new sets of these sizes and the sets that lie there with one rank's cards.

    `held` naturals and up to `wild` stand-ins are at hand. A new set has at most `most` cards (None: the grammar's limit).
    A way is left out if another needs no more stand-ins, takes as many naturals and in all as many stand-ins.
    """
    ways: dict[tuple[int, int], tuple[int, tuple[int, ...]]] = {
        (0, 0): (0, ())
    }  # by naturals and stand-ins: the room, and the naturals of each set
    for turn in range(len(sizes) + len(lying)):
        after: dict[tuple[int, int], tuple[int, tuple[int, ...]]] = {}
        for (naturals, stand_ins), (room, each) in ways.items():
            for more in range(held - naturals + 1):
                one = _new(rule, most, sizes[turn], more) if turn < len(sizes) else _grown(rule, lying[turn - len(sizes)], more)
                if one is None or stand_ins + one[0] > wild:
                    continue
                key, both = (naturals + more, stand_ins + one[0]), min(wild, room + one[1])
                # more room is better, all else being equal
                if key not in after or after[key][0] < both:
                    after[key] = (both, (*each, more))
        ways = after
    found = [Filling(naturals, stand_ins, room, each) for (naturals, stand_ins), (room, each) in ways.items()]
    found.sort(key=lambda way: (way.stand_ins, -way.naturals, -way.room))
    kept: list[Filling] = []
    for way in found:
        # a way is worse if another does as well in all three
        takes = way.stand_ins + way.room
        if not any(known.naturals >= way.naturals and known.stand_ins + known.room >= takes for known in kept):
            kept.append(way)
    return tuple(kept)


def _new(rule: SetRule, most: int | None, size: int, naturals: int) -> tuple[int, int] | None:
    """Return the fewest stand-ins of a new set with these naturals, and the room for more; None if there is no such set."""
    fewest = max(0, size - naturals)
    limit = 1 << 30 if most is None else most
    if naturals + fewest > limit or not rule.allows(naturals, fewest):
        return None
    return fewest, min(_room(rule, naturals, fewest), limit - naturals - fewest)


def _grown(rule: SetRule, lying: Lying, more: int) -> tuple[int, int] | None:
    """Return 0 and the room for stand-ins in a set on the table that gets `more` naturals; None if they have no place."""
    naturals, stand_ins = lying
    return (0, _room(rule, naturals + more, stand_ins)) if rule.allows(naturals + more, stand_ins) else None


def _room(rule: SetRule, naturals: int, stand_ins: int) -> int:
    """Return how many stand-ins more the set may have, up to forty."""
    many = 0
    while many < 40 and rule.allows(naturals, stand_ins + many + 1):
        many += 1
    return many
