"""A pad: a log of entries, from which the sheet is built. Undo and redo are entries too, and nothing is ever erased."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, assert_never

from continental.play.terms import Cents
from continental.rules.money import LARGEST_ANTE, print_dollars
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
from continental.scorepad.checks import MOST_HANDS
from continental.scorepad.items import Hand, Joins, Leaves, PaperHand, PointsHand, What
from continental.scorepad.paper import MOST_NAMES, check_name
from continental.scorepad.pieces import piece
from continental.scorepad.refusal import EntryRefused
from continental.scorepad.settlement import Payment
from continental.scorepad.sums import Item, Start, Stop, Sums, add_up, shared

MOST_ENTRIES: Final = 5000
MOST_RENAMES: Final = 500
"""Each goes through the whole sheet. Nobody is renamed so often in a night."""
SUMS_KEPT: Final = 3
"""The number of earlier sums that are kept, so that undo and redo settle nothing twice."""
MOST_CENTS: Final = 100 * LARGEST_ANTE


@dataclass(frozen=True, slots=True)
class Make:
    """The first entry of every pad: how the match begins, and the items of an import."""

    title: str
    start: Start
    items: tuple[tuple[What, tuple[str, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the log: its version, the time in milliseconds since 1970, the writer, the writer's own id for it, the act."""

    v: int
    at: int
    by: str
    session: str
    id: str
    act: Act | Make


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Money outside the game, which is shown as such."""

    id: str
    payment: Payment  # the source is the poorer for it
    reason: str
    by: str
    at: int


@dataclass(frozen=True, slots=True)
class Tick:
    """A payment that was made."""

    id: str
    payment: Payment


@dataclass(frozen=True, slots=True)
class PadSheet:
    """The contents of the pad, not settled."""

    title: str
    start: Start
    items: tuple[Item, ...]
    adjustments: tuple[Adjustment, ...] = ()
    ticks: tuple[Tick, ...] = ()

    def names(self) -> tuple[str, ...]:
        """Return everybody who is or was a player."""
        return (*self.start.names, *(item.what.name for item in self.items if isinstance(item.what, Joins)))

    def place(self, item: str) -> int:
        """Return the index of the item. Raises EntryRefused."""
        for at, each in enumerate(self.items):
            if each.id == item:
                return at
        raise EntryRefused("item_unknown", item=item)

    def number(self, item: str) -> int:
        """Return the number of a hand, or of the next hand if the item is none. Return 0 if the item is not on this sheet."""
        place = next((at for at, each in enumerate(self.items) if each.id == item), None)
        if place is None:
            return 0
        return sum(each.is_hand for each in self.items[:place]) + 1


@dataclass(frozen=True, slots=True)
class Step:
    """One entry with the pad's sheet before and after it. `other` is the entry that an undo or a redo is about."""

    entry: Entry
    before: PadSheet | None
    after: PadSheet
    other: Entry | None = None


@dataclass(frozen=True, slots=True)
class Pad:
    """The state of a pad: its log, the steps that stand, the steps taken back (the next to redo last), and the sums."""

    entries: tuple[Entry, ...]
    done: tuple[Step, ...]
    undone: tuple[Step, ...]
    sums: Sums
    earlier: tuple[Sums, ...] = field(default=(), compare=False, repr=False)

    @property
    def sheet(self) -> PadSheet:
        """Return the contents of the pad."""
        return self.done[-1].after

    @property
    def v(self) -> int:
        """Return the version, which is the number of entries."""
        return len(self.entries)

    def entry(self, id_: str) -> Entry | None:
        """Return the entry of that id, or None if there is none."""
        return next((entry for entry in self.entries if entry.id == id_), None)


def open_pad(entries: Sequence[Entry]) -> Pad:
    """Return the pad of a log, which begins with its Make. Raises EntryRefused if the rules do not allow the match at all."""
    ((_, done, undone),) = deque(_walk(entries), maxlen=1)
    sheet = done[-1].after
    return Pad(tuple(entries), done, undone, add_up(sheet.start, sheet.items))


def go_on(pad: Pad, entries: Sequence[Entry]) -> Pad:
    """Return the pad with further entries that its log has taken already. None of them is refused."""
    done, undone = pad.done, pad.undone
    for entry in entries:
        _, done, undone = _fold(done, undone, entry)
    return _summed(pad, (*pad.entries, *entries), done, undone)


def _summed(pad: Pad, entries: tuple[Entry, ...], done: tuple[Step, ...], undone: tuple[Step, ...]) -> Pad:
    """Return the pad after these steps, with sums built from the nearest known ones."""
    sheet, known = done[-1].after, (pad.sums, *pad.earlier)
    # After an undo, sums of before share more rows than the latest.
    nearest = max(known, key=lambda sums: shared(sums, sheet.start, sheet.items))
    sums = add_up(sheet.start, sheet.items, nearest)
    return Pad(entries, done, undone, sums, known[:SUMS_KEPT])


def steps(entries: Iterable[Entry]) -> Iterator[Step]:
    """Yield each entry with the sheet before and after it, those taken back later too."""
    return (step for step, _, _ in _walk(entries))


_Walked = tuple[Step, tuple[Step, ...], tuple[Step, ...]]


def _walk(entries: Iterable[Entry]) -> Iterator[_Walked]:
    done: tuple[Step, ...] = ()
    undone: tuple[Step, ...] = ()
    for entry in entries:
        step, done, undone = _fold(done, undone, entry)
        yield step, done, undone


def _fold(done: tuple[Step, ...], undone: tuple[Step, ...], entry: Entry) -> _Walked:
    before = done[-1].after if done else None
    match entry.act:
        case Undo():
            # The first step is the Make, which cannot be taken back.
            if len(done) < 2:
                raise EntryRefused("nothing_to_undo")
            return Step(entry, before, done[-2].after, done[-1].entry), done[:-1], (*undone, done[-1])
        case Redo():
            if not undone:
                raise EntryRefused("nothing_to_redo")
            return Step(entry, before, undone[-1].after, undone[-1].entry), (*done, undone[-1]), undone[:-1]
        case Make():
            step = Step(entry, None, _made(entry, entry.act))
        case _:
            if before is None:
                raise EntryRefused("bad_act", what=piece("pad_begins"))
            step = Step(entry, before, apply(before, entry, entry.act))
    # A new act ends the chance to redo.
    return step, (*done, step), ()


def enter(pad: Pad, entry: Entry) -> Pad:
    """Return the pad with one more entry. Raises EntryRefused and changes nothing."""
    if pad.v >= MOST_ENTRIES:
        raise EntryRefused("too_many_entries", most=MOST_ENTRIES)
    # These checks are for new entries only. A log is folded without them: it may name players who were struck out since.
    if isinstance(entry.act, Answer):
        _check_offered(pad, entry.act)
    if isinstance(entry.act, Adjust | Pay):
        _check_players(pad.sheet, entry.act)
    if isinstance(entry.act, Rename):
        _check_renames(pad.entries)
    _, done, undone = _fold(pad.done, pad.undone, entry)
    sheet = done[-1].after
    if sheet == pad.sheet and not isinstance(entry.act, Undo | Redo):
        raise EntryRefused("changes_nothing")
    after = _summed(pad, (*pad.entries, entry), done, undone)
    _check_possible(pad.sums, after.sums, _made_by(entry, sheet))
    return after


def _check_renames(entries: Sequence[Entry]) -> None:
    if sum(isinstance(entry.act, Rename) for entry in entries) >= MOST_RENAMES:
        raise EntryRefused("too_many_renames", most=MOST_RENAMES)


def check_size(entries: Sequence[Entry]) -> None:
    """Raise EntryRefused if a log from outside takes longer to build than any that is written here."""
    if len(entries) > MOST_ENTRIES:
        raise EntryRefused("too_many_entries", most=MOST_ENTRIES)
    # `_check_renames` asks whether one more fits, so one is left out.
    _check_renames([entry for entry in entries if isinstance(entry.act, Rename)][1:])
    make = entries[0].act
    # A match has at most one joining and one leaving for each name besides its hands.
    if isinstance(make, Make) and len(make.items) > MOST_HANDS + 2 * MOST_NAMES:
        raise EntryRefused("too_many_hands", most=MOST_HANDS)


def _check_offered(pad: Pad, answer: Answer) -> None:
    row = pad.sums.rows[pad.sheet.place(answer.item)]
    if answer.name not in (name for name, _ in row.offers()):
        raise EntryRefused("no_such_offer", name=answer.name)


def _check_players(sheet: PadSheet, act: Adjust | Pay) -> None:
    """Check that both parties are players when the entry is written.

    A log that is imported may name a player whose joining was struck out since.
    """
    for where, name in (("from", act.source), ("to", act.target)):
        if name not in sheet.names():
            raise EntryRefused("name_unknown", where=where, name=name, known=", ".join(sheet.names()))


def _made_by(entry: Entry, sheet: PadSheet) -> int | None:
    """Return the index of the item that the entry says something new about, and which must be possible. None if there is none."""
    match entry.act:
        case Enter():
            return sheet.place(entry.id)
        case Correct(item):
            return sheet.place(item)
        case _:
            return None


def _check_possible(before: Sums, now: Sums, place: int | None) -> None:
    """Raise the refusal if the item of the entry is impossible in its place.

    If the entry makes an item further down impossible, the sums stop there instead.
    """
    if place is None or now.stop is None or now.stop.row > place:
        return
    if now.stop.row == place:
        if now.stop.code != "offer_open" and not _is_old_answer(before, now, place):
            raise _Again(now.stop)
    elif before.stop is None:
        raise _Again(now.stop)  # an offer above it is open


def _is_old_answer(before: Sums, now: Sums, place: int) -> bool:
    """Return whether the sums stop only at an earlier answer, which the new numbers no longer offer."""
    if now.stop is None or now.stop.code != "buy_not_offered":
        return False
    new = now.rows[place].item
    old = next((row.item.what for row in before.rows if row.item.id == new.id), None)
    return isinstance(old, PaperHand) and isinstance(new.what, PaperHand) and set(new.what.buys) <= set(old.buys)


class _Again(EntryRefused):
    """The refusal at which the sums stopped, raised for the entry that made them stop."""

    def __init__(self, stop: Stop) -> None:
        # The sentence is complete already, so `EntryRefused` must not frame it again.
        Exception.__init__(self, stop.sentence)
        self.code, self.sentence, self.hand = stop.code, stop.sentence, 0


def _made(entry: Entry, make: Make) -> PadSheet:
    items = tuple(
        Item(f"i{at}", what, declines, entry.v, entry.at, entry.by) for at, (what, declines) in enumerate(make.items, 1)
    )
    return PadSheet(make.title, make.start, items)


def apply(sheet: PadSheet, entry: Entry, act: Act) -> PadSheet:
    """Return the sheet after one act. Raises EntryRefused if the act names something that is not on it. Sums nothing."""
    match act:
        case Enter(what, declines, before):
            place = len(sheet.items) if before is None else sheet.place(before)
            item = Item(entry.id, what, declines, entry.v, entry.at, entry.by)
            return replace(sheet, items=(*sheet.items[:place], item, *sheet.items[place:]))
        case Correct(name):
            place = _hand_at(sheet, name)
            old = sheet.items[place]
            hand, declines = _corrected(old, act)
            # An unchanged item keeps its writer and time, so `enter` sees that nothing changes.
            if _is_same(old, hand, declines):
                return sheet
            item = Item(name, hand, declines, entry.v, entry.at, entry.by, changed=True)
            return replace(sheet, items=(*sheet.items[:place], item, *sheet.items[place + 1 :]))
        case Strike(name):
            place = sheet.place(name)
            return replace(sheet, items=(*sheet.items[:place], *sheet.items[place + 1 :]))
        case Move(name, before):
            return _moved(sheet, name, before)
        case Answer():
            return _answered(sheet, entry, act)
        case Rename(name, into):
            return _renamed(sheet, name, into)
        case Retitle(title):
            return replace(sheet, title=title)
        case Adjust(source, target, cents, reason):
            added = Adjustment(entry.id, _payment(source, target, cents), reason, entry.by, entry.at)
            return replace(sheet, adjustments=(*sheet.adjustments, added))
        case Drop(adjustment):
            left = tuple(each for each in sheet.adjustments if each.id != adjustment)
            if len(left) == len(sheet.adjustments):
                raise EntryRefused("no_such_adjustment", adjustment=adjustment)
            return replace(sheet, adjustments=left)
        case Pay(source, target, cents):
            return replace(sheet, ticks=(*sheet.ticks, Tick(entry.id, _payment(source, target, cents))))
        case Unpay(payment):
            ticks = tuple(each for each in sheet.ticks if each.id != payment)
            if len(ticks) == len(sheet.ticks):
                raise EntryRefused("no_such_payment", payment=payment)
            return replace(sheet, ticks=ticks)
        case Undo() | Redo():
            raise AssertionError("undo and redo are folded where the steps are known")
        case _:
            assert_never(act)


def _hand_at(sheet: PadSheet, item: str) -> int:
    place = sheet.place(item)
    if not sheet.items[place].is_hand:
        raise EntryRefused("not_a_hand", item=item)
    return place


def _corrected(old: Item, act: Correct) -> tuple[Hand, tuple[str, ...]]:
    """Return the hand of a correction, and the names of those who declined after it.

    If the answers are kept, they are those of all who still play the hand.
    """
    hand, was = act.hand, old.what
    if not (act.keeps and isinstance(hand, PaperHand) and isinstance(was, PaperHand)):
        return hand, act.declines
    plays = {hand.ended_by, *hand.counts}
    buys = tuple(name for name in was.buys if name in plays)
    return replace(hand, buys=buys), tuple(name for name in old.declines if name in plays)


def _is_same(old: Item, hand: Hand, declines: Collection[str]) -> bool:
    """Return whether this hand with these answers equals the item. The order of names does not matter."""
    was = old.what
    if isinstance(was, PaperHand) and isinstance(hand, PaperHand):
        same = set(was.buys) == set(hand.buys) and replace(was, buys=hand.buys) == hand
    else:
        same = was == hand
    return same and set(old.declines) == set(declines)


def _moved(sheet: PadSheet, name: str, before: str | None) -> PadSheet:
    place = sheet.place(name)
    if before == name:
        return sheet
    # `before` is looked for among the rest, since the item itself has no place while it moves.
    rest = (*sheet.items[:place], *sheet.items[place + 1 :])
    to = len(rest) if before is None else next((at for at, item in enumerate(rest) if item.id == before), None)
    if to is None:
        raise EntryRefused("item_unknown", item=before)
    return replace(sheet, items=(*rest[:to], sheet.items[place], *rest[to:]))


def _answered(sheet: PadSheet, entry: Entry, answer: Answer) -> PadSheet:
    place = _hand_at(sheet, answer.item)
    item = sheet.items[place]
    if not isinstance(item.what, PaperHand):
        raise EntryRefused("no_such_offer", name=answer.name)
    # An earlier answer of the same player is taken out first.
    buys = tuple(name for name in item.what.buys if name != answer.name)
    declines = tuple(name for name in item.declines if name != answer.name)
    if answer.yes:
        buys = (*buys, answer.name)
    else:
        declines = (*declines, answer.name)
    hand = replace(item.what, buys=buys)
    if _is_same(item, hand, declines):
        return sheet
    said = replace(item, what=hand, declines=declines, v=entry.v, at=entry.at, by=entry.by)
    return replace(sheet, items=(*sheet.items[:place], said, *sheet.items[place + 1 :]))


def _payment(source: str, target: str, cents: Cents) -> Payment:
    if source == target:
        raise EntryRefused("same_party")
    if not 0 < cents <= MOST_CENTS:
        shown = print_dollars(cents) if abs(cents) < 10**15 else piece("is_long")
        raise EntryRefused("bad_cents", most=print_dollars(MOST_CENTS), cents=shown)
    return Payment(source, target, cents)


def _renamed(sheet: PadSheet, name: str, into: str) -> PadSheet:
    if name not in sheet.names():
        raise EntryRefused("name_unknown", where="name", name=name, known=", ".join(sheet.names()))
    check_name(into, [other for other in sheet.names() if other != name])

    def now(each: str) -> str:
        return into if each == name else each

    def paid(payment: Payment) -> Payment:
        return Payment(now(payment.source), now(payment.target), payment.cents)

    start = sheet.start
    return replace(
        sheet,
        start=replace(start, names=tuple(map(now, start.names)), dealer=None if start.dealer is None else now(start.dealer)),
        items=tuple(
            replace(item, what=rename_in(item.what, now), declines=tuple(map(now, item.declines))) for item in sheet.items
        ),
        adjustments=tuple(replace(each, payment=paid(each.payment)) for each in sheet.adjustments),
        ticks=tuple(replace(each, payment=paid(each.payment)) for each in sheet.ticks),
    )


def rename_in(what: What, now: Callable[[str], str]) -> What:
    """Return the item with `now` applied to every name."""
    match what:
        case PaperHand():
            return replace(
                what,
                ended_by=now(what.ended_by),
                counts={now(name): points for name, points in what.counts.items()},
                jokers={now(name): jokers for name, jokers in what.jokers.items()},
                feeder=None if what.feeder is None else now(what.feeder),
                buys=tuple(map(now, what.buys)),
            )
        case PointsHand():
            closer = None if what.closed_by is None else now(what.closed_by)
            return replace(what, closed_by=closer, points={now(name): points for name, points in what.points.items()})
        case Joins(name):
            return Joins(now(name))
        case Leaves(name):
            return Leaves(now(name))
        case _:
            return what
