"""What a browser may send over the socket, as strict models; the seat is never among it, for it comes from the session."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError

from continental.play.plain import PlainError, action_from_plain
from continental.table.refusal import TableRefused
from continental.table.requests import Again, ClearSeat, Leave, Next, Play, Request, SeatBot, Start

MOST_BYTES: Final = 65_536
"""The longest frame."""

CardText = Annotated[str, StringConstraints(max_length=8)]
Version = Annotated[int, Field(ge=0, le=2**31)]
Short = Annotated[str, StringConstraints(max_length=40)]


class _Frame(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class _GameAct(_Frame):
    after: Version


class DrawAct(_GameAct):
    """Draw from the stock."""

    do: Literal["draw"]


class TakeAct(_GameAct):
    """Take the top discard."""

    do: Literal["take"]


class DiscardAct(_GameAct):
    """Throw a card."""

    do: Literal["discard"]
    card: CardText


class KnockAct(_GameAct):
    """Knock with a card."""

    do: Literal["knock"]
    card: CardText
    called: CardText | None = None


class CloseAct(_GameAct):
    """Close, throwing a card."""

    do: Literal["close"]
    card: CardText


class ContinentalAct(_GameAct):
    """Declare ten of one suit."""

    do: Literal["continental"]
    card: CardText | None = None


class StraightFlushAct(_GameAct):
    """Declare ten of one suit in sequence."""

    do: Literal["straight_flush"]
    card: CardText | None = None


class CallPart(_Frame):
    """What one held joker is called."""

    card: CardText | None = None
    points: Annotated[int, Field(ge=0, le=1000)] | None = None


class CountAct(_GameAct):
    """Count one's hand."""

    do: Literal["count"]
    calls: Annotated[list[CallPart], Field(max_length=16)] = []
    left: Annotated[list[CardText], Field(max_length=16)] | None = None


class AccuseAct(_GameAct):
    """Claim feeding."""

    do: Literal["accuse"]
    accused: Annotated[int, Field(ge=0, le=99)]


class NoClaimAct(_GameAct):
    """Claim none."""

    do: Literal["no_claim"]


class RuleAct(_GameAct):
    """Rule or vote on a claim."""

    do: Literal["rule"]
    upheld: bool


class BuyBackAct(_GameAct):
    """Answer an offer."""

    do: Literal["buy_back"]
    yes: bool


class _RoomAct(_Frame):
    after: Version | None = None


class StartAct(_RoomAct):
    """Begin the match."""

    do: Literal["start"]


class SeatBotAct(_RoomAct):
    """Give a bot a seat."""

    do: Literal["seat_bot"]
    seat: Annotated[int, Field(ge=0, le=99)]
    bot: Short


class ClearSeatAct(_RoomAct):
    """Empty a seat."""

    do: Literal["clear_seat"]
    seat: Annotated[int, Field(ge=0, le=99)]


class LeaveAct(_RoomAct):
    """Leave the table."""

    do: Literal["leave"]


class NextAct(_RoomAct):
    """Be ready for the next deal."""

    do: Literal["next"]


class AgainAct(_RoomAct):
    """Another match."""

    do: Literal["again"]


class SyncAct(_RoomAct):
    """Be sent everything anew."""

    do: Literal["sync"]


GameAct = (
    DrawAct
    | TakeAct
    | DiscardAct
    | KnockAct
    | CloseAct
    | ContinentalAct
    | StraightFlushAct
    | CountAct
    | AccuseAct
    | NoClaimAct
    | RuleAct
    | BuyBackAct
)
RoomAct = StartAct | SeatBotAct | ClearSeatAct | LeaveAct | NextAct | AgainAct | SyncAct
Frame = Annotated[GameAct | RoomAct, Field(discriminator="do")]

_FRAMES: Final[TypeAdapter[GameAct | RoomAct]] = TypeAdapter(Frame)


def parse_frame(text: str) -> tuple[str, Request | None]:
    """The name of what a frame asks for, and the request; None for `sync`. Raises TableRefused, code `bad_message`."""
    try:
        frame = _FRAMES.validate_json(text)
    except ValidationError as error:
        raise TableRefused("bad_message", what=what_is_wrong(error)) from None
    except (RecursionError, UnicodeError):
        raise TableRefused("bad_message", what="it cannot be read") from None
    return frame.do, _request(frame)


def _request(frame: GameAct | RoomAct) -> Request | None:
    match frame:
        case StartAct():
            return Start()
        case SeatBotAct():
            return SeatBot(frame.seat, frame.bot)
        case ClearSeatAct():
            return ClearSeat(frame.seat)
        case LeaveAct():
            return Leave()
        case NextAct():
            return Next()
        case AgainAct():
            return Again()
        case SyncAct():
            return None
        case _:
            return _game_act(frame)


def _game_act(frame: GameAct) -> Play:
    plain: dict[str, Any] = frame.model_dump(exclude={"after"})
    try:
        action = action_from_plain({**plain, "seat": 0})  # the room puts the session's own seat in its place
    except PlainError as error:
        raise TableRefused("bad_message", what=str(error).rstrip(".")) from None
    return Play(action, frame.after)


def what_is_wrong(error: ValidationError) -> str:
    """The first fault of a form, in words, without what was sent."""
    first = error.errors(include_input=False, include_url=False, include_context=False)[0]
    where = ".".join(str(part)[:40] for part in first["loc"])
    said = first["msg"][:1].lower() + first["msg"][1:]
    said = said[:200]
    return f"{where}: {said}" if where else said
