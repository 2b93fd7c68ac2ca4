"""Versions of many rooms in one transaction of an SQLite file: one flush to the disk for all, before any of them is told of."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Final

from continental.table.names import short_id
from continental.table.ports import Due, RoomId, SessionHash, Stored, StoreFailed, VersionTaken

MOST_TOGETHER: Final = 128
"""How many versions one transaction keeps."""
_MOST_VALUES: Final = 900
"""How many values one statement is given; old SQLite takes 999."""

_LATEST: Final = "SELECT room, max(version) FROM version WHERE room IN ({}) GROUP BY room"
_VERSION: Final = "INSERT INTO version (room, version, at, body) VALUES "
_ROOM: Final = "INSERT INTO room (room, made_by, made_at) VALUES "
_FORGET: Final = "DELETE FROM due WHERE room IN ({})"
_DUE: Final = "INSERT INTO due (room, kind, seat, at, version) VALUES "


@dataclass(frozen=True, slots=True, eq=False)
class _Asked:
    """A version to be kept, and who waits for it."""

    room: RoomId
    stored: Stored
    dues: Sequence[Due]
    made_by: SessionHash | None
    kept: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Together:
    """Keeps versions in an SQLite file, all that wait in one transaction, in a thread and on a connection of their own.

    `open_connection` is called in that thread. `turn` is held while a transaction runs: the process's other writers take it too.
    """

    def __init__(self, open_connection: Callable[[], sqlite3.Connection], turn: asyncio.Lock) -> None:
        self._open = open_connection
        self._turn = turn
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="commit")
        self._connection: sqlite3.Connection | None = None
        self._waiting: list[_Asked] = []
        self._working: asyncio.Task[None] | None = None

    async def append(self, room: RoomId, stored: Stored, dues: Sequence[Due], made_by: SessionHash | None) -> None:
        """Keep a version and what is due after it; when this returns, it is on the disk. Raises VersionTaken, StoreFailed."""
        asked = _Asked(room, stored, dues, made_by)
        self._waiting.append(asked)
        if self._working is None or self._working.done():
            self._working = asyncio.create_task(self._work())
        await asked.kept

    async def close(self) -> None:
        """Finish what was asked, and let go of the file."""
        if self._working is not None:
            await self._working
        connection, self._connection = self._connection, None
        if connection is not None:
            await asyncio.get_running_loop().run_in_executor(self._thread, connection.close)
        self._thread.shutdown(wait=False)

    async def _work(self) -> None:
        while self._waiting:
            async with self._turn:
                batch = self._next_batch()
                failures = await asyncio.get_running_loop().run_in_executor(self._thread, self._keep, batch)
            for asked, failure in zip(batch, failures, strict=True):
                if asked.kept.done():
                    continue  # whoever asked has gone
                if failure is None:
                    asked.kept.set_result(None)
                else:
                    asked.kept.set_exception(failure)

    def _next_batch(self) -> list[_Asked]:
        """The first that wait, of each room one: which of two is first is decided by two transactions."""
        batch: dict[RoomId, _Asked] = {}
        later = []
        for asked in self._waiting:
            if asked.room in batch or len(batch) == MOST_TOGETHER:
                later.append(asked)
            else:
                batch[asked.room] = asked
        self._waiting = later
        return list(batch.values())

    # --- in the thread

    def _keep(self, batch: Sequence[_Asked]) -> list[VersionTaken | StoreFailed | None]:
        """Keep them in one transaction; for each why it was not kept, or None."""
        try:
            if self._connection is None:
                self._connection = self._open()
            return _transact(self._connection, batch)
        except sqlite3.OperationalError as error:  # the file is locked, full or gone: for all of them
            return [_failure(error) for _ in batch]
        except Exception as error:  # noqa: BLE001 - something about one of them, which is no reason to lose the others
            if len(batch) == 1:
                return [_failure(error)]
            return [failure for asked in batch for failure in self._keep([asked])]


def _failure(error: Exception) -> StoreFailed:
    failure = StoreFailed(type(error).__name__)
    failure.__cause__ = error
    return failure


def _transact(connection: sqlite3.Connection, batch: Sequence[_Asked]) -> list[VersionTaken | StoreFailed | None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        found = connection.execute(_LATEST.format(_marks(len(batch))), [asked.room for asked in batch])
        latest: dict[str, int] = dict(found.fetchall())
        failures = [_is_out_of_order(asked, latest.get(asked.room, 0)) for asked in batch]
        _write(connection, [asked for asked, failure in zip(batch, failures, strict=True) if failure is None])
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return failures


def _is_out_of_order(asked: _Asked, latest: int) -> VersionTaken | StoreFailed | None:
    """Why the version cannot follow the latest; nobody else writes while this is asked."""
    version = asked.stored.version
    if version <= latest:
        return VersionTaken(f"{short_id(asked.room)} has a version {version}")
    return StoreFailed(f"version {version} of {short_id(asked.room)} would leave a gap") if version > latest + 1 else None


def _write(connection: sqlite3.Connection, batch: Sequence[_Asked]) -> None:
    if not batch:
        return
    _insert(connection, _VERSION, [(one.room, one.stored.version, one.stored.at, one.stored.body) for one in batch])
    _insert(connection, _ROOM, [(one.room, one.made_by, one.stored.at) for one in batch if one.stored.version == 1])
    connection.execute(_FORGET.format(_marks(len(batch))), [asked.room for asked in batch])
    _insert(connection, _DUE, [(one.room, due.kind, due.seat, due.at, due.version) for one in batch for due in one.dues])


def _insert(connection: sqlite3.Connection, into: str, rows: Sequence[tuple[object, ...]]) -> None:
    """All rows in as few statements as may be: after each one the thread has to wait for its turn with the others."""
    most = _MOST_VALUES // len(rows[0]) if rows else 1
    for start in range(0, len(rows), most):
        some = rows[start : start + most]
        row = f"({_marks(len(some[0]))})"
        connection.execute(into + ",".join([row] * len(some)), [value for each in some for value in each])


def _marks(count: int) -> str:
    return ",".join("?" * count)
