"""Rooms, their versions, what falls due in them, and who is here."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the change."""
    op.create_table(
        "room",
        sa.Column("room", sa.String(10), primary_key=True),
        sa.Column("made_by", sa.String(64)),
        sa.Column("made_at", sa.BigInteger, nullable=False),
    )
    op.create_index("room_made", "room", ["made_by", "made_at"])
    op.create_table(
        "version",
        sa.Column("room", sa.String(10), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("room", "version"),
    )
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
        sa.PrimaryKeyConstraint("room", "process", "seat"),
    )


def downgrade() -> None:
    """Take it back."""
    for table in ("presence", "due", "version", "room"):
        op.drop_table(table)
