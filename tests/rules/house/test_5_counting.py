"""House 5: counting."""

from __future__ import annotations

import pytest

from continental.play.actions import Call, Count
from continental.play.events import Counted
from continental.play.terms import Phase, Seat
from continental.rules.load import load
from continental.testing.builders import match_with
from tests.rules.house.play_kit import (
    MELDED,
    NINE_AND_2,
    called,
    can_count,
    card,
    close,
    count,
    counts,
    draws,
    knocks,
    reach,
    refused,
    totals,
)

ACE_LOOSE = "2H 3H 4H | 8S 8D 8C | 9D TD JD | AS"
JOKER_IN = "2H 3H 4H 5H | 8S 8H 8C | 9D TD JK"
"""All melded with the joker; nothing but 9D TD is left without it."""
JOKER_SPARE = "2H 3H 4H | 8S 8D 8C | 9D TD JD | JK"
"""All melded with the joker or without it."""


@pytest.mark.parametrize(
    ("face", "points"),
    [("A", 15), ("K", 10), ("Q", 10), ("J", 10), ("T", 10)] + [(str(pip), pip) for pip in range(2, 10)],
)
def test_5_what_cards_count(face: str, points: int) -> None:
    values = load("house").values
    for suit in "SHDC":
        assert values.of(card(face + suit), 0) == points


def test_5_a_joker_has_no_points_of_its_own() -> None:
    with pytest.raises(ValueError, match="what it is called"):
        load("house").values.of(card("JK"), 0)


@pytest.mark.parametrize(("total", "ace"), [(99, 1), (98, 15), (100, 15), (0, 15), (-99, 15)])
def test_5_1_an_ace_is_15_except_at_exactly_99(total: int, ace: int) -> None:
    match = match_with([NINE_AND_2, ACE_LOOSE, MELDED[1], MELDED[2]], totals=[0, total, 20, 40])
    knocks(match, 0, "2D")
    assert counts(match)[1] == ace
    assert totals(match)[1] == total + ace
    assert match.position.standing.out[1] is (total + ace >= 101)


def test_5_1_the_relief_is_the_players_own() -> None:
    match = match_with([NINE_AND_2, ACE_LOOSE, ACE_LOOSE.replace("AS", "AC"), MELDED[1]], totals=[0, 99, 50, 20])
    knocks(match, 0, "2D")
    assert counts(match) == {1: 1, 2: 15, 3: 0}


def test_5_1_the_total_before_the_hand_decides() -> None:
    # at 84 the ace lands on 99: it still counts 15
    match = match_with([NINE_AND_2, ACE_LOOSE, MELDED[1], MELDED[2]], totals=[0, 84, 20, 40])
    knocks(match, 0, "2D")
    assert totals(match)[1] == 99


@pytest.mark.parametrize("face", ["2C", "5H", "9S", "KD", "AC", "TS"])
def test_5_2_a_joker_not_melded_is_called_any_card_and_scores_it(face: str) -> None:
    match = match_with([NINE_AND_2, JOKER_SPARE, MELDED[1]])
    knocks(match, 0, "2D")
    assert (match.position.phase, match.position.asked) == (Phase.COUNT, (1,))
    match.play(count(1, face))
    assert counts(match)[1] == load("house").values.of(card(face), 0)
    shown = next(event for event in match.events if isinstance(event, Counted) and event.seat == 1)
    assert called(shown) == [face]
    assert sum(meld.jokers() for meld in shown.melds) == 0


def test_5_2_a_melded_joker_costs_nothing() -> None:
    match = match_with([NINE_AND_2, JOKER_SPARE, MELDED[1]])
    knocks(match, 0, "2D")
    match.play(count(1))
    assert counts(match)[1] == 0


def test_5_2_holding_a_joker_back_leaves_what_needed_it() -> None:
    match = match_with([NINE_AND_2, JOKER_IN, MELDED[1]])
    knocks(match, 0, "2D")
    assert can_count(match, 1) == [0, *range(21, 30), 34]
    match.play(count(1, "2S"))
    assert counts(match)[1] == 9 + 10 + 2


@pytest.mark.parametrize(
    ("act", "code"),
    [
        (count(1, "2S", "3S"), "count_too_many_jokers"),
        (count(1, 7), "count_call"),
        (count(1, "JK"), "count_call"),
        (Count(Seat(1), (Call(),)), "count_call"),
        (Count(Seat(1), (Call(card("5S"), 5),)), "count_call"),
        (count(1, left="2H"), "count_left_fixed"),
        (count(2), "not_asked"),
        (count(0), "not_asked"),
    ],
)
def test_5_2_any_other_count_is_refused(act: Count, code: str) -> None:
    match = match_with(
        [NINE_AND_2, JOKER_SPARE, JOKER_SPARE.replace("JD", "QD").replace("TD", "JD").replace("9D", "TD")], players=3
    )
    knocks(match, 0, "2D")
    assert refused(match, act) == code


def test_5_2_one_joker_without_a_meld_must_be_held() -> None:
    lone = "JK | AS 4H 7D TC KH 2D 5C 8S JS"  # 71, and no two of them that a joker would join
    match = match_with([NINE_AND_2, lone, MELDED[0]])
    knocks(match, 0, "2D")
    assert can_count(match, 1) == [*range(73, 82), 86]
    assert refused(match, count(1)) == "count_cannot_meld"
    match.play(count(1, "3D"))
    assert counts(match)[1] == 74


def test_5_2_two_jokers_called_of_several_values() -> None:
    # 2 to 10 and 15 each: 11 to 14 cannot be one card, 26 to 29 cannot be two
    one_held = {*range(2, 11), 15}
    both_held = {19 + first + second for first in one_held for second in one_held}
    assert reach("2H 3H 4H | 8S 8H 8C | 9D TD | JK JK") == sorted({0} | one_held | both_held)
    assert not {19 + 26, 19 + 27, 19 + 28, 19 + 29} & both_held


def test_5_3_the_dial_steers_a_total_into_the_window() -> None:
    totals_open = [88 + points for points in reach(JOKER_SPARE, total=88) if points]
    assert totals_open == [*range(90, 99), 103]


def test_5_3_or_keeps_it_low() -> None:
    match = match_with([NINE_AND_2, JOKER_SPARE, MELDED[1]], totals=[0, 88, 50])
    knocks(match, 0, "2D")
    match.play(count(1, "9S"))
    assert totals(match)[1] == 97
    assert (match.position.phase, match.position.asked) == (Phase.BUY_BACK, (1,))


def test_5_3_at_99_a_joker_called_an_ace_counts_1() -> None:
    match = match_with([NINE_AND_2, JOKER_SPARE, MELDED[1]], totals=[0, 99, 50])
    knocks(match, 0, "2D")
    assert can_count(match, 1) == [0, 1, *range(2, 11)]
    match.play(count(1, "AH"))
    assert totals(match)[1] == 100
    assert not match.position.standing.out[1]


def test_5_3_every_count_that_is_open_is_offered_once() -> None:
    match = match_with([NINE_AND_2, JOKER_IN, MELDED[1]])
    knocks(match, 0, "2D")
    offered = match.options(Seat(1))
    assert len(offered) == len(can_count(match, 1)) == len(set(can_count(match, 1)))


def test_5_4_there_is_no_floor() -> None:
    match = match_with(["2S 3S 4S 5S | 7H 7D 7C | 9C TC JC", MELDED[0], MELDED[1]], totals=[-33, 20, 50], draws="KD")
    draws(match, 0)
    match.play(close(0, "KD"))
    assert totals(match) == [-43, 20, 50]
    low = match_with(["2S 3S 4S 5S | 7H 7D 7C | 9C TC JC", MELDED[0], MELDED[1]], totals=[-995, -20, -1], draws="KD")
    draws(low, 0)
    low.play(close(0, "KD"))
    assert totals(low) == [-1005, -20, -1]
