"""Desks on a store: one pad for a key, links replaced once, no entry lost, and a database that is gone said so."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlalchemy import text, update

from continental.logbook.books import Book, BookKey
from continental.logbook.links import Keys, hash_key
from continental.logbook.ports import Extras, LinkGone, StoreFailed, StoreNotRead
from continental.play.terms import Cents
from continental.scorepad.acts import Enter, Pay
from continental.scorepad.desk import Desk, Wish
from continental.scorepad.items import Joins
from continental.scorepad.pad import Make
from continental.scorepad.ports import PadStore
from continental.scorepad.refusal import EntryRefused
from continental.scorepad.season import read_season_act
from continental.store.pads import SqlPads
from continental.store.sql import open_store
from continental.store.tables import LINK
from continental.store.where import read_database
from continental.testing.store_kit import PAD, WRITE, made, signed
from tests.scorepad.kit import start


async def test_a_key_that_the_writer_made_is_one_pad_however_often_it_comes(store: PadStore) -> None:
    desk, key = Desk(store, lambda: 1000), "K" * 22
    first = await desk.make(Make("Friday", start(3)), "s", "Ana", key)
    again = await asyncio.gather(*(desk.make(Make("Again", start(2)), "s", "Ana", key) for _ in range(3)))
    assert set(again) == {first}
    assert (await desk.pad(first.log)).sheet.title == "Friday"
    both = await asyncio.gather(*(desk.make(Make("Both", start(2)), "s", "Ana", "L" * 22) for _ in range(3)))
    assert len(set(both)) == 1
    for bad in ("short", first.watch):
        with pytest.raises(EntryRefused, match="A key to write"):
            await desk.make(Make("Friday", start(3)), "s", "Ana", bad)


async def test_on_postgresql_an_entry_waits_for_links_that_are_being_replaced(postgres_url: str) -> None:
    store = await open_store(read_database(postgres_url))
    await made(store)
    async with store._writing() as replacing:
        await replacing.execute(update(LINK).where(LINK.c.hash == WRITE).values(role="gone"))
        writing = asyncio.create_task(store.append(PAD, [signed(2)], Extras(by_key=WRITE)))
        async with store._reader.connect() as looking:
            waits = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
            while not writing.done() and not (await looking.execute(waits)).scalar_one():
                pass  # the asking itself gives the other its turn
    with pytest.raises(LinkGone):
        await writing
    assert await store.look(WRITE) == (1, "gone")
    await store.close()


async def test_whoever_asks_for_links_or_writes_by_a_replaced_key_is_refused_by_the_desk(store: PadStore) -> None:
    desk = Desk(store, lambda: 1000)
    pad, season = await desk.make(Make("Friday", start(3)), "s", "Ana"), await desk.make_season("Winter", "s", "Ana")
    for keys in (pad, season):
        came = await asyncio.gather(
            *(desk.replace_keys(keys.log, hash_key(keys.write)) for _ in range(3)), return_exceptions=True
        )
        refused = [each.code for each in came if isinstance(each, EntryRefused)]
        assert refused == ["link_replaced"] * 2
        (new,) = (each for each in came if isinstance(each, Keys))
        assert await desk.link(new.write) is not None
    by = hash_key(pad.write)
    with pytest.raises(EntryRefused, match="This link was replaced"):
        await desk.write(pad.log, "s", [Wish("joins-one", 1, Enter(Joins("Dan")))], key=by)
    with pytest.raises(EntryRefused, match="This link was replaced"):
        await desk.write_season(season.log, "s", [Wish("title-one", 1, read_season_act({"do": "retitle", "title": "x"}))], by)
    assert (await desk.pad(pad.log)).v == 1


async def test_two_desks_on_one_store_lose_no_entry(store: PadStore) -> None:
    said: list[int] = []
    one, two = Desk(store, lambda: 1000), Desk(store, lambda: 1000, lambda pad, v: said.append(v))
    keys = await one.make(Make("Friday", start(3)), "one", "Ana")

    async def pays(desk: Desk, session: str) -> None:
        for at in range(1, 11):
            wish = Wish(f"{session}-{at}", 0, Pay("Ana", "Bo", Cents(at)))
            while True:
                (came,) = await desk.write(keys.log, session, [wish])
                if came.is_in:
                    break
                assert came.conflict
                wish = Wish(wish.id, max(came.conflict), wish.act)

    await asyncio.gather(pays(one, "one"), pays(two, "two"))
    pad = await one.pad(keys.log)
    assert len(pad.sheet.ticks) == 20
    assert await two.pad(keys.log) == pad
    assert len(said) == 10


async def test_a_desk_keeps_only_so_many_pads_at_hand(store: PadStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("continental.scorepad.desk.MOST_OPEN", 2)
    desk = Desk(store, lambda: 1000)
    pads = [(await desk.make(Make(str(at), start(3)), "s", "Ana")).log for at in range(4)]
    assert [(await desk.pad(pad)).sheet.title for pad in pads] == ["0", "1", "2", "3"]
    (came,) = await desk.write(pads[0], "s", [Wish("joins-one", 1, Enter(Joins("Dan")))])
    assert came.v == 2
    with pytest.raises(EntryRefused, match="cannot be read"):
        await desk.pad(BookKey(Book.PAD, "nowhere"))
    with pytest.raises(EntryRefused, match="cannot be read"):
        await desk.season(BookKey(Book.SEASON, "nowhere"))


class _Gone:
    """An engine whose database is gone."""

    class dialect:  # noqa: N801 - the engine's own name for it
        name = "sqlite"

    def connect(self) -> Any:
        raise OSError("gone")

    begin = connect

    def execution_options(self, **_: object) -> Any:
        return self


async def test_a_store_that_cannot_be_read_or_written_says_so() -> None:
    gone: Any = _Gone()
    pads = SqlPads(gone, gone, None, None)
    with pytest.raises(StoreNotRead, match="OSError"):
        await pads.find(WRITE)
    with pytest.raises(StoreFailed, match="OSError"):
        await pads.append(PAD, [signed(2)])
