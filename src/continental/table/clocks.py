"""The seats' clocks and reserves: which run, and since when. They follow from the log, so a restart changes nothing."""

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
    """One seat's clock. `began`: when its present act was first waited for. `reserve_began`: since when the reserve runs.

    Both are 0 if that is not so. `reserve_ms` is the rest of the reserve when it last began to run.
    """

    reserve_ms: int
    began: Millis = STOPPED
    reserve_began: Millis = STOPPED

    def due(self, clock_ms: int) -> Millis:
        """Return when the time that runs now ends: the act's time, or the reserve."""
        if self.reserve_began:
            return Millis(self.reserve_began + self.reserve_ms)
        return Millis(self.began + clock_ms)

    def followed(self, now: Millis, *, runs: bool, same: bool, on_reserve: bool) -> SeatClock:
        """Return the clock after a version stored at `now`.

        `runs`: whether it runs then. `same`: whether it is for the same act as before. `on_reserve`: whether its reserve began.
        """
        left, reserve_began = self.reserve_ms, self.reserve_began
        if reserve_began and not (runs and same):
            left, reserve_began = max(0, left - max(0, now - reserve_began)), STOPPED
        if on_reserve and runs:
            reserve_began = now
        began = self.began if same else STOPPED
        return replace(self, reserve_ms=left, began=began or (now if runs else STOPPED), reserve_began=reserve_began)


def waited_for(rules: RuleSet, position: Position) -> Sequence[Seat]:
    """Return the asked seats whose clocks run.

    They are all of them, except while a discard goes round in order. Then it is the first who has not spoken.
    """
    if position.phase is Phase.CLAIM and rules.claims is not None and not rules.claims.turn.first_call:
        return position.asked[:1]
    return position.asked
