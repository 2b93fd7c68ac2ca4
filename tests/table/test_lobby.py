"""The rooms of one process: made, opened, looked after, let go; who is here, and what happens when somebody is not."""

from __future__ import annotations

import ast
import asyncio
import re
from collections.abc import Collection, Mapping
from pathlib import Path

import pytest

import continental
from continental.logbook.books import Book, BookKey
from continental.logbook.ports import LogEntry, StoreFailed
from continental.play.actions import Draw
from continental.play.refusal import Refused
from continental.play.terms import Phase, Seat
from continental.store.memory import MemoryStore
from continental.table.lobby import (
    AWAY_MS,
    HOST_GONE_MS,
    LATE_MS,
    ROOMS_AN_HOUR,
    TICK_MS,
    Health,
    Lobby,
)
from continental.table.ports import Millis, RoomId, room_log
from continental.table.requests import MOST_UNPLAYED, MOST_UNPLAYED_OWN, Join, Leave, SeatBot, Stand, Start
from continental.table.setup import agree
from continental.table.standing import StandingAnswer
from tests.table.kit import START, CountedDice, Ear, FailingStore, ManualClock, Trial, asks, session


async def test_a_room_is_found_by_its_link_alone() -> None:
    trial = await Trial.laid(2)
    for link in ("aaaaaaaaaa", "", "x" * 500, "../../etc"):
        with pytest.raises(Refused) as refused:
            await trial.lobby.room(link)
        assert refused.value.code == "no_such_room"
    assert (await trial.lobby.room(trial.state.room)) is trial.room
    await trial.close()


async def test_many_who_open_one_room_at_once_get_the_same_room() -> None:
    trial = await Trial.laid(2)
    lobby = Lobby(trial.store, trial.clock, CountedDice())
    rooms = await asyncio.gather(*(lobby.room(trial.state.room) for _ in range(10)))
    assert len(set(map(id, rooms))) == 1
    await lobby.close()
    await trial.close()


async def test_a_room_at_rest_is_let_go_and_opens_again_as_it_was() -> None:
    trial = await Trial.laid(2, here=False)
    await trial.lobby.tick()
    trial.clock.advance(60_001)
    await trial.lobby.tick()
    again = await trial.lobby.room(trial.state.room)
    assert again is not trial.room
    assert again.state == trial.state
    await trial.close()


async def test_one_session_makes_so_many_rooms_an_hour_and_another_its_own() -> None:
    clock = ManualClock()
    lobby = Lobby(MemoryStore(), clock, CountedDice())
    for _ in range(ROOMS_AN_HOUR):
        await lobby.make(agree(), session(0), "Ana", [], start=False)
    with pytest.raises(Refused) as refused:
        await lobby.make(agree(), session(0), "Ana", [], start=False)
    assert refused.value.code == "rooms_an_hour"
    await lobby.make(agree(), session(1), "Bo", [], start=False)
    clock.advance(3_600_001)
    await lobby.make(agree(), session(0), "Ana", [], start=False)
    await lobby.close()


async def test_whoever_comes_and_goes_without_end_makes_no_endless_log_and_keeps_nobody_from_starting() -> None:
    trial = await Trial.laid(1, seats=3)
    for coming in range(MOST_UNPLAYED // 2):
        await trial.ask(7 + coming, Join("Eve"))
        await trial.ask(7 + coming, Leave())
    assert await trial.refused(7, Join("Eve")) == "too_much_coming"
    assert (await trial.ask(0, Join("Ana"))).seat == 0, "who has a seat changes nothing by joining"
    before = trial.state.version
    for seat in (1, 2):
        await trial.ask(0, SeatBot(seat, "greedy"))
    assert trial.state.version == before + 2
    await trial.ask(0, Start())
    assert trial.state.unplayed == 0
    await trial.close()


async def test_a_standing_answer_changed_without_end_is_bounded_and_play_goes_on() -> None:
    trial = await Trial.laid(3, rules="contract")
    await trial.ask(0, Start())
    state = await trial.until(asks(Phase.DRAW))
    assert state.position is not None
    for turn in range(MOST_UNPLAYED_OWN):
        await trial.ask(0, Stand(StandingAnswer("ask" if turn % 2 else "never")))
    assert await trial.refused(0, Stand(StandingAnswer("never"))) == "too_much_coming"
    assert trial.state.version == state.version + MOST_UNPLAYED_OWN
    assert trial.state.unplayed == state.unplayed, "others may do as much as before"
    assert (await trial.ask(1, Stand(StandingAnswer("never")))).is_new
    asked = state.position.asked[0]
    await trial.play(asked, Draw(asked))
    await trial.ask(0, Stand(StandingAnswer("never" if trial.state.standing[0] is None else "ask")))
    await trial.close()


async def test_a_room_that_cannot_be_stored_is_not_made() -> None:
    store = FailingStore()
    store.fails = True
    lobby = Lobby(store, ManualClock(), CountedDice())
    with pytest.raises(Refused) as refused:
        await lobby.make(agree(), session(0), "Ana", [], start=False)
    assert refused.value.code == "not_stored"
    assert await store.count_made([Book.ROOM], session(0), 0) == 0


async def test_the_hosts_rights_pass_on_when_the_host_is_gone_for_long() -> None:
    trial = await Trial.laid(2, ["greedy"])
    trial.lobby.page_closed(trial.state.room, Seat(0))
    trial.clock.advance(HOST_GONE_MS)
    await trial.lobby.tick()
    assert trial.state.host == 0
    trial.clock.advance(1)
    await trial.lobby.tick()
    assert trial.state.host == 1
    await trial.ask(1, SeatBot(2, "random"))
    await trial.ask(1, Start())
    await trial.close()


async def test_a_host_who_reloads_the_page_stays_host() -> None:
    trial = await Trial.laid(2)
    trial.lobby.page_closed(trial.state.room, Seat(0))
    await trial.lobby.page_opened(trial.state.room, Seat(0))
    trial.clock.advance(10 * HOST_GONE_MS)
    await trial.lobby.tick()
    assert trial.state.host == 0
    await trial.close()


async def test_a_bot_sits_in_for_whoever_is_gone_for_long_and_gives_way_when_they_return() -> None:
    trial = await Trial.laid(2, clock_s=0)
    await trial.ask(0, Start())
    await trial.until(asks(Phase.DRAW, 0))
    trial.lobby.page_closed(trial.state.room, Seat(0))
    trial.clock.advance(AWAY_MS)
    await trial.lobby.tick()
    assert trial.state.chairs[0].is_played_by_person
    trial.clock.advance(1)
    await trial.lobby.tick()
    await trial.quiet()
    assert trial.state.chairs[0].bot == "greedy"
    assert asks(Phase.DRAW, 1)(trial.state)
    await trial.lobby.page_opened(trial.state.room, Seat(0))
    await trial.ask(0, Join("Ana"))
    assert [chair.bot for chair in trial.state.chairs] == [None, None]
    await trial.close()


async def test_where_everybody_is_gone_nobody_is_stood_in_for() -> None:
    trial = await Trial.laid(2, clock_s=0)
    await trial.ask(0, Start())
    await trial.until(asks(Phase.DRAW))
    for seat in (0, 1):
        trial.lobby.page_closed(trial.state.room, Seat(seat))
    trial.clock.advance(10 * AWAY_MS)
    await trial.lobby.tick()
    assert trial.state.persons() == (0, 1)
    await trial.close()


async def test_with_everybody_gone_for_good_the_match_goes_on_within_the_clocks() -> None:
    trial = await Trial.laid(3, clock_s=10, reserve_s=0)
    await trial.ask(0, Start())
    await trial.quiet()
    for seat in range(3):
        trial.lobby.page_closed(trial.state.room, Seat(seat))
    version = trial.state.version
    for _ in range(40):
        trial.clock.advance(10_000)
        await trial.quiet()
    assert trial.state.version >= version + 40
    await trial.close()


async def test_processes_tell_each_other_who_is_here() -> None:
    trial = await Trial.laid(2, here=False)
    other = Lobby(trial.store, trial.clock, CountedDice())
    room = await other.page_opened(trial.state.room, Seat(1))
    ear = room.outbox = Ear()
    await trial.lobby.page_opened(trial.state.room, Seat(0))
    for _ in range(2):
        trial.clock.advance(1_000)
        await trial.lobby.tick()
        await other.tick()
    assert room.here == {Seat(0), Seat(1)}
    assert ear.told, "it is told without a new version"
    assert ear.versions == []
    trial.lobby.page_closed(trial.state.room, Seat(0))
    trial.clock.advance(1_000)
    await trial.lobby.tick()
    await other.tick()
    assert room.here == {Seat(1)}
    await other.close()
    await trial.close()


async def test_a_process_that_died_is_not_here_for_long() -> None:
    trial = await Trial.laid(2)
    await trial.lobby.tick()
    other = Lobby(trial.store, trial.clock, CountedDice())
    room = await other.page_opened(trial.state.room, None)
    await other.tick()
    assert room.here == {Seat(0), Seat(1)}
    trial.clock.advance(15_001)
    await other.tick()
    assert room.here == frozenset()
    await other.close()
    await trial.close()


class DeafStore(MemoryStore):
    """A store that, while it is told to, gives no answer about versions."""

    deaf = False

    async def latest(self, logs: Collection[BookKey]) -> Mapping[BookKey, int]:
        if self.deaf:
            raise StoreFailed("the line broke")
        return await super().latest(logs)


async def test_a_store_that_fails_stops_no_other_care() -> None:
    store = DeafStore()
    trial = await Trial.laid(2, ["greedy"], store=store)
    store.deaf = True
    trial.lobby.page_closed(trial.state.room, Seat(0))
    trial.clock.advance(HOST_GONE_MS + 1)
    await trial.lobby.tick()
    assert trial.state.host == 1
    await trial.close()


async def test_run_ticks_every_second_until_it_is_cancelled() -> None:
    trial = await Trial.laid(2)
    other = Lobby(trial.store, trial.clock, CountedDice())
    room = await other.room(trial.state.room)
    running = asyncio.create_task(other.run())
    await asyncio.sleep(0)
    await trial.ask(0, Start())
    assert room.state.version < trial.state.version
    for _ in range(3):
        trial.clock.advance(1_000)
        for _ in range(20):
            await asyncio.sleep(0.001)
    await trial.quiet()
    assert room.state.match == 1
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    await other.close()
    await trial.close()


async def made_unreadable(store: MemoryStore, room: RoomId, body: str) -> None:
    """Put one more version into the room's log, which says what this program does not know."""
    log = await store.entries_after(room_log(room), 0)
    await store.append(room_log(room), [LogEntry(len(log) + 1, Millis(START), body)])


@pytest.mark.parametrize(
    "body",
    [
        "not JSON",
        '{"act":{"do":"fly","seat":0,"by":"person"},"events":[{"is":"flew","seat":0}]}',
        '{"act":{"do":"discard","seat":0,"by":"bot"},"events":[{"is":"discarded","seat":0}]}',
    ],
)
async def test_one_unreadable_room_is_set_aside_and_all_others_go_on(body: str, caplog: pytest.LogCaptureFixture) -> None:
    store = MemoryStore()
    trials = [await Trial.laid(1, ["greedy", "greedy"], store=store, label=str(which)) for which in range(2)]
    for trial in trials:
        await trial.ask(0, Start())
        await trial.until(asks(Phase.DRAW, 0))
        await trial.ask(0, Leave())
    broken, whole = (trial.state.room for trial in trials)
    for trial in trials:
        await trial.close()
    await made_unreadable(store, broken, body)
    clock = trials[0].clock
    lobby = Lobby(store, clock, CountedDice())
    clock.advance(60_000)
    for _ in range(3):
        await lobby.tick()
    room = await lobby.room(whole)
    before = room.state.version
    Trial(lobby, room, store, clock)
    clock.advance(20_000)
    await Trial(lobby, room, store, clock).quiet()
    assert room.state.version > before, "what is due in the other room happens"
    with pytest.raises(Refused) as refused:
        await lobby.room(broken)
    assert refused.value.code == "room_unreadable"
    assert lobby.health == Health(True, 1, 0)
    assert caplog.text.count("is set aside") == 1
    assert broken not in caplog.text
    await lobby.close()


async def test_a_room_whose_rules_were_taken_away_is_set_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    trial = await Trial.laid(2)

    def gone(*_: object) -> None:
        raise Refused("no_such_rules", key="house", known="")

    monkeypatch.setattr("continental.table.setup.load", gone)
    lobby = Lobby(trial.store, trial.clock, CountedDice())
    for _ in range(2):
        with pytest.raises(Refused) as refused:
            await lobby.room(trial.state.room)
        assert refused.value.code == "room_unreadable"
    assert lobby.health.set_aside == 1
    await lobby.close()
    await trial.close()


async def test_a_room_in_memory_is_set_aside_where_another_process_writes_what_is_not_known() -> None:
    store = MemoryStore()
    trials = [await Trial.laid(2, store=store, label=str(which)) for which in range(2)]
    lobby = trials[0].lobby
    other = await lobby.room(trials[1].state.room)
    ear = trials[0].room.outbox = Ear()
    await made_unreadable(store, trials[0].state.room, "of tomorrow")
    with pytest.raises(Refused) as refused:
        await trials[0].ask(0, Leave())
    assert refused.value.code == "room_unreadable", "who acts is told at once"
    await trials[1].ask(0, Leave())
    await lobby.tick()
    assert [why.code for why in ear.ended] == ["room_unreadable"], "and then everybody who has the page open"
    assert lobby.health == Health(True, 1, 0)
    assert other.state.version == trials[1].state.version
    for trial in trials:
        await trial.close()


async def test_the_loop_goes_on_whatever_a_step_raises_and_says_so_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    trial = await Trial.laid(2)
    lobby, clock = trial.lobby, trial.clock
    came = []

    async def raises() -> None:
        came.append(clock.now())
        raise IndexError("9H")

    monkeypatch.setattr(lobby, "_catch_up", raises)
    looking_after = asyncio.create_task(lobby.run())
    for _ in range(4):
        for _ in range(20):
            await asyncio.sleep(0)
        clock.advance(TICK_MS)
    for _ in range(20):
        await asyncio.sleep(0)
    assert len(came) == 4
    assert caplog.text.count("looking after the tables: raises: IndexError at raises") == 1
    assert "9H" not in caplog.text
    assert lobby.health == Health(True, 0, 1)
    looking_after.cancel()
    await asyncio.wait([looking_after])
    clock.advance(LATE_MS + 1)
    assert lobby.health == Health(False, 0, 1)
    looking_after = asyncio.create_task(lobby.run())
    await asyncio.sleep(0)
    assert lobby.health == Health(True, 0, 1), "it was begun anew"
    looking_after.cancel()
    await asyncio.wait([looking_after])
    await trial.close()


async def test_log_lines_hold_no_whole_id(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    store = FailingStore()
    trial = await Trial.laid(1, ["greedy", "greedy"], store=store)
    await trial.ask(0, Start())
    await trial.until(asks(Phase.DRAW, 0))

    class Deaf:
        def tell(self, _: object) -> None:
            raise ValueError

        def end(self, why: object) -> None:
            del why

    def fails(*_: object) -> None:
        raise ValueError

    trial.room.outbox = Deaf()
    monkeypatch.setattr("continental.table.thinking.make_bot", fails)
    store.fails = True
    with pytest.raises(Refused):
        await trial.ask(0, Leave())
    store.fails = False
    await trial.ask(0, Leave())
    trial.clock.advance(60_000)
    for _ in range(100):
        await asyncio.sleep(0.001)
    assert {"was not stored", "was not told", "failed: ValueError"} <= {
        word for word in ("was not stored", "was not told", "failed: ValueError") if word in caplog.text
    }
    assert trial.state.room not in caplog.text
    assert trial.state.room[:4] + "…" in caplog.text
    await trial.close()


WHOLE_ID = re.compile(r"(?:.*\.)?(?:room|pad|season|key|path|link|secret)(?:\[:\d+\])?|.*\burl\.path\b.*")
"""What a log line may not be given as it is: an id of a room, a key, or an address that holds one."""


def test_no_log_line_is_given_a_whole_id() -> None:
    found = []
    for source in sorted(Path(continental.__file__).parent.rglob("*.py")):
        tree = ast.parse(source.read_text("utf-8"))
        for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)):
            nodes = list(ast.walk(function))
            cut = {
                name.id
                for node in nodes
                if isinstance(node, ast.Assign) and ast.unparse(node.value).startswith("short_id(")
                for name in node.targets
                if isinstance(name, ast.Name)
            }
            for node in nodes:
                if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("_log."):
                    given = [ast.unparse(arg) for arg in node.args[1:]]
                    found += [f"{source.name}: {arg}" for arg in given if WHOLE_ID.fullmatch(arg) and arg not in cut]
    assert found == []
