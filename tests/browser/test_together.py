"""People at one table: what they say, who watches, a seat that goes to another device, clocks, and the way back."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.laid_tables import Sitting
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
    person.leave()


def sit_together(served: str, ana: Person, bo: Person, **wish: object) -> str:
    """Ana and Bo at a table of three with a bot, in play; its address."""
    address = make_table(ana.context.request, served, seats=3, bots=1, **wish)  # type: ignore[arg-type]
    ana.open(address)
    bo.open(address)
    bo.sit_down("Bo")
    ana.page.get_by_role("button", name="Start the match").click()
    for person in (ana, bo):
        person.page.wait_for_selector(".hand [data-card]")
    return address


def test_phrases_and_lines_are_heard_counted_while_unseen_and_muted(served: str, ana: Person, bo: Person) -> None:
    sit_together(served, ana, bo)
    said = ana.page.get_by_role("list", name="Chat")
    ana.page.get_by_role("button", name="Good luck").click()
    expect(said).to_contain_text("You Good luck")
    ana.page.get_by_label("Say something").fill("  nice  evening <b>friends</b> ")
    ana.page.keyboard.press("Enter")
    expect(said).to_contain_text("nice evening <b>friends</b>")
    expect(bo.page.locator(".menu .unread")).to_contain_text("2")
    expect(bo.page.locator("#voice")).to_contain_text("Ana: nice evening")
    bo.page.tap(".menu")
    heard = bo.page.get_by_role("list", name="Chat")
    expect(heard.get_by_role("listitem")).to_have_count(2)
    bo.page.get_by_role("button", name="Mute Ana").tap()
    expect(heard).to_contain_text("Nothing was said yet")
    bo.page.reload()
    bo.page.tap(".menu")
    expect(bo.page.locator(".menu .unread")).to_have_count(0)
    bo.page.get_by_role("button", name="Hear Ana again").tap()
    expect(heard.get_by_role("listitem")).to_have_count(2)


def test_a_table_without_chat_and_help_shows_neither(served: str, ana: Person) -> None:
    ana.open(served)
    ana.page.get_by_text("Make a table").click()
    ana.page.locator("#name").fill("Ana")
    for label, value in (
        ("Of them bots", "3"),
        ("Chat", "off"),
        ("Help with the hand", "off"),
        ("Reserve of each player", "300"),
    ):
        ana.page.get_by_label(label, exact=True).select_option(value)
    ana.page.get_by_role("button", name="Make the table").click()
    expect(ana.page.get_by_text("5:00 of reserve each")).to_be_visible()
    expect(ana.page.get_by_text("no help with the hand")).to_be_visible()
    ana.page.get_by_role("button", name="Start the match").click()
    ana.page.wait_for_selector(".hand [data-card]")
    expect(ana.page.locator(".chat")).to_have_count(0)
    expect(ana.page.locator(".worth")).to_have_count(0)
    expect(ana.page.get_by_role("button", name="Melds")).to_have_count(0)


def test_who_watches_is_counted_and_the_seat_goes_to_another_device(
    served: str, ana: Person, bo: Person, browser: Browser
) -> None:
    address = sit_together(served, ana, bo)
    other = Person.come(browser, viewport=PHONE, touch=True)
    other.open(address)
    expect(other.page.get_by_text("You are watching.")).to_be_visible()
    expect(ana.page.get_by_text("1 person is watching.")).to_be_visible()
    hand = sorted(ana.hand())
    ana.page.get_by_role("button", name="Make a link for it").click()
    link = ana.page.locator(".carried code").inner_text()
    assert re.fullmatch(re.escape(address) + r"/carry/[\w-]{22}", link)
    expect(ana.page.get_by_role("img", name="The link as a code for a camera")).to_be_visible()
    expect(ana.page.locator(".carry")).to_contain_text(re.compile(r"within (10:00|9:\d\d)"))
    other.open(link)
    other.page.get_by_role("button").click()
    other.page.wait_for_selector(".hand [data-card]")
    assert sorted(other.hand()) == hand
    expect(ana.page.get_by_text("You are watching.")).to_be_visible()
    expect(ana.page.locator(".hand")).to_have_count(0)
    other.leave()


def test_the_host_turns_somebody_away_for_good(served: str, ana: Person, bo: Person) -> None:
    address = make_table(ana.context.request, served, seats=3, bots=1)
    ana.open(address)
    bo.open(address)
    bo.sit_down("Bo")
    expect(bo.page.get_by_role("button", name="Turn away for good")).to_have_count(0)
    ana.page.get_by_role("button", name="Turn away for good").click()
    expect(bo.page.locator("body")).to_contain_text("The host of this table has turned you away.")
    expect(ana.page.get_by_role("button", name="Turn away for good")).to_have_count(0)
    expect(ana.page.locator("body")).to_contain_text("The host turned away the player at place 2")
    bo.open(address)
    expect(bo.page.locator("body")).to_contain_text("The host of this table has turned you away.")
    bo.faults.clear()


def test_a_clock_says_what_it_will_do(sitting: Sitting) -> None:
    ana = sitting.at("house", ("", ""), clock_s=30, phone=False)
    ana.wait_to_be_asked()
    bar = ana.page.locator(".prompt")
    expect(bar.locator(".clock")).to_contain_text(re.compile(r"\d s"))
    expect(bar).to_contain_text("When the time runs out, a card is drawn from the stock for you.")
    expect(ana.page.locator(".seat.at-you .clock")).to_be_visible()


def test_a_clock_that_ran_out_did_what_it_said(sitting: Sitting) -> None:
    ana = sitting.at("house", ("", ""), clock_s=30, since_ms=30_000, phone=False)
    expect(ana.page.locator(".happened")).to_contain_text("Your time ran out")
    expect(ana.page.locator(".hand [data-card]")).to_have_count(11)
    expect(ana.page.locator(".prompt")).to_contain_text("the card just drawn is thrown for you")


def test_what_is_waited_for_says_who_thinks_and_for_how_long_and_who_is_away(served: str, ana: Person, bo: Person) -> None:
    bo.page.clock.install()
    sit_together(served, ana, bo)
    bar = bo.page.locator(".prompt")
    expect(bar).to_contain_text("Ana is to draw")
    bo.page.clock.run_for(6_000)
    expect(bar).to_contain_text(re.compile(r"thinking for \d+ s"))
    ana.page.goto(f"{served}/rules/house")
    expect(bar).to_contain_text(re.compile(r"Ana is away; a bot sits in after (2:00|1:\d\d)"))


def test_sound_is_one_touch_off_at_first_on_a_phone_and_the_start_page_leads_back(served: str, ana: Person, bo: Person) -> None:
    address = sit_together(served, ana, bo)
    on_desk = ana.page.get_by_role("button", name="Sound")
    expect(on_desk).to_have_attribute("aria-pressed", "true")
    on_desk.click()
    expect(on_desk).to_have_attribute("aria-pressed", "false")
    ana.page.reload()
    expect(on_desk).to_have_attribute("aria-pressed", "false")
    ana.open(served)
    back = ana.page.get_by_role("region").or_(ana.page.locator(".back-to"))
    expect(back).to_contain_text("with Bo")
    back.get_by_role("link", name="House Rules").click()
    ana.page.wait_for_selector(".hand [data-card]")
    assert ana.page.url == address


def test_the_sheet_of_keys_says_what_each_key_does_now(served: str, ana: Person) -> None:
    ana.open(make_table(ana.context.request, served, seats=2, bots=1, start=True))
    ana.wait_to_be_asked()
    ana.page.keyboard.press("?")
    sheet = ana.page.get_by_role("dialog", name="Keys")
    expect(sheet).to_contain_text("Stock")
    expect(sheet.get_by_role("button", name="Close")).to_be_focused()
    ana.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(ana.page.locator(".hand [data-card]").first).to_be_focused()
