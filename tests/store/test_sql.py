"""The stores in SQL pass the kit, on a real SQLite file and on a real PostgreSQL, and outlive whoever opened them."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import create_async_engine

from continental.store.sql import DatabaseUnopened, SqlStore, open_store
from continental.store.tables import METADATA
from continental.store.where import read_database
from continental.table.ports import StoreFailed, VersionTaken
from continental.testing.store_kit import ROOM, StoreKit, a_due, is_refused, version


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(tmp_path / "rooms.sqlite") if request.param == "sqlite" else str(request.getfixturevalue("postgres_url"))


@pytest.fixture
async def store(address: str) -> AsyncIterator[SqlStore]:
    opened = await open_store(read_database(address))
    yield opened
    await opened.close()


class TestSqlStore(StoreKit):
    async def test_what_was_kept_is_there_for_the_next_process(self, address: str, store: SqlStore) -> None:
        await store.append(ROOM, version(1), [a_due(5)])
        other = await open_store(read_database(address))
        assert await is_refused(other, version(1)) is VersionTaken
        assert await is_refused(other, version(2)) is None
        assert await other.dues_of(ROOM) == []
        await other.close()
        assert await store.latest([ROOM]) == {ROOM: 2}

    async def test_two_processes_race_for_every_version_and_each_is_taken_once(self, address: str, store: SqlStore) -> None:
        other = await open_store(read_database(address))
        for number in range(1, 21):
            came = await asyncio.gather(*(is_refused(each, version(number, name)) for each, name in ((store, "a"), (other, "b"))))
            assert came.count(None) == 1
        assert await other.latest([ROOM]) == {ROOM: 20}
        await other.close()

    async def test_two_processes_start_at_once_on_an_empty_database(self, address: str) -> None:
        stores = await asyncio.gather(*(open_store(read_database(address)) for _ in range(3)))
        assert await is_refused(stores[0], version(1)) is None
        for each in stores:
            assert await each.latest([ROOM]) == {ROOM: 1}
            await each.close()

    async def test_the_migrations_make_the_tables_that_the_code_knows(self, address: str, store: SqlStore) -> None:
        engine = create_async_engine(read_database(address))

        def differences(connection: Connection) -> list[Any]:
            found: list[Any] = compare_metadata(MigrationContext.configure(connection), METADATA)
            return found

        async with engine.connect() as connection:
            assert await connection.run_sync(differences) == []
        await engine.dispose()


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
        connection.execute("CREATE TABLE version (x)")
    connection.close()


def of_tomorrow(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32))")
        connection.execute("INSERT INTO alembic_version VALUES ('9999')")
    connection.close()


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (folder, "unable to open database file"),
        (broken, "file is not a database"),
        (cut_off, "database disk image is malformed"),
        (anothers, "table version already exists"),
        (of_tomorrow, "it was made by a newer version of this program, or by another one"),
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
    await store.append(ROOM, version(1), ())
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    assert await is_refused(store, version(2)) is StoreFailed
    holder.execute("ROLLBACK")
    holder.close()
    assert await store.latest([ROOM]) == {ROOM: 1}
    assert await is_refused(store, version(2)) is None
    await store.close()
