"""The house's interactions that are about play: what follows where two clauses meet."""

# ruff: noqa: N802 -- a test bears its interaction's number as the rules write it

from __future__ import annotations

from random import Random

import pytest

from continental.cards import JOKER, print_cards
from continental.engine import Match
from continental.play.actions import Accuse, Close, Continental, Discard, Draw, Knock, StraightFlush, Take
from continental.play.events import ClaimAnswered, FeedingRuled, StockRebuilt, Voted
from continental.play.terms import Ending, Phase, Seat, Status
from continental.testing.builders import match_with, run_down
from continental.testing.rule_set_kit import check_accepted
from tests.rules.house.play_kit import (
    MELDED,
    NINE_AND_2,
    NINE_AND_3,
    SPADE_RUN,
    SPADES,
    TEN,
    accuse,
    buy,
    card,
    close,
    continental,
    count,
    counts,
    draws,
    ended,
    fed,
    flush,
    knock,
    knocks,
    no_claim,
    offers,
    paid,
    reach,
    refused,
    rule,
    takes,
    throws,
    totals,
    turn,
)

LOW = "AS 3S 5H 7S 9H JD KD 2C 4H 6D"
"""Melds nothing."""
THREES = "3S 3H 3D 3C | 7H 7D 7C | 9C TC JC"
ACE_LOOSE = "4S 5S 6S | 7H 7D 7C | 9C TC JC | AD"


@pytest.mark.parametrize(
    ("cards", "loose", "start", "end", "out"),
    [
        (NINE_AND_2, "2D", 99, 101, True),
        (NINE_AND_3, "3D", 99, 102, True),
        (NINE_AND_2, "2D", 98, 100, False),
        (NINE_AND_3, "3D", 98, 101, True),
        (NINE_AND_2, "2D", 100, 102, True),
    ],
)
def test_I6_a_knock_may_put_the_knocker_out_who_still_collects(cards: str, loose: str, start: int, end: int, out: bool) -> None:
    match = match_with([cards, MELDED[0], MELDED[1]], totals=[start, 20, 50])
    knocks(match, 0, loose)
    assert totals(match)[0] == end
    assert match.position.standing.out[0] is out
    assert paid(match, "share", "pot_share") == {0: 1, 1: -1, 2: -1, "pot": 1}


@pytest.mark.parametrize(("cards", "loose", "first"), [(NINE_AND_2, "2D", 88), (NINE_AND_3, "3D", 87)])
def test_I6_a_knock_may_land_in_the_window_and_open_a_buy(cards: str, loose: str, first: int) -> None:
    for start in (first - 1, first):
        match = match_with([cards, MELDED[0], MELDED[1]], totals=[start, 20, 50])
        knocks(match, 0, loose)
        assert (match.position.phase is Phase.BUY_BACK) is (start == first)


def test_I7_an_ace_is_no_knock_card_though_it_counts_1_at_99() -> None:
    match = match_with([ACE_LOOSE, MELDED[0], MELDED[1]], totals=[99, 20, 50])
    assert refused(match, knock(0, "AD")) == "knock_needs_low_card"
    assert offers(match, 0, Knock) == []


def test_I8_a_joker_is_no_knock_card() -> None:
    match = match_with(["4S 5S 6S | 7H 7D 7C | 9C TC JC | JK", MELDED[0], MELDED[1]])
    assert refused(match, knock(0, "JK", "2D")) == "knock_needs_low_card"
    assert refused(match, knock(0, "JK")) == "knock_needs_low_card"
    assert offers(match, 0, Knock) == []


def test_I8_a_natural_card_is_called_nothing() -> None:
    match = match_with([NINE_AND_2, MELDED[0]])
    assert refused(match, knock(0, "2D", "3D")) == "knock_called"


def test_I9_one_may_knock_with_ten_melded_where_nine_are_without_the_2_or_3() -> None:
    cards = "2S 3S 4S 5S | 7H 7D 7C | 9C TC JC"
    match = match_with([cards, MELDED[0]])
    assert offers(match, 0, Knock) == [knock(0, "2S")]  # 3S 4S 5S stay melded; the 3 is needed
    assert refused(match, knock(0, "3S")) == "knock_not_melded"
    knocks(match, 0, "2S")
    assert totals(match)[0] == 2


def test_I9_with_a_joker_or_a_fourth_of_a_rank_either_may_stay_loose() -> None:
    match = match_with([THREES, MELDED[0]])
    assert {act.card for act in offers(match, 0, Knock) if isinstance(act, Knock)} == {
        card("3S"),
        card("3H"),
        card("3D"),
        card("3C"),
    }


def test_I10_the_ten_in_hand_must_be_complete_before_the_draw() -> None:
    # the draw completes the hand; that is closed one turn later
    match = match_with(["2H 3H 4H | 8S 8D 8C | 9D TD | KS KC", ""], draws="JD")
    draws(match, 0)
    assert refused(match, close(0, "KS")) == "close_discard"
    assert refused(match, close(0, "JD")) == "close_not_melded"
    throws(match, 0, "KS")


def test_I10_closing_one_turn_later() -> None:
    match = match_with(["2H 3H 4H | 8S 8D 8C | 9D TD | QD KS", ""], draws="JD AD AC")
    draws(match, 0)
    assert offers(match, 0, Close) == []
    throws(match, 0, "KS")
    turn(match, 1)
    draws(match, 0)
    match.play(close(0, "AC"))
    assert ended(match).ending is Ending.CLOSE


def test_I10_identical_cards_are_interchangeable() -> None:
    match = match_with([TEN, MELDED[0]], draws="JC")
    draws(match, 0)
    assert offers(match, 0, Close) == [close(0, "JC")]
    match.play(close(0, "JC"))
    assert match.position.hand(Seat(0)).count(card("JC")) == 1


def test_I11_one_may_take_the_top_discard_and_close_by_throwing_it_back() -> None:
    match = match_with([TEN, MELDED[0], MELDED[1]], upcard="KD")
    takes(match, 0)
    assert refused(match, Discard(Seat(0), card("KD"))) == "thrown_back"
    match.play(close(0, "KD"))
    assert ended(match).thrown == card("KD")


def test_I12_a_continental_waits_for_the_draw_and_keeps_ten_of_the_eleven() -> None:
    match = match_with([SPADES, MELDED[0]], draws="TS")
    assert refused(match, continental(0)) == "not_before_draw"
    assert refused(match, flush(0)) == "not_before_draw"
    assert refused(match, continental(0, "TS")) == "not_before_draw"
    draws(match, 0)
    match.play(continental(0, "2S"))
    assert card("TS") in ended(match).cards
    assert card("2S") not in ended(match).cards


def test_I12_the_draw_may_complete_it() -> None:
    match = match_with([SPADES.replace("2S", "2H"), MELDED[0]], draws="TS")
    draws(match, 0)
    assert offers(match, 0, Continental) == [continental(0, "2H")]


@pytest.mark.parametrize(
    ("cards", "is_one"),
    [
        ("3S 4S JK 6S 7S JK 9S TS JS QS", True),
        ("JK JK JK 6S 7S 8S 9S TS JS QS", True),
        ("AS JK JK 4S 5S 6S JK 8S 9S TS", True),
        ("5S 6S 7S 8S 9S TS JK QS KS AS", True),
        ("3S 4S JK 6S 7S JK 9S TS JS KS", False),  # eleven wide
        ("3S 3S JK 6S 7S JK 9S TS JS QS", False),  # twice the 3
        ("KS AS 2S JK 4S 5S 6S 7S 8S JK", False),  # round the corner
    ],
)
def test_I13_jokers_fill_gaps_of_distinct_naturals_ten_wide(cards: str, is_one: bool) -> None:
    match = match_with([cards, ""], players=2, draws="3H")
    draws(match, 0)
    assert (offers(match, 0, StraightFlush) == [flush(0, "3H")]) is is_one


@pytest.mark.parametrize(("act", "points"), [(close(0, "3H"), -10), (continental(0, "3H"), -35)])
def test_I14_a_one_suit_hand_that_is_also_melded_is_ended_as_its_holder_says(act: Close | Continental, points: int) -> None:
    match = match_with([SPADE_RUN, MELDED[0], MELDED[1]], totals=[50, 20, 0], draws="3H")
    draws(match, 0)
    assert {type(each) for each in match.options(Seat(0))} == {Discard, Close, Continental, StraightFlush}
    match.play(act)
    assert totals(match)[0] == 50 + points
    assert match.position.standing.status is Status.PLAYING


def test_I19_a_joker_thrown_as_one_closes_is_held_no_longer() -> None:
    match = match_with(["4S JK 6S | 7H 7D JK | 9C TC JC QC", MELDED[0], MELDED[1]], draws="JK")
    draws(match, 0)
    match.play(close(0, "JK"))
    assert match.position.hand(Seat(0)).count(JOKER) == 2
    assert paid(match, "bounty") == {}
    kept = match_with(["4S JK 6S | 7H JK JK | 9C TC JC QC", MELDED[0], MELDED[1]], draws="KD")
    draws(kept, 0)
    kept.play(close(0, "KD"))
    assert paid(kept, "bounty") == {0: 12, 1: -6, 2: -6}


# Feeding at the table.


def test_I21_to_be_fed_one_must_have_taken_three_cards() -> None:
    assert fed(times=2).position.phase is Phase.COMMIT
    match = fed(times=3)
    assert (match.position.phase, match.position.asked) == (Phase.ACCUSE, (1,))  # seat 0 is accused, and makes no claim itself
    assert match.position.dealing.given(Seat(0)) == (card("QH"), card("JS"), card("QC"))


def test_I21_the_penalty_stands_whoever_ended_the_hand() -> None:
    match = fed(ender=1)
    match.play(accuse(1, 0))
    match.play(rule(2, upheld=True))
    assert paid(match) == {0: -2, 1: 1, "pot": 1}


def test_I22_one_ruling_a_hand_the_first_claim_that_is_upheld() -> None:
    match = fed()
    assert refused(match, accuse(1, 2)) == "accuse_groundless"
    assert refused(match, accuse(1, 1)) == "accuse_self"
    assert refused(match, accuse(1, 7)) == "accuse_groundless"
    match.play(accuse(1, 0))
    assert (match.position.phase, match.position.asked) == (Phase.RULE, (2,))
    match.play(rule(2, upheld=True))
    ruled = [event for event in match.events if isinstance(event, FeedingRuled)]
    assert [(each.accused, each.upheld) for each in ruled] == [(0, True)]
    assert match.position.phase is Phase.COMMIT
    assert paid(match) == {0: -2, 2: 1, "pot": 1}


def fed_twice() -> Match:
    """Seats 0 and 1 each gave the next seat three cards in a row before seat 3, the dealer, knocked."""
    match = match_with(["", "", "", NINE_AND_2], draws="QH KD JS AD QC")
    for first in ("QH", "JS", "QC"):
        turn(match, 0, first)
        for seat in (1, 2):
            taken = match.position.dealing.discards[-1]
            takes(match, seat)
            throws(match, seat, print_cards([each for each in match.position.hand(Seat(seat)) if each != taken][:1]))
        if first != "QC":
            turn(match, 3)
    knocks(match, 3, "2D")
    return match


def test_I22_once_a_claim_is_upheld_nobody_is_asked_for_another() -> None:
    refused_first = fed_twice()
    assert refused_first.position.asked == (0,)
    refused_first.play(accuse(0, 1))
    refused_first.play(rule(3, upheld=False))
    assert (refused_first.position.phase, refused_first.position.asked) == (Phase.ACCUSE, (1,))
    match = fed_twice()
    match.play(accuse(0, 1))
    match.play(rule(3, upheld=True))
    assert match.position.phase is Phase.COMMIT
    assert [event.accused for event in match.events if isinstance(event, FeedingRuled)] == [1]
    assert paid(match) == {1: -3, 3: 2, "pot": 1}


def test_I22_a_claim_that_is_not_upheld_costs_nothing_and_is_not_made_again() -> None:
    match = fed()
    match.play(no_claim(1))
    assert match.position.asked == (2,)
    match.play(accuse(2, 0))
    match.play(rule(1, upheld=False))
    assert match.position.phase is Phase.COMMIT
    assert paid(match) == {0: -1, 1: -1, 2: 1, "pot": 1}
    assert [event.accused for event in match.events if isinstance(event, ClaimAnswered)] == [None, 0]


def test_I20_whoever_ends_the_hand_is_not_accused() -> None:
    assert fed(ender=0).position.phase is Phase.COMMIT


def test_I24_heads_up_nobody_is_asked_for_a_claim() -> None:
    match = fed(players=2, ender=1, totals=[50, 0])
    assert match.position.dealing.given(Seat(0))[:3] == (card("JC"), card("8C"), card("JC"))
    assert not any(isinstance(event, ClaimAnswered | FeedingRuled) for event in match.events)
    assert paid(match, "share", "feeding") == {0: -1, 1: 1}


def test_I21_a_card_taken_to_end_the_hand_was_given_too() -> None:
    """The third card is the one with which the fed seat declares, in a turn that has no discard of its own to follow."""
    spades = "2S 3S 5S 6S 8S 9S JS | 4H 6D 8C"
    match = match_with([LOW.replace("S", "C").replace("2C", "2D"), spades, ""], upcard="5D", draws="QS AH KS 7D 7S 9D")
    for given, thrown in (("QS", "4H"), ("KS", "6D")):
        turn(match, 0, given)
        takes(match, 1)
        throws(match, 1, thrown)
        turn(match, 2)
    turn(match, 0, "7S")
    takes(match, 1)
    match.play(continental(1, "8C"))
    assert match.position.dealing.given(Seat(0)) == (card("QS"), card("KS"), card("7S"))
    assert match.position.phase is Phase.ACCUSE


def test_7_4_nobody_rules_on_a_claim_of_their_own() -> None:
    """The dealer who claims, or is accused, leaves the ruling to the next seat that is neither."""
    judges = {}
    for dealer in range(4):
        for claimant in (1, 2, 3):
            match = fed(players=4, dealer=dealer)
            while match.position.asked != (claimant,):
                match.play(no_claim(match.position.asked[0]))
            match.play(accuse(claimant, 0))
            (judges[dealer, claimant],) = match.position.asked
    assert judges == {
        (0, 1): 2, (0, 2): 1, (0, 3): 1,
        (1, 1): 2, (1, 2): 1, (1, 3): 1,
        (2, 1): 2, (2, 2): 3, (2, 3): 2,
        (3, 1): 3, (3, 2): 3, (3, 3): 1,
    }  # fmt: skip
    three = fed(dealer=1)
    while three.position.asked != (1,):
        three.play(no_claim(three.position.asked[0]))
    three.play(accuse(1, 0))
    assert three.position.asked == (2,)


def test_7_4_the_three_discards_are_named_in_the_claim_the_question_and_the_ruling() -> None:
    match = fed()
    named = tuple(map(card, ("QH", "JS", "QC")))
    assert offers(match, 1, Accuse) == [Accuse(Seat(1), Seat(0), named)]
    match.play(offers(match, 1, Accuse)[0])
    for seat in (None, *map(Seat, range(3))):
        deal = match.view(seat).deal
        assert deal is not None
        assert (deal.showdown.accused, deal.showdown.fed) == (0, named)
    match.play(rule(2, upheld=True))
    assert [event.cards for event in match.events if isinstance(event, ClaimAnswered | FeedingRuled)] == [named, named]


@pytest.mark.parametrize("cards", ["QH JS", "QH QC JS", "QH JS KD", "JS QC QH", "QH JS QC QC"])
def test_7_4_a_claim_names_three_discards_that_were_given_one_after_another(cards: str) -> None:
    match = fed()
    assert refused(match, Accuse(Seat(1), Seat(0), tuple(map(card, cards.split())))) == "accuse_cards"


def test_7_4_of_more_than_three_in_a_row_any_three_may_be_named() -> None:
    match = fed(times=4)
    row = tuple(map(card, ("QH", "JS", "QC", "TS")))
    assert offers(match, 1, Accuse) == [Accuse(Seat(1), Seat(0), row[1:])]
    match.play(Accuse(Seat(1), Seat(0), row[:3]))
    assert match.position.dealing.showdown.fed == row[:3]


def test_7_4_three_that_were_not_in_a_row_make_no_claim() -> None:
    for gap in (1, 2):
        match = fed(gap=gap)
        assert sum(given is not None for given in match.position.dealing.given(Seat(0))) == 3
        assert match.position.phase is Phase.COMMIT


def test_7_4_a_claim_is_ruled_on_by_the_dealer_or_where_the_dealer_is_accused_by_the_next_seat() -> None:
    match = fed()
    match.play(accuse(1, 0))
    assert match.position.asked == (2,)  # the dealer
    assert refused(match, rule(1, upheld=True)) == "not_asked"
    assert refused(match, no_claim(2)) == "wrong_phase"
    of_dealer = fed(players=4, dealer=0)
    of_dealer.play(no_claim(1))
    of_dealer.play(accuse(2, 0))
    assert of_dealer.position.asked == (1,)
    of_dealer.play(rule(1, upheld=True))
    assert [event.seat for event in of_dealer.events if isinstance(event, Voted)] == [1]


@pytest.mark.parametrize("dealer", range(4))
def test_7_4_every_seat_is_asked_once_in_rotation_from_the_dealers_left(dealer: int) -> None:
    match = fed(players=4, dealer=dealer)
    asked: list[Seat] = []
    while match.position.phase is Phase.ACCUSE:
        asked += match.position.asked
        match.play(no_claim(asked[-1]))
    assert asked == [seat for seat in ((dealer + step) % 4 for step in range(1, 5)) if seat != 0]  # seat 0 is the feeder


def test_7_1_jokers_are_paid_for_whether_they_are_melded_or_held_back() -> None:
    for held in (0, 1):
        match = match_with([NINE_AND_2, "4S JK 6S | 8H JK 8D | TC JK QC | KS", MELDED[0]])
        knocks(match, 0, "2D")
        match.play(count(1, *["2S"] * held))
        assert paid(match, "bounty") == {0: -6, 1: 12, 2: -6}


def test_7_4_nobody_is_asked_who_has_no_claim_to_make() -> None:
    match = match_with([NINE_AND_2, "", ""])
    knocks(match, 0, "2D")
    assert not any(isinstance(event, ClaimAnswered) for event in match.events)


def test_I25_the_top_discard_stays_and_the_stock_is_rebuilt_when_somebody_must_draw() -> None:
    match = match_with(["", "", ""], draws="KD QD")
    turn(match, 0)
    run_down(match, 1)
    turn(match, 1)  # the last card of the stock
    assert match.position.dealing.stock == ()
    assert not any(isinstance(event, StockRebuilt) for event in match.events)
    top = match.position.dealing.discards[-1]
    assert set(match.options(Seat(2))) >= {Draw(Seat(2)), Take(Seat(2))}
    draws(match, 2)
    assert match.position.dealing.discards == (top,)
    assert match.position.dealing.rebuilds == 1


def test_I25_taking_the_discard_leaves_the_empty_stock_as_it_is() -> None:
    match = match_with(["", "", ""])
    run_down(match)
    takes(match, 0)
    assert match.position.dealing.stock == ()
    assert match.position.dealing.rebuilds == 0


@pytest.mark.parametrize(
    ("total", "points"), [(0, [0, *range(2, 11), 15]), (98, [0, *range(2, 11), 15]), (99, [0, *range(1, 11)])]
)
def test_I32_a_joker_is_called_a_card_and_no_other_number(total: int, points: list[int]) -> None:
    assert reach("2H 3H 4H | 8S 8D 8C | 9D TD JD | JK", total=total) == points


def test_I33_only_jokers_are_held_by_choice_and_naturals_count_their_least() -> None:
    hand = "2H 3H 4H | 8S 8D 8C | 9D TD JD | KS"
    assert reach(hand) == [10]
    match = match_with([NINE_AND_2, "2H 3H 4H | 8S 8H 8C | 9D TD JK | KS", MELDED[1]])
    knocks(match, 0, "2D")
    assert refused(match, count(1, left="2H 3H 4H KS")) == "count_left_fixed"
    match.play(count(1, "2S"))  # 9D TD are stranded by that
    assert counts(match)[1] == 2 + 10 + 19


def test_I34_losers_count_in_rotation_from_the_dealers_left() -> None:
    joker = "2H 3H 4H | 8S 8D 8C | 9D TD JD | JK"
    other = "6H 7H 8H | QS QD QC | 3C 4C 5C | JK"
    third = "9S TS JS | KH KD KC | 4D 5D 6D | JK"
    match = match_with([joker, other, third, NINE_AND_2], dealer=1, totals=[10, 30, 88, 50])
    turn(match, 2)
    knocks(match, 3, "2D")
    asked = []
    while match.position.phase is Phase.COUNT:
        (seat,) = match.position.asked
        asked.append(seat)
        assert refused(match, count((seat + 1) % 4)) == "not_asked"
        match.play(count(seat))
        shown = match.position.dealing.showdown.counts
        assert [each.seat for each in shown] == asked, "later ones see what earlier ones counted"
    assert asked == [2, 0, 1]


def test_I38_a_discard_just_taken_is_not_thrown_back_in_an_ordinary_turn() -> None:
    match = match_with([LOW, ""], upcard="KD")
    takes(match, 0)
    assert refused(match, Discard(Seat(0), card("KD"))) == "thrown_back"  # nor its twin, which is the same card
    assert match.position.hand(Seat(0)).count(card("KD")) == 2
    assert Discard(Seat(0), card("KD")) not in match.options(Seat(0))
    throws(match, 0, "AS")


def test_I38_but_it_is_to_end_the_hand() -> None:
    match = match_with([SPADES, MELDED[0]], upcard="KD")
    takes(match, 0)
    match.play(continental(0, "KD"))
    assert ended(match).thrown == card("KD")


def test_I38_what_came_from_the_stock_is_thrown_freely_and_what_was_taken_in_a_later_turn() -> None:
    match = match_with([LOW, ""], upcard="KC", draws="QC")
    takes(match, 0)
    throws(match, 0, "AS")
    turn(match, 1)
    draws(match, 0)
    throws(match, 0, "KC")


def test_I39_a_joker_may_be_thrown_and_a_joker_upcard_taken() -> None:
    match = match_with(["JK" + LOW[2:], LOW, ""], upcard="JK")
    takes(match, 0)
    assert match.position.hand(Seat(0)).count(JOKER) == 2
    assert refused(match, Discard(Seat(0), JOKER)) == "thrown_back"
    throws(match, 0, "3S")
    turn(match, 1)
    turn(match, 2)
    draws(match, 0)
    throws(match, 0, "JK")
    takes(match, 1)
    assert match.position.hand(Seat(1)).count(JOKER) == 1


def test_I40_one_sees_the_top_discard_and_the_log_of_the_last_lap() -> None:
    match = match_with(["", "", ""], upcard="5H", draws="KD QD KC QC")
    for seat in (0, 1, 2, 0):
        turn(match, seat)
    for watcher in (None, Seat(0), Seat(2)):
        deal = match.view(watcher).deal
        assert deal is not None
        assert print_cards(deal.discards) == "QC"
        assert deal.pile_size == 5
        assert [print_cards((each.threw,)) for each in deal.turns] == ["QD", "KC", "QC"]


def test_I41_one_may_knock_on_the_first_turn() -> None:
    match = match_with([NINE_AND_2, MELDED[0]])
    knocks(match, 0, "2D")
    assert ended(match).ending is Ending.KNOCK


def test_I41_and_declare_a_continental() -> None:
    match = match_with([SPADES, MELDED[0]], draws="KD")
    draws(match, 0)
    match.play(continental(0, "KD"))
    assert ended(match).ending is Ending.CONTINENTAL


def test_I1_before_a_heads_up_buy_the_buyer_is_told_that_it_splits_the_pot() -> None:
    match = match_with([NINE_AND_2, MELDED[0]], totals=[38, 95], players=2)
    knocks(match, 0, "2D")
    offer = match.view(Seat(1)).offer
    assert offer is not None
    assert (offer.target, offer.price, offer.forces_split) == (40, 1000, True)
    match.play(buy(1, yes=True))
    assert match.position.standing.status is Status.SPLIT
    assert match.position.standing.cash == (500 + 100, -500 - 100)


@pytest.mark.parametrize(
    ("cards", "drawn"),
    [(NINE_AND_2, ""), (TEN, "KD"), (SPADES, "TS"), (SPADE_RUN, "3H"), ("3S 3H 3D 3C | 7H 7D 7C | 9C TC JC", "")],
)
def test_what_is_accepted_of_a_hand_that_can_end_is_what_is_offered(cards: str, drawn: str) -> None:
    match = match_with([cards, ""], draws=drawn)
    if drawn:
        draws(match, 0)
    for number in range(4):
        check_accepted(match, Seat(0), Random(number))
