"""Every switch of Fournier's Continental, with every value, changes what it should at a table that is played."""

from __future__ import annotations

from functools import partial

import pytest

from continental.cards import print_cards
from continental.melds import print_contract
from continental.play.actions import Discard, GoDown, LayOff, TakeJoker
from continental.play.events import Bought
from continental.play.terms import Phase, Seat
from continental.rules.load import load
from tests.rules import contract_kit
from tests.rules.contract_kit import (
    accepts,
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

in_hand = partial(contract_kit.in_hand, "fournier")
each = partial(contract_kit.each_value, "fournier")

TWO_SETS = "7H 7D 7C 9S 9H 9C"
LAID = "7H 7D 7C / 9S 9H 9C"
TWO_RUNS = "4S 5S JK 7S 9H TH JH QH"
LAID_RUNS = "4S 5S JK=6S 7S / 9H TH JH QH"


@each("deal")
def test_switch_deal(value: str) -> None:
    sizes = [row.cards for row in load("fournier", {"deal": value, "extension_to_16": "on"}).deals]
    plain = [6, 7, 8, 9, 10, 11, 12, 12, 13, 14, 15, 16]
    assert sizes == (plain if value == "contract" else [many + 1 for many in plain])
    match = table("fournier", players=2, deal=1, switches={"deal": value})
    assert len(match.position.hand(Seat(0))) == sizes[0]


@each("trio_max")
def test_switch_trio_max(value: str) -> None:
    match = in_hand("7S 7S 7H 7H 7D 7D 9S 9H 9C 2D 3D", players=2, trio_max=value)
    match.play(down(0, "7S 7S 7H 7H 7D 7D / 9S 9H 9C"))
    with_hand(match, 0, "7C 7C JK JK JK JK 2D")
    for text in ("7C", "7C", "JK", "JK"):
        match.play(lay(0, text, 0))
    assert accepts(match, lay(0, "JK", 0)) is (value == "six_a_pack")
    for players, deal, most in ((2, 1, 12), (4, 5, 18), (8, 5, 24)):
        rules = load("fournier", {"trio_max": value})
        grammar = rules.contract_play.melding_for(rules.pack_for(players, deal).decks).grammar
        assert grammar.sets.max_size == (most if value == "six_a_pack" else most * 4 // 6 + 2)


@each("extension_to_16")
def test_switch_extension_to_16(value: str) -> None:
    rules = load("fournier", {"extension_to_16": value})
    assert len(rules.deals) == (12 if value == "on" else 7)
    match = table("fournier", players=3, deal=7, switches={"extension_to_16": value})
    draws(match, 0)
    with_hand(match, 0, "2S 3S 4S 5S 7H 8H 9H TH JD QD KD AD 3C")
    match.play(down(0, "2S 3S 4S 5S / 7H 8H 9H TH / JD QD KD AD"))
    throws(match, 0, "3C")
    assert match.is_over is (value == "off")
    last = rules.deals[-1].contract
    assert last is not None
    assert print_contract(last) == ("R4 R4 R4 R4" if value == "on" else "R4 R4 R4")


@each("packs_for_4")
def test_switch_packs_for_4(value: str) -> None:
    rules = load("fournier", {"packs_for_4": value})
    third = {"from_5": 5, "from_3": 3, "always_2": 8}[value]
    assert [rules.pack_for(4, deal).decks for deal in range(1, 8)] == [2 if deal < third else 3 for deal in range(1, 8)]
    for players, decks in ((2, [2] * 7), (3, [2] * 7), *((many, [2, 2, 3, 3, 4, 4, 4]) for many in (5, 6, 7, 8))):
        assert [rules.pack_for(players, deal).decks for deal in range(1, 8)] == decks


@each("jokers_per_pack")
def test_switch_jokers_per_pack(value: str) -> None:
    pack = load("fournier", {"jokers_per_pack": value}).pack_for(2)
    assert len(pack) == 104 + 2 * int(value)
    assert len(pack) == (110 if value == "3" else 108)


@each("card_values")
def test_switch_card_values(value: str) -> None:
    values = load("fournier", {"card_values": value}).points.values
    worth = [values.of(card(text)) for text in words("2S 3H 4D 5C 6S 7H 8D 9C TS JH QD KC AS JK")]
    courts_aces_jokers = [10, 10, 10, 10, 20, 50]
    others = [5, 5, 5, 5, 5, 5, 10, 10] if value == "eights_10" else [2, 3, 4, 5, 6, 7, 8, 9]
    assert worth == others + courts_aces_jokers


@each("joker_in_run")
@pytest.mark.parametrize(
    ("run", "allowed"),
    [
        ("4S JK=5S JK=6S 7S", {"no_limit"}),
        ("JK=4S 5S JK=6S 7S", {"no_limit", "not_adjacent"}),
        ("4S 5S JK=6S 7S", {"no_limit", "not_adjacent", "one_a_run"}),
    ],
)
def test_switch_joker_in_run(value: str, run: str, allowed: set[str]) -> None:
    match = in_hand("7H 7D 7C 2D " + " ".join(word.partition("=")[0] for word in run.split()), 2, joker_in_run=value)
    assert accepts(match, down(0, "7H 7D 7C / " + run)) is (value in allowed)
    assert bool(offered(match, 0, GoDown)) is (value in allowed)


@each("joker_in_run")
def test_switch_joker_in_run_holds_for_laying_off_too(value: str) -> None:
    match = in_hand("7H 7D 7C 4S 5S 6S JK JK JK 2D", 2, joker_in_run=value)
    match.play(down(0, "7H 7D 7C / 4S 5S 6S JK=7S"))
    ends = {act.end for act in offered(match, 0, LayOff) if isinstance(act, LayOff) and act.on == 1}
    assert {str(end) for end in ends} == {"no_limit": {"low", "high"}, "not_adjacent": {"low"}, "one_a_run": set()}[value]


@each("joker_take")
def test_switch_joker_take(value: str) -> None:
    match = in_hand("AH 2H 3H 4H 4S 5S JK 7S KD QD", 3, joker_take=value)
    match.play(down(0, "AH 2H 3H 4H / 4S 5S JK=6S 7S"))
    with_hand(match, 0, "6S KD QD")
    taken = {act.on for act in offered(match, 0, TakeJoker) if isinstance(act, TakeJoker)}
    assert taken == (set() if value == "no" else {1})
    if value == "no":
        assert refused(match, joker(0, "6S", 1)) == "wrong_phase"
        return
    match.play(joker(0, "6S", 1))
    assert accepts(match, lay(0, "JK", 0, "low"))
    assert any(isinstance(act, Discard) for act in match.options(Seat(0))) is (value == "keep_in_hand")


@each("joker_take")
def test_switch_joker_take_from_sets(value: str) -> None:
    match = in_hand("7H 7D JK AH 2H 3H 4H KD QD", 2, joker_take=value)
    match.play(down(0, "7H 7D JK=7S / AH 2H 3H 4H"))
    with_hand(match, 0, "7S KD QD")
    assert accepts(match, joker(0, "7S", 0)) is (value == "sets_too")
    assert bool(offered(match, 0, TakeJoker)) is (value == "sets_too")
    if value == "sets_too":
        match.play(joker(0, "7S", 0))
        assert refused(match, lay(0, "JK", 0)) == "joker_into_run"
        match.play(lay(0, "JK", 1, "high"))
        assert on_table(match) == ["7S 7H 7D", "AH 2H 3H 4H JK=5H"]


def test_switch_joker_take_from_sets_for_the_suit_it_is_called_or_one_that_the_set_lacks() -> None:
    match = in_hand("7H 7D JK JK AH 2H 3H 4H KD QD", 2, joker_take="sets_too")
    match.play(down(0, "7H 7D JK=7S JK=7C / AH 2H 3H 4H"))
    with_hand(match, 0, "7S 7C 7H KD")
    assert refused(match, joker(0, "7H", 0)) == "joker_is_no_such"
    match.play(joker(0, "7S", 0))
    assert on_table(match)[0] == "7S 7H 7D JK=7C"
    lacking = in_hand("7H 7D JK AH 2H 3H 4H KD QD", 2, joker_take="sets_too")
    lacking.play(down(0, "7H 7D JK=7S / AH 2H 3H 4H"))
    with_hand(lacking, 0, "7C KD QD")
    lacking.play(joker(0, "7C", 0))
    assert on_table(lacking)[0] == "7H 7D 7C"


@each("joker_target")
def test_switch_joker_target(value: str) -> None:
    match = in_hand("AH 2H 3H 4H 9C TC JC QC KD 2D", 3, joker_target=value, players=2)
    match.play(down(0, "AH 2H 3H 4H / 9C TC JC QC"))
    throws(match, 0, "2D")
    draws(match, 1)
    with_hand(match, 1, TWO_RUNS + " 6S 2D 3D")
    match.play(down(1, LAID_RUNS))
    match.play(joker(1, "6S", 2))
    runs = {act.on for act in match.options(Seat(1)) if isinstance(act, LayOff)}
    assert runs == ({0, 1, 3} if value == "any_run" else {3})
    if value == "same_owner":
        assert refused(match, lay(1, "JK", 0, "high")) == "joker_into_run"


@each("run_wrap")
def test_switch_run_wrap(value: str) -> None:
    match = in_hand("7H 7D 7C QS KS AS 2S 3D", 2, run_wrap=value)
    assert accepts(match, down(0, "7H 7D 7C / QS KS AS 2S")) is (value == "circular")
    for run in ("AS 2S 3S 4S", "JS QS KS AS"):
        assert accepts(in_hand(f"7H 7D 7C {run} 3D", 2, run_wrap=value), down(0, "7H 7D 7C / " + run))


@each("run_repeats")
def test_switch_run_repeats(value: str) -> None:
    match = in_hand("7H 7D 7C 2S 3S 4S 5S 3D", 2, run_repeats=value)
    match.play(down(0, "7H 7D 7C / 2S 3S 4S 5S"))
    with_hand(match, 0, "6S 7S 8S 9S TS JS QS KS AS 2S 3S 4H")
    for text in words("6S 7S 8S 9S TS JS QS KS"):
        match.play(lay(0, text, 1, "high"))
    match.play(lay(0, "AS", 1, "high"))
    assert accepts(match, lay(0, "2S", 1, "high")) is (value == "yes")
    if value == "yes":
        match.play(lay(0, "2S", 1, "high"))
        match.play(lay(0, "3S", 1, "high"))
        assert len(match.position.dealing.on_table.melds[1].meld.cards) == 15


@pytest.mark.parametrize("repeats", ["no", "yes"])
def test_switch_run_repeats_where_runs_end_at_the_ace_is_a_run_of_fourteen(repeats: str) -> None:
    match = in_hand("7H 7D 7C AS 2S 3S 4S 3D", 2, run_repeats=repeats, run_wrap="ends")
    match.play(down(0, "7H 7D 7C / AS 2S 3S 4S"))
    with_hand(match, 0, "5S 6S 7S 8S 9S TS JS QS KS AS 4H")
    for text in words("5S 6S 7S 8S 9S TS JS QS KS"):
        match.play(lay(0, text, 1))
    assert accepts(match, lay(0, "AS", 1)) is (repeats == "yes")


@each("pickup_own_discard")
def test_switch_pickup_own_discard(value: str) -> None:
    match = table("fournier", ["KH"], players=3, switches={"pickup_own_discard": value})
    draws(match, 0)
    throws(match, 0, "KH")
    leaves(match, 2)
    assert match.position.asked == ((1, 0) if value == "yes" else (1,))


@each("pickup_limit")
def test_switch_pickup_limit(value: str) -> None:
    match = table("fournier", players=8, switches={"pickup_limit": value})
    limit = 99 if value == "none" else int(value[0])
    # seat 1 wants every discard but its own
    seats = [0, 7, 6, 5, 4, 3]
    for number, seat in enumerate(seats):
        leaves(match, seat)
        assert (1 in match.position.asked) is (number < limit)
        while match.position.phase is Phase.CLAIM:
            other = match.position.asked[0]
            match.play(buy(other) if other == 1 else leave(other))
        throws(match, seat)
    assert match.position.dealing.buying.bought[1] == min(limit, len(seats))


@each("penalty_stock")
def test_switch_penalty_stock(value: str) -> None:
    match = table(
        "fournier", players=3, draws="QD 5C", penalty="3D" if value == "separate" else "", switches={"penalty_stock": value}
    )
    assert bool(match.position.dealing.buying.penalty) is (value == "separate")
    leaves(match, 0)
    match.play(buy(2))
    bought = next(event for event in match.events if isinstance(event, Bought))
    assert print_cards(bought.penalty) == ("3D" if value == "separate" else "QD")


@each("direction")
def test_switch_direction(value: str) -> None:
    match = table("fournier", players=4, dealer=0, switches={"direction": value})
    order = []
    for _ in range(4):
        order.append(match.position.asked[0])
        turn(match, match.position.asked[0])
    assert order == ([3, 2, 1, 0] if value == "anticlockwise" else [1, 2, 3, 0])


@each("new_melds_after_exposing")
def test_switch_new_melds_after_exposing(value: str) -> None:
    match = in_hand(TWO_SETS + " KS KH KD 2S 3S 4S 5S 8C", new_melds_after_exposing=value)
    match.play(down(0, LAID))
    yes = value == "yes"
    assert accepts(match, down(0, "KS KH KD")) is yes
    assert accepts(match, down(0, "2S 3S 4S 5S")) is yes
    assert accepts(match, down(0, "2S 3S 4S")) is False
    assert len(offered(match, 0, GoDown)) == (2 if yes else 0)
    if yes:
        for offer in offered(match, 0, GoDown):
            match.play(offer)
        assert holds(match, 0) == "8C"
        assert match.position.dealing.is_down(Seat(0))


def test_switch_new_melds_after_exposing_wait_for_a_joker_that_is_owed() -> None:
    match = in_hand(TWO_RUNS + " 6S KS KH KD 8C", 3, new_melds_after_exposing="yes")
    match.play(down(0, LAID_RUNS))
    match.play(joker(0, "6S", 0))
    assert offered(match, 0, GoDown) == []
    assert refused(match, down(0, "KS KH KD")) == "joker_owed"
    match.play(lay(0, "JK", 1, "high"))
    match.play(down(0, "KS KH KD"))


def test_switch_new_melds_after_exposing_do_not_make_closing_one_with_exposing() -> None:
    match = in_hand(TWO_SETS + " 2D 3D", players=2, new_melds_after_exposing="yes", close_bonus="ten_at_once")
    match.play(down(0, LAID))
    throws(match, 0, "2D")
    turn(match, 1)
    draws(match, 0)
    with_hand(match, 0, "KS KH KD 3D")
    match.play(down(0, "KS KH KD"))
    throws(match, 0, "3D")
    assert finished(match)
    assert totals(match)[0] == 0


@each("close_bonus")
def test_switch_close_bonus(value: str) -> None:
    at_once = in_hand("7H 7D 7C 8S 8H 8D 9S 9H 9C 2D", 4, players=2, close_bonus=value)
    at_once.play(down(0, "7H 7D 7C / 8S 8H 8D / 9S 9H 9C"))
    throws(at_once, 0, "2D")
    assert totals(at_once)[0] == {"none": 0, "ten_at_once": -10, "ten_a_deal": -40}[value]
    later = in_hand("7H 7D 7C 8S 8H 8D 9S 9H 9C 2D 3D", 4, players=2, close_bonus=value)
    later.play(down(0, "7H 7D 7C / 8S 8H 8D / 9S 9H 9C"))
    throws(later, 0, "2D")
    turn(later, 1)
    draws(later, 0)
    with_hand(later, 0, "3D")
    throws(later, 0, "3D")
    assert totals(later)[0] == {"none": 0, "ten_at_once": 0, "ten_a_deal": -40}[value]


@each("close_discard")
def test_switch_close_discard(value: str) -> None:
    match = in_hand(TWO_SETS + " 7S", close_discard=value)
    optional = value == "optional"
    assert accepts(match, down(0, "7S 7H 7D 7C / 9S 9H 9C")) is optional
    match.play(down(0, LAID))
    assert accepts(match, lay(0, "7S", 0)) is optional
    throws(match, 0, "7S")
    assert finished(match)


@each("who_starts")
def test_switch_who_starts(value: str) -> None:
    match = table("fournier", players=4, dealer=2, switches={"who_starts": value})
    assert match.position.asked == ((2,) if value == "dealer" else (1,))
    turn(match, match.position.asked[0])
    assert match.position.asked == ((1,) if value == "dealer" else (0,))


@each("joker_as_first_upcard")
def test_switch_joker_as_first_upcard(value: str) -> None:
    match = table("fournier", players=3, dealer=1, upcard="JK", switches={"joker_as_first_upcard": value})
    deal = match.position.dealing
    kept = value == "dealer_keeps"
    assert (print_cards(deal.discards) == "JK") is not kept
    assert ("JK" in holds(match, 1)) is kept
    assert [len(hand) for hand in deal.hands] == [6, 6, 6]
    if kept:
        assert deal.stacked is not None
        assert deal.discards == deal.stacked[::-1][17:18]  # the last card dealt to the dealer, who is dealt one fewer
    else:
        takes(match, 0)
        assert "JK" in holds(match, 0)


@each("discard_view")
def test_switch_discard_view(value: str) -> None:
    match = table("fournier", players=3, upcard="KH", draws="QD JD TD 9D", switches={"discard_view": value})
    for seat in (0, 2, 1, 0):
        turn(match, seat)
    deal = match.view(Seat(1)).deal
    assert deal is not None
    assert print_cards(deal.discards) == ("KH QD JD TD 9D" if value == "all" else "9D")
    assert len(deal.turns) == {"lap": 3, "all": 4, "top": 0}[value]
