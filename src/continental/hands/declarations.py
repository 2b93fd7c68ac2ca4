"""Tell what a whole hand may declare, and which cards a player may knock with (house 4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from continental.cards import Card, Cards, print_card, without
from continental.codec import Plain
from continental.melds import is_continental, is_straight_flush
from continental.play.terms import Phase
from continental.rules.base import RuleSet
from continental.rules.moves.ending import DeclareContinental, DeclareStraightFlush, KnockWith, is_all_melded


@dataclass(frozen=True, slots=True)
class Declarations:
    """The declarations open to a hand whenever its turn comes: the cards to knock with, and each other ending."""

    knock: Cards = ()
    close: bool = False
    continental: bool = False
    straight_flush: bool = False

    def plain(self) -> Plain:
        """Return the declarations as JSON values."""
        return {
            "knock": [print_card(card) for card in self.knock],
            "close": self.close,
            "continental": self.continental,
            "straight_flush": self.straight_flush,
        }


NOTHING: Final = Declarations()


def declarations(rules: RuleSet, hand: Cards, total: int) -> Declarations:
    """Return what the hand of a player at `total` may declare. A hand of another size than is dealt declares nothing."""
    if len(hand) != rules.cards_for():
        return NOTHING
    moves = [move for phase in (Phase.DRAW, Phase.PLAY) for move in rules.moves.get(phase, ())]
    knock = knock_of(rules)
    flush = next((move for move in moves if isinstance(move, DeclareStraightFlush)), None)
    loose = () if knock is None else (card for card in dict.fromkeys(hand) if knock.is_low(rules, card, total))
    return Declarations(
        knock=tuple(card for card in loose if is_all_melded(rules, without(hand, (card,)))),
        close=is_all_melded(rules, hand),
        continental=any(isinstance(move, DeclareContinental) for move in moves) and is_continental(hand, size=len(hand)),
        straight_flush=flush is not None
        and is_straight_flush(hand, size=len(hand), jokers_allowed=flush.jokers, track=rules.grammar.runs.track),
    )


def knock_of(rules: RuleSet) -> KnockWith | None:
    """Return how one knocks in these rules, or None if nobody does."""
    return next((move for move in rules.moves.get(Phase.DRAW, ()) if isinstance(move, KnockWith)), None)


def knock_points(rules: RuleSet, total: int) -> tuple[int, ...]:
    """Return the points of the cards that a player at this total may knock with (house 4.1), sorted; none if nobody knocks."""
    knock = knock_of(rules)
    if knock is None:
        return ()
    values = rules.values.at(total)
    return tuple(sorted(points for rank, points in enumerate(values) if knock.is_low(rules, Card(rank), total)))
