"""One deal: its dice from seed and number, its outcome from its events."""

from __future__ import annotations

import hashlib

import pytest

from continental.bots.api import BotError
from continental.play.terms import Cents, Ending, Seat
from continental.rules.load import load
from continental.study.deals import Outcome, dice_for, play_deal, seat_bots

HOUSE = load("house")


def test_dice_are_the_sha_256_that_the_document_says() -> None:
    assert dice_for("7", 12) == hashlib.sha256(b"1:7,2:12,").digest()


def test_dice_differ_by_seed_number_and_words() -> None:
    dice = [dice_for(seed, deal, *more) for seed in ("7", "71") for deal in (1, 11, 2) for more in ((), ("bot", "0"), ("bot0",))]
    assert len(set(dice)) == len(dice)


def played(seats: list[str], deal: int, **switches: object) -> Outcome:
    rules = load("house", switches)
    return play_deal(rules, seat_bots(seats, rules, "outcome", deal), dice_for("outcome", deal), Cents(20_00))


def test_a_deal_replays_alone() -> None:
    assert played(["greedy"] * 3, 4) == played(["greedy"] * 3, 4)
    assert played(["greedy"] * 3, 4) != played(["greedy"] * 3, 5)


@pytest.mark.parametrize("deal", range(12))
def test_points_and_money_are_those_of_the_hand_alone(deal: int) -> None:
    outcome = played(["greedy", "greedy", "random"], deal, bounty_rate=0, feeding="off")
    assert outcome.ender is not None
    share = {Ending.KNOCK: 200, Ending.CLOSE: 400, Ending.CONTINENTAL: 1000, Ending.STRAIGHT_FLUSH: 1000}[
        outcome.ending or Ending.KNOCK
    ]
    assert outcome.cents[outcome.ender] == share, "two payers, one share for the pot"
    assert sum(outcome.cents) == -share
    scores = {Ending.KNOCK: (2, 3), Ending.CLOSE: (-10,), Ending.CONTINENTAL: (-35,), Ending.STRAIGHT_FLUSH: (-35,)}
    assert outcome.points[outcome.ender] in scores[outcome.ending or Ending.KNOCK]
    assert all(points >= 0 for seat, points in enumerate(outcome.points) if seat != outcome.ender)


def test_a_dead_deal_scores_nothing() -> None:
    dead = next(outcome for deal in range(20) if (outcome := played(["random"] * 4, deal)).ending is None)
    assert dead == Outcome((0,) * 4, (0,) * 4, None, None, 240)


def test_a_deal_is_played_where_the_table_chooses_its_dealer() -> None:
    assert played(["greedy"] * 2, 1, dealer_first="chosen").ending is not None


def test_an_unknown_bot_has_no_seat() -> None:
    with pytest.raises(BotError, match="no bot"):
        seat_bots(["greedy", "nobody"], HOUSE, "x", 0)
    assert seat_bots(["random"], HOUSE, "x", 0)[0].seat == Seat(0)  # type: ignore[attr-defined]


def test_a_later_deal_of_a_match_is_dealt_as_such() -> None:
    rules = load("fournier")
    first, last = (
        play_deal(rules, seat_bots(["greedy", "greedy"], rules, "later", number), dice_for("later", 3), Cents(0), number)
        for number in (1, 7)
    )
    assert first.ending == last.ending == Ending.CLOSE
    assert first.ender is not None
    assert first.points[first.ender] == 0
    assert min(first.points) == min(last.points) == 0
    assert first.cents == (0, 0)
    assert first != last


def test_a_seed_may_be_any_text_that_a_shell_hands_over() -> None:
    assert len(dice_for("\udcff", 1)) == 32
    assert dice_for("\udcff", 1) != dice_for("\udcfe", 1)
