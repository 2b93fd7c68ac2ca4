"""Bots among themselves: slow while nobody looks on, and all of one process within one share of its processor."""

from __future__ import annotations

import asyncio

from continental.play.terms import Phase, Seat
from continental.store.memory import MemoryStore
from continental.table.bot_time import AT_ONCE, BURST_S, BotTime
from continental.table.due import BOT, UNSEEN_MS
from continental.table.lobby import Lobby
from continental.table.ports import RoomId
from continental.table.requests import Join, Leave, Start
from continental.table.setup import agree
from tests.table.kit import CountedDice, ManualClock, Trial, asks, session


async def settle() -> None:
    """Let all that can go on go on."""
    for _ in range(20):
        await asyncio.sleep(0)


async def nobodys_table() -> Trial:
    """A table of bots alone at pace 0: its host has made it, left, and closed the page."""
    trial = await Trial.laid(1, ["greedy"] * 3, here=False)
    await trial.ask(0, Start())
    await trial.until(asks(Phase.DRAW, 0))
    await trial.ask(0, Leave())
    return trial


async def test_where_nobody_looks_on_bots_act_once_in_a_long_while_and_the_match_still_ends() -> None:
    trial = await nobodys_table()
    for _ in range(5):
        before = trial.state.version
        trial.clock.advance(UNSEEN_MS - 1)
        await trial.quiet()
        assert trial.state.version == before
        trial.clock.advance(1)
        await trial.quiet()
        assert trial.state.version == before + 1
    await trial.until(lambda state: state.position is not None and state.position.standing.hands > 0)
    await trial.close()


async def test_whoever_opens_the_page_finds_the_bots_at_the_tables_pace() -> None:
    trial = await nobodys_table()
    before = trial.state.version
    await trial.lobby.page_opened(trial.state.room, None)
    await trial.lobby.tick()
    await trial.quiet()
    assert trial.state.version > before + 5, "at pace 0, and no time has passed"
    trial.lobby.page_closed(trial.state.room, None)
    await trial.lobby.tick()
    await trial.quiet()
    trial.clock.advance(1_000)  # the deal was played out; the next one comes
    await trial.quiet()
    (bot,) = trial.room.dues
    assert (bot.kind, bot.at) == (BOT, trial.state.at + UNSEEN_MS)
    await trial.close()


async def test_a_version_of_a_process_without_pages_slows_no_bots_where_somebody_looks_on() -> None:
    trial = await nobodys_table()
    other = Lobby(trial.store, trial.clock, CountedDice("other"))
    await other.page_opened(trial.state.room, None)
    await other.tick()
    seen = Trial(other, await other.room(trial.state.room), trial.store, trial.clock)
    assert seen.room.is_seen
    assert not trial.room.is_seen
    seen.room._closed = True  # it does nothing by itself meanwhile
    if seen.room._alarm is not None:
        seen.room._alarm.cancel()
    trial.clock.advance(UNSEEN_MS)
    await trial.quiet()
    assert min(trial.room.dues).at == trial.state.at + UNSEEN_MS
    await seen.room.catch_up()
    assert seen.state.version == trial.state.version
    assert min(seen.room.dues).at == trial.state.at
    await other.close()
    await trial.close()


async def test_people_at_a_table_wait_for_no_bots_but_their_own() -> None:
    trial = await Trial.laid(1, ["greedy"] * 2, pace_ms=700)
    await trial.ask(0, Start())
    state = await trial.until(lambda state: any(due.kind == BOT for due in trial.room.dues))
    (bot,) = (due for due in trial.room.dues if due.kind == BOT)
    assert bot.at == state.at + 700
    await trial.close()


class Seconds:
    """Time in seconds that is moved by hand."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


async def test_all_bots_together_use_their_share_and_no_more() -> None:
    time = Seconds()
    bots, done = BotTime(share=0.5, time=time), []

    async def play(room: RoomId) -> None:
        while True:
            async with bots.turn(room, is_seen=True):
                time.now += 0.01
                done.append(room)
            await asyncio.sleep(0)

    rooms = [RoomId(f"table{number}") for number in range(58)]
    playing = [asyncio.create_task(play(room)) for room in rooms]
    began = time.now
    for _ in range(200):
        await settle()
        time.now += 0.1
        bots._woken()
    used, passed = 0.01 * len(done), time.now - began
    assert used <= BURST_S + 0.5 * passed + 0.01 * AT_ONCE
    assert used > 0.4 * passed
    counts = [done.count(room) for room in rooms]
    assert max(counts) <= 2 * min(counts), "each its part"
    for each in playing:
        each.cancel()
    await asyncio.wait(playing)


async def test_a_table_that_used_little_comes_before_those_that_used_much_and_seen_ones_before_unseen() -> None:
    time = Seconds()
    bots, order = BotTime(time=time), []

    async def think(room: str, spent: float, *, is_seen: bool = True) -> None:
        async with bots.turn(RoomId(room), is_seen=is_seen):
            order.append(room)
            time.now += spent
            await asyncio.sleep(0)

    await think("greedy", BURST_S / 2)
    await think("greedy", 2 * BURST_S)
    asked = [
        asyncio.create_task(think("nobody's", 0.0, is_seen=False)),
        asyncio.create_task(think("greedy", 0.0)),
        asyncio.create_task(think("people's", 0.0)),
    ]
    await settle()
    assert order == ["greedy"] * 2, "nothing is left"
    time.now += 10 * BURST_S
    bots._woken()
    await asyncio.wait(asked)
    assert order[2:] == ["people's", "greedy", "nobody's"]


async def test_a_bot_whose_question_is_gone_leaves_its_place_to_the_next() -> None:
    bots, order = BotTime(time=Seconds()), []

    async def think(name: str, until: asyncio.Event) -> None:
        async with bots.turn(RoomId(name), is_seen=True):
            order.append(name)
            await until.wait()

    done, never = asyncio.Event(), asyncio.Event()
    first = [asyncio.create_task(think("first", done)) for _ in range(AT_ONCE)]
    await settle()
    waiting = [asyncio.create_task(think(name, never)) for name in ("gone", "gone at its turn", "next")]
    await settle()
    waiting[0].cancel()
    await settle()
    done.set()
    await asyncio.sleep(0)
    waiting[1].cancel()  # it has been told to go, and does not know yet
    await settle()
    assert order == ["first"] * AT_ONCE + ["next"]
    waiting[2].cancel()
    await asyncio.wait([*first, *waiting])
    assert bots._running == 0


async def test_the_bots_of_a_lobby_wait_for_their_time_and_requests_do_not() -> None:
    time, clock = Seconds(), ManualClock()
    bots = BotTime(time=time)
    lobby = Lobby(MemoryStore(), clock, CountedDice(), bots)
    name = await lobby.make(agree(seats=4, pace_ms=0), session(0), "Ana", ["random"] * 3, start=True)
    await lobby.page_opened(name, Seat(0))
    trial = Trial(lobby, await lobby.room(name), MemoryStore(), clock)
    await trial.until(asks(Phase.DRAW, 0))
    async with bots.turn(RoomId("another"), is_seen=True):
        time.now += 5 * BURST_S  # another table's bot thought for long
    await trial.ask(0, Leave())
    before = trial.state.version
    clock.advance(1_000)
    await settle()
    assert trial.state.version == before, "nothing is left for bots"
    assert trial.room.is_seen
    await trial.ask(0, Join("Ana"))
    assert trial.state.version == before + 1, "who asks for something is answered all the same"
    await trial.ask(0, Leave())
    time.now += 100
    bots._woken()
    for _ in range(100):
        await asyncio.sleep(0.002)
    assert trial.state.version > before + 4
    await lobby.close()
