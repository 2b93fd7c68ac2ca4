"""The rooms as the web serves them: the lobby, and for each room with an open page its audience."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final, get_args

from starlette.requests import Request

from continental.engine import Match
from continental.play.actions import Action
from continental.play.plain import action_from_plain, type_tag
from continental.play.record import Sitter
from continental.replay import write_record
from continental.table.events import MatchStarted
from continental.table.lobby import Lobby
from continental.table.log import Entry
from continental.table.ports import Clock, RoomId
from continental.table.refusal import TableRefused
from continental.table.state import RoomState
from continental.web.address import client_address
from continental.web.audience import Audience
from continental.web.pace import Pace

_OF_THE_GAME: Final = frozenset(type_tag(kind) for kind in get_args(Action))


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

    async def record(self, room: RoomId) -> str:
        """The present match as a record, those deals alone that are over; empty before the first match. Raises TableRefused."""
        found = await self.lobby.room(room)
        log = await self.lobby.log(room)
        return await asyncio.to_thread(record_of_room, found.state, log)


def match_of_room(state: RoomState, log: Sequence[Entry]) -> Match | None:
    """The present match, played again from the room's log; None before the first."""
    match: Match | None = None
    for entry in log:
        if any(isinstance(event, MatchStarted) for event in entry.events):
            match = Match.begin(state.rules, state.setup.seats, state.setup.ante, state.setup.dealer)
        elif match is not None and entry.act["do"] in _OF_THE_GAME:
            match.play(action_from_plain({key: part for key, part in entry.act.items() if key != "by"}))
    return match


def record_of_room(state: RoomState, log: Sequence[Entry]) -> str:
    """The present match as a record, those deals alone that are over; empty before the first match."""
    match = match_of_room(state, log)
    if match is None:
        return ""
    return write_record(match, [Sitter(chair.name, chair.bot if chair.session is None else None) for chair in state.chairs])
