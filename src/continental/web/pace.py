"""How much is done within a minute or an hour: of each kind, for each address, and by all together."""

from __future__ import annotations

from collections import Counter
from typing import Final

from continental.table.ports import Clock

ALL: Final = ""
"""The kind of what is counted together alone."""


class Pace:
    """Counts within stretches of `within_ms`, one after another, so that nothing is remembered for longer than that.

    `most_each` bounds one kind. `most_address` is the share of one address, so that no stranger uses up what all may do.
    `most_all` bounds the process, whatever names, cookies or addresses are used.
    """

    def __init__(self, clock: Clock, within_ms: int, *, most_all: int, most_address: int, most_each: int | None = None) -> None:
        self._clock = clock
        self._within_ms = within_ms
        self._most_all = most_all
        self._most_address = most_address
        self._most_each = most_all if most_each is None else most_each
        self._stretch = 0
        self._of_kind: Counter[str] = Counter()
        self._of_address: Counter[str] = Counter()
        self._together = 0

    def take(self, address: str, kind: str = ALL, weight: int = 1) -> bool:
        """Count so much more of the kind for the address, and return True. Return False, and count nothing, if it is too much."""
        stretch = self._clock.now() // self._within_ms
        if stretch != self._stretch:
            self._stretch, self._together = stretch, 0
            self._of_kind.clear()
            self._of_address.clear()
        fits = (
            self._of_kind[kind] + weight <= self._most_each
            and self._of_address[address] + weight <= self._most_address
            and self._together + weight <= self._most_all
        )
        if fits:
            self._of_kind[kind] += weight
            self._of_address[address] += weight
            self._together += weight
        return fits
