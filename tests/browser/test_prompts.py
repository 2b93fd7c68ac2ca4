"""The rarer prompts, at tables laid for them: feeding and its ruling, the dial, buying back; each stays over a reload."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from continental.cards import parse_cards
from continental.play.actions import Close, Take
from continental.play.terms import Seat
from tests.browser.axe import assert_accessible_on_desk_and_phone
from tests.browser.laid_tables import Sitting, turns
from tests.browser.person import Person

FED = (
    *turns("0 draw AS", "1 draw KH", "2 take QC", "0 draw AD", "1 draw KS", "2 take JC", "0 draw AC", "1 draw 8H"),
    Take(Seat(2)),
    Close(Seat(2), *parse_cards("8H")),
)
"""Seat 1 gives the next seat three cards in a row, with the last of which that one closes."""
FED_DRAWS = "AS KH AD KS AC 8H"
FED_HAND = "4H 5H 6H 7H 8S 9S TS KD QC JC"


def stays_over_a_reload(person: Person) -> None:
    """The question is the same over a reload, and everybody can read it."""
    acts, before = person.asked(), person.prompt()
    person.page.reload()
    person.wait_to_be_asked()
    assert (person.asked(), person.prompt()) == (acts, before)
    assert_accessible_on_desk_and_phone(person.page)


def test_a_claim_of_feeding_is_asked_for_and_ruled_on_by_vote(sitting: Sitting) -> None:
    switches = {"feeding": "vote"}
    ana = sitting.at("house", ("", "", FED_HAND), upcard="2C", draws=FED_DRAWS, acts=FED, ante=1000, switches=switches)
    assert ana.wait_to_be_asked() == ("no_claim", "accuse1")
    expect(ana.page.get_by_role("heading", name="Did somebody feed the next player?")).to_be_visible()
    stays_over_a_reload(ana)
    ana.press("accuse1")
    ana.page.wait_for_selector('.prompt [data-act="uphold"]')
    expect(ana.page.locator(".prompt")).to_contain_text("the whole table's shares")
    stays_over_a_reload(ana)
    ana.press("uphold")
    ana.page.wait_for_selector('.prompt [data-act="next"]')
    expect(ana.page.locator(".count")).to_contain_text(re.compile("Upheld: |Not upheld: "))


def test_a_buy_back_states_its_price_its_new_total_and_the_pot(sitting: Sitting) -> None:
    ana = sitting.at(
        "house",
        ("", "2S 3S 4S 2H 3H 4H 5C 6C 7C 2D", FED_HAND),
        upcard="2C",
        draws=FED_DRAWS,
        acts=FED,
        ante=1000,
        switches={"window_from": 1, "elimination_line": 500, "split_scope": "off", "feeding": "off"},
        phone=False,
    )
    ana.page.wait_for_selector('.prompt [data-act="buy"]')
    bar = ana.page.locator(".prompt")
    expect(bar).to_contain_text("for $10")
    expect(bar).to_contain_text("Your total goes from")
    expect(bar).to_contain_text("Buying again later would cost $20")
    stays_over_a_reload(ana)
    ana.press("buy")
    ana.page.wait_for_selector('.prompt [data-act="next"]')
    expect(ana.page.locator(".money")).to_contain_text("You bought back to")
    assert_accessible_on_desk_and_phone(ana.page)


def test_the_dial_states_each_total_and_is_turned_by_keys(sitting: Sitting) -> None:
    ana = sitting.at(
        "house",
        ("7S 7H 7D JK 2D 5C 9C JD QS 3S", "", FED_HAND),
        upcard="2C",
        draws=FED_DRAWS,
        acts=FED,
        ante=1000,
        switches={"count_choice": "free", "feeding": "off"},
        phone=False,
    )
    assert ana.wait_to_be_asked() == ("count",)
    stays_over_a_reload(ana)
    stops = ana.page.get_by_role("radiogroup").get_by_role("radio")
    expect(ana.page.locator('.stop[aria-checked="true"]')).to_have_count(1)
    stops.nth(0).focus()
    ana.page.keyboard.press("Home")
    ana.page.keyboard.press("ArrowRight")
    expect(stops.nth(1)).to_have_attribute("aria-checked", "true")
    expect(stops.nth(1)).to_be_focused()
    total = stops.nth(1).get_attribute("data-total")
    assert total is not None
    expect(ana.page.locator('[data-act="count"]')).to_contain_text(f"total {total}")
    ana.press("count")
    ana.page.wait_for_selector(".result")
    expect(ana.page.get_by_role("row", name="You").first).to_contain_text(total)
