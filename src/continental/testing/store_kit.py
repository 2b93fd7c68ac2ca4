"""Test any store of the three books.

Subclass `StoreKit` in a test module that has the fixtures `store` (an empty store), `stores` (three on one empty database, as
three processes have it), and `log` (the key of a log, of each book in turn).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Protocol

from continental.logbook.books import Book, BookKey
from continental.logbook.links import KeyHash, Link, Role
from continental.logbook.ports import (
    NO_EXTRAS,
    Due,
    Extras,
    LinkGone,
    LogEntry,
    LogStore,
    Millis,
    SessionHash,
    StoreFailed,
    VersionTaken,
)
from continental.play.terms import TABLE, Seat
from continental.scorepad.ports import PadStore, Writer
from continental.table.ports import ChatLine, Presence, RoomId, RoomStore, Snapshot, room_log

ROOM = RoomId("abcdefghjk")
OTHER = RoomId("mnpqrstuvw")
NOWHERE = RoomId("zzzzzzzzzz")
LOG, OTHER_LOG = room_log(ROOM), room_log(OTHER)
PAD, OTHER_PAD, SEASON = BookKey(Book.PAD, ROOM), BookKey(Book.PAD, OTHER), BookKey(Book.SEASON, ROOM)
ANA = SessionHash("a" * 64)
BO = SessionHash("b" * 64)
WRITE, WATCH = KeyHash("a" * 64), KeyHash("b" * 64)
LINKS: dict[KeyHash, Role] = {WRITE: "write", WATCH: "watch"}


class Store(RoomStore, PadStore, Protocol):
    """A store of all three books."""


def version(number: int, body: str = '{"act":{},"events":[]}', at: int = 1_000) -> LogEntry:
    """Return an entry to keep, as rooms write them."""
    return LogEntry(number, Millis(at + number), body)


def signed(number: int, id_: str | None = None, at: int = 1_000) -> LogEntry:
    """Return an entry to keep that names its writer, as pads and seasons write them."""
    return LogEntry(number, Millis(at + number), '{"do":"undo"}', id_ or f"entry-{number}", "Žofie 🃏", "s" * 64)


def a_due(at: int, kind: str = "bot", seat: Seat = TABLE) -> Due:
    """Return something that falls due."""
    return Due(Millis(at), kind, seat, 1)


def a_line(number: int, text: str = "hello") -> ChatLine:
    """Return a line of chat."""
    return ChatLine(number, Millis(1_000 + number), Seat(1), "Žofie 🃏", None, text)


def key(letter: str) -> KeyHash:
    """Return the hash of a key that no other letter has."""
    return KeyHash(letter * 64)


async def refusal(asked: Awaitable[object]) -> type[Exception] | None:
    """Return the type of the exception that the store raises, or None if it raises none."""
    try:
        await asked
    except (VersionTaken, LinkGone, StoreFailed) as refused:
        return type(refused)
    return None


async def is_refused(
    store: LogStore, entry: LogEntry, dues: Sequence[Due] | None = None, log: BookKey = LOG
) -> type[Exception] | None:
    """Return the type of the exception that this append raises, or None if the store keeps the entry."""
    return await refusal(store.append(log, [entry], Extras(dues=dues)))


async def keep(store: LogStore, log: BookKey, entry: LogEntry, *dues: Due) -> None:
    """Keep one entry, and its dues."""
    await store.append(log, [entry], Extras(dues=dues))


async def made(store: LogStore, log: BookKey = PAD) -> None:
    """Make a log that two keys open."""
    await store.append(log, [signed(1)], Extras(made_by=ANA, links=LINKS))


def other_than(log: BookKey) -> BookKey:
    """Return the key of another log of the same book."""
    return replace(log, id=OTHER)


class LogKit:
    """Tests of the log itself, for each book."""

    async def test_what_was_kept_comes_back_in_order(self, store: Store, log: BookKey) -> None:
        bodies = ["{}", '{"name":"Žofie 🃏 \\u0000"}', "x" * 100_000]
        entries = [*(version(number, body) for number, body in enumerate(bodies, 1)), signed(4)]
        for entry in entries:
            await store.append(log, [entry])
        assert list(await store.entries_after(log, 0)) == entries
        assert list(await store.entries_after(log, 2)) == entries[2:]
        assert list(await store.entries_after(log, 4)) == []
        assert list(await store.entries_after(log, 1, 3)) == entries[1:3]
        assert list(await store.entries_after(other_than(log), 0)) == []

    async def test_several_entries_are_kept_whole_or_not_at_all(self, store: Store, log: BookKey) -> None:
        await store.append(log, [signed(1), signed(2), signed(3)])
        assert await refusal(store.append(log, [signed(3, "new"), signed(4)])) is VersionTaken
        assert await refusal(store.append(log, [signed(4), signed(5, "entry-2")])) is VersionTaken
        assert await store.latest([log]) == {log: 3}
        await store.append(log, [signed(4), signed(5)])
        assert list(await store.entries_after(log, 0)) == [signed(number) for number in range(1, 6)]

    async def test_a_version_is_taken_once(self, store: Store, log: BookKey) -> None:
        await keep(store, log, version(1, "first"))
        assert await is_refused(store, version(1, "second"), log=log) is VersionTaken
        assert [entry.body for entry in await store.entries_after(log, 0)] == ["first"]
        assert await is_refused(store, version(2), log=log) is None

    async def test_an_id_is_taken_once_in_a_log(self, store: Store, log: BookKey) -> None:
        await keep(store, log, signed(1))
        assert await is_refused(store, signed(2, "entry-1"), log=log) is VersionTaken
        assert await is_refused(store, signed(1), log=other_than(log)) is None
        assert list(await store.entries_after(log, 0)) == [signed(1)]

    async def test_no_version_leaves_a_gap(self, store: Store, log: BookKey) -> None:
        assert await is_refused(store, version(2), log=log) is StoreFailed
        await keep(store, log, version(1))
        assert await is_refused(store, version(3), log=log) is StoreFailed
        assert await store.latest([log]) == {log: 1}

    async def test_of_many_who_append_the_same_version_one_wins(self, stores: Sequence[Store], log: BookKey) -> None:
        await keep(stores[0], log, version(1))
        came = await asyncio.gather(*(is_refused(stores[who % 3], version(2, str(who)), log=log) for who in range(9)))
        assert (came.count(None), came.count(VersionTaken)) == (1, 8)
        (kept,) = await stores[0].entries_after(log, 1)
        assert came[int(kept.body)] is None

    async def test_processes_race_for_every_version_and_each_is_taken_once(self, stores: Sequence[Store], log: BookKey) -> None:
        for number in range(1, 11):
            came = await asyncio.gather(*(is_refused(each, version(number), log=log) for each in stores))
            assert came.count(None) == 1
        for each in stores:
            assert await each.latest([log]) == {log: 10}

    async def test_books_and_logs_do_not_disturb_each_other(self, store: Store) -> None:
        logs = [BookKey(book, name) for book in Book for name in (ROOM, OTHER)]
        await asyncio.gather(*(store.append(log, [signed(1)], Extras(made_by=ANA)) for log in logs))
        await store.append(logs[0], [signed(2)])
        nowhere = BookKey(Book.ROOM, NOWHERE)
        assert await store.latest([*logs, nowhere]) == {**dict.fromkeys(logs, 1), logs[0]: 2}
        assert await store.latest([]) == {}
        assert [list(await store.entries_after(log, 0)) for log in logs[1:]] == [[signed(1)]] * 5

    async def test_logs_are_counted_by_who_made_them_and_when(self, store: Store, log: BookKey) -> None:
        await store.append(log, [version(1, at=100)], Extras(made_by=ANA))
        await store.append(other_than(log), [version(1, at=500)], Extras(made_by=ANA))
        await store.append(other_than(log), [version(2, at=900)], Extras(dues=()))
        assert await store.count_made([log.book], ANA, 0) == 2
        assert await store.count_made(list(Book), ANA, 400) == 1
        assert await store.count_made([log.book], BO, 0) == 0
        assert await store.count_made([book for book in Book if book is not log.book], ANA, 0) == 0

    async def test_links_open_a_log_from_its_first_entry_on(self, store: Store, log: BookKey) -> None:
        await made(store, log)
        await store.append(log, [signed(2)])
        assert await store.find(WRITE) == Link(log, "write")
        assert await store.find(WATCH) == Link(log, "watch")
        assert await store.find(key("c")) is None
        assert [await store.look(each) for each in (WRITE, WATCH, key("c"))] == [(2, "write"), (2, "watch"), None]
        other = other_than(log)
        assert await refusal(store.append(other, [signed(1)], Extras(links={WATCH: "write"}))) is VersionTaken
        assert await store.latest([other]) == {}, "nothing was kept"

    async def test_links_are_replaced_and_those_before_are_gone(self, store: Store, log: BookKey) -> None:
        await made(store, log)
        other = other_than(log)
        await store.append(other, [signed(1)], Extras(links={key("o"): "write"}))
        new: dict[KeyHash, Role] = {key("c"): "write", key("d"): "watch"}
        await store.replace_links(log, new, WRITE)
        assert [await store.find(each) for each in new] == [Link(log, "write"), Link(log, "watch")]
        assert [await store.find(each) for each in LINKS] == [Link(log, "gone")] * 2
        for taken in (WRITE, key("o")):
            links: dict[KeyHash, Role] = {taken: "write", key("e"): "watch"}
            assert await refusal(store.replace_links(log, links, key("c"))) is VersionTaken
        assert await store.find(key("c")) == Link(log, "write"), "nothing was changed"
        for gone in (WRITE, key("d"), key("o"), key("f")):
            assert await refusal(store.replace_links(log, {key("e"): "write"}, gone)) is LinkGone
        await store.replace_links(log, {key("e"): "write"}, key("c"))
        for spent in (*LINKS, *new):
            assert await store.find(spent) == Link(log, "gone"), "for good"
            assert await refusal(store.replace_links(log, {spent: "write"}, key("e"))) is VersionTaken
            fresh = replace(log, id=NOWHERE)
            assert await refusal(store.append(fresh, [signed(1)], Extras(links={spent: "write"}))) is VersionTaken
        assert await store.find(key("o")) == Link(other, "write")

    async def test_an_entry_is_kept_by_a_key_to_write_that_opens_the_log(self, store: Store, log: BookKey) -> None:
        await made(store, log)
        await store.append(log, [signed(2)], Extras(by_key=WRITE))
        await store.replace_links(log, {key("c"): "write"}, WRITE)
        await store.append(other_than(log), [signed(1)], Extras(links={key("o"): "write"}))
        for gone in (WRITE, WATCH, key("o"), key("f")):
            assert await refusal(store.append(log, [signed(3)], Extras(by_key=gone))) is LinkGone
        now = Extras(by_key=key("c"))
        assert await refusal(store.append(log, [signed(2)], now)) is VersionTaken
        assert await refusal(store.append(log, [signed(4)], now)) is StoreFailed
        await store.append(log, [signed(3)], now)
        assert list(await store.entries_after(log, 0)) == [signed(1), signed(2), signed(3)]

    async def test_of_several_who_replace_the_links_by_one_key_one_has_it_done(
        self, stores: Sequence[Store], log: BookKey
    ) -> None:
        await made(stores[0], log)
        keys = [key(letter) for letter in "cdefgh"]
        asked = (stores[at % 3].replace_links(log, {each: "write"}, WRITE) for at, each in enumerate(keys))
        came = await asyncio.gather(*map(refusal, asked))
        assert (came.count(None), came.count(LinkGone)) == (1, 5)
        assert [await stores[0].find(each) for each in keys] == [Link(log, "write") if why is None else None for why in came]
        assert await stores[1].find(WRITE) == Link(log, "gone")

    async def test_nothing_is_written_by_a_key_after_it_was_replaced(self, stores: Sequence[Store], log: BookKey) -> None:
        await made(stores[0], log)
        begun = asyncio.Event()

        async def writes(store: Store, who: str) -> None:
            why: type[Exception] | None = None
            while why is not LinkGone:
                await asyncio.sleep(0)  # a store in memory gives nobody else a turn by itself
                number = len(await store.entries_after(log, 0)) + 1
                why = await refusal(store.append(log, [signed(number, f"{who}-{number}")], Extras(by_key=WRITE)))
                begun.set()

        async def replaces() -> int:
            await begun.wait()
            await stores[2].replace_links(log, {key("c"): "write"}, WRITE)
            return len(await stores[2].entries_after(log, 0))

        *_, kept = await asyncio.gather(*(writes(stores[at % 2], f"w{at}") for at in range(4)), replaces())
        assert kept is not None
        assert kept >= 2
        assert len(await stores[0].entries_after(log, 0)) == kept


class RoomKit:
    """Tests of the data that is kept beside the rooms' logs."""

    async def test_the_first_session_key_is_kept_for_all(self, stores: Sequence[Store]) -> None:
        keys = await asyncio.gather(*(stores[at % 3].session_key(bytes([at]) * 32) for at in range(4)))
        assert len(set(keys)) == 1
        assert keys[0] in {bytes([at]) * 32 for at in range(4)}
        assert await stores[0].session_key(b"x" * 32) == keys[0]

    async def test_versions_and_all_that_is_due_are_read_together(self, store: Store) -> None:
        for number in range(1, 6):
            await keep(store, LOG, version(number), a_due(number))
        log, dues = await store.read_on(ROOM, 3)
        assert ([each.version for each in log], [due.at for due in dues]) == ([4, 5], [5])
        log, dues = await store.read_on(OTHER, 0)
        assert (list(log), list(dues)) == ([], [])

    async def test_an_entry_that_is_not_kept_changes_nothing_that_is_due(self, store: Store) -> None:
        await keep(store, LOG, version(1), a_due(5))
        assert await is_refused(store, version(1, "second"), [a_due(9)]) is VersionTaken
        assert await is_refused(store, version(3), [a_due(9)]) is StoreFailed
        assert [one.at for one in await store.dues_of(ROOM)] == [5]
        came = await asyncio.gather(*(is_refused(store, version(2, str(who)), [a_due(who)]) for who in range(8)))
        assert [one.at for one in await store.dues_of(ROOM)] == [came.index(None)]

    async def test_what_is_due_is_replaced_with_each_version(self, store: Store) -> None:
        dues = a_due(30, "clock", Seat(1)), a_due(20, "bot", Seat(0)), a_due(20, "bot", Seat(2))
        await keep(store, LOG, version(1), *dues)
        assert [(one.at, one.kind, one.seat) for one in await store.dues_of(ROOM)] == [
            (20, "bot", 0),
            (20, "bot", 2),
            (30, "clock", 1),
        ]
        later = [Due(Millis(25), "bot", Seat(0), 2), Due(Millis(33), "clock", Seat(2), 2)]
        await keep(store, LOG, version(2), *later)
        assert list(await store.dues_of(ROOM)) == later, "one was there already, with another time"
        await keep(store, LOG, version(3), a_due(40, "deal"))
        assert [(one.at, one.kind) for one in await store.dues_of(ROOM)] == [(40, "deal")]
        await store.append(LOG, [version(4)], NO_EXTRAS)
        assert [one.at for one in await store.dues_of(ROOM)] == [40], "nothing was said about it"
        await keep(store, LOG, version(5))
        assert list(await store.dues_of(ROOM)) == []

    async def test_rooms_that_are_due_come_longest_overdue_first(self, store: Store) -> None:
        await keep(store, LOG, version(1), a_due(50, "bot", Seat(0)), a_due(10, "bot", Seat(1)))
        await keep(store, OTHER_LOG, version(1), a_due(5))
        assert list(await store.rooms_due(Millis(4), 10)) == []
        assert list(await store.rooms_due(Millis(5), 10)) == [OTHER]
        assert list(await store.rooms_due(Millis(99), 10)) == [OTHER, ROOM]
        assert list(await store.rooms_due(Millis(99), 1)) == [OTHER]

    async def test_the_newest_snapshot_of_a_room_is_kept(self, store: Store) -> None:
        assert await store.snapshot_of(ROOM) is None
        for snapshot in (Snapshot(3, "one", "{}"), Snapshot(9, "two", '{"name":"Žofie"}')):
            await store.keep_snapshot(ROOM, snapshot)
            assert await store.snapshot_of(ROOM) == snapshot
        await store.keep_snapshot(ROOM, Snapshot(4, "late", "{}"))
        assert await store.snapshot_of(ROOM) == Snapshot(9, "two", '{"name":"Žofie"}')
        assert await store.snapshot_of(OTHER) is None

    async def test_who_is_here_is_what_the_other_processes_last_said(self, store: Store) -> None:
        await store.say_here("one", {ROOM: [Presence(Seat(0), True, Millis(10)), Presence(Seat(1), True, Millis(10))]})
        await store.say_here("one", {ROOM: [Presence(Seat(1), False, Millis(20))], OTHER: [Presence(Seat(2), True, Millis(20))]})
        await store.say_here("two", {ROOM: [Presence(Seat(1), True, Millis(15))]})
        others = await store.who_is_here([ROOM, OTHER, NOWHERE], except_process="two")
        assert {room: sorted(rows, key=lambda row: row.seat) for room, rows in others.items() if rows} == {
            ROOM: [Presence(Seat(0), True, Millis(10)), Presence(Seat(1), False, Millis(20))],
            OTHER: [Presence(Seat(2), True, Millis(20))],
        }
        here = await store.who_is_here([ROOM], except_process="one")
        assert {room: list(rows) for room, rows in here.items()} == {ROOM: [Presence(Seat(1), True, Millis(15))]}
        assert await store.who_is_here([], except_process="x") == {}

    async def test_who_watches_is_counted_by_process(self, store: Store) -> None:
        await store.say_here("one", {ROOM: [Presence(TABLE, True, Millis(10), 3)]})
        await store.say_here("one", {ROOM: [Presence(TABLE, True, Millis(20), 2)]})
        assert list((await store.who_is_here([ROOM], except_process="two"))[ROOM]) == [Presence(TABLE, True, Millis(20), 2)]

    async def test_what_was_said_comes_back_in_order_and_the_oldest_is_forgotten(self, store: Store) -> None:
        said = [a_line(number, str(number)) for number in range(1, 8)]
        for line in said:
            await store.say(ROOM, line, keep=5)
        await store.say(OTHER, ChatLine(1, Millis(5), Seat(0), "Ana", "hello", None), keep=5)
        assert list(await store.said_after(ROOM, 0)) == said[2:]
        assert list(await store.said_after(ROOM, 6)) == said[6:]
        assert list(await store.said_after(OTHER, 0)) == [ChatLine(1, Millis(5), Seat(0), "Ana", "hello", None)]
        assert await store.latest_said([ROOM, OTHER, NOWHERE]) == {ROOM: 7, OTHER: 1}
        assert await store.latest_said([]) == {}

    async def test_the_number_of_a_line_is_taken_once(self, stores: Sequence[Store]) -> None:
        asked = (stores[who % 3].say(ROOM, a_line(1, str(who)), keep=9) for who in range(4))
        came = await asyncio.gather(*map(refusal, asked))
        assert (came.count(None), came.count(VersionTaken)) == (1, 3)
        (kept,) = await stores[0].said_after(ROOM, 0)
        assert came[int(kept.text or "9")] is None


class PadKit:
    """Tests of the data that is kept beside the logs of pads and seasons."""

    async def test_writers_keep_their_names_and_drafts_in_the_order_in_which_they_came(self, store: Store) -> None:
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
        assert list(await store.writers(OTHER_PAD)) == []
        assert list(await store.writers(SEASON)) == []

    async def test_the_size_of_the_store_grows_with_what_is_kept(self, store: Store) -> None:
        await made(store)
        before = await store.size()
        digits = "".join(sha256(str(number).encode()).hexdigest() for number in range(4_000))
        await store.append(OTHER_PAD, [version(1, digits)])
        assert await store.size() >= before + len(digits) // 4  # a database may press it together

    async def test_pads_belong_to_one_season_and_are_named_the_newest_first(self, store: Store) -> None:
        await made(store)
        await store.append(OTHER_PAD, [signed(1, at=2_000)])
        await store.append(SEASON, [signed(1, at=3_000)])
        assert await store.season_of(PAD) is None
        for pad in (OTHER_PAD, PAD, PAD):
            await store.put_in_season(pad, SEASON)
        assert await store.season_of(PAD) == SEASON
        assert list(await store.pads_in(SEASON)) == [PAD, OTHER_PAD]
        await store.put_in_season(PAD, None)
        assert list(await store.pads_in(SEASON)) == [OTHER_PAD]
        assert list(await store.newest(5)) == [OTHER_PAD, PAD]
        assert list(await store.newest(1)) == [OTHER_PAD]


class StoreKit(LogKit, RoomKit, PadKit):
    """All tests of a store."""
