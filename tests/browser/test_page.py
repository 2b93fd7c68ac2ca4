"""The pages as pages: made, joined and watched by link, readable by everybody, light, and steady when the line breaks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Response, expect

from continental.cards import parse_cards
from continental.play.actions import Close
from continental.play.terms import Seat
from tests.browser.axe import assert_accessible_in_both_schemes, assert_accessible_on_desk_and_phone
from tests.browser.laid_tables import Sitting, turns
from tests.browser.person import PHONE, Person, is_file, make_table

TEN_MELDED = "4H 5H 6H 7H 8S 9S TS KD KH KC"


@pytest.fixture
def ana(browser: Browser) -> Iterator[Person]:
    person = Person.come(browser)
    yield person
    person.leave()


def test_play_now_deals_at_once(served: str, ana: Person) -> None:
    ana.open(served)
    ana.page.get_by_role("button", name="Play now").click()
    expect(ana.page.locator(".hand [data-card]").first).to_be_visible()
    expect(ana.page.locator(".seat")).to_have_count(4)


def test_a_table_is_made_with_its_switches_and_its_warning(served: str, ana: Person) -> None:
    ana.open(served)
    page = ana.page
    page.get_by_text("Make a table").click()
    expect(page.get_by_text("With two players the match may end after one hand")).to_be_hidden()
    page.get_by_label("Players", exact=True).select_option("2")
    expect(page.get_by_text("With two players the match may end after one hand")).to_be_visible()
    page.get_by_text("Switches of the rules").click()
    page.get_by_label("When two players within the gap split the pot").select_option("off")
    expect(page.get_by_text("With two players the match may end after one hand")).to_be_hidden()
    expect(page.locator("#changed")).to_have_text("1 changed")
    page.locator("#name").fill("Ana")
    page.get_by_role("button", name="Make the table").click()
    expect(page.get_by_role("heading", name="Your table")).to_be_visible()
    expect(page.get_by_text("When two players within the gap split the pot: never")).to_be_visible()
    page.get_by_role("button", name="Add greedy bot").click()
    page.get_by_role("button", name="Start the match").click()
    expect(page.locator(".hand [data-card]").first).to_be_visible()


def test_the_link_lets_a_friend_sit_down_and_one_more_watch(served: str, ana: Person, browser: Browser) -> None:
    address = make_table(ana.context.request, served, seats=2, bots=0)
    ana.open(address)
    expect(ana.page.locator(".address")).to_have_text(address.removeprefix("http://"))
    expect(ana.page.get_by_text("This address reaches this machine alone.")).to_be_visible()
    bo, watcher = Person.come(browser), Person.come(browser)
    bo.open(address)
    bo.sit_down("Bo")
    watcher.open(address)
    expect(watcher.page.get_by_text("Every place is taken. You may watch.")).to_be_visible()
    ana.page.get_by_role("button", name="Start the match").click()
    expect(watcher.page.get_by_text("You are watching.")).to_be_visible()
    expect(watcher.page.locator(".hand")).to_have_count(0)
    for person in (ana, bo):
        expect(person.page.locator(".hand [data-card]").first).to_be_visible()
    titles = sorted(person.page.title().startswith("● Your turn") for person in (ana, bo))
    assert titles == [False, True]
    bo.leave()
    watcher.leave()


def test_a_name_that_is_taken_is_said_in_words(served: str, ana: Person, browser: Browser) -> None:
    address = make_table(ana.context.request, served, seats=3, bots=0)
    bo = Person.come(browser)
    bo.open(address)
    bo.page.get_by_label("Your name").fill("ana")
    bo.page.get_by_role("button", name="Sit down").click()
    expect(bo.page.locator(".note")).to_contain_text("choose another name")
    bo.faults.clear()  # the browser notes the refusal's HTTP status, as it should
    bo.leave()


@pytest.mark.timeout(300)
@pytest.mark.long
def test_axe_finds_nothing_on_any_page(served: str, ana: Person, browser: Browser) -> None:
    page = ana.page
    ana.open(served)
    page.get_by_text("Make a table").click()
    page.get_by_text("Switches of the rules").click()
    assert_accessible_on_desk_and_phone(page)
    ana.open(make_table(ana.context.request, served, seats=4, bots=2))
    page.get_by_role("heading", name="Your table").wait_for()
    assert_accessible_on_desk_and_phone(page)
    ana.open(make_table(ana.context.request, served, seats=3, bots=2, start=True))
    ana.wait_to_be_asked()
    ana.press("draw")
    page.locator(".hand [data-card]").nth(2).click()
    page.click('[data-act="why"]')
    assert_accessible_on_desk_and_phone(page)
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keys").wait_for()
    assert_accessible_on_desk_and_phone(page)
    page.keyboard.press("Escape")
    page.set_viewport_size(PHONE)
    page.click(".menu")
    assert_accessible_in_both_schemes(page)
    watcher = Person.come(browser, viewport=PHONE)
    watcher.open(page.url)
    watcher.page.get_by_text("You are watching").wait_for()
    assert_accessible_in_both_schemes(watcher.page)
    watcher.leave()


def test_a_lost_line_is_said_and_found_again(served: str, ana: Person) -> None:
    ana.open(make_table(ana.context.request, served, seats=2, bots=1, start=True))
    ana.wait_to_be_asked()
    before = ana.prompt()
    ana.context.set_offline(True)
    expect(ana.page.locator(".prompt .lost")).to_be_visible()
    ana.page.click('.prompt [data-act="draw"]')
    expect(ana.page.locator(".prompt .note").last).to_contain_text("Not sent")
    ana.context.set_offline(False)
    expect(ana.page.locator(".prompt .lost")).to_have_count(0)
    ana.page.reload()
    ana.wait_to_be_asked()
    assert ana.prompt() == before
    ana.faults.clear()  # the browser's own word for a socket that it could not open


def test_a_second_page_of_the_same_seat_follows_the_first(served: str, ana: Person) -> None:
    address = make_table(ana.context.request, served, seats=2, bots=1, start=True)
    ana.open(address)
    ana.wait_to_be_asked()
    second = ana.context.new_page()
    second.goto(address)
    second.wait_for_selector(".prompt.mine")
    ana.press("draw")
    expect(second.locator(".hand [data-card]")).to_have_count(11)
    assert sorted(ana.hand()) == sorted(
        second.eval_on_selector_all(".hand [data-card]", "all => all.map(one => one.dataset.card)")
    )


def test_a_person_who_left_takes_the_seat_back(served: str, ana: Person) -> None:
    ana.open(
        make_table(
            ana.context.request, served, seats=2, bots=1, switches={"elimination_line": 500, "split_scope": "off"}, start=True
        )
    )
    ana.wait_to_be_asked()
    ana.page.get_by_role("button", name="Leave the table").click()
    ana.page.get_by_role("button", name="Yes, leave").click()
    back = ana.page.get_by_role("button", name="Take your seat back")
    back.click()
    expect(back).to_have_count(0)


def test_all_that_a_match_needs_weighs_little(sitting: Sitting) -> None:
    """A table at the end of a deal, the count and the chart with it: all the files that a match loads."""
    loaded: list[list[Response]] = []
    ana = sitting.at(
        "house",
        ("", "", TEN_MELDED),
        acts=[*turns("0 draw AS", "1 draw AD", "2 draw"), Close(Seat(2), *parse_cards("AC"))],
        draws="AS AD AC",
        phone=False,
        before=lambda person: loaded.append(person.files_loaded()),
    )
    ana.page.wait_for_selector(".count .result")
    ana.page.wait_for_selector(".chart")
    ana.page.wait_for_load_state("networkidle")
    unpacked, sent = weights(loaded[0])
    assert 20_000 < sent < 60_000 < unpacked, "files are sent packed"


def test_all_that_a_contract_match_needs_weighs_little(sitting: Sitting) -> None:
    """The trays, the melds on the table, the count, the sheet and the end: the most that one match loads."""
    loaded: list[list[Response]] = []
    ana = sitting.at(
        "contract",
        ("AS 2S 3S 4S 6H 7H 8H 9H TD JD QD KD", "", ""),
        deal=7,
        upcard="2C",
        draws="5S",
        before=lambda person: loaded.append(person.files_loaded()),
    )
    ana.wait_to_be_asked()
    ana.press("draw")
    ana.page.wait_for_selector('.prompt [data-act="discard"]')
    ana.page.locator('[data-act="go_down"]').tap()
    ana.page.locator('[data-act="lay_down"]').tap()
    ana.page.wait_for_selector(".count .over")
    ana.page.wait_for_selector(".felt .sheet tbody")
    ana.page.wait_for_load_state("networkidle")
    named = re.findall(r"<(\S+)>; rel=modulepreload", loaded[0][0].headers["link"])
    assert {"app.js", "contract.js"} <= {path.rpartition("/")[2] for path in named}
    assert set(named) <= {urlsplit(answer.url).path for answer in loaded[0]}, "all that the page's head names is used"
    unpacked, sent = weights(loaded[0])
    assert 40_000 < sent < 80_000 < unpacked, "files are sent packed"


def weights(answers: list[Response]) -> tuple[int, int]:
    """What the page's files come to, unpacked and as they were sent, in bytes."""
    files = [answer for answer in answers if is_file(answer)]
    return sum(len(answer.body()) for answer in files), sum(int(answer.headers["content-length"]) for answer in files)
