"""Tell the endings that some held cards make (house 4.1 to 4.4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from continental.cards import JOKER, Cards, rank_of, suit_of, without
from continental.melds.count.cover import ONE_EACH, is_house, least_by_jokers
from continental.melds.grammar import ACE_LOW_OR_HIGH, HOUSE, Grammar, RunRule, Track, run_readings

HAND_SIZE: Final = 10
KNOCK_RANKS: Final = (1, 2)
"""The ranks that may stay in hand at a knock: a 2 or a 3 (house 4.1)."""


@dataclass(frozen=True, slots=True)
class Endings:
    """The endings that some cards in hand make: the cards that may stay at a knock, and whether they make each other ending."""

    knock: Cards
    close: bool
    continental: bool
    straight_flush: bool


NONE: Final = Endings(knock=(), close=False, continental=False, straight_flush=False)


def is_all_melded(cards: Cards, grammar: Grammar = HOUSE) -> bool:
    """Return whether melds can take every one of these cards, all their jokers included."""
    return least_by_jokers(cards, ONE_EACH, grammar)[-1] == 0


def knock_cards(hand: Cards, *, size: int = HAND_SIZE, ranks: tuple[int, ...] = KNOCK_RANKS, grammar: Grammar = HOUSE) -> Cards:
    """Return the natural cards of these ranks of which one may stay while all the others are melded (house 4.1; I8 and I9).

    knock_cards(parse_cards("9C JK JK 5H 6H 7H KS KD KH 2D"))  # (2D,)
    """
    if len(hand) != size:
        return ()
    least = least_by_jokers(hand, ONE_EACH, grammar)[-1]
    # melding all but one card is the least that a knock asks for
    if is_house(grammar) and (least is None or least > 1):
        return ()  # two or more cards have no place in melds, no matter which card stays
    candidates = [card for card in sorted(set(hand)) if card != JOKER and rank_of(card) in ranks]
    return tuple(card for card in candidates if is_all_melded(without(hand, (card,)), grammar))


def is_closed(hand: Cards, *, size: int = HAND_SIZE, grammar: Grammar = HOUSE) -> bool:
    """Return whether all the cards, ten of them, are melded (house 4.2).

    is_closed(parse_cards("9C JK JK 5H 6H 7H KS KD KH KC"))  # True
    """
    return len(hand) == size and is_all_melded(hand, grammar)


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


def endings_of(hand: Cards, *, size: int = HAND_SIZE, grammar: Grammar = HOUSE, jokers_in_flush: bool = True) -> Endings:
    """Return every ending that the cards make; none if they are not ten.

    Whether it may be declared now is the turn's question: a knock comes before the draw, the others after it (house 2.4, 4.1).

        endings_of(parse_cards("9C JK JK 5H 6H 7H KS KD KH 2D")).knock  # (2D,)
    """
    if len(hand) != size:
        return NONE
    return Endings(
        knock=knock_cards(hand, size=size, grammar=grammar),
        close=is_closed(hand, size=size, grammar=grammar),
        continental=is_continental(hand, size=size),
        straight_flush=is_straight_flush(hand, size=size, jokers_allowed=jokers_in_flush, track=grammar.runs.track),
    )
