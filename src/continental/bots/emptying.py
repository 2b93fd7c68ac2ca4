"""A hand emptied onto the table: the best turn of the solver (`melds.best_turn`) as acts of a seat, and how good it is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from continental.cards import JOKER, SUITS, Card, Cards, as_hand, make_card, rank_of, suit_of
from continental.melds import (
    Contract,
    ContractRules,
    Growth,
    LaidCard,
    Meld,
    MovedJoker,
    Table,
    Turn,
    best_turn,
    lay_offs,
)
from continental.play.actions import LayOff, SlideJoker, TakeJoker
from continental.play.terms import Seat
from continental.rules.contracts import ContractPlay

Step = LayOff | TakeJoker | SlideJoker
Melds = tuple[Meld, ...]

CARD_WORTH: Final = 5
"""The points that one card less in hand is worth beside its own: a shorter hand closes sooner."""


@dataclass(frozen=True, slots=True)
class Emptied:
    """The cards that stay in hand after these steps, the card to be thrown among them, and the rank: the less, the better."""

    left: Cards
    steps: tuple[Step, ...]
    rank: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Emptying:
    """A seat that empties its hand; `takes_jokers` and `slides_jokers` tell if the present turn allows that."""

    seat: Seat
    play: ContractPlay
    melding: ContractRules
    values: tuple[int, ...]
    owners: tuple[Seat, ...]
    takes_jokers: bool
    slides_jokers: bool

    def best(self, hand: Cards, melds: Melds) -> Emptied:
        """Return the best way to go on from here; without a step if nothing can be done."""
        turn = self.turn(hand, melds, None)
        assert turn is not None, "a hand that is down may always do nothing"
        left = turn.left if turn.throw is None else as_hand((*turn.left, turn.throw))
        steps = tuple(map(self._act, turn.steps))
        points = sum(self.values[card] + CARD_WORTH for card in left)
        return Emptied(left, steps, (len(left) > 1, points, len(steps)))

    def turn(self, hand: Cards, melds: Melds, contract: Contract | None) -> Turn | None:
        """Return the best turn; with a contract the hand goes down first, and there is none if it cannot."""
        rules = self.play.turn_rules(takes=self.takes_jokers, slides=self.slides_jokers, must_throw=self.play.table.final_discard)
        if contract is None:
            rules = replace(rules, lays_off=True)
        worth = tuple(value + CARD_WORTH for value in self.values)
        return best_turn(
            hand,
            contract,
            Table(melds, tuple(-1 if owner == self.seat else int(owner) for owner in self.owners)),
            self.melding,
            worth,
            rules,
        )

    def _act(self, step: LaidCard | MovedJoker) -> Step:
        if isinstance(step, LaidCard):
            return LayOff(self.seat, step.card, step.on, step.growth.end)
        if step.end is None:
            return TakeJoker(self.seat, step.card, step.on)
        return SlideJoker(self.seat, step.card, step.on, step.end)


@lru_cache(maxsize=1 << 14)
def places(meld: Meld, melding: ContractRules) -> dict[Card, tuple[Growth, ...]]:
    """Return each face that the meld takes now, with the ways to add it."""
    first = meld.as_cards[0]
    own = range(len(SUITS)) if meld.kind == "set" else range(13)
    faces = [make_card(rank_of(first), each) if meld.kind == "set" else make_card(each, suit_of(first)) for each in own]
    found = {card: lay_offs(meld, card, melding) for card in dict.fromkeys((*faces, JOKER, *sorted(melding.wild)))}
    return {card: growths for card, growths in found.items() if growths}
