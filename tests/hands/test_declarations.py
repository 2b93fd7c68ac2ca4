"""What a whole hand may declare, and which cards may be knocked with, under every switch of the rules (house 4)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from continental.cards import JOKER, Cards, without
from continental.hands.declarations import NOTHING, declarations, knock_points
from continental.rules.load import load
from continental.rules.tables import catalogue
from continental.testing import every_arrangement
from tests.melds.hands import HOUSE_VALUES, dense_hands, hand

HOUSE = load("house")


@pytest.mark.parametrize(
    ("text", "knock"),
    [
        ("9C JK JK 5H 6H 7H KS KD KH 2D", "2D"),
        ("9C JK JK 5H 6H 7H KS KD KH 3D", "3D"),
        ("9C JK JK 5H 6H 7H KS KD KH 4D", ""),
        ("9C JK JK 5H 6H 7H KS KD KH AD", ""),
        ("7D 7S JK 9S 9C JK 2H 3H 4H 5H", "2H"),
        ("2S 2H 2D 2C 5H 6H 7H KS KD KH", "2S 2H 2D 2C"),
        ("9C JK 5H 6H 7H KS KD KH 2D 3D", ""),
    ],
)
def test_4_1_a_knock_leaves_a_natural_2_or_3_and_melds_the_other_nine(text: str, knock: str) -> None:
    assert declarations(HOUSE, hand(text), 0).knock == hand(knock)


def test_4_1_a_joker_is_never_the_knock_card() -> None:
    cards = hand("JK 2S 3S 4S 5H 6H 7H KS KD KH")
    assert JOKER not in declarations(HOUSE, cards, 0).knock
    assert declarations(HOUSE, cards, 0).knock == hand("2S 3S")


@settings(max_examples=60)
@given(dense_hands(most=10).filter(lambda cards: len(cards) == 10))
def test_4_1_knock_cards_are_those_that_leave_nine_melded(cards: Cards) -> None:
    slow = tuple(
        card
        for card in sorted(set(cards))
        if card != JOKER
        and card % 13 in (1, 2)
        and every_arrangement.least_by_jokers(without(cards, (card,)), HOUSE_VALUES)[-1] == 0
    )
    assert declarations(HOUSE, cards, 0).knock == slow


@pytest.mark.parametrize(
    ("text", "closes"),
    [
        ("7D 7S JK 9S 9C JK 2H 3H 4H 5H", True),
        ("7D 7S JK 9S 9C 8C 2H 3H 4H 5H", False),
        ("JK JK JK JK JK JK JK 2S 9H KD", True),
        ("AS 2S 3S QS KS AS 4D 4D 4D 4H", True),
        ("7D 7S JK 9S 9C JK 2H 3H 4H", False),
    ],
)
def test_4_2_a_close_melds_all_ten(text: str, closes: bool) -> None:
    assert declarations(HOUSE, hand(text), 0).close is closes


def test_declarations_are_told_together() -> None:
    flush = declarations(HOUSE, hand("AS 2S 3S 4S 5S 6S 7S 8S 9S TS"), 0)
    assert (flush.knock, flush.close, flush.continental, flush.straight_flush) == ((), True, True, True)
    assert declarations(HOUSE, hand("AS 2S 3S"), 0) == NOTHING


def test_the_switches_of_the_knock_and_the_flush_decide() -> None:
    ace, joker = hand("9C JK JK 5H 6H 7H KS KD KH AD"), hand("JK 2H 3H 4H 5H 6H 7H KS KD KH")
    assert declarations(HOUSE, ace, 99).knock == ()
    assert declarations(load("house", {"knock_card": "ace_at_99"}), ace, 99).knock == hand("AD")
    assert declarations(load("house", {"knock_card": "ace_at_99"}), ace, 98).knock == ()
    assert JOKER in declarations(load("house", {"knock_card": "joker"}), joker, 0).knock
    flush = hand("AS 2S 3S JK 5S 6S 7S 8S 9S TS")
    assert declarations(HOUSE, flush, 0).straight_flush
    assert not declarations(load("house", {"sf_jokers": "natural_only"}), flush, 0).straight_flush


def test_the_points_of_a_knock_are_those_of_its_cards() -> None:
    assert knock_points(HOUSE, 0) == (2, 3)
    assert knock_points(load("house", {"knock_card": "ace_at_99"}), 99) == (1, 2, 3)
    assert knock_points(load("house", {"knock_card": "ace_at_99"}), 98) == (2, 3)
    assert {knock_points(load(key), 0) for key in catalogue() if key != "house"} == {()}
