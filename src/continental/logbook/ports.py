"""The store of a log, as a protocol: entries kept whole and in order, races decided by the version, hints between processes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NewType, Protocol

from continental.logbook.books import Book, BookKey
from continental.logbook.links import KeyHash, Role
from continental.play.terms import Seat

Millis = NewType("Millis", int)
"""A moment: milliseconds since 1970, by the server's clock."""

SessionHash = NewType("SessionHash", str)
"""SHA-256, hexadecimal, of the secret that one browser holds; the secret itself is kept nowhere."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One entry as a log keeps it. `body` is JSON text.

    Entries of pads and seasons say who wrote them, and have an id that their writer's program made. A log takes an id once.
    """

    version: int
    at: Millis
    body: str
    id: str | None = None
    by: str | None = None
    session: str | None = None


@dataclass(frozen=True, slots=True, order=True)
class Due:
    """Something that falls due in a room: when, what, for which seat (-1: the table), and the version that brought it about."""

    at: Millis
    kind: str
    seat: Seat
    version: int


@dataclass(frozen=True, slots=True)
class Extras:
    """Everything that is kept with entries, in the same transaction.

    `made_by` and `links` go with version 1: who made the log, and which keys open it. `dues` takes the place of all that was due
    in the log; `None` leaves that as it is. If `by_key` is given, it must open the log for writing as the entries are kept.
    """

    made_by: str | None = None
    links: Mapping[KeyHash, Role] = field(default_factory=dict)
    dues: Sequence[Due] | None = None
    by_key: KeyHash | None = None


NO_EXTRAS: Final = Extras()


class VersionTaken(Exception):
    """Another entry came first: the log has one of this version or id already, or a key of a link is in use."""


class LinkGone(Exception):
    """The key by which somebody writes opens nothing for writing: another has come in its place."""


class StoreFailed(Exception):
    """The store could not keep or give what was asked. Reading again shows whether an append was kept."""


class StoreNotRead(StoreFailed):
    """The store could not give what was asked."""


class StoreDamaged(StoreNotRead):
    """The store cannot give what was asked, and asking again does not help."""


class LogStore(Protocol):
    """The logs of all books. Entries are kept whole, with their extras, or not at all."""

    async def append(self, log: BookKey, entries: Sequence[LogEntry], extras: Extras = NO_EXTRAS) -> None:
        """Keep entries that follow each other and the log's latest version. A log begins with version 1.

        When this returns, they are on the disk. Raises VersionTaken, LinkGone, or StoreFailed, also if they would leave a gap.
        """

    async def entries_after(self, log: BookKey, version: int, until: int | None = None) -> Sequence[LogEntry]:
        """Return the entries above that version, in order, up to `until` if that is given; of an unknown log none."""

    async def latest(self, logs: Collection[BookKey]) -> Mapping[BookKey, int]:
        """Return the highest version of each of these logs that is known."""

    async def count_made(self, books: Collection[Book], by: str, since: int) -> int:
        """Return how many logs of these books the session has made since then."""

    def subscribe(self, heard: Callable[[BookKey, int], None]) -> None:
        """Have `heard` called with a log and a version when some process says that it has written it.

        It is a hint, which may be lost, so that everybody still asks for the latest versions now and then. The version is 0 if
        it is not the entries that changed, but the links.
        """

    async def listen(self) -> None:
        """Pass the hints on until cancelled. Returns at once if processes cannot tell each other. Raises StoreFailed."""

    async def close(self) -> None:
        """Release all connections."""
