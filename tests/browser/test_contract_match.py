"""Whole matches of the contract games on the page, eight players and large hands on a phone, and every state through axe."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from continental.play.actions import Action, Buy, Discard, Draw, GoDown, Pass
from continental.play.position import Position
from continental.rules.base import RuleSet
from tests.browser.axe import assert_accessible_in_both_schemes, assert_accessible_on_desk_and_phone
from tests.browser.laid_tables import Sitting, first_of
from tests.browser.person import PHONE

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


def numbers(texts: list[str]) -> list[int]:
    return [int(text.replace("✓ ", "").replace("−", "-")) for text in texts]


MATCHES: dict[str, tuple[int, dict[str, str | int]]] = {
    "seven_hands": (7, {"buy": "one_card", "joker_reclaim": "from_runs"}),
    "fournier": (7, {"joker_take": "keep_in_hand"}),
    "contract": (6, {"joker_take": "own_turn_sets_too"}),
}
"""From which deal on each match is played on the page, and with which switches; bots play the deals before."""


@pytest.mark.timeout(400)
@pytest.mark.parametrize("rules", MATCHES)
@pytest.mark.long
def test_the_last_deals_of_a_match_are_played_on_the_page(sitting: Sitting, rules: str) -> None:
    deal, switches = MATCHES[rules]
    ana = sitting.at(rules, ("", "", ""), deal=deal, switches=switches, phone=False)
    ana.page.wait_for_selector(".hand [data-card]")
    ana.page.evaluate(f"({PLAYER})()")
    ana.page.wait_for_selector('.prompt [data-act="again"]', timeout=300_000)
    did: dict[str, int] = ana.page.evaluate("() => { clearInterval(window.player); return window.held; }")
    assert did["turns"] > 0
    record = ana.context.request.get(ana.page.url + "/record").text()
    assert len(re.findall(r"^deal ", record, re.MULTILINE)) == 7
    for happened in ("goes down",) if rules == "fournier" else ("buys", "goes down", "lays"):
        assert f": {happened}" in record, f"nobody {happened} in a whole match"
    expect(ana.page.get_by_role("table", name="How it ended")).to_be_visible()
    sheet = ana.page.locator(".aside .sheet")
    totals = numbers(sheet.locator("tfoot td").all_text_contents())
    rows = [numbers(row.locator("td").all_text_contents()) for row in sheet.locator("tbody tr").all()]
    assert len(rows) == 7
    assert [sum(column) for column in zip(*rows, strict=True)] == totals


SETS = ("7S 7H 7D", "8S 8H 8D", "9S 9H JK", "TS TH TD", "JS JH JD", "QS QH JK", "KS KH KD", "AS AH AD")
RUNS = ("4C 5C 6C 7C", "3C 4C JK 6C", "TC JC QC KC", "5C 6C 7C 8C", "2C JK 4C 5C", "8C 9C TC JC", "4C 5C 6C 7C", "9C TC JC QC")


def everybody_goes_down(players: int) -> Callable[[RuleSet, Position], Action | None]:
    """All go down as soon as they can, until it is Ana's turn again and all have."""

    def act(rules: RuleSet, position: Position) -> Action | None:
        if len({row.owner for row in position.dealing.table}) == players and position.asked == (0,):
            return None
        return first_of(rules, position, GoDown, Draw, Discard)

    return act


def ana_buys_all(rules: RuleSet, position: Position) -> Action | None:
    """Ana buys every discard, and nobody else any, until she holds 21 cards and is asked something."""
    if len(position.dealing.hands[0]) >= 21 and position.asked[0] == 0:
        return None
    return first_of(rules, position, *((Buy,) if position.asked[0] == 0 else ()), Pass, Draw, Discard)


def test_eight_players_and_their_melds_fit_a_phone(sitting: Sitting) -> None:
    hands = [f"{low} {high}" for low, high in zip(SETS, RUNS, strict=True)]
    ana = sitting.at("seven_hands", hands, deal=2, acts=everybody_goes_down(8))
    expect(ana.page.locator(".row.laid")).to_have_count(8)
    wide = ana.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= PHONE["width"]
    for row in ana.page.locator(".row").all():
        box = row.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
    expect(ana.page.locator(".meld-on .card"), "told in short, where not all have room for their cards").to_have_count(0)
    spills = ana.page.eval_on_selector_all(".row.laid", SPILLS)
    assert spills == []
    assert_accessible_in_both_schemes(ana.page)


@pytest.mark.parametrize("players", [2, 8])
def test_on_a_desk_every_card_of_the_melds_is_seen_and_nothing_is_scrolled(sitting: Sitting, players: int) -> None:
    hands = [f"{low} {high}" for low, high in zip(SETS, RUNS, strict=True)][:players]
    ana = sitting.at("seven_hands", hands, deal=2, acts=everybody_goes_down(players), phone=False)
    expect(ana.page.locator(".row.laid")).to_have_count(players)
    expect(ana.page.locator(".meld-on .card")).to_have_count(7 * players)
    assert ana.page.eval_on_selector_all(".row.laid", SPILLS) == []
    assert ana.page.locator(".rows").evaluate("rows => rows.scrollHeight <= rows.clientHeight")
    heights = ana.page.eval_on_selector_all(".row", "all => all.map(one => Math.round(one.getBoundingClientRect().height))")
    assert sum(heights) >= (400 if players == 2 else 800), "the rows use the room"


def test_every_card_of_a_large_hand_is_touched_by_itself_on_a_phone(sitting: Sitting) -> None:
    ana = sitting.at("seven_hands", [""] * 8, switches={"buy": "two_cards", "deal": "12"}, acts=ana_buys_all)
    page = ana.page
    ana.wait_to_be_asked()
    cards = page.locator(".hand [data-card]")
    assert cards.count() >= 21
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
    assert_accessible_in_both_schemes(page)


def test_axe_finds_nothing_while_melds_are_laid(sitting: Sitting) -> None:
    ana = sitting.at("contract", ("", "", ""), phone=False)
    page = ana.page
    page.locator('.tools [data-act="trays"]').click()
    page.locator(".hand [data-card]").first.click()
    page.locator(".hand [data-card]").first.click()
    expect(page.locator(".tray .card")).to_have_count(2)
    assert_accessible_on_desk_and_phone(page)
    page.keyboard.press("Escape")
    page.locator('[data-act="standing"]').click()
    page.get_by_label("Buy these cards, leave all others").check()
    page.locator(".faces").get_by_role("button", name="joker").click()
    assert_accessible_on_desk_and_phone(page)
