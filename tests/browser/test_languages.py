"""A further language is one file of words: tried with one whose every text is half as long again, on a phone's screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.person import PHONE, Person, make_table

LONGER: Final = """
import { words as en } from "./en.js";
import { start_page } from "./en-start.js";
import { seldom } from "./en-seldom.js";
const SAME = ["number", "signed", "card"];
const longer = (text) => text.replace(/[a-z]{2,}/gi, (word) => word + "\\u00eb".repeat(Math.ceil(word.length * 0.4)));
const deep = (value, name) => {
  if (typeof value === "string") return longer(value);
  if (Array.isArray(value)) return value.map((part) => deep(part));
  if (typeof value === "function") return SAME.includes(name) ? value : (...given) => deep(value(...given));
  if (!value || typeof value !== "object" || typeof value.card === "string") return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, deep(part, key)]));
};
export const words = deep({ ...en, start_page, seldom });
"""
"""The catalogue of a language that there is not: English, each word longer by two fifths in letters that English has not."""

ANNOUNCED: Final = """
localStorage.setItem("continental:language", '"xx"');
new MutationObserver(() => {
  const page = document.documentElement;
  if (page && page.dataset.languages === "en") page.dataset.languages = "en xx";
}).observe(document, {childList: true});
"""
"""The language is chosen, and the page says that there is one more, as the server would with one more file."""

CLIPPED: Final = """() => [...document.querySelectorAll("button, .button, .chip, summary, h1, h2, label")]
  .filter((one) => one.checkVisibility() && !one.closest(".unseen, .card") && !one.matches(".card, .unseen"))
  .filter((one) => {
    const box = one.getBoundingClientRect();
    const cut = one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline";
    return box.width > 2 && (cut || box.left < -1 || box.right > innerWidth + 1);
  })
  .map((one) => one.outerHTML.slice(0, 120))"""


@pytest.fixture
def reader(browser: Browser) -> Iterator[Person]:
    """Somebody with a phone whose language is the long one."""
    person = Person.come(browser, viewport=PHONE, touch=True)

    person.page.route("**/words/xx.js", lambda route: route.fulfill(body=LONGER, content_type="text/javascript"))
    person.page.add_init_script(ANNOUNCED)
    yield person
    person.leave()


def assert_nothing_is_clipped(person: Person) -> None:
    assert person.page.evaluate(CLIPPED) == []
    assert person.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_further_language_is_one_file_and_clips_no_button(served: str, reader: Person) -> None:
    page = reader.page
    reader.open(served)
    page.get_by_text("Makeëë a tableëë").click()
    assert page.evaluate("document.documentElement.lang") == "xx"
    assert_nothing_is_clipped(reader)
    reader.open(make_table(reader.context.request, served, seats=4, bots=2))
    page.get_by_text("Sendëë thisëë").wait_for()
    assert_nothing_is_clipped(reader)
    reader.open(make_table(reader.context.request, served, seats=4, bots=3, start=True))
    reader.wait_to_be_asked()
    expect(page.locator(".prompt h2")).to_contain_text("ëë")
    assert_nothing_is_clipped(reader)
    page.click(".menu")
    assert_nothing_is_clipped(reader)
    page.click(".aside .close")
    reader.press("draw")
    page.locator(".hand [data-card]").nth(2).click()
    assert_nothing_is_clipped(reader)
    while "next" not in reader.asked() and "buy" not in reader.asked():
        reader.do()
        if "count" in reader.asked():
            assert_nothing_is_clipped(reader)
    assert_nothing_is_clipped(reader)
