"""The rooms as the web serves them: the lobby, and for each room with an open page its audience."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request

from continental.table.lobby import Lobby
from continental.table.ports import Clock, RoomId
from continental.table.refusal import TableRefused
from continental.web.address import client_address
from continental.web.audience import Audience
from continental.web.pace import Pace

ROOMS_A_MINUTE: Final = 240
"""How many tables this process makes within a minute, whoever asks."""
ROOMS_OF_ADDRESS: Final = 40
"""How many of them one address may make."""
_MINUTE_MS: Final = 60_000


class Tables:
    """One process's rooms, with whoever has their pages open."""

    def __init__(self, lobby: Lobby, clock: Clock) -> None:
        self.lobby = lobby
        self.clock = clock
        self._made = Pace(clock, _MINUTE_MS, most_all=ROOMS_A_MINUTE, most_address=ROOMS_OF_ADDRESS)

    def check_pace(self, request: Request) -> None:
        """Count one more table that is made. Raises TableRefused if its address, or all together, made too many."""
        if not self._made.take(client_address(request)):
            raise TableRefused("rooms_a_minute")

    async def audience(self, room: RoomId) -> Audience:
        """The room's audience; raises TableRefused where there is no such room."""
        found = await self.lobby.room(room)
        if not isinstance(found.outbox, Audience):
            found.outbox = Audience(found, self.clock, lambda before, now: self.lobby.page_took_seat(room, before, now))
        return found.outbox
