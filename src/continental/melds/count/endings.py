"""Tell whether ten cards are of one suit, and in sequence (house 4.3 and 4.4)."""

from __future__ import annotations

from typing import Final

from continental.cards import JOKER, Cards, suit_of
from continental.melds.grammar import ACE_LOW_OR_HIGH, RunRule, Track, run_readings

HAND_SIZE: Final = 10


def is_continental(hand: Cards, *, size: int = HAND_SIZE) -> bool:
    """Return whether the cards, ten of them, are of one suit, jokers counting as any (house 4.3).

    is_continental(parse_cards("AS 3S 5S 7S 9S JS KS 2S 4S JK"))  # True
    """
    return len(hand) == size and len({suit_of(card) for card in hand if card != JOKER}) <= 1


def is_straight_flush(hand: Cards, *, size: int = HAND_SIZE, jokers_allowed: bool = True, track: Track = ACE_LOW_OR_HIGH) -> bool:
    """Return whether the cards, ten of them, are of one suit and in sequence, jokers filling gaps if allowed (house 4.4; I13).

    is_straight_flush(parse_cards("AS 2S 3S JK 5S 6S 7S 8S 9S TS"))  # True
    """
    if not is_continental(hand, size=size):
        return False
    naturals = tuple(sorted(card for card in hand if card != JOKER))
    jokers = len(hand) - len(naturals)
    if jokers and not jokers_allowed:
        return False
    # a card held twice has no second place, but for the ace of a track that names it twice
    if len(set(naturals)) < len(naturals) and len(set(track.ranks)) == len(track.ranks):
        return False
    suit = suit_of(naturals[0]) if naturals else 0
    whole = RunRule(min_size=size, max_size=size, track=track)
    return next(run_readings(hand, suit, whole), None) is not None
