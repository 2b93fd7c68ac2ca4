"""Add up a pad's items one after another. The sums stop, with the reason, at an item that is impossible."""

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
    """One item of a pad: the id of the entry that made it, and the writer of its last change."""

    id: str
    what: What
    declines: tuple[str, ...]
    v: int
    at: int
    by: str
    changed: bool = False

    @property
    def is_hand(self) -> bool:
        """Return whether the item is a hand. Only hands have a number."""
        return isinstance(self.what, PaperHand | PointsHand | DeadHand)


@dataclass(frozen=True, slots=True)
class Start:
    """The beginning of a pad's match."""

    rules: RuleSet
    names: tuple[str, ...]
    ante: Cents
    dealer: str | None

    def begin(self) -> Paper:
        """Return the sheet with only its antes. Raises EntryRefused or Refused."""
        return Paper.begin(self.rules, self.names, self.ante, self.dealer)


class RowState(StrEnum):
    """How far the sums of a row are done."""

    DONE = "done"
    STOPPED = "stopped"  # this one is impossible
    WAITING = "waiting"  # it is below an impossible one


@dataclass(frozen=True, slots=True)
class Row:
    """An item with its number (only hands have one), and the sheet before and after it if the sums reached it."""

    item: Item
    number: int | None
    state: RowState
    before: Paper | None = None
    after: Paper | None = None

    @property
    def events(self) -> tuple[StandingEvent, ...]:
        """Return the events of the item. Empty if the sums did not reach it."""
        if self.before is None or self.after is None:
            return ()
        # A hand begins a page of its own. Anything between hands adds to the last page.
        old, new = self.before.pages, self.after.pages
        return new[-1] if len(new) > len(old) else new[-1][len(old[-1]) :]

    def offers(self) -> tuple[tuple[str, BuyBackOffered], ...]:
        """Return the buy-backs that are offered after the item, each with the player's name."""
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
    """Every item as a row, the sheet as far as it is summed, and the row at which the sums stopped."""

    start: Start
    opening: Paper
    rows: tuple[Row, ...]
    paper: Paper
    stop: Stop | None
    settled: int = field(default=0, compare=False)  # number of items that were settled for these sums and not reused

    @property
    def has_open_offer(self) -> bool:
        """Return whether a player still has to answer an offer to buy back, with nothing below it."""
        return self.stop is None and self.paper.standing.offer is not None

    def names(self) -> tuple[str, ...]:
        """Return all players in order of seat, without those of rows that the sums did not reach."""
        return self.paper.names


def shared(known: Sums, start: Start, items: Sequence[Item]) -> int:
    """Return how many rows from the top the known sums share with these items."""
    if known.start != start:
        return 0
    at = 0
    for row, item in zip(known.rows, items, strict=False):
        if row.after is None or (row.item.what, row.item.declines) != (item.what, item.declines):
            break
        at += 1
    return at


def add_up(start: Start, items: Sequence[Item], known: Sums | None = None) -> Sums:
    """Return the sums of the items. The rows that `known` shares from the top are reused."""
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
        # Rows are reused from the top only: each one depends on the sheet after the row above it.
        old = known.rows[at] if known is not None and same and at < len(known.rows) else None
        # The writer and the time of an item do not change its sums, so only its content is compared.
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
                # An open offer stops the sums at the hand above, so this row only waits.
                row = Row(item, shown, RowState.STOPPED, paper) if stop.row == at else Row(item, shown, RowState.WAITING)
        rows.append(row)
        paper = row.after or paper
    return Sums(start, opening, tuple(rows), paper, stop, settled)


def _stop_at(at: int, refused: Refused, above: Sequence[Row]) -> Stop:
    """Return the stop at a refused item. An unanswered offer stops the sums at its own hand, not at the item below."""
    if refused.code == "offer_open":
        at = max(place for place, row in enumerate(above) if row.item.is_hand)
    return Stop(at, refused.code, refused.sentence)


def broken_off(paper: Paper) -> tuple[tuple[Paid, ...], tuple[Cents, ...]]:
    """Return the payments that give the pot back if the match ended now, and the cash of each seat then.

    If the match is over, nothing is paid and the cash stays.
    """
    now = paper.standing
    if now.is_over or not now.pot:
        return (), now.cash
    sheet = Sheet(now)
    share_pot(sheet, now.seats_in(), Why.POT_BACK)
    return tuple(event for event in sheet.events if isinstance(event, Paid)), sheet.standing.cash


def party(paper: Paper, seat: int) -> str:
    """Return a player's name, or `pot` for the table."""
    return "pot" if seat == TABLE else paper.names[seat]
