"""The count with its dial: the totals that a hand can be counted to, and the points of a declared count (house 5)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, assert_never

from continental.cards import JOKER, Card, Cards, rank_of, without
from continental.melds import Arrangement, Grammar, Least, Values, arrange, arrangement_leaving, least_by_jokers, leavings
from continental.play.actions import Call
from continental.play.pieces import piece
from continental.play.refusal import Refused
from continental.play.saying import Said

MOST_CALLED: Final = 150
"""With the switch joker_value at any_number, the most that the held jokers of one hand are called in all."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to count a hand: the calls of the jokers held back, the cards left (None: the least), the points."""

    calls: tuple[Call, ...]
    left: Cards | None
    points: int


@dataclass(frozen=True, slots=True)
class CountRule:
    """The choices of a player at the count.

    `choice`: jokers, free or forced (switch count_choice, I33). `order`: rotation or simultaneous (count_order, I34). `calls`:
    the calls that a held joker may get (joker_value, I32).
    """

    choice: Literal["jokers", "free", "forced"]
    order: Literal["rotation", "simultaneous"]
    calls: Literal["card", "one_to_fifteen", "any_number", "fixed_20", "fixed_25"]

    def choices(self, hand: Cards, values: Values, grammar: Grammar) -> tuple[Choice, ...]:
        """Return one way for each number of points that the hand can be counted to.

        The lowest points come first, each with the fewest jokers held back. `values`: points by rank for this very player, the
        ace's relief included.
        """
        return _choices(self, hand, values, grammar)

    def lowest(self, values: Values) -> int:
        """Return the fewest points that a held joker can be called."""
        return min(values) if self.calls == "card" else _numbers(self.calls)[0]

    def least(self, by_jokers: Least, lowest: int) -> tuple[int, int]:
        """Return the fewest points that a hand can be counted to, and the fewest jokers held back for it.

        `by_jokers` as of `least_by_jokers`, `lowest` the call of a held joker. If jokers must be melded when they can, all that
        can are.
        """
        # Reversed, so the place is the number of jokers held back: the first way melds the most.
        ways = [(points + held * lowest, held) for held, points in enumerate(reversed(by_jokers)) if points is not None]
        return ways[0] if self.choice == "forced" else min(ways)

    def wanted(self) -> Said:
        """Return what a held joker may be called, in words."""
        return piece(f"call_{self.calls}", most=MOST_CALLED)

    def points_of(self, call: Call, values: Values) -> int:
        """Return the points of one call. Raises Refused for a call that this table does not allow."""
        if self.calls == "card":
            if call.card is None or call.points is not None or not 0 <= call.card < JOKER:
                raise Refused("count_call", wanted=self.wanted())
            return values[rank_of(call.card)]
        if call.points is None or call.card is not None or call.points not in _numbers(self.calls):
            raise Refused("count_call", wanted=self.wanted())
        return call.points

    def by_points(self, values: Values) -> dict[int, Call]:
        """Return the canonical call for each number of points that one held joker can be called."""
        if self.calls == "card":
            # Reversed, so the lowest rank of equal points is the one that stays.
            return {points: Call(card=Card(rank)) for rank, points in reversed(list(enumerate(values)))}
        return {points: Call(points=points) for points in _numbers(self.calls)}

    def count(
        self, hand: Cards, calls: tuple[Call, ...], left: Cards | None, values: Values, grammar: Grammar
    ) -> tuple[Arrangement, int]:
        """Return the arrangement and the points of a declared count. Raises Refused if the table does not allow it."""
        jokers = hand.count(JOKER)
        if len(calls) > jokers:
            raise Refused("count_too_many_jokers", count=jokers, called=len(calls))
        called = sum(self.points_of(call, values) for call in calls)
        if self.calls == "any_number" and called > MOST_CALLED:
            raise Refused("count_calls_in_all", most=MOST_CALLED)
        melded = jokers - len(calls)
        by_jokers = least_by_jokers(hand, values, grammar)
        if left is not None:
            return self._leaving(hand, left, melded, called, values, grammar)
        if by_jokers[melded] is None:
            raise Refused("count_cannot_meld", held=len(calls), melded=melded)
        if self.choice == "forced":
            self._check_forced(calls, by_jokers, called, values)
        arrangement = arrange(hand, melded, values, grammar)
        return arrangement, arrangement.points + called

    def _check_forced(self, calls: tuple[Call, ...], by_jokers: tuple[int | None, ...], called: int, values: Values) -> None:
        most = max(melded for melded, points in enumerate(by_jokers) if points is not None)
        held = len(by_jokers) - 1 - most
        if len(calls) != held or called != held * min(self.by_points(values)):
            raise Refused("count_must_meld")

    def _leaving(
        self, hand: Cards, left: Cards, melded: int, called: int, values: Values, grammar: Grammar
    ) -> tuple[Arrangement, int]:
        if self.choice != "free":
            raise Refused("count_left_fixed")
        try:
            without(hand, left)
        except ValueError:
            raise Refused("count_left") from None
        arrangement = None if JOKER in left else arrangement_leaving(hand, tuple(sorted(left)), melded, values, grammar)
        if arrangement is None:
            raise Refused("count_left")
        return arrangement, sum(values[rank_of(card)] for card in left) + called


def _numbers(calls: Literal["one_to_fifteen", "any_number", "fixed_20", "fixed_25"]) -> range:
    """Return the numbers that a held joker may be called, if it is called a number and no card (I32)."""
    match calls:
        case "one_to_fifteen":
            return range(1, 16)
        case "any_number":
            return range(MOST_CALLED + 1)
        case "fixed_20":
            return range(20, 21)
        case "fixed_25":
            return range(25, 26)
        case _:
            assert_never(calls)


@lru_cache(maxsize=4096)
def _choices(rule: CountRule, hand: Cards, values: Values, grammar: Grammar) -> tuple[Choice, ...]:
    by_jokers = least_by_jokers(hand, values, grammar)
    jokers = len(by_jokers) - 1
    called = _calls(rule, values, jokers)
    if rule.choice == "forced":
        lowest = rule.lowest(values)
        points, held = rule.least(by_jokers, lowest)
        return (Choice(called[held][held * lowest], None, points),)
    free = leavings(hand, values, grammar) if rule.choice == "free" else None
    found: dict[int, Choice] = {}
    # Fewest jokers held back first, so the first way found for a number of points is the one to offer.
    for held, calls_of in enumerate(called):
        least = by_jokers[jokers - held]
        if least is None:
            continue
        lefts: dict[int, Cards | None] = {least: None}
        if free is not None:
            lefts = {**lefts, **{points: left for points, left in free[jokers - held].items() if points != least}}
        for points, left in lefts.items():
            for more, calls in calls_of.items():
                if points + more not in found:
                    found[points + more] = Choice(calls, left, points + more)
    return tuple(found[points] for points in sorted(found))


@lru_cache(maxsize=256)
def _calls(rule: CountRule, values: Values, jokers: int) -> tuple[dict[int, tuple[Call, ...]], ...]:
    """Return for each number of held jokers the points they can be called in all, with one way to call them so."""
    one = rule.by_points(values)
    levels: list[dict[int, tuple[Call, ...]]] = [{0: ()}]
    for _ in range(jokers):
        level: dict[int, tuple[Call, ...]] = {}
        for total, calls in levels[-1].items():
            for points, call in one.items():
                here = total + points
                # One way for each sum is enough, so the levels grow with the points and not with the ways.
                if here not in level and (rule.calls != "any_number" or here <= MOST_CALLED):
                    level[here] = tuple(sorted((*calls, call), key=_height, reverse=True))
        levels.append(level)
    return tuple(levels)


def _height(call: Call) -> tuple[int, int]:
    return (call.points or 0, 13 if call.card is not None and rank_of(call.card) == 0 else rank_of(call.card or Card(0)))


def reachable(choices: Iterable[Choice]) -> tuple[int, ...]:
    """Return all counts that can be declared, sorted."""
    return tuple(sorted({choice.points for choice in choices}))
