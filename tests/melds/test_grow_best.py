"""The lay-offs that put out most, against every order of laying cards off."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from typing import Any, Final

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from continental.cards import Cards, as_hand, print_cards, without
from continental.melds import ContractRules, Meld, lay_offs, parse_meld
from continental.melds.down import search
from continental.testing.every_way_down import runs_in, sets_in
from continental.testing.turns import best_lay_offs
from tests.melds.contract_hands import ALL, FOURNIER, OUTNUMBERED, PIPS, RED_ACES, SEVEN_HANDS, VALUES, meld_dense
from tests.melds.hands import hand

_SETS, _RUNS = FOURNIER.grammar.sets, FOURNIER.grammar.runs
CROWDED: Final = replace(
    FOURNIER, grammar=replace(FOURNIER.grammar, sets=replace(_SETS, max_size=4), runs=replace(_RUNS, max_size=6))
)
"""Melds that are soon full, so that stand-ins to spare and naturals want the same room."""

TABLES: Final = {**ALL, "crowded": CROWDED, "outnumbered_aces": replace(OUTNUMBERED, wild=RED_ACES.wild)}


def most_out(cards: Cards, table: tuple[Meld, ...], melding: ContractRules, values: tuple[int, ...]) -> tuple[int, int]:
    """The most points and then cards that can be laid off, by trying every lay-off at every step."""

    @cache
    def most(left: Cards, now: tuple[Meld, ...]) -> tuple[int, int]:
        best = (0, 0)
        for card in set(left):
            for on, meld in enumerate(now):
                for growth in lay_offs(meld, card, melding):
                    points, many = most(without(left, (card,)), (*now[:on], growth.meld, *now[on + 1 :]))
                    best = max(best, (points + values[card], many + 1))
        return best

    return most(cards, table)


def laid(cards: str, *table: str, all_out: bool = True) -> list[str]:
    steps = best_lay_offs(hand(cards), tuple(map(parse_meld, table)), SEVEN_HANDS, VALUES, all_out=all_out)
    return [f"{print_cards((step.card,))} on {step.on}" for step in steps]


@pytest.mark.parametrize("name", list(TABLES))
@settings(max_examples=20, deadline=None)
@given(st.data())
def test_the_best_lay_offs_are_the_best_of_all(name: str, data: st.DataObject) -> None:
    melding = TABLES[name]
    pool = Counter(data.draw(meld_dense(most=9, most_jokers=2)))
    melds = sorted([*sets_in(pool, 3, melding), *runs_in(pool, 3, melding)], key=lambda meld: (meld.as_cards, meld.cards))
    assume(melds)
    table = tuple(data.draw(st.lists(st.sampled_from(melds), min_size=1, max_size=3)))
    cards = data.draw(meld_dense(most=6, most_jokers=2, special=as_hand(melding.wild)))
    values = data.draw(st.sampled_from([VALUES, PIPS]))
    steps = best_lay_offs(cards, table, melding, values)
    now = list(table)
    for step in steps:
        assert step.growth in lay_offs(now[step.on], step.card, melding)
        now[step.on] = step.growth.meld
    assert not Counter(step.card for step in steps) - Counter(cards)
    assert (sum(values[step.card] for step in steps), len(steps)) == most_out(cards, table, melding, values)


def test_pitfall_24_a_second_card_at_the_same_end() -> None:
    assert laid("4H 3H KC", "5H 6H 7H 8H") == ["4H on 0", "3H on 0"]


def test_pitfall_25_a_card_on_the_set_does_not_block_two_on_the_run() -> None:
    assert laid("9S TS", "JS QS KS AS", "TH TD TC") == ["TS on 0", "9S on 0"]


def test_a_joker_bridges_to_a_further_card() -> None:
    assert laid("JK 3H", "5H 6H 7H 8H") == ["JK on 0", "3H on 0"]


def test_a_card_stays_to_be_thrown_where_one_must() -> None:
    assert laid("4H 3H", "5H 6H 7H 8H", all_out=False) == ["4H on 0"]
    assert laid("4H 3H KC", "5H 6H 7H 8H", all_out=False) == ["4H on 0", "3H on 0"]


def test_nothing_fits() -> None:
    assert laid("2C 9D", "5H 6H 7H 8H") == []
    assert laid("2C 9D") == []


@pytest.mark.parametrize(
    "held",
    [
        "AD 2D 2D 3D TD TD JD JD QD KD AC 2C 3C 9C TC JC JC QC KC KC JK JK JK JK JK JK",
        "6D 6D 7D 8D 9D 9D TD JD JD 6C 7C 7C 8C 8C 9C 9C TC TC JC JC JK JK JK JK JK JK",
    ],
)
def test_runs_of_a_suit_that_want_the_same_cards_are_tried_few_times(monkeypatch: pytest.MonkeyPatch, held: str) -> None:
    lying = ("AC 2C 3C 4C 5C 6C", "QC JK=KC AC 2C 3C 4C 5C", "TD JD QD KD AD 2D", "4C 5C 6C 7C 8C", "KD AD 2D 3D JK=4D 5D 6D")
    tried: list[int] = []
    walk = search._walk

    def counted(*at: Any) -> None:
        tried.append(1)
        walk(*at)

    monkeypatch.setattr(search, "_walk", counted)
    assert best_lay_offs(hand(held), tuple(map(parse_meld, (*lying, "KD KD KC", "TS TH TD"))), FOURNIER, VALUES)
    assert len(tried) < 1000  # 8,000, where the search stopped, before suits were looked at one after another
