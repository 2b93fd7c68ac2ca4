"""Entries of many logs in one transaction: one flush for all, each with its own answer, and none told before it is kept."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable
from pathlib import Path

import pytest

from continental.logbook.books import Book, BookKey
from continental.logbook.ports import Due, Extras, LinkGone, LogEntry, StoreFailed, VersionTaken
from continental.play.terms import Seat
from continental.store.sql import SqlStore, open_store
from continental.store.where import read_database
from continental.table.ports import RoomId, room_log
from continental.testing.store_kit import LINKS, LOG, PAD, SEASON, a_due, is_refused, keep, key, refusal, signed, version

LOGS = [room_log(RoomId(f"room-{place:05d}")) for place in range(300)]


@pytest.fixture
async def path(tmp_path: Path) -> Path:
    return tmp_path / "rooms.sqlite"


@pytest.fixture
async def store(path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[SqlStore]:
    monkeypatch.setattr("continental.store.sql.BUSY_MS", 50)
    opened = await open_store(read_database(str(path)))
    yield opened
    await opened.close()


def transactions(store: SqlStore, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many versions each transaction from now on was asked to keep."""
    assert store._together is not None
    sizes: list[int] = []
    keep = store._together._keep

    def counted(batch: list[object]) -> object:
        sizes.append(len(batch))
        return keep(batch)  # type: ignore[arg-type]

    monkeypatch.setattr(store._together, "_keep", counted)
    return sizes


async def test_what_is_asked_at_once_is_kept_together(store: SqlStore, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = transactions(store, monkeypatch)
    dues = [a_due(5, "bot", Seat(seat)) for seat in range(3)]
    await asyncio.gather(*(keep(store, log, version(1, log.id), *dues) for log in LOGS))
    assert sizes == [128, 128, 44]
    with sqlite3.connect(path) as other:
        assert other.execute("SELECT count(*) FROM entry").fetchone() == (300,)
        assert other.execute("SELECT count(*) FROM log").fetchone() == (300,)
        assert other.execute("SELECT count(*) FROM due").fetchone() == (900,)
    other.close()
    assert [entry.body for entry in await store.entries_after(LOGS[7], 0)] == [LOGS[7].id]


async def test_each_has_its_own_answer(store: SqlStore, monkeypatch: pytest.MonkeyPatch) -> None:
    taken, fresh, gap = LOGS[:3]
    await keep(store, taken, version(1, "first"), a_due(3))
    sizes = transactions(store, monkeypatch)
    asked = [(taken, 1), (fresh, 1), (gap, 2), (fresh, 2), (fresh, 1)]
    answers = await asyncio.gather(*(is_refused(store, version(number), (), log) for log, number in asked))
    assert answers == [VersionTaken, None, StoreFailed, None, VersionTaken]
    assert sizes == [3, 1, 1], "of two versions of one room the transactions decide which is first"
    assert await store.latest(LOGS) == {taken: 1, fresh: 2}
    assert [due.at for due in await store.dues_of(RoomId(taken.id))] == [3]


async def test_entries_of_all_books_are_kept_together_each_by_its_own_rules(
    store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    await store.append(PAD, [signed(1)], Extras(links=LINKS))
    await store.append(SEASON, [signed(1)])
    other = BookKey(Book.PAD, "another123")
    sizes = transactions(store, monkeypatch)
    answers = await asyncio.gather(
        *map(
            refusal,
            (
                keep(store, LOG, version(1), a_due(1)),
                store.append(PAD, [signed(2)], Extras(by_key=key("x"))),
                store.append(SEASON, [signed(2, "entry-1")]),
                store.append(other, [signed(1)], Extras(links=LINKS)),
            ),
        )
    )
    assert answers == [None, LinkGone, VersionTaken, VersionTaken]
    assert sizes == [4]
    assert await store.latest([LOG, PAD, SEASON, other]) == {LOG: 1, PAD: 1, SEASON: 1}


async def test_a_version_that_cannot_be_written_harms_no_other(store: SqlStore) -> None:
    bad = version(1, "\ud83c")
    twice: list[Due] = [a_due(1)] * 2
    asked: list[tuple[LogEntry, list[Due]]] = [(version(1), []), (bad, []), (version(1), twice), (version(1), [])]
    answers = await asyncio.gather(*(is_refused(store, *each, log) for each, log in zip(asked, LOGS[:4], strict=True)))
    assert answers == [None, StoreFailed, StoreFailed, None]
    assert await store.latest(LOGS) == {LOGS[0]: 1, LOGS[3]: 1}


async def test_a_file_that_is_held_keeps_none_of_them_and_the_next_try_does(store: SqlStore, path: Path) -> None:
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    answers = await asyncio.gather(*(is_refused(store, version(1), (), log) for log in LOGS[:3]))
    assert answers == [StoreFailed] * 3
    holder.execute("ROLLBACK")
    holder.close()
    assert await store.latest(LOGS) == {}
    assert await is_refused(store, version(1)) is None


async def test_who_goes_away_keeps_nobody_waiting_and_closing_finishes_what_was_asked(store: SqlStore, path: Path) -> None:
    gone = asyncio.create_task(keep(store, LOG, version(1)))
    stays = asyncio.create_task(keep(store, LOGS[0], version(1)))
    await asyncio.sleep(0)
    gone.cancel()
    await store.close()
    assert stays.done()
    assert stays.exception() is None
    with sqlite3.connect(path) as other:
        assert other.execute("SELECT count(*) FROM entry").fetchone() == (2,), "what was asked is kept, whoever hears of it"
    other.close()


async def test_an_act_at_a_table_waits_for_one_other_write_at_most(store: SqlStore) -> None:
    ended: list[str] = []

    async def note(name: str, writing: Awaitable[None]) -> None:
        await writing
        ended.append(name)

    drafts = [store.keep_draft(PAD, f"s{number}", "{}") for number in range(20)]
    await asyncio.gather(*(note("draft", draft) for draft in drafts), note("act", keep(store, LOG, version(1))))
    assert len(ended) == 21
    assert ended.index("act") <= 1
