"""The one message that a browser is sent: the room, its seat's view and options, the reasons, the clocks, and what happened."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from continental.cards import print_card
from continental.engine import options, reasons
from continental.play.plain import Plain, action_to_plain, to_plain
from continental.play.position import Position
from continental.play.refusal import Refused
from continental.play.terms import Phase, Seat
from continental.play.view import view_for
from continental.rules.base import RuleSet
from continental.rules.worth import dial, worth
from continental.table import due
from continental.table.events import AnyEvent, show_event
from continental.table.ports import Due, Millis
from continental.table.room import Room
from continental.table.state import RoomPhase, RoomState

FEED: Final = 40
"""How many events a newly opened page is told of."""

_HAND_PHASES: Final = (Phase.DRAW, Phase.PLAY, Phase.COUNT)


def state_message(room: Room, seat: Seat | None, events: Sequence[AnyEvent], now: Millis, *, with_feed: bool = False) -> str:
    """Where the room stands for a seat (None: for somebody watching), as JSON text."""
    state = room.state
    message: Plain = {
        "v": state.version,
        "events": [show_event(event, seat) for event in events],
        "room": room_part(state, room.here),
        "you": seat,
        "view": None,
        "options": [],
        "count_options": None,
        "reasons": {},
        "worth": None,
        "next": _next_part(room, now),
        "clock": None,
    }
    if state.position is not None:
        message["view"] = to_plain(view_for(state.position, seat, state.rules.shows))
        message["clock"] = _clock_part(room.dues, seat, now)
        if seat is not None:
            message.update(_seat_part(state.rules, state.position, seat))
    if with_feed:
        message["feed"] = [{"v": version, "event": show_event(event, seat)} for version, event in state.recent[-FEED:]]
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


def room_part(state: RoomState, here: frozenset[Seat]) -> Plain:
    """What everybody may know of the room."""
    return {
        "id": state.room,
        "path": f"/r/{state.room}",
        "phase": state.phase.value,
        "host": state.host,
        "rules": state.rules.name,
        "title": state.rules.title,
        "switches": dict(state.rules.departures()),
        "ante_cents": state.setup.ante,
        "pace_ms": state.setup.pace_ms,
        "clock_s": state.setup.clock_s,
        "match": state.match,
        "seats": [
            {"seat": seat, "name": chair.name, "kind": chair.kind, "bot": chair.bot, "here": seat in here or chair.kind == "bot"}
            for seat, chair in enumerate(state.chairs)
        ],
    }


def _seat_part(rules: RuleSet, position: Position, seat: Seat) -> Plain:
    return {
        "options": [_without_seat(action_to_plain(act)) for act in options(rules, position, seat)],
        "count_options": _dial_part(rules, position, seat),
        "reasons": {name: refused.sentence for name, refused in reasons(rules, position, seat)},
        "worth": _worth_part(rules, position, seat),
    }


def _without_seat(act: Plain) -> Plain:
    return {key: part for key, part in act.items() if key != "seat"}


def _dial_part(rules: RuleSet, position: Position, seat: Seat) -> list[Plain] | None:
    rows = dial(rules, position, seat)
    return [
        {
            "points": row.points,
            "total": row.total,
            "says": row.lands.value,
            "act": _without_seat(action_to_plain(row.act)),
            "best": row.best,
        }
        for row in rows
    ] or None


def _worth_part(rules: RuleSet, position: Position, seat: Seat) -> Plain | None:
    hand = position.hand(seat)
    if not hand or position.phase not in _HAND_PHASES:
        return None
    found = worth(rules, hand, position.standing.totals[seat])
    return {
        "least": found.least,
        "melds": [list(meld.texts()) for meld in found.melds],
        "left": [print_card(card) for card in found.left],
        "held": found.held,
        "thrown": None if found.thrown is None else print_card(found.thrown),
    }


def _clock_part(dues: Sequence[Due], seat: Seat | None, now: Millis) -> Plain | None:
    clocks = [one for one in dues if one.kind == due.CLOCK]
    mine = next((one for one in clocks if one.seat == seat), None) or min(clocks, default=None)
    return None if mine is None else {"seat": mine.seat, "due_ms": max(0, mine.at - now)}


def _next_part(room: Room, now: Millis) -> Plain | None:
    state = room.state
    if state.phase is not RoomPhase.PLAYING or not state.waits_to_deal or not state.position or not state.position.standing.hands:
        return None
    deal = due.due_of(room.dues, due.DEAL)
    return {"waiting": list(room.waiting_for), "due_ms": max(0, deal.at - now) if deal else 0}


def refusal_message(refused: Refused, *, re: str | None, version: int | None) -> str:
    """What a browser is told of a request that was refused."""
    message: dict[str, Any] = refusal_part(refused)
    if re is not None:
        message["re"] = re
    if version is not None:
        message["v"] = version
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


def refusal_part(refused: Refused) -> dict[str, Any]:
    """A refusal as plain values."""
    return {"refused": {"code": refused.code, "sentence": refused.sentence}}
