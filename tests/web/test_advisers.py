"""Advice follows the state in a frame of its own: off the event loop, to its seat alone, and only while it is the newest."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from functools import partial
from typing import Any

import pytest

from continental.hands.advice import advise
from continental.play.terms import Seat
from continental.table.ports import RoomId
from continental.table.requests import Start
from continental.table.state import RoomState
from continental.web.table import advisers as advising
from continental.web.table import audience as audiences
from continental.web.table.advisers import AT_ONCE, Advisers, Job, advice_frame, is_advised
from continental.web.table.audience import Audience, RoomLine
from continental.web.table.message import state_message
from tests.table.kit import Trial, session

ROOM = RoomId("room")


class Gate:
    """Work that waits in its thread until it is let through."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.threads: set[int] = set()
        self._open = threading.Event()

    def work(self, name: str) -> str:
        self.begun.append(name)
        self.threads.add(threading.get_ident())
        assert self._open.wait(20)
        return name

    def open(self) -> None:
        self._open.set()


async def settled(advisers: Advisers) -> None:
    """Until nothing is worked out any more, and all that was done is delivered."""
    while len(advisers):  # noqa: ASYNC110 - what is waited for has no event, and each round lets the loop deliver
        await asyncio.sleep(0.001)


def job(gate: Gate, name: str, told: list[str]) -> Job:
    return Job(partial(gate.work, name), told.append)


async def test_of_each_seat_only_the_latest_job_waits_and_it_keeps_its_place() -> None:
    advisers, gate, told = Advisers(at_once=1), Gate(), list[str]()
    for seat, name in ((0, "a1"), (1, "b1"), (2, "c1"), (1, "b2"), (0, "a2"), (1, "b3")):
        advisers.ask((ROOM, Seat(seat)), job(gate, name, told))
    assert len(advisers) == 4  # one that runs, and one for each seat
    gate.open()
    await settled(advisers)
    assert gate.begun == told == ["a1", "b3", "c1", "a2"]


async def test_a_seat_that_asks_without_end_leaves_threads_to_the_others() -> None:
    advisers, gate, told = Advisers(), Gate(), list[str]()
    for number in range(50):
        advisers.ask((ROOM, Seat(0)), job(gate, f"a{number}", told))
    advisers.ask((ROOM, Seat(1)), job(gate, "b", told))
    while len(gate.begun) < AT_ONCE:  # noqa: ASYNC110 - threads begin when they like
        await asyncio.sleep(0.001)
    assert sorted(gate.begun) == ["a0", "b"]  # the seat's second job waits for its first
    gate.open()
    await settled(advisers)
    assert sorted(told) == ["a0", "a49", "b"]  # of the seat's jobs that had not begun only the latest was done
    assert threading.get_ident() not in gate.threads


async def test_advice_that_fails_is_logged_without_its_text_and_holds_nobody_up(caplog: pytest.LogCaptureFixture) -> None:
    def fail() -> str:
        raise ValueError("AS KS")

    caplog.set_level(logging.ERROR)
    advisers, gate, told = Advisers(at_once=1), Gate(), list[str]()
    gate.open()
    advisers.ask((ROOM, Seat(0)), Job(fail, told.append))
    advisers.ask((ROOM, Seat(1)), job(gate, "b", told))
    await settled(advisers)
    assert told == ["b"]
    assert "ValueError" in caplog.text
    assert "AS KS" not in caplog.text


class Pages:
    """A room with a page open for each of two seats and for somebody who watches."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self.advisers = Advisers()
        self.audience = Audience(trial.room, trial.clock, lambda before, now: None, self.advisers)
        trial.room.outbox = self.audience
        self.lines = {seat: RoomLine(None if seat is None else session(seat), seat) for seat in (None, Seat(0), Seat(1))}
        for line in self.lines.values():
            self.audience.add(line)

    async def heard(self, seat: Seat | None) -> list[dict[str, Any]]:
        """All that waits for the seat, advice with its thread done."""
        await settled(self.advisers)
        line = self.lines[seat]
        texts = await line.next_texts(lambda: "") if line._waiting or line._afterwards else []
        return [json.loads(text) for text in texts]


async def laid(rules: str = "house") -> Pages:
    trial = await Trial.laid(2, ["greedy"], rules=rules)
    pages = Pages(trial)
    await trial.ask(0, Start())
    await trial.until(lambda state: state.position is not None and state.position.deal is not None)
    return pages


@pytest.mark.parametrize("rules", ["house", "contract"])
async def test_the_frame_comes_last_with_the_version_it_is_for_and_to_its_seat_alone(rules: str) -> None:
    pages = await laid(rules)
    state = pages.trial.state
    assert state.position is not None
    for seat in (Seat(0), Seat(1)):
        *others, frame = await pages.heard(seat)
        assert frame == {"advice": advise(state.rules, state.position, seat).plain(), "v": state.public_version}
        assert others[-1]["v"] == frame["v"]
        assert others[-1]["advised"] is True
        assert not any("advice" in each or "worth" in each for each in others)
    watched = await pages.heard(None)
    assert watched
    assert not any("advice" in each for each in watched)
    assert watched[-1]["advised"] is False
    await pages.trial.close()


async def test_a_slow_job_holds_up_no_message_and_is_dropped_when_overtaken(monkeypatch: pytest.MonkeyPatch) -> None:
    """The structure, not the time: advice may take for ever, and every act is told all the same."""
    gate = Gate()

    def slow(state: RoomState, seat: Seat) -> str:
        gate.work(f"{seat} {state.public_version}")
        return advice_frame(state, seat)

    monkeypatch.setattr(audiences, "advice_frame", slow)
    pages = await laid()
    first = pages.trial.state.public_version
    for _ in range(4):
        await pages.trial.quiet()
        await pages.trial.step()
    last = pages.trial.state.public_version
    assert last > first
    line = pages.lines[Seat(0)]
    texts = [json.loads(text) for text in await line.next_texts(lambda: "")]
    assert texts[-1]["v"] == last  # told, with both threads still at work
    assert not any("advice" in each for each in texts)
    assert len(gate.begun) <= AT_ONCE
    gate.open()
    frames = [each for each in await pages.heard(Seat(0)) if "advice" in each]
    assert [each["v"] for each in frames] == ([last] if is_advised(pages.trial.state, Seat(0)) else [])
    await pages.trial.close()


async def test_no_message_works_out_what_a_hand_is_worth_or_how_it_goes_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """Large hands once took seconds there. The searches for advice are forbidden while a message is written."""
    for rules in ("house", "contract"):
        trial = await Trial.laid(2, ["greedy"], rules=rules)
        await trial.ask(0, Start())
        await trial.until(lambda state: state.position is not None and state.position.deal is not None)
        with monkeypatch.context() as patched:
            forbid(patched)
            for seat in (None, Seat(0), Seat(1)):
                assert state_message(trial.room, seat, (), trial.clock.now(), with_feed=True)
        await trial.close()


def forbid(patched: pytest.MonkeyPatch) -> None:
    def never(*_: object, **__: object) -> None:
        raise AssertionError("advice is worked out on the event loop")

    patched.setattr(advising, "advise", never)
    for name in ("worth.discard_values", "worth.arrange", "worth._worth", "proposals.best_turn", "proposals.distance_to"):
        patched.setattr(f"continental.hands.{name}", never)


async def test_a_page_that_comes_or_asks_for_everything_gets_the_advice_that_is_there() -> None:
    pages = await laid()
    await pages.heard(Seat(0))
    late = RoomLine(session(Seat(0)), Seat(0))
    pages.audience.add(late)
    assert len(pages.advisers) == 0, "it is there, so nothing is worked out again"
    texts = [json.loads(text) for text in await late.next_texts(lambda: "")]
    assert ["feed" in texts[0], "advice" in texts[1]] == [True, True]
    pages.audience.sync(late)
    assert "advice" in json.loads((await late.next_texts(lambda: ""))[-1])
    await pages.trial.close()


async def test_at_a_table_without_help_nothing_is_advised() -> None:
    trial = await Trial.laid(2, help="off")
    pages = Pages(trial)
    await trial.ask(0, Start())
    await trial.until(lambda state: state.position is not None and state.position.deal is not None)
    heard = await pages.heard(Seat(0))
    assert heard[-1]["advised"] is False
    assert not any("advice" in each for each in heard)
    await trial.close()
