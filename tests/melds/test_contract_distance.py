"""How far a hand is from its contract: the answer against drawing every card that there is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations_with_replacement
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from continental.cards import Card, Cards, Pack, as_hand
from continental.melds import Contract, ContractRules, WholeHand, distance_to
from continental.testing.turns import can_go_down
from tests.melds.contract_hands import ALL, CONTRACT, FOURNIER, OUTNUMBERED, RED_ACES, SEVEN_HANDS, contract, meld_dense
from tests.melds.hands import hand

TOUCHING = replace(OUTNUMBERED, grammar=replace(OUTNUMBERED.grammar, runs=replace(OUTNUMBERED.grammar.runs, jokers_touch=True)))
"""Fewer jokers than naturals, and they may lie side by side."""

CONTRACTS: Final = ("S", "R", "S S", "S R", "R R", "S S R", "S4 R5", "S R7")


def parts_of(cards: Counter[Card], many: int) -> Iterator[Cards]:
    """Every choice of so many of the cards."""
    return (part for part in combinations_with_replacement(sorted(cards), many) if not Counter(part) - cards)


def by_drawing(cards: Cards, asked: Contract, melding: ContractRules, pool: Counter[Card], most: int) -> int | None:
    """The least number of drawn cards, up to `most`, by trying all; for a whole hand as many may be thrown."""
    for many in range(most + 1):
        for drawn in parts_of(pool, many):
            for thrown in range(many + 1) if asked.whole_hand is not WholeHand.NO else (0,):
                for gone in parts_of(Counter(cards), thrown):
                    held = as_hand((Counter((*cards, *drawn)) - Counter(gone)).elements())
                    if can_go_down(held, asked, melding):
                        return many
    return None


@pytest.mark.parametrize("name", ["seven_hands", "contract", "gap", "different", "apart", "outnumbered"])
@settings(max_examples=30, deadline=None)
@given(st.data())
def test_a_whole_hand_of_three_runs_is_nought_away_just_where_it_goes_down(name: str, data: st.DataObject) -> None:
    melding = ALL[name]
    cards = data.draw(meld_dense(most=14, most_jokers=3))
    whole = data.draw(st.sampled_from([WholeHand.ALL, WholeHand.ALL_BUT_ONE]))
    asked = contract("R R R", melding, whole)
    assert (distance_to(cards, asked, melding) == 0) == can_go_down(cards, asked, melding)


@pytest.mark.parametrize("name", list(ALL))
@settings(max_examples=15, deadline=None)
@given(st.data())
def test_none_or_one_card_away_is_what_drawing_every_card_says(name: str, data: st.DataObject) -> None:
    melding = ALL[name]
    cards = data.draw(meld_dense(most=9, special=as_hand(melding.wild)))
    asked = contract(data.draw(st.sampled_from(CONTRACTS)), melding)
    found = distance_to(cards, asked, melding)
    near = by_drawing(cards, asked, melding, Counter(Pack(2, 2).cards()), 1)
    assert found is not None
    assert (found if found <= 1 else None) == near


@pytest.mark.parametrize(
    ("cards", "asked", "melding", "far"),
    [
        ("7S 7H 7D 5S 6S 7S 8S", "S R", SEVEN_HANDS, 0),
        ("7S 7H 5S 6S 8S", "S R", SEVEN_HANDS, 2),
        ("7S 7H JK 5S 6S 8S", "S R", SEVEN_HANDS, 1),
        ("", "S S", SEVEN_HANDS, 6),
        ("JK JK JK", "S", SEVEN_HANDS, 1),
        ("JK JK JK JK JK JK", "S S", SEVEN_HANDS, 2),
        ("KS 2S", "R", SEVEN_HANDS, 3),
        ("KS 2S", "R", FOURNIER, 2),
        ("7S JK JK", "S", OUTNUMBERED, 1),
        ("AS AS AH JK JK JK", "S S", ALL["contract"], 0),
        ("7S AH AD", "S", RED_ACES, 0),
        ("3C 4C 5C 6C 7C 8C", "R R", CONTRACT, 1),
        ("AS 2S 3S 3S 4S 5S 6S 6S 7S 8S", "R R R", CONTRACT, 0),
        ("JK JK JK 5S 6S 7S 8S", "S R", SEVEN_HANDS, 0),
        ("AS AS 2S 2S 3S 4S JK JK", "R R", ALL["apart"], 0),
        ("5C 6C 7C 7C 8C JK JK", "S R", ALL["one_joker"], 0),
        ("8S 9S TS QS 7C 9C TC JK JK JK", "S R", OUTNUMBERED, 0),
    ],
)
def test_how_far_a_hand_is(cards: str, asked: str, melding: ContractRules, far: int) -> None:
    assert distance_to(hand(cards), contract(asked, melding), melding) == far


def test_a_whole_hand_with_few_naturals_may_need_a_longer_meld_than_it_has_cards() -> None:
    whole = contract("R R R", TOUCHING, WholeHand.ALL)
    assert distance_to(hand("3S 4S 5S 6S 3H 4H 5H 6H 3D 7D JK JK"), whole, TOUCHING) == 1


@pytest.mark.parametrize(
    ("cards", "asked", "melding", "far"),
    [
        ("5H 4D 5D 8D 5C 6C 7C 8C JK JK", "S S S R", SEVEN_HANDS, 4),
        ("3S 4D 5D TD QC KC JK JK", "R R R R", SEVEN_HANDS, 9),
    ],
)
def test_a_card_that_stays_is_held_beside_the_whole_contract(cards: str, asked: str, melding: ContractRules, far: int) -> None:
    assert distance_to(hand(cards), contract(asked, melding, WholeHand.ALL_BUT_ONE), melding) == far


@pytest.mark.parametrize("name", list(ALL))
@settings(max_examples=15, deadline=None)
@given(st.data())
def test_two_or_three_cards_away_is_what_drawing_from_the_cards_near_says(name: str, data: st.DataObject) -> None:
    """Held to drawing out of few faces: no hand is nearer by them than by all."""
    melding = ALL[name]
    cards = data.draw(meld_dense(most=8, most_jokers=2, special=as_hand(melding.wild)))
    asked = contract(data.draw(st.sampled_from(CONTRACTS)), melding)
    pool = Counter(data.draw(meld_dense(most=5, most_jokers=1)))
    by_pool = by_drawing(cards, asked, melding, pool, 3)
    found = distance_to(cards, asked, melding)
    assert found is not None
    assert by_pool is None or found <= by_pool
