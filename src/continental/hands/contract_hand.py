"""Tell how a hand of a contract game stands: whether and how it goes down, how far it is, and what to throw."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from continental.cards import JOKER, Card, Cards, print_card, without
from continental.codec import Plain
from continental.hands.prospects import prospects
from continental.melds import (
    Contract,
    ContractRules,
    LaidCard,
    Meld,
    Table,
    Turn,
    TurnRules,
    WholeHand,
    best_turn,
    distance_to,
    print_contract,
)
from continental.rules.base import RuleSet

MOST_CARDS: Final = 40
"""The largest hand that is looked at. Only a player who buys all the time holds more."""


@dataclass(frozen=True, slots=True)
class Task:
    """The contract of a deal, its rules for melds, and points by face.

    `least_left` is 1 if the last card must be thrown. `lays_off_now` tells whether own melds are laid off on at once.
    """

    contract: Contract
    melding: ContractRules
    values: tuple[int, ...]
    least_left: int
    lays_off_now: bool


@dataclass(frozen=True, slots=True)
class ContractHand:
    """A hand before its contract: the best way down with lay-offs on own melds, or None, and how many cards are missing.

    `throw` is the best discard. `after` is how many cards are missing once it is thrown. It is None if the hand can go down, or
    if the contract takes the whole hand.
    """

    cards: Cards
    task: Task
    down: Turn | None
    distance: int | None
    throw: Card | None
    after: int | None

    @property
    def laid_off(self) -> tuple[LaidCard, ...]:
        """The cards laid off afterwards on the melds that went down, in an order in which each fits."""
        return tuple(step for step in self.down.steps if isinstance(step, LaidCard)) if self.down else ()

    @property
    def melds(self) -> tuple[Meld, ...]:
        """The melds as they lie after the lay-offs."""
        lying = list(self.down.down) if self.down else []
        for step in self.laid_off:
            lying[step.on] = step.growth.meld
        return tuple(lying)

    def plain(self) -> Plain:
        """Return the answer as JSON values, cards as texts."""
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


def task_of(rules: RuleSet, deal: int, decks: int) -> Task:
    """Return the task of deal number `deal` of a contract game with a pack of `decks` decks."""
    play, contract = rules.contract_play, rules.row(deal).contract
    assert contract is not None, "every deal of a contract game has its contract"
    return Task(
        contract,
        play.melding_for(decks),
        rules.points.values.by_face(play.melding.wild),
        least_left=int(play.table.final_discard and contract.whole_hand is not WholeHand.ALL),
        lays_off_now=play.table.layoff_now,
    )


def fewest_left(cards: Cards, task: Task) -> Turn | None:
    """Return the way down after which, own cards laid off on own melds, the fewest points stay; None if there is none.

    fewest_left(parse_cards("7S 7H 7D KC"), task).left  # (KC,)
    """
    rules = TurnRules(lays_off=task.lays_off_now, throws=False, must_throw=bool(task.least_left))
    return best_turn(cards, task.contract, Table(), task.melding, task.values, rules)


def missing(cards: Cards, task: Task) -> int | None:
    """Return how many cards a hand that cannot go down must draw at the least; None if none would do.

    If the last card must be thrown, the contract alone is a card too few.

        missing(parse_cards("7S 7H KC"), task)  # 1, for a set of three
    """
    away = distance_to(cards, task.contract, task.melding)
    return None if away is None else max(away, task.contract.cards + task.least_left - len(cards))


def look_at_contract(cards: Cards, task: Task, pack: Counter[Card]) -> ContractHand:
    """Return the answer for a hand out of this pack; cards that are known to be elsewhere may be missing from the pack."""
    down = fewest_left(cards, task)
    if down is not None:
        return ContractHand(cards, task, down, 0, costliest(down.left, task), None)
    away = missing(cards, task)
    throw, after = _best_throw(cards, task, pack, away)
    return ContractHand(cards, task, None, away, throw, after)


def costliest(left: Cards, task: Task) -> Card | None:
    """Return the card with the most points of those that stay in hand. A wild card is returned only if there is no other."""
    return max(_naturals(left, task) or left, key=lambda card: (task.values[card], card), default=None)


def _naturals(cards: Cards, task: Task) -> Cards:
    return tuple(card for card in dict.fromkeys(cards) if card != JOKER and card not in task.melding.wild)


def _best_throw(cards: Cards, task: Task, pack: Counter[Card], away: int | None) -> tuple[Card | None, int | None]:
    """Return the natural card after whose discard the fewest cards are missing, and how many those are.

    Of several, return the card that the ways to the contract need least, then the one with the most points. If the whole hand
    must go down, no distance is returned: it depends on the card that is drawn next.
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
            break  # a discard never brings a hand nearer, so no later card can do better
    return best
