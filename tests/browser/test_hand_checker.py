"""The hand checker without a connection: opened, tapped, counted as the server counts; on return the server counts again."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.person import PHONE
from tests.browser.scorer import Scorer, closed, make_pad, state_of, write
from tests.web.hands_counted import WISHES

ASKED = WISHES[::3]  # the modules themselves are held to the server's answers by all of them, in tests/web
ALONE = "There is no connection: this device counts by itself."
ASKED_HERE = """async (wishes) => {
  const say = self.postMessage;
  const told = new Promise((all) => {
    const answers = [];
    self.postMessage = ({ answer, fault }) => answers.push(answer || fault) === wishes.length && all(answers);
  });
  for (const wish of wishes) self.dispatchEvent(new MessageEvent("message", { data: { id: 0, wish } }));
  const answers = await told;
  self.postMessage = say;
  return answers;
}"""
"""Asks the worker that counts, in it."""
SENT = "(key) => localStorage.getItem(`continental:pad:${key}:waiting`) === '[]'"
ACTIVE = """async () => {
  const { installing, waiting, active } = await navigator.serviceWorker.getRegistration();
  const worker = active || waiting || installing;
  while (worker.state !== "activated") await new Promise((change) => (worker.onstatechange = change));
}"""
"""Waits until the worker that hands out what counts does so."""


def counted_by_server(page: Page, served: str) -> list[dict[str, Any]]:
    """What the server says of the hands."""
    told = []
    for wish in ASKED:
        answer = page.request.post(f"{served}/count", data=json.dumps(wish), headers={"content-type": "application/json"})
        told.append({"ok": answer.ok, "body": answer.json()})
    return told


@pytest.mark.long
@pytest.mark.timeout(300)  # Python starts, which takes a phone seconds and a busy machine a minute
def test_without_a_connection_the_hand_checker_counts_as_the_server_does(browser: Browser, served: str) -> None:
    scorer = Scorer.with_phone(browser, installed=True)
    page = scorer.page
    scorer.open(f"{served}/hand?rules=house&total=70&cards=9H,9C,9D,KD,JK")
    expect(page.get_by_role("heading", name="It counts 10")).to_be_visible()
    expect(page.get_by_text("Hands are counted here without a connection too.")).to_be_visible(timeout=60_000)
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    online = counted_by_server(page, served)
    scorer.context.set_offline(True)
    page.reload()
    expect(page.get_by_text(ALONE)).to_be_visible(timeout=120_000)
    expect(page.get_by_role("heading", name="It counts 10")).to_be_visible()
    scorer.tap("9")
    scorer.tap("nine of spades")
    page.get_by_label("Total before the hand").fill("85")
    expect(page.locator(".found .dial")).to_contain_text("95")
    page.get_by_label("or type them").fill("1X")
    page.get_by_label("or type them").press("Enter")
    expect(page.locator(".note")).to_contain_text("'1X' is no card")
    (counter,) = [worker for worker in page.workers if worker.url.endswith("/counter.js")]
    assert counter.evaluate(ASKED_HERE, ASKED) == online
    scorer.context.set_offline(False)
    expect(page.get_by_text(ALONE)).to_have_count(0)
    expect(page.locator(".note")).to_contain_text("'1X' is no card")
    page.clock.install()
    waiting: list[Route] = []
    # a line so bad that nothing comes through, and nobody says so
    page.route("**/count", lambda route: waiting.append(route))  # noqa: PLW0108 - playwright cannot mark a built-in method
    page.locator(".picked button").last.tap()
    page.wait_for_function("() => document.querySelectorAll('.picked button').length === 6")
    page.clock.fast_forward(10_000)
    expect(page.get_by_text(ALONE)).to_be_visible()
    expect(page.locator(".found .dial")).to_contain_text("95")
    for route in waiting:
        route.continue_()
    expect(page.get_by_text(ALONE)).to_have_count(0)
    expect(page.locator(".found .dial")).to_contain_text("95")
    scorer.faults.clear()  # a browser without a connection says so in its console
    scorer.leave()


@pytest.mark.long
@pytest.mark.timeout(300)
def test_without_a_connection_a_players_cards_are_counted_on_the_pad(browser: Browser, served: str) -> None:
    scorer = Scorer.with_phone(browser, installed=True)
    page = scorer.page
    made = make_pad(scorer.context.request, served, switches={"joker_value": "fixed_25"})
    write(scorer.context.request, served, made["write"], closed("Ana", {"Bo": 14, "Cy": 75}))
    scorer.open(served + made["path"])
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    scorer.ended("Ana", "−10 Close")
    scorer.tap("Count cards")
    expect(page.get_by_text("Hands are counted here without a connection too.")).to_be_visible(timeout=60_000)
    page.evaluate(ACTIVE)
    scorer.context.set_offline(True)
    page.reload()
    expect(page.get_by_text("No connection: what you write waits here")).to_be_visible()
    page.locator('[data-player="Cy"]').tap()
    scorer.count_some_cards()
    expect(page.locator(".typing .note")).to_have_text(ALONE, timeout=120_000)
    expect(page.locator(".dial .stop")).to_have_text(["10to 85", "53to 128out"])  # the joker melded, or held at 25
    scorer.tap(re.compile("^10 to 85"))
    expect(page.locator('[data-player="Cy"] .value')).to_have_text("10")
    page.locator('[data-player="Bo"]').tap()
    scorer.count(3)
    page.locator("#write").tap()
    expect(page.get_by_text("1 entry waits to be sent")).to_be_visible()
    expect(page.locator(".waiting li")).to_contain_text("Bo 3, Cy 10 then Ana −20, Bo 17, Cy 85", timeout=60_000)
    expect(page.get_by_role("heading", name="Hand 3 Bo deals", level=2)).to_be_visible()
    expect(page.locator('[data-player="Cy"] .total')).to_have_text("85")
    scorer.ended("Ana", "−10 Close")
    scorer.tap("Count cards")
    for key in ("9", "nine of hearts"):
        scorer.tap(key)
    scorer.tap("Count them")
    expect(page.locator(".dial .stop")).to_have_text(["9to 94in the window"])
    scorer.tap(re.compile("^9 to 94"))
    scorer.count(7)
    page.locator("#write").tap()
    expect(page.get_by_role("heading", name="Cy is at 94 and may buy back to 24 for $20.")).to_be_visible()
    scorer.tap(re.compile("^Undo: Hand 3"))
    expect(page.get_by_role("heading", name="Hand 3 Bo deals", level=2)).to_be_visible()
    scorer.tap(re.compile("^Redo: Hand 3"))
    scorer.tap("Cy buys back for $20")
    expect(page.get_by_text("5 entries wait to be sent")).to_be_visible()
    expect(page.get_by_role("heading", name="Hand 4 Cy deals", level=2)).to_be_visible()
    scorer.ended("Bo", "−10 Close")
    scorer.count(941, 3)
    page.locator("#write").tap()
    expect(page.locator(".trouble")).to_contain_text("The count of Ana is 941")
    expect(page.locator(".trouble")).not_to_contain_text("Waiting until this is decided")  # what is before it is not held up
    scorer.tap("Change it")
    page.locator('[data-player="Ana"]').tap()
    scorer.count(4)
    page.locator("#write").tap()
    expect(page.get_by_role("heading", name="Hand 5 Ana deals", level=2)).to_be_visible()
    scorer.tap("Undo: Hand 4: Bo: Close; Ana 4, Cy 3")
    for _ in range(4):  # what the server has is taken back after all that waits
        page.locator(".undo").tap()
    expect(page.locator(".waiting")).to_contain_text("What an undo or redo leads to is known once it is sent")
    for _ in range(5):
        page.locator(".redo").tap()
    expect(page.get_by_role("heading", name="Hand 5 Ana deals", level=2)).to_be_visible()
    scorer.context.set_offline(False)
    expect(page.get_by_text("wait to be sent")).to_have_count(0)
    expect(page.get_by_text("No connection")).to_have_count(0)
    expect(page.locator('[data-player="Cy"] .total')).to_have_text("27")
    page.wait_for_function(SENT, arg=made["write"])
    rows = state_of(page, served, made["write"])["rows"]
    assert [list(row["totals"].values()) for row in rows[2:]] == [[-30, 24, 24], [-26, 14, 27]]
    scorer.faults.clear()  # a browser without a connection says so in its console
    scorer.leave()


@pytest.mark.long
@pytest.mark.timeout(300)
def test_a_pad_is_begun_without_a_connection_and_made_at_the_server_on_return(browser: Browser, served: str) -> None:
    scorer = Scorer.with_phone(browser, installed=True)
    page = scorer.page
    scorer.open(served + make_pad(scorer.context.request, served)["path"])
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    scorer.ended("Ana", "−10 Close")
    scorer.tap("Count cards")
    expect(page.get_by_text("Hands are counted here without a connection too.")).to_be_visible(timeout=60_000)
    page.evaluate(ACTIVE)
    scorer.context.set_offline(True)
    page.goto(f"{served}/pad")
    for place, name in enumerate(("Ana", "Bo", "Cy")):
        page.fill(f"#player-{place}", name)
    page.fill("#ante", "15")
    scorer.tap("Begin")
    expect(page.locator("#make .note")).to_contain_text("The ante is", timeout=120_000)
    page.fill("#ante", "50")
    scorer.tap("Begin")
    expect(page.get_by_role("heading", name="Hand 1", level=2)).to_be_visible(timeout=120_000)
    key = page.url.rsplit("/", 1)[1]
    scorer.ended("Bo", "−10 Close")
    scorer.count(4, 30)
    page.locator("#write").tap()
    expect(page.locator(".waiting li")).to_have_count(1)
    scorer.go("Share")
    expect(page.get_by_text("This pad was begun without a connection")).to_be_visible()
    expect(page.get_by_text("1 entry waits to be sent")).to_be_visible()
    scorer.context.set_offline(False)
    expect(page.get_by_role("link", name=f"{served}/pad/{key}")).to_be_visible()
    page.wait_for_function(SENT, arg=key)
    state = state_of(page, served, key)
    assert (state["ante_cents"], [row["state"] for row in state["rows"]]) == (5000, ["done"])
    assert sorted(state["rows"][0]["totals"].values()) == [-10, 4, 30]
    write(scorer.context.request, served, key, closed("Ana", {"Bo": 14, "Cy": 5}))
    scorer.go("Hand")
    expect(page.get_by_role("heading", name="Hand 3", level=2)).to_be_visible()
    scorer.faults.clear()  # a browser without a connection says so in its console
    scorer.leave()


def test_what_cannot_be_counted_without_a_connection_is_said_kept_and_counted_on_return(browser: Browser, served: str) -> None:
    scorer = Scorer.with_phone(browser, installed=True)
    page = scorer.page
    page.add_init_script("Object.defineProperty(navigator, 'connection', {value: {saveData: true}})")
    files = scorer.files_loaded()
    scorer.open(f"{served}/hand?rules=house&cards=9H,9C,9D")
    expect(page.get_by_role("heading", name="It counts 0")).to_be_visible()
    expect(page.get_by_role("button", name="Keep what counts without a connection (8 MB)")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert [file.url for file in files if not file.url.startswith(served) or "/python/" in file.url] == []
    assert 10_000 < sum(len(file.body()) for file in files) < 150_000, [file.url for file in files]
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    scorer.context.set_offline(True)
    page.reload()
    expect(page.locator(".note")).to_contain_text("There is no connection")
    scorer.tap("joker")
    expect(page.locator(".picked .card")).to_have_count(4)
    scorer.context.set_offline(False)
    expect(page.get_by_role("heading", name="It counts 0")).to_be_visible()
    expect(page.locator(".found .card")).to_have_count(4)
    page.get_by_label("Game").select_option("contract")
    expect(page.get_by_label("Deal").locator("option")).to_have_count(7)
    expect(page.get_by_role("heading", name="Not yet: 2 cards are missing")).to_be_visible()
    expect(page.locator(".found")).to_contain_text("It is needed least; then 3 cards are missing.")
    page.get_by_label("or type them").fill("KS KD 2C")
    page.get_by_label("or type them").press("Enter")
    expect(page.get_by_role("heading", name="It goes down; 2 points stay in hand")).to_be_visible()
    assert page.locator(".found .group").evaluate_all("all => all.map((each) => each.children.length)") == [3, 3, 1, 1]
    page.get_by_label("Deal").select_option("2: set of 3, run of 3")
    expect(page.get_by_role("heading", name="Not yet: 1 card is missing")).to_be_visible()
    page.reload()
    expect(page.get_by_label("Deal")).to_have_value("2")
    expect(page.get_by_role("heading", name="Not yet: 1 card is missing")).to_be_visible()
    assert page.viewport_size == PHONE
    scorer.faults.clear()  # a browser without a connection says so in its console
    scorer.leave()
