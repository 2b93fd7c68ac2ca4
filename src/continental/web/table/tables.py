"""Serve the rooms: the lobby, and an audience for each room with an open page."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request

from continental.table.lobby import Lobby
from continental.table.pace import Pace
from continental.table.ports import Clock, RoomId, SessionHash
from continental.table.refusal import TableRefused
from continental.table.room import Room
from continental.web.guard.address import client_address
from continental.web.table.advisers import Advisers
from continental.web.table.audience import Audience

ROOMS_A_MINUTE: Final = 240
"""How many tables this process makes within a minute, for all browsers together."""
ROOMS_OF_ADDRESS: Final = 40
"""How many of them one address may make."""
COMINGS_OF_SESSION: Final = 20
"""How often within an hour one browser may come to one table without having a seat there."""
COMINGS_OF_ADDRESS: Final = 60
"""How often one address may come so."""
COMINGS_AN_HOUR: Final = 50_000
"""How often all together may come so, at all tables. All of them are remembered."""
_MINUTE_MS: Final = 60_000
_HOUR_MS: Final = 3_600_000


class Tables:
    """The rooms of one process, with the pages that are open."""

    def __init__(self, lobby: Lobby, clock: Clock) -> None:
        self.lobby = lobby
        self.clock = clock
        self.advisers = Advisers()
        self._comings = Pace(
            clock, _HOUR_MS, most_all=COMINGS_AN_HOUR, most_address=COMINGS_OF_ADDRESS, most_each=COMINGS_OF_SESSION
        )
        self._made = Pace(clock, _MINUTE_MS, most_all=ROOMS_A_MINUTE, most_address=ROOMS_OF_ADDRESS)

    def check_pace(self, request: Request) -> None:
        """Count one more table that is made. Raises TableRefused if its address, or all together, made too many."""
        if not self._made.take(client_address(request)):
            raise TableRefused("rooms_a_minute")

    def check_coming(self, request: Request, room: Room, session: SessionHash) -> None:
        """Count a newcomer who has no seat in the room. Raises TableRefused if they came too often."""
        name = room.state.room
        if room.state.seat_of(session) is None and not self._comings.take(
            f"{name} {client_address(request)}", f"{name} {session}"
        ):
            raise TableRefused("comes_too_often")

    async def audience(self, room: RoomId) -> Audience:
        """Return the room's audience. Raises TableRefused if there is no such room."""
        found = await self.lobby.room(room)
        if not isinstance(found.outbox, Audience):
            found.outbox = Audience(
                found, self.clock, lambda before, now: self.lobby.page_took_seat(room, before, now), self.advisers
            )
        return found.outbox
