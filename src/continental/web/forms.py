"""What a browser may ask over HTTP, as strict models, and the lobby's plain form read into the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final
from urllib.parse import parse_qsl

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from continental.rules.money import NoMoney, parse_dollars
from continental.table.refusal import TableRefused
from continental.table.setup import DEFAULT_CLOCK_S, DEFAULT_PACE_MS, DEFAULT_RESERVE_S
from continental.web.table.wire import read_json, what_is_wrong

Name = Annotated[str, StringConstraints(max_length=200)]
Word = Annotated[str, StringConstraints(max_length=40)]
MOST_FIELDS: Final = 100


class _Body(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class TableWish(_Body):
    """A table to be made. The host sits in seat 0, the bots in the last seats; `start` begins at once where nobody is missing.

    `ante_cents` null is the usual ante of the rule set, which is 0 where there is no money.
    """

    name: Name
    rules: Word = "house"
    ante_cents: Annotated[int, Field(ge=0, le=10**9)] | None = None
    seats: Annotated[int, Field(ge=0, le=99)] = 4
    bots: Annotated[list[Word], Field(max_length=10)] = []
    pace_ms: Annotated[int, Field(ge=-(10**9), le=10**9)] = DEFAULT_PACE_MS
    clock_s: Annotated[int, Field(ge=-(10**9), le=10**9)] = DEFAULT_CLOCK_S
    reserve_s: Annotated[int, Field(ge=-(10**9), le=10**9)] = DEFAULT_RESERVE_S
    chat: Word = "on"
    help: Word = "on"
    switches: Annotated[dict[Word, Word | Annotated[int, Field(ge=-(10**9), le=10**9)]], Field(max_length=100)] = {}
    start: bool = False
    dealer: Annotated[int, Field(ge=0, le=99)] | None = None


class JoinWish(_Body):
    """Who wants to sit down."""

    name: Name


class TableMade(_Body):
    """The new table, and where its page is."""

    room: str
    path: str


class Seated(_Body):
    """The seat that was given."""

    seat: int


class CarryMade(_Body):
    """The link that carries a seat to another device, and for how long it works."""

    path: str
    for_s: int


class RefusedPart(_Body):
    """Why a request was not carried out, and what is filled in where the sentence has slots."""

    code: str
    sentence: str
    given: dict[str, Any] = {}


class RefusedBody(_Body):
    """A refusal; nothing was changed."""

    refused: RefusedPart


def schema_of(kind: type[BaseModel]) -> dict[str, Any]:
    """Return the schema of a model in one piece, without references: they would lead nowhere from within a description."""
    schema = kind.model_json_schema()
    parts = schema.pop("$defs", {})

    def filled(part: Any) -> Any:
        if isinstance(part, list):
            return [filled(each) for each in part]
        if not isinstance(part, dict):
            return part
        named = part.get("$ref", "").removeprefix("#/$defs/") if isinstance(part.get("$ref"), str) else ""
        return filled(parts[named]) if named else {name: filled(each) for name, each in part.items()}

    found: dict[str, Any] = filled(schema)
    return found


def takes(kind: type[BaseModel]) -> dict[str, Any]:
    """Return how an address is described that takes a JSON body of this model."""
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema_of(kind)}}}}


REFUSALS: Final[dict[int | str, dict[str, Any]]] = {
    status: {
        "description": "Refused; nothing was changed.",
        "content": {"application/json": {"schema": schema_of(RefusedBody)}, "text/html": {"schema": {"type": "string"}}},
    }
    for status in (400, 403, 404, 409, 410, 413, 415, 429, 503)
}
"""What an address may answer when it refuses: JSON to programs, a page to people."""


def read_body(kind: type[_Body], body: bytes) -> Any:
    """A JSON body as one of the models above; raises TableRefused, code `bad_request`."""
    return read_json(kind.model_validate_json, body, "bad_request")


def read_form(body: bytes) -> TableWish:
    """The lobby's form, or "Play now" which names nothing but the player; raises TableRefused, code `bad_request`."""
    try:
        fields = dict(parse_qsl(body.decode(), max_num_fields=MOST_FIELDS, keep_blank_values=True))
    except ValueError:
        raise TableRefused("bad_request", what="the form cannot be read") from None
    wish: dict[str, Any] = {"name": fields.get("name", "").strip() or "Guest"}
    if "seats" in fields:
        wish |= _made(fields)
    else:
        wish |= {"seats": 4, "bots": ["greedy"] * 3, "start": True}
    try:
        return TableWish.model_validate(wish)
    except ValidationError as error:
        raise TableRefused("bad_request", what=what_is_wrong(error)) from None


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
