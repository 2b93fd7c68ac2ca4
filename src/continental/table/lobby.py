"""The rooms that a process serves: made, opened from the store, cared for every second, closed when at rest."""

from __future__ import annotations

import asyncio
import logging
import secrets
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Final

from continental.logbook.books import Book, BookKey, is_id, new_id, short_id
from continental.logbook.ports import Extras, StoreDamaged, StoreFailed
from continental.play.terms import TABLE, Seat
from continental.table.bot_time import BotTime
from continental.table.due import dues_after
from continental.table.log import Entry, print_entry
from continental.table.ports import (
    Clock,
    Dice,
    Millis,
    Presence,
    RoomId,
    RoomStore,
    SessionHash,
    room_log,
)
from continental.table.refusal import TableRefused
from continental.table.requests import Start, made_room
from continental.table.room import Room, read_entries
from continental.table.seats import gone, heir
from continental.table.setup import Setup
from continental.table.state import fold

NEVER: Final = Millis(0)
TICK_MS: Final = 1_000
HOUR_MS: Final = 3_600_000
ROOMS_AN_HOUR: Final = 30
"""The most rooms that one session may make within an hour."""
OVERDUE_MS: Final = 500
"""The time after which any process takes up a room with something overdue."""
HERE_MS: Final = 15_000
"""How long another process's report of an open page counts."""
SAY_HERE_MS: Final = 5_000
HOST_GONE_MS: Final = 10_000
"""How long a host may be gone before the match and keep the host's rights."""
AWAY_MS: Final = 120_000
"""How long a person's page may be closed during a match before a bot sits in for them."""
REST_MS: Final = 60_000
MOST_TAKEN_UP: Final = 100
"""The most overdue rooms that are taken up in one tick."""
LATE_MS: Final = 30_000
"""The time without a tick after which the rooms count as not cared for."""
HEAR_AGAIN_MS: Final = 5_000
"""How long to wait before listening to the other processes again, after the line to them broke."""

_log = logging.getLogger("continental.table")


@dataclass(slots=True)
class _Served:
    """A room in memory, the seats whose pages are open here, and when it was last needed."""

    room: Room
    open: dict[Seat, int] = field(default_factory=dict)
    pages: int = 0
    onlookers: int = 0
    onlookers_elsewhere: int = 0
    has_watched: bool = False
    seen: dict[Seat, Millis] = field(default_factory=dict)
    elsewhere: frozenset[Seat] = frozenset()
    seen_elsewhere: dict[Seat, Millis] = field(default_factory=dict)
    opened_at: Millis = NEVER
    used_at: Millis = NEVER
    said_at: Millis = NEVER

    @property
    def here(self) -> frozenset[Seat]:
        return frozenset(self.open) | self.elsewhere

    @property
    def watching(self) -> int:
        """Return how many pages are open of people who have no seat."""
        return self.onlookers + self.onlookers_elsewhere

    def presences(self, now: Millis) -> list[Presence]:
        """Return what the other processes are told: whose pages are open here, or were, and how many watch."""
        rows = [
            Presence(seat, seat in self.open, now if seat in self.open else self.seen[seat]) for seat in {*self.open, *self.seen}
        ]
        return [*rows, Presence(TABLE, self.onlookers > 0, now, self.onlookers)] if self.has_watched else rows

    def hear_of(self, others: Sequence[Presence], now: Millis) -> None:
        """Update what the other processes know, and tell the room."""
        there = [row for row in others if row.open and row.seen_at > now - HERE_MS]
        self.elsewhere = frozenset(row.seat for row in there if row.seat != TABLE)
        self.onlookers_elsewhere = sum(row.pages for row in there if row.seat == TABLE)
        for row in others:
            self.seen_elsewhere[row.seat] = max(row.seen_at, self.seen_elsewhere.get(row.seat, row.seen_at))
        self.room.say_here(self.here, self.watching)

    def gone_since(self, seat: Seat) -> Millis:
        """Return when the seat's person was last seen, here or elsewhere, or when the room was opened if nobody knows."""
        return max(self.opened_at, *(seen.get(seat, self.opened_at) for seen in (self.seen, self.seen_elsewhere)))


@dataclass(frozen=True, slots=True)
class Health:
    """Whether the rooms are cared for, how many are set aside, and how many faults the last tick met."""

    is_looked_after: bool
    set_aside: int
    troubles: int


def _what(error: BaseException) -> str:
    """Return the error for a log line: its message may hold cards, its place does not."""
    frames = traceback.extract_tb(error.__traceback__)
    return f"{type(error).__name__} at {frames[-1].name}:{frames[-1].lineno}" if frames else type(error).__name__


class Lobby:
    """The rooms of one process. `run` looks after them for as long as the process serves."""

    def __init__(self, store: RoomStore, clock: Clock, dice: Dice, bot_time: BotTime | None = None) -> None:
        """Share `bot_time` among the bots of all rooms. None lets them take the time they need."""
        self._store = store
        self._clock = clock
        self._dice = dice
        self._bot_time = bot_time
        self._process = secrets.token_hex(8)
        self._served: dict[RoomId, _Served] = {}
        self._opening: dict[RoomId, asyncio.Task[_Served]] = {}
        self._hints: set[asyncio.Task[None]] = set()
        self._set_aside: set[RoomId] = set()
        self._troubles: set[str] = set()
        self._troubles_now: set[str] = set()
        self._ticked_at: Millis | None = None
        store.subscribe(self._heard)

    # --- rooms

    async def make(self, setup: Setup, session: SessionHash, name: str, bots: Sequence[str], *, start: bool) -> RoomId:
        """Make a room, seat its host and bots and, if `start`, begin its match. Raises Refused."""
        now = self._clock.now()
        try:
            made = await self._store.count_made([Book.ROOM], session, now - HOUR_MS)
        except StoreFailed as failure:
            raise TableRefused("not_read") from failure
        if made >= ROOMS_AN_HOUR:
            raise TableRefused("rooms_an_hour", made=made)
        room = RoomId(new_id())
        decision = made_room(room, setup, session, name, bots)
        if start and len(bots) != setup.seats - 1:
            raise TableRefused("empty_seats", empty=setup.seats - 1 - len(bots), seats=setup.seats)
        entry = Entry(1, now, decision.act, decision.events)
        state = fold(None, entry)
        try:
            extras = Extras(made_by=session, dues=dues_after(state, (), now, is_seen=False))
            await self._store.append(room_log(room), [print_entry(entry)], extras)
        except StoreFailed as failure:
            raise TableRefused("not_stored") from failure
        if start:
            await (await self.room(room)).ask(session, Start())
        return room

    async def room(self, room: RoomId | str) -> Room:
        """Return the room, opened from the store if it is not in memory. Raises TableRefused if there is none."""
        return (await self._serve(RoomId(room))).room

    async def log(self, room: RoomId, after: int = 0, until: int | None = None) -> Sequence[Entry]:
        """Return the versions above `after`, up to `until` if that is given. An unknown room has none. Raises TableRefused."""
        try:
            return await read_entries(self._store, room, after, until)
        except StoreFailed as failure:
            raise TableRefused("not_read") from failure

    async def _serve(self, room: RoomId) -> _Served:
        served = self._served.get(room)
        if served is None:
            if not is_id(room):
                raise TableRefused("no_such_room")
            if room in self._set_aside:
                raise TableRefused("room_unreadable")
            opening = self._opening.get(room)
            # All who ask for the same room at the same time wait for one opening of it.
            if opening is None:
                opening = asyncio.create_task(self._open(room))
                self._opening[room] = opening
                opening.add_done_callback(lambda _: self._opening.pop(room, None))
            served = await asyncio.shield(opening)
        served.used_at = self._clock.now()
        return served

    async def _open(self, room: RoomId) -> _Served:
        now = self._clock.now()
        try:
            served = _Served(
                await Room.open(room, self._store, self._clock, self._dice, self._bot_time), opened_at=now, used_at=now
            )
        except StoreFailed as failure:
            if not isinstance(failure, StoreDamaged):
                raise TableRefused("not_read") from failure
            await self._put_aside(room, failure)
            raise TableRefused("room_unreadable") from failure
        except TableRefused:
            raise  # there is no such room
        except Exception as error:
            await self._put_aside(room, error)
            raise TableRefused("room_unreadable") from error
        self._served[room] = served
        return served

    async def _put_aside(self, room: RoomId, error: BaseException) -> None:
        """Stop serving the room until the next start. It cannot be read, and nothing that falls due in it is tried again."""
        if room not in self._set_aside:
            self._set_aside.add(room)
            _log.error("table %s is set aside, for it cannot be read: %s", short_id(room), _what(error))
        served = self._served.pop(room, None)
        if served is not None:
            await served.room.end(TableRefused("room_unreadable"))

    @contextmanager
    def _for_the_room(self, room: RoomId) -> Iterator[None]:
        """Keep one room's trouble from the others."""
        try:
            yield
        except TableRefused:
            pass  # the store has logged why, and the next tick asks again
        except Exception as error:  # noqa: BLE001 - the other rooms go on, whatever it is
            self._complain(f"{short_id(room)}: {_what(error)}")

    def _complain(self, text: str) -> None:
        """Log a trouble of the ticks once, until it has not been there for a tick."""
        self._troubles_now.add(text)
        if text not in self._troubles:
            _log.error("looking after the tables: %s", text)

    @property
    def health(self) -> Health:
        """Return whether the rooms are cared for, and how many are not."""
        late = self._ticked_at is not None and self._clock.now() - self._ticked_at > LATE_MS
        return Health(not late, len(self._set_aside), len(self._troubles))

    # --- whose pages are open

    async def page_opened(self, room: RoomId, seat: Seat | None) -> Room:
        """Count a page of this seat (None: of somebody who watches) as open from now on. Raises TableRefused.

        If a bot sits in because the seat's person was gone, the seat is theirs again.
        """
        served = await self._serve(room)
        self._count_page(served, seat, 1)
        self._say_here(served, seat)
        if seat is not None and served.room.state.chairs[seat].away:
            await served.room.come_back(seat)
        return served.room

    def _count_page(self, served: _Served, seat: Seat | None, pages: int) -> None:
        served.pages += pages
        if seat is None:
            served.onlookers += pages
            served.has_watched = True
            return
        served.open[seat] = served.open.get(seat, 0) + pages
        if not served.open[seat]:
            del served.open[seat]
            served.seen[seat] = self._clock.now()

    def page_closed(self, room: RoomId, seat: Seat | None) -> None:
        """Count such a page as closed."""
        served = self._served.get(room)
        if served is None:
            return  # the process is ending
        served.used_at = self._clock.now()
        self._count_page(served, seat, -1)
        self._say_here(served, seat)

    def page_took_seat(self, room: RoomId, before: Seat | None, now: Seat | None) -> None:
        """Count an open page for another seat than before, as its person joined or left."""
        served = self._served[room]
        self._count_page(served, now, 1)
        self.page_closed(room, before)

    def _say_here(self, served: _Served, seat: Seat | None) -> None:
        served.said_at = NEVER  # the other processes are told with the next tick
        if seat is not None or not served.pages:  # so are those here; not of each one who only watches: many may come at once
            served.room.say_here(served.here, served.watching)

    # --- every second

    async def run(self) -> None:
        """Look after the rooms until cancelled."""
        self._ticked_at = self._clock.now()
        hearing = asyncio.create_task(self._hear())
        try:
            while True:
                await self._clock.sleep_until(Millis(self._clock.now() + TICK_MS))
                await self.tick()
        finally:
            hearing.cancel()
            with suppress(asyncio.CancelledError):
                await hearing

    async def _hear(self) -> None:
        """Listen to the other processes' news of what they wrote, for as long as the store can hear them."""
        while True:
            try:
                await self._store.listen()
            except StoreFailed as failure:
                _log.warning("the other processes are not heard: %s", failure)
            else:
                return
            await self._clock.sleep_until(Millis(self._clock.now() + HEAR_AGAIN_MS))

    def _heard(self, log: BookKey, version: int) -> None:
        served = self._served.get(RoomId(log.id)) if log.book is Book.ROOM else None
        if served is not None and version > served.room.state.version:
            task = asyncio.create_task(self._catch_up_one(served.room))
            self._hints.add(task)
            task.add_done_callback(self._hints.discard)

    async def _catch_up_one(self, room: Room) -> None:
        """Read on in one room. If its new versions cannot be read, it is set aside."""
        try:
            await room.catch_up()
        except TableRefused as refused:
            if refused.code == "room_unreadable":  # else the next tick asks again
                await self._put_aside(room.state.room, refused.__cause__ or refused)
        except Exception as error:  # noqa: BLE001 - whatever another process wrote, the other rooms go on
            await self._put_aside(room.state.room, error)

    async def tick(self) -> None:
        """Catch up with other processes, take up what is overdue, share who is here, and let go of rooms at rest.

        Whatever a step raises, the next one follows, and so does the next tick.
        """
        self._ticked_at = self._clock.now()
        for step in (self._catch_up, self._take_up, self._share_presence, self._stand_in, self._let_go):
            try:
                await step()
            except Exception as error:  # noqa: BLE001 - nothing may end the loop on which all rooms wait
                self._complain(f"{step.__name__.strip('_')}: {_what(error)}")
        self._troubles, self._troubles_now = self._troubles_now, set()

    async def _catch_up(self) -> None:
        latest = await self._store.latest([room_log(room) for room in self._served])
        for log, version in latest.items():
            served = self._served.get(RoomId(log.id))
            if served is not None and version > served.room.state.version:
                await self._catch_up_one(served.room)
        said = await self._store.latest_said(tuple(room for room, served in self._served.items() if served.pages))
        for room, number in said.items():
            served = self._served.get(room)
            if served is not None and number > (served.room.chat[-1].number if served.room.chat else 0):
                with self._for_the_room(room):
                    await served.room.catch_up_chat()

    async def _take_up(self) -> None:
        most = MOST_TAKEN_UP + len(self._set_aside)  # rooms that are set aside stay overdue, and may come first
        for room in await self._store.rooms_due(Millis(self._clock.now() - OVERDUE_MS), most):
            if room not in self._served:
                with self._for_the_room(room):
                    await self._serve(room)

    async def _share_presence(self) -> None:
        now = self._clock.now()
        to_say: dict[RoomId, list[Presence]] = {}
        for room, served in self._served.items():
            if served.said_at < now - SAY_HERE_MS and (served.pages or not served.said_at):
                to_say[room] = served.presences(now)
                served.said_at = now
        said = {room: rows for room, rows in to_say.items() if rows}
        if said:
            await self._store.say_here(self._process, said)
        open_here = [room for room, served in self._served.items() if served.pages]
        elsewhere = await self._store.who_is_here(open_here, except_process=self._process)
        for room in open_here:
            if room in self._served:
                self._served[room].hear_of(elsewhere.get(room, ()), now)

    async def _stand_in(self) -> None:
        """Pass on the rights of hosts who are gone, and have bots play for people whom others wait for."""
        now = self._clock.now()
        for name, served in tuple(self._served.items()):
            with self._for_the_room(name):
                await self._stand_in_at(served, now)

    async def _stand_in_at(self, served: _Served, now: Millis) -> None:
        room, here = served.room, served.here
        host, next_host = room.state.host, heir(room.state, here)
        if host is not None and next_host is not None and served.gone_since(host) < now - HOST_GONE_MS:
            await room.pass_host(next_host)
        for seat in gone(room.state, here):
            if served.gone_since(seat) < now - AWAY_MS:
                await room.sit_in(seat)

    async def _let_go(self) -> None:
        now = self._clock.now()
        for room, served in tuple(self._served.items()):
            if not served.pages and served.room.is_at_rest and served.used_at < now - REST_MS:
                del self._served[room]
                await served.room.close()

    async def close(self) -> None:
        """Finish what is under way in every room."""
        for served in tuple(self._served.values()):
            await served.room.close()
        self._served.clear()
