"""Contract Rummy 11 to 19: the turn, buying, jokers, and going out."""

from __future__ import annotations

from continental.cards import print_cards
from continental.engine import Match
from continental.play.actions import Buy, Discard, Draw, GoDown, LayOff, SlideJoker, Take, TakeJoker
from continental.play.events import Bought, ClaimSealed, Passed, WentClosed
from continental.play.terms import Phase, Seat
from continental.play.view import SeenClaimed, see
from tests.rules.contract_kit import (
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
    reason,
    refused,
    slide,
    table,
    takes,
    throws,
    turn,
    with_hand,
)

TWO_SETS = "7H 7D 7C 9S 9H 9C"
LAID = "7H 7D 7C / 9S 9H 9C"
SET_AND_RUN = "7H 7D 7C 4S 5S JK"
WITH_JOKER = "7H 7D 7C / 4S 5S JK=6S"


def both_down(*, first: str = "2D", second: str = "", seats: int = 3) -> Match:
    """Deal 2: seat 0 has gone down with a joker for the six of spades, seat 1 too; seat 1 is to throw, holding `second`."""
    match = table("contract", [SET_AND_RUN, "TH TD TC 8D 9D JD", *[""] * (seats - 2)], deal=2, draws="KH QD")
    with_hand(match, 1, "TH TD TC 7D 8D 9D 2C KC")
    goes_down(match, 0, WITH_JOKER)
    throws(match, 0)
    goes_down(match, 1, "TH TD TC / 7D 8D 9D")
    return with_hand(match, 1, second or "KD QS 6S")


# 11, 12: the turn


def test_11_the_seat_on_the_dealers_left_begins_and_draws_stock_or_discard() -> None:
    match = table("contract", dealer=1, players=4, upcard="KH", draws="QD 5C")
    assert (match.position.phase, match.position.asked) == (Phase.DRAW, (2,))
    takes(match, 2)
    assert card("KH") in match.position.hand(Seat(2))
    throws(match, 2, "KH")
    turn(match, 3)
    turn(match, 0)
    assert match.position.asked == (1,)


def test_11_the_top_discard_is_taken_and_none_below_it() -> None:
    match = table("contract", upcard="KH", draws="QD")
    turn(match, 0)
    takes(match, 1)
    assert "QD" in holds(match, 1)
    assert match.position.dealing.discards == (card("KH"),)


def test_11_a_discard_just_taken_may_be_thrown_back() -> None:
    match = table("contract", upcard="KH", draws="QD")
    takes(match, 0)
    assert Discard(Seat(0), card("KH")) in offered(match, 0, Discard)
    throws(match, 0, "KH")
    assert match.position.dealing.discards == (card("KH"),)
    assert match.position.asked == (1,)


def test_11_a_turn_ends_with_a_discard() -> None:
    match = table("contract", ["2D", "", ""])
    assert refused(match, down(0, LAID)) == "wrong_phase"
    assert refused(match, Discard(Seat(0), card("2D"))) == "wrong_phase"
    draws(match, 0)
    assert refused(match, Draw(Seat(0))) == "wrong_phase"
    assert refused(match, Take(Seat(0))) == "wrong_phase"
    throws(match, 0, "2D")
    assert (match.position.phase, match.position.asked) == (Phase.DRAW, (1,))
    assert print_cards(match.position.dealing.discards[-1:]) == "2D"


def test_11_no_further_melds_once_the_contract_is_down() -> None:
    match = table("contract", [TWO_SETS + " KS KH KD", "", ""])
    goes_down(match, 0, LAID)
    assert refused(match, down(0, "KS KH KD")) == "already_down"
    assert offered(match, 0, GoDown) == []
    assert reason(match, 0, "go_down") == "already_down"


def test_11_cards_are_laid_off_on_anybodys_meld() -> None:
    match = table("contract", [TWO_SETS, "TH TD TC JS JH JC", ""], draws="QD QH")
    goes_down(match, 0, LAID)
    throws(match, 0, "QD")
    goes_down(match, 1, "TH TD TC / JS JH JC")
    with_hand(match, 1, "7S JD KD")
    assert offered(match, 1, LayOff) == [lay(1, "7S", 0), lay(1, "JD", 3)]
    match.play(lay(1, "7S", 0))
    match.play(lay(1, "JD", 3))
    assert on_table(match) == ["7S 7H 7D 7C", "9S 9H 9C", "TH TD TC", "JS JH JD JC"]


def test_12_cards_are_laid_off_in_the_very_turn_of_going_down() -> None:
    match = table("contract", [TWO_SETS + " 7S", "", ""])
    goes_down(match, 0, LAID)
    match.play(lay(0, "7S", 0))
    assert match.position.dealing.on_table.melds[0].meld.cards.count(card("7S")) == 1


# 13: buying


def asked_about(text: str = "KH", *, players: int = 4, switches: dict[str, object] | None = None) -> Match:
    """Seat 0 threw the card, and seat 1 leaves it."""
    match = table("contract", [text], players=players, draws="QD 5C 6C", switches=switches)
    draws(match, 0)
    throws(match, 0, text)
    leaves(match, 1)
    return match


def test_13_what_the_seat_in_turn_leaves_is_offered_to_the_others_in_order() -> None:
    match = asked_about()
    assert (match.position.phase, match.position.asked) == (Phase.CLAIM, (2, 3))
    assert refused(match, buy(0)) == "not_asked"  # its own discard
    assert refused(match, buy(1)) == "not_asked"


def test_13_the_buyer_takes_the_top_of_the_stock_as_a_penalty_and_throws_nothing() -> None:
    match = asked_about()
    before = match.position.dealing
    match.play(buy(2))
    after = match.position.dealing
    assert len(after.hands[2]) == len(before.hands[2]) + 2
    assert after.discards == before.discards[:-1]
    bought = next(event for event in match.events if isinstance(event, Bought))
    assert (bought.seat, bought.card, bought.penalty) == (2, card("KH"), before.stock[-1:])
    # then the seat in turn draws from the stock and goes on
    assert (match.position.phase, match.position.asked) == (Phase.PLAY, (1,))
    assert after.drawn == before.stock[-2]
    throws(match, 1)
    assert match.position.asked == (2,)


def test_13_the_first_in_order_gets_it_however_early_a_later_one_speaks() -> None:
    match = asked_about()
    match.play(buy(3))
    assert match.position.asked == (2,)
    assert [event for event in match.events if isinstance(event, Bought)] == []
    match.play(buy(2))
    assert [event.seat for event in match.events if isinstance(event, Bought)] == [2]


def test_13_a_later_one_gets_it_as_soon_as_those_before_it_have_passed() -> None:
    match = asked_about()
    match.play(buy(3))
    match.play(leave(2))
    assert [event.seat for event in match.events if isinstance(event, Bought)] == [3]


def test_13_an_early_first_need_not_wait_for_later_ones() -> None:
    match = asked_about()
    match.play(buy(2))
    assert match.position.phase is Phase.PLAY
    assert refused(match, buy(3)) == "not_asked"


def test_13_what_was_said_early_is_not_known_before_its_turn() -> None:
    match = asked_about(players=5)
    told = len(match.events)

    def known() -> list[int]:
        return [event.seat for event in match.events[told:] if isinstance(event, Passed)]

    match.play(leave(4))
    assert known() == []
    assert [*match.position.asked] == [2, 3]  # all the others still are, at once
    sealed = next(event for event in match.events[told:] if isinstance(event, ClaimSealed))
    assert see(sealed, Seat(4)) == SeenClaimed(Seat(4), wants=False)
    for seat in (Seat(0), Seat(2), None):
        assert see(sealed, seat) == SeenClaimed(Seat(4), wants=None)
    match.play(leave(2))
    assert known() == [2]
    match.play(leave(3))
    assert known() == [2, 3, 4]
    assert (match.position.phase, match.position.asked) == (Phase.PLAY, (1,))


def test_13_nobody_speaks_twice() -> None:
    match = asked_about(players=5)
    match.play(leave(4))
    assert refused(match, buy(4)) == "not_asked"


def test_13_the_penalty_card_must_be_taken() -> None:
    match = asked_about()
    assert refused(match, buy(2, penalty=False)) == "penalty_due"
    assert offered(match, 2, Buy) == [Buy(Seat(2))]


def test_13_one_who_takes_it_in_turn_takes_no_penalty_card() -> None:
    match = table("contract", ["KH", "", ""], draws="QD")
    draws(match, 0)
    throws(match, 0, "KH")
    takes(match, 1)
    assert len(match.position.hand(Seat(1))) == 11
    assert match.position.phase is Phase.PLAY


def test_13_the_first_upcard_may_be_bought() -> None:
    match = table("contract", upcard="KH")
    leaves(match, 0)
    assert match.position.asked == (1, 2)
    match.play(leave(1))
    match.play(buy(2))
    assert card("KH") in match.position.hand(Seat(2))
    assert match.position.dealing.discards == ()


def test_13_those_who_are_down_may_buy_too_and_as_often_as_they_like() -> None:
    match = both_down()
    throws(match, 1, "KD")
    leaves(match, 2)
    assert match.position.asked == (0,)
    match.play(buy(0))
    assert match.position.dealing.buying.bought == (1, 0, 0)
    throws(match, 2)
    turn(match, 0)
    turn(match, 1, "QS")
    leaves(match, 2)
    match.play(buy(0))
    assert match.position.dealing.buying.bought == (2, 0, 0)
    assert match.position.standing.bought == (2, 0, 0)


def test_13_there_is_no_limit() -> None:
    match = table("contract", players=4)
    for seat in (0, 1, 2, 3) * 4:
        leaves(match, seat)
        while match.position.phase is Phase.CLAIM:
            other = match.position.asked[0]
            match.play(buy(other) if other == 3 else leave(other))
        throws(match, seat)
    # all but those that seat 3 left itself, and its own
    assert match.position.dealing.buying.bought == (0, 0, 0, 9)


# 14 to 17: jokers


def test_14_a_joker_is_any_card_of_a_set_or_a_sequence() -> None:
    match = table("contract", ["7H 7D JK 9S TS JS 9H 9C", "", ""], deal=2)
    draws(match, 0)
    match.play(down(0, "7H 7D JK=7S / 9S TS JS"))
    assert on_table(match) == ["7H 7D JK=7S", "9S TS JS"]


def test_14_a_joker_in_a_sequence_and_one_laid_off_say_which_card_they_are() -> None:
    match = table("contract", players=5, deal=2)
    draws(match, 0)
    with_hand(match, 0, "7H 7D 7C 4S JK 6S JK KD")
    match.play(down(0, "7H 7D 7C / 4S JK=5S 6S"))
    match.play(lay(0, "JK", 0))
    assert on_table(match) == ["7H 7D 7C JK=7S", "4S JK=5S 6S"]


def test_14_two_melds_that_each_need_one_take_two_jokers() -> None:
    match = table("contract", ["7D 7S JK 9S 9C JK", "", "", "", ""], draws="KH")
    draws(match, 0)
    (offer,) = offered(match, 0, GoDown)
    match.play(offer)
    assert sorted(on_table(match)) == ["7S 7D JK=7H", "9S 9C JK=9H"]


def test_14_but_one_joker_is_not_in_two_melds() -> None:
    match = table("contract", ["7D 7S JK 9S 9C", "", ""], draws="KH")
    draws(match, 0)
    assert offered(match, 0, GoDown) == []
    assert refused(match, down(0, "7D 7S JK=7H / 9S 9C JK=9H")) == "down_not_held"


def test_14_jokers_alone_are_no_meld() -> None:
    match = table("contract", players=8, switches={"jokers": "one_fewer_than_players"})
    draws(match, 0)
    with_hand(match, 0, "7D 7S 7H JK JK JK 2S 4D")
    assert refused(match, down(0, "7D 7S 7H / JK=AS JK=AH JK=AD")) == "down_not_a_meld"
    match.play(down(0, "7D 7H JK=7S / 7S JK=7H JK=7D"))
    assert len(on_table(match)) == 2


def test_14_a_sequence_too_has_one_natural_card_at_the_least() -> None:
    match = table("contract", players=8, deal=2, switches={"jokers": "one_fewer_than_players"})
    draws(match, 0)
    with_hand(match, 0, "7D 7S 7H 4S JK JK JK 2D")
    assert refused(match, down(0, "7D 7S 7H / JK=4S JK=5S JK=6S")) == "down_not_a_meld"
    match.play(down(0, "7D 7S 7H / 4S JK=5S JK=6S"))
    assert on_table(match)[1] == "4S JK=5S JK=6S"


def test_15_a_joker_in_a_sequence_goes_to_one_who_is_down_for_the_card_it_stands_for() -> None:
    match = both_down()
    assert offered(match, 1, TakeJoker) == [joker(1, "6S", 1)]
    match.play(joker(1, "6S", 1))
    assert on_table(match)[1] == "4S 5S 6S"
    assert holds(match, 1) == "QS KD JK"
    assert match.position.phase is Phase.PLAY


def test_15_for_no_other_card_and_from_no_set() -> None:
    match = both_down()
    assert refused(match, joker(1, "KD", 1)) == "joker_is_no_such"
    in_set = table("contract", ["7H 7D JK 4S 5S 6S", "", ""], deal=2)
    goes_down(in_set, 0, "7H 7D JK=7S / 4S 5S 6S")
    with_hand(in_set, 0, "7S 2D")
    assert refused(in_set, joker(0, "7S", 0)) == "joker_in_set"
    assert offered(in_set, 0, TakeJoker) == []


def test_15_not_by_one_whose_contract_is_not_down() -> None:
    match = table("contract", [SET_AND_RUN, "6S", ""], deal=2)
    goes_down(match, 0, WITH_JOKER)
    throws(match, 0)
    draws(match, 1)
    assert refused(match, joker(1, "6S", 1)) == "not_down"
    assert reason(match, 1, "take_joker") == "not_down"


def test_15_only_in_ones_own_turn_so_that_the_next_in_turn_comes_first() -> None:
    match = both_down()
    with_hand(match, 0, "6S 2D")
    assert refused(match, joker(0, "6S", 1)) == "not_asked"


def test_15_any_other_player_takes_it_and_not_the_owner_of_the_sequence() -> None:
    match = table("contract", [SET_AND_RUN + " 6S", "", ""], deal=2)
    goes_down(match, 0, WITH_JOKER)
    assert offered(match, 0, TakeJoker) == []
    assert refused(match, joker(0, "6S", 1)) == "joker_is_own"


def test_16_or_the_card_is_laid_there_and_the_joker_moves_to_either_end() -> None:
    for end, run in (("low", "JK=3S 4S 5S 6S"), ("high", "4S 5S 6S JK=7S")):
        match = both_down()
        assert set(offered(match, 1, SlideJoker)) == {slide(1, "6S", 1, "low"), slide(1, "6S", 1, "high")}
        match.play(slide(1, "6S", 1, end))
        assert on_table(match)[1] == run
        assert holds(match, 1) == "QS KD"


def test_16_only_by_one_who_is_down_and_holds_the_card() -> None:
    assert refused(both_down(second="KD QS"), slide(1, "6S", 1, "low")) == "card_not_held"
    match = table("contract", [SET_AND_RUN, "6S", ""], deal=2)
    goes_down(match, 0, WITH_JOKER)
    throws(match, 0)
    draws(match, 1)
    assert refused(match, slide(1, "6S", 1, "low")) == "not_down"
    assert offered(match, 1, SlideJoker) == []


def test_16_a_joker_in_a_full_sequence_of_fourteen_cannot_move() -> None:
    match = table("contract", [SET_AND_RUN, "", ""], deal=2, draws="JH")
    goes_down(match, 0, WITH_JOKER)
    with_hand(match, 0, "AS AS 2S 3S 6S 7S 8S 9S TS JS QS KS 2D")
    for text in ("3S", "2S"):
        match.play(lay(0, text, 1, "low"))
    match.play(lay(0, "AS", 1, "low"))
    for text in ["7S", "8S", "9S", "TS", "JS", "QS", "KS", "AS"]:
        match.play(lay(0, text, 1, "high"))
    assert len(match.position.dealing.on_table.melds[1].meld.cards) == 14
    assert offered(match, 0, SlideJoker) == []
    assert refused(match, slide(0, "6S", 1, "low")) == "joker_cannot_slide"


def test_16_a_joker_at_one_end_of_the_track_moves_to_the_other() -> None:
    match = table("contract", ["7H 7D 7C JK 2S 3S AS", "", ""], deal=2)
    goes_down(match, 0, "7H 7D 7C / JK=AS 2S 3S")
    assert offered(match, 0, SlideJoker) == [slide(0, "AS", 1, "high")]
    match.play(slide(0, "AS", 1, "high"))
    assert on_table(match)[1] == "AS 2S 3S JK=4S"


def test_17_a_taken_joker_stays_in_hand_or_is_played() -> None:
    for play_it in (False, True):
        match = both_down()
        match.play(joker(1, "6S", 1))
        if play_it:
            match.play(lay(1, "JK", 3, "high"))
            assert on_table(match)[3] == "7D 8D 9D JK=TD"
        throws(match, 1, "KD")
        assert match.position.phase is Phase.DRAW
        assert ("JK" in holds(match, 1)) is not play_it


# 18, 19: going out


def test_18_the_last_card_is_laid_off_or_thrown() -> None:
    for by_discard in (False, True):
        match = table("contract", [TWO_SETS, "", ""])
        goes_down(match, 0, LAID)
        with_hand(match, 0, "7S")
        if by_discard:
            throws(match, 0, "7S")
        else:
            match.play(lay(0, "7S", 0))
        assert finished(match)
        assert next(event for event in match.events if isinstance(event, WentClosed)) == WentClosed(Seat(0), at_once=True)


def test_18_going_down_with_all_cards_ends_the_deal() -> None:
    match = table("contract", players=3, deal=4)
    draws(match, 0)
    with_hand(match, 0, "7H 7D 7C 7S 9S 9H 9C 9D KS KH KD")
    match.play(down(0, "7S 7H 7D 7C / 9S 9H 9D 9C / KS KH KD"))
    assert finished(match)
    assert match.position.standing.totals[0] == 0


def deal_7(cards: str, **switches: object) -> Match:
    """Deal 7: seat 0 has drawn and holds these cards."""
    match = table("contract", players=3, deal=7, switches=switches)
    draws(match, 0)
    return with_hand(match, 0, cards)


THIRTEEN = "2S 3S 4S 5S 7H 8H 9H TH JD QD KD AD JK"


def test_19_in_deal_7_nothing_goes_down_before_the_whole_hand_does() -> None:
    match = deal_7("2S 3S 4S 5S 7H 8H 9H TH JD QD KD AD 9C")
    assert refused(match, down(0, "2S 3S 4S 5S / 7H 8H 9H TH / JD QD KD AD")) == "down_whole_hand"
    assert offered(match, 0, GoDown) == []


def test_19_all_thirteen_are_in_three_sequences_and_nothing_is_thrown() -> None:
    match = deal_7(THIRTEEN)
    (offer,) = offered(match, 0, GoDown)
    assert isinstance(offer, GoDown)
    assert sum(len(meld.cards) for meld in offer.melds) == 13
    assert refused(match, down(0, "2S 3S 4S 5S / 7H 8H 9H TH / JD QD KD AD")) == "down_whole_hand"
    match.play(offer)
    assert match.is_over
    assert match.position.standing.totals[0] == 0


def test_19_one_who_bought_must_meld_those_cards_too() -> None:
    match = deal_7("2S 3S 4S 5S 6S 7H 8H 9H TH JD QD KD AD JK 9D")
    assert refused(match, down(0, "2S 3S 4S 5S 6S / 7H 8H 9H TH / JD QD KD AD")) == "down_whole_hand"
    (offer,) = offered(match, 0, GoDown)
    assert isinstance(offer, GoDown)
    assert sum(len(meld.cards) for meld in offer.melds) == 15


def test_11_a_sequence_grows_card_by_card_at_the_same_end() -> None:
    match = table("contract", ["9H 9C 9D 5H 6H 7H 8H", "", ""], deal=2)
    goes_down(match, 0, "9H 9C 9D / 5H 6H 7H 8H")
    with_hand(match, 0, "4H 3H KD")
    assert refused(match, lay(0, "3H", 1)) == "does_not_fit"
    match.play(lay(0, "4H", 1))
    match.play(lay(0, "3H", 1))
    assert on_table(match)[1] == "3H 4H 5H 6H 7H 8H"


def test_11_a_joker_that_fits_at_both_ends_says_at_which() -> None:
    match = table("contract", ["9H 9C 9D 5H 6H 7H 8H", "", ""], deal=2)
    goes_down(match, 0, "9H 9C 9D / 5H 6H 7H 8H")
    with_hand(match, 0, "JK KD")
    assert refused(match, lay(0, "JK", 1)) == "say_which_end"
    assert offered(match, 0, LayOff) == [lay(0, "JK", 0), lay(0, "JK", 1, "low"), lay(0, "JK", 1, "high")]
    match.play(lay(0, "JK", 1, "low"))
    assert on_table(match)[1] == "JK=4H 5H 6H 7H 8H"
    assert refused(match, lay(0, "KD", 7)) == "no_such_meld"
    assert refused(match, lay(0, "KD", -1)) == "no_such_meld"
    assert refused(match, lay(0, "KC", 1)) == "card_not_held"
