"""A pad out and in: the form of `continental settle`, the full form with its trail, a table for a spreadsheet, and records."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from continental.play.record import RecordError
from continental.play.refusal import Refused
from continental.play.terms import Cents
from continental.scorepad.acts import LONGEST_TITLE, Adjust, print_act
from continental.scorepad.forms import Place, parse_json, read_list, read_mapping, read_object, read_text, read_whole
from continental.scorepad.items import DeadHand, Joins, Leaves, PaperHand, PointsHand, Stops, What
from continental.scorepad.log import print_make, read_body
from continental.scorepad.online import match_of_record
from continental.scorepad.pad import MOST_ENTRIES, Entry, Make, Pad
from continental.scorepad.paper import Paper
from continental.scorepad.pieces import piece
from continental.scorepad.read import SheetText, print_what, read_sheet
from continental.scorepad.refusal import EntryRefused
from continental.scorepad.show import settlement
from continental.scorepad.sums import Item, Row, Start
from continental.scorepad.telling import trail

LONGEST_TEXT: Final = 8_000_000
"""The longest text that is taken in: what the fullest pad comes to, whichever form it was taken out in."""
FORM: Final = "continental pad 1"
_TOP: Final = Place(0, piece("the_export"))
_FULL_KEYS: Final = ("form", "sheet", "settlement", "trail", "log")
_ENTRY_KEYS: Final = ("v", "at", "by", "id", "act")
UNTITLED: Final = "Match"


# --- out


def settle_form(pad: Pad) -> dict[str, Any]:
    """The match in the form that `continental settle` reads: what was typed, as it stands now."""
    start = pad.sheet.start
    money = {} if start.rules.money_match is None else {"ante": _dollars(start.ante)}
    return {
        "rules": start.rules.key,
        "players": list(start.names),
        **money,
        **({} if start.dealer is None else {"dealer": start.dealer}),
        "switches": start.rules.departures(),
        "hands": [_print_answered(item) for item in pad.sheet.items],
    }


def _print_answered(item: Item) -> dict[str, Any]:
    """An item with its answers whole: who neither buys nor declines has not answered yet, and who buys has said so."""
    said = {"declines": list(item.declines)} if isinstance(item.what, PaperHand) else {}
    return {**print_what(item.what), **said}


def full_form(pad: Pad) -> dict[str, Any]:
    """Everything: the sheet as `settle_form`, the settlement, the trail in words, and the log, from which it can be taken in."""
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
    """The full form as JSON text; where that could not be taken in again, the log alone, which says all the rest."""
    form = full_form(pad)
    text = print_json(form)
    if len(text) <= LONGEST_TEXT:
        return text
    return json.dumps({key: form[key] for key in ("form", "log")}, ensure_ascii=False, separators=(",", ":")) + "\n"


def print_json(form: dict[str, Any]) -> str:
    """A form as JSON text."""
    return json.dumps(form, ensure_ascii=False, indent=1) + "\n"


def csv_form(pad: Pad) -> str:
    """A table: the match's facts, then a line for each item; of its columns those with sums are not read again."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\r\n")
    start = pad.sheet.start
    table.writerow(("title", _cell(pad.sheet.title)))
    table.writerow(("rules", start.rules.key))
    table.writerow(("players", *map(_cell, start.names)))
    if start.ante:
        table.writerow(("ante", _dollars(start.ante)))
    if start.dealer is not None:
        table.writerow(("dealer", _cell(start.dealer)))
    for name, value in start.rules.departures().items():
        table.writerow(("switch", name, value))
    for each in pad.sheet.adjustments:
        paid = each.payment
        table.writerow(("adjustment", _cell(paid.source), _cell(paid.target), paid.cents, _cell(each.reason)))
    if start.rules.money_match is not None:
        table.writerow(_ANSWERS)
    table.writerow(())
    names = _all_names(pad)
    table.writerow(_heads(names))
    for row in pad.sums.rows:
        table.writerow(_line(row, names))
    return out.getvalue()


_ANSWERS: Final = ("answers", "as given")
"""The fact by which a table says that its answers are whole: an empty cell of a buy-back is no answer yet."""
_FACTS: Final = ("hand", "what", "who", "ending", "knock_card", "feeder", "at_once")


def _all_names(pad: Pad) -> tuple[str, ...]:
    """The players, and whoever has a count or an adjustment though their coming was struck out."""
    hands = [item.what for item in pad.sheet.items]
    declined = (name for item in pad.sheet.items for name in item.declines)
    counted = (
        name
        for what in hands
        for part in ((what.counts, what.jokers, what.buys) if isinstance(what, PaperHand) else (getattr(what, "points", ()),))
        for name in part
    )
    paid = (name for each in pad.sheet.adjustments for name in (each.payment.source, each.payment.target))
    return tuple(dict.fromkeys((*pad.sheet.names(), *counted, *declined, *paid)))


def _heads(names: Sequence[str]) -> list[str]:
    kinds = ("count", "jokers", "buys", "total", "cash")
    return [*_FACTS, *(f"{_cell(name)}: {kind}" for kind in kinds for name in names), "pot"]


def _line(row: Row, names: Sequence[str]) -> list[object]:
    what = row.item.what
    facts: list[object] = [row.number or "", *_what(what)]
    counts = what.counts if isinstance(what, PaperHand) else what.points if isinstance(what, PointsHand) else {}
    jokers = what.jokers if isinstance(what, PaperHand) else {}
    buys = what.buys if isinstance(what, PaperHand) else ()
    bought = ["yes" if name in buys else "no" if name in row.item.declines else "" for name in names]
    after = row.after
    sums = [
        ["" if after is None or name not in after.names else each[after.seat(name)] for name in names] for each in _sums(after)
    ]
    pot: object = "" if after is None else after.standing.pot / 100
    return [
        *facts,
        *(counts.get(name, "") for name in names),
        *(jokers.get(name, "") for name in names),
        *bought,
        *sums[0],
        *sums[1],
        pot,
    ]


def _sums(after: Paper | None) -> tuple[tuple[float, ...], tuple[float, ...]]:
    if after is None:
        return (), ()
    return after.standing.totals, tuple(cents / 100 for cents in after.standing.cash)


def _what(what: What) -> tuple[object, ...]:
    match what:
        case PaperHand():
            feeder = "" if what.feeder is None else _cell(what.feeder)
            return "hand", _cell(what.ended_by), what.ending.value, "" if what.knock_card is None else what.knock_card, feeder, ""
        case PointsHand(closer, at_once):
            return "hand", "" if closer is None else _cell(closer), "", "", "", "yes" if at_once else ""
        case DeadHand():
            return "dead", "", "", "", "", ""
        case Joins(name):
            return "joins", _cell(name), "", "", "", ""
        case Leaves(name):
            return "leaves", _cell(name), "", "", "", ""
        case Stops():
            return "stops", "", "", "", "", ""


def _cell(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "'") else text


def _dollars(cents: int) -> int | float:
    return cents // 100 if cents % 100 == 0 else cents / 100


# --- in


def read_any(text: str, title: str | None = None) -> tuple[Entry, ...]:
    """The log of a new pad from any of the forms; raises EntryRefused or Refused with what was wrong and where.

    Entries of a full export keep their moments and names; those of the other forms are given moment 0 and no name, for the
    caller to put in.
    """
    if len(text) > LONGEST_TEXT:
        raise EntryRefused("text_too_long", most=LONGEST_TEXT, length=len(text))
    text = text.removeprefix("\ufeff")
    first = text.lstrip()[:1]
    if first == "{":
        value = parse_json(text)
        if "log" in read_mapping(value, _TOP):
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
    make, adjustments = _read_csv(text, title)
    return (*_begun(make), *(Entry(at, 0, "", "", f"a{at}", each) for at, each in enumerate(adjustments, 2)))


def _begun(make: Make) -> tuple[Entry, ...]:
    return (Entry(1, 0, "", "", "make", make),)


def _settled(told: SheetText, title: str) -> Make:
    """A match in settle's form.

    Where it does not say who declined, whoever is not named in `buys` did, and who is offered nothing did not buy. From a line
    on that cannot be where it stands, everything is taken as it is told: the pad's sums stop there.
    """
    paper: Paper | None = told.begin()
    items: list[tuple[What, tuple[str, ...]]] = []
    for what, declines in told.items:
        paper = None if paper is None else _added(paper, what, declines)
        if not isinstance(what, PaperHand) or declines is not None:
            items.append((what, declines or ()))
        elif paper is None:
            items.append((what, tuple(name for name in (what.ended_by, *what.counts) if name not in what.buys)))
        else:
            offered = [paper.names[offer.seat] for offer in paper.offers(len(paper.pages) - 1)]
            bought = tuple(name for name in what.buys if name in offered)
            items.append((replace(what, buys=bought), tuple(name for name in offered if name not in bought)))
    return Make(title, Start(told.rules, told.names, told.ante, told.dealer), tuple(items))


def _added(paper: Paper, what: What, declines: tuple[str, ...] | None) -> Paper | None:
    try:
        return paper.add(what, declines)
    except (EntryRefused, Refused):
        return None


def _read_full(value: object) -> tuple[Entry, ...]:
    found = read_object(value, _TOP, known=_FULL_KEYS, needed=("form", "log"))
    if found["form"] != FORM:
        _TOP.at("form").refuse(json.dumps(FORM), found["form"])
    rows = read_list(found["log"], _TOP.at("log"))
    if not 1 <= len(rows) <= MOST_ENTRIES:
        raise EntryRefused("too_many_entries", most=MOST_ENTRIES) if rows else EntryRefused("bad_act", what=piece("log_empty"))
    entries = tuple(_read_logged(row, v) for v, row in enumerate(rows, 1))
    seen: set[str] = set()
    for entry in entries:
        if entry.id in seen:
            raise EntryRefused("id_used", id=entry.id)
        seen.add(entry.id)
        if isinstance(entry.act, Make) != (entry.v == 1):
            raise EntryRefused("bad_act", what=piece("log_begins"))
    return entries


def _read_logged(value: object, v: int) -> Entry:
    place = _TOP.at(piece("log_line", line=v))
    found = read_object(value, place, known=_ENTRY_KEYS, needed=_ENTRY_KEYS)
    at, by = read_whole(found["at"], place.at("at")), read_text(found["by"], place.at("by"), most=40)
    if not 0 <= at < 2**53:
        place.at("at").refuse(piece("milliseconds"), at)
    return Entry(v, at, by, "", read_text(found["id"], place.at("id"), most=40), read_body(found["act"]))


class _Table:
    """The lines of a table: the facts, and below a blank line the heads of the columns and the rows, each with its number."""

    def __init__(self, text: str) -> None:
        reader = csv.reader(io.StringIO(text, newline=""), strict=True)
        lines: list[tuple[int, list[str]]] = []
        number = 1
        try:
            for line in reader:
                lines.append((number, line))
                number = reader.line_num + 1  # a cell may go over several lines
        except csv.Error as error:
            raise EntryRefused("bad_csv", line=number, wanted=piece("csv_cells", fault=error)) from None
        first = next((at for at, (_, line) in enumerate(lines) if any(line)), 0)
        blank = next((at for at, (_, line) in enumerate(lines) if at > first and not any(line)), len(lines))
        below = [(number, line) for number, line in lines[blank:] if any(line)]
        self.facts = [(number, [_uncell(cell) for cell in line]) for number, line in lines[first:blank]]
        self.top, self.heads = below[0] if below else (number, [])
        self.rows = below[1:]


def _uncell(cell: str) -> str:
    cell = cell.strip()
    return cell.removeprefix("'")


def _read_csv(text: str, title: str | None) -> tuple[Make, list[Adjust]]:
    table = _Table(text)
    told: dict[str, Any] = {"switches": {}}
    adjustments: list[Adjust] = []
    at_line: list[int] = []
    answered = False
    for number, cells in table.facts:
        match cells:
            case ["title", name, *_]:
                told["title"] = name
            case [("rules" | "dealer") as key, value, *_]:
                told[key] = value
            case ["players", *names]:
                told["players"] = [name for name in names if name]
            case ["ante", dollars, *_]:
                told["ante"] = _number(dollars, number, piece("csv_ante"))
            case ["switch", name, value, *_]:
                told["switches"][name] = value
            case ["adjustment", source, target, cents, reason, *_]:
                adjustments.append(Adjust(source, target, Cents(_whole(cents, number, piece("csv_cents"))), reason))
                at_line.append(number)
            case ["answers", "as given", *_]:
                answered = True
            case _:
                raise EntryRefused("bad_csv", line=number, wanted=piece("csv_facts"))
    name = read_text(told.pop("title", None) or title or UNTITLED, _TOP.at("title"), most=LONGEST_TITLE)
    if table.heads and "what" not in table.heads:
        raise EntryRefused("bad_csv", line=table.top, wanted=piece("csv_heads"))
    known = {*told.get("players", ()), *(_uncell(head.rpartition(": ")[0]) for head in table.heads)}
    for number, adjusted in zip(at_line, adjustments, strict=True):
        if not {adjusted.source, adjusted.target} <= known:
            raise EntryRefused("bad_csv", line=number, wanted=piece("csv_parties"))
    told["hands"] = [
        _read_line(dict(zip(table.heads, line, strict=False)), number, answered=answered) for number, line in table.rows
    ]
    return _settled(read_sheet(parse_json(json.dumps(told))), title or name), adjustments


def _number(text: str, line: int, wanted: str) -> int | float:
    try:
        number = float(text)
        return int(number) if number == int(number) else number
    except (ValueError, OverflowError):
        raise EntryRefused("bad_csv", line=line, wanted=wanted) from None


def _whole(text: str, line: int, wanted: str) -> int:
    number = _number(text, line, wanted)
    if not isinstance(number, int):
        raise EntryRefused("bad_csv", line=line, wanted=wanted)
    return number


def _read_line(cells: dict[str, str], line: int, *, answered: bool) -> dict[str, Any]:
    def by_name(kind: str) -> Iterator[tuple[str, str]]:
        for head, cell in cells.items():
            name, colon, which = head.rpartition(": ")
            if colon and which == kind and cell.strip():
                yield _uncell(name), cell.strip()

    who = _uncell(cells.get("who", ""))
    counts = {name: _number(cell, line, piece("csv_points", name=name)) for name, cell in by_name("count")}
    match cells.get("what", "").strip():
        case "dead":
            return {"dead": True}
        case "stops":
            return {"stops": True}
        case "joins":
            return {"joins": who}
        case "leaves":
            return {"leaves": who}
        case "hand" if not cells.get("ending", "").strip():
            return {"closed_by": who or None, "at_once": cells.get("at_once", "").strip() == "yes", "points": counts}
        case "hand":
            card = cells.get("knock_card", "").strip()
            return {
                "ended_by": who,
                "ending": cells["ending"].strip(),
                **({"knock_card": _number(card, line, piece("csv_knock"))} if card else {}),
                "counts": counts,
                "jokers": {name: _number(cell, line, piece("csv_jokers", name=name)) for name, cell in by_name("jokers")},
                "feeder": _uncell(cells.get("feeder", "")) or None,
                "buys": [name for name, cell in by_name("buys") if cell == "yes"],
                **({"declines": [name for name, cell in by_name("buys") if cell == "no"]} if answered else {}),
            }
        case _:
            raise EntryRefused("bad_csv", line=line, wanted=piece("csv_what"))
