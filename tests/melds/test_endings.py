"""Which ten cards are of one suit, and in sequence (house 4.3 and 4.4)."""

from __future__ import annotations

import pytest

from continental.melds import is_continental, is_straight_flush
from tests.melds.hands import hand


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
