"""How a match is scored: to a line and for money, or in points over a number of deals. A rule set has one of these parts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from continental.play.draft import Book
from continental.play.events import MatchEnded
from continental.play.pieces import piece
from continental.play.position import Standing
from continental.play.refusal import Refused
from continental.play.terms import Cents, Seat, Status
from continental.rules.match import Elimination, MatchRules
from continental.rules.money import LARGEST_ANTE, AnteRule, MoneyRules, give_pot, pay_antes
from continental.rules.points import PointsMatch

USUAL_ANTE: Final = Cents(20_00)
"""The ante of a match for money if nobody names one."""

ScoringKind = Literal["money", "points"]
Column = Literal["total", "cash"]


@dataclass(frozen=True, slots=True)
class Antes:
    """The antes that a table may agree: the largest in cents, and the step in cents by the kind of ante."""

    largest: Cents
    steps: Mapping[str, Cents]


class Scoring(ABC):
    """The interface of every way of scoring.

    `kind` names the part, for tables that choose a drawing or a form by it. `columns` are those of a score sheet.
    """

    kind: ClassVar[ScoringKind]
    columns: ClassVar[tuple[Column, ...]]

    @abstractmethod
    def stake(self, ante: Cents) -> Cents:
        """Return the ante to play for if this one is wished: the same, or 0 in a match that has none."""

    @abstractmethod
    def check_ante(self, ante: Cents) -> None:
        """Raise Refused, code `bad_ante`, if the table may not agree this ante."""

    @abstractmethod
    def antes(self) -> Antes | None:
        """Return the antes that may be agreed, or None if there are none to agree."""

    @abstractmethod
    def deals(self, rows: int) -> int | None:
        """Return after how many deals the match ends if the rule file has `rows` of them, or None if no number ends it."""

    @abstractmethod
    def pay_in(self, book: Book, seats: Iterable[Seat]) -> None:
        """Write the ante of each of these seats."""

    @abstractmethod
    def last_one_wins(self, book: Book, winner: Seat) -> None:
        """End the match for the seat that alone is left."""

    @abstractmethod
    def lines(self) -> Elimination | None:
        """Return the total that puts a seat out and the window below it, or None if no total does."""

    @abstractmethod
    def in_window(self, total: int) -> bool:
        """Return whether a seat at this total may be offered to buy back."""

    @abstractmethod
    def price(self, standing: Standing, seat: Seat) -> Cents | None:
        """Return the price of the seat's next buy-back, in cents, or None if nobody buys back."""

    def ladder(self, standing: Standing) -> list[Cents] | None:
        """Return the price of each seat's next buy-back, in cents, or None if nobody buys back."""
        prices = [self.price(standing, Seat(seat)) for seat in range(standing.players)]
        known = [price for price in prices if price is not None]
        return known or None


@dataclass(frozen=True, slots=True)
class MoneyScoring(Scoring):
    """A match to a line, with a pot and buy-backs (house 6, 7)."""

    match: MatchRules
    money: MoneyRules
    kind: ClassVar[ScoringKind] = "money"
    columns: ClassVar[tuple[Column, ...]] = ("total", "cash")

    def stake(self, ante: Cents) -> Cents:
        return ante

    def check_ante(self, ante: Cents) -> None:
        self.money.antes.check(ante)

    def antes(self) -> Antes:
        kinds = (AnteRule("multiple_of_10"), AnteRule("free"))
        return Antes(LARGEST_ANTE, {rule.kind: rule.step for rule in kinds})

    def deals(self, rows: int) -> None:
        return None

    def pay_in(self, book: Book, seats: Iterable[Seat]) -> None:
        pay_antes(self.money, book, seats)

    def last_one_wins(self, book: Book, winner: Seat) -> None:
        give_pot(book, winner)
        book.emit(MatchEnded(Status.WON, (winner,)))

    def lines(self) -> Elimination:
        return self.match.elimination

    def in_window(self, total: int) -> bool:
        return self.match.elimination.in_window(total)

    def price(self, standing: Standing, seat: Seat) -> Cents:
        return self.money.price(standing, seat)


@dataclass(frozen=True, slots=True)
class PointsScoring(Scoring):
    """A match of a number of deals, for points. There is no ante, and nobody goes out."""

    points: PointsMatch
    kind: ClassVar[ScoringKind] = "points"
    columns: ClassVar[tuple[Column, ...]] = ("total",)

    def stake(self, ante: Cents) -> Cents:
        return Cents(0)

    def check_ante(self, ante: Cents) -> None:
        if ante:
            raise Refused("bad_ante", wanted=piece("ante_none"), ante=ante)

    def antes(self) -> Antes | None:
        return None

    def deals(self, rows: int) -> int:
        return rows

    def pay_in(self, book: Book, seats: Iterable[Seat]) -> None:
        """Write nothing, since nobody pays."""

    def last_one_wins(self, book: Book, winner: Seat) -> None:
        book.emit(MatchEnded(Status.WON, (winner,)))

    def lines(self) -> Elimination | None:
        return None

    def in_window(self, total: int) -> bool:
        return False

    def price(self, standing: Standing, seat: Seat) -> Cents | None:
        return None
