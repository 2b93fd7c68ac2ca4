"""Whose clock runs, since when, and what is left of each seat's reserve; it follows from the log, so restarts change nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from continental.play.position import Position
from continental.play.terms import Phase, Seat
from continental.rules.base import RuleSet
from continental.table.ports import Millis

STOPPED = Millis(0)


@dataclass(frozen=True, slots=True)
class SeatClock:
    """One seat's clock. `began`: when its present act was first waited for; `reserve_began`: since when the reserve runs.

    Both are 0 where that is not so. `reserve_ms` is what was left of the reserve when it last began to run.
    """

    reserve_ms: int
    began: Millis = STOPPED
    reserve_began: Millis = STOPPED

    def due(self, clock_ms: int) -> Millis:
        """When what runs now runs out: the act's time, or the reserve."""
        if self.reserve_began:
            return Millis(self.reserve_began + self.reserve_ms)
        return Millis(self.began + clock_ms)

    def followed(self, now: Millis, *, runs: bool, same: bool, on_reserve: bool) -> SeatClock:
        """The clock after a version stored at `now`: does it run, is it for the same act as before, did its reserve begin?"""
        left, reserve_began = self.reserve_ms, self.reserve_began
        if reserve_began and not (runs and same):
            left, reserve_began = max(0, left - max(0, now - reserve_began)), STOPPED
        if on_reserve and runs:
            reserve_began = now
        began = self.began if same else STOPPED
        return replace(self, reserve_ms=left, began=began or (now if runs else STOPPED), reserve_began=reserve_began)


def waited_for(rules: RuleSet, position: Position) -> Sequence[Seat]:
    """The asked seats whose clocks run: all of them, but where a discard goes round in order the first who has not spoken."""
    if position.phase is Phase.CLAIM and rules.claims is not None and not rules.claims.turn.first_call:
        return position.asked[:1]
    return position.asked
