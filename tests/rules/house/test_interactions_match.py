"""The interactions I1 to I43 that are about match and money, each with every switch that bears on it."""

# ruff: noqa: N802 -- a test bears its interaction's number as the rules write it

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from continental.play.draft import Sheet
from continental.play.events import MatchBegan, Paid, StandingEvent, TotalsRestored
from continental.play.evolve import began
from continental.play.position import Standing
from continental.play.terms import Cents, Ending, Seat, Status, Why
from continental.rules.load import load
from continental.rules.match import Result, answer_offer, finish_hand, next_offer, settle, settle_dead
from continental.rules.money import pay_antes
from tests.rules.house.money_kit import Table, table

# --- the end of the match


@pytest.mark.parametrize(
    ("buy", "targets", "status", "totals"),
    [
        ("forces_split", {1: 40}, "split", (40, 40)),
        ("raw_totals", {1: 40}, "playing", (40, 40)),
        ("not_offered", {}, "playing", (40, 95)),
    ],
)
def test_I1_a_heads_up_buy(buy: str, targets: dict[int, int], status: str, totals: tuple[int, ...]) -> None:
    match = table(50, 90, switches={"headsup_buy": buy}).hand(0, "close", {1: 5}, yes=(1,))
    assert (match.targets(), match.status, match.totals) == (targets, status, totals)
    assert [offer.forces_split for offer in match.offers] == [buy == "forces_split"] * len(targets)


def test_I1_a_heads_up_buyer_pays_the_price_and_takes_half_the_pot() -> None:
    match = table(50, 90).hand(0, "close", {1: 5}, yes=(1,))
    assert match.paid("buy_back") == {1: -10, "pot": 10}
    assert match.paid("pot_split") == {0: 15, 1: 15, "pot": -30}


def test_I1_a_heads_up_offer_declined_goes_on() -> None:
    match = table(50, 90).hand(0, "close", {1: 5})
    assert (match.targets(), match.status) == ({1: 40}, "playing")


def test_I1_on_raw_totals_the_next_hand_is_looked_at_again() -> None:
    match = table(50, 90, switches={"headsup_buy": "raw_totals"}).hand(0, "close", {1: 5}, yes=(1,))
    assert match.hand(0, "close", {1: 1}).status == "playing"
    assert match.hand(0, "knock", {1: 0}).status == "split"


def test_I1_not_offered_is_for_two_only() -> None:
    match = table(50, 90, 20, switches={"headsup_buy": "not_offered"}).hand(0, "close", {1: 5, 2: 0})
    assert match.targets() == {1: 40}


def test_I1_with_the_split_off_a_heads_up_buy_forces_nothing() -> None:
    match = table(50, 90, switches={"split_scope": "off"}).hand(0, "close", {1: 5}, yes=(1,))
    assert (match.offers[0].forces_split, match.status) == (False, "playing")


@pytest.mark.parametrize("totals", [(90, 100), (95, 95), (100, 91)])
def test_I2_two_in_the_window_split_before_any_offer(totals: tuple[int, int]) -> None:
    match = table(totals[0] + 10, totals[1], 120, out=(2,)).hand(0, "close", {1: 0}, yes=(0, 1))
    assert (match.offers, match.status) == ([], "split")


def test_I3_survivors_within_ten_split_in_the_hand_that_put_the_third_out() -> None:
    match = table(50, 35, 95).hand(0, "close", {1: 5, 2: 20})
    assert (match.out, match.status, match.winners) == ([2], "split", (0, 1))
    assert match.sheet.standing.hands == 1


@pytest.mark.parametrize("totals", [(99, 35, 40), (99, 92, 96)])
def test_I3_the_third_may_be_who_ended_the_hand(totals: tuple[int, int, int]) -> None:
    match = table(*totals).hand(0, "knock", {1: 0, 2: 0})
    assert (match.out, match.status, match.winners, match.offers) == ([0], "split", (1, 2), [])


@pytest.mark.parametrize(("scope", "status"), [("always", "split"), ("after_elimination", "playing"), ("off", "playing")])
def test_I4_two_from_the_start(scope: str, status: str) -> None:
    match = table(0, 0, switches={"split_scope": scope}).hand(0, "knock", {1: 12})
    assert match.status == status
    if status == "split":
        assert match.paid("pot_split") == {0: 10, 1: 10, "pot": -20}  # each gets the ante back


@pytest.mark.parametrize(("scope", "status"), [("always", "split"), ("after_elimination", "split"), ("off", "playing")])
def test_I4_two_who_remain_of_three(scope: str, status: str) -> None:
    assert table(0, 0, 150, out=(2,), switches={"split_scope": scope}).hand(0, "knock", {1: 12}).status == status


def all_bust(how: str, *, counts: tuple[int, int] = (20, 10)) -> Table:
    return table(99, 95, 98, switches={"all_bust": how}).hand(0, "knock3", {1: counts[0], 2: counts[1]})


def test_I5_everyone_busts_and_the_lowest_new_total_wins() -> None:
    match = all_bust("lowest")
    assert (match.totals, match.out) == ((102, 115, 108), [0, 1, 2])
    assert (match.status, match.winners) == ("won", (0,))
    assert match.paid("pot_won")[0] == 31  # three antes and the hand's share


def test_I5_everyone_busts_and_the_lowest_who_tie_split() -> None:
    match = all_bust("lowest", counts=(7, 20))
    assert (match.totals, match.status, match.winners) == ((102, 102, 118), "split", (0, 1))
    assert match.sheet.standing.pot == 0
    assert match.reasons() == {"share", "pot_share", "pot_split"}


def test_I5_everyone_busts_and_the_lowest_may_be_another_than_the_ender() -> None:
    match = all_bust("lowest", counts=(6, 10))
    assert (match.totals, match.winners) == ((102, 101, 108), (1,))


def test_I5_everyone_busts_and_the_ender_wins() -> None:
    match = table(100, 98, 95, switches={"all_bust": "ender"}).hand(0, "knock3", {1: 3, 2: 7})
    assert (match.totals, match.status, match.winners) == ((103, 101, 102), "won", (0,))


def test_I5_everyone_busts_and_all_share_evenly() -> None:
    match = all_bust("even")
    assert (match.status, match.winners) == ("split", (0, 1, 2))
    # 3100 cents among three: the odd cent to the lowest total, the ender's
    shares = [event.cents for event in match.sheet.events if isinstance(event, Paid) and event.why is Why.POT_SPLIT]
    assert shares == [1034, 1033, 1033]


def test_I5_everyone_busts_and_the_hand_is_dealt_again() -> None:
    match = all_bust("replay")
    assert TotalsRestored((99, 95, 98)) in match.sheet.events
    assert (match.totals, match.out, match.status) == ((99, 95, 98), [], "playing")
    assert (match.dealer, match.targets()) == (0, {})  # the same dealer; a hand that did not count offers nothing
    assert match.paid() == {}  # every payment of the hand is taken back
    assert match.paid("taken_back") == {0: -1, 1: 1, 2: 1, "pot": -1}
    assert match.sheet.standing.cash == (-1000, -1000, -1000)
    assert match.sheet.standing.pot == 3000
    assert match.hand(0, "close", {1: 0, 2: 0}).dealer == 1


@pytest.mark.parametrize("stack", ["open", "strict"])
def test_I5_a_hand_that_is_dealt_again_takes_back_bounties_and_a_feeders_payment(stack: str) -> None:
    match = table(99, 95, 98, switches={"all_bust": "replay", "stack": stack})
    before = (match.sheet.standing.cash, match.sheet.standing.pot)
    match.settle(0, "knock3", {1: 20, 2: 10}, jokers={0: 3, 1: 4}, feeder=2)
    assert match.reasons() == {"feeding", "feeding_pot", "bounty", "taken_back"}
    assert (match.sheet.standing.cash, match.sheet.standing.pot) == before
    paid = [event for event in match.sheet.events if isinstance(event, Paid)]
    back = [(event.source, event.target, event.cents) for event in paid if event.why is Why.TAKEN_BACK]
    assert back[::-1] == [(event.target, event.source, event.cents) for event in paid if event.why is not Why.TAKEN_BACK]


def test_I5_a_replay_of_two_does_not_split() -> None:
    match = table(99, 95, 120, out=(2,), switches={"all_bust": "replay"}).hand(0, "knock", {1: 10})
    assert (match.status, match.totals[:2]) == ("playing", (99, 95))


def test_I5_those_out_before_have_no_part_in_it() -> None:
    match = table(99, 95, 90, 110, out=(3,), switches={"all_bust": "even"}).hand(0, "knock3", {1: 20, 2: 20})
    assert match.winners == (0, 1, 2)


@pytest.mark.parametrize(
    ("before", "ending", "total", "out", "window"),
    [
        (99, "knock", 101, True, False),
        (99, "knock3", 102, True, False),
        (100, "knock", 102, True, False),
        (98, "knock", 100, False, True),
        (98, "knock3", 101, True, False),
        (88, "knock", 90, False, True),
        (87, "knock3", 90, False, True),
        (87, "knock", 89, False, False),
        (97, "knock3", 100, False, True),
    ],
)
def test_I6_a_knocker_near_the_line(before: int, ending: str, total: int, out: bool, window: bool) -> None:
    match = table(before, 20, 40).hand(0, ending, {1: 0, 2: 0})
    assert (match.totals[0], match.out == [0], 0 in match.targets()) == (total, out, window)


def test_I7_an_ace_knocked_with_scores_1() -> None:
    match = table(99, 20, 40, switches={"knock_card": "ace_at_99"}).hand(0, "knock1", {1: 0, 2: 0})
    assert (match.totals[0], match.out, match.targets()) == (100, [], {0: 40})


# --- the money of a hand


@pytest.mark.parametrize(
    ("pays", "paid"), [("yes", {0: 4, 1: -2, 2: -2, 3: -2, "pot": 2}), ("no", {0: 2, 2: -2, 3: -2, "pot": 2})]
)
def test_I15_those_who_bust_this_hand(pays: str, paid: dict[int | str, int]) -> None:
    match = table(0, 95, 20, 40, switches={"bust_pays": pays}).hand(0, "close", {1: 20, 2: 0, 3: 0})
    assert match.out == [1]
    assert match.paid() == paid


def test_I15_busts_that_do_not_pay_are_still_paid_for_jokers_and_pay_none() -> None:
    match = table(0, 95, 20, switches={"bust_pays": "no"}).hand(0, "close", {1: 20, 2: 0}, jokers={0: 3, 1: 1})
    assert match.paid("bounty") == {0: 6, 2: -6}
    match = table(0, 95, 20, switches={"bust_pays": "no"}).hand(0, "close", {1: 20, 2: 0}, jokers={1: 3})
    assert match.paid("bounty") == {0: -6, 1: 12, 2: -6}


def test_I15_one_payer_left_pays_as_heads_up() -> None:
    match = table(0, 95, 20, switches={"bust_pays": "no"}).hand(0, "close", {1: 20, 2: 0})
    assert match.paid() == {0: 2, 2: -2}
    match = table(0, 95, 20, switches={"bust_pays": "no", "headsup_share": "pot"}).hand(0, "close", {1: 20, 2: 0})
    assert match.paid() == {2: -2, "pot": 2}


def test_I15_if_all_losers_bust_and_none_pays_the_ender_has_the_pot_alone() -> None:
    match = table(0, 95, 95, switches={"bust_pays": "no"}).hand(0, "close", {1: 20, 2: 20})
    assert match.paid() == {0: 30, "pot": -30}


def test_I15_a_feeder_who_busts_still_pays_the_penalty() -> None:
    match = table(0, 95, 20, 40, switches={"bust_pays": "no"}).hand(0, "close", {1: 20, 2: 0, 3: 0}, feeder=1)
    assert match.paid() == {0: 2, 1: -4, "pot": 2}


def test_I16_an_ender_who_puts_himself_out_collects_first() -> None:
    match = table(99, 20, 40).hand(0, "knock", {1: 0, 2: 0}, jokers={0: 3})
    assert match.out == [0]
    assert match.paid() == {0: 1 + 12, 1: -6 - 1, 2: -6 - 1, "pot": 1}


def test_I17_two_holders_pay_one_another() -> None:
    match = table(0, 15, 30, 45, 60, 75).hand(0, "knock", dict.fromkeys(range(1, 6), 1), jokers={0: 3, 5: 4})
    assert match.paid("bounty")[0] == 6 * 5 - 8
    assert match.paid("bounty")[5] == 8 * 5 - 6


@pytest.mark.parametrize(("losers", "paid"), [("yes", {0: -6, 1: 12, 2: -6}), ("no", {})])
def test_I18_a_losers_bounty(losers: str, paid: dict[int | str, int]) -> None:
    match = table(0, 20, 40, switches={"bounty_to_loser": losers}).hand(0, "knock", {1: 9, 2: 9}, jokers={1: 3})
    assert match.paid("bounty") == paid


def test_I18_the_enders_bounty_is_paid_either_way() -> None:
    for losers in ("yes", "no"):
        match = table(0, 20, 40, switches={"bounty_to_loser": losers}).hand(0, "knock", {1: 9, 2: 9}, jokers={0: 3})
        assert match.paid("bounty") == {0: 12, 1: -6, 2: -6}


def test_I18_a_player_who_busts_is_paid_a_bounty() -> None:
    match = table(0, 95, 40).hand(0, "knock", {1: 20, 2: 9}, jokers={1: 3})
    assert match.out == [1]
    assert match.paid("bounty") == {0: -6, 1: 12, 2: -6}


def test_I19_only_the_jokers_held_at_the_end_count() -> None:
    # a fourth joker thrown to close is not in the ten cards shown
    assert table(0, 20, 40).hand(0, "close", {1: 9, 2: 9}, jokers={0: 3}).paid("bounty")[0] == 12


@pytest.mark.parametrize(
    ("wins", "paid"), [("no_penalty", {0: 10, 1: -5, 2: -5, 3: -5, "pot": 5}), ("pot_share", {0: -5, "pot": 5})]
)
def test_I20_a_feeder_who_ends_the_hand(wins: str, paid: dict[int | str, int]) -> None:
    match = table(0, 20, 40, 60, ante=50, switches={"feeder_wins": wins}).hand(0, "knock", {1: 9, 2: 9, 3: 9}, feeder=0)
    assert match.paid() == paid
    assert match.reasons() == ({"feeding_pot"} if wins == "pot_share" else {"share", "pot_share"})  # nobody pays themselves


@pytest.mark.parametrize(
    ("needs", "feeder", "penalty"),
    [("any_winner", 3, True), ("any_winner", 1, True), ("fed_seat_ends", 3, True), ("fed_seat_ends", 1, False)],
)
def test_I21_whom_the_feeding_helped(needs: str, feeder: int, penalty: bool) -> None:
    match = table(0, 20, 40, 60, switches={"feeding_needs": needs}).hand(0, "knock", {1: 9, 2: 9, 3: 9}, feeder=feeder)
    assert ("feeding" in match.reasons()) is penalty


def test_I21_the_fed_seat_is_the_next_that_is_in() -> None:
    match = table(0, 20, 40, 60, 150, out=(4,), switches={"feeding_needs": "fed_seat_ends"})
    assert "feeding" in match.hand(0, "knock", {1: 9, 2: 9, 3: 9}, feeder=3).reasons()


def test_I21_a_feeder_who_ends_the_hand_did_not_help_the_next_seat_to_end_it() -> None:
    switches = {"feeding_needs": "fed_seat_ends", "feeder_wins": "pot_share"}
    match = table(0, 20, 40, 60, switches=switches).hand(0, "knock", {1: 9, 2: 9, 3: 9}, feeder=0)
    assert match.paid()[0] == 2


def test_I22_one_ruling_a_hand_makes_one_payer() -> None:
    match = table(0, 20, 40, 60).hand(0, "knock", {1: 9, 2: 9, 3: 9}, feeder=1)
    assert match.paid() == {0: 2, 1: -3, "pot": 1}


@pytest.mark.parametrize(
    ("covers", "bounty", "feeding"),
    [("no", {0: 18, 1: -6, 2: -6, 3: -6}, {}), ("yes", {}, {0: 18, 1: -18})],
)
def test_I23_feeder_and_bounty(covers: str, bounty: dict[int | str, int], feeding: dict[int | str, int]) -> None:
    match = table(0, 20, 40, 60, switches={"feeder_covers_bounty": covers})
    match.hand(0, "knock", {1: 9, 2: 9, 3: 9}, jokers={0: 3}, feeder=1)
    assert match.paid("bounty") == bounty
    assert match.paid("feeding_bounty") == feeding


def test_I23_a_covering_feeder_is_paid_no_bounty_and_pays_those_of_losers() -> None:
    match = table(0, 20, 40, 60, switches={"feeder_covers_bounty": "yes"})
    match.hand(0, "knock", {1: 9, 2: 9, 3: 9}, jokers={1: 3, 2: 3}, feeder=1)
    assert match.paid("bounty", "feeding_bounty") == {1: -18, 2: 18}
    assert all(event.source != event.target for event in match.sheet.events if isinstance(event, Paid))


@pytest.mark.parametrize("feeder", [0, 1])
def test_I24_a_feeder_heads_up_changes_nothing(feeder: int) -> None:
    switches = {"feeder_wins": "pot_share", "feeder_covers_bounty": "yes"}
    fed = table(0, 50, switches=switches).hand(0, "knock", {1: 9}, jokers={0: 3}, feeder=feeder)
    plain = table(0, 50, switches=switches).hand(0, "knock", {1: 9}, jokers={0: 3})
    assert fed.sheet.events == plain.sheet.events


# --- buying back


@pytest.mark.parametrize(("raises", "targets"), [("suppress", {2: 92}), ("offer", {1: 95, 2: 92})])
def test_I26_a_target_above_ones_own_total(raises: str, targets: dict[int, int]) -> None:
    match = table(30, 92, 95, switches={"buyback_raise": raises}).hand(0, "close", {1: 0, 2: 0})
    assert match.targets() == targets


@pytest.mark.parametrize(("raises", "targets"), [("suppress", {}), ("offer", {1: 92, 2: 92})])
def test_I26_a_target_that_is_ones_own_total(raises: str, targets: dict[int, int]) -> None:
    match = table(30, 92, 92, switches={"buyback_raise": raises}).hand(0, "close", {1: 0, 2: 0})
    assert match.targets() == targets


def test_I26_a_raise_that_is_taken_raises() -> None:
    match = table(30, 92, 95, switches={"buyback_raise": "offer"}).hand(0, "close", {1: 0, 2: 0}, yes=(1,))
    assert match.totals == (20, 95, 95)


@pytest.mark.parametrize(("pool", "target"), [("others_by_position", 10), ("others_distinct", 50), ("all_scores", 10)])
def test_I27_ties_in_second_lowest(pool: str, target: int) -> None:
    match = table(20, 10, 50, 95, switches={"buyback_pool": pool}).hand(0, "close", {1: 0, 2: 0, 3: 0})
    assert match.targets() == {3: target}


def test_I27_all_scores_counts_ones_own() -> None:
    # with one's own 92 among 20, 92, 95 the second-lowest is one's own: no offer; by the others it would be 95
    match = table(30, 92, 95, switches={"buyback_pool": "all_scores", "buyback_raise": "offer"}).hand(0, "close", {1: 0, 2: 0})
    assert match.targets() == {1: 92, 2: 92}


def test_I28_those_out_do_not_count_and_those_in_the_window_do() -> None:
    match = table(100, 91, 99, 10, out=(3,)).hand(0, "close", {1: 0, 2: 0}, yes=(2,))
    # totals 90, 91, 99: for the 91 the others are 90, 99, for the 99 they are 90, 91, for the 90 they are 91, 91
    assert match.targets() == {2: 91}


def test_I28_a_buyers_new_total_counts_for_the_next() -> None:
    match = table(30, 96, 97, 50, dealer=0).hand(0, "close", {1: 0, 2: 0, 3: 0}, yes=(1, 2))
    assert match.targets() == {1: 50, 2: 50}
    assert match.totals == (20, 50, 50, 50)


def test_I29_a_new_total_in_the_window_is_not_offered_again_in_the_hand() -> None:
    match = table(100, 96, 92, dealer=2).hand(0, "close", {1: 0, 2: 0}, yes=(0, 1, 2))
    assert [(offer.seat, offer.target) for offer in match.offers] == [(1, 92)]
    assert match.totals == (90, 92, 92)


@pytest.mark.parametrize("yes", [(0, 1, 2), ()])
def test_I29_one_offer_a_seat_and_hand_even_where_one_may_be_raised(yes: tuple[int, ...]) -> None:
    match = table(100, 96, 92, dealer=2, switches={"buyback_raise": "offer"}).hand(0, "close", {1: 0, 2: 0}, yes=yes)
    assert [offer.seat for offer in match.offers] == [0, 1, 2]
    assert match.totals == ((96, 96, 96) if yes else (90, 96, 92))


def reoffer(how: str, before: int, count: int) -> bool:
    match = table(30, before, 50, switches={"buyback_reoffer": how}).hand(0, "close", {1: count, 2: 0})
    return 1 in match.targets()


@pytest.mark.parametrize(
    ("how", "unchanged", "inside", "entering"),
    [("every_hand", True, True, True), ("if_changed", False, True, True), ("on_entry", False, False, True)],
)
def test_I30_who_stays_in_the_window(how: str, unchanged: bool, inside: bool, entering: bool) -> None:
    assert (reoffer(how, 95, 0), reoffer(how, 92, 3), reoffer(how, 85, 10)) == (unchanged, inside, entering)


def test_I30_declining_is_asked_again_after_the_next_hand() -> None:
    match = table(30, 95, 50).hand(0, "close", {1: 0, 2: 0})
    assert match.hand(0, "close", {1: 0, 2: 0}).targets() == {1: 50}


@pytest.mark.parametrize(("before", "offered"), [(100, True), (95, False), (110, True)])
def test_I31_a_closer_is_offered_by_the_new_total(before: int, offered: bool) -> None:
    match = table(before, 20, 40, switches={"elimination_line": 120, "window_from": 90}).hand(0, "close", {1: 0, 2: 0})
    assert (0 in match.targets()) is offered


# --- ends, stacks, odd cents


def test_I35_a_straight_flush_wins_the_match_after_the_hands_money() -> None:
    match = table(130, 90, 40, switches={"elimination_line": 140}).hand(0, "straight_flush", {1: 60, 2: 0}, jokers={2: 3})
    assert (match.status, match.winners, match.out, match.offers) == ("won", (0,), [], [])
    assert match.totals == (95, 150, 40)
    assert match.paid("share", "pot_share", "bounty") == {0: 5 - 6, 1: -5 - 6, 2: -5 + 12, "pot": 5}
    assert match.paid("pot_won") == {0: 35, "pot": -35}


def test_I35_a_straight_flush_comes_before_the_split() -> None:
    assert table(50, 15).hand(0, "straight_flush", {1: 0}).status == "won"


def test_4_3_a_continental_ends_no_match() -> None:
    match = table(0, 20, 40).hand(0, "continental", {1: 0, 2: 0})
    assert (match.status, match.totals) == ("playing", (-35, 20, 40))


def test_I36_an_open_ledger_may_go_below_nothing() -> None:
    match = table(30, 40, 61, 90, buys={3: 6}).hand(0, "close", {1: 0, 2: 0, 3: 5}, yes=(3,))
    assert match.paid("buy_back") == {3: -640, "pot": 640}


@pytest.mark.parametrize(("bought", "offered"), [(4, True), (5, False)])
def test_I36_a_strict_stack_offers_only_what_it_covers(bought: int, offered: bool) -> None:
    # 20 antes of $10 less the ante and a $2 share: $188 are left, for a price of $160 or of $320
    match = table(30, 40, 61, 90, switches={"stack": "strict"}, buys={3: bought}).hand(0, "close", {1: 0, 2: 0, 3: 5})
    assert (3 in match.targets()) is offered


@pytest.mark.parametrize(("cents", "covered"), [(188_00, True), (188_01, False)])
def test_I36_a_strict_stack_covers_a_price_to_the_last_cent(cents: int, covered: bool) -> None:
    match = table(30, 40, 61, 90, switches={"stack": "strict"}).hand(0, "close", {1: 0, 2: 0, 3: 5})
    assert match.rules.money.stack.covers(match.sheet.standing, Seat(3), Cents(cents)) is covered


def test_I36_a_strict_stack_pays_no_more_than_it_has() -> None:
    match = table(0, 50, 30, switches={"stack": "strict", "bounty_rate": 100})
    for _ in range(6):
        match.hand(0, "knock", {1: 0, 2: 0}, jokers={0: 4})
    assert match.sheet.standing.cash[1:] == (-20000, -20000)
    assert match.rules.money.stack.left(match.sheet.standing, Seat(1)) == 0
    assert match.paid() == {}
    assert match.rules.money.stack.covers(match.sheet.standing, Seat(1), Cents(1)) is False


def test_I36_an_open_stack_has_no_bottom() -> None:
    match = table(0, 50)
    assert match.rules.money.stack.left(match.sheet.standing, Seat(0)) is None
    assert match.rules.money.stack.covers(match.sheet.standing, Seat(0), Cents(10**9))


def parts_of_an_odd_pot(totals: tuple[int, int], dealer: int) -> dict[int, int]:
    """What a split of 21 cents gives each of two seats that come to stand at these totals: two antes and a loser's one cent."""
    rules = load("house", {"headsup_share": "pot", "ante": "free"})
    sheet = Sheet(began(MatchBegan(2, Cents(10), Seat(dealer))))
    pay_antes(rules.money, sheet)
    sheet.standing = replace(sheet.standing, totals=(totals[0] - 2, totals[1]))
    match = Table(rules, sheet).settle(0, "knock", {1: 0})
    assert (match.status, match.totals) == ("split", totals)
    return {event.target: event.cents for event in match.sheet.events if isinstance(event, Paid) and event.why is Why.POT_SPLIT}


def test_I37_the_odd_cent_goes_to_the_lower_total() -> None:
    for dealer in (0, 1):
        assert parts_of_an_odd_pot((20, 25), dealer) == {0: 11, 1: 10}
        assert parts_of_an_odd_pot((25, 20), dealer) == {0: 10, 1: 11}


def test_I37_at_a_tie_the_odd_cent_goes_to_the_dealers_left() -> None:
    assert parts_of_an_odd_pot((20, 20), 0) == {0: 10, 1: 11}
    assert parts_of_an_odd_pot((20, 20), 1) == {0: 11, 1: 10}


@pytest.mark.parametrize(
    ("gap", "at_ten", "at_eleven"), [(10, "split", "playing"), (9, "playing", "playing"), (11, "split", "split")]
)
def test_I42_within_ten_is_a_switch(gap: int, at_ten: str, at_eleven: str) -> None:
    for apart, status in ((10, at_ten), (11, at_eleven)):
        assert table(30, 20 + apart, switches={"split_gap": gap}).hand(0, "close", {1: 0}).status == status


def test_I42_a_gap_of_0_is_a_tie() -> None:
    assert table(30, 20, switches={"split_gap": 0}).hand(0, "close", {1: 0}).status == "split"
    assert table(30, 21, switches={"split_gap": 0}).hand(0, "close", {1: 0}).status == "playing"


def test_I43_the_last_loser_pays_the_share_and_then_the_pot_goes_to_the_winner() -> None:
    match = table(0, 95, ante=50).hand(0, "knock", {1: 20})
    assert match.paid("share") == {0: 5, 1: -5}
    assert match.paid("pot_won") == {0: 100, "pot": -100}
    assert (match.status, match.winners) == ("won", (0,))


# --- whatever the switches, whatever the hands

MONEY_SWITCHES = [
    "headsup_share",
    "split_scope",
    "headsup_buy",
    "buyback_pool",
    "buyback_raise",
    "buyback_reoffer",
    "all_bust",
    "bust_pays",
    "bounty_to_loser",
    "feeder_wins",
    "feeder_covers_bounty",
    "feeding_needs",
    "stack",
    "ante",
]


@st.composite
def choices(draw: st.DrawFn) -> dict[str, str | int]:
    known = load("house").switches
    chosen: dict[str, str | int] = {name: draw(st.sampled_from(sorted(known[name].choices))) for name in MONEY_SWITCHES}
    chosen["split_gap"] = draw(st.integers(0, 30))
    chosen["bounty_threshold"] = draw(st.integers(1, 4))
    chosen["bounty_rate"] = draw(st.integers(0, 100))
    chosen["elimination_line"] = draw(st.integers(60, 120))
    chosen["window_from"] = draw(st.integers(20, 59))
    return chosen


@st.composite
def results(draw: st.DrawFn, standing: Standing) -> Result:
    seats = standing.seats_in()
    ender = draw(st.sampled_from(seats))
    ending = draw(st.sampled_from([Ending.KNOCK] * 6 + [Ending.CLOSE, Ending.CONTINENTAL] * 2 + [Ending.STRAIGHT_FLUSH]))
    return Result(
        ender=ender,
        ending=ending,
        ender_points={Ending.KNOCK: draw(st.sampled_from([2, 3])), Ending.CLOSE: -10}.get(ending, -35),
        counts={seat: draw(st.integers(0, 60)) for seat in seats if seat != ender},
        jokers=tuple(0 if out else draw(st.integers(0, 4)) for out in standing.out),
        feeder=draw(st.none() | st.sampled_from(seats)),
    )


class Watched(Sheet):
    """A sheet that looks at the sum of all money after every event."""

    def emit(self, event: StandingEvent) -> None:
        assert self.standing.status is Status.PLAYING, "nothing happens after the end"
        super().emit(event)
        assert sum(self.standing.cash) + self.standing.pot == 0
        assert self.standing.pot >= 0


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_money_sums_to_zero_after_every_event_and_a_match_ends_as_it_should(data: st.DataObject) -> None:
    rules = load("house", data.draw(choices()))
    ante = data.draw(st.integers(1, 40)) * rules.money.antes.step
    players = data.draw(st.integers(2, 6))
    sheet = Watched(began(MatchBegan(players, Cents(ante), Seat(data.draw(st.integers(0, players - 1))))))
    pay_antes(rules.money, sheet)
    for _ in range(data.draw(st.integers(1, 12))):
        before = sheet.standing
        if data.draw(st.integers(0, 9)) == 0:
            settle_dead(rules.match, sheet)
        else:
            settle(rules.match, rules.money, sheet, data.draw(results(before)))
        while (offer := next_offer(rules.match, rules.money, sheet)) is not None:
            assert rules.match.elimination.in_window(sheet.standing.totals[offer.seat])
            answer_offer(rules.money, sheet, yes=data.draw(st.booleans()))
        finish_hand(rules.match, sheet)
        now = sheet.standing
        assert now.hands == before.hands + 1
        assert len(set(now.offered)) == len(now.offered)
        assert all(new or not old for old, new in zip(before.out, now.out, strict=True)), "nobody comes back from being out"
        if now.is_over:
            assert now.pot == 0
            assert bool(now.winners) == (now.status is not Status.ABANDONED)
            assert len(now.winners) == 1 or now.status is not Status.WON
            return
        assert len(now.seats_in()) >= 2
        assert not any(rules.match.elimination.is_out(now.totals[seat]) for seat in now.seats_in())
        assert now.dealer in now.seats_in()
        assert (now.offer, now.offered, now.settled, now.before) == (None, (), False, now.totals)
        if rules.money.stack.kind == "strict":
            assert min(now.cash) >= -rules.money.stack.antes * ante


def test_every_switch_of_match_and_money_reaches_its_part() -> None:
    plain = load("house")
    known = load("house").switches
    for name in MONEY_SWITCHES:
        for value in known[name].choices:
            rules = load("house", {name: value})
            changed = (rules.match, rules.money) != (plain.match, plain.money)
            assert changed is (value != known[name].default), f"{name} = {value}"
