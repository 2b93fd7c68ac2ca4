"""Acts of a seat, and of the table with its dice: in the imperative, each a frozen record."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from continental.cards import Card, Cards, readable_repr
from continental.codec import Length, Span
from continental.play.meld_texts import MeldTexts
from continental.play.terms import TABLE, End, Seat


@dataclass(frozen=True, slots=True, order=True)
class Call:
    """The name of a held joker at the count: a card, or, if a switch says so, a number of points."""

    card: Card | None = None
    points: Annotated[int, Span(0, 1000)] | None = None

    __repr__ = readable_repr


@dataclass(frozen=True, slots=True)
class Commit:
    """The table binds itself to the next deal's dice.

    `dice` are 32 secret bytes. `stacked`, if given, is the order of the pack (the top card last) in place of the one that
    the dice make: for records dealt by hand and for tests; a room never stacks.
    """

    dice: bytes
    stacked: Cards | None = None
    seat: Seat = TABLE

    __repr__ = readable_repr


@dataclass(frozen=True, slots=True)
class Deal:
    """The table deals."""

    seat: Seat = TABLE


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the top of the stock (house 2.2)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Take:
    """Take the top discard (house 2.2)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Discard:
    """Throw one card, face up, which ends the turn (house 2.3)."""

    seat: Seat
    card: Card

    __repr__ = readable_repr


@dataclass(frozen=True, slots=True)
class Knock:
    """End the hand before drawing, nine cards melded and `card` loose (house 4.1).

    `called` is the 2 or 3 that a joker stands for, if the switch `knock_card` lets it.
    """

    seat: Seat
    card: Card
    called: Card | None = None

    __repr__ = readable_repr


@dataclass(frozen=True, slots=True)
class Close:
    """End the hand with all ten melded, throwing `card` (house 4.2)."""

    seat: Seat
    card: Card

    __repr__ = readable_repr


@dataclass(frozen=True, slots=True)
class Continental:
    """End the hand with ten of one suit, throwing `card`, or None if declared before the draw (house 4.3)."""

    seat: Seat
    card: Card | None

    __repr__ = readable_repr


@dataclass(frozen=True, slots=True)
class StraightFlush:
    """End the match with ten of one suit in sequence, throwing `card`, or None if declared before the draw (house 4.4)."""

    seat: Seat
    card: Card | None

    __repr__ = readable_repr


@dataclass(frozen=True, slots=True)
class Count:
    """Count one's own hand after somebody ended it (house 4.5, 5.2, 5.3).

    `calls` names each joker held back and what it is called; every other joker is melded. `left` names the natural cards
    that stay unmelded, if the switch `count_choice` leaves that free; None leaves those that count least.
    """

    seat: Seat
    calls: Annotated[tuple[Call, ...], Length(0, 16)] = ()
    left: Annotated[Cards, Length(0, 16)] | None = None

    __repr__ = readable_repr


@dataclass(frozen=True, slots=True)
class Accuse:
    """Claim that `accused` fed the seat after it (house 7.4).

    `cards` are the three discards that the claim names, in order; without them it names the latest three that it can.
    """

    seat: Seat
    accused: Annotated[Seat, Span(0, 99)]
    cards: Annotated[Cards, Length(0, 3)] = ()

    __repr__ = readable_repr


@dataclass(frozen=True, slots=True)
class NoClaim:
    """Make no claim of feeding."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Rule:
    """Rule, or vote, on a claim of feeding (house 7.4)."""

    seat: Seat
    upheld: bool = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class BuyBack:
    """Answer the offer to buy back into the match (house 6.2)."""

    seat: Seat
    yes: bool = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class Buy:
    """Claim the discard out of turn; `penalty` False declines the penalty card if the rules leave that open."""

    seat: Seat
    penalty: bool = field(default=True, kw_only=True)


@dataclass(frozen=True, slots=True)
class Pass:
    """Leave the discard to the others."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Allow:
    """Let the buyer have the discard, although the seat in turn may still take it."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class GoDown:
    """Lay the whole contract down in one act, the part of every joker named; or, if the rules have it, further melds."""

    seat: Seat
    melds: Annotated[tuple[MeldTexts, ...], Length(0, 12)]


@dataclass(frozen=True, slots=True)
class LayOff:
    """Add a card to meld number `on` of the table; `end` names the end, when a run takes it at both."""

    seat: Seat
    card: Card
    on: Annotated[int, Span(0, 999)]
    end: End | None = None

    __repr__ = readable_repr


@dataclass(frozen=True, slots=True)
class TakeJoker:
    """Take the joker from meld number `on` of the table, and leave `card`, which it stands for, in its place."""

    seat: Seat
    card: Card
    on: Annotated[int, Span(0, 999)]

    __repr__ = readable_repr


@dataclass(frozen=True, slots=True)
class SlideJoker:
    """Lay `card` in place of a joker in run number `on`, and move that joker to an end of the run."""

    seat: Seat
    card: Card
    on: Annotated[int, Span(0, 999)]
    end: End

    __repr__ = readable_repr


Action = (
    Commit
    | Deal
    | Draw
    | Take
    | Discard
    | Knock
    | Close
    | Continental
    | StraightFlush
    | Count
    | Accuse
    | NoClaim
    | Rule
    | BuyBack
    | Buy
    | Pass
    | Allow
    | GoDown
    | LayOff
    | TakeJoker
    | SlideJoker
)
