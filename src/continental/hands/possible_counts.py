"""Which counts there are: the largest, and what cards can come to at all, each by the rule set's own parts."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache, reduce
from operator import or_
from typing import Final

from continental.cards import Pack
from continental.rules.base import RuleSet
from continental.rules.counting import MOST_CALLED

_COPIES: Final = 8  # of a rank, in two decks


def largest_count(rules: RuleSet, jokers: int) -> int:
    """The most that ten cards with so many jokers can count: anything above is a typing error.

    Without jokers 110: two aces, and two each of K, Q, J, 10 in suits that make no run; a third of a rank would be a set. A
    joker held takes the place of a 10. Where any cards may be left unmelded it is all the aces, and then tens. Where a joker
    may be called any number, all that are held are called so much in all as the rules of the count allow.
    """
    values = rules.values.by_rank
    held = max(rules.count.by_points(values)) * jokers
    if rules.count.calls == "any_number":
        held = MOST_CALLED if jokers else 0
    naturals = max(0, rules.cards_for() - jokers)
    aces = min(naturals, _COPIES if rules.count.choice == "free" else 2)
    return held + values[0] * aces + max(values[1:]) * (naturals - aces)


def possible_counts(rules: RuleSet, total: int, jokers: int) -> frozenset[int]:
    """What hands with at most so many jokers can be counted to, for a player at `total` before the hand.

    The cards that are left and the calls of the jokers that are held back, each by its value; which melds the others make is not
    looked at. So none is missing that some hand comes to, and of the largest a few are there that no hand comes to.
    """
    values, rule = rules.values.at(total), rules.count
    calls = frozenset((rule.lowest(values),)) if rule.choice == "forced" else frozenset(rule.by_points(values))
    found = 0
    for held in range(min(jokers, rules.cards_for()) + 1):
        sums = _sums(frozenset(values), rules.cards_for() - held)
        # where a joker is called any number, one call says what all of them come to
        for _ in range(min(held, 1) if rule.calls == "any_number" else held):
            sums = _with_one(sums, calls)
        found |= sums
    return _numbers(found)


def largest_points(rules: RuleSet, pack: Pack, deal: int) -> int:
    """The most that a hand left in a deal for points can count: the dearest cards of the pack, as many as one may come to hold.

    Where discards may be bought without limit, one may hold the whole pack.
    """
    return sum(sorted(_points(rules, pack), reverse=True)[: _most_held(rules, pack, deal)])


def possible_points(rules: RuleSet, pack: Pack, deal: int) -> frozenset[int]:
    """The points that cards left in a deal for points can come to."""
    return _numbers(_sums(frozenset(_points(rules, pack)), _most_held(rules, pack, deal)))


def _points(rules: RuleSet, pack: Pack) -> list[int]:
    return [rules.points.values.of(card, rules.melding.wild) for card in pack.cards()]


def _most_held(rules: RuleSet, pack: Pack, deal: int) -> int:
    held = rules.cards_for(deal) + 1
    if rules.claims is None:
        return held
    buys = rules.claims.who.limit.per_deal
    return len(pack.cards()) if buys is None else held + buys * (1 + rules.claims.penalty.cards)


def nearest(count: int, possible: Collection[int]) -> tuple[int, ...]:
    """The possible counts next to one that is not: the one below it and the one above it, as far as there are any."""
    below, above = [each for each in possible if each < count], [each for each in possible if each > count]
    return (*([max(below)] if below else ()), *([min(above)] if above else ()))


# --- sums, as numbers of which bit 7 says that it may be 7


@lru_cache(maxsize=1024)
def _sums(values: frozenset[int], cards: int) -> int:
    """What at most so many cards of these values come to."""
    sums = 1
    for _ in range(cards):
        sums |= _with_one(sums, values)
    return sums


def _with_one(sums: int, values: Collection[int]) -> int:
    """Those sums with one more value, whichever it is."""
    return reduce(or_, (sums << value for value in values))


@lru_cache(maxsize=256)
def _numbers(sums: int) -> frozenset[int]:
    return frozenset(number for number in range(sums.bit_length()) if sums >> number & 1)
