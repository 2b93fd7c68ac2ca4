"""A database that is damaged, that others could read, or that two processes write: said so, kept apart, read at one moment."""

from __future__ import annotations

import logging
import os
import sqlite3
from pathlib import Path

import pytest

from continental.logbook.books import Book, BookKey
from continental.logbook.ports import StoreDamaged
from continental.scorepad.acts import Enter
from continental.scorepad.desk import Desk, Wish
from continental.scorepad.items import Joins
from continental.scorepad.pad import Make
from continental.store.sql import DatabaseUnopened, SqlStore, open_store
from continental.store.where import FILE, read_database
from continental.table.lobby import OVERDUE_MS, Lobby
from continental.table.ports import RoomId, room_log
from continental.testing.store_kit import LOG, OTHER, OTHER_LOG, ROOM, a_due, keep, version
from tests.scorepad.kit import start
from tests.table.kit import START, CountedDice, ManualClock
from tests.web.kit import serving


async def opened(path: Path) -> SqlStore:
    """The store in that file."""
    return await open_store(read_database(str(path)))


async def damaged(path: Path) -> None:
    """Two rooms in a file, and a broken page in the middle of what the first of them holds."""
    store = await opened(path)
    for number in range(1, 40):
        await keep(store, LOG, version(number, f"{number:04}" * 2_000), a_due(START - 10_000))
    await keep(store, OTHER_LOG, version(1, "{}"), a_due(START - 5_000))
    await store.close()
    break_page(path)


def break_page(path: Path, holds: bytes = b"0017" * 500) -> None:
    """Overwrite the page that holds these bytes, by default one that begins a version in the middle of the log."""
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    connection.close()
    whole = bytearray(path.read_bytes())
    found = whole.find(holds)
    page = found // size * size
    whole[page : page + size] = b"\xff" * size
    path.write_bytes(whole)


def modes(folder: Path) -> dict[str, int]:
    """Who may do what with each file of the folder."""
    return {each.name: each.stat().st_mode & 0o777 for each in folder.iterdir()}


def lines(caplog: pytest.LogCaptureFixture, word: str) -> list[str]:
    """The log lines that hold the word."""
    return [record.getMessage() for record in caplog.records if word in record.getMessage()]


async def test_a_damaged_file_is_found_on_start_and_its_reads_are_logged_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "rooms.sqlite"
    await damaged(path)
    caplog.set_level(logging.ERROR)
    store = await opened(path)
    assert len(lines(caplog, "tables that cannot be read are set aside")) == 1
    caplog.clear()
    for _ in range(3):
        with pytest.raises(StoreDamaged):
            await store.entries_after(LOG, 0)
    assert len(lines(caplog, "the database is damaged: ")) == 1
    assert [entry.body for entry in await store.entries_after(OTHER_LOG, 0)] == ["{}"]
    await store.close()


async def test_a_broken_page_in_one_book_harms_no_other(tmp_path: Path, log: BookKey) -> None:
    path = tmp_path / "rooms.sqlite"
    store = await opened(path)
    logs = [BookKey(book, ROOM) for book in Book]
    for number in range(1, 40):
        for each in logs:
            await keep(store, each, version(number, (f"{number:04}" if each == log else "....") * 2_000))
    await store.close()
    break_page(path)
    store = await opened(path)
    with pytest.raises(StoreDamaged):
        await store.entries_after(log, 0)
    assert [len(await store.entries_after(each, 0)) for each in logs if each != log] == [39, 39]
    await store.close()


async def test_a_file_whose_key_of_sessions_is_damaged_is_refused_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "rooms.sqlite"
    store = await opened(path)
    key = await store.session_key(b"k" * 32)
    await store.close()
    break_page(path, key.hex().encode())
    store = await opened(path)
    with pytest.raises(DatabaseUnopened, match=r"^The database .*rooms\.sqlite cannot be opened: .+\.$"):
        await store.session_key(b"x" * 32)
    await store.close()


@pytest.mark.parametrize("key", ["", "ab", "zz" * 32, "é" * 64])
async def test_a_key_of_sessions_that_is_none_is_refused_in_a_sentence(tmp_path: Path, key: str) -> None:
    path = tmp_path / "rooms.sqlite"
    store = await opened(path)
    await store.session_key(b"k" * 32)
    with sqlite3.connect(path) as other:
        other.execute("UPDATE server_key SET key = ?", (key,))
    other.close()
    with pytest.raises(DatabaseUnopened, match=r"^The database .*rooms\.sqlite cannot be opened: the key .+\.$"):
        await store.session_key(b"x" * 32)
    await store.close()


async def test_a_pad_whose_entries_cannot_be_read_says_so_and_its_season_has_the_others(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "rooms.sqlite"
    caplog.set_level(logging.ERROR)
    store = await opened(path)
    desk = Desk(store, lambda: 1000)
    season = await desk.make_season("Club", "s", "Ana")
    whole, lost, torn, empty = [await desk.make(Make(str(at), start(3)), "s", "Ana") for at in range(4)]
    for pad in (whole, lost, torn, empty):
        await store.put_in_season(pad.log, season.log)
        for at in (2, 3):
            await desk.write(pad.log, "s", [Wish(f"entry-{at}", at - 1, Enter(Joins(f"Dan {at}")))])
    with sqlite3.connect(path) as other:
        other.execute("DELETE FROM entry WHERE log = ? AND version = 2", (lost.log.id,))
        other.execute("UPDATE entry SET body = '{' WHERE log = ? AND version = 3", (torn.log.id,))
        other.execute("DELETE FROM entry WHERE log = ?", (empty.log.id,))
    other.close()
    async with serving(store, ManualClock()) as served, served.client() as browser:
        for pad in (lost, torn, empty):
            for part in ("", "/trail", "/export"):
                answer = await browser.get(f"/pads/{pad.write}{part}")
                assert (answer.status_code, answer.json()["refused"]["code"]) == (503, "pad_unreadable")
        assert (await browser.get(f"/pads/{whole.write}")).status_code == 200
        assert (await browser.get(f"/seasons/{season.write}")).status_code == 200
    assert len(lines(caplog, "cannot be read")) == 3
    assert [pad for pad, _ in await Desk(store, lambda: 1000).evenings(season.log)] == [whole.log.id]
    assert not any(lines(caplog, pad.log.id) for pad in (lost, torn, empty)), "a whole id lets its reader in"
    await store.close()


async def test_a_room_on_a_broken_page_is_set_aside_and_says_that_it_was_not_read(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "rooms.sqlite"
    await damaged(path)
    store, clock = await opened(path), ManualClock()
    caplog.set_level(logging.ERROR)
    async with serving(store, clock) as served, served.client() as browser:
        for _ in range(3):
            answer = await browser.get(f"/r/{ROOM}")
            assert (answer.status_code, answer.json()["refused"]["code"]) == (503, "room_unreadable")
        assert (await browser.get("/healthz")).text == "ok\ntables set aside, for they cannot be read: 1"
    assert len(lines(caplog, "is set aside")) == 1
    assert not lines(caplog, ROOM), "a whole id lets its reader in"
    await store.close()


async def test_the_file_and_those_beside_it_are_readable_by_their_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "rooms.sqlite"
    before = os.umask(0)
    try:
        store = await opened(path)
        await keep(store, LOG, version(1))
    finally:
        os.umask(before)
    found = modes(tmp_path)
    assert found.keys() >= {"rooms.sqlite", "rooms.sqlite-wal", "rooms.sqlite-shm"}
    assert set(found.values()) == {0o600}
    await store.close()
    path.chmod(0o644)
    await (await opened(path)).close()
    assert path.stat().st_mode & 0o777 == 0o600


async def test_our_own_folder_is_made_for_its_owner_alone_and_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CONTINENTAL_HOME", str(tmp_path / "home" / "ours"))
    store = await open_store(read_database(None))
    await store.close()
    assert (tmp_path / "home" / "ours").stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "home" / "ours" / FILE).exists()
    elsewhere = tmp_path / "no" / "such"
    with pytest.raises(DatabaseUnopened, match=rf"cannot be opened: there is no folder {elsewhere}; make it first\.$"):
        await opened(elsewhere / "x")
    assert not (tmp_path / "no").exists()


async def test_versions_and_what_is_due_are_read_at_one_moment(tmp_path: Path) -> None:
    path = tmp_path / "rooms.sqlite"
    one, other = await opened(path), await opened(path)
    await keep(one, LOG, version(1), a_due(1))
    read = one._read

    async def interrupted(*wanted: object) -> object:
        """Another process writes between any two reads of this one."""
        found = await read(*wanted)
        await keep(other, LOG, version(2), a_due(2))
        return found

    one._read = interrupted  # type: ignore[method-assign, assignment]
    log, dues = await one.read_on(ROOM, 0)
    assert ([stored.version for stored in log], [due.at for due in dues]) == ([1], [1])
    one._read = read  # type: ignore[method-assign]
    log, dues = await one.read_on(ROOM, 0)
    assert ([stored.version for stored in log], [due.at for due in dues]) == ([1, 2], [2])
    for store in (one, other):
        await store.close()


async def test_rooms_that_are_set_aside_keep_no_place_from_those_that_are_overdue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("continental.table.lobby.MOST_TAKEN_UP", 1)
    store, clock, opening = await opened(tmp_path / "rooms.sqlite"), ManualClock(), []
    broken = [RoomId(letter * 10) for letter in "abc"]
    for place, room in enumerate([*broken, OTHER]):
        await keep(store, room_log(room), version(1, "{}"), a_due(START - OVERDUE_MS - 9 + place))
    lobby = Lobby(store, clock, CountedDice())
    serve = lobby._open

    async def open_and_note(room: RoomId) -> object:
        opening.append(room)
        return await serve(room)

    monkeypatch.setattr(lobby, "_open", open_and_note)
    for _ in range(5):
        await lobby.tick()
    assert opening == [*broken, OTHER], "each is tried once, and none for ever"
    assert lobby.health.set_aside == 4
    await lobby.close()
    await store.close()
