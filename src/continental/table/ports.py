"""The protocols that a room needs from outside: a store, a clock, dice, and somebody to tell."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NewType, Protocol

from continental.logbook.books import Book, BookKey
from continental.logbook.ports import Due, LogEntry, LogStore, Millis, SessionHash
from continental.play.terms import Seat

if TYPE_CHECKING:
    from continental.table.events import AnyEvent
    from continental.table.refusal import TableRefused
    from continental.table.state import RoomState

__all__ = [
    "ChatLine",
    "Clock",
    "Dice",
    "Due",
    "Millis",
    "Outbox",
    "Presence",
    "RoomId",
    "RoomStore",
    "SessionHash",
    "Snapshot",
    "Told",
    "room_log",
]

RoomId = NewType("RoomId", str)
"""The end of a room's link, and the id of its log: ten lower-case letters and digits, unguessable."""


def room_log(room: RoomId) -> BookKey:
    """Return the key of the room's log."""
    return BookKey(Book.ROOM, room)


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A room folded up to a version, as JSON text in the form named by `form`. Other forms are not read."""

    version: int
    form: str
    body: str


@dataclass(frozen=True, slots=True)
class Presence:
    """One process's report on whether a seat's person has the page open. The table (seat -1) stands for all who watch.

    `pages` counts the pages that are open.
    """

    seat: Seat
    open: bool
    seen_at: Millis
    pages: int = 1


@dataclass(frozen=True, slots=True)
class ChatLine:
    """One line of a room's chat, numbered from 1: the player, and either a ready phrase's id or a text."""

    number: int
    at: Millis
    seat: Seat
    name: str
    phrase: str | None
    text: str | None


class RoomStore(LogStore, Protocol):
    """The rooms' logs, with their due times, snapshots, chat, and presences."""

    async def read_on(self, room: RoomId, version: int) -> tuple[Sequence[LogEntry], Sequence[Due]]:
        """Return the room's entries above that version and all that falls due in it, both of one moment."""

    async def keep_snapshot(self, room: RoomId, snapshot: Snapshot) -> None:
        """Keep a snapshot of the room in place of the one before it. Raises StoreFailed."""

    async def snapshot_of(self, room: RoomId) -> Snapshot | None:
        """Return the snapshot that was stored last, or None if there is none."""

    async def dues_of(self, room: RoomId) -> Sequence[Due]:
        """Return all that falls due in the room, the earliest first."""

    async def rooms_due(self, until: Millis, limit: int) -> Sequence[RoomId]:
        """Return rooms in which something was due at `until` or before, the longest overdue first."""

    async def say(self, room: RoomId, said: ChatLine, *, keep: int) -> None:
        """Keep a line of chat, and of all lines the last `keep` alone. Raises VersionTaken if its number is taken."""

    async def said_after(self, room: RoomId, number: int) -> Sequence[ChatLine]:
        """Return the lines of chat above that number which are kept, in order."""

    async def latest_said(self, rooms: Collection[RoomId]) -> Mapping[RoomId, int]:
        """Return the highest number of a line in each of these rooms in which anything was said."""

    async def say_here(self, process: str, presences: Mapping[RoomId, Sequence[Presence]]) -> None:
        """Keep what this process knows of who has which page open, in place of what it said before of those rooms' seats."""

    async def who_is_here(self, rooms: Collection[RoomId], *, except_process: str) -> Mapping[RoomId, Sequence[Presence]]:
        """Return the last report of every other process on these rooms. A seat that is open in several has several."""

    async def session_key(self, fresh: bytes) -> bytes:
        """Return the key that sessions are signed with: the one kept, else `fresh`, which is kept from now on."""


class Clock(Protocol):
    """Tells the time of day, because due times outlive the process."""

    def now(self) -> Millis: ...

    async def sleep_until(self, at: Millis) -> None: ...


class Dice(Protocol):
    """A source of chance: 32 bytes that nobody can foresee."""

    def throw(self) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Told:
    """News of a room: its state, and the events that brought it there.

    There are no events if somebody only came or went, or said something (`said`).
    """

    state: RoomState
    version: int
    events: tuple[AnyEvent, ...]
    said: tuple[ChatLine, ...] = ()


class Outbox(Protocol):
    """Tells the people of a room. It is called for every version, in order, after it is stored, and neither waits nor fails."""

    def tell(self, told: Told) -> None: ...

    def end(self, why: TableRefused) -> None:
        """Tell everybody why nothing more comes, and close their pages' lines."""
