"""A pad as a table for a spreadsheet, out and in: what a person changed in it is read as it stands, or refused by its line."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from continental.codec import shown_value
from continental.rules.money import NoMoney, parse_dollars
from continental.scorepad.acts import Adjust, Title, read_act
from continental.scorepad.checks import FORMS
from continental.scorepad.forms import Place, parse_json, print_ante, read_as
from continental.scorepad.items import DeadHand, Joins, Leaves, PaperHand, PointsHand, Stops, What
from continental.scorepad.pad import Pad
from continental.scorepad.paper import Paper
from continental.scorepad.pieces import piece
from continental.scorepad.read import SheetText, read_sheet
from continental.scorepad.refusal import EntryRefused
from continental.scorepad.sums import Row

# --- out


def csv_form(pad: Pad) -> str:
    """A table: the match's facts, then a line for each item; of its columns those with sums are not read again."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\r\n")
    start = pad.sheet.start
    table.writerow(("title", _cell(pad.sheet.title)))
    table.writerow(("rules", start.rules.key))
    table.writerow(("players", *map(_cell, start.names)))
    if start.ante:
        table.writerow(("ante", print_ante(start.ante)))
    if start.dealer is not None:
        table.writerow(("dealer", _cell(start.dealer)))
    for name, value in start.rules.departures().items():
        table.writerow(("switch", name, value))
    for each in pad.sheet.adjustments:
        paid = each.payment
        table.writerow(("adjustment", _cell(paid.source), _cell(paid.target), paid.cents, _cell(each.reason)))
    if PaperHand in FORMS[start.rules.scoring.kind]:  # the one form with answers
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
_KINDS: Final = ("count", "jokers", "buys", "total", "cash")
_SUMS: Final = ("total", "cash", "pot")
"""What is worked out and written for the reader alone: nothing of it is taken in."""
MOST_COLUMNS: Final = 256
"""More than a table of the most people with every kind of column, whatever a person has added to it."""


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
    return [*_FACTS, *(f"{_cell(name)}: {kind}" for kind in _KINDS for name in names), "pot"]


def _line(row: Row, names: Sequence[str]) -> list[object]:
    what = row.item.what
    facts: list[object] = [row.number or "", *_what(what)]
    counts = what.counts if isinstance(what, PaperHand) else what.points if isinstance(what, PointsHand) else {}
    jokers = what.jokers if isinstance(what, PaperHand) else {}
    buys = what.buys if isinstance(what, PaperHand) else ()
    declines = row.item.declines if isinstance(what, PaperHand) else ()
    bought = ["yes" if name in buys else "no" if name in declines else "" for name in names]
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
        case PointsHand(closer, _, at_once):
            return "hand", "" if closer is None else _cell(closer), "", "", "", "yes" if at_once else ""
        case DeadHand():
            return "dead", "", "", "", "", ""
        case Joins(name):
            return "joins", _cell(name), "", "", "", ""
        case Leaves(name):
            return "leaves", _cell(name), "", "", "", ""
        case Stops():
            return "stops", "", "", "", "", ""


_SIGNS: Final = "=+\\-@＝＋－＠"  # the full-width ones are read as the others by some programs
_FORMULA: Final = re.compile(rf"(^)(?=['{_SIGNS}])|([,;|:\t] *)(?='*[{_SIGNS}])|( )(?='*[{_SIGNS}][^ ])")
"""Each place in a text at which a program may see a cell begin with a formula, whichever divider it goes by.

A blank divides cells for few programs, and a sign between two blanks is nobody's formula: `Bo - 3 May` stays as it is.
"""
_GUARDED: Final = re.compile(rf"(^)'|([,;|:\t] *)'(?='*[{_SIGNS}])|( )'(?='*[{_SIGNS}][^ ])")
"""The same places, with the apostrophe that `_cell` puts there."""


def _cell(text: str) -> str:
    """Return the text with an apostrophe before each formula in it, so that no spreadsheet works one out."""
    return _FORMULA.sub(lambda found: f"{found[0]}'", text)


def _uncell(cell: str) -> str:
    """Return the text of a cell, the apostrophes of `_cell` taken out."""
    return _GUARDED.sub(lambda found: found[found.lastindex or 0], cell.strip())


# --- in

Column = tuple[str, str]
"""Whose a column is (nobody's where it is of the line) and what it says."""


def read_table(text: str) -> tuple[SheetText, str, list[Adjust]]:
    """The match that a table tells, its title (empty where it has none) and its adjustments; raises EntryRefused or Refused.

    Nothing that is typed there is passed over: what means nothing where it stands is refused by its line. Sums are not read.
    """
    table = _Table(text)
    facts = _Facts()
    for number, cells in table.facts:
        facts.read(number, cells)
    if facts.title:
        read_as(Title, facts.title, Place(0, "title"))
    known = {*facts.told.get("players", ()), *(name for name, _ in table.columns() if name)}
    for number, adjusted in facts.adjustments:
        if not {adjusted.source, adjusted.target} <= known:
            raise EntryRefused("bad_csv", line=number, wanted=piece("csv_parties"))
    hands = [_read_line(line, answered=facts.answered) for line in table.lines()]
    told = read_sheet(parse_json(json.dumps({**facts.told, "switches": facts.switches, "hands": hands})))
    return told, facts.title, [adjusted for _, adjusted in facts.adjustments]


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
        top, heads = below[0] if below else (number, [])
        self._columns = _columns(heads, top) if heads else []
        self._rows = below[1:]

    def columns(self) -> Iterator[Column]:
        """The columns that have a head."""
        return (column for column in self._columns if column is not None)

    def lines(self) -> Iterator[_Line]:
        """The rows below the heads."""
        for number, cells in self._rows:
            said: dict[Column, str] = {}
            if len(cells) > len(self._columns):
                raise EntryRefused("bad_csv", line=number, wanted=piece("csv_width"))
            for column, cell in zip(self._columns, map(str.strip, cells), strict=False):
                if cell and column is None:
                    raise EntryRefused("bad_csv", line=number, wanted=piece("csv_width"))
                if cell and column is not None and column[1] not in _SUMS:
                    said[column] = cell
            yield _Line(number, said)


def _columns(heads: Sequence[str], top: int) -> list[Column | None]:
    """The columns by their heads, None for one without; raises EntryRefused for a head without a meaning, or there twice."""
    if len(heads) > MOST_COLUMNS:
        raise EntryRefused("bad_csv", line=top, wanted=piece("csv_columns", most=MOST_COLUMNS))
    found: list[Column | None] = []
    seen: set[Column] = set()
    for head in map(str.strip, heads):
        name, _, kind = head.rpartition(": ")
        column = (_uncell(name), kind)
        if not (column[0] and kind in _KINDS) and head not in (*_FACTS, "pot", ""):
            raise EntryRefused("bad_csv", line=top, wanted=piece("csv_head", head=shown_value(head), known=", ".join(_FACTS)))
        if head and column in seen:
            raise EntryRefused("bad_csv", line=top, wanted=piece("csv_head_twice", head=head[:60]))
        found.append(column if head else None)
        seen.add(column)
    if ("", "what") not in seen:
        raise EntryRefused("bad_csv", line=top, wanted=piece("csv_heads"))
    return found


class _Facts:
    """What stands above the blank line: each fact once, and nothing behind it."""

    def __init__(self) -> None:
        self.title = ""
        self.told: dict[str, Any] = {}
        self.switches: dict[str, str] = {}
        self.adjustments: list[tuple[int, Adjust]] = []
        self.answered = False
        self._seen: set[tuple[str, ...]] = set()

    def read(self, line: int, cells: Sequence[str]) -> None:
        """Take one line; raises EntryRefused."""
        fact: tuple[str, ...] = tuple(cells[:1])
        behind: Sequence[str] = ()
        match cells:
            case ["title", name, *behind]:
                self.title = name
            case [("rules" | "dealer") as key, value, *behind]:
                self.told[key] = value
            case ["players", *names]:
                self.told["players"] = [name for name in names if name]
            case ["ante", dollars, *behind]:
                self.told["ante"] = _dollars(dollars, line)
            case ["switch", name, value, *behind]:
                fact = ("switch", name)
                self.switches[name] = value
            case ["adjustment", source, target, cents, reason, *behind]:
                fact = ()
                paid = {"from": source, "to": target, "cents": _whole(cents, line, piece("csv_cents"))}
                adjusted = read_act({"do": "adjust", **paid, "reason": reason})
                assert isinstance(adjusted, Adjust)
                self.adjustments.append((line, adjusted))
            case ["answers", "as given", *behind]:
                self.answered = True
            case _:
                raise EntryRefused("bad_csv", line=line, wanted=piece("csv_facts"))
        if any(behind):
            raise EntryRefused("bad_csv", line=line, wanted=piece("csv_behind", fact=cells[0]))
        if fact in self._seen:
            raise EntryRefused("bad_csv", line=line, wanted=piece("csv_once", fact=" ".join(fact)))
        self._seen.update({fact} if fact else ())


def _dollars(text: str, line: int) -> int | float:
    try:
        return print_ante(parse_dollars(text))
    except NoMoney:
        raise EntryRefused("bad_csv", line=line, wanted=piece("csv_ante")) from None


_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,9}(?:\.[0-9]{1,9})?")


def _number(text: str, line: int, wanted: str) -> int | float:
    if not _NUMBER.fullmatch(text):
        raise EntryRefused("bad_csv", line=line, wanted=wanted)
    number = float(text)
    return int(number) if number.is_integer() else number


def _whole(text: str, line: int, wanted: str) -> int:
    number = _number(text, line, wanted)
    if not isinstance(number, int):
        raise EntryRefused("bad_csv", line=line, wanted=wanted)
    return number


class _Line:
    """One line below the heads: the cells in which something was typed, each taken out as it is read."""

    def __init__(self, number: int, said: dict[Column, str]) -> None:
        self.number = number
        self._said = said

    def says(self, *kinds: str) -> bool:
        """Whether something is typed in a column of these kinds."""
        return any(kind in kinds for _, kind in self._said)

    def take(self, kind: str) -> str:
        """What the line's own column says, empty where nothing is typed."""
        return self._said.pop(("", kind), "")

    def take_number(self, kind: str, code: str) -> int | float | None:
        """A number in the line's own column; raises EntryRefused."""
        cell = self.take(kind)
        return _number(cell, self.number, piece(code)) if cell else None

    def take_name(self, kind: str) -> str | None:
        """A name in the line's own column."""
        return _uncell(self.take(kind)) or None

    def take_yes(self, kind: str, name: str = "") -> bool | None:
        """A yes or a no, in small letters or capitals, None where nothing is typed; raises EntryRefused."""
        cell = self._said.pop((name, kind), "")
        if cell.casefold() not in ("", "yes", "no"):
            raise EntryRefused("bad_csv", line=self.number, wanted=piece("csv_yes", head=_head((name, kind))))
        return cell.casefold() == "yes" if cell else None

    def take_numbers(self, kind: str, code: str) -> dict[str, int | float]:
        """Numbers by name; raises EntryRefused."""
        return {name: _number(self._said.pop((name, kind)), self.number, piece(code, name=name)) for name in self._names(kind)}

    def take_answers(self) -> dict[str, bool]:
        """Who buys back and who does not, by name; raises EntryRefused."""
        return {name: self.take_yes("buys", name) is True for name in self._names("buys")}

    def _names(self, kind: str) -> list[str]:
        return [name for name, which in self._said if which == kind]

    def check_done(self, what: str) -> None:
        """Raise EntryRefused where something is typed that a line of this kind does not say."""
        for column in self._said:
            raise EntryRefused("bad_csv", line=self.number, wanted=piece("csv_needless", head=_head(column), what=what))


def _head(column: Column) -> str:
    name, kind = column
    return f"{name}: {kind}" if name else kind


def _read_line(line: _Line, *, answered: bool) -> dict[str, Any]:
    """What a line says, as a value that `read_sheet` reads; raises EntryRefused."""
    what = line.take("what")
    line.take("hand")  # the lines' order says which it is
    told: dict[str, Any]
    match what:
        case "dead" | "stops":
            told = {what: True}
        case "joins" | "leaves":
            told = {what: line.take_name("who") or ""}
        case "hand" if not line.says("ending", "knock_card", "feeder", "jokers", "buys"):
            points = line.take_numbers("count", "csv_points")
            told = {"closed_by": line.take_name("who"), "at_once": line.take_yes("at_once") is True, "points": points}
        case "hand":
            answers = line.take_answers()
            told = {
                "ended_by": line.take_name("who") or "",
                "ending": line.take("ending"),
                "knock_card": line.take_number("knock_card", "csv_knock"),
                "counts": line.take_numbers("count", "csv_points"),
                "jokers": line.take_numbers("jokers", "csv_jokers"),
                "feeder": line.take_name("feeder"),
                "buys": [name for name, buys in answers.items() if buys],
                **({"declines": [name for name, buys in answers.items() if not buys]} if answered else {}),
            }
        case _:
            raise EntryRefused("bad_csv", line=line.number, wanted=piece("csv_what"))
    line.check_done(what)
    return told
