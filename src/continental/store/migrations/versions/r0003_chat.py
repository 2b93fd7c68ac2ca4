"""What was said at a table, and how many watch it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the change."""
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
    with op.batch_alter_table("presence") as presence:
        presence.add_column(sa.Column("pages", sa.Integer, nullable=False, server_default="1"))


def downgrade() -> None:
    """Take it back."""
    with op.batch_alter_table("presence") as presence:
        presence.drop_column("pages")
    op.drop_table("said")
