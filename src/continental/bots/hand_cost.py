"""The value of holding a hand: the exact points it leaves, and those it would leave with one or two more jokers.

A hand that one joker would improve much is one card from a meld in some place, so the points left with a joker or two more
measure pairs and near runs exactly, and overlapping ones only once. One pass of the solver gives it for every discard.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from continental.cards import JOKER, Card, Cards, suit_of
from continental.melds import Grammar, Values, discard_values, least_by_jokers

MOST_JOKERS = 7
"""As many jokers as the solver's tables take; beyond it fewer are imagined."""

MELDED_LOW = 2
"""A joker that finds no place in a meld counts at least this much."""


@dataclass(frozen=True, slots=True)
class Weights:
    """How much the parts of a hand's worth weigh, in points; the figures were found by duplicate deals (docs/bots.md)."""

    loose_card: int = 4  # each loose card counts so much more than its points: it also delays the end
    one_more: float = 0.3  # of the points that a joker more would leave
    two_more: float = 0.1
    drawing: float = 5.0  # what an unknown card from the stock is expected to improve
    mates: float = 0.15  # for each unseen card that fits a card thrown
    feeding: float = 1.5  # for a card that suits the next seat
    suit_nine: float = -12.0  # the worth of nine cards of one suit, one short of a continental
    suit_eight: float = 8.0


@dataclass(frozen=True, slots=True)
class HandCost:
    """A judge of hands: `cost` is lower for a better hand, about the points that it may come to."""

    values: Values
    grammar: Grammar
    weights: Weights
    size: int = 10

    def weighed(self) -> Values:
        """The values with the extra for each loose card."""
        return tuple(points + self.weights.loose_card for points in self.values)

    def left(self, hand: Cards) -> int:
        """The least points of natural cards left with all jokers melded; a joker without a place counts a little."""
        return int(_filled(least_by_jokers(hand, self.values, self.grammar), hand.count(JOKER))[0])

    def of_hand(self, hand: Cards) -> float:
        """The cost of a hand as it is."""
        imagined = _imagined(hand)
        row = least_by_jokers(hand + (JOKER,) * imagined, self.weighed(), self.grammar)
        return self._cost(hand, hand.count(JOKER), row)

    def of_discards(self, hand: Cards) -> dict[Card, float]:
        """For each card of a hand the cost of what stays when it is thrown."""
        imagined = _imagined(hand)
        rows = discard_values(hand + (JOKER,) * imagined, self.weighed(), self.grammar)
        held = hand.count(JOKER)
        costs = {}
        for card, row in rows:
            if card in hand:
                place = hand.index(card)
                costs[card] = self._cost(hand[:place] + hand[place + 1 :], held - (card == JOKER), row)
        return costs

    def _cost(self, hand: Cards, jokers: int, row: Iterable[int | None]) -> float:
        now, one, two = _filled(tuple(row), jokers)
        weights = self.weights
        cost = (now + weights.one_more * one + weights.two_more * two) / (1 + weights.one_more + weights.two_more)
        return min(cost, self._suited(hand, jokers))

    def _suited(self, hand: Cards, jokers: int) -> float:
        """Return the cost by way of a continental; infinite if it is far."""
        suits = [0, 0, 0, 0]
        for card in hand:
            if card != JOKER:
                suits[suit_of(card)] += 1
        missing = self.size - max(suits) - jokers
        if missing > 2:
            return float("inf")
        return (self.weights.suit_nine * 2, self.weights.suit_nine, self.weights.suit_eight)[missing]


def _imagined(hand: Cards) -> int:
    return max(0, min(2, MOST_JOKERS - hand.count(JOKER)))


def _filled(row: tuple[int | None, ...], jokers: int) -> tuple[float, float, float]:
    """Return the points left with all jokers melded, with one more and with two more.

    A joker without a place counts a little. If fewer than two more could be imagined, the last figure stands for all.
    """
    known: list[float] = []
    for points in row:
        known.append(points if points is not None else known[-1] + MELDED_LOW if known else 0.0)
    last = len(known) - 1
    first, second, third = (min(jokers + more, last) for more in range(3))
    return known[first], known[second], known[third]
