"""The wire: every frame that is agreed is read, nothing else is, and the document says all of it."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any, Final, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from continental.codec import type_tag
from continental.engine import options
from continental.play.actions import BuyBack, Count, Knock, Rule
from continental.play.plain import action_to_plain
from continental.play.terms import Seat
from continental.table.events import RoomEvent
from continental.table.refusal import TableRefused
from continental.table.requests import Again, ClearSeat, Leave, Next, Play, SeatBot, Start, TurnAway
from continental.table.state import RoomPhase
from continental.web.table.message import room_part, state_message
from continental.web.table.wire import GAME_FRAMES, ROOM_FRAMES, Sync, parse_frame
from tests.table.kit import Trial

WIRE: Final = (Path(__file__).parents[2] / "docs" / "wire.md").read_text(encoding="utf-8")

FRAMES: list[tuple[dict[str, Any], object]] = [
    ({"do": "start"}, Start()),
    ({"do": "seat_bot", "seat": 3, "bot": "greedy", "after": 4}, SeatBot(3, "greedy")),
    ({"do": "clear_seat", "seat": 3}, ClearSeat(3)),
    ({"do": "turn_away", "seat": 3}, TurnAway(3)),
    ({"do": "leave"}, Leave()),
    ({"do": "next", "after": 9}, Next()),
    ({"do": "again"}, Again()),
    ({"do": "sync"}, Sync()),
    ({"do": "rule", "upheld": False, "after": 5}, Play(Rule(Seat(0), upheld=False), 5)),
    ({"do": "buy_back", "yes": True, "after": 5}, Play(BuyBack(Seat(0), yes=True), 5)),
    ({"do": "knock", "card": "2C", "after": 5}, Play(Knock(Seat(0), 40), 5)),  # type: ignore[arg-type]
    ({"do": "count", "after": 5}, Play(Count(Seat(0)), 5)),
]


@pytest.mark.parametrize(("frame", "request_"), FRAMES, ids=range(len(FRAMES)))
def test_agreed_frames_are_read(frame: dict[str, Any], request_: object) -> None:
    assert parse_frame(json.dumps(frame)) == (frame["do"], request_)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: (
            st.lists(inner) | st.dictionaries(st.sampled_from(["do", "after", "card", "seat", "calls"]) | st.text(), inner)
        ),
        max_leaves=12,
    )
)
def test_whatever_else_is_sent_is_refused_in_a_sentence(value: object) -> None:
    with pytest.raises(TableRefused) as refused:
        parse_frame(json.dumps(value))
    assert refused.value.code == "bad_message"
    assert len(refused.value.sentence) < 600


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('{"do":"draw","do":"take","after":1}', '"do" stands twice in one object'),
        ('{"do":"knock","card":"2C","after":1,"after":2}', '"after" stands twice in one object'),
        ("{}", "its `do` should be one of draw, take, discard"),
        ("[]", "its `do` should be one of draw, take, discard"),
        ('{"do":null}', "its `do` should be one of draw, take, discard"),
        ('{"do":"go_down","melds":[[]],"after":1}', "go_down.melds[0] should be 1 to 30 values, not 0"),
        ('{"do":"go_down","melds":[["9H","10Z"]],"after":1}', "go_down.melds[0]: '10Z' is no card"),
        ('{"do":"discard","after":1}', "discard lacks card"),
        ('{"do":"discard","card":"9H"}', "discard lacks after, the version that the act was made on"),
        ('{"do":"draw","after":-1}', "draw.after should be a whole number from 0 to 2147483648, not -1"),
        ('{"do":"draw","after":null}', "draw.after should be a whole number"),
        ('{"do":"draw","seat":1,"after":1}', 'draw has no field "seat"; its fields are: none'),
        ('{"do":"say","phrase":"hello","text":"both"}', "say: say either a phrase or a text"),
        ('{"do":"commit","dice":"00","after":1}', "its `do` should be one of draw, take, discard"),
        ('{"do":"count","calls":[{"points":1001}],"after":1}', "count.calls[0].points should be a whole number from 0 to 1000"),
        ('{"do":"start"', "it is no JSON: Expecting ',' delimiter at line 1, column 14"),
        ('{"do":"seat_bot","seat":1e999,"bot":"greedy"}', "it is no JSON: 1e999 is no number"),
        ('{"do":"say","text":"\\ud83d"}', "half a character"),
    ],
)
def test_what_is_wrong_with_a_frame_is_said_in_words(text: str, what: str) -> None:
    with pytest.raises(TableRefused) as refused:
        parse_frame(text)
    assert what in refused.value.sentence


@given(st.text())
def test_text_that_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(TableRefused):
        parse_frame(text)


async def test_every_act_that_is_offered_can_be_sent_as_it_stands() -> None:
    trial = await Trial.laid(3, switches={"feeding": "vote", "split_scope": "off", "window_from": 20, "elimination_line": 200})
    await trial.ask(0, Start())
    trial.dice = random.Random(2)
    every = {"draw", "take", "discard", "count", "no_claim", "accuse", "rule", "buy_back"}
    sent: set[str] = set()
    while not sent >= every:
        await trial.quiet()
        state = trial.state
        assert state.phase is not RoomPhase.OVER
        assert state.position is not None
        for seat in state.position.asked:
            said = json.loads(state_message(trial.room, seat, (), trial.clock.now()))
            offered = options(state.rules, state.position, seat)
            assert len(said["options"]) == len(offered)
            for plain, action in zip(said["options"], offered, strict=True):
                assert "seat" not in plain
                name, request = parse_frame(json.dumps({**plain, "after": said["v"]}))
                assert isinstance(request, Play)
                assert action_to_plain(request.action) == {**action_to_plain(action), "seat": 0}
                sent.add(name)
            for row in said["count_options"] or ():
                assert row["act"] in said["options"]
        await trial.step()
    await trial.close()


async def test_the_document_names_every_frame_event_and_key() -> None:
    for name in (*GAME_FRAMES, *ROOM_FRAMES):
        assert f"`{name}`" in WIRE or f'"do":"{name}"' in WIRE, name
    for kind in get_args(RoomEvent):
        assert f"`{type_tag(kind)}" in WIRE, kind
    trial = await Trial.laid(2)
    message = json.loads(state_message(trial.room, Seat(0), (), trial.clock.now(), with_feed=True))
    for key in message:
        assert f"| `{key}` |" in WIRE, key
    for key in room_part(trial.state, frozenset(), 0):
        assert key in WIRE.partition("| `room` |")[2].partition("\n")[0], key
    await trial.close()
