"""What pads need of a store, as a protocol: logs that keep their versions, links that are kept hashed, and who writes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NewType, Protocol

PadId = NewType("PadId", str)
"""What a log is known by in the database: ten letters and digits; links do not show it."""

KeyHash = NewType("KeyHash", str)
"""SHA-256, hexadecimal, of the key in a link; the key itself is kept nowhere."""


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """One entry as the log keeps it: what it says is JSON text."""

    v: int
    at: int  # milliseconds since 1970
    by: str
    session: str
    id: str
    body: str


@dataclass(frozen=True, slots=True)
class Link:
    """What a key opens: which log, of what kind (`pad` or `season`), and what for.

    The role is `write` or `watch`, or `gone` for a key in whose place another has come.
    """

    pad: PadId
    kind: str
    role: str


@dataclass(frozen=True, slots=True)
class Writer:
    """A browser that writes: what the trail calls it, and whether it has a half-typed hand."""

    session: str
    name: str
    is_typing: bool = False


class PadVersionTaken(Exception):
    """Another entry came first: the log has one of this version, or of this id, already."""


class PadKeyGone(Exception):
    """The key by which somebody writes opens nothing for writing: another has come in its place."""


class PadStoreFailed(Exception):
    """The store could not keep or give what was asked."""


class PadNotRead(PadStoreFailed):
    """The store could not give what was asked."""


class PadStore(Protocol):
    """The logs of pads and seasons. An entry is kept whole or not at all."""

    async def make(self, pad: PadId, kind: str, links: Mapping[KeyHash, str], entries: Sequence[StoredEntry]) -> None:
        """Keep a new log with its first entries, and the role of each key that opens it.

        Raises PadVersionTaken where a key or the log's id is in use, and PadStoreFailed.
        """

    async def replace_links(self, pad: PadId, links: Mapping[KeyHash, str], key: KeyHash) -> None:
        """Have these keys open the log, each in its role, in place of those that did, which are `gone` now.

        `key` is the one by which that is asked: of several who ask by one key, one has it done. What is gone stays gone: no such
        key opens anything again. Raises PadKeyGone, PadVersionTaken where a key is in use, or PadStoreFailed; nothing is changed.
        """

    async def find(self, key: KeyHash) -> Link | None:
        """What the key opens; None where it opens nothing."""

    async def append(self, pad: PadId, entry: StoredEntry, key: KeyHash | None = None) -> None:
        """Keep one entry more, by a key to write, if one is named, that opens the log as the entry is kept.

        Raises PadKeyGone, PadVersionTaken, or PadStoreFailed, also where it would leave a gap.
        """

    async def entries_after(self, pad: PadId, v: int) -> Sequence[StoredEntry]:
        """The entries above that version, in order; of an unknown log none."""

    def hear(self, heard: Callable[[PadId], None]) -> None:
        """Have `heard` called with every log that some process says it has written, or replaced the links of.

        It is a hint, which may be lost, and some stores hear none.
        """

    async def look(self, key: KeyHash) -> tuple[int, str] | None:
        """The highest version of the log that the key is for, and the key's role by now; None where it opens nothing."""

    async def made_by(self, session: str, since: int) -> int:
        """How many logs this session has made since then."""

    async def writers(self, pad: PadId) -> Sequence[Writer]:
        """Everybody who writes on the pad, in the order in which they came."""

    async def say_writer(self, pad: PadId, session: str, name: str, at: int) -> None:
        """Keep a writer's name in place of the earlier one. A draft stays."""

    async def keep_draft(self, pad: PadId, session: str, draft: str | None) -> None:
        """Keep a known writer's half-typed hand, as JSON text, in place of the earlier one, or throw it away."""

    async def draft(self, pad: PadId, session: str) -> str | None:
        """Return the writer's half-typed hand; None if there is none."""

    async def forget_writer(self, pad: PadId, session: str) -> None:
        """Forget a writer with the draft. What was written on the pad stays."""

    async def size(self) -> int:
        """Return how many bytes the database holds, rooms and all."""

    async def put_in_season(self, pad: PadId, season: PadId | None) -> None:
        """Have the pad belong to that season alone, or to none."""

    async def season_of(self, pad: PadId) -> PadId | None:
        """The season that the pad belongs to."""

    async def pads_in(self, season: PadId) -> Sequence[PadId]:
        """The pads of a season, the earliest first."""

    async def newest(self, limit: int) -> Sequence[PadId]:
        """The pads (no seasons) that were made last, the newest first."""
