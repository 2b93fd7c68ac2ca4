"""Contract Rummy 20 to 22: the stock, the score, and wild deuces."""

from __future__ import annotations

from functools import partial

import pytest

from continental.play.actions import Draw, Take
from continental.play.events import Bought, HandScored, MatchEnded, StockRanOut, StockRebuilt
from continental.play.position import census
from continental.play.shuffle import shuffled
from continental.play.terms import Phase, Seat, Status
from continental.rules.load import load
from continental.testing.builders import DICE, run_down
from tests.rules import contract_kit
from tests.rules.contract_kit import (
    buy,
    card,
    down,
    draws,
    finished,
    goes_down,
    lay,
    leave,
    refused,
    table,
    throws,
    totals,
    turn,
    with_hand,
)

left_with = partial(contract_kit.left_with, "contract")

TWO_SETS = "7H 7D 7C 9S 9H 9C"
LAID = "7H 7D 7C / 9S 9H 9C"


def test_20_an_empty_stock_is_made_anew_of_all_discards_but_the_top_one() -> None:
    match = table("contract", players=3, draws="KD QD JD")
    for seat in range(3):
        turn(match, seat)
    run_down(match)
    pile = match.position.dealing.discards
    draws(match, 0)
    rebuilt = next(event for event in match.events if isinstance(event, StockRebuilt))
    assert rebuilt.stock == shuffled(DICE, "rebuild 1", pile[:-1])
    assert rebuilt.discards == pile[-1:]
    assert match.position.dealing.drawn == rebuilt.stock[-1]
    # and a second time, in another order
    throws(match, 0)
    run_down(match)
    pile = match.position.dealing.discards
    draws(match, 1)
    again = [event for event in match.events if isinstance(event, StockRebuilt)][-1]
    assert (again.stock, again.discards) == (shuffled(DICE, "rebuild 2", pile[:-1]), pile[-1:])


@pytest.mark.parametrize("stock", [0, 1, 2, 3])
@pytest.mark.parametrize("pile", [0, 1, 2, 3])
@pytest.mark.parametrize("wants", [None, 1, 2])
@pytest.mark.parametrize("out", ["reshuffle", "turn_once", "end"])
def test_20_the_deal_goes_on_or_ends_at_every_count_of_cards_left(stock: int, pile: int, wants: int | None, out: str) -> None:
    match = left_with(stock, pile, stock_out=out)
    pack = match.rules.pack_for(4).census()
    can_draw = stock > 0 or (out != "end" and pile > 1)
    match.play(Draw(Seat(0)))
    asked = match.position.phase is Phase.CLAIM
    assert asked is (can_draw and pile > 0)
    while match.position.phase is Phase.CLAIM:
        seat = match.position.asked[0]
        match.play(buy(seat) if seat == wants else leave(seat))
    assert census(match.position.dealing) == pack
    bought = [event for event in match.events if isinstance(event, Bought)]
    assert bool(bought) is (asked and wants is not None)
    # the seat in turn has drawn, or there was nothing left for it, and then everybody scored
    if match.position.phase is Phase.PLAY:
        assert match.position.dealing.drawn is not None
        assert match.position.asked == (0,)
    else:
        assert finished(match)
        assert match.position.dealing.ran_out
        assert len(match.position.dealing.on_table.scored) == 4
    assert (match.position.phase is Phase.PLAY) is goes_on(stock, pile, bought=bool(bought), out=out)
    if bought:
        assert len(bought[0].penalty) == 1


def goes_on(stock: int, pile: int, *, bought: bool, out: str) -> bool:
    """Whether the seat in turn finds a card to draw, reckoned by counting."""
    rebuilds = {"reshuffle": 9, "turn_once": 1, "end": 0}[out]
    for is_penalty in (True, False) if bought else (False,):
        if stock == 0 and pile > 1 and rebuilds:
            stock, pile, rebuilds = pile - 1, 1, rebuilds - 1
        if stock == 0:
            return False
        stock -= 1
        pile -= is_penalty
    return True


def test_20_who_may_not_draw_may_still_take_the_discard() -> None:
    match = left_with(0, 1)
    assert match.options(Seat(0)) == (Draw(Seat(0)), Take(Seat(0)))
    match.play(Take(Seat(0)))
    assert match.position.phase is Phase.PLAY


def test_20_where_no_card_is_left_to_draw_the_deal_ends_and_all_score() -> None:
    match = left_with(0, 1)
    match.play(Draw(Seat(0)))
    assert any(isinstance(event, StockRanOut) for event in match.events)
    assert refused(match, Draw(Seat(0))) == "not_asked"
    values = match.rules.points.values
    assert totals(match) == [values.count(hand) for hand in match.position.dealing.hands]
    assert match.position.standing.wins == (0, 0, 0, 0)


def test_20_a_deal_that_nobody_closes_ends_after_sixty_laps_and_all_score() -> None:
    match = table("contract", players=3)
    while not finished(match):
        turn(match, match.position.asked[0])
    assert match.position.dealing.died
    assert match.position.dealing.laps == 60
    assert len(match.position.dealing.turns) == 180
    assert min(totals(match)) > 0


def test_21_the_others_score_what_they_hold_and_the_closer_nothing() -> None:
    match = table("contract", [TWO_SETS, "", ""], totals=[5, 20, 7])
    goes_down(match, 0, LAID)
    with_hand(match, 1, "7S AH KD JK")
    with_hand(match, 2, "TH TD TD 2S 9D")  # a set counts like other cards
    with_hand(match, 0, "2D")
    throws(match, 0, "2D")
    assert [(event.seat, event.points) for event in match.events if isinstance(event, HandScored)] == [(1, 47), (2, 41)]
    assert totals(match) == [5, 67, 48]
    assert match.position.standing.wins == (1, 0, 0)


def test_21_also_what_is_held_by_one_who_is_down() -> None:
    match = table("contract", [TWO_SETS, "TH TD TC JS JH JC", ""], draws="QD QH")
    goes_down(match, 0, LAID)
    throws(match, 0, "QD")
    goes_down(match, 1, "TH TD TC / JS JH JC")
    with_hand(match, 1, "7S")
    with_hand(match, 0, "KD 3D")
    match.play(lay(1, "7S", 0))
    assert totals(match)[:2] == [13, 0]


@pytest.mark.parametrize(
    ("before", "status", "winners"),
    [
        ([0, 9, 9], Status.WON, (0,)),
        ([60, 0, 90], Status.WON, (1,)),
        ([47, 0, 90], Status.SPLIT, (0, 1)),
        ([50, 3, 40], Status.SPLIT, (0, 1, 2)),
    ],
)
def test_21_the_lowest_total_after_deal_7_wins_and_equal_ones_share(
    before: list[int], status: Status, winners: tuple[int, ...]
) -> None:
    match = table("contract", players=3, deal=7, totals=before)
    draws(match, 0)
    with_hand(match, 0, "2S 3S 4S 5S 7H 8H 9H TH JD QD KD AD JK")
    with_hand(match, 1, "7S AH KD AC")
    with_hand(match, 2, "KC")
    match.play(down(0, "2S 3S 4S 5S JK=6S / 7H 8H 9H TH / JD QD KD AD"))
    assert match.is_over
    assert (match.position.standing.status, match.position.standing.winners) == (status, winners)
    assert any(isinstance(event, MatchEnded) for event in match.events)


def test_21_before_deal_7_the_match_goes_on() -> None:
    match = table("contract", [TWO_SETS, "", ""], deal=6)
    assert match.position.dealing.number == 6
    draws(match, 0)
    with_hand(match, 0, "7H 7D 7C 2S 3S 4S 6H 7H 8H")
    match.play(down(0, "7H 7D 7C / 2S 3S 4S / 6H 7H 8H"))
    assert match.position.phase is Phase.COMMIT
    assert not match.is_over


def test_22_deuces_are_deuces_unless_the_table_makes_them_wild() -> None:
    assert load("contract").contract_play.melding.wild == frozenset()
    match = table("contract", ["7H 7D 2C 9S 9H 9C", "", ""])
    draws(match, 0)
    assert refused(match, down(0, "7H 7D 7C / 9S 9H 9C")) == "down_not_held"
    assert load("contract").points.values.of(card("2C")) == 2
