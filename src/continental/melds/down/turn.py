"""The best turn: the way down, jokers taken and moved, lay-offs and the card thrown, all looked at together.

A contract's melds and those on the table are parts of one plan (`search`), so a joker is never spent on the one before the other
was looked at. Jokers in reach on the table are tried outside: each choice of takes is a plan of its own.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from continental.cards import JOKER, Card, Cards, as_hand, without
from continental.melds.contract import Contract, ContractRules, WholeHand
from continental.melds.down.best import Aim, best_down, check, needs_of, splits, weights_of
from continental.melds.down.joker_moves import JokerMoves, Reach, Step, Table, TakeRules
from continental.melds.down.laying import Pool, down_melds, steps_of
from continental.melds.down.opening import open_with
from continental.melds.down.problem import Problem
from continental.melds.down.search import Effort, best_plan
from continental.melds.grammar import Meld
from continental.melds.packed import pack

MOST_STEPS: Final = 8_000
"""About so many runs are tried for one turn, over all choices of jokers to take and of cards to throw."""


@dataclass(frozen=True, slots=True)
class TurnRules:
    """The acts that a turn allows: laying off (in the turn one goes down, too), throwing a card, taking and sliding jokers.

    If it `must_throw`, the last card is thrown and nothing else.
    """

    lays_off: bool
    throws: bool = True
    must_throw: bool = False
    take: TakeRules | None = None
    slides: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn: the melds that go down, the steps after that, and the cards that stay, without the one thrown.

    `points_left` are those of the cards that stay. The table's melds keep their numbers; those that go down follow them.
    """

    down: tuple[Meld, ...]
    steps: tuple[Step, ...]
    throw: Card | None
    left: Cards
    points_left: int


class _Emptied(NamedTuple):
    """How a hand is emptied, without a thought of the card thrown."""

    down: tuple[Meld, ...]
    steps: tuple[Step, ...]
    left: Cards
    weight: int


class _Task(NamedTuple):
    contract: Contract | None
    table: Table
    melding: ContractRules
    values: tuple[int, ...]
    rules: TurnRules
    effort: Effort


def best_turn(
    hand: Cards, contract: Contract | None, table: Table, melding: ContractRules, values: tuple[int, ...], rules: TurnRules
) -> Turn | None:
    """Return the turn after which the fewest points stay in hand, and of several the fewest cards; None if there is none.

    With a `contract` the hand goes down first, and there is no turn if it cannot; without one it is down already. `values` are
    points by face, as in `best_down`. The same hand always gives the same turn. No joker is taken twice in it.

    This is advice: a search stops after MOST_STEPS runs tried, and returns the best turn so far. The turns of hands of up to
    some fifteen cards are exact. Those of 25 cards and more with several wild cards may not be.

    Raises MeldError as `best_down` does.

        best_turn(parse_cards("9S KD"), None, Table((parse_meld("TS JS QS"),), (1,)), rules, values, turn_rules).throw  # KD
    """
    check(hand, values)
    task = _Task(contract, table, melding, values, rules, Effort(MOST_STEPS))
    if contract is not None and (contract.whole_hand is not WholeHand.NO or not rules.lays_off):
        return _only_down(hand, task)
    # the card thrown is the costliest of those that stay, unless less stays if another one is kept back
    first = _emptied(hand, task)
    if first is None:
        return None
    is_allowed = bool(first.left) or not rules.must_throw
    best = _thrown(first, task) if is_allowed else None
    if is_allowed and not (rules.throws and first.left):
        return best
    thrown = _throw(first.left, task)
    for card in sorted(set(hand), key=lambda card: (-values[card], card)):
        # another card thrown is of use only if it counts more than the one that would be thrown anyway
        if best is not None and (not best.left or (thrown is not None and values[card] <= values[thrown])):
            break
        # no fewer points stay than the least of all, less those of the card
        if best is not None and _points(first.left, values) - values[card] >= best.points_left:
            continue
        task.effort.known = best is not None
        if task.effort.is_spent():
            break
        other = _emptied(without(hand, (card,)), task)
        if other is not None:
            whole = other._replace(left=as_hand((*other.left, card)))
            turn = _thrown(whole, task, card)
            if best is None or (turn.points_left, len(turn.left)) < (best.points_left, len(best.left)):
                best = turn
    return best


def _points(cards: Cards, values: tuple[int, ...]) -> int:
    return sum(values[card] for card in cards)


def _throw(left: Cards, task: _Task) -> Card | None:
    """Return the card that counts most; one that stands for others only if there is no other."""
    plain = [card for card in left if card != JOKER and card not in task.melding.wild]
    return max(left, key=lambda card: (task.values[card], card in plain, card), default=None)


def _thrown(emptied: _Emptied, task: _Task, card: Card | None = None) -> Turn:
    """Return the emptied hand as a turn, with this card thrown, or the one that counts most."""
    thrown = (card if card is not None else _throw(emptied.left, task)) if task.rules.throws else None
    left = emptied.left if thrown is None else without(emptied.left, (thrown,))
    return Turn(emptied.down, emptied.steps, thrown, left, _points(left, task.values))


def _only_down(hand: Cards, task: _Task) -> Turn | None:
    """Return the turn of a hand that goes down and lays nothing off."""
    assert task.contract is not None, "a hand that is down lays off"
    keeps = int(task.rules.must_throw and task.contract.whole_hand is not WholeHand.ALL)
    down = best_down(hand, task.contract, task.melding, Aim.POINTS, task.values, least_left=keeps)
    return None if down is None else _thrown(_Emptied(down.melds, (), down.left, 0), task)


def _emptied(hand: Cards, task: _Task) -> _Emptied | None:
    """Return the way to empty the hand that puts out most, over every choice of jokers to take and of wild cards."""
    weights = weights_of(task.values, by_cards=False)
    jokers = JokerMoves(task.table, task.melding, task.rules.take, task.rules.slides)
    whole, best = sum(weights[card] for card in hand), None
    for reach in jokers.reaches(hand):
        # freed cards are laid off, and may stand for themselves there
        freed = tuple(move.freed for move in reach.moves if move.end is None)
        for naturals, stand_ins in splits(reach.hand, task.melding, weights):
            if not Counter(freed) - Counter(stand_ins):
                # those that are held stand first, for the melds that go down take no freed one
                pool = Pool(Counter(naturals), [*without(stand_ins, freed), *freed])
                found = _best_of(reach, pool, len(freed), hand, task, jokers, -1 if best is None else best.weight - whole)
                best = found or best
                task.effort.known |= best is not None
            if task.effort.is_spent():
                return best
    return best


def _best_of(reach: Reach, pool: Pool, freed: int, hand: Cards, task: _Task, jokers: JokerMoves, floor: int) -> _Emptied | None:
    """Return the best way with these naturals and stand-ins, the last `freed` of which lay on the table, if it beats `floor`.

    Taking a joker for a card changes the weight of the hand, so ways are compared by the cards that stay.
    """
    weights, needs = weights_of(task.values, by_cards=False), needs_of(task.contract, grows=True)
    runs, melds = len(needs.runs), reach.melds
    loose = replace(task.melding, opening_set_max=None)  # cards that a set may not have as it goes down are laid off on it
    weighed = tuple(weights[card] for card in pool.spare)
    owed = jokers.owed(reach, runs)
    packed = pack(pool.left.elements())
    problem = Problem(packed, weighed, len(weighed) - freed, weights, needs, melds, loose, owed)
    plan = best_plan(problem, floor if floor == -1 else floor + sum(weights[card] for card in reach.hand), task.effort)
    if plan is None:
        return None
    laid = down_melds(plan, pool, runs, weights)
    opened = ((), []) if task.contract is None else open_with(laid, hand, task.contract, task.melding)
    if opened is None:
        return None
    down, steps = opened
    steps = [replace(step, on=len(melds) + step.on) for step in steps]
    table = [*melds, *laid]
    order = jokers.in_order(reach.moves, [*steps, *steps_of(plan, pool, table, runs, loose, weights)], down)
    if order is None:
        return None
    left = as_hand((*pool.left.elements(), *pool.spare))
    slid = tuple(jokers.last_slides(left, table))
    left = without(left, (move.card for move in slid))
    stays = sum(weights[card] for card in left)
    return _Emptied(down, (*order, *slid), left, sum(weights[card] for card in hand) - stays)
