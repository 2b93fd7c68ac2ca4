"""What happens in a room around the match: facts in the past tense, stored in one log with the match's own events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, get_args

from continental.play.events import Event
from continental.play.plain import Plain, event_from_plain, event_to_plain, from_plain, to_plain, type_tag
from continental.play.terms import Seat
from continental.play.view import see
from continental.table.ports import RoomId, SessionHash
from continental.table.setup import Setup


@dataclass(frozen=True, slots=True)
class RoomMade:
    """A table was laid, with nobody at it yet."""

    room: RoomId
    setup: Setup


@dataclass(frozen=True, slots=True)
class Joined:
    """A person sat down."""

    seat: Seat
    name: str
    session: SessionHash


@dataclass(frozen=True, slots=True)
class BotSeated:
    """A bot was given a seat."""

    seat: Seat
    bot: str
    name: str


@dataclass(frozen=True, slots=True)
class SeatCleared:
    """A seat became empty."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class HostPassed:
    """The host's rights went to another seat, or (None) to whoever sits down next."""

    seat: Seat | None


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """A match of this room began, its number counted from 1; `dice` are the bots' chance, and no seat sees them."""

    number: int
    dice: bytes


@dataclass(frozen=True, slots=True)
class SatIn:
    """A person left during the match, and a bot plays for the seat until they are back."""

    seat: Seat
    bot: str


@dataclass(frozen=True, slots=True)
class CameBack:
    """The person of the seat is back and plays again."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SaidNext:
    """The person is ready for the next deal."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ClockRanOut:
    """The seat did not act in time; the act that the table states for that follows."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class BotFailed:
    """The seat's bot gave no valid act in time; the act that the table states for that follows."""

    seat: Seat


RoomEvent = (
    RoomMade
    | Joined
    | BotSeated
    | SeatCleared
    | HostPassed
    | MatchStarted
    | SatIn
    | CameBack
    | SaidNext
    | ClockRanOut
    | BotFailed
)
AnyEvent = RoomEvent | Event

_ROOM_EVENTS: Final = {type_tag(kind): kind for kind in get_args(RoomEvent)}


def print_event(event: AnyEvent) -> Plain:
    """A whole event as plain values, for the log."""
    return to_plain(event, "is")


def parse_event(plain: Plain) -> AnyEvent:
    """Read a whole event from the log; raises PlainError."""
    kind = _ROOM_EVENTS.get(plain.get("is", ""))
    if kind is None:
        return event_from_plain(plain)
    event: RoomEvent = from_plain(kind, {key: part for key, part in plain.items() if key != "is"}, plain["is"])
    return event


def show_event(event: AnyEvent, seat: Seat | None) -> Plain:
    """The event as the seat (None: somebody watching) may know it, as plain values; each event says here what it shows."""
    match event:
        case RoomMade():
            return {"is": "room_made"}
        case Joined(who, name):
            return {"is": "joined", "seat": who, "name": name}
        case MatchStarted(number):
            return {"is": "match_started", "number": number}
        case BotSeated() | SeatCleared() | HostPassed() | SatIn() | CameBack() | SaidNext() | ClockRanOut() | BotFailed():
            return to_plain(event, "is")
        case _:
            return event_to_plain(see(event, seat))


def is_room_event(event: AnyEvent) -> bool:
    """Whether it is about the room rather than the match."""
    return isinstance(event, get_args(RoomEvent))
