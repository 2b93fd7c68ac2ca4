"""The page's files: packed for browsers that unpack them, the same bytes for those that do not."""

from __future__ import annotations

import gzip
import json
import posixpath
import re
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from continental.rules.load import load
from continental.web.page import languages as spoken
from continental.web.page import pages
from continental.web.page.languages import lacking, languages, merged
from continental.words import FOLDER
from tests.web.kit import Served, serving


@pytest.fixture
async def served() -> AsyncIterator[Served]:
    async with serving() as running:
        yield running


def versioned(name: str) -> str:
    return f"/static/v-{pages.static_version()}/{name}"


@pytest.mark.parametrize("name", ["shared/page.css", "table/app.js", "words/en/table.json", "shared/icon.svg"])
async def test_a_versioned_file_is_packed_for_whoever_takes_it(served: Served, name: str) -> None:
    plain = pages.static_bytes(name)
    async with served.client() as anybody:
        packed = await anybody.get(versioned(name), headers={"accept-encoding": "gzip"})
        bare = await anybody.get(versioned(name), headers={"accept-encoding": "identity"})
    assert (packed.headers["content-encoding"], packed.content) == ("gzip", plain)
    assert int(packed.headers["content-length"]) == len(gzip.compress(plain, mtime=0)) < len(plain)
    assert "content-encoding" not in bare.headers
    assert bare.content == plain
    assert {packed.headers["vary"], bare.headers["vary"]} == {"accept-encoding"}
    assert packed.headers["content-type"] == bare.headers["content-type"]
    assert "immutable" in packed.headers["cache-control"]


async def test_icons_are_sent_as_they_are_and_old_versions_are_not_kept(served: Served) -> None:
    async with served.client() as anybody:
        icon = await anybody.get(versioned("shared/icons/icon-192.png"), headers={"accept-encoding": "gzip"})
        old = await anybody.get("/static/v-0123456789ab/table/app.js", headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in icon.headers
    assert (old.headers["cache-control"], "content-encoding" in old.headers) == ("no-cache", True)


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of a further language, with nothing in it yet."""
    shutil.copytree(Path(str(FOLDER / "en")), tmp_path / "en")
    (tmp_path / "de").mkdir()
    monkeypatch.setattr(spoken, "FOLDER", tmp_path)
    pages.static_files.cache_clear()
    pages.static_version.cache_clear()
    yield tmp_path / "de"
    pages.static_files.cache_clear()
    pages.static_version.cache_clear()


async def test_one_more_folder_of_words_is_one_more_language(german: Path) -> None:
    texts = {"menu": "Tisch", "took": "unknown", "cards_held_one": "eine Karte", "stock_of_other": "Talon, {{count}} Karten"}
    (german / "table.json").write_text(json.dumps(texts | {"events": {"took_you": "Du nahmst {{card, card}}"}}), "utf-8")
    (german / "pad.json").write_text("{", "utf-8")
    (german / "start.json").write_text("[" * 50_000, "utf-8")
    (german / "rules_house.json").write_text('{"2.3": "Er endet."}', "utf-8")
    assert languages() == ("de", "en")
    assert 'data-languages="de en"' in pages.lobby_page()
    async with serving() as served, served.client() as anybody:
        table = (await anybody.get(versioned("words/de/table.json"))).json()
        pad = (await anybody.get(versioned("words/de/pad.json"))).json()
        start = (await anybody.get(versioned("words/de/start.json"))).json()
        rules = (await anybody.get(versioned("words/de/rules_house.json"))).json()
        none = await anybody.get(versioned("words/de/nothing.json"))
    assert (table["menu"], table["you"], "took" in table) == ("Tisch", "You", False)
    assert table["events"]["took_you"] == "Du nahmst {{card, card}}"
    assert (table["cards_held_one"], table["cards_held_other"]) == ("{{count}} card", "{{count}} cards"), "forms go together"
    assert "stock_of_one" not in table
    assert table["stock_of_other"] == "Talon, {{count}} Karten"
    assert pad["tabs"]["hand"] == "Hand"
    assert start == json.loads(pages.static_bytes("words/en/start.json"))
    assert rules == {"2.3": "Er endet."}
    assert none.status_code == 404
    assert "table: stock_of" not in [*lacking("de")]
    assert "table: stock" in [*lacking("de")]


@pytest.mark.parametrize("text", [3, None, ["Deal"], {"a": "Deal"}, "Deal {{name}}", "Deal {{number, no_formatter}}"])
def test_a_text_that_does_not_fit_is_english(text: object) -> None:
    assert merged({"deal": "Deal {{number}}"}, {"deal": text}) == {"deal": "Deal {{number}}"}
    assert merged({"part": {"deal": "Deal"}}, {"part": text})["part"]["deal"] == "Deal"


def test_no_page_is_sent_words_that_english_does_not_ask_for() -> None:
    names = {name.rpartition("/")[2] for name in pages.static_files() if name.startswith("words/en/")}
    assert names == {f"{name}.json" for name in ("format", "hand", "learning", "melds", "pad", "seldom", "start", "table")}


@pytest.mark.parametrize("rules", ["house", "seven_hands", "fournier", "contract"])
def test_a_table_names_all_scripts_that_it_begins_with_so_that_none_waits_for_another(rules: str) -> None:
    version = pages.static_version()
    named = re.findall(rf"</static/v-{version}/(\S+)>; rel=modulepreload", pages.table_scripts(load(rules)))
    assert len(named) == len(set(named))
    assert {"table/app.js", "shared/words.js", "table/render/table.js"} <= set(named)
    assert ("table/render/trays.js" in named) == (rules != "house")
    imported = re.compile(r'^(?:import|export) [^;]*?"(\.[^"]+)";', re.MULTILINE)
    for name in named:
        for other in imported.findall((pages.STATIC / name).read_text("utf-8")):
            assert posixpath.normpath(posixpath.join(posixpath.dirname(name), other)) in named, f"{name} begins with {other}"
