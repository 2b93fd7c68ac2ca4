"""Check now and then how much the database holds, and refuse anything new once it is full."""

from __future__ import annotations

from typing import Final

from continental.scorepad.ports import PadStore
from continental.table.ports import Clock
from continental.table.refusal import TableRefused

MOST_STORED: Final = 10_000_000_000
"""How many bytes the database may hold. A match takes about a hundred thousand, a night on a pad about ten thousand."""
LOOK_MS: Final = 10_000
"""How many milliseconds a measured size is used before it is measured again."""


class RoomLeft:
    """The limit on the database's size. Matches that are being played go on even if it is full."""

    def __init__(self, store: PadStore, clock: Clock, most: int = MOST_STORED) -> None:
        self._store = store
        self._clock = clock
        self._most = most
        self._looked: int | None = None
        self._is_full = False

    async def check(self) -> None:
        """Raise TableRefused if the database holds as much as it may."""
        now = self._clock.now()
        if self._looked is None or not self._looked <= now < self._looked + LOOK_MS:
            self._looked = now
            self._is_full = await self._store.size() >= self._most
        if self._is_full:
            raise TableRefused("store_full")
