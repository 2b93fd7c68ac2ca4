"""The exact solver: the least points a hand can leave for every number of jokers melded, and for every card it might throw.

A hand is a choice of runs in each suit (`suits`) and of jokers for what they leave of each rank (`ranks`); everything else,
such as a joker too many, joins a meld that is there, for sets have no ceiling (house 3.6). So the answer is the least over
all choices of runs, and there are few, because only useful ones are kept. `docs/solver.md` gives the reasons at length.
Grammars or hands that this does not fit go to `search`, which is exact for all of them.
"""

from __future__ import annotations

from typing import Final

from continental.cards import JOKER, RANKS, Card, Cards, without
from continental.melds.count.ranks import LOW_BITS, LOW_MASK, LOW_RANKS, MOST_JOKERS, Row, check_values, rows_for
from continental.melds.count.search import Search
from continental.melds.count.suits import covers, kept_for
from continental.melds.grammar import HOUSE, Grammar, Values
from continental.melds.packed import JOKER_SHIFT, MOST_NATURALS, RANK_BITS, SUIT_BITS, SUIT_MASK, pack

Least = tuple[int | None, ...]
"""Entry k: the least points of naturals left if exactly k jokers are melded, None if k jokers have no place."""

ONE_EACH: Final[Values] = (1,) * len(RANKS)
"""Values that count cards instead of points."""

# The innermost loops compare instead of calling `min`, for a call costs more there than all the rest of the line.
_NEVER: Final = 1 << 30
_plus: Final = int.__add__

_SPOTS: Final = tuple(
    (15 << RANK_BITS * face, face % 13 < LOW_RANKS, 1 << RANK_BITS * (face % 13 % LOW_RANKS)) for face in range(52)
)
"""Of each natural card: its bits in a packed hand, whether its rank is a low one, and one of it in its half of the ranks."""


def fits_tables(hand: Cards, grammar: Grammar) -> bool:
    """Return whether the tables answer for this hand: the house's melds, at most 15 naturals and 7 jokers."""
    jokers = hand.count(JOKER)
    return jokers <= MOST_JOKERS and len(hand) - jokers <= MOST_NATURALS and grammar == HOUSE


def least_by_jokers(hand: Cards, values: Values, grammar: Grammar = HOUSE) -> Least:
    """Return for each exact number of jokers melded the least points of naturals left; None if they have no place.

    Jokers not melded are not counted, since the player names them (house 5.2). Raises MeldError for values that are not
    thirteen whole numbers above zero.

        least_by_jokers(parse_cards("5H 6H JK KD"), values)  # (21, 10): KD stays once the joker is melded
    """
    if not fits_tables(hand, grammar):
        return _search(hand, values, grammar).least(_naturals(hand))
    low, high = rows_for(values)
    packed = pack(hand)
    jokers = packed >> JOKER_SHIFT
    if not jokers:
        return (_least_without_jokers(packed, values),)
    best = [_NEVER] * (jokers + 1)
    for cost, left in choices(packed, jokers):
        # the ranks left are two table rows, one for each half
        lows, highs = low[left & LOW_MASK], high[left >> LOW_BITS]
        points = lows[0] + highs[0]
        if points < best[cost]:  # noqa: PLR1730
            best[cost] = points
        for more in range(1, jokers - cost + 1):
            points = _together(lows, highs, more)
            if points < best[cost + more]:  # noqa: PLR1730
                best[cost + more] = points
    return _settled(best, points_of(hand, values))


def _least_without_jokers(packed: int, values: Values) -> int:
    low, high = rows_for(values)
    return min(low[left & LOW_MASK][0] + high[left >> LOW_BITS][0] for _, left in choices(packed, 0))


def choices(packed: int, jokers: int) -> list[tuple[int, int]]:
    """Return every choice of useful runs over the suits: the jokers it costs, and the packed ranks that it leaves."""
    kept = kept_for(jokers)
    same = 0
    open_suits = []
    for _ in range(4):
        holding = packed & SUIT_MASK
        packed >>= SUIT_BITS
        if holding:
            ways = kept.get(holding) or covers(holding, jokers)
            # a suit without runs has one cover, and only adds to the cards left
            if len(ways) == 1:
                same += holding
            else:
                open_suits.append(ways)
    sums = [(0, same)]
    for ways in open_suits:
        sums = [(cost + more, left + rest) for cost, left in sums for more, rest in ways if cost + more <= jokers]
    return sums


def _settled(best: list[int], whole: int) -> Least:
    """Return the least points by exact number of jokers melded, from the least by number of jokers needed.

    A joker too many joins any meld that is there. If there is none, three jokers or more are a set themselves. One or two
    have no place, and then nothing at all is melded, so the points are those of the whole hand.
    """
    # with one joker more than needed it joins a meld
    for jokers in range(1, len(best)):
        best[jokers] = min(best[jokers], best[jokers - 1])
    if best[1] < best[0]:
        return tuple(best)
    return tuple(None if jokers in (1, 2) and points == whole else points for jokers, points in enumerate(best))


def discard_values(hand: Cards, values: Values, grammar: Grammar = HOUSE) -> tuple[tuple[Card, Least], ...]:
    """Return for each distinct card of the hand, in order, `least_by_jokers` of the cards that stay if it is thrown.

    Arrangement and discard are chosen together: every choice of runs over the whole hand is also one over the hand without
    any card that it leaves, so all discards come out of one pass over the choices.

        dict(discard_values(parse_cards("5H 6H 7H KD"), values))[king]  # (0,)
    """
    if not fits_tables(hand, grammar):
        return tuple((card, least_by_jokers(without(hand, (card,)), values, grammar)) for card in sorted(set(hand)))
    packed = pack(hand)
    jokers = packed >> JOKER_SHIFT
    naturals = sorted(set(hand))
    if not jokers:
        return tuple(zip(naturals, zip(_least_thrown(packed, naturals, values), strict=True), strict=True))
    naturals.pop()  # the joker, which sorts last
    best, kept = _weighed(packed, jokers, naturals, values)
    whole = points_of(hand, values)
    thrown = [(card, _settled(row, whole - values[card % 13])) for card, row in zip(naturals, best, strict=True)]
    # the jokers that stay are melded in the same ways whether or not one more was held
    return (*thrown, (JOKER, _settled(kept, whole)[:-1]))


def _least_thrown(packed: int, naturals: list[Card], values: Values) -> list[int]:
    """Return for each card thrown the least points left, in a hand without jokers."""
    low, high = rows_for(values)
    best = [_NEVER] * len(naturals)
    spots = [(place, *_SPOTS[card]) for place, card in enumerate(naturals)]
    for _, left, loose in choices_by_card(packed, 0):
        lows, highs = left & LOW_MASK, left >> LOW_BITS
        low_points, high_points = low[lows][0], high[highs][0]
        for place, bits, in_low, one in spots:
            if loose & bits:
                points = low[lows - one][0] + high_points if in_low else low_points + high[highs - one][0]
                if points < best[place]:  # noqa: PLR1730
                    best[place] = points
    return best


def _weighed(packed: int, jokers: int, naturals: list[Card], values: Values) -> tuple[list[list[int]], list[int]]:
    """Return for each card thrown, and for none, the least points left for exactly 0, 1 … jokers, over all choices of runs.

    Throwing a card saves at most its own points, so a choice that is worse by more than that is not looked at further.
    """
    low, high = rows_for(values)
    kept = [_NEVER] * (jokers + 1)
    best = [kept.copy() for _ in naturals]
    cards = [(*_SPOTS[card], values[card % 13], entries) for card, entries in zip(naturals, best, strict=True)]
    for cost, left, loose in choices_by_card(packed, jokers):
        lows, highs = left & LOW_MASK, left >> LOW_BITS
        low_row, high_row = low[lows], high[highs]
        for needed in range(cost, jokers + 1):
            more = needed - cost
            whole = _together(low_row, high_row, more) if more else low_row[0] + high_row[0]
            kept[needed] = min(kept[needed], whole)
            for bits, in_low, one, value, entries in cards:
                # a card that runs took is not there to be thrown
                if whole - value < entries[needed] and loose & bits:
                    first = low[lows - one] if in_low else low_row
                    second = high_row if in_low else high[highs - one]
                    points = _together(first, second, more) if more else first[0] + second[0]
                    if points < entries[needed]:  # noqa: PLR1730
                        entries[needed] = points
    return best, kept


def _together(lows: Row, highs: Row, jokers: int) -> int:
    """Return the least points left of both halves of the ranks for `jokers` jokers between them."""
    if jokers == 1:
        first, second = lows[0] + highs[1], lows[1] + highs[0]
        return first if first < second else second  # noqa: FURB136
    return min(map(_plus, lows[: jokers + 1], highs[jokers::-1]))


def choices_by_card(packed: int, jokers: int) -> list[tuple[int, int, int]]:
    """As `choices`, and with each the cards that it leaves, packed as a hand is."""
    kept = kept_for(jokers)
    sums = [(0, 0, 0)]
    for shift in range(0, 4 * SUIT_BITS, SUIT_BITS):
        holding = packed >> shift & SUIT_MASK
        if holding:
            ways = kept.get(holding) or covers(holding, jokers)
            sums = [
                (cost + more, left + rest, loose | rest << shift)
                for cost, left, loose in sums
                for more, rest in ways
                if cost + more <= jokers
            ]
    return sums


def points_of(cards: Cards, values: Values) -> int:
    """Return the points of the natural cards among these; jokers count nothing here."""
    return sum(values[card % 13] for card in cards if card != JOKER)


def _naturals(hand: Cards) -> Cards:
    return tuple(sorted(card for card in hand if card != JOKER))


def _search(hand: Cards, values: Values, grammar: Grammar) -> Search:
    check_values(values)
    return Search(hand.count(JOKER), values, grammar)
