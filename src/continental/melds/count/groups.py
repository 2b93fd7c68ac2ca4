"""Whether a group of naturals is a meld with so many jokers: the question that the searches of this wing ask most."""

from __future__ import annotations

from functools import lru_cache

from continental.cards import JOKER, Cards, rank_of, suit_of
from continental.melds.grammar import Grammar, is_meld
from continental.melds.packed import Packed, lacking, pack_ranks


def is_one(cards: Cards, jokers: int, grammar: Grammar) -> bool:
    """Return whether these naturals, of one rank or of one suit, are a meld with so many jokers."""
    if grammar.sets.allows(len(cards), jokers) and len({rank_of(card) for card in cards}) == 1:
        return True
    if not grammar.runs.allows(len(cards), jokers) or len({suit_of(card) for card in cards}) > 1:
        return False
    if not grammar.runs.jokers_touch:
        return is_meld((*cards, *(JOKER,) * jokers), grammar)
    return _fits(pack_ranks(map(rank_of, cards)), len(cards) + jokers, grammar)


@lru_cache(maxsize=1 << 14)
def _fits(ranks: Packed, length: int, grammar: Grammar) -> bool:
    """Return whether a run of so many places has a place for each of these ranks; at most seven of one."""
    return any(not lacking(pack_ranks(places), ranks) for places in grammar.runs.track.windows(length))
