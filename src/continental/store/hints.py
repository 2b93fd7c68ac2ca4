"""Hints between processes on one PostgreSQL after a commit: which log has which version. A hint may be lost."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import psycopg
from sqlalchemy import URL, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from continental.logbook.books import Book, BookKey
from continental.logbook.ports import StoreFailed

CHANNEL: Final = "continental_version"
MOST_WAITING: Final = 1_000
"""How many hints wait to be sent. More are dropped, and the other processes find out by asking."""

_SEND: Final = text(f"SELECT pg_notify('{CHANNEL}', hint) FROM unnest(CAST(:hints AS text[])) AS hint")
_log = logging.getLogger("continental.store")


def print_hint(log: BookKey, version: int) -> str:
    """Return a hint as text, such as `pad:abcdefghjk:7`."""
    return f"{log.book}:{log.id}:{version}"


def parse_hint(text: str) -> tuple[BookKey, int] | None:
    """Return the log and the version of a hint; `None` for any other text."""
    book, _, rest = text.partition(":")
    name, _, version = rest.partition(":")
    if book not in set(Book) or not name or not version.isdecimal():
        return None
    return BookKey(Book(book), name), int(version)


class Hints:
    """The hints of one process. They are sent after the commits, on a connection of their own, several at a time.

    A notification inside the transaction would have all commits of the database wait for each other.
    """

    def __init__(self, engine: AsyncEngine, url: URL) -> None:
        self._engine = engine
        self._address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._subscribers: list[Callable[[BookKey, int], None]] = []
        self._waiting: list[str] = []
        self._news = asyncio.Event()
        self._sending: asyncio.Task[None] | None = None

    def say(self, log: BookKey, version: int) -> None:
        """Have the others told that the log has that version; neither waits nor fails."""
        if len(self._waiting) < MOST_WAITING:
            self._waiting.append(print_hint(log, version))
        self._news.set()
        if self._sending is None or self._sending.done():
            self._sending = asyncio.create_task(self._send())

    async def _send(self) -> None:
        while True:
            await self._news.wait()
            self._news.clear()
            hints, self._waiting = self._waiting, []
            try:
                async with self._engine.connect() as connection:
                    own = await connection.execution_options(isolation_level="AUTOCOMMIT")
                    await own.execute(_SEND, {"hints": hints})
            except (SQLAlchemyError, OSError) as error:
                _log.warning("%d hints were not sent: %s", len(hints), type(error).__name__)

    def subscribe(self, heard: Callable[[BookKey, int], None]) -> None:
        """Have `heard` called for every hint that comes, one's own among them."""
        self._subscribers.append(heard)

    async def listen(self) -> None:
        """Pass on every hint that comes until cancelled. Raises StoreFailed."""
        try:
            async with await psycopg.AsyncConnection.connect(self._address, autocommit=True) as connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                async for notice in connection.notifies():
                    hint = parse_hint(notice.payload)
                    if hint is not None:
                        for heard in self._subscribers:
                            heard(*hint)
        except (psycopg.Error, OSError) as error:
            raise StoreFailed(type(error).__name__) from error
        raise StoreFailed("the line ended")

    async def close(self) -> None:
        """Send nothing more."""
        if self._sending is not None:
            self._sending.cancel()
            with suppress(asyncio.CancelledError):
                await self._sending
