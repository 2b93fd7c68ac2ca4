"""What a room needs from outside, as protocols: a log that keeps its versions, a clock, dice, and somebody to tell."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NewType, Protocol

from continental.play.terms import Seat

if TYPE_CHECKING:
    from continental.table.events import AnyEvent
    from continental.table.refusal import TableRefused
    from continental.table.state import RoomState

RoomId = NewType("RoomId", str)
"""What a room's link ends in: unguessable, ten lower-case letters and digits."""

Millis = NewType("Millis", int)
"""A moment: milliseconds since 1970, by the server's clock."""

SessionHash = NewType("SessionHash", str)
"""SHA-256, hexadecimal, of the secret that one browser holds; the secret itself is kept nowhere."""


@dataclass(frozen=True, slots=True)
class Stored:
    """One version of a room as the log keeps it: the act and everything it did, as JSON text."""

    version: int
    at: Millis
    body: str


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A room folded up to a version, as JSON text of the form that is named; other forms are not read."""

    version: int
    form: str
    body: str


@dataclass(frozen=True, slots=True, order=True)
class Due:
    """Something that falls due in a room: what, for which seat (-1: the table), when, and the version that brought it about."""

    at: Millis
    room: RoomId
    kind: str
    seat: Seat
    version: int


@dataclass(frozen=True, slots=True)
class Presence:
    """Whether a seat's person has the page open, as one process last said; the table (seat -1) stands for all who watch.

    `pages` counts the pages that are open.
    """

    seat: Seat
    open: bool
    seen_at: Millis
    pages: int = 1


@dataclass(frozen=True, slots=True)
class Said:
    """One line of a room's chat, numbered from 1: who said it, and either a ready phrase's id or a text."""

    number: int
    at: Millis
    seat: Seat
    name: str
    phrase: str | None
    text: str | None


class VersionTaken(Exception):
    """Another act came first: the room already has a version of this number."""


class StoreFailed(Exception):
    """The store could not keep or give what was asked; whether an append was kept is seen by reading again."""


class StoreDamaged(StoreFailed):
    """The store cannot give what was asked, and asking again does not help."""


class EventStore(Protocol):
    """The log of every room. A version is kept whole, with what falls due after it, or not at all."""

    async def append(self, room: RoomId, stored: Stored, dues: Sequence[Due], *, made_by: SessionHash | None = None) -> None:
        """Keep a version, and `dues` in place of all that was due in the room.

        `made_by` goes with version 1 alone: who made the room. Raises VersionTaken where the room has that version already,
        StoreFailed where it cannot be kept.
        """

    async def versions_after(self, room: RoomId, version: int, until: int | None = None) -> Sequence[Stored]:
        """The room's versions above the given one, in order, up to `until` if that is given; of an unknown room none."""

    async def read_on(self, room: RoomId, version: int) -> tuple[Sequence[Stored], Sequence[Due]]:
        """The room's versions above the given one and all that falls due in it, both of one moment."""

    async def keep_snapshot(self, room: RoomId, snapshot: Snapshot) -> None:
        """Keep a snapshot of the room in place of the one before it. Raises StoreFailed."""

    async def snapshot_of(self, room: RoomId) -> Snapshot | None:
        """The snapshot that was kept last, if there is one."""

    async def latest(self, rooms: Collection[RoomId]) -> Mapping[RoomId, int]:
        """The highest version of each of these rooms that is known."""

    async def dues_of(self, room: RoomId) -> Sequence[Due]:
        """All that falls due in the room, the earliest first."""

    async def rooms_due(self, until: Millis, limit: int) -> Sequence[RoomId]:
        """Rooms in which something was due at `until` or before, the longest overdue first."""

    async def rooms_made(self, by: SessionHash, since: Millis) -> int:
        """How many rooms this session has made since then."""

    async def say(self, room: RoomId, said: Said, *, keep: int) -> None:
        """Keep a line of chat, and of all lines the last `keep` alone; raises VersionTaken where its number is taken."""

    async def said_after(self, room: RoomId, number: int) -> Sequence[Said]:
        """The lines of chat above that number which are kept, in order."""

    async def latest_said(self, rooms: Collection[RoomId]) -> Mapping[RoomId, int]:
        """The highest number of a line in each of these rooms where anything was said."""

    async def hear(self, heard: Callable[[RoomId, int], None]) -> None:
        """Call `heard` with a room and a version whenever another process says that it has written it, until cancelled.

        It is a hint, which may be lost: whoever hears still asks for the latest versions now and then. Where processes cannot
        tell each other, it returns at once. Raises StoreFailed where the line breaks.
        """

    async def say_here(self, process: str, presences: Mapping[RoomId, Sequence[Presence]]) -> None:
        """Keep what this process knows of who has which page open, in place of what it said before of those rooms' seats."""

    async def who_is_here(self, rooms: Collection[RoomId], *, except_process: str) -> Mapping[RoomId, Sequence[Presence]]:
        """What every other process last said of these rooms; several for one seat where it is open in several."""

    async def session_key(self, fresh: bytes) -> bytes:
        """Return the key that sessions are signed with: the one kept, else `fresh`, which is kept from now on."""

    async def close(self) -> None:
        """Let go of whatever is held open."""


class Clock(Protocol):
    """What time it is; due times outlive the process, so this is the time of day."""

    def now(self) -> Millis: ...

    async def sleep_until(self, at: Millis) -> None: ...


class Dice(Protocol):
    """Where chance comes from: 32 bytes that nobody can foresee."""

    def throw(self) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Told:
    """What a room tells: where it stands now and what brought it there.

    There are no events where only somebody came or went, or said something (`said`).
    """

    state: RoomState
    version: int
    events: tuple[AnyEvent, ...]
    said: tuple[Said, ...] = ()


class Outbox(Protocol):
    """Whoever tells the people of a room: called for every version, in order, after it is stored. It neither waits nor fails."""

    def tell(self, told: Told) -> None: ...

    def end(self, why: TableRefused) -> None:
        """Tell everybody why nothing more comes, and close their pages' lines."""
