"""Provide the fixtures of all tests, and the order that the tests run in."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from hypothesis import HealthCheck, settings

from tests.postgres import Postgres, throwaway_postgres

BROWSER: Final = Path(__file__).parent / "browser"

# No deadline: a shared core is slow at times, which is no fault of the code. In CI the examples are the same every time.
settings.register_profile("ours", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize="CI" in os.environ)
settings.load_profile("ours")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort browser tests last and, within both kinds, long tests first, so that the other process can go on meanwhile.

    Playwright leaves its event loop running in the process where it was used, and then no asynchronous test can run
    there. Each process takes its tests in this order, so after its first browser test it gets no other kind.
    """
    for item in items:
        if item.path.is_relative_to(BROWSER):
            item.add_marker(pytest.mark.browser)
    items.sort(key=lambda item: (item.get_closest_marker("browser") is not None, item.get_closest_marker("long") is None))


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """Yield a real PostgreSQL server, started when the first test asks for it."""
    with throwaway_postgres() as server:
        yield server


@pytest.fixture
def postgres_url(postgres: Postgres) -> Iterator[str]:
    """Yield the address, `postgresql://…`, of a new and empty database on it. It is dropped after the test."""
    with postgres.database() as url:
        yield url
