"""Which counts a pad takes: all that hands come to under any switch, and of the low ones no other."""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from continental.cards import JOKER, Card, as_hand
from continental.hands.possible_counts import largest_count, largest_points, nearest, possible_counts, possible_points
from continental.rules.base import RuleSet
from continental.rules.load import load
from continental.scorepad.refusal import EntryRefused
from tests.scorepad.kit import entered, on, pad_of

CALLS: Final = ("card", "one_to_fifteen", "any_number", "fixed_20", "fixed_25")
CHOICES: Final = ("jokers", "free", "forced")
PACK: Final = load("house").pack_for(6).cards()
VALUED: Final = ("card_values", "deuces_wild", "wild_red_aces")
"""The switches of the games for points that say what cards count."""


def by_values(key: str) -> list[RuleSet]:
    """A game for points with every choice of what its cards count."""
    chosen = [[(name, value) for value in switch.choices] for name, switch in load(key).switches.items() if name in VALUED]
    return [load(key, dict(each)) for each in product(*chosen)]


POINTS: Final = [
    rules for key in ("carioca", "contract", "fournier", "joker_rummy", "kalooki", "seven_hands") for rules in by_values(key)
]


def house(calls: str, choice: str, ace: str = "on") -> RuleSet:
    return load("house", {"joker_value": calls, "count_choice": choice, "ace_99": ace})


def counted(rules: RuleSet, hand: tuple[Card, ...], total: int) -> set[int]:
    return {choice.points for choice in rules.count.choices(as_hand(hand), rules.values.at(total), rules.grammar)}


@settings(max_examples=150, deadline=None)
@given(
    st.permutations(range(len(PACK))),
    st.sampled_from(CALLS),
    st.sampled_from(CHOICES),
    st.sampled_from(("on", "off")),
    st.sampled_from((-35, 0, 98, 99, 100)),
    st.integers(0, 4),
)
def test_no_hand_comes_to_a_count_that_is_not_possible(
    order: list[int], calls: str, choice: str, ace: str, total: int, jokers: int
) -> None:
    rules = house(calls, choice, ace)
    hand = [JOKER] * jokers + [PACK[at] for at in order if PACK[at] != JOKER][: 10 - jokers]
    assert counted(rules, tuple(hand), total) <= possible_counts(rules, total, jokers)


LOW: Final = 18
"""Up to here two low hearts come to every number that cards come to."""


def low_hands(jokers: int) -> list[tuple[Card, ...]]:
    """Ten cards of which eight or more are a run of spades, the others jokers and every choice of low hearts."""
    lefts = [left for few in range(3 - jokers) for left in combinations_with_replacement(range(13, 22), few)]
    return [(*map(Card, range(12, 12 - (10 - len(left) - jokers), -1)), *map(Card, left), *([JOKER] * jokers)) for left in lefts]


@pytest.mark.parametrize(("calls", "choice", "total"), [*product(CALLS, CHOICES, (0, 99))])
def test_of_low_counts_those_are_possible_that_some_hand_comes_to(calls: str, choice: str, total: int) -> None:
    rules = house(calls, choice)
    for jokers in (0, 1) if choice != "forced" else (0,):
        found = set[int]().union(*(counted(rules, hand, total) for few in range(jokers + 1) for hand in low_hands(few)))
        assert {count for count in possible_counts(rules, total, jokers) if count < LOW} == {each for each in found if each < LOW}


def test_a_count_of_1_is_an_aces_at_99_or_a_jokers_that_is_called_1() -> None:
    jokers_called = {
        (calls, held): 1 in possible_counts(house(calls, "jokers"), 0, held) for calls in CALLS for held in (0, 1, 2)
    }
    assert {each for each, may in jokers_called.items() if may} == set(product(("one_to_fifteen", "any_number"), (1, 2)))
    assert 1 in possible_counts(load("house"), 99, 0)
    assert 1 not in possible_counts(load("house", {"ace_99": "off"}), 99, 2)
    assert set(range(2, 111)) | {0} == {count for count in possible_counts(load("house"), 50, 0) if count <= 110}


def test_the_largest_count_is_possible() -> None:
    for calls, choice, jokers in product(CALLS, ("jokers", "free"), range(8)):
        rules = house(calls, choice)
        assert largest_count(rules, jokers) in possible_counts(rules, 0, jokers)
    for rules in POINTS:
        for deal in range(1, len(rules.deals) + 1):
            pack = rules.pack_for(rules.players[0], deal)
            assert largest_points(rules, pack, deal) in possible_points(rules, pack, deal)


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_no_cards_of_a_game_for_points_come_to_points_that_are_not_possible(data: st.DataObject) -> None:
    rules = data.draw(st.sampled_from(POINTS))
    deal = data.draw(st.integers(1, len(rules.deals)))
    pack = rules.pack_for(data.draw(st.integers(*rules.players)), deal)
    hand = data.draw(st.permutations(pack.cards()))[: data.draw(st.integers(0, rules.cards_for(deal) + 1))]
    wild = rules.melding.wild
    assert rules.points.values.count(tuple(hand), wild) in possible_points(rules, pack, deal)


def test_where_all_cards_count_fives_so_do_all_points() -> None:
    rules = load("fournier", {"card_values": "eights_10"})
    assert set(range(0, 151, 5)) == {points for points in possible_points(rules, rules.pack_for(3, 1), 1) if points <= 150}


def test_a_count_that_no_cards_come_to_is_refused_with_the_nearest() -> None:
    with pytest.raises(EntryRefused) as refused:
        on(pad_of(), entered("Ana", Bo=1, Cy=14))
    assert refused.value.code == "count_impossible"
    assert refused.value.sentence == "Hand 1: The count of Bo is 1, and no cards come to that; the nearest possible are 0 and 2."
    near_99 = on(pad_of(), entered("Ana", Bo=99, Cy=14, declines=("Bo",)))
    on(near_99, entered("Ana", Bo=1, Cy=14, declines=("Bo",)))
    with pytest.raises(EntryRefused, match="The count of Cy is 1"):
        on(near_99, entered("Ana", Bo=1, Cy=1))
    called = pad_of(joker_value="one_to_fifteen")
    on(called, entered("Ana", Bo=1, Cy=14))
    with pytest.raises(EntryRefused) as told_none:
        on(called, entered("Ana", Bo=1, Cy=14, jokers={"Bo": 0}))
    assert told_none.value.sentence == (
        "Hand 1: The count of Bo is 1, and no cards without a joker come to that; the nearest possible are 0 and 2."
    )


def test_where_a_joker_that_nobody_told_of_makes_the_count_it_is_asked_for() -> None:
    pad = pad_of(joker_value="one_to_fifteen", bounty_threshold=1)
    with pytest.raises(EntryRefused) as refused:
        on(pad, entered("Ana", Bo=1, Cy=14))
    assert refused.value.sentence == (
        "Hand 1: The count of Bo is 1, and no cards without a joker come to that; "
        "the nearest possible are 0 and 2; say how many jokers it held if there were more."
    )
    assert on(pad, entered("Ana", Bo=1, Cy=14, jokers={"Bo": 1})).sums.paper.standing.totals[1] == 1
    with pytest.raises(EntryRefused, match=r"and no cards come to that; the nearest possible are 0 and 2\.$"):
        on(pad, entered("Ana", Bo=1, Cy=14, jokers={"Cy": 4}))


def test_the_nearest_counts_are_those_below_and_above() -> None:
    assert nearest(7, (0, 5)) == (5,)
    assert nearest(7, (5, 10)) == (5, 10)
