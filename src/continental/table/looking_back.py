"""Choose the past events for a newly opened page: no more discards than the table lets anybody look at (I40)."""

from __future__ import annotations

from typing import Final

from continental.play.events import Bought, ClaimOpened, Dealt, Discarded, Drew, Took
from continental.play.view import DiscardView
from continental.table.events import AnyEvent

_OF_A_TURN: Final = (Bought, ClaimOpened, Discarded, Drew, Took)

Told = tuple[int, AnyEvent]


def readable(recent: tuple[Told, ...], shows: DiscardView, lap: int) -> tuple[Told, ...]:
    """Return the events, each with its version, without the turns of the present deal that nobody may look at any more.

    With `lap`, the last `lap` turns stay (the number of seats). With `top`, the last one stays, and with `all`, every one.
    """
    if shows is DiscardView.ALL:
        return recent
    most = lap if shows is DiscardView.LAP else 1
    kept: list[Told] = []
    turns = 0
    # Backwards, since the last turns are the ones that stay. Everything up to the deal stays too.
    for place in range(len(recent) - 1, -1, -1):
        event = recent[place][1]
        if isinstance(event, Dealt):
            return (*recent[: place + 1], *reversed(kept))
        turns += isinstance(event, Discarded)
        if turns <= most or not isinstance(event, _OF_A_TURN):
            kept.append(recent[place])
    return tuple(reversed(kept))
