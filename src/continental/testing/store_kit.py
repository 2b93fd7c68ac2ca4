"""A kit of tests that every `EventStore` has to pass: subclass `StoreKit` in a test module that has a `store` fixture."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from continental.play.terms import TABLE, Seat
from continental.table.ports import (
    Due,
    EventStore,
    Millis,
    Presence,
    RoomId,
    Said,
    SessionHash,
    Snapshot,
    Stored,
    StoreFailed,
    VersionTaken,
)

ROOM = RoomId("abcdefghjk")
OTHER = RoomId("mnpqrstuvw")
ANA = SessionHash("a" * 64)
BO = SessionHash("b" * 64)


def version(number: int, body: str = '{"act":{},"events":[]}', at: int = 1_000) -> Stored:
    """A version to be kept."""
    return Stored(number, Millis(at + number), body)


def a_due(at: int, kind: str = "bot", seat: Seat = TABLE, room: RoomId = ROOM) -> Due:
    """Something that falls due."""
    return Due(Millis(at), room, kind, seat, 1)


def a_line(number: int, text: str = "hello") -> Said:
    """A line of chat."""
    return Said(number, Millis(1_000 + number), Seat(1), "Žofie 🃏", None, text)


async def is_refused(store: EventStore, stored: Stored, dues: Sequence[Due] = (), room: RoomId = ROOM) -> type[Exception] | None:
    """What the store raises for this append; None where it keeps it."""
    try:
        await store.append(room, stored, dues)
    except (VersionTaken, StoreFailed) as refused:
        return type(refused)
    return None


class StoreKit:
    """The tests; each asks for an empty `store`."""

    async def test_the_first_session_key_is_kept_for_all(self, store: EventStore) -> None:
        keys = await asyncio.gather(*(store.session_key(bytes([number]) * 32) for number in range(4)))
        assert len(set(keys)) == 1
        assert keys[0] in {bytes([number]) * 32 for number in range(4)}
        assert await store.session_key(b"x" * 32) == keys[0]

    async def test_what_was_kept_comes_back_in_order(self, store: EventStore) -> None:
        bodies = ["{}", '{"name":"Žofie 🃏 \\u0000"}', "x" * 100_000]
        for number, body in enumerate(bodies, 1):
            await store.append(ROOM, version(number, body), ())
        assert list(await store.versions_after(ROOM, 0)) == [version(number, body) for number, body in enumerate(bodies, 1)]
        assert list(await store.versions_after(ROOM, 2)) == [version(3, bodies[2])]
        assert list(await store.versions_after(ROOM, 3)) == []
        assert list(await store.versions_after(OTHER, 0)) == []

    async def test_a_range_of_versions_and_all_that_is_due_are_read(self, store: EventStore) -> None:
        for number in range(1, 6):
            await store.append(ROOM, version(number), [a_due(number)])
        assert [each.version for each in await store.versions_after(ROOM, 1, 3)] == [2, 3]
        log, dues = await store.read_on(ROOM, 3)
        assert ([each.version for each in log], [due.at for due in dues]) == ([4, 5], [5])
        log, dues = await store.read_on(OTHER, 0)
        assert (list(log), list(dues)) == ([], [])

    async def test_the_newest_snapshot_of_a_room_is_kept(self, store: EventStore) -> None:
        assert await store.snapshot_of(ROOM) is None
        for snapshot in (Snapshot(3, "one", "{}"), Snapshot(9, "two", '{"name":"Žofie"}')):
            await store.keep_snapshot(ROOM, snapshot)
            assert await store.snapshot_of(ROOM) == snapshot
        await store.keep_snapshot(ROOM, Snapshot(4, "late", "{}"))
        assert await store.snapshot_of(ROOM) == Snapshot(9, "two", '{"name":"Žofie"}')
        assert await store.snapshot_of(OTHER) is None

    async def test_a_version_is_taken_once(self, store: EventStore) -> None:
        await store.append(ROOM, version(1, "first"), [a_due(5)])
        assert await is_refused(store, version(1, "second"), [a_due(9)]) is VersionTaken
        assert [stored.body for stored in await store.versions_after(ROOM, 0)] == ["first"]
        assert [one.at for one in await store.dues_of(ROOM)] == [5]
        assert await is_refused(store, version(2)) is None

    async def test_no_version_leaves_a_gap(self, store: EventStore) -> None:
        assert await is_refused(store, version(2)) is StoreFailed
        await store.append(ROOM, version(1), ())
        assert await is_refused(store, version(3), [a_due(9)]) is StoreFailed
        assert await store.latest([ROOM]) == {ROOM: 1}
        assert list(await store.dues_of(ROOM)) == []

    async def test_of_many_who_append_the_same_version_one_wins(self, store: EventStore) -> None:
        await store.append(ROOM, version(1), ())
        came = await asyncio.gather(*(is_refused(store, version(2, str(who)), [a_due(who)]) for who in range(8)))
        assert (came.count(None), came.count(VersionTaken)) == (1, 7)
        (kept,) = await store.versions_after(ROOM, 1)
        assert came[int(kept.body)] is None
        assert [one.at for one in await store.dues_of(ROOM)] == [int(kept.body)]

    async def test_rooms_do_not_disturb_each_other(self, store: EventStore) -> None:
        await asyncio.gather(*(store.append(room, version(1, room), [a_due(7, room=room)]) for room in (ROOM, OTHER)))
        assert await store.latest([ROOM, OTHER, RoomId("zzzzzzzzzz")]) == {ROOM: 1, OTHER: 1}
        assert [stored.body for stored in await store.versions_after(OTHER, 0)] == [OTHER]
        assert [one.room for one in await store.dues_of(OTHER)] == [OTHER]
        assert await store.latest([]) == {}

    async def test_what_is_due_is_replaced_with_each_version(self, store: EventStore) -> None:
        await store.append(ROOM, version(1), [a_due(30, "clock", Seat(1)), a_due(20, "bot", Seat(0)), a_due(20, "bot", Seat(2))])
        assert [(one.at, one.kind, one.seat) for one in await store.dues_of(ROOM)] == [
            (20, "bot", 0),
            (20, "bot", 2),
            (30, "clock", 1),
        ]
        await store.append(ROOM, version(2), [a_due(40, "deal")])
        assert [(one.at, one.kind) for one in await store.dues_of(ROOM)] == [(40, "deal")]
        await store.append(ROOM, version(3), ())
        assert list(await store.dues_of(ROOM)) == []

    async def test_rooms_that_are_due_come_longest_overdue_first(self, store: EventStore) -> None:
        await store.append(ROOM, version(1), [a_due(50, "bot", Seat(0)), a_due(10, "bot", Seat(1))])
        await store.append(OTHER, version(1), [a_due(5, room=OTHER)])
        assert list(await store.rooms_due(Millis(4), 10)) == []
        assert list(await store.rooms_due(Millis(5), 10)) == [OTHER]
        assert list(await store.rooms_due(Millis(99), 10)) == [OTHER, ROOM]
        assert list(await store.rooms_due(Millis(99), 1)) == [OTHER]

    async def test_rooms_are_counted_by_who_made_them_and_when(self, store: EventStore) -> None:
        await store.append(ROOM, version(1, at=100), (), made_by=ANA)
        await store.append(OTHER, version(1, at=500), (), made_by=ANA)
        assert await store.rooms_made(ANA, Millis(0)) == 2
        assert await store.rooms_made(ANA, Millis(400)) == 1
        assert await store.rooms_made(BO, Millis(0)) == 0

    async def test_who_is_here_is_what_the_other_processes_last_said(self, store: EventStore) -> None:
        await store.say_here("one", {ROOM: [Presence(Seat(0), True, Millis(10)), Presence(Seat(1), True, Millis(10))]})
        await store.say_here("one", {ROOM: [Presence(Seat(1), False, Millis(20))], OTHER: [Presence(Seat(2), True, Millis(20))]})
        await store.say_here("two", {ROOM: [Presence(Seat(1), True, Millis(15))]})
        others = await store.who_is_here([ROOM, OTHER, RoomId("zzzzzzzzzz")], except_process="two")
        assert {room: sorted(rows, key=lambda row: row.seat) for room, rows in others.items() if rows} == {
            ROOM: [Presence(Seat(0), True, Millis(10)), Presence(Seat(1), False, Millis(20))],
            OTHER: [Presence(Seat(2), True, Millis(20))],
        }
        here = await store.who_is_here([ROOM], except_process="one")
        assert {room: list(rows) for room, rows in here.items()} == {ROOM: [Presence(Seat(1), True, Millis(15))]}
        assert await store.who_is_here([], except_process="x") == {}

    async def test_who_watches_is_counted_by_process(self, store: EventStore) -> None:
        await store.say_here("one", {ROOM: [Presence(TABLE, True, Millis(10), 3)]})
        await store.say_here("one", {ROOM: [Presence(TABLE, True, Millis(20), 2)]})
        assert list((await store.who_is_here([ROOM], except_process="two"))[ROOM]) == [Presence(TABLE, True, Millis(20), 2)]

    async def test_what_was_said_comes_back_in_order_and_the_oldest_is_forgotten(self, store: EventStore) -> None:
        said = [a_line(number, str(number)) for number in range(1, 8)]
        for line in said:
            await store.say(ROOM, line, keep=5)
        await store.say(OTHER, Said(1, Millis(5), Seat(0), "Ana", "hello", None), keep=5)
        assert list(await store.said_after(ROOM, 0)) == said[2:]
        assert list(await store.said_after(ROOM, 6)) == said[6:]
        assert list(await store.said_after(OTHER, 0)) == [Said(1, Millis(5), Seat(0), "Ana", "hello", None)]
        assert await store.latest_said([ROOM, OTHER, RoomId("zzzzzzzzzz")]) == {ROOM: 7, OTHER: 1}
        assert await store.latest_said([]) == {}

    async def test_the_number_of_a_line_is_taken_once(self, store: EventStore) -> None:
        async def say(text: str) -> bool:
            try:
                await store.say(ROOM, a_line(1, text), keep=9)
            except VersionTaken:
                return False
            return True

        came = await asyncio.gather(*(say(str(who)) for who in range(4)))
        assert came.count(True) == 1
        (kept,) = await store.said_after(ROOM, 0)
        assert came[int(kept.text or "9")]
