"""Melds on the table that grow, give a joker up, or have one moved."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from continental.cards import JOKER, Card, parse_card, print_card
from continental.melds import ContractRules, Growth, Meld, MeldError, Track, lay_offs, parse_meld, readings, slides, takes
from continental.melds.reading import is_laid
from tests.melds.contract_hands import (
    ALL,
    APART,
    CONTRACT,
    DEUCES,
    FOURNIER,
    ONE_JOKER,
    OUTNUMBERED,
    RED_ACES,
    SEVEN_HANDS,
    meld_dense,
)


def told(growths: tuple[Growth, ...]) -> list[str]:
    return [f"{growth.end.value if growth.end else 'set'}: {growth.meld}" for growth in growths]


@pytest.mark.parametrize(
    ("meld", "card", "melding", "becomes"),
    [
        ("5H 6H 7H 8H", "4H", SEVEN_HANDS, ["low: 4H 5H 6H 7H 8H"]),
        ("5H 6H 7H 8H", "9H", SEVEN_HANDS, ["high: 5H 6H 7H 8H 9H"]),
        ("5H 6H 7H 8H", "9D", SEVEN_HANDS, []),
        ("5H 6H 7H 8H", "5H", SEVEN_HANDS, []),
        ("5H 6H 7H 8H", "JK", SEVEN_HANDS, ["low: JK=4H 5H 6H 7H 8H", "high: 5H 6H 7H 8H JK=9H"]),
        ("AH 2H 3H 4H", "KH", SEVEN_HANDS, []),
        ("AH 2H 3H 4H", "KH", FOURNIER, ["low: KH AH 2H 3H 4H"]),
        ("JH QH KH AH", "2H", FOURNIER, ["high: JH QH KH AH 2H"]),
        ("JH QH KH AH", "2H", SEVEN_HANDS, []),
        (
            "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH",
            "AH",
            FOURNIER,
            ["low: AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", "high: 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"],
        ),
        ("AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", "AH", FOURNIER, []),
        ("AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", "AH", SEVEN_HANDS, []),
        ("AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", "AH", CONTRACT, ["high: AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"]),
        ("AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", "AH", ALL["round"], ["high: AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"]),
        ("9S 9H 9D", "9C", SEVEN_HANDS, ["set: 9S 9H 9D 9C"]),
        ("9S 9H JK=9D", "9H", SEVEN_HANDS, ["set: 9S 9H 9H JK=9D"]),
        ("9S 9H 9D 9C", "9S", CONTRACT, ["set: 9S 9S 9H 9D 9C"]),
        ("9S 9H 9D", "JK", SEVEN_HANDS, ["set: 9S 9H 9D JK=9C"]),
        ("9S 9H 9D", "8C", SEVEN_HANDS, []),
        ("9S 9H JK=9D", "JK", OUTNUMBERED, []),
        ("9S 9H 9D JK=9C", "JK", OUTNUMBERED, ["set: 9S 9H 9D JK=9C JK=9S"]),
        ("JK=4H 5H 6H 7H", "JK", APART, ["high: JK=4H 5H 6H 7H JK=8H"]),
        ("JK=4H 5H 6H 7H", "JK", ONE_JOKER, []),
        ("9S 9H 9D", "AH", RED_ACES, ["set: 9S 9H 9D AH=9C"]),
        ("JH QH KH", "AH", DEUCES, ["high: JH QH KH AH"]),
        ("TH JH QH KH", "AH", RED_ACES, ["low: AH=9H TH JH QH KH", "high: TH JH QH KH AH"]),
    ],
)
def test_a_card_is_laid_off_where_it_fits(meld: str, card: str, melding: ContractRules, becomes: list[str]) -> None:
    wild = melding.wild
    assert told(lay_offs(parse_meld(meld, wild), parse_card(card), melding)) == becomes


@pytest.mark.parametrize(
    ("meld", "card", "melding", "freed", "becomes"),
    [
        ("5H JK=6H 7H 8H", "6H", FOURNIER, "JK", "5H 6H 7H 8H"),
        ("5H JK=6H 7H 8H", "6D", FOURNIER, None, ""),
        ("5H 6H 7H 8H", "6H", FOURNIER, None, ""),
        ("9S 9H JK=9D", "9D", FOURNIER, "JK", "9S 9H 9D"),
        ("9S 9H JK=9D", "9C", FOURNIER, "JK", "9S 9H 9C"),
        ("9S 9H JK=9D", "9S", FOURNIER, None, ""),
        ("9S JK=9H JK=9D", "9D", FOURNIER, "JK", "9S 9D JK=9H"),
        ("9S 9H AH=9D", "9D", RED_ACES, "AH", "9S 9H 9D"),
        ("9S AH=9H JK=9D", "9C", RED_ACES, "JK", "9S 9C AH=9H"),
        ("5H JK=6H 7H 8H", "JK", FOURNIER, None, ""),
    ],
)
def test_fournier_15_a_joker_is_taken_for_the_card_it_stands_for(
    meld: str, card: str, melding: ContractRules, freed: str | None, becomes: str
) -> None:
    taken = takes(parse_meld(meld, melding.wild), parse_card(card), melding)
    assert (None if taken is None else (print_card(taken[0]), str(taken[1]))) == (None if freed is None else (freed, becomes))


@pytest.mark.parametrize(
    ("meld", "card", "becomes"),
    [
        ("5H JK=6H 7H", "6H", ["low: JK=4H 5H 6H 7H", "high: 5H 6H 7H JK=8H"]),
        ("AH JK=2H 3H", "2H", ["high: AH 2H 3H JK=4H"]),
        ("5H JK=6H 7H", "8H", []),
        ("9S 9H JK=9D", "9D", []),
        ("AH 2H 3H JK=4H 5H 6H 7H 8H 9H TH JH QH KH AH", "4H", []),
    ],
)
def test_contract_16_a_joker_moves_to_an_end(meld: str, card: str, becomes: list[str]) -> None:
    assert told(slides(parse_meld(meld), parse_card(card), CONTRACT)) == becomes


@pytest.mark.parametrize("name", list(ALL))
@settings(max_examples=40, deadline=None)
@given(st.data())
def test_what_grows_keeps_its_parts_and_stays_a_meld(name: str, data: st.DataObject) -> None:
    melding = ALL[name]
    group = data.draw(meld_dense(most=6, most_jokers=2))
    for meld in readings(group, melding):
        for card in data.draw(meld_dense(most=3, most_jokers=1)):
            for growth in lay_offs(meld, card, melding):
                assert is_laid(growth.meld, melding)
                assert sorted(growth.meld.cards) == sorted((*meld.cards, card))
                assert set(zip(meld.cards, meld.as_cards, strict=True)) <= set(
                    zip(growth.meld.cards, growth.meld.as_cards, strict=True)
                )
            taken = takes(meld, card, melding)
            if taken is not None:
                assert is_laid(taken[1], melding)
                assert sorted((*taken[1].cards, taken[0])) == sorted((*meld.cards, card))


@given(
    st.builds(
        Meld,
        st.sampled_from(["set", "run"]),
        st.lists(st.integers(-2, 60).map(Card), max_size=4).map(tuple),
        st.lists(st.integers(-2, 60).map(Card), max_size=4).map(tuple),
    )
)
def test_what_is_no_meld_does_not_grow(meld: Meld) -> None:
    if not is_laid(meld, SEVEN_HANDS):
        assert lay_offs(meld, JOKER, SEVEN_HANDS) == ()
        assert takes(meld, Card(5), SEVEN_HANDS) is None
        assert slides(meld, Card(5), SEVEN_HANDS) == ()


def test_a_wild_card_is_read_with_its_part() -> None:
    meld = parse_meld("9S 9H 2D=9D", DEUCES.wild)
    assert str(meld) == "9S 9H 2D=9D"
    assert is_laid(meld, DEUCES)
    assert not is_laid(meld, CONTRACT)
    with pytest.raises(MeldError):
        parse_meld("9S 9H 2D=9D")


def test_a_track_whose_ranks_come_again_goes_round() -> None:
    assert len(next(Track("A23", wraps=True, repeats=True).windows(7))) == 7
    assert list(Track("A23", wraps=True).windows(4)) == []
    with pytest.raises(MeldError, match="wraps"):
        Track("A23", repeats=True)
