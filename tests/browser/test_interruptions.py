"""Whatever comes in between: a page that slept, a line that was cut, a host who went; nothing is lost and nothing done twice."""

from __future__ import annotations

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
    person = Person.come(browser, viewport=PHONE, touch=True, means="touch")
    yield person
    person.faults.clear()  # the browser's own word for sockets that it could not open while it was cut off
    person.leave()


def freeze(person: Person) -> Callable[[], None]:
    """Put the page to sleep as a phone does; how it is woken."""
    session = person.context.new_cdp_session(person.page)
    session.send("Page.enable")
    session.send("Page.setWebLifecycleState", {"state": "frozen"})

    def wake() -> None:
        session.send("Page.setWebLifecycleState", {"state": "active"})

    return wake


def cut(person: Person) -> Callable[[], None]:
    """Cut the line; how it is mended."""
    person.context.set_offline(True)
    expect(person.page.locator(".prompt .lost")).to_be_visible()
    return lambda: person.context.set_offline(False)


@pytest.mark.parametrize("away", [freeze, cut])
def test_a_page_that_slept_or_was_cut_off_finds_the_turn_that_came_meanwhile(
    served: str, ana: Person, bo: Person, away: Callable[[Person], Callable[[], None]]
) -> None:
    address = make_table(ana.context.request, served, seats=2, bots=0)
    ana.open(address)
    bo.open(address)
    bo.sit_down("Bo")
    ana.page.get_by_role("button", name="Start the match").click()
    for person in (ana, bo):
        person.page.wait_for_selector(".hand [data-card]")
    held = sorted(bo.hand())
    back = away(bo)
    ana.press("draw")
    ana.throw(0)
    back()
    assert set(bo.wait_to_be_asked()) >= {"draw"}
    expect(bo.page.locator(".prompt .lost")).to_have_count(0)
    assert sorted(bo.hand()) == held
    bo.press("draw")
    assert len(bo.hand()) == 11


def test_the_table_goes_on_when_its_host_leaves_it(served: str, ana: Person, bo: Person) -> None:
    address = make_table(ana.context.request, served, seats=3, bots=1)
    ana.open(address)
    bo.open(address)
    bo.sit_down("Bo")
    expect(bo.page.get_by_text("Ana starts the match.")).to_be_visible()
    ana.page.get_by_role("button", name="Leave this table").click()
    expect(ana.page.get_by_role("heading", name="Sit down at this table")).to_be_visible()
    bo.page.get_by_role("button", name="Add greedy bot").tap()
    bo.page.get_by_role("button", name="Start the match").tap()
    expect(bo.page.locator(".hand [data-card]").first).to_be_visible()


def test_two_pages_of_one_seat_do_one_act_once(served: str, ana: Person) -> None:
    address = make_table(ana.context.request, served, seats=2, bots=1, start=True)
    ana.open(address)
    ana.wait_to_be_asked()
    second = ana.context.new_page()
    second.goto(address)
    buttons = [page.wait_for_selector('.prompt [data-act="draw"]') for page in (ana.page, second)]
    for button in buttons:  # whether or not the second page was told of the first's draw before it is pressed
        assert button is not None
        button.dispatch_event("click")
    for page in (ana.page, second):
        expect(page.locator(".hand [data-card]")).to_have_count(11)
        expect(page.locator('.prompt [data-act="discard"]')).to_be_visible()
