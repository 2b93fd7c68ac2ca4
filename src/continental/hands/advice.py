"""Advise a seat at a table: what its hand is worth, how it would best go down, and how many cards it still lacks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from continental.cards import print_card
from continental.codec import Plain
from continental.hands.proposals import cards_missing, is_advised, ways_down
from continental.hands.worth import Worth, worth_now
from continental.melds import Down
from continental.play.actions import Count
from continental.play.position import Position
from continental.play.terms import Phase, Seat
from continental.rules.base import RuleSet

HAND_PHASES: Final = (Phase.DRAW, Phase.PLAY, Phase.COUNT)
"""When a hidden hand has a worth that its player may want to know."""


@dataclass(frozen=True, slots=True)
class Advice:
    """All the help that a seat gets for its hand; a part is None if its question does not arise.

    `proposals` are the best ways down. `missing` is how many cards must at least be drawn before there is one.
    """

    worth: Worth | None
    proposals: tuple[Down, ...] | None
    missing: int | None

    def plain(self) -> Plain:
        """Return the advice as JSON values, cards as texts."""
        return {
            "worth": self.worth and self.worth.plain(),
            "proposals": None if self.proposals is None else [_plain_way(way) for way in self.proposals],
            "missing": self.missing,
        }


def has_advice(rules: RuleSet, position: Position, seat: Seat) -> bool:
    """Return whether there is anything to advise the seat, without working it out."""
    return _has_worth(rules, position, seat) or is_advised(rules, position, seat)


def advise(rules: RuleSet, position: Position, seat: Seat) -> Advice:
    """Return the advice for the seat as the position stands. It may take seconds for a large hand."""
    worth = worth_now(rules, position, seat, position.standing.totals[seat]) if _has_worth(rules, position, seat) else None
    return Advice(worth, ways_down(rules, position, seat), cards_missing(rules, position, seat))


def _has_worth(rules: RuleSet, position: Position, seat: Seat) -> bool:
    return position.phase in HAND_PHASES and rules.plays(Count) and bool(position.hand(seat))


def _plain_way(way: Down) -> Plain:
    return {
        "melds": [list(meld.texts()) for meld in way.melds],
        "left": [print_card(card) for card in way.left],
        "points_left": way.points_left,
    }
