"""Declare what a browser may ask over HTTP, and read the lobby's form into the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Final
from urllib.parse import parse_qsl

from continental.codec import Length, Span, Text, Unfit, from_plain, schema_of
from continental.rules.money import NoMoney, parse_dollars
from continental.table.refusal import TableRefused
from continental.table.setup import DEFAULT_CLOCK_S, DEFAULT_PACE_MS, DEFAULT_RESERVE_S
from continental.web.table.trays import MOST_CARDS, MOST_TRAYS

Name = Annotated[str, Text(200)]
Word = Annotated[str, Text(40)]
Number = Annotated[int, Span(-(10**9), 10**9)]
Switches = Annotated[Mapping[Word, Word | Number], Length(0, 100)]
MOST_FIELDS: Final = 100
FIELDS: Final = frozenset(
    ("name", "seats", "bots", "bot", "rules", "ante", "pace_ms", "clock_s", "reserve_s", "chat", "help", "dealer")
)
"""The fields of the lobby's form, besides its switches."""


@dataclass(frozen=True, slots=True)
class TableWish:
    """A table to be made. The host sits in seat 0, the bots in the last seats; `start` begins at once if nobody is missing.

    `ante_cents` null is the usual ante of the rule set, which is 0 if there is no money.
    """

    name: Name
    rules: Word = "house"
    ante_cents: Annotated[int, Span(0, 10**9)] | None = None
    seats: Annotated[int, Span(0, 99)] = 4
    bots: Annotated[tuple[Word, ...], Length(0, 10)] = ()
    pace_ms: Number = DEFAULT_PACE_MS
    clock_s: Number = DEFAULT_CLOCK_S
    reserve_s: Number = DEFAULT_RESERVE_S
    chat: Word = "on"
    help: Word = "on"
    switches: Switches = field(default_factory=dict)
    start: bool = False
    dealer: Annotated[int, Span(0, 99)] | None = None


@dataclass(frozen=True, slots=True)
class JoinWish:
    """A person who wants to sit down."""

    name: Name


@dataclass(frozen=True, slots=True)
class TraysWish:
    """Cards as somebody put them together, tray by tray: `7S`, `JK`, or `JK=8S` if the joker's part was chosen."""

    trays: Annotated[tuple[Annotated[tuple[Annotated[str, Text(8)], ...], Length(0, MOST_CARDS)], ...], Length(0, MOST_TRAYS)]


@dataclass(frozen=True, slots=True)
class TableMade:
    """The new table, and the path of its page."""

    room: str
    path: str


@dataclass(frozen=True, slots=True)
class Seated:
    """The seat that was given."""

    seat: int


@dataclass(frozen=True, slots=True)
class CarryMade:
    """The link that carries a seat to another device, and how many seconds it works."""

    path: str
    for_s: int


@dataclass(frozen=True, slots=True)
class RefusedPart:
    """The reason why a request was refused, and the values for the slots of its sentence."""

    code: str
    sentence: str
    given: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RefusedBody:
    """A refusal. Nothing was changed."""

    refused: RefusedPart


def takes(kind: type) -> dict[str, Any]:
    """Return the description of an address that takes a JSON body of this form."""
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema_of(kind)}}}}


def refusals_of(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the description of an address that may refuse with these statuses: JSON to programs, a page to people."""
    content = {"application/json": {"schema": schema_of(RefusedBody)}, "text/html": {"schema": {"type": "string"}}}
    return {status: {"description": "Refused; nothing was changed.", "content": content} for status in statuses}


REFUSALS: Final = refusals_of(400, 403, 404, 409, 410, 413, 415, 429, 503)
"""The refusals of most addresses."""


def read_form(body: bytes) -> TableWish:
    """Parse the lobby's form. Raises TableRefused, code `bad_request`.

    A form without `seats` is "Play now": four seats, three bots unless it says otherwise, and the match begins at once.
    """
    try:
        pairs = parse_qsl(body.decode(), max_num_fields=MOST_FIELDS, keep_blank_values=True)
    except ValueError:
        raise TableRefused("bad_request", what="the form cannot be read") from None
    fields = dict(pairs)
    for name, _ in pairs:
        if name not in FIELDS and not name.startswith("switches."):
            raise TableRefused("bad_request", what=f"{name[:40]!r} is no field of this form")
    if len(fields) < len(pairs):
        raise TableRefused("bad_request", what="a field stands twice")
    wish: dict[str, Any] = {"name": fields.get("name", "").strip() or "Guest"}
    if "seats" in fields:
        wish |= _made(fields)
    else:
        wish |= _made({"bots": "3", **fields}) | {"start": True}
    try:
        made: TableWish = from_plain(TableWish, wish)
    except Unfit as fault:
        raise TableRefused("bad_request", what=str(fault)) from None
    return made


def _made(fields: Mapping[str, str]) -> dict[str, Any]:
    switches = {name.partition(".")[2]: value for name, value in fields.items() if name.startswith("switches.")}
    return {
        "seats": _number(fields, "seats", 4),
        "bots": [fields.get("bot", "greedy")] * min(10, _number(fields, "bots", 0)),
        "rules": fields.get("rules", "house"),
        "ante_cents": _cents(fields["ante"]) if fields.get("ante", "").strip() else None,
        "pace_ms": _number(fields, "pace_ms", DEFAULT_PACE_MS),
        "clock_s": _number(fields, "clock_s", DEFAULT_CLOCK_S),
        "reserve_s": _number(fields, "reserve_s", DEFAULT_RESERVE_S),
        "chat": fields.get("chat", "on"),
        "help": fields.get("help", "on"),
        "switches": switches,
        "dealer": _number(fields, "dealer", 0) if switches.get("dealer_first") == "chosen" else None,
    }


def _number(fields: Mapping[str, str], name: str, default: int) -> int:
    text = fields.get(name, "").strip()
    if not text:
        return default
    if not (text.isascii() and text.isdecimal() and len(text) <= 9):
        raise TableRefused("bad_request", what=f"{name} should be a whole number")
    return int(text)


def _cents(dollars: str) -> int:
    try:
        return parse_dollars(dollars)
    except NoMoney:
        raise TableRefused("bad_request", what="the ante should be dollars, such as 20 or 2.50") from None
