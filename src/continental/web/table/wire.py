"""Read what a browser sends: frames over the socket, and the JSON bodies of requests.

No frame has a seat in it: the room puts in the one that the session holds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, get_args

from continental.codec import Span, Text, Unfit, parse_json, reader_of, record_reader, type_tag
from continental.play.actions import Action, Commit, Deal
from continental.play.terms import Seat
from continental.table.refusal import TableRefused
from continental.table.requests import Again, ClearSeat, Leave, Next, Play, Request, SeatBot, Stand, Start, TurnAway
from continental.table.standing import StandingAnswer

MOST_BYTES: Final = 65_536
"""The longest frame."""


@dataclass(frozen=True, slots=True)
class Say:
    """Say a ready phrase, or a short text."""

    phrase: Annotated[str, Text(40)] | None = None
    text: Annotated[str, Text(2_000)] | None = None

    def __post_init__(self) -> None:
        if (self.phrase is None) == (self.text is None):
            raise ValueError("say either a phrase or a text")


@dataclass(frozen=True, slots=True)
class Sync:
    """Ask for the full state."""


GAME_FRAMES: Final[Mapping[str, type[Action]]] = {type_tag(kind): kind for kind in get_args(Action) if kind not in (Commit, Deal)}
"""The acts of a seat. They name the version that the sender had seen in `after`."""
ROOM_FRAMES: Final[Mapping[str, Any]] = {
    **{type_tag(kind): kind for kind in (Start, SeatBot, ClearSeat, TurnAway, Leave, Next, Again, Say, Sync)},
    "standing": StandingAnswer,
}
"""The other requests to a room. `after` may be left out."""

_SENDER: Final = Seat(0)
"""The seat of an act as it is read. The room puts in the sender's own."""
_READERS: Final[Mapping[str, Callable[[Any], Any]]] = {
    **{name: record_reader(kind, given={"seat": _SENDER}) for name, kind in GAME_FRAMES.items()},
    **{name: record_reader(kind) for name, kind in ROOM_FRAMES.items()},
}
_KINDS: Final = ", ".join(_READERS)
_read_after: Final = reader_of(Annotated[int, Span(0, 2**31)])


def parse_frame(text: str) -> tuple[str, Request | Say | Sync]:
    """Return the name of a frame and what it asks for. Raises TableRefused, code `bad_message`."""
    try:
        return _read_frame(parse_json(text))
    except Unfit as fault:
        raise TableRefused("bad_message", what=str(fault)) from None


def _read_frame(frame: Any) -> tuple[str, Request | Say | Sync]:
    do = frame.pop("do", None) if isinstance(frame, dict) else None
    if not isinstance(do, str) or do not in _READERS:
        raise Unfit("no_act", known=_KINDS)
    after: int | None = None
    try:
        if "after" in frame:
            found = frame.pop("after")
            after = None if found is None and do in ROOM_FRAMES else _field(_read_after, found, "after")
        elif do in GAME_FRAMES:
            raise Unfit("no_version")
        asked = _READERS[do](frame)
    except Unfit as fault:
        raise fault.under(do) from None
    if do in GAME_FRAMES:
        return do, Play(asked, after)
    return do, Stand(asked) if isinstance(asked, StandingAnswer) else asked


def _field(read: Callable[[Any], Any], value: object, key: str) -> Any:
    try:
        return read(value)
    except Unfit as fault:
        raise fault.under(key) from None


def read_json_body(kind: Any, body: bytes) -> Any:
    """Return the JSON body of a request as this dataclass. Raises TableRefused, code `bad_request`."""
    try:
        return reader_of(kind)(parse_json(body))
    except Unfit as fault:
        raise TableRefused("bad_request", what=str(fault)) from None
