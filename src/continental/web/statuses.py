"""List the HTTP status of each refusal, by its code."""

from __future__ import annotations

from typing import Final

STATUS: Final = {
    "wrong_origin": 403,
    "turned_away": 403,
    "not_seated": 403,
    "watch_only": 403,
    "not_found": 404,
    "no_such_room": 404,
    "no_such_rules": 404,
    "no_such_pad": 404,
    "no_such_season": 404,
    "deal_not_over": 404,
    "method_not_allowed": 405,
    "too_slow": 408,
    "busy": 409,
    "has_seat": 409,
    "match_running": 409,
    "name_taken": 409,
    "table_full": 409,
    "too_much_coming": 409,
    "link_replaced": 410,
    "link_spent": 410,
    "too_large": 413,
    "not_json": 415,
    "comes_too_often": 429,
    "kept_a_day": 429,
    "links_too_fast": 429,
    "pads_a_minute": 429,
    "pads_an_hour": 429,
    "past_too_often": 429,
    "rooms_a_minute": 429,
    "rooms_an_hour": 429,
    "server_fault": 500,
    "not_read": 503,
    "not_stored": 503,
    "room_unreadable": 503,
    "pad_unreadable": 503,
    "too_many_connections": 503,
    "too_many_uploads": 503,
    "too_much_to_reckon": 503,
    "writes_too_fast": 503,
    "store_full": 507,
}
"""Codes that are not named here have status 400. For the head of a request, see `guard/connections.py`."""


def status_of(code: str) -> int:
    """Return the HTTP status of the refusal with this code."""
    return STATUS.get(code, 400)
