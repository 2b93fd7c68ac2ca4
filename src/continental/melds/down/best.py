"""The best way to go down: which melds to lay, so that the fewest points or cards stay in hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import product
from typing import Final

from continental.cards import JOKER, SUITS, Card, Cards, as_hand, without
from continental.melds.contract import Contract, ContractRules, WholeHand
from continental.melds.down.laying import Pool, down_melds, join_spare
from continental.melds.down.problem import Needs, Problem
from continental.melds.down.search import best_plan
from continental.melds.grammar import Meld, MeldError
from continental.melds.packed import MOST_COPIES, pack

MANY: Final = 1 << 20
"""More than any hand counts, so that cards come before points."""


class Aim(StrEnum):
    """The aim of going down."""

    POINTS = "points"  # the fewest points stay in hand
    CARDS = "cards"  # the most cards go out


@dataclass(frozen=True, slots=True)
class Down:
    """A way to go down: the melds, the cards that stay in hand, and their points."""

    melds: tuple[Meld, ...]
    left: Cards
    points_left: int


def best_down(
    hand: Cards,
    contract: Contract,
    melding: ContractRules,
    aim: Aim,
    values: tuple[int, ...],
    least_left: int = 0,
) -> Down | None:
    """Return the best way to go down out of the hand, or None if it cannot; the same hand always gives the same.

    The melds are exactly the contract's, and longer if that puts more out. `values` are the points by face, 53 whole numbers
    of 0 or more, the joker's last; the cards of a rank have two of them at the most. Fewest points is by these, then by cards;
    most cards is by cards, then by points. `least_left` is 1 if a card must stay to be thrown.

    Raises MeldError for values of another form, and for more than seven copies of a card.

        best_down(parse_cards("7S 7H 7D KC"), contract_of_a_set, rules, Aim.POINTS, values).melds  # (7S 7H 7D,)
    """
    check(hand, values)
    if contract.whole_hand is WholeHand.ALL_BUT_ONE:
        return _all_but_one(hand, contract, melding, aim, values)
    down = _best(hand, contract, melding, aim, values)
    if down is None or len(down.left) >= least_left or contract.whole_hand is WholeHand.ALL:
        return down
    # the best way leaves no card to throw, so each card in turn is put aside first
    ways = (_keeping(hand, card, contract, melding, aim, values) for card in sorted(set(hand)))
    return min((way for way in ways if way is not None), key=lambda way: _rank(way, aim), default=None)


def check(hand: Cards, values: tuple[int, ...]) -> None:
    """Raise MeldError for values of another form, and for more copies of a card than the search can count."""
    if len(values) != JOKER + 1 or min(values) < 0 or sum(values) >= MANY:
        raise MeldError("Card values are 53 whole numbers from 0 up, by face, the joker's last.")
    if any(len({values[13 * suit + rank] for suit in range(len(SUITS))}) > 2 for rank in range(13)):
        raise MeldError("The cards of one rank have at most two values.")
    if max(Counter(card for card in hand if card != JOKER).values(), default=0) > MOST_COPIES:
        raise MeldError(f"A hand has at most {MOST_COPIES} copies of a card here.")


def _rank(down: Down, aim: Aim) -> tuple[int, int]:
    """Return the figures that are compared between ways: the less, the better."""
    return (len(down.left), down.points_left) if aim is Aim.CARDS else (down.points_left, len(down.left))


def _keeping(
    hand: Cards, card: Card, contract: Contract, melding: ContractRules, aim: Aim, values: tuple[int, ...]
) -> Down | None:
    """Return the best way with this card staying in hand."""
    down = _best(without(hand, (card,)), contract, melding, aim, values)
    return None if down is None else replace(down, left=as_hand((*down.left, card)), points_left=down.points_left + values[card])


def _all_but_one(hand: Cards, contract: Contract, melding: ContractRules, aim: Aim, values: tuple[int, ...]) -> Down | None:
    """Return the best way in which one card stays: of those that may stay, the one that counts least."""
    whole = replace(contract, whole_hand=WholeHand.ALL)
    # if two cards stay at the best, no way keeps only one
    most = _best(hand, replace(contract, whole_hand=WholeHand.NO), melding, Aim.CARDS, values)
    if most is None or len(most.left) > 1:
        return None
    if most.left:
        return most
    ways = (
        _keeping(hand, card, whole, melding, aim, values) for card in sorted(set(hand), key=lambda card: (values[card], card))
    )
    return next((way for way in ways if way is not None), None)


def _best(hand: Cards, contract: Contract, melding: ContractRules, aim: Aim, values: tuple[int, ...]) -> Down | None:
    whole = contract.whole_hand is WholeHand.ALL
    weights = weights_of(values, by_cards=aim is Aim.CARDS or whole)
    # a whole hand goes down only if every card does: nothing lighter is looked for
    heaviest = sum(weights[card] for card in hand) - 1 if whole else -1
    best = None
    for naturals, stand_ins in splits(hand, melding, weights):
        weighed = tuple(weights[card] for card in stand_ins)
        task = Problem(pack(naturals), weighed, len(stand_ins), weights, needs_of(contract), (), melding)
        plan = best_plan(task, heaviest)
        if plan is not None:
            best, heaviest = (plan, Pool(Counter(naturals), list(stand_ins))), plan.weight
    if best is None:
        return None
    plan, pool = best
    melds = down_melds(plan, pool, len(plan.runs), weights)
    join_spare(melds, pool, melding)
    left = as_hand((*pool.left.elements(), *pool.spare))
    return Down(tuple(melds), left, sum(values[card] for card in left))


def weights_of(values: tuple[int, ...], *, by_cards: bool) -> tuple[int, ...]:
    """Return the weights by face: points and then cards, or cards and then points."""
    return tuple(MANY + value if by_cards else value << 10 | 1 for value in values)


def needs_of(contract: Contract | None, *, grows: bool = False) -> Needs:
    """Return the sizes of the contract's melds; no sizes for no contract."""
    needs = () if contract is None else contract.needs
    runs = sorted((need.size for need in needs if need.kind == "run"), reverse=True)
    return Needs(tuple(runs), tuple(sorted(need.size for need in needs if need.kind == "set")), grows)


def splits(hand: Cards, melding: ContractRules, weights: tuple[int, ...]) -> Iterator[tuple[Cards, Cards]]:
    """Yield the naturals and the stand-ins, the heaviest first, for every choice of wild cards to stand for others."""
    held = Counter(hand)
    wild = [card for card in sorted(held) if card in melding.wild and card != JOKER]
    for counts in product(*(range(held[card], -1, -1) for card in wild)):
        stand_ins = (JOKER,) * held[JOKER] + tuple(card for card, many in zip(wild, counts, strict=True) for _ in range(many))
        yield without(hand, stand_ins), tuple(sorted(stand_ins, key=lambda card: (-weights[card], -card)))
