"""Export and import a pad: the form of `continental settle`, the full form with its trail, a spreadsheet table, records."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final, Literal

from continental.codec import Parsed, Piece
from continental.play.record import RecordError
from continental.play.refusal import Refused
from continental.scorepad.acts import print_act
from continental.scorepad.forms import Id, Place, parse_json, print_ante, read_as
from continental.scorepad.items import PaperHand, What
from continental.scorepad.log import print_make, read_body
from continental.scorepad.online import match_of_record
from continental.scorepad.pad import MOST_ENTRIES, Entry, Make, Pad
from continental.scorepad.paper import Paper
from continental.scorepad.pieces import piece
from continental.scorepad.read import SheetText, print_what, read_sheet
from continental.scorepad.refusal import EntryRefused
from continental.scorepad.show import settlement
from continental.scorepad.spreadsheet import read_table
from continental.scorepad.sums import Item, Start
from continental.scorepad.telling import trail

LONGEST_TEXT: Final = 1_800_000
"""The longest text that is imported: the fullest pad, in whichever form it was exported."""
FORM: Final = "continental pad 1"
_TOP: Final = Place(0, piece("the_export"))
UNTITLED: Final = "Match"


def _check_moment(value: int) -> int:
    # A page's numbers are exact below 2**53 only.
    if not 0 <= value < 2**53:
        raise ValueError("no moment")
    return value


@dataclass(frozen=True, slots=True)
class FullForm:
    """A pad exported whole. All but the log is for people and other programs."""

    form: Literal["continental pad 1"]
    log: tuple[Any, ...]
    sheet: Any = None
    settlement: Any = None
    trail: Any = None


@dataclass(frozen=True, slots=True)
class LoggedForm:
    """One line of its log."""

    v: Any
    at: Annotated[int, Parsed(_check_moment, form=int, wanted=Piece("milliseconds", {}))]
    by: Id
    id: Id
    act: Any


# --- out


def settle_form(pad: Pad) -> dict[str, Any]:
    """Return the match in the form that `continental settle` reads: the items as they are now."""
    start = pad.sheet.start
    money = {"ante": print_ante(start.ante)} if start.ante else {}
    return {
        "rules": start.rules.key,
        "players": list(start.names),
        **money,
        **({} if start.dealer is None else {"dealer": start.dealer}),
        "switches": start.rules.departures(),
        "hands": [_print_answered(item) for item in pad.sheet.items],
    }


def _print_answered(item: Item) -> dict[str, Any]:
    """Return an item with all its answers. Those who neither buy nor decline have not answered yet."""
    said = {"declines": list(item.declines)} if isinstance(item.what, PaperHand) else {}
    return {**print_what(item.what), **said}


def full_form(pad: Pad) -> dict[str, Any]:
    """Return everything: the sheet as `settle_form`, the settlement, the trail in words, and the log, which can be imported."""
    return {
        "form": FORM,
        "sheet": settle_form(pad),
        "settlement": settlement(pad.sheet, pad.sums.paper),
        "trail": [{"at": row.entry.at, "says": row.says, "undone": row.undone} for row in trail(pad.entries)],
        "log": [
            {
                "v": entry.v,
                "at": entry.at,
                "by": entry.by,
                "id": entry.id,
                "act": print_make(entry.act) if isinstance(entry.act, Make) else print_act(entry.act),
            }
            for entry in pad.entries
        ],
    }


def full_text(pad: Pad) -> str:
    """Return the full form as JSON text. If that is too long to import, return the log alone, which implies the rest."""
    form = full_form(pad)
    text = print_json(form)
    if len(text) <= LONGEST_TEXT:
        return text
    return json.dumps({key: form[key] for key in ("form", "log")}, ensure_ascii=False, separators=(",", ":")) + "\n"


def print_json(form: dict[str, Any]) -> str:
    """Return a form as JSON text."""
    return json.dumps(form, ensure_ascii=False, indent=1) + "\n"


# --- in


def read_any(text: str, title: str | None = None) -> tuple[Entry, ...]:
    """Read the log of a new pad from any of the forms. Raises EntryRefused or Refused, with the fault and its place.

    Entries of a full export keep their times and names. Those of the other forms get time 0 and no name, for the caller to fill
    in.
    """
    if len(text) > LONGEST_TEXT:
        raise EntryRefused("text_too_long", most=LONGEST_TEXT, length=len(text))
    # Some spreadsheets begin a file with a byte order mark.
    text = text.removeprefix("\ufeff")
    first = text.lstrip()[:1]
    if first == "{":
        value = parse_json(text)
        if isinstance(value, dict) and "log" in value:
            return _read_full(value)
        return _begun(_settled(read_sheet(value), title or UNTITLED))
    if first in ("", "["):
        value = piece("is_list" if first else "is_empty")
        raise EntryRefused("bad_form", where=piece("the_text"), wanted=piece("an_export"), value=value)
    if text.startswith("continental record"):
        try:
            return _begun(match_of_record(text, title or UNTITLED))
        except RecordError as error:
            raise EntryRefused("bad_act", what=piece("record_line", line=error.line, fault=error.sentence.rstrip("."))) from None
    told, own_title, adjustments = read_table(text)
    make = _settled(told, title or own_title or UNTITLED, in_turn=True)
    return (*_begun(make), *(Entry(at, 0, "", "", f"a{at}", each) for at, each in enumerate(adjustments, 2)))


def _begun(make: Make) -> tuple[Entry, ...]:
    return (Entry(1, 0, "", "", "make", make),)


def _settled(told: SheetText, title: str, *, in_turn: bool = False) -> Make:
    """Return a match from settle's form.

    If it does not say who declined, those who are offered a buy-back and are not in `buys` declined. Those who are offered
    nothing did not buy. From the first impossible line on, everything is taken as written: the pad's sums stop there. With
    `in_turn` the answers have no order of their own, so they get the order in which the offers are made.
    """
    paper: Paper | None = told.begin()
    items: list[tuple[What, tuple[str, ...]]] = []
    for what, declines in told.items:
        # The sheet after an impossible item is unknown, and so is every one below.
        paper = None if paper is None else _added(paper, what, declines)
        if isinstance(what, PaperHand):
            items.append(_with_answers(what, declines, paper, in_turn=in_turn))
        else:
            items.append((what, ()))
    return Make(title, Start(told.rules, told.names, told.ante, told.dealer), tuple(items))


def _with_answers(
    hand: PaperHand, declines: tuple[str, ...] | None, after: Paper | None, *, in_turn: bool
) -> tuple[PaperHand, tuple[str, ...]]:
    """Return the hand with those who buy back after it, and those who declined.

    `after` is the sheet after it, or None if the sums do not go that far.
    """
    # After an impossible hand no offers are known, so all who do not buy are taken to decline.
    if after is None:
        return hand, tuple(
            name for name in (hand.ended_by, *hand.counts) if name not in hand.buys
        ) if declines is None else declines
    offered = [after.names[offer.seat] for offer in after.offers(len(after.pages) - 1)]
    buys = hand.buys
    if declines is None:
        buys = tuple(name for name in buys if name in offered)
        declines = tuple(name for name in offered if name not in buys)
    if in_turn:
        buys, declines = _by_turn(buys, offered), _by_turn(declines, offered)
    return replace(hand, buys=buys), declines


def _by_turn(names: tuple[str, ...], turns: list[str]) -> tuple[str, ...]:
    return tuple(sorted(names, key=lambda name: turns.index(name) if name in turns else len(turns)))


def _added(paper: Paper, what: What, declines: tuple[str, ...] | None) -> Paper | None:
    try:
        return paper.add(what, declines)
    except Refused:
        return None


def _read_full(value: object) -> tuple[Entry, ...]:
    found: FullForm = read_as(FullForm, value, _TOP)
    rows = found.log
    if not 1 <= len(rows) <= MOST_ENTRIES:
        raise EntryRefused("too_many_entries", most=MOST_ENTRIES) if rows else EntryRefused("bad_act", what=piece("log_empty"))
    entries = tuple(_read_logged(row, v) for v, row in enumerate(rows, 1))
    # Later acts name entries by their ids, so each id may be there once only.
    seen: set[str] = set()
    for entry in entries:
        if entry.id in seen:
            raise EntryRefused("id_used", id=entry.id)
        seen.add(entry.id)
        if isinstance(entry.act, Make) != (entry.v == 1):
            raise EntryRefused("bad_act", what=piece("log_begins"))
    return entries


def _read_logged(value: object, v: int) -> Entry:
    row: LoggedForm = read_as(LoggedForm, value, Place(0, piece("log_line", line=v)))
    return Entry(v, row.at, row.by, "", row.id, read_body(row.act))
