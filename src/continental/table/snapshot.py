"""A room's state as text, stored with its log. The room opens from it without reading the whole log."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Final, get_args, get_type_hints

from continental import __version__
from continental.codec import from_plain, writer_of
from continental.play.terms import Seat
from continental.table.events import parse_event, print_event
from continental.table.ports import RoomId, Snapshot
from continental.table.state import RoomState

FORM: Final = 1
"""Raised by hand if the same log folds into another state although no type has changed."""

_APART: Final = frozenset({"rules", "recent", "said_next"})
"""The fields with a form of their own here. The rule set follows from the setup."""


def print_snapshot(state: RoomState) -> Snapshot:
    """Return the state as the store keeps it, with a digest, so that a damaged one is found."""
    plain = {name: writer_of(kind)(getattr(state, name)) for name, kind in _kinds()}
    plain["said_next"] = sorted(state.said_next)
    plain["recent"] = [[version, print_event(event)] for version, event in state.recent]
    text = json.dumps(plain, ensure_ascii=False, separators=(",", ":"))
    return Snapshot(state.version, form(), f"{_digest(text)} {text}")


def read_snapshot(room: RoomId, snapshot: Snapshot) -> RoomState | None:
    """Return the state of a snapshot, or None if it cannot be used: then the log is folded.

    It cannot if it is damaged, of another form, or of rules that do not exist.
    """
    digest, _, text = snapshot.body.partition(" ")
    if snapshot.form != form() or digest != _digest(text):
        return None
    try:
        plain = json.loads(text)
        named = {name: from_plain(kind, plain[name]) for name, kind in _kinds()}
        state = RoomState(
            rules=named["setup"].rule_set(),
            said_next=frozenset(Seat(seat) for seat in plain["said_next"]),
            recent=tuple((version, parse_event(event)) for version, event in plain["recent"]),
            **named,
        )
    except Exception:  # noqa: BLE001 - the log is the truth, and folding it shows any fault
        return None
    return state if (state.room, state.version) == (room, snapshot.version) else None


@cache
def form() -> str:
    """Return the form that a snapshot must have: a hash of this version of the program, and of the types in a state."""
    shape = "\n".join(_shape(RoomState, set()))
    return hashlib.sha256(f"{FORM} {__version__}\n{shape}".encode()).hexdigest()


@cache
def _kinds() -> tuple[tuple[str, Any], ...]:
    hints = get_type_hints(RoomState)
    return tuple((field.name, hints[field.name]) for field in fields(RoomState) if field.name not in _APART)


def _shape(kind: Any, seen: set[Any]) -> Iterator[str]:
    """Yield the fields of a type and of all that it holds, with their types, each type once."""
    for part in get_args(kind):
        yield from _shape(part, seen)
    if is_dataclass(kind) and kind not in seen:
        seen.add(kind)
        for name, hint in get_type_hints(kind).items():
            if name != "rules":
                yield f"{kind!r}.{name}: {hint}"
                yield from _shape(hint, seen)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]
