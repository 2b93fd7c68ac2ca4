"""List the runs that a hand can lay for a contract, and the ways in which runs on the table can grow.

Both are stretches of the track with some places to fill: all of them, or those on either side of the cards that lie there.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from continental.cards import SUITS, rank_of, suit_of
from continental.melds.contract import ContractRules, SameSuit
from continental.melds.down.problem import Candidate, Problem, Run
from continental.melds.grammar import Meld, RunRule, SetRule, Track
from continental.melds.packed import RANK_BITS, SUIT_BITS, Packed, count, of_suit, pack_ranks, size, taken, weigh
from continental.melds.reading import Ranks, beyond, is_laid, stretches

ANY_LENGTH: Final = 40
"""Longer than any run that a hand can lay."""


class Base(NamedTuple):
    """A run as it lies on the table: its ranks, and for each place whether a stand-in lies there. Nothing for a new run."""

    ranks: Ranks = ()
    stands: tuple[bool, ...] = ()


class Shape(NamedTuple):
    """A run of one suit: its ranks, the place of its base, the cards it wants and has, its stand-ins, room and filled places."""

    ranks: Ranks
    at: int
    wants: Packed
    cards: Packed
    stand_ins: int
    room: int
    filled: int | None


def is_plain(rule: SetRule | RunRule) -> bool:
    """Return whether the rule limits stand-ins by no more than one natural beside them."""
    touch = not isinstance(rule, RunRule) or rule.jokers_touch
    return touch and rule.max_jokers is None and not rule.outnumbered and rule.min_naturals <= 1


def longest(rule: RunRule) -> int:
    """Return the most places of a run; a track on which ranks repeat sets no limit of its own."""
    length = ANY_LENGTH if rule.track.repeats else len(rule.track.ranks)
    return min(length, rule.max_size or length)


def slots_of(problem: Problem, *, listed: bool) -> list[list[Candidate]]:
    """Return for each run of the contract and then of the table its candidates, the heaviest first.

    Contract runs of one size share one list. If `listed`, every place is tried with
    a natural and with a stand-in. Otherwise a run takes every card of its places that is held: a stand-in that lies where the
    hand has the card can change places with it.
    """
    wild, needs, rule = len(problem.stand_ins), problem.needs, problem.melding.grammar.runs
    on_table = [meld for meld in problem.table if meld.kind == "run"]
    slots, by_size = [], {}
    for least in needs.runs:
        if least not in by_size:
            found = []
            for suit in range(len(SUITS)):
                own = of_suit(problem.naturals, suit)
                # stand-ins alone are a run of spades
                if own or not (rule.min_naturals or suit):
                    shapes = _shapes(own, Base(), problem.melding, least, wild, listed=listed)
                    found += _candidates(shapes, suit, 0, problem.weights)
            found.sort(key=lambda one: (-one.weight, one.stand_ins, -one.run.suit))
            by_size[least] = found
        slots.append(by_size[least])
    for meld in on_table:
        suit, base = suit_of(meld.as_cards[0]), _base_of(meld)
        if is_laid(meld, problem.melding):
            own = of_suit(problem.naturals, suit)
            shapes = _shapes(own, base, problem.melding, 0, wild, listed=listed)
        else:
            shapes = (Shape(base.ranks, 0, 0, 0, 0, 0, 0 if listed else None),)
        found = _candidates(shapes, suit, len(base.ranks), problem.weights)
        found.sort(key=lambda one: (-one.weight, one.stand_ins))
        slots.append(found)
    return slots


def _base_of(meld: Meld) -> Base:
    stands = tuple(card != part for card, part in zip(meld.cards, meld.as_cards, strict=True))
    return Base(tuple(map(rank_of, meld.as_cards)), stands)


def _candidates(shapes: tuple[Shape, ...], suit: int, lying: int, weights: tuple[int, ...]) -> list[Candidate]:
    """Return these runs of a suit, `lying` places of which are on the table, with their weights."""
    mine, shift, found = weights[13 * suit : 13 * suit + 13], SUIT_BITS * suit, []
    for ranks, at, wants, cards, stand_ins, room, filled in shapes:
        run = Run(suit, ranks, at, len(ranks) - lying, room, filled)
        found.append(Candidate(weigh(cards, mine), wants << shift, stand_ins, run))
    return found


@lru_cache(maxsize=1 << 12)
def windows(track: Track, lying: Ranks, least: int, most: int) -> tuple[tuple[Ranks, int, Packed], ...]:
    """Return the stretches of `least` to `most` places that hold these ranks, with the place of those and the others packed."""
    found: list[tuple[Ranks, int, Packed]] = []
    known = len(lying)
    for many in range(max(least, known), most + 1):
        for ranks in stretches(track, many):
            places = [at for at in range(many - known + 1 if lying else 1) if ranks[at : at + known] == lying]
            found += [(ranks, at, pack_ranks((*ranks[:at], *ranks[at + known :]))) for at in places]
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def _shapes(own: Packed, base: Base, melding: ContractRules, least: int, wild: int, *, listed: bool) -> tuple[Shape, ...]:
    """Return the runs of one suit's cards, with up to `wild` stand-ins beside them, in every place if `listed`.

    A run longer than asked ends in naturals, and so does each end of the table's runs that grew. Stand-ins to spare are laid
    on at the end of the turn, if there is room.
    """
    rule, lying = melding.grammar.runs, len(base.ranks)
    most = min(longest(rule), lying + size(own) + wild)
    is_held = [count(own, rank) > 0 for rank in range(13)]
    found: dict[tuple[object, ...], Shape] = {}
    for ranks, at, new in windows(rule.track, base.ranks, least, most):
        # these ends may not be stand-ins
        low = at > 0 if lying else len(ranks) > least
        high = at + lying < len(ranks) if lying else low
        if (low and not is_held[ranks[0]]) or (high and not is_held[ranks[-1]]):
            continue
        cards = taken(own, new)
        stand_ins = len(ranks) - lying - size(cards)
        if stand_ins > wild:
            continue
        if not listed:
            if lying or size(cards) >= rule.min_naturals:
                found[ranks, at] = Shape(ranks, at, new, cards, stand_ins, longest(rule) - len(ranks), None)
            continue
        for shape in _fillings(own, base, ranks, at, rule, wild):
            filled = shape.filled or 0
            if (low and not filled & 1) or (high and not filled >> len(ranks) - 1 & 1):
                continue
            # runs with the same cards and as many stand-ins do alike: the one with most room is kept
            anywhere = not lying and melding.same_suit is SameSuit.FREE
            key = (shape.wants, shape.stand_ins, low, () if anywhere else ranks)
            if key not in found or found[key].room < shape.room:
                found[key] = shape
    return tuple(found.values())


def _fillings(own: Packed, base: Base, ranks: Ranks, at: int, rule: RunRule, wild: int) -> Iterator[Shape]:
    """Yield every way to fill the new places of a run with the suit's cards and with stand-ins."""
    end = at + len(base.ranks)
    # depth first, place by place
    pending = [(0, 0, 0, 0, False)]  # place, cards, stand-ins, filled places, whether a stand-in lies last
    while pending:
        place, cards, stand_ins, filled, touches = pending.pop()
        if place == len(ranks):
            others = stand_ins + sum(base.stands)
            if rule.allows(place - others, others) and (not rule.outnumbered or _can_grow(ranks, base, at, filled)):
                yield Shape(ranks, at, cards, cards, stand_ins, _room(ranks, filled, others, wild, rule), filled)
            continue
        if at <= place < end:
            stands = base.stands[place - at]
            if rule.jokers_touch or not (touches and stands):
                pending.append((place + 1, cards, stand_ins, filled | (not stands) << place, stands))
            continue
        rank = ranks[place]
        is_there = count(own, rank) > count(cards, rank)
        if is_there:
            pending.append((place + 1, cards + (1 << RANK_BITS * rank), stand_ins, filled | 1 << place, False))
        if stand_ins < wild and (rule.jokers_touch or not touches):
            pending.append((place + 1, cards, stand_ins + 1, filled, True))


def _can_grow(ranks: Ranks, base: Base, at: int, filled: int) -> bool:
    """Return whether a run on the table can grow card by card so that its naturals always outnumber its stand-ins."""
    if not base.ranks:
        return True
    own = tuple(bool(filled >> place & 1) for place in range(len(ranks)))
    below, above = own[:at][::-1], own[at + len(base.ranks) :]
    return _keeps_lead(below, above, len(base.stands) - 2 * sum(base.stands))


@lru_cache(maxsize=1 << 12)
def _keeps_lead(below: tuple[bool, ...], above: tuple[bool, ...], lead: int) -> bool:
    """Return whether these places can be filled from the inside out; `lead` is by how many naturals are ahead."""
    if not below and not above:
        return True
    return any(
        mine and (mine[0] or lead > 1) and _keeps_lead(mine[1:], others, lead + (1 if mine[0] else -1))
        for mine, others in ((below, above), (above, below))
    )


def _room(ranks: Ranks, filled: int, stand_ins: int, wild: int, rule: RunRule) -> int:
    """Return how many stand-ins more find room at the ends of a run, up to `wild`."""
    room = min(wild, longest(rule) - len(ranks))
    if rule.max_jokers is not None:
        room = min(room, rule.max_jokers - stand_ins)
    if rule.outnumbered:
        room = min(room, len(ranks) - 2 * stand_ins - 1)
    if not rule.jokers_touch:
        # one at each end, if a natural lies there and the track goes on
        below, above = beyond(rule.track, ranks)
        room = min(room, bool(below and filled & 1) + bool(above and filled >> len(ranks) - 1 & 1))
    return max(0, room)
