"""Tallies of duplicate deals: whole numbers that merge in any order, and what they say about the bots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Final

from continental.play.terms import Ending
from continental.study.deals import Outcome

WIDTH: Final = 1.96
"""So many standard errors either side hold the true mean 95 times in 100."""


@dataclass(frozen=True, slots=True)
class Margin:
    """A mean over groups of deals and its 95 % interval; the ends are None if there is one group alone."""

    mean: float
    low: float | None
    high: float | None


@dataclass(slots=True)
class Sums:
    """Sum and sum of squares of one whole number a group, so that groups can be added in any order without rounding."""

    total: int = 0
    squares: int = 0

    def add(self, value: int) -> None:
        """One group more."""
        self.total += value
        self.squares += value * value

    def merge(self, other: Sums) -> None:
        """All the groups of another."""
        self.total += other.total
        self.squares += other.squares

    def margin(self, groups: int, scale: int) -> Margin:
        """Return the mean of the groups' numbers, each too large by a factor `scale`, with its interval."""
        mean = self.total / (groups * scale)
        if groups < 2:
            return Margin(mean, None, None)
        variance = (groups * self.squares - self.total * self.total) / (groups * groups * (groups - 1)) / scale**2
        wide = WIDTH * sqrt(variance)
        return Margin(mean, mean - wide, mean + wide)


@dataclass(slots=True)
class BotTally:
    """The results of one kind of bot, over all seats it sat at."""

    points: int = 0
    cents: int = 0
    endings: Counter[Ending] = field(default_factory=Counter)
    points_ahead: Sums = field(default_factory=Sums)
    cents_ahead: Sums = field(default_factory=Sums)

    def merge(self, other: BotTally) -> None:
        """Add all of another."""
        self.points += other.points
        self.cents += other.cents
        self.endings.update(other.endings)
        self.points_ahead.merge(other.points_ahead)
        self.cents_ahead.merge(other.cents_ahead)


@dataclass(slots=True)
class Tally:
    """The results of groups of deals; a group is one deal's dice played once for each rotation of the bots round the seats.

    How far a kind of bot is ahead in a group is, over its rotations, the mean of the others less its own mean in points
    (for low is good), and its own less the others' in cents. It is kept as a whole number, `scale(kind)` times too large, and
    only one number a group enters the interval, because the deals of a group share their cards.
    """

    seats: tuple[str, ...]
    groups: int = 0
    turns: int = 0
    dead: int = 0
    bots: dict[str, BotTally] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for kind in self.seats:
            self.bots.setdefault(kind, BotTally())

    @property
    def deals(self) -> int:
        """How many deals were played."""
        return self.groups * len(self.seats)

    @property
    def endings(self) -> Counter[Ending]:
        """How often hands ended in each way."""
        return sum((bot.endings for bot in self.bots.values()), Counter[Ending]())

    def scale(self, kind: str) -> int:
        """Return the factor by which the sums of a kind are kept too large; 0 if nobody else plays."""
        own = self.seats.count(kind)
        return own * (len(self.seats) - own) * len(self.seats)

    def add_group(self, outcomes: Sequence[Outcome]) -> None:
        """Add one group: `outcomes[r]` is the deal in which `seats[i]` sat at seat (i + r) modulo their number."""
        self.groups += 1
        points = dict.fromkeys(self.bots, 0)
        cents = dict.fromkeys(self.bots, 0)
        for turned, outcome in enumerate(outcomes):
            self.turns += outcome.turns
            self.dead += outcome.ending is None
            for place, kind in enumerate(self.seats):
                seat = (place + turned) % len(self.seats)
                points[kind] += outcome.points[seat]
                cents[kind] += outcome.cents[seat]
                if outcome.ender == seat and outcome.ending is not None:
                    self.bots[kind].endings[outcome.ending] += 1
        for kind, bot in self.bots.items():
            own = self.seats.count(kind)
            others = len(self.seats) - own
            bot.points += points[kind]
            bot.cents += cents[kind]
            bot.points_ahead.add(own * (sum(points.values()) - points[kind]) - others * points[kind])
            bot.cents_ahead.add(others * cents[kind] - own * (sum(cents.values()) - cents[kind]))

    def merge(self, other: Tally) -> None:
        """Add all the groups of another tally of the same seats; raises ValueError for other seats."""
        if other.seats != self.seats:
            raise ValueError(f"a tally of {self.seats} cannot be merged with one of {other.seats}")
        self.groups += other.groups
        self.turns += other.turns
        self.dead += other.dead
        for kind, bot in self.bots.items():
            bot.merge(other.bots[kind])

    def points_margin(self, kind: str) -> Margin | None:
        """Return the points a deal by which the kind stayed below the others; None if nothing was played against others."""
        scale = self.scale(kind)
        return self.bots[kind].points_ahead.margin(self.groups, scale) if scale and self.groups else None

    def cents_margin(self, kind: str) -> Margin | None:
        """Return the cents a deal that the kind gained more than the others; None if nobody else plays, or nothing was played."""
        scale = self.scale(kind)
        return self.bots[kind].cents_ahead.margin(self.groups, scale) if scale and self.groups else None
