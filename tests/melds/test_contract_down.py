"""Going down: the fast answer against every way that there is, and what is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement, islice
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from continental.cards import JOKER, Card, Cards, as_hand, print_cards
from continental.melds import (
    Aim,
    Contract,
    ContractRules,
    Down,
    Meld,
    MeldError,
    WholeHand,
    best_down,
    fault_in,
    parse_meld,
    readings,
)
from continental.melds.down import search
from continental.testing.every_way_down import ways_down
from continental.testing.turns import can_go_down
from tests.melds.contract_hands import (
    ALL,
    APART,
    CONTRACT,
    DIFFERENT,
    FOURNIER,
    GAP,
    ONE_JOKER,
    OUTNUMBERED,
    PIPS,
    RED_ACES,
    RED_VALUES,
    SEVEN_HANDS,
    VALUES,
    contract,
    meld_dense,
)
from tests.melds.hands import hand

CONTRACTS: Final = ("S S", "S R", "R R", "S S R", "S R R", "S", "R", "S4 R5", "R R R", "S S S", "R4 R7", "S R10", "S3 S4")


def rank(left: Cards, aim: Aim, values: tuple[int, ...]) -> tuple[int, int]:
    points = sum(values[card] for card in left)
    return (len(left), points) if aim is Aim.CARDS else (points, len(left))


def obvious_best(
    cards: Cards, asked: Contract, melding: ContractRules, aim: Aim, values: tuple[int, ...], least_left: int = 0
) -> tuple[int, int] | None:
    lefts = (
        as_hand((Counter(cards) - Counter(card for meld in melds for card in meld.cards)).elements())
        for melds in ways_down(cards, asked, melding)
    )
    return min((rank(left, aim, values) for left in lefts if len(left) >= least_left), default=None)


def melds(text: str) -> tuple[Meld, ...]:
    return tuple(map(parse_meld, text.split("/")))


def down(text: str, asked: str, melding: ContractRules = SEVEN_HANDS, values: tuple[int, ...] = VALUES) -> Down | None:
    return best_down(hand(text), contract(asked, melding), melding, Aim.POINTS, values)


def left_of(found: Down | None) -> str:
    assert found is not None
    return print_cards(found.left)


# against the exhaustive answer


@pytest.mark.parametrize("name", list(ALL))
@settings(max_examples=40, deadline=None)
@given(st.data())
def test_the_best_way_is_the_best_of_all_ways(name: str, data: st.DataObject) -> None:
    melding = ALL[name]
    cards = data.draw(meld_dense(most=8 if melding.wild else 9, special=as_hand(melding.wild)))
    whole = data.draw(st.sampled_from([WholeHand.NO, WholeHand.NO, WholeHand.ALL, WholeHand.ALL_BUT_ONE]))
    asked = contract(data.draw(st.sampled_from(CONTRACTS)), melding, whole)
    aim = data.draw(st.sampled_from([Aim.POINTS, Aim.CARDS]))
    values = data.draw(st.sampled_from([VALUES, PIPS, RED_VALUES]))
    least_left = data.draw(st.integers(0, 1)) if whole is WholeHand.NO else 0
    found = best_down(cards, asked, melding, aim, values, least_left=least_left)
    expected = obvious_best(cards, asked, melding, aim, values, least_left)
    assert (None if found is None else rank(found.left, aim, values)) == expected
    if found is not None:
        assert fault_in(found.melds, cards, asked, melding) is None
        assert found.points_left == sum(values[card] for card in found.left)
        assert as_hand((*found.left, *(card for meld in found.melds for card in meld.cards))) == cards


@pytest.mark.parametrize("name", ["seven_hands", "fournier", "contract", "gap"])
@settings(max_examples=20, deadline=None)
@given(st.data())
def test_three_and_four_runs_go_down_as_where_every_run_is_listed_in_every_way(name: str, data: st.DataObject) -> None:
    melding = ALL[name]
    cards = data.draw(meld_dense(most=16, most_jokers=3))
    asked = contract(data.draw(st.sampled_from(("R R R", "R R R R", "S R R R", "S S R R", "S R R"))), melding)
    fast = best_down(cards, asked, melding, Aim.POINTS, VALUES)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "is_plain", lambda _: False)
        slow = best_down(cards, asked, melding, Aim.POINTS, VALUES)
    assert (fast is None) == (slow is None)
    if fast is not None and slow is not None:
        assert rank(fast.left, Aim.POINTS, VALUES) == rank(slow.left, Aim.POINTS, VALUES)
        assert fault_in(fast.melds, cards, asked, melding) is None


@pytest.mark.parametrize("name", list(ALL))
@settings(max_examples=20, deadline=None)
@given(st.data())
def test_all_ways_are_distinct_faultless_and_complete(name: str, data: st.DataObject) -> None:
    melding = ALL[name]
    cards = data.draw(meld_dense(most=6 if melding.wild else 7, most_jokers=2, special=as_hand(melding.wild)))
    asked = contract(data.draw(st.sampled_from(("S", "R", "S S", "S R"))), melding)
    ways = list(ways_down(cards, asked, melding))
    assert len(set(ways)) == len(ways)
    assert all(fault_in(way, cards, asked, melding) is None for way in ways)
    assert {as_hand_of(way) for way in ways} == {as_hand_of(way) for way in obvious_ways(cards, asked, melding)}


def as_hand_of(way: tuple[Meld, ...]) -> tuple[Meld, ...]:
    return tuple(sorted(way, key=lambda meld: (meld.kind, meld.as_cards, meld.cards)))


def obvious_ways(cards: Cards, asked: Contract, melding: ContractRules) -> Iterator[tuple[Meld, ...]]:
    """Every choice of so many groups of cards, in every reading, out of cards that are there and without a fault."""
    groups: set[Cards] = {()}
    for card in cards:
        groups |= {as_hand((*group, card)) for group in groups}
    found = [(meld, Counter(meld.cards)) for group in groups if len(group) >= 3 for meld in readings(group, melding)]
    held = Counter(cards)
    for row in combinations_with_replacement(found, len(asked.needs)):
        if sum(len(meld.cards) for meld, _ in row) <= len(cards) and sum((taken for _, taken in row), Counter()) <= held:
            melds = tuple(meld for meld, _ in row)
            if fault_in(melds, cards, asked, melding) is None:
                yield melds


# by the rules


def test_two_melds_that_each_need_a_joker_have_one_each() -> None:
    found = down("7D 7S JK 9S 9C JK KH QD 4C 2D", "S S")
    assert left_of(found) == "KH 2D QD 4C"


def test_a_light_third_run_of_a_suit_may_be_better_than_two_heavy_ones() -> None:
    cards = hand("2S 3S 6S 7S 8S 8S QS KS AH 3H 3H 4H 5H 8H QH JK JK JK JK JK JK")
    down = best_down(cards, contract("R R R R", APART), APART, Aim.POINTS, VALUES)
    assert down is not None
    assert fault_in(down.melds, cards, contract("R R R R", APART), APART) is None
    assert (down.points_left, len(down.left)) == (25, 4)


def test_a_run_is_listed_at_each_place_where_runs_of_a_suit_must_keep_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "is_plain", lambda _: False)
    assert left_of(down("AS AS 2S 2S 3S 3S 6S JK JK", "R R R", CONTRACT)) == ""


def test_seven_hands_15_two_runs_of_one_suit_may_touch() -> None:
    found = down("5S 6S 7S 8S 9S TS JS QS KD", "R R")
    assert found is not None
    assert [str(meld) for meld in found.melds] == ["5S 6S 7S 8S", "9S TS JS QS"]
    assert left_of(found) == "KD"


def test_seven_hands_10_an_ace_is_low_or_high_and_not_both() -> None:
    assert not can_go_down(hand("QS KS AS 2S"), contract("R"), SEVEN_HANDS)
    assert not can_go_down(
        hand("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"), contract("R", whole_hand=WholeHand.ALL), SEVEN_HANDS
    )


def test_fournier_10_a_run_goes_round_and_repeats_no_card() -> None:
    assert can_go_down(hand("QS KS AS 2S"), contract("R", FOURNIER), FOURNIER)
    assert left_of(down("AS AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS", "R", FOURNIER)) == "AS"


def test_fournier_run_repeats_lets_a_run_go_round_again() -> None:
    assert left_of(down("AS AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS", "R", ALL["round"])) == ""


def test_fournier_11_jokers_alone_are_no_set_and_one_natural_is_enough() -> None:
    assert not can_go_down(hand("JK JK JK"), contract("S", FOURNIER), FOURNIER)
    assert can_go_down(hand("9C JK JK"), contract("S", FOURNIER), FOURNIER)


def test_contract_10_two_aces_may_end_a_run_of_fourteen() -> None:
    assert left_of(down("AS AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS", "R", CONTRACT)) == ""


@pytest.mark.parametrize(
    ("text", "melding", "fault"),
    [
        ("3C 4C 5C/6C 7C 8C", CONTRACT, "same_suit_runs"),
        ("3C 4C 5C/7C 8C 9C", CONTRACT, None),
        ("3C 4C 5C/5C 6C 7C", CONTRACT, None),
        ("3C 4C 5C/3C 4C 5C", CONTRACT, None),
        ("3C 4C 5C/6D 7D 8D", CONTRACT, None),
        ("3C 4C JK=5C/6C 7C 8C", CONTRACT, "same_suit_runs"),
        ("JK=2C 3C 4C/6C 7C 8C", CONTRACT, None),
        ("3C 4C 5C/7C 8C 9C", GAP, None),
        ("3C 4C 5C/5C 6C 7C", GAP, "same_suit_runs"),
        ("3C 4C 5C/6C 7C 8C", GAP, "same_suit_runs"),
        ("3C 4C 5C/9C TC JC", DIFFERENT, "same_suit_runs"),
        ("3C 4C 5C/9D TD JD", DIFFERENT, None),
    ],
)
def test_contract_9_two_runs_of_one_suit(text: str, melding: ContractRules, fault: str | None) -> None:
    laid = melds(text)
    cards = as_hand(card for meld in laid for card in meld.cards)
    assert fault_in(laid, cards, contract("R3 R3", melding), melding) == fault


def test_contract_9_a_joker_between_makes_two_runs_of_one() -> None:
    found = down("3C 4C 5C 6C 7C 8C JK", "R R", CONTRACT, PIPS)
    assert found is not None
    assert fault_in(found.melds, hand("3C 4C 5C 6C 7C 8C JK"), contract("R R", CONTRACT), CONTRACT) is None
    assert found.left == ()
    assert not can_go_down(hand("3C 4C 5C 6C 7C 8C"), contract("R R", CONTRACT), CONTRACT)


def test_contract_19_the_whole_hand_goes_down_at_once() -> None:
    thirteen = "3C 4C 5C 7D 8D 9D TD JH QH KH AH 9H TH"
    whole = contract("R R R", CONTRACT, WholeHand.ALL)
    but_one = contract("R R R", CONTRACT, WholeHand.ALL_BUT_ONE)
    found = best_down(hand(thirteen), whole, CONTRACT, Aim.POINTS, PIPS)
    assert found is not None
    assert found.left == ()
    assert best_down(hand(thirteen + " 2S"), whole, CONTRACT, Aim.POINTS, PIPS) is None
    assert left_of(best_down(hand(thirteen + " 2S"), but_one, CONTRACT, Aim.POINTS, PIPS)) == "2S"
    assert left_of(best_down(hand(thirteen), but_one, CONTRACT, Aim.POINTS, PIPS)) == "7D"
    assert fault_in(found.melds, hand(thirteen + " 2S"), whole, CONTRACT) == "whole_hand"
    assert fault_in(found.melds, hand(thirteen + " 2S"), but_one, CONTRACT) is None


def test_contract_6_a_set_goes_down_with_four_cards_at_the_most() -> None:
    assert left_of(down("7S 7H 7D 7C 7S 2D 2S 2H", "S S", CONTRACT, PIPS)).startswith("7")
    five = melds("7S 7S 7H 7D 7C")
    assert fault_in(five, hand("7S 7S 7H 7D 7C"), contract("S", CONTRACT), CONTRACT) == "too_long"


def test_a_card_for_which_its_set_has_no_room_goes_out_in_a_run() -> None:
    for cards in ("4S 6S 7S 7S 7H 7D 7C JK 9S TS JS", "4S 6S 7S 7S 7H 7D 7C 9S TS JS JK QS", "6S 9S 9S TS JS 6H 6H 6D 6C JK JK"):
        assert left_of(down(cards, "S R R", CONTRACT, PIPS)) == ""
    assert left_of(down("4S 6S 7S 7S 7H 7D 7C 7C JK 9S TS JS", "S R R", CONTRACT, PIPS)) in ("7S", "7C")


def test_seven_hands_21_the_switches_limit_jokers() -> None:
    assert down("5S JK JK 8S", "R", OUTNUMBERED) is None
    assert down("5S JK 7S JK 9S", "R", OUTNUMBERED) is not None
    assert down("5S JK JK 8S", "R", APART) is None
    assert down("5S JK 7S JK", "R", APART) is not None
    assert down("5S JK 7S JK", "R", ONE_JOKER) is None
    assert down("5S 6S 7S JK", "R", ONE_JOKER) is not None


def test_seven_hands_4_a_red_ace_is_wild_or_itself() -> None:
    assert down("7S 7H AH KD", "S", RED_ACES) is not None
    assert down("AS AC AH KD", "S", RED_ACES) is not None
    assert down("JH QH KH AH", "R", RED_ACES) is not None
    assert down("7S 7H AH KD", "S", SEVEN_HANDS) is None
    wild = parse_meld("7S 7H AD=7D", RED_ACES.wild)
    assert fault_in((wild,), hand("7S 7H AD"), contract("S"), RED_ACES) is None
    assert fault_in((wild,), hand("7S 7H AD"), contract("S"), SEVEN_HANDS) == "not_a_meld"


def test_a_card_may_have_to_stay_to_be_thrown() -> None:
    cards, asked = hand("7S 7H 7D 7C"), contract("S")
    whole = best_down(cards, asked, SEVEN_HANDS, Aim.POINTS, VALUES)
    assert whole is not None
    assert whole.left == ()
    kept = best_down(cards, asked, SEVEN_HANDS, Aim.POINTS, VALUES, least_left=1)
    assert kept is not None
    assert len(kept.left) == 1


# faults


@pytest.mark.parametrize(
    ("laid", "cards", "asked", "fault"),
    [
        ("7S 7H 7D/5S 6S 7S 8S", "7S 7H 7D 5S 6S 8S KD", "S R", "not_held"),
        ("7S 7H 7D", "7S 7H 7D 5S 6S 8S", "S R", "wrong_melds"),
        ("7S 7H 7D/9S 9H 9D", "7S 7H 7D 9S 9H 9D", "S", "wrong_melds"),
        ("5S 6S 7S", "5S 6S 7S 8S", "R", "too_short"),
        ("5S 6S 7S 8S", "5S 6S 7S 8S", "R5", "too_short"),
        ("7S 7H", "7S 7H 7D", "S", "too_short"),
        ("5S 7S 6S 8S", "5S 6S 7S 8S", "R", "not_a_meld"),
        ("QS KS AS 2S", "QS KS AS 2S", "R", "not_a_meld"),
        ("JK=7S JK=7H JK=7D", "JK JK JK", "S", "not_a_meld"),
        ("5S 6S 7S 8S", "5S 6S 7S 8S", "R", None),
        ("8S 8S 8S 8S", "8S 8S 8S 8S", "S4", None),
    ],
)
def test_a_fault_has_its_code(laid: str, cards: str, asked: str, fault: str | None) -> None:
    assert fault_in(melds(laid), hand(cards), contract(asked), SEVEN_HANDS) == fault


_FACES: Final = st.integers(-2, 60).map(Card)
_NONSENSE: Final = st.builds(
    Meld,
    st.sampled_from(["set", "run"]),
    st.lists(_FACES, max_size=5).map(tuple),
    st.lists(_FACES, max_size=5).map(tuple),
)


@pytest.mark.parametrize("name", list(ALL))
@given(st.lists(_NONSENSE, max_size=3).map(tuple), st.sampled_from(CONTRACTS), st.booleans())
def test_nonsense_is_a_fault_and_never_an_error(name: str, laid: tuple[Meld, ...], asked: str, held: bool) -> None:
    cards = tuple(card for meld in laid for card in meld.cards) if held else (JOKER, JOKER)
    fault = fault_in(laid, cards, contract(asked, ALL[name]), ALL[name])
    assert fault in {None, "not_held", "not_a_meld", "wrong_melds", "too_short", "too_long", "same_suit_runs", "whole_hand"}
    assert laid or fault == "wrong_melds"


def test_what_cannot_be_asked_is_refused_with_a_sentence() -> None:
    asked, cards = contract("S"), hand("7S 7H 7D")
    with pytest.raises(MeldError, match="53 whole numbers"):
        best_down(cards, asked, SEVEN_HANDS, Aim.POINTS, (5,) * 13)
    with pytest.raises(MeldError, match="at most two values"):
        best_down(cards, asked, SEVEN_HANDS, Aim.POINTS, tuple(range(53)))
    with pytest.raises(MeldError, match="copies"):
        best_down(hand("7S " * 8), asked, SEVEN_HANDS, Aim.POINTS, VALUES)


def test_the_same_hand_gives_the_same_way_in_any_order_of_its_cards() -> None:
    cards = hand("AS 2S 3S 4S 5S 6S 7S 7H 7D 7C 9H 9D JK JK")
    first = best_down(cards, contract("S R"), SEVEN_HANDS, Aim.POINTS, VALUES)
    assert first == best_down(cards[::-1], contract("S R"), SEVEN_HANDS, Aim.POINTS, VALUES)


def test_ways_come_one_by_one_however_many_there_are() -> None:
    cards = as_hand([*hand("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AH 2H 3H 4H 5H 6H 7H"), *[JOKER] * 6])
    assert len(list(islice(ways_down(cards, contract("R R"), SEVEN_HANDS), 50))) == 50
