"""The neighbours that are rule sets by data alone: what is their own, at a table that is played."""

from __future__ import annotations

import pytest

from continental.cards import print_cards
from continental.melds import WholeHand, print_contract
from continental.play.actions import GoDown, LayOff, SlideJoker, TakeJoker
from continental.play.terms import Phase, Seat
from continental.rules.load import load
from tests.rules.contract_kit import (
    allow,
    buy,
    card,
    down,
    draws,
    finished,
    in_hand,
    joker,
    lay,
    leave,
    leaves,
    offered,
    on_table,
    refused,
    slide,
    table,
    takes,
    throws,
    turn,
    with_hand,
)


def asked(key: str, **switches: object) -> list[tuple[int, str]]:
    """Cards and contract of each deal."""
    return [(row.cards, print_contract(row.contract)) for row in load(key, switches).deals if row.contract is not None]


# Kalooki


def test_kalooki_has_nine_deals_of_nine_to_sixteen_cards() -> None:
    assert asked("kalooki") == [
        (9, "S3 S3 S3"),
        (10, "S3 S3 R4"),
        (11, "S3 R4 R4"),
        (12, "R4 R4 R4"),
        (12, "S3 S3 S3 S3"),
        (13, "S3 S3 S3 R4"),
        (14, "S3 S3 R4 R4"),
        (15, "S3 R4 R4 R4"),
        (16, "R4 R4 R4 R4"),
    ]
    assert len(table("kalooki", players=6, deal=9).position.dealing.stock) > 0


def test_kalooki_goes_down_with_four_melds() -> None:
    match = in_hand("kalooki", "2S 3S 4S 5S 7H 8H 9H TH JD QD KD AD 4C 5C 6C 7C KS", 9)
    (offer,) = offered(match, 0, GoDown)
    match.play(offer)
    assert len(on_table(match)) == 4


def test_kalooki_jokers_do_not_touch_stay_in_their_meld_and_slide() -> None:
    match = in_hand("kalooki", "7H 7D 7C 9S 9H 9C 3S JK JK 6S 4S KD", 2)
    assert refused(match, down(0, "7H 7D 7C / 9S 9H 9C / 3S JK=4S JK=5S 6S")) == "down_not_a_meld"
    match.play(down(0, "7H 7D 7C / 9S 9H 9C / 3S 4S JK=5S 6S"))
    with_hand(match, 0, "5S KD QD")
    assert offered(match, 0, TakeJoker) == []
    assert refused(match, joker(0, "5S", 2)) == "wrong_phase"
    assert slide(0, "5S", 2, "high") in offered(match, 0, SlideJoker)
    match.play(slide(0, "5S", 2, "high"))
    assert on_table(match)[2] == "3S 4S 5S 6S JK=7S"


@pytest.mark.parametrize("value", ["refusable", "binding"])
def test_kalooki_calls_may_be_refused_by_the_player_in_turn(value: str) -> None:
    match = table("kalooki", players=3, upcard="KH", switches={"calls": value})
    leaves(match, 0)
    match.play(buy(1))
    if value == "binding":
        assert match.position.dealing.buying.bought == (0, 1, 0)
        return
    assert (match.position.phase, match.position.asked) == (Phase.ALLOW, (0,))
    takes(match, 0)
    assert match.position.dealing.buying.bought == (0, 0, 0)
    throws(match, 0, "KH")
    leaves(match, 1)
    match.play(leave(2))
    assert match.position.phase is Phase.PLAY


def test_kalooki_a_call_that_is_let_go_costs_a_card() -> None:
    match = table("kalooki", players=3, upcard="KH", draws="QD")
    leaves(match, 0)
    match.play(buy(1))
    match.play(allow(0))
    assert len(match.position.hand(Seat(1))) == 11


@pytest.mark.parametrize("value", ["optional", "required"])
def test_kalooki_final_discard(value: str) -> None:
    match = in_hand("kalooki", "7H 7D 7C 9S 9H 9C KS KH KD 7S", final_discard=value)
    match.play(down(0, "7H 7D 7C / 9S 9H 9C / KS KH KD"))
    assert bool(offered(match, 0, LayOff)) is (value == "optional")
    throws(match, 0, "7S")
    assert finished(match)


def test_kalooki_red_aces_count_one() -> None:
    values = load("kalooki").points.values
    assert [values.of(card(text)) for text in ["AS", "AC", "AH", "AD", "JK", "KD", "9C"]] == [15, 15, 1, 1, 50, 10, 9]


# Carioca


def test_carioca_deals_twelve_for_each_of_eight_contracts() -> None:
    assert asked("carioca") == [
        (12, contract) for contract in ("S3 S3", "S3 R4", "R4 R4", "S3 S3 S3", "S3 S3 R4", "S3 R4 R4", "R4 R4 R4", "S3 S3 S3 S3")
    ]


@pytest.mark.parametrize("value", ["off", "on"])
def test_carioca_may_end_with_a_run_of_thirteen(value: str) -> None:
    assert (asked("carioca", royal_run=value)[-1] == (12, "R13")) is (value == "on")
    if value == "on":
        match = in_hand("carioca", "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS JK", 9, royal_run=value)
        (offer,) = offered(match, 0, GoDown)
        assert refused(match, down(0, "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS")) == "down_too_short"
        match.play(offer)
        assert match.is_over


def test_carioca_runs_pass_through_the_ace_and_nobody_buys() -> None:
    match = in_hand("carioca", "7H 7D 7C QS KS AS 2S 3D", 2)
    match.play(down(0, "7H 7D 7C / QS KS AS 2S"))
    throws(match, 0, "3D")
    assert finished(match)
    other = table("carioca", players=3)
    leaves(other, 0)
    assert other.position.phase is Phase.PLAY


@pytest.mark.parametrize(("value", "worth"), [("pips", [30, 20, 10, 9, 2]), ("eights_10", [30, 20, 10, 10, 5])])
def test_carioca_card_values(value: str, worth: list[int]) -> None:
    values = load("carioca", {"card_values": value}).points.values
    assert [values.of(card(text)) for text in ["JK", "AS", "KD", "9C", "2H"]] == worth


# Joker Rummy


def test_joker_rummy_has_one_joker_fewer_than_players_and_its_own_deals() -> None:
    assert [load("joker_rummy").pack_for(players).jokers for players in (3, 4, 5)] == [2, 3, 4]
    contracts = ("S3 S3", "S3 R4", "R4 R4", "S3 S3 S3", "S3 S3 R4", "S3 R4 R4", "R4 R4 R4")
    assert asked("joker_rummy") == list(zip((10, 10, 10, 12, 12, 12, 12), contracts, strict=True))
    last = load("joker_rummy").deals[-1].contract
    assert last is not None
    assert last.whole_hand is WholeHand.ALL


def test_joker_rummy_lays_off_and_takes_jokers_only_from_a_later_turn() -> None:
    match = in_hand("joker_rummy", "7H 7D 7C 4S 5S JK 7S 6S KD 2D", 2)
    match.play(down(0, "7H 7D 7C / 4S 5S JK=6S 7S"))
    assert refused(match, joker(0, "6S", 1)) == "layoff_later"
    throws(match, 0, "2D")
    for seat in (1, 2, 3):
        turn(match, seat)
    draws(match, 0)
    match.play(joker(0, "6S", 1))
    match.play(lay(0, "JK", 0))
    throws(match, 0, "KD")
    assert match.position.asked == (1,) or finished(match)


@pytest.mark.parametrize("value", ["not_consecutive", "contiguous"])
def test_joker_rummy_same_suit_runs(value: str) -> None:
    match = in_hand("joker_rummy", "2S 3S 4S 5S 6S 7S 8S 9S KD", 3, same_suit_runs=value)
    assert bool(offered(match, 0, GoDown)) is (value == "contiguous")


@pytest.mark.parametrize("key", ["kalooki", "carioca", "joker_rummy"])
@pytest.mark.parametrize(("value", "shown"), [("lap", "9D"), ("all", "KH QD JD TD 9D"), ("top", "9D")])
def test_discard_view(key: str, value: str, shown: str) -> None:
    match = table(key, players=3, upcard="KH", draws="QD JD TD 9D", switches={"discard_view": value})
    for seat in (0, 1, 2, 0):
        turn(match, seat)
    deal = match.view(Seat(1)).deal
    assert deal is not None
    assert print_cards(deal.discards) == shown
