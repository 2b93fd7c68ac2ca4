"""The stores of all three books pass the kit: in memory, on a real SQLite file and on a real PostgreSQL."""

from __future__ import annotations

from continental.testing.store_kit import StoreKit


class TestStores(StoreKit):
    """Each test of the kit, on each store, for each book."""
