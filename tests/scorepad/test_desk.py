"""The desk: whose entries conflict with whose, on pads and on seasons."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from continental.logbook.links import Keys
from continental.play.terms import Cents
from continental.scorepad.acts import Act, Adjust, Correct, Enter, Pay, Redo, Rename, Undo
from continental.scorepad.desk import Desk, Wish, WriteResult
from continental.scorepad.items import DeadHand
from continental.scorepad.pad import Entry, Make, open_pad
from continental.scorepad.refusal import EntryRefused
from continental.scorepad.season import Merge, SeasonAct
from continental.store.memory import MemoryStore
from tests.scorepad.kit import NAMES, entered, hand, start

HAND_1 = entered("Ana", Bo=14, Cy=41)
HAND_2 = entered("Bo", "knock2", Ana=20, Cy=4)
TAXI = Adjust("Ana", "Bo", Cents(500), "taxi")


class Table:
    """A pad or a season on a desk, and what its writers send."""

    def __init__(self) -> None:
        self.desk = Desk(MemoryStore(), lambda: 1000)
        self.ids = count(1)

    async def begin(self) -> Keys:
        self.keys = await self.desk.make(Make("Friday", start(3)), "maker", "Dan")
        return self.keys

    async def sends(self, who: str, after: int, *acts: Act) -> list[WriteResult]:
        wishes = [Wish(f"{who}-{next(self.ids)}", after, act) for act in acts]
        return await self.desk.write(self.keys.log, who, wishes)

    async def conflict(self, who: str, after: int, act: Act) -> tuple[int, ...]:
        (came,) = await self.sends(who, after, act)
        assert came.is_in == (not came.conflict)
        return came.conflict


@pytest.fixture
async def table() -> Table:
    laid = Table()
    await laid.begin()
    return laid


async def test_ones_own_entries_are_no_conflict_whichever_batch_they_came_in(table: Table) -> None:
    assert await table.conflict("ana", 1, HAND_1) == ()
    assert await table.conflict("ana", 1, HAND_2) == (), "made before the answer to the first was there"
    assert await table.conflict("ana", 1, Undo()) == ()
    assert (await table.desk.pad(table.keys.log)).v == 4


async def test_anothers_entry_in_between_is_a_conflict_and_ones_own_beside_it_are_not_named(table: Table) -> None:
    assert await table.conflict("ana", 1, HAND_1) == ()  # version 2
    assert await table.conflict("bo", 2, HAND_2) == ()  # version 3
    assert await table.conflict("ana", 1, Undo()) == (3,)
    assert await table.conflict("ana", 3, Undo()) == (), "it knows of it now"


async def test_anothers_entry_that_touches_nothing_is_no_conflict(table: Table) -> None:
    assert await table.conflict("bo", 1, TAXI) == ()
    assert await table.conflict("ana", 1, HAND_1) == ()
    assert await table.conflict("cy", 1, Pay("Ana", "Bo", Cents(5))) == ()
    assert await table.conflict("ana", 1, Undo()) == (2, 4), "an undo touches everything"


async def test_of_a_batch_what_follows_the_first_conflict_waits(table: Table) -> None:
    await table.sends("bo", 1, HAND_1)
    came = await table.sends("ana", 1, TAXI, HAND_2, Undo())
    assert [each.is_in for each in came] == [True, False, False]
    assert (came[1].conflict, came[2].waiting) == ((2,), True)


async def test_a_batch_that_comes_again_from_another_session_is_no_conflict_with_itself(table: Table) -> None:
    wishes = [Wish("hand-one", 1, HAND_1), Wish("hand-two", 1, HAND_2)]
    await table.desk.write(table.keys.log, "first cookie", wishes[:1])
    came = await table.desk.write(table.keys.log, "next cookie", wishes)
    assert [(each.v, each.again) for each in came] == [(2, True), (3, False)]


async def test_a_version_to_come_is_refused_so_that_it_hides_nobodys_entries(table: Table) -> None:
    assert await table.conflict("ana", 1, HAND_1) == ()
    (item,) = (each.id for each in (await table.desk.pad(table.keys.log)).sheet.items)
    corrected = Correct(item, hand("Ana", Bo=15, Cy=41))
    assert await table.conflict("bo", 2, corrected) == ()
    mine = Correct(item, hand("Ana", Bo=16, Cy=41))
    for after in (4, 54, 2**31):
        (came,) = await table.sends("ana", after, mine)
        assert isinstance(came.refused, EntryRefused)
        assert (came.refused.code, came.is_in) == ("after_ahead", False)
        assert str(came.refused) == (
            f"This follows version {after}, but the newest here is 3: look again, and write on what you see."
        )
    assert await table.conflict("ana", 2, mine) == (3,)
    assert await table.conflict("ana", 3, mine) == ()


async def test_entries_of_a_batch_may_follow_those_before_them(table: Table) -> None:
    wishes = [Wish("hand-one", 1, HAND_1), Wish("hand-two", 2, HAND_2), Wish("taxi-one", 3, TAXI), Wish("taxi-two", 6, TAXI)]
    came = await table.desk.write(table.keys.log, "ana", wishes)
    assert [each.v for each in came] == [2, 3, 4, None]
    assert isinstance(came[3].refused, EntryRefused)
    assert came[3].refused.code == "after_ahead"
    again = await table.desk.write(table.keys.log, "ana", [wishes[0], Wish("hand-two", 99, HAND_2)])
    assert [(each.v, each.again) for each in again] == [(2, True), (3, True)], "what is in is in"


async def test_a_desk_that_has_not_heard_of_the_newest_entries_reads_on_before_it_refuses(table: Table) -> None:
    late = Desk(table.desk.store, lambda: 1000)
    assert (await late.pad(table.keys.log)).v == 1
    season = (await table.desk.make_season("Winter", "ana", "Ana")).log
    assert (await late.season(season)).v == 1
    assert await table.conflict("ana", 1, HAND_1) == ()
    assert (await table.desk.write_season(season, "ana", [Wish("merge-one", 1, Merge("Anna", "Ana"))]))[0].is_in
    assert (await late.write(table.keys.log, "bo", [Wish("hand-two", 2, HAND_2)]))[0].is_in
    assert (await late.write_season(season, "bo", [Wish("merge-two", 2, Merge("Bob", "Bo"))]))[0].is_in


async def test_a_pad_holds_so_many_letters_and_no_more(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    assert await table.conflict("ana", 1, HAND_1) == ()
    kept = sum(len(row.body) for row in await table.desk.store.entries_after(table.keys.log, 0))
    monkeypatch.setattr("continental.scorepad.desk.MOST_LETTERS", kept + 20)
    for desk in (table.desk, Desk(table.desk.store, lambda: 1000)):
        (came,) = await desk.write(table.keys.log, "ana", [Wish("hand-two", 2, HAND_2)])
        assert isinstance(came.refused, EntryRefused)
        assert came.refused.code == "too_many_letters"
        with pytest.raises(EntryRefused, match="letters"):
            await desk.make_from([*(await desk.pad(table.keys.log)).entries, Entry(3, 1, "Ana", "", "two", HAND_2)], "ana", "Ana")
    assert await table.conflict("ana", 2, Undo()) == ()


async def test_on_a_season_too_ones_own_merges_are_no_conflict_and_anothers_is() -> None:
    desk = Desk(MemoryStore(), lambda: 1000)
    season = (await desk.make_season("Winter", "ana", "Ana")).log

    async def sends(who: str, after: int, act: SeasonAct) -> tuple[int, ...]:
        (came,) = await desk.write_season(season, who, [Wish(f"{who}-{after}-{act}"[:40], after, act)])
        return came.conflict

    assert await sends("ana", 1, Merge("Anna", "Ana")) == ()
    assert await sends("ana", 1, Merge("Bob", "Bo")) == ()
    assert await sends("bo", 1, Merge("Anna", "Cy")) == (2, 3)
    assert await sends("bo", 3, Merge("Cyrus", "Cy")) == ()
    assert await sends("ana", 3, Merge("Danny", "Dan")) == (4,)
    (ahead,) = await desk.write_season(season, "ana", [Wish("merge-ahead", 5, Merge("Danny", "Dan"))])
    assert isinstance(ahead.refused, EntryRefused)
    assert ahead.refused.code == "after_ahead"


def wish(number: int, act: Act | None = None) -> Wish:
    """A wish for an act, or for a hand of a match that never ends, in which everybody closes in turn."""
    ender, *others = (NAMES[(number + turn) % 3] for turn in range(3))
    counts: dict[str, Any] = dict.fromkeys(others, 2)
    return Wish(f"entry-{number:04}", 1, entered(ender, **counts) if act is None else act)


async def test_going_back_and_forth_works_nothing_out_again() -> None:
    """A hundred of undo and redo on a pad of a thousand hands took half a minute."""
    desk = Desk(MemoryStore(), lambda: 1000)
    pad = (await desk.make(Make("Friday", start(3)), "ana", "Ana")).log
    first, other = (hand("Ana", Bo=count, Cy=30) for count in (14, 13))
    await desk.write(pad, "ana", [wish(0, Enter(first)), *map(wish, range(1, 60))])
    (corrected,) = await desk.write(pad, "ana", [wish(60, Correct("entry-0000", other))])
    assert corrected.rows == 60
    turns = [wish(61 + turn, (Undo(), Redo())[turn % 2]) for turn in range(40)]
    came = await desk.write(pad, "ana", turns)
    assert [each.rows for each in came] == [0] * 40
    now = await desk.pad(pad)
    assert now == open_pad(now.entries)


async def test_a_batch_that_takes_long_is_taken_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("continental.scorepad.desk.MOST_ROWS", 2)
    desk = Desk(MemoryStore(), lambda: 1000)
    pad = (await desk.make(Make("Friday", start(3)), "ana", "Ana")).log
    wishes = [wish(number) for number in range(5)]
    came = await desk.write(pad, "ana", wishes)
    assert [(each.v, each.waiting) for each in came] == [(2, False), (3, False), (4, False), (None, True), (None, True)]
    assert [each.is_in for each in await desk.write(pad, "ana", wishes)] == [True] * 5


async def test_a_log_from_outside_is_no_longer_than_one_that_is_written_here(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(MemoryStore(), lambda: 1000)

    async def refused(make: Make, *acts: Act) -> str:
        entries = [Entry(v, 0, "Ana", "", f"e{v}", act) for v, act in enumerate((make, *acts), 1)]
        with pytest.raises(EntryRefused) as caught:
            await desk.make_from(entries, "ana", "Ana")
        return caught.value.code

    assert await refused(Make("Friday", start(3), ((DeadHand(), ()),) * 1_100)) == "too_many_hands"
    assert await refused(Make("Friday", start(3)), *([Undo()] * 5_000)) == "too_many_entries"
    monkeypatch.setattr("continental.scorepad.pad.MOST_RENAMES", 2)
    names = [Rename("Ana", "Ann"), Rename("Ann", "Ana"), Rename("Ana", "Anna")]
    assert await refused(Make("Friday", start(3)), *names) == "too_many_renames"
    pad = (await desk.make(Make("Friday", start(3)), "ana", "Ana")).log
    came = await desk.write(pad, "ana", [wish(at, act) for at, act in enumerate(names)])
    assert [each.v for each in came] == [2, 3, None]
    assert getattr(came[-1].refused, "code", "") == "too_many_renames"
