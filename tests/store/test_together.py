"""Versions of many rooms in one transaction: one flush for all, each with its own answer, and none told before it is kept."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable
from pathlib import Path

import pytest

from continental.scorepad.ports import PadId
from continental.store.sql import SqlStore, open_store
from continental.store.where import read_database
from continental.table.ports import Due, RoomId, Stored, StoreFailed, VersionTaken
from continental.testing.store_kit import ROOM, a_due, is_refused, version

ROOMS = [RoomId(f"room-{place:05d}") for place in range(300)]


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
    dues = {room: [a_due(5, "bot", seat, room) for seat in range(3)] for room in ROOMS}  # type: ignore[arg-type]
    await asyncio.gather(*(store.append(room, version(1, room), dues[room]) for room in ROOMS))
    assert sizes == [128, 128, 44]
    with sqlite3.connect(path) as other:
        assert other.execute("SELECT count(*) FROM version").fetchone() == (300,)
        assert other.execute("SELECT count(*) FROM room").fetchone() == (300,)
        assert other.execute("SELECT count(*) FROM due").fetchone() == (900,)
    other.close()
    assert [stored.body for stored in await store.versions_after(ROOMS[7], 0)] == [ROOMS[7]]


async def test_each_has_its_own_answer(store: SqlStore, monkeypatch: pytest.MonkeyPatch) -> None:
    taken, fresh, gap = ROOMS[:3]
    await store.append(taken, version(1, "first"), [a_due(3, room=taken)])
    sizes = transactions(store, monkeypatch)
    asked = [(taken, 1), (fresh, 1), (gap, 2), (fresh, 2), (fresh, 1)]
    answers = await asyncio.gather(*(is_refused(store, version(number), (), room) for room, number in asked))
    assert answers == [VersionTaken, None, StoreFailed, None, VersionTaken]
    assert sizes == [3, 1, 1], "of two versions of one room the transactions decide which is first"
    assert await store.latest(ROOMS) == {taken: 1, fresh: 2}
    assert [due.at for due in await store.dues_of(taken)] == [3]


async def test_a_version_that_cannot_be_written_harms_no_other(store: SqlStore) -> None:
    bad = Stored(1, version(1).at, "\ud83c")
    twice: list[Due] = [a_due(1, room=ROOMS[2])] * 2
    asked: list[tuple[Stored, list[Due]]] = [(version(1), []), (bad, []), (version(1), twice), (version(1), [])]
    answers = await asyncio.gather(*(is_refused(store, *each, room) for each, room in zip(asked, ROOMS[:4], strict=True)))
    assert answers == [None, StoreFailed, StoreFailed, None]
    assert await store.latest(ROOMS) == {ROOMS[0]: 1, ROOMS[3]: 1}


async def test_a_file_that_is_held_keeps_none_of_them_and_the_next_try_does(store: SqlStore, path: Path) -> None:
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    answers = await asyncio.gather(*(is_refused(store, version(1), (), room) for room in ROOMS[:3]))
    assert answers == [StoreFailed] * 3
    holder.execute("ROLLBACK")
    holder.close()
    assert await store.latest(ROOMS) == {}
    assert await is_refused(store, version(1)) is None


async def test_who_goes_away_keeps_nobody_waiting_and_closing_finishes_what_was_asked(store: SqlStore, path: Path) -> None:
    gone = asyncio.create_task(store.append(ROOM, version(1), ()))
    stays = asyncio.create_task(store.append(ROOMS[0], version(1), ()))
    await asyncio.sleep(0)
    gone.cancel()
    await store.close()
    assert stays.done()
    assert stays.exception() is None
    with sqlite3.connect(path) as other:
        assert other.execute("SELECT count(*) FROM version").fetchone() == (2,), "what was asked is kept, whoever hears of it"
    other.close()


async def test_an_act_at_a_table_waits_for_one_other_write_at_most(store: SqlStore) -> None:
    ended: list[str] = []

    async def note(name: str, writing: Awaitable[None]) -> None:
        await writing
        ended.append(name)

    drafts = [store.pads.keep_draft(PadId("pad"), f"s{number}", "{}") for number in range(20)]
    await asyncio.gather(*(note("draft", draft) for draft in drafts), note("act", store.append(ROOM, version(1), ())))
    assert len(ended) == 21
    assert ended.index("act") <= 1
