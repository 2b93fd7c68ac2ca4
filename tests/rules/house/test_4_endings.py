"""House 4: ending the hand."""

from __future__ import annotations

import pytest

from continental.codec import to_plain
from continental.engine import Match
from continental.play.actions import Close, Continental, Knock, StraightFlush
from continental.play.events import Counted, HandEnded
from continental.play.terms import Ending, Phase, Seat, Status
from continental.play.view import see
from continental.testing.builders import hand, match_with
from tests.rules.house.play_kit import (
    MELDED,
    NINE_AND_2,
    NINE_AND_3,
    NINE_AND_KING,
    SPADE_RUN,
    SPADES,
    TEN,
    card,
    close,
    continental,
    count,
    counts,
    draws,
    ended,
    flush,
    knock,
    knocks,
    offers,
    reason,
    refused,
    takes,
    throws,
    totals,
    turn,
)

LOW = "AS 3S 5H 7S 9H JD KD 2C 4H 6D"
"""Melds nothing."""


def test_4_0_each_ending_is_declared_on_ones_own_turn() -> None:
    match = match_with([LOW, NINE_AND_2, MELDED[0], SPADES])
    for act in (knock(1, "2D"), close(2, "JD"), continental(3, "KS"), flush(3, "KS")):
        assert refused(match, act) == "not_asked"
        assert match.options(act.seat) == ()


def test_4_0_a_knock_and_a_close_are_never_both_open() -> None:
    match = match_with([NINE_AND_2, MELDED[0]])
    assert (len(offers(match, 0, Knock)), offers(match, 0, Close)) == (1, [])
    draws(match, 0)
    assert offers(match, 0, Knock) == []
    assert refused(match, knock(0, "2D")) == "knock_after_draw"


def test_4_0_a_hand_ends_once() -> None:
    match = match_with([NINE_AND_2, "JK | 5H 7D 9C JH KD 2C 4H 6D TS", MELDED[0]])
    knocks(match, 0, "2D")
    assert match.position.phase is Phase.COUNT
    for act in (knock(0, "2D"), close(0, "2D"), knock(1, "2C")):
        assert refused(match, act) in {"not_asked", "wrong_phase"}


@pytest.mark.parametrize(("cards", "loose", "points"), [(NINE_AND_2, "2D", 2), (NINE_AND_3, "3D", 3)])
def test_4_1_knock_is_declared_before_drawing_with_nine_melded_and_a_2_or_3(cards: str, loose: str, points: int) -> None:
    match = match_with([cards, MELDED[0], MELDED[1]], totals=[10, 20, 45])
    assert offers(match, 0, Knock) == [knock(0, loose)]
    knocks(match, 0, loose)
    assert ended(match).ending is Ending.KNOCK
    assert ended(match).left == (card(loose),)
    assert ended(match).cards == hand(cards)
    assert totals(match) == [10 + points, 20, 45]
    assert match.position.standing.status is Status.PLAYING


def test_4_1_the_knock_neither_draws_nor_throws() -> None:
    match = match_with([NINE_AND_2, MELDED[0], MELDED[1]])
    stock, discards = match.position.dealing.stock, match.position.dealing.discards
    knocks(match, 0, "2D")
    assert (match.position.dealing.stock, match.position.dealing.discards) == (stock, discards)
    assert ended(match).thrown is None


@pytest.mark.parametrize("loose", ["4D", "AD", "KD", "TD"])
def test_4_1_no_other_card_may_be_the_tenth(loose: str) -> None:
    match = match_with([NINE_AND_2.replace("2D", loose), ""])
    assert refused(match, knock(0, loose)) == "knock_needs_low_card"
    assert reason(match, 0, "knock") == "knock_no_low_card"


def test_4_1_nine_must_be_melded() -> None:
    match = match_with(["4S 5S 6S | 7H 7D 8C | 9C TC JC | 2D", ""])
    assert refused(match, knock(0, "2D")) == "knock_not_melded"
    assert reason(match, 0, "knock") == "knock_not_melded"
    assert refused(match, knock(0, "2S")) == "card_not_held"


def test_4_1_jokers_are_among_the_nine() -> None:
    match = match_with(["4S JK 6S | 7H 7D JK | 9C TC JC | 2D", MELDED[0], MELDED[1]])
    knocks(match, 0, "2D")
    assert sum(meld.jokers() for meld in ended(match).melds) == 2


def test_4_2_close_melds_all_ten_throws_the_card_drawn_and_takes_off_ten() -> None:
    match = match_with([TEN, MELDED[0], MELDED[1]], totals=[10, 30, 50], draws="KD")
    draws(match, 0)
    assert offers(match, 0, Close) == [close(0, "KD")]
    match.play(close(0, "KD"))
    assert ended(match).ending is Ending.CLOSE
    assert ended(match).cards == hand(TEN)
    assert match.position.dealing.discards[-1] == card("KD")
    assert totals(match) == [0, 30, 50]
    assert match.position.standing.status is Status.PLAYING


def test_4_2_no_card_but_the_one_just_drawn_is_thrown() -> None:
    match = match_with([TEN, ""], draws="6S")
    draws(match, 0)
    assert offers(match, 0, Close) == [close(0, "6S")]
    assert refused(match, close(0, "2S")) == "close_discard"  # the run of five would be melded without its 2 too


def test_4_2_a_close_comes_after_the_draw() -> None:
    match = match_with([TEN, ""])
    assert refused(match, close(0, "JC")) == "close_before_draw"


def test_4_2_all_ten_must_be_melded() -> None:
    match = match_with([NINE_AND_KING, ""], draws="AD")
    draws(match, 0)
    assert refused(match, close(0, "AD")) == "close_not_melded"
    assert reason(match, 0, "close") == "close_not_melded"


def test_4_3_continental_is_ten_of_one_suit_and_takes_off_35() -> None:
    match = match_with([SPADES, MELDED[0], MELDED[1]], totals=[40, 30, 50], draws="3H")
    draws(match, 0)
    assert offers(match, 0, Continental) == [continental(0, "3H")]
    match.play(continental(0, "3H"))
    assert ended(match).ending is Ending.CONTINENTAL
    assert totals(match) == [5, 30, 50]
    assert match.position.standing.status is Status.PLAYING
    assert match.position.phase is Phase.COMMIT


def test_4_3_jokers_count_as_any_suit() -> None:
    match = match_with(["2S 3S 5S JK JK 9S JS QS KS KS", ""], draws="3H")
    draws(match, 0)
    match.play(continental(0, "3H"))
    assert ended(match).ending is Ending.CONTINENTAL


def test_4_3_a_second_suit_among_the_ten_is_refused() -> None:
    match = match_with([SPADES.replace("2S", "2H"), ""], draws="3H")
    draws(match, 0)
    assert refused(match, continental(0, "3H")) == "not_one_suit"
    assert reason(match, 0, "continental") == "not_one_suit"
    assert refused(match, continental(0, "4D")) == "card_not_held"
    assert refused(match, continental(0)) == "discard_needed"


def test_4_3_any_of_eleven_spades_may_be_thrown() -> None:
    match = match_with([SPADES, ""], draws="TS")
    draws(match, 0)
    assert len(offers(match, 0, Continental)) == len(set(hand(SPADES + " TS")))


@pytest.mark.parametrize("cards", [SPADE_RUN, "AS 2S 3S 4S 5S 6S 7S 8S 9S TS", "5S 6S 7S 8S 9S TS JS QS KS AS"])
def test_4_4_ten_in_sequence_win_the_match_outright(cards: str) -> None:
    match = match_with([cards, NINE_AND_KING, MELDED[1]], totals=[90, 10, 20], draws="3H", pot=7000)
    draws(match, 0)
    match.play(flush(0, "3H"))
    assert ended(match).ending is Ending.STRAIGHT_FLUSH
    assert totals(match) == [55, 20, 20]
    assert (match.position.standing.status, match.position.standing.winners) == (Status.WON, (0,))
    assert match.position.standing.pot == 0
    assert match.position.phase is Phase.OVER
    assert match.options(Seat(0)) == ()


@pytest.mark.parametrize("cards", [SPADES, SPADE_RUN.replace("QS", "KS"), "JS QS KS AS 2S 3S 4S 5S 6S 7S"])
def test_4_4_a_gap_or_a_wrap_is_no_sequence(cards: str) -> None:
    match = match_with([cards, ""], draws="3H")
    draws(match, 0)
    assert refused(match, flush(0, "3H")) == "not_in_sequence"
    assert reason(match, 0, "straight_flush") == "not_in_sequence"
    assert offers(match, 0, StraightFlush) == []


def test_4_5_everyone_else_shows_and_melded_cards_cost_nothing() -> None:
    match = match_with([NINE_AND_2, NINE_AND_KING, MELDED[0].replace("5H", "KS")])
    knocks(match, 0, "2D")
    assert counts(match) == {1: 10, 2: 10}
    shown = [event for event in match.events if isinstance(event, Counted)]
    assert [(event.seat, event.left) for event in shown] == [(1, (card("KS"),)), (2, (card("KS"),))]
    assert shown[0].cards == hand(NINE_AND_KING)


def test_4_5_only_melds_of_ones_own_hand_count() -> None:
    match = match_with([NINE_AND_2, "3S | 8H 8D | 5D 5H | KD KC | JS JD AH", MELDED[0]])
    knocks(match, 0, "2D")
    # the 3S would join the ender's 4S 5S 6S, and each pair a third card in another hand
    assert counts(match)[1] == 3 + 16 + 10 + 20 + 20 + 15


def test_4_5_the_ender_wins_though_somebody_counts_less() -> None:
    match = match_with([NINE_AND_3, MELDED[0], MELDED[1]], totals=[20, 40, 60])
    knocks(match, 0, "3D")
    assert totals(match) == [23, 40, 60]
    assert match.position.standing.cash[0] == -1000 + 100


def test_4_5_a_hand_is_shown_as_its_owner_counts_it_and_not_before() -> None:
    match = match_with(
        [NINE_AND_2, "JK | 5H 7D 9C JH KD 2C 4H 6D TS", NINE_AND_KING, "JK | 5D 7S 9H JC KH 2S 4D 6C TD"], players=4
    )
    told = len(match.events)
    knocks(match, 0, "2D")
    assert match.position.asked == (1,)
    hidden = [match.position.hand(Seat(seat)) for seat in (1, 2, 3)]
    for watcher in (None, 0, 1, 2, 3):
        view = match.view(None if watcher is None else Seat(watcher))
        assert view.deal is not None
        assert view.deal.showdown.counts == ()
        assert view.deal.showdown.ended is not None
        assert view.deal.showdown.ended.cards == hand(NINE_AND_2)
        assert view.deal.hand == (() if watcher is None else match.position.hand(Seat(watcher)))
        seen = [see(event, None if watcher is None else Seat(watcher)) for event in match.events[told:]]
        assert not any(isinstance(event, Counted) for event in seen)
        assert all(str(to_plain(event)).count("'5H'") == 0 for event in seen)
    match.play(count(1))
    assert [shown.seat for shown in match.position.dealing.showdown.counts] == [1, 2]  # seat 2 has nothing to choose
    assert match.position.asked == (3,)
    assert match.position.dealing.showdown.counts[0].cards == hidden[0]
    match.play(count(3))
    assert [shown.seat for shown in match.position.dealing.showdown.counts] == [1, 2, 3]


ENDABLE = [
    (NINE_AND_2, "", {"knock"}),
    (NINE_AND_2, "KD", set()),
    (TEN, "KD", {"close"}),
    (SPADES, "KD", {"continental"}),
    (SPADE_RUN, "KD", {"close", "continental", "straight_flush"}),
    ("2H 3H 4H 5H 6H 7H 8H 9H TH JH", "KD", {"close", "continental", "straight_flush"}),
    (LOW, "KD", set()),
]


@pytest.mark.parametrize(("cards", "drawn", "endings"), ENDABLE)
def test_4_every_ending_that_is_possible_is_offered_and_every_other_has_its_reason(
    cards: str, drawn: str, endings: set[str]
) -> None:
    match: Match = match_with([cards, ""], draws=drawn)
    if drawn:
        draws(match, 0)
    offered = {type(act): act for act in match.options(Seat(0)) if isinstance(act, Knock | Close | Continental | StraightFlush)}
    names = {"Knock": "knock", "Close": "close", "Continental": "continental", "StraightFlush": "straight_flush"}
    assert {names[kind.__name__] for kind in offered} == endings
    possible = {"close", "continental", "straight_flush"} if drawn else {"knock", "continental", "straight_flush"}
    assert all(reason(match, 0, name) is not None for name in possible - endings)
    assert all(reason(match, 0, name) is None for name in endings)


def test_4_an_ending_by_a_taken_discard() -> None:
    match = match_with([LOW, SPADES, ""], upcard="5D", draws="TS")
    turn(match, 0, "KD")
    takes(match, 1)
    assert refused(match, close(1, "KD")) == "close_not_melded"
    match.play(continental(1, "KD"))
    assert isinstance(match.position.dealing.showdown.ended, HandEnded)


def test_4_a_seat_that_may_end_the_hand_need_not() -> None:
    match = match_with([NINE_AND_2, ""], draws="KD")
    draws(match, 0)
    throws(match, 0, "KD")
    assert match.position.asked == (1,)
