"""Run by alembic: makes the steps that are missing, on the connection that the store hands over."""

from __future__ import annotations

from alembic import context

from continental.store.tables import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
