"""The moves of an ordinary turn: draw, take, discard (house 2.2, 2.3, 2.5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from continental.cards import print_card
from continental.play.actions import Discard, Draw, Take
from continental.play.draft import Draft
from continental.play.events import Asked, DealDied, Discarded, Drew, StockRebuilt, Took
from continental.play.position import DealState, Position
from continental.play.refusal import Refused
from continental.play.shuffle import shuffled
from continental.play.terms import Phase, Seat
from continental.rules.base import Move, RuleSet, advance


def can_rebuild(rules: RuleSet, deal: DealState) -> bool:
    """Whether the discards would give a new stock (house 2.5, I25)."""
    return len(deal.discards) > (1 if rules.shape.reshuffle_keeps_top else 0)


def rebuild(rules: RuleSet, draft: Draft) -> None:
    """Shuffle the discards, all but the top one unless the switch includes it, into a new stock."""
    deal = draft.deal
    keeps = 1 if rules.shape.reshuffle_keeps_top else 0
    cut = len(deal.discards) - keeps
    stock = shuffled(deal.dice, f"rebuild {deal.rebuilds + 1}", deal.discards[:cut])
    draft.emit(StockRebuilt(stock, deal.discards[cut:]))


@dataclass(frozen=True, slots=True)
class DrawStock(Move[Draw]):
    """Draw the top of the stock; an empty one is first rebuilt from the discards."""

    name: ClassVar[str] = "draw"
    action_type = Draw

    def options(self, rules: RuleSet, position: Position, seat: Seat) -> Iterator[Draw]:
        if position.dealing.stock or can_rebuild(rules, position.dealing):
            yield Draw(seat)

    def decide(self, rules: RuleSet, draft: Draft, action: Draw) -> None:
        if not draft.deal.stock:
            if not can_rebuild(rules, draft.deal):
                raise Refused("nothing_to_draw")
            rebuild(rules, draft)
        draft.emit(Drew(action.seat, draft.deal.stock[-1]))
        draft.emit(Asked(Phase.PLAY, (action.seat,)))

    def why_not(self, rules: RuleSet, position: Position, seat: Seat) -> Refused | None:
        return Refused("nothing_to_draw")


@dataclass(frozen=True, slots=True)
class TakeDiscard(Move[Take]):
    """Take the top discard, never one below it."""

    name: ClassVar[str] = "take"
    action_type = Take

    def options(self, rules: RuleSet, position: Position, seat: Seat) -> Iterator[Take]:
        if position.dealing.discards:
            yield Take(seat)

    def decide(self, rules: RuleSet, draft: Draft, action: Take) -> None:
        if not draft.deal.discards:
            raise Refused("nothing_to_take")
        draft.emit(Took(action.seat, draft.deal.discards[-1]))
        draft.emit(Asked(Phase.PLAY, (action.seat,)))

    def why_not(self, rules: RuleSet, position: Position, seat: Seat) -> Refused | None:
        return Refused("nothing_to_take")


@dataclass(frozen=True, slots=True)
class ThrowCard(Move[Discard]):
    """Throw one card; `redraw` says whether a discard just taken may be thrown back in an ordinary turn (I38)."""

    redraw: bool
    name: ClassVar[str] = "discard"
    action_type = Discard

    def options(self, rules: RuleSet, position: Position, seat: Seat) -> Iterator[Discard]:
        deal = position.dealing
        for card in dict.fromkeys(deal.hands[seat]):
            if self.redraw or not (deal.took and card == deal.drawn):
                yield Discard(seat, card)

    def decide(self, rules: RuleSet, draft: Draft, action: Discard) -> None:
        deal, seat, card = draft.deal, action.seat, action.card
        if card not in deal.hands[seat]:
            raise Refused("card_not_held", card=print_card(card))
        if not self.redraw and deal.took and card == deal.drawn:
            raise Refused("thrown_back")
        draft.emit(Discarded(seat, card, deal.after(seat)))
        if draft.deal.laps >= rules.shape.laps:
            draft.emit(DealDied(draft.deal.laps))
            advance(rules, draft)
        else:
            draft.emit(Asked(Phase.DRAW, (draft.deal.turn,)))
