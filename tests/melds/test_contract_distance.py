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

from continental.cards import JOKER, Card, Cards, Pack, as_hand
from continental.melds.coming import Coming
from continental.melds.contract import Contract, ContractRules, WholeHand
from continental.melds.distance import distance
from continental.melds.down import can_go_down
from continental.melds.placed import Placed
from tests.melds.contract_hands import ALL, APART, CONTRACT, FOURNIER, OUTNUMBERED, RED_ACES, SEVEN_HANDS, contract, meld_dense
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


PLENTY: Final = Counter({Card(face): 40 for face in range(53)})
"""So many cards to come that it is as if any might."""


@pytest.mark.parametrize("name", list(ALL))
@settings(max_examples=25, deadline=None)
@given(st.data())
def test_any_card_that_may_come_is_as_good_as_plenty_of_each(name: str, data: st.DataObject) -> None:
    melding = ALL[name]
    limited = name in ("outnumbered", "apart", "one_joker")
    cards = data.draw(meld_dense(most=8 if limited else 12, most_jokers=4, special=as_hand(melding.wild)))
    asked = contract(data.draw(st.sampled_from(CONTRACTS if limited else (*CONTRACTS, "S R R", "R4 R7"))), melding)
    assert distance(cards, asked, melding) == distance(cards, asked, melding, PLENTY)


@pytest.mark.parametrize("name", list(ALL))
@settings(max_examples=15, deadline=None)
@given(st.data())
def test_a_whole_hand_is_as_far_for_any_card_as_for_plenty_of_each(name: str, data: st.DataObject) -> None:
    melding = ALL[name]
    cards = data.draw(meld_dense(most=8, most_jokers=4, special=as_hand(melding.wild)))
    whole = data.draw(st.sampled_from([WholeHand.ALL, WholeHand.ALL_BUT_ONE]))
    asked = contract(data.draw(st.sampled_from(("S", "R", "S S", "S R", "R R", "R R R"))), melding, whole)
    assert distance(cards, asked, melding) == distance(cards, asked, melding, PLENTY)


@pytest.mark.parametrize("name", ["seven_hands", "contract", "gap", "different", "apart", "outnumbered"])
@settings(max_examples=30, deadline=None)
@given(st.data())
def test_a_whole_hand_of_three_runs_is_nought_away_just_where_it_goes_down(name: str, data: st.DataObject) -> None:
    melding = ALL[name]
    cards = data.draw(meld_dense(most=14, most_jokers=3))
    whole = data.draw(st.sampled_from([WholeHand.ALL, WholeHand.ALL_BUT_ONE]))
    asked = contract("R R R", melding, whole)
    assert (distance(cards, asked, melding) == 0) == can_go_down(cards, asked, melding)


@pytest.mark.parametrize("name", list(ALL))
@settings(max_examples=15, deadline=None)
@given(st.data())
def test_none_or_one_card_away_is_what_drawing_every_card_says(name: str, data: st.DataObject) -> None:
    melding = ALL[name]
    cards = data.draw(meld_dense(most=9, special=as_hand(melding.wild)))
    asked = contract(data.draw(st.sampled_from(CONTRACTS)), melding)
    found = distance(cards, asked, melding)
    near = by_drawing(cards, asked, melding, Counter(Pack(2, 2).cards()), 1)
    assert found is not None
    assert (found if found <= 1 else None) == near


@pytest.mark.parametrize("name", list(ALL))
@settings(max_examples=25, deadline=None)
@given(st.data())
def test_any_distance_is_what_drawing_from_few_unseen_cards_says(name: str, data: st.DataObject) -> None:
    melding = ALL[name]
    cards = data.draw(meld_dense(most=8, most_jokers=2, special=as_hand(melding.wild)))
    asked = contract(data.draw(st.sampled_from(CONTRACTS)), melding)
    unseen = Counter(data.draw(meld_dense(most=5, most_jokers=1)))
    assert distance(cards, asked, melding, unseen) == by_drawing(cards, asked, melding, unseen, unseen.total())


@pytest.mark.parametrize("name", ["seven_hands", "fournier", "contract", "gap", "different", "round", "jokers_alone"])
@settings(max_examples=15, deadline=None)
@given(st.data())
def test_cards_to_come_are_counted_the_same_by_windows_and_place_by_place(name: str, data: st.DataObject) -> None:
    melding = ALL[name]
    cards = data.draw(meld_dense(most=12, most_jokers=4))
    whole = data.draw(st.sampled_from([WholeHand.NO, WholeHand.NO, WholeHand.ALL, WholeHand.ALL_BUT_ONE]))
    texts = (*CONTRACTS, "S R R", "R R R") if whole is WholeHand.NO else ("S", "R", "S S", "S R", "R R")
    asked = contract(data.draw(st.sampled_from(texts)), melding, whole)
    unseen = Counter(data.draw(meld_dense(most=16, most_jokers=3)))
    naturals = as_hand(card for card in cards if card != JOKER)
    ways = [one(naturals, cards.count(JOKER), asked, melding, unseen).distance() for one in (Coming, Placed)]
    assert ways[0] == ways[1]


@pytest.mark.parametrize("name", ["seven_hands", "fournier", "contract", "gap", "apart"])
@settings(max_examples=25, deadline=None)
@given(st.data())
def test_a_whole_hand_is_as_far_as_drawing_and_throwing_says(name: str, data: st.DataObject) -> None:
    melding = ALL[name]
    cards = data.draw(meld_dense(most=8, most_jokers=2))
    whole = data.draw(st.sampled_from([WholeHand.ALL, WholeHand.ALL_BUT_ONE]))
    asked = contract(data.draw(st.sampled_from(("S", "R", "S S", "S R", "R R"))), melding, whole)
    unseen = Counter(data.draw(meld_dense(most=4, most_jokers=1)))
    assert distance(cards, asked, melding, unseen) == by_drawing(cards, asked, melding, unseen, unseen.total())


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
        ("7S AH AD", "S", RED_ACES, 0),
        ("3C 4C 5C 6C 7C 8C", "R R", CONTRACT, 1),
        ("AS 2S 3S 3S 4S 5S 6S 6S 7S 8S", "R R R", CONTRACT, 0),
        ("JK JK JK 5S 6S 7S 8S", "S R", SEVEN_HANDS, 0),
    ],
)
def test_how_far_a_hand_is(cards: str, asked: str, melding: ContractRules, far: int) -> None:
    assert distance(hand(cards), contract(asked, melding), melding) == far


def test_only_what_is_still_to_come_can_be_drawn() -> None:
    cards, asked = hand("7S 7H 5D 6D"), contract("S")
    assert distance(cards, asked, SEVEN_HANDS, Counter({JOKER: 1})) == 1
    assert distance(cards, asked, SEVEN_HANDS, Counter(hand("5S 6S"))) is None
    assert distance(cards, asked, SEVEN_HANDS, Counter(hand("5S 5S 6S 7C"))) == 1


def test_two_melds_cannot_draw_the_same_last_card() -> None:
    cards, asked = hand("5S 6S 7S 7H 7D"), contract("S R")
    assert distance(cards, asked, SEVEN_HANDS) == 2
    assert distance(hand("5S 6S 8S 7H 7D"), asked, SEVEN_HANDS, Counter(hand("7S"))) is None
    assert distance(hand("5S 6S 8S 7H 7D"), asked, SEVEN_HANDS, Counter(hand("7S 7S"))) == 2


@pytest.mark.parametrize(
    ("cards", "asked", "unseen", "far"),
    [
        ("JK JK JK", "R R", "AS AS 2S 2S 3S JK", None),
        ("JK JK JK", "R R", "AS AS 2S 2S 3S 3S JK", 5),
        ("2S 4S JK JK", "R R", "AS 3S 3S 4S", 4),
    ],
)
def test_two_runs_whose_jokers_may_not_touch_cannot_draw_the_same_last_card(
    cards: str, asked: str, unseen: str, far: int | None
) -> None:
    to_come = Counter(hand(unseen))
    assert by_drawing(hand(cards), contract(asked, APART), APART, to_come, 6) == far
    assert distance(hand(cards), contract(asked, APART), APART, to_come) == far


@pytest.mark.parametrize(
    ("cards", "asked", "unseen", "far"),
    [
        ("TH QH JK JK", "R", "8H", 1),
        ("JK JK JK", "R", "JC KC 9C 9C JC", 3),
        ("7C 7C 8C JC JK JK JK", "R R", "QC 9C 6C 6C 9C", 2),
        ("3S 4S 5S 6S 3H 4H 5H 6H 3D 7D JK JK", "R R R", None, 1),
    ],
)
def test_a_whole_hand_with_few_naturals_may_need_a_longer_meld_than_it_has_cards(
    cards: str, asked: str, unseen: str | None, far: int
) -> None:
    melding = OUTNUMBERED if unseen else TOUCHING
    to_come = None if unseen is None else Counter(hand(unseen))
    assert distance(hand(cards), contract(asked, melding, WholeHand.ALL), melding, to_come) == far


def test_jokers_to_come_may_need_a_longer_run_for_the_naturals_beside_them() -> None:
    assert distance(hand("5S 6S"), contract("R"), OUTNUMBERED, Counter(hand("8S JK"))) == 2
    assert distance(hand("5S 8S"), contract("R"), TOUCHING, Counter(hand("9S JK JK"))) == 3
