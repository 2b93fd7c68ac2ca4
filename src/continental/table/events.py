"""The events in a room around the match: facts in the past tense, in one log with the match's own events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Final, get_args

from continental.codec import Plain, reader_of, tagged, to_plain
from continental.logbook.links import KeyHash
from continental.play.events import Event
from continental.play.plain import event_to_plain
from continental.play.terms import Seat
from continental.play.view import see
from continental.table.ports import Millis, RoomId, SessionHash
from continental.table.setup import Setup
from continental.table.standing import StandingAnswer


@dataclass(frozen=True, slots=True)
class RoomMade:
    """A table was made, with nobody at it yet."""

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
class TurnedAway:
    """The host turned the seat's person away. The seat is empty, and that session never sits down here again."""

    seat: Seat
    session: SessionHash


@dataclass(frozen=True, slots=True)
class HostPassed:
    """The host's rights went to another seat, or, if None, to the next person who sits down."""

    seat: Seat | None


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """A match of this room began, its number counted from 1. `dice` are the bots' random bytes, and no seat sees them."""

    number: int
    dice: bytes


@dataclass(frozen=True, slots=True)
class SatIn:
    """A bot plays for the seat of a person who left during the match. `away`: they did not say so, but were gone for long."""

    seat: Seat
    bot: str
    away: bool = False


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
    """The seat did not act in time. The act that the table states for that follows."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ReserveBegan:
    """The seat's time for this act is over, and its reserve runs."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CarryOffered:
    """The seat's person asked for a link that carries the seat to another device."""

    seat: Seat
    link: KeyHash
    until: Millis


@dataclass(frozen=True, slots=True)
class Carried:
    """The seat went to another device. That session holds it from now on, and the one before no longer."""

    seat: Seat
    session: SessionHash


@dataclass(frozen=True, slots=True)
class StandingSaid:
    """The seat's person gave a standing answer."""

    seat: Seat
    answer: StandingAnswer


@dataclass(frozen=True, slots=True)
class BotFailed:
    """The seat's bot gave no valid act in time. The act that the table states for that follows."""

    seat: Seat


RoomEvent = (
    RoomMade
    | Joined
    | BotSeated
    | SeatCleared
    | TurnedAway
    | HostPassed
    | MatchStarted
    | SatIn
    | CameBack
    | SaidNext
    | ClockRanOut
    | BotFailed
    | ReserveBegan
    | CarryOffered
    | Carried
    | StandingSaid
)
AnyEvent = RoomEvent | Event

_KINDS: Final = get_args(RoomEvent)
_read_event: Final = reader_of(Annotated[Any, tagged("is", AnyEvent)])


def print_event(event: AnyEvent) -> Plain:
    """Return a whole event as a JSON object, for the log."""
    return to_plain(event, "is")


def parse_event(plain: object) -> AnyEvent:
    """Return the whole event of a JSON object out of the log. Raises Unfit."""
    event: AnyEvent = _read_event(plain)
    return event


def show_event(event: AnyEvent, seat: Seat | None) -> Plain | None:
    """Return the event as the seat (None: somebody who watches) may know it, as plain values.

    Return None if the seat may not know that it happened. Each event says here what it shows.
    """
    match event:
        case RoomMade():
            return {"is": "room_made"}
        case Joined(who, name):
            return {"is": "joined", "seat": who, "name": name}
        case MatchStarted(number):
            return {"is": "match_started", "number": number}
        case Carried(who):
            return {"is": "carried", "seat": who}
        case TurnedAway(who):
            return {"is": "turned_away", "seat": who}
        case CarryOffered(who):
            return {"is": "carry_offered", "seat": who} if who == seat else None
        case StandingSaid(who, answer):
            return {"is": "standing_said", "seat": who, "answer": to_plain(answer)} if who == seat else None
        case BotSeated() | SeatCleared() | HostPassed() | SatIn() | CameBack() | SaidNext():
            return to_plain(event, "is")
        case ClockRanOut() | ReserveBegan() | BotFailed():
            return to_plain(event, "is")
        case _:
            return event_to_plain(see(event, seat))


def is_for_all(event: AnyEvent) -> bool:
    """Return whether everybody may know all of a match's event: the view shows the event itself."""
    return not is_room_event(event) and see(event, None) is event  # type: ignore[arg-type]


def is_room_event(event: AnyEvent) -> bool:
    """Return whether it is about the room rather than the match."""
    return isinstance(event, _KINDS)
