"""The count as a show: hands one after another, then points, money and totals; skipped, seen again, and never in the way."""

from __future__ import annotations

import json
from datetime import UTC, datetime

from playwright.sync_api import expect

from tests.browser.laid_tables import Sitting, turns
from tests.browser.person import Person

WATCH = """() => {
  window.steps = [];
  new MutationObserver(() => {
    const count = document.querySelector(".count");
    if (!count) return;
    const table = count.querySelector(".result");
    const money = table ? [...table.querySelectorAll("tbody td:nth-child(3)")].some((one) => one.textContent) : false;
    const full = Boolean(table && !table.classList.contains("filling"));
    const read = (part) => [...document.querySelectorAll(part)].map((one) => one.textContent).join();
    const beside = [".seat .total", ".standing td", ".bar .pot", ".happened .feed"].map(read);
    const step = [count.querySelectorAll(".shown").length, Boolean(table), money, full, ...beside];
    if (JSON.stringify(step) !== JSON.stringify(window.steps.at(-1))) window.steps.push(step);
  }).observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true });
}"""
"""Notes what the page shows whenever it changes: hands, the table, money in it, whether it is full, and beside it the totals at
the seats, the match, the pot and what happened."""
STEP_MS = 1600
"""As long as every step of the show stands, and a little."""
SLEPT_S = 20
"""After so long without a look a page takes itself to have slept (`socket.js`)."""
MOST_STEPS = 24
TOLD: list[str] = []
"""What the table told the page, message by message."""


def begin(person: Person) -> None:
    """Let the test be the clock, and keep what the table tells the page."""
    person.page.clock.install()
    person.page.on("websocket", lambda line: line.on("framereceived", lambda frame: TOLD.append(str(frame))))


def is_settled(frame: str) -> bool:
    """Whether this message tells that the hand is counted and settled."""
    view = json.loads(frame).get("view") or {}
    deal = view.get("deal")
    return bool(deal and deal["showdown"]["ended"]) and view["phase"] not in ("count", "accuse", "rule")


def ana_ends_nothing(sitting: Sitting) -> Person:
    """A person who sees motion, at a table of bots, and is about to throw: then the next one closes. Time is the test's own."""
    TOLD.clear()
    ana = sitting.at(
        "house",
        ("", "4H 5H 6H 7H 8S 9S TS KD KH KC", ""),
        upcard="2C",
        acts=turns("0 draw"),
        ante=1000,
        switches={"feeding": "off", "window_from": 1, "split_scope": "off"},
        phone=False,
        before=begin,
    )
    ana.page.emulate_media(reduced_motion="no-preference")
    ana.page.wait_for_selector('.prompt [data-act="discard"]')
    return ana


def stand_still(person: Person) -> None:
    """Stop the page's time, so short a jump ahead that the page does not take itself to have slept.

    A page that slept asks for everything anew, and shows at once whatever it is then told, the show's first steps too.
    """
    person.page.clock.pause_at(datetime.fromtimestamp(person.page.evaluate("Date.now()") / 1000 + SLEPT_S / 2, UTC))


def see_the_show(person: Person) -> None:
    """Throw a card while time stands still, and let the time of the whole show pass once the hand is settled."""
    stand_still(person)
    person.throw(-1)
    expect(person.page.locator(".prompt h2")).to_have_text("The hands are being counted")
    assert person.asked() == (), "what comes next is asked when the count was seen"
    while not any(map(is_settled, TOLD)):  # time stands still for the page meanwhile, however long the table takes
        person.page.evaluate("null")
    # The module that draws the count is loaded by now or soon: on a busy machine the first steps would pass undrawn.
    expect(person.page.locator(".count .shown")).not_to_have_count(0)
    again = person.page.locator('[data-act="show-again"]')
    for _ in range(MOST_STEPS):
        person.page.clock.run_for(STEP_MS)
        if again.is_visible():
            break
    expect(again).to_be_visible()
    person.page.clock.run_for(STEP_MS)  # the last step stands as long as the others
    person.page.wait_for_selector('.prompt [data-act="next"], .prompt [data-act="stay"]')


def test_hands_come_one_after_another_then_points_money_and_totals(sitting: Sitting) -> None:
    ana = ana_ends_nothing(sitting)
    ana.page.evaluate(WATCH)
    see_the_show(ana)
    steps = [tuple(step) for step in ana.page.evaluate("window.steps")]
    hands = [shown for shown, *_ in steps]
    assert hands == sorted(hands)
    assert {1, 2, 3} <= set(hands), "one hand after another"
    assert [step for step in steps if step[1] and step[0] < 3] == [], "points come after the last hand"
    filling, money, settled = (next(place for place, step in enumerate(steps) if step[at]) for at in (1, 2, 3))
    assert filling < money < settled
    assert steps[filling][4] == steps[0][4], "totals stand as they were until they are shown"
    assert steps[-1][4] != steps[0][4]
    for at, until, what in ((5, money, "the match"), (6, money, "the pot"), (7, settled, "what happened")):
        assert {step[at] for step in steps[:until]} == {steps[0][at]}, f"{what} stands as it was until it is shown"
        assert steps[-1][at] != steps[0][at]


def test_one_press_skips_it_to_what_is_asked_next(sitting: Sitting) -> None:
    ana = ana_ends_nothing(sitting)
    page = ana.page
    stand_still(ana)
    ana.throw(-1)
    page.locator('.prompt [data-act="show-all"]').click()
    expect(page.locator(".count .result")).to_be_visible()
    page.wait_for_selector('.prompt [data-act="next"], .prompt [data-act="stay"]')


def test_it_is_skipped_seen_again_and_not_repeated_by_a_reload(sitting: Sitting) -> None:
    ana = ana_ends_nothing(sitting)
    page = ana.page
    see_the_show(ana)
    expect(page.locator(".effects")).to_contain_text("in the window")
    page.keyboard.press("r")
    page.wait_for_selector('[data-act="show-all"]')
    expect(page.locator(".count .shown")).to_have_count(1)
    page.keyboard.press(".")
    expect(page.locator(".count .shown")).to_have_count(3)
    expect(page.locator(".count .result")).to_be_visible()
    page.reload()
    expect(page.locator(".count .result")).to_be_visible()
    expect(page.locator('[data-act="show-all"]')).to_have_count(0)
    expect(page.locator(".totals .chart")).to_be_visible()
