"""The points of a hand, from its events: those of a hand that is dealt again count for nothing."""

from __future__ import annotations

from collections.abc import Iterable

from continental.play.events import Scored, TotalsRestored
from continental.play.terms import Seat


def points_of(events: Iterable[object]) -> dict[Seat, int]:
    """Return the points of each seat that was scored in one hand, 0 for all of them if the totals were restored (house I5)."""
    points: dict[Seat, int] = {}
    for event in events:
        if isinstance(event, Scored):
            points[event.seat] = points.get(event.seat, 0) + event.points
        elif isinstance(event, TotalsRestored):
            points = dict.fromkeys(points, 0)
    return points
