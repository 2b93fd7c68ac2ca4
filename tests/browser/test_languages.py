"""A further language is one folder of words: tried with one whose every word is marked and longer, on a phone's screen."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, expect

from continental.cli.language import write as write_folder
from continental.rules.tables import catalogue
from continental.web.page.languages import lacking, languages
from continental.words import ENGLISH
from tests.browser.made_up import ENGLISH_LEFT, NAMES, NOT_TRANSLATED, speak
from tests.browser.person import PHONE, Person, make_table
from tests.browser.scorer import closed, make_pad, write

CLIPPED: Final = """() => [...document.querySelectorAll("button, .button, .chip, summary, h1, h2, label")]
  .filter((one) => one.checkVisibility() && !one.closest(".unseen, .card") && !one.matches(".card, .unseen"))
  .filter((one) => {
    const box = one.getBoundingClientRect();
    const cut = one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline";
    return box.width > 2 && (cut || box.left < -1 || box.right > innerWidth + 1);
  })
  .map((one) => one.outerHTML.slice(0, 120))"""


REFUSED: Final = {"refused": {"code": "rooms_an_hour", "sentence": "English.", "given": {"made": 20}}}
"""What the server would answer a table too many."""


@pytest.fixture
def reader(browser: Browser) -> Iterator[Person]:
    """Somebody with a phone whose language is the made-up one."""
    person = Person.come(browser, viewport=PHONE, touch=True)

    speak(person.page, "xx")
    yield person
    person.leave()


def assert_nothing_is_clipped(person: Person) -> None:
    assert person.page.evaluate(CLIPPED) == []
    assert person.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def assert_in_its_language(person: Person) -> None:
    assert person.page.evaluate(ENGLISH_LEFT, list(NAMES)) == []


def test_a_further_language_is_one_folder_and_clips_no_button(served: str, reader: Person) -> None:
    page = reader.page
    reader.open(served)
    page.get_by_text("Makeëë a tableëë").click()
    assert page.evaluate("document.documentElement.lang") == "xx"
    assert_nothing_is_clipped(reader)
    reader.open(make_table(reader.context.request, served, seats=4, bots=2))
    page.get_by_text("Sendëë thisëë").wait_for()
    assert_in_its_language(reader)
    assert_nothing_is_clipped(reader)
    table = make_table(reader.context.request, served, seats=4, bots=3, start=True, switches={"discard_view": "all"})
    reader.open(table)
    reader.wait_to_be_asked()
    expect(page.locator(".prompt h2")).to_contain_text("ëë")
    expect(page).to_have_title(re.compile("Houseëë Rulesëë"))
    assert_nothing_is_clipped(reader)
    page.click(".menu")
    assert_in_its_language(reader)
    assert_nothing_is_clipped(reader)
    page.click(".aside .close")
    page.click("[data-act=why]")
    expect(page.locator(".reasons dd").first).to_contain_text("ë")
    assert_in_its_language(reader)
    reader.press("draw")
    page.locator(".hand [data-card]").nth(2).click()
    assert_nothing_is_clipped(reader)
    ends = ("next", "buy", "again")
    while set(ends).isdisjoint(asked := reader.wait_to_be_asked()):
        if "count" in asked:
            assert_nothing_is_clipped(reader)
            assert_in_its_language(reader)
        reader.do(leave=ends)  # they may be asked by now: pressed, they would lead into the next deal
    assert_nothing_is_clipped(reader)
    assert_in_its_language(reader)
    for part, shown in (("/deal/1", ".scene"), ("/verify", "#deals details"), ("/rules", ".departures li")):
        reader.open(table + part)
        page.locator(shown).first.wait_for()
        expect(page.locator("main h1")).to_contain_text("ë")
        assert_in_its_language(reader)


def test_a_contract_game_is_told_in_the_language(served: str, reader: Person) -> None:
    page = reader.page
    wish = {"name": "Ana", "rules": "contract", "seats": 3, "bots": ["greedy"] * 2, "pace_ms": 0, "clock_s": 0, "start": True}
    wish |= {"ante_cents": 0, "dealer": None}
    made = page.request.post(f"{served}/rooms", data=json.dumps(wish), headers={"content-type": "application/json"})
    reader.open(served + made.json()["path"])
    expect(page).to_have_title(re.compile("Contractëë"))
    page.locator(".hand [data-card]").nth(9).wait_for()
    assert_in_its_language(reader)
    page.get_by_role("button", name=re.compile("^Layëë outëë")).first.click()
    page.locator(".trays").wait_for()
    page.locator(".hand [data-card]").nth(0).click()
    page.locator(".hand [data-card]").nth(1).click()
    expect(page.locator(".trays .says")).to_contain_text("ë")
    assert_in_its_language(reader)


def test_no_page_without_a_table_keeps_english_words(served: str, reader: Person) -> None:
    page = reader.page
    season = page.request.post(f"{served}/seasons", data='{"title": "Fridayë"}', headers={"content-type": "application/json"})
    for path, shown in (
        ("/example", "#lesson"),
        ("/verify", "#paste"),
        ("/offline", "#again"),
        ("/rules", ".switch-list dt"),
        *((f"/rules/{key}", ".document [data-rule]") for key in catalogue()),
        ("/hand", "#hand main"),
        (f"/season/{season.json()['write']}", "#season main h2"),
    ):
        reader.open(served + path)
        page.locator(shown).first.wait_for()
        expect(page).to_have_title(re.compile("ë"))
        expect(page.locator("h1")).to_contain_text("ë")
        assert_in_its_language(reader)


def test_a_language_from_right_to_left_turns_the_pages_and_leaves_the_cards(served: str, browser: Browser) -> None:
    person = Person.come(browser, viewport=PHONE, touch=True)
    page = person.page
    speak(page, "he")
    table = make_table(person.context.request, served, seats=4, bots=3, start=True)
    for address, shown in ((f"{served}/", "h1"), (f"{served}/rules/house", ".document"), (table, ".prompt.mine")):
        person.open(address)
        page.locator(shown).first.wait_for()
        page.locator("html[dir=rtl]").wait_for()
        assert_nothing_is_clipped(person)
    stock, menu = page.locator('.prompt [data-act="draw"]').bounding_box(), page.locator(".menu").bounding_box()
    assert stock is not None
    assert menu is not None
    assert stock["x"] > PHONE["width"] / 2 > menu["x"] + menu["width"]
    lefts = page.locator(".hand [data-card]").evaluate_all("all => all.slice(0, 6).map(one => one.getBoundingClientRect().x)")
    assert lefts == sorted(lefts), "as the arrow keys go"
    person.open(f"{served}/hand")
    page.locator("html[dir=rtl]").wait_for()
    keys = page.locator(".ranks .key").evaluate_all("all => all.slice(0, 7).map(one => one.getBoundingClientRect().x)")
    assert keys == sorted(keys)
    person.leave()


def test_the_app_is_installed_by_its_name_in_the_language(served: str, reader: Person) -> None:
    page = reader.page
    table = make_table(reader.context.request, served, seats=2, bots=1)
    for address in (f"{served}/", f"{served}/example", f"{served}/pad", table):
        reader.open(address)
        link = page.locator("link[rel=manifest][href^='/manifest.webmanifest?']")
        expect(link).to_have_count(1)
        told = page.request.get(served + str(link.get_attribute("href"))).json()
        assert (told["name"], told["short_name"], told["lang"]) == ("Continentalëëëëë Rummyëë", "Continentalëëëëë", "xx")


def test_the_rules_are_said_piece_by_piece_and_what_is_not_stays_english(served: str, reader: Person) -> None:
    page = reader.page
    reader.open(f"{served}/rules/kalooki")
    expect(page.locator("#c1")).to_have_text(re.compile("^1 Threeëë toë sixëë"))
    expect(page.locator("#c1 b")).to_have_text("1")
    expect(page.locator(".document a")).to_have_attribute("href", "/rules/seven_hands")
    expect(page.locator("[data-foreign]")).to_be_hidden()
    reader.open(f"{served}/rules/house")
    expect(page.locator("[data-rule='4.1'] em")).to_have_text("Knockëë")
    expect(page.locator("[data-rule='C/4'] [data-about=joker_value]")).to_have_text("Whatëë a heldëë jokerëë mayëë beë calledëëë")
    expect(page.locator("[data-foreign]")).to_be_hidden()
    assert page.locator(".document").get_attribute("lang") == "xx"
    reader.open(f"{served}/rules/{NOT_TRANSLATED}")
    expect(page.locator("[data-foreign]")).to_be_visible()
    assert page.locator("[data-rule='1']").get_attribute("lang") == "en"


def test_a_language_lacks_nothing() -> None:
    assert [each for code in languages() if code != ENGLISH for each in lacking(code)] == []


def test_the_folder_to_be_translated_says_what_english_says(served: str, browser: Browser, tmp_path: Path) -> None:
    write_folder(tmp_path / "xx")
    reader, other = Person.come(browser), Person.come(browser)
    speak(other.page, "xx", {file.stem: file.read_text("utf-8") for file in (tmp_path / "xx").iterdir()})
    paths = ("/", "/example", "/verify", "/pad", "/hand", "/r/nobodys", "/rules", *(f"/rules/{key}" for key in catalogue()))
    table = make_table(reader.page.request, served, seats=4, bots=3, start=True, switches={"split_gap": 20}).removeprefix(served)
    for path in (*paths, f"{table}/rules", f"{table}/verify"):
        told = []
        for person in (reader, other):
            person.page.goto(served + path)
            person.page.locator("main").first.wait_for()
            person.page.wait_for_load_state("networkidle")
            told.append((person.page.title(), person.page.locator("body").inner_text()))
        assert told[0] == told[1], path
        assert other.page.evaluate("document.documentElement.lang") == "xx"
    for person in (reader, other):
        person.faults.clear()  # the table that there is not
        person.leave()


def test_a_refusal_is_said_in_the_language_on_a_page_and_in_play(served: str, reader: Person) -> None:
    page = reader.page
    refused = page.goto(f"{served}/r/nobodys")
    assert refused is not None
    assert refused.status == 404
    expect(page.locator(".lead")).to_have_text(re.compile("^Thereëë isë noë suchëë tableëë"))
    assert_in_its_language(reader)
    reader.faults.clear()  # the address that was asked in vain, which the console tells
    reader.open(served)
    page.get_by_text("Makeëë a tableëë").click()
    page.locator("#rules").select_option("contract")
    page.locator("details.switches summary").click()
    assert_in_its_language(reader)
    page.locator("#rules").select_option("house")
    assert_in_its_language(reader)
    page.route("**/rooms", lambda route: route.fulfill(status=429, json=REFUSED))
    page.locator("#name").fill("Ana")
    page.get_by_text("Makeëë theëë tableëë").click()
    expect(page.get_by_text("Youëë haveëë madeëë 20 tablesëëë withinëëë anë hourëë")).to_be_visible()
    assert_in_its_language(reader)
    reader.faults.clear()


def test_what_is_wrong_with_a_text_is_said_in_the_language(served: str, reader: Person) -> None:
    page = reader.page
    reader.open(f"{served}/pad")
    page.locator("#import summary").click()
    for text, says in (
        ("{", r"^Thisëë isë noë JSONëë: …ë? atë lineëë 1, columnëëë 2\.$"),
        ('{"players": ["Ana", 3], "ante": 20}', r"^playerëëë 2 shouldëëë beë a nameëë .*, notëë 3\.$"),
        (
            '{"players": ["Ana", "Bo"], "ante": 20, "hands": [[]]}',
            r"^Handëë 1: Theëë handëë shouldëëë beë an? ?.*objectëëë .*, notëë a listëë\.$",
        ),
        ("nonsense,1", r"^Lineëë 1 ofë theëë tableëë shouldëëë beë titleëë, rulesëë, "),
    ):
        page.locator("#text").fill(text)
        page.locator("#import [type=submit]").click()
        expect(page.locator("#import .note")).to_have_text(re.compile(says))
        assert_in_its_language(reader)
    reader.faults.clear()  # what was refused, which the console tells


def test_what_is_told_of_a_pad_is_said_in_the_language(served: str, reader: Person) -> None:
    page = reader.page
    reader.open(f"{served}/pad")
    page.locator("#players-0, #player-0, [name=player]").first.wait_for()
    assert_in_its_language(reader)
    made = make_pad(reader.context.request, served, title="Friday")
    key = made["write"]
    low, high = closed("Ana", {"Bo": 5, "Cy": 14}), closed("Ana", {"Bo": 95, "Cy": 14})
    state = write(reader.context.request, served, key, low, closed("Bo", {"Ana": 30, "Cy": 41}), {"do": "dead"})
    state = write(reader.context.request, served, key, {**high, "do": "correct", "item": state["rows"][0]["item"]})
    assert state["stopped"]["code"] == "offer_open"
    reader.open(f"{served}/pad/{key}")
    expect(page.locator(".ways li").first).to_have_text(re.compile("^Bo buysëë backëë$"))
    for tab in ("hand", "sheet", "account", "more"):
        page.goto(f"{served}/pad/{key}#{tab}")
        expect(page.locator(f'.tab[href="#{tab}"][aria-current=page]')).to_be_visible()
        page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        assert_in_its_language(reader)
    page.get_by_text("Showëë theëë trailëë").click()
    expect(page.locator(".trail li").first).to_contain_text("ë")
    assert_in_its_language(reader)
