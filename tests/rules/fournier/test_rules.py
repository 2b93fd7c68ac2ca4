"""Fournier's Continental, 1 to 20."""

from __future__ import annotations

from functools import partial

import pytest

from continental.cards import as_hand, rank_of
from continental.engine import Match
from continental.melds import Meld, parse_meld, print_contract
from continental.play.actions import Buy, Discard, Draw, GoDown, LayOff, SlideJoker, Take, TakeJoker
from continental.play.events import Bought, ClaimSealed, DealerDrawn, DealPassed, HandScored, Passed, StockRebuilt, WentClosed
from continental.play.position import census
from continental.play.refusal import Refused
from continental.play.shuffle import shuffled
from continental.play.terms import Cents, Phase, Seat, Status
from continental.play.view import SeenClaimed, see
from continental.rules.load import load
from continental.rules.moves.contract import melding_of
from continental.testing.builders import DICE, run_down
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
    reason,
    refused,
    slide,
    table,
    takes,
    throws,
    totals,
    turn,
    with_hand,
    words,
)

in_hand = partial(contract_kit.in_hand, "fournier")
left_with = partial(contract_kit.left_with, "fournier")

RULES = load("fournier")
TWO_SETS = "7H 7D 7C 9S 9H 9C"
LAID = "7H 7D 7C / 9S 9H 9C"


@pytest.mark.parametrize("players", [0, 1, 9])
def test_1_two_to_eight_play(players: int) -> None:
    assert len(Match.begin(RULES, 2, Cents(0)).position.standing.totals) == 2
    assert len(Match.begin(RULES, 8, Cents(0)).position.standing.totals) == 8
    with pytest.raises(Refused, match="2 to 8 players"):
        Match.begin(RULES, players, Cents(0))


def test_1_it_is_played_for_points_and_not_for_money() -> None:
    with pytest.raises(Refused) as why:
        Match.begin(RULES, 3, Cents(1000))
    assert why.value.code == "bad_ante"


@pytest.mark.parametrize(
    ("players", "decks"),
    [(2, [2] * 7), (3, [2] * 7), (4, [2, 2, 2, 2, 3, 3, 3]), (5, [2, 2, 3, 3, 4, 4, 4]), (8, [2, 2, 3, 3, 4, 4, 4])],
)
def test_2_packs_are_added_as_the_match_goes_on_two_jokers_with_each(players: int, decks: list[int]) -> None:
    packs = [RULES.pack_for(players, deal) for deal in range(1, 8)]
    assert [pack.decks for pack in packs] == decks
    assert [pack.jokers for pack in packs] == [2 * many for many in decks]
    grown = table("fournier", players=players, deal=7)
    assert census(grown.position.dealing) == packs[6].census()


def test_3_the_highest_card_deals_first_the_ace_above_the_king() -> None:
    for number in range(8):
        match = Match.begin(RULES, 4, Cents(0))
        match.deal(bytes([number]) * 32)
        drawn = next(event for event in match.events if isinstance(event, DealerDrawn))
        first = {seat: (rank_of(each) - 1) % 13 for seat, each in drawn.draws[:4]}
        assert first[drawn.dealer] == max(first.values())


def test_3_those_who_tie_for_the_highest_card_draw_again() -> None:
    ties = 0
    for number in range(16):
        match = Match.begin(RULES, 8, Cents(0))
        match.deal(bytes([number]) * 32)
        drawn = next(event for event in match.events if isinstance(event, DealerDrawn))
        height = {seat: (rank_of(each) - 1) % 13 for seat, each in drawn.draws[:8]}
        tied = [seat for seat in height if height[seat] == max(height.values())]
        again = drawn.draws[8 : 8 + len(tied)]
        assert [seat for seat, _ in again] == (tied if len(tied) > 1 else [])
        if again:
            ties += 1
            better = {seat: (rank_of(each) - 1) % 13 for seat, each in again}
            assert better[drawn.dealer] == max(better.values())
    assert ties


def test_3_cards_go_round_anticlockwise_one_at_a_time() -> None:
    match = table("fournier", players=4, dealer=2)
    deal = match.position.dealing
    assert deal.seats == (1, 0, 3, 2)
    assert deal.stacked is not None
    from_top = deal.stacked[::-1]
    for place, seat in enumerate((1, 0, 3, 2)):
        assert deal.hands[seat] == as_hand(from_top[place:24:4])


def test_4_cards_and_contracts() -> None:
    asked = [(row.cards, print_contract(row.contract)) for row in RULES.deals if row.contract is not None]
    assert asked == [
        (6, "S3 S3"),
        (7, "S3 R4"),
        (8, "R4 R4"),
        (9, "S3 S3 S3"),
        (10, "S3 S3 R4"),
        (11, "S3 R4 R4"),
        (12, "R4 R4 R4"),
    ]
    for deal, (cards, _) in enumerate(asked, 1):
        assert {len(hand) for hand in table("fournier", players=5, deal=deal).position.dealing.hands} == {cards}


def test_5_the_match_has_seven_deals_and_up_to_sixteen_cards_where_the_table_wants_it() -> None:
    assert len(RULES.deals) == 7
    longer = load("fournier", {"extension_to_16": "on"}).deals
    assert [(row.cards, print_contract(row.contract)) for row in longer[7:] if row.contract is not None] == [
        (12, "S3 S3 S3 S3"),
        (13, "S3 S3 S3 R4"),
        (14, "S3 S3 R4 R4"),
        (15, "S3 R4 R4 R4"),
        (16, "R4 R4 R4 R4"),
    ]


def test_6_the_rest_is_two_piles_the_one_to_draw_from_the_larger() -> None:
    match = table("fournier", players=4)
    deal = match.position.dealing
    rest = len(RULES.pack_for(4)) - 24 - 1
    assert len(deal.stock) + len(deal.buying.penalty) == rest
    assert len(deal.stock) > len(deal.buying.penalty) > 0
    assert abs(3 * len(deal.buying.penalty) - rest) < 3  # a third, in whole cards
    assert deal.stacked is not None
    assert deal.discards == deal.stacked[::-1][24:25]
    assert deal.stock[-1] == deal.stacked[::-1][25]


def test_6_a_joker_that_opens_the_discards_stays_there() -> None:
    match = table("fournier", players=3, dealer=1, upcard="JK")
    assert match.position.dealing.discards == (card("JK"),)
    takes(match, 0)
    assert "JK" in holds(match, 0)


def test_7_the_player_after_the_dealer_begins() -> None:
    match = table("fournier", players=4, dealer=2)
    assert match.position.asked == (1,)
    order = []
    for _ in range(5):
        order.append(match.position.asked[0])
        turn(match, match.position.asked[0])
    assert order == [1, 0, 3, 2, 1]


def test_8_top_discard_or_top_of_the_stock_then_perhaps_exposing_then_a_discard() -> None:
    match = table("fournier", [TWO_SETS, ""], upcard="KH", draws="QD")
    takes(match, 0)
    assert card("KH") in match.position.hand(Seat(0))
    match.play(down(0, LAID))
    throws(match, 0, "KH")
    assert finished(match)
    drawn = table("fournier", players=2, upcard="KH", draws="QD")
    draws(drawn, 0)
    assert drawn.position.dealing.drawn == card("QD")
    assert refused(drawn, Take(Seat(0))) == "wrong_phase"


def test_8_the_top_discard_is_taken_and_none_below_it() -> None:
    match = table("fournier", players=3, upcard="KH", draws="QD")
    turn(match, 0)
    takes(match, 2)
    assert "QD" in holds(match, 2)
    assert match.position.dealing.discards == (card("KH"),)


def test_8_a_discard_just_taken_may_be_thrown_back() -> None:
    match = table("fournier", upcard="KH", draws="QD")
    takes(match, 0)
    assert Discard(Seat(0), card("KH")) in offered(match, 0, Discard)
    throws(match, 0, "KH")
    assert match.position.dealing.discards == (card("KH"),)


def test_8_one_card_is_drawn_before_anything_is_exposed_or_thrown() -> None:
    match = table("fournier", [TWO_SETS, ""], upcard="KH", draws="QD")
    assert refused(match, down(0, LAID)) == "wrong_phase"
    assert refused(match, Discard(Seat(0), card("7H"))) == "wrong_phase"
    draws(match, 0)
    assert refused(match, Draw(Seat(0))) == "wrong_phase"
    throws(match, 0, "QD")
    assert (match.position.phase, match.position.asked) == (Phase.DRAW, (1,))


@pytest.mark.parametrize(
    ("deal", "cards", "laid", "code"),
    [
        (1, "7H 7H 7C 9S 9H 9C 2D", "7H 7H 7C / 9S 9H 9C", None),  # suits do not matter
        (1, "7H 7D 9S 9H 9C 2D", "7H 7D / 9S 9H 9C", "down_too_short"),
        (2, "7H 7D 7C 4S 5S 6S 7S 2D", "7H 7D 7C / 4S 5S 6S 7S", None),
        (2, "7H 7D 7C 4S 5S 6S 2D", "7H 7D 7C / 4S 5S 6S", "down_too_short"),
    ],
)
def test_9_a_trio_is_three_of_a_rank_and_a_run_four_of_a_suit(deal: int, cards: str, laid: str, code: str | None) -> None:
    match = in_hand(cards, deal)
    assert bool(offered(match, 0, GoDown)) is (code is None)
    if code is None:
        match.play(down(0, laid))
        assert len(on_table(match)) == 2
    else:
        assert refused(match, down(0, laid)) == code


def test_9_these_are_minimums() -> None:
    match = in_hand("7H 7D 7C 7S 9S 9H 9C 9D 2D")
    match.play(down(0, "7S 7H 7D 7C / 9S 9H 9D 9C"))
    assert holds(match, 0) == "2D"


def test_9_no_trio_of_two_ranks_and_no_run_of_two_suits() -> None:
    trio, run = tuple(map(card, words("7H 7D 8C"))), tuple(map(card, words("4S 5S 6H 7S")))
    match = in_hand("7H 7D 7C 8C 4S 5S 6H 6S 7S 2D", deal=2)
    sevens, spades = parse_meld("7H 7D 7C"), parse_meld("4S 5S 6S 7S")
    assert refused(match, GoDown(Seat(0), (Meld("set", trio, trio), spades))) == "down_not_a_meld"
    assert refused(match, GoDown(Seat(0), (sevens, Meld("run", run, run)))) == "down_not_a_meld"
    match.play(GoDown(Seat(0), (sevens, spades)))


def test_9_a_trio_and_a_run_of_six_go_down() -> None:
    match = in_hand("7S 7S 7H 7H 7D 7D 8S 9S TS JS QS KS 2D", deal=2)
    match.play(down(0, "7S 7S 7H 7H 7D 7D / 8S 9S TS JS QS KS"))
    assert holds(match, 0) == "2D"


@pytest.mark.parametrize(("players", "deal", "most"), [(2, 1, 10), (5, 3, 14), (8, 7, 18)])
def test_10_a_set_has_at_most_four_cards_a_pack_and_two_more(players: int, deal: int, most: int) -> None:
    decks = RULES.pack_for(players, deal).decks
    limit = RULES.contract_play.melding_for(decks).grammar.sets.max_size
    assert limit == most == 4 * decks + 2


def test_10_a_set_that_is_full_takes_no_more() -> None:
    match = in_hand("7S 7S 7H 7H 7D 7D 9S 9H 9C 2D 3D", players=2)
    match.play(down(0, "7S 7S 7H 7H 7D 7D / 9S 9H 9C"))
    with_hand(match, 0, "7C 7C JK JK JK 2D")
    for text in ("7C", "7C", "JK", "JK"):
        match.play(lay(0, text, 0))
    assert len(match.position.dealing.on_table.melds[0].meld.cards) == 10
    assert refused(match, lay(0, "JK", 0)) == "does_not_fit"


@pytest.mark.parametrize("run", ["QS KS AS 2S", "KS AS 2S 3S", "AS 2S 3S 4S", "JS QS KS AS"])
def test_10_a_run_starts_and_ends_anywhere_the_ace_between_king_and_two(run: str) -> None:
    match = in_hand("7H 7D 7C " + run + " 2D", deal=2)
    match.play(down(0, "7H 7D 7C / " + run))
    assert on_table(match)[1] == run


def test_10_a_run_has_thirteen_cards_at_most_and_none_twice() -> None:
    match = in_hand("7H 7D 7C QS KS AS 2S 2D 3D", deal=2)
    match.play(down(0, "7H 7D 7C / QS KS AS 2S"))
    with_hand(match, 0, "3S 4S 5S 6S 7S 8S 9S TS JS JS 2D JK")
    for text in words("3S 4S 5S 6S 7S 8S 9S TS"):
        match.play(lay(0, text, 1))
    # the jack fits at both ends: it closes the circle
    assert refused(match, lay(0, "JS", 1)) == "say_which_end"
    match.play(lay(0, "JS", 1, "low"))
    assert len(match.position.dealing.on_table.melds[1].meld.cards) == 13
    assert refused(match, lay(0, "JS", 1, "high")) == "does_not_fit"
    assert {act.on for act in offered(match, 0, LayOff) if isinstance(act, LayOff)} == {0}  # a joker into the trio


def test_11_a_joker_replaces_any_card_two_and_a_natural_are_a_trio_three_are_not() -> None:
    match = in_hand("7H JK JK 9S 9H 9C 2D", players=4)
    match.play(down(0, "7H JK=7S JK=7D / 9S 9H 9C"))
    assert on_table(match)[0] == "7H JK=7S JK=7D"
    jokers = in_hand("JK JK JK 9S 9H 9C 2D", players=4)
    assert refused(jokers, down(0, "JK=AS JK=AH JK=AD / 9S 9H 9C")) == "down_not_a_meld"
    (offer,) = offered(jokers, 0, GoDown)  # two sets of nines, say, with jokers in both
    jokers.play(offer)


def test_11_jokers_in_a_run_have_no_limit_beside_one_natural_card() -> None:
    match = in_hand("7H 7D 7C 4S JK JK JK 2D", deal=2)
    match.play(down(0, "7H 7D 7C / 4S JK=5S JK=6S JK=7S"))
    none = in_hand("7H 7D 7C JK JK JK JK 2D", deal=2)
    assert refused(none, down(0, "7H 7D 7C / JK=4S JK=5S JK=6S JK=7S")) == "down_not_a_meld"


def test_11_a_joker_that_is_laid_off_says_which_card_it_replaces() -> None:
    match = in_hand("7H 7D 7C 4S 5S 6S 7S JK JK 2D", deal=2)
    match.play(down(0, "7H 7D 7C / 4S 5S 6S 7S"))
    match.play(lay(0, "JK", 0))
    match.play(lay(0, "JK", 1, "high"))
    assert on_table(match) == ["7H 7D 7C JK=7S", "4S 5S 6S 7S JK=8S"]


def test_12_who_can_combine_all_cards_closes_and_throws_the_last() -> None:
    match = table("fournier", [TWO_SETS, ""], draws="KD", players=2)
    draws(match, 0)
    match.play(down(0, LAID))
    assert holds(match, 0) == "KD"
    throws(match, 0, "KD")
    assert next(event for event in match.events if isinstance(event, WentClosed)) == WentClosed(Seat(0), at_once=True)
    assert finished(match)


def test_12_who_bought_exposes_without_closing() -> None:
    match = table("fournier", ["KS", TWO_SETS], players=2, upcard="QH", draws="QD", penalty="3D")
    with_hand(match, 1, "7H 7D 7C 9S 9H 2S")
    leaves(match, 0)
    match.play(buy(1))
    throws(match, 0)
    draws(match, 1)
    with_hand(match, 1, TWO_SETS + " QH 3D KS")
    match.play(down(1, LAID))
    throws(match, 1, "KS")
    assert not finished(match)
    assert holds(match, 1) == "QH 3D"


def test_13_the_last_card_need_not_be_thrown() -> None:
    match = in_hand(TWO_SETS + " 7S")
    match.play(down(0, "7S 7H 7D 7C / 9S 9H 9C"))
    assert finished(match)


def test_14_the_whole_contract_is_exposed_at_once_and_the_rest_kept() -> None:
    match = in_hand(TWO_SETS + " KS KH KD 2C")
    assert refused(match, down(0, "7H 7D 7C")) == "down_wrong_melds"
    assert refused(match, down(0, LAID + " / KS KH KD")) == "down_wrong_melds"
    match.play(down(0, LAID))
    assert holds(match, 0) == "KS KH KD 2C"
    assert refused(match, down(0, "KS KH KD")) == "already_down"


def test_14_only_in_ones_own_turn_after_drawing() -> None:
    match = table("fournier", [TWO_SETS, TWO_SETS.replace("7", "8").replace("9", "T")], players=2)
    assert refused(match, down(0, LAID)) == "wrong_phase"
    assert refused(match, down(1, "8H 8D 8C / TS TH TC")) == "not_asked"


def test_14_a_card_is_exposed_only_as_often_as_it_is_held() -> None:
    match = in_hand("7H 7D 9S 9H 9C 2D")
    assert refused(match, down(0, "7H 7H 7D / 9S 9H 9C")) == "down_not_held"


@pytest.mark.parametrize("laid", ["3C 4C 5C 6C / 7C 8C 9C TC", "3C 4C 5C 6C / 5C 6C 7C 8C", "3C 4C 5C 6C / 8C 9C TC JC"])
def test_14_two_runs_of_one_suit_may_touch_and_overlap(laid: str) -> None:
    match = in_hand(laid.replace(" /", "") + " 2D", deal=3)
    assert offered(match, 0, GoDown)
    match.play(down(0, laid))
    assert on_table(match) == laid.split(" / ")


def two_runs(extra: str, players: int = 4, **switches: object) -> Match:
    """Deal 3: seat 0 is down with two runs, a joker for the six of spades in one, and holds more cards."""
    match = in_hand("4S 5S JK 7S 9H TH JH QH " + extra, 3, players, **switches)
    match.play(down(0, "4S 5S JK=6S 7S / 9H TH JH QH"))
    return match


def test_15a_one_who_is_exposed_counts_only_what_is_left() -> None:
    match = two_runs("KD 2C", players=2)
    throws(match, 0, "2C")
    draws(match, 1)
    with_hand(match, 1, "AC 2C 3C 4C 5D 6D 7D 8D 3S")
    match.play(down(1, "AC 2C 3C 4C / 5D 6D 7D 8D"))
    throws(match, 1, "3S")
    assert totals(match) == [10, 0]


def test_15b_cards_are_added_to_anybodys_melds_ones_own_too_and_in_the_same_turn() -> None:
    match = two_runs("8S KD QD 2C", players=2)
    match.play(lay(0, "8S", 0))
    throws(match, 0, "2C")
    draws(match, 1)
    with_hand(match, 1, "AC 2C 3C 4C 5D 6D 7D 8D KH 9S KC")
    assert refused(match, lay(1, "KH", 1)) == "not_down"
    match.play(down(1, "AC 2C 3C 4C / 5D 6D 7D 8D"))
    assert offered(match, 1, LayOff) == [lay(1, "9S", 0, "high"), lay(1, "KH", 1, "high"), lay(1, "KC", 2, "low")]
    match.play(lay(1, "KH", 1))
    match.play(lay(1, "9S", 0))
    assert on_table(match)[:2] == ["4S 5S JK=6S 7S 8S 9S", "9H TH JH QH KH"]
    assert refused(match, lay(1, "KC", 1)) == "does_not_fit"


def test_15b_a_card_is_not_repeated_in_a_run() -> None:
    match = two_runs("9H 4S KD")
    assert refused(match, lay(0, "9H", 1)) == "does_not_fit"
    assert refused(match, lay(0, "4S", 0)) == "does_not_fit"


def test_15c_an_exposed_joker_is_replaced_by_its_card_and_used_in_another_run_at_once() -> None:
    match = two_runs("6S KD 2C")
    match.play(joker(0, "6S", 0))
    assert on_table(match)[0] == "4S 5S 6S 7S"
    assert {type(act) for act in match.options(Seat(0))} == {LayOff}
    assert refused(match, lay(0, "JK", 0, "high")) == "joker_into_run"
    assert refused(match, lay(0, "KD", 1)) == "joker_owed"
    assert refused(match, Discard(Seat(0), card("2C"))) == "joker_owed"
    with_hand(match, 0, "JK KH 2C")
    match.play(lay(0, "JK", 1, "high"))
    throws(match, 0, "2C")
    assert match.position.phase is Phase.DRAW


def test_15c_it_is_taken_from_anybodys_run_and_goes_into_anybodys_other_run() -> None:
    match = two_runs("KD 2C", players=2)
    throws(match, 0, "2C")
    draws(match, 1)
    with_hand(match, 1, "AC 2C 3C 4C 5D 6D 7D 8D 6S KD")
    match.play(down(1, "AC 2C 3C 4C / 5D 6D 7D 8D"))
    assert offered(match, 1, TakeJoker) == [joker(1, "6S", 0)]
    match.play(joker(1, "6S", 0))
    assert {act.on for act in offered(match, 1, LayOff) if isinstance(act, LayOff)} == {1, 2, 3}
    match.play(lay(1, "JK", 1, "high"))
    assert on_table(match)[:2] == ["4S 5S 6S 7S", "9H TH JH QH JK=KH"]


def test_15c_no_second_joker_is_taken_while_one_is_to_be_used() -> None:
    match = in_hand("4S 5S JK 7S 9H JK JH QH 6S TH KD", deal=3)
    match.play(down(0, "4S 5S JK=6S 7S / 9H JK=TH JH QH"))
    match.play(joker(0, "6S", 0))
    assert offered(match, 0, TakeJoker) == []
    assert refused(match, joker(0, "TH", 1)) == "joker_owed"
    match.play(lay(0, "JK", 1, "high"))
    assert offered(match, 0, TakeJoker) == [joker(0, "TH", 1)]


def test_15c_a_joker_that_could_not_be_used_again_stays() -> None:
    match = in_hand("7H 7D 7C 4S 5S JK 7S 6S KD", deal=2)
    match.play(down(0, "7H 7D 7C / 4S 5S JK=6S 7S"))
    assert refused(match, joker(0, "6S", 1)) == "joker_has_no_place"  # there is no other run
    assert offered(match, 0, TakeJoker) == []


def test_15c_a_joker_in_a_trio_stays_there() -> None:
    match = in_hand("7H 7D JK 4S 5S 6S 7S 7C KD", deal=2)
    match.play(down(0, "7H 7D JK=7S / 4S 5S 6S 7S"))
    with_hand(match, 0, "7S 7C KD")
    assert refused(match, joker(0, "7S", 0)) == "joker_in_set"


def test_15c_jokers_do_not_slide() -> None:
    match = two_runs("6S KD 2C")
    assert offered(match, 0, SlideJoker) == []
    assert refused(match, slide(0, "6S", 0, "high")) == "wrong_phase"


def test_15d_not_exposing_forgoes_all_this() -> None:
    match = two_runs("KD 2C", players=2)
    throws(match, 0, "2C")
    draws(match, 1)
    with_hand(match, 1, "6S 8S KH 2D 4D 6D 8D TD QD")
    for act in (lay(1, "8S", 0), joker(1, "6S", 0)):
        assert refused(match, act) == "not_down"
    assert [*offered(match, 1, LayOff), *offered(match, 1, TakeJoker)] == []
    assert reason(match, 1, "lay_off") == "not_down"


def test_16_what_one_exposes_helps_others_to_close() -> None:
    match = two_runs("KD 2C", players=2)
    throws(match, 0, "2C")
    draws(match, 1)
    with_hand(match, 1, "AC 2C 3C 4C 5D 6D 7D 8D 8S 3S")
    match.play(down(1, "AC 2C 3C 4C / 5D 6D 7D 8D"))
    match.play(lay(1, "8S", 0))
    match.play(lay(1, "3S", 0))
    assert finished(match)
    assert totals(match) == [10, 0]


def asked_about(players: int = 4, **switches: object) -> Match:
    """Seat 0 threw KH; seat 3, whose turn it is, leaves it."""
    match = table("fournier", ["KH"], players=players, draws="QD 5C 6C", penalty="3D 4D", switches=switches)
    draws(match, 0)
    throws(match, 0, "KH")
    leaves(match, players - 1)
    return match


def test_17_each_following_player_in_order_may_take_it_and_the_discarder_last() -> None:
    match = asked_about()
    assert match.position.asked == (2, 1, 0)
    match.play(leave(2))
    match.play(leave(1))
    match.play(buy(0))
    assert "KH" in holds(match, 0)
    assert "3D" in holds(match, 0)  # its own discard costs a penalty card too


def test_17_the_card_that_opens_the_discards_is_offered_too() -> None:
    match = table("fournier", players=4, upcard="KH")
    leaves(match, 0)
    assert match.position.asked == (3, 2, 1)
    match.play(buy(3))
    assert "KH" in holds(match, 3)


def test_17_the_penalty_card_comes_from_its_own_pile_and_nothing_is_thrown() -> None:
    match = asked_about()
    before = match.position.dealing
    match.play(buy(2))
    bought = next(event for event in match.events if isinstance(event, Bought))
    assert bought.penalty == (card("3D"),)
    after = match.position.dealing
    assert (len(after.buying.penalty), len(after.stock)) == (len(before.buying.penalty) - 1, len(before.stock) - 1)
    assert len(after.hands[2]) == len(before.hands[2]) + 2
    assert after.discards == before.discards[:-1]
    # the order of play does not change
    assert (match.position.phase, match.position.asked) == (Phase.PLAY, (3,))


def test_17_taking_it_in_turn_is_free() -> None:
    match = table("fournier", ["KH"], players=4)
    draws(match, 0)
    throws(match, 0, "KH")
    takes(match, 3)
    assert len(match.position.hand(Seat(3))) == 7
    assert match.position.dealing.buying.bought == (0, 0, 0, 0)


def test_17_the_penalty_card_must_be_taken() -> None:
    match = asked_about()
    assert refused(match, buy(2, penalty=False)) == "penalty_due"
    assert offered(match, 2, Buy) == [buy(2)]


def test_17_earlier_ones_come_first_however_late_they_speak() -> None:
    match = asked_about()
    match.play(buy(0))
    match.play(buy(1))
    match.play(leave(2))
    assert [event.seat for event in match.events if isinstance(event, Bought)] == [1]


def test_17_what_somebody_says_early_stays_unknown_until_those_before_them_have_spoken() -> None:
    match = asked_about(players=5)
    told = len(match.events)

    def known() -> list[int]:
        return [event.seat for event in match.events[told:] if isinstance(event, Passed)]

    match.play(leave(1))
    assert known() == []
    assert [*match.position.asked] == [3, 2, 0]  # all the others still are, at once
    sealed = next(event for event in match.events[told:] if isinstance(event, ClaimSealed))
    assert see(sealed, Seat(1)) == SeenClaimed(Seat(1), wants=False)
    for seat in (Seat(0), Seat(4), None):
        assert see(sealed, seat) == SeenClaimed(Seat(1), wants=None)
    match.play(leave(3))
    assert known() == [3]
    match.play(leave(2))
    assert known() == [3, 2, 1]
    assert match.position.asked == (0,)


def test_17_there_is_no_limit_and_those_who_are_exposed_may_take_too() -> None:
    match = two_runs("KD 2C", players=2)
    throws(match, 0, "KD")
    leaves(match, 1)
    assert match.position.asked == (0,)
    match.play(buy(0))
    assert match.position.dealing.buying.bought == (1, 0)
    throws(match, 1)
    turn(match, 0)
    leaves(match, 1)
    match.play(buy(0))
    assert match.position.dealing.buying.bought == (2, 0)
    for _ in range(4):
        throws(match, 1)
        turn(match, 0)
        leaves(match, 1)
        match.play(buy(0))
    assert match.position.dealing.buying.bought == (6, 0)


@pytest.mark.parametrize("stock", [0, 1, 2])
@pytest.mark.parametrize("pile", [0, 1, 2, 3])
@pytest.mark.parametrize("penalty", [0, 1])
@pytest.mark.parametrize("wants", [None, 3, 1])
def test_18_stock_and_penalty_pile_run_out_at_every_count(stock: int, pile: int, penalty: int, wants: int | None) -> None:
    match = left_with(stock, pile, penalty)
    pack = RULES.pack_for(4).census()
    match.play(Draw(Seat(0)))
    while match.position.phase is Phase.CLAIM:
        seat = match.position.asked[0]
        match.play(buy(seat) if seat == wants else leave(seat))
    assert census(match.position.dealing) == pack
    bought = [event for event in match.events if isinstance(event, Bought)]
    assert bool(bought) is (wants is not None and pile > 0 and (stock > 0 or pile > 1))
    if bought:
        # from its own pile, then from the stock, which is made anew of the discards where it is empty
        assert len(bought[0].penalty) == 1
        assert len(match.position.dealing.buying.penalty) == 0
    left = stock + (pile - 1 if pile else 0) - (1 if bought and not penalty else 0)
    # the card below a bought discard is then the top one, and stays
    stays = 1 if bought and pile > 1 and (stock > 0 or penalty) else 0
    assert (match.position.phase is Phase.PLAY) is (stock > (1 if bought and not penalty else 0) or left - stays > 0)
    if match.position.phase is not Phase.PLAY:
        assert match.position.dealing.ran_out
        assert len(match.position.dealing.on_table.scored) == 4


def test_18_an_empty_penalty_pile_gives_way_to_the_top_of_the_stock() -> None:
    match = left_with(3, 1)
    stock = match.position.dealing.stock
    leaves(match, 0)
    match.play(buy(3))
    assert next(event for event in match.events if isinstance(event, Bought)).penalty == stock[-1:]
    assert match.position.dealing.drawn == stock[-2]
    assert match.position.dealing.stock == stock[:-2]


def test_18_an_empty_stock_is_made_of_all_discards_but_the_top_shuffled() -> None:
    match = table("fournier", players=3)
    for seat in (0, 2, 1):
        turn(match, seat)
    run_down(match)
    pile = match.position.dealing.discards
    draws(match, 0)
    rebuilt = next(event for event in match.events if isinstance(event, StockRebuilt))
    assert (rebuilt.stock, rebuilt.discards) == (shuffled(DICE, "rebuild 1", pile[:-1]), pile[-1:])
    # and a second time, in another order
    throws(match, 0)
    turn(match, 2)
    run_down(match)
    pile = match.position.dealing.discards
    draws(match, 1)
    again = [event for event in match.events if isinstance(event, StockRebuilt)][-1]
    assert (again.stock, again.discards) == (shuffled(DICE, "rebuild 2", pile[:-1]), pile[-1:])


def test_19_the_others_note_all_they_hold_combined_or_not() -> None:
    values = RULES.points.values
    worth = {text: values.of(card(text)) for text in words("2S 3H 4D 5C 6S 7H 8D 9C TS JH QD KC AS JK")}
    assert list(worth.values()) == [5, 5, 5, 5, 5, 5, 10, 10, 10, 10, 10, 10, 20, 50]
    match = in_hand(TWO_SETS + " 2C", players=3)
    match.play(down(0, LAID))
    with_hand(match, 1, "KS KH KH AS JK 2D")
    with_hand(match, 2, "8C 7S")
    throws(match, 0, "2C")
    assert totals(match) == [0, 105, 15]
    assert {event.seat for event in match.events if isinstance(event, HandScored)} == {1, 2}


def test_19_one_who_is_exposed_notes_them_too_and_points_add_up() -> None:
    match = table("fournier", players=2, deal=3, totals=[30, 40])
    draws(match, 0)
    with_hand(match, 0, "4S 5S 6S 7S 9H TH JH QH KD KD 2C")
    match.play(down(0, "4S 5S 6S 7S / 9H TH JH QH"))
    throws(match, 0, "2C")
    draws(match, 1)
    with_hand(match, 1, "AC 2C 3C 4C 5D 6D 7D 8D 3S")
    match.play(down(1, "AC 2C 3C 4C / 5D 6D 7D 8D"))
    throws(match, 1, "3S")
    assert totals(match) == [50, 40]


def test_20_the_deal_passes_to_the_next_player() -> None:
    match = in_hand(TWO_SETS + " 2C", players=4)
    before = match.position.standing.dealer
    match.play(down(0, LAID))
    throws(match, 0, "2C")
    assert before == 1
    assert next(event for event in match.events if isinstance(event, DealPassed)).dealer == 0


def test_20_it_passes_too_where_nobody_ended_the_deal() -> None:
    match = left_with(0, 1)
    assert match.position.standing.dealer == 1
    match.play(Draw(Seat(0)))
    assert next(event for event in match.events if isinstance(event, DealPassed)).dealer == 0


def test_20_before_the_last_deal_the_match_goes_on() -> None:
    match = in_hand("7H 7D 7C 2S 3S 4S 5S 8H 9H TH JH 2D", deal=6)
    match.play(down(0, "7H 7D 7C / 2S 3S 4S 5S / 8H 9H TH JH"))
    throws(match, 0, "2D")
    assert match.position.phase is Phase.COMMIT
    assert not match.is_over


@pytest.mark.parametrize(
    ("before", "status", "winners"),
    [([0, 90, 90], Status.WON, (0,)), ([90, 0, 90], Status.WON, (1,)), ([30, 10, 90], Status.SPLIT, (0, 1))],
)
def test_20_the_fewest_points_after_the_last_deal_win_and_a_tie_is_shared(
    before: list[int], status: Status, winners: tuple[int, ...]
) -> None:
    match = table("fournier", players=3, deal=7, totals=before)
    draws(match, 0)
    with_hand(match, 0, "2S 3S 4S 5S 7H 8H 9H TH JD QD KD AD 3C")
    with_hand(match, 1, "AC")
    match.play(down(0, "2S 3S 4S 5S / 7H 8H 9H TH / JD QD KD AD"))
    throws(match, 0, "3C")
    assert (match.position.standing.status, match.position.standing.winners) == (status, winners)


def test_18_a_deal_that_nobody_ends_is_over_after_60_laps() -> None:
    match = table("fournier", players=3)
    while not finished(match):
        turn(match, match.position.asked[0])
    deal = match.position.dealing
    assert (deal.died, deal.laps, len(deal.turns)) == (True, 60, 180)
    assert totals(match) == [match.rules.points.values.count(hand) for hand in deal.hands]
    assert {event.seat for event in match.events if isinstance(event, HandScored)} == {0, 1, 2}


@pytest.mark.parametrize(("deal", "ceiling"), [(1, 10), (3, 14), (5, 18)])
def test_10_the_ceiling_of_a_trio_follows_the_packs_of_its_own_deal(deal: int, ceiling: int) -> None:
    match = table("fournier", players=5, deal=deal)
    assert melding_of(match.rules, match.position).grammar.sets.max_size == ceiling
