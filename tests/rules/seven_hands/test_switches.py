"""Every switch of the seven hands, with every value that it can take, changes what it should, at a table that is played."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from continental.cards import print_cards, rank_of
from continental.engine import Match
from continental.play.actions import Discard, GoDown, LayOff, TakeJoker
from continental.play.events import Bought, DealerDrawn, StockRebuilt, Took
from continental.play.terms import Cents, Phase, Seat
from continental.rules.load import load
from continental.testing.builders import run_down
from tests.rules import contract_kit
from tests.rules.contract_kit import (
    accepts,
    allow,
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
each = partial(contract_kit.each_value, "seven_hands")

TWO_SETS = "7H 7D 7C 9S 9H 9C"
LAID = "7H 7D 7C / 9S 9H 9C"
THREE_RUNS = "2S 3S 4S 5S / 7H 8H 9H TH / JD QD KD AD"


@each("card_values")
def test_switch_card_values(value: str) -> None:
    values = load("seven_hands", {"card_values": value}).points.values
    worth = [values.of(card(text)) for text in words("2S 7H 8D 9C TS KH AS AH JK")]
    assert (
        worth
        == {
            "joker_50": [5, 5, 5, 5, 10, 10, 20, 20, 50],
            "red_aces": [5, 5, 5, 5, 10, 10, 20, 30, 50],
            "pips": [2, 7, 8, 9, 10, 10, 20, 20, 50],
            "eights_10": [5, 5, 10, 10, 10, 10, 20, 20, 50],
            "ace_15": [5, 5, 5, 5, 10, 10, 15, 15, 50],
        }[value]
    )


@each("wild_red_aces")
def test_switch_wild_red_aces(value: str) -> None:
    match = in_hand("7H 7D AH 9S 9H AD 2C 4D", wild_red_aces=value)
    on = value == "on"
    assert bool(offered(match, 0, GoDown)) is on
    assert accepts(match, GoDown(Seat(0), _with_wild())) is on
    counted = match.rules.points.values.count((card("AH"), card("AS")), match.rules.contract_play.melding.wild)
    assert counted == (70 if on else 40)


@each("card_values")
def test_switch_wild_red_aces_count_as_jokers_do_unless_the_values_name_them(value: str) -> None:
    rules = load("seven_hands", {"wild_red_aces": "on", "card_values": value})
    worth = [rules.points.values.of(card(text), rules.contract_play.melding.wild) for text in ("AH", "AD", "JK")]
    assert worth == ([30, 30, 50] if value == "red_aces" else [50, 50, 50])


def _with_wild() -> tuple[Any, ...]:
    melds = down(0, "7H 7D JK=7S / 9S 9H JK=9D").melds
    wild = (card("AH"), card("AD"))
    return tuple(replace(meld, cards=(*meld.cards[:2], each_)) for meld, each_ in zip(melds, wild, strict=True))


def test_switch_wild_red_aces_may_be_aces_too() -> None:
    match = in_hand("AH AD AC 9S 9H 9C 2C 4D", wild_red_aces="on")
    match.play(down(0, "AH AD AC / 9S 9H 9C"))
    black = in_hand("AS AC AC 9S 9H 9C AH 4D", wild_red_aces="on")
    black.play(down(0, "AS AC AC / 9S 9H 9C"))
    assert {act.on for act in offered(black, 0, LayOff) if isinstance(act, LayOff) and act.card == card("AH")} == {0, 1}


@each("buy")
def test_switch_buy(value: str) -> None:
    match = table("seven_hands", players=4, upcard="KH", draws="QD JD TD", switches={"buy": value})
    leaves(match, 0)
    if value == "off":
        assert match.position.phase is Phase.PLAY
        return
    assert list(match.position.asked) == [1, 2, 3]
    match.play(buy(1))
    if value == "refusable":
        assert (match.position.phase, match.position.asked) == (Phase.ALLOW, (0,))
        refusing = table("seven_hands", players=4, upcard="KH", switches={"buy": value})
        leaves(refusing, 0)
        refusing.play(buy(1))
        takes(refusing, 0)  # the player in turn takes it after all, as the draw of its turn
        assert any(isinstance(event, Took) for event in refusing.events)
        assert len(refusing.position.hand(Seat(0))) == 13
        assert len(refusing.position.hand(Seat(1))) == 12
        assert refusing.position.phase is Phase.PLAY
        match.play(allow(0))
    bought = next(event for event in match.events if isinstance(event, Bought))
    assert print_cards(bought.penalty) == ("QD JD" if value == "two_cards" else "QD")
    assert (match.position.phase, match.position.asked) == (Phase.PLAY, (0,))


def test_switch_buy_refusable_by_taking_the_top_discard() -> None:
    match = table("seven_hands", players=4, upcard="KH", draws="QD", switches={"buy": "refusable"})
    draws(match, 0)
    throws(match, 0, "QD")
    leaves(match, 1)
    match.play(buy(2))
    takes(match, 1)
    assert match.position.dealing.drawn == card("QD")
    assert print_cards(match.position.dealing.discards) == "KH"


def test_switch_buy_refusable_asks_only_where_somebody_wants_it() -> None:
    match = table("seven_hands", players=3, switches={"buy": "refusable"})
    leaves(match, 0)
    match.play(leave(1))
    match.play(leave(2))
    assert (match.position.phase, match.position.asked) == (Phase.PLAY, (0,))


@each("buy_limit")
def test_switch_buy_limit(value: str) -> None:
    match = table("seven_hands", players=8, switches={"buy": "one_card", "buy_limit": value})
    standing = match.position.standing
    match.position = replace(match.position, standing=replace(standing, bought=(0,) * 7 + (5,)))
    limit = {"none": 99, "3_a_deal": 3, "7_a_match": 2}[value]  # seven chips for the match, of which five are gone
    for number, seat in enumerate(range(4)):
        leaves(match, seat)
        assert (7 in match.position.asked) is (number < limit)
        while match.position.phase is Phase.CLAIM:
            other = match.position.asked[0]
            match.play(buy(other) if other == 7 else leave(other))
        throws(match, seat)
    assert match.position.standing.bought[7] == 5 + min(limit, 4)


@each("buy_when_down")
def test_switch_buy_when_down(value: str) -> None:
    match = in_hand(TWO_SETS + " KD 2D", players=3, buy="one_card", buy_when_down=value)
    match.play(down(0, LAID))
    throws(match, 0, "2D")
    turn(match, 1)
    leaves(match, 2)
    assert (match.position.phase is Phase.CLAIM) is (value == "yes")


@each("buy_own_discard")
def test_switch_buy_own_discard(value: str) -> None:
    match = table("seven_hands", players=3, switches={"buy": "one_card", "buy_own_discard": value})
    draws(match, 0)
    throws(match, 0)
    leaves(match, 1)
    assert match.position.asked == ((2, 0) if value == "yes" else (2,))


@each("deal")
def test_switch_deal(value: str) -> None:
    sizes = [row.cards for row in load("seven_hands", {"deal": value}).deals]
    assert sizes == {"12": [12] * 7, "11": [11] * 7, "contract_and_one": [7, 8, 9, 10, 11, 12, 13]}[value]
    match = table("seven_hands", players=2, deal=2, switches={"deal": value})
    assert len(match.position.hand(Seat(0))) == sizes[1]


@each("packs")
def test_switch_packs(value: str) -> None:
    rules = load("seven_hands", {"packs": value})
    decks = [rules.pack_for(players).decks for players in range(2, 9)]
    assert (
        decks
        == {
            "by_players": [2, 2, 2, 3, 3, 4, 4],
            "always_2": [2] * 7,
            "three_for_5": [2, 2, 2, 3, 3, 3, 3],
        }[value]
    )
    # even two packs are enough for eight at their longest
    match = table("seven_hands", players=8, deal=7, switches={"packs": value, "deal": "contract_and_one"})
    assert len(match.position.dealing.stock) > 0


@each("layoff_same_turn")
def test_switch_layoff_same_turn(value: str) -> None:
    match = in_hand(TWO_SETS + " 7S KD QS", players=2, layoff_same_turn=value)
    match.play(down(0, LAID))
    assert accepts(match, lay(0, "7S", 0)) is (value == "yes")
    throws(match, 0, "KD")
    turn(match, 1)
    draws(match, 0)
    match.play(lay(0, "7S", 0))


@each("joker_limit")
@pytest.mark.parametrize(
    ("laid", "allowed"),
    [
        ("7H JK=7S JK=7D / 3S 4S 5S 6S", {"one_natural", "none_adjacent", "no_limit"}),
        ("JK=AS JK=AH JK=AD / 3S 4S 5S 6S", {"no_limit"}),
        ("7H 7D 7C / 3S JK=4S JK=5S 6S", {"one_natural", "no_limit"}),
        ("7H 7D 7C / 3S JK=4S 5S JK=6S", {"one_natural", "none_adjacent", "no_limit"}),
        ("7H 7D 7C / 3S JK=4S 5S 6S JK=7S", {"one_natural", "none_adjacent", "no_limit", "more_naturals"}),
        ("7H 7D JK=7S / 3S 4S 5S JK=6S", {"one_natural", "none_adjacent", "no_limit", "more_naturals", "one_a_meld"}),
        ("7H 7D 7C / 3S 4S 5S JK=6S JK=7S", {"one_natural", "no_limit", "more_naturals"}),
        ("7H 7D JK=7S JK=7C / 3S 4S 5S 6S", {"one_natural", "none_adjacent", "no_limit"}),
        ("7H 7D 7C / JK=3S JK=4S JK=5S JK=6S", {"no_limit"}),
    ],
)
def test_switch_joker_limit(value: str, laid: str, allowed: set[str]) -> None:
    cards = " ".join(word.partition("=")[0] for word in laid.replace("/", " ").split())
    match = in_hand(cards + " KC", 2, players=5, joker_limit=value)
    assert accepts(match, down(0, laid)) is (value in allowed)
    if value in allowed:
        assert offered(match, 0, GoDown)


@each("joker_reclaim")
def test_switch_joker_reclaim(value: str) -> None:
    match = in_hand("7H 7D JK 4S 5S JK 7S 6S 7C KD QD", 2, joker_reclaim=value)
    match.play(down(0, "7H 7D JK=7S / 4S 5S JK=6S 7S"))
    taken = {act.on for act in offered(match, 0, TakeJoker) if isinstance(act, TakeJoker)}
    assert taken == (set() if value == "no" else {1})
    if value == "no":
        return
    match.play(joker(0, "6S", 1))
    assert accepts(match, lay(0, "7C", 0)) is (value == "from_runs")
    match.play(lay(0, "JK", 0))  # into any meld
    match.play(lay(0, "7C", 0))


@each("joker_reclaim")
def test_switch_joker_reclaim_into_the_run_it_came_from(value: str) -> None:
    match = in_hand("7H 7D 7C 4S 5S JK 7S 6S KD QD", 2, joker_reclaim=value)
    match.play(down(0, "7H 7D 7C / 4S 5S JK=6S 7S"))
    if value == "no":
        assert refused(match, joker(0, "6S", 1)) == "wrong_phase"
        return
    match.play(joker(0, "6S", 1))
    match.play(lay(0, "JK", 1, "high"))


def joker_on_table(cards: str, *, opened: bool = True, **switches: object) -> Match:
    """Seat 0 laid 4S 5S JK 7S, and seat 1, which has opened or not, has drawn and holds these cards."""
    match = in_hand("7H 7D 7C 4S 5S JK 7S KD QD", 2, players=3, **switches)
    match.play(down(0, "7H 7D 7C / 4S 5S JK=6S 7S"))
    throws(match, 0, "KD")
    draws(match, 1)
    if opened:
        with_hand(match, 1, "TH TD TC 8C 9C TC JC " + cards)
        match.play(down(1, "TH TD TC / 8C 9C TC JC"))
    else:
        with_hand(match, 1, cards)
    return match


@each("joker_reclaim")
def test_switch_joker_reclaim_is_for_those_who_are_down_from_anybodys_run(value: str) -> None:
    before = joker_on_table("6S KH QC", opened=False, joker_reclaim=value)
    assert offered(before, 1, TakeJoker) == []
    assert refused(before, joker(1, "6S", 1)) == ("wrong_phase" if value == "no" else "not_down")
    down_too = joker_on_table("6S KH QC", joker_reclaim=value)
    assert (joker(1, "6S", 1) in offered(down_too, 1, TakeJoker)) is (value != "no")
    assert accepts(down_too, joker(1, "6S", 1)) is (value != "no")


@each("joker_reclaim")
def test_switch_joker_reclaim_not_from_sets(value: str) -> None:
    match = in_hand("7H 7D JK 4S 5S 6S 7S 7C KD QD", 2, joker_reclaim=value)
    match.play(down(0, "7H 7D JK=7C / 4S 5S 6S 7S"))
    assert offered(match, 0, TakeJoker) == []
    assert refused(match, joker(0, "7C", 0)) == ("wrong_phase" if value == "no" else "joker_in_set")


def test_switch_joker_reclaim_a_joker_that_must_be_played_is_played_before_one_throws() -> None:
    for value in ("from_runs", "from_runs_at_once"):
        match = joker_on_table("6S KH QC", joker_reclaim=value)
        match.play(joker(1, "6S", 1))
        owed = value == "from_runs_at_once"
        assert (offered(match, 1, Discard) == []) is owed
        for thrown in ("KH", "JK"):
            act = Discard(Seat(1), card(thrown))
            assert refused(match, act) == "joker_owed" if owed else accepts(match, act)
        match.play(lay(1, "JK", 1, "high"))
        throws(match, 1, "KH")


def test_switch_joker_reclaim_a_joker_that_could_not_be_played_is_not_taken() -> None:
    """With one card in hand the joker would be the last card, which is thrown."""
    for value in ("from_runs", "from_runs_at_once"):
        match = joker_on_table("6S", joker_reclaim=value)
        assert bool(offered(match, 1, TakeJoker)) is (value == "from_runs")
        if value == "from_runs":
            match.play(joker(1, "6S", 1))
        else:
            assert refused(match, joker(1, "6S", 1)) == "joker_has_no_place"


@each("same_suit_runs")
@pytest.mark.parametrize(
    ("laid", "allowed"),
    [
        ("2S 3S 4S 5S / 6S 7S 8S 9S", {"contiguous"}),
        ("2S 3S 4S 5S / 7S 8S 9S TS", {"contiguous", "gap"}),
        ("2S 3S 4S 5S / 5S 6S 7S 8S", {"contiguous"}),
        ("2S 3S 4S 5S / 7H 8H 9H TH", {"contiguous", "gap", "forbidden"}),
    ],
)
def test_switch_same_suit_runs(value: str, laid: str, allowed: set[str]) -> None:
    match = in_hand(laid.replace("/", "") + " KH", 3, same_suit_runs=value)
    assert accepts(match, down(0, laid)) is (value in allowed)
    assert bool(offered(match, 0, GoDown)) is (value in allowed)


@each("final_discard")
def test_switch_final_discard(value: str) -> None:
    match = in_hand(TWO_SETS + " 7S", final_discard=value)
    assert accepts(match, down(0, "7S 7H 7D 7C / 9S 9H 9C")) is (value == "optional")
    (offer,) = offered(match, 0, GoDown)
    match.play(offer)
    assert finished(match) is (value == "optional")
    if value == "required":
        assert offered(match, 0, LayOff) == []
        throws(match, 0, holds(match, 0))
        assert finished(match)


@each("hand7")
def test_switch_hand7(value: str) -> None:
    runs = in_hand(THREE_RUNS.replace("/", "") + " 9C", 7, hand7=value)
    assert accepts(runs, down(0, THREE_RUNS)) is (value == "three_runs")
    whole = in_hand(THREE_RUNS.replace("/", "") + " 6S", 7, hand7=value)
    assert accepts(whole, down(0, THREE_RUNS.replace("5S", "5S 6S"))) is (value == "three_runs_no_discard")
    assert accepts(whole, down(0, THREE_RUNS)) is (value == "three_runs")
    sets = in_hand("2S 2H 2D 5S 5H 5D 9S 9H 9D KS KH KD 3C", 7, hand7=value)
    assert accepts(sets, down(0, "2S 2H 2D / 5S 5H 5D / 9S 9H 9D / KS KH KD")) is (value == "four_sets")


@each("out_bonus")
def test_switch_out_bonus(value: str) -> None:
    at_once = in_hand(TWO_SETS + " 2D", out_bonus=value)
    at_once.play(down(0, LAID))
    throws(at_once, 0, "2D")
    assert totals(at_once)[0] == {"none": 0, "ten_at_once": -10, "twenty_five": -25}[value]
    later = in_hand(TWO_SETS + " 2D 3D", players=2, out_bonus=value)
    later.play(down(0, LAID))
    throws(later, 0, "2D")
    turn(later, 1)
    draws(later, 0)
    with_hand(later, 0, "3D")
    throws(later, 0, "3D")
    assert totals(later)[0] == {"none": 0, "ten_at_once": 0, "twenty_five": -25}[value]


@each("stock_out")
def test_switch_stock_out(value: str) -> None:
    match = table("seven_hands", players=3, draws="KD QD JD", switches={"stock_out": value})
    for seat in range(3):
        turn(match, seat)
    run_down(match)
    pile = match.position.dealing.discards
    draws(match, 0)
    rebuilt = [event.stock for event in match.events if isinstance(event, StockRebuilt)]
    assert match.position.dealing.ran_out is (value == "end")
    if value == "end":
        assert rebuilt == []
        return
    assert (rebuilt[0] == pile[:-1][::-1]) is (value == "turn_once")
    assert sorted(rebuilt[0]) == sorted(pile[:-1])
    assert match.position.dealing.discards == pile[-1:]  # the top one stays
    throws(match, 0)
    run_down(match)
    draws(match, 1)
    assert match.position.dealing.ran_out is (value == "turn_once")


@each("run_max")
def test_switch_run_max(value: str) -> None:
    match = in_hand("7H 7D 7C AS 2S 3S 4S KD", 2, run_max=value)
    match.play(down(0, "7H 7D 7C / AS 2S 3S 4S"))
    with_hand(match, 0, "5S 6S 7S 8S 9S TS JS QS KS AS KD")
    for text in words("5S 6S 7S 8S 9S TS JS QS KS"):
        match.play(lay(0, text, 1))
    assert accepts(match, lay(0, "AS", 1)) is (value == "14")


@each("tie")
def test_switch_tie(value: str) -> None:
    match = table("seven_hands", players=3, deal=7, totals=[30, 10, 90], switches={"tie": value})
    match.position = replace(match.position, standing=replace(match.position.standing, wins=(1, 4, 1)))
    draws(match, 0)
    with_hand(match, 0, THREE_RUNS.replace("/", "") + " 3C")
    with_hand(match, 1, "AC")
    match.play(down(0, THREE_RUNS))
    throws(match, 0, "3C")
    assert totals(match)[:2] == [30, 30]
    # seat 1 won four hands to two; seat 0 had the lower last one
    assert match.position.standing.winners == {"shared": (0, 1), "hands_won": (1,), "last_hand": (0,)}[value]


@each("first_dealer")
def test_switch_first_dealer(value: str) -> None:
    for number in range(6):
        match = Match.begin(load("seven_hands", {"first_dealer": value}), 4, Cents(0))
        match.deal(bytes([number]) * 32)
        drawn = next(event for event in match.events if isinstance(event, DealerDrawn))
        first = {seat: rank_of(each_) for seat, each_ in drawn.draws[:4]}
        if value == "low_card":
            assert first[drawn.dealer] == min(first.values())
        else:
            assert (first[drawn.dealer] - 1) % 13 == max((rank - 1) % 13 for rank in first.values())


@each("discard_view")
def test_switch_discard_view(value: str) -> None:
    match = table("seven_hands", players=3, upcard="KH", draws="QD JD TD 9D", switches={"discard_view": value})
    for seat in (0, 1, 2, 0):
        turn(match, seat)
    deal = match.view(Seat(1)).deal
    assert deal is not None
    assert print_cards(deal.discards) == ("KH QD JD TD 9D" if value == "all" else "9D")
    seen = print_cards(each_turn.threw for each_turn in deal.turns)
    assert seen == {"lap": "JD TD 9D", "all": "QD JD TD 9D", "top": ""}[value]
