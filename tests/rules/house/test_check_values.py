"""The worked values of the house rules that are about match and money."""

from __future__ import annotations

import pytest

from tests.rules.house.money_kit import table

SPREAD = (0, 15, 30, 45, 60, 75)


@pytest.mark.parametrize(("players", "ender", "pot"), [(6, 20, 5), (5, 15, 5), (4, 10, 5), (3, 5, 5), (2, 5, 0)])
def test_a_knock_at_a_50_ante(players: int, ender: int, pot: int) -> None:
    match = table(*SPREAD[:players], ante=50).hand(0, "knock", dict.fromkeys(range(1, players), 1))
    paid = match.paid("share", "pot_share")
    assert (paid[0], paid.get("pot", 0)) == (ender, pot)
    assert sum(-paid[seat] for seat in range(1, players)) == 5 * (players - 1)


def test_a_close_at_a_50_ante_four_in() -> None:
    assert table(*SPREAD[:4], ante=50).hand(0, "close", {1: 1, 2: 1, 3: 1}).paid() == {0: 20, 1: -10, 2: -10, 3: -10, "pot": 10}


def test_a_continental_at_a_20_ante_five_in() -> None:
    paid = table(*SPREAD[:5], ante=20).hand(0, "continental", {1: 1, 2: 1, 3: 1, 4: 1}).paid()
    assert (paid[0], paid["pot"], paid[1]) == (30, 10, -10)


def test_the_opening_pot_at_a_20_ante_three_in() -> None:
    assert table(0, 0, 0, ante=20).sheet.standing.pot == 6000


def test_a_bounty_of_four_jokers_at_a_10_ante_three_in() -> None:
    match = table(0, 15, 30).hand(1, "knock", {0: 1, 2: 1}, jokers={0: 4})
    assert match.paid("bounty") == {0: 16, 1: -8, 2: -8}


def test_two_bounties_of_three_and_four_jokers_six_in() -> None:
    match = table(*SPREAD).hand(5, "knock", dict.fromkeys(range(5), 1), jokers={0: 3, 1: 4})
    assert match.paid("bounty") == {0: 22, 1: 34, 2: -14, 3: -14, 4: -14, 5: -14}


def test_a_feeder_of_a_knock_at_a_50_ante_four_in() -> None:
    match = table(*SPREAD[:4], ante=50).hand(0, "knock", {1: 1, 2: 1, 3: 1}, feeder=1)
    assert match.paid() == {0: 10, 1: -15, "pot": 5}


def test_the_buys_of_one_player_at_a_10_ante() -> None:
    match = table(0, 40, 60, 90)
    prices = []
    for _ in range(4):
        match.hand(0, "knock", {1: 0, 2: 0, 3: 95 - match.totals[3]}, yes=(3,))
        prices.append(match.offers[0].price // 100)
    assert prices == [10, 20, 40, 80]


def test_totals_20_40_61_95_the_95_buys_to_40() -> None:
    match = table(30, 40, 61, 90).hand(0, "close", {1: 0, 2: 0, 3: 5}, yes=(3,))
    assert match.totals == (20, 40, 61, 40)


@pytest.mark.parametrize(("pool", "target"), [("others_by_position", 10), ("others_distinct", 50)])
def test_totals_10_10_50_95(pool: str, target: int) -> None:
    match = table(20, 10, 50, 90, switches={"buyback_pool": pool}).hand(0, "close", {1: 0, 2: 0, 3: 5})
    assert match.targets() == {3: target}


def test_totals_20_92_95_the_92_is_not_offered() -> None:
    match = table(30, 90, 90, dealer=0).hand(0, "close", {1: 2, 2: 5})
    assert match.targets() == {2: 92}


def test_totals_minus_12_and_96_heads_up_the_96_buys_and_the_pot_is_split() -> None:
    match = table(-2, 90).hand(0, "close", {1: 6}, yes=(1,))
    assert match.targets() == {1: -12}
    assert match.offers[0].forces_split
    assert (match.totals, match.status) == ((-12, -12), "split")


def test_totals_90_and_100_heads_up_split_before_any_offer() -> None:
    match = table(100, 90).hand(0, "close", {1: 10})
    assert (match.totals, match.status, match.offers) == ((90, 100), "split", [])


@pytest.mark.parametrize(("total", "out", "offered"), [(100, [], True), (113, [2], False), (115, [2], False)])
def test_the_ace_at_99_98_and_100(total: int, out: list[int], offered: bool) -> None:
    before, ace = {100: (99, 1), 113: (98, 15), 115: (100, 15)}[total]
    match = table(0, 30, before).hand(0, "close", {1: 0, 2: ace})
    assert (match.totals[2], match.out, 2 in match.targets()) == (total, out, offered)


@pytest.mark.parametrize(("count", "out", "offered"), [(8, [], True), (20, [2], False)])
def test_87_and_8_is_the_window_87_and_20_is_out(count: int, out: list[int], offered: bool) -> None:
    match = table(0, 30, 87).hand(0, "close", {1: 0, 2: count})
    assert (match.out, 2 in match.targets()) == (out, offered)
