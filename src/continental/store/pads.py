"""The tables beside the logs of pads and seasons: links, writers, drafts, and the evenings of a season."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, delete, func, insert, select, text, update

from continental.logbook.books import Book, BookKey
from continental.logbook.links import KeyHash, Link, Role
from continental.logbook.ports import LinkGone
from continental.scorepad.ports import Writer
from continental.store.logs import SqlLogs, is_of, opens_for_writing
from continental.store.tables import ENTRY, EVENING, LINK, LOG, WRITER, key_row

# Pages that are free again are filled before the file grows.
_SQLITE_SIZE: Final = (
    "SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, pragma_freelist_count, pragma_page_size"
)
_POSTGRES_SIZE: Final = "SELECT pg_database_size(current_database())"


class SqlPads(SqlLogs):
    """A `PadStore` in a database."""

    async def find(self, key: KeyHash) -> Link | None:
        (rows,) = await self._read(select(LINK.c.book, LINK.c.log, LINK.c.role).where(LINK.c.hash == key))
        return next((Link(BookKey(Book(row[0]), row[1]), row[2]) for row in rows), None)

    async def look(self, key: KeyHash) -> tuple[int, Role] | None:
        of_log = (ENTRY.c.book == LINK.c.book, ENTRY.c.log == LINK.c.log)
        last = select(func.max(ENTRY.c.version)).where(*of_log).scalar_subquery()
        (rows,) = await self._read(select(last, LINK.c.role).where(LINK.c.hash == key))
        return next(((row[0], row[1]) for row in rows), None)

    async def replace_links(self, log: BookKey, links: Mapping[KeyHash, Role], by_key: KeyHash) -> None:
        rows = [{"hash": new, **key_row(log), "role": role} for new, role in links.items()]
        # The second of two waits here until the first is done, and then finds the key gone.
        spent = update(LINK).where(*opens_for_writing(log, by_key)).values(role="gone")
        async with self._writing() as connection:
            if not (await connection.execute(spent.execution_options(preserve_rowcount=True))).rowcount:
                raise LinkGone
            await connection.execute(insert(LINK), rows)
            # A hash that is gone is kept for good: who has the old link is told so, and nobody makes it open anything again.
            others = (LINK.c.role != "gone", LINK.c.hash.not_in(list(links)))
            await connection.execute(update(LINK).where(*is_of(LINK, log), *others).values(role="gone"))
        self._hint(log, 0)

    async def writers(self, log: BookKey) -> Sequence[Writer]:
        columns = (WRITER.c.session, WRITER.c.name, WRITER.c.draft.is_not(None))
        (rows,) = await self._read(select(*columns).where(*is_of(WRITER, log)).order_by(WRITER.c.at, WRITER.c.session))
        return [Writer(session, name, bool(is_typing)) for session, name, is_typing in rows]

    async def say_writer(self, log: BookKey, session: str, name: str, at: int) -> None:
        row = self._insert(WRITER).values(**key_row(log), session=session, name=name, draft=None, at=at)
        # The moment stays that of the first time, for it is the order in which they came.
        upsert = row.on_conflict_do_update(index_elements=["book", "log", "session"], set_={"name": row.excluded.name})
        async with self._writing() as connection:
            await connection.execute(upsert)

    async def keep_draft(self, log: BookKey, session: str, draft: str | None) -> None:
        async with self._writing() as connection:
            await connection.execute(update(WRITER).where(*_is_writer(log, session)).values(draft=draft))

    async def draft(self, log: BookKey, session: str) -> str | None:
        (rows,) = await self._read(select(WRITER.c.draft).where(*_is_writer(log, session)))
        return next((row[0] for row in rows), None)

    async def forget_writer(self, log: BookKey, session: str) -> None:
        async with self._writing() as connection:
            await connection.execute(delete(WRITER).where(*_is_writer(log, session)))

    async def size(self) -> int:
        (rows,) = await self._read(text(_SQLITE_SIZE if self._is_sqlite else _POSTGRES_SIZE))
        return int(rows[0][0])

    async def put_in_season(self, pad: BookKey, season: BookKey | None) -> None:
        async with self._writing() as connection:
            await connection.execute(delete(EVENING).where(EVENING.c.pad == pad.id))
            if season is not None:
                row = self._insert(EVENING).values(pad=pad.id, season=season.id)
                upsert = row.on_conflict_do_update(index_elements=["pad"], set_={"season": row.excluded.season})
                await connection.execute(upsert)

    async def season_of(self, pad: BookKey) -> BookKey | None:
        (rows,) = await self._read(select(EVENING.c.season).where(EVENING.c.pad == pad.id))
        return next((BookKey(Book.SEASON, row[0]) for row in rows), None)

    async def pads_in(self, season: BookKey) -> Sequence[BookKey]:
        wanted = (
            select(LOG.c.log)
            .join_from(LOG, EVENING, LOG.c.log == EVENING.c.pad)
            .where(LOG.c.book == Book.PAD.value, EVENING.c.season == season.id)
            .order_by(LOG.c.made_at, LOG.c.log)
        )
        return _pads((await self._read(wanted))[0])

    async def newest(self, limit: int) -> Sequence[BookKey]:
        wanted = select(LOG.c.log).where(LOG.c.book == Book.PAD.value).order_by(LOG.c.made_at.desc(), LOG.c.log).limit(limit)
        return _pads((await self._read(wanted))[0])


def _pads(rows: Sequence[Any]) -> list[BookKey]:
    return [BookKey(Book.PAD, row[0]) for row in rows]


def _is_writer(log: BookKey, session: str) -> tuple[ColumnElement[bool], ...]:
    return *is_of(WRITER, log), WRITER.c.session == session
