"""The tables of the database, as SQLAlchemy knows them, and rows of them; the migrations make the tables."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    text,
)

from continental.logbook.books import BookKey
from continental.logbook.ports import LogEntry

METADATA: Final = MetaData()


def _key() -> tuple[Column[Any], Column[Any]]:
    """Return the columns of a log's key."""
    return Column("book", String(8), nullable=False), Column("log", String(10), nullable=False)


LOG: Final = Table(
    "log",
    METADATA,
    *_key(),
    Column("made_by", String(64)),
    Column("made_at", BigInteger, nullable=False),
    PrimaryKeyConstraint("book", "log"),
    Index("log_made_by", "made_by", "made_at"),
    Index("log_made_at", "book", "made_at"),
)

ENTRY: Final = Table(
    "entry",
    METADATA,
    *_key(),
    Column("version", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    Column("id", String(40)),
    Column("by", String(40)),
    Column("session", String(64)),
    PrimaryKeyConstraint("book", "log", "version"),
)

# Rooms' entries have no id, and would only make the index long.
_HAS_ID: Final = text("id IS NOT NULL")
Index("entry_id", ENTRY.c.book, ENTRY.c.log, ENTRY.c.id, unique=True, sqlite_where=_HAS_ID, postgresql_where=_HAS_ID)

LINK: Final = Table(
    "link",
    METADATA,
    Column("hash", String(64), primary_key=True),
    *_key(),
    Column("role", String(8), nullable=False),
    Index("link_log", "book", "log"),
)

DUE: Final = Table(
    "due",
    METADATA,
    Column("room", String(10), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("version", Integer, nullable=False),
    PrimaryKeyConstraint("room", "kind", "seat"),
    Index("due_at", "at"),
)

PRESENCE: Final = Table(
    "presence",
    METADATA,
    Column("room", String(10), nullable=False),
    Column("process", String(32), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("open", Boolean, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    Column("pages", Integer, nullable=False),
    PrimaryKeyConstraint("room", "process", "seat"),
)

SAID: Final = Table(
    "said",
    METADATA,
    Column("room", String(10), nullable=False),
    Column("number", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("phrase", String(16)),
    Column("text", Text),
    PrimaryKeyConstraint("room", "number"),
)

SNAPSHOT: Final = Table(
    "snapshot",
    METADATA,
    Column("room", String(10), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("form", String(64), nullable=False),
    Column("body", Text, nullable=False),
)

WRITER: Final = Table(
    "writer",
    METADATA,
    *_key(),
    Column("session", String(64), nullable=False),
    Column("name", String(40), nullable=False),
    Column("draft", Text),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("book", "log", "session"),
)

EVENING: Final = Table(
    "evening",
    METADATA,
    Column("pad", String(10), primary_key=True),
    Column("season", String(10), nullable=False),
    Index("evening_season", "season"),
)

KEY: Final = Table(
    "server_key",
    METADATA,
    Column("name", String(16), primary_key=True),
    Column("key", String(64), nullable=False),
)


def key_row(log: BookKey) -> dict[str, Any]:
    """Return the columns of a log's key."""
    return {"book": log.book.value, "log": log.id}


def entry_row(log: BookKey, entry: LogEntry) -> dict[str, Any]:
    """Return the columns of an entry."""
    return {
        **key_row(log),
        "version": entry.version,
        "at": entry.at,
        "body": entry.body,
        "id": entry.id,
        "by": entry.by,
        "session": entry.session,
    }
