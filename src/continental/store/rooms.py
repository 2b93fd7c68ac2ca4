"""The tables beside the rooms' logs: what falls due, snapshots, chat, who is here, and the server's key."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

from sqlalchemy import delete, func, insert, select

from continental.logbook.ports import Due, LogEntry, StoreDamaged
from continental.play.terms import Seat
from continental.store.logs import SqlLogs, entries_query, read_rows
from continental.store.tables import DUE, KEY, PRESENCE, SAID, SNAPSHOT
from continental.table.ports import ChatLine, Millis, Presence, RoomId, Snapshot, room_log

_KEY_BYTES: Final = 32


class SqlRooms(SqlLogs):
    """A `RoomStore` in a database."""

    async def read_on(self, room: RoomId, version: int) -> tuple[Sequence[LogEntry], Sequence[Due]]:
        log, dues = await self._read(entries_query(room_log(room), version), _dues(room))
        return read_rows(log), _in_order(dues)

    async def keep_snapshot(self, room: RoomId, snapshot: Snapshot) -> None:
        row = self._insert(SNAPSHOT).values(room=room, **asdict(snapshot))
        named = {name: row.excluded[name] for name in ("version", "form", "body")}
        # Of two processes the one that is further on has its way.
        upsert = row.on_conflict_do_update(index_elements=["room"], set_=named, where=SNAPSHOT.c.version <= row.excluded.version)
        async with self._writing() as connection:
            await connection.execute(upsert)

    async def snapshot_of(self, room: RoomId) -> Snapshot | None:
        (rows,) = await self._read(select(SNAPSHOT.c.version, SNAPSHOT.c.form, SNAPSHOT.c.body).where(SNAPSHOT.c.room == room))
        return next((Snapshot(*row) for row in rows), None)

    async def dues_of(self, room: RoomId) -> Sequence[Due]:
        return _in_order((await self._read(_dues(room)))[0])

    async def rooms_due(self, until: Millis, limit: int) -> Sequence[RoomId]:
        first = func.min(DUE.c.at)
        wanted = select(DUE.c.room).where(DUE.c.at <= until).group_by(DUE.c.room).order_by(first).limit(limit)
        return [RoomId(row[0]) for row in (await self._read(wanted))[0]]

    async def say(self, room: RoomId, said: ChatLine, *, keep: int) -> None:
        async with self._writing() as connection:
            await connection.execute(insert(SAID), {"room": room, **asdict(said)})
            await connection.execute(delete(SAID).where(SAID.c.room == room, SAID.c.number <= said.number - keep))

    async def said_after(self, room: RoomId, number: int) -> Sequence[ChatLine]:
        wanted = (
            select(SAID.c.number, SAID.c.at, SAID.c.seat, SAID.c.name, SAID.c.phrase, SAID.c.text)
            .where(SAID.c.room == room, SAID.c.number > number)
            .order_by(SAID.c.number)
        )
        return [ChatLine(row[0], Millis(row[1]), Seat(row[2]), *row[3:]) for row in (await self._read(wanted))[0]]

    async def latest_said(self, rooms: Collection[RoomId]) -> Mapping[RoomId, int]:
        if not rooms:
            return {}
        wanted = select(SAID.c.room, func.max(SAID.c.number)).where(SAID.c.room.in_(rooms)).group_by(SAID.c.room)
        return {RoomId(row[0]): row[1] for row in (await self._read(wanted))[0]}

    async def say_here(self, process: str, presences: Mapping[RoomId, Sequence[Presence]]) -> None:
        row = self._insert(PRESENCE)
        upsert = row.on_conflict_do_update(
            index_elements=["room", "process", "seat"],
            set_={"open": row.excluded.open, "seen_at": row.excluded.seen_at, "pages": row.excluded.pages},
        )
        rows = [{"room": room, "process": process, **asdict(row)} for room, said in sorted(presences.items()) for row in said]
        async with self._writing() as connection:
            await connection.execute(upsert, rows)

    async def who_is_here(self, rooms: Collection[RoomId], *, except_process: str) -> Mapping[RoomId, Sequence[Presence]]:
        if not rooms:
            return {}
        wanted = select(PRESENCE.c.room, PRESENCE.c.seat, PRESENCE.c.open, PRESENCE.c.seen_at, PRESENCE.c.pages).where(
            PRESENCE.c.room.in_(rooms), PRESENCE.c.process != except_process
        )
        here: dict[RoomId, list[Presence]] = {}
        for row in (await self._read(wanted))[0]:
            here.setdefault(RoomId(row[0]), []).append(Presence(Seat(row[1]), row[2], Millis(row[3]), row[4]))
        return here

    async def session_key(self, fresh: bytes) -> bytes:
        async with self._writing() as connection:
            await connection.execute(self._insert(KEY).on_conflict_do_nothing(), {"name": "session", "key": fresh.hex()})
            kept = await connection.execute(select(KEY.c.key).where(KEY.c.name == "session"))
            return _signing_key(kept.scalar_one())


def _signing_key(text: str) -> bytes:
    """Return the stored key. Raises StoreDamaged if it is none: cookies signed by a shorter one could be forged."""
    try:
        key = bytes.fromhex(text)
    except (TypeError, ValueError):
        key = b""
    if len(key) < _KEY_BYTES:
        raise StoreDamaged("session key") from ValueError(
            "the key in it that signs sessions is damaged; delete its row, and a new one is made"
        )
    return key


def _dues(room: RoomId) -> Any:
    return select(DUE.c.at, DUE.c.kind, DUE.c.seat, DUE.c.version).where(DUE.c.room == room)


def _in_order(rows: Sequence[Any]) -> list[Due]:
    return sorted(Due(Millis(row[0]), row[1], Seat(row[2]), row[3]) for row in rows)
