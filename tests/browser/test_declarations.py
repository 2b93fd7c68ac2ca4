"""A declaration that costs the match is asked about once more, and nothing is sent before the answer.

The hands for it are too rare to wait for. So the real server's messages are let through with one more act on offer, and what
the page sends goes to the real server, which refuses what the hand does not allow.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, WebSocketRoute, expect

from tests.browser.person import Person, make_table


@pytest.fixture
def ana(browser: Browser) -> Iterator[Person]:
    person = Person.come(browser)
    yield person
    person.leave()


def offer(person: Person, act: dict[str, Any], total: int) -> list[dict[str, Any]]:
    """Add an act to what is offered, and set the person's total; what the page sends from then on."""
    sent: list[dict[str, Any]] = []

    def between(page_side: WebSocketRoute) -> None:
        server_side = page_side.connect_to_server()

        def from_page(frame: str | bytes) -> None:
            sent.append(json.loads(frame))
            server_side.send(frame)

        def from_server(frame: str | bytes) -> None:
            message = json.loads(frame)
            if message.get("options"):
                message["options"].append(act)
                message["view"]["totals"][message["you"]] = total
            page_side.send(json.dumps(message))

        page_side.on_message(from_page)
        server_side.on_message(from_server)

    person.page.route_web_socket("**/socket", between)
    return sent


@pytest.mark.parametrize(
    ("act", "total", "asks", "yes", "refusal"),
    [
        ({"do": "straight_flush", "card": None}, 40, "wins the match and ends it", "Yes, declare it", "after drawing"),
        ({"do": "knock", "card": "3C", "called": None}, 98, "puts you at 101", "Yes, knock", "Nine cards|do not hold"),
    ],
    ids=["straight flush", "knock that puts its owner out"],
)
def test_what_costs_the_match_is_asked_about_once_more(
    served: str, ana: Person, act: dict[str, Any], total: int, asks: str, yes: str, refusal: str
) -> None:
    sent = offer(ana, act, total)
    ana.open(make_table(ana.context.request, served, seats=2, bots=1, start=True))
    ana.wait_to_be_asked()
    declare = ana.page.locator(f'.prompt [data-act^="{act["do"]}"]')
    declare.click()
    expect(ana.page.locator(".prompt h2")).to_contain_text(asks)
    ana.page.get_by_role("button", name="Back").click()
    assert [frame for frame in sent if frame["do"] == act["do"]] == []
    declare.click()
    ana.page.get_by_role("button", name=yes).click()
    expect(ana.page.locator(".prompt .note")).to_have_text(re.compile(refusal))
    [frame] = [frame for frame in sent if frame["do"] == act["do"]]
    assert frame.keys() == {*act, "after"}


def test_an_ending_that_costs_nothing_is_not_asked_about(served: str, ana: Person) -> None:
    sent = offer(ana, {"do": "knock", "card": "2S", "called": None}, 60)
    ana.open(make_table(ana.context.request, served, seats=2, bots=1, start=True))
    ana.wait_to_be_asked()
    ana.page.keyboard.press("k")
    expect(ana.page.locator(".prompt .note")).not_to_be_empty()
    assert [frame["card"] for frame in sent if frame["do"] == "knock"] == ["2S"]
