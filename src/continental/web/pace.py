"""How much is done within a stretch of time: of each kind so much at most, and so much of all kinds together."""

from __future__ import annotations

from collections import Counter
from typing import Final

from continental.table.ports import Clock

ALL: Final = ""
"""The kind of what is counted together alone."""


class Pace:
    """Counts within stretches of `within_ms`, one after another, so that nothing is remembered for longer than that.

    `most_each` is for one kind, `most_all` for all of them together, which no choice of names gets round.
    """

    def __init__(self, clock: Clock, within_ms: int, *, most_all: int, most_each: int | None = None) -> None:
        self._clock = clock
        self._within_ms = within_ms
        self._most_each = most_all if most_each is None else most_each
        self._most_all = most_all
        self._stretch = 0
        self._done: Counter[str] = Counter()
        self._done_together = 0

    def has_room(self, kind: str = ALL, weight: int = 1) -> bool:
        """Whether so much more of the kind would not be too much; nothing is counted yet."""
        stretch = self._clock.now() // self._within_ms
        if stretch != self._stretch:
            self._stretch, self._done_together = stretch, 0
            self._done.clear()
        return self._done[kind] + weight <= self._most_each and self._done_together + weight <= self._most_all

    def count(self, kind: str = ALL, weight: int = 1) -> None:
        """Count what was done."""
        self._done[kind] += weight
        self._done_together += weight
