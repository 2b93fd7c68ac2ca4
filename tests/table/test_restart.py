"""A process that dies loses nothing that was acknowledged, and several processes serve one room without disturbing each other."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from continental.engine import options, reasons
from continental.play.events import StockRebuilt
from continental.play.refusal import Refused
from continental.play.terms import Phase, Seat
from continental.play.view import view_for
from continental.store.memory import MemoryStore
from continental.store.sql import open_store
from continental.store.where import read_database
from continental.table.lobby import Lobby
from continental.table.log import parse_entries
from continental.table.ports import RoomStore, room_log
from continental.table.requests import Next, Play, Start
from continental.table.room import Room
from continental.table.state import RoomPhase, fold_all
from tests.table.kit import CountedDice, Ear, Trial, is_over, pick, session


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[RoomStore]:
    if request.param == "memory":
        yield MemoryStore()
        return
    own = tmp_path / "rooms.sqlite"
    address = str(own) if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    opened = await open_store(read_database(address))
    yield opened
    await opened.close()


def prompt_of(trial: Trial) -> tuple[str, int] | None:
    """What kind of question a person is asked, or that the next deal is waited for."""
    position = trial.state.position
    if position is None:
        return None
    asked = [seat for seat in position.asked if seat in trial.state.persons()]
    return (position.phase.value, len(position.asked)) if asked or position.phase is Phase.DEAL else None


async def restarted(trial: Trial) -> Trial:
    """The same room in a new process, the old one killed: nothing of it is asked to finish."""
    lobby = Lobby(trial.store, trial.clock, CountedDice(f"after {trial.state.version}"))
    again = Trial(lobby, await lobby.room(trial.state.room), trial.store, trial.clock)
    again.dice = trial.dice
    for seat in trial.room.here:
        await lobby.page_opened(trial.state.room, seat)
    return again


def assert_same(before: Room, after: Room) -> None:
    assert after.state == before.state
    assert after.dues == before.dues
    position = before.state.position
    assert position is not None
    assert after.state.position is not None
    rules = before.state.rules
    for seat in (None, *(Seat(each) for each in range(before.state.setup.seats))):
        assert view_for(after.state.position, seat) == view_for(position, seat)
        if seat is not None:
            assert options(rules, after.state.position, seat) == options(rules, position, seat)
            said = [
                [(name, why.sentence) for name, why in reasons(rules, each, seat)] for each in (position, after.state.position)
            ]
            assert said[0] == said[1]


@pytest.mark.parametrize("ruling", ["dealer", "vote"])
async def test_a_restart_at_every_kind_of_prompt_brings_back_the_same_prompt_and_time(ruling: str) -> None:
    trial = await Trial.laid(
        3, ["greedy"], clock_s=60, switches={"feeding": ruling, "split_scope": "off", "window_from": 20, "elimination_line": 200}
    )
    await trial.ask(0, Start())
    seen: set[str] = set()
    for _ in range(2_500):
        await trial.quiet()
        prompt = prompt_of(trial)
        if trial.state.phase is RoomPhase.OVER or seen >= {"draw", "play", "count", "deal", "accuse", "rule", "buy_back"}:
            break
        if prompt is not None and (prompt[0] not in seen or trial.dice.random() < 0.02):
            seen.add(prompt[0])
            trial.clock.advance(1_234)
            after = await restarted(trial)
            assert_same(trial.room, after.room)
            trial = after
        await trial.step()
    assert seen >= {"draw", "play", "count", "deal", "accuse", "rule", "buy_back"}
    await trial.close()


async def test_after_the_stock_was_rebuilt_a_restart_draws_the_same_cards() -> None:
    trial = await Trial.laid(6, clock_s=0, switches={"redraw_own_take": "forbidden"})
    await trial.ask(0, Start())
    dice = random.Random(5)

    def was_rebuilt() -> bool:
        return any(isinstance(event, StockRebuilt) for _, event in trial.state.recent[-12:])

    for _ in range(4_000):
        await trial.quiet()
        position = trial.state.position
        assert trial.state.phase is not RoomPhase.OVER
        if was_rebuilt():
            break
        if position is not None and position.phase in (Phase.DRAW, Phase.PLAY):
            offered = [
                act
                for act in options(trial.state.rules, position, position.asked[0])
                if type(act).__name__ in ("Draw", "Discard")
            ]
            await trial.play(position.asked[0], dice.choice(offered))
        else:
            await trial.step()
    assert was_rebuilt()
    assert trial.state.position is not None
    stock = trial.state.position.dealing.stock
    after = await restarted(trial)
    assert_same(trial.room, after.room)
    assert after.state.position is not None
    assert after.state.position.dealing.stock == stock
    await trial.close()
    await after.close()


async def test_bots_move_on_after_a_restart_without_anybody_there() -> None:
    trial = await Trial.laid(1, ["greedy", "greedy"], pace_ms=500)
    await trial.ask(0, Start())
    await trial.until(lambda _: any(due.kind == "bot" for due in trial.room.dues))
    version, room = trial.state.version, trial.state.room
    lobby = Lobby(trial.store, trial.clock, CountedDice("other"))
    await lobby.tick()
    trial.clock.advance(1_001)
    await lobby.tick()
    again = Trial(lobby, await lobby.room(room), trial.store, trial.clock)
    await again.quiet()
    assert again.state.version > version
    await again.close()
    await trial.close()


async def test_after_a_restart_between_deals_those_are_waited_for_whose_pages_come_back_later() -> None:
    trial = await Trial.laid(2, ["greedy"])
    await trial.ask(0, Start())
    await trial.until(lambda _: bool(trial.room.waiting_for))
    await trial.ask(1, Next())
    lobby = Lobby(trial.store, trial.clock, CountedDice("after"))
    after = Trial(lobby, await lobby.room(trial.state.room), trial.store, trial.clock)
    await lobby.page_opened(after.state.room, Seat(1))
    await after.quiet()
    assert list(after.room.waiting_for) == [0], "their page may be opened any moment"
    after.clock.advance(10_000)
    await after.lobby.tick()
    await after.quiet()
    assert not after.state.waits_to_deal
    await trial.close()
    await after.close()


async def test_two_processes_that_serve_one_room_tell_the_same_unbroken_story(store: RoomStore) -> None:
    trial = await Trial.laid(2, ["greedy", "random"], store=store, switches={"elimination_line": 30, "window_from": 20})
    await trial.ask(0, Start())
    other_lobby = Lobby(store, trial.clock, CountedDice("other"))
    other = Trial(other_lobby, await other_lobby.room(trial.state.room), store, trial.clock)
    ears = [Ear(), Ear()]
    firsts = [trial.state.version, other.state.version]
    trial.room.outbox, other.room.outbox = ears
    await other_lobby.page_opened(trial.state.room, Seat(1))
    for _ in range(3_000):
        await settle_both(trial, other)
        if trial.state.phase is RoomPhase.OVER and other.state.phase is RoomPhase.OVER:
            break
        await asyncio.gather(one_act(trial, 0), one_act(other, 1))
    assert trial.state.position == other.state.position
    assert is_over(trial.state)
    for ear, first in zip(ears, firsts, strict=True):
        assert ear.versions == list(range(first + 1, trial.state.version + 1))
    assert fold_all(parse_entries(await store.entries_after(room_log(trial.state.room), 0))).position == trial.state.position
    await trial.close()
    await other.close()


async def settle_both(one: Trial, two: Trial) -> None:
    """Let both processes come to rest and see all that the other did."""
    for _ in range(1_000):
        await one.lobby.tick()
        await two.lobby.tick()
        if one.state.version == two.state.version and not one.room.is_busy and not two.room.is_busy:
            await one.quiet()
            await two.quiet()
            if one.state.version == two.state.version:
                return
        await asyncio.sleep(0.0005)  # bots think beside the loop
    raise AssertionError("they do not come to rest")


async def one_act(trial: Trial, seat: int) -> None:
    """What this process's person does, or, in the first process, some time: a lost race is refused and changes nothing."""
    position = trial.state.position
    try:
        if position is not None and seat in position.asked:
            await trial.ask(seat, Play(pick(trial.state, Seat(seat), trial.dice), trial.state.public_version))
        elif seat in trial.room.waiting_for:
            await trial.ask(seat, Next())
        elif seat == 0 and trial.room.dues:
            trial.clock.advance(max(0, min(due.at for due in trial.room.dues) - trial.clock.now()))
    except Refused as refused:
        if refused.code not in ("stale", "not_asked", "not_between_deals", "already_said_next", "wrong_phase"):
            raise


async def test_the_loser_of_a_race_decides_anew_or_is_told_that_the_act_is_stale() -> None:
    trial = await Trial.laid(2)
    await trial.ask(0, Start())
    await trial.until(lambda state: state.position is not None and state.position.phase is Phase.DRAW)
    other = await restarted(trial)
    position = trial.state.position
    assert position is not None
    seat = position.asked[0]
    act = options(trial.state.rules, position, seat)[0]
    after = trial.state.version
    both = await asyncio.gather(
        *(each.room.ask(session(seat), Play(act, after)) for each in (trial, other)), return_exceptions=True
    )
    refusals = [each for each in both if isinstance(each, Refused)]
    assert [refusal.code for refusal in refusals] == ["stale"]
    assert trial.state.version == after + 1 or other.state.version == after + 1
    log = room_log(trial.state.room)
    assert await trial.store.latest([log]) == {log: after + 1}
    await trial.close()
    await other.close()


async def test_an_act_on_a_version_that_this_process_has_not_seen_is_played_after_it_was_read() -> None:
    trial = await Trial.laid(2)
    await trial.ask(0, Start())
    await trial.until(lambda state: state.position is not None and state.position.phase is Phase.DRAW)
    other = await restarted(trial)
    position = trial.state.position
    assert position is not None
    seat = position.asked[0]
    await trial.play(seat, pick(trial.state, seat, trial.dice))
    assert other.state.version < trial.state.version
    await other.room.ask(session(seat), Play(pick(trial.state, seat, trial.dice), trial.state.public_version))
    assert other.state.version == trial.state.version + 1
    await trial.close()
    await other.close()
