"""Limits of pace: an amount at once, and as much again as time gives back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from continental.table.ports import Clock

ALL: Final = ""
"""The name under which everything is counted together."""
FEW: Final = 1_000
"""The number of names that are kept without looking for those to forget."""
_ROUNDING: Final = 1e-9
"""The part of `most` by which sums of fractions may be off."""


class Meter:
    """The amounts that names have used. Each may use `most` at once, and `rate` is given back in each unit of time.

    A name to which all has been given back is forgotten, so that no more names are kept than were counted lately.
    """

    def __init__(self, most: float, rate: float, now: Callable[[], float]) -> None:
        self._most = most
        self._rate = rate
        self._now = now
        self._used: dict[str, tuple[float, float]] = {}  # the amount, and the moment
        self._most_names = FEW

    def _used_now(self, name: str, now: float) -> float:
        used, at = self._used.get(name, (0.0, now))
        # A clock that was set back gives nothing back, and takes nothing.
        return max(0.0, used - max(0.0, now - at) * self._rate)

    def used(self, name: str) -> float:
        """Return the amount that the name has used and that was not given back yet."""
        return self._used_now(name, self._now())

    def charge(self, name: str, amount: float = 1) -> None:
        """Add the amount to what the name has used."""
        now = self._now()
        if len(self._used) >= self._most_names:
            self._used = {each: self._used[each] for each in self._used if self._used_now(each, now) > 0}
            # Doubling the bound makes the walk over all names rare, whatever their number.
            self._most_names = max(FEW, 2 * len(self._used))
        self._used[name] = self._used_now(name, now) + amount, now

    def wait(self, name: str, amount: float = 0) -> float:
        """Return after how much time the name may use the amount, or 0 if it may now."""
        over = self.used(name) + amount - self._most
        return over / self._rate if over > self._most * _ROUNDING else 0.0

    def take(self, name: str = ALL, amount: float = 1) -> bool:
        """Count the amount and return True. If it is too much, count nothing and return False."""
        fits = self.wait(name, amount) <= 0
        if fits:
            self.charge(name, amount)
        return fits


class Pace:
    """A pace for requests of strangers: for each kind, for each address, and for all together.

    Each limit may be used at once, and as much again within `within_ms`. `most_each` bounds one kind. `most_address` is the
    share of one address, so that no stranger uses up the limit of all. `most_all` bounds the process, whatever names, cookies or
    addresses are used.
    """

    def __init__(self, clock: Clock, within_ms: int, *, most_all: int, most_address: int, most_each: int | None = None) -> None:
        def meter(most: int) -> Meter:
            return Meter(most, most / within_ms, clock.now)

        self._of_kind = meter(most_all if most_each is None else most_each)
        self._of_address = meter(most_address)
        self._together = meter(most_all)

    def take(self, address: str, kind: str = ALL, weight: int = 1) -> bool:
        """Count the weight for the kind and the address and return True. If it is too much, count nothing and return False."""
        counts = ((self._of_kind, kind), (self._of_address, address), (self._together, ALL))
        fits = all(meter.wait(name, weight) <= 0 for meter, name in counts)
        if fits:
            for meter, name in counts:
                meter.charge(name, weight)
        return fits
