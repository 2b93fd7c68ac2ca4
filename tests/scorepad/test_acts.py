"""Acts and entries as JSON and back, and which acts touch one another."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from continental.play.refusal import Refused
from continental.play.terms import Cents
from continental.scorepad.acts import (
    Act,
    Adjust,
    Answer,
    Correct,
    Drop,
    Enter,
    Move,
    Pay,
    Redo,
    Rename,
    Retitle,
    Strike,
    Undo,
    Unpay,
    print_act,
    read_act,
    touches,
)
from continental.scorepad.items import DeadHand, Joins, Leaves, PointsHand, Stops
from continental.scorepad.log import print_body, print_make, read_body, read_entry, read_make
from continental.scorepad.pad import Entry, Make
from continental.scorepad.refusal import EntryRefused
from tests.scorepad.kit import hand, start

HAND = hand("Bo", "knock2", Ana=14, Cy=30, jokers={"Cy": 3}, feeder="Ana", buys=("Cy",))
ACTS: tuple[Act, ...] = (
    Enter(HAND, ("Ana",)),
    Enter(HAND, before="e2"),
    Enter(PointsHand("Bo", {"Ana": 4}, at_once=True)),
    Enter(DeadHand()),
    Enter(DeadHand(), before="e2"),
    Enter(Joins("Dan")),
    Enter(Joins("Dan"), before="e2"),
    Enter(Leaves("Bo")),
    Enter(Leaves("Bo"), before="e2"),
    Enter(Stops()),
    Correct("e2", HAND, ("Ana",)),
    Correct("e2", PointsHand(None, {"Ana": 4}, at_once=False)),
    Strike("e2"),
    Move("e2", "e3"),
    Move("e2", None),
    Answer("e2", "Cy", yes=True),
    Rename("Bo", "Bob"),
    Retitle("Friday"),
    Adjust("Ana", "Bo", Cents(5), "taxi"),
    Drop("e2"),
    Pay("Ana", "Bo", Cents(5)),
    Unpay("e2"),
    Undo(),
    Redo(),
)


@pytest.mark.parametrize("act", ACTS, ids=repr)
def test_an_act_is_read_as_it_was_printed(act: Act) -> None:
    assert read_act(print_act(act)) == act
    entry = Entry(7, 1000, "Ana", "s", "e7", act)
    assert read_entry(7, 1000, "Ana", "s", "e7", print_body(entry)) == entry


def test_a_making_is_read_as_it_was_printed() -> None:
    make = Make("Žofie’s", start(3, split_gap=5), ((HAND, ("Ana",)), (DeadHand(), ()), (Joins("Dan"), ())))
    assert read_make(print_make(make)) == make
    assert read_body(print_make(make)) == make


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ([], "The act should be an object in braces, not a list."),
        ({}, "do should be one of enter, insert"),
        ({"do": "hop"}, "do should be one of enter"),
        ({"do": "enter"}, "The act has no hand."),
        ({"do": "undo", "hand": 1}, 'The act has "hand", which means nothing here'),
        ({"do": "strike", "item": 7}, "item should be a text of 1 to 40 printable characters, not 7."),
        ({"do": "answer", "item": "e2", "name": "Bo", "yes": 1}, "yes should be true or false, not 1."),
        ({"do": "pay", "from": "A", "to": "B", "cents": 1.5}, "cents should be a whole number, not 1.5."),
        ({"do": "adjust", "from": "A", "to": "B", "cents": 1, "reason": ""}, "reason should be a text of 1 to 80"),
        ({"do": "enter", "hand": {"closed_by": "Bo"}}, "The hand has no points."),
        ({"do": "enter", "hand": {"ended_by": "Bo", "ending": "x", "counts": {}}}, "ending should be one of"),
        ({"do": "join", "name": "\u0000"}, "name should be a name"),
    ],
)
def test_what_is_no_act_is_refused_with_what_is_wrong(value: Any, sentence: str) -> None:
    with pytest.raises(EntryRefused) as refused:
        read_act(value)
    assert sentence in refused.value.sentence


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.floats(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(st.sampled_from(ACTS), st.data())
def test_any_value_in_any_place_is_read_or_refused(act: Act, data: st.DataObject) -> None:
    plain = print_act(act)
    place = plain
    while True:
        key = data.draw(st.sampled_from(sorted(place)))
        inner = place[key]
        if not isinstance(inner, dict) or not inner or data.draw(st.booleans()):
            break
        place = inner
    place[key] = data.draw(json_values)
    with suppress(EntryRefused):
        assert read_act(print_act(read_act(plain))) == read_act(plain)


@given(json_values)
def test_any_value_is_a_making_or_refused(value: object) -> None:
    with pytest.raises(Refused):
        read_make({"do": "make", "title": "x", "rules": value, "players": value})


def test_acts_touch_where_their_writers_should_know_of_one_another() -> None:
    enter, adjust, pay = Enter(HAND), Adjust("Ana", "Bo", Cents(5), "taxi"), Pay("Ana", "Bo", Cents(5))
    assert touches(enter, Strike("e2"))
    assert touches(adjust, Drop("e2"))
    assert touches(pay, Unpay("e2"))
    assert touches(Undo(), pay)
    assert touches(enter, Redo())
    assert not touches(enter, adjust)
    assert not touches(adjust, pay)
    assert not touches(pay, Rename("Bo", "Bob"))
