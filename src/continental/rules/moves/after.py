"""The stages after the count: the hand's points and money, the offers to buy back, the next deal (house 6, 7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from continental.cards import JOKER
from continental.play.actions import BuyBack
from continental.play.draft import Draft
from continental.play.events import Asked, DiceShown
from continental.play.position import DealState, Position
from continental.play.refusal import Refused
from continental.play.terms import Phase, Seat
from continental.rules.base import Move, RuleSet, Stage, advance
from continental.rules.match import Result, answer_offer, finish_hand, next_offer, settle, settle_dead


def result_of(deal: DealState) -> Result:
    """Return what the hand came to, for the sums of match and money."""
    ended = deal.showdown.ended
    assert ended is not None, "only a hand that was ended has a result"
    return Result(
        ender=ended.seat,
        ending=ended.ending,
        ender_points=ended.points,
        counts={count.seat: count.points for count in deal.showdown.counts},
        jokers=tuple(hand.count(JOKER) for hand in deal.hands),
        feeder=next((ruled.accused for ruled in deal.showdown.ruled if ruled.upheld), None),
    )


@dataclass(frozen=True, slots=True)
class SettleStage(Stage):
    """Settle points and money of the hand, and show the dice. A match that is over waits for nobody."""

    def run(self, rules: RuleSet, draft: Draft) -> bool:
        if not draft.standing.settled:
            if draft.deal.showdown.ended is None:
                settle_dead(rules.match, draft)
            else:
                settle(rules.match, rules.money, draft, result_of(draft.deal))
            draft.emit(DiceShown(draft.deal.number, draft.deal.dice))
        if draft.standing.is_over:
            draft.emit(Asked(Phase.OVER, ()))
            return False
        return True


@dataclass(frozen=True, slots=True)
class BuyBackStage(Stage):
    """Offer, in rotation, each seat in the window to buy back (6.2 to 6.5)."""

    def run(self, rules: RuleSet, draft: Draft) -> bool:
        offer = next_offer(rules.match, rules.money, draft)
        if offer is None:
            return True
        draft.emit(Asked(Phase.BUY_BACK, (offer.seat,)))
        return False


@dataclass(frozen=True, slots=True)
class NextDealStage(Stage):
    """Split the pot after the buys, or pass the deal left, and have the table commit to new dice."""

    def run(self, rules: RuleSet, draft: Draft) -> bool:
        finish_hand(rules.match, draft)
        draft.emit(Asked(Phase.OVER if draft.standing.is_over else Phase.COMMIT, ()))
        return False


@dataclass(frozen=True, slots=True)
class AnswerOffer(Move[BuyBack]):
    """Buy back, or decline and keep one's total."""

    name: ClassVar[str] = "buy_back"
    action_type = BuyBack

    def options(self, rules: RuleSet, position: Position, seat: Seat) -> Iterator[BuyBack]:
        yield BuyBack(seat, yes=True)
        yield BuyBack(seat, yes=False)

    def decide(self, rules: RuleSet, draft: Draft, action: BuyBack) -> None:
        if draft.standing.offer is None:
            raise Refused("not_offered")
        answer_offer(rules.money, draft, yes=action.yes)
        advance(rules, draft)
