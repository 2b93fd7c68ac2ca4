"""Write the message to a browser: the room, its seat's view and options, the reasons, the clocks, and the events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from continental.codec import Plain, to_plain, write_json
from continental.engine import offers
from continental.hands.worth import dial
from continental.play.plain import option_to_plain
from continental.play.position import Position
from continental.play.refusal import Refused, print_refusal
from continental.play.terms import Phase, Seat
from continental.play.view import view_for
from continental.rules.base import RuleSet
from continental.table import due
from continental.table.events import AnyEvent, is_for_all, show_event
from continental.table.lobby import AWAY_MS
from continental.table.looking_back import readable
from continental.table.ports import ChatLine, Due, Millis
from continental.table.room import Room
from continental.table.standing import StandingAnswer, answer_for
from continental.table.state import RoomPhase, RoomState
from continental.web.table.advisers import is_advised
from continental.web.table.fragments import ViewTexts

FEED: Final = 40
"""How many events a newly opened page is told of."""
_NO_SEAT: Final = '"options":[],"count_options":null,"reasons":{},"standing":null,"advised":false'  # as written


@dataclass(slots=True)
class Kept:
    """The cache of one room's messages: texts of the room and of the parts of the view."""

    room: tuple[object, str] = (None, "")
    texts: ViewTexts = field(default_factory=ViewTexts)


class Speaker:
    """Writes the messages of one version of a room. Parts that several seats share are written once."""

    def __init__(self, room: Room, now: Millis, kept: Kept | None = None) -> None:
        self._room = room
        self._now = now
        self._kept = kept or Kept()
        self._public: dict[int, tuple[AnyEvent, str]] = {}  # by identity; keeping the event keeps its id from being used again
        self._room_text = _room_text(room, self._kept)
        self._clocks = [one for one in room.dues if one.kind in (due.CLOCK, due.RESERVE)]
        self._clock_texts: dict[Due | None, str] = {}
        self._next_text = write_json(_next_part(room, now))

    def message(
        self, seat: Seat | None, events: Sequence[AnyEvent], said: Sequence[ChatLine] = (), *, with_feed: bool = False
    ) -> str:
        """Return the state of the room for a seat as JSON text. None is for somebody who watches."""
        room, state = self._room, self._room.state
        position, lines = state.position, room.chat if with_feed else said
        happened = ",".join([text for event in events if (text := self._event_text(event, seat))])
        return "".join(
            (
                f'{{"v":{state.public_version},"events":[{happened}],"you":{"null" if seat is None else seat},',
                f'"next":{self._next_text},"clock":{"null" if position is None else self._clock_text(seat)},',
                f'"chat":{write_json([asdict(line) for line in lines]) if lines else "[]"},',
                _NO_SEAT if position is None or seat is None else self._seat_text(state, position, seat),
                self._feed_text(seat) if with_feed else "",
                f',"room":{self._room_text},"view":',
                "null" if position is None else self._kept.texts.text(view_for(position, seat, state.rules.shows)),
                "}",
            )
        )

    def _feed_text(self, seat: Seat | None) -> str:
        state = self._room.state
        recent = readable(state.recent, state.rules.shows, len(state.chairs))[-FEED:]
        shown = ((version, show_event(event, seat)) for version, event in recent)
        return ',"feed":' + write_json([{"v": version, "event": event} for version, event in shown if event is not None])

    def _clock_text(self, seat: Seat | None) -> str:
        """Return the seat's own clock, else the one that runs out first. Each is written once."""
        shown = next((one for one in self._clocks if one.seat == seat), None) or min(self._clocks, default=None)
        if shown not in self._clock_texts:
            self._clock_texts[shown] = write_json(_clock_part(self._room, shown, self._now))
        return self._clock_texts[shown]

    def _event_text(self, event: AnyEvent, seat: Seat | None) -> str:
        """Return the event as the seat may know it, empty if it may not. An event for everybody is written once."""
        if is_for_all(event):
            if id(event) not in self._public:
                self._public[id(event)] = (event, write_json(show_event(event, None)))
            return self._public[id(event)][1]
        shown = show_event(event, seat)
        return "" if shown is None else write_json(shown)

    def _seat_text(self, state: RoomState, position: Position, seat: Seat) -> str:
        rules = state.rules
        answered = answer_for(position, seat, state.standing[seat]) is not None  # the room answers, so nobody is asked
        acts, reasons = ((), ()) if answered else offers(rules, position, seat)
        own = {"standing": _standing_part(state, seat), "advised": is_advised(state, seat)}
        if not acts and not reasons:
            return f'"options":[],"count_options":null,"reasons":{{}},{write_json(own)[1:-1]}'
        asked = {
            "options": list(map(option_to_plain, acts)),
            "count_options": _dial_part(rules, position, seat) if acts else None,
            "reasons": {name: print_refusal(refused.code, refused.sentence) for name, refused in reasons},
        }
        return f"{write_json(asked)[1:-1]},{write_json(own)[1:-1]}"


def state_message(room: Room, seat: Seat | None, events: Sequence[AnyEvent], now: Millis, *, with_feed: bool = False) -> str:
    """Return the state of the room for one seat as JSON text. None is for somebody who watches."""
    return Speaker(room, now).message(seat, events, with_feed=with_feed)


def _room_text(room: Room, kept: Kept) -> str:
    """Return the room's part, written again if something that `room_part` looks at has changed."""
    state = room.state
    standing = None if state.position is None else state.position.standing
    now = (state.chairs, state.host, state.match, state.phase, standing, room.here, room.watching)
    if kept.room[0] != now:
        kept.room = (now, write_json(room_part(state, room.here, room.watching)))
    return kept.room[1]


def room_part(state: RoomState, here: frozenset[Seat], watching: int) -> Plain:
    """Return what everybody may know of the room."""
    setup = state.setup
    return {
        "id": state.room,
        "path": f"/r/{state.room}",
        "phase": state.phase.value,
        "host": state.host,
        "rules": state.rules.name,
        "title": state.rules.title,
        "switches": dict(state.rules.departures()),
        "ante_cents": setup.ante,
        "pace_ms": setup.pace_ms,
        "clock_s": setup.clock_s,
        "reserve_s": setup.reserve_s,
        "away_s": AWAY_MS // 1000,
        "chat": setup.chat,
        "help": setup.help,
        "match": state.match,
        "watching": watching,
        **_match_part(state),
        "seats": [
            {"seat": seat, "name": chair.name, "kind": chair.kind, "bot": chair.bot, "here": seat in here or chair.kind == "bot"}
            for seat, chair in enumerate(state.chairs)
        ],
    }


def _match_part(state: RoomState) -> Plain:
    """Return the line and the window of a match for money, and each seat's price of the next buy-back in cents, else null."""
    scoring = state.rules.scoring
    lines = scoring.lines()
    shown = {"line": None, "window": None} if lines is None else {"line": lines.line, "window": lines.window_from}
    ladder = None if state.position is None else scoring.ladder(state.position.standing)
    return {**shown, "ladder": ladder}


def _standing_part(state: RoomState, seat: Seat) -> Plain | None:
    if state.rules.claims is None and Phase.JOKER not in state.rules.moves:
        return None
    return to_plain(state.standing[seat] or StandingAnswer())


def _dial_part(rules: RuleSet, position: Position, seat: Seat) -> list[Plain] | None:
    if position.phase is not Phase.COUNT:
        return None
    rows = dial(rules, position, seat)
    return [
        {
            "points": row.points,
            "total": row.total,
            "says": row.lands.value,
            "act": option_to_plain(row.act),
            "best": row.best,
        }
        for row in rows
    ] or None


def _clock_part(room: Room, mine: Due | None, now: Millis) -> Plain | None:
    if mine is None:
        return None
    reserve_ms = room.state.clocks[mine.seat].reserve_ms
    left = max(0, mine.at - now)
    running = mine.kind == due.RESERVE
    return {"seat": mine.seat, "due_ms": left, "reserve_ms": left if running else reserve_ms, "on_reserve": running}


def _next_part(room: Room, now: Millis) -> Plain | None:
    state = room.state
    if state.phase is not RoomPhase.PLAYING or not state.waits_to_deal or not state.position or not state.position.standing.hands:
        return None
    deal = due.due_of(room.dues, due.DEAL)
    return {"waiting": list(room.waiting_for), "due_ms": max(0, deal.at - now) if deal else 0}


def refusal_message(refused: Refused, *, re: str | None, version: int | None) -> str:
    """Return the message about a refused request."""
    message: dict[str, Any] = refusal_part(refused)
    if re is not None:
        message["re"] = re
    if version is not None:
        message["v"] = version
    return write_json(message)


def refusal_part(refused: Refused) -> dict[str, Any]:
    """Return a refusal as plain values."""
    return {"refused": print_refusal(refused.code, refused.sentence)}
