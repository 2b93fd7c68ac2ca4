"""What a hand is worth to hold on to."""

from __future__ import annotations

from random import Random

import pytest

from continental.bots.hand_cost import HandCost, Weights
from continental.cards import Pack, as_hand, parse_card, parse_cards, without
from continental.melds import least_by_jokers
from continental.rules.load import load

HOUSE = load("house")
WORTH = HandCost(HOUSE.values.at(0), HOUSE.grammar, Weights())


def cost(text: str) -> float:
    return WORTH.of_hand(as_hand(parse_cards(text)))


def test_the_cost_of_each_discard_is_that_of_the_hand_that_stays() -> None:
    chance = Random(5)
    pack = Pack(2, 7).cards()
    for _ in range(150):
        hand = as_hand(chance.sample(pack, 11))
        for card, found in WORTH.of_discards(hand).items():
            assert found == pytest.approx(WORTH.of_hand(without(hand, (card,))))


def test_a_complete_hand_costs_nothing() -> None:
    assert cost("9S 9C 9D | 4H 5H 6H 7H | JD QD KD") == 0


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("9S 9C 9D | 4H 5H 6H | JD QD KD | 2S", "9S 9C 9D | 4H 5H 6H | JD QD KD | KC"),
        ("9S 9C 9D | 4H 5H 6H | JD QD | 2S 2C", "9S 9C 9D | 4H 5H 6H | JD QD | 2S 4C"),  # a pair more
        ("9S 9C 9D | 4H 5H 6H | JD QD | 2S 7C", "9S 9C 9D | 4H 5H 6H | JD QH | 2S 7C"),  # a run to be
        ("9S 9C 9D | 4H 5H 6H | JD QD | 2S JK", "9S 9C 9D | 4H 5H 6H | JD QD | 2S 2C"),  # a joker is the best card
        ("2S 4S 6S 8S TS QS KS 9S AS | 9H", "2S 4S 6S 8S TS QS KS 9C AD | 9H"),  # nearly a continental
    ],
)
def test_a_better_hand_costs_less(better: str, worse: str) -> None:
    assert cost(better) < cost(worse)


def test_what_is_left_is_the_solvers_least() -> None:
    chance = Random(6)
    for _ in range(100):
        hand = as_hand(chance.sample(Pack(2, 5).cards(), 10))
        row = least_by_jokers(hand, WORTH.values, WORTH.grammar)
        if row[-1] is not None:
            assert WORTH.left(hand) == row[-1]


def test_a_joker_that_no_meld_takes_counts_a_little() -> None:
    assert WORTH.left(as_hand(parse_cards("JK"))) == 2


def test_more_jokers_than_the_tables_know_are_judged_all_the_same() -> None:
    hand = as_hand(parse_cards("JK " * 8 + "9H KS 3D"))
    costs = WORTH.of_discards(hand)
    assert set(costs) == set(hand)
    assert costs[parse_card("3D")] == WORTH.of_hand(without(hand, parse_cards("3D")))
