"""The solver against the slow, exhaustive answer, on hands where the choices are hard."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from continental.cards import JOKER, Cards, Pack, without
from continental.melds import (
    CIRCLE,
    HOUSE,
    Grammar,
    MeldError,
    RunRule,
    SetRule,
    Values,
    arrangement_leaving,
    discard_values,
    least_by_jokers,
    leavings,
)
from continental.melds.count.cover import fits_tables, points_of
from continental.melds.count.search import Search
from continental.testing import every_arrangement
from tests.melds.hands import AT_99, HOUSE_VALUES, dense_hands, hand

GIN: Values = (1, *HOUSE_VALUES[1:])
OTHERS = (
    Grammar(SetRule(min_naturals=1), RunRule(min_size=4, max_size=13, min_naturals=1)),
    Grammar(SetRule(max_size=4), RunRule()),
    Grammar(SetRule(min_naturals=1), RunRule(min_size=4, track=CIRCLE, min_naturals=1)),
    Grammar(SetRule(outnumbered=True), RunRule(min_size=4, outnumbered=True, jokers_touch=False)),
    Grammar(SetRule(max_jokers=1), RunRule(max_jokers=1)),
)


@settings(max_examples=200)
@given(dense_hands())
def test_the_solver_agrees_with_the_exhaustive_answer_for_every_number_of_jokers(cards: Cards) -> None:
    assert least_by_jokers(cards, HOUSE_VALUES) == every_arrangement.least_by_jokers(cards, HOUSE_VALUES)


@settings(max_examples=60)
@given(dense_hands())
def test_the_solver_agrees_when_an_ace_is_one(cards: Cards) -> None:
    assert least_by_jokers(cards, AT_99) == every_arrangement.least_by_jokers(cards, AT_99)


@settings(max_examples=60)
@given(dense_hands())
def test_every_discard_agrees_with_the_exhaustive_answer(cards: Cards) -> None:
    assert discard_values(cards, HOUSE_VALUES) == every_arrangement.discard_values(cards, HOUSE_VALUES)


@settings(max_examples=100)
@given(dense_hands())
def test_the_discards_of_one_pass_agree_with_a_solve_for_each(cards: Cards) -> None:
    one_by_one = tuple((card, least_by_jokers(without(cards, (card,)), AT_99)) for card in sorted(set(cards)))
    assert discard_values(cards, AT_99) == one_by_one


@settings(max_examples=60)
@given(dense_hands(most=9))
def test_all_points_that_can_be_left_agree_with_the_exhaustive_answer(cards: Cards) -> None:
    reached = leavings(cards, HOUSE_VALUES)
    assert tuple(map(frozenset, reached)) == every_arrangement.points_left(cards, HOUSE_VALUES)
    assert tuple(min(points, default=None) for points in reached) == least_by_jokers(cards, HOUSE_VALUES)
    for melded, lefts in enumerate(reached):
        for points, left in lefts.items():
            found = arrangement_leaving(cards, left, melded, HOUSE_VALUES)
            assert found is not None
            assert found.points == points


@pytest.mark.parametrize("grammar", OTHERS)
@settings(max_examples=40)
@given(cards=dense_hands(most=9, most_jokers=4))
def test_other_grammars_are_answered_exactly_too(grammar: Grammar, cards: Cards) -> None:
    everything = every_arrangement.points_left(cards, HOUSE_VALUES, grammar)
    assert tuple(map(frozenset, leavings(cards, HOUSE_VALUES, grammar))) == everything
    assert least_by_jokers(cards, HOUSE_VALUES, grammar) == tuple(min(points, default=None) for points in everything)


@settings(max_examples=60)
@given(dense_hands())
def test_the_search_and_the_tables_agree_about_the_house(cards: Cards) -> None:
    naturals = tuple(card for card in cards if card != JOKER)
    assert Search(cards.count(JOKER), HOUSE_VALUES, HOUSE).least(naturals) == least_by_jokers(cards, HOUSE_VALUES)


@pytest.mark.parametrize(
    ("text", "least"),
    [
        ("", (0,)),
        ("JK", (0, None)),
        ("JK JK", (0, None, None)),
        ("JK JK JK", (0, None, None, 0)),
        ("2S 9H JK", (11, None)),
        ("2S 9H JK JK", (11, None, 2)),
        ("2S 3S JK", (5, 0)),
        ("KS AS 2S", (27,)),
        ("QS KS AS", (0,)),
        ("7S 7S 7H", (0,)),
        ("9C JK JK 5H 6H 7H KS KD KH 2D", (11, 11, 2)),
        ("5S 8S JK JK", (13, None, 0)),
    ],
)
def test_hands_worked_by_hand(text: str, least: tuple[int | None, ...]) -> None:
    assert least_by_jokers(hand(text), HOUSE_VALUES) == least


def test_two_melds_never_share_one_joker() -> None:
    assert least_by_jokers(hand("7D 7S JK 9S 9C JK 2H 3H 4H 5H"), HOUSE_VALUES) == (32, 14, 0)
    assert least_by_jokers(hand("7D 7S JK 9S 9C 2H 3H 4H 5H"), HOUSE_VALUES)[-1] == 14


def test_arrangement_and_discard_are_chosen_together() -> None:
    """Melding first and throwing after keeps 4-5-6 of clubs apart: 9 in gin's values, 23 where an ace is 15."""
    cards = hand("AC 3C 5C 6C 3D 4D 5D 6D 4H 5H 6H")
    in_gin, in_house = dict(discard_values(cards, GIN)), dict(discard_values(cards, HOUSE_VALUES))
    (six,) = hand("6C")
    assert (in_gin[six], in_house[six]) == ((9,), (23,))
    (ace,) = hand("AC")
    assert min(in_house.items(), key=lambda thrown: thrown[1][0] or 0) == (ace, (14,))


def test_a_throw_of_a_joker_keeps_what_the_others_can_do() -> None:
    cards = hand("2S 9H KD JK JK JK")
    assert dict(discard_values(cards, HOUSE_VALUES))[JOKER] == (21, None, 11)


def test_hands_beyond_the_tables_are_answered_exactly() -> None:
    whole_suit = hand("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS 2H 2D")
    assert not fits_tables(whole_suit, HOUSE)
    assert least_by_jokers(whole_suit, HOUSE_VALUES) == (4,)
    many_jokers = hand("2S 9H" + " JK" * 8)
    assert not fits_tables(many_jokers, HOUSE)
    assert least_by_jokers(many_jokers, HOUSE_VALUES) == (11, None, 2, 2, 0, 0, 0, 0, 0)
    assert dict(discard_values(many_jokers, HOUSE_VALUES))[JOKER] == (11, None, 2, 2, 0, 0, 0, 0)


def test_a_grammar_like_the_house_is_the_house() -> None:
    alike = Grammar(SetRule(), RunRule())
    assert fits_tables(hand("5H 6H 7H"), alike)
    assert not fits_tables(hand("5H 6H 7H"), OTHERS[0])


@pytest.mark.parametrize("values", [(), (1,) * 12, (0, *HOUSE_VALUES[1:]), (-1, *HOUSE_VALUES[1:])])
def test_values_that_are_none_are_refused(values: Values) -> None:
    with pytest.raises(MeldError, match="thirteen whole numbers"):
        least_by_jokers(hand("2S"), values)
    with pytest.raises(MeldError, match="thirteen whole numbers"):
        least_by_jokers(hand("2S"), values, OTHERS[0])
    with pytest.raises(MeldError, match="thirteen whole numbers"):
        leavings(hand("2S"), values)


def test_the_points_of_cards_leave_jokers_out() -> None:
    assert points_of(hand("AS KD JK 2C"), HOUSE_VALUES) == 27


def test_no_card_of_the_pack_is_unknown_to_the_solver() -> None:
    for face in Pack(1, 1).cards():
        assert least_by_jokers((face,), HOUSE_VALUES)[0] == points_of((face,), HOUSE_VALUES)
