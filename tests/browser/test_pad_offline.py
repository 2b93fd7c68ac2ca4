"""The score pad on a phone without a connection: what its page asks of the modules that it keeps, and what it says meanwhile."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from continental.scorepad.count_away import answer
from tests.browser.scorer import Scorer, closed, make_pad, state_of, write

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
