"""Ask the solver of contract games plain questions for tests and benchmarks: may a hand go down, and which cards are laid off."""

from __future__ import annotations

from continental.cards import Cards
from continental.melds import Aim, Contract, ContractRules, LaidCard, Meld, Table, TurnRules, best_down, best_turn


def can_go_down(hand: Cards, contract: Contract, melding: ContractRules) -> bool:
    """Return whether the hand can go down as it is.

    can_go_down(parse_cards("9C JK JK"), contract_of_a_set, rules)  # True
    """
    return best_down(hand, contract, melding, Aim.CARDS, (0,) * 53) is not None


def best_lay_offs(
    hand: Cards, table: tuple[Meld, ...], melding: ContractRules, values: tuple[int, ...], *, all_out: bool = True
) -> tuple[LaidCard, ...]:
    """Return the lay-offs, in an order in which each fits, that put out most points, and of those the most cards.

    If not `all_out`, a card stays in hand to be thrown: the best of all ways in which one does.

        best_lay_offs(parse_cards("4H 3H KC"), (parse_meld("5H 6H 7H 8H"),), rules, values)  # 4H, and then 3H
    """
    rules = TurnRules(lays_off=True, throws=False, must_throw=not all_out)
    turn = best_turn(hand, None, Table(table, (0,) * len(table)), melding, values, rules)
    return tuple(step for step in turn.steps if isinstance(step, LaidCard)) if turn is not None else ()
