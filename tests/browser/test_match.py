"""A whole match on the page: one person by keys alone, one on a phone by touch alone, two bots, from the link to the payout."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import expect

from tests.browser.axe import assert_accessible
from tests.browser.person import Person, make_table

SHORT: Final[dict[str, str | int]] = {
    "elimination_line": 60,
    "window_from": 30,
    "feeding": "vote",
    "count_choice": "free",
}
"""A match of a few hands, in which one is often asked how to count."""


def reload_and_compare(person: Person, acts: tuple[str, ...]) -> None:
    before = person.prompt()
    person.page.reload()
    person.wait_to_be_asked()
    assert person.asked() == acts
    assert person.prompt() == before


def kind_of(acts: tuple[str, ...]) -> str:
    first = acts[0]
    return "accuse" if first.startswith(("accuse", "no_claim")) else "rule" if first in ("uphold", "reject") else first


@pytest.mark.timeout(180)
@pytest.mark.long
def test_two_people_and_two_bots_play_a_match_to_its_end_and_reload_at_every_prompt(served: str, ana: Person, bo: Person) -> None:
    address = make_table(ana.context.request, served, seats=4, bots=2, switches=SHORT)
    ana.open(address)
    expect(ana.page.get_by_text("1 place is empty")).to_be_visible()
    bo.open(address)
    bo.sit_down("Bo")
    expect(ana.page.get_by_role("button", name="Start the match")).to_be_enabled()
    ana.strike(ana.page.get_by_role("button", name="Start the match"))
    reloaded = set()
    for person in (ana, bo):
        person.page.wait_for_selector(".hand [data-card]")
        person.sort("Melds")
    while "again" not in ana.asked():
        for person in (ana, bo):
            acts = person.asked()
            if acts and acts[0] != "again" and kind_of(acts) not in reloaded:
                reloaded.add(kind_of(acts))
                reload_and_compare(person, acts)
            person.do(prefer=("buy", "accuse"))
    assert reloaded >= {"draw", "discard"}
    bo.page.wait_for_selector('[data-act="again"]')
    for person in (ana, bo):
        expect(person.page.get_by_role("heading", name="The match is over")).to_be_visible()
        expect(person.page.get_by_role("table", name="Who gets what")).to_be_visible()
    cash = ana.page.eval_on_selector_all(".count .result tbody td:last-child", "all => all.map(one => one.textContent)")
    cents = [round(float(text.replace("−", "-").replace("$", "").replace("+", "")) * 100) for text in cash]
    assert len(cents) == 4
    assert sum(cents) == 0
    for person in (ana, bo):
        assert_accessible(person.page)
    reload_and_compare(bo, bo.asked())
    names = bo.page.locator(".seat .name").all_inner_texts()
    ana.press("again")
    expect(bo.page.locator(".hand [data-card]").first).to_be_visible()
    assert bo.page.locator(".seat .name").all_inner_texts() == names, "the same people play again"
