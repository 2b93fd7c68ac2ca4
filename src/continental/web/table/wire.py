"""What a browser may send over the socket, as strict models; the seat is never among it, for it comes from the session."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Annotated, Any, Final, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError

from continental.play.plain import PlainError, from_plain
from continental.table.refusal import TableRefused
from continental.table.requests import Again, ClearSeat, Leave, Next, Play, Request, SeatBot, Stand, Start, TurnAway
from continental.table.standing import StandingAnswer
from continental.web.table.acts import read_act

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
    cards: Annotated[list[CardText], Field(max_length=3)] = []


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


MeldTexts = Annotated[list[CardText], Field(min_length=1, max_length=30)]
MeldNumber = Annotated[int, Field(ge=0, le=999)]


class BuyAct(_GameAct):
    """Claim the discard that goes round."""

    do: Literal["buy"]
    penalty: bool = True


class PassAct(_GameAct):
    """Leave the discard, or the joker, to others."""

    do: Literal["pass"]


class AllowAct(_GameAct):
    """Let the buyer have the discard."""

    do: Literal["allow"]


class MeldPart(_Frame):
    """A meld as views and events have it."""

    kind: Literal["set", "run"]
    cards: MeldTexts
    as_cards: MeldTexts


class GoDownAct(_GameAct):
    """Lay melds down, each a list of cards in order: `JK=9H` for a joker with its part, `JK` for one that the rules place."""

    do: Literal["go_down"]
    melds: Annotated[list[MeldTexts | MeldPart], Field(max_length=12)]


class LayOffAct(_GameAct):
    """Add a card to a meld on the table."""

    do: Literal["lay_off"]
    card: CardText
    on: MeldNumber
    end: Literal["low", "high"] | None = None


class TakeJokerAct(_GameAct):
    """Take a joker from a meld on the table."""

    do: Literal["take_joker"]
    card: CardText
    on: MeldNumber


class SlideJokerAct(_GameAct):
    """Move a joker of a run to its end."""

    do: Literal["slide_joker"]
    card: CardText
    on: MeldNumber
    end: Literal["low", "high"]


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


class TurnAwayAct(_RoomAct):
    """Empty a person's seat for good."""

    do: Literal["turn_away"]
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


class StandingAct(_RoomAct):
    """What is to be answered for the seat from now on."""

    do: Literal["standing"]
    buy: Literal["ask", "never", "cards"] = "ask"
    cards: Annotated[list[CardText], Field(max_length=60)] = []
    jokers: Literal["ask", "never"] = "ask"
    until: Literal["deal", "match"] = "deal"
    own: Literal["never", "ask"] = "never"


class SayAct(_RoomAct):
    """Say a ready phrase, or a short text."""

    do: Literal["say"]
    phrase: Short | None = None
    text: Annotated[str, StringConstraints(max_length=2_000)] | None = None


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
    | BuyAct
    | PassAct
    | AllowAct
    | GoDownAct
    | LayOffAct
    | TakeJokerAct
    | SlideJokerAct
)
RoomAct = StartAct | SeatBotAct | ClearSeatAct | TurnAwayAct | LeaveAct | NextAct | AgainAct | StandingAct | SayAct | SyncAct
Frame = Annotated[GameAct | RoomAct, Field(discriminator="do")]

_KIND: Final = re.compile(r"str|int|bool|float|constrained-\w+|[a-z]+\[.*")
"""A part of a place that names a kind of value, and nothing that was sent."""
_SAID: Final = {"union_tag_not_found": "it needs a `do` that names an act", "union_tag_invalid": "its `do` names no act"}
_Read = TypeVar("_Read")

_FRAMES: Final[TypeAdapter[GameAct | RoomAct]] = TypeAdapter(Frame)


def parse_frame(text: str) -> tuple[str, Request | SayAct | None]:
    """The name of what a frame asks for, and the request, or what is to be said; None for `sync`.

    Raises TableRefused, code `bad_message`.
    """
    frame = read_json(_FRAMES.validate_json, text, "bad_message")
    try:
        return frame.do, _request(frame)
    except PlainError as error:
        raise TableRefused("bad_message", what=str(error).rstrip(".")) from None


def _request(frame: GameAct | RoomAct) -> Request | SayAct | None:
    match frame:
        case StartAct():
            return Start()
        case SeatBotAct():
            return SeatBot(frame.seat, frame.bot)
        case ClearSeatAct():
            return ClearSeat(frame.seat)
        case TurnAwayAct():
            return TurnAway(frame.seat)
        case LeaveAct():
            return Leave()
        case NextAct():
            return Next()
        case AgainAct():
            return Again()
        case StandingAct():
            said: StandingAnswer = from_plain(StandingAnswer, frame.model_dump(exclude={"after", "do"}), "standing")
            return Stand(said)
        case SayAct():
            if (frame.phrase is None) == (frame.text is None):
                raise TableRefused("bad_message", what="say either a phrase or a text")
            return frame
        case SyncAct():
            return None
        case _:
            plain: dict[str, Any] = frame.model_dump(exclude={"after"})
            return Play(read_act(plain), frame.after)


class _NamedTwice(ValueError):
    pass


def read_json(validate: Callable[[str | bytes], _Read], text: str | bytes, code: str) -> _Read:
    """A JSON text by a strict model, every name once in its object; raises TableRefused of this code, with what is wrong."""
    try:
        read = validate(text)
        json.loads(text, object_pairs_hook=_once)
    except ValidationError as error:
        raise TableRefused(code, what=what_is_wrong(error)) from None
    except _NamedTwice as twice:
        raise TableRefused(code, what=str(twice)) from None
    except (RecursionError, ValueError):
        raise TableRefused(code, what="it cannot be read") from None
    return read


def _once(pairs: list[tuple[str, object]]) -> None:
    """Raise _NamedTwice for a name that stands twice: its last value would count, and nobody would be told of the first."""
    seen: set[str] = set()
    for name, _ in pairs:
        if name in seen:
            raise _NamedTwice(f"{name[:40]!r} stands twice in one object")
        seen.add(name)


def what_is_wrong(error: ValidationError) -> str:
    """The first fault of a form, in words, without what was sent."""
    first = error.errors(include_input=False, include_url=False, include_context=False)[0]
    where = ".".join(str(part)[:40] for part in first["loc"] if not _KIND.fullmatch(str(part)))
    said = _SAID.get(first["type"]) or first["msg"][:1].lower() + first["msg"][1:]
    said = said[:200]
    return f"{where}: {said}" if where else said
