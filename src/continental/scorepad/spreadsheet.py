"""Write a pad as a spreadsheet table and read it. A change that a person made in it is read, or refused with its line."""

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
    """Return the pad as a table: the match's facts, then a line for each item. Its columns with sums are not read again."""
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
"""The fact that says that the table's answers are complete: an empty cell of a buy-back is no answer yet."""
_FACTS: Final = ("hand", "what", "who", "ending", "knock_card", "feeder", "at_once")
_KINDS: Final = ("count", "jokers", "buys", "total", "cash")
_SUMS: Final = ("total", "cash", "pot")
"""The columns that are computed and written for the reader only. They are not imported."""
MOST_COLUMNS: Final = 256
"""More than a table of the most people with every kind of column, whatever a person has added to it."""


def _all_names(pad: Pad) -> tuple[str, ...]:
    """Return the players, and all who have a count, an answer or an adjustment though their joining was struck out."""
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


_SIGNS: Final = "=+\\-@＝＋－＠"  # some programs read the full-width ones like the others
_FORMULA: Final = re.compile(rf"(^)(?=['{_SIGNS}])|([,;|:\t] *)(?='*[{_SIGNS}])|( )(?='*[{_SIGNS}][^ ])")
"""Each place in a text at which some program may see a cell begin with a formula, for any divider of cells.

A blank divides cells in few programs, and a sign between two blanks is no formula: `Bo - 3 May` stays as it is.
"""
_GUARDED: Final = re.compile(rf"(^)'|([,;|:\t] *)'(?='*[{_SIGNS}])|( )'(?='*[{_SIGNS}][^ ])")
"""The same places, with the apostrophe that `_cell` puts there."""


def _cell(text: str) -> str:
    """Return the text with an apostrophe before each formula in it, so that no spreadsheet runs one."""
    return _FORMULA.sub(lambda found: f"{found[0]}'", text)


def _uncell(cell: str) -> str:
    """Return the text of a cell without the apostrophes of `_cell`."""
    return _GUARDED.sub(lambda found: found[found.lastindex or 0], cell.strip())


# --- in

Column = tuple[str, str]
"""The player of a column (empty if it is the line's own) and its kind."""


def read_table(text: str) -> tuple[SheetText, str, list[Adjust]]:
    """Read the match of a table, its title (empty if it has none) and its adjustments. Raises EntryRefused or Refused.

    Nothing typed is ignored: a cell that has no meaning in its place is refused with its line. Sums are not read.
    """
    table = _Table(text)
    facts = _Facts()
    for number, cells in table.facts:
        facts.read(number, cells)
    if facts.title:
        read_as(Title, facts.title, Place(0, "title"))
    # An adjustment may name a player whose joining was struck out, if the table has a column for that name.
    known = {*facts.told.get("players", ()), *(name for name, _ in table.columns() if name)}
    for number, adjusted in facts.adjustments:
        if not {adjusted.source, adjusted.target} <= known:
            raise EntryRefused("bad_csv", line=number, wanted=piece("csv_parties"))
    hands = [_read_line(line, answered=facts.answered) for line in table.lines()]
    # The reader of JSON checks the rest, so that both forms allow the same matches.
    told = read_sheet(parse_json(json.dumps({**facts.told, "switches": facts.switches, "hands": hands})))
    return told, facts.title, [adjusted for _, adjusted in facts.adjustments]


class _Table:
    """The lines of a table, each with its number: the facts, and below a blank line the column heads and the rows."""

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
        # A table may begin with blank lines. The blank line that divides it is the next one.
        first = next((at for at, (_, line) in enumerate(lines) if any(line)), 0)
        blank = next((at for at, (_, line) in enumerate(lines) if at > first and not any(line)), len(lines))
        below = [(number, line) for number, line in lines[blank:] if any(line)]
        self.facts = [(number, [_uncell(cell) for cell in line]) for number, line in lines[first:blank]]
        top, heads = below[0] if below else (number, [])
        self._columns = _columns(heads, top) if heads else []
        self._rows = below[1:]

    def columns(self) -> Iterator[Column]:
        """Return the columns that have a head."""
        return (column for column in self._columns if column is not None)

    def lines(self) -> Iterator[_Line]:
        """Yield the rows below the heads."""
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
    """Return the columns by their heads, None for one without. Raises EntryRefused for a head that is unknown or there twice."""
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
    """The facts above the blank line: each one once, with nothing behind it."""

    def __init__(self) -> None:
        self.title = ""
        self.told: dict[str, Any] = {}
        self.switches: dict[str, str] = {}
        self.adjustments: list[tuple[int, Adjust]] = []
        self.answered = False
        self._seen: set[tuple[str, ...]] = set()

    def read(self, line: int, cells: Sequence[str]) -> None:
        """Read one line. Raises EntryRefused."""
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
                # Adjustments may repeat, so no fact is noted as seen.
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
    """One line below the heads: its non-empty cells, each removed as it is read."""

    def __init__(self, number: int, said: dict[Column, str]) -> None:
        self.number = number
        self._said = said

    def says(self, *kinds: str) -> bool:
        """Return whether something is typed in a column of these kinds."""
        return any(kind in kinds for _, kind in self._said)

    def take(self, kind: str) -> str:
        """Return the cell of the line's own column, empty if nothing is typed."""
        return self._said.pop(("", kind), "")

    def take_number(self, kind: str, code: str) -> int | float | None:
        """Return the number in the line's own column, None if nothing is typed. Raises EntryRefused."""
        cell = self.take(kind)
        return _number(cell, self.number, piece(code)) if cell else None

    def take_name(self, kind: str) -> str | None:
        """Return the name in the line's own column, None if nothing is typed."""
        return _uncell(self.take(kind)) or None

    def take_yes(self, kind: str, name: str = "") -> bool | None:
        """Return True for yes and False for no, in small letters or capitals, None if nothing is typed. Raises EntryRefused."""
        cell = self._said.pop((name, kind), "")
        if cell.casefold() not in ("", "yes", "no"):
            raise EntryRefused("bad_csv", line=self.number, wanted=piece("csv_yes", head=_head((name, kind))))
        return cell.casefold() == "yes" if cell else None

    def take_numbers(self, kind: str, code: str) -> dict[str, int | float]:
        """Return numbers by name. Raises EntryRefused."""
        return {name: _number(self._said.pop((name, kind)), self.number, piece(code, name=name)) for name in self._names(kind)}

    def take_answers(self) -> dict[str, bool]:
        """Return by name whether the player buys back. Raises EntryRefused."""
        return {name: self.take_yes("buys", name) is True for name in self._names("buys")}

    def _names(self, kind: str) -> list[str]:
        return [name for name, which in self._said if which == kind]

    def check_done(self, what: str) -> None:
        """Raise EntryRefused if a cell is left that a line of this kind does not have."""
        for column in self._said:
            raise EntryRefused("bad_csv", line=self.number, wanted=piece("csv_needless", head=_head(column), what=what))


def _head(column: Column) -> str:
    name, kind = column
    return f"{name}: {kind}" if name else kind


def _read_line(line: _Line, *, answered: bool) -> dict[str, Any]:
    """Return a line as a value that `read_sheet` reads. Raises EntryRefused."""
    what = line.take("what")
    line.take("hand")  # the order of the lines gives the number
    told: dict[str, Any]
    match what:
        case "dead" | "stops":
            told = {what: True}
        case "joins" | "leaves":
            told = {what: line.take_name("who") or ""}
        # With none of these cells it is a deal for points. `read_sheet` refuses it if the match is for money.
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
