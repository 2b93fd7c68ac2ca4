"""A pad in sentences: what each item says, and the trail of who changed what, when, from what to what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, assert_never

from continental.play.events import Scored
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
    print_hand,
)
from continental.scorepad.items import DeadHand, Joins, Leaves, PaperHand, PointsHand, Stops, What
from continental.scorepad.pad import Entry, Make, PadSheet, Step, steps
from continental.scorepad.read import print_what
from continental.scorepad.sums import Item

REASONS: Final = {
    Why.ANTE: "ante",
    Why.SHARE: "share of the hand",
    Why.POT_SHARE: "the pot's share of the hand",
    Why.BOUNTY: "joker bounty",
    Why.FEEDING: "feeding: the shares of all",
    Why.FEEDING_POT: "feeding: the pot's share",
    Why.FEEDING_BOUNTY: "feeding: the bounties of all",
    Why.BUY_BACK: "buy-back",
    Why.POT_WON: "the pot, won",
    Why.POT_SPLIT: "part of the pot, split",
    Why.POT_BACK: "part of the pot, given back",
}

_ENDED: Final = {
    Ending.CLOSE: "closes",
    Ending.CONTINENTAL: "declares a continental",
    Ending.STRAIGHT_FLUSH: "declares a straight flush",
}


def say_what(what: What) -> str:
    """The item in a few words, without its numbers."""
    match what:
        case PaperHand():
            how = f"knocks with {_card(what.knock_card)}" if what.ending is Ending.KNOCK else _ENDED[what.ending]
            return f"{what.ended_by} {how}"
        case PointsHand(None):
            return "Nobody closes"
        case PointsHand(closer, at_once):
            return f"{closer} closes{' at once' if at_once else ''}"
        case DeadHand():
            return "Nobody ends the hand"
        case Joins(name):
            return f"{name} joins"
        case Leaves(name):
            return f"{name} leaves"
        case Stops():
            return "The match is broken off"


def _card(points: int | None) -> str:
    return "an ace" if points == 1 else f"a {points}"


def say_counts(what: What) -> str:
    """The numbers of a hand: `Bo 14, Cy 30`; nothing for anything else."""
    numbers = what.counts if isinstance(what, PaperHand) else what.points if isinstance(what, PointsHand) else {}
    return ", ".join(f"{name} {points}" for name, points in numbers.items())


def say_item(what: What) -> str:
    """The item with its numbers."""
    counts = say_counts(what)
    return say_what(what) + (f": {counts}" if counts else "")


def say_scored(events: Sequence[object]) -> dict[int, int]:
    """What each seat scored, by seat."""
    return {event.seat: event.points for event in events if isinstance(event, Scored)}


@dataclass(frozen=True, slots=True)
class TrailRow:
    """One entry of the log in words: what was there before it and after it, as JSON values; `undone`: it stands no more."""

    entry: Entry
    does: str
    item: str | None
    number: int | None
    says: str
    was: Any
    now: Any
    undone: bool


def trail(entries: Sequence[Entry]) -> tuple[TrailRow, ...]:
    """Every entry in words, the oldest first."""
    told = list(steps(entries))
    gone: set[int] = set()
    for step in told:
        if isinstance(step.entry.act, Undo) and step.other is not None:
            gone.add(step.other.v)
        elif isinstance(step.entry.act, Redo) and step.other is not None:
            gone.discard(step.other.v)
    return tuple(_row(step, undone=step.entry.v in gone) for step in told)


def _row(step: Step, *, undone: bool) -> TrailRow:
    entry, before = step.entry, step.before or step.after
    item = _item_of(entry)
    sheet = before if item is not None and before.number(item) else step.after
    number = None if item is None else sheet.number(item) or None
    does, says = _told(step, before, number)
    was, now = (None, None) if item is None else (_find(before, item), _find(step.after, item))
    if step.before is None:
        was = None
    values = (_value(was), _value(now)) if item is not None else _values(entry.act)
    return TrailRow(entry, does, item, number, f"{entry.by} {says}", *values, undone)


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
    return print_hand(what, item.declines) if isinstance(what, PaperHand | PointsHand) else print_what(what)


def _values(act: Act | Make) -> tuple[Any, Any]:
    match act:
        case Rename(name, into):
            return name, into
        case Adjust(_, _, cents) | Pay(_, _, cents):
            return None, cents
        case _:
            return None, None


def _told(step: Step, before: PadSheet, number: int | None) -> tuple[str, str]:
    """The name of the act, and what its writer did, in words."""
    act = step.entry.act
    match act:
        case Make():
            return "make", f"began the match of {', '.join(act.start.names)}"
        case Enter(what, _, place):
            where = f"hand {number}" if isinstance(what, PaperHand | PointsHand | DeadHand) else f"before hand {number}"
            return (
                "enter" if place is None else "insert"
            ), f"{'entered' if place is None else 'inserted'} {where}: {say_item(what)}"
        case Correct(item):
            return "correct", f"changed hand {number}: {_difference(_find(before, item), _find(step.after, item))}"
        case Strike(item):
            struck = _find(before, item)
            return "strike", f"struck out {_place(struck, number)}{say_item(struck.what) if struck else ''}"
        case Move(item):
            return "move", f"moved {_place(_find(before, item), number)}to stand as hand {step.after.number(item)}"
        case Answer(_, name, yes):
            return "answer", f"answered for {name} after hand {number}: {'buys back' if yes else 'does not buy back'}"
        case Rename(name, into):
            return "rename", f"renamed {name} to {into}"
        case Retitle(title):
            return "retitle", f"called the pad {title}"
        case Adjust(source, target, cents, reason):
            return "adjust", f"adjusted {print_dollars(cents)} from {source} to {target}: {reason}"
        case Drop(adjustment):
            gone = next((each for each in before.adjustments if each.id == adjustment), None)
            return "drop", f"struck out the adjustment{'' if gone is None else f': {gone.reason}'}"
        case Pay(source, target, cents):
            return "pay", f"ticked that {source} paid {target} {print_dollars(cents)}"
        case Unpay(payment):
            tick = next((each.payment for each in before.ticks if each.id == payment), None)
            paid = "" if tick is None else f" of {tick.source} to {tick.target}, {print_dollars(tick.cents)}"
            return "unpay", f"unticked the payment{paid}"
        case Undo():
            return "undo", f"took back: {_other(step)}"
        case Redo():
            return "redo", f"did again: {_other(step)}"
        case _:
            assert_never(act)


def _other(step: Step) -> str:
    return "" if step.other is None else say_act(step.other)


def say_act(entry: Entry) -> str:
    """What an entry did, in words that need no sheet beside them."""
    match entry.act:
        case Enter(what):
            return say_item(what)
        case Correct(_, hand):
            return f"a changed hand, {say_item(hand)}"
        case Strike():
            return "the striking out of an item"
        case Move():
            return "the moving of an item"
        case Make():
            return "the beginning"
        case Undo() | Redo():
            return "an undo or a redo"
        case _:
            return _plain_words(entry.act)


def _plain_words(act: Answer | Rename | Retitle | Adjust | Drop | Pay | Unpay) -> str:
    match act:
        case Answer(_, name, yes):
            return f"{name} {'buys back' if yes else 'does not buy back'}"
        case Rename(name, into):
            return f"{name} renamed to {into}"
        case Retitle(title):
            return f"the title {title}"
        case Adjust(source, target, cents, reason):
            return f"{print_dollars(cents)} from {source} to {target}: {reason}"
        case Pay(source, target, cents):
            return f"{source} paid {target} {print_dollars(cents)}"
        case Drop():
            return "the striking out of an adjustment"
        case Unpay():
            return "the unticking of a payment"


def _place(item: Item | None, number: int | None) -> str:
    return f"hand {number}: " if item is not None and item.is_hand else f"before hand {number}: "


def _difference(old: Item | None, new: Item | None) -> str:
    """What a correction changed: `Bo 14 → 41; jokers of Cy none → 3`."""
    return "; ".join(_changes(_value(old) or {}, _value(new) or {})) or "nothing"


_NAMES: Final = {"ended_by": "ended by", "closed_by": "closed by", "knock_card": "knock card", "at_once": "at once"}


def _changes(was: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    for key in dict.fromkeys((*was, *now)):
        old, new = was.get(key), now.get(key)
        if old == new or (not old and not new and key in ("buys", "declines", "jokers", "feeder")):
            continue
        if key in ("counts", "points", "jokers") and isinstance(old or {}, dict) and isinstance(new or {}, dict):
            yield from _by_name(key, old or {}, new or {})
        else:
            yield f"{_NAMES.get(key, key)} {_shown(old)} → {_shown(new)}"


def _by_name(key: str, old: Mapping[str, int], new: Mapping[str, int]) -> Iterator[str]:
    for name in dict.fromkeys((*old, *new)):
        if old.get(name) != new.get(name):
            yield f"{'jokers of ' if key == 'jokers' else ''}{name} {_shown(old.get(name))} → {_shown(new.get(name))}"


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "nobody"
    return (
        {None: "none", True: "yes", False: "no"}.get(value, str(value))
        if value is None or isinstance(value, bool)
        else str(value)
    )
