"""Measure the table's page on a slow phone: the time until one can play, and the time of a tap and of an act.

`PYTHONPATH=src:. python benchmarks/slow_phone.py [TIMES] [RULES]` opens a table of RULES (house) in Chromium at 390×844. It does
so at full speed, and with the processor slowed to a sixth and a line of 1.6 Mbit/s with 150 ms there and back. It prints the
medians of TIMES openings (9) with an empty cache. Figures are in milliseconds by the page's own clock. In House Rules a player
is asked at once, in other games when their turn comes.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, sync_playwright

from tests.browser.conftest import QUIET, find_chromium
from tests.browser.person import PHONE, make_table
from tests.web.processes import ServerProcess

SLOWED = {"processor": 6, "line": {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 94_000}}
TAP = """() => new Promise((tell) => {
  const card = document.querySelector('.hand [data-card]');
  const began = performance.now();
  card.click();
  requestAnimationFrame(() => requestAnimationFrame(() => tell(performance.now() - began)));
})"""
TURN = """() => new Promise((tell) => {
  const look = () => {
    if (document.querySelector('.prompt.mine [data-act=draw]')) return tell();
    document.querySelector('.prompt.mine [data-act=pass]')?.click();
    setTimeout(look, 50);
  };
  look();
})"""
"""Wait for the turn, and claim no discard of others."""
ACT = """() => new Promise((tell) => {
  const held = () => document.querySelectorAll('.hand [data-card]').length;
  const before = held();
  const began = performance.now();
  const look = () => (held() > before ? tell(performance.now() - began) : requestAnimationFrame(look));
  document.querySelector('.prompt [data-act=draw]').click();
  look();
})"""
HAND = """() => new Promise((tell) => {
  const look = () => (document.querySelector('.hand [data-card]') ? tell(performance.now()) : requestAnimationFrame(look));
  look();
})"""
READY = """() => new Promise((tell) => {
  const look = () => (document.querySelector('.prompt.mine [data-act]') ? tell(performance.now()) : requestAnimationFrame(look));
  look();
})"""


def slow_down(page: Page, context: BrowserContext) -> CDPSession:
    """Slow the page's processor and line down to those of a slow phone."""
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", SLOWED["line"])  # type: ignore[arg-type]
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED["processor"]})
    return line


def once(browser: Browser, served: str, rules: str, *, slow: bool) -> dict[str, float]:
    """Open a new table in a browser with an empty cache, and return the times."""
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, service_workers="block")
    address = make_table(context.request, served, rules=rules, seats=4, bots=3, start=True, by_lot=rules != "house")
    page = context.new_page()
    if slow:
        slow_down(page, context)
    page.goto(address, wait_until="commit")
    told = {"the hand is there": page.evaluate(HAND), "asked for the first time": page.evaluate(READY)}
    told["a tap on a card, drawn"] = page.evaluate(TAP)
    page.evaluate(TURN)
    told["an act, and its answer drawn"] = page.evaluate(ACT)
    context.close()
    return told


def main(times: int, rules: str) -> None:
    """Print the medians of `times` openings, at full speed and slowed down."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        server = ServerProcess(Path(folder), str(Path(folder) / "tables.sqlite"))
        server.start()
        options: dict[str, Any] = {"executable_path": found} if (found := find_chromium()) else {}
        browser = play.chromium.launch(args=[*QUIET, "--no-sandbox"], **options)
        try:
            for slow in (False, True):
                seen = [once(browser, f"http://{server.host}", rules, slow=slow) for _ in range(times)]
                print("a slow phone" if slow else "as it is")
                for what in seen[0]:
                    print(f"  {what:<30}{statistics.median(each[what] for each in seen):>8.0f} ms")
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 9, sys.argv[2] if len(sys.argv) > 2 else "house")
