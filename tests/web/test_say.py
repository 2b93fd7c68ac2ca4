"""The words of the pages: each stands in the catalogue, is used by a page, and is marked for a language to take its place."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from types import SimpleNamespace
from typing import Any, Final, cast

import pytest

from continental.rules.load import load
from continental.rules.tables import catalogue
from continental.table.refusal import TableRefused
from continental.table.setup import Setup
from continental.web.learn.shuffles import odds_of
from continental.web.page import pages
from continental.web.page.say import element, english, say

TEMPLATES: Final = sorted(name for name in pages._PAGES.list_templates() if name not in ("page.html", "learn.html", "start.html"))
FRAMES: Final = ("pad_page.html",)


def agreed(ante: int) -> Setup:
    """As much of an agreement as the page of the rules looks at."""
    return cast("Setup", SimpleNamespace(seats=4, ante=ante))


def every_page() -> dict[str, list[str]]:
    """By its template each page, in all the forms that it has."""
    house, changed = load("house"), load("house", {"feeding": "off", "split_gap": 20})
    sixes = [{"room": "abc", "rules": house, "packs": "{}", "players": n, "odds": odds_of(house, n)} for n in (4, 6)]
    return {
        "all_rules.html": [pages.all_rules_page()],
        "carry.html": [pages.page("carry.html", rules="house", title="House Rules", name="Ana")],
        "example.html": [pages.page("example.html")],
        "hand.html": [pages.page("hand.html", rules="[]", deals="{}", counting="{}")],
        "lobby.html": [pages.lobby_page()],
        "offline.html": [pages.page("offline.html")],
        "pad.html": [pages.page("pad.html")],
        "pads.html": [pages.page("pads.html", rules="[]", dealer="0")],
        "refused.html": [pages.refusal_page(TableRefused("table_full"))],
        "replay.html": [pages.page("replay.html", room="abc", deal=SimpleNamespace(number=3, match=2, rules=house))],
        "rules.html": [
            *(pages.rules_page(key) for key in catalogue()),
            *(pages.rules_document(rules, "abc", agreed(ante)) for rules in (house, changed) for ante in (0, 2050)),
        ],
        "season.html": [pages.page("season.html")],
        "table.html": [pages.table_page("abc", load(key)) for key in catalogue()],
        "verify.html": [
            pages.page("verify.html", room=None, rules=None, packs="{}"),
            *(pages.page("verify.html", **more) for more in sixes),
        ],
    }


class Reader(HTMLParser):
    """Reads a page: the keys that it marks, and the text that nothing marks, so that no language can take its place."""

    EMPTY: Final = frozenset(("meta", "link", "input", "br", "hr", "img"))
    MARKS: Final = frozenset(("data-say", "data-rule-set", "data-about", "data-value", "data-refused", "data-rule"))

    def __init__(self, text: str) -> None:
        super().__init__()
        self.keys: set[str] = set()
        self.bare: list[str] = []
        self._open: list[bool] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Whether the element is marked, or stands in one that is."""
        found = dict(attrs)
        self.keys |= {str(found["data-say"])} if "data-say" in found else set()
        marked = bool(self.MARKS & found.keys()) or tag in ("script", "code")
        if tag not in self.EMPTY:
            self._open.append(marked or (bool(self._open) and self._open[-1]))

    def handle_endtag(self, tag: str) -> None:
        """The element ends."""
        if tag not in self.EMPTY:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        """Text: words that nothing marks are noted."""
        if self._open[-1:] != [True] and re.search(r"[A-Za-z]{2,}", data):
            self.bare.append(data.strip())


def test_every_page_is_looked_at() -> None:
    assert sorted([*every_page(), *FRAMES]) == TEMPLATES


@pytest.mark.parametrize("template", [name for name in TEMPLATES if name not in FRAMES])
def test_no_page_has_words_of_its_own(template: str) -> None:
    for text in every_page()[template]:
        assert Reader(text).bare == []


def test_every_text_of_the_catalogue_is_used_and_no_other() -> None:
    marked = {key for texts in every_page().values() for text in texts for key in Reader(text).keys}
    in_attributes = {"lobby.description", "app.short_name", "app.description"}
    assert marked | in_attributes == {re.sub("_(one|other)$", "", key) for key in english()}


def test_the_manifest_says_what_the_catalogue_has() -> None:
    manifest = json.loads((pages.STATIC / "shared" / "manifest.webmanifest").read_text("utf-8"))
    texts = english()
    told = (texts["name"], texts["app.short_name"], texts["app.description"])
    assert (manifest["name"], manifest["short_name"], manifest["description"]) == told


def test_slots_are_filled_with_values_and_elements_and_nothing_is_markup_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("continental.web.page.say.english", lambda: {"k": "<{{who}}> & {{what}} of {{n}}"})
    told = say("p", "k", {"who": "<b>", "what": element("a", "it", href='/"'), "n": 3}, id="x")
    assert told.html() == (
        '<p id="x" data-say="k" data-given="{&#34;who&#34;: &#34;&lt;b&gt;&#34;, &#34;n&#34;: 3}">'
        '&lt;&lt;b&gt;&gt; &amp; <a href="/&#34;" data-slot="what">it</a> of 3</p>'
    )


def test_a_slot_that_nothing_fills_is_a_fault() -> None:
    with pytest.raises(KeyError):
        say("p", "rules.or")


def test_a_refusal_on_a_page_tells_its_code_and_what_it_is_filled_with() -> None:
    text = pages.refusal_page(TableRefused("deal_not_over", number="4"))
    found: Any = re.search(r'data-refused="([^"]*)"', text)
    assert json.loads(found[1].replace("&#34;", '"')) == {"code": "deal_not_over", "given": {"number": "4"}}
