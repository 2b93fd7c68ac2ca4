"""The page's files: packed for browsers that unpack them, the same bytes for those that do not."""

from __future__ import annotations

import gzip
import posixpath
import re
from collections.abc import AsyncIterator

import pytest

from continental.rules.load import load
from continental.web.page import pages
from tests.web.kit import Served, serving


@pytest.fixture
async def served() -> AsyncIterator[Served]:
    async with serving() as running:
        yield running


def versioned(name: str) -> str:
    return f"/static/v-{pages.static_version()}/{name}"


@pytest.mark.parametrize("name", ["shared/page.css", "table/app.js", "words/en.js", "shared/icon.svg"])
async def test_a_versioned_file_is_packed_for_whoever_takes_it(served: Served, name: str) -> None:
    plain = (pages.STATIC / name).read_bytes()
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


def test_one_more_file_of_words_is_one_more_language() -> None:
    assert "en" in pages.languages()
    assert all("-" not in language for language in pages.languages())
    assert f'data-languages="{" ".join(pages.languages())}"' in pages.lobby_page()


@pytest.mark.parametrize("rules", ["house", "seven_hands", "fournier", "contract"])
def test_a_table_names_all_scripts_that_it_begins_with_so_that_none_waits_for_another(rules: str) -> None:
    version = pages.static_version()
    named = re.findall(rf"</static/v-{version}/(\S+)>; rel=modulepreload", pages.table_scripts(load(rules)))
    assert len(named) == len(set(named))
    assert {"table/app.js", "words/en.js", "table/render/table.js"} <= set(named)
    assert ("table/render/trays.js" in named) == (rules != "house")
    imported = re.compile(r'^(?:import|export) [^;]*?"(\.[^"]+)";', re.MULTILINE)
    for name in named:
        for other in imported.findall((pages.STATIC / name).read_text("utf-8")):
            assert posixpath.normpath(posixpath.join(posixpath.dirname(name), other)) in named, f"{name} begins with {other}"
