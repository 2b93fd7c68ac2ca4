"""Declare what stands on a score sheet, one below the other: hands, and what happens between hands, by the players' names."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from continental.codec import Key, Sparse
from continental.play.terms import Ending
from continental.scorepad.forms import ByName, Name, Names


@dataclass(frozen=True, slots=True)
class PaperHand:
    """The hand of a match for money as a table says it.

    `counts` has every other player who is in. `knock_card` is the points of a knock's loose card. `jokers` says what players
    held when the hand ended, as far as it was written down. `buys` names those who buy back if they are offered it.
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
    """The deal of a match of so many deals, for points.

    `closed_by` is None if the deal ended otherwise, `at_once` says that the closer went down in that very turn. `points` has what
    every other player who is in still held.
    """

    closed_by: Name | None
    points: ByName
    at_once: bool = False


@dataclass(frozen=True, slots=True)
class DeadHand:
    """A hand that nobody ended: nobody scores and nobody pays, and the deal passes."""

    dead: Literal[True] = True


@dataclass(frozen=True, slots=True)
class Joins:
    """A late player sits down, in the last seat."""

    name: Annotated[Name, Key("joins")]


@dataclass(frozen=True, slots=True)
class Leaves:
    """A player goes home: out of the match, the money stays."""

    name: Annotated[Name, Key("leaves")]


@dataclass(frozen=True, slots=True)
class Stops:
    """The match is broken off: the pot goes back evenly to those who are in."""

    stops: Literal[True] = True


Hand = PaperHand | PointsHand
What = Hand | DeadHand | Joins | Leaves | Stops
