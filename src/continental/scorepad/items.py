"""What stands on a score sheet, one below the other: hands, and what happens between hands, by the players' names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from continental.play.terms import Ending


@dataclass(frozen=True, slots=True)
class PaperHand:
    """What a table says a hand came to, in a match for money.

    `knock_card` is the points of a knock's loose card; `counts` has every other player who is in; `jokers` says what players
    held when the hand ended, as far as it was written down; `buys` names those who buy back if they are offered it.
    """

    ended_by: str
    ending: Ending
    knock_card: int | None
    counts: Mapping[str, int]
    jokers: Mapping[str, int]
    feeder: str | None
    buys: tuple[str, ...]


POINTS_KEYS: Final = ("closed_by", "at_once", "points")
"""The keys of a `PointsHand` as a JSON value."""


@dataclass(frozen=True, slots=True)
class PointsHand:
    """What a deal came to in a match of so many deals, for points.

    `closed_by` is None where the deal ended otherwise; `points` has what every other player who is in still held.
    """

    closed_by: str | None
    at_once: bool  # whoever closed went down in that very turn
    points: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class DeadHand:
    """A hand that nobody ended: nobody scores and nobody pays, and the deal passes."""


@dataclass(frozen=True, slots=True)
class Joins:
    """A late player sits down, in the last seat."""

    name: str


@dataclass(frozen=True, slots=True)
class Leaves:
    """A player goes home: out of the match, the money stays."""

    name: str


@dataclass(frozen=True, slots=True)
class Stops:
    """The match is broken off: the pot goes back evenly to those who are in."""


Hand = PaperHand | PointsHand
What = Hand | DeadHand | Joins | Leaves | Stops
