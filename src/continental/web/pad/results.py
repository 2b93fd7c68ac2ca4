"""Print the results of the entries of one request: written, written before, refused, or in conflict with others."""

from __future__ import annotations

from typing import Any, Final

from continental.scorepad.desk import WriteResult
from continental.scorepad.pad import Pad
from continental.scorepad.show import show_trail
from continental.scorepad.telling import trail
from continental.web.forms import REFUSALS
from continental.web.table.message import refusal_part

_ANY: Final[dict[str, Any]] = {"content": {"application/json": {"schema": {}}}}
WRITTEN: Final[dict[int | str, dict[str, Any]]] = {
    **REFUSALS,
    400: {**_ANY, "description": "One was refused: results and state, or a refusal of the whole."},
    409: {**_ANY, "description": "Others came first: results and state, or a refusal of the whole."},
}
"""The description of an address that takes entries."""


def rows_of(came: list[WriteResult], pad: Pad, session: str) -> dict[int, Any]:
    """Return the rows of the trail by version if there is a conflict to show, else nothing."""
    return {row["v"]: row for row in show_trail(trail(pad.entries), session)} if _has_conflict(came) else {}


def _has_conflict(came: list[WriteResult]) -> bool:
    return any(each.conflict for each in came)


def status_of_results(came: list[WriteResult]) -> int:
    """Return the HTTP status: 409 if others came first, 400 if an entry was refused, else 200."""
    return 409 if _has_conflict(came) else 400 if any(each.refused is not None for each in came) else 200


def print_result(came: WriteResult, rows: dict[int, Any], now: int) -> dict[str, Any]:
    """Return one result as JSON values. `rows` are the trail's rows by version, `now` is the present version."""
    if came.is_in:
        return {"id": came.id, "v": came.v, **({"again": True} if came.again else {})}
    if came.refused is not None:
        return {"id": came.id, **refusal_part(came.refused)}
    if came.conflict:
        return {"id": came.id, "conflict": [rows.get(v, {"v": v}) for v in came.conflict], "v": now}
    return {"id": came.id, "waiting": True}
