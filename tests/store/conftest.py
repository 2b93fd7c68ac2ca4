"""Provide stores in memory, on a real SQLite file and on a real PostgreSQL, and a log of each book."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from continental.logbook.books import Book, BookKey
from continental.store.memory import MemoryStore
from continental.store.sql import open_store
from continental.store.where import read_database
from continental.testing.store_kit import ROOM, Store


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the address of an empty database."""
    return str(tmp_path / "rooms.sqlite") if request.param == "sqlite" else str(request.getfixturevalue("postgres_url"))


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
async def stores(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Sequence[Store]]:
    """Yield three stores on one database, as three processes have it."""
    if request.param == "memory":
        yield [MemoryStore()] * 3
        return
    is_sqlite = request.param == "sqlite"
    address = str(tmp_path / "rooms.sqlite") if is_sqlite else str(request.getfixturevalue("postgres_url"))
    opened = [await open_store(read_database(address)) for _ in range(3)]
    yield opened
    for each in opened:
        await each.close()


@pytest.fixture
def store(stores: Sequence[Store]) -> Store:
    """Return the first of the three stores."""
    return stores[0]


@pytest.fixture(params=list(Book))
def log(request: pytest.FixtureRequest) -> BookKey:
    """Return the key of a log, of each book in turn."""
    return BookKey(request.param, ROOM)
