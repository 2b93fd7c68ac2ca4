"""The count as a show: hands one after another, then points, money and totals; skipped, seen again, and never in the way."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.person import Person, make_table

WATCH = """() => {
  window.steps = [];
  setInterval(() => {
    const count = document.querySelector(".count");
    if (!count) return;
    const table = count.querySelector(".result");
    const money = table ? [...table.querySelectorAll("tbody td:nth-child(3)")].some((one) => one.textContent) : false;
    const full = Boolean(table && !table.classList.contains("filling"));
    const totals = [...document.querySelectorAll(".seat .total")].map((one) => one.textContent).join();
    const step = [count.querySelectorAll(".shown").length, Boolean(table), money, full, totals];
    if (JSON.stringify(step) !== JSON.stringify(window.steps.at(-1))) window.steps.push(step);
  }, 40);
}"""
"""Notes what the count shows whenever it changes: hands, the table, money in it, whether it is full, the totals at the seats."""


@pytest.fixture
def ana(browser: Browser, served: str) -> Iterator[Person]:
    """A person who sees motion, at a table of bots, and draws and throws until a hand is ended."""
    person = Person.come(browser)
    person.page.emulate_media(reduced_motion="no-preference")
    person.open(
        make_table(person.context.request, served, seats=3, bots=2, switches={"feeding": "off", "window_from": 1}, start=True)
    )
    person.page.wait_for_selector(".hand [data-card]")
    person.sort("Melds")
    yield person
    person.leave()


def play_to_the_count(person: Person) -> None:
    while not person.page.locator(".count").count():
        acts = person.wait_to_be_asked()
        if "draw" in acts:
            person.press("draw")
        elif "discard" in acts:
            person.throw(-1)


def test_hands_come_one_after_another_then_points_money_and_totals(ana: Person) -> None:
    ana.page.evaluate(WATCH)
    play_to_the_count(ana)
    page = ana.page
    if "count" in ana.wait_to_be_asked():  # it is asked at once, whatever is being shown
        ana.press("count")
    page.wait_for_selector('[data-act="show-again"]')
    steps = [tuple(step) for step in page.evaluate("window.steps")]
    hands = [shown for shown, *_ in steps]
    assert hands == sorted(hands)
    assert {1, 2, 3} <= set(hands), "one hand after another"
    assert [step for step in steps if step[1] and step[0] < 3] == [], "points come after the last hand"
    filling, money, settled = (next(place for place, step in enumerate(steps) if step[at]) for at in (1, 2, 3))
    assert filling < money < settled
    assert steps[filling][4] == steps[0][4], "totals stand as they were until they are shown"
    assert steps[-1][4] != steps[0][4]


def test_it_is_skipped_seen_again_and_not_repeated_by_a_reload(ana: Person) -> None:
    play_to_the_count(ana)
    page = ana.page
    if "count" in ana.wait_to_be_asked():
        ana.press("count")
    page.wait_for_selector('[data-act="show-again"]')
    expect(page.locator(".effects")).to_contain_text("in the window")
    page.keyboard.press("r")
    page.wait_for_selector('[data-act="show-all"]')
    assert page.locator(".count .shown").count() < 3
    page.keyboard.press(".")
    expect(page.locator(".count .shown")).to_have_count(3)
    expect(page.locator(".count .result")).to_be_visible()
    page.reload()
    expect(page.locator(".count .result")).to_be_visible()
    expect(page.locator('[data-act="show-all"]')).to_have_count(0)
    expect(page.locator(".totals .chart")).to_be_visible()
