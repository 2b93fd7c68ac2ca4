"""The acts that fall due in a room, and when: bots, clocks, standing answers, dice, deals. Each is stored, so none is lost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from continental.play.terms import TABLE, Phase, Seat
from continental.table.clocks import waited_for
from continental.table.ports import Due, Millis
from continental.table.standing import answer_for
from continental.table.state import RoomPhase, RoomState

BOT: Final = "bot"
CLOCK: Final = "clock"
RESERVE: Final = "reserve"
STANDING: Final = "standing"
COMMIT: Final = "commit"
DEAL: Final = "deal"

FIRST_DEAL_MS: Final = 1_000
HURRIED_MS: Final = 100
"""The longest wait of a bot if no person is in the match any more. Those who watch want to see how it ends."""
UNSEEN_MS: Final = 5_000
"""The shortest wait of a bot while nobody has the table's page open."""
PAUSE_MS: Final = 30_000
"""How long a count stays on the table unless everybody here has seen it."""


def dues_after(state: RoomState, before: Sequence[Due], now: Millis, *, is_seen: bool = True) -> tuple[Due, ...]:
    """Return all that is due in the room now. Something due before that is still the same question keeps its time.

    `is_seen`: somebody has the table's page open. Bots go slowly if nobody has.
    """
    kept = {(due.kind, due.seat, due.version): due for due in before}
    fresh = _wanted(state, now, is_seen=is_seen)
    return tuple(sorted(kept.get((due.kind, due.seat, due.version), due) for due in fresh))


def hurried(state: RoomState, dues: Sequence[Due], now: Millis) -> tuple[Due, ...]:
    """Return the dues with the bots' acts no later than the table's pace, since somebody has opened the page."""
    soon = Millis(now + _pace(state, is_seen=True))
    return tuple(sorted(replace(due, at=min(due.at, soon)) if due.kind == BOT else due for due in dues))


def _wanted(state: RoomState, now: Millis, *, is_seen: bool) -> Iterable[Due]:
    position = state.position
    if position is None or state.phase is RoomPhase.OVER:
        return
    if position.phase is Phase.COMMIT:
        yield Due(now, COMMIT, TABLE, state.version)
    elif position.phase is Phase.DEAL:
        yield Due(Millis(now + _pause(state)), DEAL, TABLE, _opened(state))
    pace_ms = _pace(state, is_seen=is_seen)
    clocked = waited_for(state.rules, position) if state.setup.clock_s else ()
    for seat in position.asked:
        prompt = state.prompts[seat]
        if not state.chairs[seat].is_played_by_person:
            yield Due(Millis(now + pace_ms), BOT, seat, prompt)
        elif answer_for(position, seat, state.standing[seat]) is not None:
            yield Due(now, STANDING, seat, prompt)
        elif seat in clocked:
            clock = state.clocks[seat]
            kind = RESERVE if clock.reserve_began else CLOCK
            yield Due(clock.due(state.setup.clock_s * 1000), kind, seat, prompt)


def _pace(state: RoomState, *, is_seen: bool) -> int:
    """Return how long bots wait before they act."""
    pace_ms = state.setup.pace_ms
    if not is_seen:
        return max(pace_ms, UNSEEN_MS)
    return pace_ms if _persons_in(state) else min(pace_ms, HURRIED_MS)


def _persons_in(state: RoomState) -> bool:
    """Return whether a person is still in the match, or there are no persons. Bots among themselves keep their pace."""
    assert state.position is not None, "bots act in a match"
    out = state.position.standing.out
    persons = state.persons()
    return not persons or any(not out[seat] for seat in persons)


def _opened(state: RoomState) -> int:
    """Return a number that stays the same while the same deal is waited for."""
    assert state.position is not None, "a deal is due in a match"
    return state.match_version + state.position.standing.hands


def _pause(state: RoomState) -> int:
    assert state.position is not None, "a deal is due in a match"
    if state.position.standing.hands == 0:
        return min(FIRST_DEAL_MS, max(100, state.setup.pace_ms))
    return PAUSE_MS if state.persons() else max(1_000, 3 * state.setup.pace_ms)


def due_of(dues: Iterable[Due], kind: str, seat: Seat = TABLE) -> Due | None:
    """Return the due of that kind and seat, if there is one."""
    return next((due for due in dues if due.kind == kind and due.seat == seat), None)


def still_due(due: Due, dues: Iterable[Due]) -> bool:
    """Return whether it is among the dues of now."""
    return due in dues
