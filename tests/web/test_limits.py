"""Limits that no choice of names, cookies or numbers gets round: pads made, entries written, and what is reckoned for people."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import product

import httpx2
import pytest

from continental.cards import Cards
from continental.hands.answer import HandAnswer, look_at_hand
from continental.melds import Grammar, Meld, melds_of
from continental.rules.base import RuleSet
from continental.rules.load import load
from continental.table.refusal import TableRefused
from continental.web.guard.reckoner import Reckoner
from continental.web.guard.shares import ASKING
from continental.web.table import trays
from tests.table.kit import START, ManualClock
from tests.web.kit import Served, serving

MINUTE = 60_000
HERE, THERE = "127.0.0.1", "127.0.0.2"
PAD: dict[str, object] = {"players": ["Ana", "Bo", "Cy"], "ante_cents": 2000, "dealer": "Cy"}


def said(answer: httpx2.Response) -> tuple[int, str]:
    """Status and code of a refusal."""
    return answer.status_code, answer.json()["refused"]["code"]


@asynccontextmanager
async def browsing(served: Served, address: str) -> AsyncIterator[httpx2.AsyncClient]:
    """A new browser at an address of this machine."""
    transport = httpx2.AsyncHTTPTransport(local_address=address)
    async with httpx2.AsyncClient(base_url=served.url, transport=transport, timeout=20) as browser:
        yield browser


async def test_one_address_makes_its_share_of_tables_and_pads_and_others_make_theirs(monkeypatch: pytest.MonkeyPatch) -> None:
    for limit in ("pad.served.PADS_OF_ADDRESS", "table.tables.ROOMS_OF_ADDRESS"):
        monkeypatch.setattr(f"continental.web.{limit}", 2)
    for limit in ("pad.served.PADS_A_MINUTE", "table.tables.ROOMS_A_MINUTE"):
        monkeypatch.setattr(f"continental.web.{limit}", 3)
    clock = ManualClock()
    clock.advance(-(START % MINUTE))
    async with serving(clock=clock) as served:

        async def make(address: str, path: str, body: dict[str, object]) -> httpx2.Response:
            async with browsing(served, address) as browser:
                return await browser.post(path, json=body)

        table: dict[str, object] = {"name": "Ana"}
        for path, body, code in (("/rooms", table, "rooms_a_minute"), ("/pads", PAD, "pads_a_minute")):
            made = [await make(HERE, path, body) for _ in range(3)]
            assert [answer.status_code for answer in made] == [201, 201, 429], path
            assert said(made[2]) == (429, code)
            assert (await make(THERE, path, body)).status_code == 201, path
            assert said(await make(THERE, path, body)) == (429, code), "three are the most of all addresses"
            clock.advance(MINUTE)
            assert (await make(HERE, path, body)).status_code == 201, path


async def test_what_one_address_writes_stops_no_pad_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("continental.web.pad.served.WRITES_OF_ADDRESS", 3)
    async with serving(clock=ManualClock()) as served, browsing(served, HERE) as ana, browsing(served, THERE) as bo:
        key = (await ana.post("/pads", json=PAD)).json()["write"]
        drafts = [await ana.put(f"/pads/{key}/draft", json={"draft": 1}) for _ in range(4)]
        assert [answer.status_code for answer in drafts] == [200] * 3 + [503]
        assert (await bo.put(f"/pads/{key}/draft", json={"draft": 2})).status_code == 200


async def test_few_reckon_at_once_some_wait_and_the_next_is_asked_to_come_again() -> None:
    go, reckoner = threading.Event(), Reckoner(1, 3)
    under_way = [asyncio.create_task(reckoner.work_out(go.wait, 20)) for _ in range(3)]
    await asyncio.sleep(0)
    with pytest.raises(TableRefused) as refused:
        await reckoner.work_out(int)
    assert refused.value.code == "too_much_to_reckon"
    under_way[2].cancel()  # it had not begun, so there is a place again
    await asyncio.wait(under_way[2:])
    last = asyncio.create_task(reckoner.work_out(int, "7"))
    await asyncio.sleep(0)
    under_way[0].cancel()  # this one has begun, and counts until it is done
    await asyncio.wait(under_way[:1])
    with pytest.raises(TableRefused):
        await reckoner.work_out(int)
    go.set()
    assert await last == 7
    assert await under_way[1] is True
    with pytest.raises(ValueError, match="invalid literal"):
        await reckoner.work_out(int, "seven")


async def test_one_address_has_half_the_places_and_the_others_stay_free() -> None:
    go, reckoner = threading.Event(), Reckoner(1, 4)
    ASKING.set(HERE)
    under_way = [asyncio.create_task(reckoner.work_out(go.wait, 20)) for _ in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(TableRefused) as refused:
        await reckoner.work_out(int)
    assert refused.value.code == "too_much_to_reckon"
    ASKING.set(THERE)
    under_way += [asyncio.create_task(reckoner.work_out(go.wait, 20)) for _ in range(2)]
    await asyncio.sleep(0)
    ASKING.set(None)
    with pytest.raises(TableRefused):
        await reckoner.work_out(int)
    go.set()
    assert await asyncio.gather(*under_way) == [True] * 4
    ASKING.set(HERE)
    assert await reckoner.work_out(int, "7") == 7, "what is done counts no more"


async def test_a_browser_that_throws_its_cookie_away_makes_no_more_pads_than_all_together_may(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("continental.web.pad.served.PADS_A_MINUTE", 3)
    clock = ManualClock()
    async with serving(clock=clock) as served:

        async def make(path: str, body: dict[str, object]) -> httpx2.Response:
            async with served.client() as browser:
                return await browser.post(path, json=body)

        made = [await make("/pads", PAD), await make("/seasons", {"title": "Winter"}), await make("/pads", PAD)]
        assert [answer.status_code for answer in made] == [201] * 3
        wishes: list[tuple[str, dict[str, object]]] = [
            ("/pads", PAD),
            ("/seasons", {"title": "Spring"}),
            ("/pads/import", {"text": "{}"}),
        ]
        for path, body in wishes:
            assert said(await make(path, body)) == (429, "pads_a_minute"), path
        clock.advance(MINUTE)
        assert (await make("/pads", PAD)).status_code == 201


async def test_a_pad_takes_so_many_entries_a_minute_and_all_together_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("continental.web.pad.served.WRITES_A_MINUTE", 3)
    monkeypatch.setattr("continental.web.pad.served.ALL_WRITES_A_MINUTE", 5)
    clock = ManualClock()
    async with serving(clock=clock) as served, served.client() as phone:
        keys = [(await phone.post("/pads", json=PAD)).json()["write"] for _ in range(2)]

        async def write(key: str, *titles: str) -> httpx2.Response:
            entries = [{"id": f"entry-{key[:6]}-{title}", "after": 1, "act": {"do": "undo"}} for title in titles]
            return await phone.post(f"/pads/{key}/entries", json={"entries": entries})

        assert said(await write(keys[0], *"abcd")) == (503, "writes_too_fast")
        assert (await write(keys[0], *"ab")).status_code == 400, "there is nothing to undo, but it was looked at"
        assert (await phone.put(f"/pads/{keys[0]}/draft", json={"draft": 1})).status_code == 200
        assert said(await phone.put(f"/pads/{keys[0]}/name", json={"name": "Bo"})) == (503, "writes_too_fast")
        assert (await write(keys[1], *"ab")).status_code == 400
        assert said(await write(keys[1], "c")) == (503, "writes_too_fast"), "five are the most of all pads"
        clock.advance(MINUTE)
        assert (await phone.put(f"/pads/{keys[0]}/name", json={"name": "Bo"})).status_code == 200


async def test_who_has_many_hands_counted_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    go = threading.Event()

    def slow(rules: RuleSet, hand: Cards, total: int, deal: int) -> HandAnswer:
        assert go.wait(20)
        return look_at_hand(rules, hand, total, deal)

    monkeypatch.setattr("continental.web.routes.hands.look_at_hand", slow)
    monkeypatch.setattr("continental.web.app.Reckoner", lambda: Reckoner(1, 4))
    async with serving() as served, served.client() as browser:

        async def count() -> httpx2.Response:
            return await browser.post("/count", json={"cards": "9H"})

        asked = [asyncio.create_task(count()) for _ in range(4)]
        done, waiting = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
        while len(done) < 2:
            more, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            done |= more
        assert {said(each.result()) for each in done} == {(503, "too_much_to_reckon")}
        assert (await browser.get("/healthz")).text == "ok"
        go.set()
        assert [(await each).status_code for each in waiting] == [200, 200]


async def test_a_tray_full_of_wild_cards_is_read_in_so_many_ways_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    melding = load("contract", {"deuces_wild": "on"}).contract_play.melding
    tried: list[object] = []

    def counted(faces: Cards, grammar: Grammar) -> tuple[Meld, ...]:
        tried.append(faces)
        return melds_of(faces, grammar)

    monkeypatch.setattr(trays, "melds_of", counted)
    deuces = [f"2{suit}" for _, suit in product(range(9), "SHDC")]
    assert list(trays.readings(trays.parse_tray([*deuces, "KH", "3D"]), melding)) == []
    assert len(tried) == trays.MOST_STAND_INS
    assert any(meld.kind == "set" for meld in trays.readings(trays.parse_tray(["2S", "2H", "KH", "KD"]), melding))
