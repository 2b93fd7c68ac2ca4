"""Provide a real browser on the real server to the tests in this folder."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Playwright, expect

from tests.browser.laid_tables import Sitting
from tests.browser.person import PHONE, Person
from tests.web.processes import ServerProcess

expect.set_options(timeout=30_000)  # a slow machine may take its time, and tests wait for the page's text only

BROWSERS: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
QUIET: Final = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
)
"""Switches that keep the browser from calling its maker, which a machine without a network would wait for."""


def find_chromium() -> str | None:
    """Return the browser that run.py found, else one on the path. None if playwright is to find its own."""
    return os.environ.get("CONTINENTAL_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], playwright: Playwright) -> dict[str, Any]:
    """Return the arguments to start the browser with. Root starts it without its sandbox, which refuses root."""
    chromium = find_chromium()
    if not chromium and not Path(playwright.chromium.executable_path).exists():
        pytest.fail("there is no Chromium to open the page in: `apt-get install chromium`, or `run.py test`.", pytrace=False)
    as_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return {
        **browser_type_launch_args,
        **({"executable_path": chromium} if chromium else {}),
        "args": [*QUIET, *(["--no-sandbox"] if as_root else [])],
    }


@pytest.fixture(scope="session")
def base_url() -> None:
    """Return no base URL, so that a test has to name the server that it opens, such as `served`."""


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the SQLite file of the server, in which a test may lay tables of its own."""
    return tmp_path_factory.mktemp("served") / "tables.sqlite"


@pytest.fixture(scope="session")
def served(database: Path) -> Iterator[str]:
    """Yield the base URL of the real server, a process of its own on a new SQLite file, ready to answer.

    It believes the address that clients claim (`ADDRESSES`), so that no test uses up another's share of a limit.
    """
    server = ServerProcess(database.parent, str(database), words=("--proxy", "127.0.0.1"))
    server.start()
    yield f"http://{server.host}"
    server.stop()


@pytest.fixture
def sitting(browser: Browser, served: str, database: Path) -> Iterator[Sitting]:
    """Yield a sitting for Ana, at the table that the test lays for her."""
    sat = Sitting(browser, served, database)
    yield sat
    if sat.person is not None:
        sat.person.leave()


@pytest.fixture
def ana(browser: Browser) -> Iterator[Person]:
    """Yield a person at a desk who does everything by keys."""
    person = Person.come(browser, means="keys")
    yield person
    person.leave()


@pytest.fixture
def bo(browser: Browser) -> Iterator[Person]:
    """Yield a person on a phone who does everything by touch."""
    person = Person.come(browser, viewport=PHONE, touch=True, scheme="dark", means="touch")
    yield person
    person.leave()
