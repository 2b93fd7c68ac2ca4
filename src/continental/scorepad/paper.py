"""Play a match on paper, hand by hand: each entry is checked against the state of the match, then settled by the rules."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Final

from continental.cards import Pack
from continental.play.draft import Sheet
from continental.play.events import BuyBackOffered, DealPassed, MatchBegan, MatchEnded, Paid, StandingEvent, WentOut
from continental.play.evolve import began
from continental.play.position import Standing
from continental.play.terms import Cents, Seat, Status, Why
from continental.rules.base import RuleSet
from continental.rules.match import Result, answer_offer, finish_hand, next_offer, settle, settle_dead
from continental.rules.money import share_pot
from continental.rules.points import finish_deal, score_deal
from continental.scorepad.checks import check_dead, check_goes_on, check_hand, check_points, ending_points
from continental.scorepad.forms import fold_name
from continental.scorepad.items import DeadHand, Joins, Leaves, PaperHand, PointsHand, Stops, What
from continental.scorepad.pieces import piece
from continental.scorepad.refusal import EntryRefused

USUAL_DEALER: Final = Seat(0)
"""The seat that deals first if nobody is named: the first player. Anything that shows it before the match reads it here."""
MOST_NAMES: Final = 24
"""Far more than come and go in a night."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A score sheet: the players' names by seat, the standing, and a page of events for the antes and each hand.

    An event between two hands is on the page of the earlier one. `starters` is how many players began, which sets the pack
    (house 1.3).
    """

    rules: RuleSet
    names: tuple[str, ...]
    standing: Standing
    pages: tuple[tuple[StandingEvent, ...], ...]
    starters: int

    @classmethod
    def begin(cls, rules: RuleSet, names: tuple[str, ...], ante: Cents, dealer: str | None = None) -> Paper:
        """Return a sheet on which the antes are paid. `USUAL_DEALER` deals if no dealer is named.

        Raises Refused for a number of players or an ante that the rules do not allow, EntryRefused for the names.
        """
        rules.pack_for(len(names))
        rules.scoring.check_ante(ante)
        for at, name in enumerate(names):
            check_name(name, names[:at], begins=True)
        if dealer is not None and dealer not in names:
            raise EntryRefused("dealer_unknown", name=dealer, known=", ".join(names))
        first_dealer = Seat(names.index(dealer)) if dealer is not None else USUAL_DEALER
        first = MatchBegan(len(names), ante, first_dealer, rules.dealing.clockwise)
        sheet = Sheet(began(first))
        rules.scoring.pay_in(sheet, sheet.standing.seats_in())
        return cls(rules, names, sheet.standing, ((first, *sheet.events),), len(names))

    @property
    def pack(self) -> Pack:
        """Return the pack of the next hand. It depends on the number of starters, not on who came or left since (house 1.3)."""
        return self.rules.pack_for(self.starters, len(self.pages))

    def seat(self, name: str) -> Seat:
        """Return the seat of a player of this match."""
        return Seat(self.names.index(name))

    def add(self, what: What, declines: Collection[str] | None = None) -> Paper:
        """Return the sheet with one more item. Raises EntryRefused and changes nothing. `declines` as in `enter`."""
        match what:
            case PaperHand():
                return self.enter(what, declines)
            case PointsHand():
                return self.enter_points(what, declines)
            case DeadHand():
                return self.enter_dead()
            case Joins(name):
                return self.join(name)
            case Leaves(name):
                return self.leave(name)
            case Stops():
                return self.stop()

    def enter(self, hand: PaperHand, declines: Collection[str] | None = None) -> Paper:
        """Return the sheet with one more hand settled and its offers answered. Raises EntryRefused and changes nothing.

        Without `declines`, all who are not in `buys` decline. With it, an offer that is in neither stays open on the sheet, and
        a buyer who is offered nothing is refused.
        """
        check_hand(self, hand, declines or ())
        match, money = self.rules.match, self.rules.money
        sheet = Sheet(self.standing)
        settle(match, money, sheet, self._result(hand))
        # One answer may change the next offer, so they are made one by one.
        while (offer := next_offer(match, money, sheet)) is not None:
            name = self.names[offer.seat]
            if declines is not None and name not in hand.buys and name not in declines:
                break
            answer_offer(money, sheet, yes=name in hand.buys)
        # While an offer is open, later offers are not known, so no buyer can be refused yet.
        if sheet.standing.offer is None:
            finish_hand(match, sheet)
            offered = {self.names[event.seat] for event in sheet.events if isinstance(event, BuyBackOffered)}
            for name in hand.buys if declines is not None else ():
                if name not in offered:
                    raise EntryRefused("buy_not_offered", len(self.pages), name=name)
        return self._with_page(sheet)

    def _result(self, hand: PaperHand) -> Result:
        return Result(
            ender=self.seat(hand.ended_by),
            ending=hand.ending,
            ender_points=ending_points(self.rules)[hand.ending] if hand.knock_card is None else hand.knock_card,
            counts={self.seat(name): points for name, points in hand.counts.items()},
            jokers=tuple(hand.jokers.get(name, 0) for name in self.names),
            feeder=None if hand.feeder is None else self.seat(hand.feeder),
        )

    def enter_points(self, hand: PointsHand, declines: Collection[str] | None = None) -> Paper:
        """Return the sheet with one more deal scored, in a match for points. Raises EntryRefused and changes nothing.

        There are no offers, so any name in `declines` is refused.
        """
        check_points(self, hand, declines or ())
        sheet = Sheet(self.standing)
        points = {self.seat(name): held for name, held in hand.points.items()}
        closer = None if hand.closed_by is None else self.seat(hand.closed_by)
        score_deal(self.rules.points, sheet, points, closer, at_once=hand.at_once)
        finish_deal(self.rules.points, sheet, len(self.rules.deals))
        return self._with_page(sheet)

    def enter_dead(self) -> Paper:
        """Return the sheet after a hand that nobody ended. Raises EntryRefused."""
        check_dead(self)
        sheet = Sheet(self.standing)
        settle_dead(self.rules.match, sheet)
        finish_hand(self.rules.match, sheet)
        return self._with_page(sheet)

    def join(self, name: str) -> Paper:
        """Return the sheet with a late player, who is in from the next hand on. Raises EntryRefused.

        The rules do not provide for it, so this is our policy: the last seat, the highest total of those who are in, and one
        ante into the pot. The pack stays as it was.
        """
        number, now = check_goes_on(self), self.standing
        check_name(name, self.names, number)
        most = self.rules.players[1]
        if len(now.seats_in()) >= most:
            raise EntryRefused("join_full", number, most=most)
        if len(self.names) >= MOST_NAMES:
            raise EntryRefused("too_many_names", number, most=MOST_NAMES)
        total = max(now.totals[seat] for seat in now.seats_in())
        # The total before is the same, since the player has scored nothing yet.
        joined = replace(
            now,
            players=now.players + 1,
            totals=(*now.totals, total),
            before=(*now.before, total),
            cash=(*now.cash, Cents(0)),
            buys=(*now.buys, 0),
            out=(*now.out, False),
            bought=(*now.bought, 0),
            wins=(*now.wins, 0),
        )
        sheet = Sheet(joined)
        self.rules.scoring.pay_in(sheet, (Seat(now.players),))
        return replace(self, names=(*self.names, name), standing=sheet.standing, pages=self._on_last_page(sheet))

    def leave(self, name: str) -> Paper:
        """Return the sheet without a player who goes home. The player is out, and the money paid stays. Raises EntryRefused.

        The last one left wins. Two who are left split nothing before they have played another hand, since 6.7 is about the end
        of a hand.
        """
        number, now = check_goes_on(self), self.standing
        if name not in self.names:
            raise EntryRefused("name_unknown", number, where="leave", name=name, known=", ".join(self.names))
        seat = self.seat(name)
        if now.out[seat]:
            raise EntryRefused("player_out", number, name=name, does=piece("does_leaves"))
        sheet = Sheet(now)
        sheet.emit(WentOut(seat))
        left = sheet.standing.seats_in()
        if len(left) == 1:
            self.rules.scoring.last_one_wins(sheet, left[0])
        elif now.dealer == seat:
            sheet.emit(DealPassed(sheet.standing.rotation(seat)[0]))
        return replace(self, standing=sheet.standing, pages=self._on_last_page(sheet))

    def stop(self) -> Paper:
        """Return the sheet of a match that is broken off, with the pot shared evenly by those who are in. Raises EntryRefused."""
        check_goes_on(self)
        sheet = Sheet(self.standing)
        if self.standing.pot:
            share_pot(sheet, self.standing.seats_in(), Why.POT_BACK)
        sheet.emit(MatchEnded(Status.ABANDONED, ()))
        return replace(self, standing=sheet.standing, pages=self._on_last_page(sheet))

    def _with_page(self, sheet: Sheet) -> Paper:
        return replace(self, standing=sheet.standing, pages=(*self.pages, tuple(sheet.events)))

    def _on_last_page(self, sheet: Sheet) -> tuple[tuple[StandingEvent, ...], ...]:
        return (*self.pages[:-1], (*self.pages[-1], *sheet.events))

    def transfers(self) -> Iterator[tuple[int, Paid]]:
        """Yield every transfer with the number of its hand, counted from 1. The antes are 0."""
        for number, page in enumerate(self.pages):
            yield from ((number, event) for event in page if isinstance(event, Paid))

    def offers(self, number: int) -> tuple[BuyBackOffered, ...]:
        """Return the buy-backs that were offered after a hand, in the order of the offers."""
        return tuple(event for event in self.pages[number] if isinstance(event, BuyBackOffered))


def check_name(name: str, others: Collection[str], number: int = 0, *, begins: bool = False) -> None:
    """Raise EntryRefused for a name with another meaning on the sheet, or one that people would take for another player's."""
    if fold_name(name) == "pot":
        raise EntryRefused("name_pot", name=name)
    if fold_name(name) in map(fold_name, others):
        raise EntryRefused("name_twice" if begins else "name_in_use", number, name=name)
