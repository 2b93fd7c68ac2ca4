"""The only module that changes a position: one event folded into it, over a closed set that the type checker proves complete."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar, assert_never

from continental.cards import Card, Cards, without
from continental.melds import Meld
from continental.play.changing import changed
from continental.play.events import (
    Asked,
    Bought,
    BuyBackAnswered,
    BuyBackOffered,
    ClaimAnswered,
    ClaimOpened,
    ClaimSealed,
    Counted,
    CountSealed,
    DealDied,
    DealerDrawn,
    DealEvent,
    DealPassed,
    Dealt,
    DiceCommitted,
    DiceShown,
    Discarded,
    Drew,
    Event,
    FeedingRuled,
    HandEnded,
    HandScored,
    HandSettled,
    JokerTaken,
    LaidOff,
    MatchBegan,
    MatchEnded,
    Paid,
    Passed,
    Scored,
    StandingEvent,
    StockRanOut,
    StockRebuilt,
    Took,
    TotalsRestored,
    Voted,
    WentClosed,
    WentDown,
    WentOut,
)
from continental.play.position import Buying, Claim, DealState, OnTable, Position, Showdown, Standing, TableMeld, Turn
from continental.play.terms import TABLE, Cents, Phase, Seat

T = TypeVar("T")


def _with(row: tuple[T, ...], seat: Seat, entry: T) -> tuple[T, ...]:
    return (*row[:seat], entry, *row[seat + 1 :])


def _less(hand: Cards, card: Card) -> Cards:
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]


def began(event: MatchBegan) -> Standing:
    """Return the standing of a match that has just begun."""
    nobody = (0,) * event.players
    return Standing(
        players=event.players,
        ante=event.ante,
        dealer=event.dealer,
        totals=nobody,
        before=nobody,
        cash=tuple(Cents(0) for _ in nobody),
        pot=Cents(0),
        buys=nobody,
        out=(False,) * event.players,
        clockwise=event.clockwise,
        bought=nobody,
        wins=nobody,
    )


def evolve_standing(now: Standing, event: StandingEvent) -> Standing:
    """Return the standing after one event."""
    match event:
        case MatchBegan():
            return began(event)
        case Paid(source, target, cents):
            cash, pot = now.cash, now.pot
            for party, change in ((source, -cents), (target, cents)):
                if party == TABLE:
                    pot = Cents(pot + change)
                else:
                    cash = _with(cash, party, Cents(cash[party] + change))
            return changed(now, cash=cash, pot=pot)
        case DealerDrawn(dealer) | DealPassed(dealer):
            return changed(now, dealer=dealer, before=now.totals, settled=False, offer=None, offered=())
        case Scored(seat, _, total):
            return changed(now, totals=_with(now.totals, seat, total))
        case WentOut(seat):
            return changed(now, out=_with(now.out, seat, True))
        case BuyBackOffered(seat):
            return changed(now, offer=event, offered=(*now.offered, seat))
        case BuyBackAnswered(seat, yes, total):
            buys = _with(now.buys, seat, now.buys[seat] + 1) if yes else now.buys
            return changed(now, offer=None, totals=_with(now.totals, seat, total), buys=buys)
        case HandSettled(dead=dead, winner=winner):
            wins = now.wins if winner is None else _with(now.wins, winner, now.wins[winner] + 1)
            return changed(now, settled=True, hands=now.hands + 1, wins=wins, dead_in_a_row=now.dead_in_a_row + 1 if dead else 0)
        case TotalsRestored(totals):
            return changed(now, totals=totals)
        case MatchEnded(status, winners):
            return changed(now, status=status, winners=winners, offer=None)
        case _:
            assert_never(event)


def _dealt(position: Position, event: Dealt) -> Position:
    dice = position.next_dice
    assert dice is not None, "cards are dealt from committed dice"
    seats = position.standing.rotation(event.dealer)
    begins = event.dealer if event.dealer_begins else seats[0]
    deal = DealState(
        number=event.deal,
        dealer=event.dealer,
        seats=seats,
        turn=begins,
        hands=event.hands,
        stock=event.stock,
        discards=(event.upcard,),
        dice=dice.dice,
        stacked=dice.stacked,
        on_table=OnTable(down_at=(None,) * len(event.hands)),
        buying=Buying(event.penalty, (0,) * len(event.hands)),
    )
    return changed(position, deal=deal, next_dice=None)


def _remelded(table: OnTable, on: int, becomes: Meld) -> OnTable:
    return changed(table, melds=_with(table.melds, Seat(on), changed(table.melds[on], meld=becomes)))


def _claimed(buying: Buying) -> Buying:
    """Return the buying of a deal after a draw or a discard, which end any claim."""
    # most games have no claims, and this comes with every draw: nothing is copied then
    return buying if buying.claim is None else changed(buying, claim=None)


def _bought(deal: DealState, event: Bought) -> DealState:
    """Give the buyer the discard and the penalty cards, from the penalty pile while it lasts, then from the stock."""
    seat, count, buying = event.seat, len(event.penalty), deal.buying
    from_pile = min(count, len(buying.penalty))
    return changed(
        deal,
        hands=_with(deal.hands, seat, tuple(sorted((*deal.hands[seat], event.card, *event.penalty)))),
        discards=deal.discards[:-1],
        stock=deal.stock[: len(deal.stock) - (count - from_pile)],
        buying=Buying(
            penalty=buying.penalty[: len(buying.penalty) - from_pile],
            bought=_with(buying.bought, seat, buying.bought[seat] + 1),
        ),
    )


def _evolve_deal(deal: DealState, event: DealEvent) -> DealState:
    match event:
        case Drew(seat, card):
            hands = _with(deal.hands, seat, tuple(sorted((*deal.hands[seat], card))))
            return changed(deal, hands=hands, stock=deal.stock[:-1], drawn=card, took=False, buying=_claimed(deal.buying))
        case Took(seat, card):
            hands = _with(deal.hands, seat, tuple(sorted((*deal.hands[seat], card))))
            return changed(deal, hands=hands, discards=deal.discards[:-1], drawn=card, took=True, buying=_claimed(deal.buying))
        case Discarded(seat, card, next_seat):
            return changed(
                deal,
                hands=_with(deal.hands, seat, _less(deal.hands[seat], card)),
                discards=(*deal.discards, card),
                turns=(*deal.turns, Turn(seat, deal.drawn if deal.took else None, card)),
                turn=next_seat,
                drawn=None,
                took=False,
                buying=_claimed(deal.buying),
            )
        case StockRebuilt(stock, discards):
            return changed(deal, stock=stock, discards=discards, rebuilds=deal.rebuilds + 1)
        case DealDied():
            return changed(deal, died=True)
        case StockRanOut():
            return changed(deal, ran_out=True)
        case DiceShown():
            return changed(deal, shown=True)
        case HandEnded(seat, _, thrown):
            discards = deal.discards if thrown is None else (*deal.discards, thrown)
            hands, showdown = _with(deal.hands, seat, event.cards), changed(deal.showdown, ended=event)
            return changed(deal, hands=hands, discards=discards, showdown=showdown)
        case CountSealed() | Counted() | ClaimAnswered() | Voted() | FeedingRuled():
            return changed(deal, showdown=_evolve_showdown(deal.showdown, event))
        case ClaimOpened() | ClaimSealed() | Passed():
            return changed(deal, buying=_evolve_buying(deal.buying, event))
        case Bought():
            return _bought(deal, event)
        case WentDown(seat, melds):
            hand = without(deal.hands[seat], [card for meld in melds for card in meld.cards])
        case LaidOff(seat, card):
            hand = _less(deal.hands[seat], card)
        case JokerTaken(seat, card, joker):
            hand = tuple(sorted((*_less(deal.hands[seat], card), joker)))
        case WentClosed() | HandScored():
            return changed(deal, on_table=_evolve_on_table(deal.on_table, event, len(deal.turns)))
        case Asked() | Dealt() | DiceCommitted():
            return deal  # these change the position around the deal
        case _:
            assert_never(event)
    on_table = _evolve_on_table(deal.on_table, event, len(deal.turns))
    return changed(deal, hands=_with(deal.hands, seat, hand), on_table=on_table)


def _evolve_showdown(now: Showdown, event: CountSealed | Counted | ClaimAnswered | Voted | FeedingRuled) -> Showdown:
    match event:
        case CountSealed():
            return changed(now, sealed=(*now.sealed, event))
        case Counted():
            return changed(now, counts=(*now.counts, event))
        case ClaimAnswered(seat, accused, cards):
            return changed(now, answered=(*now.answered, seat), accused=accused, fed=cards, votes=())
        case Voted():
            return changed(now, votes=(*now.votes, event))
        case FeedingRuled():
            return changed(now, ruled=(*now.ruled, event), accused=None, fed=())
        case _:
            assert_never(event)


def _evolve_buying(now: Buying, event: ClaimOpened | ClaimSealed | Passed) -> Buying:
    match event:
        case ClaimOpened(_, card, order):
            return changed(now, claim=Claim(card, order))
        case ClaimSealed():
            assert now.claim is not None, "what is said of a discard is said in a claim"
            return changed(now, claim=changed(now.claim, said=(*now.claim.said, event)))
        case Passed(seat):
            if now.claim is None:  # a joker was left, and not a discard
                return now
            return changed(now, claim=changed(now.claim, passed=(*now.claim.passed, seat)))
        case _:
            assert_never(event)


def _evolve_on_table(now: OnTable, event: WentDown | LaidOff | JokerTaken | WentClosed | HandScored, turns: int) -> OnTable:
    """Return the melds on the table after the event, in a deal of which `turns` turns are over."""
    match event:
        case WentDown(seat, melds):
            down_at = now.down_at if now.is_down(seat) else _with(now.down_at, seat, turns)
            return changed(now, melds=(*now.melds, *(TableMeld(seat, meld) for meld in melds)), down_at=down_at)
        case LaidOff(_, card, on, becomes):
            return changed(_remelded(now, on, becomes), owed=None if card == now.owed else now.owed)
        case JokerTaken(_, _, joker, on, becomes, owed=is_owed):
            return changed(_remelded(now, on, becomes), owed=joker if is_owed else None, taken_from=on)
        case WentClosed():
            return changed(now, closed=event)
        case HandScored():
            return changed(now, scored=(*now.scored, event))
        case _:
            assert_never(event)


def evolve(position: Position, event: Event) -> Position:
    """Return the position after one event."""
    match event:
        # first what every act brings about, for the cases are tried in order
        case Asked(phase, seats):
            return changed(position, phase=phase, asked=seats)
        case Drew() | Took() | Discarded():
            return changed(position, deal=_evolve_deal(position.dealing, event))
        case (
            MatchBegan()
            | Paid()
            | DealerDrawn()
            | Scored()
            | WentOut()
            | BuyBackOffered()
            | BuyBackAnswered()
            | HandSettled()
            | TotalsRestored()
            | DealPassed()
            | MatchEnded()
        ):
            return changed(position, standing=evolve_standing(position.standing, event))
        case DiceCommitted():
            return changed(position, next_dice=event)
        case Dealt():
            return _dealt(position, event)
        case Bought(seat):
            now = position.standing
            standing = changed(now, bought=_with(now.bought, seat, now.bought[seat] + 1))
            return changed(position, deal=_bought(position.dealing, event), standing=standing)
        case _:
            return changed(position, deal=_evolve_deal(position.dealing, event))


def from_start(events: Iterable[Event]) -> Position:
    """Return the position that a match's events lead to. Raises ValueError if MatchBegan is not the first."""
    each = iter(events)
    first = next(each, None)
    if not isinstance(first, MatchBegan):
        raise ValueError("a match begins with MatchBegan")
    position = Position(Phase.COMMIT, (), began(first))
    for event in each:
        position = evolve(position, event)
    return position
