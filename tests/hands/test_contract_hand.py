"""What the hand checker says of a hand of a contract game: how it goes down, what is missing, what is best thrown."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from continental.cards import as_hand, print_card, print_cards, without
from continental.codec import Plain
from continental.hands.answer import look_at_hand
from continental.hands.contract_hand import task_of
from continental.hands.reading import read_hand
from continental.melds import WholeHand, distance_to
from continental.rules.base import RuleSet
from continental.rules.load import load
from continental.rules.tables import catalogue
from continental.testing.turns import can_go_down

KEYS = [key for key in catalogue() if load(key).melding.kind == "contracts"]


def check_hand(rules: RuleSet, text: str, total: int = 0, deal: int = 1) -> Plain:
    """Return the plain answer for the cards of a text."""
    return look_at_hand(rules, read_hand(rules, text, deal), total, deal).plain()


def looked(key: str, deal: int, cards: str, **switches: object) -> dict[str, Any]:
    found: dict[str, Any] = check_hand(load(key, switches), cards, 0, deal)["contract"]
    return found


def test_a_hand_that_goes_down_is_laid_out_with_what_is_left_and_the_costliest_of_it_to_throw() -> None:
    told = check_hand(load("contract"), "KD 7H 7D 7C 2C 4S 5S 6S", 0, 2)
    assert (told["points"], told["deal"]) == (10 + 21 + 2 + 15, 2)
    assert told["contract"] == {
        "needs": "S3 R3",
        "met": True,
        "down": [["7H", "7D", "7C"], ["4S", "5S", "6S"]],
        "laid_off": [],
        "melds": [["7H", "7D", "7C"], ["4S", "5S", "6S"]],
        "left": ["KD", "2C"],
        "points_left": 12,
        "distance": 0,
        "throw": "KD",
        "distance_after": None,
    }


def test_of_cards_equally_far_the_one_that_the_ways_to_the_contract_need_least_is_thrown() -> None:
    found = looked("contract", 1, "7S 7D 9H 9D KC KH 2C")
    assert (found["met"], found["distance"], found["throw"], found["distance_after"]) == (False, 2, "2C", 2)


def test_a_joker_is_not_thrown_while_there_is_another_card() -> None:
    assert looked("seven_hands", 1, "JK 7S 7D")["throw"] != "JK"
    assert looked("seven_hands", 1, "JK 7S")["throw"] == "7S"
    assert looked("seven_hands", 1, "JK")["throw"] is None


def test_where_the_last_card_must_be_thrown_the_contract_alone_is_a_card_too_few() -> None:
    cards = "7S 7D 7C 9S 9D 9C"
    assert (looked("contract", 1, cards)["met"], looked("contract", 1, cards)["left"]) == (True, [])
    required = looked("contract", 1, cards, final_discard="required")
    assert (required["met"], required["distance"]) == (False, 1)


def test_where_nothing_is_laid_off_in_the_same_turn_a_fifth_card_of_a_set_stays() -> None:
    cards = "7H 7D 7C 7S 7H 9S 9H 9C"
    assert looked("contract", 1, cards)["left"] == []
    assert looked("contract", 1, cards, layoff_same_turn="no")["points_left"] == 7


def test_a_whole_hand_is_not_said_to_be_nearer_for_a_card_thrown() -> None:
    found = looked("contract", 7, "2S 3S 4S 5S 7H 8H 9H TH JD QD KD AD 7C")
    assert (found["distance"], found["throw"], found["distance_after"]) == (1, "7C", None)


def test_a_deal_beyond_the_last_is_the_last() -> None:
    told = check_hand(load("contract"), "7S 7D", 0, 1000)
    assert (told["deal"], told["contract"]["needs"]) == (7, "R3 R3 R3")


def test_more_cards_than_anybody_holds_are_counted_alone() -> None:
    rules = load("seven_hands")
    cards = print_cards(tuple(rules.pack_for(8).census())[:41])
    assert check_hand(rules, cards, 0, 1)["contract"] is None
    assert check_hand(rules, cards, 0, 1)["points"] > 41


def test_house_rules_have_no_contract() -> None:
    assert "contract" not in check_hand(load("house"), "9H 9C JK")


@pytest.mark.parametrize("key", KEYS)
def test_the_best_thrown_is_one_after_which_no_other_hand_would_be_nearer(key: str) -> None:
    rules, chance, unmet = load(key), Random(f"throw {key}"), 0
    for _ in range(12):
        deal = chance.randrange(len(rules.deals)) + 1
        pack = rules.pack_for(rules.players[1], deal)
        task, census = task_of(rules, deal, pack.decks), pack.census()
        cards = as_hand(chance.sample(sorted(census.elements()), rules.row(deal).cards + 1))
        found = looked(key, deal, print_cards(cards))
        assert found["met"] is (can_go_down(cards, task.contract, task.melding))
        if found["met"] or task.contract.whole_hand is not WholeHand.NO:
            continue
        unmet += 1
        away = {print_card(card): distance_to(without(cards, (card,)), task.contract, task.melding) for card in set(cards)}
        assert found["distance"] == distance_to(cards, task.contract, task.melding)
        assert found["distance_after"] == away[found["throw"]] == min(each for each in away.values() if each is not None)
    assert unmet > 3
