"""The score pad on a phone without a connection: what its page asks of the modules that it keeps, and what it says meanwhile."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from continental.scorepad.count_away import answer
from tests.browser.scorer import Scorer, closed, make_pad, state_of, write

SENT = "(key) => localStorage.getItem(`continental:pad:${key}:waiting`) === '[]'"
OF_THE_PAGE = """async ([part, name, ...given]) => {
  const { src } = document.querySelector("script[type=module][src*='/pad/pad']");
  return (await import(new URL(part, src)))[name](...given);
}"""
"""Calls what a part of the pad's page offers, in the page."""


@pytest.fixture
def scorer(browser: Browser) -> Iterator[Scorer]:
    """Somebody with a phone, whose browser says so in its console where there is no connection."""
    person = Scorer.with_phone(browser)
    yield person
    person.faults.clear()
    person.leave()


def counted_there(scorer: Scorer, state: dict[str, Any], *acts: dict[str, Any]) -> dict[str, Any]:
    """What the modules that a phone keeps make of acts that wait, asked as the page asks them."""
    asked = scorer.page.evaluate(OF_THE_PAGE, ["cards.js", "standing", state])
    waiting = [{"id": f"w{place}", "act": act} for place, act in enumerate(acts)]
    said: dict[str, Any] = json.loads(answer(json.dumps({**asked, "waiting": waiting})))
    assert said["ok"], said
    after: dict[str, Any] = said["body"]["state"]
    return after


def of_the_table(state: dict[str, Any]) -> dict[str, Any]:
    """What tells whether the seats and the deal are the same."""
    seats = [(each["name"], each["total"], each["cash_cents"], each["dealer"]) for each in state["players"]]
    return {"seats": seats, "next": json.loads(json.dumps(state["next"]))}


def test_players_whose_names_are_numbers_keep_their_seats_without_a_connection(scorer: Scorer, served: str) -> None:
    made = make_pad(scorer.context.request, served, players=["Bo", "7", "Ana"], dealer="Ana")
    key = made["write"]
    scorer.open(served + made["path"])
    first, second = closed("Bo", {"7": 5, "Ana": 12}), closed("Ana", {"Bo": 4, "7": 9})
    write(scorer.context.request, served, key, first)
    state = state_of(scorer.page, served, key)
    (row,) = state["rows"]
    draft = scorer.page.evaluate(OF_THE_PAGE, ["draft.js", "openDraft", state, row["item"]])
    assert scorer.page.evaluate(OF_THE_PAGE, ["draft.js", "whoPlays", state, draft]) == ["Bo", "7", "Ana"]
    alone = counted_there(scorer, state, second)
    write(scorer.context.request, served, key, first, second)
    assert of_the_table(alone) == of_the_table(state_of(scorer.page, served, key))


def test_who_dealt_first_is_known_without_a_connection_where_the_sums_stop_at_the_first_line(scorer: Scorer, served: str) -> None:
    made = make_pad(scorer.context.request, served)
    key = made["write"]
    scorer.open(served + made["path"])
    joined = write(scorer.context.request, served, key, {"do": "join", "name": "Dan"})
    write(scorer.context.request, served, key, closed("Ana", {"Bo": 4, "Cy": 9, "Dan": 3}))
    write(scorer.context.request, served, key, {"do": "strike", "item": joined["rows"][0]["item"]})
    state = state_of(scorer.page, served, key)
    assert [row["state"] for row in state["rows"]] == ["stopped"]
    mend = {**closed("Ana", {"Bo": 4, "Cy": 9}), "do": "correct", "item": state["rows"][0]["item"]}
    alone = counted_there(scorer, state, mend)
    write(scorer.context.request, served, key, mend)
    assert of_the_table(alone) == of_the_table(state_of(scorer.page, served, key))
    assert alone["next"]["dealer"] == "Ana"


# --- what waits, and the way back


def lose_the_line(scorer: Scorer) -> None:
    """Go where there is no connection."""
    scorer.context.set_offline(True)


def write_alone(scorer: Scorer, by: str, how: str, *counts: int) -> None:
    """Enter a hand of which nobody says what it leads to."""
    scorer.ended(by, how)
    scorer.count(*counts)
    scorer.page.locator("#write").tap()


@pytest.mark.parametrize("reloaded", [False, True])
def test_the_answer_that_a_later_hand_waits_for_goes_before_it_on_return(scorer: Scorer, served: str, reloaded: bool) -> None:
    made = make_pad(scorer.context.request, served)
    page = scorer.page
    scorer.open(served + made["path"])
    expect(page.get_by_role("heading", name="Hand 1", level=2)).to_be_visible()
    lose_the_line(scorer)
    write_alone(scorer, "Ana", "−10 Close", 14, 95)
    write_alone(scorer, "Bo", "−10 Close", 7, 4)
    expect(page.get_by_text("2 entries wait to be sent")).to_be_visible()
    scorer.context.set_offline(False)
    expect(page.locator(".trouble")).to_contain_text("Hand 1: Cy is to say first whether to buy back.")
    if reloaded:
        page.reload()
        expect(page.locator(".trouble")).to_contain_text("Hand 1: Cy is to say first whether to buy back.")
    scorer.tap("Cy buys back for $20")
    expect(page.get_by_role("heading", name="Hand 3", level=2)).to_be_visible()
    expect(page.locator(".trouble")).to_have_count(0)
    state = state_of(page, served, made["write"])
    assert [list(row["totals"].values()) for row in state["rows"]] == [[-10, 14, 14], [-3, 4, 18]]


def test_an_answer_that_waits_behind_the_hand_that_waits_for_it_is_sent_first(scorer: Scorer, served: str) -> None:
    made = make_pad(scorer.context.request, served)
    page, key = scorer.page, made["write"]
    state = write(scorer.context.request, served, key, closed("Ana", {"Bo": 14, "Cy": 95}))
    buys = {"do": "answer", "item": state["rows"][0]["item"], "name": "Cy", "yes": True}
    left = [
        {"id": f"left-over-{place}", "after": state["v"], "act": act, "says": says}
        for place, (act, says) in enumerate(((closed("Bo", {"Ana": 7, "Cy": 4}), "Hand 2"), (buys, "Cy buys back for $20")))
    ]
    page.add_init_script(f"localStorage.setItem('continental:pad:{key}:waiting', {json.dumps(json.dumps(left))})")
    scorer.open(served + made["path"])
    expect(page.get_by_role("heading", name="Hand 3", level=2)).to_be_visible()
    assert [row["state"] for row in state_of(page, served, key)["rows"]] == ["done", "done"]


def test_an_answer_that_waits_is_shown_as_given_and_counts_once(scorer: Scorer, served: str) -> None:
    made = make_pad(scorer.context.request, served)
    page = scorer.page
    write(scorer.context.request, served, made["write"], closed("Ana", {"Bo": 14, "Cy": 95}))
    scorer.open(served + made["path"])
    buys = page.get_by_role("button", name="Cy buys back for $20", exact=True)
    expect(buys).to_be_visible()
    lose_the_line(scorer)
    buys.evaluate("button => { button.click(); button.click(); }")
    expect(page.locator(".offer")).to_contain_text("Given: Cy buys back for $20. It waits to be sent.")
    expect(page.locator(".offer button")).to_have_count(0)
    expect(page.get_by_text("1 entry waits to be sent")).to_be_visible()
    scorer.tap("Undo: Cy buys back for $20")
    expect(buys).to_be_visible()
    scorer.tap("Redo: Cy buys back for $20")
    expect(page.locator(".offer button")).to_have_count(0)
    scorer.context.set_offline(False)
    expect(page.get_by_role("heading", name="Hand 2", level=2)).to_be_visible()
    assert state_of(page, served, made["write"])["rows"][0]["totals"]["Cy"] == 14


def test_what_waits_is_taken_back_where_the_server_has_nothing_to_undo(scorer: Scorer, served: str) -> None:
    made = make_pad(scorer.context.request, served)
    page = scorer.page
    scorer.open(served + made["path"])
    expect(page.get_by_role("button", name="Nothing to undo")).to_have_attribute("aria-disabled", "true")
    lose_the_line(scorer)
    write_alone(scorer, "Ana", "−10 Close", 14, 41)
    write_alone(scorer, "Bo", "−10 Close", 7, 4)
    scorer.tap(re.compile("^Undo: Hand 2"))
    expect(page.get_by_role("button", name=re.compile("^Undo: Hand 1"))).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Redo: Hand 2"))).to_have_attribute("aria-disabled", "false")
    scorer.context.set_offline(False)
    expect(page.get_by_role("heading", name="Hand 2", level=2)).to_be_visible()
    expect(page.get_by_text("to be sent")).to_have_count(0)
    page.wait_for_function(SENT, arg=made["write"])
    assert [row["number"] for row in state_of(page, served, made["write"])["rows"]] == [1]


def test_what_cannot_be_added_up_yet_is_said_and_the_dealer_totals_and_pot_are_not_told_meanwhile(
    scorer: Scorer, served: str
) -> None:
    made = make_pad(scorer.context.request, served)
    page = scorer.page
    write(scorer.context.request, served, made["write"], closed("Ana", {"Bo": 14, "Cy": 5}))
    scorer.open(served + made["path"])
    expect(page.get_by_role("heading", name="Hand 2 Ana deals", level=2)).to_be_visible()
    expect(page.locator(".pad-head")).to_contain_text("Pot $")
    lose_the_line(scorer)
    write_alone(scorer, "Bo", "−10 Close", 7, 4)
    expect(page.locator(".waiting")).to_contain_text("It cannot be added up here yet: the sheet and the account are")
    expect(page.locator(".entry h2")).to_have_text("Hand 3 ")
    expect(page.locator(".pad-head")).not_to_contain_text("Pot")
    expect(page.locator(".counts .total")).to_have_text(["", "", ""])
    expect(page.locator(".counts .deal-sign")).to_have_count(0)
    scorer.go("Sheet")
    expect(page.locator(".sheet tbody tr")).to_have_count(1)
    expect(page.locator(".sheet tfoot, .sheet .deal-sign")).to_have_count(0)
    scorer.context.set_offline(False)
    expect(page.locator(".sheet tbody tr")).to_have_count(2)
    expect(page.locator(".sheet tfoot")).to_contain_text("Now")
    expect(page.locator(".pad-head")).to_contain_text("Pot $")


def test_much_that_waits_is_folded_and_a_change_is_told_as_one(scorer: Scorer, served: str) -> None:
    made = make_pad(scorer.context.request, served)
    page = scorer.page
    write(scorer.context.request, served, made["write"], closed("Ana", {"Bo": 14, "Cy": 5}))
    scorer.open(served + made["path"])
    expect(page.get_by_role("heading", name="Hand 2", level=2)).to_be_visible()
    lose_the_line(scorer)
    write_alone(scorer, "Bo", "−10 Close", 7, 4)
    expect(page.locator(".waiting li")).to_be_visible()
    scorer.go("Sheet")
    scorer.tap(re.compile("^Hand 1: "))
    scorer.tap("Change this hand")
    page.locator('[data-player="Bo"]').tap()
    scorer.count(15)
    page.locator("#write").tap()
    said = page.locator(".waiting li")
    expect(said).to_have_text([re.compile("^Hand 2: Bo"), re.compile("^Hand 1 is corrected: Ana: Close; Bo 15, Cy 5")])
    expect(said.first).to_be_hidden()
    page.get_by_text("2 entries wait to be sent").tap()
    expect(said.last).to_be_visible()
    scorer.context.set_offline(False)
    page.wait_for_function(SENT, arg=made["write"])
    assert [list(row["totals"].values()) for row in state_of(page, served, made["write"])["rows"]] == [[-10, 15, 5], [-6, 5, 12]]


def test_a_pad_begun_without_the_server_that_is_not_made_says_so_once_and_can_be_changed_or_kept(
    scorer: Scorer, served: str
) -> None:
    page, key = scorer.page, "begunwithouttheserver1"
    made = make_pad(scorer.context.request, served)
    begun = {
        "write": key,
        "title": "Evening",
        "rules": "house",
        "players": ["Ana", "Bo", "Cy"],
        "dealer": "Cy",
        "ante_cents": 1500,
    }
    hand = {"id": "written-alone", "after": 1, "act": closed("Ana", {"Bo": 14, "Cy": 5}), "says": "Hand 1"}
    kept = {"make": {**begun, "switches": {"joker_value": "fixed_25"}}, "state": made["state"], "waiting": [hand]}
    for what, value in kept.items():
        text = json.dumps(json.dumps(value))
        page.add_init_script(f"sessionStorage.{what} ||= localStorage.setItem('continental:pad:{key}:{what}', {text}) || 'kept'")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    page.clock.install()
    scorer.open(f"{served}/pad/{key}")
    expect(page.locator(".trouble .note")).to_contain_text("The ante is")
    page.clock.fast_forward(30_000)
    with page.expect_response(f"{served}/pads"):
        scorer.tap("Ask again")
    expect(page.locator(".trouble .note")).to_contain_text("The ante is")
    assert asked == [f"{served}/pads"] * 2
    with page.expect_download() as saved:
        scorer.tap("Keep it as a file")
    log = json.loads(saved.value.path().read_text("utf-8"))
    assert (log["log"][0]["act"]["ante_cents"], log["log"][1]["act"]) == (1500, hand["act"])
    log["log"][0]["act"]["ante_cents"] = 5000
    taken = scorer.context.request.post(f"{served}/pads/import", data={"text": json.dumps(log)})
    assert taken.status == 201, taken.text()
    assert [row["totals"] for row in taken.json()["state"]["rows"]] == [{"Ana": -10, "Bo": 14, "Cy": 5}]
    scorer.tap("Change how it begins", role="link")
    expect(page.locator("#make .note")).to_contain_text("What was written goes along.")
    assert [page.input_value(f"#player-{place}") for place in range(3)] == ["Ana", "Bo", "Cy"]
    assert (page.input_value("#title"), page.input_value("#ante"), page.input_value("#dealer")) == ("Evening", "15", "2")
    page.fill("#ante", "50")
    scorer.tap("Begin")
    expect(page.get_by_role("heading", name="Hand 2", level=2)).to_be_visible()
    other = page.url.rsplit("/", 1)[1]
    page.wait_for_function(SENT, arg=other)
    state = state_of(page, served, other)
    assert (state["title"], state["ante_cents"], state["rules"]["switches"]) == ("Evening", 5000, {"joker_value": "fixed_25"})
    assert [row["totals"] for row in state["rows"]] == [{"Ana": -10, "Bo": 14, "Cy": 5}]
    assert page.evaluate("key => localStorage.getItem(`continental:pad:${key}:make`)", key) == "null"
