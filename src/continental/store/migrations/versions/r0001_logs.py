"""The logs of rooms, pads and seasons, and what is kept beside them."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "logs1"
down_revision = None
branch_labels = None
depends_on = None


def _key() -> tuple[sa.Column[Any], sa.Column[Any]]:
    return sa.Column("book", sa.String(8), nullable=False), sa.Column("log", sa.String(10), nullable=False)


def upgrade() -> None:
    """Make the change."""
    op.create_table(
        "log",
        *_key(),
        sa.Column("made_by", sa.String(64)),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("book", "log"),
    )
    op.create_index("log_made_by", "log", ["made_by", "made_at"])
    op.create_index("log_made_at", "log", ["book", "made_at"])
    op.create_table(
        "entry",
        *_key(),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("id", sa.String(40)),
        sa.Column("by", sa.String(40)),
        sa.Column("session", sa.String(64)),
        sa.PrimaryKeyConstraint("book", "log", "version"),
    )
    has_id = sa.text("id IS NOT NULL")
    op.create_index("entry_id", "entry", ["book", "log", "id"], unique=True, sqlite_where=has_id, postgresql_where=has_id)
    op.create_table(
        "link",
        sa.Column("hash", sa.String(64), primary_key=True),
        *_key(),
        sa.Column("role", sa.String(8), nullable=False),
    )
    op.create_index("link_log", "link", ["book", "log"])
    op.create_table(
        "due",
        sa.Column("room", sa.String(10), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("room", "kind", "seat"),
    )
    op.create_index("due_at", "due", ["at"])
    op.create_table(
        "presence",
        sa.Column("room", sa.String(10), nullable=False),
        sa.Column("process", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.Column("seen_at", sa.BigInteger, nullable=False),
        sa.Column("pages", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("room", "process", "seat"),
    )
    op.create_table(
        "said",
        sa.Column("room", sa.String(10), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("phrase", sa.String(16)),
        sa.Column("text", sa.Text),
        sa.PrimaryKeyConstraint("room", "number"),
    )
    op.create_table(
        "snapshot",
        sa.Column("room", sa.String(10), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("form", sa.String(64), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "writer",
        *_key(),
        sa.Column("session", sa.String(64), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("draft", sa.Text),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("book", "log", "session"),
    )
    op.create_table(
        "evening",
        sa.Column("pad", sa.String(10), primary_key=True),
        sa.Column("season", sa.String(10), nullable=False),
    )
    op.create_index("evening_season", "evening", ["season"])
    op.create_table(
        "server_key",
        sa.Column("name", sa.String(16), primary_key=True),
        sa.Column("key", sa.String(64), nullable=False),
    )


def downgrade() -> None:
    """Take it back."""
    for table in ("server_key", "evening", "writer", "snapshot", "said", "presence", "due", "link", "entry", "log"):
        op.drop_table(table)
