"""The knowledge of one seat, built by inclusion: a new field of the position stays hidden until it is named here."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from continental.cards import Card, Cards, readable_repr
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
    StockRanOut,
    StockRebuilt,
    Took,
    TotalsRestored,
    Voted,
    WentClosed,
    WentDown,
    WentOut,
)
from continental.play.position import DealState, Position, Showdown, TableMeld, Turn
from continental.play.terms import Cents, Phase, Seat, Status


class DiscardView(StrEnum):
    """How much of the discards a seat may look at (switch discard_view, house I40)."""

    LAP = "lap"  # the top card, and the turns of the last lap
    ALL = "all"
    TOP = "top"


@dataclass(frozen=True, slots=True)
class ShowdownView:
    """The end of a deal of hidden hands as everybody may know it."""

    ended: HandEnded | None
    sealed: tuple[Seat, ...]
    counts: tuple[Counted, ...]
    accused: Seat | None
    fed: Cards  # the discards that the accusation names
    votes: tuple[Voted, ...]
    ruled: tuple[FeedingRuled, ...]

    __repr__ = readable_repr


@dataclass(frozen=True, slots=True)
class OnTableView:
    """A deal of contracts as everybody may know it."""

    melds: tuple[TableMeld, ...]
    down: tuple[Seat, ...]  # those who have their contract on the table
    owed: Card | None  # a joker, or another wild card, taken this turn that is still to be played
    closed: WentClosed | None
    scored: tuple[HandScored, ...]

    __repr__ = readable_repr


@dataclass(frozen=True, slots=True)
class BuyingView:
    """Discards bought out of turn, as everybody may know of them."""

    penalty_size: int
    bought: tuple[int, ...]  # by seat
    claim: Card | None  # the discard that is being claimed
    claim_order: tuple[Seat, ...]  # who was to be asked, in order
    claim_from: Seat | None  # who threw that discard, None for the upcard

    __repr__ = readable_repr


@dataclass(frozen=True, slots=True)
class DealView:
    """One deal as a seat, or somebody watching (`hand` empty), may know it; its parts are those of `DealState`."""

    number: int
    dealer: Seat
    seats: tuple[Seat, ...]  # those dealt in, from the dealer's left
    turn: Seat
    hand: Cards
    drawn: Card | None  # what this very seat drew or took this turn
    took: Card | None  # what the seat in turn took from the discards this turn
    hand_sizes: tuple[int, ...]
    stock_size: int
    discards: Cards  # as many as the table shows, the top last
    pile_size: int
    turns: tuple[Turn, ...]  # as many as the table shows, the latest last
    laps: int
    rebuilds: int
    commitment: str  # SHA-256 of the dice, hexadecimal
    dice: str | None  # the dice, once the deal is over
    died: bool
    ran_out: bool
    went_down_now: bool  # this very seat went down in the turn that it is still playing
    showdown: ShowdownView
    on_table: OnTableView
    buying: BuyingView

    __repr__ = readable_repr


@dataclass(frozen=True, slots=True)
class View:
    """A match as one seat (None: somebody watching) may know it."""

    seat: Seat | None
    phase: Phase
    asked: tuple[Seat, ...]
    players: int
    ante: Cents
    dealer: Seat | None
    totals: tuple[int, ...]
    before: tuple[int, ...]
    cash: tuple[Cents, ...]
    pot: Cents
    buys: tuple[int, ...]
    out: tuple[bool, ...]
    wins: tuple[int, ...]
    clockwise: bool
    hands: int
    offer: BuyBackOffered | None
    status: Status
    winners: tuple[Seat, ...]
    next_commitment: str | None  # SHA-256 of the next deal's dice, once bound
    deal: DealView | None


def commitment_of(dice: bytes) -> str:
    """Return the proof of a deal's dice that is shown before it: their SHA-256 in hexadecimal."""
    return hashlib.sha256(dice).hexdigest()


def _deal_view(deal: DealState, seat: Seat | None, shows: DiscardView) -> DealView:
    own = seat is not None and seat == deal.turn
    turns = {
        DiscardView.ALL: deal.turns,
        DiscardView.LAP: deal.turns[-len(deal.seats) :],
        DiscardView.TOP: (),
    }[shows]
    return DealView(
        number=deal.number,
        dealer=deal.dealer,
        seats=deal.seats,
        turn=deal.turn,
        hand=() if seat is None else deal.hands[seat],
        drawn=deal.drawn if own else None,
        took=deal.drawn if deal.took else None,
        hand_sizes=tuple(len(hand) for hand in deal.hands),
        stock_size=len(deal.stock),
        discards=deal.discards if shows is DiscardView.ALL else deal.discards[-1:],
        pile_size=len(deal.discards),
        turns=turns,
        laps=deal.laps,
        rebuilds=deal.rebuilds,
        commitment=commitment_of(deal.dice),
        dice=deal.dice.hex() if deal.shown else None,
        died=deal.died,
        ran_out=deal.ran_out,
        went_down_now=own and deal.went_down_now(deal.turn),
        showdown=_showdown_view(deal.showdown),
        on_table=_on_table_view(deal),
        buying=_buying_view(deal),
    )


def _showdown_view(showdown: Showdown) -> ShowdownView:
    return ShowdownView(
        ended=showdown.ended,
        sealed=tuple(sealed.seat for sealed in showdown.sealed),
        counts=showdown.counts,
        accused=showdown.accused,
        fed=showdown.fed,
        votes=showdown.votes,
        ruled=showdown.ruled,
    )


def _on_table_view(deal: DealState) -> OnTableView:
    now = deal.on_table
    return OnTableView(
        melds=now.melds,
        down=tuple(seat for seat in deal.seats if now.is_down(seat)),
        owed=now.owed,
        closed=now.closed,
        scored=now.scored,
    )


def _buying_view(deal: DealState) -> BuyingView:
    claim = deal.buying.claim
    return BuyingView(
        penalty_size=len(deal.buying.penalty),
        bought=deal.buying.bought,
        claim=claim.card if claim else None,
        claim_order=claim.order if claim else (),
        claim_from=deal.thrower if claim else None,
    )


def view_for(position: Position, seat: Seat | None, shows: DiscardView = DiscardView.LAP) -> View:
    """Return all that the seat may know; `seat` None for somebody who watches."""
    standing = position.standing
    return View(
        seat=seat,
        phase=position.phase,
        asked=position.asked,
        players=standing.players,
        ante=standing.ante,
        dealer=standing.dealer,
        totals=standing.totals,
        before=standing.before,
        cash=standing.cash,
        pot=standing.pot,
        buys=standing.buys,
        out=standing.out,
        wins=standing.wins,
        clockwise=standing.clockwise,
        hands=standing.hands,
        offer=standing.offer,
        status=standing.status,
        winners=standing.winners,
        next_commitment=commitment_of(position.next_dice.dice) if position.next_dice else None,
        deal=_deal_view(position.deal, seat, shows) if position.deal else None,
    )


# --- events as a seat sees them


@dataclass(frozen=True, slots=True)
class SeenCommitted:
    """The table bound itself to the dice of a deal."""

    deal: int
    commitment: str


@dataclass(frozen=True, slots=True)
class SeenDealt:
    """Cards were dealt; `hand` is one's own."""

    deal: int
    dealer: Seat
    hand: Cards
    hand_sizes: tuple[int, ...]
    upcard: Card
    stock_size: int
    penalty_size: int

    __repr__ = readable_repr


@dataclass(frozen=True, slots=True)
class SeenDrew:
    """A card came from the stock; `card` for the drawer alone."""

    seat: Seat
    card: Card | None

    __repr__ = readable_repr


@dataclass(frozen=True, slots=True)
class SeenRebuilt:
    """The discards were shuffled into a new stock."""

    stock_size: int
    pile_size: int


@dataclass(frozen=True, slots=True)
class SeenBought:
    """A discard was bought; `penalty` are the penalty cards for the buyer alone, and none for the others."""

    seat: Seat
    card: Card
    penalty_count: int
    penalty: Cards

    __repr__ = readable_repr


@dataclass(frozen=True, slots=True)
class SeenClaimed:
    """A seat said whether it wants the discard; `wants` is for that seat alone until its turn to be asked comes."""

    seat: Seat
    wants: bool | None


@dataclass(frozen=True, slots=True)
class SeenSealed:
    """A seat chose its count and shows it when all have."""

    seat: Seat


SeenEvent = (
    SeenCommitted
    | SeenDealt
    | SeenDrew
    | SeenRebuilt
    | SeenSealed
    | SeenBought
    | SeenClaimed
    | MatchBegan
    | Paid
    | DealerDrawn
    | Asked
    | Took
    | Discarded
    | HandEnded
    | DealDied
    | Counted
    | ClaimAnswered
    | Voted
    | FeedingRuled
    | Scored
    | WentOut
    | BuyBackOffered
    | BuyBackAnswered
    | HandSettled
    | TotalsRestored
    | DealPassed
    | DiceShown
    | MatchEnded
    | ClaimOpened
    | Passed
    | WentDown
    | LaidOff
    | JokerTaken
    | WentClosed
    | StockRanOut
    | HandScored
)


def see(event: Event, seat: Seat | None) -> SeenEvent:
    """Return the event as the seat (None: somebody watching) may know it."""
    match event:
        case DiceCommitted(deal, dice):
            return SeenCommitted(deal, commitment_of(dice))
        case Dealt(deal, dealer, hands, upcard, stock, pile):
            own = () if seat is None else hands[seat]
            return SeenDealt(deal, dealer, own, tuple(len(hand) for hand in hands), upcard, len(stock), len(pile))
        case Drew(drawer, card):
            return SeenDrew(drawer, card if drawer == seat else None)
        case StockRebuilt(stock, discards):
            return SeenRebuilt(len(stock), len(discards))
        case CountSealed(sealer):
            return SeenSealed(sealer)
        case Bought(buyer, card, penalty):
            return SeenBought(buyer, card, len(penalty), penalty if buyer == seat else ())
        case ClaimSealed(claimer, wants):
            return SeenClaimed(claimer, wants if claimer == seat else None)
        case (
            MatchBegan()
            | Paid()
            | DealerDrawn()
            | Asked()
            | Took()
            | Discarded()
            | HandEnded()
            | DealDied()
            | Counted()
            | ClaimAnswered()
            | Voted()
            | FeedingRuled()
            | Scored()
            | WentOut()
            | BuyBackOffered()
            | BuyBackAnswered()
            | HandSettled()
            | TotalsRestored()
            | DealPassed()
            | DiceShown()
            | MatchEnded()
            | ClaimOpened()
            | Passed()
            | WentDown()
            | LaidOff()
            | JokerTaken()
            | WentClosed()
            | StockRanOut()
            | HandScored()
        ):
            return event  # public as it is
        case _:
            assert_never(event)
