"""One best arrangement: valid, complete, the same every time, with every joker's part named."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from continental.cards import JOKER, Cards, as_hand
from continental.melds import (
    CIRCLE,
    HOUSE,
    Arrangement,
    Grammar,
    MeldError,
    RunRule,
    SetRule,
    arrange,
    arrangement_leaving,
    is_meld,
    least_by_jokers,
)
from continental.melds.count.cover import points_of
from continental.testing import every_arrangement
from tests.melds.hands import HOUSE_VALUES, dense_hands, hand

FOURS = Grammar(SetRule(min_naturals=1), RunRule(min_size=4, track=CIRCLE, min_naturals=1))


def check_arrangement(cards: Cards, found: Arrangement, grammar: Grammar = HOUSE) -> None:
    """Every card lies in one place, every meld is one, and a joker stands for a card where that card would lie."""
    laid = [card for meld in found.melds for card in meld.cards]
    assert as_hand([*laid, *found.left, *[JOKER] * found.held]) == as_hand(cards)
    assert found.points == points_of(found.left, HOUSE_VALUES)
    for meld in found.melds:
        assert is_meld(meld.cards, grammar)
        assert all(card in (JOKER, part) and part != JOKER for card, part in zip(meld.cards, meld.as_cards, strict=True))
        if meld.kind == "run":
            assert is_meld(as_hand(meld.as_cards), Grammar(grammar.sets, RunRule(track=grammar.runs.track)))
        else:
            assert len({part % 13 for part in meld.as_cards}) == 1


@settings(max_examples=200)
@given(dense_hands())
def test_the_arrangement_is_valid_and_best_for_every_number_of_jokers(cards: Cards) -> None:
    for melded, points in enumerate(least_by_jokers(cards, HOUSE_VALUES)):
        if points is None:
            with pytest.raises(MeldError, match="have no place"):
                arrange(cards, melded, HOUSE_VALUES)
            continue
        found = arrange(cards, melded, HOUSE_VALUES)
        check_arrangement(cards, found)
        assert (found.points, found.held) == (points, cards.count(JOKER) - melded)
        assert arrange(tuple(reversed(cards)), melded, HOUSE_VALUES) == found


@settings(max_examples=60)
@given(dense_hands(most=9, most_jokers=4))
def test_the_arrangement_of_another_grammar_is_valid_and_best(cards: Cards) -> None:
    for melded, points in enumerate(least_by_jokers(cards, HOUSE_VALUES, FOURS)):
        if points is not None:
            found = arrange(cards, melded, HOUSE_VALUES, FOURS)
            check_arrangement(cards, found, FOURS)
            assert (found.points, found.held) == (points, cards.count(JOKER) - melded)


@settings(max_examples=60)
@given(dense_hands(most=8))
def test_exactly_what_can_be_left_can_be_left(cards: Cards) -> None:
    can = {
        (tuple(card for card in parting.left if card != JOKER), parting.melded_jokers())
        for parting in every_arrangement.partings(cards)
    }
    naturals = tuple(card for card in cards if card != JOKER)
    for left in set(every_arrangement.groups_of(naturals)):
        for melded in range(cards.count(JOKER) + 1):
            found = arrangement_leaving(cards, left, melded, HOUSE_VALUES)
            assert (found is not None) == ((left, melded) in can)
            if found is not None:
                check_arrangement(cards, found)
                assert found.left == left


@pytest.mark.parametrize(
    ("text", "melds"),
    [
        ("9C JK JK 5H 6H 7H KS KD KH 2D", "5H 6H 7H | KS KH KD | 9C JK=9S JK=9H"),
        ("QS KS JK", "QS KS JK=AS"),
        ("2S AS JK", "AS 2S JK=3S"),
        ("5H 7H JK", "5H JK=6H 7H"),
        ("JK JK JK", "JK=AS JK=AH JK=AD"),
        ("4H 5H 6H 7H 8H 9H", "4H 5H 6H 7H 8H 9H"),
        ("9S 9H 9D JK JK", "9S 9H 9D JK=9C JK=9S"),
        ("4H 5H 6H JK", "4H 5H 6H JK=7H"),
        ("QS KS AS JK", "JK=JS QS KS AS"),
    ],
)
def test_the_arrangement_is_the_plainest(text: str, melds: str) -> None:
    cards = hand(text)
    assert " | ".join(map(str, arrange(cards, cards.count(JOKER), HOUSE_VALUES).melds)) == melds


def test_a_run_of_a_whole_suit_is_split_where_a_joker_finds_no_other_place() -> None:
    cards = hand("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS JK JK JK JK")
    found = arrange(cards, 4, HOUSE_VALUES)
    check_arrangement(cards, found)
    assert (found.left, found.held) == ((), 0)


def test_what_is_not_held_cannot_be_left() -> None:
    cards = hand("4H 5H 6H 2D JK")
    assert arrangement_leaving(cards, hand("3D"), 1) is None
    assert arrangement_leaving(cards, hand("2D 2D"), 1) is None
    assert arrangement_leaving(cards, hand("JK"), 0) is None
    assert arrangement_leaving(cards, hand("2D"), 2) is None
    assert arrangement_leaving(cards, hand("2D"), -1) is None


def test_more_jokers_than_held_have_no_place() -> None:
    with pytest.raises(MeldError, match="2 of the 1 jokers"):
        arrange(hand("4H 5H 6H JK"), 2, HOUSE_VALUES)
    with pytest.raises(MeldError, match="have no place"):
        arrange(hand("4H 5H 6H JK"), -1, HOUSE_VALUES)
