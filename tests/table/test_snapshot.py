"""A room that is opened from its snapshot is the room that its whole log leads to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from continental.logbook.links import hash_key
from continental.logbook.ports import LogEntry, StoreFailed
from continental.play.terms import Phase
from continental.rules.tables import catalogue
from continental.store.memory import MemoryStore
from continental.table import snapshot as snapshots
from continental.table.lobby import Lobby
from continental.table.log import Entry, parse_entries
from continental.table.ports import Due, RoomId, Snapshot, room_log
from continental.table.requests import MOST_DEALS, Again, Carry, Leave, Stand, Start
from continental.table.room import LONG_TAIL
from continental.table.snapshot import print_snapshot, read_snapshot
from continental.table.standing import StandingAnswer
from continental.table.state import RoomState, fold, fold_all
from tests.table.kit import CountedDice, Trial, asks, is_over


class CountingStore(MemoryStore):
    """A store that counts the versions it gives."""

    given = 0

    async def read_on(self, room: RoomId, version: int) -> tuple[Sequence[LogEntry], Sequence[Due]]:
        log, dues = await super().read_on(room, version)
        self.given += len(log)
        return log, dues


async def log_of(trial: Trial) -> list[Entry]:
    """The whole log of the trial's room."""
    return parse_entries(await trial.store.entries_after(room_log(trial.state.room), 0))


async def played(rules: str, steps: int, store: MemoryStore | None = None) -> Trial:
    """A table of that game after so many steps, with a standing answer, a link, and somebody who left."""
    trial = await Trial.laid(3, ["greedy"], label="snapshot", rules=rules, clock_s=60, store=store)
    await trial.ask(0, Start())
    await trial.until(asks(Phase.DRAW))
    await trial.ask(1, Carry(hash_key("secret")))
    if trial.state.rules.claims is not None:
        await trial.ask(0, Stand(StandingAnswer("never")))
    for step in range(steps):
        if is_over(trial.state):
            break
        if step == steps // 2:
            await trial.ask(2, Leave())
        await trial.step()
    return trial


@pytest.mark.parametrize("rules", catalogue())
async def test_a_snapshot_and_the_tail_are_the_whole_log_folded(rules: str) -> None:
    trial = await played(rules, 120)
    log = await log_of(trial)
    whole = fold_all(log)
    assert whole == trial.state
    assert whole.deals
    state: RoomState | None = None
    for entry in log:
        state = fold(state, entry)
        read = read_snapshot(state.room, print_snapshot(state))
        assert read == state, entry.version
        if entry.version % 40 == 0:
            for later in log[entry.version :]:
                read = fold(read, later)
            assert read == whole
    await trial.close()


async def test_a_room_opens_from_its_snapshot_and_reads_the_tail_alone() -> None:
    store = CountingStore()
    trial = await played("house", 200, store)
    await trial.close()
    kept = await store.snapshot_of(trial.state.room)
    assert kept is not None
    assert kept.version == trial.state.deals[-1].version
    store.given = 0
    lobby = Lobby(store, trial.clock, CountedDice())
    room = await lobby.room(trial.state.room)
    assert room.state == trial.state
    assert store.given == trial.state.version - kept.version < trial.state.version / 2
    await lobby.close()


def broken(kept: Snapshot) -> Snapshot:
    return replace(kept, body=kept.body.replace('"pot":', '"pot":1'))


def cut_off(kept: Snapshot) -> Snapshot:
    return replace(kept, body=kept.body[:-9])


def of_another_form(kept: Snapshot) -> Snapshot:
    return replace(kept, form="0" * 64)


def of_another_version(kept: Snapshot) -> Snapshot:
    return replace(kept, version=kept.version - 1)


def of_nothing(kept: Snapshot) -> Snapshot:
    return replace(kept, body=f"{snapshots._digest('[]')} []")


@pytest.mark.parametrize("change", [broken, cut_off, of_another_form, of_another_version, of_nothing])
async def test_a_snapshot_that_is_damaged_or_of_another_form_is_ignored(change: object) -> None:
    store = CountingStore()
    trial = await played("house", 80, store)
    await trial.close()
    kept = store._snapshots[trial.state.room]
    changed = store._snapshots[trial.state.room] = change(kept)  # type: ignore[operator]
    assert changed != kept
    store.given = 0
    lobby = Lobby(store, trial.clock, CountedDice())
    assert (await lobby.room(trial.state.room)).state == trial.state
    assert store.given == trial.state.version
    await lobby.close()


def test_a_snapshots_form_depends_on_the_shape_of_the_state_and_on_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    before = snapshots.form()
    for name, value in (("FORM", 2), ("__version__", "99"), ("_shape", lambda *_: iter(["another"]))):
        with monkeypatch.context() as changed:
            changed.setattr(snapshots, name, value)
            snapshots.form.cache_clear()
            assert snapshots.form() != before
    snapshots.form.cache_clear()
    assert snapshots.form() == before


async def test_a_long_log_without_a_snapshot_gets_one_when_it_is_opened() -> None:
    store = CountingStore()
    trial = await played("house", LONG_TAIL, store)
    await trial.close()
    store._snapshots.clear()
    lobby = Lobby(store, trial.clock, CountedDice())
    await lobby.room(trial.state.room)
    await lobby.close()
    kept = await store.snapshot_of(trial.state.room)
    assert kept is not None
    assert kept.version == trial.state.version


async def test_bots_play_on_the_same_in_a_room_that_was_opened_from_a_snapshot() -> None:
    logs = []
    for restarts in (False, True):
        trial = await Trial.laid(1, ["greedy", "random"], label="same", switches={"elimination_line": 60, "window_from": 50})
        await trial.ask(0, Start())
        steps = 0
        while not is_over(trial.state):
            if restarts and steps % 25 == 24:
                await trial.lobby.close()
                trial.lobby = Lobby(trial.store, trial.clock, trial.lobby._dice)
                await trial.lobby.page_opened(trial.state.room, trial.state.host)
                trial.room = await trial.lobby.room(trial.state.room)
            await trial.step()
            steps += 1
        logs.append([stored.body for stored in await trial.store.entries_after(room_log(trial.state.room), 2)])
        await trial.close()
    assert logs[0] == logs[1]


async def test_a_snapshot_that_cannot_be_kept_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    store = MemoryStore()

    async def fails(*_: object) -> None:
        raise StoreFailed("full")

    monkeypatch.setattr(store, "keep_snapshot", fails)
    trial = await played("house", 30, store)
    assert trial.state.deals
    await trial.close()


async def test_a_room_keeps_so_many_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_DEALS > 100
    monkeypatch.setattr("continental.table.requests.MOST_DEALS", 1)
    trial = await Trial.laid(2, switches={"elimination_line": 20, "window_from": 19})
    await trial.ask(0, Start())
    await trial.until(is_over)
    assert await trial.refused(0, Again()) == "table_long"
    await trial.close()
