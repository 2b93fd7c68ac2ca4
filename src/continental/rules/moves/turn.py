"""The moves of an ordinary turn: draw, take, discard (house 2.2, 2.3, 2.5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, assert_never

from continental.cards import print_card
from continental.play.actions import Discard, Draw, Take
from continental.play.draft import Draft
from continental.play.events import Asked, ClaimOpened, DealDied, Discarded, Drew, StockRanOut, StockRebuilt, Took, WentClosed
from continental.play.position import DealState, Position
from continental.play.refusal import Refused
from continental.play.shuffle import shuffled
from continental.play.terms import Phase, Seat
from continental.rules.base import Move, RuleSet, advance


def can_rebuild(rules: RuleSet, deal: DealState) -> bool:
    """Return whether the discards would give a new stock (house 2.5, I25)."""
    match rules.limits.stock_out:
        case "keep":
            return len(deal.discards) > 1
        case "include":
            return len(deal.discards) > 0
        case "turn_once":
            return len(deal.discards) > 1 and not deal.rebuilds
        case "end":
            return False
        case _:
            assert_never(rules.limits.stock_out)


def rebuild(rules: RuleSet, draft: Draft) -> None:
    """Make the discards a new stock: all but the top one, unless the switch includes it.

    They are shuffled, or turned over as they lie. The rest of the old stock lies on top.
    """
    deal, out = draft.deal, rules.limits.stock_out
    cut = len(deal.discards) - (0 if out == "include" else 1)
    old = deal.discards[:cut]
    stock = old[::-1] if out == "turn_once" else shuffled(deal.dice, f"rebuild {deal.rebuilds + 1}", old)
    # The end of the tuple is the top of the stock, so the old cards are drawn first.
    draft.emit(StockRebuilt((*stock, *deal.stock), deal.discards[cut:]))


def ensure_stock(rules: RuleSet, draft: Draft, cards: int = 1) -> bool:
    """Make sure that `cards` cards can be drawn, if the discards allow it. Return False if there are none at all."""
    if len(draft.deal.stock) < cards and can_rebuild(rules, draft.deal):
        rebuild(rules, draft)
    return bool(draft.deal.stock)


def draw_one(rules: RuleSet, draft: Draft, seat: Seat) -> None:
    """Draw the top of the stock for the seat. If no card can be drawn, the deal ends."""
    if ensure_stock(rules, draft):
        draft.emit(Drew(seat, draft.deal.stock[-1]))
        draft.emit(Asked(Phase.PLAY, (seat,)))
    else:
        draft.emit(StockRanOut())
        advance(rules, draft)


@dataclass(frozen=True, slots=True)
class DrawStock(Move[Draw]):
    """Draw the top of the stock. The discard is first offered round, and an empty stock is rebuilt from the discards.

    `ends`: if there is no card to draw, the deal ends. Otherwise the act is then refused.
    """

    ends: bool
    name: ClassVar[str] = "draw"
    action_type = Draw

    def can(self, rules: RuleSet, deal: DealState) -> bool:
        return self.ends or bool(deal.stock) or can_rebuild(rules, deal)

    def options(self, rules: RuleSet, position: Position, seat: Seat) -> Iterator[Draw]:
        if self.can(rules, position.dealing):
            yield Draw(seat)

    def decide(self, rules: RuleSet, draft: Draft, action: Draw) -> None:
        if not self.can(rules, draft.deal):
            raise Refused("nothing_to_draw")
        order = rules.claims.order(draft.position) if rules.claims else ()
        # If nothing can be drawn the deal ends, and nobody may buy before that.
        if order and (draft.deal.stock or can_rebuild(rules, draft.deal)):
            draft.emit(ClaimOpened(action.seat, draft.deal.discards[-1], order))
            draft.emit(Asked(Phase.CLAIM, order))
        else:
            draw_one(rules, draft, action.seat)

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
    """Throw one card. `redraw`: whether a discard just taken may be thrown back in an ordinary turn (I38)."""

    redraw: bool
    name: ClassVar[str] = "discard"
    action_type = Discard

    def options(self, rules: RuleSet, position: Position, seat: Seat) -> Iterator[Discard]:
        deal = position.dealing
        if deal.on_table.owed is not None:
            return
        for card in dict.fromkeys(deal.hands[seat]):
            if self.redraw or not (deal.took and card == deal.drawn):
                yield Discard(seat, card)

    def decide(self, rules: RuleSet, draft: Draft, action: Discard) -> None:
        deal, seat, card = draft.deal, action.seat, action.card
        if card not in deal.hands[seat]:
            raise Refused("card_not_held", card=print_card(card))
        if not self.redraw and deal.took and card == deal.drawn:
            raise Refused("thrown_back")
        if deal.on_table.owed is not None:
            raise Refused("joker_owed")
        draft.emit(Discarded(seat, card, deal.after(seat)))
        if not draft.deal.hands[seat]:
            draft.emit(WentClosed(seat, at_once=deal.went_down_now(seat)))
            advance(rules, draft)
        elif draft.deal.laps >= rules.limits.laps:
            draft.emit(DealDied(draft.deal.laps))
            advance(rules, draft)
        else:
            draft.emit(Asked(Phase.DRAW, (draft.deal.turn,)))

    def why_not(self, rules: RuleSet, position: Position, seat: Seat) -> Refused | None:
        return Refused("joker_owed")
