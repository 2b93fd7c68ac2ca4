"""The best turn: the way down, jokers taken and moved, lay-offs and the card thrown, all looked at together.

A contract's melds and those on the table are parts of one plan (`search`), so a joker is never spent on the one before the other
was looked at. Jokers in reach on the table are tried outside: each choice of takes is a plan of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Final, Literal, NamedTuple

from continental.cards import JOKER, Card, Cards, as_hand, without
from continental.melds.contract import Contract, ContractRules, WholeHand
from continental.melds.down.best import Aim, best_down, check, needs_of, splits, weights_of
from continental.melds.down.fault import fault_in
from continental.melds.down.laying import LaidCard, Pool, down_melds, steps_of
from continental.melds.down.problem import Problem
from continental.melds.down.search import best_plan
from continental.melds.grammar import End, Meld
from continental.melds.growth import Growth, lay_offs, slides, takes
from continental.melds.packed import pack

MOST_REACHES: Final = 48
"""So many choices of jokers to take and to move are looked at, the ones with fewest moves first."""


@dataclass(frozen=True, slots=True)
class TakeRules:
    """How a joker may be taken: from sets too, where it goes then, whether only to a run of the same owner, and from one's own.

    `replay`: `free` leaves it in hand, `meld` has it laid off at once, `run` laid off at once on another run.
    """

    sets: bool
    replay: Literal["free", "meld", "run"]
    same_owner: bool
    own: bool = True


@dataclass(frozen=True, slots=True)
class TurnRules:
    """What a turn allows: laying off (in the turn one goes down, too), throwing a card, taking and sliding jokers.

    If it `must_throw`, the last card is thrown and nothing else.
    """

    lays_off: bool
    throws: bool = True
    must_throw: bool = False
    take: TakeRules | None = None
    slides: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """The melds on the table, and the number of the player who laid each; -1 is the player whose turn it is."""

    melds: tuple[Meld, ...] = ()
    owners: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MovedJoker:
    """A joker freed by a card of the hand: taken into the hand if `end` is None, and otherwise moved to that end of its run."""

    card: Card
    on: int
    freed: Card
    meld: Meld
    end: End | None


Step = LaidCard | MovedJoker


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


_Cut = tuple[Meld, list[tuple[Card, End | None, Card]]]
"""A meld as it goes down, and the cards that are laid off on it then: each with its end and its part."""


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


def best_turn(
    hand: Cards, contract: Contract | None, table: Table, melding: ContractRules, values: tuple[int, ...], rules: TurnRules
) -> Turn | None:
    """Return the turn after which the fewest points stay in hand, and of several the fewest cards; None if there is none.

    With a `contract` the hand goes down first, and there is no turn if it cannot; without one it is down already. `values` are
    points by face, as in `best_down`. The same hand always gives the same turn. No joker is taken twice in it.

    Raises MeldError as `best_down` does.
    """
    check(hand, values)
    task = _Task(contract, table, melding, values, rules)
    if contract is not None and (contract.whole_hand is not WholeHand.NO or not rules.lays_off):
        return _only_down(hand, task)
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
        other = _emptied(without(hand, (card,)), task)
        if other is not None:
            whole = other._replace(left=as_hand((*other.left, card)))
            turn = _thrown(whole, task, card)
            if best is None or (turn.points_left, len(turn.left)) < (best.points_left, len(best.left)):
                best = turn
    return best


def best_lay_offs(
    hand: Cards, table: tuple[Meld, ...], melding: ContractRules, values: tuple[int, ...], *, all_out: bool = True
) -> tuple[LaidCard, ...]:
    """Return the lay-offs, in an order in which each fits, that put out most points, and of those the most cards.

    If not `all_out`, a card stays in hand to be thrown: the best of all ways in which one does.
    """
    rules = TurnRules(lays_off=True, throws=False, must_throw=not all_out)
    turn = best_turn(hand, None, Table(table, (0,) * len(table)), melding, values, rules)
    return tuple(step for step in turn.steps if isinstance(step, LaidCard)) if turn is not None else ()


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
    loose = replace(task.melding, opening_set_max=None)  # what a set may not have as it goes down is laid off on it
    needs = needs_of(task.contract, grows=True)
    best: _Emptied | None = None
    whole = sum(weights[card] for card in hand)
    for now, melds, moves in _reaches(hand, task):
        freed = tuple(move.freed for move in moves if move.end is None)
        for naturals, all_stand_ins in splits(now, task.melding, weights):
            if Counter(freed) - Counter(all_stand_ins):
                continue  # a freed card is laid off, and may stand for itself there
            # those that are held stand first, for the melds that go down take no freed one
            own = without(all_stand_ins, freed)
            stand_ins = (*own, *freed)
            weighed = tuple(weights[card] for card in stand_ins)
            owed = _owed(moves, melds, len(needs.runs), task)
            problem = Problem(pack(naturals), weighed, len(own), weights, needs, melds, loose, owed)
            # taking a joker for a card changes what the hand weighs: plans are compared by what stays
            stays = sum(weights[card] for card in now)
            plan = best_plan(problem, -1 if best is None else best.weight - whole + stays)
            if plan is None:
                continue
            pool = Pool(Counter(naturals), list(stand_ins))
            runs = len(needs.runs)
            laid = _laid_out(down_melds(plan, pool, runs, weights), hand, task)
            if laid is None:
                continue
            down, steps = laid
            table = [*melds, *down]
            own_steps = [_again(table, step) for step in steps]
            later = list(steps_of(plan, pool, table, runs, loose, weights))
            order = _in_order(moves, [*own_steps, *later], down, task)
            if order is not None:
                left = as_hand((*pool.left.elements(), *pool.spare))
                slid = tuple(_last_slides(left, table, task))
                left = without(left, (move.card for move in slid))
                best = _Emptied(down, (*order, *slid), left, whole - sum(weights[card] for card in left))
    return best


def _last_slides(left: Cards, table: list[Meld], task: _Task) -> Iterator[MovedJoker]:
    """Yield the slides that only the lay-offs made possible: a joker may touch no other at an end, but a card laid there."""
    for card in left if task.rules.slides and not task.melding.grammar.runs.jokers_touch else ():
        for on, meld in enumerate(table):
            move = next((move for move in _moves(meld, card, on, task) if move.end), None)
            if move is not None:
                table[on] = move.meld
                yield move
                break


def _again(table: list[Meld], step: LaidCard) -> LaidCard:
    on = len(table) - step.on  # counted from the end while the table was not known
    table[on] = step.growth.meld
    return replace(step, on=on)


# jokers in reach


def _reaches(hand: Cards, task: _Task) -> Iterator[tuple[Cards, tuple[Meld, ...], tuple[MovedJoker, ...]]]:
    """Yield the hand, the table and the moves for every choice of jokers to take or to slide, none first."""
    pending: list[tuple[Cards, tuple[Meld, ...], tuple[MovedJoker, ...]]] = [(hand, task.table.melds, ())]
    seen: set[tuple[Cards, tuple[Meld, ...]]] = set()
    while pending and len(seen) < MOST_REACHES:
        now, melds, moves = pending.pop(0)
        if (now, melds) in seen:
            continue
        seen.add((now, melds))
        yield now, melds, moves
        if task.rules.take is None and not task.rules.slides:
            return
        for on, meld in enumerate(melds):
            for card in dict.fromkeys(now) if meld.stand_ins() else ():
                for move in _moves(meld, card, on, task):
                    after = without(now, (card,)) if move.end else as_hand((*without(now, (card,)), move.freed))
                    pending.append((after, (*melds[:on], move.meld, *melds[on + 1 :]), (*moves, move)))


def _moves(meld: Meld, card: Card, on: int, task: _Task) -> Iterator[MovedJoker]:
    """Yield what may be done with the joker for which the card is, in this meld."""
    found = takes(meld, card, task.melding)
    if found is None:
        return
    take = task.rules.take
    mine = on < len(task.table.owners) and task.table.owners[on] == -1
    if take is not None and (meld.kind == "run" or take.sets) and (take.own or not mine):
        yield MovedJoker(card, on, found[0], found[1], None)
    if task.rules.slides:
        for growth in slides(meld, card, task.melding):
            yield MovedJoker(card, on, found[0], growth.meld, growth.end)


def _in_order(
    moves: tuple[MovedJoker, ...], steps: list[LaidCard], down: tuple[Meld, ...], task: _Task
) -> tuple[Step, ...] | None:
    """Return the moves and the lay-offs in one order; None if a joker that must be laid off at once has no such place.

    Jokers are all alike: one that must go at once is taken just before a lay-off of any joker at a place that it may go to.
    """
    if not moves:
        return tuple(steps)
    take, owners = task.rules.take, (*task.table.owners, *(-1,) * len(down))
    free = [move for move in moves if move.end is not None or take is None or take.replay == "free"]
    bound = [move for move in moves if move not in free]
    places = [[at for at, step in enumerate(steps) if take and _may_follow(move, step, owners, take)] for move in bound]
    # one lay-off is for one joker
    for chosen in product(*places):
        if len(set(chosen)) == len(chosen):
            before = dict(zip(chosen, bound, strict=True))
            order = [each for at, step in enumerate(steps) for each in ([before[at]] if at in before else []) + [step]]
            found = _as_they_lie([*free, *order], [*task.table.melds, *down], task.melding)
            if found is not None:
                return found
    return None


def _owed(moves: tuple[MovedJoker, ...], melds: tuple[Meld, ...], runs: int, task: _Task) -> tuple[frozenset[int] | None, ...]:
    """Return for each joker that must be laid off at once the slots of the runs that may take it; None for any meld.

    The first `runs` slots are those of the contract, and the table's runs follow.
    """
    take, owners = task.rules.take, task.table.owners
    if take is None or take.replay == "free":
        return ()
    on_runs = [on for on, meld in enumerate(melds) if meld.kind == "run"]
    slots = [*((None, -1) for _ in range(runs)), *((on, owners[on]) for on in on_runs)]

    def goes_to(move: MovedJoker) -> frozenset[int] | None:
        if take.replay == "meld":
            return None
        mine = owners[move.on]
        return frozenset(at for at, (on, owner) in enumerate(slots) if on != move.on and (not take.same_owner or owner == mine))

    return tuple(goes_to(move) for move in moves if move.end is None)


def _may_follow(move: MovedJoker, step: Step, owners: tuple[int, ...], take: TakeRules) -> bool:
    """Return whether the step lays off such a joker as was taken, at a place where that one may go."""
    if not isinstance(step, LaidCard) or step.card != move.freed:
        return False
    if take.replay == "meld":
        return True
    other_run = step.on != move.on and step.growth.meld.kind == "run"
    return other_run and (not take.same_owner or owners[step.on] == owners[move.on])


def _as_they_lie(order: list[Step], table: list[Meld], melding: ContractRules) -> tuple[Step, ...] | None:
    """Return the steps with the melds as they are at each; None if one does not fit in this order."""
    found: list[Step] = []
    for step in order:
        meld = table[step.on]
        if isinstance(step, MovedJoker):
            taken = takes(meld, step.card, melding)
            slid = [growth for growth in slides(meld, step.card, melding) if growth.end is step.end] if step.end else []
            if taken is None or (step.end and not slid):
                return None
            found.append(replace(step, freed=taken[0], meld=slid[0].meld if step.end else taken[1]))
            table[step.on] = slid[0].meld if step.end else taken[1]
        else:
            ways = [way for way in lay_offs(meld, step.card, melding) if way.end is step.growth.end]
            if not ways:
                return None
            found.append(replace(step, growth=ways[0]))
            table[step.on] = ways[0].meld
    return tuple(found)


# what goes down at first


def _laid_out(melds: list[Meld], hand: Cards, task: _Task) -> tuple[tuple[Meld, ...], list[LaidCard]] | None:
    """Return the melds as they may go down, and what is laid off on them then: as little as possible; None if none may.

    The steps' melds are numbered from the end of the table, for the last meld 1.
    """
    if task.contract is None:
        return (), []
    choices = [_cuts(meld, task) for meld in melds]
    for extra_cards in range(sum(len(meld.cards) for meld in melds)):
        for row in _rows(choices, extra_cards):
            cut = tuple(meld for meld, _ in row)
            if fault_in(cut, hand, task.contract, task.melding) is None:
                return cut, _laid_on_own(row, task)
    return None


def _rows(choices: list[list[_Cut]], extra_cards: int) -> Iterator[tuple[_Cut, ...]]:
    """Yield one cut of each meld, so that in all so many cards are cut off."""
    if not choices:
        yield from [()] if not extra_cards else []
        return
    for cut in choices[0]:
        if len(cut[1]) <= extra_cards:
            for row in _rows(choices[1:], extra_cards - len(cut[1])):
                yield (cut, *row)


def _laid_on_own(row: tuple[_Cut, ...], task: _Task) -> list[LaidCard]:
    """Return the lay-offs of what was cut off, from the inside out."""
    steps = []
    for place, (meld, extra) in enumerate(row):
        now = meld
        for card, end, part in extra:
            ways = lay_offs(now, card, task.melding)
            growth = next(way for way in ways if way.end is end and (end is None or _end_part(way, end) == part))
            steps.append(LaidCard(card, len(row) - place, growth))
            now = growth.meld
    return steps


def _end_part(growth: Growth, end: End) -> Card:
    return growth.meld.as_cards[0 if end is End.LOW else -1]


def _cuts(meld: Meld, task: _Task) -> list[_Cut]:
    """Return the meld whole and with cards cut off that are laid off later, from the inside out."""
    pairs = list(zip(meld.cards, meld.as_cards, strict=True))
    assert task.contract is not None, "melds go down for a contract"
    least = min(need.size for need in task.contract.needs if need.kind == meld.kind)
    found: list[_Cut] = [(meld, [])]
    if meld.kind == "set":
        limit = task.melding.opening_set_max
        if limit is not None and len(pairs) > limit:
            stand_ins = meld.stand_ins()
            keep = [*pairs[: max(1, limit - stand_ins)], *pairs[len(pairs) - stand_ins :]][:limit]
            extra = list((Counter(pairs) - Counter(keep)).elements())
            found.append((Meld("set", *map(tuple, zip(*keep, strict=True))), [(card, None, part) for card, part in extra]))
        return found
    for low in range(len(pairs) - least + 1):
        for high in range(low + least, len(pairs) + 1):
            if high - low < len(pairs):
                below = [(card, End.LOW, part) for card, part in reversed(pairs[:low])]
                above = [(card, End.HIGH, part) for card, part in pairs[high:]]
                cards, parts = zip(*pairs[low:high], strict=True)
                found.append((Meld("run", cards, parts), [*below, *above]))
    return found
