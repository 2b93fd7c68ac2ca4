"""The logs of all books in a database: entries and their extras in one transaction, read again in order."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, String, Table, delete, exists, func, insert, literal, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from continental.logbook.books import Book, BookKey
from continental.logbook.links import KeyHash
from continental.logbook.ports import (
    NO_EXTRAS,
    Extras,
    LinkGone,
    LogEntry,
    Millis,
    StoreDamaged,
    StoreFailed,
    StoreNotRead,
    VersionTaken,
)
from continental.store.damage import ReadFailures
from continental.store.hints import Hints
from continental.store.one_statement import is_enough, keep_one
from continental.store.tables import DUE, ENTRY, LINK, LOG, entry_row, key_row
from continental.store.together import Together

_ENTRY_COLUMNS = (ENTRY.c.version, ENTRY.c.at, ENTRY.c.body, ENTRY.c.id, ENTRY.c.by, ENTRY.c.session)


class SqlLogs:
    """A `LogStore` in a database. On SQLite, `together` keeps the entries that wait at the same moment.

    Without `together`, each append is a transaction of its own, and `hints` tell other processes of it.
    """

    def __init__(self, reader: AsyncEngine, writer: AsyncEngine, together: Together | None, hints: Hints | None) -> None:
        self._reader = reader
        self._writer = writer
        self._together = together
        self._hints = hints
        self._is_sqlite = reader.dialect.name == "sqlite"
        self._one_by_one = writer if together is not None else writer.execution_options(isolation_level="AUTOCOMMIT")
        # Everything but entries stands in this queue first, so that an act waits for one other write at most.
        self._other_writers = asyncio.Lock()
        self._failures = ReadFailures()

    async def append(self, log: BookKey, entries: Sequence[LogEntry], extras: Extras = NO_EXTRAS) -> None:
        if self._together is not None:
            await self._together.append(log, entries, extras)
            return
        if is_enough(entries, extras):
            # A statement by itself is a transaction, so that none need be begun and ended for it.
            async with self._failing_in_words(), self._one_by_one.connect() as connection:
                await keep_one(connection, log, entries[0], extras)
        else:
            async with self._writing() as connection:
                await _append(connection, log, entries, extras)
        self._hint(log, entries[-1].version)

    async def entries_after(self, log: BookKey, version: int, until: int | None = None) -> Sequence[LogEntry]:
        (rows,) = await self._read(entries_query(log, version, until))
        return read_rows(rows)

    async def latest(self, logs: Collection[BookKey]) -> Mapping[BookKey, int]:
        return await self._highest(logs)

    async def _highest(self, logs: Collection[BookKey]) -> dict[BookKey, int]:
        ids: dict[Book, list[str]] = {}
        for log in logs:
            ids.setdefault(log.book, []).append(log.id)
        if not ids:
            return {}
        wanted = [
            select(ENTRY.c.book, ENTRY.c.log, func.max(ENTRY.c.version))
            .where(ENTRY.c.book == book.value, ENTRY.c.log.in_(names))
            .group_by(ENTRY.c.book, ENTRY.c.log)
            for book, names in ids.items()
        ]
        return {BookKey(Book(row[0]), row[1]): row[2] for rows in await self._read(*wanted) for row in rows}

    async def count_made(self, books: Collection[Book], by: str, since: int) -> int:
        of_books = LOG.c.book.in_([book.value for book in books])
        wanted = select(func.count()).select_from(LOG).where(of_books, LOG.c.made_by == by, LOG.c.made_at >= since)
        return int((await self._read(wanted))[0][0][0])

    def subscribe(self, heard: Callable[[BookKey, int], None]) -> None:
        if self._hints is not None:
            self._hints.subscribe(heard)

    async def listen(self) -> None:
        if self._hints is not None:
            await self._hints.listen()

    async def close(self) -> None:
        if self._hints is not None:
            await self._hints.close()
        if self._together is not None:
            await self._together.close()
        await self._reader.dispose()
        await self._writer.dispose()

    # --- for what is kept beside the entries

    def _hint(self, log: BookKey, version: int) -> None:
        if self._hints is not None:
            self._hints.say(log, version)

    def _insert(self, table: Table) -> Any:
        """Return an insert that may say what happens on a conflict, in the words of the database."""
        return sqlite.insert(table) if self._is_sqlite else postgresql.insert(table)

    async def _read(self, *wanted: Any) -> list[Sequence[Any]]:
        """Return the rows of each select, all of one moment. Raises StoreNotRead, StoreDamaged."""
        try:
            async with self._reader.connect() as connection:
                if len(wanted) > 1 and not self._is_sqlite:  # a deferred transaction of SQLite is one snapshot by itself
                    await connection.execution_options(isolation_level="REPEATABLE READ")
                found = [(await connection.execute(each)).all() for each in wanted]
        except (SQLAlchemyError, OSError) as error:
            raise (StoreDamaged if self._failures.failed(error) else StoreNotRead)(type(error).__name__) from error
        self._failures.succeeded()
        return found

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[AsyncConnection]:
        """Begin a transaction. Raises VersionTaken, StoreFailed."""
        async with self._failing_in_words():
            if self._together is None:
                async with self._writer.begin() as connection:
                    yield connection
            else:
                async with self._other_writers, self._together.turn, self._writer.begin() as connection:
                    yield connection

    @asynccontextmanager
    async def _failing_in_words(self) -> AsyncIterator[None]:
        """Raise VersionTaken if a primary key or another unique value is there already, and StoreFailed for other errors."""
        try:
            yield
        except IntegrityError as error:
            raise VersionTaken(type(error.orig).__name__) from error
        except (SQLAlchemyError, OSError) as error:
            raise StoreFailed(type(error).__name__) from error


async def _append(connection: AsyncConnection, log: BookKey, entries: Sequence[LogEntry], extras: Extras) -> None:
    """Keep entries on PostgreSQL. A version, id or key that is there already breaks a unique index."""
    first = entries[0]
    if extras.by_key is not None:
        # The key's row is held until the entries are kept, so that it is replaced before or after, and not meanwhile.
        held = select(LINK.c.hash).where(*opens_for_writing(log, extras.by_key)).with_for_update(read=True)
        if not (await connection.execute(held)).all():
            raise LinkGone
    if not (await connection.execute(_next_entry(log, first))).rowcount:
        raise StoreFailed(f"version {first.version} of {log} would leave a gap")
    if len(entries) > 1:
        await connection.execute(insert(ENTRY), [entry_row(log, entry) for entry in entries[1:]])
    if first.version == 1:
        await connection.execute(insert(LOG), {**key_row(log), "made_by": extras.made_by, "made_at": first.at})
        if extras.links:
            rows = [{"hash": key, **key_row(log), "role": role} for key, role in extras.links.items()]
            await connection.execute(insert(LINK), rows)
    if extras.dues is not None:
        await connection.execute(delete(DUE).where(DUE.c.room == log.id))
        if extras.dues:
            dues = [{"room": log.id, "kind": d.kind, "seat": d.seat, "at": d.at, "version": d.version} for d in extras.dues]
            await connection.execute(insert(DUE), dues)


def _next_entry(log: BookKey, entry: LogEntry) -> Any:
    """Return the statement that adds the entry if the one before it is there."""
    types = {"version": None, "at": BigInteger, "id": String, "by": String, "session": String}
    columns = entry_row(log, entry)
    row = select(*(literal(value, types.get(name)) for name, value in columns.items()))
    if entry.version > 1:
        row = row.where(exists().where(*is_of(ENTRY, log), ENTRY.c.version == entry.version - 1))
    return insert(ENTRY).from_select(list(columns), row).execution_options(preserve_rowcount=True)


def entries_query(log: BookKey, after: int, until: int | None = None) -> Any:
    """Return the select of a log's entries above a version, up to another one if that is given."""
    wanted = select(*_ENTRY_COLUMNS).where(*is_of(ENTRY, log), ENTRY.c.version > after)
    return (wanted if until is None else wanted.where(ENTRY.c.version <= until)).order_by(ENTRY.c.version)


def read_rows(rows: Sequence[Any]) -> list[LogEntry]:
    """Return the rows of such a select as entries."""
    return [LogEntry(row[0], Millis(row[1]), *row[2:]) for row in rows]


def is_of(table: Table, log: BookKey) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions that a row of the table belongs to the log."""
    return table.c.book == log.book.value, table.c.log == log.id


def opens_for_writing(log: BookKey, key: KeyHash) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions that the row of a link opens the log for writing by that key."""
    return LINK.c.hash == key, *is_of(LINK, log), LINK.c.role == "write"
