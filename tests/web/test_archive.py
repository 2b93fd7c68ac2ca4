"""The past of a table: read deal by deal, kept once it can change no more, and for each client so often."""

from __future__ import annotations

import asyncio
import json
import random
import threading
from collections.abc import Sequence

import pytest

from continental.logbook.books import BookKey
from continental.logbook.ports import LogEntry
from continental.store.memory import MemoryStore
from continental.table.log import parse_entries
from continental.table.ports import Due, RoomId, room_log
from continental.table.requests import Start
from continental.table.state import RoomState
from continental.web.learn.archive import READS_OF_ADDRESS
from continental.web.page import pages
from tests.table.kit import ManualClock, Trial, deals_of_room, is_over, record_of_room
from tests.web.kit import serving


class CountingStore(MemoryStore):
    """A store that notes which versions of rooms it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[int, int | None]] = []

    async def entries_after(self, log: BookKey, version: int, until: int | None = None) -> Sequence[LogEntry]:
        self.asked.append((version, until))
        return await super().entries_after(log, version, until)

    async def read_on(self, room: RoomId, version: int) -> tuple[Sequence[LogEntry], Sequence[Due]]:
        return tuple(self._logs.get(room_log(room), ())[version:]), await self.dues_of(room)


async def played(store: MemoryStore, deals: int | None = None, rules: str = "house") -> Trial:
    """A table after so many deals, or after its match, in a store of its own."""
    few = {"elimination_line": 60, "window_from": 50} if rules == "house" and deals is None else {}
    trial = await Trial.laid(2, ["greedy"], store=store, label="past", rules=rules, switches=few)
    await trial.ask(0, Start())

    def far_enough(state: RoomState) -> bool:
        return is_over(state) or (deals is not None and len(state.deals) > deals and not state.waits_to_deal)

    await trial.until(far_enough)
    await trial.close()
    return trial


PATHS = ("sheet", "record", "verify.json", "deal/1.json", "deal/2.json", "deal/1.record", "deal/1")


async def test_each_address_reads_what_it_needs_and_nothing_twice() -> None:
    store = CountingStore()
    trial = await played(store, 3)
    marks = trial.state.deals
    assert len(marks) == 4
    async with serving(store, trial.clock) as served, served.client() as browser:
        store.asked.clear()
        first = await browser.get(f"/r/{trial.state.room}/deal/2.json")
        assert first.status_code == 200
        assert store.asked == [(marks[1].version - 1, marks[2].version - 1)], "that deal alone"
        for path in PATHS:
            await browser.get(f"/r/{trial.state.room}/{path}")
        store.asked.clear()
        bodies = [(await browser.get(f"/r/{trial.state.room}/{path}")).content for path in PATHS]
        assert store.asked == []
        assert bodies[PATHS.index("deal/2.json")] == first.content


async def test_the_pages_of_a_room_are_written_once_and_not_on_the_event_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    store, wrote = MemoryStore(), list[str]()
    trial = await played(store, 1)
    write = pages.page

    def counted(name: str, /, **words: object) -> str:
        if threading.current_thread() is not threading.main_thread():
            wrote.append(name)
        return write(name, **words)

    monkeypatch.setattr(pages, "page", counted)
    async with serving(store, trial.clock) as served, served.client() as browser:
        for path, name in (("rules", "rules.html"), ("verify", "verify.html"), ("deal/1", "replay.html")):
            wrote.clear()
            found = [(await browser.get(f"/r/{trial.state.room}/{path}")) for _ in range(3)]
            assert {(answer.status_code, answer.content) for answer in found} == {(200, found[0].content)}
            assert found[0].headers["content-type"] == "text/html; charset=utf-8"
            assert wrote == [name]


async def test_many_who_ask_at_once_have_it_written_once() -> None:
    store = CountingStore()
    trial = await played(store, 3)
    async with serving(store, trial.clock) as served, served.client() as browser:
        await browser.get(f"/r/{trial.state.room}")
        store.asked.clear()
        answers = await asyncio.gather(*(browser.get(f"/r/{trial.state.room}/verify.json") for _ in range(20)))
        assert {(answer.status_code, answer.content) for answer in answers} == {(200, answers[0].content)}
        assert len(store.asked) == len(trial.state.deals)


async def test_what_is_kept_is_what_the_whole_log_tells() -> None:
    for rules, deals in (("house", None), ("house", 2), ("contract", 2)):
        store = MemoryStore()
        trial = await played(store, deals, rules)
        log = parse_entries(await store.entries_after(room_log(trial.state.room), 0))
        async with serving(store, trial.clock) as served, served.client() as browser:
            record = (await browser.get(f"/r/{trial.state.room}/record")).text
            assert record == record_of_room(trial.state, log)
            told = json.loads((await browser.get(f"/r/{trial.state.room}/verify.json")).text)["matches"]
            assert [match["record"] for match in told] == [record]
            sheet = (await browser.get(f"/r/{trial.state.room}/sheet")).json()
            position = trial.state.position
            assert position is not None
            assert len(sheet["deals"]) == position.standing.hands
            assert (sheet["places"] is not None) == is_over(trial.state)
            if is_over(trial.state):
                assert sheet["deals"][-1]["totals"] == list(position.standing.totals)
            assert len(deals_of_room(log)) == len(trial.state.deals)


async def test_more_is_told_as_soon_as_a_deal_is_over() -> None:
    store = MemoryStore()
    trial = await played(store, 1)
    async with serving(store, trial.clock) as served, served.client() as browser:
        room = await served.lobby.room(trial.state.room)
        before = [(await browser.get(f"/r/{trial.state.room}/{path}")).content for path in ("sheet", "record", "verify.json")]
        again = Trial(served.lobby, room, store, trial.clock)
        again.dice = random.Random(3)
        await again.until(lambda state: len(state.deals) > len(trial.state.deals))
        after = [(await browser.get(f"/r/{trial.state.room}/{path}")).content for path in ("sheet", "record", "verify.json")]
        assert all(one != other for one, other in zip(before, after, strict=True))
        log = parse_entries(await store.entries_after(room_log(trial.state.room), 0))
        assert after[1].decode() == record_of_room(room.state, log)


async def test_the_past_is_told_so_often_to_one_address() -> None:
    store, clock = MemoryStore(), ManualClock()
    trial = await played(store, 1)
    async with serving(store, clock) as served, served.client() as browser:
        for _ in range(READS_OF_ADDRESS):
            assert (await browser.get(f"/r/{trial.state.room}/sheet")).status_code == 200
        for path in PATHS:
            refused = await browser.get(f"/r/{trial.state.room}/{path}")
            assert (refused.status_code, refused.json()["refused"]["code"]) == (429, "past_too_often")
        clock.advance(60_000)
        assert (await browser.get(f"/r/{trial.state.room}/sheet")).status_code == 200


async def test_so_many_deals_and_bytes_are_kept_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("continental.web.learn.archive.MOST_KEPT", 2)
    monkeypatch.setattr("continental.web.learn.archive.MOST_KEPT_BYTES", 1)
    store = CountingStore()
    trial = await played(store, 3)
    async with serving(store, trial.clock) as served, served.client() as browser:
        for _ in range(2):
            answers = [await browser.get(f"/r/{trial.state.room}/{path}") for path in PATHS]
            assert {answer.status_code for answer in answers} == {200}
        store.asked.clear()
        await browser.get(f"/r/{trial.state.room}/verify.json")
        assert len(store.asked) == 2, "two are kept, the third and the one that runs are read"
