"""What bots are made from and told: names, dice, budgets, and plain forms of all that they see."""

from __future__ import annotations

import json
import pickle

import pytest

from continental.bots.api import BOT_NAMES, MAKERS, UNHURRIED, BotError, Budget, check_bot_name, make_bot
from continental.bots.sitting import Sitting, chosen_dealer, play_match
from continental.codec import from_plain, to_plain
from continental.play.actions import Draw, NoClaim
from continental.play.plain import action_from_plain, action_to_plain, event_to_plain
from continental.play.terms import Cents, Seat
from continental.play.view import View, see, view_for
from continental.rules.load import load
from continental.testing import bot_kit
from continental.testing.builders import match_with

HOUSE = load("house")
DICE = bytes(32)


def test_bots_are_made_by_name() -> None:
    assert tuple(MAKERS) == BOT_NAMES
    for name in BOT_NAMES:
        assert check_bot_name(name) == name
        match = match_with(players=3)
        options = match.options(Seat(0))
        assert make_bot(name, Seat(0), HOUSE, DICE).choose(match.view(Seat(0)), options, UNHURRIED) in options


def test_an_unknown_bot_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(BotError, match=r"There is no bot 'clever'; there are: random, greedy\.") as refused:
        make_bot("clever", Seat(0), HOUSE, DICE)
    assert refused.value.code == "no_such_bot"
    copied = pickle.loads(pickle.dumps(refused.value))
    assert (copied.code, str(copied)) == (refused.value.code, str(refused.value))


def test_dice_of_another_size_are_refused() -> None:
    with pytest.raises(BotError, match="32 bytes, not 5") as refused:
        make_bot("random", Seat(0), HOUSE, b"short")
    assert refused.value.code == "bot_dice"


def test_a_budget_asks_the_callers_clock() -> None:
    left = [30.0, 4.0]
    budget = Budget(100, lambda: left.pop(0))
    assert not budget.is_spent(keep_ms=5)
    assert budget.is_spent(keep_ms=5)
    assert not Budget(1).is_spent()


def test_all_that_a_bot_is_told_and_answers_has_a_plain_form() -> None:
    match, moments = bot_kit.played([MAKERS["greedy"]] * 3, HOUSE, "plain", deals=10_000, every=23)
    for event in match.events:
        for seat in range(3):
            assert json.loads(json.dumps(event_to_plain(see(event, Seat(seat)))))["is"]
    for moment in moments:
        view = view_for(moment.position, moment.seat, moment.rules.shows)
        assert from_plain(View, json.loads(json.dumps(to_plain(view)))) == view
        assert action_from_plain(json.loads(json.dumps(action_to_plain(moment.chosen)))) == moment.chosen


def test_a_sitting_asks_bots_alone_and_leaves_other_seats_to_the_caller() -> None:
    sitting = Sitting(match_with(players=3), {Seat(1): MAKERS["greedy"](Seat(1), HOUSE, DICE)})
    assert sitting.next_bot() is None
    sitting.match.play(Draw(Seat(0)))
    sitting.match.play(sitting.match.options(Seat(0))[-1])
    assert sitting.next_bot() == 1
    sitting.play_hand()
    assert sitting.match.position.asked == (2,)
    assert sitting.told == len(sitting.match.events)


def test_a_bot_that_answers_for_another_seat_is_refused() -> None:
    class Other:
        def see(self, event: object) -> None:
            return

        def choose(self, view: object, options: object, budget: object) -> NoClaim:
            return NoClaim(Seat(2))

    sitting = Sitting(match_with(players=3), {Seat(0): Other()})
    with pytest.raises(BotError, match="answered for seat 2"):
        sitting.move(Seat(0))


def test_a_whole_match_follows_from_its_dice() -> None:
    def match_of(seed: str) -> list[object]:
        dealer = chosen_dealer(HOUSE, 2, DICE)
        sitting = play_match(HOUSE, ["greedy", "random"], Cents(1000), lambda what: bot_kit.dice_of(seed + what), dealer)
        return list(sitting.match.actions)

    assert match_of("a") == match_of("a")
    assert match_of("a") != match_of("b")


def test_a_first_dealer_is_chosen_only_where_the_table_chooses() -> None:
    assert chosen_dealer(HOUSE, 4, DICE) is None
    dealer = chosen_dealer(load("house", {"dealer_first": "chosen"}), 4, DICE)
    assert dealer is not None
    assert 0 <= dealer < 4
