"""The best turn, against every act in every order: going down, jokers taken and moved, lay-offs, and the card thrown."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any, Final

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from continental.cards import Card, Cards, as_hand, parse_card, without
from continental.melds import (
    Contract,
    ContractRules,
    LaidCard,
    Meld,
    MovedJoker,
    Table,
    TakeRules,
    TurnRules,
    best_turn,
    fault_in,
    lay_offs,
    parse_meld,
    slides,
    takes,
)
from continental.melds.down import search
from continental.testing.every_way_down import runs_in, sets_in, ways_down
from tests.melds.contract_hands import APART, CONTRACT, DEUCES, FOURNIER, GAP, PIPS, SEVEN_HANDS, VALUES, contract, meld_dense
from tests.melds.hands import hand

GAMES: Final = {"contract": CONTRACT, "fournier": FOURNIER, "seven_hands": SEVEN_HANDS, "apart": APART, "gap": GAP}
TAKES: Final = (None, TakeRules(False, "free", False), TakeRules(True, "meld", False), TakeRules(False, "run", False))
Melds = tuple[Meld, ...]


def fewest_points(
    cards: Cards, asked: Contract | None, melds: Melds, melding: ContractRules, values: tuple[int, ...], rules: TurnRules
) -> int | None:
    """The fewest points after a turn, by trying every act that the rules of the turn allow."""

    @cache
    def after(left: Cards, now: Melds, owed: tuple[Card, int] | None) -> int:
        best = 1 << 20
        if owed is None and (left or not rules.must_throw):
            best = sum(values[card] for card in left) - max((values[card] for card in left), default=0)
        if rules.must_throw and len(left) < 2:
            return best
        for on, meld in enumerate(now):
            for card in set(left) if owed is None else {owed[0]}:
                if owed is None or goes(owed, on, meld):
                    for growth in lay_offs(meld, card, melding):
                        best = min(best, after(without(left, (card,)), changed(now, on, growth.meld), None))
                if owed is not None:
                    continue
                found = takes(meld, card, melding)
                if found is not None and is_takeable(on, meld, (found[0], card)):
                    debt = None if rules.take is None or rules.take.replay == "free" else (found[0], on)
                    best = min(best, after(as_hand((*without(left, (card,)), found[0])), changed(now, on, found[1]), debt))
                if rules.slides:
                    for growth in slides(meld, card, melding):
                        best = min(best, after(without(left, (card,)), changed(now, on, growth.meld), None))
        return best

    def is_takeable(on: int, meld: Meld, pair: tuple[Card, Card]) -> bool:
        if rules.take is None or (meld.kind == "set" and not rules.take.sets):
            return False
        # the solver takes no joker twice in a turn, which would bring one back to the run that it may not return to
        return rules.take.replay != "run" or (on < len(melds) and pair in zip(melds[on].cards, melds[on].as_cards, strict=True))

    def goes(owed: tuple[Card, int], on: int, meld: Meld) -> bool:
        return rules.take is None or rules.take.replay == "meld" or (on != owed[1] and meld.kind == "run")

    if asked is None:
        return after(cards, melds, None)
    ends = [
        after(without(cards, (card for meld in way for card in meld.cards)), (*melds, *way), None)
        for way in ways_down(cards, asked, melding)
    ]
    best = min(ends, default=1 << 20)
    return None if best == 1 << 20 else best


def changed(melds: Melds, on: int, meld: Meld) -> Melds:
    return (*melds[:on], meld, *melds[on + 1 :])


@pytest.mark.parametrize("name", list(GAMES))
@pytest.mark.parametrize("goes_down", [True, False])
@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.data())
def test_the_best_turn_is_the_best_of_all_turns(name: str, goes_down: bool, data: st.DataObject) -> None:
    melding = GAMES[name]
    pool = Counter(data.draw(meld_dense(most=8, most_jokers=2)))
    laid = sorted([*sets_in(pool, 3, melding), *runs_in(pool, 3, melding)], key=lambda meld: (meld.as_cards, meld.cards))
    assume(laid)
    melds = tuple(data.draw(st.lists(st.sampled_from(laid), min_size=1, max_size=2)))
    cards = data.draw(meld_dense(most=7 if goes_down else 5, most_jokers=2))
    assume(cards)
    asked = contract(data.draw(st.sampled_from(("S", "R", "S R"))), melding) if goes_down else None
    rules = TurnRules(
        lays_off=True,
        must_throw=data.draw(st.booleans()),
        take=data.draw(st.sampled_from(TAKES)),
        slides=data.draw(st.booleans()),
    )
    values = data.draw(st.sampled_from([VALUES, PIPS]))
    turn = best_turn(cards, asked, Table(melds, (0,) * len(melds)), melding, values, rules)
    expected = fewest_points(cards, asked, melds, melding, values, rules)
    assert (None if turn is None else turn.points_left) == expected
    if turn is not None:
        now, held = [*melds, *turn.down], Counter(cards)
        if asked is not None:
            assert fault_in(turn.down, cards, asked, melding) is None
        held -= Counter(card for meld in turn.down for card in meld.cards)
        for step in turn.steps:
            assert held[step.card]
            held[step.card] -= 1
            if isinstance(step, MovedJoker):
                assert step.freed in now[step.on].cards
                held[step.freed] += step.end is None
                now[step.on] = step.meld
            else:
                assert isinstance(step, LaidCard)
                assert step.growth in lay_offs(now[step.on], step.card, melding)
                now[step.on] = step.growth.meld
        assert as_hand(held.elements()) == as_hand((*turn.left, *(() if turn.throw is None else (turn.throw,))))


@pytest.mark.parametrize(
    ("name", "needs", "held", "lying", "rules", "values"),
    [
        # a joker slides twice
        ("gap", None, "JD QD QD JK", ("AD 2D JK=3D", "JK=QD KD AD"), TurnRules(True, must_throw=True, slides=True), VALUES),
        # a joker slides to an end that a card laid off made
        ("apart", None, "8D 8D TD KD JK", ("JK=JD QD JK=KD AD", "AD JK=AS JK=AH"), TurnRules(True, slides=True), VALUES),
        # a taken joker goes to another run than it came from
        ("gap", "R", "8S JS KS KS JK", ("JK=QS JK=KS AS",), TurnRules(True, must_throw=True, take=TAKES[3]), VALUES),
        ("gap", None, "7S 9S", ("JK=3D 4D JK=5D", "5S JK=6S JK=7S"), TurnRules(True, take=TAKES[3]), PIPS),
        ("gap", None, "2H 5H 6H 6H 7H", ("7H JK=8H JK=9H", "JK=6H 7H JK=8H"), TurnRules(True, take=TAKES[3]), VALUES),
        # a natural is needed more in a set that goes down than on a run beside a taken joker
        ("contract", "S", "3S 6S 7S 7S 8S 6C JK", ("AS JK=2S JK=3S 4S", "JK=3S 4S JK=5S"), TurnRules(True, take=TAKES[1]), PIPS),
        # a taken joker lies between cards laid off on a run that went down
        ("contract", "R", "4C 5C 5C 6C 8C 8C", ("JK=5C 6C 7C 8C",), TurnRules(True, must_throw=True, take=TAKES[2]), PIPS),
        ("gap", "R", "AH QH AC 8C QC JK JK", ("AC JK=AS JK=AH",), TurnRules(True, must_throw=True, take=TAKES[2]), PIPS),
    ],
)
def test_taken_and_moved_jokers_lie_where_least_stays(
    name: str, needs: str | None, held: str, lying: tuple[str, ...], rules: TurnRules, values: tuple[int, ...]
) -> None:
    melding, melds = GAMES[name], tuple(parse_meld(text) for text in lying)
    asked = None if needs is None else contract(needs, melding)
    turn = best_turn(hand(held), asked, Table(melds, (0,) * len(melds)), melding, values, rules)
    assert turn is not None
    assert turn.points_left == fewest_points(hand(held), asked, melds, melding, values, rules)


def test_a_joker_is_kept_from_the_contract_for_a_run_on_the_table() -> None:
    cards = hand("3S 3H 3D AH 2H 3H JK 9S AS 7S 6C")
    table = Table((parse_meld("7H 7D 7C"), parse_meld("JS QS KS")), (1, 1))
    turn = best_turn(cards, contract("S R", CONTRACT), table, CONTRACT, PIPS, TurnRules(lays_off=True))
    assert turn is not None
    assert [str(meld) for meld in turn.down] == ["3S 3H 3D", "AH 2H 3H"]
    assert (turn.throw, turn.left) == (parse_card("6C"), ())


def test_a_costlier_card_is_thrown_if_less_stays_then() -> None:
    table = Table((parse_meld("5H 6H 7H 8H"),), (1,))
    turn = best_turn(hand("4H 3H"), None, table, SEVEN_HANDS, VALUES, TurnRules(lays_off=True, must_throw=True))
    assert turn is not None
    assert (turn.throw, turn.left) == (parse_card("3H"), ())


@pytest.mark.parametrize(
    ("needs", "held", "lying"),
    [
        ("R R", "AS 2S 3S 3S 4S 5S 7S 8S 8S TS QS 2H 4H 4H 6H JH JH 3D JD AC AC 5C 8C JC QC", "TS 2C=JS 2D=QS KS"),
        ("S R R", "6S 7S 8S QS AH 2H 9H QD 3C 6C 7C 8C TC JC QC KC", "4C 5C 6C 2D=7C"),
    ],
)
def test_a_wild_card_that_is_taken_does_not_go_down_with_the_contract(needs: str, held: str, lying: str) -> None:
    asked = contract(needs, DEUCES)
    for take in (each for each in TAKES if each is not None):
        rules = TurnRules(lays_off=True, take=take, slides=True)
        turn = best_turn(hand(held), asked, Table((parse_meld(lying, DEUCES.wild),), (1,)), DEUCES, PIPS, rules)
        assert turn is not None
        assert fault_in(turn.down, hand(held), asked, DEUCES) is None


@pytest.mark.parametrize(
    ("melding", "held"),
    [
        (CONTRACT, "AS 8S 8S 9S JS QS KS KS AH AH 7H 7H 8H 9H TH JH JH QH 7D 8D 9D TD KD JK JK"),
        (DEUCES, "AS AS 2S 7S 7S 8S 8S 9S TS TS QS KS AH AH 2H 2H 6H 6H 8H 8H 9H 9H TH TH JH JH QH QH KH 2D"),
    ],
)
def test_a_turn_of_a_large_hand_is_found_with_few_runs_tried(
    monkeypatch: pytest.MonkeyPatch, melding: ContractRules, held: str
) -> None:
    lying = "3D 3D 3C JK=3S/AC 2C 3C 4C 5C 6C/6S 6C JK=6H/AC 2C 3C 4C 5C 6C"
    lying += "/AS AS JK=AH JK=AD/TD JD QD KD AD/TS TH TD JK=TC/3H 4H 5H 6H"
    tried: list[int] = []
    walk = search._walk

    def counted(*at: Any) -> None:
        tried.append(1)
        walk(*at)

    monkeypatch.setattr(search, "_walk", counted)
    table = Table(tuple(map(parse_meld, lying.split("/"))), (1,) * 8)
    rules = TurnRules(lays_off=True, take=TAKES[1], slides=True)
    turn = best_turn(hand(held), contract("S R R", melding), table, melding, VALUES, rules)
    assert turn is not None
    assert fault_in(turn.down, hand(held), contract("S R R", melding), melding) is None
    assert len(tried) < 12_000  # 65,000 and 80,000 before one turn had one effort
