"""Pads and seasons: their links, their entries, and who writes on them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the change."""
    op.create_table(
        "pad",
        sa.Column("pad", sa.String(10), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("made_by", sa.String(64), nullable=False),
        sa.Column("made_at", sa.BigInteger, nullable=False),
        sa.Column("season", sa.String(10)),
    )
    op.create_index("pad_made", "pad", ["made_by", "made_at"])
    op.create_index("pad_season", "pad", ["season"])
    op.create_table(
        "pad_link",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("pad", sa.String(10), nullable=False),
        sa.Column("role", sa.String(8), nullable=False),
    )
    op.create_table(
        "pad_entry",
        sa.Column("pad", sa.String(10), nullable=False),
        sa.Column("v", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("by", sa.String(40), nullable=False),
        sa.Column("session", sa.String(64), nullable=False),
        sa.Column("entry", sa.String(40), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("pad", "v"),
        sa.UniqueConstraint("pad", "entry", name="pad_entry_once"),
    )
    op.create_table(
        "pad_writer",
        sa.Column("pad", sa.String(10), nullable=False),
        sa.Column("session", sa.String(64), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("draft", sa.Text),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("pad", "session"),
    )


def downgrade() -> None:
    """Take it back."""
    for table in ("pad_writer", "pad_entry", "pad_link", "pad"):
        op.drop_table(table)
