"""The throw-away PostgreSQL is a real one, and what the tests leave in it is gone."""

from __future__ import annotations

from pathlib import Path

import psycopg
import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from tests.postgres import Postgres, throwaway_postgres


def databases(postgres: Postgres) -> set[str]:
    with psycopg.connect(postgres.url) as connection:
        return {name for (name,) in connection.execute("SELECT datname FROM pg_database")}


def test_a_new_database_is_empty_and_is_dropped_even_while_somebody_is_connected(postgres: Postgres) -> None:
    before = databases(postgres)
    with postgres.database() as url:
        guest = psycopg.connect(url)
        guest.execute("CREATE TABLE seats (seat int)")
        assert len(databases(postgres) - before) == 1
    assert databases(postgres) == before
    with pytest.raises(psycopg.OperationalError):
        guest.execute("SELECT 1")
    guest.close()


async def test_the_same_address_serves_sqlalchemy(postgres_url: str) -> None:
    engine = create_async_engine(postgres_url)
    async with engine.connect() as connection:
        assert (await connection.execute(text("SELECT 41 + 1"))).scalar_one() == 42
    await engine.dispose()


def test_a_server_of_our_own_starts_and_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CONTINENTAL_TEST_PG", raising=False)
    with throwaway_postgres() as server, psycopg.connect(server.url) as connection:
        home = connection.execute("SHOW unix_socket_directories").fetchone()
    assert home is not None
    assert not Path(home[0]).exists()


def test_a_named_server_is_used_as_it_is(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CONTINENTAL_TEST_PG", postgres.url)
    with throwaway_postgres() as server:
        assert server == postgres
    assert databases(postgres)
