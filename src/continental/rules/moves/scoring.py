"""The stages after a deal that is played for points: hands shown and scored, the dice shown, the next deal or the match's end."""

from __future__ import annotations

from dataclasses import dataclass

from continental.play.draft import Draft
from continental.play.events import Asked, DiceShown, HandScored
from continental.play.terms import Phase
from continental.rules.base import RuleSet, Stage
from continental.rules.points import finish_deal, score_deal


@dataclass(frozen=True, slots=True)
class ScoreHandsStage(Stage):
    """Show the cards that everyone but the closer still holds. They count whatever they would meld."""

    def run(self, rules: RuleSet, draft: Draft) -> bool:
        deal = draft.deal
        if draft.standing.settled:
            return True
        closer = deal.on_table.closed.seat if deal.on_table.closed else None
        wild = rules.contract_play.melding.wild
        for seat in deal.seats:
            if seat != closer:
                hand = deal.hands[seat]
                draft.emit(HandScored(seat, hand, rules.points.values.count(hand, wild)))
        points = {scored.seat: scored.points for scored in draft.deal.on_table.scored}
        score_deal(rules.points, draft, points, closer, at_once=deal.on_table.closed is not None and deal.on_table.closed.at_once)
        draft.emit(DiceShown(deal.number, deal.dice))
        return True


@dataclass(frozen=True, slots=True)
class PointsDealStage(Stage):
    """End the match after the last deal. Before that, pass the deal on."""

    def run(self, rules: RuleSet, draft: Draft) -> bool:
        finish_deal(rules.points, draft, len(rules.deals))
        draft.emit(Asked(Phase.OVER if draft.standing.is_over else Phase.COMMIT, ()))
        return False
