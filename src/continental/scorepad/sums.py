"""What a pad's items come to, one after another, as far as each can be; where one cannot be, the sums stop and say why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from continental.play.draft import Sheet
from continental.play.events import BuyBackOffered, Paid, StandingEvent
from continental.play.refusal import Refused
from continental.play.saying import Said
from continental.play.terms import TABLE, Cents, Why
from continental.rules.base import RuleSet
from continental.rules.money import share_pot
from continental.scorepad.items import DeadHand, PaperHand, PointsHand, What
from continental.scorepad.paper import Paper


@dataclass(frozen=True, slots=True)
class Item:
    """One item of a pad: known by the id of the entry that made it, with whoever changed it last."""

    id: str
    what: What
    declines: tuple[str, ...]
    v: int
    at: int
    by: str
    changed: bool = False

    @property
    def is_hand(self) -> bool:
        """Whether it is a hand, and so has a number."""
        return isinstance(self.what, PaperHand | PointsHand | DeadHand)


@dataclass(frozen=True, slots=True)
class Start:
    """How the match of a pad begins."""

    rules: RuleSet
    names: tuple[str, ...]
    ante: Cents
    dealer: str | None

    def begin(self) -> Paper:
        """The sheet with its antes alone; raises EntryRefused or Refused."""
        return Paper.begin(self.rules, self.names, self.ante, self.dealer)


class RowState(StrEnum):
    """How far the sums came."""

    DONE = "done"
    STOPPED = "stopped"  # this one cannot be
    WAITING = "waiting"  # it stands below one that cannot be


@dataclass(frozen=True, slots=True)
class Row:
    """An item with its number (hands alone have one) and the sheet before and after it, where the sums came so far."""

    item: Item
    number: int | None
    state: RowState
    before: Paper | None = None
    after: Paper | None = None

    @property
    def events(self) -> tuple[StandingEvent, ...]:
        """What the item did; nothing where the sums did not come so far."""
        if self.before is None or self.after is None:
            return ()
        old, new = self.before.pages, self.after.pages
        return new[-1] if len(new) > len(old) else new[-1][len(old[-1]) :]

    def offers(self) -> tuple[tuple[str, BuyBackOffered], ...]:
        """The buy-backs offered after it, each with the player's name."""
        names = () if self.after is None else self.after.names
        return tuple((names[event.seat], event) for event in self.events if isinstance(event, BuyBackOffered))


@dataclass(frozen=True, slots=True)
class Stop:
    """Why the sums go no further: the row, and the refusal."""

    row: int
    code: str
    sentence: Said


@dataclass(frozen=True, slots=True)
class Sums:
    """Every item as a row, the sheet as far as the sums came, and where they stopped."""

    start: Start
    opening: Paper
    rows: tuple[Row, ...]
    paper: Paper
    stop: Stop | None
    settled: int = field(default=0, compare=False)  # how many items were worked out for these sums and not taken over

    @property
    def has_open_offer(self) -> bool:
        """Whether somebody is to say whether to buy back, and nothing stands below it."""
        return self.stop is None and self.paper.standing.offer is not None

    def names(self) -> tuple[str, ...]:
        """All players, in order of seat, those of rows that the sums did not reach left out."""
        return self.paper.names


def shared(known: Sums, start: Start, items: Sequence[Item]) -> int:
    """Return how many rows of known sums stand at the top of these items too, worked out."""
    if known.start != start:
        return 0
    at = 0
    for row, item in zip(known.rows, items, strict=False):
        if row.after is None or (row.item.what, row.item.declines) != (item.what, item.declines):
            break
        at += 1
    return at


def add_up(start: Start, items: Sequence[Item], known: Sums | None = None) -> Sums:
    """The sums of the items; what `known` shares with them from the top is not worked out again."""
    rows: list[Row] = []
    settled = 0
    same = known is not None and known.start == start
    opening = known.opening if known is not None and same else start.begin()
    paper, stop, number = opening, None, 0
    for at, item in enumerate(items):
        number += item.is_hand
        shown = number if item.is_hand else None
        if stop is not None:
            rows.append(Row(item, shown, RowState.WAITING))
            continue
        old = known.rows[at] if known is not None and same and at < len(known.rows) else None
        same = old is not None and (old.item.what, old.item.declines) == (item.what, item.declines)
        if old is not None and same and old.after is not None:
            row = replace(old, item=item)
        else:
            same = False
            settled += 1
            try:
                row = Row(item, shown, RowState.DONE, paper, paper.add(item.what, item.declines))
            except Refused as refused:
                stop = _stop_at(at, refused, rows)
                row = Row(item, shown, RowState.STOPPED, paper) if stop.row == at else Row(item, shown, RowState.WAITING)
        rows.append(row)
        paper = row.after or paper
    return Sums(start, opening, tuple(rows), paper, stop, settled)


def _stop_at(at: int, refused: Refused, above: Sequence[Row]) -> Stop:
    """An offer that nobody answered stops the sums at its own hand, not at the item below."""
    if refused.code == "offer_open":
        at = max(place for place, row in enumerate(above) if row.item.is_hand)
    return Stop(at, refused.code, refused.sentence)


def broken_off(paper: Paper) -> tuple[tuple[Paid, ...], tuple[Cents, ...]]:
    """The pot back if the match were broken off now, as payments, and everybody's cash then; as it is, where it is over."""
    now = paper.standing
    if now.is_over or not now.pot:
        return (), now.cash
    sheet = Sheet(now)
    share_pot(sheet, now.seats_in(), Why.POT_BACK)
    return tuple(event for event in sheet.events if isinstance(event, Paid)), sheet.standing.cash


def party(paper: Paper, seat: int) -> str:
    """A player's name, or the pot."""
    return "pot" if seat == TABLE else paper.names[seat]
