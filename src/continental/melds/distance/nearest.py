"""The distance to a contract: the least number of cards that must still be drawn to go down.

A layout is a choice of melds with a card of the hand, or none, in each place. Jokers of the hand fill places without a card,
as far as the rules let them lie there. So a layout asks for its missing places less the jokers held, and never for less than
its forced places, which no joker may fill. A branch and bound looks for the layout that asks for least.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from continental.cards import JOKER, SUITS, Cards
from continental.melds.contract import Contract, ContractRules, SameSuit, WholeHand
from continental.melds.down.best import splits
from continental.melds.down.runs import is_plain, longest
from continental.melds.grammar import RunRule, SetRule, Track
from continental.melds.packed import (
    SUIT_BITS,
    Packed,
    at_least,
    bits_of_ranks,
    by_rank,
    count,
    faces_in,
    of_suit,
    pack,
    pack_ranks,
    size,
    taken,
)
from continental.melds.reading import Ranks, are_apart, stretches

FAR: Final = 1 << 20
"""More than any hand is away."""
NO_WEIGHTS: Final = (0,) * (JOKER + 1)
"""Weights by face for stand-ins that are all alike."""


class Window(NamedTuple):
    """A run's place on its track: the places that lack a card, its length, suit and ranks, and the cards that it wants."""

    lacks: int
    length: int
    suit: int
    ranks: Ranks
    wants: Packed


class Layout(NamedTuple):
    """Some melds of a layout: its windows, what they lack, the places no joker may fill, and all their places."""

    windows: tuple[Window, ...]
    lacks: int
    forced: int
    places: int


@dataclass(slots=True)
class Distance:
    """One search: the needs, the windows, the bounds on the cards that later runs and the sets lack, and the best answer so far.

    `target` is the least number of places if the whole hand goes down, and otherwise 0.
    """

    jokers: int
    runs: tuple[int, ...]
    sets: tuple[int, ...]
    target: int
    melding: ContractRules
    windows: list[Window]
    bounds: list[list[int]]
    best: int


def distance_to(hand: Cards, contract: Contract, melding: ContractRules) -> int | None:
    """Return the least number of cards to draw before the hand can go down, any card being possible; None if none would do.

    0 means that it can go down as it is. If a contract takes the whole hand, as many cards may be thrown as are drawn: then a
    hand at least as large as this one goes down whole, or but for the one card that stays.

        distance_to(parse_cards("7S 7H 5S 6S 8S"), contract_of_a_set_and_a_run, rules)  # 2
    """
    best = FAR
    # a wild card may stand for another or be itself: every choice is a search of its own
    for naturals, stand_ins in splits(hand, melding, NO_WEIGHTS):
        best = min(best, _nearest(pack(naturals), len(stand_ins), len(hand), contract, melding, best))
    if best == FAR:
        return None
    # beside the melds one card is held that stays
    return max(best, contract.cards + 1 - len(hand)) if contract.whole_hand is WholeHand.ALL_BUT_ONE else best


def _nearest(naturals: Packed, jokers: int, held: int, contract: Contract, melding: ContractRules, best: int) -> int:
    """Return the distance of one choice of naturals and jokers if it is less than `best`, and `best` otherwise."""
    runs = tuple(sorted((need.size for need in contract.needs if need.kind == "run"), reverse=True))
    sets = tuple(sorted((need.size for need in contract.needs if need.kind == "set"), reverse=True))
    target = 0
    if contract.whole_hand is not WholeHand.NO:
        target = max(contract.cards, held - (contract.whole_hand is WholeHand.ALL_BUT_ONE))
    search = Distance(jokers, runs, sets, target, melding, [], [], best)
    search.windows = _windows(search, naturals)
    # no stretch of the track is as long as the contract asks
    if runs and not search.windows:
        return best
    ranks = by_rank(naturals)
    # no set lacks fewer cards than if the fullest ranks gave no card to a run
    fullest = sorted((min(count(ranks, rank), sum(sets)) for rank in range(13)), reverse=True)[: len(sets)]
    search.bounds = _bounds(search, max(0, sum(sets) - sum(fullest)))
    _walk(search, naturals, Layout((), 0, 0, 0))
    return search.best


def _bounds(search: Distance, short: int) -> list[list[int]]:
    """Return, by the runs that are laid and the places still to fill, the least number of cards that all that follows lacks.

    Later runs may share cards here, so it is a lower bound. `short` is what the sets lack. Sets may fill any number of places.
    """
    places = 0 if search.sets else search.target
    rows = [[short, *[FAR] * places]]
    least: dict[int, int] = {}  # by length, the fewest places that a run lacks
    for window in search.windows:
        least[min(window.length, places)] = min(window.lacks, least.get(min(window.length, places), FAR))
    for _ in search.runs:
        after = rows[-1]
        rows.append([min(lacks + after[max(0, many - length)] for length, lacks in least.items()) for many in range(places + 1)])
    # the first row is for a layout without runs
    rows.reverse()
    return rows


def _windows(search: Distance, naturals: Packed) -> list[Window]:
    """Return the windows in which a run may lie, those that lack least first, and of these the longest.

    A window is as long as asked unless the whole hand counts, jokers need naturals beside them, or it must overlap another run
    that it may not follow on: then one place more is enough.
    """
    rule, runs = search.melding.grammar.runs, search.runs
    if not runs:
        return []
    close = search.melding.same_suit is not SameSuit.FREE
    most = longest(rule)
    if not search.target:
        most = min(most, runs[0] + close + (0 if is_plain(rule) else search.jokers))
    found = [
        Window(lacks, len(ranks), suit, ranks, wanted << SUIT_BITS * suit)
        for suit in range(4)
        for lacks, ranks, wanted in _in_suit(of_suit(naturals, suit), rule.track, runs[-1], most)
    ]
    found.sort(key=lambda window: (window.lacks, -window.length))
    return found


@lru_cache(maxsize=1 << 12)
def _in_suit(own: Packed, track: Track, least: int, most: int) -> tuple[tuple[int, Ranks, Packed], ...]:
    """Return the stretches of `least` to `most` places: the cards that each lacks of one suit's, and one of each of its ranks."""
    found = []
    for length in range(least, most + 1):
        for ranks in stretches(track, length):
            wanted = pack_ranks(ranks)
            found.append((length - size(taken(own, wanted)), ranks, wanted))
    return tuple(found)


def _walk(search: Distance, held: Packed, layout: Layout) -> None:
    """Add every window as the next run to a layout that left these cards."""
    turn, melding = len(layout.windows), search.melding
    if turn == len(search.runs):
        _finish(search, held, layout)
        return
    if not search.sets:
        # the later runs take each card that is left once: all places beyond that are lacking
        places = max(search.target - layout.places, sum(search.runs[turn:]))
        if layout.lacks + places - _most_taken(search, held, len(search.runs) - turn) - search.jokers >= search.best:
            return
    after = search.bounds[turn + 1]
    last_place = len(after) - 1
    again = turn > 0 and search.runs[turn - 1] == search.runs[turn]
    last = layout.windows[-1] if again else None
    is_later = last is None
    for window in search.windows:
        is_later = is_later or window is last
        # windows are sorted by what they lack: no later one can do better either
        if max(layout.forced, layout.lacks + window.lacks + after[0] - search.jokers) >= search.best:
            return
        rest = after[min(last_place, max(0, search.target - layout.places - window.length))]
        if layout.lacks + window.lacks + rest - search.jokers >= search.best:
            continue
        # two windows come in one order only, unless both want a card, which then makes a difference
        if window.length < search.runs[turn] or not (is_later or (last and window.wants & last.wants)):
            continue
        if melding.same_suit is not SameSuit.FREE and not all(
            other.suit != window.suit or are_apart(other.ranks, window.ranks, melding) for other in layout.windows
        ):
            continue
        for given, forced in _given(search, window, held, is_last=turn + 1 == len(search.runs)):
            lacks = layout.lacks + window.length - size(given)
            longer = Layout((*layout.windows, window), lacks, layout.forced + forced, layout.places + window.length)
            if max(longer.forced, lacks + rest - search.jokers) < search.best:
                _walk(search, held - given, longer)


def _most_taken(search: Distance, held: Packed, runs: int) -> int:
    """Return the most cards that `runs` runs can take.

    A second run of a suit takes only cards that are there twice, so the fullest suits come first. An ace may end a run that
    begins with one.
    """
    track = search.melding.grammar.runs.track
    if track.repeats:
        return size(held)
    copies = [at_least(held, many) for many in range(1, runs + 1)]
    fullest = sorted((of_suit(faces, suit).bit_count() for faces in copies for suit in range(len(SUITS))), reverse=True)
    again = held & bits_of_ranks(track.twice())
    return sum(fullest[:runs]) + min(runs, size(again) - faces_in(again).bit_count())


def _given(search: Distance, window: Window, held: Packed, *, is_last: bool) -> Iterator[tuple[Packed, int]]:
    """Yield the held cards that the run may take, and the places then that no joker may fill.

    A run takes every card: a joker that lies where the hand has the card can change places with it. If the rules limit jokers
    further, a card may do better in a later run of the suit or in a set. It is left out, too, if a joker may lie in its place.
    """
    rule, shift = search.melding.grammar.runs, SUIT_BITS * window.suit
    cards = taken(held, window.wants)
    own, others = of_suit(cards, window.suit), of_suit(held - cards, window.suit)
    least = forced_places(rule, window.length, _empty_places(window, own))
    if least is not None:
        yield cards, least
    for_sets = bool(search.sets) and not is_plain(search.melding.grammar.sets)
    if not for_sets and (is_last or is_plain(rule)):
        return
    ranks = [rank for rank in range(13) if count(own, rank) and (for_sets or not count(others, rank))]
    for many in range(1, min(search.jokers, len(ranks)) + 1):
        for left_out in combinations(ranks, many):
            taking = own - pack_ranks(left_out)
            forced = forced_places(rule, window.length, _empty_places(window, taking))
            if forced is not None and (least is None or forced <= least):
                yield taking << shift, forced


def _empty_places(window: Window, own: Packed) -> int:
    """Return the places, a bit each, of a window that these cards of its suit leave empty."""
    empty = 0
    for place, rank in enumerate(window.ranks):
        if count(own, rank):
            own -= pack_ranks((rank,))
        else:
            empty |= 1 << place
    return empty


@lru_cache(maxsize=1 << 14)
def forced_places(rule: RunRule, length: int, empty: int) -> int | None:
    """Return how many of a run's empty places (a bit each) no joker may fill; None if such a run may not be at all."""
    places = [place for place in range(length) if empty >> place & 1]
    # as many jokers as may lie there; the other empty places must be drawn
    for many in range(len(places), -1, -1):
        if rule.allows(length - many, many) and (rule.jokers_touch or _have_room(places, many)):
            return len(places) - many
    return None


def _have_room(places: list[int], many: int) -> bool:
    """Return whether `many` jokers find room on these places without touching, filled from the first one on."""
    used, last = 0, -2
    for place in places:
        if place > last + 1:
            used, last = used + 1, place
    return many <= used


def _finish(search: Distance, held: Packed, layout: Layout) -> None:
    """Add the sets to the runs of a layout, and keep the answer if it is the least."""
    ranks = by_rank(held)
    counts = tuple(sorted((count(ranks, rank) for rank in range(13)), reverse=True))
    longer = max(0, search.target - layout.places - sum(search.sets)) if search.target else 0
    for places, lacks, forced in set_rows(
        search.sets, counts, longer, search.melding.grammar.sets, search.melding.opening_set_max
    ):
        if layout.places + places >= search.target:
            search.best = min(search.best, max(layout.forced + forced, layout.lacks + lacks - search.jokers))


@lru_cache(maxsize=1 << 12)
def set_rows(
    sizes: tuple[int, ...], counts: tuple[int, ...], longer: int, rule: SetRule, most: int | None
) -> tuple[tuple[int, int, int], ...]:
    """Return rows of places, missing cards and forced cards for sets of these sizes, from these numbers of cards by rank.

    All sets together may be up to `longer` places longer than asked, each up to `most`. A row is left out if another with the
    same places lacks less.
    """
    limit = min(rule.max_size or FAR, most or FAR)
    rows = {(sizes, 0, 0): 0}  # by the sizes still to be made, places and forced places: the fewest missing
    for held in counts:
        # a rank may fill several sets: each set adds states with the cards of the rank that are left
        states = {(left, places, forced, held): lacks for (left, places, forced), lacks in rows.items()}
        pending = list(states)
        while pending:
            left, places, forced, own = state = pending.pop()
            for least in dict.fromkeys(left):
                at = left.index(least)
                others = left[:at] + left[at + 1 :]
                room = sum(sizes) + longer - places - sum(others)
                for length in range(least, min(limit, room) + 1):
                    for naturals in range(min(own, length), -1, -1):
                        empty = length - naturals
                        jokers = most_jokers(rule, length, empty)
                        if jokers is None:
                            continue
                        after = (others, places + length, forced + empty - jokers, own - naturals)
                        if states[state] + empty < states.get(after, FAR):
                            states[after] = states[state] + empty
                            pending.append(after)
        for (left, places, forced, _), lacks in states.items():
            rows[left, places, forced] = min(lacks, rows.get((left, places, forced), FAR))
    return tuple((places, lacks, forced) for (left, places, forced), lacks in rows.items() if not left)


@lru_cache(maxsize=1 << 10)
def most_jokers(rule: SetRule, length: int, empty: int) -> int | None:
    """Return how many jokers may lie in the empty places of a set; None if there is no such set."""
    return max((many for many in range(empty + 1) if rule.allows(length - many, many)), default=None)
