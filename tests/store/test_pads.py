"""The pads' logs in memory, on a real SQLite file and on a real PostgreSQL: kept whole, in order, once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text, update

from continental.play.terms import Cents
from continental.scorepad.acts import Enter, Pay
from continental.scorepad.desk import Desk, Keys, Wish
from continental.scorepad.items import Joins
from continental.scorepad.keys import hash_key
from continental.scorepad.pad import Make
from continental.scorepad.ports import (
    KeyHash,
    Link,
    PadId,
    PadKeyGone,
    PadNotRead,
    PadStore,
    PadStoreFailed,
    PadVersionTaken,
    StoredEntry,
    Writer,
)
from continental.scorepad.refusal import EntryRefused
from continental.scorepad.season import read_season_act
from continental.store.damage import ReadFailures
from continental.store.memory import MemoryStore
from continental.store.pads import SqlPads
from continental.store.sql import open_store
from continental.store.tables import PAD_LINK
from continental.store.where import read_database
from tests.scorepad.kit import start

PAD, OTHER, SEASON = PadId("abcdefghjk"), PadId("mnpqrstuvw"), PadId("zzzzzzzzzz")
WRITE, WATCH = KeyHash("a" * 64), KeyHash("b" * 64)


def entry(v: int, id_: str | None = None, at: int = 1000) -> StoredEntry:
    return StoredEntry(v, at + v, "Žofie 🃏", "s" * 64, id_ or f"entry-{v}", '{"do":"undo"}')


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[PadStore]:
    if request.param == "memory":
        yield MemoryStore().pads
        return
    address = str(tmp_path / "pads.sqlite") if request.param == "sqlite" else str(request.getfixturevalue("postgres_url"))
    opened = await open_store(read_database(address))
    yield opened.pads
    await opened.close()


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
async def three(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Sequence[PadStore]]:
    """Three on one database, as three processes have it."""
    if request.param == "memory":
        yield [MemoryStore().pads] * 3
        return
    address = str(tmp_path / "pads.sqlite") if request.param == "sqlite" else str(request.getfixturevalue("postgres_url"))
    opened = [await open_store(read_database(address)) for _ in range(3)]
    yield [each.pads for each in opened]
    for each in opened:
        await each.close()


async def made(store: PadStore) -> PadStore:
    await store.make(PAD, "pad", {WRITE: "write", WATCH: "watch"}, [entry(1)])
    return store


async def test_what_was_kept_comes_back_in_order_and_is_found_by_its_keys(store: PadStore) -> None:
    await made(store)
    await store.append(PAD, entry(2))
    assert list(await store.entries_after(PAD, 0)) == [entry(1), entry(2)]
    assert list(await store.entries_after(PAD, 1)) == [entry(2)]
    assert list(await store.entries_after(OTHER, 0)) == []
    assert [await store.look(key) for key in (WRITE, WATCH, KeyHash("c" * 64))] == [(2, "write"), (2, "watch"), None]
    assert await store.find(WRITE) == Link(PAD, "pad", "write")
    assert await store.find(WATCH) == Link(PAD, "pad", "watch")
    assert await store.find(KeyHash("c" * 64)) is None


async def test_a_version_and_an_id_are_taken_once_and_no_version_leaves_a_gap(store: PadStore) -> None:
    await made(store)
    await store.append(PAD, entry(2))
    with pytest.raises(PadVersionTaken):
        await store.append(PAD, entry(2, "another"))
    with pytest.raises(PadVersionTaken):
        await store.append(PAD, entry(3, "entry-2"))
    with pytest.raises(PadStoreFailed):
        await store.append(PAD, entry(5))
    with pytest.raises(PadStoreFailed):
        await store.append(OTHER, entry(1))
    assert len(await store.entries_after(PAD, 0)) == 2


async def test_a_key_that_the_writer_made_is_one_pad_however_often_it_comes(store: PadStore) -> None:
    desk, key = Desk(store, lambda: 1000), "K" * 22
    first = await desk.make(Make("Friday", start(3)), "s", "Ana", key)
    again = await asyncio.gather(*(desk.make(Make("Again", start(2)), "s", "Ana", key) for _ in range(3)))
    assert set(again) == {first}
    assert (await desk.pad(first.pad)).sheet.title == "Friday"
    both = await asyncio.gather(*(desk.make(Make("Both", start(2)), "s", "Ana", "L" * 22) for _ in range(3)))
    assert len(set(both)) == 1
    for bad in ("short", first.watch):
        with pytest.raises(EntryRefused, match="A key to write"):
            await desk.make(Make("Friday", start(3)), "s", "Ana", bad)


async def test_links_are_replaced_and_those_before_are_gone(store: PadStore) -> None:
    await made(store)
    await store.make(OTHER, "pad", {KeyHash("o" * 64): "write"}, [entry(1)])
    new = {KeyHash("c" * 64): "write", KeyHash("d" * 64): "watch"}
    await store.replace_links(PAD, new, WRITE)
    assert [await store.find(key) for key in new] == [Link(PAD, "pad", "write"), Link(PAD, "pad", "watch")]
    assert [await store.find(key) for key in (WRITE, WATCH)] == [Link(PAD, "pad", "gone")] * 2
    for taken in (WRITE, KeyHash("o" * 64)):
        with pytest.raises(PadVersionTaken):
            await store.replace_links(PAD, {taken: "write", KeyHash("e" * 64): "watch"}, KeyHash("c" * 64))
    assert await store.find(KeyHash("c" * 64)) == Link(PAD, "pad", "write"), "nothing was changed"
    for gone in (WRITE, KeyHash("d" * 64), KeyHash("o" * 64), KeyHash("f" * 64)):
        with pytest.raises(PadKeyGone):
            await store.replace_links(PAD, {KeyHash("e" * 64): "write"}, gone)
    await store.replace_links(PAD, {KeyHash("e" * 64): "write"}, KeyHash("c" * 64))
    assert [await store.find(key) for key in (WRITE, WATCH, *new)] == [Link(PAD, "pad", "gone")] * 4, "for good"
    for spent in (WRITE, WATCH, *new):
        with pytest.raises(PadVersionTaken):
            await store.replace_links(PAD, {spent: "write"}, KeyHash("e" * 64))
        with pytest.raises(PadVersionTaken):
            await store.make(PadId("another123"), "pad", {spent: "write"}, [entry(1)])
    assert await store.find(KeyHash("o" * 64)) == Link(OTHER, "pad", "write")


async def test_an_entry_is_kept_by_a_key_to_write_that_opens_the_log(store: PadStore) -> None:
    await made(store)
    await store.append(PAD, entry(2), WRITE)
    await store.replace_links(PAD, {KeyHash("c" * 64): "write"}, WRITE)
    await store.make(OTHER, "pad", {KeyHash("o" * 64): "write"}, [entry(1)])
    for gone in (WRITE, WATCH, KeyHash("o" * 64), KeyHash("f" * 64)):
        with pytest.raises(PadKeyGone):
            await store.append(PAD, entry(3), gone)
    with pytest.raises(PadVersionTaken):
        await store.append(PAD, entry(2), KeyHash("c" * 64))
    with pytest.raises(PadStoreFailed, match="would leave a gap"):
        await store.append(PAD, entry(4), KeyHash("c" * 64))
    await store.append(PAD, entry(3), KeyHash("c" * 64))
    assert list(await store.entries_after(PAD, 0)) == [entry(1), entry(2), entry(3)]


async def test_of_several_who_replace_the_links_by_one_key_one_has_it_done(three: Sequence[PadStore]) -> None:
    await made(three[0])
    keys = [KeyHash(letter * 64) for letter in "cdefgh"]

    async def replaces(at: int) -> bool:
        try:
            await three[at % 3].replace_links(PAD, {keys[at]: "write"}, WRITE)
        except PadKeyGone:
            return False
        return True

    done = await asyncio.gather(*map(replaces, range(6)))
    assert sum(done) == 1
    found = [await three[0].find(key) for key in keys]
    assert found == [Link(PAD, "pad", "write") if won else None for won in done]
    assert await three[1].find(WRITE) == Link(PAD, "pad", "gone")


async def test_nothing_is_written_by_a_key_after_it_was_replaced(three: Sequence[PadStore]) -> None:
    await made(three[0])
    begun = asyncio.Event()

    async def writes(store: PadStore, who: str) -> None:
        v = 1
        while True:
            await asyncio.sleep(0)  # what is in memory alone gives nobody else a turn
            v = len(await store.entries_after(PAD, 0)) + 1
            try:
                await store.append(PAD, entry(v, f"{who}-{v}"), WRITE)
            except PadVersionTaken:
                continue
            except PadKeyGone:
                return
            begun.set()

    async def replaces() -> int:
        await begun.wait()
        await three[2].replace_links(PAD, {KeyHash("c" * 64): "write"}, WRITE)
        return len(await three[2].entries_after(PAD, 0))

    *_, kept = await asyncio.gather(*(writes(three[at % 2], f"w{at}") for at in range(4)), replaces())
    assert kept is not None
    assert kept >= 2
    assert len(await three[0].entries_after(PAD, 0)) == kept


async def test_on_postgresql_an_entry_waits_for_links_that_are_being_replaced(postgres_url: str) -> None:
    store = await open_store(read_database(postgres_url))
    await made(store.pads)
    async with store.pads._transaction() as replacing:
        await replacing.execute(update(PAD_LINK).where(PAD_LINK.c.hash == WRITE).values(role="gone"))
        writing = asyncio.create_task(store.pads.append(PAD, entry(2), WRITE))
        async with store.pads._reader.connect() as looking:
            waits = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
            while not writing.done() and not (await looking.execute(waits)).scalar_one():
                pass  # the asking itself gives the other its turn
    with pytest.raises(PadKeyGone):
        await writing
    assert await store.pads.look(WRITE) == (1, "gone")
    await store.close()


async def test_whoever_asks_for_links_or_writes_by_a_replaced_key_is_refused_by_the_desk(store: PadStore) -> None:
    desk = Desk(store, lambda: 1000)
    pad, season = await desk.make(Make("Friday", start(3)), "s", "Ana"), await desk.make_season("Winter", "s", "Ana")
    for keys in (pad, season):
        came = await asyncio.gather(
            *(desk.replace_keys(keys.pad, hash_key(keys.write)) for _ in range(3)), return_exceptions=True
        )
        refused = [each.code for each in came if isinstance(each, EntryRefused)]
        assert refused == ["link_replaced"] * 2
        (new,) = (each for each in came if isinstance(each, Keys))
        assert await desk.link(new.write) is not None
    by = hash_key(pad.write)
    with pytest.raises(EntryRefused, match="This link was replaced"):
        await desk.write(pad.pad, "s", [Wish("joins-one", 1, Enter(Joins("Dan")))], key=by)
    with pytest.raises(EntryRefused, match="This link was replaced"):
        await desk.write_season(season.pad, "s", [Wish("title-one", 1, read_season_act({"do": "retitle", "title": "x"}))], by)
    assert (await desk.pad(pad.pad)).v == 1


async def test_writers_keep_their_names_and_drafts_in_the_order_in_which_they_came(store: PadStore) -> None:
    await made(store)
    await store.say_writer(PAD, "s1", "Ana", 10)
    await store.say_writer(PAD, "s2", "Bo", 20)
    await store.keep_draft(PAD, "s2", '{"a":1}')
    await store.keep_draft(PAD, "s1", "[]")
    await store.say_writer(PAD, "s1", "Anna", 30)
    assert list(await store.writers(PAD)) == [Writer("s1", "Anna", is_typing=True), Writer("s2", "Bo", is_typing=True)]
    assert [await store.draft(PAD, session) for session in ("s1", "s2", "s3")] == ["[]", '{"a":1}', None]
    await store.keep_draft(PAD, "s1", None)
    await store.keep_draft(PAD, "s3", "1")
    await store.forget_writer(PAD, "s2")
    assert list(await store.writers(PAD)) == [Writer("s1", "Anna")]
    assert [await store.draft(PAD, session) for session in ("s1", "s2", "s3")] == [None] * 3
    assert list(await store.writers(OTHER)) == []


async def test_the_size_of_the_store_grows_with_what_is_kept(store: PadStore) -> None:
    await made(store)
    before = await store.size()
    digits = "".join(sha256(str(number).encode()).hexdigest() for number in range(4_000))
    await store.make(OTHER, "pad", {}, [replace(entry(1), body=digits)])
    assert await store.size() >= before + len(digits) // 4  # a database may press it together


async def test_pads_belong_to_one_season_and_are_counted_by_who_made_them(store: PadStore) -> None:
    await made(store)
    await store.make(OTHER, "pad", {}, [entry(1, at=2000)])
    await store.make(SEASON, "season", {}, [entry(1, at=3000)])
    assert await store.season_of(PAD) is None
    for pad in (OTHER, PAD):
        await store.put_in_season(pad, SEASON)
    assert await store.season_of(PAD) == SEASON
    assert list(await store.pads_in(SEASON)) == [PAD, OTHER]
    await store.put_in_season(PAD, None)
    assert list(await store.pads_in(SEASON)) == [OTHER]
    assert list(await store.newest(5)) == [OTHER, PAD]
    assert list(await store.newest(1)) == [OTHER]
    assert await store.made_by("s" * 64, 0) == 3
    assert await store.made_by("s" * 64, 2001) == 2
    assert await store.made_by("nobody", 0) == 0


async def test_two_desks_on_one_store_lose_no_entry(store: PadStore) -> None:
    said: list[int] = []
    one, two = Desk(store, lambda: 1000), Desk(store, lambda: 1000, lambda pad, v: said.append(v))
    keys = await one.make(Make("Friday", start(3)), "one", "Ana")

    async def pays(desk: Desk, session: str) -> None:
        for at in range(1, 11):
            wish = Wish(f"{session}-{at}", 0, Pay("Ana", "Bo", Cents(at)))
            while True:
                (came,) = await desk.write(keys.pad, session, [wish])
                if came.is_in:
                    break
                assert came.conflict
                wish = Wish(wish.id, max(came.conflict), wish.act)

    await asyncio.gather(pays(one, "one"), pays(two, "two"))
    pad = await one.pad(keys.pad)
    assert len(pad.sheet.ticks) == 20
    assert await two.pad(keys.pad) == pad
    assert len(said) == 10


async def test_a_desk_keeps_only_so_many_pads_at_hand(store: PadStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("continental.scorepad.desk.MOST_OPEN", 2)
    desk = Desk(store, lambda: 1000)
    pads = [(await desk.make(Make(str(at), start(3)), "s", "Ana")).pad for at in range(4)]
    assert [(await desk.pad(pad)).sheet.title for pad in pads] == ["0", "1", "2", "3"]
    (came,) = await desk.write(pads[0], "s", [Wish("joins-one", 1, Enter(Joins("Dan")))])
    assert came.v == 2
    with pytest.raises(LookupError):
        await desk.pad(PadId("nowhere"))
    with pytest.raises(LookupError):
        await desk.season(PadId("nowhere"))


class _Gone:
    """An engine whose database is gone."""

    class dialect:  # noqa: N801 - the engine's own name for it
        name = "sqlite"

    def connect(self) -> Any:
        raise OSError("gone")


async def test_a_store_that_cannot_be_read_or_written_says_so() -> None:
    gone: Any = _Gone()
    pads = SqlPads(gone, gone.connect, None, ReadFailures())
    with pytest.raises(PadNotRead, match="OSError"):
        await pads.find(WRITE)
    with pytest.raises(PadStoreFailed, match="OSError"):
        await pads.append(PAD, entry(2))
