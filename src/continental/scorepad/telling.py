"""Put a pad into sentences: its items, and the trail of who changed it, when, and from what to what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, assert_never

from continental.play.saying import Said
from continental.play.terms import Ending, Why
from continental.rules.money import print_dollars
from continental.scorepad.acts import (
    Act,
    Adjust,
    Answer,
    Correct,
    Drop,
    Enter,
    Move,
    Pay,
    Redo,
    Rename,
    Retitle,
    Strike,
    Undo,
    Unpay,
)
from continental.scorepad.items import DeadHand, Joins, Leaves, PaperHand, PointsHand, Stops, What
from continental.scorepad.pad import Entry, Make, PadSheet, Step, steps
from continental.scorepad.read import print_told
from continental.scorepad.sayings import said_writer, told
from continental.scorepad.sums import Item

REASONS: Final = {why: told(f"why_{why.value}") for why in Why}
"""The reasons why money moved, in words."""


def say_what(what: What) -> Said:
    """Return the item in a few words, without its numbers."""
    match what:
        case PaperHand():
            name = what.ended_by
            if what.ending is not Ending.KNOCK:
                return told(what.ending.value, name=name)
            return told("knocks_ace", name=name) if what.knock_card == 1 else told("knocks", name=name, points=what.knock_card)
        case PointsHand(None):
            return told("nobody_closes")
        case PointsHand(closer, _, at_once):
            return told("closes_at_once" if at_once else "close", name=closer)
        case DeadHand():
            return told("dead")
        case Joins(name):
            return told("joins", name=name)
        case Leaves(name):
            return told("leaves", name=name)
        case Stops():
            return told("stops")


def say_counts(what: What) -> str:
    """Return the numbers of a hand, such as `Bo 14, Cy 30`. Empty for any other item."""
    numbers = what.counts if isinstance(what, PaperHand) else what.points if isinstance(what, PointsHand) else {}
    return ", ".join(f"{name} {points}" for name, points in numbers.items())


def say_item(what: What) -> Said:
    """Return the item with its numbers."""
    counts = say_counts(what)
    return told("with_counts", item=say_what(what), counts=counts) if counts else say_what(what)


@dataclass(frozen=True, slots=True)
class TrailRow:
    """One entry of the log in words, with its item before and after it as JSON values. `undone` is True if it was taken back."""

    entry: Entry
    does: str
    item: str | None
    number: int | None
    says: Said
    was: Any
    now: Any
    undone: bool


def trail(entries: Sequence[Entry]) -> tuple[TrailRow, ...]:
    """Return every entry in words, the oldest first."""
    all_steps = list(steps(entries))
    # An undo may itself be followed by a redo of the same entry, so the last of them decides.
    gone: set[int] = set()
    for step in all_steps:
        if isinstance(step.entry.act, Undo) and step.other is not None:
            gone.add(step.other.v)
        elif isinstance(step.entry.act, Redo) and step.other is not None:
            gone.discard(step.other.v)
    return tuple(_row(step, undone=step.entry.v in gone) for step in all_steps)


def _row(step: Step, *, undone: bool) -> TrailRow:
    entry, before = step.entry, step.before or step.after
    # An item that was struck out is numbered by the sheet before, on which it still stood.
    item = _item_of(entry)
    sheet = before if item is not None and before.number(item) else step.after
    number = None if item is None else sheet.number(item) or None
    does, did = _done(step, before, number)
    was, now = (None, None) if item is None else (_find(before, item), _find(step.after, item))
    if step.before is None:
        was = None
    values = (_value(was), _value(now)) if item is not None else _values(entry.act)
    return TrailRow(entry, does, item, number, told("did", by=said_writer(entry.by), did=did), *values, undone)


def _item_of(entry: Entry) -> str | None:
    match entry.act:
        case Enter():
            return entry.id
        case Correct(item) | Strike(item) | Move(item) | Answer(item):
            return item
        case _:
            return None


def _find(sheet: PadSheet, item: str) -> Item | None:
    return next((each for each in sheet.items if each.id == item), None)


def _value(item: Item | None) -> Any:
    if item is None:
        return None
    what = item.what
    return print_told(what, item.declines)


def _values(act: Act | Make) -> tuple[Any, Any]:
    match act:
        case Rename(name, into):
            return name, into
        case Adjust(_, _, cents) | Pay(_, _, cents):
            return None, cents
        case _:
            return None, None


def _done(step: Step, before: PadSheet, number: int | None) -> tuple[str, Said]:
    """Return the name of the act, and its sentence."""
    act = step.entry.act
    match act:
        case Make():
            return "make", told("made", names=", ".join(act.start.names))
        case Enter(what, _, place):
            code = "entered" if place is None else "inserted"
            where = "" if isinstance(what, PaperHand | PointsHand | DeadHand) else "_before"
            return "enter" if place is None else "insert", told(code + where, number=number, item=say_item(what))
        case Correct(item):
            changes = _difference(_find(before, item), _find(step.after, item))
            return "correct", told("corrected", number=number, changes=changes)
        case Strike(item):
            struck = _find(before, item)
            return "strike", told("struck" + _where(struck), number=number, item=say_item(struck.what) if struck else "")
        case Move(item):
            code = "moved" + _where(_find(before, item))
            return "move", told(code, number=number, place=step.after.number(item))
        case Answer(_, name, yes):
            return "answer", told("answered_yes" if yes else "answered_no", name=name, number=number)
        case Rename(name, into):
            return "rename", told("renamed", name=name, into=into)
        case Retitle(title):
            return "retitle", told("retitled", title=title)
        case Adjust(source, target, cents, reason):
            return "adjust", told("adjusted", money=print_dollars(cents), source=source, target=target, reason=reason)
        case Drop(adjustment):
            gone = next((each for each in before.adjustments if each.id == adjustment), None)
            return "drop", told("dropped_bare") if gone is None else told("dropped", reason=gone.reason)
        case Pay(source, target, cents):
            return "pay", told("ticked", source=source, target=target, money=print_dollars(cents))
        case Unpay(payment):
            tick = next((each.payment for each in before.ticks if each.id == payment), None)
            if tick is None:
                return "unpay", told("unticked_bare")
            return "unpay", told("unticked", source=tick.source, target=tick.target, money=print_dollars(tick.cents))
        case Undo():
            return "undo", told("took_back", what=_other(step))
        case Redo():
            return "redo", told("did_again", what=_other(step))
        case _:
            assert_never(act)


def _other(step: Step) -> str:
    return "" if step.other is None else say_act(step.other)


def say_act(entry: Entry) -> Said:
    """Return what an entry did, in words that can be read without the sheet."""
    match entry.act:
        case Enter(what):
            return say_item(what)
        case Correct(_, hand):
            return told("a_change", item=say_item(hand))
        case Strike():
            return told("a_strike")
        case Move():
            return told("a_move")
        case Make():
            return told("a_beginning")
        case Undo() | Redo():
            return told("an_undo")
        case _:
            return _plain_words(entry.act)


def _plain_words(act: Answer | Rename | Retitle | Adjust | Drop | Pay | Unpay) -> Said:
    match act:
        case Answer(_, name, yes):
            return told("buys_back" if yes else "buys_not", name=name)
        case Rename(name, into):
            return told("a_renaming", name=name, into=into)
        case Retitle(title):
            return told("a_title", title=title)
        case Adjust(source, target, cents, reason):
            return told("an_adjustment", money=print_dollars(cents), source=source, target=target, reason=reason)
        case Pay(source, target, cents):
            return told("a_payment", source=source, target=target, money=print_dollars(cents))
        case Drop():
            return told("a_drop")
        case Unpay():
            return told("an_unticking")


def _where(item: Item | None) -> str:
    """Return the end of a code: empty for a hand, `_before` for an item that stands before one."""
    return "" if item is not None and item.is_hand else "_before"


def _difference(old: Item | None, new: Item | None) -> tuple[Said, ...]:
    """Return the changes of a correction, such as `Bo 14 → 41; jokers of Cy none → 3`.

    An item that changed its kind is told whole.
    """
    if old is not None and new is not None and type(old.what) is not type(new.what):
        return (told("change_whole", old=say_item(old.what), new=say_item(new.what)),)
    return tuple(_changes(_value(old) or {}, _value(new) or {})) or (told("nothing"),)


def _changes(was: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Said]:
    for key in dict.fromkeys((*was, *now)):
        old, new = was.get(key), now.get(key)
        # A field that may be left out is the same empty or missing.
        if old == new or (not old and not new and key in ("buys", "declines", "jokers", "feeder")):
            continue
        if key in ("counts", "points", "jokers") and isinstance(old or {}, dict) and isinstance(new or {}, dict):
            yield from _by_name("change_jokers" if key == "jokers" else "change_of", old or {}, new or {})
        else:
            yield told("change", field=told(f"field_{key}"), old=_shown(key, old), new=_shown(key, new))


def _by_name(code: str, old: Mapping[str, int], new: Mapping[str, int]) -> Iterator[Said]:
    for name in dict.fromkeys((*old, *new)):
        if old.get(name) != new.get(name):
            yield told(code, name=name, old=_shown(name, old.get(name)), new=_shown(name, new.get(name)))


def _shown(key: str, value: Any) -> object:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or told("value_nobody")
    if value is None or isinstance(value, bool):
        return told({None: "value_none", True: "value_yes", False: "value_no"}[value])
    return told(f"value_{value}") if key == "ending" else value
