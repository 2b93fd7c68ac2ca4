"""A real browser on the real server: what the tests in this folder start from."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from _pytest.runner import runtestprotocol
from playwright.sync_api import Browser, Playwright

from tests.browser.laid_tables import Sitting
from tests.web.processes import ServerProcess

HERE: Final = Path(__file__).parent
BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
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
SERVES: Final = re.compile(r"^continental serves (http://\S+)$", re.MULTILINE)


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
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The base URL of the real server, a process of its own on a new SQLite file, ready to answer."""
    folder = tmp_path_factory.mktemp("served")
    said = folder / "said.txt"
    command = [sys.executable, "-m", "continental", "serve", "--port", "0", "--database", str(folder / "tables.sqlite")]
    source = str(Path(__file__).parents[2] / "src")
    with said.open("wb") as log:
        server = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            env={**os.environ, "PYTHONPATH": source, "PYTHONUNBUFFERED": "1"},
        )
    try:
        yield wait_for_address(server, said)
    finally:
        server.terminate()
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The SQLite file of the server `serving`, on which a test lays tables of its own."""
    return tmp_path_factory.mktemp("laid") / "tables.sqlite"


@pytest.fixture(scope="session")
def serving(database: Path) -> Iterator[str]:
    """The base URL of a real server, on a database that tests write to beside it."""
    server = ServerProcess(database.parent, str(database))
    server.start()
    yield f"http://{server.host}"
    server.stop()


@pytest.fixture
def sitting(browser: Browser, serving: str, database: Path) -> Iterator[Sitting]:
    """Ana, at whatever table the test lays for her."""
    sat = Sitting(browser, serving, database)
    yield sat
    if sat.person is not None:
        sat.person.leave()


def wait_for_address(server: subprocess.Popen[bytes], said: Path, seconds: float = 30) -> str:
    """The address in the line that the server prints when it is ready; fails with all it said where none comes."""
    last = time.monotonic() + seconds
    while True:
        ended = server.poll() is not None
        printed = said.read_text(errors="replace")
        ready = SERVES.search(printed)
        if ready:
            return ready[1]
        if ended or time.monotonic() > last:
            pytest.fail(f"the server {'ended' if ended else 'did not get ready'}; it said:\n{printed}", pytrace=False)
        time.sleep(0.02)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Try a browser test that failed once more: one fault may be a slow machine's, two are ours."""
    if not isinstance(item, pytest.Function) or item.path.parent != HERE:
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, nextitem=nextitem, log=False)
    if any(report.failed for report in reports):
        item._initrequest()
        reports = runtestprotocol(item, nextitem=nextitem, log=False)
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True
