"""A store in memory: everything the others do but outlive the process."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from continental.play.terms import Seat
from continental.store.pads import MemoryPads
from continental.table.ports import (
    Due,
    Millis,
    Presence,
    RoomId,
    Said,
    SessionHash,
    Snapshot,
    Stored,
    StoreFailed,
    VersionTaken,
)


class MemoryStore:
    """An `EventStore` for tests; several lobbies on one of them are several processes on one database."""

    def __init__(self) -> None:
        self.pads = MemoryPads()
        self._logs: dict[RoomId, list[Stored]] = {}
        self._dues: dict[RoomId, tuple[Due, ...]] = {}
        self._snapshots: dict[RoomId, Snapshot] = {}
        self._made: dict[RoomId, tuple[SessionHash | None, Millis]] = {}
        self._said: dict[RoomId, list[Said]] = {}
        self._session_key = b""
        self._here: dict[RoomId, dict[tuple[str, Seat], Presence]] = {}

    async def append(self, room: RoomId, stored: Stored, dues: Sequence[Due], *, made_by: SessionHash | None = None) -> None:
        log = self._logs.get(room, [])
        if stored.version <= len(log):
            raise VersionTaken(f"{room} has a version {stored.version}")
        if stored.version > len(log) + 1:
            raise StoreFailed(f"version {stored.version} of {room} would leave a gap after {len(log)}")
        if stored.version == 1:
            self._made[room] = (made_by, stored.at)
        self._logs[room] = [*log, stored]
        self._dues[room] = tuple(sorted(dues))

    async def versions_after(self, room: RoomId, version: int, until: int | None = None) -> Sequence[Stored]:
        return tuple(self._logs.get(room, ())[version:until])

    async def read_on(self, room: RoomId, version: int) -> tuple[Sequence[Stored], Sequence[Due]]:
        return await self.versions_after(room, version), await self.dues_of(room)

    async def keep_snapshot(self, room: RoomId, snapshot: Snapshot) -> None:
        before = self._snapshots.get(room)
        if before is None or before.version <= snapshot.version:
            self._snapshots[room] = snapshot

    async def snapshot_of(self, room: RoomId) -> Snapshot | None:
        return self._snapshots.get(room)

    async def latest(self, rooms: Collection[RoomId]) -> Mapping[RoomId, int]:
        return {room: len(self._logs[room]) for room in rooms if room in self._logs}

    async def dues_of(self, room: RoomId) -> Sequence[Due]:
        return self._dues.get(room, ())

    async def rooms_due(self, until: Millis, limit: int) -> Sequence[RoomId]:
        firsts = sorted(min(dues) for dues in self._dues.values() if dues)
        return tuple(due.room for due in firsts if due.at <= until)[:limit]

    async def rooms_made(self, by: SessionHash, since: Millis) -> int:
        return sum(who == by and at >= since for who, at in self._made.values())

    async def say(self, room: RoomId, said: Said, *, keep: int) -> None:
        before = self._said.get(room, [])
        if before and said.number <= before[-1].number:
            raise VersionTaken(f"{room} has a line {said.number}")
        self._said[room] = [*before, said][-keep:]

    async def said_after(self, room: RoomId, number: int) -> Sequence[Said]:
        return tuple(said for said in self._said.get(room, ()) if said.number > number)

    async def latest_said(self, rooms: Collection[RoomId]) -> Mapping[RoomId, int]:
        return {room: self._said[room][-1].number for room in rooms if room in self._said}

    async def hear(self, heard: Callable[[RoomId, int], None]) -> None:
        """Nothing: processes on one memory are found in tests alone, and ask."""

    async def say_here(self, process: str, presences: Mapping[RoomId, Sequence[Presence]]) -> None:
        for room, rows in presences.items():
            self._here.setdefault(room, {}).update({(process, row.seat): row for row in rows})

    async def who_is_here(self, rooms: Collection[RoomId], *, except_process: str) -> Mapping[RoomId, Sequence[Presence]]:
        here = {room: self._here[room] for room in rooms if room in self._here}
        return {room: [row for (who, _), row in rows.items() if who != except_process] for room, rows in here.items()}

    async def session_key(self, fresh: bytes) -> bytes:
        self._session_key = self._session_key or fresh
        return self._session_key

    async def close(self) -> None:
        """Nothing is held open."""
