"""Act as a person at the page: sit down, look at the bar, and do what it offers, by keys or by touch."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, Literal

from playwright.sync_api import (
    APIRequestContext,
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Response,
    ViewportSize,
    expect,
)

Means = Literal["mouse", "keys", "touch"]
MOST_TABS: Final = 80

DESK: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}

ADDRESSES = (f"198.18.{number >> 8}.{number & 255}" for number in itertools.count())
"""The addresses that people come from, each from another. A server that was told of a proxy believes them."""
ENDINGS = ("straight_flush", "continental", "close", "knock")
"""The endings, the dearest first."""
SMOOTH = ("surely", "count", "no_claim", "reject", "stay", "next")
"""The buttons of a person who wants the match to go on."""

NONSENSE = re.compile(r".*(?:NaN|undefined|\[object ).*")
"""Texts that a page shows only by mistake."""

SHOWN = (
    "() => ['.prompt h2', '.prompt [data-act]', '.hand [data-card]'].map(part => [...document.querySelectorAll(part)]"
    ".map(one => one.dataset.act || one.dataset.card || one.textContent).join()).join(';')"
)
"""The parts of the page that change when the room answers one's own act, and not when others act: the bar and the hand."""


def make_table(
    request: APIRequestContext,
    served: str,
    *,
    seats: int,
    bots: int,
    rules: str = "house",
    switches: Mapping[str, str | int] | None = None,
    start: bool = False,
    clock_s: int = 0,
    reserve_s: int = 120,
    by_lot: bool = False,
) -> str:
    """Make a table with Ana as the host, in the browser that `request` belongs to, and return its address.

    Ana is the first to act, unless the first dealer is drawn by lot as the house has it, and every other game.
    """
    wish = {
        "name": "Ana",
        "rules": rules,
        "ante_cents": 1000 if rules == "house" else 0,
        "seats": seats,
        "bots": ["greedy"] * bots,
        "pace_ms": 0,
        "clock_s": clock_s,
        "reserve_s": reserve_s,
        "switches": {**({} if by_lot else {"dealer_first": "chosen"}), **(switches or {})},
        "start": start,
        "dealer": None if by_lot else seats - 1,
    }
    answer = request.post(f"{served}/rooms", data=json.dumps(wish), headers={"content-type": "application/json"})
    assert answer.status == 201, answer.text()
    path: str = answer.json()["path"]
    return served + path


def is_file(answer: Response) -> bool:
    """Return whether this is part of the page itself, and not the answer to a request about its table."""
    return "json" not in answer.headers.get("content-type", "") or "manifest" in answer.headers["content-type"]


@dataclass(slots=True)
class Person:
    """One person with a browser of their own. `faults` gathers the page's errors."""

    context: BrowserContext
    page: Page
    faults: list[str] = field(default_factory=list)
    means: Means = "mouse"

    @classmethod
    def come(
        cls,
        browser: Browser,
        *,
        viewport: ViewportSize = DESK,
        scheme: str = "light",
        touch: bool = False,
        means: Means = "mouse",
        installed: bool = False,
    ) -> Person:
        """Open a browser for a new person, who does everything by `means` from then on.

        If the page may be `installed` as an app, it loads its whole shell besides the files that it shows.
        """
        context = browser.new_context(
            viewport=viewport,
            color_scheme="dark" if scheme == "dark" else "light",
            has_touch=touch,
            reduced_motion="reduce",
            service_workers="allow" if installed else "block",
            extra_http_headers={"X-Forwarded-For": next(ADDRESSES)},
        )
        context.set_default_timeout(30_000)
        person = cls(context, context.new_page(), means=means)
        person.page.on("pageerror", lambda error: person.faults.append(str(error)))
        person.page.on("console", lambda said: person.note_fault(said))  # noqa: PLW0108 - playwright marks what it is given
        return person

    def note_fault(self, said: ConsoleMessage) -> None:
        """Note an error of the console, with the address that it is about."""
        if said.type == "error":
            self.faults.append(f"{said.text} {said.location['url']}")

    def files_loaded(self) -> list[Response]:
        """Return a list to which every answer is added that the page gets from now on."""
        answers: list[Response] = []
        self.page.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108 - playwright cannot mark a built-in method
        return answers

    def open(self, address: str) -> None:
        """Go to a page of the table."""
        self.page.goto(address)

    def sit_down(self, name: str) -> None:
        """Take a seat by name."""
        field = self.page.get_by_label("Your name")
        field.fill(name)
        if self.means == "keys":
            field.press("Enter")
        else:
            self.touch(self.page.get_by_role("button", name="Sit down"))
        expect(self.page.get_by_text("(you)")).to_be_visible()

    def asked(self) -> tuple[str, ...]:
        """Return the names of the bar's buttons now. Empty while this person is not asked."""
        found: list[str] = self.page.eval_on_selector_all(
            ".prompt.mine [data-act], .prompt [data-act=again]",
            "all => all.map(one => one.dataset.act).filter(act => act !== 'why')",
        )
        return tuple(found)

    def wait_to_be_asked(self) -> tuple[str, ...]:
        """Wait until the bar asks something, and return the names of its buttons."""
        self.page.wait_for_selector(".prompt.mine [data-act], .prompt [data-act=again]")
        return self.asked()

    def prompt(self) -> str:
        """Return the text of the bar, without the running time."""
        text = self.page.locator(".prompt").inner_text()
        return re.sub(r"\b\d+ s\b|\b\d+:\d\d\b", "…", text)

    def press(self, act: str) -> None:
        """Press a button of the bar, and wait for the room's answer."""
        button = self.page.locator(f'.prompt [data-act="{act}"]')
        with self.seeing_an_answer():
            if self.means == "keys":
                self.strike(button)
            else:
                self.touch(button)

    @contextmanager
    def seeing_an_answer(self) -> Iterator[None]:
        """Run the `with` block, and wait for the room's answer."""
        before = self.page.evaluate(f"({SHOWN})()")
        yield
        self.page.wait_for_function(f"before => ({SHOWN})() !== before", arg=before)
        assert not (nonsense := NONSENSE.findall(self.page.locator("body").inner_text())), nonsense

    def touch(self, place: Locator) -> None:
        """Touch something by this person's means."""
        if self.means == "touch":
            place.tap(trial=True)  # check that it is there and not covered; the page may still change under the finger
            place.tap(force=True)
        else:
            place.click(trial=True)
            place.click(force=True)

    def strike(self, button: Locator) -> None:
        """Press a button by its own key, or by going there with the Tab key."""
        key = button.get_attribute("aria-keyshortcuts")
        if key and len(key) == 1:
            self.page.keyboard.press(key.lower())
            return
        for _ in range(MOST_TABS):
            if button.evaluate("one => one === document.activeElement"):
                self.page.keyboard.press("Enter")
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the Tab key does not come to {button}")

    def hand(self) -> list[str]:
        """Return this person's cards as they lie."""
        cards: list[str] = self.page.eval_on_selector_all(".hand [data-card]", "all => all.map(one => one.dataset.card)")
        return cards

    def throw(self, place: int) -> None:
        """Throw the card that lies at a place, -1 being the last."""
        cards = self.page.locator(".hand [data-card]")
        at = place if place >= 0 else cards.count() + place
        if self.means != "mouse":
            with self.seeing_an_answer():
                self.throw_by_keys(at) if self.means == "keys" else self.throw_by_touch(cards.nth(at))
            return
        card = cards.nth(at)
        if card.get_attribute("aria-pressed") == "false":
            card.click()
        self.press("discard")

    def throw_by_keys(self, at: int) -> None:
        """Walk to a card of the hand with the arrow keys, choose it, and throw it."""
        keys = self.page.keyboard
        if not self.page.evaluate("document.activeElement.matches('[data-held]')"):
            self.page.evaluate("document.activeElement.blur()")
            keys.press("ArrowRight")
        keys.press("Home")
        for _ in range(at):
            keys.press("ArrowRight")
        if self.page.evaluate("document.activeElement.getAttribute('aria-pressed')") == "false":
            keys.press("Enter")
        keys.press("Enter")

    def throw_by_touch(self, card: Locator) -> None:
        """Tap a card, and tap the discards."""
        if card.get_attribute("aria-pressed") == "false":
            self.touch(card)
        self.touch(self.page.locator('[data-place="discards"]'))

    def do(self, prefer: Sequence[str] = (), leave: Sequence[str] = ()) -> str | None:
        """Do one thing that is asked, `prefer` first, and return it. None if nothing is asked or one of `leave` is."""
        acts = self.asked()
        if not acts or not {"again", *leave}.isdisjoint(acts):
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
        """Sort the hand."""
        button = self.page.get_by_role("group", name="Sort by").get_by_role("button", name=name)
        if self.means == "keys":
            self.strike(button)
        else:
            self.touch(button)

    def leave(self) -> None:
        """Close the browser, and fail if the page had errors in the meantime."""
        self.context.close()
        assert not self.faults, self.faults
