"""A real browser on the real server: what the tests in this folder start from."""

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

expect.set_options(timeout=30_000)  # a slow machine may take its time: what is waited for is what the page says

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
    """The browser that run.py found, else one on the path, else None: playwright then looks for its own."""
    return os.environ.get("CONTINENTAL_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], playwright: Playwright) -> dict[str, Any]:
    """How the browser is started; as root without its sandbox, which refuses root."""
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
    """No address goes without saying: a test names the server it opens, such as `served`."""


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The SQLite file of the server, on which a test may lay tables of its own."""
    return tmp_path_factory.mktemp("served") / "tables.sqlite"


@pytest.fixture(scope="session")
def served(database: Path) -> Iterator[str]:
    """Yield the base URL of the real server, a process of its own on a new SQLite file, ready to answer.

    It believes what people say of their address (`ADDRESSES`), so that no test uses up another's share of a limit.
    """
    server = ServerProcess(database.parent, str(database), words=("--proxy", "127.0.0.1"))
    server.start()
    yield f"http://{server.host}"
    server.stop()


@pytest.fixture
def sitting(browser: Browser, served: str, database: Path) -> Iterator[Sitting]:
    """Ana, at whatever table the test lays for her."""
    sat = Sitting(browser, served, database)
    yield sat
    if sat.person is not None:
        sat.person.leave()


@pytest.fixture
def ana(browser: Browser) -> Iterator[Person]:
    """Somebody at a desk who does everything by keys."""
    person = Person.come(browser, means="keys")
    yield person
    person.leave()


@pytest.fixture
def bo(browser: Browser) -> Iterator[Person]:
    """Somebody on a phone who does everything by touch."""
    person = Person.come(browser, viewport=PHONE, touch=True, scheme="dark", means="touch")
    yield person
    person.leave()
