"""Where a room stands, folded from its log: chairs, host, the match's position, and when each seat's prompt opened."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from continental.play.events import MatchBegan
from continental.play.evolve import began, evolve
from continental.play.position import Position
from continental.play.terms import Phase, Seat
from continental.rules.base import RuleSet
from continental.table.events import (
    AnyEvent,
    BotFailed,
    BotSeated,
    CameBack,
    ClockRanOut,
    HostPassed,
    Joined,
    MatchStarted,
    RoomMade,
    SaidNext,
    SatIn,
    SeatCleared,
)
from continental.table.log import Entry
from continental.table.ports import Millis, RoomId, SessionHash
from continental.table.setup import Setup

RECENT: Final = 80
"""How many events a room remembers for its feed; a seat is sent the last forty that concern it."""


class RoomPhase(StrEnum):
    """What the room is doing."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat and who has it: a person (session), a bot (bot, no session), both (a bot sits in for a person), or nobody."""

    name: str = ""
    session: SessionHash | None = None
    bot: str | None = None

    @property
    def kind(self) -> str:
        """`person`, `bot` or `empty`."""
        return "person" if self.session is not None else "bot" if self.bot is not None else "empty"

    @property
    def is_played_by_person(self) -> bool:
        return self.session is not None and self.bot is None


@dataclass(frozen=True, slots=True)
class RoomState:
    """Everything about a room after one version; tuples are by seat."""

    room: RoomId
    version: int
    at: Millis
    setup: Setup
    rules: RuleSet
    chairs: tuple[Chair, ...]
    host: Seat | None = None
    match: int = 0  # how many matches have begun
    match_version: int = 0  # the version that began the present one
    position: Position | None = None
    bot_dice: bytes = b""
    prompts: tuple[int, ...] = ()  # the version at which the seat's present prompt opened; 0 where it is not asked
    said_next: frozenset[Seat] = frozenset()
    recent: tuple[tuple[int, AnyEvent], ...] = ()

    @property
    def phase(self) -> RoomPhase:
        if self.position is None:
            return RoomPhase.LOBBY
        return RoomPhase.OVER if self.position.standing.is_over else RoomPhase.PLAYING

    def seat_of(self, session: SessionHash | None) -> Seat | None:
        """The seat of a session; None for whoever only watches."""
        if session is None:
            return None
        return next((Seat(seat) for seat, chair in enumerate(self.chairs) if chair.session == session), None)

    def names(self) -> tuple[str, ...]:
        """The names of all who sit, in order of seat."""
        return tuple(chair.name for chair in self.chairs if chair.kind != "empty")

    def persons(self) -> tuple[Seat, ...]:
        """The seats that a person plays."""
        return tuple(Seat(seat) for seat, chair in enumerate(self.chairs) if chair.is_played_by_person)

    @property
    def waits_to_deal(self) -> bool:
        """Whether the dice of the next deal are bound and the deal is due."""
        return self.position is not None and self.position.phase is Phase.DEAL


def _with_chair(state: RoomState, seat: Seat, chair: Chair) -> RoomState:
    return replace(state, chairs=(*state.chairs[:seat], chair, *state.chairs[seat + 1 :]))


def evolve_room(state: RoomState, event: AnyEvent) -> RoomState:
    """The room after one event; the match's own go to `play.evolve`."""
    match event:
        case Joined(seat, name, session):
            seated = _with_chair(state, seat, Chair(name, session))
            return seated if state.host is not None else replace(seated, host=seat)
        case BotSeated(seat, bot, name):
            return _with_chair(state, seat, Chair(name, None, bot))
        case SeatCleared(seat):
            return _with_chair(state, seat, Chair())
        case HostPassed(seat):
            return replace(state, host=seat)
        case MatchStarted(number, dice):
            return replace(state, match=number, bot_dice=dice, position=None, said_next=frozenset())
        case SatIn(seat, bot):
            return _with_chair(state, seat, replace(state.chairs[seat], bot=bot))
        case CameBack(seat):
            return _with_chair(state, seat, replace(state.chairs[seat], bot=None))
        case SaidNext(seat):
            return replace(state, said_next=state.said_next | {seat})
        case ClockRanOut() | BotFailed():
            return state
        case RoomMade():
            raise ValueError("a room is made once")
        case MatchBegan():
            return replace(state, position=Position(Phase.COMMIT, (), began(event)))
        case _:
            if state.position is None:
                raise ValueError(f"{type(event).__name__} in a room without a match")
            return replace(state, position=evolve(state.position, event))


def _first(made: AnyEvent) -> RoomState:
    if not isinstance(made, RoomMade):
        raise ValueError("a room's log begins with RoomMade")
    setup = made.setup
    return RoomState(made.room, 0, Millis(0), setup, setup.rule_set(), (Chair(),) * setup.seats, prompts=(0,) * setup.seats)


def fold(state: RoomState | None, entry: Entry) -> RoomState:
    """The room after one more version of its log; `state` None before the first."""
    before, events = state, entry.events
    if state is None:
        state, events = _first(events[0]), events[1:]
    if entry.version != state.version + 1:
        raise ValueError(f"version {entry.version} does not follow {state.version}")
    for event in events:
        state = evolve_room(state, event)
    started = any(isinstance(event, MatchStarted) for event in entry.events)
    recent = (*state.recent, *((entry.version, event) for event in entry.events))[-RECENT:]
    said = state.said_next if state.waits_to_deal else frozenset()
    state = replace(
        state,
        version=entry.version,
        at=entry.at,
        match_version=entry.version if started else state.match_version,
        said_next=said,
        recent=recent,
    )
    return replace(state, prompts=_prompts(before, state, entry))


def _prompts(before: RoomState | None, now: RoomState, entry: Entry) -> tuple[int, ...]:
    """For each seat the version at which what it is asked now was first asked; an own act always ends a prompt."""
    if now.position is None:
        return (0,) * len(now.chairs)
    acted = entry.act.get("seat")
    same = before is not None and before.position is not None and _asks(before.position) == _asks(now.position)
    return tuple(
        0
        if seat not in now.position.asked
        else before.prompts[seat]
        if same and before is not None and before.prompts[seat] and seat != acted
        else entry.version
        for seat in range(len(now.chairs))
    )


def _asks(position: Position) -> tuple[object, ...]:
    """What tells one question from the next where a seat is asked twice without an act of its own between."""
    deal = position.deal
    asked_of = (deal.number, deal.accused, len(deal.ruled)) if deal else ()
    return (position.phase, position.standing.hands, position.standing.offer, *asked_of)


def fold_all(entries: Iterable[Entry]) -> RoomState:
    """The room that a whole log leads to; raises ValueError for an empty one."""
    state: RoomState | None = None
    for entry in entries:
        state = fold(state, entry)
    if state is None:
        raise ValueError("the log is empty")
    return state
