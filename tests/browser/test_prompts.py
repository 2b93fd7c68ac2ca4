"""The rarer prompts, brought about by switches: feeding and its ruling, the dial, buying back."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.person import PHONE, Person, make_table


@pytest.fixture
def ana(browser: Browser) -> Iterator[Person]:
    person = Person.come(browser)
    yield person
    person.leave()


@pytest.fixture
def bo(browser: Browser) -> Iterator[Person]:
    person = Person.come(browser, viewport=PHONE, touch=True)
    yield person
    person.leave()


def play_until(
    people: tuple[Person, ...], found: Callable[[Person, tuple[str, ...]], bool], act: Callable[[Person], object]
) -> Person:
    """Let the people act until one of them is asked what is looked for."""
    last = time.monotonic() + 120
    while time.monotonic() < last:
        for person in people:
            acts = person.asked()
            if found(person, acts):
                return person
            if acts and "again" not in acts:  # what is asked stays asked; what comes next is looked at anew
                act(person)
    raise AssertionError(f"it did not come to that; the last was {people[0].prompt()!r}")


def stays_over_a_reload(person: Person) -> None:
    acts, before = person.asked(), person.prompt()
    person.page.reload()
    person.wait_to_be_asked()
    assert (person.asked(), person.prompt()) == (acts, before)


@pytest.mark.timeout(150)
def test_a_claim_of_feeding_is_asked_for_and_ruled_on_by_vote(served: str, ana: Person, bo: Person) -> None:
    address = make_table(
        ana.context.request, served, seats=3, bots=1, switches={"feeding": "vote", "elimination_line": 500, "window_from": 499}
    )
    ana.open(address)
    bo.open(address)
    bo.sit_down("Bo")
    ana.page.get_by_role("button", name="Start the match").click()
    bo.page.wait_for_selector(".hand [data-card]")

    def feed(person: Person) -> None:
        acts = person.asked()
        if "discard" in acts:  # neither ends the hand; what was just taken may not be thrown back
            drawn = person.page.locator(".hand .fresh").get_attribute("data-card")
            person.throw(next(place for place, card in enumerate(person.hand()) if card != drawn))
        elif person is bo and "take" in acts:
            person.press("take")
        elif "draw" in acts:
            person.press("draw")
        else:
            person.do()

    asked = play_until((ana, bo), lambda person, acts: any(act.startswith("accuse") for act in acts), feed)
    expect(asked.page.get_by_role("heading", name="Did somebody feed the next player?")).to_be_visible()
    stays_over_a_reload(asked)
    asked.press(next(act for act in asked.asked() if act.startswith("accuse")))
    ruler = play_until((ana, bo), lambda person, acts: "uphold" in acts, lambda person: person.do(prefer=("no_claim",)))
    expect(ruler.page.locator(".prompt")).to_contain_text("the whole table's shares")
    stays_over_a_reload(ruler)
    ruler.press("uphold")
    play_until((ana, bo), lambda person, acts: "next" in acts or "buy" in acts, lambda person: person.do(prefer=("uphold",)))
    expect(ana.page.locator(".count")).to_contain_text(re.compile("Upheld: |Not upheld: "))


@pytest.mark.timeout(150)
def test_a_buy_back_states_its_price_its_new_total_and_the_pot(served: str, ana: Person) -> None:
    switches: dict[str, str | int] = {"window_from": 1, "elimination_line": 500, "split_scope": "off"}
    ana.open(make_table(ana.context.request, served, seats=4, bots=3, switches=switches, start=True))
    ana.page.wait_for_selector(".hand [data-card]")
    ana.sort("Rank")

    def lose(person: Person) -> None:
        acts = person.asked()
        if "draw" in acts:
            person.press("draw")
        elif "discard" in acts:
            person.throw(0)
        else:
            person.do()

    play_until((ana,), lambda person, acts: "buy" in acts, lose)
    bar = ana.page.locator(".prompt")
    expect(bar).to_contain_text("for $10")
    expect(bar).to_contain_text("Your total goes from")
    expect(bar).to_contain_text("Buying again later would cost $20")
    stays_over_a_reload(ana)
    ana.press("buy")
    play_until((ana,), lambda person, acts: "next" in acts, lambda person: person.do())
    expect(ana.page.locator(".money")).to_contain_text("You bought back to")


@pytest.mark.timeout(150)
def test_the_dial_states_each_total_and_is_turned_by_keys(served: str, ana: Person) -> None:
    ana.open(
        make_table(ana.context.request, served, seats=3, bots=2, switches={"count_choice": "free", "feeding": "off"}, start=True)
    )
    ana.page.wait_for_selector(".hand [data-card]")
    ana.sort("Melds")

    def wait_for_a_bot_to_end(person: Person) -> None:
        acts = person.asked()
        if "draw" in acts:
            person.press("draw")
        elif "discard" in acts:
            person.throw(-1)
        else:
            person.do()

    play_until(
        (ana,), lambda person, acts: "count" in acts and person.page.locator(".dial .stop").count() > 1, wait_for_a_bot_to_end
    )
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
