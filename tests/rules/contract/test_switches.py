"""Every switch of Contract Rummy, with every value that it can take, changes what it should, at a table that is played."""

from __future__ import annotations

from functools import partial

import pytest

from continental.cards import print_cards
from continental.engine import Match
from continental.play.actions import Buy, Discard, Draw, GoDown, LayOff, Pass, SlideJoker, TakeJoker
from continental.play.events import Bought, JokerTaken, Passed, StockRebuilt
from continental.play.terms import Phase, Seat, Status
from continental.rules.load import load
from continental.testing.builders import run_down
from tests.rules import contract_kit
from tests.rules.contract_kit import (
    accepts,
    buy,
    card,
    down,
    draws,
    finished,
    goes_down,
    holds,
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

in_hand = partial(contract_kit.in_hand, "contract")
each = partial(contract_kit.each_value, "contract")

TWO_SETS = "7H 7D 7C 9S 9H 9C"
LAID = "7H 7D 7C / 9S 9H 9C"
JOKER_RUN = "7H 7D 7C / 4S 5S JK=6S"


@each("run_min")
def test_switch_run_min(value: str) -> None:
    match = in_hand("7H 7D 7C 4S 5S 6S KD", deal=2, run_min=value)
    assert accepts(match, down(0, "7H 7D 7C / 4S 5S 6S")) is (value == "3")
    assert bool(offered(match, 0, GoDown)) is (value == "3")
    with_hand(match, 0, "7H 7D 7C 4S 5S 6S 7S KD")
    assert accepts(match, down(0, "7H 7D 7C / 4S 5S 6S 7S"))
    assert offered(match, 0, GoDown)


@each("set_max_opening")
def test_switch_set_max_opening(value: str) -> None:
    match = in_hand("7H 7D 7C 7S 7H 9S 9H 9C KD", set_max_opening=value)
    assert accepts(match, down(0, "7H 7D 7C 7S 7H / 9S 9H 9C")) is (value == "none")
    (offer,) = offered(match, 0, GoDown)
    assert isinstance(offer, GoDown)
    assert sum(len(meld.cards) for meld in offer.melds) == (8 if value == "none" else 7)


@each("deal7_discard")
def test_switch_deal7_discard(value: str) -> None:
    all_of_it = "2S 3S 4S 5S 6S / 7H 8H 9H TH / JD QD KD AD"
    all_but_one = "2S 3S 4S 5S / 7H 8H 9H TH / JD QD KD AD"
    match = in_hand("2S 3S 4S 5S 6S 7H 8H 9H TH JD QD KD AD", deal=7, deal7_discard=value)
    assert accepts(match, down(0, all_of_it)) is (value == "none")
    assert accepts(match, down(0, all_but_one)) is (value == "discard")
    (offer,) = offered(match, 0, GoDown)
    match.play(offer)
    assert match.is_over is (value == "none")
    if value == "discard":
        throws(match, 0, holds(match, 0))
        assert match.is_over


@each("penalty_card")
def test_switch_penalty_card(value: str) -> None:
    match = table("contract", players=3, upcard="KH", switches={"penalty_card": value})
    leaves(match, 0)
    free = Buy(Seat(1), penalty=False)
    assert accepts(match, free) is (value == "optional")
    assert (free in offered(match, 1, Buy)) is (value == "optional")
    if value == "optional":
        match.play(free)
        assert len(match.position.hand(Seat(1))) == 11
        assert next(event for event in match.events if isinstance(event, Bought)).penalty == ()


@each("buy_priority")
def test_switch_buy_priority(value: str) -> None:
    match = table("contract", players=4, upcard="KH", switches={"buy_priority": value})
    leaves(match, 0)
    match.play(leave(1))
    match.play(buy(3))
    got = [event.seat for event in match.events if isinstance(event, Bought)]
    assert got == ([3] if value == "first_call" else [])
    if value == "seat_order":
        match.play(buy(2))
        assert [event.seat for event in match.events if isinstance(event, Bought)] == [2]


@each("buy_limit")
def test_switch_buy_limit(value: str) -> None:
    match = table("contract", players=4, switches={"buy_limit": value})
    for seat in (0, 1, 2, 3, 0):
        leaves(match, seat)
        while match.position.phase is Phase.CLAIM:
            other = match.position.asked[0]
            match.play(buy(other) if other == 3 else leave(other))
        throws(match, seat)
    assert match.position.dealing.buying.bought[3] == 3
    leaves(match, 1)
    assert (3 in match.position.asked) is (value == "none")


def one_down(**switches: object) -> Match:
    """Seat 0 is down, and seat 1 to throw."""
    match = table("contract", [TWO_SETS + " KD 2S", "", ""], players=3, switches=switches)
    goes_down(match, 0, LAID)
    throws(match, 0, "2S")
    draws(match, 1)
    throws(match, 1)
    return match


@each("buy_when_down")
def test_switch_buy_when_down(value: str) -> None:
    match = one_down(buy_when_down=value)
    leaves(match, 2)
    assert (match.position.asked == (0,)) is (value == "yes")
    assert (match.position.phase is Phase.CLAIM) is (value == "yes")


@each("buy_own_discard")
def test_switch_buy_own_discard(value: str) -> None:
    match = table("contract", ["KH", "", ""], draws="QD", switches={"buy_own_discard": value})
    draws(match, 0)
    throws(match, 0, "KH")
    leaves(match, 1)
    assert match.position.asked == ((2, 0) if value == "yes" else (2,))
    match.play(leave(2))
    if value == "yes":
        match.play(buy(0))
        assert holds(match, 0).count("KH") == 1
        assert len(match.position.hand(Seat(0))) == 12


@each("buy_upcard")
def test_switch_buy_upcard(value: str) -> None:
    match = table("contract", players=3, upcard="KH", switches={"buy_upcard": value})
    leaves(match, 0)
    assert match.position.phase is (Phase.CLAIM if value == "yes" else Phase.PLAY)


@each("layoff_same_turn")
def test_switch_layoff_same_turn(value: str) -> None:
    match = in_hand(TWO_SETS + " 7S KD QS", layoff_same_turn=value)
    match.play(down(0, LAID))
    assert accepts(match, lay(0, "7S", 0)) is (value == "yes")
    assert bool(offered(match, 0, LayOff)) is (value == "yes")
    if value == "no":
        assert refused(match, lay(0, "7S", 0)) == "layoff_later"
    throws(match, 0, "KD")
    for seat in (1, 2, 3):
        turn(match, seat)
    draws(match, 0)
    match.play(lay(0, "7S", 0))


@each("joker_take")
def test_switch_joker_take(value: str) -> None:
    switches = {"joker_take": value, "joker_owner": "owner_too", "jokers": "one_fewer_than_players"}
    match = table("contract", players=4, deal=2, switches=switches)
    draws(match, 0)
    with_hand(match, 0, "7H 7D JK 4S 5S JK KH QH")
    match.play(down(0, "7H 7D JK=7S / 4S 5S JK=6S"))
    with_hand(match, 0, "6S 7S QH")
    taken = {act.on for act in offered(match, 0, TakeJoker) if isinstance(act, TakeJoker)}
    assert taken == {"own_turn": {1}, "own_turn_sets_too": {0, 1}, "out_of_turn": {1}, "no": set()}[value]
    assert accepts(match, joker(0, "6S", 1)) is (value != "no")
    assert accepts(match, joker(0, "7S", 0)) is (value == "own_turn_sets_too")


def three_down(value: str = "out_of_turn") -> Match:
    """Seats 1 and 2 are down, seat 0 has drawn and holds a contract with a joker; seat 3 is not down."""
    match = table("contract", players=4, deal=2, dealer=0, switches={"joker_take": value, "jokers": "one_fewer_than_players"})
    for seat, laid in ((1, "TH TD TC / 8D 9D TD"), (2, "KH KD KC / 2H 3H 4H")):
        draws(match, seat)
        with_hand(match, seat, laid.replace("/", "") + " 2C 9C")
        match.play(down(seat, laid))
        throws(match, seat, "2C")
        with_hand(match, seat, "QS 5C")
    turn(match, 3)
    draws(match, 0)
    return with_hand(match, 0, "7H 7D 7C 4S 5S JK JC QC")


def test_switch_joker_take_out_of_turn_asks_all_who_are_down_in_order_whatever_they_hold() -> None:
    match = three_down()
    match.play(down(0, JOKER_RUN))
    assert (match.position.phase, match.position.asked) == (Phase.JOKER, (1,))
    assert match.options(Seat(1)) == (Pass(Seat(1)),)
    match.play(leave(1))
    assert match.position.asked == (2,)
    match.play(leave(2))
    assert (match.position.phase, match.position.asked) == (Phase.PLAY, (0,))
    assert [event.seat for event in match.events if isinstance(event, Passed)][-2:] == [1, 2]


def test_switch_joker_take_out_of_turn_the_first_in_order_has_it_and_keeps_it_in_hand() -> None:
    match = three_down()
    with_hand(match, 1, "6S 5C")
    with_hand(match, 2, "6S 5C")
    match.play(down(0, JOKER_RUN))
    assert refused(match, joker(2, "6S", 5)) == "not_asked"
    assert offered(match, 1, TakeJoker) == [joker(1, "6S", 5)]
    assert refused(match, joker(1, "5C", 5)) == "joker_is_no_such"
    match.play(joker(1, "6S", 5))
    assert holds(match, 1) == "5C JK"
    assert on_table(match)[5] == "4S 5S 6S"
    # no other joker lies there, so the turn goes on
    assert (match.position.phase, match.position.asked) == (Phase.PLAY, (0,))
    assert next(event for event in match.events if isinstance(event, JokerTaken)).owed is False
    throws(match, 0)
    assert match.position.phase is Phase.DRAW


def test_switch_joker_take_out_of_turn_asks_the_taker_again_where_more_jokers_lie() -> None:
    match = three_down()
    with_hand(match, 0, "7H 7D 7C 4S JK JK JC QC")
    with_hand(match, 1, "5S 6S 5C")
    match.play(down(0, "7H 7D 7C / 4S JK=5S JK=6S"))
    match.play(joker(1, "6S", 5))
    assert (match.position.phase, match.position.asked) == (Phase.JOKER, (1,))
    match.play(joker(1, "5S", 5))
    assert on_table(match)[5] == "4S 5S 6S"
    assert match.position.phase is Phase.PLAY


def test_switch_joker_take_out_of_turn_asks_again_where_a_joker_is_laid_off_or_moved_and_not_else() -> None:
    match = three_down()
    match.play(down(0, JOKER_RUN))
    match.play(leave(1))
    match.play(leave(2))
    with_hand(match, 0, "7S 6S JK QC")
    match.play(lay(0, "7S", 5, "high"))
    assert match.position.phase is Phase.PLAY
    match.play(slide(0, "6S", 5, "high"))
    assert (match.position.phase, match.position.asked) == (Phase.JOKER, (1,))
    match.play(leave(1))
    match.play(leave(2))
    match.play(lay(0, "JK", 5, "low"))
    assert (match.position.phase, match.position.asked) == (Phase.JOKER, (1,))


@pytest.mark.parametrize("value", ["own_turn", "own_turn_sets_too", "no"])
def test_switch_joker_take_only_out_of_turn_asks_anybody(value: str) -> None:
    match = three_down(value)
    match.play(down(0, JOKER_RUN))
    assert (match.position.phase, match.position.asked) == (Phase.PLAY, (0,))


def test_switch_joker_take_nobody_is_asked_once_the_deal_is_over() -> None:
    match = three_down()
    with_hand(match, 0, "7H 7D 7C 4S 5S JK")
    match.play(down(0, JOKER_RUN))
    assert finished(match)


@each("joker_shift")
def test_switch_joker_shift(value: str) -> None:
    match = in_hand("7H 7D 7C 4S 5S JK 6S KD", deal=2, joker_shift=value)
    match.play(down(0, JOKER_RUN))
    assert accepts(match, slide(0, "6S", 1, "high")) is (value == "allowed")
    assert bool(offered(match, 0, SlideJoker)) is (value == "allowed")


@each("joker_owner")
def test_switch_joker_owner(value: str) -> None:
    match = in_hand("7H 7D 7C 4S 5S JK 6S KD", deal=2, joker_owner=value)
    match.play(down(0, JOKER_RUN))
    assert accepts(match, joker(0, "6S", 1)) is (value == "owner_too")
    assert bool(offered(match, 0, TakeJoker)) is (value == "owner_too")


@each("joker_taken_use")
def test_switch_joker_taken_use(value: str) -> None:
    match = in_hand("7H 7D 7C 4S 5S JK 6S 7S KD", deal=2, joker_taken_use=value, joker_owner="owner_too")
    match.play(down(0, JOKER_RUN))
    match.play(joker(0, "6S", 1))
    must = value == "this_turn"
    assert accepts(match, lay(0, "7S", 1, "high")) is not must
    if must:
        assert refused(match, lay(0, "7S", 0)) == "joker_owed"
        assert refused(match, Discard(Seat(0), card("KD"))) == "joker_owed"
        assert {act.card for act in match.options(Seat(0)) if isinstance(act, LayOff)} == {card("JK")}
        assert len(match.options(Seat(0))) == 3  # into the set, or to either end of the run
        match.play(lay(0, "JK", 0))
        assert accepts(match, lay(0, "7S", 0))
    throws(match, 0, "KD")
    assert ("JK" in holds(match, 0)) is not must


def test_switch_joker_taken_use_moves_no_other_joker_before_it_is_played() -> None:
    match = in_hand("4S 5S JK 9H JK JH 6S TH KD", deal=3, players=5, joker_taken_use="this_turn", joker_owner="owner_too")
    match.play(down(0, "4S 5S JK=6S / 9H JK=TH JH"))
    match.play(joker(0, "6S", 0))
    assert offered(match, 0, SlideJoker) == []
    assert refused(match, slide(0, "TH", 1, "high")) == "joker_owed"
    match.play(lay(0, "JK", 0, "high"))
    match.play(slide(0, "TH", 1, "high"))


@each("same_suit_runs")
@pytest.mark.parametrize(
    ("laid", "allowed"),
    [
        ("3C 4C 5C / 6C 7C 8C", set()),
        ("3C 4C 5C / 7C 8C 9C", {"not_consecutive", "gap"}),
        ("7C 8C 9C / 3C 4C 5C", {"not_consecutive", "gap"}),
        ("3C 4C 5C / 5C 6C 7C", {"not_consecutive"}),
        ("3C 4C 5C / 7D 8D 9D", {"not_consecutive", "gap", "different"}),
    ],
)
def test_switch_same_suit_runs(value: str, laid: str, allowed: set[str]) -> None:
    match = in_hand(laid.replace("/", "") + " KH", deal=3, same_suit_runs=value)
    assert accepts(match, down(0, laid)) is (value in allowed)
    assert bool(offered(match, 0, GoDown)) is (value in allowed)


@each("final_discard")
def test_switch_final_discard(value: str) -> None:
    match = in_hand(TWO_SETS + " 7S", final_discard=value)
    everything = down(0, "7S 7H 7D 7C / 9S 9H 9C")
    assert accepts(match, everything) is (value == "optional")
    # whoever must keep a card may still go down with all others
    (offer,) = offered(match, 0, GoDown)
    assert isinstance(offer, GoDown)
    assert sum(len(meld.cards) for meld in offer.melds) == (7 if value == "optional" else 6)
    match.play(down(0, LAID))
    assert accepts(match, lay(0, "7S", 0)) is (value == "optional")
    if value == "required":
        assert refused(match, lay(0, "7S", 0)) == "last_card_is_thrown"
        assert offered(match, 0, LayOff) == []
    throws(match, 0, "7S")
    assert finished(match)


def test_switch_final_discard_does_not_hinder_deal_7_where_nothing_is_thrown() -> None:
    match = in_hand("2S 3S 4S 5S 6S 7H 8H 9H TH JD QD KD AD", deal=7, final_discard="required")
    (offer,) = offered(match, 0, GoDown)
    match.play(offer)
    assert match.is_over


def test_switch_final_discard_holds_where_the_last_card_would_move_a_joker() -> None:
    for value, allowed in (("optional", True), ("required", False)):
        match = in_hand("7H 7D 7C 4S 5S JK 6S", deal=2, final_discard=value)
        match.play(down(0, JOKER_RUN))
        assert bool(offered(match, 0, SlideJoker)) is allowed
        assert accepts(match, slide(0, "6S", 1, "high")) is allowed
        if not allowed:
            assert refused(match, slide(0, "6S", 1, "high")) == "last_card_is_thrown"


def test_switch_final_discard_and_a_joker_that_must_be_played_leave_nobody_stuck() -> None:
    match = in_hand(
        "7H 7D 7C 4S 5S JK 6S", deal=2, final_discard="required", joker_taken_use="this_turn", joker_owner="owner_too"
    )
    match.play(down(0, JOKER_RUN))
    assert refused(match, joker(0, "6S", 1)) == "joker_has_no_place"
    assert offered(match, 0, TakeJoker) == []
    throws(match, 0, "6S")
    assert finished(match)


@each("deuces_wild")
def test_switch_deuces_wild(value: str) -> None:
    match = in_hand("7H 7D 2C 9S 9H 9C KD", deuces_wild=value)
    on = value == "on"
    assert bool(offered(match, 0, GoDown)) is on
    points = load("contract", {"deuces_wild": value}).points.values.by_face(match.rules.contract_play.melding.wild)
    assert points[card("2C")] == (15 if on else 2)
    if on:
        (offer,) = offered(match, 0, GoDown)
        match.play(offer)
        assert len(on_table(match)) == 2
        sequence = in_hand("7H 7D 7C AS 2S 3S KD", deal=2, deuces_wild=value)
        sequence.play(down(0, "7H 7D 7C / AS 2S 3S"))  # a deuce may also be a deuce


@each("deuces_wild")
@pytest.mark.parametrize("deuce", ["2S", "2H", "2D", "2C"])
def test_switch_deuces_wild_is_every_deuce_laid_off_too_and_scored(value: str, deuce: str) -> None:
    match = in_hand(f"{TWO_SETS} {deuce} KD", players=3, deuces_wild=value)
    match.play(down(0, LAID))
    assert accepts(match, lay(0, deuce, 0)) is (value == "on")
    assert bool(offered(match, 0, LayOff)) is (value == "on")
    with_hand(match, 0, "KD")
    with_hand(match, 1, f"{deuce} 3H")
    throws(match, 0, "KD")
    assert match.position.standing.totals[1] == (18 if value == "on" else 5)


@each("stock_out")
def test_switch_stock_out(value: str) -> None:
    match = table("contract", players=3, draws="KD QD JD", switches={"stock_out": value})
    for seat in range(3):
        turn(match, seat)
    run_down(match)
    pile = match.position.dealing.discards
    draws(match, 0)
    rebuilt = [event.stock for event in match.events if isinstance(event, StockRebuilt)]
    assert match.position.dealing.ran_out is (value == "end")
    assert bool(rebuilt) is (value != "end")
    if value == "end":
        return
    assert (rebuilt[0] == pile[:-1][::-1]) is (value == "turn_once")
    assert sorted(rebuilt[0]) == sorted(pile[:-1])
    throws(match, 0)
    run_down(match)
    draws(match, 1)
    assert match.position.dealing.ran_out is (value == "turn_once")


@each("jokers")
@pytest.mark.parametrize("players", [3, 4, 5, 8])
def test_switch_jokers(value: str, players: int) -> None:
    pack = load("contract", {"jokers": value}).pack_for(players)
    assert pack.jokers == (players - 1 if value == "one_fewer_than_players" else 1 if players < 5 else 2)


@each("discard_view")
def test_switch_discard_view(value: str) -> None:
    match = table("contract", players=3, upcard="KH", draws="QD JD TD 9D", switches={"discard_view": value})
    for seat in (0, 1, 2, 0):
        turn(match, seat)
    deal = match.view(Seat(1)).deal
    assert deal is not None
    assert print_cards(deal.discards) == ("KH QD JD TD 9D" if value == "all" else "9D")
    assert len(deal.turns) == {"lap": 3, "all": 4, "top": 0}[value]


@each("tie")
def test_switch_tie(value: str) -> None:
    match = table("contract", players=3, deal=7, totals=[10, 0, 90], switches={"tie": value})
    draws(match, 0)
    with_hand(match, 1, "TS")
    with_hand(match, 0, "2S 3S 4S 5S 6S 7H 8H 9H TH JD QD KD AD")
    match.play(down(0, "2S 3S 4S 5S 6S / 7H 8H 9H TH / JD QD KD AD"))
    assert match.position.standing.status is Status.SPLIT
    assert match.position.standing.winners == (0, 1)


def test_a_discard_that_is_taken_is_never_asked_about() -> None:
    match = table("contract", players=3, upcard="KH")
    takes(match, 0)
    assert match.position.phase is Phase.PLAY
    assert refused(match, Draw(Seat(0))) == "wrong_phase"
