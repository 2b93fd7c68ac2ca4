"""Cheap tests by bits that prove a hand hopeless, so that the exact solver is asked about the others only.

Each is one-sided: a hand that is called hopeless has no solution, and one that is not may still have none.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from continental.cards import JOKER, Card, Cards
from continental.melds.contract import Contract
from continental.melds.grammar import Track

_LANE: Final = 16
"""Bits a suit: 14 places, the ace lowest and highest, and two that stay empty, so that no shift reaches the next suit."""
_HIGH_ACE: Final = 13
_EACH_SUIT: Final = sum(1 << _LANE * suit for suit in range(4))
_LANE_MASK: Final = (1 << _LANE) - 1
_TWO_TO_KING: Final = 0x1FFE * _EACH_SUIT


def _place_bits(face: int) -> int:
    suit, rank = divmod(face, 13)
    return (1 << rank | (1 << _HIGH_ACE if rank == 0 else 0)) << _LANE * suit


_PLACES: Final = tuple(map(_place_bits, range(JOKER)))


def is_hopeless(hand: Cards) -> bool:
    """Return whether house melds cannot take every card of the hand, jokers included, by counting its lone cards.

    A card is lone if no other card of its rank is held, and none of its suit at most two ranks away. A set with a lone card
    has two jokers. A run of `n` lone cards has two jokers between neighbours, so 2 for one card and 2(n - 1) for more. The
    cheapest are pairs such as 3H JK JK 6H, and so `n` lone cards ask for `n` jokers, or one more if `n` is odd.

        is_hopeless(parse_cards("3H JK JK 6H"))  # False
        is_hopeless(parse_cards("3H JK JK 9S"))  # False: two lone cards and two jokers, which the solver looks at
        is_hopeless(parse_cards("3H JK 6H"))     # True
    """
    once = twice = jokers = 0
    for card in hand:
        if card == JOKER:
            jokers += 1
        else:
            # an ace sets a bit at both ends of its lane
            bits = _PLACES[card]
            twice |= once & bits
            once |= bits
    # a rank is mated if two suits hold it, or one suit holds it twice
    spades, hearts = once & _LANE_MASK, once >> _LANE & _LANE_MASK
    diamonds, clubs = once >> 2 * _LANE & _LANE_MASK, once >> 3 * _LANE
    black, red = spades | clubs, hearts | diamonds
    mated = spades & clubs | hearts & diamonds | black & red
    mated |= (twice | twice >> _LANE | twice >> 2 * _LANE | twice >> 3 * _LANE) & _LANE_MASK
    lone = once & ~(mated * _EACH_SUIT | once << 1 | once << 2 | once >> 1 | once >> 2)
    if not lone:
        return False
    # an ace is lone only if it is so at both ends of the track
    many = (lone & _TWO_TO_KING).bit_count() + (lone & lone >> _HIGH_ACE & _EACH_SUIT).bit_count()
    return many + (many & 1) > jokers


def lacks_jokers(hand: Cards, contract: Contract, track: Track, wild: frozenset[Card]) -> bool:
    """Return whether the jokers of the hand are too few for the contract, even if no meld took a card from another.

    Each set lacks at least what its rank is short of, and each run what the fullest stretch of its size is short of. A longer
    run is no better off: it holds a stretch of its size that lacks no more. Wild cards count as jokers and as themselves.

        lacks_jokers(parse_cards("7S 7H 2C"), contract_of_a_set, track, frozenset())  # True
    """
    sets, runs = _needs(contract, track)
    suits, ranks, jokers = [0, 0, 0, 0], [0] * 13, 0
    for card in hand:
        if card == JOKER or card in wild:
            jokers += 1
        if card != JOKER:
            suits[card // 13] |= 1 << card % 13
            ranks[card % 13] += 1
    # the shortages add up, for a card that is drawn or a joker fills one place only
    short = 0
    if sets:
        short = _short_of_sets(sets, ranks)
        if short > jokers:
            return True
    for size, repeated, masks in runs:
        fullest = max([(own & mask).bit_count() for own in suits for mask in masks])
        short += max(0, size - fullest - repeated)
        if short > jokers:
            return True
    return False


def _short_of_sets(sets: tuple[int, ...], ranks: list[int]) -> int:
    """Return how many cards the sets lack at least: each rank cut into pieces of the smallest size, the largest pieces taken."""
    size = sets[0]
    pieces = [min(size, many - start) for many in ranks for start in range(0, many, size)]
    pieces.sort(reverse=True)
    return size * len(sets) - sum(pieces[: len(sets)])


@lru_cache(maxsize=256)
def _needs(contract: Contract, track: Track) -> tuple[tuple[int, ...], tuple[tuple[int, int, tuple[int, ...]], ...]]:
    """Return the sizes of a contract's sets, smallest first, and of each run the size, its ranks named twice, and its masks."""
    sets = tuple(sorted(need.size for need in contract.needs if need.kind == "set"))
    runs = []
    for size in sorted(need.size for need in contract.needs if need.kind == "run"):
        windows = [frozenset(ranks) for ranks in track.windows(size)]
        repeated = size - min(map(len, windows), default=size)
        runs.append((size, repeated, tuple(sum(1 << rank for rank in ranks) for ranks in windows) or (0,)))
    return sets, tuple(runs)
