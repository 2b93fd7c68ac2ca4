"""A hand as a player sorts it: what already makes melds, in brackets, then the other cards."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from continental.cards import Cards, print_cards
from continental.cli.narrate import print_laid_out, print_melds
from continental.melds.contract import Contract, ContractRules
from continental.melds.down import Aim, Down, best_down
from continental.play.position import Position
from continental.play.terms import Seat
from continental.rules.base import RuleSet
from continental.rules.worth import worth_now


def in_melds(rules: RuleSet, position: Position, seat: Seat) -> str:
    """Return the seat's hand by its melds: the best of the house, or as much of the contract as it holds."""
    hand = position.hand(seat)
    if rules.contract is None:
        best = worth_now(rules, position, seat, position.standing.totals[seat])
        thrown = () if best.thrown is None else (best.thrown,)
        return print_laid_out(best.melds, tuple(sorted((*best.left, *thrown))), best.held)
    if position.dealing.is_down(seat):
        return print_cards(hand)
    deal = position.dealing.number
    melding = rules.contract_play.melding_for(rules.pack_for(position.standing.players, deal).decks)
    return by_contract(hand, rules.row(deal).contract, melding, rules.points.values.by_face(melding.wild))


def by_contract(hand: Cards, contract: Contract | None, melding: ContractRules, values: tuple[int, ...]) -> str:
    """Return the hand with as many of the contract's melds as it holds, the fewest points left beside them."""
    part = None if contract is None else most_of(hand, contract, melding, values)
    if part is None:
        return print_cards(hand)
    left = print_cards(part.left)
    return f"{print_melds(part.melds)}  {left}" if left else print_melds(part.melds)


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
