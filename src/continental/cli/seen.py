"""The parts of a prompt at a terminal, for any game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from continental.cards import Card, CardError, parse_card
from continental.cli.say import say
from continental.engine import Match
from continental.play.terms import Seat
from continental.play.view import DealView, View
from continental.rules.base import RuleSet


class NotUnderstood(ValueError):
    """Tell of an answer that names no act, and what would be right."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The parts of a prompt: the match asked about, the person's seat, and everybody's names."""

    match: Match
    seat: Seat
    names: Sequence[str]

    @property
    def rules(self) -> RuleSet:
        return self.match.rules

    @property
    def view(self) -> View:
        return self.match.view(self.seat)

    @property
    def deal(self) -> DealView:
        deal = self.view.deal
        assert deal is not None, "a seat is only asked in a deal, or after one"
        return deal


def read_card(text: str) -> Card:
    """Return the card that a person named. Raises NotUnderstood."""
    try:
        return parse_card(text)
    except CardError as error:
        raise NotUnderstood(say("asked.no_card", fault=error)) from None
