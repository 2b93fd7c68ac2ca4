"""The tables of the database, as SQLAlchemy knows them; the migrations make them."""

from __future__ import annotations

from typing import Final

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
    UniqueConstraint,
)

METADATA: Final = MetaData()

ROOM: Final = Table(
    "room",
    METADATA,
    Column("room", String(10), primary_key=True),
    Column("made_by", String(64)),
    Column("made_at", BigInteger, nullable=False),
    Index("room_made", "made_by", "made_at"),
)

VERSION: Final = Table(
    "version",
    METADATA,
    Column("room", String(10), nullable=False),
    Column("version", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    PrimaryKeyConstraint("room", "version"),
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

KEY: Final = Table(
    "server_key",
    METADATA,
    Column("name", String(16), primary_key=True),
    Column("key", String(64), nullable=False),
)

PRESENCE: Final = Table(
    "presence",
    METADATA,
    Column("room", String(10), nullable=False),
    Column("process", String(32), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("open", Boolean, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    Column("pages", Integer, nullable=False, server_default="1"),
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

PAD: Final = Table(
    "pad",
    METADATA,
    Column("pad", String(10), primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("made_by", String(64), nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("season", String(10)),
    Index("pad_made", "made_by", "made_at"),
    Index("pad_season", "season"),
)

PAD_LINK: Final = Table(
    "pad_link",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("pad", String(10), nullable=False),
    Column("role", String(8), nullable=False),
)

PAD_ENTRY: Final = Table(
    "pad_entry",
    METADATA,
    Column("pad", String(10), nullable=False),
    Column("v", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("by", String(40), nullable=False),
    Column("session", String(64), nullable=False),
    Column("entry", String(40), nullable=False),
    Column("body", Text, nullable=False),
    PrimaryKeyConstraint("pad", "v"),
    UniqueConstraint("pad", "entry", name="pad_entry_once"),
)

PAD_WRITER: Final = Table(
    "pad_writer",
    METADATA,
    Column("pad", String(10), nullable=False),
    Column("session", String(64), nullable=False),
    Column("name", String(40), nullable=False),
    Column("draft", Text),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("pad", "session"),
)
