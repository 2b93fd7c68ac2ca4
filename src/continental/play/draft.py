"""A decision in the making: each event is folded in at once, so that none is decided on a stale position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from continental.play.events import Event, MatchBegan, StandingEvent
from continental.play.evolve import evolve, evolve_standing, from_start
from continental.play.position import DealState, Position, Standing


class Book(Protocol):
    """Whatever keeps a match's standing: a match being played, or a scorepad; rules.match and rules.money write in it."""

    @property
    def standing(self) -> Standing: ...

    @property
    def events(self) -> Sequence[Event]: ...

    def emit(self, event: StandingEvent) -> None: ...


class Draft:
    """The events of one decision in a match being played."""

    __slots__ = ("events", "position")

    def __init__(self, position: Position) -> None:
        self.position = position
        self.events: list[Event] = []

    @classmethod
    def of(cls, first: MatchBegan) -> Draft:
        """Return the draft of a match that begins with this event."""
        draft = cls(from_start((first,)))
        draft.events.append(first)
        return draft

    @property
    def standing(self) -> Standing:
        return self.position.standing

    @property
    def deal(self) -> DealState:
        return self.position.dealing

    def emit(self, event: Event) -> None:
        self.position = evolve(self.position, event)
        self.events.append(event)


class Sheet:
    """The events of one entry on a paper table's score sheet."""

    __slots__ = ("events", "standing")

    def __init__(self, standing: Standing) -> None:
        self.standing = standing
        self.events: list[StandingEvent] = []

    def emit(self, event: StandingEvent) -> None:
        self.standing = evolve_standing(self.standing, event)
        self.events.append(event)
