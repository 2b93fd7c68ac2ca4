"""Lay a plan out: the melds that go down, and the cards laid off one after another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, repeat
from typing import NamedTuple

from continental.cards import Card, Cards, make_card, rank_of
from continental.melds.contract import ContractRules
from continental.melds.down.joker_places import filled_places
from continental.melds.down.problem import Laid, Plan, RankSets
from continental.melds.grammar import End, Meld
from continental.melds.growth import Growth, lay_offs
from continental.melds.packed import count
from continental.melds.reading import is_clear, is_laid, with_parts


@dataclass(frozen=True, slots=True)
class LaidCard:
    """One lay-off: the card, the number of the meld on the table, from 0, and what the meld becomes."""

    card: Card
    on: int
    growth: Growth


class Pool(NamedTuple):
    """The cards that are still to be laid: naturals by face, and stand-ins, the heaviest first."""

    left: Counter[Card]
    spare: list[Card]


def down_melds(plan: Plan, pool: Pool, runs: int, weights: tuple[int, ...]) -> list[Meld]:
    """Return the melds of the contract, sets by rank before runs by suit; takes their cards out of the pool.

    `runs` is how many of the plan's runs are the contract's.
    """
    # runs first: a plan says which naturals they take, and sets take the heaviest of the rest
    laid = [_run(each, pool) for each in plan.runs[:runs]]
    for each in plan.runs[runs:]:  # what runs on the table take is not for sets
        for face in range(52):
            pool.left[Card(face)] -= count(each.cards, face)
    sets = [meld for each in plan.sets for meld in _new_sets(each, pool, weights)]
    for each in plan.runs[runs:]:
        for face in range(52):
            pool.left[Card(face)] += count(each.cards, face)
    return sorted([*sets, *laid], key=lambda meld: (meld.kind != "set", meld.as_cards, meld.cards))


def _run(laid: Laid, pool: Pool) -> Meld:
    parts = tuple(make_card(rank, laid.run.suit) for rank in laid.run.ranks)
    cards = []
    for part, own in zip(parts, filled_places(laid), strict=True):
        pool.left[part] -= own
        cards.append(part if own else pool.spare.pop(0))
    return Meld("run", tuple(cards), parts)


def _new_sets(sets: RankSets, pool: Pool, weights: tuple[int, ...]) -> Iterator[Meld]:
    """Yield the new sets of one rank, each with its naturals, the heaviest first, and the fewest stand-ins."""
    for size, many in zip(sets.sizes, sets.filling.each, strict=False):
        own = own_of_rank(sets.rank, pool, weights)[:many]
        pool.left.subtract(own)
        others = [pool.spare.pop(0) for _ in range(size - many)]  # none if there are naturals enough
        yield with_parts(own, tuple(others), sets.rank)


def own_of_rank(rank: int, pool: Pool, weights: tuple[int, ...]) -> Cards:
    """Return the naturals of a rank that are left, the heaviest first."""
    held = (card for card, many in pool.left.items() if rank_of(card) == rank for _ in range(many))
    return tuple(sorted(held, key=lambda card: (-weights[card], card)))


def join_spare(laid: list[Meld], pool: Pool, melding: ContractRules) -> None:
    """Lay stand-ins to spare on melds that go down, while there is room and runs keep clear of each other."""
    for card in tuple(pool.spare):
        if _join(laid, card, melding):
            pool.spare.remove(card)


def _join(laid: list[Meld], card: Card, melding: ContractRules) -> bool:
    limit = melding.opening_set_max
    sets = [place for place, meld in enumerate(laid) if meld.kind == "set"]
    sets.sort(key=lambda place: -rank_of(laid[place].as_cards[0]))
    for place in [*sets, *range(len(sets), len(laid))]:  # the highest set first, then runs
        meld = laid[place]
        for growth in reversed(lay_offs(meld, card, melding)):
            others = [other for other in laid[:place] + laid[place + 1 :] if other.kind == "run"]
            clear = meld.kind == "set" or all(is_clear(other.as_cards, growth.meld.as_cards, melding) for other in others)
            if clear and (meld.kind == "run" or limit is None or len(growth.meld.cards) <= limit):
                laid[place] = growth.meld
                return True
    return False


def steps_of(
    plan: Plan,
    pool: Pool,
    table: list[Meld],
    runs: int,
    melding: ContractRules,
    weights: tuple[int, ...],
) -> Iterator[LaidCard]:
    """Yield the lay-offs of a plan in an order in which each fits: runs, naturals on sets, then stand-ins if there is room.

    `table` are all melds as they lie; it is changed with each step. The first `runs` runs of the plan are the
    contract's. Stand-ins to spare go first, one for each of the plan's `ends`, to that run, or to any that goes down.
    """

    def lay(card: Card, on: int, growth: Growth) -> LaidCard:
        table[on] = growth.meld
        return LaidCard(card, on, growth)

    on_runs = [on for on, meld in enumerate(table) if meld.kind == "run"]
    for each, on in zip(plan.runs[runs:], on_runs, strict=False):
        below, above = _new_cards(each, pool)
        for card, growth in lay_in_order(table[on], below, above, melding) or []:
            yield lay(card, on, growth)
    for sets in plan.sets:
        # the sets of the rank on the table come after the new ones, in the table's order
        of_rank = (on for on, meld in enumerate(table) if meld.kind == "set" and rank_of(meld.as_cards[0]) == sets.rank)
        lying = [on for on in of_rank if is_laid(table[on], melding)]
        for on, many in zip(lying, sets.filling.each[len(sets.sizes) :], strict=False):
            for card in own_of_rank(sets.rank, pool, weights)[:many]:
                pool.left[card] -= 1
                yield lay(card, on, lay_offs(table[on], card, melding)[0])
    # stand-ins to spare go to the runs that must have one, and then to sets and runs with room
    on_table = len(plan.runs) - runs
    ends = [on_runs[on_table:] if slot < runs else [on_runs[slot - runs]] for slot in plan.ends]
    for card, first in zip(tuple(pool.spare), chain(ends, repeat([])), strict=False):
        order = sorted(range(len(table)), key=lambda on: (on not in first, table[on].kind != "set"))
        ways = ((on, growth) for on in order for growth in reversed(lay_offs(table[on], card, melding)))
        step = next(ways, None)
        if step is not None:
            pool.spare.remove(card)
            yield lay(card, *step)


Pair = tuple[Card, Card]
"""A card of a run, and the natural card of its place."""


def _new_cards(laid: Laid, pool: Pool) -> tuple[list[Pair], list[Pair]]:
    """Return the cards for the new places below and above a run, from the inside out; takes them out of the pool."""
    below: list[Pair] = []
    above: list[Pair] = []
    for place, own in zip(laid.run.new_places(), filled_places(laid), strict=True):
        part = make_card(laid.run.ranks[place], laid.run.suit)
        pool.left[part] -= own
        pair = (part if own else pool.spare.pop(0), part)
        if place < laid.run.at:
            below.insert(0, pair)
        else:
            above.append(pair)
    return below, above


def lay_in_order(meld: Meld, below: list[Pair], above: list[Pair], melding: ContractRules) -> list[tuple[Card, Growth]] | None:
    """Return the lay-offs of these cards in an order in which each fits; None if there is none."""
    if not below and not above:
        return []
    for end, mine in ((End.LOW, below), (End.HIGH, above)):
        ways = lay_offs(meld, mine[0][0], melding) if mine else ()
        for growth in ways:
            if growth.end is end and growth.meld.as_cards[0 if end is End.LOW else -1] == mine[0][1]:
                others = (below[1:], above) if end is End.LOW else (below, above[1:])
                rest = lay_in_order(growth.meld, *others, melding)
                if rest is not None:
                    return [(mine[0][0], growth), *rest]
    return None
