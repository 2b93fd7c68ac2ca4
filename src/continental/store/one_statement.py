"""One entry and all that is due after it, kept on PostgreSQL by one statement: one round trip for an act at a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from continental.logbook.books import BookKey
from continental.logbook.ports import Extras, LogEntry, StoreFailed
from continental.store.tables import entry_row

_KEEP: Final = text("""
WITH kept AS (
    INSERT INTO entry (book, log, version, at, body, id, by, session)
    SELECT CAST(:book AS text), CAST(:log AS text), CAST(:version AS int), CAST(:at AS bigint), CAST(:body AS text),
        CAST(:id AS text), CAST(:by AS text), CAST(:session AS text)
    WHERE EXISTS (
        SELECT FROM entry WHERE book = CAST(:book AS text) AND log = CAST(:log AS text) AND version = CAST(:version AS int) - 1
    )
    RETURNING 1
), forgotten AS (
    DELETE FROM due WHERE room = CAST(:log AS text) AND CAST(:has_dues AS boolean) AND EXISTS (SELECT FROM kept)
    AND (kind, seat) NOT IN (SELECT * FROM unnest(CAST(:kinds AS text[]), CAST(:seats AS int[])))
), added AS (
    INSERT INTO due (room, kind, seat, at, version)
    SELECT CAST(:log AS text), next.*
    FROM unnest(CAST(:kinds AS text[]), CAST(:seats AS int[]), CAST(:ats AS bigint[]), CAST(:versions AS int[])) AS next
    WHERE EXISTS (SELECT FROM kept)
    ON CONFLICT (room, kind, seat) DO UPDATE SET at = excluded.at, version = excluded.version
)
SELECT count(*) FROM kept
""")
# A statement sees no row that another part of it changed. So what stays due is updated, and only the rest is deleted.


def is_enough(entries: Sequence[LogEntry], extras: Extras) -> bool:
    """Return whether one statement keeps these: one entry of a log that is there, and no key to be held meanwhile."""
    return len(entries) == 1 and entries[0].version > 1 and extras.by_key is None


async def keep_one(connection: AsyncConnection, log: BookKey, entry: LogEntry, extras: Extras) -> None:
    """Keep the entry, and what is due in place of all that was due. Raises StoreFailed if it would leave a gap."""
    dues = extras.dues or ()
    values: dict[str, Any] = {
        **entry_row(log, entry),
        "has_dues": extras.dues is not None,
        "kinds": [due.kind for due in dues],
        "seats": [int(due.seat) for due in dues],
        "ats": [int(due.at) for due in dues],
        "versions": [due.version for due in dues],
    }
    if not (await connection.execute(_KEEP, values)).scalar_one():
        raise StoreFailed(f"version {entry.version} of {log} would leave a gap")
