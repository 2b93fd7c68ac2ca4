"""Pack cards into one whole number, the count of each natural card, and work on all counts at once.

Four bits a card: the count of face 0 lies lowest, so a suit takes 52 bits and its ace has the lowest four. A count is at most
seven where two packed numbers are compared, because the highest of the four bits is then the guard that a subtraction borrows.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from continental.cards import JOKER, Card

Packed = int
"""Counts of natural cards, four bits a face; of one suit alone, thirteen counts by rank."""

RANK_BITS: Final = 4
SUIT_BITS: Final = 13 * RANK_BITS
SUIT_MASK: Final = (1 << SUIT_BITS) - 1
JOKER_SHIFT: Final = 4 * SUIT_BITS
MOST_NATURALS: Final = 15
"""The most naturals that cannot overflow one count into the next."""
MOST_COPIES: Final = 7
"""The most copies of a card that leave the guard bit free."""
ONES: Final = sum(1 << RANK_BITS * face for face in range(52))
GUARD: Final = ONES << 3
MORE_THAN_ONE: Final = ONES * 14
"""The bits of a count that are set if it is two or more."""

ALL_OF_RANK: Final = sum(15 << SUIT_BITS * suit for suit in range(4))
"""All bits of the aces; moved up by rank, of another rank."""


class _Bits(dict[int, int]):
    """One of a card in a packed hand: the card's own four bits, the joker's above all naturals'."""

    def __missing__(self, card: int) -> int:
        raise ValueError(f"No card has the number {card}: naturals are 0 to 51, the joker 52.")


_BIT_OF: Final = _Bits({face: 1 << RANK_BITS * face for face in range(JOKER + 1)})


def pack(cards: Iterable[Card]) -> Packed:
    """Return the cards as one number, the jokers counted above the naturals. Raises ValueError for no card."""
    # a table look-up for each card is faster than a shift in Python
    return sum(map(_BIT_OF.__getitem__, cards))


def pack_ranks(ranks: Iterable[int], suit: int = 0) -> Packed:
    """Return one card of the suit for each of these ranks."""
    return sum(1 << RANK_BITS * rank for rank in ranks) << SUIT_BITS * suit


def count(packed: Packed, face: int) -> int:
    """Return how many of a face there are; in one suit's cards, how many of a rank."""
    return packed >> RANK_BITS * face & 15


def of_suit(packed: Packed, suit: int) -> Packed:
    """Return one suit's cards, counted by rank."""
    # the suit moves to the low end, so that its ranks are counted like a hand of one suit
    return packed >> SUIT_BITS * suit & SUIT_MASK


def by_rank(packed: Packed) -> Packed:
    """Return the cards of all four suits counted by rank: the four parts added up."""
    first, second = packed & SUIT_MASK, packed >> SUIT_BITS & SUIT_MASK
    return first + second + (packed >> 2 * SUIT_BITS & SUIT_MASK) + (packed >> 3 * SUIT_BITS & SUIT_MASK)


def size(packed: Packed) -> int:
    """Return how many cards there are. Counts of one are single bits, so only larger counts need more than a bit count."""
    # each count of one is a single bit
    many = packed.bit_count()
    if packed & MORE_THAN_ONE:
        # a count's second bit stands for two cards, its third for four, its fourth for eight: each counted once already
        many += (packed & ONES << 1).bit_count() + 3 * (packed & ONES << 2).bit_count() + 7 * (packed & GUARD).bit_count()
    return many


def faces_in(packed: Packed) -> Packed:
    """Return one of each face that is there: a count and seven overflow into the guard bit unless the count is 0."""
    return ((packed + ONES * 7) & GUARD) >> 3


def at_least(packed: Packed, many: int) -> Packed:
    """Return one of each face that is there `many` times, 1 to 8: the guard bit is set by the rest that is missing to eight."""
    return ((packed + ONES * (8 - many)) & GUARD) >> 3


def all_bits(packed: Packed) -> Packed:
    """Return all four bits of each face that is there, to cut other cards down to these faces."""
    return faces_in(packed) * 15


@lru_cache(maxsize=256)
def bits_of_ranks(ranks: tuple[int, ...]) -> Packed:
    """Return all four bits of every face of these ranks."""
    return sum(ALL_OF_RANK << RANK_BITS * rank for rank in ranks)


def lacking(held: Packed, wanted: Packed) -> Packed:
    """Return the guard bits of the faces that are wanted more often than held; 0 if all are there.

    Every count borrows from a guard bit of its own, so a guard bit is gone just if its count went below zero.
    """
    return ~((held | GUARD) - wanted) & GUARD


def taken(held: Packed, wanted: Packed) -> Packed:
    """Return those of the wanted cards that are held.

    taken(pack(parse_cards("7S 7S 9S")), pack(parse_cards("7S 8S 9S")))  # 7S and 9S
    """
    if not wanted & MORE_THAN_ONE:
        return wanted & faces_in(held)
    lost = lacking(held, wanted)
    while lost:
        # the lowest guard bit that is gone; one of that face lies three bits below it
        one = (lost & -lost) >> 3
        lost &= lost - 1
        at = one.bit_length() - 1
        wanted -= ((wanted >> at & 15) - (held >> at & 15)) << at
    return wanted


def weigh(packed: Packed, weights: tuple[int, ...]) -> int:
    """Return the weight of the cards, by the weights of their faces; of one suit's cards, of their ranks."""
    total = 0
    while packed:
        # the lowest bit that is set lies in the lowest count that is not 0
        at = (packed & -packed).bit_length() - 1 >> 2
        total += (packed >> RANK_BITS * at & 15) * weights[at]
        packed &= ~(15 << RANK_BITS * at)
    return total
