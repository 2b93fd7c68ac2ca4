"""A bot that plays any of its options, each as likely as the others: the floor that every other bot is measured from."""

from __future__ import annotations

from collections.abc import Sequence

from continental.bots.api import Budget
from continental.play.actions import Action
from continental.play.shuffle import lot
from continental.play.terms import Seat
from continental.play.view import SeenEvent, View
from continental.rules.base import RuleSet


class RandomBot:
    """Uniform over its options.

    Each choice comes from the dice and the number of events seen so far, not from a generator's state, so that a new bot
    that is told the same events goes on as the old one would have.
    """

    __slots__ = ("_dice", "_seen", "seat")

    def __init__(self, seat: Seat, rules: RuleSet, dice: bytes) -> None:
        self.seat = seat
        self._dice = dice
        self._seen = 0

    def see(self, event: SeenEvent) -> None:
        self._seen += 1

    def choose(self, view: View, options: Sequence[Action], budget: Budget) -> Action:
        return options[lot(self._dice, f"choice {self._seen}", len(options))]
