"""What a player wants to know of a hand of a contract game: whether and how it goes down, how far it is, and what to throw.

It asks the solver alone and imports no rules, since `continental count` answers at once.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, Final

from continental.bots.prospects import prospects
from continental.cards import JOKER, Card, Cards, print_card, without
from continental.melds import LaidCard, Meld, Task, Turn, WholeHand, fewest_left, missing, print_contract

MOST_CARDS: Final = 40
"""More than anybody holds who does not buy all the time."""


@dataclass(frozen=True, slots=True)
class ContractHand:
    """The best way down, lay-offs on one's own melds included, or None; the cards that are missing; what is best thrown.

    `after` is how many cards are missing once that is thrown, where the hand cannot go down and need not go whole.
    """

    cards: Cards
    task: Task
    down: Turn | None
    distance: int | None
    throw: Card | None
    after: int | None

    @property
    def laid_off(self) -> tuple[LaidCard, ...]:
        """The cards laid off after that on the melds that went down, in an order in which each fits."""
        return tuple(step for step in self.down.steps if isinstance(step, LaidCard)) if self.down else ()

    @property
    def melds(self) -> tuple[Meld, ...]:
        """The melds as they lie then."""
        lying = list(self.down.down) if self.down else []
        for step in self.laid_off:
            lying[step.on] = step.growth.meld
        return tuple(lying)

    def as_json(self) -> dict[str, Any]:
        """The answer as JSON values, cards as texts."""
        left = self.cards if self.down is None else self.down.left
        return {
            "needs": print_contract(self.task.contract),
            "met": self.down is not None,
            "down": [list(meld.texts()) for meld in self.down.down] if self.down else [],
            "laid_off": [{"card": print_card(step.card), "on": step.on} for step in self.laid_off],
            "melds": [list(meld.texts()) for meld in self.melds],
            "left": list(map(print_card, left)),
            "points_left": self.down.points_left if self.down else None,
            "distance": self.distance,
            "throw": None if self.throw is None else print_card(self.throw),
            "distance_after": self.after,
        }


def look_at(cards: Cards, task: Task, pack: Counter[Card]) -> ContractHand:
    """The whole answer for a hand out of such a pack."""
    down = fewest_left(cards, task)
    if down is not None:
        return ContractHand(cards, task, down, 0, costliest(down.left, task), None)
    away = missing(cards, task)
    throw, after = _missed_least(cards, task, pack, away)
    return ContractHand(cards, task, None, away, throw, after)


def _naturals(cards: Cards, task: Task) -> Cards:
    return tuple(card for card in dict.fromkeys(cards) if card != JOKER and card not in task.melding.wild)


def costliest(left: Cards, task: Task) -> Card | None:
    """Return the card that counts most of what stays in hand; one that stands for any only if there is no other."""
    return max(_naturals(left, task) or left, key=lambda card: (task.values[card], card), default=None)


def _missed_least(cards: Cards, task: Task, pack: Counter[Card], away: int | None) -> tuple[Card | None, int | None]:
    """The natural card after whose throwing the fewest cards are missing, and how many those are.

    Of several the one that the ways to the contract need least, and then the one that counts most. Where the whole hand is to
    go, the card alone: how far it is counts with the next one drawn, which is not known.
    """
    naturals = _naturals(cards, task)
    if len(cards) < 2 or not naturals or away is None:
        return None, None
    ways = prospects(cards, task.contract, task.melding, pack - Counter(cards), spare=1)
    order = sorted(naturals, key=lambda card: (ways.without(card), -task.values[card], card))
    if task.contract.whole_hand is not WholeHand.NO:
        return order[0], None
    best: tuple[Card | None, int | None] = None, None
    for card in order:
        after = missing(without(cards, (card,)), task)
        if after is not None and (best[1] is None or after < best[1]):
            best = card, after
        if best[1] == away:
            break  # no hand is nearer for a card thrown
    return best
