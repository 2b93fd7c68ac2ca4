"""Hints between processes on one PostgreSQL: heard soon, sent after the commit, and never needed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress

import psycopg
import pytest

from continental.logbook.books import Book, BookKey
from continental.logbook.ports import Extras, StoreFailed
from continental.play.terms import Seat
from continental.store.hints import parse_hint, print_hint
from continental.store.memory import MemoryStore
from continental.store.sql import SqlStore, open_store
from continental.store.where import read_database
from continental.table.lobby import Lobby
from continental.table.requests import Join
from continental.testing.store_kit import LINKS, WRITE, key, signed
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


async def test_an_entry_is_heard_of_in_another_process_once_it_is_there(
    stores: tuple[SqlStore, SqlStore], postgres_url: str, log: BookKey
) -> None:
    one, two = stores
    heard: list[tuple[BookKey, int]] = []
    two.subscribe(lambda key, number: heard.append((key, number)))
    listening = asyncio.create_task(two.listen())
    await listens(postgres_url)
    await one.append(log, [signed(1)], Extras(links=LINKS))
    await until(lambda: heard == [(log, 1)])
    assert await two.latest([log]) == {log: 1}, "what is said is there"
    await one.append(log, [signed(2), signed(3)])
    await one.replace_links(log, {key("c"): "write"}, WRITE)
    await until(lambda: heard == [(log, 1), (log, 3), (log, 0)])
    await stop(listening)


@pytest.mark.parametrize(
    "text", ["", "abcdefghjk:1", "pad/abcdefghjk:0", "room:abcdefghjk", "room::1", "book:a:1", "pad:a:-1", "pad:a:x"]
)
def test_a_hint_names_its_book_and_other_texts_are_none(text: str) -> None:
    for number, book in enumerate(Book):
        log = BookKey(book, "abcdefghjk")
        assert parse_hint(print_hint(log, number)) == (log, number)
    assert parse_hint(text) is None


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
        listening = asyncio.create_task(store.listen())
        await listens(url)
    # the database is gone now, and its connections were ended with it
    with pytest.raises(StoreFailed):
        await listening
    await store.close()


async def test_stores_that_hear_of_nothing_return_at_once(tmp_path: object) -> None:
    store = await open_store(read_database(f"{tmp_path}/rooms.sqlite"))
    for each in (store, MemoryStore()):
        await each.listen()
    await store.close()
