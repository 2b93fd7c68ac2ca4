"""Claims on a discard out of turn (buying): who may claim, in what order, and what it costs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from continental.codec import Span
from continental.play.position import Position
from continental.play.terms import Seat

Some = Annotated[int, Span(0, 100)]


@dataclass(frozen=True, slots=True)
class BuyLimit:
    """The most discards that a seat may buy, in a deal and in the match. None is no limit."""

    per_deal: Some | None = None
    per_match: Some | None = None


@dataclass(frozen=True, slots=True)
class Claimers:
    """The seats that may buy: those who are down too, the discarder itself (last of all), and how often."""

    when_down: bool
    own: bool
    limit: BuyLimit


@dataclass(frozen=True, slots=True)
class Penalty:
    """The price of a buy in cards, whether they may be declined, and whether the seat in turn may still take the discard."""

    cards: Some
    optional: bool
    refusable: bool


@dataclass(frozen=True, slots=True)
class ClaimOrder:
    """The order of claims: whether the upcard may be bought, and whether the first in order or the first to speak gets it."""

    upcard: bool
    first_call: bool


@dataclass(frozen=True, slots=True)
class Claims:
    """The claim phase of a rule set that has one."""

    who: Claimers
    penalty: Penalty
    turn: ClaimOrder

    def order(self, position: Position) -> tuple[Seat, ...]:
        """Return the seats to ask about the discard that the seat in turn leaves, in order. Empty if there is none to claim."""
        deal = position.dealing
        if not deal.discards or (not deal.turns and not self.turn.upcard):
            return ()
        start = deal.seats.index(deal.turn)
        others = [deal.seats[(start + step) % len(deal.seats)] for step in range(1, len(deal.seats))]
        return tuple(seat for seat in others if self.may(position, seat) and (self.who.own or seat != deal.thrower))

    def may(self, position: Position, seat: Seat) -> bool:
        """Return whether the seat may buy at all."""
        deal, limit = position.dealing, self.who.limit
        return (
            (self.who.when_down or not deal.is_down(seat))
            and (limit.per_deal is None or deal.buying.bought[seat] < limit.per_deal)
            and (limit.per_match is None or position.standing.bought[seat] < limit.per_match)
        )
