"""Every switch of the house, with every value that it can take, changes what it should, at a table that is played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from continental.cards import Card, print_cards
from continental.engine import Match
from continental.play.actions import Accuse, Close, Continental, Count, Discard, Draw, Knock, StraightFlush
from continental.play.events import ClaimAnswered, DealerDrawn, FeedingRuled
from continental.play.refusal import Refused
from continental.play.terms import Cents, Ending, Phase, Seat, Status
from continental.rules.load import load
from continental.rules.moves.count import counted
from continental.rules.tables import switches_of
from continental.testing.builders import DICE, match_with, run_down
from continental.testing.rule_set_kit import check_accepted
from tests.rules.house.play_kit import (
    MELDED,
    NINE_AND_2,
    NINE_AND_3,
    NINE_AND_KING,
    SPADES,
    TEN,
    accuse,
    buy,
    can_count,
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

SWITCHES = switches_of("house")
JOKER_SPARE = "2H 3H 4H | 8S 8D 8C | 9D TD JD | JK"
"""All melded with the joker or without it."""
JOKER_IN = "2H 3H 4H 5H | 8S 8H 8C | 9D TD JK"
"""All melded with the joker; nothing but 9D TD, 19 points, is left without it."""
LOW = "AS 3S 5H 7S 9H JD KD 2C 4H 6D"
"""Melds nothing."""
FOUR_AND_3 = "4S 5S 6S | 7S 7D 7C | 8C 9C TC | 3D"
"""Nine melded, and a 3."""


def values_of(name: str) -> list[Any]:
    """What a switch can be, for parametrize."""
    switch = SWITCHES[name]
    return list(switch.choices) or sorted({switch.least, int(switch.default), switch.most})


def each(name: str) -> pytest.MarkDecorator:
    """Run the test for every value of the switch; it must know them all."""
    return pytest.mark.parametrize("value", values_of(name))


def settled(*totals_: int, ender: str = NINE_AND_2, switches: Mapping[str, Any], **more: Any) -> Match:
    """A match in which seat 0 knocks with the 2D, and all others count 0 and so end where they stood."""
    hands = [ender, *MELDED][: len(totals_)]
    match = match_with(hands, totals=totals_, switches=switches, **more)
    knocks(match, 0, "2D")
    return match


def answer_all(match: Match, *, yes: bool = True) -> list[tuple[int, int]]:
    """Answer each offer; which seats were offered what target."""
    made = []
    while match.position.phase is Phase.BUY_BACK:
        offer = match.position.standing.offer
        assert offer is not None
        made.append((int(offer.seat), offer.target))
        match.play(buy(offer.seat, yes=yes))
    return made


# Money and match.


@each("headsup_share")
def test_switch_headsup_share(value: str) -> None:
    match = settled(0, 50, switches={"headsup_share": value})
    assert paid(match) == {"winner": {0: 1, 1: -1}, "pot": {1: -1, "pot": 1}}[value]


@each("split_scope")
def test_switch_split_scope(value: str) -> None:
    from_two = settled(38, 45, switches={"split_scope": value})
    after_one = match_with([NINE_AND_2, MELDED[0], NINE_AND_KING], totals=[38, 45, 95], switches={"split_scope": value})
    knocks(after_one, 0, "2D")
    split = [match.position.standing.status is Status.SPLIT for match in (from_two, after_one)]
    assert split == {"always": [True, True], "after_elimination": [False, True], "off": [False, False]}[value]


@each("headsup_buy")
def test_switch_headsup_buy(value: str) -> None:
    match = settled(38, 95, switches={"headsup_buy": value})
    offer = match.position.standing.offer
    assert (offer is None) is (value == "not_offered")
    if offer is not None:
        assert offer.forces_split is (value == "forces_split")
        answer_all(match)
        assert totals(match) == [40, 40]
    assert (match.position.standing.status is Status.SPLIT) is (value == "forces_split")


@each("split_gap")
def test_switch_split_gap(value: int) -> None:
    for gap in (0, 9, 10, 11, 50, 88):
        match = settled(-2, gap, switches={"split_gap": value})
        assert (match.position.standing.status is Status.SPLIT) is (gap <= value)


def test_switch_split_gap_of_9_is_less_than_ten() -> None:
    assert settled(-2, 10, switches={"split_gap": 9}).position.standing.status is Status.PLAYING
    assert settled(-2, 9, switches={"split_gap": 9}).position.standing.status is Status.SPLIT


@each("buyback_pool")
def test_switch_buyback_pool(value: str) -> None:
    match = settled(8, 10, 50, 95, switches={"buyback_pool": value})
    assert answer_all(match) == [(3, {"others_by_position": 10, "others_distinct": 50, "all_scores": 10}[value])]
    # where the buyer is among the two lowest, its own score is the second-lowest of all
    own = settled(18, 92, 95, switches={"buyback_pool": value, "buyback_raise": "offer"})
    first = answer_all(own, yes=False)[0]
    assert first == (1, {"others_by_position": 95, "others_distinct": 95, "all_scores": 92}[value])


@each("buyback_raise")
def test_switch_buyback_raise(value: str) -> None:
    match = settled(18, 95, 92, switches={"buyback_raise": value})
    made = answer_all(match, yes=False)
    assert made == {"suppress": [(1, 92)], "offer": [(1, 92), (2, 95)]}[value]


@each("buyback_reoffer")
def test_switch_buyback_reoffer(value: str) -> None:
    switches = {"buyback_reoffer": value}
    stayed = answer_all(settled(10, 95, 20, switches=switches), yes=False)
    moved = match_with([NINE_AND_2, NINE_AND_KING.replace("KS", "3C"), MELDED[1]], totals=[10, 90, 20], switches=switches)
    knocks(moved, 0, "2D")  # 3 more for seat 1, inside the window
    entered = match_with([NINE_AND_2, NINE_AND_KING, MELDED[1]], totals=[10, 85, 20], switches=switches)
    knocks(entered, 0, "2D")
    offered = [bool(stayed), bool(answer_all(moved, yes=False)), bool(answer_all(entered, yes=False))]
    assert offered == {"every_hand": [True] * 3, "if_changed": [False, True, True], "on_entry": [False, False, True]}[value]


@each("all_bust")
def test_switch_all_bust(value: str) -> None:
    match = match_with([NINE_AND_3, NINE_AND_KING, LOW], totals=[99, 91, 80], switches={"all_bust": value})
    dealer = match.position.standing.dealer
    knocks(match, 0, "3D")
    now = match.position.standing
    if value == "replay":
        assert (now.status, now.totals, now.dealer) == (Status.PLAYING, (99, 91, 80), dealer)
        assert not any(now.out)
        assert match.position.phase is Phase.COMMIT
        assert paid(match) == {}
    else:
        assert now.totals == (102, 101, 80 + counts(match)[2])
        assert now.winners == {"lowest": (1,), "ender": (0,), "even": (0, 1, 2)}[value]
        assert now.pot == 0


@each("bust_pays")
def test_switch_bust_pays(value: str) -> None:
    match = match_with([NINE_AND_2, NINE_AND_KING, MELDED[1], MELDED[2]], totals=[0, 91, 20, 40], switches={"bust_pays": value})
    knocks(match, 0, "2D")
    assert match.position.standing.out[1]
    assert paid(match) == {"yes": {0: 2, 1: -1, 2: -1, 3: -1, "pot": 1}, "no": {0: 1, 2: -1, 3: -1, "pot": 1}}[value]


@each("bounty_threshold")
def test_switch_bounty_threshold(value: int) -> None:
    held = {
        1: "4S 5S JK | 7H 7D 7C | 9C TC JC | 2D",
        2: "4S 5S JK | 7H 7D JK | 9C TC JC | 2D",
        3: "4S 5S JK | 7H 7D JK | 9C TC JK | 2D",
    }
    for jokers, cards in held.items():
        match = match_with([cards, MELDED[0]], totals=[0, 50], switches={"bounty_threshold": value})
        knocks(match, 0, "2D")
        assert paid(match, "bounty").get(0, 0) == (2 * jokers if jokers >= value else 0)


@each("bounty_rate")
def test_switch_bounty_rate(value: int) -> None:
    match = match_with(["4S 5S JK | 7H 7D JK | 9C TC JK | 2D", MELDED[0]], totals=[0, 50], switches={"bounty_rate": value})
    knocks(match, 0, "2D")
    assert paid(match, "bounty").get(0, 0) == 3 * value // 10


@each("bounty_to_loser")
def test_switch_bounty_to_loser(value: str) -> None:
    three = "2H 3H 4H JK | 8S 8C JK | 9D TD JK"
    match = match_with([NINE_AND_2, three, MELDED[1]], totals=[0, 50, 20], switches={"bounty_to_loser": value})
    knocks(match, 0, "2D")
    match.play(count(1))
    assert paid(match, "bounty") == ({0: -6, 1: 12, 2: -6} if value == "yes" else {})


@each("stack")
def test_switch_stack(value: str) -> None:
    def window(spent: int) -> Match:
        match = match_with([NINE_AND_2, MELDED[0], MELDED[1]], totals=[10, 95, 20], buys=[0, spent, 0], switches={"stack": value})
        knocks(match, 0, "2D")
        return match

    assert window(4).position.standing.offer is not None  # 16 antes, of 20 brought less one and a share
    assert (window(5).position.standing.offer is not None) is (value == "open")  # 32 antes


@each("ante")
def test_switch_ante(value: str) -> None:
    rules = load("house", {"ante": value})
    assert Match.begin(rules, 2, Cents(20_00)).position.standing.pot == 40_00
    if value == "free":
        assert Match.begin(rules, 2, Cents(2_50)).position.standing.pot == 5_00
    else:
        with pytest.raises(Refused, match=r"a multiple of \$10"):
            Match.begin(rules, 2, Cents(2_50))


@pytest.mark.parametrize("value", [50, 101, 500])
def test_switch_elimination_line(value: int) -> None:
    for total in (49, 50, 100, 101, 499, 500):
        match = settled(0, total, 10, switches={"elimination_line": value, "window_from": 20})
        assert match.position.standing.out[1] is (total >= value)


@pytest.mark.parametrize("value", [1, 90, 100])
def test_switch_window_from(value: int) -> None:
    for total in (0, 1, 89, 90, 99, 100):
        match = settled(-20, total, -40, switches={"window_from": value})
        assert (match.position.standing.offer is not None) is (value <= total)


def test_switch_window_from_lies_below_the_elimination_line() -> None:
    with pytest.raises(Refused, match="below") as why:
        load("house", {"elimination_line": 80})
    assert why.value.code == "bad_switch_value"
    with pytest.raises(Refused, match="from 20 to 500, not 19"):
        load("house", {"elimination_line": 19})


# Endings.


@each("close_discard")
def test_switch_close_discard(value: str) -> None:
    match = match_with(["2H 3H 4H | 8S 8D 8C | 9D TD | QD KS", MELDED[1]], draws="JD", switches={"close_discard": value})
    draws(match, 0)
    if value == "any":
        assert offers(match, 0, Close) == [close(0, "KS")]
        match.play(close(0, "KS"))
        assert print_cards(match.position.dealing.discards[-1:]) == "KS"
    else:
        assert offers(match, 0, Close) == []
        assert refused(match, close(0, "KS")) == "close_discard"
    plain = match_with([TEN, MELDED[0]], draws="KD", switches={"close_discard": value})
    draws(plain, 0)
    assert close(0, "KD") in plain.options(Seat(0))


def test_switch_close_discard_any_offers_each_card_that_may_be_spared() -> None:
    match = match_with([TEN, MELDED[0]], draws="6S", switches={"close_discard": "any"})
    draws(match, 0)
    assert offers(match, 0, Close) == [close(0, "2S"), close(0, "6S")]  # either end of the run of five
    check_accepted(match, Seat(0), Random(1))


@each("continental_timing")
def test_switch_continental_timing(value: str) -> None:
    match = match_with([SPADES, MELDED[0]], totals=[50, 0], draws="KD", switches={"continental_timing": value})
    if value == "either":
        assert offers(match, 0, Continental) == [continental(0)]
        assert refused(match, continental(0, "KS")) == "no_discard_before_draw"
        match.play(continental(0))
        assert ended(match).thrown is None
        assert totals(match)[0] == 15
    else:
        assert offers(match, 0, Continental) == []
        assert refused(match, continental(0)) == "not_before_draw"
    after = match_with([SPADES, MELDED[0]], draws="KD", switches={"continental_timing": value})
    draws(after, 0)
    assert offers(after, 0, Continental) == [continental(0, "KD")]
    assert refused(after, continental(0)) == "discard_needed"


@each("continental_timing")
def test_switch_continental_timing_is_that_of_the_straight_flush_too(value: str) -> None:
    match = match_with(["3S 4S 5S 6S 7S 8S 9S TS JS QS", MELDED[0]], switches={"continental_timing": value})
    assert offers(match, 0, StraightFlush) == ([flush(0)] if value == "either" else [])
    if value == "either":
        match.play(flush(0))
        assert (ended(match).ending, ended(match).points, ended(match).thrown) == (Ending.STRAIGHT_FLUSH, -35, None)
        assert match.is_over
    else:
        assert refused(match, flush(0)) == "not_before_draw"


@each("sf_jokers")
def test_switch_sf_jokers(value: str) -> None:
    natural = match_with(["3S 4S 5S 6S 7S 8S 9S TS JS QS", ""], draws="3H", switches={"sf_jokers": value})
    joker = match_with(["3S 4S 5S JK 7S 8S 9S TS JS QS", ""], draws="3H", switches={"sf_jokers": value})
    for match in (natural, joker):
        draws(match, 0)
    assert offers(natural, 0, StraightFlush) == [flush(0, "3H")]
    assert (offers(joker, 0, StraightFlush) == [flush(0, "3H")]) is (value == "allowed")
    assert (flush(0, "3H") in joker.options(Seat(0))) is (value == "allowed")
    if value == "natural_only":
        assert refused(joker, flush(0, "3H")) == "not_in_sequence"
    assert offers(joker, 0, Continental) == [continental(0, "3H")]
    for cards, fits in (("3S 4S 5S 6S 7S 8S 9S TS JS QS", True), ("3S 4S 5S JK 7S 8S 9S TS JS QS", value == "allowed")):
        before = match_with([cards, ""], switches={"sf_jokers": value, "continental_timing": "either"})
        assert bool(offers(before, 0, StraightFlush)) is fits


@each("knock_card")
def test_switch_knock_card(value: str) -> None:
    switches = {"knock_card": value}
    natural = match_with([NINE_AND_2, MELDED[0]], switches=switches)
    assert offers(natural, 0, Knock) == [knock(0, "2D")]
    joker = match_with([NINE_AND_2.replace("2D", "JK"), MELDED[0]], totals=[88, 0], switches=switches)
    ace = match_with([NINE_AND_2.replace("2D", "AD"), MELDED[0]], totals=[99, 0], switches=switches)
    early = match_with([NINE_AND_2.replace("2D", "AD"), MELDED[0]], totals=[98, 0], switches=switches)
    assert len(offers(joker, 0, Knock)) == (2 if value in ("joker", "either") else 0)
    assert offers(ace, 0, Knock) == ([knock(0, "AD")] if value in ("ace_at_99", "either") else [])
    assert offers(early, 0, Knock) == []
    if value in ("joker", "either"):
        assert refused(joker, knock(0, "JK")) == "knock_called"
        assert refused(joker, knock(0, "JK", "4D")) == "knock_called"
        assert refused(joker, knock(0, "JK", "JK")) == "knock_called"
        for no_card in (-12, 53, 66):  # numbers of no card, though they would be of a 2's rank
            assert refused(joker, Knock(Seat(0), card("JK"), Card(no_card))) == "knock_called"
        knocks(joker, 0, "JK", "2D")
        assert totals(joker)[0] == 90
        assert ended(joker).left == (card("JK"),)
    if value in ("ace_at_99", "either"):
        knocks(ace, 0, "AD")
        assert totals(ace)[0] == 100
    for match in (natural, early):
        check_accepted(match, Seat(0), Random(7))


def test_switch_knock_card_an_ace_is_low_only_where_it_counts_1() -> None:
    switches = {"knock_card": "ace_at_99", "ace_99": "off"}
    match = match_with([NINE_AND_2.replace("2D", "AD"), MELDED[0]], totals=[99, 0], switches=switches)
    assert refused(match, knock(0, "AD")) == "knock_needs_low_card"


@each("knock_first_turn")
def test_switch_knock_first_turn(value: str) -> None:
    match = match_with(
        [NINE_AND_2, NINE_AND_3.replace("7H", "7S").replace("JC", "8C"), MELDED[1]], switches={"knock_first_turn": value}
    )
    assert (offers(match, 0, Knock) == []) is (value == "after_one_lap")
    if value == "after_one_lap":
        assert refused(match, knock(0, "2D")) == "first_lap"
        turn(match, 0)
        assert refused(match, knock(1, "3D")) == "first_lap"
        turn(match, 1)
        turn(match, 2)
    knocks(match, 0, "2D")
    assert match.position.dealing.showdown.ended is not None


@each("knock_first_turn")
def test_switch_knock_first_turn_is_about_knocks_alone(value: str) -> None:
    match = match_with([SPADES, MELDED[0]], draws="KD", switches={"knock_first_turn": value})
    draws(match, 0)
    assert offers(match, 0, Continental) == [continental(0, "KD")]


# The count.


@each("joker_value")
def test_switch_joker_value(value: str) -> None:
    switches = {"joker_value": value}
    assert (
        reach(JOKER_SPARE, switches=switches)
        == {
            "card": [0, *range(2, 11), 15],
            "one_to_fifteen": list(range(16)),
            "any_number": list(range(151)),
            "fixed_20": [0, 20],
            "fixed_25": [0, 25],
        }[value]
    )
    match = match_with([NINE_AND_2, JOKER_SPARE, MELDED[1]], switches=switches)
    knocks(match, 0, "2D")
    wrong: dict[str, list[str | int]] = {
        "card": [7],
        "one_to_fifteen": [0, 16, "7S"],
        "any_number": [-1, 151, "7S"],
        "fixed_20": [19, "7S"],
        "fixed_25": [20, "7S"],
    }
    for call in wrong[value]:
        assert refused(match, count(1, call)) == "count_call"
    right: dict[str, tuple[str | int, int]] = {
        "card": ("7S", 7),
        "one_to_fifteen": (13, 13),
        "any_number": (147, 147),
        "fixed_20": (20, 20),
        "fixed_25": (25, 25),
    }
    called, points = right[value]
    match.play(count(1, called))
    assert counts(match)[1] == points


@each("joker_value")
def test_switch_joker_value_what_is_accepted_is_what_is_offered(value: str) -> None:
    match = match_with([NINE_AND_2, "2H 3H 4H | 8S 8H 8C | 9D TD | JK JK", MELDED[1]], switches={"joker_value": value})
    knocks(match, 0, "2D")
    for number in range(3):
        check_accepted(match, Seat(1), Random(number))


def test_switch_joker_value_any_number_is_at_most_150_in_all() -> None:
    match = match_with([NINE_AND_2, "2H 3H 4H | 8S 8H 8C | KD KS | JK JK", MELDED[1]], switches={"joker_value": "any_number"})
    knocks(match, 0, "2D")
    assert refused(match, count(1, 100, 51)) == "count_calls_in_all"
    match.play(count(1, 100, 50))
    assert counts(match)[1] == 170


@each("count_choice")
def test_switch_count_choice(value: str) -> None:
    switches = {"count_choice": value}
    match = match_with([NINE_AND_2, JOKER_IN, MELDED[1]], switches=switches)
    knocks(match, 0, "2D")
    if value == "forced":
        assert counts(match)[1] == 0  # nothing to choose, so nobody is asked
    else:
        assert match.position.asked == (1,)
        assert 19 + 4 in can_count(match, 1)
        assert (14 in can_count(match, 1)) is (value == "free")  # the run of hearts, left on purpose, counts 14
    if value == "free":
        match.play(count(1, left="2H 3H 4H 5H"))
        assert counts(match)[1] == 14
    if value == "jokers":
        assert refused(match, count(1, left="2H 3H 4H 5H")) == "count_left_fixed"


def test_switch_count_choice_forced_melds_what_it_can_and_calls_the_rest_low() -> None:
    lone = "JK | AS 4H 7D TC KH 2D 5C 8S JS"
    assert reach(lone, switches={"count_choice": "forced"}) == [73]
    assert reach(lone, switches={"count_choice": "forced", "joker_value": "fixed_25"}) == [96]
    assert reach(JOKER_IN, switches={"count_choice": "forced"}) == [0]


def test_switch_count_choice_forced_refuses_any_other_count() -> None:
    match = match_with([NINE_AND_2, JOKER_IN, MELDED[1]], switches={"count_choice": "forced"})
    with pytest.raises(Refused) as why:
        counted(match.rules, match.position, Seat(1), count(1, "2S").calls, None)
    assert why.value.code == "count_must_meld"


@pytest.mark.parametrize("left", ["2H 3H", "KD", "JK", "2H 2H"])
def test_switch_count_choice_free_refuses_what_does_not_leave_melds(left: str) -> None:
    match = match_with([NINE_AND_2, JOKER_IN, MELDED[1]], switches={"count_choice": "free"})
    knocks(match, 0, "2D")
    assert refused(match, count(1, left=left)) == "count_left"


@each("count_choice")
def test_switch_count_choice_what_is_accepted_is_what_is_offered(value: str) -> None:
    match = match_with([NINE_AND_2, JOKER_IN, MELDED[1]], switches={"count_choice": value})
    knocks(match, 0, "2D")
    if match.position.phase is Phase.COUNT:
        for number in range(3):
            check_accepted(match, Seat(1), Random(number))


@each("count_order")
def test_switch_count_order(value: str) -> None:
    other = "6H 7H 8H | QS QD QC | 3C 4C 5C | JK"
    match = match_with([NINE_AND_2, JOKER_SPARE, other, MELDED[2]], switches={"count_order": value})
    knocks(match, 0, "2D")
    if value == "rotation":
        assert match.position.asked == (1,)
        assert refused(match, count(2, "5S")) == "not_asked"
        match.play(count(1, "7S"))
        assert counts(match) == {1: 7}
        match.play(count(2, "5S"))
    else:
        assert set(match.position.asked) == {1, 2, 3}  # seat 3, who holds no joker, too: who is asked tells nobody's hand
        match.play(count(2, "5S"))
        assert list(match.position.asked) == [1, 3]
        assert refused(match, count(2)) == "not_asked"
        assert offers(match, 3, Count) == [count(3)]
        match.play(count(3))
        view = match.view(Seat(1)).deal
        assert view is not None
        assert view.showdown.counts == ()
        assert list(view.showdown.sealed) == [2, 3]
        match.play(count(1, "7S"))
    assert counts(match) == {1: 7, 2: 5, 3: 0}
    assert [shown.seat for shown in match.position.dealing.showdown.counts] == [1, 2, 3]


def test_switch_count_order_simultaneous_asks_nobody_where_all_is_forced() -> None:
    switches = {"count_order": "simultaneous", "count_choice": "forced"}
    match = match_with([NINE_AND_2, JOKER_SPARE, MELDED[2]], switches=switches)
    knocks(match, 0, "2D")
    assert match.position.phase is not Phase.COUNT


@each("ace_99")
def test_switch_ace_99(value: str) -> None:
    match = match_with(
        [NINE_AND_2, "2H 3H 4H | 8S 8D 8C | 9D TD JD | AS", MELDED[1]], totals=[0, 99, 20], switches={"ace_99": value}
    )
    knocks(match, 0, "2D")
    assert counts(match)[1] == {"on": 1, "off": 15}[value]
    assert match.position.standing.out[1] is (value == "off")


# Feeding.


@each("feeding")
def test_switch_feeding(value: str) -> None:
    match = fed(players=4, switches={"feeding": value})
    if value == "off":
        assert match.position.phase is Phase.COMMIT
        assert paid(match, "feeding") == {}
    elif value == "automatic":
        assert match.position.phase is Phase.COMMIT
        assert not any(isinstance(event, ClaimAnswered) for event in match.events)
        assert paid(match) == {0: -3, 2: 2, "pot": 1}
    else:
        match.play(accuse(1, 0))
        judges = []
        while match.position.phase is Phase.RULE:
            (judge,) = match.position.asked
            judges.append(judge)
            match.play(rule(judge, upheld=judge != 1))
        assert judges == {"dealer": [3], "vote": [1, 2, 3]}[value]
        assert paid(match) == {0: -3, 2: 2, "pot": 1}


@each("feeding_row")
def test_switch_feeding_row(value: str) -> None:
    in_a_row, apart = fed(switches={"feeding_row": value}), fed(gap=2, switches={"feeding_row": value})
    assert in_a_row.position.phase is Phase.ACCUSE
    assert apart.position.phase is (Phase.ACCUSE if value == "any_three" else Phase.COMMIT)
    automatic = fed(gap=2, switches={"feeding_row": value, "feeding": "automatic"})
    assert bool(paid(automatic, "feeding")) is (value == "any_three")
    if value == "any_three":
        (claim,) = offers(apart, 1, Accuse)
        assert isinstance(claim, Accuse)
        assert print_cards(claim.cards) == "QH JS TS"
        assert refused(apart, replace(claim, cards=claim.cards[::-1])) == "accuse_cards"
        assert refused(apart, replace(claim, cards=tuple(map(card, ("QH", "JS", "QC"))))) == "accuse_cards"  # QC was left
        apart.play(claim)


def test_switch_feeding_a_vote_takes_more_than_half() -> None:
    match = fed(switches={"feeding": "vote"})
    match.play(accuse(1, 0))
    match.play(rule(1, upheld=True))
    match.play(rule(2, upheld=False))
    assert [event.upheld for event in match.events if isinstance(event, FeedingRuled)] == [False]
    assert paid(match, "feeding") == {}


def test_switch_feeding_automatic_wants_three_in_a_row() -> None:
    assert paid(fed(times=2, switches={"feeding": "automatic"}), "feeding") == {}


@each("feeder_wins")
def test_switch_feeder_wins(value: str) -> None:
    match = fed(ender=0, switches={"feeder_wins": value})
    if value == "no_penalty":
        assert match.position.phase is Phase.COMMIT
        assert paid(match) == {0: 1, 1: -1, 2: -1, "pot": 1}
    else:
        match.play(accuse(1, 0))
        match.play(rule(2, upheld=True))
        assert paid(match) == {0: -1, "pot": 1}


@each("feeding_needs")
def test_switch_feeding_needs(value: str) -> None:
    helped_another = fed(ender=2, switches={"feeding_needs": value})
    assert (helped_another.position.phase is Phase.ACCUSE) is (value == "any_winner")
    helped_the_ender = fed(ender=1, switches={"feeding_needs": value})
    assert helped_the_ender.position.phase is Phase.ACCUSE


@each("feeder_covers_bounty")
def test_switch_feeder_covers_bounty(value: str) -> None:
    match = fed(knocker="4S 5S JK | 7H 7D JK | 9C TC JK | 2D", switches={"feeder_covers_bounty": value})
    match.play(accuse(1, 0))
    match.play(rule(2, upheld=True))
    assert paid(match, "feeding", "feeding_pot") == {0: -2, 2: 1, "pot": 1}
    assert paid(match, "bounty", "feeding_bounty") == {"no": {0: -6, 1: -6, 2: 12}, "yes": {0: -12, 2: 12}}[value]


# The turn, and what is seen.


@each("reshuffle_top")
def test_switch_reshuffle_top(value: str) -> None:
    match = match_with(["", ""], draws="KD QD", switches={"reshuffle_top": value})
    turn(match, 0)
    turn(match, 1)
    run_down(match)
    pile = match.position.dealing.discards
    draws(match, 0)
    assert match.position.dealing.discards == {"keep": pile[-1:], "include": ()}[value]
    assert len(match.position.dealing.stock) == len(pile) - {"keep": 2, "include": 1}[value]
    throws(match, 0, print_cards(match.position.hand(Seat(0))[:1]))
    assert len(match.position.dealing.discards) == {"keep": 2, "include": 1}[value]
    one = match_with(["", ""], switches={"reshuffle_top": value})
    deal = one.position.dealing
    one.position = replace(one.position, deal=replace(deal, stock=()))
    assert (Draw(Seat(0)) in one.options(Seat(0))) is (value == "include")  # a pile of one is a stock, or stays


@each("redraw_own_take")
def test_switch_redraw_own_take(value: str) -> None:
    match = match_with([LOW, ""], upcard="8C", switches={"redraw_own_take": value})
    takes(match, 0)
    assert (Discard(Seat(0), card("8C")) in match.options(Seat(0))) is (value == "allowed")
    if value == "allowed":
        throws(match, 0, "8C")
        assert match.position.asked == (1,)
    else:
        assert refused(match, Discard(Seat(0), card("8C"))) == "thrown_back"


def test_switch_redraw_own_take_allowed_cannot_go_on_for_ever() -> None:
    match = match_with([LOW, ""], upcard="8C", switches={"redraw_own_take": "allowed"})
    while match.position.phase is not Phase.COMMIT:
        (seat,) = match.position.asked
        takes(match, seat)
        throws(match, seat, "8C")
    assert match.position.dealing.died
    assert match.position.dealing.laps == 60


@each("discard_view")
def test_switch_discard_view(value: str) -> None:
    match = match_with(["", ""], upcard="5H", draws="KD QD KC", switches={"discard_view": value})
    for seat in (0, 1, 0):
        turn(match, seat)
    deal = match.view(Seat(1)).deal
    assert deal is not None
    assert print_cards(deal.discards) == {"lap": "KC", "all": "5H KD QD KC", "top": "KC"}[value]
    assert print_cards(each_turn.threw for each_turn in deal.turns) == {"lap": "QD KC", "all": "KD QD KC", "top": ""}[value]
    assert deal.pile_size == 4


@each("dealer_first")
def test_switch_dealer_first(value: str) -> None:
    rules = load("house", {"dealer_first": value})
    if value == "chosen":
        for wrong in (None, Seat(-1), Seat(4)):
            with pytest.raises(Refused) as why:
                Match.begin(rules, 4, Cents(1000), wrong)
            assert why.value.code == "bad_dealer"
        match = Match.begin(rules, 4, Cents(1000), Seat(2))
        match.deal(DICE)
        assert not any(isinstance(event, DealerDrawn) for event in match.events)
        assert match.position.standing.dealer == 2
        return
    with pytest.raises(Refused) as why:
        Match.begin(rules, 4, Cents(1000), Seat(2))
    assert why.value.code == "dealer_not_chosen"
    dealers = set()
    for number in range(24):
        match = Match.begin(rules, 4, Cents(1000))
        match.deal(number.to_bytes(32, "big"))
        drawn = next(event for event in match.events if isinstance(event, DealerDrawn))
        assert bool(drawn.draws) is (value == "high_card")
        assert match.position.standing.dealer == drawn.dealer
        dealers.add(drawn.dealer)
    assert dealers == {0, 1, 2, 3}


# The tests themselves.


@pytest.mark.parametrize("name", SWITCHES)
def test_every_value_of_every_switch_makes_a_table(name: str) -> None:
    for value in values_of(name):
        wishes = {name: value}
        if name == "elimination_line":
            wishes["window_from"] = 1
        if name == "window_from":
            wishes["elimination_line"] = 500
        rules = load("house", wishes)
        assert rules.chosen[name] == value
        assert rules.departures() == {key: wish for key, wish in wishes.items() if wish != SWITCHES[key].default}


def test_no_claim_is_an_answer_under_every_rule_on_feeding() -> None:
    for value in ("dealer", "vote"):
        match = fed(switches={"feeding": value})
        match.play(no_claim(1))
        match.play(no_claim(2))
        assert match.position.phase is Phase.COMMIT
