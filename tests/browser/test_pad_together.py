"""The score pad shared: links and codes, two phones at once, no connection, files in and out, seasons, and the hand checker."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from continental.web.page.qr import draw_code
from tests.browser.person import PHONE
from tests.browser.scorer import Scorer, closed, make_pad, state_of, write


@pytest.fixture
def scorer(browser: Browser) -> Iterator[Scorer]:
    """Somebody with a phone."""
    person = Scorer.with_phone(browser)
    yield person
    person.leave()


@pytest.fixture
def other(browser: Browser) -> Iterator[Scorer]:
    """Somebody with another phone."""
    person = Scorer.with_phone(browser)
    yield person
    person.leave()


@pytest.fixture
def installed(browser: Browser) -> Iterator[Scorer]:
    """Somebody with a phone that keeps the page."""
    person = Scorer.with_phone(browser, installed=True)
    yield person
    person.leave()


def another_than(key: str, kind: str = "pad") -> re.Pattern[str]:
    """The address of a pad with another key: looked for until it is there, since two moves may follow each other on the way."""
    return re.compile(rf"/{kind}/(?!{re.escape(key)})[\w-]+")


# --- together


def test_two_phones_at_once_lose_nothing_silently(scorer: Scorer, other: Scorer, served: str) -> None:
    made = make_pad(scorer.context.request, served, by="Ana")
    for phone in (scorer, other):
        phone.open(served + made["path"])
    other.ended("Ana", "−10 Close")
    other.count(14, 42)
    expect(scorer.page.get_by_text("Writer 1 is typing a hand too.")).to_be_visible()
    scorer.enter(1, "Ana", "−10 Close", 14, 41)
    expect(other.page.get_by_text("The sheet has changed since you began this hand.")).to_be_visible()
    other.write_down()
    expect(other.page.get_by_text("Somebody else wrote first")).to_be_visible()
    expect(other.page.locator(".trouble .trail")).to_contain_text("Cy 41")
    other.tap("Throw mine away")
    expect(other.page.get_by_text("Somebody else wrote first")).to_have_count(0)
    assert len(state_of(other.page, served, made["write"])["rows"]) == 1
    other.enter(2, "Bo", "+2 Knock", 7, 8)
    expect(scorer.page.get_by_role("heading", name="Hand 3", level=2)).to_be_visible()
    other.ended("Ana", "−10 Close")
    expect(scorer.page.get_by_text("Writer 1 is typing a hand too.")).to_be_visible()
    other.page.goto("about:blank")
    expect(scorer.page.get_by_text("typing a hand too")).to_have_count(0)  # whoever left is not typing
    other.faults.clear()  # the console tells of the conflict's status


def test_the_later_phone_may_write_all_the_same(scorer: Scorer, other: Scorer, served: str) -> None:
    made = make_pad(scorer.context.request, served)
    other.open(served + made["path"])
    other.ended("Bo", "+3 Knock")
    other.count(5, 6)
    write(scorer.context.request, served, made["write"], closed("Ana", {"Bo": 14, "Cy": 41}))
    other.write_down()
    other.page.get_by_role("button", name="Write mine all the same").evaluate("one => (one.click(), one.click())")
    expect(other.page.get_by_role("heading", name="Hand 3", level=2)).to_be_visible()
    assert [player["total"] for player in state_of(other.page, served, made["write"])["players"]] == [-5, 17, 47]
    assert ["409" in fault for fault in other.faults] == [True], "the console tells of the conflict's status, and of nothing else"
    other.faults.clear()


def test_whoever_has_the_link_to_watch_sees_every_hand_and_has_no_keys(scorer: Scorer, other: Scorer, served: str) -> None:
    made = make_pad(scorer.context.request, served)
    other.open(served + made["watch_path"])
    expect(other.page.get_by_text("No hand is written down yet.")).to_be_visible()
    assert other.page.get_by_role("link", name="Hand", exact=True).count() == 0
    assert other.page.get_by_role("button", name=re.compile("^Undo")).count() == 0
    write(scorer.context.request, served, made["write"], closed("Ana", {"Bo": 14, "Cy": 41}))
    expect(other.page.get_by_role("button", name=re.compile("^Hand 1:"))).to_be_visible()


def test_the_links_are_shown_with_codes_and_made_anew(scorer: Scorer, other: Scorer, served: str) -> None:
    made = make_pad(scorer.context.request, served)
    other.open(served + made["watch_path"])
    expect(other.page.get_by_text("No hand is written down yet.")).to_be_visible()
    scorer.open(served + made["path"] + "#more")
    for path in (made["path"], made["watch_path"]):
        expect(scorer.page.get_by_role("link", name=served + path)).to_be_visible()
    expect(scorer.page.get_by_text("This address reaches this machine alone.").first).to_be_visible()
    scorer.page.get_by_text("To be scanned by another phone:").first.tap()
    code = scorer.page.get_by_role("img", name="QR code: To write").locator("path")
    expect(code).to_have_attribute("d", str(draw_code(served + made["path"])["path"]))
    scorer.tap("Make new links")
    scorer.tap("Leave it")
    scorer.tap("Make new links")
    scorer.tap("Yes, the old links stop working")
    expect(scorer.page).to_have_url(another_than(made["write"]))
    key = scorer.page.url.rsplit("/", 1)[1].partition("#")[0]
    expect(scorer.page.get_by_role("link", name=f"{served}/pad/{key}")).to_be_visible()
    expect(other.page.get_by_text("This link was replaced by a new one")).to_be_visible()
    scorer.page.route("**/links", lambda route: (route.fetch(), route.abort()))  # done, and the answer lost
    scorer.tap("Make new links")
    scorer.tap("Yes, the old links stop working")
    expect(scorer.page).to_have_url(another_than(key))
    key = scorer.page.url.rsplit("/", 1)[1].partition("#")[0]
    expect(scorer.page.get_by_role("link", name=f"{served}/pad/{key}")).to_be_visible()
    scorer.page.goto(f"{served}/pad")
    expect(scorer.page.get_by_role("link", name="Match")).to_have_attribute("href", f"/pad/{key}")
    other.open(f"{served}/pad/{key}#more")
    other.page.route("**/links", lambda route: route.abort())  # never arrives, and somebody else is first
    other.tap("Make new links")
    other.tap("Yes, the old links stop working")
    expect(other.page.locator(".note", has_text="the links are as they were")).to_be_visible()
    scorer.context.request.post(f"{served}/pads/{key}/links", data={})
    expect(other.page.get_by_text("This link was replaced by a new one")).to_be_visible()
    expect(other.page).to_have_url(f"{served}/pad/{key}#more")
    for person in (scorer, other):
        person.faults.clear()  # the console tells of the refusal's status


# --- no connection


def test_a_half_typed_hand_outlives_a_reload_and_a_phone_on_its_side(scorer: Scorer, served: str) -> None:
    made = make_pad(scorer.context.request, served)
    scorer.open(served + made["path"])
    scorer.ended("Ana", "−10 Close")
    scorer.count(14)
    scorer.page.reload()
    expect(scorer.page.locator('[data-player="Bo"] .value')).to_have_text("14")
    expect(scorer.page.get_by_text("Still blank: Cy")).to_be_visible()
    scorer.page.set_viewport_size({"width": PHONE["height"], "height": PHONE["width"]})
    expect(scorer.page.locator('[data-player="Bo"] .value')).to_have_text("14")
    row, keys = (scorer.page.locator(part).bounding_box() for part in ('[data-player="Ana"]', ".typing"))
    assert row is not None
    assert keys is not None
    assert row["x"] + row["width"] <= keys["x"], "the keys stand beside what is typed"
    scorer.count(41)
    expect(scorer.page.locator('[data-player="Cy"] .value')).to_have_text("41")


def test_entries_without_a_connection_wait_outlive_a_reload_and_are_sent_once(installed: Scorer, served: str) -> None:
    made = make_pad(installed.context.request, served)
    page = installed.page
    installed.open(served + made["path"])
    page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    installed.context.set_offline(True)
    expect(page.get_by_text("No connection: what you write waits here")).to_be_visible()
    installed.ended("Ana", "−10 Close")
    installed.count(14, 41)
    page.locator("#write").tap()
    expect(page.get_by_text("1 entry waits to be sent")).to_be_visible()
    expect(page.get_by_role("heading", name="Hand 2", level=2)).to_be_visible()
    installed.ended("Bo", "+2 Knock")
    installed.count(9, 10)
    page.locator("#write").tap()
    expect(page.get_by_text("2 entries wait to be sent")).to_be_visible()
    page.reload()
    expect(page.get_by_text("2 entries wait to be sent")).to_be_visible()
    expect(page.locator(".waiting li")).to_have_text(
        [re.compile("^Hand 1: Ana: Close; "), re.compile("^Hand 2: Bo: Knock with a 2; ")]
    )
    expect(page.get_by_role("heading", name="Hand 3", level=2)).to_be_visible()
    installed.context.set_offline(False)
    expect(page.get_by_text("2 entries wait to be sent")).to_have_count(0)
    expect(page.locator('[data-player="Bo"] .total')).to_have_text("16")
    expect(page.get_by_role("heading", name="Hand 3", level=2)).to_be_visible()
    state = state_of(page, served, made["write"])
    assert [list(row["totals"].values()) for row in state["rows"]] == [[-10, 14, 41], [-1, 16, 51]]
    installed.faults.clear()  # a browser without a connection says so in its console


def test_what_others_wrote_in_the_meantime_is_shown_on_return(scorer: Scorer, other: Scorer, served: str) -> None:
    made = make_pad(scorer.context.request, served)
    page = scorer.page
    scorer.open(served + made["path"])
    expect(page.get_by_role("heading", name="Hand 1", level=2)).to_be_visible()
    scorer.context.set_offline(True)
    scorer.ended("Ana", "−10 Close")
    scorer.count(14, 41)
    page.locator("#write").tap()
    write(other.context.request, served, made["write"], closed("Ana", {"Bo": 14, "Cy": 40}))
    scorer.context.set_offline(False)
    expect(page.get_by_text("Somebody else wrote first")).to_be_visible()
    scorer.tap("Throw mine away")
    expect(page.get_by_role("heading", name="Hand 2", level=2)).to_be_visible()
    scorer.faults.clear()  # a browser without a connection says so in its console


def test_what_cannot_be_written_on_return_is_said_and_can_be_changed(scorer: Scorer, served: str) -> None:
    made = make_pad(scorer.context.request, served)
    page = scorer.page
    scorer.open(served + made["path"])
    expect(page.get_by_role("heading", name="Hand 1", level=2)).to_be_visible()
    scorer.context.set_offline(True)
    scorer.ended("Ana", "−10 Close")
    scorer.count(14, 941)
    page.locator("#write").tap()
    scorer.context.set_offline(False)
    expect(page.locator(".trouble")).to_contain_text("The count of Cy is 941")
    scorer.go("Account")
    page.fill("#amount", "5")
    page.fill("#reason", "taxi")
    scorer.tap("Add it")
    expect(page.locator(".trouble")).to_contain_text("Waiting until this is decided: taxi.")
    scorer.tap("Change it")
    page.locator('[data-player="Cy"]').tap()
    scorer.count(41)
    scorer.write_down()
    expect(page.get_by_role("heading", name="Hand 2", level=2)).to_be_visible()
    assert list(state_of(page, served, made["write"])["rows"][0]["totals"].values()) == [-10, 14, 41]
    assert [each["reason"] for each in state_of(page, served, made["write"])["adjustments"]] == ["taxi"]
    scorer.faults.clear()  # a browser without a connection says so in its console


# --- out and in, seasons, cards


@pytest.mark.parametrize("form", ["settle", "full", "csv"])
def test_an_export_is_taken_in_again(scorer: Scorer, served: str, tmp_path: Path, form: str) -> None:
    made = make_pad(scorer.context.request, served)
    hands = (closed("Ana", {"Bo": 20, "Cy": 91}, buys=["Cy"]), closed("Bo", {"Ana": 7, "Cy": 9}))
    before = write(scorer.context.request, served, made["write"], *hands)
    file = tmp_path / f"match.{form}"
    file.write_bytes(scorer.context.request.get(f"{served}/pads/{made['write']}/export?form={form}").body())
    scorer.open(f"{served}/pad")
    scorer.page.get_by_text("Take a pad in from a file").tap()
    scorer.page.get_by_label("File").set_input_files(file)
    scorer.tap("Take it in")
    expect(scorer.page).to_have_url(re.compile(r"/pad/[\w-]+"))
    key = scorer.page.url.rsplit("/", 1)[1]
    after = state_of(scorer.page, served, key)
    assert [row["totals"] for row in after["rows"]] == [row["totals"] for row in before["rows"]]
    assert after["pot_cents"] == before["pot_cents"]


def test_what_is_no_export_is_refused_in_a_sentence(scorer: Scorer, served: str) -> None:
    scorer.open(f"{served}/pad")
    scorer.page.get_by_text("Take a pad in from a file").tap()
    scorer.page.get_by_label("or its text").fill("{")
    scorer.tap("Take it in")
    expect(scorer.page.locator("#import .note")).to_contain_text("JSON")
    assert scorer.page.url == f"{served}/pad"
    scorer.faults.clear()  # the console tells of the refusal's status


def test_finished_evenings_add_up_in_a_season(scorer: Scorer, other: Scorer, served: str) -> None:
    scorer.open(f"{served}/pad")
    scorer.page.get_by_text("A season of evenings").tap()
    scorer.page.locator("#season-title").fill("Winter")
    scorer.tap("Begin a season")
    expect(scorer.page).to_have_url(re.compile(r"/season/[\w-]+"))
    expect(scorer.page.get_by_text("No finished evening is in it yet.")).to_be_visible()
    season = scorer.page.url
    for names in (("Ana", "Bo"), ("Anna", "Bo")):
        made = make_pad(scorer.context.request, served, players=list(names), dealer="Bo", title=f"With {names[0]}")
        write(scorer.context.request, served, made["write"], closed(names[0], {"Bo": 105}))
        scorer.open(served + made["path"] + "#more")
        scorer.page.locator(".share summary", has_text="Season").tap()
        scorer.tap("Put it in: Winter")
        expect(scorer.page.get_by_text("Season: Winter")).to_be_visible()
    scorer.open(season)
    expect(scorer.page.get_by_role("rowheader", name="Anna")).to_be_visible()
    scorer.page.get_by_label("This name").select_option("Anna")
    scorer.page.get_by_label("is", exact=True).select_option("Ana")
    merge = {"do": "merge", "name": "Bo", "into": "Ana"}
    wish = {"entries": [{"id": "other-merge", "after": 1, "act": merge}]}
    key = season.rsplit("/", 1)[1]
    other.context.request.post(f"{served}/seasons/{key}/entries", data=wish)
    scorer.tap("Count them as one")
    expect(scorer.page.get_by_role("alert")).to_contain_text("Writer 2 counted Bo as Ana")
    scorer.tap("Write mine all the same")
    expect(scorer.page.get_by_text("Anna is counted as Ana")).to_be_visible()
    scorer.page.locator("li", has_text="Bo is counted as Ana").get_by_role("button", name="Part them again").tap()
    scorer.faults.clear()  # the console tells of the conflict's status
    expect(scorer.page.get_by_role("row", name=re.compile(r"^Ana 2 "))).to_be_visible()
    for scheme in ("light", "dark"):
        scorer.page.emulate_media(color_scheme=scheme)
        assert [each["id"] for each in Axe().run(scorer.page).response["violations"]] == []
    scorer.tap("Undo")
    expect(scorer.page.get_by_text("Bo is counted as Ana")).to_be_visible()
    scorer.tap("Undo")
    expect(scorer.page.get_by_role("rowheader", name="Anna")).to_be_visible()
    watched = scorer.page.locator(".link a").last.get_attribute("href") or ""
    scorer.tap("Make new links")
    scorer.tap("Yes, the old links stop working")
    expect(scorer.page).to_have_url(another_than(key, "season"))
    expect(scorer.page.get_by_role("rowheader", name="Anna")).to_be_visible()
    renewed = scorer.page.url
    for old in (season, watched):
        other.open(old)
        expect(other.page.get_by_text("This link was replaced by a new one")).to_be_visible()
    other.open(scorer.page.locator(".link a").last.get_attribute("href") or "")
    expect(other.page.get_by_role("rowheader", name="Anna")).to_be_visible()
    expect(other.page.get_by_role("button", name="Count them as one")).to_have_count(0)
    scorer.open(season)
    expect(scorer.page).to_have_url(renewed)  # this browser knows where the season went
    scorer.open(f"{served}/pad")
    expect(scorer.page.get_by_role("link", name="Winter")).to_have_attribute("href", renewed.removeprefix(served))
    scorer.faults.clear()  # the console tells of the refusals' status
    other.faults.clear()


def test_a_hand_is_checked_by_tapping_and_its_address_holds_it(scorer: Scorer, other: Scorer, served: str) -> None:
    scorer.open(f"{served}/hand")
    for suit in ("nine of hearts", "nine of clubs", "nine of spades"):
        scorer.tap("9")
        scorer.tap(suit)
    scorer.page.get_by_label("or type them").press_sequentially("10d 7d k")
    expect(scorer.page.get_by_role("heading", name="It counts 17")).to_be_visible()  # while the last is still being typed
    expect(scorer.page.locator(".picked .card")).to_have_count(3)
    expect(scorer.page.locator(".note")).to_have_text("")
    scorer.page.get_by_label("or type them").press("Enter")
    expect(scorer.page.locator(".note")).to_contain_text("'K' is no card")
    scorer.tap("Take away the K")
    expect(scorer.page.locator(".picked .card")).to_have_count(5)
    scorer.faults.clear()  # the console tells of the refusal's status
    scorer.page.get_by_label("Total before the hand").fill("80")
    expect(scorer.page.get_by_role("heading", name="It counts 17")).to_be_visible()
    expect(scorer.page.locator(".found .dial")).to_contain_text("97")
    other.open(scorer.page.url)
    expect(other.page.get_by_role("heading", name="It counts 17")).to_be_visible()
    other.page.get_by_label("Game").select_option("contract")
    expect(other.page.get_by_role("heading", name="Not yet: 2 cards are missing")).to_be_visible()


def test_the_start_page_leads_to_the_pad_and_the_hand_checker(scorer: Scorer, served: str) -> None:
    for link, title in (
        ("Keep score at a real table", "Score at a real table"),
        ("What is my hand worth", "What a hand is worth"),
    ):
        scorer.open(served)
        scorer.tap(link, "link")
        expect(scorer.page.get_by_role("heading", name=title, level=1)).to_be_visible()
