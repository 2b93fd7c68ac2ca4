"""How a hand stands before the contract of its deal: the best way down with lay-offs on it, or how many cards are missing."""

from __future__ import annotations

from dataclasses import dataclass, replace

from continental.cards import Cards, without
from continental.melds.contract import Contract, ContractRules, Need, SameSuit, WholeHand
from continental.melds.distance import distance
from continental.melds.down import Aim, Down, best_down, fault_in
from continental.melds.grammar import Meld
from continental.melds.lay_off import best_lay_offs


@dataclass(frozen=True, slots=True)
class Task:
    """What a deal asks of a hand, by which rules for melds, with points by face; whether own melds are laid off on at once."""

    contract: Contract
    melding: ContractRules
    values: tuple[int, ...]
    least_left: int  # 1 where the last card must be thrown
    lays_off_now: bool


def fewest_left(cards: Cards, task: Task) -> Down | None:
    """The way down after which, own cards laid off on own melds, the fewest points stay in hand; None where there is none."""
    if not task.lays_off_now or task.contract.whole_hand is WholeHand.ALL:
        return best_down(cards, task.contract, task.melding, Aim.POINTS, task.values, least_left=task.least_left)
    loose = replace(task.melding, opening_set_max=None)  # what a set may not have as it goes down is laid off on it
    down = best_down(cards, task.contract, loose, Aim.POINTS, task.values, least_left=task.least_left)
    if down is None:
        return None
    ways = [_with_lay_offs(down, task), *_grown_together(cards, task, loose)]
    return min(ways, key=lambda way: (way.points_left, len(way.left)))


def missing(cards: Cards, task: Task) -> int | None:
    """How many cards a hand that cannot go down must draw for it at the least; None where none would do.

    Where the last card must be thrown, the contract alone is a card too few.
    """
    away = distance(cards, task.contract, task.melding)
    return None if away is None else max(away, task.contract.cards + task.least_left - len(cards))


def _with_lay_offs(down: Down, task: Task) -> Down:
    """The way with all further cards laid off that fit on its melds."""
    melds, left = list(down.melds), down.left
    for step in best_lay_offs(down.left, down.melds, task.melding, task.values, all_out=not task.least_left):
        melds[step.on] = step.growth.meld
        left = without(left, (step.card,))
    return Down(tuple(melds), left, sum(task.values[card] for card in left))


def _grown_together(cards: Cards, task: Task, loose: ContractRules) -> list[Down]:
    """Ways whose runs of one suit come to touch only by what is laid off on them: one is longer than it must be."""
    needs = task.contract.needs
    runs = [place for place, need in enumerate(needs) if need.kind == "run"]
    if loose.same_suit is SameSuit.FREE or len(runs) < 2:
        return []
    free, found = replace(loose, same_suit=SameSuit.FREE), []
    for place in runs:
        longer = (*needs[:place], Need("run", needs[place].size + 1), *needs[place + 1 :])
        way = best_down(cards, Contract(longer), free, Aim.POINTS, task.values, least_left=task.least_left)
        if way is not None and any(fault_in(melds, cards, task.contract, loose) is None for melds in _shortened(way.melds)):
            found.append(way)
    return found


def _shortened(melds: tuple[Meld, ...]) -> list[tuple[Meld, ...]]:
    """The melds, and the melds with one card less at an end of a run."""
    shorter = (
        (*melds[:place], Meld("run", meld.cards[part], meld.as_cards[part]), *melds[place + 1 :])
        for place, meld in enumerate(melds)
        if meld.kind == "run"
        for part in (slice(1, None), slice(None, -1))
    )
    return [melds, *shorter]
