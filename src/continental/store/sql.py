"""The log in a database, SQLite or PostgreSQL: a version and what falls due after it in one transaction."""

from __future__ import annotations

import asyncio
import errno
import os
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import URL, BigInteger, Connection, Table, delete, event, exists, func, insert, literal, select, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from continental.play.terms import Seat
from continental.scorepad.ports import PadId
from continental.store.damage import ReadFailures, look_at_file
from continental.store.hints import Hints
from continental.store.pads import SqlPads
from continental.store.tables import DUE, KEY, PRESENCE, ROOM, SAID, SNAPSHOT, VERSION
from continental.store.together import Together
from continental.store.where import home
from continental.table.names import short_id
from continental.table.ports import (
    Due,
    Millis,
    Presence,
    RoomId,
    Said,
    SessionHash,
    Snapshot,
    Stored,
    StoreDamaged,
    StoreFailed,
    VersionTaken,
)
from continental.table.refusal import TableRefused

BUSY_MS: Final = 10_000
"""How long a writer waits for another process that writes the same SQLite file."""
_PAD: Final = "pad/"
"""What a hint of a pad begins with; those of rooms do not."""
_MIGRATING: Final = 0x636F6E74
"""The number of the lock that keeps two starting servers from migrating one PostgreSQL database at once."""


class DatabaseUnopened(StoreFailed):
    """A database that cannot be opened, or holds something else; the message says which and why."""

    def __init__(self, refused: TableRefused) -> None:
        self.code = refused.code
        super().__init__(refused.sentence)


class SqlStore:
    """An `EventStore` in a database; make it with `open_store`."""

    def __init__(self, reader: AsyncEngine, writer: AsyncEngine) -> None:
        self._reader = reader
        self._writer = writer
        self._is_sqlite = reader.dialect.name == "sqlite"
        self._one_writer = asyncio.Lock() if self._is_sqlite else None
        # All but versions of rooms stand in this queue first, so that an act at a table waits for one of them at most.
        self._other_writers = asyncio.Lock()
        self._together = None if self._one_writer is None else Together(lambda: _sqlite_connection(writer), self._one_writer)
        self._hints = None if self._is_sqlite else Hints(writer, writer.url)
        self._failures = ReadFailures()
        self.pads = SqlPads(reader, self._writing, None if self._hints is None else self._say_pad, self._failures)

    async def append(self, room: RoomId, stored: Stored, dues: Sequence[Due], *, made_by: SessionHash | None = None) -> None:
        if self._together is not None:
            await self._together.append(room, stored, dues, made_by)
            return
        try:
            async with self._writing() as connection:
                if not (await connection.execute(_next_version(room, stored))).rowcount:
                    raise StoreFailed(f"version {stored.version} of {short_id(room)} would leave a gap")
                if stored.version == 1:
                    await connection.execute(insert(ROOM), {"room": room, "made_by": made_by, "made_at": stored.at})
                await connection.execute(delete(DUE).where(DUE.c.room == room))
                if dues:
                    rows = [{"room": room, "kind": d.kind, "seat": d.seat, "at": d.at, "version": d.version} for d in dues]
                    await connection.execute(insert(DUE), rows)
        except IntegrityError as error:
            raise VersionTaken(f"{short_id(room)} has a version {stored.version}") from error
        except (SQLAlchemyError, OSError) as error:
            raise StoreFailed(type(error).__name__) from error
        if self._hints is not None:
            self._hints.say(room, stored.version)

    async def versions_after(self, room: RoomId, version: int, until: int | None = None) -> Sequence[Stored]:
        (rows,) = await self._read(_versions(room, version, until))
        return [Stored(row[0], Millis(row[1]), row[2]) for row in rows]

    async def read_on(self, room: RoomId, version: int) -> tuple[Sequence[Stored], Sequence[Due]]:
        log, dues = await self._read(_versions(room, version, None), _dues(room))
        return [Stored(row[0], Millis(row[1]), row[2]) for row in log], _in_order(dues)

    async def keep_snapshot(self, room: RoomId, snapshot: Snapshot) -> None:
        row = self._insert(SNAPSHOT).values(room=room, **asdict(snapshot))
        named = {name: row.excluded[name] for name in ("version", "form", "body")}
        # of two processes the one that is further on has its way
        upsert = row.on_conflict_do_update(index_elements=["room"], set_=named, where=SNAPSHOT.c.version <= row.excluded.version)
        try:
            async with self._writing() as connection:
                await connection.execute(upsert)
        except (SQLAlchemyError, OSError) as error:
            raise StoreFailed(type(error).__name__) from error

    async def snapshot_of(self, room: RoomId) -> Snapshot | None:
        (rows,) = await self._read(select(SNAPSHOT.c.version, SNAPSHOT.c.form, SNAPSHOT.c.body).where(SNAPSHOT.c.room == room))
        return next((Snapshot(*row) for row in rows), None)

    async def latest(self, rooms: Collection[RoomId]) -> Mapping[RoomId, int]:
        if not rooms:
            return {}
        wanted = select(VERSION.c.room, func.max(VERSION.c.version)).where(VERSION.c.room.in_(rooms)).group_by(VERSION.c.room)
        return {RoomId(row[0]): row[1] for row in (await self._read(wanted))[0]}

    async def dues_of(self, room: RoomId) -> Sequence[Due]:
        return _in_order((await self._read(_dues(room)))[0])

    async def rooms_due(self, until: Millis, limit: int) -> Sequence[RoomId]:
        first = func.min(DUE.c.at)
        wanted = select(DUE.c.room).where(DUE.c.at <= until).group_by(DUE.c.room).order_by(first).limit(limit)
        return [RoomId(row[0]) for row in (await self._read(wanted))[0]]

    async def rooms_made(self, by: SessionHash, since: Millis) -> int:
        wanted = select(func.count()).select_from(ROOM).where(ROOM.c.made_by == by, ROOM.c.made_at >= since)
        return int((await self._read(wanted))[0][0][0])

    async def say(self, room: RoomId, said: Said, *, keep: int) -> None:
        try:
            async with self._writing() as connection:
                await connection.execute(insert(SAID), {"room": room, **asdict(said)})
                await connection.execute(delete(SAID).where(SAID.c.room == room, SAID.c.number <= said.number - keep))
        except IntegrityError as error:
            raise VersionTaken(f"{short_id(room)} has a line {said.number}") from error
        except (SQLAlchemyError, OSError) as error:
            raise StoreFailed(type(error).__name__) from error

    async def said_after(self, room: RoomId, number: int) -> Sequence[Said]:
        wanted = (
            select(SAID.c.number, SAID.c.at, SAID.c.seat, SAID.c.name, SAID.c.phrase, SAID.c.text)
            .where(SAID.c.room == room, SAID.c.number > number)
            .order_by(SAID.c.number)
        )
        return [Said(row[0], Millis(row[1]), Seat(row[2]), *row[3:]) for row in (await self._read(wanted))[0]]

    async def latest_said(self, rooms: Collection[RoomId]) -> Mapping[RoomId, int]:
        if not rooms:
            return {}
        wanted = select(SAID.c.room, func.max(SAID.c.number)).where(SAID.c.room.in_(rooms)).group_by(SAID.c.room)
        return {RoomId(row[0]): row[1] for row in (await self._read(wanted))[0]}

    async def hear(self, heard: Callable[[RoomId, int], None]) -> None:
        def sort(log: RoomId, version: int) -> None:
            if log.startswith(_PAD):
                self.pads.heard(PadId(log.removeprefix(_PAD)))
            else:
                heard(log, version)

        if self._hints is not None:
            await self._hints.hear(sort)

    def _say_pad(self, pad: PadId) -> None:
        assert self._hints is not None, "asked for where there are hints"
        self._hints.say(RoomId(_PAD + pad), 0)

    async def say_here(self, process: str, presences: Mapping[RoomId, Sequence[Presence]]) -> None:
        row = self._insert(PRESENCE)
        upsert = row.on_conflict_do_update(
            index_elements=["room", "process", "seat"],
            set_={"open": row.excluded.open, "seen_at": row.excluded.seen_at, "pages": row.excluded.pages},
        )
        rows = [{"room": room, "process": process, **asdict(row)} for room, said in sorted(presences.items()) for row in said]
        try:
            async with self._writing() as connection:
                await connection.execute(upsert, rows)
        except (SQLAlchemyError, OSError) as error:
            raise StoreFailed(type(error).__name__) from error

    async def who_is_here(self, rooms: Collection[RoomId], *, except_process: str) -> Mapping[RoomId, Sequence[Presence]]:
        if not rooms:
            return {}
        wanted = select(PRESENCE.c.room, PRESENCE.c.seat, PRESENCE.c.open, PRESENCE.c.seen_at, PRESENCE.c.pages).where(
            PRESENCE.c.room.in_(rooms), PRESENCE.c.process != except_process
        )
        here: dict[RoomId, list[Presence]] = {}
        for row in (await self._read(wanted))[0]:
            here.setdefault(RoomId(row[0]), []).append(Presence(Seat(row[1]), row[2], Millis(row[3]), row[4]))
        return here

    async def session_key(self, fresh: bytes) -> bytes:
        make = sqlite.insert if self._is_sqlite else postgresql.insert
        try:
            async with self._writing() as connection:
                await connection.execute(make(KEY).on_conflict_do_nothing(), {"name": "session", "key": fresh.hex()})
                kept = await connection.execute(select(KEY.c.key).where(KEY.c.name == "session"))
                return bytes.fromhex(kept.scalar_one())
        except (SQLAlchemyError, OSError) as error:
            raise DatabaseUnopened(_in_words(self._writer.url, error)) from error  # nothing is served without the key

    async def close(self) -> None:
        if self._hints is not None:
            await self._hints.close()
        if self._together is not None:
            await self._together.close()
        await self._reader.dispose()
        await self._writer.dispose()

    async def _read(self, *wanted: Any) -> list[Sequence[Any]]:
        """The rows of each select, all of one moment. Raises StoreFailed, StoreDamaged."""
        try:
            async with self._reader.connect() as connection:
                if len(wanted) > 1 and not self._is_sqlite:  # a deferred transaction of SQLite is one snapshot by itself
                    await connection.execution_options(isolation_level="REPEATABLE READ")
                found = [(await connection.execute(each)).all() for each in wanted]
        except (SQLAlchemyError, OSError) as error:
            raise (StoreDamaged if self._failures.failed(error) else StoreFailed)(type(error).__name__) from error
        self._failures.succeeded()
        return found

    def _insert(self, table: Table) -> Any:
        """An insert that may say what happens on a conflict, in the words of the database."""
        return sqlite.insert(table) if self._is_sqlite else postgresql.insert(table)

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[AsyncConnection]:
        if self._one_writer is None:
            async with self._writer.begin() as connection:
                yield connection
        else:
            async with self._other_writers, self._one_writer, self._writer.begin() as connection:
                yield connection


def _versions(room: RoomId, after: int, until: int | None) -> Any:
    wanted = select(VERSION.c.version, VERSION.c.at, VERSION.c.body).where(VERSION.c.room == room, VERSION.c.version > after)
    return (wanted if until is None else wanted.where(VERSION.c.version <= until)).order_by(VERSION.c.version)


def _dues(room: RoomId) -> Any:
    return select(DUE.c.at, DUE.c.room, DUE.c.kind, DUE.c.seat, DUE.c.version).where(DUE.c.room == room)


def _in_order(rows: Sequence[Any]) -> list[Due]:
    return sorted(Due(Millis(row[0]), RoomId(row[1]), row[2], Seat(row[3]), row[4]) for row in rows)


def _next_version(room: RoomId, stored: Stored) -> Any:
    """Adds the version where the one before it is there; a version that is there already breaks the primary key."""
    row = select(literal(room), literal(stored.version), literal(stored.at, BigInteger), literal(stored.body))
    if stored.version > 1:
        row = row.where(exists().where(VERSION.c.room == room, VERSION.c.version == stored.version - 1))
    return insert(VERSION).from_select(["room", "version", "at", "body"], row).execution_options(preserve_rowcount=True)


async def open_store(url: URL) -> SqlStore:
    """The store at that address, its tables made or brought up to date. Raises DatabaseUnopened."""
    if url.get_backend_name() == "sqlite":
        reader, writer = _sqlite_engine(url, "BEGIN", 4), _sqlite_engine(url, "BEGIN IMMEDIATE", 1)
    else:
        reader = writer = create_async_engine(url, pool_size=8, max_overflow=4, pool_pre_ping=True)
    try:
        await asyncio.to_thread(_make_file, url)
        async with writer.begin() as connection:
            if url.get_backend_name() == "postgresql":
                await connection.execute(text(f"SELECT pg_advisory_xact_lock({_MIGRATING})"))
            await connection.run_sync(migrate)
    except (SQLAlchemyError, OSError, CommandError, UnicodeError) as error:  # a host of 300 letters is a UnicodeError
        await reader.dispose()
        await writer.dispose()
        raise DatabaseUnopened(_in_words(url, error)) from error
    if url.get_backend_name() == "sqlite":
        await look_at_file(reader)
    return SqlStore(reader, writer)


def _make_file(url: URL) -> None:
    """Make an SQLite file, readable by its owner alone, as are the files that SQLite lays beside it; of folders only our own."""
    if url.get_backend_name() != "sqlite" or url.database is None:
        return
    path = Path(url.database)
    if path.parent == home():
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    elif not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, f"there is no folder {path.parent}; make it first")
    if not path.exists():
        with suppress(FileExistsError):  # another server that starts now was first
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    if path.is_file():
        _set_journal(path)
    for each in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
        if each.is_file() and each.stat().st_mode & 0o077:
            with suppress(PermissionError):  # somebody else's file, who has chosen who may read it
                each.chmod(0o600)


def _set_journal(path: Path) -> None:
    """Give the file its journal. SQLite waits for nobody as it changes that, so servers that start at once try again."""
    ends = time.monotonic() + BUSY_MS / 1000
    connection = sqlite3.connect(path)
    try:
        while True:
            try:
                connection.execute("PRAGMA journal_mode=WAL")
            except sqlite3.OperationalError:
                if time.monotonic() > ends:
                    return  # opening it says why
                time.sleep(0.01)
            else:
                return
    except sqlite3.DatabaseError:
        return  # it is no database, which opening it says
    finally:
        connection.close()


def _in_words(url: URL, error: Exception) -> TableRefused:
    """What a person is told: which database, and why in the words of whoever refused it, without the library's own remarks."""
    if isinstance(error, CommandError):
        why = "it was made by a newer version of this program, or by another one"
    elif isinstance(error, UnicodeError):
        why = "its name cannot be one of a file or a host"
    elif isinstance(error, OSError):
        why = error.strerror or str(error)
    else:
        why = str(getattr(error, "orig", None) or error)
    named = url.database if url.get_backend_name() == "sqlite" else url.set(drivername="postgresql").render_as_string()
    return TableRefused("database_unopened", database=named, why=" ".join(why.split())[:200].rstrip("."))


def migrate(connection: Connection) -> None:
    """Bring the database of this connection to the present form, in the connection's own transaction."""
    config = Config()
    config.set_main_option("script_location", "continental.store:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _sqlite_engine(url: URL, begin: str, connections: int) -> AsyncEngine:
    engine = create_async_engine(url, pool_size=connections, max_overflow=0, connect_args={"timeout": BUSY_MS / 1000})

    @event.listens_for(engine.sync_engine, "connect")
    def set_up(connection: Any, _record: object) -> None:
        _set_up(connection)

    @event.listens_for(engine.sync_engine, "begin")
    def say_begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


def _set_up(connection: Any) -> None:
    """Every commit of the connection is on the disk when it returns, and readers wait for no writer."""
    connection.isolation_level = None  # this program says BEGIN itself
    cursor = connection.cursor()
    for setting in ("journal_mode=WAL", "synchronous=FULL", f"busy_timeout={BUSY_MS}", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _sqlite_connection(engine: AsyncEngine) -> sqlite3.Connection:
    """A connection to the engine's file by the driver itself, for the thread that opens it."""
    words, options = engine.dialect.create_connect_args(engine.url)
    connection: sqlite3.Connection = sqlite3.connect(*words, **{**options, "timeout": BUSY_MS / 1000})  # type: ignore[call-overload]
    _set_up(connection)
    return connection
