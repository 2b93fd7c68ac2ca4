"""Bots at the table: told what their seat is told, held to their time and to the rules, stood in for where they fail."""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Sequence

import pytest

from continental.bots.api import Budget
from continental.play.actions import Action, Discard, Draw
from continental.play.events import BuyBackAnswered
from continental.play.terms import Phase, Seat
from continental.play.view import SeenEvent, View
from continental.rules.base import RuleSet
from continental.table import thinking
from continental.table.events import BotFailed
from continental.table.ports import Told, room_log
from continental.table.requests import Leave, Start
from continental.table.state import RoomState
from continental.table.thinking import bot_dice
from tests.table.kit import Trial, asks, is_over


class BadBot:
    """A bot that fails in the way that its kind says; the others' turns are greedy's."""

    kind = "raises"
    woken = threading.Event()

    def __init__(self, name: str, seat: Seat, rules: RuleSet, dice: bytes) -> None:
        self.seat = seat

    def see(self, event: SeenEvent) -> None:
        """Nothing is remembered."""

    def choose(self, view: View, options: Sequence[Action], budget: Budget) -> Action:
        if self.kind == "raises":
            raise RuntimeError(f"my hand is {view.deal.hand if view.deal else ()} 9H KS")
        if self.kind == "hangs":
            self.woken.wait(5)
        if self.kind == "lies":
            return Discard(self.seat, 0) if view.phase is Phase.DRAW else Draw(self.seat)  # type: ignore[arg-type]
        if self.kind == "speaks for another":
            return Draw(Seat((self.seat + 1) % view.players))
        return options[0]


@pytest.mark.parametrize("kind", ["raises", "lies", "speaks for another", "hangs"])
async def test_a_bot_that_fails_gets_the_stated_act_and_nothing_hidden_is_logged(
    kind: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    BadBot.woken.clear()
    monkeypatch.setattr(BadBot, "kind", kind)
    monkeypatch.setattr(thinking, "make_bot", BadBot)
    monkeypatch.setattr(thinking, "THINK_MS", 20)
    monkeypatch.setattr(thinking, "_GRACE_S", 0.02)
    caplog.set_level(logging.DEBUG)
    trial = await Trial.laid(1, ["greedy"])
    await trial.ask(0, Start())

    def failed(state: RoomState) -> bool:
        return any(isinstance(event, BotFailed) for _, event in state.recent)

    state = await trial.until(lambda state: failed(state) and asks(Phase.DRAW, 0)(state))
    kinds = [type(event).__name__ for _, event in state.recent]
    assert {"Drew", "Discarded"} <= set(kinds)
    assert "bot greedy in seat 1" in caplog.text
    assert not re.search(r"\b(?:9H|KS)\b", caplog.text)
    assert "Traceback" not in caplog.text
    BadBot.woken.set()
    await trial.close()


async def test_bots_play_on_the_same_in_a_process_that_was_started_later() -> None:
    trials = [await Trial.laid(1, ["greedy", "random"], label="same") for _ in range(2)]
    logs = []
    for trial in trials:
        await trial.ask(0, Start())
        state = await trial.until(is_over)
        logs.append([stored.body for stored in await trial.store.entries_after(room_log(state.room), 2)])
        await trial.close()
    assert logs[0] == logs[1]


async def test_each_seats_chance_is_its_own() -> None:
    trial = await Trial.laid(1, ["greedy", "greedy"])
    await trial.ask(0, Start())
    dice = {bot_dice(trial.state, Seat(seat)) for seat in range(3)}
    assert len(dice) == 3
    assert {len(each) for each in dice} == {32}
    await trial.close()


async def test_a_bot_that_sits_in_for_a_person_never_buys_back_and_one_that_was_seated_may() -> None:
    seen: list[tuple[Seat, bool]] = []

    class Heard:
        def tell(self, told: Told) -> None:
            seen.extend((event.seat, event.yes) for event in told.events if isinstance(event, BuyBackAnswered))

        def end(self, why: object) -> None:
            del why

    trial = await Trial.laid(2, ["greedy", "greedy"], label="a", switches={"elimination_line": 60, "window_from": 50})
    await trial.ask(0, Start())
    await trial.until(asks(Phase.DRAW, 1))
    await trial.ask(1, Leave())
    trial.room.outbox = Heard()
    await trial.until(is_over)
    await trial.close()
    sat_in, seated = [yes for seat, yes in seen if seat == 1], [yes for seat, yes in seen if seat > 1]
    assert sat_in, "it was asked"
    assert not any(sat_in)
    assert any(seated), "the same bot buys back if it plays for nobody else"
