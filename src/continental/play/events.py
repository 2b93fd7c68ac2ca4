"""Events: facts in the past tense, each a frozen record that carries the outcome of any chance in it."""

from __future__ import annotations

from dataclasses import dataclass, field

from continental.cards import Card, Cards, readable_repr
from continental.melds import Meld
from continental.play.actions import Call
from continental.play.terms import Cents, Ending, Phase, Seat, Status, Why

# --- the match


@dataclass(frozen=True, slots=True)
class MatchBegan:
    """All seats begin at 0 with an ante agreed; `dealer` is the first one if it is chosen rather than drawn."""

    players: int
    ante: Cents
    dealer: Seat | None
    clockwise: bool = True


@dataclass(frozen=True, slots=True)
class Paid:
    """A transfer of `cents` from one party to another; the pot is the seat TABLE."""

    source: Seat
    target: Seat
    cents: Cents
    why: Why


@dataclass(frozen=True, slots=True)
class DiceCommitted:
    """The table bound itself to the dice of deal number `deal`; seats see their SHA-256 alone until the deal is over."""

    deal: int
    dice: bytes
    stacked: Cards | None

    __repr__ = readable_repr


@dataclass(frozen=True, slots=True)
class DealerDrawn:
    """Who deals first, and the cards drawn for it, in order, if any were; a tie is drawn again by those who tied."""

    dealer: Seat
    draws: tuple[tuple[Seat, Card], ...]

    __repr__ = readable_repr


@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards as dealt: `hands` by seat (empty for a seat that is out), the upcard, the stock with its top last."""

    deal: int
    dealer: Seat
    hands: tuple[Cards, ...]
    upcard: Card
    stock: Cards
    penalty: Cards = ()  # a pile of its own for penalty cards, its top last, where the rules have one
    dealer_begins: bool = field(default=False, kw_only=True)

    __repr__ = readable_repr


@dataclass(frozen=True, slots=True)
class Asked:
    """The match now waits for these seats (none: for the table) in this phase."""

    phase: Phase
    seats: tuple[Seat, ...]


# --- the turn


@dataclass(frozen=True, slots=True)
class Drew:
    """A card came from the stock; only the drawer sees which."""

    seat: Seat
    card: Card

    __repr__ = readable_repr


@dataclass(frozen=True, slots=True)
class Took:
    """The top discard was taken."""

    seat: Seat
    card: Card

    __repr__ = readable_repr


@dataclass(frozen=True, slots=True)
class StockRebuilt:
    """The discards were shuffled into a new stock (house 2.5); `discards` is what stays of the pile."""

    stock: Cards
    discards: Cards

    __repr__ = readable_repr


@dataclass(frozen=True, slots=True)
class Discarded:
    """A card was thrown, and the turn passed to `next_seat`."""

    seat: Seat
    card: Card
    next_seat: Seat

    __repr__ = readable_repr


# --- the contract games


@dataclass(frozen=True, slots=True)
class ClaimOpened:
    """The seat in turn leaves the discard; the others are asked in this order whether they buy it."""

    seat: Seat
    card: Card
    order: tuple[Seat, ...]

    __repr__ = readable_repr


@dataclass(frozen=True, slots=True)
class ClaimSealed:
    """A seat said whether it wants the discard; the others learn it when its turn to be asked comes."""

    seat: Seat
    wants: bool
    penalty: bool = True


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat left the discard."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Bought:
    """A seat bought the discard out of turn; only the buyer sees the penalty cards."""

    seat: Seat
    card: Card
    penalty: Cards

    __repr__ = readable_repr


@dataclass(frozen=True, slots=True)
class WentDown:
    """A seat laid its contract down, or further melds."""

    seat: Seat
    melds: tuple[Meld, ...]


@dataclass(frozen=True, slots=True)
class LaidOff:
    """A card was added to a meld on the table, which is now as given; a joker in it may have moved to an end."""

    seat: Seat
    card: Card
    on: int
    becomes: Meld

    __repr__ = readable_repr


@dataclass(frozen=True, slots=True)
class JokerTaken:
    """A joker was taken from the table for the card that it stood for; `owed`: it must be played again in this turn."""

    seat: Seat
    card: Card
    joker: Card
    on: int
    becomes: Meld
    owed: bool = field(default=False, kw_only=True)

    __repr__ = readable_repr


@dataclass(frozen=True, slots=True)
class WentClosed:
    """A seat got rid of its last card, which ends the deal; `at_once`: it went down in this very turn."""

    seat: Seat
    at_once: bool


@dataclass(frozen=True, slots=True)
class StockRanOut:
    """A card was due and there was none to draw, which ends the deal."""


@dataclass(frozen=True, slots=True)
class HandScored:
    """A seat showed the cards it still held at the end of the deal, and what they count."""

    seat: Seat
    cards: Cards
    points: int

    __repr__ = readable_repr


# --- the end of a deal


@dataclass(frozen=True, slots=True)
class HandEnded:
    """A seat ended the hand and shows its ten cards; `points` is what the ending scores."""

    seat: Seat
    ending: Ending
    thrown: Card | None
    cards: Cards
    melds: tuple[Meld, ...]
    left: Cards
    called: Card | None
    points: int

    __repr__ = readable_repr


@dataclass(frozen=True, slots=True)
class DealDied:
    """Nobody ended the hand within the limit of laps; nobody scores and nobody pays."""

    laps: int


@dataclass(frozen=True, slots=True)
class CountSealed:
    """A seat chose its count, unseen by the others until all have (switch count_order: simultaneous)."""

    seat: Seat
    calls: tuple[Call, ...]
    left: Cards | None

    __repr__ = readable_repr


@dataclass(frozen=True, slots=True)
class Counted:
    """A seat showed its hand and counted it: its melds, the natural cards left, what held jokers are called, the points."""

    seat: Seat
    cards: Cards
    melds: tuple[Meld, ...]
    left: Cards
    calls: tuple[Call, ...]
    points: int

    __repr__ = readable_repr


@dataclass(frozen=True, slots=True)
class ClaimAnswered:
    """A seat claimed that `accused` fed the next seat with these `cards`, or (accused is None) made no claim."""

    seat: Seat
    accused: Seat | None
    cards: Cards = ()

    __repr__ = readable_repr


@dataclass(frozen=True, slots=True)
class Voted:
    """A seat ruled, or voted, on the claim."""

    seat: Seat
    upheld: bool


@dataclass(frozen=True, slots=True)
class FeedingRuled:
    """The claim that a seat fed the next one with these `cards` was upheld or not."""

    accused: Seat
    upheld: bool
    cards: Cards = ()

    __repr__ = readable_repr


@dataclass(frozen=True, slots=True)
class Scored:
    """A seat's total changed by `points` to `total`."""

    seat: Seat
    points: int
    total: int


@dataclass(frozen=True, slots=True)
class WentOut:
    """A seat reached the line and is out of the match (house 6.1)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class BuyBackOffered:
    """A seat in the window may buy its total down to `target` for `price`; `forces_split`: the buy would end the match (6.7)."""

    seat: Seat
    target: int
    price: Cents
    forces_split: bool


@dataclass(frozen=True, slots=True)
class BuyBackAnswered:
    """The seat bought back, and stands at `total`, or declined and stays at it."""

    seat: Seat
    yes: bool
    total: int


@dataclass(frozen=True, slots=True)
class HandSettled:
    """The points and money of the hand are done; offers may follow. `dead`: nobody ended it; `winner`: who did, if kept."""

    dead: bool = field(default=False, kw_only=True)
    winner: Seat | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class TotalsRestored:
    """All went over the line in one hand, and by the table's switch the hand counts for nothing (house I5)."""

    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DealPassed:
    """The next deal is this seat's."""

    dealer: Seat


@dataclass(frozen=True, slots=True)
class DiceShown:
    """The dice of a deal that is over, for anyone to check."""

    deal: int
    dice: bytes


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over: won, split, or abandoned; the money moved in transfers of their own."""

    status: Status
    winners: tuple[Seat, ...]


StandingEvent = (
    MatchBegan
    | Paid
    | DealerDrawn
    | Scored
    | WentOut
    | BuyBackOffered
    | BuyBackAnswered
    | HandSettled
    | TotalsRestored
    | DealPassed
    | MatchEnded
)
"""The events that change the match's standing; a scorepad knows these alone."""

DealEvent = (
    DiceCommitted
    | Dealt
    | Asked
    | Drew
    | Took
    | StockRebuilt
    | Discarded
    | HandEnded
    | DealDied
    | CountSealed
    | Counted
    | ClaimAnswered
    | Voted
    | FeedingRuled
    | DiceShown
    | ClaimOpened
    | ClaimSealed
    | Passed
    | Bought
    | WentDown
    | LaidOff
    | JokerTaken
    | WentClosed
    | StockRanOut
    | HandScored
)
"""The events that change the deal being played."""

Event = StandingEvent | DealEvent
