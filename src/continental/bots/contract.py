"""Greedy at a contract game: nearest to the contract first, down as soon as it can, then everything out of the hand."""

from __future__ import annotations

from collections.abc import Sequence

from continental.bots.api import Budget
from continental.bots.contract_turn import ContractTurn, ContractWeights
from continental.bots.memory import Memory
from continental.cards import JOKER, Card
from continental.play.actions import Action, Discard
from continental.play.shuffle import lot
from continental.play.terms import Seat
from continental.play.view import SeenEvent, View
from continental.rules.base import RuleSet


class ContractBot:
    """Takes or buys what brings the contract nearer, goes down at once, lays off all it can, throws what helps least.

    It works from the view, the options and the rule set's parts alone, so every switch that changes those changes its play.
    """

    __slots__ = ("_dice", "_memory", "_rules", "_seen", "_values", "_weights", "seat")

    def __init__(self, seat: Seat, rules: RuleSet, dice: bytes, weights: ContractWeights | None = None) -> None:
        self.seat = seat
        self._rules = rules
        self._dice = dice
        self._weights = weights or ContractWeights()
        self._memory = Memory(seat, rules)
        self._seen = 0
        wild = rules.contract_play.melding.wild
        self._values = tuple(rules.points.values.of(Card(face), wild) for face in range(JOKER + 1))

    def see(self, event: SeenEvent) -> None:
        self._seen += 1
        self._memory.see(event)

    def choose(self, view: View, options: Sequence[Action], budget: Budget) -> Action:
        assert view.deal is not None, "there is a deal wherever cards are played"
        turn = ContractTurn(self.seat, self._rules, view, view.deal, self._memory, self._values, self._weights)
        answer = turn.claim(options) or turn.meld(options) or turn.throws(options) or turn.draw(options)
        if isinstance(answer, list):
            return Discard(self.seat, answer[lot(self._dice, f"discard {self._seen}", len(answer))])
        return answer or options[0]
