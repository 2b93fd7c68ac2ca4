"""House 6: the match."""

from __future__ import annotations

import pytest

from continental.play.draft import Sheet
from continental.play.events import (
    BuyBackAnswered,
    BuyBackOffered,
    DealPassed,
    HandSettled,
    MatchBegan,
    MatchEnded,
    Paid,
    Scored,
    WentOut,
)
from continental.play.evolve import began
from continental.play.refusal import Refused
from continental.play.terms import Cents, Seat, Status
from continental.rules.load import load
from continental.rules.match import BuyBack, Elimination, answer_offer, dealer_of, finish_hand, next_offer, offer_for, settle_dead
from tests.rules.house.money_kit import table


def test_6_0_everyone_pays_the_ante_into_the_pot() -> None:
    match = table(0, 0, 0, ante=20)
    assert match.sheet.standing.pot == 6000
    assert match.sheet.standing.cash == (-2000, -2000, -2000)
    assert match.paid("ante") == {0: -20, 1: -20, 2: -20, "pot": 60}


@pytest.mark.parametrize("dollars", [10, 20, 50, 100, 1_000_000])
def test_6_0_an_ante_is_a_multiple_of_10_dollars(dollars: int) -> None:
    load("house").money.antes.check(Cents(dollars * 100))


@pytest.mark.parametrize("cents", [0, -1000, 1, 500, 1500, 100_001_000])
def test_6_0_any_other_ante_is_refused_with_what_would_be_right(cents: int) -> None:
    with pytest.raises(Refused) as refused:
        load("house").money.antes.check(Cents(cents))
    assert refused.value.code == "bad_ante"
    assert "a multiple of $10" in refused.value.sentence


def test_6_0_an_ante_too_long_to_print_is_refused_in_words() -> None:
    with pytest.raises(Refused, match="a far larger amount"):
        load("house").money.antes.check(Cents(10**5000))


def test_6_0_a_free_ante_is_any_of_which_a_tenth_is_whole_cents() -> None:
    antes = load("house", {"ante": "free"}).money.antes
    for cents in (10, 50, 250, 700):
        antes.check(Cents(cents))
    for cents in (0, 5, 101, -10):
        with pytest.raises(Refused, match=r"a multiple of \$0.10"):
            antes.check(Cents(cents))


def test_6_1_total_of_101_is_out_at_once() -> None:
    match = table(0, 91, 50).hand(0, "close", {1: 10, 2: 5})
    assert match.totals == (-10, 101, 55)
    assert match.out == [1]
    assert match.targets() == {}
    assert match.status == "playing"


def test_6_1_total_of_100_is_not_out() -> None:
    assert table(0, 90, 50).hand(0, "close", {1: 10, 2: 5}).out == []


def test_6_1_those_who_are_out_neither_pay_nor_score_nor_count_for_targets() -> None:
    match = table(0, 50, 70, 150, out=(3,)).hand(0, "close", {1: 0, 2: 25})
    assert match.paid() == {0: 2, 1: -2, 2: -2, "pot": 2}
    assert match.targets() == {2: 50}
    assert match.totals[3] == 150


@pytest.mark.parametrize(("line", "out"), [(100, [1]), (101, []), (120, [])])
def test_6_1_the_line_is_a_switch(line: int, out: list[int]) -> None:
    match = table(0, 90, 50, switches={"elimination_line": line}).hand(0, "close", {1: 10, 2: 0})
    assert match.out == out


@pytest.mark.parametrize(("total", "offered"), [(89, False), (90, True), (95, True), (100, True), (101, False)])
def test_6_2_the_window_is_90_to_100(total: int, offered: bool) -> None:
    match = table(0, total - 5, 50).hand(0, "close", {1: 5, 2: 0})
    assert (1 in match.targets()) is offered


def test_6_2_the_window_is_a_switch() -> None:
    assert table(0, 75, 50, switches={"window_from": 80}).hand(0, "close", {1: 5, 2: 0}).targets() == {1: 50}
    wide = {"window_from": 100, "elimination_line": 200}
    assert table(0, 150, 50, switches=wide).hand(0, "close", {1: 5, 2: 0}).targets() == {1: 50}


@pytest.mark.parametrize("window", [101, 102, 499])
def test_6_2_a_window_that_begins_at_the_line_is_refused(window: int) -> None:
    with pytest.raises(Refused, match=r"below the .*101"):
        load("house", {"window_from": window})
    with pytest.raises(Refused):
        Elimination(line=101, window_from=window)


def test_6_2_the_window_and_the_line_meet() -> None:
    elimination = Elimination(line=101, window_from=90)
    assert [elimination.in_window(total) for total in (89, 90, 100, 101)] == [False, True, True, False]
    assert [elimination.is_out(total) for total in (100, 101)] == [False, True]


def test_6_3_a_buy_sets_the_total_to_the_second_lowest() -> None:
    match = table(30, 40, 61, 90).hand(0, "close", {1: 0, 2: 0, 3: 5}, yes=(3,))
    assert match.targets() == {3: 40}
    assert match.totals == (20, 40, 61, 40)
    assert match.out == []


def test_6_3_heads_up_the_other_total_stands() -> None:
    for pool in ("others_by_position", "others_distinct", "all_scores"):
        match = table(50, 90, 120, out=(2,), switches={"buyback_pool": pool}).hand(0, "close", {1: 5})
        assert match.targets() == {1: 40}


def test_6_3_heads_up_the_other_total_stands_though_it_is_the_higher_one() -> None:
    for pool in ("others_by_position", "others_distinct", "all_scores"):
        wishes: dict[str, str | int | bool] = {"buyback_pool": pool, "buyback_raise": "offer", "split_scope": "off"}
        match = table(102, 96, 120, out=(2,), switches=wishes).hand(0, "close", {1: 1}, yes=(0,))
        # the dealer, seat 0, is asked last: 97 has 92 to go to, and 92, of which it is none the better, has 97
        assert match.targets() == {1: 92, 0: 97}
        assert match.totals[:2] == (97, 97)


def test_6_3_declining_leaves_one_in_at_ones_total() -> None:
    match = table(30, 40, 61, 90).hand(0, "close", {1: 0, 2: 0, 3: 5})
    assert match.totals == (20, 40, 61, 95)
    assert match.paid("buy_back") == {}


@pytest.mark.parametrize(
    ("pool", "own", "others", "target"),
    [
        ("others_by_position", 95, (10, 10, 50), 10),
        ("others_distinct", 95, (10, 10, 50), 50),
        ("others_distinct", 95, (10, 10, 10), 10),
        ("all_scores", 95, (10, 20, 50), 20),
        ("all_scores", 92, (20, 95), 92),
        ("others_by_position", 92, (20, 95), 95),
        ("others_by_position", 96, (-12,), -12),
        ("all_scores", 96, (-12,), -12),
    ],
)
def test_6_3_the_pool_is_a_switch(pool: str, own: int, others: tuple[int, ...], target: int) -> None:
    rules = load("house", {"buyback_pool": pool}).match.buy_back
    assert isinstance(rules, BuyBack)
    assert rules.target(own, others) == target


@pytest.mark.parametrize(("bought", "price"), [(0, 10), (1, 20), (2, 40), (3, 80), (10, 10240)])
def test_6_4_each_buy_costs_double_the_players_last(bought: int, price: int) -> None:
    match = table(30, 40, 61, 90, buys={3: bought, 0: 5}).hand(0, "close", {1: 0, 2: 0, 3: 5}, yes=(3,))
    assert match.offers[0].price == price * 100
    assert match.paid("buy_back") == {3: -price, "pot": price}
    assert match.sheet.standing.buys[3] == bought + 1


def test_6_4_declining_does_not_climb_the_ladder() -> None:
    match = table(30, 40, 61, 90).hand(0, "close", {1: 0, 2: 0, 3: 5}).hand(0, "close", {1: 0, 2: 0, 3: 1})
    assert match.offers[0].price == 1000


def test_6_4_the_window_can_be_reentered() -> None:
    match = table(30, 40, 61, 90).hand(0, "close", {1: 0, 2: 0, 3: 5}, yes=(3,))
    match.hand(0, "close", {1: 0, 2: 0, 3: 55})
    assert match.targets() == {3: 40}
    assert match.offers[0].price == 2000


def test_6_5_several_decide_in_rotation_from_the_dealers_left() -> None:
    for dealer, order in ((0, [1, 2, 3]), (1, [2, 3, 1]), (2, [3, 1, 2])):
        match = table(0, 91, 92, 93, 30, dealer=dealer).hand(0, "close", {1: 0, 2: 0, 3: 0, 4: 0})
        assert [offer.seat for offer in match.offers] == order


def test_6_5_later_deciders_see_what_earlier_ones_did() -> None:
    match = table(0, 95, 96, 99, dealer=0).hand(0, "close", {1: 0, 2: 0, 3: 0}, yes=(2,))
    # seat 1 at 95 would have to rise to 96 and is not offered; seat 2 buys to 95, and for seat 3 that is the second-lowest
    assert [(offer.seat, offer.target) for offer in match.offers] == [(2, 95), (3, 95)]
    other = table(0, 95, 60, 99, 92, dealer=0).hand(0, "close", {1: 0, 2: 0, 3: 0, 4: 0}, yes=(1, 3))
    assert [(offer.seat, offer.target) for offer in other.offers] == [(1, 60), (3, 60), (4, 60)]


def test_6_6_the_pot_goes_to_the_winner_of_the_match() -> None:
    match = table(0, 95).hand(0, "close", {1: 20})
    assert (match.status, match.winners, match.out) == ("won", (0,), [1])
    assert match.paid("pot_won") == {0: 20, "pot": -20}
    assert match.sheet.standing.pot == 0


def test_6_6_the_pot_is_fed_by_buys_and_one_share_of_every_hand() -> None:
    match = table(30, 40, 61, 90).hand(0, "close", {1: 0, 2: 0, 3: 5}, yes=(3,))
    assert match.sheet.standing.pot == 4000 + 200 + 1000


@pytest.mark.parametrize(("gap", "status"), [(0, "split"), (10, "split"), (11, "playing")])
def test_6_7_two_within_ten_split_the_pot(gap: int, status: str) -> None:
    match = table(30, 20 + gap, 120, out=(2,)).hand(0, "close", {1: 0})
    assert match.status == status
    if status == "split":
        assert match.paid("pot_split") == {0: 15, 1: 15, "pot": -30}
        assert match.winners == (0, 1)
        assert match.dealer == 0


def test_6_7_three_within_ten_go_on() -> None:
    assert table(30, 20, 25).hand(0, "close", {1: 0, 2: 0}).status == "playing"


def test_6_the_order_of_settlement_is_money_totals_out_settled_end() -> None:
    match = table(0, 95, 40, dealer=1).hand(2, "knock", {0: 30, 1: 20}, jokers={0: 3})
    kinds = [type(event) for event in match.sheet.events]
    assert kinds == [Paid] * 4 + [Scored] * 3 + [WentOut, HandSettled, DealPassed]
    assert [event.seat for event in match.sheet.events if isinstance(event, Scored)] == [2, 0, 1]


def test_6_an_end_is_emitted_after_the_hand_is_settled() -> None:
    match = table(0, 95).hand(0, "close", {1: 20})
    assert [type(event) for event in match.sheet.events[-4:]] == [WentOut, HandSettled, Paid, MatchEnded]
    assert match.sheet.standing.hands == 1


def test_6_the_deal_passes_left_past_seats_that_are_out() -> None:
    match = table(0, 150, 40, 60, dealer=0, out=(1,)).hand(0, "close", {2: 0, 3: 0})
    assert match.dealer == 2
    assert match.hand(0, "close", {2: 0, 3: 70}).dealer == 0
    assert match.out == [1, 3]


def test_6_a_dealer_who_goes_out_is_passed_from() -> None:
    match = table(0, 95, 40, 60, dealer=1).hand(0, "close", {1: 20, 2: 0, 3: 0})
    assert match.dealer == 2


def test_6_dealer_of_is_the_dealer_and_there_must_be_one() -> None:
    assert dealer_of(table(0, 0, dealer=1).sheet.standing) == 1
    with pytest.raises(AssertionError, match="no dealer yet"):
        dealer_of(began(MatchBegan(2, Cents(1000), None)))


def test_6_a_dead_hand_scores_and_pays_nothing_and_passes_the_deal() -> None:
    match = table(0, 95, 40)
    match.sheet.events.clear()
    settle_dead(match.rules.match, match.sheet)
    assert next_offer(match.rules.match, match.rules.money, match.sheet) is None
    finish_hand(match.rules.match, match.sheet)
    assert match.sheet.events == [HandSettled(dead=True), DealPassed(Seat(1))]
    assert (match.totals, match.sheet.standing.hands) == ((0, 95, 40), 1)


def test_6_a_dead_hand_of_two_at_0_does_not_split() -> None:
    match = table(0, 0)
    settle_dead(match.rules.match, match.sheet)
    finish_hand(match.rules.match, match.sheet)
    assert match.status == "playing"


def test_6_too_many_dead_hands_in_a_row_abandon_the_match_and_the_pot_goes_back() -> None:
    match = table(30, 95, 40, 120, out=(3,))
    limit = match.rules.match.dead_deals
    for _ in range(limit - 1):
        settle_dead(match.rules.match, match.sheet)
        finish_hand(match.rules.match, match.sheet)
    assert match.status == "playing"
    match.sheet.events.clear()
    settle_dead(match.rules.match, match.sheet)
    assert match.sheet.standing.status is Status.ABANDONED
    assert match.winners == ()
    assert match.reasons() == {"pot_back"}
    # 4000 cents among three: the odd cent to the lowest total
    assert match.sheet.standing.cash == (-1000 + 1334, -1000 + 1333, -1000 + 1333, -1000)
    finish_hand(match.rules.match, match.sheet)
    assert isinstance(match.sheet.events[-1], MatchEnded)


def test_6_a_hand_that_somebody_ends_starts_the_dead_count_anew() -> None:
    match = table(0, 50, 40)
    for _ in range(match.rules.match.dead_deals * 2):
        settle_dead(match.rules.match, match.sheet)
        finish_hand(match.rules.match, match.sheet)
        match.hand(0, "knock", {1: 0, 2: 0})
    assert match.status == "playing"


def test_6_an_offer_is_answered_once_and_only_where_one_stands() -> None:
    match = table(30, 40, 61, 90).settle(0, "close", {1: 0, 2: 0, 3: 5})
    money = match.rules.money
    with pytest.raises(Refused) as refused:
        answer_offer(money, match.sheet, yes=True)
    assert refused.value.code == "not_offered"
    offer = next_offer(match.rules.match, money, match.sheet)
    assert offer == BuyBackOffered(Seat(3), 40, Cents(1000), forces_split=False)
    assert next_offer(match.rules.match, money, match.sheet) is None  # not while one stands
    answer_offer(money, match.sheet, yes=True)
    assert match.sheet.events[-1] == BuyBackAnswered(Seat(3), yes=True, total=40)
    with pytest.raises(Refused):
        answer_offer(money, match.sheet, yes=True)


def test_6_no_offer_before_a_hand_is_settled_or_after_the_end() -> None:
    match = table(30, 40, 95)
    assert next_offer(match.rules.match, match.rules.money, match.sheet) is None
    ended = table(0, 95).hand(0, "close", {1: 20})
    assert next_offer(ended.rules.match, ended.rules.money, ended.sheet) is None


def test_6_offer_for_says_what_a_seat_would_be_offered_and_changes_nothing() -> None:
    match = table(30, 40, 61, 95)
    standing = match.sheet.standing
    assert offer_for(match.rules.match, match.rules.money, standing, Seat(3)) == BuyBackOffered(Seat(3), 40, Cents(1000), False)
    assert offer_for(match.rules.match, match.rules.money, standing, Seat(2)) is None
    assert match.sheet.standing == standing


def test_6_a_sheet_of_its_own_keeps_the_standing_of_the_first_hand() -> None:
    rules = load("house")
    sheet = Sheet(began(MatchBegan(3, Cents(1000), Seat(2))))
    settle_dead(rules.match, sheet)
    finish_hand(rules.match, sheet)
    assert sheet.standing.dealer == 0


def test_6_5_a_later_target_counts_what_an_earlier_one_bought_after_the_same_hand() -> None:
    match = table(30, 94, 91, switches={"buyback_raise": "offer"}).hand(0, "close", {1: 1, 2: 1}, yes=(1,))
    assert match.targets() == {1: 92, 2: 92}
    match = table(30, 94, 91, switches={"buyback_raise": "offer"}).hand(0, "close", {1: 1, 2: 1})
    assert match.targets() == {1: 92, 2: 95}


def test_6_6_the_pot_goes_to_the_last_one_in_and_not_to_an_ender_who_goes_out() -> None:
    match = table(99, 95, 50).hand(0, "knock3", {1: 20, 2: 5})
    assert (match.out, match.winners) == ([0, 1], (2,))
    assert set(match.paid("pot_won")) == {2, "pot"}
