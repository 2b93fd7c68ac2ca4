"""Act as somebody who keeps score on a phone by taps on the pad's page, and by nothing else."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import APIRequestContext, Browser, Page, expect

from tests.browser.person import PHONE, Person

NAMES = ("Ana", "Bo", "Cy")


def make_pad(request: APIRequestContext, served: str, **more: Any) -> dict[str, Any]:
    """Make a pad without the page, and return its keys, paths and state."""
    wish = {"players": list(NAMES), "ante_cents": 2000, "dealer": "Cy", **more}
    answer = request.post(f"{served}/pads", data=json.dumps(wish), headers={"content-type": "application/json"})
    assert answer.status == 201, answer.text()
    made: dict[str, Any] = answer.json()
    return made


def write(request: APIRequestContext, served: str, key: str, *acts: dict[str, Any]) -> dict[str, Any]:
    """Write acts without the page on the present version, and return the state after them."""
    seen = request.get(f"{served}/pads/{key}").json()["v"]
    entries = [{"id": f"entry-{place}-{abs(hash(str(act)))}"[:40], "after": seen, "act": act} for place, act in enumerate(acts)]
    address = f"{served}/pads/{key}/entries"
    answer = request.post(address, data=json.dumps({"entries": entries}), headers={"content-type": "application/json"})
    assert answer.status == 200, answer.text()
    state: dict[str, Any] = answer.json()["state"]
    return state


def closed(by: str, counts: dict[str, int], **more: Any) -> dict[str, Any]:
    """Return the act that enters a close."""
    return {"do": "enter", "hand": {"ended_by": by, "ending": "close", "counts": counts, **more}}


def state_of(page: Page, served: str, key: str) -> dict[str, Any]:
    """Return the state of the pad on the server."""
    state: dict[str, Any] = page.request.get(f"{served}/pads/{key}").json()
    return state


class Scorer(Person):
    """A person with a phone, who taps."""

    @classmethod
    def with_phone(cls, browser: Browser, scheme: str = "light", *, installed: bool = False) -> Scorer:
        """Return somebody with a phone of their own, on which the page may be `installed` as an app."""
        return cls.come(browser, viewport=PHONE, scheme=scheme, touch=True, installed=installed)  # type: ignore[return-value]

    def tap(self, name: str | re.Pattern[str], role: Any = "button") -> None:
        """Tap the element of this name."""
        exact = isinstance(name, str)
        self.page.get_by_role(role, name=name, exact=exact).tap()

    def go(self, tab: str) -> None:
        """Go to a part of the pad."""
        self.page.get_by_role("navigation").get_by_role("link", name=tab).tap()

    def ended(self, by: str, how: str) -> None:
        """Tap who ended the hand, and how. It always takes two taps."""
        self.page.locator(f'[data-ender="{by}"]').tap()
        self.page.get_by_role("group", name="How?").get_by_role("button", name=how).tap()

    def count(self, *counts: int) -> None:
        """Type the counts of those who are blank, one after another."""
        for count in counts:
            keys = self.page.get_by_role("group", name=re.compile("^Count of"))
            if count == 0:
                keys.get_by_role("button", name="0 all melded").tap()
                continue
            for digit in str(count):
                keys.get_by_role("button", name=digit, exact=True).tap()
            keys.get_by_role("button", name="Next").tap()

    def count_some_cards(self) -> None:
        """Let the page count a hand by its cards: 9♥ 9♣ K♦ and a joker."""
        self.tap("Count cards")
        for rank, suit in (("9", "nine of hearts"), ("9", "nine of clubs"), ("K", "king of diamonds")):
            self.tap(rank)
            self.tap(suit)
        self.tap("joker")
        self.tap("Count them")

    def write_down(self) -> None:
        """Tap the key that writes the hand down, once the server has shown its result."""
        self.page.wait_for_selector(".then:not(:empty)")
        self.page.locator("#write").tap()

    def enter(self, number: int, by: str, how: str, *counts: int) -> None:
        """Enter a whole hand."""
        expect(self.page.get_by_role("heading", name=f"Hand {number}", level=2)).to_be_visible()
        self.ended(by, how)
        self.count(*counts)
        self.write_down()
