"""The runs that a hand could lay for a contract, and those on the table as they could grow, each with what it takes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from continental.melds.contract import ContractRules, SameSuit
from continental.melds.down.run_growth import Grown, growths, room_of
from continental.melds.grammar import Meld, RunRule, SetRule, Track
from continental.melds.packed import RANK_BITS, SUIT_BITS, SUIT_MASK, Packed, count, faces_in, of_suit, pack_ranks, size, taken
from continental.melds.reading import Ranks, is_laid, stretches

ANY_LENGTH: Final = 40
"""Longer than any run that a hand can lay."""


class Candidate(NamedTuple):
    """A run that may be laid or grown: what its cards weigh, what it wants, its places and the stand-ins among them.

    Where `fixed`, exactly the wanted cards are used; otherwise a stand-in lies in the place of one that is gone. `ranks` are all
    its places and `room` the stand-ins that find room at its ends. `filled` has a bit for each place with a natural, the first
    place lowest; a run on the table has the way it grew instead.
    """

    weight: int
    wants: Packed
    places: int
    stand_ins: int
    fixed: bool
    suit: int
    ranks: Ranks
    room: int
    filled: int
    grown: Grown | None


def is_plain(rule: SetRule | RunRule) -> bool:
    """Return whether the rule limits stand-ins by no more than one natural beside them."""
    touch = not isinstance(rule, RunRule) or rule.jokers_touch
    return touch and rule.max_jokers is None and not rule.outnumbered and rule.min_naturals <= 1


def longest(rule: RunRule) -> int:
    """Return the most places of a run; a track on which ranks repeat sets no limit of its own."""
    length = ANY_LENGTH if rule.track.repeats else len(rule.track.ranks)
    return min(length, rule.max_size or length)


@lru_cache(maxsize=256)
def _shortest(track: Track, places: int) -> tuple[tuple[Ranks, Packed], ...]:
    return tuple((ranks, pack_ranks(ranks)) for ranks in stretches(track, places))


@lru_cache(maxsize=256)
def _longer(track: Track, places: int, most: int) -> dict[tuple[int, int], tuple[tuple[Ranks, Packed], ...]]:
    """Return the stretches longer than so many places, by their first and last rank."""
    found: dict[tuple[int, int], tuple[tuple[Ranks, Packed], ...]] = {}
    for many in range(places + 1, most + 1):
        for ranks in stretches(track, many):
            ends = ranks[0], ranks[-1]
            found[ends] = (*found.get(ends, ()), (ranks, pack_ranks(ranks)))
    return found


@lru_cache(maxsize=1 << 14)
def runs_by_windows(own: Packed, rule: RunRule, least: int, wild: int) -> tuple[tuple[Ranks, Packed, Packed, int], ...]:
    """Return the runs of one suit's cards with up to `wild` stand-ins: ranks, wanted cards, cards that are there, places.

    A run takes every card of its places that is there: a stand-in that lies where the hand has the card can change places with
    it. So a run longer than asked ends in naturals, and stand-ins to spare are laid last, wherever there is room.
    """
    found = []
    held = faces_in(own)
    ranks_held = [rank for rank in range(13) if count(own, rank)]
    most = min(longest(rule), size(own) + wild)
    ends = _longer(rule.track, least, most)
    longer = (window for low in ranks_held for high in ranks_held for window in ends.get((low, high), ()))
    for windows in (_shortest(rule.track, least), longer):
        for ranks, wanted in windows:
            # where no rank comes twice, the cards that are there are the wanted bits that are held
            there = wanted & held if len(set(ranks)) == len(ranks) else taken(own, wanted)
            many = size(there)
            if len(ranks) - many <= wild and many >= rule.min_naturals:
                found.append((ranks, wanted, there, len(ranks)))
    return tuple(found)


@lru_cache(maxsize=1 << 12)
def runs_by_places(
    own: Packed, rule: RunRule, least: int, wild: int, shared: int, *, any_place: bool
) -> tuple[tuple[Ranks, Packed, int, int, int], ...]:
    """Return the runs of one suit's cards under further limits: ranks, cards, stand-ins, filled places and room.

    Every place is told to be a natural's or a stand-in's. A natural of a rank that is not `shared` (a bit each) is never left
    out, for nothing else can want it, unless stand-ins would touch otherwise. Of runs with the same cards and as many stand-ins
    the one with most room is kept if runs may lie in `any_place`, and otherwise one for each of their places.
    """
    best: dict[tuple[Packed, int, bool, Ranks], tuple[Ranks, Packed, int, int, int]] = {}
    held = sum(1 << rank for rank in range(13) if count(own, rank))
    for many in range(least, min(longest(rule), size(own) + wild) + 1):
        for ranks in stretches(rule.track, many):
            # a longer run ends in naturals: stand-ins at its ends are laid on a shorter one
            if many > least and not (held >> ranks[0] & 1 and held >> ranks[-1] & 1):
                continue
            if many - sum(held >> rank & 1 for rank in ranks) > wild:
                continue
            for cards, stand_ins, filled in _fillings(own, ranks, rule, wild, shared):
                ends = (not filled & 1, not filled >> many - 1 & 1)
                if many > least and any(ends):
                    continue
                room = room_of(Grown(ranks, ends, many - stand_ins, stand_ins, 0, 0, ()), wild, rule)
                key = (cards, stand_ins, many > least, () if any_place else ranks)
                if key not in best or best[key][4] < room:
                    best[key] = (ranks, cards, stand_ins, filled, room)
    return tuple(best.values())


def _fillings(own: Packed, ranks: Ranks, rule: RunRule, wild: int, shared: int) -> Iterator[tuple[Packed, int, int]]:
    """Yield the ways to fill the places with the suit's cards and stand-ins: the cards, the stand-ins, the filled places."""
    open_ways = [(0, 0, 0, 0, False)]  # place, cards, stand-ins, filled places, whether a stand-in lies last
    while open_ways:
        place, cards, stand_ins, filled, touches = open_ways.pop()
        if place == len(ranks):
            if rule.allows(place - stand_ins, stand_ins):
                yield cards, stand_ins, filled
            continue
        rank = ranks[place]
        is_there = count(own, rank) > count(cards, rank)
        if is_there:
            open_ways.append((place + 1, cards + (1 << RANK_BITS * rank), stand_ins, filled | 1 << place, False))
        if is_there and not shared >> rank & 1:
            continue
        if stand_ins < wild and (rule.jokers_touch or not touches):
            open_ways.append((place + 1, cards, stand_ins + 1, filled, True))


def contract_runs(
    naturals: Packed,
    wild: int,
    least: int,
    melding: ContractRules,
    weights: tuple[int, ...],
    shared: tuple[int, ...],
    *,
    listed: bool,
) -> list[Candidate]:
    """Return the runs of at least so many places that the cards could lay, the heaviest first.

    `weights` are by face. `shared` are by suit the ranks (a bit each) that something else may want too. If
    `listed`, every place is told to be a natural's or a stand-in's.
    """
    rule, found = melding.grammar.runs, []
    any_place = melding.same_suit is SameSuit.FREE
    for suit in range(4):
        own, mine = of_suit(naturals, suit), weights[13 * suit : 13 * suit + 13]
        shift = SUIT_BITS * suit
        if not own and (rule.min_naturals or suit):
            continue  # stand-ins alone are a run of spades
        if not listed:
            for ranks, wanted, there, places in runs_by_windows(own, rule, least, wild):
                weight, missing, room = weigh(there, mine), places - size(there), longest(rule) - places
                found.append(Candidate(weight, wanted << shift, places, missing, False, suit, ranks, room, 0, None))
        else:
            for ranks, cards, stand_ins, filled, room in runs_by_places(
                own, rule, least, wild, shared[suit], any_place=any_place
            ):
                weight, places = weigh(cards, mine), len(ranks)
                found.append(Candidate(weight, cards << shift, places, stand_ins, True, suit, ranks, room, filled, None))
    found.sort(key=lambda one: (-one.weight, one.stand_ins, -one.suit))
    return found


def table_runs(
    meld: Meld,
    suit: int,
    naturals: Packed,
    wild: int,
    melding: ContractRules,
    weights: tuple[int, ...],
    shared: int,
    *,
    listed: bool,
) -> list[Candidate]:
    """Return the ways in which a run on the table can grow, the heaviest first; not to grow is the last."""
    rule, mine = melding.grammar.runs, weights[13 * suit : 13 * suit + 13]
    never_left_out = 0 if listed else SUIT_MASK
    for rank in range(13):
        if not shared >> rank & 1:
            never_left_out |= 15 << RANK_BITS * rank
    may_grow = is_laid(meld, melding)
    found = [
        Candidate(
            weigh(way.used, mine),
            way.used << SUIT_BITS * suit,
            len(way.laid),
            way.bridges,
            listed,
            suit,
            way.ranks,
            _room_at(way, wild, rule) if may_grow else 0,
            0,
            way,
        )
        for way in growths(meld, of_suit(naturals, suit), wild, melding, never_left_out)
    ]
    found.sort(key=lambda one: (-one.weight, one.stand_ins))
    return found


def _room_at(way: Grown, wild: int, rule: RunRule) -> int:
    """Return how many of these stand-ins find room at the ends of a grown run."""
    return min(wild, longest(rule) - len(way.ranks)) if is_plain(rule) else room_of(way, wild, rule)


def weigh(cards: Packed, weights: tuple[int, ...]) -> int:
    """Return what one suit's cards weigh, by the weights of its ranks."""
    total = 0
    while cards:
        at = ((cards & -cards).bit_length() - 1) // RANK_BITS
        many = count(cards, at)
        total += many * weights[at]
        cards -= many << RANK_BITS * at
    return total
