"""Find as much of a contract as a hand holds: the melds of it that can be laid out now."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from continental.cards import Cards, print_cards
from continental.melds import Aim, Contract, ContractRules, Down, best_down


def by_contract(hand: Cards, contract: Contract | None, melding: ContractRules, values: tuple[int, ...]) -> str:
    """Return the hand with as many of the contract's melds as it holds, in brackets, then the other cards."""
    part = None if contract is None else most_of(hand, contract, melding, values)
    if part is None:
        return print_cards(hand)
    left = print_cards(part.left)
    return " ".join(f"[{meld}]" for meld in part.melds) + (f"  {left}" if left else "")


@lru_cache(maxsize=256)
def most_of(hand: Cards, contract: Contract, melding: ContractRules, values: tuple[int, ...]) -> Down | None:
    """Return the layout with the most melds of the contract, and of those the fewest points left; None if it holds none.

    Any part of a contract is a contract of its own, so the solver of the whole one answers.
    """
    for many in range(len(contract.needs), 0, -1):
        parts = {Contract(needs) for needs in combinations(contract.needs, many)}
        layouts = [down for part in parts if (down := best_down(hand, part, melding, Aim.POINTS, values)) is not None]
        if layouts:
            return min(layouts, key=lambda down: (down.points_left, down.left))
    return None
