"""Pages that never change are made once, compressed once, and not sent again; nothing of a person is among them."""

from __future__ import annotations

import json
import logging
import re
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from continental.rules.load import load
from continental.rules.tables import CATALOGUE
from continental.table.ports import RoomId
from continental.web.page import pages
from continental.web.page.languages import games
from continental.web.page.pages import static_version
from tests.web.kit import Served, make_room, serving

ONCE = (
    "/",
    "/rules",
    "/rules/house",
    "/rules/contract",
    "/openapi.json",
    "/hand",
    "/hand/python",
    "/pad",
    "/example",
    "/example.json",
    "/verify",
    "/offline",
    "/service-worker.js",
    "/static/table/app.js",
    "/static/words/en/table.json",
)
OF_KEYS = ("/pad/somekey", "/season/somekey")


@pytest.fixture
async def served() -> AsyncIterator[Served]:
    async with serving() as running:
        yield running


async def test_what_never_changes_is_made_at_the_first_request_alone(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    made: Counter[str] = Counter()
    page = pages.page

    def counted(name: str, /, **words: Any) -> str:
        made[name] += 1
        return page(name, **words)

    monkeypatch.setattr(pages, "page", counted)
    async with served.client() as browser:
        for _ in range(3):
            for path in (*ONCE, *OF_KEYS, "/pad/otherkey"):
                assert (await browser.get(path)).status_code == 200
    assert set(made) == {
        *("lobby.html", "all_rules.html", "rules.html", "hand.html", "pads.html", "pad.html", "season.html"),
        *("example.html", "verify.html", "offline.html"),
    }
    assert {name: count for name, count in made.items() if count > 1} == {"rules.html": 2}, "house and contract"


@pytest.mark.parametrize("path", ONCE)
async def test_whoever_has_a_page_is_told_that_it_is_still_good(served: Served, path: str) -> None:
    async with served.client() as browser:
        plain = await browser.get(path, headers={"accept-encoding": "identity"})
        packed = await browser.get(path, headers={"accept-encoding": "gzip"})
        assert packed.content == plain.content
        assert "content-encoding" not in plain.headers
        if "content-encoding" in packed.headers:
            assert packed.headers["vary"] == plain.headers["vary"] == "accept-encoding"
            assert packed.headers["etag"] != plain.headers["etag"]
        for answer, coding in ((plain, "identity"), (packed, "gzip")):
            etag = answer.headers["etag"]
            for told in (etag, f"W/{etag}", f'"other", {etag}', "*"):
                again = await browser.get(path, headers={"if-none-match": told, "accept-encoding": coding})
                assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", etag)
            changed = await browser.get(path, headers={"if-none-match": '"other"', "accept-encoding": coding})
            assert changed.status_code == 200
            assert answer.headers["cache-control"] == "no-cache"


async def test_a_page_made_once_is_the_same_for_everybody_and_holds_nothing_of_anybody(served: Served) -> None:
    ana = await make_room(served, seats=2)
    room = (await served.lobby.room(RoomId(ana.room))).state.room
    seen: dict[str, set[bytes]] = {}
    for headers in ({"Cookie": f"continental={ana.cookie}", "accept-language": "de"}, {"accept-language": "en"}, {}):
        async with served.client(**headers) as browser:
            for path in (*ONCE, *OF_KEYS):
                answer = await browser.get(path)
                assert "set-cookie" not in answer.headers
                seen.setdefault(path, set()).add(answer.content)
                for secret in (ana.cookie or "", room, "Ana", "somekey"):
                    assert secret.encode() not in answer.content or secret == "Ana", path
    assert {path for path, bodies in seen.items() if len(bodies) != 1} == set()


async def test_pages_of_a_room_or_a_pad_are_kept_by_nobody(served: Served) -> None:
    ana = await make_room(served, seats=2)
    async with served.client() as browser:
        for path in (f"/r/{ana.room}", f"/r/{ana.room}/rules", f"/r/{ana.room}/record", *OF_KEYS):
            answer = await browser.get(path)
            assert (answer.headers["cache-control"], "etag" in answer.headers) == ("no-store", False), path


async def test_every_answer_has_its_policy_and_its_type_also_when_it_is_kept(served: Served) -> None:
    async with served.client() as browser:
        for path in (*ONCE, *OF_KEYS, f"/static/v-{static_version()}/table/app.js", "/nowhere", "/static/nothing.js"):
            for method in ("GET", "HEAD", "PATCH"):
                first = await browser.request(method, path)
                again = await browser.request(method, path, headers={"if-none-match": first.headers.get("etag", "none")})
                for answer in (first, again):
                    assert answer.headers["x-content-type-options"] == "nosniff"
                    assert "default-src 'self'" in answer.headers["content-security-policy"]


async def test_head_answers_as_get_does_without_a_body(served: Served) -> None:
    ana = await make_room(served, seats=2)
    async with served.client() as browser:
        for path in (*ONCE, f"/r/{ana.room}", "/healthz", "/nowhere", "/rules/whist"):
            got, headed = await browser.get(path), await browser.head(path)
            assert (headed.status_code, headed.content) == (got.status_code, b""), path
            for name in ("content-type", "content-length", "etag", "cache-control"):
                assert headed.headers.get(name) == got.headers.get(name), (path, name)
        refused = await browser.head("/rooms")
        assert (refused.status_code, refused.headers["allow"]) == (405, "POST")


async def test_a_client_can_be_made_from_the_description_of_the_addresses(served: Served) -> None:
    async with served.client() as browser:
        document = (await browser.get("/openapi.json")).json()
    references = re.findall(r'"\$ref": "([^"]*)"', json.dumps(document))
    for reference in references:
        found: Any = document
        assert reference.startswith("#/"), reference
        for part in reference.removeprefix("#/").split("/"):
            assert part in found, reference
            found = found[part]
    entries = document["paths"]["/pads/{key}/entries"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert set(entries["properties"]["entries"]["items"]["properties"]) == {"id", "after", "act"}
    named = [operation["operationId"] for path in document["paths"].values() for operation in path.values()]
    assert len(named) == len(set(named))


@pytest.fixture
def with_a_broken_rule_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A catalogue of House Rules and of two files that cannot be read."""
    from continental.rules import load as loading
    from continental.rules import tables
    from continental.web.learn import shuffles

    kept = (games, shuffles.packs_known, tables.catalogue, tables._read, tables.switches_of, loading._rule_set)
    (tmp_path / "house.toml").write_text((CATALOGUE / "house.toml").read_text("utf-8"), "utf-8")
    (tmp_path / "broken.toml").write_text("title = ", "utf-8")
    (tmp_path / "hollow.toml").write_text('title = "Hollow"', "utf-8")
    for each in kept:
        each.cache_clear()
    monkeypatch.setattr(tables, "CATALOGUE", tmp_path)
    yield
    monkeypatch.undo()
    for each in kept:
        each.cache_clear()


@pytest.mark.usefixtures("with_a_broken_rule_set")
async def test_a_rule_set_that_cannot_be_read_is_left_out_and_named_in_the_log_once(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        async with served.client() as browser:
            for path in ("/", "/pad", "/hand", "/rules", "/rules/house", "/verify"):
                for _ in range(2):
                    assert (await browser.get(path)).status_code == 200, path
            refused = await browser.get("/rules/broken")
            assert refused.status_code == 400
            assert "broken.toml" in refused.json()["refused"]["sentence"]
    told = [record.getMessage() for record in caplog.records if "left out" in record.getMessage()]
    assert len(told) == 2
    assert {name for name in ("broken.toml", "hollow.toml") if any(name in line for line in told)} == {
        "broken.toml",
        "hollow.toml",
    }
    assert [rules.key for rules in games()] == ["house"]


@pytest.mark.parametrize("key", ["house", "seven_hands", "fournier", "contract"])
def test_the_page_of_the_rules_begins_with_the_words_that_its_terms_are_defined_in(key: str) -> None:
    shown = re.sub(r"<[^>]+>", "", pages.rules_page(key))
    assert "in our own words" in shown
    assert "Words: a deal" in shown or "Words: a hand" in shown
    if load(key).melding.kind == "contracts":
        assert "reading is how we understand" in shown
    assert shown.index("Words: a") < shown.index("The pack" if key != "house" else "1 The pack")
