"""What a pad costs the server: nothing is read for a key that opens nothing, sheets are made off the loop, once a version."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import httpx2
import pytest

from continental.logbook.books import Book, BookKey
from continental.scorepad.pad import Pad
from continental.scorepad.show import show_pad
from continental.store.memory import MemoryStore
from tests.table.kit import ManualClock
from tests.web.kit import serving
from tests.web.test_limits import PAD, said

JSON = {"content-type": "application/json"}


NAMES = ("Ana", "Bo", "Cy")


def hand(number: int) -> dict[str, Any]:
    """An entry of a hand in a match that never ends: everybody closes in turn."""
    ender = NAMES[number % 3]
    played = {"ended_by": ender, "ending": "close", "counts": {name: 2 for name in NAMES if name != ender}}
    return {"id": f"entry-{number:04}", "after": 1, "act": {"do": "enter", "hand": played}}


async def test_nothing_of_a_body_is_read_before_its_key_has_opened_something() -> None:
    async with serving() as served, served.client() as phone:
        paths = (await phone.get("/openapi.json")).json()["paths"]
        of_a_pad = [path for path in paths if path.startswith(("/pads/{key}", "/seasons/{key}"))]
        found = [(method, path) for path in of_a_pad for method in {"post", "put"} & paths[path].keys()]
        assert len(found) >= 9
        for method, path in found:
            kind = path.split("/")[1].removesuffix("s")
            answer = await phone.request(method, path.replace("{key}", "K" * 22), content="[" * 60_000, headers=JSON)
            assert said(answer) == (404, f"no_such_{kind}"), path
        key = (await phone.post("/pads", json=PAD)).json()["watch"]
        answer = await phone.put(f"/pads/{key}/draft", content="[" * 60_000, headers=JSON)
        assert said(answer) == (403, "watch_only")


async def test_sheets_are_worked_out_and_printed_off_the_event_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    loop, threads = threading.get_ident(), dict[str, set[int]]()

    def watched(place: str, name: str) -> None:
        module = __import__(place, fromlist=[name])
        whole: Callable[..., Any] = getattr(module, name)

        def work(*args: Any, **named: Any) -> Any:
            threads.setdefault(name, set()).add(threading.get_ident())
            return whole(*args, **named)

        monkeypatch.setattr(module, name, work)

    for place, name in (
        ("continental.scorepad.desk", "open_pad"),
        ("continental.scorepad.desk", "enter"),
        ("continental.web.routes.pads", "enter"),
        ("continental.web.pad.served", "show_pad"),
        ("continental.web.routes.pads", "trail"),
        ("continental.web.routes.pads", "csv_form"),
        ("continental.web.routes.pads", "settle_form"),
        ("continental.web.routes.pads", "full_text"),
        ("continental.web.routes.pads", "read_any"),
        ("continental.web.pad.served", "show_season"),
    ):
        watched(place, name)
    async with serving() as served, served.client() as phone:
        key = (await phone.post("/pads", json=PAD)).json()["write"]
        assert (await phone.post(f"/pads/{key}/entries", json={"entries": [hand(1)]})).status_code == 200
        assert (await phone.post(f"/pads/{key}/try", json={"act": hand(0)["act"]})).status_code == 200
        assert (await phone.get(f"/pads/{key}/trail")).status_code == 200
        exports = [(await phone.get(f"/pads/{key}/export?form={form}")).text for form in ("settle", "csv", "full")]
        assert [(await phone.post("/pads/import", json={"text": text})).status_code for text in exports] == [201] * 3
        season = (await phone.post("/seasons", json={"title": "Winter"})).json()["write"]
        assert (await phone.put(f"/pads/{key}/season", json={"season": season})).status_code == 200
        assert (await phone.get(f"/seasons/{season}")).status_code == 200
    assert len(threads) == 9
    assert [name for name, seen in threads.items() if loop in seen] == []


async def test_what_everybody_is_told_of_a_pad_is_made_once_for_each_version(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    def counted(pad: Pad) -> dict[str, Any]:
        made.append(pad.v)
        return show_pad(pad)

    monkeypatch.setattr("continental.web.pad.served.show_pad", counted)
    async with serving() as served, served.client() as ana, served.client() as bo:
        keys = (await ana.post("/pads", json=PAD)).json()
        for phone in (ana, bo, ana):
            await phone.get(f"/pads/{keys['write']}")
        assert (await bo.get(f"/pads/{keys['watch']}")).json()["watch"] is None
        assert (await ana.post(f"/pads/{keys['write']}/entries", json={"entries": [hand(1), hand(2)]})).json()["state"]["v"] == 3
        await bo.get(f"/pads/{keys['write']}")
    assert made == [1, 3]


async def test_a_pad_is_told_alike_compressed_and_as_it_is() -> None:
    async with serving() as served, served.client() as phone:
        key = (await phone.post("/pads", json=PAD)).json()["write"]
        await phone.post(f"/pads/{key}/entries", json={"entries": [hand(number) for number in range(60)]})

        async def told(coding: str) -> httpx2.Response:
            return await phone.get(f"/pads/{key}", headers={"accept-encoding": coding})

        packed, whole = await told("gzip"), await told("identity")
        assert (packed.headers["content-encoding"], packed.headers["vary"]) == ("gzip", "accept-encoding")
        assert "content-encoding" not in whole.headers
        assert packed.json() == whole.json()
        assert int(packed.headers["content-length"]) < len(whole.content) / 10
        assert whole.json()["v"] == 61


async def test_an_entry_counts_for_as_many_rows_as_it_may_have_worked_out_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("continental.web.pad.served.ROWS_A_WRITE", 10)
    monkeypatch.setattr("continental.web.pad.served.WRITES_A_MINUTE", 70)
    async with serving() as served, served.client() as phone:
        key = (await phone.post("/pads", json=PAD)).json()["write"]

        async def write(*numbers: int) -> httpx2.Response:
            return await phone.post(f"/pads/{key}/entries", json={"entries": [hand(number) for number in numbers]})

        assert (await write(*range(40))).status_code == 200  # 40 of 70
        assert (await write(*range(40, 46))).status_code == 200  # five each
        assert said(await write(46)) == (503, "writes_too_fast")
        tried = [await phone.post(f"/pads/{key}/try", json={"act": hand(0)["act"]}) for _ in range(15)]
        assert [answer.status_code for answer in tried] == [200] * 14 + [503]


async def test_a_pad_has_so_many_writers_and_drafts_are_read_for_those_who_are_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """1,200 drafts of 1,200 cookies took 27 seconds, and each look at the pad read all of them."""
    monkeypatch.setattr("continental.scorepad.desk.MOST_WRITERS", 3)
    store = MemoryStore()
    async with serving(store) as served, served.client() as ana:
        key = (await ana.post("/pads", json=PAD)).json()["write"]
        await ana.post(f"/pads/{key}/entries", json={"entries": [hand(1)]})
        assert (await ana.put(f"/pads/{key}/draft", json={"draft": "hers"})).status_code == 200
        for number in range(10):
            async with served.client() as stranger:
                assert (await stranger.put(f"/pads/{key}/draft", json={"draft": number})).status_code == 200
                assert (await stranger.get(f"/pads/{key}")).json()["draft"] == number
        state = (await ana.get(f"/pads/{key}")).json()
        assert (state["draft"], state["you"]) == ("hers", "Writer 1"), "who has written stays"
        assert len(await store.writers(BookKey(Book.PAD, state["pad"]))) == 3
        for number in (2, 3):  # two more who write, and every place is somebody's
            async with served.client() as friend:
                await friend.put(f"/pads/{key}/name", json={"name": f"Friend {number}"})
                answer = await friend.post(f"/pads/{key}/entries", json={"entries": [{**hand(number), "after": number}]})
                assert answer.status_code == 200
        async with served.client() as stranger:
            assert said(await stranger.put(f"/pads/{key}/draft", json={"draft": 1})) == (400, "too_many_writers")
            assert (await stranger.get(f"/pads/{key}")).status_code == 200


async def test_an_address_sends_so_many_bytes_a_day_to_be_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("continental.web.pad.served.KEPT_OF_ADDRESS", 1_000)
    clock = ManualClock()
    async with serving(clock=clock) as served, served.client() as phone:
        key = (await phone.post("/pads", json=PAD)).json()["write"]
        assert (await phone.put(f"/pads/{key}/draft", json={"draft": "x" * 700})).status_code == 200
        assert said(await phone.put(f"/pads/{key}/draft", json={"draft": "x" * 700})) == (429, "kept_a_day")
        sheet = '{"players": ["Ana", "Bo"], "ante": 20}' + " " * 700
        async with served.client() as other:  # a cookie more is no address more
            assert said(await other.post("/pads/import", json={"text": sheet})) == (429, "kept_a_day")
            assert (await other.get(f"/pads/{key}")).status_code == 200
        clock.advance(86_400_000)
        assert (await phone.post("/pads/import", json={"text": sheet})).status_code == 201


async def test_nothing_new_is_begun_once_the_store_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []

    async def size(_: MemoryStore) -> int:
        looked.append(1)
        return 10**11

    async with serving() as served, served.client() as phone:
        key = (await phone.post("/pads", json=PAD)).json()["write"]
    monkeypatch.setattr(MemoryStore, "size", size)
    async with serving(served.store) as served, served.client() as phone:
        wishes: list[tuple[str, dict[str, Any]]] = [
            ("/pads", PAD),
            ("/pads/import", {"text": '{"players": ["Ana", "Bo"], "ante": 20}'}),
            ("/seasons", {"title": "Winter"}),
            (f"/pads/{key}/entries", {"entries": [hand(1)]}),
            ("/rooms", {"name": "Ana"}),
        ]
        for path, body in wishes:
            assert said(await phone.post(path, json=body)) == (507, "store_full"), path
        assert (await phone.get(f"/pads/{key}")).status_code == 200
    assert len(looked) == 1, "its size is believed for a while"


async def test_a_season_holds_so_many_evenings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("continental.web.routes.pads.MOST_EVENINGS", 1)
    async with serving() as served, served.client() as phone:
        season = (await phone.post("/seasons", json={"title": "Winter"})).json()["write"]
        keys = [(await phone.post("/pads", json=PAD)).json()["write"] for _ in range(2)]
        answers = [await phone.put(f"/pads/{key}/season", json={"season": season}) for key in keys]
        assert answers[0].status_code == 200
        assert said(answers[1]) == (400, "too_many_evenings")


async def test_a_long_import_is_refused_before_it_is_read() -> None:
    async with serving() as served, served.client() as phone:
        answer = await phone.post("/pads/import", json={"text": "x" * 2_000_001})
        assert said(answer) == (413, "too_large")
