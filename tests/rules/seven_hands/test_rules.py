"""Continental Rummy in seven hands, 1 to 28."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from continental.cards import as_hand, print_cards, rank_of
from continental.engine import Match
from continental.melds import WholeHand, print_contract
from continental.play.actions import Discard, Draw, GoDown, SlideJoker, Take, TakeJoker
from continental.play.events import Bought, DealerDrawn, DealPassed, HandScored, Passed, StockRebuilt, WentClosed
from continental.play.position import census
from continental.play.refusal import Refused
from continental.play.terms import Cents, Phase, Seat, Status
from continental.rules.load import load
from continental.testing.builders import run_down
from tests.rules import contract_kit
from tests.rules.contract_kit import (
    buy,
    card,
    down,
    draws,
    finished,
    holds,
    joker,
    lay,
    leave,
    leaves,
    offered,
    on_table,
    refused,
    table,
    takes,
    throws,
    totals,
    turn,
    with_hand,
    words,
)

in_hand = partial(contract_kit.in_hand, "seven_hands")
left_with = partial(contract_kit.left_with, "seven_hands")

RULES = load("seven_hands")
TWO_SETS = "7H 7D 7C 9S 9H 9C"
LAID = "7H 7D 7C / 9S 9H 9C"
BUYING = {"buy": "one_card"}


def test_1_two_to_eight_play_singly() -> None:
    for players in (2, 3, 8):
        assert len(Match.begin(RULES, players, Cents(0)).position.standing.totals) == players
    for players in (1, 9):
        with pytest.raises(Refused, match="2 to 8 players"):
            Match.begin(RULES, players, Cents(0))


@pytest.mark.parametrize(("players", "decks"), [(2, 2), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4), (8, 4)])
def test_2_half_as_many_packs_as_players_rounded_up_and_two_at_least(players: int, decks: int) -> None:
    assert {RULES.pack_for(players, deal).decks for deal in range(1, 8)} == {decks}


@pytest.mark.parametrize("players", [2, 5, 8])
def test_3_two_jokers_with_each_pack(players: int) -> None:
    pack = RULES.pack_for(players)
    assert pack.jokers == 2 * pack.decks


def test_4_jokers_are_wild_and_red_aces_are_not() -> None:
    assert RULES.contract_play.melding.wild == frozenset()
    match = in_hand("7H 7D JK 9S 9H AH 2C 4D")
    assert offered(match, 0, GoDown) == []
    with_hand(match, 0, "7H 7D JK 9S 9H JK 2C 4D")
    match.play(down(0, "7H 7D JK=7S / 9S 9H JK=9D"))


def test_5_the_highest_card_deals_a_tie_is_drawn_again_and_the_deal_passes_left() -> None:
    ties = 0
    for number in range(40):
        match = Match.begin(RULES, 8, Cents(0))
        match.deal(bytes([number]) * 32)
        drawn = next(event for event in match.events if isinstance(event, DealerDrawn))
        first = {seat: (rank_of(each) - 1) % 13 for seat, each in drawn.draws[:8]}
        tied = [seat for seat, height in first.items() if height == max(first.values())]
        assert drawn.dealer in tied
        assert {seat for seat, _ in drawn.draws[8 : 8 + len(tied)]} == (set(tied) if len(tied) > 1 else set())
        ties += len(tied) > 1
    assert ties
    match = in_hand(TWO_SETS + " 2C")
    match.play(down(0, LAID))
    throws(match, 0, "2C")
    assert next(event for event in match.events if isinstance(event, DealPassed)).dealer == 0


@pytest.mark.parametrize("deal", range(1, 8))
def test_6_twelve_cards_each_one_at_a_time_from_the_dealers_left(deal: int) -> None:
    match = table("seven_hands", players=3, dealer=1, deal=deal)
    dealt = match.position.dealing
    assert dealt.stacked is not None
    from_top = dealt.stacked[::-1]
    for place, seat in enumerate((2, 0, 1)):
        assert dealt.hands[seat] == as_hand(from_top[place:36:3])
        assert len(dealt.hands[seat]) == 12
    assert dealt.discards == (from_top[36],)
    order = []
    for _ in range(4):
        order.append(match.position.asked[0])
        turn(match, order[-1])
    assert order == [2, 0, 1, 2]


def test_7_a_joker_turned_up_first_may_be_taken() -> None:
    match = table("seven_hands", players=3, upcard="JK")
    assert Take(Seat(0)) in match.options(Seat(0))
    takes(match, 0)
    assert "JK" in holds(match, 0)


def test_8_a_turn_is_one_card_then_melds_then_one_discard() -> None:
    match = table("seven_hands", players=3, upcard="KH")
    assert refused(match, down(0, LAID)) == "wrong_phase"
    assert set(match.options(Seat(0))) == {Draw(Seat(0)), Take(Seat(0))}
    draws(match, 0)
    with_hand(match, 0, TWO_SETS + " 7S KC 2D")
    match.play(down(0, LAID))
    match.play(lay(0, "7S", 0))
    throws(match, 0, "KC")
    assert (match.position.phase, match.position.asked) == (Phase.DRAW, (1,))


def test_8_the_card_is_the_top_of_the_stock_or_the_top_discard() -> None:
    match = table("seven_hands", players=3, upcard="KH", draws="QD JD TD")
    turn(match, 0)
    draws(match, 1)
    assert match.position.dealing.drawn == card("JD")
    throws(match, 1, "JD")
    takes(match, 2)
    assert match.position.dealing.drawn == card("JD")
    assert match.position.dealing.discards == (card("KH"), card("QD"))


def test_8_any_card_may_be_thrown_the_one_just_taken_too() -> None:
    match = table("seven_hands", players=3, upcard="KH")
    takes(match, 0)
    assert Discard(Seat(0), card("KH")) in match.options(Seat(0))
    throws(match, 0, "KH")
    assert match.position.asked == (1,)


@pytest.mark.parametrize(
    ("deal", "laid", "code"),
    [
        (1, "7H 7D 7C / 9S 9H 9C", None),
        (1, "7H 7H 7D / 9S 9H 9C", None),
        (1, "7H 7D / 9S 9H 9C", "down_too_short"),
        (2, "7H 7D 7C / 3S 4S 5S 6S", None),
        (2, "7H 7D 7C / 3S 4S 5S", "down_too_short"),
        (2, "7H 7D 7C / 3S 4S 5S 7S", "down_not_a_meld"),
    ],
)
def test_9_a_set_is_three_of_a_rank_a_run_four_of_a_suit(deal: int, laid: str, code: str | None) -> None:
    match = in_hand(laid.replace("/", "") + " KD QC", deal)
    assert bool(offered(match, 0, GoDown)) is (code is None)
    if code is None:
        match.play(down(0, laid))
    elif code == "down_not_a_meld":
        melds = down(0, "7H 7D 7C / 3S 4S 5S 6S").melds
        broken = replace(melds[1], cards=tuple(card(text) for text in ["3S", "4S", "5S", "7S"]))
        assert refused(match, GoDown(Seat(0), (melds[0], broken))) == code
    else:
        assert refused(match, down(0, laid)) == code


@pytest.mark.parametrize(
    ("run", "fits"), [("AS 2S 3S 4S", True), ("JS QS KS AS", True), ("QS KS AS 2S", False), ("KS AS 2S 3S", False)]
)
def test_10_the_ace_is_high_or_low_and_there_is_no_way_round(run: str, fits: bool) -> None:
    match = in_hand("7H 7D 7C " + run + " KD", 2)
    assert bool(offered(match, 0, GoDown)) is fits
    if fits:
        match.play(down(0, "7H 7D 7C / " + run))
    else:
        assert refused(match, down(0, "7H 7D 7C / " + run)) == "down_not_a_meld"


def test_10_not_both_in_one_run_which_has_thirteen_cards_at_most() -> None:
    match = in_hand("7H 7D 7C AS 2S 3S 4S KD", 2)
    match.play(down(0, "7H 7D 7C / AS 2S 3S 4S"))
    with_hand(match, 0, "5S 6S 7S 8S 9S TS JS QS KS AS JK KD")
    for text in words("5S 6S 7S 8S 9S TS JS QS KS"):
        match.play(lay(0, text, 1))
    assert len(match.position.dealing.on_table.melds[1].meld.cards) == 13
    assert refused(match, lay(0, "AS", 1)) == "does_not_fit"
    assert refused(match, lay(0, "JK", 1)) == "does_not_fit"


def test_11_the_contracts_take_a_card_more_each_hand() -> None:
    contracts = [row.contract for row in RULES.deals if row.contract is not None]
    assert [print_contract(each) for each in contracts] == [
        "S3 S3",
        "S3 R4",
        "R4 R4",
        "S3 S3 S3",
        "S3 S3 R4",
        "S3 R4 R4",
        "R4 R4 R4",
    ]
    assert [each.cards for each in contracts] == [6, 7, 8, 9, 10, 11, 12]
    assert {each.whole_hand for each in contracts} == {WholeHand.NO}


def test_12_the_whole_contract_in_one_turn_and_exactly_its_melds() -> None:
    match = in_hand(TWO_SETS + " KS KH KD 7S 2D")
    assert refused(match, down(0, "7H 7D 7C")) == "down_wrong_melds"
    assert refused(match, down(0, LAID + " / KS KH KD")) == "down_wrong_melds"  # no third set in hand 1
    assert refused(match, down(0, "7H 7D 7C / KS KH KC")) == "down_not_held"
    match.play(down(0, "7S 7H 7D 7C / KS KH KD"))  # melds may be longer
    assert on_table(match) == ["7S 7H 7D 7C", "KS KH KD"]


def test_12_longer_melds_count_towards_one_need_only() -> None:
    match = in_hand("7H 7D 7C 7S 7H 7D 2D 4C")
    match.play(down(0, "7H 7D 7C / 7S 7H 7D"))  # several sets of one rank
    assert len(on_table(match)) == 2


def test_13_no_new_melds_once_one_is_down() -> None:
    match = in_hand(TWO_SETS + " KS KH KD 2D")
    match.play(down(0, LAID))
    assert refused(match, down(0, "KS KH KD")) == "already_down"
    assert offered(match, 0, GoDown) == []


def test_13_cards_are_added_to_anyones_melds() -> None:
    match = in_hand(TWO_SETS + " KD 2D", players=2)
    match.play(down(0, LAID))
    throws(match, 0, "2D")
    draws(match, 1)
    with_hand(match, 1, "TH TD TC JS JH JC 7S 3C 4C")
    assert refused(match, lay(1, "7S", 0)) == "not_down"
    match.play(down(1, "TH TD TC / JS JH JC"))
    assert lay(1, "7S", 0) in match.options(Seat(1))  # offered too
    match.play(lay(1, "7S", 0))
    assert on_table(match)[0] == "7S 7H 7D 7C"
    assert [row.owner for row in match.position.dealing.on_table.melds] == [0, 0, 1, 1]


def test_14_in_the_opening_turn_itself_and_later() -> None:
    match = in_hand(TWO_SETS + " 7S 9D KD 2D", players=2)
    match.play(down(0, LAID))
    match.play(lay(0, "7S", 0))
    throws(match, 0, "2D")
    turn(match, 1)
    draws(match, 0)
    with_hand(match, 0, "9D KD 3C")
    match.play(lay(0, "9D", 1))


def test_15_contiguous_runs_of_one_suit_stay_apart_and_grow_apart() -> None:
    match = in_hand("5S 6S 7S 8S 9S TS JS QS KD 2D", 3, players=4)
    match.play(down(0, "5S 6S 7S 8S / 9S TS JS QS"))
    throws(match, 0, "2D")
    draws(match, 1)
    with_hand(match, 1, "2H 3H 4H 5H 2C 3C 4C 5C 9S 8S KH")
    match.play(down(1, "2H 3H 4H 5H / 2C 3C 4C 5C"))
    # a nine of the second pack on the first run, and an eight on the second
    match.play(lay(1, "9S", 0))
    match.play(lay(1, "8S", 1))
    assert on_table(match)[:2] == ["5S 6S 7S 8S 9S", "8S 9S TS JS QS"]


def test_15_each_of_them_has_four_cards() -> None:
    match = in_hand("5S 6S 7S 8S 9S TS JS KD", 3)
    assert offered(match, 0, GoDown) == []


def test_16_everyone_goes_on_to_the_next_hand_together() -> None:
    match = in_hand(TWO_SETS + " 2C", players=3)
    match.play(down(0, LAID))
    throws(match, 0, "2C")
    match.deal(bytes(32))
    assert match.position.dealing.number == 2
    assert {len(hand) for hand in match.position.dealing.hands} == {12}
    assert [match.position.dealing.is_down(Seat(seat)) for seat in range(3)] == [False] * 3


def asked_about(players: int = 4, **switches: object) -> Match:
    """Seat 0 threw KH, and seat 1 leaves it."""
    match = table("seven_hands", ["KH"], players=players, draws="QD 5C 6C", switches={**BUYING, **switches})
    draws(match, 0)
    throws(match, 0, "KH")
    leaves(match, 1)
    return match


def test_17_where_the_table_does_not_agree_on_it_nobody_buys() -> None:
    match = table("seven_hands", players=4)
    draws(match, 0)
    throws(match, 0)
    match.play(Draw(Seat(1)))
    assert match.position.phase is Phase.PLAY
    assert RULES.claims is None


def test_17_a_buyer_takes_the_discard_and_the_top_of_the_stock_and_throws_nothing() -> None:
    match = asked_about()
    stock = match.position.dealing.stock
    assert list(match.position.asked) == [2, 3]
    match.play(leave(2))
    match.play(buy(3))
    bought = next(event for event in match.events if isinstance(event, Bought))
    assert (bought.seat, bought.card, bought.penalty) == (3, card("KH"), stock[-1:])
    assert len(match.position.hand(Seat(3))) == 14
    assert (match.position.phase, match.position.asked) == (Phase.PLAY, (1,))
    assert match.position.dealing.drawn == stock[-2]
    assert refused(match, Discard(Seat(3), card("KH"))) == "not_asked"  # and plays no card before its own turn


def test_17_what_the_seat_in_turn_leaves_is_offered_the_first_upcard_too() -> None:
    match = table("seven_hands", players=4, upcard="KH", switches=BUYING)
    leaves(match, 0)
    assert (match.position.phase, match.position.asked) == (Phase.CLAIM, (1, 2, 3))
    match.play(buy(1))
    assert "KH" in holds(match, 1)


def test_17_what_somebody_says_early_stays_unknown_until_those_before_them_have_spoken() -> None:
    match = table("seven_hands", players=4, upcard="KH", switches=BUYING)
    leaves(match, 0)
    match.play(leave(2))
    match.play(leave(3))
    assert not any(isinstance(event, Passed) for event in match.events)
    match.play(leave(1))
    assert [event.seat for event in match.events if isinstance(event, Passed)] == [1, 2, 3]


def test_17_the_nearest_to_the_turn_has_it() -> None:
    match = asked_about()
    match.play(buy(3))
    match.play(buy(2))
    assert [event.seat for event in match.events if isinstance(event, Bought)] == [2]
    assert not any(isinstance(event, Passed) for event in match.events[-4:])  # a buyer is not told to have left it


def test_17_discards_below_it_stay_where_they_are() -> None:
    match = asked_about()
    below = match.position.dealing.discards[:-1]
    match.play(buy(2))
    assert match.position.dealing.discards == below
    throws(match, 1)
    takes(match, 2)
    assert match.position.dealing.discards == below


def test_18_there_is_no_limit() -> None:
    match = table("seven_hands", players=8, switches=BUYING)
    for turns in range(14):
        seat = match.position.asked[0]
        leaves(match, seat)
        while match.position.phase is Phase.CLAIM:
            other = match.position.asked[0]
            match.play(buy(other) if other == 7 else leave(other))
        throws(match, seat)
        # it is asked about all but what it threw itself, and in its own turn it buys nothing
        assert match.position.dealing.buying.bought[7] == turns + 1 - (turns >= 7) - (turns >= 8)
    assert match.position.standing.bought[7] == 12


def test_19_those_who_are_down_may_buy() -> None:
    match = in_hand(TWO_SETS + " KD 2D", players=3, buy="one_card")
    match.play(down(0, LAID))
    throws(match, 0, "2D")
    turn(match, 1)
    leaves(match, 2)
    assert match.position.asked == (0,)


def test_20_nobody_buys_what_they_threw_themselves() -> None:
    assert 0 not in asked_about().position.asked


def test_21_a_meld_has_one_natural_card_at_the_least() -> None:
    match = in_hand("7H JK JK 9S 9H 9C KD", players=5)
    match.play(down(0, "7H JK=7S JK=7D / 9S 9H 9C"))
    none = in_hand("7H 7D 7C JK JK JK KD", players=5)
    assert refused(none, down(0, "7H 7D 7C / JK=AS JK=AH JK=AD")) == "down_not_a_meld"


@pytest.mark.parametrize(
    ("run", "fits"),
    [("JK=3S JK=4S 5S JK=6S", True), ("3S JK=4S JK=5S JK=6S", True), ("JK=3S JK=4S JK=5S JK=6S", False)],
)
def test_21_in_a_run_as_in_a_set_and_jokers_may_lie_side_by_side(run: str, fits: bool) -> None:
    match = in_hand("7H 7D 7C " + " ".join(word.partition("=")[0] for word in run.split()) + " KD", 2, players=5)
    if fits:
        match.play(down(0, "7H 7D 7C / " + run))
    else:
        assert refused(match, down(0, "7H 7D 7C / " + run)) == "down_not_a_meld"


def test_22_jokers_on_the_table_stay_there() -> None:
    match = in_hand("7H 7D 7C 4S 5S JK 7S 6S KD", 2)
    match.play(down(0, "7H 7D 7C / 4S 5S JK=6S 7S"))
    assert offered(match, 0, TakeJoker) == offered(match, 0, SlideJoker) == []
    assert refused(match, joker(0, "6S", 1)) == "wrong_phase"


def test_23_each_turn_ends_with_a_discard_the_last_one_too() -> None:
    match = in_hand(TWO_SETS + " 7S")
    match.play(down(0, LAID))
    assert refused(match, lay(0, "7S", 0)) == "last_card_is_thrown"
    throws(match, 0, "7S")
    assert finished(match)


@pytest.mark.parametrize("thirteenth", ["6S", "9C"])
def test_23_in_hand_7_the_thirteenth_card_is_thrown(thirteenth: str) -> None:
    match = in_hand("2S 3S 4S 5S 7H 8H 9H TH JD QD KD AD " + thirteenth, 7)
    if thirteenth == "6S":
        assert refused(match, down(0, "2S 3S 4S 5S 6S / 7H 8H 9H TH / JD QD KD AD")) == "last_card_is_thrown"
    match.play(down(0, "2S 3S 4S 5S / 7H 8H 9H TH / JD QD KD AD"))
    throws(match, 0, thirteenth)
    assert match.is_over


def test_24_the_discards_are_turned_over_once_unshuffled_and_then_the_hand_ends() -> None:
    match = table("seven_hands", players=3, draws="KD QD JD")
    for seat in range(3):
        turn(match, seat)
    run_down(match)
    pile = match.position.dealing.discards
    draws(match, 0)
    rebuilt = next(event for event in match.events if isinstance(event, StockRebuilt))
    assert rebuilt.stock == pile[:-1][::-1]  # what was thrown first is drawn first
    assert rebuilt.discards == pile[-1:]
    throws(match, 0)
    run_down(match)
    draws(match, 1)
    assert finished(match)
    assert len(match.position.dealing.on_table.scored) == 3


@pytest.mark.parametrize("stock", [0, 1, 2, 3])
@pytest.mark.parametrize("pile", [0, 1, 2, 4])
@pytest.mark.parametrize("cards", [1, 2])
@pytest.mark.parametrize("wants", [None, 2])
def test_24_stock_and_discards_run_out_at_every_count(stock: int, pile: int, cards: int, wants: int | None) -> None:
    match = left_with(stock, pile, buy="one_card" if cards == 1 else "two_cards")
    match.play(Draw(Seat(0)))
    while match.position.phase is Phase.CLAIM:
        seat = match.position.asked[0]
        match.play(buy(seat) if seat == wants else leave(seat))
    assert census(match.position.dealing) == RULES.pack_for(4).census()
    bought = [event for event in match.events if isinstance(event, Bought)]
    assert bool(bought) is (wants is not None and pile > 0 and (stock > 0 or pile > 1))
    if bought:
        there = stock + (pile - 1 if stock < cards else 0)
        assert len(bought[0].penalty) == min(cards, there)
    assert (match.position.phase is Phase.PLAY) is not match.position.dealing.ran_out
    assert finished(match) is match.position.dealing.ran_out


def test_25_everyone_else_adds_every_card_and_who_finishes_nothing() -> None:
    match = in_hand(TWO_SETS + " 2C", players=3)
    match.play(down(0, LAID))
    with_hand(match, 1, "KS KH KD AS JK 2D")
    with_hand(match, 2, "8C TS")
    throws(match, 0, "2C")
    assert totals(match) == [0, 105, 15]
    assert {event.seat for event in match.events if isinstance(event, HandScored)} == {1, 2}
    assert next(event for event in match.events if isinstance(event, WentClosed)).at_once


def test_26_what_cards_count() -> None:
    values = RULES.points.values
    worth = {text: values.of(card(text)) for text in words("2S 3H 4D 5C 6S 7H 8D 9C TS JH QD KC AS AH JK")}
    assert list(worth.values()) == [5, 5, 5, 5, 5, 5, 5, 5, 10, 10, 10, 10, 20, 20, 50]


@pytest.mark.parametrize(
    ("before", "status", "winners"),
    [([0, 90, 90], Status.WON, (0,)), ([90, 0, 90], Status.WON, (1,)), ([30, 10, 90], Status.SPLIT, (0, 1))],
)
def test_27_the_fewest_points_after_hand_7_win_and_a_tie_is_shared(
    before: list[int], status: Status, winners: tuple[int, ...]
) -> None:
    match = table("seven_hands", players=3, deal=7, totals=before)
    draws(match, 0)
    with_hand(match, 0, "2S 3S 4S 5S 7H 8H 9H TH JD QD KD AD 3C")
    with_hand(match, 1, "AC")
    match.play(down(0, "2S 3S 4S 5S / 7H 8H 9H TH / JD QD KD AD"))
    throws(match, 0, "3C")
    assert (match.position.standing.status, match.position.standing.winners) == (status, winners)


@pytest.mark.parametrize("deal", range(1, 8))
def test_27_the_match_is_over_after_hand_7_and_not_before(deal: int) -> None:
    match = table("seven_hands", players=3, deal=deal)
    draws(match, 0)
    needs = {"set": iter(("7H 7D 7C", "9S 9H 9C", "JS JH JC")), "run": iter(("2D 3D 4D 5D", "2C 3C 4C 5C", "TH JH QH KH"))}
    contract = RULES.row(deal).contract
    assert contract is not None
    laid = " / ".join(next(needs[need.kind]) for need in contract.needs)
    with_hand(match, 0, laid.replace("/", "") + " AS")
    match.play(down(0, laid))
    throws(match, 0, "AS")
    assert finished(match)
    assert match.is_over is (deal == 7)


def test_28_at_a_table_that_deals_for_itself_no_hand_has_a_wrong_size_and_no_card_is_seen() -> None:
    match = table("seven_hands", players=3)
    for seat in (0, 1, 2, 0):
        turn(match, seat)
        assert {len(hand) for hand in match.position.dealing.hands} == {12}
    seen = match.view(Seat(1)).deal
    assert seen is not None
    assert seen.hand_sizes == (12, 12, 12)
    for seat in range(3):
        own = match.view(Seat(seat)).deal
        assert own is not None
        assert print_cards(own.hand) == holds(match, seat)
    watching = match.view(None).deal
    assert watching is not None
    assert watching.hand == ()


def test_24_a_hand_that_nobody_ends_is_over_after_60_laps() -> None:
    match = table("seven_hands", players=3, switches={"stock_out": "reshuffle"})
    while not finished(match):
        turn(match, match.position.asked[0])
    assert (match.position.dealing.died, match.position.dealing.laps) == (True, 60)
