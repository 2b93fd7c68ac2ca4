"""The match: who goes out, buy-backs and their totals, splits of the pot, and the order in which a hand settles (house 6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Literal, assert_never

from continental.codec import Span
from continental.play.draft import Book
from continental.play.events import (
    BuyBackAnswered,
    BuyBackOffered,
    DealPassed,
    HandSettled,
    MatchEnded,
    Paid,
    Scored,
    TotalsRestored,
    WentOut,
)
from continental.play.pieces import piece
from continental.play.position import Standing
from continental.play.refusal import Refused
from continental.play.terms import TABLE, Cents, Ending, Seat, Status, Why
from continental.rules.money import MoneyRules, give_pot, pay, pay_bounties, pay_shares, share_pot


class Lands(StrEnum):
    """How a total leaves a player: in, in the window to buy back, or out."""

    IN = "in"
    WINDOW = "window"
    OUT = "out"


@dataclass(frozen=True, slots=True)
class Elimination:
    """The total that puts a seat out (house 6.1), and the window below it from which one may buy back (6.2).

    Raises Refused if the window would begin at the line or above.
    """

    line: int
    window_from: int

    def __post_init__(self) -> None:
        if self.window_from >= self.line:
            wanted = piece("below_line", line=self.line)
            raise Refused("bad_switch_value", switch="window_from", wanted=wanted, value=self.window_from, hint="")

    def is_out(self, total: int) -> bool:
        """Return whether the total is at the line or over it."""
        return total >= self.line

    def in_window(self, total: int) -> bool:
        """Return whether the total lies in the window, whose ends belong to it."""
        return self.lands(total) is Lands.WINDOW

    def lands(self, total: int) -> Lands:
        """Return how the total leaves a player (house 6.1, 6.2)."""
        if self.is_out(total):
            return Lands.OUT
        return Lands.WINDOW if total >= self.window_from else Lands.IN


@dataclass(frozen=True, slots=True)
class BuyBack:
    """The terms of buy-backs: the total (house 6.3, I27), whether it may be a higher one (I26), how often one is asked (I30)."""

    pool: Literal["others_by_position", "others_distinct", "all_scores"]
    raises: Literal["suppress", "offer"]
    reoffer: Literal["every_hand", "if_changed", "on_entry"]

    def asks(self, *, was_in_window: bool, has_moved: bool) -> bool:
        """Return whether a seat in the window is asked (I30): by whether the hand moved its total or brought it into the
        window.
        """
        match self.reoffer:
            case "every_hand":
                return True
            case "if_changed":
                return has_moved
            case "on_entry":
                return not was_in_window
            case _:
                assert_never(self.reoffer)

    def target(self, own: int, others: tuple[int, ...]) -> int:
        """Return the second-lowest score, or heads-up the other one."""
        if len(others) == 1:
            return others[0]
        match self.pool:
            case "others_by_position":
                pool = sorted(others)
            case "others_distinct":
                pool = sorted(set(others))
            case "all_scores":
                pool = sorted((own, *others))
            case _:
                assert_never(self.pool)
        # All others may have the same score, which is then a pool of one.
        return pool[min(1, len(pool) - 1)]


@dataclass(frozen=True, slots=True)
class HeadsUp:
    """The treatment of buy-backs when two are left (house I1)."""

    buy: Literal["forces_split", "raw_totals", "not_offered"]


@dataclass(frozen=True, slots=True)
class Split:
    """When two who are left split the pot (house 6.7, I4, I42): totals at most `gap` apart."""

    scope: Literal["always", "after_elimination", "off"]
    gap: int

    def is_due(self, standing: Standing, totals: tuple[int, ...] | None = None) -> bool:
        """Return whether the pot is split at these totals by seat (those of the standing, unless others are given)."""
        left, totals = standing.seats_in(), standing.totals if totals is None else totals
        return len(left) == 2 and self.applies(standing) and abs(totals[left[0]] - totals[left[1]]) <= self.gap

    def applies(self, standing: Standing) -> bool:
        """Return whether two who are left may split at all, whatever their totals are (I4)."""
        match self.scope:
            case "always":
                return True
            case "after_elimination":
                return any(standing.out)
            case "off":
                return False
            case _:
                assert_never(self.scope)


@dataclass(frozen=True, slots=True)
class AllBust:
    """The outcome if everyone goes over the line in one hand (house I5)."""

    how: Literal["lowest", "ender", "even", "replay"]


@dataclass(frozen=True, slots=True)
class MatchRules:
    """The rules by which a match goes on. After `dead_deals` deals in a row that nobody ended, it is abandoned."""

    elimination: Elimination
    buy_back: BuyBack
    heads_up: HeadsUp
    split: Split
    all_bust: AllBust
    dead_deals: Annotated[int, Span(1, 1000)]


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome of a hand.

    `ender_points` is the score of the ending. `counts` has every other seat that was dealt in. `jokers` is by seat, as held when
    the hand ended (house 7.1). `feeder` is the seat against which feeding was upheld.
    """

    ender: Seat
    ending: Ending
    ender_points: int
    counts: Mapping[Seat, int]
    jokers: tuple[int, ...]
    feeder: Seat | None


def dealer_of(standing: Standing) -> Seat:
    """Return the dealer of the present hand. Call it only when there is one."""
    assert standing.dealer is not None, "no dealer yet"
    return standing.dealer


def settle(match: MatchRules, money: MoneyRules, book: Book, result: Result) -> None:
    """Settle a hand until somebody is asked: its money, the totals, a straight flush, who goes out, the split, in that order.

    The money moves among all who were dealt in, so those who go out by the hand still pay and collect (I15, I16).
    """
    before = book.standing
    seats = before.rotation(dealer_of(before))
    order = (result.ender, *(seat for seat in seats if seat != result.ender))
    points = {**result.counts, result.ender: result.ender_points}
    # Known before any money moves, since the switch on shares excuses those who go out.
    busts = frozenset(seat for seat in seats if match.elimination.is_out(before.totals[seat] + points[seat]))
    said_before = len(book.events)
    _pay_hand(money, book, result, busts)
    paid = tuple(event for event in book.events[said_before:] if isinstance(event, Paid))
    for seat in order:
        book.emit(Scored(seat, points[seat], before.totals[seat] + points[seat]))
    # A straight flush wins the match before anybody goes out, even if the totals are over the line.
    if result.ending is Ending.STRAIGHT_FLUSH:
        book.emit(HandSettled())
        _win(book, result.ender)
    elif len(busts) == len(seats):
        _all_bust(match, book, result, before, paid)
    else:
        _go_out(book, busts)
        book.emit(HandSettled())
        left = book.standing.seats_in()
        if len(left) == 1:
            _win(book, left[0])
        elif match.split.is_due(book.standing):
            _split(book, left)


def _pay_hand(money: MoneyRules, book: Book, result: Result, busts: frozenset[Seat]) -> None:
    excused = frozenset[Seat]() if money.shares.bust_pays else busts
    feeder = money.feeding.pays(book.standing, result.ender, result.feeder)
    payers = [seat for seat in book.standing.rotation(result.ender) if seat != result.ender and seat not in excused]
    pay_shares(money, book, result.ending, payers, result.ender, feeder)
    pay_bounties(money, book, result.jokers, result.ender, excused, feeder)


def _go_out(book: Book, busts: frozenset[Seat]) -> None:
    for seat in book.standing.rotation(dealer_of(book.standing)):
        if seat in busts:
            book.emit(WentOut(seat))


def _win(book: Book, winner: Seat) -> None:
    give_pot(book, winner)
    book.emit(MatchEnded(Status.WON, (winner,)))


def _split(book: Book, seats: tuple[Seat, ...]) -> None:
    share_pot(book, seats, Why.POT_SPLIT)
    book.emit(MatchEnded(Status.SPLIT, seats))


def _all_bust(match: MatchRules, book: Book, result: Result, before: Standing, hand_money: Sequence[Paid]) -> None:
    seats = before.seats_in()
    # The hand is dealt again, so its payments go back in reverse order.
    if match.all_bust.how == "replay":
        for paid in reversed(hand_money):
            book.emit(Paid(paid.target, paid.source, paid.cents, Why.TAKEN_BACK))
        book.emit(TotalsRestored(before.totals))
        book.emit(HandSettled())
        return
    _go_out(book, frozenset(seats))
    book.emit(HandSettled())
    totals = book.standing.totals
    match match.all_bust.how:
        case "lowest":
            winners = tuple(seat for seat in seats if totals[seat] == min(totals[seat] for seat in seats))
        case "ender":
            winners = (result.ender,)
        case "even":
            winners = seats
        case _:
            assert_never(match.all_bust.how)
    if len(winners) == 1:
        _win(book, winners[0])
    else:
        _split(book, winners)


def settle_dead(match: MatchRules, book: Book) -> None:
    """Settle a hand that nobody ended: nobody scores or pays. Too many in a row end the match, and those in it share the pot."""
    book.emit(HandSettled(dead=True))
    if book.standing.dead_in_a_row >= match.dead_deals:
        share_pot(book, book.standing.seats_in(), Why.POT_BACK)
        book.emit(MatchEnded(Status.ABANDONED, ()))


def has_scored(standing: Standing) -> bool:
    """Return whether the settled hand counted. It did not if nobody ended it, or if it is to be dealt again (I5).

    The ender scores something other than 0, so a hand that counted has changed a total. A buy-back may change the total back,
    but it follows an offer.
    """
    return bool(standing.offered) or standing.totals != standing.before


def offer_for(match: MatchRules, money: MoneyRules, standing: Standing, seat: Seat) -> BuyBackOffered | None:
    """Return the buy-back that the seat would be offered now, by the others' totals, or None (house 6.2 to 6.4)."""
    own, before = standing.totals[seat], standing.before[seat]
    left = standing.seats_in()
    if seat not in left or len(left) < 2 or not match.elimination.in_window(own):
        return None
    if not match.buy_back.asks(was_in_window=match.elimination.in_window(before), has_moved=own != before):
        return None
    if len(left) == 2 and match.heads_up.buy == "not_offered":
        return None
    target = match.buy_back.target(own, tuple(standing.totals[other] for other in left if other != seat))
    if match.buy_back.raises == "suppress" and target >= own:
        return None
    price = money.price(standing, seat)
    if not money.stack.covers(standing, seat, price):
        return None
    bought = (*standing.totals[:seat], target, *standing.totals[seat + 1 :])
    forces_split = match.heads_up.buy == "forces_split" and match.split.is_due(standing, bought)
    return BuyBackOffered(seat, target, price, forces_split)


def next_offer(match: MatchRules, money: MoneyRules, book: Book) -> BuyBackOffered | None:
    """Make the next offer, in rotation from the dealer's left, one for each seat and hand. None if none is left (house 6.5)."""
    now = book.standing
    if now.is_over or not now.settled or now.offer is not None or not has_scored(now):
        return None
    order = now.rotation(dealer_of(now))
    if now.offered:
        order = order[order.index(now.offered[-1]) + 1 :]
    # Each seat is asked by the totals of this moment, which earlier buyers have changed.
    for seat in order:
        offer = offer_for(match, money, now, seat)
        if offer is not None:
            book.emit(offer)
            return offer
    return None


def answer_offer(money: MoneyRules, book: Book, *, yes: bool) -> None:
    """Answer the open offer. Buying pays the price into the pot and sets the total. Raises Refused if no offer is open."""
    offer = book.standing.offer
    if offer is None:
        raise Refused("not_offered")
    if yes:
        pay(money, book, Paid(offer.seat, TABLE, Cents(offer.price), Why.BUY_BACK))
    book.emit(BuyBackAnswered(offer.seat, yes, offer.target if yes else book.standing.totals[offer.seat]))


def finish_hand(match: MatchRules, book: Book) -> None:
    """Finish a hand after the last answer: split after a heads-up buy (I1), or pass the deal to the next seat that is in.

    If everyone went out and the hand is dealt again, the dealer stays (I5).
    """
    now = book.standing
    if now.is_over:
        return
    counted, dealer = has_scored(now), dealer_of(now)
    if counted and match.heads_up.buy == "forces_split" and match.split.is_due(now):
        _split(book, now.seats_in())
        return
    # A hand that nobody ended does not count either, but its deal passes on.
    again = not counted and not now.dead_in_a_row
    book.emit(DealPassed(dealer if again else now.rotation(dealer)[0]))
