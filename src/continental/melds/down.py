"""The best way to go down: which melds to lay, so that the fewest points or cards stay in hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import product
from typing import Final

from continental.cards import JOKER, SUITS, Card, Cards, as_hand, print_card, without
from continental.melds.contract import Contract, ContractRules, WholeHand
from continental.melds.fault import fault_in
from continental.melds.grammar import Kind, Meld, MeldError
from continental.melds.hopes import Case
from continental.melds.laying import melds_of_plan
from continental.melds.plan import best_plan
from continental.melds.suit_runs import MOST_COPIES, is_plain
from continental.melds.suits import RANK_BITS, SUIT_BITS, SUIT_MASK
from continental.melds.ways import ways_down

__all__ = ["Aim", "Down", "best_down", "can_go_down", "fault_in", "ways_down"]

_MANY: Final = 1 << 20
"""More than any hand counts, so that cards come before points."""


class Aim(StrEnum):
    """What going down is for."""

    POINTS = "points"  # the fewest points stay in hand
    CARDS = "cards"  # the most cards go out
    KEEP = "keep"  # a certain card stays in hand, and then the fewest points


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
    keep: Card | None = None,
    least_left: int = 0,
) -> Down | None:
    """The best way to go down out of the hand, or None where it cannot; the same hand always gives the same.

    The melds are exactly the contract's, and longer where that puts more out. `values` are the points by face, 53 whole numbers
    of 0 or more, the joker's last; the cards of a rank have two of them at the most. Fewest points is by these, then by cards;
    most cards is by cards, then by points. `least_left` is 1 where a card must stay to be thrown.

    Raises MeldError for values of another form, for a card to keep that is not held, and for more than seven copies of a card.
    """
    _check(hand, values, aim, keep)
    if contract.whole_hand is WholeHand.ALL_BUT_ONE:
        return _all_but_one(hand, contract, melding, aim, values, keep)
    if aim is Aim.KEEP and keep is not None:
        return _keeping(hand, keep, contract, melding, aim, values)
    down = _best(hand, contract, melding, aim, values)
    if down is None or len(down.left) >= least_left or contract.whole_hand is WholeHand.ALL:
        return down
    ways = (_keeping(hand, card, contract, melding, aim, values) for card in sorted(set(hand)))
    return min((way for way in ways if way is not None), key=lambda way: _rank(way, aim), default=None)


def can_go_down(hand: Cards, contract: Contract, melding: ContractRules) -> bool:
    """Whether the hand can go down as it is."""
    return best_down(hand, contract, melding, Aim.CARDS, (0,) * 53) is not None


def _check(hand: Cards, values: tuple[int, ...], aim: Aim, keep: Card | None) -> None:
    if len(values) != JOKER + 1 or min(values) < 0 or sum(values) >= _MANY:
        raise MeldError("Card values are 53 whole numbers from 0 up, by face, the joker's last.")
    if any(len({values[13 * suit + rank] for suit in range(len(SUITS))}) > 2 for rank in range(13)):
        raise MeldError("The cards of one rank have at most two values.")
    if max(Counter(card for card in hand if card != JOKER).values(), default=0) > MOST_COPIES:
        raise MeldError(f"A hand has at most {MOST_COPIES} copies of a card here.")
    if aim is Aim.KEEP and (keep is None or keep not in hand):
        raise MeldError(f"To keep a card, hold it: {'none was named' if keep is None else print_card(keep)}.")


def _rank(down: Down, aim: Aim) -> tuple[int, int]:
    """What is compared between ways: the less, the better."""
    return (len(down.left), down.points_left) if aim is Aim.CARDS else (down.points_left, len(down.left))


def _keeping(
    hand: Cards, card: Card, contract: Contract, melding: ContractRules, aim: Aim, values: tuple[int, ...]
) -> Down | None:
    """The best way with this card staying in hand."""
    down = _best(without(hand, (card,)), contract, melding, aim, values)
    return None if down is None else replace(down, left=as_hand((*down.left, card)), points_left=down.points_left + values[card])


def _all_but_one(
    hand: Cards, contract: Contract, melding: ContractRules, aim: Aim, values: tuple[int, ...], keep: Card | None
) -> Down | None:
    """The best way in which one card stays: of those that may stay, the one that counts least, or the one to keep."""
    whole = replace(contract, whole_hand=WholeHand.ALL)
    if aim is Aim.KEEP and keep is not None:
        return _keeping(hand, keep, whole, melding, aim, values)
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
    by_cards = aim is Aim.CARDS or whole
    weights = tuple(_MANY + value if by_cards else value << 10 | 1 for value in values)
    melds = _heaviest(hand, contract, melding, weights)
    if melds is None:
        return None
    left = as_hand((Counter(hand) - Counter(card for meld in melds for card in meld.cards)).elements())
    return None if whole and left else Down(melds, left, sum(values[card] for card in left))


def _heaviest(hand: Cards, contract: Contract, melding: ContractRules, weights: tuple[int, ...]) -> tuple[Meld, ...] | None:
    """The melds that go down with the most weight."""
    best: tuple[Meld, ...] | None = None
    heaviest = sum(weights[card] for card in hand) - 1 if contract.whole_hand is WholeHand.ALL else -1
    for naturals, stand_ins in _splits(hand, melding, weights):
        for exactly in (False, True) if _is_plain(melding) else (True,):
            case = _case(naturals, stand_ins, contract, melding, weights, exactly=exactly)
            plan = best_plan(case, heaviest)
            if plan is None:
                break
            melds = melds_of_plan(plan, case, naturals, stand_ins)
            weight = sum(weights[card] for meld in melds for card in meld.cards)
            if weight > heaviest:
                best, heaviest = melds, weight
            if weight >= plan.weight:
                break  # otherwise some stand-ins found no place: each is looked at in every place
    return best


def _is_plain(melding: ContractRules) -> bool:
    return is_plain(melding.grammar.sets) and is_plain(melding.grammar.runs)


def _splits(hand: Cards, melding: ContractRules, weights: tuple[int, ...]) -> Iterator[tuple[Cards, Cards]]:
    """The naturals and the stand-ins of the hand, the heaviest first, for every choice of wild cards to stand for others."""
    held = Counter(hand)
    wild = [card for card in sorted(held) if card in melding.wild and card != JOKER]
    for counts in product(*(range(held[card], -1, -1) for card in wild)):
        stand_ins = (JOKER,) * held[JOKER] + tuple(card for card, many in zip(wild, counts, strict=True) for _ in range(many))
        yield without(hand, stand_ins), tuple(sorted(stand_ins, key=lambda card: (-weights[card], -card)))


def _case(
    naturals: Cards, stand_ins: Cards, contract: Contract, melding: ContractRules, weights: tuple[int, ...], *, exactly: bool
) -> Case:
    packed = sum(1 << RANK_BITS * card for card in naturals)
    return Case(
        tuple(packed >> SUIT_BITS * suit & SUIT_MASK for suit in range(len(SUITS))),
        tuple(weights[card] for card in stand_ins),
        _sizes(contract, "run"),
        _sizes(contract, "set"),
        weights,
        melding,
        exactly,
    )


def _sizes(contract: Contract, kind: Kind) -> tuple[int, ...]:
    return tuple(sorted(need.size for need in contract.needs if need.kind == kind))
