"""Matches set up card by card hold what was asked for, fill the rest with what melds little, and keep the pack's census."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from continental.cards import JOKER, Pack, parse_cards, print_cards
from continental.melds import least_by_jokers
from continental.play.actions import Draw
from continental.play.position import census
from continental.play.terms import Phase, Seat
from continental.testing.builders import hand, match_with, play_at_random, run_down, stacked


def test_the_hands_upcard_and_draws_are_those_of_the_text() -> None:
    match = match_with(["9H 9C JK | 4S 5S 6S 2D 3H JC QD", "KS"], upcard="7d", draws="7S 10h JK")
    deal = match.position.dealing
    assert print_cards(deal.hands[0]) == print_cards(hand("9H 9C JK 4S 5S 6S 2D 3H JC QD"))
    assert parse_cards("KS")[0] in deal.hands[1]
    assert len(deal.hands[1]) == 10
    assert print_cards(deal.discards) == "7D"
    assert print_cards(deal.stock[:-4:-1]) == "7S TH JK"
    assert deal.stock[0] == JOKER
    assert match.position.phase is Phase.DRAW
    assert match.position.asked == (0,)


@given(st.integers(2, 6), st.integers(0, 5))
def test_the_census_is_the_packs_for_any_number_of_seats(players: int, given_hands: int) -> None:
    match = match_with(["AS", "2S 2S", "JK", "", "9D"][:given_hands], players=max(players, given_hands))
    assert census(match.position.dealing) == Pack(2, match.position.standing.players + 1).census()


def test_what_fills_a_hand_melds_nothing() -> None:
    match = match_with(players=6)
    for cards in match.position.dealing.hands:
        assert JOKER not in cards
        values = (15, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
        assert least_by_jokers(cards, values) == (sum(values[card % 13] for card in cards),)


def test_the_standing_is_the_one_asked_for() -> None:
    match = match_with(
        [""], players=4, dealer=1, totals=(40, 95, 101, 10), buys=(0, 2, 0, 1), pot=90_00, out=[2], hands_before=7, ante=20_00
    )
    standing = match.position.standing
    assert (standing.totals, standing.before, standing.buys) == ((40, 95, 101, 10), (40, 95, 101, 10), (0, 2, 0, 1))
    assert (standing.pot, standing.hands, standing.dealer) == (90_00, 7, 1)
    assert sum(standing.cash) + standing.pot == 0
    assert standing.out == (False, False, True, False)
    assert match.position.dealing.seats == (3, 0, 1)
    assert match.position.dealing.hands[2] == ()
    assert match.position.dealing.number == 8


def test_a_dealer_that_the_table_chooses_is_the_one_asked_for() -> None:
    match = match_with(players=3, dealer=0, switches={"dealer_first": "chosen"})
    assert match.position.standing.dealer == 0
    assert match.position.asked == (1,)


@pytest.mark.parametrize(
    ("hands", "upcard", "sentence"),
    [
        (["7S 7S 7S"], "", "no further 7S"),
        (["7S", "7S"], "7S", "no further 7S"),
        (["AS AS 2S 2S 3S 3S 4S 4S 5S 5S 6S"], "", "a hand has 10 cards"),
        ([""], "7S 8S", "one card opens the discards"),
        (["JK JK JK JK"], "", "no further JK"),
    ],
)
def test_what_the_pack_cannot_deal_is_refused(hands: list[str], upcard: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        match_with(hands, upcard=upcard)


def test_a_stacked_pack_is_dealt_from_its_end() -> None:
    pack = Pack(2, 3)
    order = stacked(
        pack, [Seat(1), Seat(0)], {Seat(0): parse_cards("AS 2S"), Seat(1): parse_cards("KD QD")}, 2, parse_cards("5H")
    )
    assert print_cards(order[:-6:-1]) == "KD AS QD 2S 5H"
    assert len(order) == len(pack)


def test_a_stock_that_is_run_down_to_nothing_is_rebuilt_at_the_next_draw() -> None:
    match = match_with(players=2)
    top = match.position.dealing.discards[-1]
    run_down(match, left=1)
    deal = match.position.dealing
    assert (len(deal.stock), deal.discards[-1], deal.rebuilds) == (1, top, 0)
    assert census(deal) == Pack(2, 3).census()
    run_down(match)
    match.play(Draw(Seat(0)))
    assert match.position.dealing.rebuilds == 1


def test_play_at_random_ends_where_it_was_told_to() -> None:
    match = match_with(players=3)
    play_at_random(match, random.Random(3), deals=1)
    assert match.position.standing.hands == 1
    assert play_at_random(match, random.Random(3)).is_over
