"""The processor time that all bots of a process share. The table that used the least of it comes first."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final

from continental.table.ports import RoomId

SHARE: Final = 0.5
"""The part of one processor that bots may use."""
ACT_S: Final = 0.004
"""The least cost of an act: the bot thinks, and the act is stored and sent."""
BURST_S: Final = 1.0
"""The most unused time that is kept for a rush."""
AT_ONCE: Final = 2
FORGET_S: Final = 10.0
"""How long the time that a table has used is counted."""


@dataclass(slots=True, order=True)
class _Asked:
    """A bot that waits. First come tables that somebody looks at, then those that used less, then in order."""

    is_unseen: bool
    used: float
    number: int
    go: asyncio.Future[None] = field(compare=False)


class BotTime:
    """Lets bots think one after another. `time` gives seconds that only grow. None is the event loop's own."""

    def __init__(self, *, share: float = SHARE, time: Callable[[], float] | None = None) -> None:
        self._share = share
        self._time = time or (lambda: asyncio.get_running_loop().time())
        self._left = BURST_S
        self._filled_at: float | None = None
        self._waiting: list[_Asked] = []
        self._number = 0
        self._running = 0
        self._used: dict[RoomId, float] = {}
        self._forgot_at = 0.0
        self._wake: asyncio.TimerHandle | None = None

    @asynccontextmanager
    async def turn(self, room: RoomId, *, is_seen: bool) -> AsyncIterator[None]:
        """Wait until a bot of the room may think. The time until the end of the block is counted."""
        await self._wait(room, is_seen=is_seen)
        began = self._time()
        try:
            yield
        finally:
            spent = max(ACT_S, self._time() - began)
            self._left -= spent
            self._used[room] = self._used.get(room, 0.0) + spent
            self._running -= 1
            self._let_go()

    async def _wait(self, room: RoomId, *, is_seen: bool) -> None:
        self._number += 1
        asked = _Asked(not is_seen, self._used.get(room, 0.0), self._number, asyncio.get_running_loop().create_future())
        heapq.heappush(self._waiting, asked)
        self._let_go()
        try:
            await asked.go
        except asyncio.CancelledError:
            if asked.go.done() and not asked.go.cancelled():  # its turn came at that very moment
                self._running -= 1
                self._let_go()
            raise

    def _let_go(self) -> None:
        """Start the bots whose turn it is, and come back when there is time again."""
        self._refill()
        while self._waiting and self._running < AT_ONCE and self._left > 0:
            asked = heapq.heappop(self._waiting)
            if not asked.go.done():
                self._running += 1
                asked.go.set_result(None)
        if self._waiting and self._left <= 0 and self._wake is None:
            self._wake = asyncio.get_running_loop().call_later(ACT_S - self._left / self._share, self._woken)

    def _woken(self) -> None:
        self._wake = None
        self._let_go()

    def _refill(self) -> None:
        now = self._time()
        if self._filled_at is not None:
            self._left = min(BURST_S, self._left + (now - self._filled_at) * self._share)
        self._filled_at = now
        if now - self._forgot_at > FORGET_S:
            self._used.clear()
            self._forgot_at = now
