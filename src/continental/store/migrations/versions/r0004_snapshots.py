"""Snapshots of rooms, from which they open without their whole log."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the change."""
    op.create_table(
        "snapshot",
        sa.Column("room", sa.String(10), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("form", sa.String(64), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Take it back."""
    op.drop_table("snapshot")
