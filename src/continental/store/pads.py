"""The logs of pads in a database or in memory: the same promises as the rooms' logs, in tables of their own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Final

from sqlalchemy import BigInteger, ColumnElement, delete, exists, func, insert, literal, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from continental.scorepad.ports import (
    KeyHash,
    Link,
    PadId,
    PadKeyGone,
    PadNotRead,
    PadStoreFailed,
    PadVersionTaken,
    StoredEntry,
    Writer,
)
from continental.store.damage import ReadFailures
from continental.store.tables import PAD, PAD_ENTRY, PAD_LINK, PAD_WRITER
from continental.table.names import short_id

# pages that are free again are filled before the file grows
_SQLITE_SIZE: Final = (
    "SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, pragma_freelist_count, pragma_page_size"
)
_POSTGRES_SIZE: Final = "SELECT pg_database_size(current_database())"

Writing = Callable[[], AbstractAsyncContextManager[AsyncConnection]]


class SqlPads:
    """A `PadStore` in a database: the pads of a `SqlStore`. `say` tells other processes of a log, if any hear."""

    def __init__(
        self, reader: AsyncEngine, writing: Writing, say: Callable[[PadId], None] | None, failures: ReadFailures
    ) -> None:
        self._reader = reader
        self._transaction = writing
        self._say = say
        self._failures = failures
        self._hear: list[Callable[[PadId], None]] = []
        self._make = sqlite.insert if reader.dialect.name == "sqlite" else postgresql.insert

    async def make(self, pad: PadId, kind: str, links: Mapping[KeyHash, str], entries: Sequence[StoredEntry]) -> None:
        first = entries[0]
        async with self._writing() as connection:
            row = {"pad": pad, "kind": kind, "made_by": first.session, "made_at": first.at, "season": None}
            await connection.execute(insert(PAD), row)
            if links:
                rows = [{"hash": key, "pad": pad, "role": role} for key, role in links.items()]
                await connection.execute(insert(PAD_LINK), rows)
            await connection.execute(insert(PAD_ENTRY), [_row(pad, entry) for entry in entries])

    async def replace_links(self, pad: PadId, links: Mapping[KeyHash, str], key: KeyHash) -> None:
        mine = PAD_LINK.c.pad == pad
        rows = [{"hash": new, "pad": pad, "role": role} for new, role in links.items()]
        # whoever comes second waits here until the first is done, and then finds the key gone
        spent = update(PAD_LINK).where(*_opens(pad, key)).values(role="gone").execution_options(preserve_rowcount=True)
        async with self._writing() as connection:
            if not (await connection.execute(spent)).rowcount:
                raise PadKeyGone
            await connection.execute(insert(PAD_LINK), rows)
            # a hash that is gone is kept for good: whoever has the old link is told so, and nobody makes it open anything again
            others = (PAD_LINK.c.role != "gone", PAD_LINK.c.hash.not_in(list(links)))
            await connection.execute(update(PAD_LINK).where(mine, *others).values(role="gone"))
        self._tell(pad)

    async def find(self, key: KeyHash) -> Link | None:
        wanted = (
            select(PAD.c.pad, PAD.c.kind, PAD_LINK.c.role)
            .join_from(PAD_LINK, PAD, PAD_LINK.c.pad == PAD.c.pad)
            .where(PAD_LINK.c.hash == key)
        )
        return next((Link(PadId(row[0]), row[1], row[2]) for row in await self._read(wanted)), None)

    async def append(self, pad: PadId, entry: StoredEntry, key: KeyHash | None = None) -> None:
        columns = _row(pad, entry)
        row = select(*(literal(value, BigInteger if name == "at" else None) for name, value in columns.items())).where(
            exists().where(PAD_ENTRY.c.pad == pad, PAD_ENTRY.c.v == entry.v - 1)
        )
        adding = insert(PAD_ENTRY).from_select(list(columns), row).execution_options(preserve_rowcount=True)
        async with self._writing() as connection:
            if key is not None:
                # the key's row is held until the entry is kept, so that it is replaced before or after, and not meanwhile
                held = select(PAD_LINK.c.hash).where(*_opens(pad, key)).with_for_update(read=True)
                if not (await connection.execute(held)).all():
                    raise PadKeyGone
            if not (await connection.execute(adding)).rowcount:
                raise PadStoreFailed(f"version {entry.v} of {short_id(pad)} would leave a gap")
        self._tell(pad)

    def _tell(self, pad: PadId) -> None:
        if self._say is not None:
            self._say(pad)

    def hear(self, heard: Callable[[PadId], None]) -> None:
        self._hear.append(heard)

    def heard(self, pad: PadId) -> None:
        """Another process says that it has written the log, or replaced its links."""
        for hear in self._hear:
            hear(pad)

    async def entries_after(self, pad: PadId, v: int) -> Sequence[StoredEntry]:
        columns = (PAD_ENTRY.c[name] for name in ("v", "at", "by", "session", "entry", "body"))
        wanted = select(*columns).where(PAD_ENTRY.c.pad == pad, PAD_ENTRY.c.v > v).order_by(PAD_ENTRY.c.v)
        return [StoredEntry(*row) for row in await self._read(wanted)]

    async def look(self, key: KeyHash) -> tuple[int, str] | None:
        last = select(func.max(PAD_ENTRY.c.v)).where(PAD_ENTRY.c.pad == PAD_LINK.c.pad).scalar_subquery()
        rows = await self._read(select(last, PAD_LINK.c.role).where(PAD_LINK.c.hash == key))
        return next(((row[0], row[1]) for row in rows), None)

    async def made_by(self, session: str, since: int) -> int:
        wanted = select(func.count()).select_from(PAD).where(PAD.c.made_by == session, PAD.c.made_at >= since)
        return int((await self._read(wanted))[0][0])

    async def writers(self, pad: PadId) -> Sequence[Writer]:
        columns = (PAD_WRITER.c.session, PAD_WRITER.c.name, PAD_WRITER.c.draft.is_not(None))
        wanted = select(*columns).where(PAD_WRITER.c.pad == pad).order_by(PAD_WRITER.c.at, PAD_WRITER.c.session)
        return [Writer(session, name, bool(is_typing)) for session, name, is_typing in await self._read(wanted)]

    async def say_writer(self, pad: PadId, session: str, name: str, at: int) -> None:
        row = self._make(PAD_WRITER).values(pad=pad, session=session, name=name, draft=None, at=at)
        # the moment stays that of the first time, for it is the order in which they came
        upsert = row.on_conflict_do_update(index_elements=["pad", "session"], set_={"name": row.excluded.name})
        async with self._writing() as connection:
            await connection.execute(upsert)

    async def keep_draft(self, pad: PadId, session: str, draft: str | None) -> None:
        async with self._writing() as connection:
            await connection.execute(update(PAD_WRITER).where(*_is_writer(pad, session)).values(draft=draft))

    async def draft(self, pad: PadId, session: str) -> str | None:
        rows = await self._read(select(PAD_WRITER.c.draft).where(*_is_writer(pad, session)))
        return next((row[0] for row in rows), None)

    async def forget_writer(self, pad: PadId, session: str) -> None:
        async with self._writing() as connection:
            await connection.execute(delete(PAD_WRITER).where(*_is_writer(pad, session)))

    async def size(self) -> int:
        is_sqlite = self._reader.dialect.name == "sqlite"
        return int((await self._read(text(_SQLITE_SIZE if is_sqlite else _POSTGRES_SIZE)))[0][0])

    async def put_in_season(self, pad: PadId, season: PadId | None) -> None:
        async with self._writing() as connection:
            await connection.execute(update(PAD).where(PAD.c.pad == pad).values(season=season))

    async def season_of(self, pad: PadId) -> PadId | None:
        rows = await self._read(select(PAD.c.season).where(PAD.c.pad == pad))
        return PadId(rows[0][0]) if rows and rows[0][0] is not None else None

    async def pads_in(self, season: PadId) -> Sequence[PadId]:
        wanted = select(PAD.c.pad).where(PAD.c.season == season).order_by(PAD.c.made_at, PAD.c.pad)
        return [PadId(row[0]) for row in await self._read(wanted)]

    async def newest(self, limit: int) -> Sequence[PadId]:
        wanted = select(PAD.c.pad).where(PAD.c.kind == "pad").order_by(PAD.c.made_at.desc(), PAD.c.pad).limit(limit)
        return [PadId(row[0]) for row in await self._read(wanted)]

    async def _read(self, wanted: Any) -> Sequence[Any]:
        try:
            async with self._reader.connect() as connection:
                found = (await connection.execute(wanted)).all()
        except (SQLAlchemyError, OSError) as error:
            self._failures.failed(error)
            raise PadNotRead(type(error).__name__) from error
        self._failures.succeeded()
        return found

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self._transaction() as connection:
                yield connection
        except IntegrityError as error:
            raise PadVersionTaken(type(error.orig).__name__) from error
        except (SQLAlchemyError, OSError) as error:
            raise PadStoreFailed(type(error).__name__) from error


def _is_writer(pad: PadId, session: str) -> tuple[ColumnElement[bool], ...]:
    return PAD_WRITER.c.pad == pad, PAD_WRITER.c.session == session


def _opens(pad: PadId, key: KeyHash) -> tuple[ColumnElement[bool], ...]:
    """That the key opens the log for writing."""
    return PAD_LINK.c.hash == key, PAD_LINK.c.pad == pad, PAD_LINK.c.role == "write"


def _row(pad: PadId, entry: StoredEntry) -> dict[str, Any]:
    return {
        "pad": pad,
        "v": entry.v,
        "at": entry.at,
        "by": entry.by,
        "session": entry.session,
        "entry": entry.id,
        "body": entry.body,
    }


class MemoryPads:
    """A `PadStore` for tests; several desks on one of them are several processes on one database."""

    def __init__(self) -> None:
        self._kinds: dict[PadId, str] = {}
        self._links: dict[KeyHash, tuple[PadId, str]] = {}
        self._logs: dict[PadId, list[StoredEntry]] = {}
        self._writers: dict[PadId, dict[str, str]] = {}
        self._drafts: dict[PadId, dict[str, str]] = {}
        self._seasons: dict[PadId, PadId | None] = {}

    async def make(self, pad: PadId, kind: str, links: Mapping[KeyHash, str], entries: Sequence[StoredEntry]) -> None:
        if pad in self._logs or links.keys() & self._links.keys():
            raise PadVersionTaken("a key is in use")
        self._kinds[pad] = kind
        self._logs[pad] = list(entries)
        self._links.update({key: (pad, role) for key, role in links.items()})

    async def replace_links(self, pad: PadId, links: Mapping[KeyHash, str], key: KeyHash) -> None:
        self._check_key(pad, key)
        if links.keys() & self._links.keys():
            raise PadVersionTaken("a key is in use")
        gone = {old: (pad, "gone") for old, link in self._links.items() if link[0] == pad}
        self._links = {**self._links, **gone, **{new: (pad, role) for new, role in links.items()}}

    def _check_key(self, pad: PadId, key: KeyHash) -> None:
        if self._links.get(key) != (pad, "write"):
            raise PadKeyGone

    async def find(self, key: KeyHash) -> Link | None:
        if key not in self._links:
            return None
        pad, role = self._links[key]
        return Link(pad, self._kinds[pad], role)

    async def append(self, pad: PadId, entry: StoredEntry, key: KeyHash | None = None) -> None:
        if key is not None:
            self._check_key(pad, key)
        log = self._logs.get(pad, [])
        if entry.v <= len(log) or any(each.id == entry.id for each in log):
            raise PadVersionTaken(f"{short_id(pad)} has a version {entry.v}")
        if not log or entry.v > len(log) + 1:
            raise PadStoreFailed(f"version {entry.v} of {short_id(pad)} would leave a gap")
        log.append(entry)

    def hear(self, heard: Callable[[PadId], None]) -> None:
        """Nobody says anything."""

    async def entries_after(self, pad: PadId, v: int) -> Sequence[StoredEntry]:
        return tuple(self._logs.get(pad, ())[v:])

    async def look(self, key: KeyHash) -> tuple[int, str] | None:
        link = self._links.get(key)
        return None if link is None else (len(self._logs[link[0]]), link[1])

    async def made_by(self, session: str, since: int) -> int:
        return sum(log[0].session == session and log[0].at >= since for log in self._logs.values())

    async def writers(self, pad: PadId) -> Sequence[Writer]:
        drafts = self._drafts.get(pad, {})
        return tuple(Writer(session, name, session in drafts) for session, name in self._writers.get(pad, {}).items())

    async def say_writer(self, pad: PadId, session: str, name: str, at: int) -> None:
        self._writers.setdefault(pad, {})[session] = name

    async def keep_draft(self, pad: PadId, session: str, draft: str | None) -> None:
        drafts = self._drafts.setdefault(pad, {})
        drafts.pop(session, None)
        if draft is not None and session in self._writers.get(pad, {}):
            drafts[session] = draft

    async def draft(self, pad: PadId, session: str) -> str | None:
        return self._drafts.get(pad, {}).get(session)

    async def forget_writer(self, pad: PadId, session: str) -> None:
        self._writers.get(pad, {}).pop(session, None)
        self._drafts.get(pad, {}).pop(session, None)

    async def size(self) -> int:
        return sum(len(entry.body) for log in self._logs.values() for entry in log)

    async def put_in_season(self, pad: PadId, season: PadId | None) -> None:
        self._seasons[pad] = season

    async def season_of(self, pad: PadId) -> PadId | None:
        return self._seasons.get(pad)

    async def pads_in(self, season: PadId) -> Sequence[PadId]:
        return sorted((pad for pad, where in self._seasons.items() if where == season), key=lambda pad: self._logs[pad][0].at)

    async def newest(self, limit: int) -> Sequence[PadId]:
        pads = [pad for pad, kind in self._kinds.items() if kind == "pad"]
        return sorted(pads, key=lambda pad: -self._logs[pad][0].at)[:limit]
