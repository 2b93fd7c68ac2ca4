"""Read and write acts and events of the game as JSON objects, the type's name in `do` or `is`."""

from __future__ import annotations

from typing import Annotated, Any, Final

from continental.codec import Plain, reader_of, tagged, to_plain
from continental.play.actions import Action
from continental.play.events import Event

_read_action: Final = reader_of(Annotated[Any, tagged("do", Action)])
_read_event: Final = reader_of(Annotated[Any, tagged("is", Event)])


def action_to_plain(action: Action) -> Plain:
    """Return an act as `{"do": "discard", "seat": 2, "card": "9H"}`."""
    return to_plain(action, "do")


def option_to_plain(action: Action) -> Plain:
    """Return an act as a page sends it: without the seat, which is that of the page's own session."""
    plain = to_plain(action, "do")
    del plain["seat"]
    return plain


def action_from_plain(value: object) -> Action:
    """Return the act of a JSON object. Raises Unfit."""
    action: Action = _read_action(value)
    return action


def event_to_plain(event: object) -> Plain:
    """Return an event, whole or as a seat sees it, as `{"is": "discarded", …}`."""
    return to_plain(event, "is")


def event_from_plain(value: object) -> Event:
    """Return the whole event of a JSON object. Raises Unfit."""
    event: Event = _read_event(value)
    return event
