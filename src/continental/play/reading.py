"""Reading a record's text, line by line, each refused by its number if it is wrong in itself."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import Final

from continental.cards import CardError, Cards, parse_cards
from continental.play.notation import NotationError, parse_act, parse_cents, print_cents
from continental.play.position import Standing
from continental.play.record import (
    FORMAT,
    MOST_CHARACTERS,
    MOST_IN_LINE,
    MOST_NAME,
    VERSION,
    Act,
    DealRecord,
    Head,
    Record,
    RecordError,
    Sitter,
    Told,
    print_name,
)
from continental.play.terms import Cents, Seat


def _shown(text: str) -> str:
    return text if len(text) <= 60 else text[:60] + "…"


MONEY: Final = r"-?[0-9]{1,9}\.[0-9]{2}"

Lines = list[tuple[int, str]]

# none of these has two ways to match one text, so none goes back over what it has read
_KEY: Final = re.compile(r"[a-z][a-z0-9_ ]{0,60}")
_DEAL: Final = re.compile(r"deal ([0-9]{1,6})")
_ACT: Final = re.compile(r"([0-9]{1,3})(?=[\s:])")
_AFTER: Final = ("totals", "cash", "pot", "out", "match")


def _lines_of(text: str) -> Lines:
    if len(text) > MOST_CHARACTERS:
        raise RecordError.of(1, "too_long", most=f"{MOST_CHARACTERS:,}")
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    numbered = ((number, line.strip()) for number, line in enumerate(plain.split("\n"), 1))
    return [(number, line) for number, line in numbered if line and not line.startswith("#")]


def _split_key(line: str) -> tuple[str, str] | None:
    """Return key and value of a line `key: value`; None for any other line."""
    key, colon, value = line.partition(":")
    return (key.rstrip(), value) if colon and _KEY.fullmatch(key.rstrip()) else None


def _split_outcome(text: str) -> tuple[str, str]:
    """Return an act and its outcome, which stands in brackets behind it; the outcome is empty if there is none."""
    act, bracket, outcome = text.rpartition("(")
    if bracket and outcome.endswith(")") and ")" not in outcome[:-1]:
        return act.rstrip(), outcome[:-1]
    return text, ""


def parse_record(text: str) -> Record:
    """Read a record's text; raises RecordError for the first line that is wrong in itself.

    Whether its acts are allowed, its dice make its cards and its facts are right is seen when it is replayed. Line ends of any
    kind, a byte order mark, blank lines, blanks around a line and lines that begin with # are passed over.
    """
    lines = _lines_of(text)
    number, first = lines[0] if lines else (1, "")
    if not re.fullmatch(FORMAT + r" [0-9]{1,6}", first):
        raise RecordError.of(number, "not_a_record")
    if first != f"{FORMAT} {VERSION}":
        raise RecordError.of(number, "unknown_version", version=first.rsplit(" ", 1)[1])
    for number, line in lines:
        if len(line) > MOST_IN_LINE:
            raise RecordError.of(number, "line_too_long", most=f"{MOST_IN_LINE:,}")
    starts = [place for place, (_, line) in enumerate(lines) if _DEAL.fullmatch(line)]
    head = _parse_head(lines[1 : starts[0] if starts else None], lines[starts[0]][0] if starts else lines[-1][0])
    deals: list[DealRecord] = []
    for start, end in pairwise([*starts, len(lines)]):
        due = deals[-1].number + 1 if deals else (head.start.hands + 1 if head.start else 1)
        if deals and deals[-1].dice is None:
            raise RecordError.of(lines[start][0], "deal_not_over", number=deals[-1].number)
        deals.append(_parse_deal(lines[start:end], due, head))
    return Record(head, tuple(deals))


class _Said:
    """The lines `key: value` of a head or of a deal, each to be taken once."""

    def __init__(self, end: int) -> None:
        self.values: dict[str, tuple[int, str]] = {}
        self.end = end

    def add(self, line: int, key: str, value: str) -> None:
        if key in self.values:
            raise RecordError.of(line, "said_twice", key=key)
        self.values[key] = (line, value.strip())

    def line(self, key: str) -> int:
        return self.values[key][0] if key in self.values else self.end

    def text(self, key: str, wanted: str, pattern: str) -> str:
        """The value of a key that must be there and look so."""
        if key not in self.values:
            raise RecordError.of(self.end, "head_lacks", key=key)
        line, value = self.values[key]
        if not re.fullmatch(pattern, value):
            raise RecordError.of(line, "wrong_value", key=key, wanted=f"{wanted}, not “{_shown(value)}”")
        return value

    def number(self, key: str, default: int | None = None, most: int = 1_000_000) -> int:
        if default is not None and key not in self.values:
            return default
        found = int(self.text(key, "a whole number", "-?[0-9]{1,7}"))
        if not 0 <= found <= most:
            raise RecordError.of(self.line(key), "wrong_value", key=key, wanted=f"from 0 to {most}, not {found}")
        return found

    def cents(self, key: str) -> Cents:
        return parse_cents(self.text(key, "money with two decimals, such as 20.00", MONEY))

    def row(self, key: str, count: int, pattern: str = "-?[0-9]{1,6}") -> list[str]:
        return self.text(key, f"{count} numbers, one for each seat", rf"{pattern}(?:\s+{pattern}){{{count - 1}}}").split()

    def name(self, key: str) -> str:
        line, value = self.values[key]
        try:
            name = json.loads(value) if value.startswith('"') else value
            Sitter(name)
        except (ValueError, TypeError):
            raise RecordError.of(line, "wrong_value", key=key, wanted=f"a name of 1 to {MOST_NAME} characters") from None
        if print_name(name) != value:
            raise RecordError.of(line, "wrong_value", key=key, wanted=f"written as {print_name(name)}")
        return str(name)


_HEAD_KEY: Final = re.compile(
    r"rules|ante|first dealer|(?:seat|bot) [0-9]{1,2}|switch \w{1,40}"
    r"|start (?:hands|dealer|totals|cash|pot|buys|wins|bought|out|way|dead)"
)


def _parse_head(lines: Lines, end: int) -> Head:
    said = _Said(end)
    for line, text in lines:
        found = _split_key(text)
        if found is None or not _HEAD_KEY.fullmatch(found[0]):
            wanted = "the head says rules, switch …, ante, seat …, bot …, first dealer, start …, each with a colon"
            raise RecordError.of(line, "unknown_line", shown=_shown(text), wanted=wanted)
        said.add(line, *found)
    key, version = said.text("rules", "a rule set and its version, such as house 1", r"[a-z0-9_]{1,40} [0-9]{1,6}").split()
    sitters = _parse_sitters(said)
    dealer = Seat(said.number("first dealer", most=len(sitters) - 1)) if "first dealer" in said.values else None
    start = _parse_start(said, len(sitters)) if any(each.startswith("start ") for each in said.values) else None
    switches = tuple((each[7:], value) for each, (_, value) in said.values.items() if each.startswith("switch "))
    places = {each: line for each, (line, _) in said.values.items()}
    return Head(key, int(version), switches, said.cents("ante"), sitters, dealer, start, places | {"": end})


def _parse_sitters(said: _Said) -> tuple[Sitter, ...]:
    count = sum(key.startswith("seat ") for key in said.values)
    for seat in range(max(count, 2)):
        if f"seat {seat}" not in said.values:
            raise RecordError.of(said.end, "head_lacks", key=f"seat {seat}")
    for key, (line, _) in said.values.items():
        if key.startswith("bot ") and f"seat {key[4:]}" not in said.values:
            raise RecordError.of(line, "no_such_seat", seat=key[4:])
    names = [said.name(f"seat {seat}") for seat in range(count)]
    return tuple(
        Sitter(name, said.name(f"bot {seat}") if f"bot {seat}" in said.values else None) for seat, name in enumerate(names)
    )


def _parse_start(said: _Said, players: int) -> Standing:
    totals = tuple(map(int, said.row("start totals", players)))
    cash = tuple(map(parse_cents, said.row("start cash", players, MONEY)))
    pot, out = said.cents("start pot"), frozenset[int]()
    if "start out" in said.values:
        out = frozenset(map(int, said.text("start out", "the seats that are out", r"[0-9]{1,2}(?:\s+[0-9]{1,2})*").split()))
    if len(out - set(range(players))) or players - len(out) < 2:
        raise RecordError.of(said.line("start out"), "wrong_value", key="start out", wanted="seats, with two at least left in")
    if sum(cash) + pot != 0:
        raise RecordError.of(said.line("start pot"), "start_sums", total=print_cents(Cents(sum(cash) + pot)))
    dealer = Seat(said.number("start dealer", most=players - 1)) if "start dealer" in said.values else None
    buys = tuple(map(int, said.row("start buys", players, "[0-9]{1,3}")))
    wins, bought = (
        tuple(map(int, said.row(key, players, "[0-9]{1,3}"))) if key in said.values else (0,) * players
        for key in ("start wins", "start bought")
    )
    way = said.text("start way", "anticlockwise, or left out", "anticlockwise") if "start way" in said.values else ""
    return Standing(
        players=players,
        ante=said.cents("ante"),
        dealer=dealer,
        totals=totals,
        before=totals,
        cash=cash,
        pot=pot,
        buys=buys,
        wins=wins,
        bought=bought,
        out=tuple(seat in out for seat in range(players)),
        clockwise=not way,
        hands=said.number("start hands"),
        dead_in_a_row=said.number("start dead", default=0),
    )


def _parse_deal(lines: Lines, due: int, head: Head) -> DealRecord:
    start, heading = lines[0]
    number = int(heading.split()[1])
    if number != due:
        raise RecordError.of(start, "deal_number", wanted=due, number=number)
    said, acts = _Said(start), list[Act]()
    for line, text in lines[1:]:
        act, key = _ACT.match(text), _split_key(text)
        if act:
            acts.append(_parse_act(line, int(act[1]), text[act.end() :], head.sitters))
        elif key and key[0] in (_AFTER if acts else ("commitment", "dice", "pack", "dealer", *_AFTER)):
            said.add(line, *key)
        else:
            before = "a deal says commitment, dice, pack, dealer, then its acts such as “0 Ana: draws”, then "
            raise RecordError.of(line, "unknown_line", shown=_shown(text), wanted=before + ", ".join(_AFTER))
    if "commitment" not in said.values:
        raise RecordError.of(start, "deal_lacks", number=number, key="commitment")
    digits = "64 hexadecimal digits, small letters"
    commitment = said.text("commitment", digits, "[0-9a-f]{64}")
    told = [line for key, (line, _) in said.values.items() if key != "commitment"]
    told += [act.line for act in acts]
    if "dice" not in said.values and told:
        raise RecordError.of(min(told), "deal_not_over", number=number)
    return DealRecord(
        number=number,
        commitment=commitment,
        dice=bytes.fromhex(said.text("dice", digits, "[0-9a-f]{64}")) if "dice" in said.values else None,
        pack=_parse_pack(said) if "pack" in said.values else None,
        facts=tuple(
            Told(key, " ".join(value.split()), line)
            for key, (line, value) in said.values.items()
            if key not in ("commitment", "dice", "pack")
        ),
        acts=tuple(acts),
        line=start,
        lines={key: line for key, (line, _) in said.values.items()},
    )


def _parse_pack(said: _Said) -> Cards:
    line, value = said.values["pack"]
    try:
        return parse_cards(value)
    except CardError as error:
        raise RecordError.of(line, "unknown_card", why=str(error)) from None


def _parse_act(line: int, seat: int, rest: str, sitters: tuple[Sitter, ...]) -> Act:
    if seat >= len(sitters):
        raise RecordError.of(line, "no_such_seat", seat=seat)
    name = print_name(sitters[seat].name)
    rest = rest.lstrip()
    if rest.startswith(name + ":"):
        rest = rest.removeprefix(name)
    if not rest.startswith(":"):
        raise RecordError.of(line, "wrong_name", seat=seat, name=name)
    act, outcome = _split_outcome(rest[1:].strip())
    try:
        return Act(parse_act(Seat(seat), act), " ".join(outcome.split()), line)
    except NotationError as error:
        raise RecordError.of(line, "unknown_act", why=str(error)) from None
