"""Judgements about totals and offers, in single positions."""

from __future__ import annotations

import pytest

from continental.bots import judgement
from continental.bots.api import MAKERS
from continental.engine import Match
from continental.play.actions import Count
from continental.play.terms import Phase, Seat
from continental.rules.load import load
from continental.testing import bot_kit
from continental.testing.builders import match_with

HOUSE = load("house")


def test_the_chances_of_the_pot_sum_to_one_and_follow_the_room() -> None:
    seats = [Seat(0), Seat(1), Seat(3)]
    chances = [judgement.chance_of_pot(HOUSE, [10, 60, 0, 99], seats, seat) for seat in seats]
    assert sum(chances) == pytest.approx(1)
    assert chances[0] > chances[1] > chances[2] > 0
    assert judgement.chance_of_pot(HOUSE, [10, 60, 0, 99], seats, Seat(2)) == 0


def test_going_out_is_worth_nothing_and_lower_totals_more() -> None:
    view = match_with(players=3, totals=[20, 80, 40]).view(Seat(1))
    worth = {total: judgement.worth_of_total(HOUSE, view, Seat(1), total) for total in (80, 85, 95, 101, 120)}
    assert worth[101] == worth[120] == 0
    assert worth[80] > worth[85] > 0


def test_the_window_is_worth_its_offer() -> None:
    view = match_with(players=3, totals=[20, 80, 40], pot=300_00).view(Seat(1))
    assert judgement.worth_of_total(HOUSE, view, Seat(1), 90) > judgement.worth_of_total(HOUSE, view, Seat(1), 89)
    dear = match_with(players=3, totals=[20, 80, 40], pot=300_00, buys=[0, 6, 0]).view(Seat(1))
    assert judgement.worth_of_total(HOUSE, dear, Seat(1), 90) < judgement.worth_of_total(HOUSE, dear, Seat(1), 89)


def test_points_of_counts_are_what_the_engine_counts() -> None:
    _, moments = bot_kit.played([MAKERS["greedy"]] * 3, HOUSE, "counts", deals=6)
    checked = 0
    for moment in moments:
        if moment.position.phase is Phase.COUNT:
            match = Match(moment.rules, moment.position)
            counts = [act for act in match.options(moment.seat) if isinstance(act, Count)]
            points = judgement.points_of_counts(HOUSE, match.view(moment.seat), counts)
            for count, told in zip(counts, points, strict=True):
                again = Match(moment.rules, moment.position)
                again.play(count)
                shown = again.position.dealing.showdown.counted(moment.seat)
                assert shown is not None
                assert shown.points == told
                checked += 1
    assert checked


def test_totals_so_far_hold_what_is_already_shown() -> None:
    match = match_with(["4H 5H 6H | 9S 9C 9D | JD QD KD | 2S", "9H 9S JK | 4C 5C 6C | 2H 3D 8S TC"], players=3, totals=[1, 2, 3])
    assert judgement.totals_so_far(match.view(Seat(2))) == (1, 2, 3)
    match.play(match.options(Seat(0))[-1])
    assert match.position.phase is Phase.COUNT
    assert judgement.totals_so_far(match.view(Seat(2)))[0] == 3
