"""The store of pads and seasons, as a protocol: their logs, the links that open them, and who writes on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from continental.logbook.books import BookKey
from continental.logbook.links import KeyHash, Link, Role
from continental.logbook.ports import LogStore


@dataclass(frozen=True, slots=True)
class Writer:
    """A browser that writes: its session, its name in the trail, and whether it has a half-typed hand."""

    session: str
    name: str
    is_typing: bool = False


class PadStore(LogStore, Protocol):
    """The logs of pads and seasons, with their links, writers and drafts, and the evenings of a season."""

    async def find(self, key: KeyHash) -> Link | None:
        """Return the link that the key opens, or None if it opens nothing."""

    async def look(self, key: KeyHash) -> tuple[int, Role] | None:
        """Return the highest version of the log that the key is for, and the key's role by now. None if it opens nothing."""

    async def replace_links(self, log: BookKey, links: Mapping[KeyHash, Role], by_key: KeyHash) -> None:
        """Make these keys open the log, each in its role. The keys of before are `gone` from then on.

        If several ask by one key, the first one succeeds. A key that is gone never opens anything again. Raises LinkGone,
        VersionTaken if a key is in use, or StoreFailed. Nothing is changed then.
        """

    async def writers(self, log: BookKey) -> Sequence[Writer]:
        """Return all who write on the log, in the order in which they came."""

    async def say_writer(self, log: BookKey, session: str, name: str, at: int) -> None:
        """Store a writer's name in place of the earlier one. A draft stays."""

    async def keep_draft(self, log: BookKey, session: str, draft: str | None) -> None:
        """Store a known writer's half-typed hand, as JSON text, in place of the earlier one. None deletes it."""

    async def draft(self, log: BookKey, session: str) -> str | None:
        """Return the writer's half-typed hand, or None if there is none."""

    async def forget_writer(self, log: BookKey, session: str) -> None:
        """Forget a writer and the draft. The entries on the pad stay."""

    async def size(self) -> int:
        """Return the size of the database in bytes, rooms included."""

    async def put_in_season(self, pad: BookKey, season: BookKey | None) -> None:
        """Make the pad belong to that season only, or to none."""

    async def season_of(self, pad: BookKey) -> BookKey | None:
        """Return the season that the pad belongs to, or None if it belongs to none."""

    async def pads_in(self, season: BookKey) -> Sequence[BookKey]:
        """Return the pads of a season, the earliest first."""

    async def newest(self, limit: int) -> Sequence[BookKey]:
        """Return the pads that were made last, the newest first."""
