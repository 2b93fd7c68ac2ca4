"""Entries of a pad as texts, for its log and for exports, and back."""

from __future__ import annotations

import json
from typing import Any, Final

from continental.play.terms import Cents
from continental.rules.load import load
from continental.scorepad.acts import LONGEST_TITLE, print_act, print_hand, read_act, read_offered_hand
from continental.scorepad.forms import (
    Place,
    parse_json,
    read_list,
    read_mapping,
    read_name,
    read_object,
    read_switches,
    read_text,
    read_whole,
)
from continental.scorepad.items import PaperHand, PointsHand, What
from continental.scorepad.pad import Entry, Make
from continental.scorepad.pieces import piece
from continental.scorepad.read import print_what, read_names, read_what
from continental.scorepad.sums import Start

_TOP: Final = Place(0, piece("the_entry"))
_MAKE_KEYS: Final = ("do", "title", "rules", "players", "ante_cents", "dealer", "switches", "items")


def print_body(entry: Entry) -> str:
    """Return the act of the entry as the JSON text that the log keeps."""
    act = print_make(entry.act) if isinstance(entry.act, Make) else print_act(entry.act)
    return json.dumps(act, ensure_ascii=False, separators=(",", ":"))


def read_entry(v: int, at: int, by: str, session: str, id_: str, body: str) -> Entry:
    """Return the entry of a kept text. Raises Refused if it is not of the form."""
    return Entry(v, at, by, session, id_, read_body(parse_json(body)))


def read_body(value: object) -> Any:
    """Return the act of a JSON value, which may be the making of a pad. Raises Refused."""
    return read_make(value) if read_mapping(value, _TOP).get("do") == "make" else read_act(value)


def print_make(make: Make) -> dict[str, Any]:
    """Return the beginning of a match as a JSON value."""
    start = make.start
    return {
        "do": "make",
        "title": make.title,
        "rules": start.rules.key,
        "players": list(start.names),
        "ante_cents": start.ante,
        "dealer": start.dealer,
        "switches": start.rules.departures(),
        "items": [_print_item(what, declines) for what, declines in make.items],
    }


def read_make(value: object) -> Make:
    """Return the beginning of a match from its JSON value. Raises Refused."""
    found = read_object(value, _TOP, known=_MAKE_KEYS, needed=("do", "title", "rules", "players"))
    rules = load(
        read_text(found["rules"], _TOP.at("rules"), most=40), read_switches(found.get("switches", {}), _TOP.at("switches"))
    )
    dealer = found.get("dealer")
    start = Start(
        rules,
        read_names(found["players"], _TOP.at("players")),
        Cents(read_whole(found.get("ante_cents", 0), _TOP.at("ante_cents"))),
        None if dealer is None else read_name(dealer, _TOP.at("dealer")),
    )
    items = tuple(_read_item(item) for item in read_list(found.get("items", []), _TOP.at("items")))
    return Make(read_text(found["title"], _TOP.at("title"), most=LONGEST_TITLE), start, items)


def _print_item(what: What, declines: tuple[str, ...]) -> dict[str, Any]:
    return print_hand(what, declines) if isinstance(what, PaperHand | PointsHand) else print_what(what)


def _read_item(value: object) -> tuple[What, tuple[str, ...]]:
    found = read_mapping(value, _TOP.at("items"))
    if any(key in found for key in ("dead", "stops", "joins", "leaves")):
        return read_what(found, 0), ()
    return read_offered_hand(found)
