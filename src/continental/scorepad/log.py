"""Entries of a pad as texts, for its log and for exports, and back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from continental.codec import Parsed, write_json, writer_of
from continental.play.terms import Cents
from continental.rules.load import load
from continental.scorepad.acts import Title, print_act, read_act
from continental.scorepad.forms import Name, Names, Place, Switches, parse_json, read_as
from continental.scorepad.pad import Entry, Make
from continental.scorepad.pieces import piece
from continental.scorepad.read import RuleKey, print_told, told_of
from continental.scorepad.sums import Start

Item = Annotated[Any, Parsed(told_of, lambda told: print_told(*told), form=Any)]
"""An item of the sheet with who declined after it, as one object."""


@dataclass(frozen=True, slots=True)
class MakeForm:
    """The beginning of a match, with the items of an import."""

    do: Literal["make"]
    title: Title
    rules: RuleKey
    players: Names
    ante_cents: int = 0
    dealer: Name | None = None
    switches: Switches = field(default_factory=dict)
    items: tuple[Item, ...] = ()


def print_body(entry: Entry) -> str:
    """Return the act of the entry as the JSON text that the log keeps."""
    act = print_make(entry.act) if isinstance(entry.act, Make) else print_act(entry.act)
    return write_json(act)


def read_entry(v: int, at: int, by: str, session: str, id_: str, body: str) -> Entry:
    """Return the entry of a stored text. Raises Refused if it is not of the form."""
    return Entry(v, at, by, session, id_, read_body(parse_json(body)))


def read_body(value: object) -> Any:
    """Return the act of a JSON value, which may be the making of a pad. Raises Refused."""
    is_make = isinstance(value, dict) and value.get("do") == "make"
    return read_make(value) if is_make else read_act(value)


def print_make(make: Make) -> dict[str, Any]:
    """Return how a match begins as a JSON value."""
    start, rules = make.start, make.start.rules
    form = MakeForm("make", make.title, rules.key, start.names, start.ante, start.dealer, rules.departures(), make.items)
    plain: dict[str, Any] = writer_of(MakeForm)(form)
    return plain


def read_make(value: object) -> Make:
    """Return how a match begins from its JSON value. Raises EntryRefused, or Refused if the rules do not allow it."""
    form: MakeForm = read_as(MakeForm, value, Place(0, piece("the_entry")))
    start = Start(load(form.rules, dict(form.switches)), form.players, Cents(form.ante_cents), form.dealer)
    return Make(form.title, start, tuple((what, declines or ()) for what, declines in form.items))
