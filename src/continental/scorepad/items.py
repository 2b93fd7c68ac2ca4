"""Declare the items of a score sheet: hands, and the events between hands, by the players' names."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from continental.codec import Key, Sparse
from continental.play.terms import Ending
from continental.scorepad.forms import ByName, Name, Names


@dataclass(frozen=True, slots=True)
class PaperHand:
    """The result of a hand as the table reports it, in a match for money.

    `counts` has every other player who is in. `knock_card` is the points of a knock's loose card. `jokers` has the jokers that
    players held when the hand ended, as far as they were written down. `buys` names those who buy back if they are offered it.
    """

    ended_by: Name
    ending: Ending
    counts: ByName
    knock_card: Annotated[int | None, Sparse()] = None
    jokers: ByName = field(default_factory=dict)
    feeder: Name | None = None
    buys: Names = ()


@dataclass(frozen=True, slots=True)
class PointsHand:
    """The result of a deal in a match of a number of deals, for points.

    `closed_by` is None if nobody closed. `at_once` is True if the closer went down in that very turn. `points` has the points
    that every other player who is in still held.
    """

    closed_by: Name | None
    points: ByName
    at_once: bool = False


@dataclass(frozen=True, slots=True)
class DeadHand:
    """A hand that nobody ended. Nobody scores or pays, and the deal passes."""

    dead: Literal[True] = True


@dataclass(frozen=True, slots=True)
class Joins:
    """A late player who sits down, in the last seat."""

    name: Annotated[Name, Key("joins")]


@dataclass(frozen=True, slots=True)
class Leaves:
    """A player who goes home. The player is out of the match, and the money stays."""

    name: Annotated[Name, Key("leaves")]


@dataclass(frozen=True, slots=True)
class Stops:
    """The end of a match that is broken off. The pot is shared evenly by those who are in."""

    stops: Literal[True] = True


Hand = PaperHand | PointsHand
What = Hand | DeadHand | Joins | Leaves | Stops
