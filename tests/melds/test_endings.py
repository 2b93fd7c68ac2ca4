"""Which endings ten cards make (house 4.1 to 4.4)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from continental.cards import JOKER, Cards, without
from continental.melds import (
    NONE,
    Grammar,
    RunRule,
    SetRule,
    endings_of,
    is_closed,
    is_continental,
    is_straight_flush,
    knock_cards,
)
from continental.melds.count.endings import is_all_melded
from continental.testing import every_arrangement
from tests.melds.hands import HOUSE_VALUES, dense_hands, hand


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
    assert knock_cards(hand(text)) == hand(knock)


def test_4_1_a_joker_is_never_the_knock_card() -> None:
    cards = hand("JK 2S 3S 4S 5H 6H 7H KS KD KH")
    assert JOKER not in knock_cards(cards)
    assert knock_cards(cards) == hand("2S 3S")


@settings(max_examples=60)
@given(dense_hands(most=10))
def test_4_1_knock_cards_are_those_that_leave_nine_melded(cards: Cards) -> None:
    slow = tuple(
        card
        for card in sorted(set(cards))
        if card != JOKER
        and card % 13 in (1, 2)
        and every_arrangement.least_by_jokers(without(cards, (card,)), HOUSE_VALUES)[-1] == 0
    )
    assert knock_cards(cards, size=len(cards)) == slow


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
    assert is_closed(hand(text)) is closes


@pytest.mark.parametrize(
    ("text", "one_suit"),
    [
        ("AS 3S 5S 7S 9S JS KS 2S 2S JK", True),
        ("AS 3S 5S 7S 9S JS KS 2S 2H JK", False),
        ("AS 3S 5S 7S 9S JS KS 2S JK", False),
        ("AS JK JK JK JK JK JK JK KS 5S", True),
    ],
)
def test_4_3_a_continental_is_ten_of_one_suit(text: str, one_suit: bool) -> None:
    assert is_continental(hand(text)) is one_suit


@pytest.mark.parametrize(
    ("text", "flush"),
    [
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S TS", True),
        ("5S 6S 7S 8S 9S TS JS QS KS AS", True),
        ("4S 5S 6S 7S 8S 9S TS JS QS KS", True),
        ("9S TS JS QS KS AS 2S 3S 4S 5S", False),
        ("AS 2S 3S JK 5S 6S 7S 8S JK TS", True),
        ("AS 2S 3S JK 5S 6S 7S 8S 8S TS", False),
        ("AS 3S 5S JK JK JK JK JK JK JK", True),
        ("AS JS 5S JK JK JK JK JK JK JK", True),
        ("AS JS 4S JK JK JK JK JK JK JK", False),
        ("5S AS JK JK JK JK JK JK JK KS", True),
        ("4S AS JK JK JK JK JK JK JK KS", False),
        ("AS AS 3S 4S 5S 6S 7S 8S 9S JK", False),
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S TH", False),
    ],
)
def test_4_4_a_straight_flush_is_ten_of_one_suit_in_sequence(text: str, flush: bool) -> None:
    assert is_straight_flush(hand(text)) is flush


def test_4_4_jokers_in_a_straight_flush_may_be_forbidden() -> None:
    assert not is_straight_flush(hand("AS 2S 3S JK 5S 6S 7S 8S 9S TS"), jokers_allowed=False)
    assert is_straight_flush(hand("AS 2S 3S 4S 5S 6S 7S 8S 9S TS"), jokers_allowed=False)


def test_endings_are_told_together() -> None:
    flush = endings_of(hand("AS 2S 3S 4S 5S 6S 7S 8S 9S TS"))
    assert (flush.close, flush.continental, flush.straight_flush) == (True, True, True)
    assert flush.knock == hand("3S")[:0]
    assert endings_of(hand("9C JK JK 5H 6H 7H KS KD KH 2D")).knock == hand("2D")
    assert endings_of(hand("AS 2S 3S")) == NONE
    assert endings_of(hand("AS 2S 3S"), size=3).close


def test_other_grammars_decide_what_is_melded() -> None:
    fours = Grammar(SetRule(), RunRule(min_size=4))
    cards = hand("2S 3S 4S 5S 9H 9D 9C KS KH KD")
    assert is_all_melded(cards, fours)
    assert is_closed(cards, grammar=fours)
    assert knock_cards(cards) == hand("2S")
    assert knock_cards(cards, grammar=fours) == ()
