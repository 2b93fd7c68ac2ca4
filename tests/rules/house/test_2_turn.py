"""House 2: deal and turn."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

from continental.cards import Card, as_hand, print_cards, rank_of
from continental.engine import Match
from continental.play.actions import Action, Deal, Discard, Draw, Take
from continental.play.events import DealDied, DealerDrawn, DealPassed, StockRebuilt
from continental.play.position import census
from continental.play.shuffle import shuffled
from continental.play.terms import Cents, Phase, Seat, Status
from continental.rules.load import load
from continental.testing.builders import DICE, hand, match_with, run_down
from tests.rules.house.play_kit import (
    MELDED,
    NINE_AND_2,
    NINE_AND_KING,
    TEN,
    card,
    close,
    draws,
    ended,
    knock,
    knocks,
    offers,
    refused,
    takes,
    throws,
    totals,
    turn,
)


def test_2_1_ten_each_one_by_one_from_the_dealers_left_then_the_upcard_and_the_rest_is_stock() -> None:
    match = match_with(dealer=1, players=3)
    deal = match.position.dealing
    order = deal.stacked
    assert order is not None
    from_top = order[::-1]
    for place, seat in enumerate((2, 0, 1)):
        assert deal.hands[seat] == as_hand(from_top[place:30:3])
        assert len(deal.hands[seat]) == 10
    assert deal.discards == (from_top[30],)
    assert deal.stock == order[: 108 - 31]


def test_2_2_the_top_of_the_stock_is_drawn() -> None:
    match = match_with(["", ""], upcard="5H", draws="KD QD")
    draws(match, 0)
    assert match.position.dealing.drawn == card("KD")
    assert match.position.hand(Seat(0)).count(card("KD")) >= 1
    assert print_cards(match.position.dealing.stock[-1:]) == "QD"
    assert print_cards(match.position.dealing.discards) == "5H"


def test_2_2_only_the_drawer_sees_what_was_drawn_and_all_see_what_was_taken() -> None:
    match = match_with(["", "", ""], upcard="5H", draws="KD")
    draws(match, 0)
    seen = [match.view(watcher).deal for watcher in (Seat(0), Seat(1), None)]
    assert [deal.drawn if deal else None for deal in seen] == [card("KD"), None, None]
    took = match_with(["", "", ""], upcard="5H")
    takes(took, 0)
    seen = [took.view(watcher).deal for watcher in (Seat(0), Seat(1), None)]
    assert [deal.took if deal else None for deal in seen] == [card("5H")] * 3


def test_2_2_or_the_top_of_the_discards_and_never_one_below_it() -> None:
    match = match_with(["", "", ""], upcard="5H", draws="KD QD")
    turn(match, 0)
    takes(match, 1)
    assert match.position.dealing.drawn == card("KD")
    assert print_cards(match.position.dealing.discards) == "5H"
    assert refused(match, Take(Seat(1))) == "wrong_phase"


def test_2_2_exactly_one_card_is_drawn() -> None:
    match = match_with(["", ""])
    assert refused(match, Discard(Seat(0), match.position.hand(Seat(0))[0])) == "wrong_phase"
    draws(match, 0)
    assert refused(match, Draw(Seat(0))) == "wrong_phase"
    assert refused(match, Take(Seat(0))) == "wrong_phase"
    assert len(match.position.hand(Seat(0))) == 11


def test_2_3_one_discard_face_up_ends_the_turn() -> None:
    match = match_with(["AS", "", ""])
    draws(match, 0)
    throws(match, 0, "AS")
    assert match.position.dealing.discards[-1] == card("AS")
    assert (match.position.phase, match.position.asked) == (Phase.DRAW, (1,))
    assert len(match.position.hand(Seat(0))) == 10
    assert refused(match, Discard(Seat(0), match.position.hand(Seat(0))[0])) == "not_asked"


def test_2_3_only_a_card_in_hand_is_thrown() -> None:
    match = match_with([TEN, ""], draws="KH")
    draws(match, 0)
    assert refused(match, Discard(Seat(0), card("AD"))) == "card_not_held"
    assert {act.card for act in offers(match, 0, Discard) if isinstance(act, Discard)} == set(hand(TEN + " KH"))


def test_2_4_one_does_not_draw_on_the_turn_one_knocks() -> None:
    match = match_with([NINE_AND_2, MELDED[0]])
    before = match.position.dealing
    knocks(match, 0, "2D")
    after = match.position.dealing
    assert (after.stock, after.discards) == (before.stock, before.discards)
    assert len(ended(match).cards) == 10
    assert ended(match).thrown is None


def test_2_4_nor_knock_on_the_turn_one_drew() -> None:
    match = match_with([NINE_AND_2, ""])
    draws(match, 0)
    assert refused(match, knock(0, "2D")) == "knock_after_draw"


def test_2_5_an_empty_stock_is_made_anew_of_the_discards_and_play_goes_on() -> None:
    match = match_with(["", "", ""], draws="KD QD JD")
    for seat in range(3):
        turn(match, seat)
    run_down(match)
    pile = match.position.dealing.discards
    draws(match, 0)
    rebuilt = next(event for event in match.events if isinstance(event, StockRebuilt))
    assert rebuilt.stock == shuffled(DICE, "rebuild 1", pile[:-1])
    assert rebuilt.discards == pile[-1:]
    assert match.position.dealing.drawn == rebuilt.stock[-1]
    assert match.position.dealing.stock == rebuilt.stock[:-1]
    assert census(match.position.dealing) == match.rules.pack_for(3).census()
    throws(match, 0, print_cards(match.position.hand(Seat(0))[:1]))
    assert match.position.asked == (1,)


def test_2_5_the_second_new_stock_of_a_deal_is_shuffled_by_a_name_of_its_own() -> None:
    match = match_with(["", "", ""], draws="KD QD JD")
    for seat in range(3):
        turn(match, seat)
    for number in (1, 2):
        run_down(match)
        pile = match.position.dealing.discards
        turn(match, number - 1)
        rebuilt = [event.stock for event in match.events if isinstance(event, StockRebuilt)]
        assert len(rebuilt) == number
        assert rebuilt[-1] == shuffled(DICE, f"rebuild {number}", pile[:-1])


def test_2_5_every_rebuilt_stock_of_a_deal_lies_otherwise() -> None:
    assert shuffled(DICE, "rebuild 1", tuple(map(Card, range(40)))) != shuffled(DICE, "rebuild 2", tuple(map(Card, range(40))))


def test_2_5_where_one_discard_is_all_there_is_it_must_be_taken() -> None:
    match = match_with(["", ""])
    run_down(match)
    deal = match.position.dealing
    # everything but the top discard in somebody's hand cannot be, with ten cards each; a pile of one can
    match.position = replace(match.position, deal=replace(deal, discards=deal.discards[-1:]))
    assert match.options(Seat(0)) == (Take(Seat(0)),)
    assert refused(match, Draw(Seat(0))) == "nothing_to_draw"
    takes(match, 0)
    assert match.position.phase is Phase.PLAY


def test_2_nothing_to_take_where_the_pile_is_empty() -> None:
    match = match_with(["", ""], draws="KD", switches={"reshuffle_top": "include"})
    run_down(match)
    draws(match, 0)
    assert match.position.dealing.discards == ()
    match.position = replace(match.position, phase=Phase.DRAW)
    assert refused(match, Take(Seat(0))) == "nothing_to_take"


def test_2_nothing_is_laid_down_before_the_end() -> None:
    rules = load("house")
    in_a_turn = {move.name for phase in (Phase.DRAW, Phase.PLAY) for move in rules.moves[phase]}
    assert in_a_turn == {"draw", "take", "knock", "continental", "straight_flush", "discard", "close"}
    match = match_with([TEN, MELDED[0]])
    draws(match, 0)
    assert {type(act) for act in match.options(Seat(0))} <= set(get_args(Action))
    assert {type(act).__name__ for act in match.options(Seat(0))} == {"Discard", "Close"}


def test_2_the_seat_on_the_dealers_left_begins_and_play_goes_clockwise() -> None:
    match = match_with(players=4, dealer=2)
    asked = []
    for _ in range(6):
        (seat,) = match.position.asked
        asked.append(seat)
        turn(match, seat)
    assert asked == [3, 0, 1, 2, 3, 0]


def test_2_those_who_are_out_are_passed_over() -> None:
    match = match_with(players=4, out=(1,), dealer=0)
    asked = []
    for _ in range(4):
        (seat,) = match.position.asked
        asked.append(seat)
        turn(match, seat)
    assert asked == [2, 3, 0, 2]
    assert refused(match, Draw(Seat(1))) == "seat_is_out"


def test_2_the_deal_passes_left_past_those_who_are_out() -> None:
    match = match_with([NINE_AND_2, NINE_AND_KING, MELDED[0]], totals=[0, 95, 40], dealer=0)
    turn(match, 1)
    turn(match, 2)
    knocks(match, 0, "2D")
    assert match.position.standing.out == (False, True, False)
    assert match.position.standing.dealer == 2
    assert next(event for event in reversed(match.events) if isinstance(event, DealPassed)).dealer == 2


@pytest.mark.parametrize("number", range(12))
def test_2_the_highest_card_deals_first_and_those_who_tie_draw_again(number: int) -> None:
    match = Match.begin(load("house"), 6, Cents(1000))
    match.deal(number.to_bytes(32, "big"))
    drawn = next(event for event in match.events if isinstance(event, DealerDrawn))
    tied = [Seat(seat) for seat in range(6)]
    left = list(drawn.draws)
    while len(tied) > 1:
        round_, left = left[: len(tied)], left[len(tied) :]
        assert [seat for seat, _ in round_] == tied
        heights = {seat: (rank_of(each) or 13) for seat, each in round_}  # the ace above the king
        assert all(each < 52 for _, each in round_)  # natural cards only
        tied = [seat for seat in tied if heights[seat] == max(heights.values())]
    assert left == []
    assert [drawn.dealer] == tied == [match.position.standing.dealer]
    assert match.position.asked == ((drawn.dealer + 1) % 6,)


def test_2_a_deal_that_nobody_ends_dies_after_60_laps_and_the_deal_passes_on() -> None:
    match = match_with(players=3, totals=[10, 95, 30])
    while match.position.phase is not Phase.COMMIT:
        (seat,) = match.position.asked
        turn(match, seat)
    assert [event.laps for event in match.events if isinstance(event, DealDied)] == [60]
    assert len(match.position.dealing.turns) == 180
    assert totals(match) == [10, 95, 30]
    assert match.position.standing.dealer == 0
    assert match.position.standing.pot == 3000
    assert match.position.standing.offer is None  # nobody scored, so nobody is asked to buy back


def test_2_three_dead_deals_in_a_row_abandon_the_match_and_the_pot_goes_back() -> None:
    match = match_with(players=3, totals=[10, 95, 30])
    for number in range(3):
        if number:
            match.deal(DICE)
        while match.position.phase in (Phase.DRAW, Phase.PLAY):
            (seat,) = match.position.asked
            turn(match, seat)
    assert match.position.standing.status is Status.ABANDONED
    assert match.position.standing.cash == (0, 0, 0)
    assert match.position.standing.pot == 0
    assert refused(match, Deal()) == "match_over"


def test_2_a_deal_that_is_about_to_die_can_still_be_ended() -> None:
    match = match_with([TEN, MELDED[0]], totals=[0, 50])
    for _ in range(59):
        turn(match, 0)
        turn(match, 1)
    draws(match, 0)
    drawn = match.position.dealing.drawn
    assert drawn is not None
    match.play(close(0, print_cards((drawn,))))
    assert totals(match) == [-10, 50]
