"""What processes on one PostgreSQL tell each other after a commit: which room has which version; a hint, which may be lost."""

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

from continental.table.ports import RoomId, StoreFailed

CHANNEL: Final = "continental_version"
MOST_WAITING: Final = 1_000
"""How many hints wait to be sent; what is more is left to the others' asking."""

_SEND: Final = text(f"SELECT pg_notify('{CHANNEL}', hint) FROM unnest(CAST(:hints AS text[])) AS hint")
_log = logging.getLogger("continental.store")


class Hints:
    """The hints of one process. They are sent after the commits, on a connection of their own, several at a time.

    A notification inside the transaction would have all commits of the database wait for each other.
    """

    def __init__(self, engine: AsyncEngine, url: URL) -> None:
        self._engine = engine
        self._address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._waiting: list[str] = []
        self._news = asyncio.Event()
        self._sending: asyncio.Task[None] | None = None

    def say(self, room: RoomId, version: int) -> None:
        """Have the others told that the room has that version; neither waits nor fails."""
        if len(self._waiting) < MOST_WAITING:
            self._waiting.append(f"{room}:{version}")
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

    async def hear(self, heard: Callable[[RoomId, int], None]) -> None:
        """Call `heard` for every hint that comes, one's own among them, until cancelled; raises StoreFailed."""
        try:
            async with await psycopg.AsyncConnection.connect(self._address, autocommit=True) as connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                async for hint in connection.notifies():
                    room, _, version = hint.payload.partition(":")
                    if version.isdecimal():
                        heard(RoomId(room), int(version))
        except (psycopg.Error, OSError) as error:
            raise StoreFailed(type(error).__name__) from error
        raise StoreFailed("the line ended")

    async def close(self) -> None:
        """Send nothing more."""
        if self._sending is not None:
            self._sending.cancel()
            with suppress(asyncio.CancelledError):
                await self._sending
