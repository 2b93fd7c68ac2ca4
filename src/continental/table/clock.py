"""The real clock and the real dice. Tests bring their own."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import Final

from continental.table.ports import Millis

_LONGEST_NAP_S: Final = 5.0
"""The longest nap. A sleeping laptop stops the loop's clock and not the time of day, so the time is read again."""


class WallClock:
    """The time of day."""

    def now(self) -> Millis:
        return Millis(time.time_ns() // 1_000_000)

    async def sleep_until(self, at: Millis) -> None:
        while (left := at - self.now()) > 0:  # noqa: ASYNC110 - there is no event to wait for: it is time itself
            await asyncio.sleep(min(left / 1000, _LONGEST_NAP_S))


class SystemDice:
    """Dice from the operating system."""

    def throw(self) -> bytes:
        return secrets.token_bytes(32)
