"""Databases, SQLite and PostgreSQL, are opened, migrated and found again; others are refused in a sentence."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, event
from sqlalchemy.ext.asyncio import create_async_engine

from continental.logbook.ports import StoreFailed, VersionTaken
from continental.play.terms import Seat
from continental.store.sql import DatabaseUnopened, open_store
from continental.store.tables import METADATA
from continental.store.where import read_database
from continental.testing.store_kit import LOG, ROOM, a_due, is_refused, keep, version


async def test_what_was_kept_is_there_for_the_next_process(address: str) -> None:
    store = await open_store(read_database(address))
    await keep(store, LOG, version(1), a_due(5))
    await store.close()
    other = await open_store(read_database(address))
    assert await is_refused(other, version(1)) is VersionTaken
    assert [due.at for due in await other.dues_of(ROOM)] == [5]
    assert await is_refused(other, version(2)) is None
    await other.close()


async def test_processes_start_at_once_on_an_empty_database(address: str) -> None:
    stores = await asyncio.gather(*(open_store(read_database(address)) for _ in range(3)))
    assert await is_refused(stores[0], version(1)) is None
    for each in stores:
        assert await each.latest([LOG]) == {LOG: 1}
        await each.close()


async def test_the_migrations_make_the_tables_that_the_code_knows(address: str) -> None:
    await (await open_store(read_database(address))).close()
    engine = create_async_engine(read_database(address))

    def differences(connection: Connection) -> list[Any]:
        found: list[Any] = compare_metadata(MigrationContext.configure(connection), METADATA)
        return found

    async with engine.connect() as connection:
        assert await connection.run_sync(differences) == []
    await engine.dispose()


async def test_on_postgresql_an_act_at_a_table_is_one_statement(postgres_url: str) -> None:
    store = await open_store(read_database(postgres_url))
    await keep(store, LOG, version(1))
    statements: list[str] = []
    event.listen(store._writer.sync_engine, "before_cursor_execute", lambda *given: statements.append(given[2]))
    await keep(store, LOG, version(2), a_due(5, "bot", Seat(0)), a_due(6, "bot", Seat(1)))
    assert [statement.split()[0] for statement in statements if "pg_notify" not in statement] == ["WITH"]
    assert await is_refused(store, version(3), [a_due(7), a_due(7)]) is StoreFailed
    assert ([due.at for due in await store.dues_of(ROOM)], await store.latest([LOG])) == ([5, 6], {LOG: 2}), "all or nothing"
    await store.close()


def folder(path: Path) -> None:
    path.mkdir()


def broken(path: Path) -> None:
    path.write_bytes(b"this is no database" * 100)


def cut_off(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE room (x)")
    connection.close()
    path.write_bytes(path.read_bytes()[:600])


def anothers(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE log (x)")
    connection.close()


def of_tomorrow(path: Path, form: str = "9999") -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32))")
        connection.execute("INSERT INTO alembic_version VALUES (?)", (form,))
    connection.close()


def of_yesterday(path: Path) -> None:
    """Make a file of the form before rooms, pads and seasons had one kind of log."""
    of_tomorrow(path, "0005")


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (folder, "unable to open database file"),
        (broken, "file is not a database"),
        (cut_off, "database disk image is malformed"),
        (anothers, "table log already exists"),
        (of_tomorrow, "it was made by another version of this program, or by another program"),
        (of_yesterday, "it was made by another version of this program, or by another program"),
    ],
)
async def test_a_file_that_is_none_of_ours_is_refused_in_a_sentence(
    tmp_path: Path, make: Callable[[Path], None], why: str
) -> None:
    path = tmp_path / "rooms.sqlite"
    make(path)
    with pytest.raises(DatabaseUnopened) as failed:
        await open_store(read_database(str(path)))
    assert failed.value.code == "database_unopened"
    assert str(failed.value) == f"The database {path} cannot be opened: {why}."


async def test_a_folder_that_is_none_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DatabaseUnopened, match=r"there is no folder .*/file; make it first\.$"):
        await open_store(read_database(str(tmp_path / "file" / "rooms.sqlite")))


async def test_a_server_that_is_not_there_is_refused_without_its_password() -> None:
    with pytest.raises(DatabaseUnopened) as failed:
        await open_store(read_database("postgresql://ana:secret@127.0.0.1:1/rooms"))
    said = str(failed.value)
    assert "The database postgresql://ana:***@127.0.0.1:1/rooms cannot be opened: " in said
    assert "onnection refused" in said
    assert "secret" not in said
    assert "ackground on this error" not in said


async def test_a_file_that_another_program_holds_fails_and_keeps_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("continental.store.sql.BUSY_MS", 50)
    path = tmp_path / "rooms.sqlite"
    store = await open_store(read_database(str(path)))
    await keep(store, LOG, version(1))
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    assert await is_refused(store, version(2)) is StoreFailed
    holder.execute("ROLLBACK")
    holder.close()
    assert await store.latest([LOG]) == {LOG: 1}
    assert await is_refused(store, version(2)) is None
    await store.close()
