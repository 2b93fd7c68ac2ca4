"""The score pad in the browser, on a phone and by touch: evenings, mistakes, two phones, no connection, in and out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from tests.browser.person import PHONE
from tests.browser.scorer import Scorer, closed, make_pad, state_of, write


@pytest.fixture
def scorer(browser: Browser) -> Iterator[Scorer]:
    """Somebody with a phone."""
    person = Scorer.with_phone(browser)
    yield person
    person.leave()


def totals(row: object) -> list[int]:
    return list(dict(row["totals"]).values())  # type: ignore[index]


# --- an evening


def test_a_whole_evening_is_kept_by_touch_alone(scorer: Scorer, served: str) -> None:
    page = scorer.page
    scorer.open(f"{served}/pad")
    scorer.tap("One fewer")
    for place, name in enumerate(("Ana", "Bo", "Cy")):
        page.get_by_label(f"Player {place + 1}").fill(name)
    expect(page.get_by_label("First dealer")).to_have_value("0")  # as the shell and `settle` take it where nobody is named
    page.get_by_label("First dealer").select_option("Cy")
    scorer.tap("Begin")
    expect(page).to_have_url(re.compile(r"/pad/[\w-]+"))
    key = page.url.rsplit("/", 1)[1].partition("#")[0]
    scorer.enter(1, "Ana", "−10 Close", 95, 40)
    expect(page.get_by_text("Bo is at 95 and may buy back to 40 for $20.")).to_be_visible()
    scorer.tap("Bo buys back for $20")
    scorer.enter(2, "Bo", "+2 Knock", 30, 50)
    scorer.ended("Cy", "−35 Continental")
    page.locator('[data-player="Cy"]').tap()
    scorer.tap("3 jokers")
    page.locator('[data-player="Ana"]').tap()
    scorer.count(0, 20)
    scorer.write_down()
    expect(page.get_by_role("heading", name="Hand 4", level=2)).to_be_visible()
    assert [each["total"] for each in state_of(page, served, key)["players"]] == [40, 62, 35]
    scorer.enter(4, "Ana", "−10 Close", 45, 60)
    expect(page.get_by_text("Buying forces the even split")).to_be_visible()
    scorer.tap("Cy stays at 95")
    scorer.enter(5, "Ana", "−10 Close", 20)
    expect(page.get_by_text("Ana wins the match.")).to_be_visible()
    scorer.go("Account")
    state = state_of(page, served, key)
    assert state["sum_cents"] == 0
    assert state["winners"] == ["Ana"]
    for _ in range(state["settlement"]["fewest"]):
        page.get_by_role("checkbox", checked=False).first.tap()
        page.wait_for_load_state("networkidle")
    expect(page.get_by_text("All is settled.")).to_be_visible()
    assert state_of(page, served, key)["settlement"]["settled"]


def test_with_six_players_every_key_of_the_hand_is_in_view_at_once_on_a_phone(scorer: Scorer, served: str) -> None:
    made = make_pad(scorer.context.request, served, players=["Ana", "Bo", "Cy", "Dan", "Eve", "Florentina"], dealer="Florentina")
    scorer.open(served + made["path"])
    scorer.ended("Ana", "−10 Close")
    scorer.count(14, 14, 14, 14)
    rows = scorer.page.locator(".count-row").all()
    keys = scorer.page.get_by_role("group", name="Count of Florentina").get_by_role("button").all()
    edges = [
        scorer.page.locator(".pad-head"),
        *rows,
        keys[0],
        keys[9],
        scorer.page.locator("#write"),
        scorer.page.locator(".tabs"),
    ]
    boxes = [edge.bounding_box() for edge in edges]
    for above, below in pairwise(boxes):
        assert above is not None
        assert below is not None
        assert above["y"] + above["height"] <= below["y"] + 1, "one below the other, none over another"
    assert boxes[-1] is not None
    assert boxes[-1]["y"] + boxes[-1]["height"] <= PHONE["height"]


def test_a_blank_player_is_asked_for(scorer: Scorer, served: str) -> None:
    made = make_pad(scorer.context.request, served)
    scorer.open(served + made["path"])
    scorer.ended("Ana", "−10 Close")
    scorer.count(14)
    expect(scorer.page.get_by_text("Still blank: Cy")).to_be_visible()
    scorer.page.locator('[data-player="Bo"]').tap()
    scorer.page.locator("#write").tap()
    assert scorer.page.locator('[data-player="Cy"]').get_attribute("aria-pressed") == "true"
    assert state_of(scorer.page, served, made["write"])["rows"] == []


def test_what_cannot_be_is_said_by_the_server_before_it_is_written(scorer: Scorer, served: str) -> None:
    made = make_pad(scorer.context.request, served)
    scorer.open(served + made["path"])
    scorer.ended("Ana", "−10 Close")
    scorer.count(14, 999)
    expect(scorer.page.get_by_role("alert")).to_contain_text("The count of Cy is 999")
    scorer.faults.clear()  # the console tells of the refusal's status


def test_a_players_cards_are_counted_and_their_dial_is_tapped(scorer: Scorer, served: str) -> None:
    made = make_pad(scorer.context.request, served)
    scorer.open(served + made["path"])
    scorer.ended("Ana", "−10 Close")
    scorer.count_some_cards()
    scorer.tap(re.compile("^10 to 10"))
    assert "10" in scorer.page.locator('[data-player="Bo"] .value').inner_text()


def test_names_that_every_object_of_the_page_knows_are_names_like_others(scorer: Scorer, served: str) -> None:
    made = make_pad(scorer.context.request, served, players=["constructor", "__proto__", "Cy"])
    scorer.open(served + made["path"])
    scorer.ended("Cy", "−10 Close")
    expect(scorer.page.locator("#write")).to_have_text("Still blank: constructor and __proto__")
    scorer.count(5, 7)
    scorer.write_down()
    expect(scorer.page.get_by_role("heading", name="Hand 2", level=2)).to_be_visible()
    assert [each["total"] for each in state_of(scorer.page, served, made["write"])["players"]] == [5, 7, -10]
    scorer.go("Sheet")
    cells = scorer.page.locator("tbody tr").first.locator("td .total")
    expect(cells).to_have_text(["5", "7", "−10"])


def test_a_game_for_points_is_kept_deal_by_deal_with_its_contract(scorer: Scorer, served: str) -> None:
    made = make_pad(scorer.context.request, served, rules="contract", ante_cents=0)
    page = scorer.page
    scorer.open(served + made["path"])
    expect(page.get_by_text("Needed: 2 sets of 3")).to_be_visible()
    page.locator('[data-ender="Bo"]').tap()
    scorer.count(45, 20)
    scorer.write_down()
    expect(page.get_by_role("heading", name="Hand 2", level=2)).to_be_visible()
    scorer.tap("Nobody")
    scorer.count(5, 10, 15)
    scorer.write_down()
    expect(page.get_by_role("heading", name="Hand 3", level=2)).to_be_visible()
    state = state_of(page, served, made["write"])
    assert [player["total"] for player in state["players"]] == [45 + 15, 5, 20 + 10]  # in hand 2 Bo is first in the order of play


def test_a_count_that_no_cards_come_to_is_said_once_it_is_typed(scorer: Scorer, served: str) -> None:
    made = make_pad(scorer.context.request, served)
    scorer.open(served + made["path"])
    scorer.ended("Ana", "−10 Close")
    scorer.count(14, 1)
    expect(scorer.page.get_by_role("alert")).to_have_text(
        "Hand 1: The count of Cy is 1, and no cards come to that; the nearest possible are 0 and 2."
    )
    scorer.page.locator('[data-player="Cy"]').tap()
    scorer.count(12)
    scorer.write_down()
    expect(scorer.page.get_by_role("heading", name="Hand 2", level=2)).to_be_visible()
    assert totals(state_of(scorer.page, served, made["write"])["rows"][0]) == [-10, 14, 12]
    scorer.faults.clear()  # the console tells of the refusal's status


def test_a_player_who_joins_is_asked_for_and_the_evening_can_be_broken_off(scorer: Scorer, served: str) -> None:
    made = make_pad(scorer.context.request, served)
    page = scorer.page
    scorer.open(served + made["path"] + "#more")
    page.get_by_text("Between hands").tap()
    expect(page.get_by_text("at the highest total of those who are in, for one ante into the pot")).to_be_visible()
    page.get_by_label("Name of who joins").fill("Dan")
    scorer.tap("Joins")
    scorer.go("Hand")
    expect(page.locator('[data-player="Dan"]')).to_be_visible()
    scorer.go("Share")
    page.get_by_text("Between hands").tap()
    scorer.tap("The evening stops here")
    scorer.tap("Leave it")
    scorer.tap("The evening stops here")
    scorer.tap("Yes, stop: the pot goes back evenly")
    scorer.go("Hand")
    expect(page.get_by_text("The evening was broken off")).to_be_visible()
    assert state_of(page, served, made["write"])["pot_cents"] == 0


def test_money_outside_the_game_stands_apart_and_counts_in_the_settlement(scorer: Scorer, served: str) -> None:
    made = make_pad(scorer.context.request, served)
    page = scorer.page
    scorer.open(served + made["path"] + "#account")
    page.get_by_label("Who owes").select_option("Bo")
    page.get_by_label("To whom").select_option("Ana")
    page.get_by_label("Dollars").fill("12,50")
    page.get_by_label("For what").fill("taxi")
    scorer.tap("Add it")
    expect(page.get_by_text("Bo owes Ana $12.50: taxi")).to_be_visible()
    expect(page.get_by_role("checkbox", name="Bo pays Ana $12.50")).to_be_visible()
    scorer.tap("Take it out")
    expect(page.get_by_text("Nobody owes anybody.")).to_be_visible()


# --- mistakes


def test_the_end_of_a_match_is_undone_and_redone(scorer: Scorer, served: str) -> None:
    made = make_pad(scorer.context.request, served)
    write(scorer.context.request, served, made["write"], closed("Ana", {"Bo": 105, "Cy": 40}), closed("Ana", {"Cy": 70}))
    scorer.open(served + made["path"])
    expect(scorer.page.get_by_text("Ana wins the match.")).to_be_visible()
    scorer.tap(re.compile("^Undo: "))
    expect(scorer.page.get_by_role("heading", name="Hand 2", level=2)).to_be_visible()
    scorer.tap(re.compile("^Redo: "))
    expect(scorer.page.get_by_text("Ana wins the match.")).to_be_visible()


def test_a_hand_that_was_opened_and_not_changed_is_not_tried(scorer: Scorer, served: str) -> None:
    made = make_pad(scorer.context.request, served)
    write(scorer.context.request, served, made["write"], closed("Ana", {"Bo": 20, "Cy": 10}))
    page = scorer.page
    page.clock.install()
    scorer.open(served + made["path"] + "#sheet")
    scorer.tap(re.compile("^Hand 1:"))
    scorer.tap("Change this hand")
    page.locator('[data-player="Bo"]').tap()
    page.clock.run_for(5_000)
    with page.expect_request("**/try") as tried:
        scorer.count(4)
        page.clock.run_for(5_000)
    sent: Any = tried.value.post_data_json
    assert sent["act"]["hand"]["counts"] == {"Bo": 4, "Cy": 10}  # the first that was tried
    page.wait_for_function("document.querySelector('#write')?.textContent")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_correction_to_hand_2_after_a_buy_back_in_hand_4_stops_there_and_offers_ways_on(scorer: Scorer, served: str) -> None:
    made = make_pad(scorer.context.request, served)
    hands = (
        closed("Ana", {"Bo": 20, "Cy": 10}),
        closed("Ana", {"Bo": 40, "Cy": 10}),
        closed("Cy", {"Ana": 5, "Bo": 10}),
        closed("Ana", {"Bo": 25, "Cy": 0}, buys=["Bo"]),
    )
    write(scorer.context.request, served, made["write"], *hands)
    page = scorer.page
    scorer.open(served + made["path"] + "#sheet")
    expect(page.get_by_role("row", name=re.compile("^Hand 4:")).get_by_role("cell").nth(1)).to_contain_text("bought back")
    expect(page.get_by_text("bought back", exact=True)).to_have_count(1)
    chart = page.get_by_role("img", name=re.compile("Bo [^;]*, bought back: Hand 4; "))
    expect(chart.locator(".bought")).to_have_text("↩")
    expect(chart).to_contain_text("↩ bought back")
    scorer.tap(re.compile("^Hand 2:"))
    scorer.tap("Change this hand")
    expect(page.get_by_role("heading", name="Change hand 2")).to_be_visible()
    expect(page.locator('[data-player="Bo"] .total')).to_have_text("20")  # before the hand, not today's
    page.locator('[data-player="Bo"]').tap()
    scorer.count(4)
    page.wait_for_selector(".warning")
    page.locator("#write").tap()
    expect(page.get_by_text("The sums stop at hand 4")).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="Hand 2 is corrected: Ana: Close; Bo 4, Cy 10.")).to_be_visible()
    expect(page.get_by_text("Bo buys back, but is offered nothing")).to_be_visible()
    scorer.go("Account")
    expect(page.get_by_role("heading", name="Who would pay whom, by the sums up to hand 3")).to_be_visible()
    scorer.tap(re.compile("^Take away the buy-back of Bo after hand 4"))
    expect(page.get_by_text("The sums stop at hand 4")).to_have_count(0)
    state = state_of(page, served, made["write"])
    assert state["stopped"] is None
    assert totals(state["rows"][1]) == [-20, 24, 20]
    assert totals(state["rows"][3]) == [-25, 59, 10]
    # the hand with the buy-back itself
    undo = page.get_by_role("button", name=re.compile("^Undo:"))
    undo.tap()
    expect(page.get_by_text("The sums stop at hand 4")).to_be_visible()
    undo.tap()
    expect(page.get_by_text("The sums stop at hand 4")).to_have_count(0)
    scorer.go("Sheet")
    scorer.tap(re.compile("^Hand 4:"))
    scorer.tap("Change this hand")
    page.locator('[data-player="Bo"]').tap()
    scorer.count(5)
    page.locator("#write").tap()
    expect(page.get_by_text("The sums stop at hand 4")).to_be_visible()
    assert state_of(page, served, made["write"])["rows"][3]["hand"]["buys"] == ["Bo"]


def test_a_hand_is_inserted_moved_and_struck_out_again(scorer: Scorer, served: str) -> None:
    made = make_pad(scorer.context.request, served)
    write(scorer.context.request, served, made["write"], closed("Ana", {"Bo": 20, "Cy": 10}))
    page = scorer.page
    scorer.open(served + made["path"] + "#sheet")
    scorer.tap(re.compile("^Hand 1:"))
    scorer.tap("Insert a hand before")
    scorer.ended("Bo", "−10 Close")
    scorer.count(7, 8)
    scorer.write_down()
    said = page.get_by_role("status").filter(has_text="Hand 1 is inserted: Bo: Close; Ana 7, Cy 8.")
    expect(said).to_be_visible()
    scorer.go("Hand")
    page.locator('[data-ender="Bo"]').tap()
    expect(said).to_have_count(0)
    scorer.go("Sheet")
    expect(page.get_by_role("button", name=re.compile("^Hand 2:"))).to_be_visible()
    assert totals(state_of(page, served, made["write"])["rows"][1]) == [-3, 10, 18]
    scorer.tap(re.compile("^Hand 1: Bo"))
    expect(page.get_by_role("button", name="Move it up")).to_have_count(0)
    scorer.tap("Move it down")
    expect(page.get_by_role("button", name=re.compile("^Hand 2: Bo"))).to_be_visible()
    assert totals(state_of(page, served, made["write"])["rows"][0]) == [-10, 20, 10]
    scorer.tap("Move it up")
    scorer.tap("Strike it out")
    expect(page.get_by_role("button", name=re.compile("^Hand 2:"))).to_have_count(0)
    scorer.go("Share")
    scorer.tap("Show the trail")
    expect(page.locator(".trail li")).to_have_count(6)


def test_a_name_and_the_title_are_changed_throughout(scorer: Scorer, served: str) -> None:
    made = make_pad(scorer.context.request, served)
    write(scorer.context.request, served, made["write"], closed("Ana", {"Bo": 20, "Cy": 10}))
    page = scorer.page
    scorer.open(served + made["path"] + "#more")
    page.get_by_text("Change a name").tap()
    page.get_by_label("Whose name").select_option("Bo")
    page.get_by_label("New name").fill("Bob")
    page.get_by_role("button", name="Change it").first.tap()
    scorer.go("Sheet")
    expect(page.get_by_role("columnheader", name="Bob")).to_be_visible()
    assert state_of(page, served, made["write"])["rows"][0]["totals"]["Bob"] == 20


def test_the_sheet_is_saved_as_a_picture_and_printed_readably_from_a_dark_page(scorer: Scorer, served: str) -> None:
    made = make_pad(scorer.context.request, served)
    write(scorer.context.request, served, made["write"], closed("Ana", {"Bo": 20, "Cy": 10}))
    scorer.open(served + made["path"] + "#sheet")
    with scorer.page.expect_download() as saved:
        scorer.tap("Sheet as a picture")
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")
    scorer.page.emulate_media(media="print", color_scheme="dark")
    assert violations(scorer) == []


def test_a_link_to_no_pad_says_so(scorer: Scorer, served: str) -> None:
    scorer.open(f"{served}/pad/nothing-of-this-kind")
    expect(scorer.page.get_by_text("There is no pad behind this link")).to_be_visible()
    scorer.faults.clear()  # the console tells of the refusal's status


# --- the looks


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_part_of_the_pad_passes_the_accessibility_checks(browser: Browser, served: str, scheme: str) -> None:
    scorer = Scorer.with_phone(browser, scheme)
    made = make_pad(scorer.context.request, served)
    write(scorer.context.request, served, made["write"], closed("Ana", {"Bo": 20, "Cy": 91}, declines=["Cy"]))
    scorer.open(served + made["path"])
    scorer.ended("Ana", "−10 Close")
    found = {"hand": violations(scorer)}
    for tab in ("Sheet", "Account", "Share"):
        scorer.go(tab)
        if tab == "Sheet":
            scorer.tap(re.compile("^Hand 1:"))
        found[tab] = violations(scorer)
    for path in ("/pad", "/hand?cards=9H,9C,9D,KD,JK&total=70", "/hand?rules=contract&deal=2&cards=7H,7D,7C,4S,5S,6S,KD,2C"):
        scorer.open(served + path)
        scorer.page.wait_for_selector(".found" if "hand" in path else "#make")
        found[path] = violations(scorer)
    assert found == {part: [] for part in found}
    scorer.leave()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_a_pad_asks_passes_the_accessibility_checks(browser: Browser, served: str, scheme: str) -> None:
    scorer = Scorer.with_phone(browser, scheme)
    asked = {
        ".offer": [closed("Ana", {"Bo": 20, "Cy": 91})],
        ".over": [closed("Ana", {"Bo": 105, "Cy": 120})],
        ".stopped": [closed("Ana", {"Bo": 20, "Cy": 9}), closed("Cy", {"Ana": 3, "Bo": 2})],
    }
    found = {}
    for part, acts in asked.items():
        made = make_pad(scorer.context.request, served)
        state = write(scorer.context.request, served, made["write"], *acts)
        if part == ".stopped":
            went_out = closed("Ana", {"Bo": 105, "Cy": 9})["hand"]
            correct = {"do": "correct", "item": state["rows"][0]["item"], "hand": went_out}
            write(scorer.context.request, served, made["write"], correct)
        scorer.open(served + made["path"])
        scorer.page.wait_for_selector(part)
        found[part] = violations(scorer)
    assert found == {part: [] for part in found}
    scorer.leave()


def violations(scorer: Scorer) -> list[str]:
    """What the checks find, with the first node of each."""
    found = Axe().run(scorer.page).response["violations"]
    return [f"{each['id']}: {each['nodes'][0]['html'][:120]}" for each in found]


def test_an_amount_is_read_as_the_server_reads_money(scorer: Scorer, served: str) -> None:
    made = make_pad(scorer.context.request, served)
    page = scorer.page
    scorer.open(served + made["path"])
    scorer.go("Account")
    page.fill("#reason", "taxi")
    for amount in ("1,250", "1e3", "-5", "2.505"):
        page.fill("#amount", amount)
        scorer.tap("Add it")
        expect(page.get_by_text("Give an amount such as 5 or 12.50, and for what.")).to_be_visible()
    page.fill("#amount", "12,5")
    with page.expect_response(lambda answer: answer.url.endswith("/entries")):  # the field is emptied before the server knows
        scorer.tap("Add it")
    expect(page.get_by_text("Give an amount such as 5 or 12.50, and for what.")).not_to_be_visible()
    expect(page.locator("#amount")).to_have_value("")
    assert [each["cents"] for each in state_of(page, served, made["write"])["adjustments"]] == [1250]
