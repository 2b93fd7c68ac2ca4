"""Check the fast solver by a slow, exhaustive one: try every group of cards as a meld and every way to part the hand.

This is simple on purpose. It shares nothing with `cover` but the grammar's own question `is_meld`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from continental.cards import JOKER, Card, Cards, as_hand, rank_of, without
from continental.melds.grammar import HOUSE, Grammar, Values, is_meld

Groups = tuple[Cards, ...]


@dataclass(frozen=True, slots=True)
class Parting:
    """One way to part a hand: the groups that are melds, and the cards left, jokers among them."""

    groups: Groups
    left: Cards

    def melded_jokers(self) -> int:
        """Return how many jokers lie in its melds."""
        return sum(group.count(JOKER) for group in self.groups)


def groups_of(hand: Cards) -> Iterator[Cards]:
    """Yield every distinct group of cards in the hand, the empty one included, each sorted."""
    held = sorted(Counter(hand).items())
    for counts in product(*(range(many + 1) for _, many in held)):
        yield tuple(card for (card, _), many in zip(held, counts, strict=True) for _ in range(many))


def melds_in(hand: Cards, grammar: Grammar = HOUSE) -> Groups:
    """Return every distinct group of the hand's cards that is a meld."""
    return tuple(group for group in groups_of(hand) if is_meld(group, grammar))


def points_of(cards: Cards, values: Values) -> int:
    """Return the points of the natural cards among these."""
    return sum(values[rank_of(card)] for card in cards if card != JOKER)


def partings(hand: Cards, grammar: Grammar = HOUSE) -> frozenset[Parting]:
    """Return every distinct way to part the hand into melds and cards left. Copies of one card are alike."""
    melds = melds_in(hand, grammar)

    def part(rest: Cards) -> Iterator[tuple[Groups, Cards]]:
        if not rest:
            yield (), ()
            return
        for groups, left in part(rest[1:]):
            yield groups, (rest[0], *left)
        for group in melds:
            if group[0] == rest[0] and not Counter(group) - Counter(rest):
                for groups, left in part(without(rest, group)):
                    yield (group, *groups), left

    return frozenset(Parting(tuple(sorted(groups)), as_hand(left)) for groups, left in part(as_hand(hand)))


def maximal(hand: Cards, grammar: Grammar = HOUSE) -> frozenset[Parting]:
    """Return the partings that cannot grow: no cards left make a meld, and none can join a meld that is there."""

    def can_grow(parting: Parting) -> bool:
        joins = any(is_meld(as_hand((*group, card)), grammar) for group in parting.groups for card in set(parting.left))
        return joins or any(is_meld(group, grammar) for group in groups_of(parting.left))

    return frozenset(parting for parting in partings(hand, grammar) if not can_grow(parting))


def points_left(hand: Cards, values: Values, grammar: Grammar = HOUSE) -> tuple[frozenset[int], ...]:
    """Return, for each exact number of jokers melded, all points of naturals that some parting leaves."""
    melds = melds_in(hand, grammar)
    jokers = hand.count(JOKER)
    known: dict[Cards, frozenset[tuple[int, int]]] = {(): frozenset({(0, 0)})}

    def outcomes(rest: Cards) -> frozenset[tuple[int, int]]:
        """Return all pairs (jokers melded, points left) of the cards not yet placed."""
        if rest not in known:
            loose = points_of(rest[:1], values)
            found = {(melded, points + loose) for melded, points in outcomes(rest[1:])}
            for group in melds:
                if group[0] == rest[0] and not Counter(group) - Counter(rest):
                    more = group.count(JOKER)
                    found |= {(melded + more, points) for melded, points in outcomes(without(rest, group))}
            known[rest] = frozenset(found)
        return known[rest]

    ends = outcomes(as_hand(hand))
    return tuple(frozenset(points for melded, points in ends if melded == exactly) for exactly in range(jokers + 1))


def least_by_jokers(hand: Cards, values: Values, grammar: Grammar = HOUSE) -> tuple[int | None, ...]:
    """Return, for each exact number of jokers melded, the least points of naturals left; None if they have no place."""
    return tuple(min(points, default=None) for points in points_left(hand, values, grammar))


def discard_values(hand: Cards, values: Values, grammar: Grammar = HOUSE) -> tuple[tuple[Card, tuple[int | None, ...]], ...]:
    """Return, for each distinct card of the hand, `least_by_jokers` of the cards that stay when it is thrown."""
    return tuple((card, least_by_jokers(without(hand, (card,)), values, grammar)) for card in sorted(set(hand)))
