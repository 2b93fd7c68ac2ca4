"""Make up a language from English, in which every word is marked and longer, and find the English that it leaves on a page."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from playwright.sync_api import Page, Route

from continental.bots.api import BOT_NAMES
from continental.table.names import BOT_PEOPLE
from continental.web.page.languages import RULES, english

NOT_TRANSLATED: Final = "carioca"
"""The rule set whose text the language does not have."""
ENGLISH_SLOTS: Final = re.compile("{{(what|fault|why)}}")
ENGLISH_IN: Final = ("bad_message", "bad_request", "database_unopened", "json_at", "rules_unreadable")
"""Slots in which English stands that comes from elsewhere and has no code, and where: a language leaves them out there."""
WORD: Final = re.compile(r"{{[^}]*}}|{[\w.]+}|\(\w+\.md\)|`[^`]+`|[a-z]{2,}", re.IGNORECASE)


def longer(text: str) -> str:
    """Return the text with every word marked and longer, and slots and marks as they are."""
    return WORD.sub(lambda word: word[0] + "ë" * -(-len(word[0]) * 2 // 5) if word[0].isalpha() else word[0], text)


def _made(part: dict[str, Any]) -> dict[str, Any]:
    left_out = {key: ENGLISH_SLOTS.sub("…", part[key]) for key in ENGLISH_IN if key in part}
    return {key: longer(value) if isinstance(value, str) else _made(value) for key, value in (part | left_out).items()}


@cache
def made_up(surface: str) -> str:
    """Return a file of the language, as the server would send it."""
    return "{}" if surface == f"{RULES}{NOT_TRANSLATED}" else json.dumps(_made(dict(english(surface))))


def speak(page: Page, code: str, text: Mapping[str, str] | None = None) -> None:
    """Let the page find a further language, by default the made-up one. `text` has its files by their names."""

    def answer(route: Route) -> None:
        surface = route.request.url.rpartition("/")[2].removesuffix(".json")
        route.fulfill(body=made_up(surface) if text is None else text[surface], content_type="application/json")

    page.route(f"**/words/{code}/*.json", answer)
    page.add_init_script(ANNOUNCED.replace("xx", code))


ANNOUNCED: Final = """
localStorage.setItem("continental:language", '"xx"');
new MutationObserver(() => {
  const page = document.documentElement;
  if (page && page.dataset.languages === "en") page.dataset.languages = "en xx";
}).observe(document, {childList: true});
"""
"""The language is chosen, and the page says that there is one more, as the server would with one more folder."""

NAMES: Final = ("Ana", "Ben", "Bo", "Cy", "Dora", "Guest", "Friday", *BOT_NAMES, *BOT_PEOPLE)
"""The names of people, bots and pads, in every language."""

ENGLISH_LEFT: Final = """(names) => {
  const left = [];
  const day = new Date().toLocaleDateString(undefined, {month: "short"}); // dates are told as the browser has them
  const known = new Set([...names, day, "AM", "PM"]);
  const look = (own, text) => {
    if (own.closest('script, style, noscript, code, textarea, .card, .code, .hex, [hidden], option[lang], [lang="en"]')) return;
    if (/^\\s*(https?:\\/)?\\/\\S*\\s*$/.test(text)) return; // an address
    const words = text.replace(/[0-9a-f]{64}/g, "").match(/\\p{L}{2,}/gu) || [];
    const isOther = (word) => !word.includes("\\u00eb") && !known.has(word);
    if (words.some(isOther)) left.push(`${own.localName}.${own.className}: ${text.trim()}`);
  };
  const walk = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) look(walk.currentNode.parentElement, walk.currentNode.nodeValue);
  for (const name of ["aria-label", "aria-valuetext", "title", "placeholder", "alt"]) {
    for (const own of document.querySelectorAll(`[${name}]`)) look(own, own.getAttribute(name));
  }
  return left;
}"""
"""Every text on the page, read or heard, in which there is a word that is not marked, and no name, card or code."""
