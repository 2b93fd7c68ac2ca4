"""What greedy does in single positions, drawn as text."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from continental.bots.api import UNHURRIED
from continental.bots.greedy import GreedyBot
from continental.cards import parse_card, parse_cards
from continental.engine import Match
from continental.play.actions import (
    Accuse,
    Action,
    BuyBack,
    Close,
    Continental,
    Count,
    Discard,
    Draw,
    Knock,
    NoClaim,
    Rule,
    StraightFlush,
    Take,
)
from continental.play.terms import Phase, Seat
from continental.play.view import see
from continental.testing.builders import match_with
from tests.rules.house.play_kit import fed as fed_in_vain

DICE = bytes(range(32))


def choice(match: Match, seat: int) -> Action:
    """What greedy chooses at a seat that was told everything from the beginning."""
    bot = GreedyBot(Seat(seat), match.rules, DICE)
    for event in match.events:
        bot.see(see(event, Seat(seat)))
    chosen = bot.choose(match.view(Seat(seat)), match.options(Seat(seat)), UNHURRIED)
    assert chosen in match.options(Seat(seat))
    return chosen


def played(match: Match, *acts: Action) -> Match:
    for act in acts:
        match.play(act)
    return match


KNOCKING = "4H 5H 6H | 9S 9C 9D | JD QD KD | 2S"


def test_it_knocks_where_that_is_no_harm() -> None:
    assert choice(match_with([KNOCKING], players=3), 0) == Knock(Seat(0), parse_card("2S"))


def test_it_knocks_with_the_2_rather_than_the_3() -> None:
    match = match_with(["2S 3S 4S 5S | 9S 9C 9D | JD QD KD"], players=3)
    assert choice(match, 0) != Knock(Seat(0), parse_card("3S"))


@pytest.mark.parametrize("total", [99, 100])
def test_it_does_not_knock_itself_out(total: int) -> None:
    assert not isinstance(choice(match_with([KNOCKING], players=3, totals=[total, 20, 30]), 0), Knock)


def test_it_does_not_knock_itself_out_under_another_line() -> None:
    match = match_with([KNOCKING], players=3, totals=[60, 20, 30], switches={"elimination_line": 62, "window_from": 50})
    assert not isinstance(choice(match, 0), Knock)


def test_it_does_not_knock_with_ten_melded_but_draws_and_closes() -> None:
    match = match_with(["2S 3S 4S 5S | 9S 9C 9D | JD QD KD"], players=3, upcard="KS", draws="8H")
    assert choice(match, 0) == Draw(Seat(0))
    assert choice(played(match, Draw(Seat(0))), 0) == Close(Seat(0), parse_card("8H"))


def test_it_prefers_a_continental_to_a_close_and_a_straight_flush_to_both() -> None:
    match = played(match_with(["2S 3S 4S | 6S 7S 8S | TS JS QS KS"], players=3, draws="8H"), Draw(Seat(0)))
    assert choice(match, 0) == Continental(Seat(0), parse_card("8H"))
    match = played(match_with(["2S 3S 4S 5S 6S 7S 8S 9S TS JK"], players=3, draws="8H"), Draw(Seat(0)))
    assert choice(match, 0) == StraightFlush(Seat(0), parse_card("8H"))


def test_it_keeps_a_joker_that_pays_when_any_card_may_close() -> None:
    match = match_with(["2S 3S 4S 5S | 9S 9C 9D | JK JK JK"], players=3, draws="9H", switches={"close_discard": "any"})
    chosen = choice(played(match, Draw(Seat(0))), 0)
    assert isinstance(chosen, Close)
    assert chosen.card != parse_card("JK")


def test_it_takes_the_discard_that_makes_a_meld() -> None:
    match = match_with(["9S 9C | 4H 5H 6H | JD QD KD | 2S 7C"], players=3, upcard="9D")
    assert choice(match, 0) == Take(Seat(0))


def test_it_leaves_a_discard_that_helps_nothing() -> None:
    match = match_with(["9S 9C | 4H 5H 6H | JD QD KD | 2S 7C"], players=3, upcard="KS")
    assert choice(match, 0) == Draw(Seat(0))


def test_it_takes_a_joker() -> None:
    match = match_with(["9S 9C | 4H 5H | JD QD | 2S 7C 3D KC"], players=3, upcard="JK")
    assert choice(match, 0) == Take(Seat(0))


def test_arrangement_and_discard_are_chosen_together() -> None:
    # each pair needs a joker of its own; the run of five spares a card at either end, and nothing is left
    match = played(match_with(["7D 7S JK | 9S 9C JK | 2H 3H 4H 6H"], players=3, draws="5H"), Draw(Seat(0)))
    ends = (Discard(Seat(0), parse_card("2H")), Discard(Seat(0), parse_card("6H")))
    assert choice(match, 0) in ends


def test_it_throws_the_high_stranger_and_keeps_pairs_and_jokers() -> None:
    match = played(match_with(["9S 9C | 4H 5H | JD QD | JK | 2S 7C 3D"], players=3, draws="KS"), Draw(Seat(0)))
    assert choice(match, 0) == Discard(Seat(0), parse_card("KS"))


@pytest.mark.parametrize(("takes", "thrown"), [(True, "7D"), (False, "8C")])
def test_it_does_not_throw_what_the_next_seat_collects(takes: bool, thrown: str) -> None:
    hands = ["4H 5H 6H | JS QS KS | 2S 3S 4S | 8C", "8S 8D TC QC AH 2D 6C 4C 9H KH"]
    match = match_with(hands, players=2, draws="8H KC 7D 7D")
    played(match, Draw(Seat(0)), Discard(Seat(0), parse_card("8H")))
    played(match, Take(Seat(1)) if takes else Draw(Seat(1)), Discard(Seat(1), parse_card("KH")))
    if takes:
        played(match, Draw(Seat(0)), Discard(Seat(0), parse_card("KC")), Draw(Seat(1)), Discard(Seat(1), parse_card("9H")))
    assert choice(played(match, Draw(Seat(0))), 0) == Discard(Seat(0), parse_card(thrown))


def test_it_chases_a_continental_that_lacks_one_card() -> None:
    match = played(match_with(["2S 4S 6S 8S TS QS KS 9S AS | 9H"], players=3, draws="9D"), Draw(Seat(0)))
    chosen = choice(match, 0)
    assert chosen in (Discard(Seat(0), parse_card("9H")), Discard(Seat(0), parse_card("9D")))


# --- the count


def counting(
    hand: str, *, totals: Sequence[int], switches: dict[str, object] | None = None, buys: Sequence[int] = (0, 0, 0)
) -> Match:
    """Seat 0 knocks; seat 1 is to count."""
    match = match_with([KNOCKING, hand], players=3, totals=totals, switches=switches, buys=buys)
    match.play(Knock(Seat(0), parse_card("2S")))
    assert match.position.phase is Phase.COUNT
    return match


def counted(match: Match, seat: int) -> int:
    chosen = choice(match, seat)
    assert isinstance(chosen, Count)
    match.play(chosen)
    shown = match.position.dealing.showdown.counted(Seat(seat))
    assert shown is not None
    return shown.points


def test_it_counts_as_little_as_it_can() -> None:
    assert counted(counting("9H 9S JK | 4C 5C 6C | 2H 3D 8S TC", totals=[0, 0, 0]), 1) == 23


def test_a_joker_steers_the_total_into_the_window_where_the_buy_is_cheap_and_deep() -> None:
    match = counting("9H 9S 9C | 4C 5C 6C | 2H 2D 3S JK", totals=[10, 84, 20])
    # melded it makes three deuces and 87; held, the window opens, and a buy-back to 20 for the ante
    assert 90 <= 84 + counted(match, 1) <= 100


def test_it_stays_low_where_a_buy_would_cost_more_than_the_pot_is_worth() -> None:
    match = counting("9H 9S 9C | 4C 5C 6C | 2H 2D 3S JK", totals=[10, 84, 20], buys=[0, 5, 0])
    assert counted(match, 1) == 3


def test_a_count_never_goes_over_the_line_where_it_need_not() -> None:
    match = counting("9H 9S 9C | 4C 5C 6C | 2H 2D 8S JK", totals=[10, 92, 20])
    assert 92 + counted(match, 1) <= 100


@pytest.mark.parametrize("calls", ["card", "one_to_fifteen", "any_number", "fixed_20", "fixed_25"])
@pytest.mark.parametrize("free", ["jokers", "free"])
def test_it_counts_under_every_kind_of_dial(calls: str, free: str) -> None:
    switches: dict[str, object] = {"joker_value": calls, "count_choice": free}
    match = counting("9H 9S JK | 4C 5C 6C | 2H 3D 8S JK", totals=[0, 80, 3], switches=switches)
    assert 80 + counted(match, 1) <= 100


# --- offers, claims and rulings


def offered(*, totals: Sequence[int], pot: int, buys: Sequence[int] = (0, 0, 0, 0)) -> Match:
    """Seat 0 knocks, seat 1 counts 10 and is offered to buy back."""
    low = "9H 9S 9C | 4C 5C 6C | 2H 2D 2C | TS"
    match = match_with([KNOCKING, low], players=len(totals), totals=totals, pot=pot, buys=buys[: len(totals)])
    match.play(Knock(Seat(0), parse_card("2S")))
    while match.position.phase is not Phase.BUY_BACK:
        match.play(match.options(match.position.asked[0])[0])
    assert match.position.asked == (1,)
    return match


def test_it_buys_back_where_the_pot_is_worth_it() -> None:
    assert choice(offered(totals=[10, 85, -300, -290], pot=200_00), 1) == BuyBack(Seat(1), yes=True)


def test_it_does_not_pay_more_than_the_pot() -> None:
    assert choice(offered(totals=[10, 85, -300, -290], pot=40_00, buys=(0, 6, 0, 0)), 1) == BuyBack(Seat(1), yes=False)


def fed() -> Match:
    """Seat 0 throws three cards in a row that seat 1 takes and knocks with; seat 1 is asked first whether it claims that."""
    hands = ["7S 7C TC 2C 4D 6D 8H JH KS AC", "4H 5H 6H | 9S 9C | JD QD | 2S | KC QC", "AS 3C 5C 6S 8S TS QH KH AD 7D"]
    match = match_with(hands, players=3, draws="9D 4S KD 5S 7H TD 6C")
    for given, thrown, passed in (("9D", "KC", "4S"), ("KD", "QC", "5S"), ("7H", "4H", "TD")):
        played(match, Draw(Seat(0)), Discard(Seat(0), parse_card(given)))
        played(match, Take(Seat(1)), Discard(Seat(1), parse_card(thrown)))
        played(match, Draw(Seat(2)), Discard(Seat(2), parse_card(passed)))
    played(match, Draw(Seat(0)), Discard(Seat(0), parse_card("6C")), Knock(Seat(1), parse_card("2S")))
    assert match.position.phase is Phase.ACCUSE
    return match


def test_it_claims_feeding_if_it_would_pay_and_all_named_cards_were_melded() -> None:
    match = fed()
    assert match.position.asked == (1,)
    assert choice(match, 1) == NoClaim(Seat(1)), "the ender is paid the same whoever pays"
    played(match, NoClaim(Seat(1)))
    claim = Accuse(Seat(2), Seat(0), parse_cards("9D KD 7H"))
    assert choice(match, 2) == claim
    played(match, claim)
    assert match.position.asked == (1,)
    assert choice(match, 1) == Rule(Seat(1), upheld=True)


def test_it_neither_claims_nor_upholds_feeding_by_cards_that_the_next_seat_did_not_meld() -> None:
    match = fed_in_vain(players=4)
    assert match.position.asked == (1,)
    (claim,) = (act for act in match.options(Seat(1)) if isinstance(act, Accuse))
    assert choice(match, 1) == NoClaim(Seat(1))
    played(match, claim)
    (judge,) = match.position.asked
    assert choice(match, judge) == Rule(Seat(judge), upheld=False)
