"""A match, or a part of one, as a text that a person can read: a head, then every deal that is over, one act a line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from continental.cards import Cards, print_cards
from continental.play.actions import Action
from continental.play.notation import print_act, print_cents
from continental.play.position import Standing
from continental.play.terms import Cents, Seat
from continental.words import part, say

FORMAT: Final = "continental record"
VERSION: Final = 1
MOST_CHARACTERS: Final = 8_000_000
MOST_IN_LINE: Final = 2_000
"""How long a line may be. The longest that is printed is an act of somebody whose name is 80 escaped signs."""
MOST_NAME: Final = 80
MOST_SEATS: Final = 12

SENTENCES: Final = part("refusals", "record")


class RecordError(ValueError):
    """A record that is wrong: `line` counts from 1, `code` is stable, `sentence` says what is wrong and what would be right.

    The codes are those of `SENTENCES`, and those of refused acts and settings.
    """

    def __init__(self, line: int, code: str, sentence: str) -> None:
        self.line = line
        self.code = code
        self.sentence = sentence
        super().__init__(f"line {line}: {sentence}")

    def __reduce__(self) -> tuple[object, ...]:
        return RecordError, (self.line, self.code, self.sentence)

    @classmethod
    def of(cls, line: int, code: str, **facts: object) -> RecordError:
        """The error of a code in `SENTENCES`."""
        return cls(line, code, say(SENTENCES, code, facts))


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits at a seat: a name, and for a bot which one. Raises ValueError for a name that is empty or too long."""

    name: str
    bot: str | None = None

    def __post_init__(self) -> None:
        for text in (self.name, *(() if self.bot is None else (self.bot,))):
            if not 1 <= len(text) <= MOST_NAME:
                raise ValueError(f"a name has 1 to {MOST_NAME} characters, not {len(text)}")


@dataclass(frozen=True, slots=True)
class Head:
    """The agreement before the first card.

    `switches` are the departures from the rule set's defaults, as text. `dealer` is the first dealer if the table chose
    it. `start` is the standing that the first deal here began from, in a record of a part of a match.
    """

    rules: str
    version: int
    switches: tuple[tuple[str, str], ...]
    ante: Cents
    sitters: tuple[Sitter, ...]
    dealer: Seat | None = None
    start: Standing | None = None
    lines: dict[str, int] = field(default_factory=dict, compare=False)  # where each key was said


@dataclass(frozen=True, slots=True)
class Act:
    """One act and its outcome, as `notation.outcome_of` says it; empty if the record does not tell."""

    action: Action
    outcome: str = ""
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Told:
    """One fact that a record tells about a deal: `dealer` before its acts, `totals`, `cash`, `pot`, `out`, `match` after."""

    key: str
    text: str
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class DealRecord:
    """One deal: the commitment, the dice (None: it is not over, and nothing else is told), the pack if it was dealt by hand."""

    number: int
    commitment: str
    dice: bytes | None = None
    pack: Cards | None = None
    facts: tuple[Told, ...] = ()
    acts: tuple[Act, ...] = ()
    line: int = field(default=0, compare=False)
    lines: dict[str, int] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class Record:
    """A record as read or as to be written; nothing in it has been played yet."""

    head: Head
    deals: tuple[DealRecord, ...]

    def __repr__(self) -> str:
        return f"<Record of {self.head.rules}, {len(self.head.sitters)} players, {len(self.deals)} deals>"


# --- printing


def print_name(name: str) -> str:
    """Print a name for a record: bare, or as a JSON text if bare it could be misread or not be seen."""
    is_plain = name.isprintable() and name == name.strip() and not name.startswith('"')
    return name if is_plain else json.dumps(name)


def _numbers(row: tuple[int, ...]) -> str:
    return " ".join(map(str, row))


def _money(row: tuple[Cents, ...]) -> str:
    return " ".join(map(print_cents, row))


def _out(standing: Standing) -> str:
    return _numbers(tuple(seat for seat, gone in enumerate(standing.out) if gone))


def facts_of(standing: Standing) -> dict[str, str]:
    """Return the standing after a deal, as a record tells it; `out` only if somebody is."""
    facts = {"totals": _numbers(standing.totals), "cash": _money(standing.cash), "pot": print_cents(standing.pot)}
    if any(standing.out):
        facts["out"] = _out(standing)
    facts["match"] = " ".join([standing.status.value, *map(str, standing.winners)])
    return facts


def _start_lines(start: Standing) -> Iterator[str]:
    yield f"start hands: {start.hands}"
    if start.dealer is not None:
        yield f"start dealer: {start.dealer}"
    yield f"start totals: {_numbers(start.totals)}"
    yield f"start cash: {_money(start.cash)}"
    yield f"start pot: {print_cents(start.pot)}"
    yield f"start buys: {_numbers(start.buys)}"
    if any(start.wins):
        yield f"start wins: {_numbers(start.wins)}"
    if any(start.bought):
        yield f"start bought: {_numbers(start.bought)}"
    if any(start.out):
        yield f"start out: {_out(start)}"
    if not start.clockwise:
        yield "start way: anticlockwise"
    if start.dead_in_a_row:
        yield f"start dead: {start.dead_in_a_row}"


def _head_lines(head: Head) -> Iterator[str]:
    yield f"{FORMAT} {VERSION}"
    yield f"rules: {head.rules} {head.version}"
    yield from (f"switch {name}: {value}" for name, value in head.switches)
    yield f"ante: {print_cents(head.ante)}"
    for seat, sitter in enumerate(head.sitters):
        yield f"seat {seat}: {print_name(sitter.name)}"
        if sitter.bot is not None:
            yield f"bot {seat}: {print_name(sitter.bot)}"
    if head.dealer is not None:
        yield f"first dealer: {head.dealer}"
    if head.start is not None:
        yield from _start_lines(head.start)


def _deal_lines(deal: DealRecord, sitters: tuple[Sitter, ...]) -> Iterator[str]:
    yield ""
    yield f"deal {deal.number}"
    yield f"commitment: {deal.commitment}"
    if deal.dice is None:
        return
    yield f"dice: {deal.dice.hex()}"
    if deal.pack is not None:
        yield f"pack: {print_cards(deal.pack)}"
    yield from (f"{told.key}: {told.text}" for told in deal.facts if told.key == "dealer")
    for act in deal.acts:
        seat = act.action.seat
        told = f" ({act.outcome})" if act.outcome else ""
        yield f"{seat} {print_name(sitters[seat].name)}: {print_act(act.action)}{told}"
    yield from (f"{told.key}: {told.text}" for told in deal.facts if told.key != "dealer")


def print_record(record: Record) -> str:
    """The record as text, which `reading.parse_record` reads back as the same."""
    lines = [*_head_lines(record.head)]
    for deal in record.deals:
        lines += _deal_lines(deal, record.head.sitters)
    return "\n".join(lines) + "\n"
