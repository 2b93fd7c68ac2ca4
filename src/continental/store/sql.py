"""A database, SQLite or PostgreSQL, opened as the store of all books and brought to the present form."""

from __future__ import annotations

import asyncio
import errno
import os
import sqlite3
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import URL, Connection, event, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from continental.logbook.ports import StoreFailed
from continental.store.damage import look_at_file
from continental.store.hints import Hints
from continental.store.pads import SqlPads
from continental.store.rooms import SqlRooms
from continental.store.together import Together
from continental.store.where import home
from continental.table.refusal import TableRefused

BUSY_MS: Final = 10_000
"""How long a writer waits for another process that writes the same SQLite file."""
_MIGRATING: Final = 0x636F6E74
"""The number of the lock that keeps two starting servers from migrating one PostgreSQL database at once."""


class DatabaseUnopened(StoreFailed):
    """A database that cannot be opened, or holds something else; the message says which and why."""

    def __init__(self, refused: TableRefused) -> None:
        self.code = refused.code
        super().__init__(refused.sentence)


class SqlStore(SqlRooms, SqlPads):
    """The store of all books in a database; make it with `open_store`."""

    async def session_key(self, fresh: bytes) -> bytes:
        try:
            return await super().session_key(fresh)
        except StoreFailed as failure:  # nothing is served without the key
            raise DatabaseUnopened(_in_words(self._writer.url, failure.__cause__ or failure)) from failure


async def open_store(url: URL) -> SqlStore:
    """Return the store at that address, its tables made or brought up to date. Raises DatabaseUnopened."""
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
        return SqlStore(reader, writer, Together(lambda: _sqlite_connection(writer)), None)
    return SqlStore(reader, writer, None, Hints(writer, url))


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
    """Give the file its journal. SQLite does not wait as it changes the journal, so servers that start at once try again."""
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


def _in_words(url: URL, error: BaseException) -> TableRefused:
    """Return which database cannot be opened, and why in the words of the driver or system, without the library's remarks."""
    if isinstance(error, CommandError):
        why = "it was made by another version of this program, or by another program"
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
    """Have every commit of the connection on the disk when it returns, and let readers wait for no writer."""
    connection.isolation_level = None  # this program says BEGIN itself
    cursor = connection.cursor()
    for setting in ("journal_mode=WAL", "synchronous=FULL", f"busy_timeout={BUSY_MS}", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _sqlite_connection(engine: AsyncEngine) -> sqlite3.Connection:
    """Return a connection to the engine's file by the driver itself, for the thread that opens it."""
    words, options = engine.dialect.create_connect_args(engine.url)
    connection: sqlite3.Connection = sqlite3.connect(*words, **{**options, "timeout": BUSY_MS / 1000})  # type: ignore[call-overload]
    _set_up(connection)
    return connection
