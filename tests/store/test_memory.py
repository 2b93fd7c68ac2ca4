"""The store in memory passes the kit."""

from __future__ import annotations

import pytest

from continental.store.memory import MemoryStore
from continental.testing.store_kit import StoreKit


class TestMemoryStore(StoreKit):
    @pytest.fixture
    def store(self) -> MemoryStore:
        return MemoryStore()
