"""Find every useful choice of runs of one suit's cards, with the jokers it costs. Each holding is worked out once.

A holding is a whole number of four bits a rank, the ace lowest: how many copies of each rank of the suit are held. The
runs are those of the house grammar: three or more, the ace low or high, jokers without limit.

A run with the naturals G costs max(3, span of G) - |G| jokers. A cover of G is a set of runs that takes G and nothing else; its
cost is the least over all of them. One is useful only when taking out any one card saves fewer than two jokers: a card that
costs two or more is as well off in a set, which never asks more than two jokers for one card (house 3.4).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from continental.melds.packed import ONES, RANK_BITS, SUIT_BITS, SUIT_MASK, Packed

Cover = tuple[int, int]
"""The jokers that a choice of runs costs, and the holding that it leaves."""

Covers = tuple[Cover, ...]
_ONE_OF_EACH: Final = ONES & SUIT_MASK
_Open = tuple[int, ...]

_MOST_KEPT: Final = 200_000
_kept: dict[int, dict[int, Covers]] = {}


def kept_for(jokers: int) -> dict[int, Covers]:
    """Return the covers kept for this number of jokers, by holding; `covers` adds one that is missing."""
    return _kept.setdefault(jokers, {0: ((0, 0),)})


def covers(holding: Packed, jokers: int) -> Covers:
    """Return the useful covers of one suit's holding for at most `jokers` jokers, the cheapest first, which is the empty one."""
    kept = kept_for(jokers)
    found = kept.get(holding)
    if found is None:
        if len(kept) >= _MOST_KEPT:  # a very long simulation must not fill the memory
            kept.clear()
            kept[0] = ((0, 0),)
        costs = run_costs(holding, jokers) if may_run(holding, jokers) else {0: 0}
        useful = [(cost, taken) for taken, cost in costs.items() if _is_useful(taken, cost, costs)]
        found = kept[holding] = tuple((cost, holding - taken) for cost, taken in sorted(useful))
    return found


def may_run(holding: Packed, jokers: int) -> bool:
    """Return whether any run may be useful at all. False is certain, and saves the walk for most holdings.

    With no joker a run needs three neighbours, with one joker two cards no further apart than two places.
    """
    # fold each count into its lowest bit
    held = (holding | holding >> 1 | holding >> 2 | holding >> 3) & _ONE_OF_EACH
    held |= (held & 1) << SUIT_BITS  # the ace again, above the king
    near, far = held >> RANK_BITS, held >> 2 * RANK_BITS
    return jokers > 1 or bool(held & (near | far) if jokers else held & near & far)


def _is_useful(taken: int, cost: int, costs: dict[int, int]) -> bool:
    """Return whether no card of the cover would save two jokers or more by staying out of it."""
    if cost < 2:
        return True
    bits = (1 << shift for shift in range(0, SUIT_BITS, RANK_BITS) if taken >> shift & 15)
    return all(costs.get(taken - bit, cost) > cost - 2 for bit in bits)


def run_costs(holding: Packed, jokers: int) -> dict[int, int]:
    """Return every part of the holding that runs can take whole for at most `jokers` jokers, with the least that it costs.

    Walks the held places of the track upwards with the lengths of the runs still open (3 stands for 3 or more). More runs
    than there are copies of a rank never need to overlap: if they do, the innermost one's cards fit in the others.
    """
    places = [place for place in range(14) if holding >> RANK_BITS * (place % 13) & 15]
    width = max((holding >> RANK_BITS * (place % 13) & 15 for place in places), default=0)
    states: dict[tuple[_Open, int], int] = {((), 0): 0}
    last = -1
    # between two held places every open run needs a joker for each place
    for place in places:
        bit = 1 << RANK_BITS * (place % 13)
        held = holding >> RANK_BITS * (place % 13) & 15
        after: dict[tuple[_Open, int], int] = {}
        for (open_runs, taken), cost in states.items():
            free = held - (taken & 15) if place == 13 else held  # the high ace is a low ace not yet taken
            for going, closing in _goings(open_runs):
                for used in range(free + 1):
                    price = cost + closing + (place - last - 1) * len(going) + max(0, len(going) - used)
                    # lengths beyond three are alike: such a run needs no more padding
                    lengths = tuple(min(3, length + place - last) for length in going)
                    runs = tuple(sorted(lengths + (1,) * max(0, used - len(going))))
                    key = (runs, taken + used * bit)
                    if price <= jokers and len(runs) <= width and price < after.get(key, jokers + 1):
                        after[key] = price
        states = after
        last = place
    ends: dict[int, int] = {}
    for (open_runs, taken), cost in states.items():
        price = cost + sum(3 - length for length in open_runs)
        if price <= jokers and price < ends.get(taken, jokers + 1):
            ends[taken] = price
    return ends


def _goings(open_runs: _Open) -> Iterator[tuple[_Open, int]]:
    """Yield every choice of the open runs that go on, and the jokers that pad those that end here to three."""
    seen: set[_Open] = set()
    for many in range(len(open_runs) + 1):
        for going in combinations(open_runs, many):
            if going not in seen:
                seen.add(going)
                yield going, sum(3 - length for length in open_runs) - sum(3 - length for length in going)
