"""Where a run may lie on its track, and how many of its places no joker may fill."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from continental.cards import JOKER, Cards, rank_of, suit_of
from continental.melds.grammar import Grammar, RunRule, Track, is_meld
from continental.melds.laid import Ranks, stretches
from continental.melds.suits import RANK_BITS, SUIT_BITS

_EIGHTS: Final = 8 * sum(1 << shift for shift in range(0, SUIT_BITS, RANK_BITS))


class Window(NamedTuple):
    """A run's place on the track: what it lacks alone, its length, the held cards that it wants, their number, its ranks.

    `forced` places may hold no joker even when it has all it wants; `given` are places whose card is left for a set.
    """

    missing: int
    length: int
    wants: int
    many: int
    forced: int
    ranks: Ranks
    given: int


@lru_cache(maxsize=256)
def stretches_packed(track: Track, length: int) -> tuple[tuple[Ranks, int], ...]:
    """The stretches of so many places, each with its ranks packed."""
    return tuple((ranks, sum(1 << RANK_BITS * rank for rank in ranks)) for ranks in stretches(track, length))


@lru_cache(maxsize=1 << 14)
def forced_places(rule: RunRule, length: int, empty: int) -> int | None:
    """How many of a run's empty places (a bit each) no joker may fill; None where such a run may not be at all."""
    places = [place for place in range(length) if empty >> place & 1]
    for many in range(len(places), -1, -1):
        if rule.allows(length - many, many) and (rule.jokers_touch or _have_room(places, many)):
            return len(places) - many
    return None


def _have_room(places: list[int], many: int) -> bool:
    """Whether so many jokers find room on these places without touching."""
    used, last = 0, -2
    for place in places:
        if place > last + 1:
            used, last = used + 1, place
    return many <= used


def is_one(cards: Cards, jokers: int, grammar: Grammar) -> bool:
    """Whether these naturals, of one rank or of one suit, are a meld with so many jokers."""
    if grammar.sets.allows(len(cards), jokers) and len({rank_of(card) for card in cards}) == 1:
        return True
    if not grammar.runs.allows(len(cards), jokers) or len({suit_of(card) for card in cards}) > 1:
        return False
    if not grammar.runs.jokers_touch:
        return is_meld((*cards, *(JOKER,) * jokers), grammar)
    return _fits(sum(1 << RANK_BITS * rank_of(card) for card in cards), len(cards) + jokers, grammar)


@lru_cache(maxsize=1 << 14)
def _fits(ranks: int, length: int, grammar: Grammar) -> bool:
    """Whether a run of so many places has a place for each of these ranks, packed; at most seven of one."""
    return any((places | _EIGHTS) - ranks & _EIGHTS == _EIGHTS for _, places in stretches_packed(grammar.runs.track, length))
