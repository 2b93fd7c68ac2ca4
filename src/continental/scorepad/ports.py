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
    """A browser that writes: what the trail calls it, and whether it has a half-typed hand."""

    session: str
    name: str
    is_typing: bool = False


class PadStore(LogStore, Protocol):
    """The logs of pads and seasons, and what is kept beside them: links, writers, drafts, and the evenings of a season."""

    async def find(self, key: KeyHash) -> Link | None:
        """Return what the key opens; `None` if it opens nothing."""

    async def look(self, key: KeyHash) -> tuple[int, Role] | None:
        """Return the highest version of the log that the key is for, and the key's role by now; `None` if it opens nothing."""

    async def replace_links(self, log: BookKey, links: Mapping[KeyHash, Role], by_key: KeyHash) -> None:
        """Have these keys open the log, each in its role, in place of those that did, which are `gone` now.

        Of several who ask by one key, one has it done. A key that is gone never opens anything again. Raises LinkGone,
        VersionTaken if a key is in use, or StoreFailed; nothing is changed then.
        """

    async def writers(self, log: BookKey) -> Sequence[Writer]:
        """Return everybody who writes on the log, in the order in which they came."""

    async def say_writer(self, log: BookKey, session: str, name: str, at: int) -> None:
        """Keep a writer's name in place of the earlier one. A draft stays."""

    async def keep_draft(self, log: BookKey, session: str, draft: str | None) -> None:
        """Keep a known writer's half-typed hand, as JSON text, in place of the earlier one, or throw it away."""

    async def draft(self, log: BookKey, session: str) -> str | None:
        """Return the writer's half-typed hand; `None` if there is none."""

    async def forget_writer(self, log: BookKey, session: str) -> None:
        """Forget a writer with the draft. What was written on the pad stays."""

    async def size(self) -> int:
        """Return how many bytes the database holds, rooms and all."""

    async def put_in_season(self, pad: BookKey, season: BookKey | None) -> None:
        """Have the pad belong to that season alone, or to none."""

    async def season_of(self, pad: BookKey) -> BookKey | None:
        """Return the season that the pad belongs to; `None` if it belongs to none."""

    async def pads_in(self, season: BookKey) -> Sequence[BookKey]:
        """Return the pads of a season, the earliest first."""

    async def newest(self, limit: int) -> Sequence[BookKey]:
        """Return the pads that were made last, the newest first."""
