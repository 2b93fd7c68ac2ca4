"""The outlook of a hand on the contract of its deal: the best way down with lay-offs on it, or how many cards are missing."""

from __future__ import annotations

from dataclasses import dataclass

from continental.cards import Cards
from continental.melds.contract import Contract, ContractRules
from continental.melds.distance.nearest import distance_to
from continental.melds.down.joker_moves import Table
from continental.melds.down.turn import Turn, TurnRules, best_turn


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
