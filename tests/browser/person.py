"""A person at the page: sits down, looks at the bar, and does what it offers, by the means that people have."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from playwright.sync_api import APIRequestContext, Browser, BrowserContext, Page, ViewportSize, expect

DESK: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}

ENDINGS = ("straight_flush", "continental", "close", "knock")
"""The endings, the dearest first."""
SMOOTH = ("surely", "count", "no_claim", "reject", "stay", "next")
"""What a person presses who wants the match to go on."""

SHOWN = "() => ['.prompt', '.seats'].map(part => document.querySelector(part)?.innerText).join()"
"""What changes whenever the room answers: the bar or the seats."""


def make_table(
    request: APIRequestContext,
    served: str,
    *,
    seats: int,
    bots: int,
    switches: Mapping[str, str | int] | None = None,
    start: bool = False,
) -> str:
    """Lay a table at which Ana is the host, in the browser that `request` belongs to; its address."""
    wish = {
        "name": "Ana",
        "ante_cents": 1000,
        "seats": seats,
        "bots": ["greedy"] * bots,
        "pace_ms": 0,
        "clock_s": 0,
        "switches": dict(switches or {}),
        "start": start,
        "dealer": None,
    }
    answer = request.post(f"{served}/rooms", data=json.dumps(wish), headers={"content-type": "application/json"})
    assert answer.status == 201, answer.text()
    path: str = answer.json()["path"]
    return served + path


@dataclass(slots=True)
class Person:
    """One person with a browser of their own; `faults` gathers what the page complained of."""

    context: BrowserContext
    page: Page
    faults: list[str] = field(default_factory=list)

    @classmethod
    def come(cls, browser: Browser, *, viewport: ViewportSize = DESK, scheme: str = "light", touch: bool = False) -> Person:
        """Open a browser of one's own."""
        context = browser.new_context(
            viewport=viewport, color_scheme="dark" if scheme == "dark" else "light", has_touch=touch, reduced_motion="reduce"
        )
        context.set_default_timeout(15_000)
        person = cls(context, context.new_page())
        person.page.on("pageerror", lambda error: person.faults.append(str(error)))
        person.page.on("console", lambda said: person.faults.append(said.text) if said.type == "error" else None)
        return person

    def open(self, address: str) -> None:
        """Go to a page of the table."""
        self.page.goto(address)

    def sit_down(self, name: str) -> None:
        """Take a seat by name."""
        self.page.get_by_label("Your name").fill(name)
        self.page.get_by_role("button", name="Sit down").click()
        expect(self.page.get_by_text("(you)")).to_be_visible()

    def asked(self) -> tuple[str, ...]:
        """What the bar offers now: the names of its buttons; empty while nothing is asked of this person."""
        found: list[str] = self.page.eval_on_selector_all(
            ".prompt.mine [data-act], .prompt [data-act=again]",
            "all => all.map(one => one.dataset.act).filter(act => act !== 'why')",
        )
        return tuple(found)

    def wait_to_be_asked(self) -> tuple[str, ...]:
        """Wait until the bar asks something; what it offers."""
        self.page.wait_for_selector(".prompt.mine [data-act], .prompt [data-act=again]")
        return self.asked()

    def prompt(self) -> str:
        """The bar as read, without the time that runs."""
        text = self.page.locator(".prompt").inner_text()
        return re.sub(r"\b\d+ s\b|\b\d+:\d\d\b", "…", text)

    def press(self, act: str) -> None:
        """Press a button of the bar, and see the room answer."""
        before = self.page.evaluate(f"({SHOWN})()")
        self.page.click(f'.prompt [data-act="{act}"]')
        self.page.wait_for_function(f"before => ({SHOWN})() !== before", arg=before)

    def hand(self) -> list[str]:
        """One's cards as they lie."""
        cards: list[str] = self.page.eval_on_selector_all(".hand [data-card]", "all => all.map(one => one.dataset.card)")
        return cards

    def throw(self, place: int) -> None:
        """Throw the card that lies at a place, -1 being the last."""
        cards = self.page.locator(".hand [data-card]")
        card = cards.nth(place if place >= 0 else cards.count() + place)
        if card.get_attribute("aria-pressed") == "false":
            card.click()
        self.press("discard")

    def do(self, prefer: Sequence[str] = ()) -> str | None:
        """Do one thing that is asked, `prefer` first; what it was, or None where nothing is asked."""
        acts = self.asked()
        if not acts or "again" in acts:
            return None
        for wished in (*prefer, *ENDINGS, *SMOOTH):
            act = next((act for act in acts if act.startswith(wished)), None)
            if act is not None:
                self.press(act)
                return act
        if "discard" in acts:
            self.throw(-1)
            return "discard"
        act = "draw" if "draw" in acts else acts[0]
        self.press(act)
        return act

    def sort(self, name: str) -> None:
        """Sort one's hand."""
        self.page.get_by_role("group", name="Sort by").get_by_role("button", name=name).click()

    def leave(self) -> None:
        """Close the browser; whatever the page complained of in the meantime is a fault."""
        self.context.close()
        assert not self.faults, self.faults
