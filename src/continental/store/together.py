"""Entries of many logs in one transaction of an SQLite file: one flush to the disk for all, before any of them is told of."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Final

from continental.logbook.books import Book, BookKey
from continental.logbook.ports import Extras, LinkGone, LogEntry, StoreFailed, VersionTaken

MOST_TOGETHER: Final = 128
"""How many logs one transaction adds to."""
_MOST_VALUES: Final = 900
"""How many values one statement is given; old SQLite takes 999."""

_LATEST: Final = "SELECT log, max(version) FROM entry WHERE book = ? AND log IN ({}) GROUP BY log"
_HAS_ID: Final = "SELECT 1 FROM entry WHERE book = ? AND log = ? AND id = ?"
_OPENS: Final = "SELECT 1 FROM link WHERE hash = ? AND book = ? AND log = ? AND role = 'write'"
_IN_USE: Final = "SELECT 1 FROM link WHERE hash = ?"
_ENTRY: Final = "INSERT INTO entry (book, log, version, at, body, id, by, session) VALUES "
_LOG: Final = "INSERT INTO log (book, log, made_by, made_at) VALUES "
_LINK: Final = "INSERT INTO link (hash, book, log, role) VALUES "
_FORGET: Final = "DELETE FROM due WHERE room IN ({})"
_DUE: Final = "INSERT INTO due (room, kind, seat, at, version) VALUES "

_Refusal = VersionTaken | LinkGone | StoreFailed


@dataclass(frozen=True, slots=True, eq=False)
class _Request:
    """Entries to be kept, and who waits for them."""

    log: BookKey
    entries: Sequence[LogEntry]
    extras: Extras
    kept: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Together:
    """Keeps entries in an SQLite file, all that wait in one transaction, in a thread and on a connection of their own.

    `open_connection` is called in that thread. `turn` is held while a transaction runs: the process's other writers take it too.
    """

    def __init__(self, open_connection: Callable[[], sqlite3.Connection]) -> None:
        self.turn = asyncio.Lock()
        self._open = open_connection
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="commit")
        self._connection: sqlite3.Connection | None = None
        self._waiting: list[_Request] = []
        self._working: asyncio.Task[None] | None = None

    async def append(self, log: BookKey, entries: Sequence[LogEntry], extras: Extras) -> None:
        """Keep entries with their extras; when this returns, they are on the disk.

        Raises VersionTaken, LinkGone, StoreFailed.
        """
        request = _Request(log, entries, extras)
        self._waiting.append(request)
        if self._working is None or self._working.done():
            self._working = asyncio.create_task(self._work())
        await request.kept

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
            async with self.turn:
                batch = self._next_batch()
                refusals = await asyncio.get_running_loop().run_in_executor(self._thread, self._keep, batch)
            for request, refusal in zip(batch, refusals, strict=True):
                if request.kept.done():
                    continue  # the asker has gone
                if refusal is None:
                    request.kept.set_result(None)
                else:
                    request.kept.set_exception(refusal)

    def _next_batch(self) -> list[_Request]:
        """Take the first requests that wait, one of each log: two transactions decide which of two comes first."""
        batch: dict[BookKey, _Request] = {}
        later = []
        for request in self._waiting:
            if request.log in batch or len(batch) == MOST_TOGETHER:
                later.append(request)
            else:
                batch[request.log] = request
        self._waiting = later
        return list(batch.values())

    # --- in the thread

    def _keep(self, batch: Sequence[_Request]) -> list[_Refusal | None]:
        """Keep them in one transaction. Return for each why it was not kept, or `None`."""
        try:
            if self._connection is None:
                self._connection = self._open()
            return _transact(self._connection, batch)
        except sqlite3.OperationalError as error:  # the file is locked, full or gone: for all of them
            return [_failure(error) for _ in batch]
        except Exception as error:  # noqa: BLE001 - something about one of them, which is no reason to lose the others
            if len(batch) == 1:
                return [_failure(error)]
            return [refusal for request in batch for refusal in self._keep([request])]


def _failure(error: Exception) -> StoreFailed:
    failure = StoreFailed(type(error).__name__)
    failure.__cause__ = error
    return failure


def _transact(connection: sqlite3.Connection, batch: Sequence[_Request]) -> list[_Refusal | None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        latest = _latest(connection, [request.log for request in batch])
        # Nobody else writes from here on, so that these answers still hold when the rows are written.
        refusals = [_refusal(connection, request, latest.get(request.log, 0)) for request in batch]
        _write(connection, [request for request, refusal in zip(batch, refusals, strict=True) if refusal is None])
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return refusals


def _latest(connection: sqlite3.Connection, logs: Sequence[BookKey]) -> dict[BookKey, int]:
    found: dict[BookKey, int] = {}
    for book in Book:
        ids = [log.id for log in logs if log.book is book]
        if ids:
            rows = connection.execute(_LATEST.format(_marks(len(ids))), [book.value, *ids]).fetchall()
            found.update((BookKey(book, name), version) for name, version in rows)
    return found


def _refusal(connection: sqlite3.Connection, request: _Request, latest: int) -> _Refusal | None:
    """Return why the entries cannot follow the latest version; `None` if they can."""
    log, extras, first = request.log, request.extras, request.entries[0]
    if extras.by_key is not None and not _is_there(connection, _OPENS, extras.by_key, log.book.value, log.id):
        return LinkGone()
    if first.version <= latest:
        return VersionTaken(f"{log} has a version {first.version}")
    if first.version > latest + 1:
        return StoreFailed(f"version {first.version} of {log} would leave a gap")
    if first.version > 1:
        ids = [entry.id for entry in request.entries if entry.id is not None]
        has_id = any(_is_there(connection, _HAS_ID, log.book.value, log.id, each) for each in ids)
        return VersionTaken(f"{log} has an entry of this id") if has_id else None
    in_use = any(_is_there(connection, _IN_USE, key) for key in extras.links)
    return VersionTaken("a key is in use") if in_use else None


def _is_there(connection: sqlite3.Connection, question: str, *values: str) -> bool:
    return connection.execute(question, values).fetchone() is not None


def _write(connection: sqlite3.Connection, batch: Sequence[_Request]) -> None:
    if not batch:
        return
    new = [each for each in batch if each.entries[0].version == 1]
    entries = [
        (*_key(each), entry.version, entry.at, entry.body, entry.id, entry.by, entry.session)
        for each in batch
        for entry in each.entries
    ]
    _insert(connection, _ENTRY, entries)
    _insert(connection, _LOG, [(*_key(each), each.extras.made_by, each.entries[0].at) for each in new])
    _insert(connection, _LINK, [(key, *_key(each), role) for each in new for key, role in each.extras.links.items()])
    dues = {each.log.id: each.extras.dues for each in batch if each.extras.dues is not None}
    if dues:
        connection.execute(_FORGET.format(_marks(len(dues))), list(dues))
        _insert(connection, _DUE, [(room, due.kind, due.seat, due.at, due.version) for room in dues for due in dues[room]])


def _key(request: _Request) -> tuple[str, str]:
    return request.log.book.value, request.log.id


def _insert(connection: sqlite3.Connection, into: str, rows: Sequence[tuple[object, ...]]) -> None:
    """Insert all rows in as few statements as possible: after each one the thread waits for its turn with the others."""
    most = _MOST_VALUES // len(rows[0]) if rows else 1
    for start in range(0, len(rows), most):
        some = rows[start : start + most]
        row = f"({_marks(len(some[0]))})"
        connection.execute(into + ",".join([row] * len(some)), [value for each in some for value in each])


def _marks(count: int) -> str:
    return ",".join("?" * count)
