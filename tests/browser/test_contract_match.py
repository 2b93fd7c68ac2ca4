"""Whole matches of the contract games on the page, eight players and large hands on a phone, and every state through axe."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.browser.axe import assert_accessible
from tests.browser.laid_tables import Sitting
from tests.browser.person import DESK, PHONE, Person

HERE = Path(__file__).parent
PLAYER = (HERE / "contract_player.js").read_text("utf-8").partition("\n")[2]
"""Ana as a program, which presses what stands on the page."""
SPILLS = """all => all.flatMap(row => {
  const box = row.getBoundingClientRect();
  return [...row.querySelectorAll(".meld-on")].filter(one => {
    const at = one.getBoundingClientRect();
    return at.height < 36 || at.width < 44 || at.top < box.top - 1 || at.bottom > box.bottom + 1 || at.right > box.right + 1;
  }).map(one => one.ariaLabel);
})"""
"""Melds that are too small to touch, or stick out of their row."""
GREEDY = """() => {
  const press = act => {
    const one = document.querySelector(`.prompt.mine [data-act="${act}"]`);
    if (one) one.click();
    return one;
  };
  if (press("buy") || press("next") || press("draw") || !document.querySelector('.prompt.mine [data-act="discard"]')) return;
  const cards = document.querySelectorAll(".hand [data-card]");
  if (cards.length && !document.querySelector('.hand [aria-pressed="true"]')) cards[0].click();
  press("discard");
}"""
"""One act of somebody who buys whatever is offered and never goes down."""


def table(
    person: Person, served: str, rules: str, *, seats: int, switches: dict[str, str | int] | None = None, pace_ms: int = 0
) -> None:
    wish = {
        "name": "Ana",
        "rules": rules,
        "ante_cents": 0,
        "seats": seats,
        "bots": ["greedy"] * (seats - 1),
        "pace_ms": 0,
        "clock_s": 0,
        "switches": switches or {},
        "start": True,
    }
    answer = person.context.request.post(f"{served}/rooms", data=json.dumps(wish), headers={"content-type": "application/json"})
    assert answer.status == 201, answer.text()
    person.open(served + answer.json()["path"])
    person.page.wait_for_selector(".hand [data-card]")


def numbers(texts: list[str]) -> list[int]:
    return [int(text.replace("✓ ", "").replace("−", "-")) for text in texts]


MATCHES: dict[str, dict[str, str | int]] = {
    "seven_hands": {"buy": "one_card", "joker_reclaim": "from_runs"},
    "fournier": {"joker_take": "keep_in_hand"},
    "contract": {"joker_take": "own_turn_sets_too"},
}


@pytest.mark.timeout(400)
@pytest.mark.parametrize("rules", MATCHES)
def test_the_last_two_deals_of_a_match_are_played_on_the_page(sitting: Sitting, rules: str) -> None:
    ana = sitting.at(rules, ("", "", ""), deal=6, switches=MATCHES[rules], phone=False)
    ana.page.wait_for_selector(".hand [data-card]")
    ana.page.evaluate(f"({PLAYER})()")
    ana.page.wait_for_selector('.prompt [data-act="again"]', timeout=300_000)
    did: dict[str, int] = ana.page.evaluate("() => { clearInterval(window.player); return window.held; }")
    assert did["turns"] > 2
    record = ana.context.request.get(ana.page.url + "/record").text()
    assert len(re.findall(r"^deal ", record, re.MULTILINE)) == 7
    for happened in ("buys", "goes down", "lays"):
        assert f": {happened}" in record, f"nobody {happened} in a whole match"
    expect(ana.page.get_by_role("table", name="How it ended")).to_be_visible()
    sheet = ana.page.locator(".aside .sheet")
    totals = numbers(sheet.locator("tfoot td").all_text_contents())
    rows = [numbers(row.locator("td").all_text_contents()) for row in sheet.locator("tbody tr").all()]
    assert len(rows) == 7
    assert [sum(column) for column in zip(*rows, strict=True)] == totals


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_eight_players_and_their_melds_fit_a_phone(served: str, browser: Browser, scheme: str) -> None:
    ana = Person.come(browser, viewport=PHONE, touch=True, scheme=scheme)
    table(ana, served, "seven_hands", seats=8)
    assert_accessible(ana.page)
    ana.page.evaluate(f"({PLAYER})()")
    ana.page.wait_for_function("() => document.querySelectorAll('.row.laid').length >= 4", timeout=100_000)
    ana.page.evaluate("clearInterval(window.player)")
    wide = ana.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= PHONE["width"]
    for row in ana.page.locator(".row").all():
        box = row.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
    spills = ana.page.eval_on_selector_all(".row.laid", SPILLS)
    assert spills == []
    assert_accessible(ana.page)
    ana.leave()


@pytest.mark.timeout(200)
def test_every_card_of_a_large_hand_is_touched_by_itself_on_a_phone(served: str, browser: Browser) -> None:
    ana = Person.come(browser, viewport=PHONE, touch=True)
    table(ana, served, "seven_hands", seats=8, switches={"buy": "two_cards", "deal": "12"})
    page = ana.page
    last = time.monotonic() + 150
    while page.locator(".hand [data-card]").count() < 21:
        assert time.monotonic() < last, "Ana's hand did not grow"
        page.evaluate(GREEDY)
        page.wait_for_timeout(30)
    cards = page.locator(".hand [data-card]")
    rows = set()
    for place in range(cards.count()):
        card = cards.nth(place)
        box = card.bounding_box()
        assert box is not None
        rows.add(round(box["y"] / 20))
        assert box["width"] >= 38
        assert box["height"] >= 44
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
        card.tap()
        expect(card).to_have_attribute("aria-pressed", "true")
    assert len(rows) <= 4
    assert_accessible(page)
    ana.leave()


@pytest.mark.parametrize(("scheme", "viewport"), [("dark", DESK), ("light", PHONE)], ids=["dark-desk", "light-phone"])
def test_axe_finds_nothing_while_melds_are_laid(served: str, browser: Browser, scheme: str, viewport: ViewportSize) -> None:
    ana = Person.come(browser, viewport=viewport, scheme=scheme)
    table(ana, served, "contract", seats=3)
    page = ana.page
    page.locator('.tools [data-act="trays"]').click()
    page.locator(".hand [data-card]").first.click()
    page.locator(".hand [data-card]").first.click()
    expect(page.locator(".tray .card")).to_have_count(2)
    assert_accessible(page)
    page.keyboard.press("Escape")
    page.locator('[data-act="standing"]').click()
    page.get_by_label("Buy these cards, leave all others").check()
    page.locator(".faces").get_by_role("button", name="joker").click()
    assert_accessible(page)
    page.locator('[data-act="standing"]').click()
    ana.leave()
