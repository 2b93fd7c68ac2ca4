"""What a hand can be counted to, against every way to hold jokers back, call them and leave cards."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from continental.cards import JOKER, Cards, as_hand, make_card, rank_of, without
from continental.hands.worth import worth
from continental.melds import arrangement_leaving, least_by_jokers
from continental.rules.base import RuleSet
from continental.rules.counting import MOST_CALLED
from continental.rules.load import load
from tests.melds.hands import dense_hands

CHOICES = ("jokers", "free", "forced")
CALLS = ("card", "one_to_fifteen", "any_number", "fixed_20", "fixed_25")

POOL = (*[make_card(rank, suit) for suit in (1, 2) for rank in (0, 1, 2, 3, 4, 9, 12)] * 2, *[JOKER] * 5)
ELEVEN = st.permutations(POOL).map(lambda cards: as_hand(cards[:11]))


def every_count(rules: RuleSet, cards: Cards, total: int) -> set[int]:
    """All the points that can be declared, by trying everything."""
    values, grammar = rules.values.at(total), rules.grammar
    least, jokers = least_by_jokers(cards, values, grammar), cards.count(JOKER)
    naturals = tuple(card for card in cards if card != JOKER)
    found: set[int] = set()
    for held in range(jokers + 1):
        points = least[jokers - held]
        if points is None:
            continue
        lefts = {points}
        if rules.count.choice == "free":
            parts = (part for size in range(len(naturals) + 1) for part in combinations(naturals, size))
            ways = (arrangement_leaving(cards, part, jokers - held, values, grammar) for part in parts)
            lefts |= {way.points for way in ways if way is not None}
        called = {0}
        for _ in range(held):
            called = {before + more for before, more in product(called, rules.count.by_points(values))}
        if rules.count.calls == "any_number":
            called = {points for points in called if points <= MOST_CALLED}
        if rules.count.choice == "forced":
            return {points + min(called)}
        found |= {left + points for left, points in product(lefts, called)}
    return found


@pytest.mark.parametrize("choice", CHOICES)
@settings(max_examples=25, deadline=None)
@given(cards=dense_hands(most=7), calls=st.sampled_from(CALLS), total=st.sampled_from((0, 99)))
def test_the_choices_are_every_count_that_there_is(choice: str, cards: Cards, calls: str, total: int) -> None:
    rules = load("house", {"count_choice": choice, "joker_value": calls})
    values = rules.values.at(total)
    choices = rules.count.choices(cards, values, rules.grammar)
    assert [one.points for one in choices] == sorted(every_count(rules, cards, total))
    for one in choices[:: max(1, len(choices) // 20)]:
        assert rules.count.count(cards, one.calls, one.left, values, rules.grammar)[1] == one.points


@pytest.mark.parametrize("choice", CHOICES)
@settings(max_examples=25, deadline=None)
@given(cards=ELEVEN | dense_hands(), calls=st.sampled_from(CALLS), total=st.sampled_from((0, 99)))
def test_a_hand_is_worth_the_first_of_its_choices_after_the_first_of_its_best_discards(
    choice: str, cards: Cards, calls: str, total: int
) -> None:
    rules = load("house", {"count_choice": choice, "joker_value": calls})
    values = rules.values.at(total)
    thrown = list(dict.fromkeys(cards)) if len(cards) > rules.cards_for() else [None]
    hands = [cards if card is None else without(cards, (card,)) for card in thrown]
    firsts = [rules.count.choices(hand, values, rules.grammar)[0] for hand in hands]
    best = min(range(len(firsts)), key=lambda turn: firsts[turn].points)
    found = worth(rules, cards, total)
    arrangement, points = rules.count.count(hands[best], firsts[best].calls, firsts[best].left, values, rules.grammar)
    assert (found.least, found.thrown, found.held) == (points, thrown[best], len(firsts[best].calls))
    assert (found.melds, found.left) == (arrangement.melds, arrangement.left)
    assert sum(values[rank_of(card)] for card in found.left) <= found.least
