"""House 3: melds, as the engine accepts them at a close."""

from __future__ import annotations

import pytest

from continental.melds import is_meld
from continental.play.terms import Seat
from continental.rules.load import load
from continental.testing.builders import hand, match_with
from tests.rules.house.play_kit import close, draws, ended, refused

GRAMMAR = load("house").grammar


def is_closed(cards: str, players: int = 6) -> bool:
    """Whether a seat that holds these ten cards may close."""
    match = match_with([cards], players=players, draws="AD")
    draws(match, 0)
    can = close(0, "AD") in match.options(Seat(0))
    if not can:
        assert refused(match, close(0, "AD")) == "close_not_melded"
    return can


@pytest.mark.parametrize(
    ("cards", "melds"),
    [("9C 9H 9S", True), ("9C 9H 9S 9D", True), ("9C 9H", False), ("9C 9H 8S", False)],
)
def test_3_1_a_set_is_three_or_more_of_one_rank(cards: str, melds: bool) -> None:
    assert is_meld(hand(cards), GRAMMAR) is melds


def test_3_1_sets_close_a_hand() -> None:
    assert is_closed("9C 9H 9S | 4C 4H 4S | KC KH KS KD")
    assert not is_closed("9C 9H 9S | 4C 4H 4S | KC KH 5S 5D")


@pytest.mark.parametrize(
    ("cards", "melds"),
    [
        ("4S 5S 6S", True),
        ("4S 5S 6S 7S 8S", True),
        ("4S 5S", False),
        ("4S 5S 6H", False),
        ("4S 5S 7S", False),
        ("4S 5S 5S", False),
    ],
)
def test_3_2_a_run_is_three_or_more_neighbours_of_one_suit(cards: str, melds: bool) -> None:
    assert is_meld(hand(cards), GRAMMAR) is melds


def test_3_2_runs_close_a_hand() -> None:
    assert is_closed("4S 5S 6S | 4S 5S 6S | 9D TD JD QD")
    assert not is_closed("4S 5S 6S | 4S 5S 6H | 9D TD JD QD")


@pytest.mark.parametrize(
    ("cards", "melds"), [("AS 2S 3S", True), ("QS KS AS", True), ("KS AS 2S", False), ("QS KS AS 2S", False)]
)
def test_3_3_an_ace_is_low_or_high_and_runs_do_not_wrap(cards: str, melds: bool) -> None:
    assert is_meld(hand(cards), GRAMMAR) is melds


def test_3_3_both_aces_serve_in_one_hand_and_none_between() -> None:
    assert is_closed("AS 2S 3S | QS KS AS | 7D 7C 7H 7S")
    assert not is_closed("KS AS 2S | 5H 6H 8H | 7D 7C 7S 7S")
    assert not is_closed("KS JK 2S | 5H 6H 7H | 9D 9C 9S 9S")


@pytest.mark.parametrize(
    ("cards", "melds"),
    [
        ("9C JK JK", True),
        ("JK JK JK", True),
        ("4S JK 6S", True),
        ("4S JK JK 7S", True),
        ("JK JK", False),
        ("4S JK 8S", False),
        ("7H 7D JK JK", True),
        ("2S 5S JK JK", True),
        ("7H 7D JK JK JK JK", True),
    ],
)
def test_3_4_jokers_stand_for_any_card_without_limit(cards: str, melds: bool) -> None:
    assert is_meld(hand(cards), GRAMMAR) is melds


def test_3_4_two_melds_share_out_the_jokers() -> None:
    match = match_with(["7D 7S JK | 9S 9C JK | 2H 3H 4H 5H"], players=2, draws="KD")
    draws(match, 0)
    match.play(close(0, "KD"))
    assert sum(meld.jokers() for meld in ended(match).melds) == 2
    assert ended(match).left == ()


def test_3_4_one_joker_cannot_serve_two_melds() -> None:
    assert not is_closed("7D 7S JK | 9S 9C | 2H 3H 4H 5H 6H")


@pytest.mark.parametrize("cards", ["7S 7S 7H", "7S 7S JK", "7S 7S 7H 7H"])
def test_3_5_the_same_card_twice_is_fine_in_a_set(cards: str) -> None:
    assert is_meld(hand(cards), GRAMMAR)


def test_3_5_but_not_in_a_run() -> None:
    assert not is_meld(hand("7S 7S 8S 9S"), GRAMMAR)
    assert is_closed("7S 7S 7H | 2D 3D 4D | KC KC KD KD")


@pytest.mark.parametrize("size", range(3, 9))
def test_3_6_a_set_has_no_ceiling(size: int) -> None:
    eights = ["8S", "8S", "8H", "8H", "8D", "8D", "8C", "8C"]
    assert is_meld(hand(" ".join(eights[:size])), GRAMMAR)
    assert is_meld(hand(" ".join(eights[:size]) + " JK JK"), GRAMMAR)


def test_3_6_ten_of_a_rank_close_a_hand() -> None:
    assert is_closed("8S 8S 8H 8H 8D 8D 8C 8C JK JK")


def test_3_a_card_belongs_to_one_meld_only() -> None:
    assert not is_closed("7S 7H 7D | 8S 9S | 2H 3H 4H 5H 6H")  # the 7S cannot be in the set and in the run


@pytest.mark.parametrize(
    ("cards", "melds"),
    [("9C JK JK", True), ("JK JK JK", True), ("7S 7S 7H", True), ("QD KD AD", True), ("AD 2D 3D", True), ("KD AD 2D", False)],
)
def test_3_the_worked_values(cards: str, melds: bool) -> None:
    assert is_meld(hand(cards), GRAMMAR) is melds


def test_3_what_is_not_melded_is_refused_with_the_least_that_is_left() -> None:
    match = match_with(["9C 9H 9S | 4C 4H 4S | KC KH 5S 5D"], players=3, draws="AD")
    draws(match, 0)
    assert refused(match, close(0, "AD")) == "close_not_melded"
