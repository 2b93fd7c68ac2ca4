"""Tell which counts are possible, and the largest, by the rule set's own parts."""

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
    """Return the most that a hand with `jokers` jokers can count: anything above is a typing error.

    Without jokers 110: two aces, and two each of K, Q, J, 10 in suits that make no run; a third of a rank would be a set. A
    joker held takes the place of a 10. If any cards may be left unmelded it is all the aces, and then tens. If a joker
    may be called any number, those held are called the most that the rules of the count allow.
    """
    values = rules.values.by_rank
    held = max(rules.count.by_points(values)) * jokers
    if rules.count.calls == "any_number":
        held = MOST_CALLED if jokers else 0
    naturals = max(0, rules.cards_for() - jokers)
    aces = min(naturals, _COPIES if rules.count.choice == "free" else 2)
    return held + values[0] * aces + max(values[1:]) * (naturals - aces)


def possible_counts(rules: RuleSet, total: int, jokers: int) -> frozenset[int]:
    """Return the counts of hands with at most `jokers` jokers, for a player at `total` before the hand.

    They are sums of the values of cards left and of calls of jokers held back; the melds of the other cards are not looked at.
    So no possible count is missing, and a few of the largest are there that no hand has.
    """
    values, rule = rules.values.at(total), rules.count
    calls = frozenset((rule.lowest(values),)) if rule.choice == "forced" else frozenset(rule.by_points(values))
    found = 0
    for held in range(min(jokers, rules.cards_for()) + 1):
        sums = _sums(frozenset(values), rules.cards_for() - held)
        # if a joker is called any number, one call stands for the sum of all
        for _ in range(min(held, 1) if rule.calls == "any_number" else held):
            sums = _with_one(sums, calls)
        found |= sums
    return _numbers(found)


def largest_points(rules: RuleSet, pack: Pack, deal: int) -> int:
    """Return the most that a hand left in a deal for points can count: the dearest cards of the pack, as many as one may hold.

    If discards may be bought without limit, one may hold the whole pack.
    """
    return sum(sorted(_points(rules, pack), reverse=True)[: _most_held(rules, pack, deal)])


def possible_points(rules: RuleSet, pack: Pack, deal: int) -> frozenset[int]:
    """Return the possible sums of points of cards left in a deal for points."""
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
    """Return the possible counts next to one that is not: the nearest below and the nearest above, if there are any."""
    below, above = [each for each in possible if each < count], [each for each in possible if each > count]
    return (*([max(below)] if below else ()), *([min(above)] if above else ()))


# --- sums, as numbers of which bit 7 says that it may be 7


@lru_cache(maxsize=1024)
def _sums(values: frozenset[int], cards: int) -> int:
    """Return the sums of at most `cards` cards of these values."""
    sums = 1
    for _ in range(cards):
        sums |= _with_one(sums, values)
    return sums


def _with_one(sums: int, values: Collection[int]) -> int:
    """Return those sums with one more of the values added."""
    return reduce(or_, (sums << value for value in values))


@lru_cache(maxsize=256)
def _numbers(sums: int) -> frozenset[int]:
    return frozenset(number for number in range(sums.bit_length()) if sums >> number & 1)
