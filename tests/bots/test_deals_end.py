"""Deals among greedy bots end: a hand whose way is blocked by cards that others hold goes another way."""

from collections import Counter

import pytest

from continental.bots.memory import Memory
from continental.cards import parse_card, parse_cards
from continental.hands.prospects import IN_VAIN, slot_cost
from continental.play.events import MatchBegan
from continental.play.terms import Cents, Seat
from continental.play.view import SeenDealt, SeenRebuilt
from continental.rules.load import load
from continental.study.deals import dice_for, play_deal, seat_bots


@pytest.mark.parametrize("dice", [2, 77, 86, 89])
def test_a_deal_for_three_runs_that_lasted_sixty_laps_is_closed(dice: int) -> None:
    rules = load("contract")
    bots = seat_bots(["greedy"] * 4, rules, "7", dice)
    outcome = play_deal(rules, bots, dice_for("7", dice), Cents(0), 7)
    assert outcome.ender is not None
    assert outcome.turns < 40 * 4


@pytest.mark.parametrize("dice", [147, 186, 197, 278])
def test_five_hands_that_all_wanted_the_low_cards_until_the_deal_died_are_closed(dice: int) -> None:
    rules = load("contract")
    bots = seat_bots(["greedy"] * 5, rules, "20", dice)
    assert play_deal(rules, bots, dice_for("20", dice), Cents(0), 7).ender is not None


def test_after_a_rebuild_only_the_discards_that_went_into_the_stock_are_to_come() -> None:
    memory = Memory(Seat(0), load("contract"))
    hand = parse_cards("2S 3S 4S")
    memory.see(MatchBegan(3, Cents(0), None))
    memory.see(SeenDealt(1, Seat(2), hand, (3, 3, 3), parse_card("KD"), 90, 0))
    assert memory.to_come == memory.unseen
    memory.see(SeenRebuilt(1, 0))
    assert +memory.to_come == Counter({parse_card("KD"): 1})
    assert memory.unseen[parse_card("KD")] == 2


def test_a_place_that_nothing_to_come_fills_costs_more_than_two_that_some_fill() -> None:
    assert slot_cost(0) == IN_VAIN > 2 * slot_cost(1)
