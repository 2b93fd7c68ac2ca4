"""Hints between processes on one PostgreSQL: heard soon, sent after the commit, and never needed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress

import psycopg
import pytest

from continental.play.terms import Seat
from continental.store.memory import MemoryStore
from continental.store.sql import SqlStore, open_store
from continental.store.where import read_database
from continental.table.lobby import Lobby
from continental.table.ports import RoomId, StoreFailed
from continental.table.requests import Join
from continental.testing.store_kit import ROOM, version
from tests.postgres import Postgres
from tests.table.kit import CountedDice, ManualClock, Trial, session


@pytest.fixture
async def stores(postgres_url: str) -> AsyncIterator[tuple[SqlStore, SqlStore]]:
    one, two = [await open_store(read_database(postgres_url)) for _ in range(2)]
    yield one, two
    await one.close()
    await two.close()


async def until(true: Callable[[], bool]) -> None:
    """Wait until that is so; a test that waits in vain is ended by its own limit."""
    while not true():  # noqa: ASYNC110 - what is waited for has no event
        await asyncio.sleep(0.01)


async def listens(url: str) -> None:
    """Wait until a connection to this database listens."""
    sql = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'"
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as asks:
        while (await (await asks.execute(f"{sql} AND state = 'idle'")).fetchone()) == (0,):  # noqa: ASYNC110 - as above
            await asyncio.sleep(0.01)


async def stop(task: asyncio.Task[None]) -> None:
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


async def test_a_version_is_heard_of_in_another_process_once_it_is_there(stores: tuple[SqlStore, SqlStore]) -> None:
    one, two = stores
    heard: list[tuple[RoomId, int]] = []
    hearing = asyncio.create_task(two.hear(lambda room, number: heard.append((room, number))))
    await one.append(ROOM, version(1), ())
    number = 1
    while not heard:  # the first may be lost, for nobody listened yet
        number += 1
        await one.append(ROOM, version(number), ())
        await asyncio.sleep(0.02)
    first = heard[0]
    assert first[0] == ROOM
    assert (await two.latest([ROOM]))[ROOM] >= first[1], "what is said is there"
    await until(lambda: heard[-1] == (ROOM, number))
    await stop(hearing)


async def test_a_room_reads_on_at_a_hint_before_the_next_tick(stores: tuple[SqlStore, SqlStore], postgres_url: str) -> None:
    trial = await Trial.laid(1, store=stores[0], seats=3)
    clock = ManualClock()  # it stands still, so no tick ever comes
    other = Lobby(stores[1], clock, CountedDice("other"))
    there = await other.page_opened(trial.state.room, Seat(0))
    running = asyncio.create_task(other.run())
    await listens(postgres_url)
    await trial.ask(1, Join("Bo"))
    await until(lambda: there.state.version == trial.state.version)
    assert there.state.seat_of(session(1)) == 1
    await stop(running)
    await other.close()
    await trial.close()


async def test_a_line_that_breaks_is_said_so(postgres: Postgres) -> None:
    with postgres.database() as url:
        store = await open_store(read_database(url))
        hearing = asyncio.create_task(store.hear(lambda _room, _number: None))
        await listens(url)
    # the database is gone now, and its connections were ended with it
    with pytest.raises(StoreFailed):
        await hearing
    await store.close()


async def test_stores_that_cannot_hear_return_at_once(tmp_path: object) -> None:
    store = await open_store(read_database(f"{tmp_path}/rooms.sqlite"))
    for each in (store, MemoryStore()):
        await each.hear(lambda _room, _number: None)
    await store.close()
