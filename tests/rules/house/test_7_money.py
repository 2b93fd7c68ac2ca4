"""House 7: money at the table."""

from __future__ import annotations

import pytest

from continental.play.events import Paid
from continental.play.terms import TABLE, Cents, Ending, Seat, Why
from continental.rules.load import load
from continental.rules.money import fraction, give_pot, pay, pay_antes, pay_bounties, pay_shares, print_dollars, share_pot
from tests.rules.house.money_kit import table


def test_7_0a_the_ender_gets_one_share_fewer_than_there_are_payers() -> None:
    match = table(0, 20, 40, 60).hand(0, "close", {1: 1, 2: 1, 3: 1})
    assert match.paid() == {0: 4, 1: -2, 2: -2, 3: -2, "pot": 2}


def test_7_0a_the_pots_share_is_the_last_payers_from_the_enders_left() -> None:
    for ender, last in ((0, 3), (1, 0), (2, 1), (3, 2)):
        counts = {seat: 1 for seat in range(4) if seat != ender}
        match = table(0, 20, 40, 60).hand(ender, "close", counts)
        assert Paid(Seat(last), TABLE, Cents(200), Why.POT_SHARE) in match.sheet.events
        assert match.paid("share")[ender] == 4


def test_7_0b_heads_up_the_winner_takes_the_lot() -> None:
    match = table(0, 50, ante=50).hand(0, "knock", {1: 5})
    assert match.paid() == {0: 5, 1: -5}
    assert match.reasons() == {"share"}


def test_7_0b_heads_up_the_share_may_go_to_the_pot() -> None:
    match = table(0, 50, ante=50, switches={"headsup_share": "pot"}).hand(0, "knock", {1: 5})
    assert match.paid() == {1: -5, "pot": 5}
    assert match.reasons() == {"pot_share"}


def test_7_0b_heads_up_after_others_went_out() -> None:
    match = table(0, 50, 120, ante=50, out=(2,)).hand(0, "knock", {1: 5})
    assert match.paid() == {0: 5, 1: -5}


@pytest.mark.parametrize(
    ("ante", "knock", "close", "continental", "straight_flush"), [(10, 1, 2, 5, 5), (50, 5, 10, 25, 25), (100, 10, 20, 50, 50)]
)
def test_7_0c_every_price_is_a_fraction_of_the_ante(
    ante: int, knock: int, close: int, continental: int, straight_flush: int
) -> None:
    prices = {"knock": knock, "close": close, "continental": continental, "straight_flush": straight_flush}
    match = table(0, 50, 30, ante=ante)
    assert {ending: match.rules.money.share(match.sheet.standing, Ending(ending)) // 100 for ending in prices} == prices
    for ending, price in prices.items():
        assert table(0, 50, 30, ante=ante).hand(0, ending, {1: 1, 2: 1}).paid("share", "pot_share") == {
            0: price,
            1: -price,
            2: -price,
            "pot": price,
        }


def test_7_1_three_jokers_pay_for_every_one() -> None:
    match = table(0, 50, 30, ante=10).hand(0, "close", {1: 1, 2: 1}, jokers={0: 3})
    assert match.paid("bounty") == {0: 12, 1: -6, 2: -6}


def test_7_2_nothing_of_a_bounty_goes_to_the_pot() -> None:
    match = table(0, 20, 40, 60, ante=50).hand(0, "close", {1: 1, 2: 1, 3: 1}, jokers={0: 3})
    assert match.paid("bounty") == {0: 90, 1: -30, 2: -30, 3: -30}


def test_7_3_two_jokers_pay_nothing() -> None:
    assert table(0, 50, 30).hand(0, "close", {1: 1, 2: 1}, jokers={0: 2, 1: 2}).paid("bounty") == {}


@pytest.mark.parametrize(("threshold", "each"), [(2, 4), (3, 0), (1, 4)])
def test_7_3_the_threshold_is_a_switch(threshold: int, each: int) -> None:
    match = table(0, 50, switches={"bounty_threshold": threshold}).hand(0, "close", {1: 1}, jokers={0: 2})
    assert match.paid("bounty").get(0, 0) == each


@pytest.mark.parametrize(("rate", "each"), [(0, 0), (10, 3), (20, 6), (100, 30)])
def test_7_2_the_rate_is_a_switch(rate: int, each: int) -> None:
    match = table(0, 50, switches={"bounty_rate": rate}).hand(0, "close", {1: 1}, jokers={0: 3})
    assert match.paid("bounty").get(0, 0) == each


def test_7_2_less_than_a_cent_of_a_bounty_is_dropped() -> None:
    assert fraction(Cents(10), 15) == 1
    assert fraction(Cents(1000), 20) == 200


def test_7_4_a_feeder_pays_the_whole_collection_and_the_pots_share() -> None:
    match = table(0, 20, 40, 60, ante=50).hand(0, "knock", {1: 1, 2: 1, 3: 1}, feeder=3)
    assert match.paid("feeding") == {0: 10, 3: -10}
    assert match.paid("feeding_pot") == {3: -5, "pot": 5}


def test_7_4_three_in_a_feeder_still_pays_for_two() -> None:
    match = table(0, 20, 40).hand(0, "close", {1: 1, 2: 1}, feeder=2)
    assert match.paid() == {0: 2, 2: -4, "pot": 2}
    assert match.reasons() == {"feeding", "feeding_pot"}


def test_7_5_the_others_pay_nothing_and_the_winners_amount_is_unchanged() -> None:
    fed = table(0, 20, 40, 60, ante=50).hand(0, "continental", {1: 1, 2: 1, 3: 1}, feeder=2)
    plain = table(0, 20, 40, 60, ante=50).hand(0, "continental", {1: 1, 2: 1, 3: 1})
    assert fed.paid() == {0: 50, 2: -75, "pot": 25}
    assert (fed.paid()[0], fed.paid()["pot"]) == (plain.paid()[0], plain.paid()["pot"])


def test_7_print_dollars() -> None:
    assert [print_dollars(cents) for cents in (0, 500, 50, -1205, 100_000_000)] == ["$0", "$5", "$0.50", "-$12.05", "$1000000"]


def test_7_pay_writes_nothing_for_nothing() -> None:
    match = table(0, 0)
    match.sheet.events.clear()
    pay(match.rules.money, match.sheet, Paid(Seat(0), Seat(1), Cents(0), Why.SHARE))
    assert match.sheet.events == []


def test_7_pay_shares_of_nobody_is_nothing() -> None:
    match = table(0, 0)
    match.sheet.events.clear()
    pay_shares(match.rules.money, match.sheet, Ending.KNOCK, (), Seat(0), None)
    assert match.sheet.events == []


def test_7_pay_bounties_goes_round_from_the_ender() -> None:
    match = table(0, 20, 40)
    match.sheet.events.clear()
    pay_bounties(match.rules.money, match.sheet, (3, 0, 3), Seat(2), frozenset(), None)
    paid = [event for event in match.sheet.events if isinstance(event, Paid)]
    assert [(event.source, event.target) for event in paid] == [(0, 2), (1, 2), (1, 0), (2, 0)]


def test_7_pay_antes_asks_only_those_who_are_in() -> None:
    match = table(0, 0, 0, out=(1,))
    match.sheet.events.clear()
    pay_antes(match.rules.money, match.sheet)
    assert match.paid() == {0: -10, 2: -10, "pot": 20}


def test_7_the_pot_is_given_or_shared_to_the_last_cent() -> None:
    match = table(5, 1, 5, dealer=1)  # odd cents: seat 1 is lowest, then seat 2, nearest to the dealer's left
    share_pot(match.sheet, (Seat(0), Seat(1), Seat(2)), Why.POT_BACK)
    assert match.sheet.standing.cash == (0, 0, 0)
    match.sheet.emit(Paid(Seat(0), TABLE, Cents(500), Why.ANTE))
    share_pot(match.sheet, (Seat(0), Seat(1), Seat(2)), Why.POT_BACK)
    assert match.sheet.standing.cash == (-500 + 166, 167, 167)
    match.sheet.emit(Paid(Seat(0), TABLE, Cents(500), Why.ANTE))
    give_pot(match.sheet, Seat(2))
    assert (match.sheet.standing.cash[2], match.sheet.standing.pot) == (667, 0)


def test_7_prices_are_whole_cents_at_the_smallest_free_ante() -> None:
    rules = load("house", {"ante": "free"})
    rules.money.antes.check(Cents(10))
    match = table(0, 20, 40, switches={"ante": "free"})
    assert match.rules.money.price(match.sheet.standing, Seat(0)) == 1000
    assert [fraction(Cents(10), percent) for percent in (10, 20, 50)] == [1, 2, 5]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_7_4_a_feeder_pays_for_every_player_in(players: int) -> None:
    match = table(*range(0, 15 * players, 15), ante=50)
    match.hand(0, "knock", dict.fromkeys(range(1, players), 1), feeder=1)
    assert match.paid() == {0: 5 * (players - 2), 1: -5 * (players - 1), "pot": 5}
