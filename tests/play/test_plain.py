"""Acts, events and views as JSON values: what is written reads back the same, and a wrong form is refused where it is wrong."""

from __future__ import annotations

import json
import random
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from continental.cards import FACES, Card, Cards
from continental.codec import Unfit, from_plain, to_plain, type_tag
from continental.engine import Match
from continental.play.actions import Action, Call, Commit, Count, Deal, Discard
from continental.play.events import Counted, Drew, Event
from continental.play.plain import action_from_plain, action_to_plain, event_from_plain, event_to_plain
from continental.play.terms import Cents, Seat
from continental.play.view import View, see
from continental.rules.load import load
from continental.testing.builders import hand, match_with, play_at_random
from tests.codec.strategies import values_of

st.register_type_strategy(Card, st.sampled_from(FACES))
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)


@pytest.fixture(scope="module")
def match() -> Match:
    return play_at_random(Match.begin(load("house"), 4, Cents(10_00)), random.Random(7), 3)


def through_json(value: Any) -> Any:
    return json.loads(json.dumps(value, allow_nan=False))


@pytest.mark.parametrize("kind", get_args(Action), ids=type_tag)
@given(data=st.data())
def test_every_kind_of_act_reads_back_the_same(kind: type[Action], data: st.DataObject) -> None:
    act: Any = data.draw(values_of(kind))
    plain = through_json(action_to_plain(act))
    assert plain["do"] == type_tag(kind)
    assert action_from_plain(plain) == act


def test_every_event_of_a_match_reads_back_the_same(match: Match) -> None:
    kinds = set()
    for event in match.events:
        plain = through_json(event_to_plain(event))
        assert event_from_plain(plain) == event
        kinds.add(plain["is"])
    assert {"match_began", "paid", "dice_committed", "dealt", "asked", "drew", "took", "discarded", "hand_settled"} <= kinds


def test_every_event_as_a_seat_sees_it_has_a_plain_form(match: Match) -> None:
    for event in match.events:
        for seat in (None, Seat(0), Seat(3)):
            assert through_json(event_to_plain(see(event, seat)))["is"] in (type_tag(type(see(event, seat))))


def test_every_view_reads_back_the_same(match: Match) -> None:
    for seat in (None, *map(Seat, range(4))):
        view = match.view(seat)
        assert from_plain(View, through_json(to_plain(view))) == view


def test_how_an_act_looks() -> None:
    assert action_to_plain(Discard(Seat(2), hand("9H")[0])) == {"do": "discard", "seat": 2, "card": "9H"}
    assert action_to_plain(Commit(b"\x00\xff")) == {"do": "commit", "dice": "00ff", "stacked": None, "seat": -1}
    called = Count(Seat(1), (Call(card=hand("5D")[0]), Call(points=12)), hand("KS"))
    calls = [{"card": "5D", "points": None}, {"card": None, "points": 12}]
    assert action_to_plain(called) == {"do": "count", "seat": 1, "calls": calls, "left": ["KS"]}


def test_how_an_event_looks() -> None:
    assert event_to_plain(Drew(Seat(0), hand("JK")[0])) == {"is": "drew", "seat": 0, "card": "JK"}


def test_what_has_a_default_may_be_left_out() -> None:
    assert action_from_plain({"do": "count", "seat": 1}) == Count(Seat(1))
    assert action_from_plain({"do": "deal"}) == Deal()


@pytest.mark.parametrize(
    ("plain", "sentence"),
    [
        ([], "it should be an object"),
        ({}, "do should be one of commit, deal"),
        ({"do": "dance", "seat": 0}, "do should be one of"),
        ({"do": ["discard"]}, "do should be one of"),
        ({"do": "discard", "seat": 0}, "discard lacks card"),
        ({"do": "discard", "seat": "0", "card": "9H"}, 'discard.seat should be a whole number, not "0"'),
        ({"do": "discard", "seat": True, "card": "9H"}, "discard.seat should be a whole number"),
        ({"do": "discard", "seat": 0, "card": "11H"}, "discard.card: '11H' is no card"),
        ({"do": "discard", "seat": 0, "card": 9}, "discard.card should be a card's text"),
        ({"do": "discard", "seat": 0, "card": "9H" * 99}, "discard.card should be a card's text"),
        ({"do": "discard", "seat": 0, "card": "9H", "after": 3}, 'discard has no field "after"; its fields are: seat, card'),
        ({"do": "rule", "seat": 0, "upheld": "yes"}, "rule.upheld should be true or false"),
        ({"do": "rule", "seat": 0, "upheld": 1}, "rule.upheld should be true or false"),
        ({"do": "commit", "dice": "xyz"}, "commit.dice should be hexadecimal"),
        ({"do": "commit", "dice": 0}, "commit.dice should be hexadecimal"),
        ({"do": "count", "seat": 0, "calls": "JK"}, "count.calls should be a list"),
        ({"do": "count", "seat": 0, "calls": [{"card": "??"}]}, r"count.calls\[0\].card: '\?\?' is no card"),
        ({"do": "count", "seat": 0, "calls": ["5D"]}, r"count.calls\[0\] should be an object"),
    ],
)
def test_a_wrong_act_is_refused_where_it_is_wrong(plain: Any, sentence: str) -> None:
    with pytest.raises(Unfit, match=sentence):
        action_from_plain(plain)


def test_a_wrong_event_is_refused_where_it_is_wrong() -> None:
    with pytest.raises(Unfit, match=r"asked\.phase should be one of commit, deal"):
        event_from_plain({"is": "asked", "phase": "tea", "seats": []})
    with pytest.raises(Unfit, match=r"dealer_drawn\.draws\[0\] should be a list of 2"):
        event_from_plain({"is": "dealer_drawn", "dealer": 0, "draws": [[1]]})


@given(JSON)
def test_no_json_value_breaks_the_reading(value: Any) -> None:
    with pytest.raises(Unfit):
        action_from_plain(value)
    with pytest.raises(Unfit):
        event_from_plain(value)


@given(
    st.sampled_from([type_tag(kind) for kind in get_args(Action)]),
    st.dictionaries(st.sampled_from(["seat", "card", "calls"]), JSON),
)
def test_no_known_act_with_wrong_parts_breaks_the_reading(name: str, parts: dict[str, Any]) -> None:
    try:
        act = action_from_plain({"do": name, **parts})
    except Unfit:
        return
    assert action_from_plain(action_to_plain(act)) == act


@given(st.lists(st.sampled_from(FACES), max_size=12).map(tuple))
def test_cards_read_back_in_their_order(cards: Cards) -> None:
    counted = Counted(Seat(0), cards, (), cards, (), 5)
    assert event_from_plain(through_json(event_to_plain(counted))) == counted


def test_what_is_not_of_the_game_has_no_plain_form() -> None:
    with pytest.raises(TypeError, match="no JSON form"):
        to_plain(3.5)
    kinds: tuple[type[Event], ...] = get_args(Event)
    assert len({type_tag(kind) for kind in kinds}) == len(kinds)


def test_a_view_of_a_deal_set_up_by_hand_reads_back_the_same() -> None:
    view = match_with(["JK JK 9H"], players=3).view(Seat(0))
    assert from_plain(View, through_json(to_plain(view))) == view
