"""What counts as a meld, for the house and for rules that other rule sets have."""

from __future__ import annotations

from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from continental.cards import JOKER, CardError, Cards, parse_cards
from continental.melds import (
    ACE_LOW,
    ACE_LOW_OR_HIGH,
    CIRCLE,
    Grammar,
    MeldError,
    RunRule,
    SetRule,
    Track,
    is_meld,
    melds_of,
    parse_meld,
)
from continental.melds.reading import with_parts
from tests.melds.hands import dense_hands, hand

ACE_HIGH: Final = Track("23456789TJQKA")


@pytest.mark.parametrize(
    ("text", "melds"),
    [
        ("9C JK JK", True),
        ("JK JK JK", True),
        ("7S 7S 7H", True),
        ("QS KS AS", True),
        ("AS 2S 3S", True),
        ("KS AS 2S", False),
        ("KS AS 2S JK", False),
        ("7S 7S", False),
        ("JK JK", False),
        ("5H 6H 8H", False),
        ("5H JK 8H", False),
        ("5H JK JK 8H", True),
        ("5H 6D 7H", False),
        ("7S 7H 7D 7C 7S 7H 7D 7C JK JK", True),
        ("5H 5H 6H JK", False),
        ("AS JK JK KS", True),
        ("AS JK JK TS", False),
        ("AS 3S KS JK JK", False),
    ],
)
def test_3_1_to_3_6_what_a_house_meld_is(text: str, melds: bool) -> None:
    assert is_meld(hand(text)) is melds
    assert bool(melds_of(hand(text))) is melds


def test_3_3_an_ace_may_stand_at_both_ends_of_the_whole_track() -> None:
    assert is_meld(hand("AS AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"))
    assert not is_meld(hand("AS AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS JK"))
    assert is_meld(hand("AS AS 2S 3S JK 5S 6S 7S 8S 9S TS JS QS KS"))


def test_every_reading_names_what_the_joker_stands_for() -> None:
    assert [str(meld) for meld in melds_of(hand("5H 6H JK"))] == ["JK=4H 5H 6H", "5H 6H JK=7H"]
    assert [str(meld) for meld in melds_of(hand("9C JK JK"))] == [
        "9C JK=9S JK=9H",
        "JK=7C JK=8C 9C",
        "JK=8C 9C JK=TC",
        "9C JK=TC JK=JC",
    ]
    assert [str(meld) for meld in melds_of(hand("AS QS JK"))] == ["QS JK=KS AS"]


def test_jokers_in_a_set_stand_for_absent_suits_first() -> None:
    assert str(with_parts(parse_cards("9C 9H"), (JOKER, JOKER, JOKER), 8)) == "9H 9C JK=9S JK=9D JK=9S"


@given(dense_hands(most=5))
def test_every_reading_uses_the_cards_and_is_a_set_or_a_run(cards: Cards) -> None:
    for meld in melds_of(cards):
        assert tuple(sorted(meld.cards)) == cards
        assert parse_meld(str(meld)) == meld
        assert len(meld.as_cards) == len(meld.cards) >= 3
        assert all(card in (part, JOKER) for card, part in zip(meld.cards, meld.as_cards, strict=True))


@pytest.mark.parametrize("text", ["", "9C JK", "9C=9H", "9C JK=JK", "9C 8H", "JK=9C=9C"])
def test_a_text_that_is_no_meld_is_refused(text: str) -> None:
    with pytest.raises((MeldError, CardError)):
        parse_meld(text)


@given(st.text(alphabet="9HCJK= 8A", max_size=20))
def test_any_text_is_a_meld_or_refused(text: str) -> None:
    try:
        meld = parse_meld(text)
    except (MeldError, CardError):
        return
    assert parse_meld(str(meld)) == meld


@pytest.mark.parametrize(
    ("track", "text", "melds"),
    [
        (ACE_LOW, "AS 2S 3S", True),
        (ACE_LOW, "QS KS AS", False),
        (ACE_HIGH, "QS KS AS", True),
        (ACE_HIGH, "AS 2S 3S", False),
        (CIRCLE, "KS AS 2S", True),
        (CIRCLE, "KS JK 2S", True),
        (CIRCLE, "JS QS KS AS 2S 3S 4S 5S 6S 7S 8S 9S TS", True),
        (CIRCLE, "JS QS KS AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS", False),
        (ACE_LOW_OR_HIGH, "KS AS 2S", False),
    ],
)
def test_a_track_says_how_a_run_may_go(track: Track, text: str, melds: bool) -> None:
    assert is_meld(hand(text), Grammar(runs=RunRule(track=track))) is melds


@pytest.mark.parametrize(
    ("rule", "yes", "no"),
    [
        (SetRule(max_size=4), "7S 7H 7D 7C", "7S 7H 7D 7C 7S"),
        (SetRule(min_naturals=1), "7S JK JK", "JK JK JK"),
        (SetRule(min_naturals=2), "7S 7H JK", "7S JK JK"),
        (SetRule(max_jokers=1), "7S 7H JK", "7S JK JK"),
        (SetRule(outnumbered=True), "7S 7H JK", "7S 7H JK JK"),
        (SetRule(min_size=5), "7S 7H 7D 7C JK", "7S 7H 7D 7C"),
    ],
)
def test_a_set_rule_limits_sizes_naturals_and_jokers(rule: SetRule, yes: str, no: str) -> None:
    grammar = Grammar(sets=rule, runs=RunRule(min_size=12))
    assert is_meld(hand(yes), grammar)
    assert not is_meld(hand(no), grammar)


@pytest.mark.parametrize(
    ("rule", "yes", "no"),
    [
        (RunRule(min_size=4), "5H 6H 7H 8H", "5H 6H 7H"),
        (RunRule(max_size=4), "5H 6H 7H 8H", "5H 6H 7H 8H 9H"),
        (RunRule(min_naturals=1), "5H JK JK", "JK JK JK"),
        (RunRule(max_jokers=1), "5H JK 7H", "5H JK JK 8H"),
        (RunRule(outnumbered=True), "5H JK 7H", "5H JK JK 8H"),
        (RunRule(jokers_touch=False), "5H JK 7H JK", "5H JK JK 8H"),
        (RunRule(min_size=13, max_size=13), "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS", "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS"),
    ],
)
def test_a_run_rule_limits_sizes_naturals_and_jokers(rule: RunRule, yes: str, no: str) -> None:
    grammar = Grammar(sets=SetRule(min_size=20), runs=rule)
    assert is_meld(hand(yes), grammar)
    assert not is_meld(hand(no), grammar)


def test_aces_low_or_high_but_not_both_is_a_greatest_size_of_thirteen() -> None:
    grammar = Grammar(runs=RunRule(min_size=4, max_size=13))
    assert is_meld(hand("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"), grammar)
    assert not is_meld(hand("AS AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"), grammar)


def test_rules_that_cannot_be_are_refused() -> None:
    with pytest.raises(MeldError, match="line of ranks"):
        Track("A1")
    with pytest.raises(MeldError, match="once"):
        Track("AKA", wraps=True)
    with pytest.raises(MeldError, match="cannot end"):
        SetRule(min_size=4, max_size=3)
    with pytest.raises(MeldError, match="at least one card"):
        RunRule(min_size=0)
    with pytest.raises(MeldError, match="below zero"):
        RunRule(max_jokers=-1)
