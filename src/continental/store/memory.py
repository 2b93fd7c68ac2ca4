"""A store in memory: it does all that the others do but outlive the process."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from continental.logbook.books import Book, BookKey
from continental.logbook.links import KeyHash, Link, Role
from continental.logbook.ports import NO_EXTRAS, Due, Extras, LinkGone, LogEntry, Millis, StoreFailed, VersionTaken
from continental.play.terms import Seat
from continental.scorepad.ports import Writer
from continental.table.ports import ChatLine, Presence, RoomId, Snapshot, room_log


class MemoryLogs:
    """A `LogStore` for tests; several servers on one of them are several processes on one database."""

    def __init__(self) -> None:
        self._logs: dict[BookKey, list[LogEntry]] = {}
        self._made: dict[BookKey, tuple[str | None, int]] = {}
        self._dues: dict[BookKey, tuple[Due, ...]] = {}
        self._links: dict[KeyHash, Link] = {}

    async def append(self, log: BookKey, entries: Sequence[LogEntry], extras: Extras = NO_EXTRAS) -> None:
        if extras.by_key is not None:
            self._check_key(log, extras.by_key)
        before, first = self._logs.get(log, []), entries[0]
        ids = [entry.id for entry in (*before, *entries) if entry.id is not None]
        if first.version <= len(before) or len(set(ids)) < len(ids):
            raise VersionTaken(f"{log} has a version {first.version}")
        if first.version > len(before) + 1:
            raise StoreFailed(f"version {first.version} of {log} would leave a gap")
        if first.version == 1:
            self._check_unused(extras.links)
            self._made[log] = extras.made_by, first.at
            self._links |= {key: Link(log, role) for key, role in extras.links.items()}
        self._logs[log] = [*before, *entries]
        if extras.dues is not None:
            self._dues[log] = tuple(sorted(extras.dues))

    def _check_key(self, log: BookKey, key: KeyHash) -> None:
        if self._links.get(key) != Link(log, "write"):
            raise LinkGone

    def _check_unused(self, links: Mapping[KeyHash, Role]) -> None:
        if links.keys() & self._links.keys():
            raise VersionTaken("a key is in use")

    async def entries_after(self, log: BookKey, version: int, until: int | None = None) -> Sequence[LogEntry]:
        return tuple(self._logs.get(log, ())[version:until])

    async def latest(self, logs: Collection[BookKey]) -> Mapping[BookKey, int]:
        return {log: len(self._logs[log]) for log in logs if log in self._logs}

    async def count_made(self, books: Collection[Book], by: str, since: int) -> int:
        return sum(log.book in books and who == by and at >= since for log, (who, at) in self._made.items())

    def subscribe(self, heard: Callable[[BookKey, int], None]) -> None:
        """Do nothing: only tests have processes on one memory, and these ask."""

    async def listen(self) -> None:
        """Return at once, as nobody says anything."""

    async def close(self) -> None:
        """Do nothing, as nothing is held open."""


class MemoryRooms(MemoryLogs):
    """A `RoomStore` for tests."""

    def __init__(self) -> None:
        super().__init__()
        self._snapshots: dict[RoomId, Snapshot] = {}
        self._said: dict[RoomId, list[ChatLine]] = {}
        self._session_key = b""
        self._here: dict[RoomId, dict[tuple[str, Seat], Presence]] = {}

    async def read_on(self, room: RoomId, version: int) -> tuple[Sequence[LogEntry], Sequence[Due]]:
        return await self.entries_after(room_log(room), version), await self.dues_of(room)

    async def keep_snapshot(self, room: RoomId, snapshot: Snapshot) -> None:
        before = self._snapshots.get(room)
        if before is None or before.version <= snapshot.version:
            self._snapshots[room] = snapshot

    async def snapshot_of(self, room: RoomId) -> Snapshot | None:
        return self._snapshots.get(room)

    async def dues_of(self, room: RoomId) -> Sequence[Due]:
        return self._dues.get(room_log(room), ())

    async def rooms_due(self, until: Millis, limit: int) -> Sequence[RoomId]:
        firsts = sorted((min(dues), log) for log, dues in self._dues.items() if dues)
        return tuple(RoomId(log.id) for due, log in firsts if due.at <= until)[:limit]

    async def say(self, room: RoomId, said: ChatLine, *, keep: int) -> None:
        before = self._said.get(room, [])
        if before and said.number <= before[-1].number:
            raise VersionTaken(f"{room_log(room)} has a line {said.number}")
        self._said[room] = [*before, said][-keep:]

    async def said_after(self, room: RoomId, number: int) -> Sequence[ChatLine]:
        return tuple(said for said in self._said.get(room, ()) if said.number > number)

    async def latest_said(self, rooms: Collection[RoomId]) -> Mapping[RoomId, int]:
        return {room: self._said[room][-1].number for room in rooms if room in self._said}

    async def say_here(self, process: str, presences: Mapping[RoomId, Sequence[Presence]]) -> None:
        for room, rows in presences.items():
            self._here.setdefault(room, {}).update({(process, row.seat): row for row in rows})

    async def who_is_here(self, rooms: Collection[RoomId], *, except_process: str) -> Mapping[RoomId, Sequence[Presence]]:
        here = {room: self._here[room] for room in rooms if room in self._here}
        return {room: [row for (who, _), row in rows.items() if who != except_process] for room, rows in here.items()}

    async def session_key(self, fresh: bytes) -> bytes:
        self._session_key = self._session_key or fresh
        return self._session_key


class MemoryPads(MemoryLogs):
    """A `PadStore` for tests."""

    def __init__(self) -> None:
        super().__init__()
        self._writers: dict[BookKey, dict[str, str]] = {}
        self._drafts: dict[BookKey, dict[str, str]] = {}
        self._seasons: dict[BookKey, BookKey] = {}

    async def find(self, key: KeyHash) -> Link | None:
        return self._links.get(key)

    async def look(self, key: KeyHash) -> tuple[int, Role] | None:
        link = self._links.get(key)
        return None if link is None else (len(self._logs[link.log]), link.role)

    async def replace_links(self, log: BookKey, links: Mapping[KeyHash, Role], by_key: KeyHash) -> None:
        self._check_key(log, by_key)
        self._check_unused(links)
        gone = {old: Link(log, "gone") for old, link in self._links.items() if link.log == log}
        self._links |= {**gone, **{new: Link(log, role) for new, role in links.items()}}

    async def writers(self, log: BookKey) -> Sequence[Writer]:
        drafts = self._drafts.get(log, {})
        return tuple(Writer(session, name, session in drafts) for session, name in self._writers.get(log, {}).items())

    async def say_writer(self, log: BookKey, session: str, name: str, at: int) -> None:
        self._writers.setdefault(log, {})[session] = name

    async def keep_draft(self, log: BookKey, session: str, draft: str | None) -> None:
        drafts = self._drafts.setdefault(log, {})
        drafts.pop(session, None)
        if draft is not None and session in self._writers.get(log, {}):
            drafts[session] = draft

    async def draft(self, log: BookKey, session: str) -> str | None:
        return self._drafts.get(log, {}).get(session)

    async def forget_writer(self, log: BookKey, session: str) -> None:
        self._writers.get(log, {}).pop(session, None)
        self._drafts.get(log, {}).pop(session, None)

    async def size(self) -> int:
        return sum(len(entry.body) for log in self._logs.values() for entry in log)

    async def put_in_season(self, pad: BookKey, season: BookKey | None) -> None:
        self._seasons.pop(pad, None)
        if season is not None:
            self._seasons[pad] = season

    async def season_of(self, pad: BookKey) -> BookKey | None:
        return self._seasons.get(pad)

    async def pads_in(self, season: BookKey) -> Sequence[BookKey]:
        return sorted((pad for pad, its in self._seasons.items() if its == season), key=lambda pad: (self._made[pad][1], pad))

    async def newest(self, limit: int) -> Sequence[BookKey]:
        pads = [log for log in self._made if log.book is Book.PAD]
        return sorted(pads, key=lambda pad: (-self._made[pad][1], pad))[:limit]


class MemoryStore(MemoryRooms, MemoryPads):
    """The store of all books in memory."""
