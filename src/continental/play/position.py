"""The state of a match: everything there is to know, hidden cards and dice included; views say who may see what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from continental.cards import Card, Cards, readable_repr
from continental.melds import Meld
from continental.play.events import (
    BuyBackOffered,
    ClaimSealed,
    Counted,
    CountSealed,
    DiceCommitted,
    FeedingRuled,
    HandEnded,
    HandScored,
    Voted,
    WentClosed,
)
from continental.play.terms import Cents, Phase, Seat, Status


@dataclass(frozen=True)  # no slots, so that it is copied fast (play.changing)
class Standing:
    """A match's score and money, as a paper sheet would hold them; tuples are by seat.

    `cash` is each seat's money gained (or, below 0, spent) since before the ante; cash and pot always sum to 0.
    """

    players: int
    ante: Cents
    dealer: Seat | None
    totals: tuple[int, ...]
    before: tuple[int, ...]  # the totals as they were when the present hand began
    cash: tuple[Cents, ...]
    pot: Cents
    buys: tuple[int, ...]  # how often each seat has bought back
    out: tuple[bool, ...]
    clockwise: bool = True
    bought: tuple[int, ...] = ()  # by seat, discards bought out of turn in the match
    wins: tuple[int, ...] = ()  # by seat, the hands it ended, if the rules keep them
    hands: int = 0  # settled, dead ones included
    dead_in_a_row: int = 0
    settled: bool = False  # the present hand's points and money are done
    offer: BuyBackOffered | None = None
    offered: tuple[Seat, ...] = ()  # seats that were made an offer after the present hand
    status: Status = Status.PLAYING
    winners: tuple[Seat, ...] = ()

    def seats_in(self) -> tuple[Seat, ...]:
        """Return the seats still in the match, in order of seat."""
        return tuple(Seat(seat) for seat, out in enumerate(self.out) if not out)

    def rotation(self, dealer: Seat) -> tuple[Seat, ...]:
        """Return the seats still in, in order of play, from the one after the dealer round to the dealer."""
        way = 1 if self.clockwise else -1
        order = (Seat((dealer + way * step) % self.players) for step in range(1, self.players + 1))
        return tuple(seat for seat in order if not self.out[seat])

    @property
    def is_over(self) -> bool:
        return self.status is not Status.PLAYING


@dataclass(frozen=True, slots=True)
class Turn:
    """One finished turn, as everybody saw it: the discard taken (None: the stock was drawn from) and the card thrown."""

    seat: Seat
    took: Card | None
    threw: Card

    __repr__ = readable_repr


@dataclass(frozen=True, slots=True)
class TableMeld:
    """A meld on the table, and who laid it down."""

    owner: Seat
    meld: Meld


@dataclass(frozen=True, slots=True)
class Claim:
    """A discard that the seat in turn left: who is asked, in order, and what some have said already."""

    card: Card
    order: tuple[Seat, ...]
    said: tuple[ClaimSealed, ...] = ()
    passed: tuple[Seat, ...] = ()  # those whose leaving it is known to all

    __repr__ = readable_repr

    def answer(self, seat: Seat) -> ClaimSealed | None:
        """Return the seat's answer, or None."""
        return next((said for said in self.said if said.seat == seat), None)

    def in_order(self) -> tuple[ClaimSealed, ...]:
        """Return the answers, in the order of asking."""
        return tuple(said for seat in self.order if (said := self.answer(seat)) is not None)

    def is_next(self, seat: Seat) -> bool:
        """Return whether everyone who is asked before the seat has said."""
        return all(self.answer(earlier) is not None for earlier in self.order[: self.order.index(seat)])

    def waiting(self) -> tuple[Seat, ...]:
        """Return those who have not said, in order."""
        return tuple(seat for seat in self.order if self.answer(seat) is None)


@dataclass(frozen=True, slots=True)
class Showdown:
    """The end of a deal of hidden hands: how it was ended, the counts, and the accusations of feeding (house 4, 5, 7.4)."""

    ended: HandEnded | None = None
    sealed: tuple[CountSealed, ...] = ()
    counts: tuple[Counted, ...] = ()
    answered: tuple[Seat, ...] = ()  # seats that have said whether they accuse somebody
    accused: Seat | None = None  # the accusation that is being ruled on
    fed: Cards = ()  # the discards that it names
    votes: tuple[Voted, ...] = ()
    ruled: tuple[FeedingRuled, ...] = ()

    __repr__ = readable_repr

    def counted(self, seat: Seat) -> Counted | None:
        """Return the seat's count, or None as long as it is not shown."""
        return next((count for count in self.counts if count.seat == seat), None)


@dataclass(frozen=True, slots=True)
class OnTable:
    """A deal of contracts: the melds on the table, who is down, a wild card that is owed to it, and the end."""

    melds: tuple[TableMeld, ...] = ()
    down_at: tuple[int | None, ...] = ()  # by seat, how many turns were over when it went down
    owed: Card | None = None  # a joker, or another wild card, taken this turn that is still to be played
    taken_from: int | None = None  # the meld that it came from
    closed: WentClosed | None = None
    scored: tuple[HandScored, ...] = ()

    __repr__ = readable_repr

    def is_down(self, seat: Seat) -> bool:
        """Return whether the seat has its contract on the table."""
        return self.down_at[seat] is not None


@dataclass(frozen=True, slots=True)
class Buying:
    """Discards bought out of turn: the pile of penalty cards, how many each seat bought in this deal, and the open claim."""

    penalty: Cards = ()
    bought: tuple[int, ...] = ()
    claim: Claim | None = None

    __repr__ = readable_repr


@dataclass(frozen=True)  # no slots, so that it is copied fast (play.changing)
class DealState:
    """One deal, from the cards dealt to the last hand counted.

    The fields are those of every game. `showdown` changes only in games of hidden hands, `on_table` in games with contracts, and
    `buying` in games that buy discards; in the others they stay as they were dealt.
    """

    number: int
    dealer: Seat
    seats: tuple[Seat, ...]  # those dealt in, from the dealer's left
    turn: Seat
    hands: tuple[Cards, ...]  # by seat, each sorted
    stock: Cards  # the top last
    discards: Cards  # the top last
    dice: bytes
    stacked: Cards | None
    drawn: Card | None = None  # what the seat in turn drew or took this turn
    took: bool = False  # it came from the discards
    turns: tuple[Turn, ...] = ()
    rebuilds: int = 0
    died: bool = False  # nobody ended it in the laps that it may take
    ran_out: bool = False  # there was no card left to draw
    shown: bool = False  # the dice are public
    showdown: Showdown = Showdown()
    on_table: OnTable = OnTable()
    buying: Buying = Buying()

    __repr__ = readable_repr

    def is_down(self, seat: Seat) -> bool:
        """Return whether the seat has its contract on the table."""
        return self.on_table.is_down(seat)

    def went_down_now(self, seat: Seat) -> bool:
        """Return whether the seat went down in the turn that it is still playing."""
        return self.on_table.down_at[seat] == len(self.turns)

    @property
    def is_over(self) -> bool:
        """Return whether play has ended, and hands are open or to be opened."""
        return self.died or self.ran_out or self.showdown.ended is not None or self.on_table.closed is not None

    def after(self, seat: Seat) -> Seat:
        """Return the next seat in play."""
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    @property
    def thrower(self) -> Seat | None:
        """Return who threw the latest discard; None before the first turn is over, as the upcard is nobody's."""
        return self.turns[-1].seat if self.turns else None

    @property
    def laps(self) -> int:
        """Return how many whole rounds of turns were played."""
        return len(self.turns) // len(self.seats)

    def losers(self) -> tuple[Seat, ...]:
        """Return everyone dealt in but the ender, from the dealer's left."""
        ended = self.showdown.ended
        return tuple(seat for seat in self.seats if ended is None or seat != ended.seat)

    def given(self, seat: Seat) -> tuple[Card | None, ...]:
        """Return the seat's discards in order, each as the card if the next seat took it, and None if not."""
        # a turn that is being played, or that the hand was ended in, is not among the turns yet, and may have taken the last one
        takes = (*(turn.took is not None for turn in self.turns[1:]), self.took)
        pairs = zip(self.turns, takes, strict=False)
        return tuple(turn.threw if taken else None for turn, taken in pairs if turn.seat == seat)


@dataclass(frozen=True, slots=True)
class Position:
    """Everything about a match at one moment."""

    phase: Phase
    asked: tuple[Seat, ...]  # who may act; empty if the table acts, or nobody
    standing: Standing
    deal: DealState | None = None
    next_dice: DiceCommitted | None = None

    @property
    def dealing(self) -> DealState:
        """Return the deal in hand; only valid if there is one."""
        assert self.deal is not None, f"no deal in phase {self.phase}"
        return self.deal

    def hand(self, seat: Seat) -> Cards:
        """Return the cards that the seat holds."""
        return self.deal.hands[seat] if self.deal else ()


def census(deal: DealState) -> Counter[Card]:
    """Return how many of each face there are in all places of a deal: always the pack's own census."""
    melded = (row.meld.cards for row in deal.on_table.melds)
    places: Iterator[Card] = chain(deal.stock, deal.buying.penalty, deal.discards, *deal.hands, *melded)
    return Counter(places)
