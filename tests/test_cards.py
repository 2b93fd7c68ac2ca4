"""Cards, packs and their text."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from continental.cards import (
    FACES,
    JOKER,
    RANKS,
    SUIT_SYMBOLS,
    SUITS,
    Card,
    CardError,
    Pack,
    as_hand,
    make_card,
    parse_card,
    parse_cards,
    print_card,
    print_cards,
    rank_of,
    suit_of,
    without,
)

faces = st.sampled_from(FACES)


@given(faces)
def test_every_card_reads_back_as_printed(card: Card) -> None:
    assert parse_card(print_card(card)) == card


@given(faces.filter(lambda card: card != JOKER))
def test_a_card_reads_with_its_suit_first_as_a_sign_in_any_case_and_with_10_for_t(card: Card) -> None:
    rank, suit = tuple(print_card(card))
    long = rank.replace("T", "10")
    for text in (suit + rank, f" {rank.lower()}{suit.lower()} ", long + suit, suit + long):
        assert parse_card(text) == card
    sign = SUIT_SYMBOLS[SUITS.index(suit)]
    assert parse_card(long + sign) == parse_card(sign + long) == parse_card(rank + sign + "\ufe0f") == card


@pytest.mark.parametrize("text", ["JK", "jk", "joker", "**", "★", "🃏"])
def test_a_joker_has_several_names(text: str) -> None:
    assert parse_card(text) == JOKER


@pytest.mark.parametrize("text", ["", "1S", "S", "10", "SS", "7", "7SS", "11S", "77", "JKS", "9H9H", "JK=9H", "x" * 500])
def test_a_text_that_names_no_card_is_refused_with_what_would_be_right(text: str) -> None:
    with pytest.raises(CardError, match="rank then suit") as refused:
        parse_card(text)
    assert len(str(refused.value)) < 120
    again = pickle.loads(pickle.dumps(refused.value))
    assert (again.text, str(again)) == (refused.value.text, str(refused.value)), "it crosses from one process to another"


@given(st.text(max_size=12))
def test_any_text_is_a_card_or_refused(text: str) -> None:
    try:
        card = parse_card(text)
    except CardError:
        return
    assert card in FACES


@given(st.lists(faces, max_size=12))
def test_cards_read_back_as_printed_whatever_divides_them(cards: list[Card]) -> None:
    text = print_cards(cards)
    assert parse_cards(text) == parse_cards(text.replace(" ", ", ")) == parse_cards(text.replace(" ", " | ")) == tuple(cards)


@given(st.text(alphabet="A23456789TJQK10SHDCjk*♠♦ ,|=", max_size=30))
def test_any_text_is_cards_or_refused(text: str) -> None:
    try:
        cards = parse_cards(text)
    except CardError:
        return
    assert all(card in FACES for card in cards)


@given(faces.filter(lambda card: card != JOKER))
def test_a_natural_card_is_its_rank_and_suit(card: Card) -> None:
    assert make_card(rank_of(card), suit_of(card)) == card
    assert print_card(card) == RANKS[rank_of(card)] + SUITS[suit_of(card)]


def test_a_hand_is_sorted_by_suit_then_rank_with_jokers_last() -> None:
    assert print_cards(as_hand(parse_cards("JK 2C KS AS 9H"))) == "AS KS 9H 2C JK"


def test_without_takes_one_copy_and_keeps_the_order() -> None:
    assert without(parse_cards("9H 2C 9H JK"), parse_cards("9H")) == parse_cards("2C 9H JK")
    with pytest.raises(ValueError, match="not in list"):
        without(parse_cards("9H"), parse_cards("9S"))


@pytest.mark.parametrize(("starters", "size"), [(2, 107), (3, 108), (4, 109), (5, 110), (6, 111)])
def test_1_t_two_decks_and_one_joker_more_than_starters(starters: int, size: int) -> None:
    pack = Pack(2, starters + 1)
    assert len(pack) == len(pack.cards()) == size
    assert pack.census()[JOKER] == starters + 1
    assert all(pack.census()[card] == 2 for card in FACES[:52])


def test_a_number_that_is_no_face_is_shown_as_it_is() -> None:
    assert [print_card(Card(number)) for number in (99, -1)] == ["card 99", "card -1"]
