"""The money at the table: prices, and the transfers of antes, shares, bounties and the pot (house 7)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from continental.codec import Span
from continental.play.draft import Book
from continental.play.events import Paid
from continental.play.pieces import piece
from continental.play.position import Standing
from continental.play.refusal import Refused
from continental.play.terms import TABLE, Cents, Ending, Seat, Why

Percent = Annotated[int, Span(0, 10_000)]

LARGEST_ANTE: Final = Cents(100_000_000)
"""One million dollars: above it, an ante is a typing error."""

_DOLLARS: Final = re.compile(r"\$?([0-9]{1,9})(?:[.,]([0-9]{1,2}))?")


class NoMoney(ValueError):
    """A text that is no amount of dollars."""


def parse_dollars(text: str) -> Cents:
    """Parse an amount as a person types it, in dollars: `20`, `$2.50`, `12,50`, and `2.5` for 2.50. Raises NoMoney.

    All money that a person types is parsed here. A divider of thousands and a power of ten are refused, since `1,250` is a
    thousand to some and a little more than one to others.
    """
    found = _DOLLARS.fullmatch(text.strip())
    if found is None:
        raise NoMoney("an amount is in dollars, such as 20, 2.50 or 2,50")
    return Cents(int(found[1]) * 100 + int((found[2] or "0").ljust(2, "0")))


def print_dollars(cents: int) -> str:
    """Return money as a person writes it: `$5`, `$0.50`, `-$12`."""
    sign, whole, part = "-" if cents < 0 else "", abs(cents) // 100, abs(cents) % 100
    return f"{sign}${whole}" + (f".{part:02d}" if part else "")


@dataclass(frozen=True, slots=True)
class Shares:
    """The price of each ending for its payers, in percent of the ante (house 7.0a to 7.0c).

    `heads_up` says who gets the share of a single payer. `bust_pays` is False if those who go out by the hand do not pay for it
    (I15).
    """

    percent: Mapping[Ending, Percent]
    heads_up: Literal["winner", "pot"]
    bust_pays: bool

    def __post_init__(self) -> None:
        if lacking := [str(ending) for ending in Ending if ending not in self.percent]:
            raise ValueError(f"percent has no {lacking[0]}")


@dataclass(frozen=True, slots=True)
class Bounty:
    """The bounty on jokers (house 7.1 to 7.3): from `threshold` of them on, each `percent` of the ante.

    `to_losers` is False if only the ender is paid for jokers (I18).
    """

    threshold: Annotated[int, Span(0, 100)]
    percent: Percent
    to_losers: bool


@dataclass(frozen=True, slots=True)
class FeedingMoney:
    """The payments of a feeder (house 7.4, 7.5, I20, I21, I23)."""

    feeder_wins: Literal["no_penalty", "pot_share"]
    covers_bounty: bool
    needs: Literal["any_winner", "fed_seat_ends"]

    def pays(self, standing: Standing, ender: Seat, feeder: Seat | None) -> Seat | None:
        """Return the feeder, if the penalty stands: there is none heads-up, since the loser pays the one share anyway (I24)."""
        if feeder is None or len(standing.seats_in()) == 2:
            return None
        if feeder == ender and self.feeder_wins == "no_penalty":
            return None
        if self.needs == "fed_seat_ends" and standing.rotation(feeder)[0] != ender:
            return None
        return feeder


@dataclass(frozen=True, slots=True)
class Stack:
    """The credit of a seat (house I36): `open`, or `strict` if each brings `antes` antes and pays out of them."""

    kind: Literal["open", "strict"]
    antes: Annotated[int, Span(1, 10_000)]

    def left(self, standing: Standing, seat: Seat) -> Cents | None:
        """Return the cents that the seat can still pay, or None if it may owe."""
        if self.kind == "open":
            return None
        return Cents(max(0, self.antes * standing.ante + standing.cash[seat]))

    def covers(self, standing: Standing, seat: Seat, price: Cents) -> bool:
        """Return whether the seat can pay the price in full."""
        left = self.left(standing, seat)
        return left is None or left >= price


@dataclass(frozen=True, slots=True)
class AnteRule:
    """The antes that may be agreed (house 6.0): multiples of $10, or any amount of which a tenth is whole cents."""

    kind: Literal["multiple_of_10", "free"]

    @property
    def step(self) -> Cents:
        """Return what every ante is a multiple of, in cents."""
        return Cents(1000 if self.kind == "multiple_of_10" else 10)

    def check(self, ante: Cents) -> None:
        """Raise Refused if the table may not agree this ante."""
        if not 0 < ante <= LARGEST_ANTE or ante % self.step:
            wanted = piece("ante_multiple", step=print_dollars(self.step), most=print_dollars(LARGEST_ANTE))
            # A number too long to print would be an error of its own.
            shown = print_dollars(ante) if abs(ante) < 10**15 else piece("ante_far_larger")
            raise Refused("bad_ante", wanted=wanted, ante=shown)


@dataclass(frozen=True, slots=True)
class MoneyRules:
    """All prices of a rule set, and who pays them. Every price is a fraction of the ante (house 7)."""

    shares: Shares
    bounty: Bounty
    feeding: FeedingMoney
    stack: Stack
    antes: AnteRule

    def share(self, standing: Standing, ending: Ending) -> Cents:
        """Return one share of a hand that ended so, in cents."""
        return fraction(standing.ante, self.shares.percent[ending])

    def price(self, standing: Standing, seat: Seat) -> Cents:
        """Return the seat's next rung on its ladder: the ante, doubled for each time that it has bought (house 6.4)."""
        # A shift by the number of earlier buys doubles once for each.
        return Cents(standing.ante << standing.buys[seat])


def fraction(ante: Cents, percent: int) -> Cents:
    """Return a percentage of the ante. Less than a cent is dropped, which only antes below $1 with an odd bounty rate have."""
    return Cents(ante * percent // 100)


def pay(money: MoneyRules, book: Book, paid: Paid) -> None:
    """Write a seat's payment: all of it, or under a strict stack what the seat has left. A payment of 0 is not written."""
    left = money.stack.left(book.standing, paid.source)
    cents = paid.cents if left is None else Cents(min(paid.cents, left))
    if cents:
        book.emit(Paid(paid.source, paid.target, cents, paid.why))


def pay_antes(money: MoneyRules, book: Book, seats: Iterable[Seat] | None = None) -> None:
    """Write the ante of each of these seats, or of all that are in if none are named (house 6.0)."""
    for seat in book.standing.seats_in() if seats is None else seats:
        pay(money, book, Paid(seat, TABLE, book.standing.ante, Why.ANTE))


def pay_shares(money: MoneyRules, book: Book, ending: Ending, payers: Sequence[Seat], ender: Seat, feeder: Seat | None) -> None:
    """Write the shares of a hand: all but one to the ender, that of the last payer to the pot (house 7.0a).

    `payers` are in order from the ender's left. A single payer's share goes as the switch headsup_share says (7.0b). `feeder`
    (one whose penalty is due) pays in place of all of them (7.4, 7.5). A feeder who is the ender pays only the pot's part (I20).
    """
    if not payers:
        return
    share = money.share(book.standing, ending)
    to_pot = 0 if len(payers) == 1 and money.shares.heads_up == "winner" else 1
    to_ender = len(payers) - to_pot
    if feeder is not None:
        if feeder != ender:
            pay(money, book, Paid(feeder, ender, Cents(share * to_ender), Why.FEEDING))
        pay(money, book, Paid(feeder, TABLE, Cents(share * to_pot), Why.FEEDING_POT))
        return
    # The payers are in order from the ender's left, so the last one's share is the pot's.
    for payer in payers[:to_ender]:
        pay(money, book, Paid(payer, ender, share, Why.SHARE))
    for payer in payers[to_ender:]:
        pay(money, book, Paid(payer, TABLE, share, Why.POT_SHARE))


def pay_bounties(
    money: MoneyRules, book: Book, jokers: Sequence[int], ender: Seat, excused: Collection[Seat], feeder: Seat | None
) -> None:
    """Write the joker bounties. Each is settled by itself, so two holders pay one another (house 7.1, 7.2, I17, I18).

    `jokers` is by seat, as held when the hand ended. `excused` seats do not pay but are paid. `feeder` (one whose penalty is
    due) pays in place of the others if the switch feeder_covers_bounty says so, and then nobody pays the feeder.
    """
    rate = fraction(book.standing.ante, money.bounty.percent)
    round_ender = book.standing.rotation(ender)
    for holder in (ender, *(seat for seat in round_ender if seat != ender)):
        if jokers[holder] < money.bounty.threshold or not (holder == ender or money.bounty.to_losers):
            continue
        bounty = Cents(rate * jokers[holder])
        payers = [seat for seat in book.standing.rotation(holder) if seat != holder and seat not in excused]
        if feeder is None or not money.feeding.covers_bounty:
            for payer in payers:
                pay(money, book, Paid(payer, holder, bounty, Why.BOUNTY))
        elif feeder != holder:
            pay(money, book, Paid(feeder, holder, Cents(bounty * len(payers)), Why.FEEDING_BOUNTY))


def give_pot(book: Book, winner: Seat) -> None:
    """Give the whole pot to one seat (house 6.6)."""
    share_pot(book, (winner,), Why.POT_WON)


def share_pot(book: Book, seats: Collection[Seat], why: Why) -> None:
    """Share the pot in equal parts. Odd cents go one each to the lowest totals, ties from the dealer's left (house 6.7, I37)."""
    now = book.standing
    # Before the first deal nobody is the dealer, and seat 0 is the first.
    first = 0 if now.dealer is None else now.dealer + 1
    order = sorted(seats, key=lambda seat: (now.totals[seat], (seat - first) % now.players))
    each, odd = divmod(now.pot, len(order))
    for place, seat in enumerate(order):
        cents = Cents(each + (place < odd))
        if cents:
            book.emit(Paid(TABLE, seat, cents, why))
