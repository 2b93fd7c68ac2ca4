"""The best plan for a turn: a branch and bound over the runs, and a small table over ranks for the sets.

Runs come first, one slot after another: those of the contract, then those on the table. Each is tried the heaviest first, and a
branch is left as soon as no completion can weigh more than the best plan known. What the runs leave goes to sets.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import combinations, product
from operator import itemgetter, or_
from typing import Final, NamedTuple

from continental.cards import SUITS, rank_of, suit_of
from continental.melds.contract import ContractRules, SameSuit
from continental.melds.down.candidates import Candidate, contract_runs, is_plain, longest, table_runs
from continental.melds.down.sets import Filling, Lying, Sizes, fillings, parts
from continental.melds.grammar import Meld
from continental.melds.packed import (
    RANK_BITS,
    SUIT_BITS,
    SUIT_MASK,
    Packed,
    all_bits,
    at_least,
    bits_of_ranks,
    by_rank,
    count,
    lacking,
    of_suit,
    size,
    taken,
)
from continental.melds.reading import Ranks, are_apart, is_laid, stretches

NEVER: Final = -1 << 60
NONE_GOES: Final = 99
MOST_STEPS: Final = 8_000
"""About so many runs are tried in one search; only hands of some twenty cards with five jokers or more come near it."""
MOST_LISTED: Final = 3
"""So many stand-ins and runs, and four times so many naturals, are listed with every choice of places."""


class Needs(NamedTuple):
    """What a contract asks for: sizes of runs, the longest first, and of sets, the shortest first.

    If it `grows`, cards are laid off on its melds in the same turn: runs of one suit must be apart only as they go down.
    """

    runs: Sizes
    sets: Sizes
    grows: bool


@dataclass(frozen=True, slots=True)
class Problem:
    """What a plan is looked for: naturals and stand-ins of a hand, sizes of the contract's melds, and melds on the table.

    `stand_ins` are the weights of the hand's stand-ins, the heaviest first; the contract's melds may use `own` of them.
    `weights` are by face. Each of `owed` is a stand-in that must be laid off, with the slots of the runs that may take it, or
    None if any meld may.
    """

    naturals: Packed
    stand_ins: tuple[int, ...]
    own: int
    weights: tuple[int, ...]
    needs: Needs
    table: tuple[Meld, ...]
    melding: ContractRules
    owed: tuple[frozenset[int] | None, ...] = ()


class Laid(NamedTuple):
    """One run of a plan: the candidate, and the naturals that it takes."""

    run: Candidate
    cards: Packed


class RankSets(NamedTuple):
    """The sets of one rank in a plan: the sizes of the new ones, and how they and those on the table are filled."""

    rank: int
    sizes: Sizes
    filling: Filling


class Plan(NamedTuple):
    """A plan: what goes out weighs so much; the contract's runs, those on the table in their order, and the sets by rank.

    `out` of the stand-ins go out. `ends` are the slots of the runs at whose ends stand-ins that are owed must lie.
    """

    weight: int
    out: int
    runs: tuple[Laid, ...]
    sets: tuple[RankSets, ...]
    ends: tuple[int, ...]


@dataclass(slots=True)
class Search:
    """The tables and the best plan of one search; `floor` is what a plan must weigh more than, `steps` the runs tried so far."""

    problem: Problem
    slots: list[list[Candidate]]
    order: list[int]
    bounds: list[list[int]]
    wanted: list[Packed]
    lying: list[tuple[Lying, ...]]
    known: dict[tuple[int, ...], tuple[int, int, tuple[RankSets, ...]]]
    seen: dict[tuple[int, Packed, int, int], int]
    floor: int
    best: Plan | None
    steps: int
    stand_ins: int


def best_plan(problem: Problem, floor: int = -1) -> Plan | None:
    """Return the plan in which the most weight goes out, or None if none weighs more than `floor`.

    Where stand-ins may lie anywhere, a run takes every card of its places that is there. If room is short then, a stand-in may
    lie better in the place of a natural that is worth less: each place of a run is tried with both. With many stand-ins that list
    is long, and next to never better: nearly all runs must be full.
    """
    plain, wild = is_plain(problem.melding.grammar.runs), len(problem.stand_ins)
    best = _search(problem, floor, listed=not plain)
    runs = len(problem.needs.runs) + sum(meld.kind == "run" for meld in problem.table)
    is_small = wild <= MOST_LISTED and runs <= MOST_LISTED and problem.naturals.bit_count() <= MOST_LISTED * 4
    if plain and wild and is_small and _is_crowded(best, problem):
        best = _search(problem, floor if best is None else best.weight, listed=True) or best
    return best


def _is_crowded(plan: Plan | None, problem: Problem) -> bool:
    """Return whether a stand-in may lie better in the place of a natural that the hand has.

    So it may if stand-ins found no room or some run would then be full, and if freed ones may not go down with sets: a natural
    on a run cannot change places with a stand-in of a set there.
    """
    wild, most = len(problem.stand_ins), longest(problem.melding.grammar.runs)
    if problem.own < wild and (problem.needs.sets or plan is None):
        return True
    return plan is not None and (plan.out < wild or any(len(each.run.ranks) + wild >= most for each in plan.runs))


def _search(problem: Problem, floor: int, *, listed: bool) -> Plan | None:
    wild = len(problem.stand_ins)
    lying = _lying(problem)
    slots = _slots(problem, lying, listed=listed)
    if not all(slots):
        return None
    order = _order(slots, len(problem.needs.runs))
    search = Search(
        problem,
        [slots[at] for at in order],
        order,
        [],
        [],
        lying,
        {},
        {},
        floor,
        None,
        0,
        sum(problem.stand_ins),
    )
    search.bounds = _bounds(search)
    search.wanted = _wanted(search)
    if search.bounds[0][wild] > floor:
        _walk(search, 0, problem.naturals, wild, 0, ())
    return search.best


def _lying(problem: Problem) -> list[tuple[Lying, ...]]:
    """Return by rank the sets on the table that may grow: their naturals and stand-ins."""
    found: list[tuple[Lying, ...]] = [()] * 13
    for meld in problem.table:
        if meld.kind == "set" and is_laid(meld, problem.melding):
            rank, stand_ins = rank_of(meld.as_cards[0]), meld.stand_ins()
            found[rank] = (*found[rank], (len(meld.cards) - stand_ins, stand_ins))
    return found


def _slots(problem: Problem, lying: list[tuple[Lying, ...]], *, listed: bool) -> list[list[Candidate]]:
    """Return for each run of the contract and of the table its candidates."""
    wild, naturals, melding = len(problem.stand_ins), problem.naturals, problem.melding
    on_table = [meld for meld in problem.table if meld.kind == "run"]
    suits = [suit_of(meld.as_cards[0]) for meld in on_table]
    sets = melding.grammar.sets
    has_room = bool(problem.needs.sets) and is_plain(sets) and sets.max_size is None and melding.opening_set_max is None
    shared = []
    for suit in range(len(SUITS)):
        runs = len(problem.needs.runs) + suits.count(suit)
        ranks = (rank for rank in range(13) if problem.needs.sets or lying[rank] or count(of_suit(naturals, suit), rank) < runs)
        # a stand-in that finds no room elsewhere may be worth more than the natural in whose place it could lie
        shared.append(sum(1 << rank for rank in (ranks if has_room else range(13))))
    slots, by_size = [], {}
    for least in problem.needs.runs:
        if least not in by_size:
            by_size[least] = contract_runs(naturals, wild, least, melding, problem.weights, tuple(shared), listed=listed)
        slots.append(by_size[least])
    for meld, suit in zip(on_table, suits, strict=True):
        slots.append(table_runs(meld, suit, naturals, wild, melding, problem.weights, shared[suit], listed=listed))
    return slots


def _order(slots: list[list[Candidate]], runs: int) -> list[int]:
    """Return the numbers of the slots as they are searched: the contract's first, then the table's runs suit by suit.

    Runs of one suit want the same cards. Once all of them are behind, only what sets want tells plans apart, and few remain. The
    suit with most combinations comes last, where the bounds are tightest.
    """
    combinations_of = [1] * len(SUITS)
    for candidates in slots[runs:]:
        combinations_of[candidates[0].suit] *= len(candidates)
    suits = [candidates[0].suit for candidates in slots]
    table = sorted(range(runs, len(slots)), key=lambda at: (combinations_of[suits[at]], suits[at]))
    return [*range(runs), *table]


def _bounds(search: Search) -> list[list[int]]:
    """Return, by slot and by stand-ins that are left, the most that this slot and all later ones could add.

    Slots share cards here, so it is an upper bound. Sets come last and every stand-in goes out.
    """
    problem, wild = search.problem, len(search.problem.stand_ins)
    rows = [[_sets(search, problem.naturals, many, min(many, problem.own), many)[0] for many in range(wild + 1)]]
    for candidates in reversed(search.slots):
        rows.append(_with_slot(candidates, rows[-1]))
    rows.reverse()
    return rows


def _wanted(search: Search) -> list[Packed]:
    """Return, by slot, all bits of the cards that this slot, a later one or a set could take."""
    needs_sets = bool(search.problem.needs.sets)
    rows = [bits_of_ranks(tuple(rank for rank in range(13) if needs_sets or search.lying[rank]))]
    for candidates in reversed(search.slots):
        faces = reduce(or_, {one.wants for one in candidates}, 0)
        rows.append(rows[-1] | all_bits(faces))
    rows.reverse()
    return rows


def _with_slot(candidates: list[Candidate], after: list[int]) -> list[int]:
    """Return, by the stand-ins that are left, the most that one of these and all later slots could add."""
    most = [NEVER] * len(after)
    for one in candidates:
        if one.stand_ins < len(after) and one.weight > most[one.stand_ins]:
            most[one.stand_ins] = one.weight
    return [max([most[used] + after[many - used] for used in range(many + 1)]) for many in range(len(after))]


def _walk(
    search: Search,
    turn: int,
    held: Packed,
    wild: int,
    weight: int,
    laid: tuple[Laid, ...],
    renewed: tuple[list[Candidate], list[list[int]]] | None = None,
) -> None:
    """Try every candidate of slot number `turn`, and so on; the runs before it weigh so much and left these cards.

    `renewed` are the slot's candidates and the bounds from it on, weighed anew by the cards that are left.
    """
    if turn == len(search.slots):
        _finish(search, held, wild, weight, laid)
        return
    if _is_known(search, turn, held, wild, weight, laid):
        return
    ceiling = weight + _ceiling(search, turn, held)
    problem, needs = search.problem, search.problem.needs
    candidates, bounds = renewed or (search.slots[turn], search.bounds[turn:])
    rest = bounds[1]
    of_contract = turn < len(needs.runs)
    close = of_contract and problem.melding.same_suit is not SameSuit.FREE
    goes_on = turn + 1 < len(needs.runs) and search.slots[turn + 1] is search.slots[turn]
    for at, run in enumerate(candidates):
        # a dense hand with many stand-ins is given up for the best plan known: others are hardly better
        if search.steps > MOST_STEPS and search.best is not None:
            return
        # candidates are sorted by weight: no later one can do better either
        if min(ceiling, weight + run.weight + rest[wild]) <= search.floor:
            return
        if run.stand_ins > wild or weight + run.weight + rest[wild - run.stand_ins] <= search.floor:
            continue
        now = _as_left(run, held, wild, problem) if renewed is None and laid else (run, taken(held, run.wants))
        if now is None:
            continue
        (one, cards), total = now, weight + now[0].weight
        if total + rest[wild - one.stand_ins] <= search.floor:
            continue
        if close and not all(_is_clear(problem, turn, run, before, other.run) for before, other in enumerate(laid)):
            continue
        # freed stand-ins lie outside the parts that go down
        if of_contract and problem.own < len(problem.stand_ins) and fewest_own(problem, (*laid, Laid(one, cards))) > problem.own:
            continue
        left, many = held - cards, wild - one.stand_ins
        if total + _ceiling(search, turn + 1, left) <= search.floor:
            continue
        search.steps += 1 + goes_on * len(candidates) // 8
        further = _renewed(search, turn + 1, run, candidates, at, left, many) if goes_on else None
        if further is None or total + further[1][0][many] > search.floor:
            _walk(search, turn + 1, left, many, total, (*laid, Laid(run, cards)), further)


def _ceiling(search: Search, turn: int, held: Packed) -> int:
    """Return what the slots from `turn` on, the sets and the stand-ins can weigh at the most, each card counted once.

    The other bounds count a card for each slot that wants it. A run takes cards of one suit, one of each rank, and a set of
    one rank: so few of a dense hand's cards go into a contract's last run and sets.
    """
    problem, track = search.problem, search.problem.melding.grammar.runs.track
    every, runs = _weight_of(held & search.wanted[turn], problem.weights), len(problem.needs.runs) - turn
    # melds on the table take more of a suit or rank, and so does a run that names a rank twice
    if problem.table or track.repeats or at_least(held, 2) & bits_of_ranks(track.twice()):
        return every + search.stand_ins
    most = 0
    if runs > 0:
        copies = [at_least(held, many) for many in range(1, runs + 1)]
        fullest = [_weight_of(faces & SUIT_MASK << SUIT_BITS * suit, problem.weights) for faces in copies for suit in range(4)]
        most = sum(sorted(fullest, reverse=True)[:runs])
    if problem.needs.sets:
        ranks = [_worth(held, rank, problem.weights)[-1] for rank in range(13)]
        most += sum(sorted(ranks, reverse=True)[: len(problem.needs.sets)])
    return min(every, most) + search.stand_ins


def _is_known(search: Search, turn: int, held: Packed, wild: int, weight: int, laid: tuple[Laid, ...]) -> bool:
    """Return whether runs as heavy left the runs on the table from slot `turn` on the same cards; keep these if not.

    Only what they leave counts there: what lies close to what was asked about the contract's runs.
    """
    if turn < len(search.problem.needs.runs) or search.problem.owed:
        return False
    key = (turn, held & search.wanted[turn], wild, _room(search, laid, wild))
    if search.seen.get(key, -1) >= weight:
        return True
    search.seen[key] = weight
    return False


def _as_left(run: Candidate, held: Packed, usable: int, problem: Problem) -> tuple[Candidate, Packed] | None:
    """Return the candidate as it is with the cards that are left, and those that it takes; None if it cannot be."""
    if not lacking(held, run.wants):
        return run, run.wants
    if run.fixed:
        return None
    cards = taken(held, run.wants)
    needed = run.places - size(cards)
    if needed > usable or (run.grown is None and size(cards) < problem.melding.grammar.runs.min_naturals):
        return None
    return run._replace(weight=_weight_of(cards, problem.weights), stand_ins=needed), cards


def _renewed(
    search: Search, turn: int, last: Candidate, candidates: list[Candidate], at: int, held: Packed, usable: int
) -> tuple[list[Candidate], list[list[int]]]:
    """Return the candidates of the next slot of the same list, weighed by the cards that are left, and the bounds from it on.

    This is the bound for several runs of a suit: a card that one took no longer counts for another. Two runs come in one order
    only, unless both want a card, which then makes a difference: so of those before the last one few remain.
    """
    problem, found = search.problem, []
    for place, run in enumerate(candidates):
        if place < at and (run.fixed or not run.wants & last.wants):
            continue
        now = _as_left(run, held, usable, problem)
        if now is not None and now[0].stand_ins <= usable:
            found.append(now[0])
    found.sort(key=lambda one: -one.weight)
    same = sum(slot is search.slots[turn] for slot in search.slots[turn : len(problem.needs.runs)])
    rows = [search.bounds[turn + same]]
    for _ in range(same):
        rows.append(_with_slot(found, rows[-1]))
    rows.reverse()
    return found, rows


def _is_clear(problem: Problem, turn: int, run: Candidate, at: int, other: Candidate) -> bool:
    """Return whether the contract's runs number `turn` and `at` may go down together."""
    if run.suit != other.suit:
        return True
    if not problem.needs.grows:
        return are_apart(run.ranks, other.ranks, problem.melding)
    sizes = problem.needs.runs
    return _begin_apart(run.ranks, sizes[turn], other.ranks, sizes[at], problem.melding)


@lru_cache(maxsize=1 << 14)
def _begin_apart(one: Ranks, least: int, other: Ranks, fewest: int, melding: ContractRules) -> bool:
    """Return whether parts of two runs, each long enough, may go down together; what is cut off is laid off later."""
    return any(are_apart(mine, theirs, melding) for mine in _cuts(one, least) for theirs in _cuts(other, fewest))


def _cuts(ranks: Ranks, least: int) -> list[Ranks]:
    return [ranks[low:high] for low, high in _windows(len(ranks), least)]


def _weight_of(cards: Packed, weights: tuple[int, ...]) -> int:
    total = 0
    while cards:
        low = cards & -cards
        at = (low.bit_length() - 1) >> 2
        total += weights[at] * (cards >> 4 * at & 15)
        cards &= ~(15 << 4 * at)
    return total


def _finish(search: Search, held: Packed, wild: int, weight: int, laid: tuple[Laid, ...]) -> None:
    """Fill the sets with what the runs left, and keep the plan if it is the best."""
    problem = search.problem
    runs = laid[: len(problem.needs.runs)]
    if problem.own < len(problem.stand_ins):
        used = fewest_own(problem, runs)
    else:
        used = sum(one.run.places - size(one.cards) for one in runs)
    added, out, sets = _sets(search, held, wild, min(wild, problem.own - used), _room(search, laid, wild))
    if weight + added > search.floor:
        laid = tuple(one for _, one in sorted(zip(search.order, laid, strict=True), key=itemgetter(0)))
        ends = _ends_for_owed(problem, laid, out, used, sum(each.filling.stand_ins for each in sets))
        if ends is not None:
            search.floor, search.best = weight + added, Plan(weight + added, out, laid, sets, ends)


def _ends_for_owed(problem: Problem, laid: tuple[Laid, ...], out: int, in_runs: int, in_sets: int) -> tuple[int, ...] | None:
    """Return the slots at whose runs' ends owed stand-ins must lie; None if one has no place.

    `out` stand-ins go out, and of those `in_runs` and `in_sets` go down.

    An owed stand-in that may lie inside a run does: the ends are then free for others.
    """
    if out < in_runs + in_sets + len(problem.owed):
        return None
    within = [one.run.places - size(one.cards) for one in laid]
    at_ends = out - sum(within) - in_sets
    waiting = [slots for slots in problem.owed if slots is not None]
    if not waiting:
        return ()
    for turn, (one, least) in enumerate(zip(laid, problem.needs.runs, strict=False)):
        within[turn] -= min(many for _, many in parts_of(one, least, problem.melding))

    def place(turn: int, within: tuple[int, ...], ends: tuple[int, ...]) -> tuple[int, ...] | None:
        if turn == len(waiting):
            return ends
        for slot in sorted(waiting[turn], key=lambda slot: within[slot] == 0):
            if within[slot]:
                found = place(turn + 1, (*within[:slot], within[slot] - 1, *within[slot + 1 :]), ends)
            elif len(ends) < at_ends and ends.count(slot) < laid[slot].run.room:
                found = place(turn + 1, within, (*ends, slot))
            else:
                continue
            if found is not None:
                return found
        return None

    return place(0, tuple(within), ())


def filled_places(laid: Laid) -> list[bool]:
    """Return for each place of a contract's run whether a natural lies there."""
    left, found = of_suit(laid.cards, laid.run.suit), []
    for place, rank in enumerate(laid.run.ranks):
        own = bool(laid.run.filled >> place & 1 if laid.run.fixed else count(left, rank))
        left -= own << RANK_BITS * rank
        found.append(own)
    return found


def fewest_own(problem: Problem, laid: tuple[Laid, ...]) -> int:
    """Return the fewest stand-ins in parts of the contract's runs that may go down together; NONE_GOES if none may."""
    melding, suits = problem.melding, [one.run.suit for one in laid]
    choices = []
    for one, least in zip(laid, problem.needs.runs, strict=False):
        found = parts_of(one, least, melding)
        if melding.same_suit is SameSuit.FREE or suits.count(one.run.suit) == 1:
            found = [min(found, key=lambda part: part[1])]
        choices.append([(one.run.suit, ranks, many) for ranks, many in found])
    return min(
        (
            sum(many for _, _, many in row)
            for row in product(*choices)
            if all(one[0] != other[0] or are_apart(one[1], other[1], melding) for one, other in combinations(row, 2))
        ),
        default=NONE_GOES,
    )


def parts_of(laid: Laid, least: int, melding: ContractRules) -> list[tuple[Ranks, int]]:
    """Return the parts of a run that are long enough, each with its stand-ins, and no lighter ones than the rules allow."""
    filled, ranks, rule = filled_places(laid), laid.run.ranks, melding.grammar.runs
    found = []
    for low, high in _windows(len(ranks), least):
        naturals = sum(filled[low:high])
        if rule.allows(naturals, high - low - naturals):
            found.append((ranks[low:high], high - low - naturals))
    return found


def _windows(places: int, least: int) -> Iterator[tuple[int, int]]:
    return ((low, high) for low in range(places) for high in range(low + least, places + 1))


def _room(search: Search, laid: tuple[Laid, ...], wild: int) -> int:
    """Return how many stand-ins more find room at the ends of runs, up to `wild`."""
    problem = search.problem
    runs = [one.run for one in laid[: len(problem.needs.runs)]]
    close = problem.melding.same_suit is not SameSuit.FREE
    room = sum(
        one.room
        for one in (each.run for each in laid)
        if one.grown is not None or not close or problem.needs.grows or _is_alone(one, runs)
    )
    if room >= wild or not close or problem.needs.grows:
        return min(room, wild)
    for suit in range(len(SUITS)):
        mine = tuple(run.ranks for run in runs if run.suit == suit)
        if len(mine) > 1:
            room += _room_together(mine, problem.melding)
    return min(room, wild)


def _is_alone(run: Candidate, runs: list[Candidate]) -> bool:
    return sum(other.suit == run.suit for other in runs) == 1


@lru_cache(maxsize=1 << 10)
def _room_together(runs: tuple[Ranks, ...], melding: ContractRules) -> int:
    """Return by how many places runs of one suit can grow together without coming too near each other, by trying."""
    rule = melding.grammar.runs
    longer = [
        [
            ranks
            for many in range(len(run), longest(rule) + 1)
            for ranks in stretches(rule.track, many)
            if any(ranks[at : at + len(run)] == run for at in range(many - len(run) + 1))
        ]
        for run in runs
    ]
    rows = (
        sum(map(len, row))
        for row in product(*longer)
        if all(are_apart(one, other, melding) for at, one in enumerate(row) for other in row[at + 1 :])
    )
    return max(rows) - sum(map(len, runs))


def _sets(search: Search, held: Packed, wild: int, own: int, room: int) -> tuple[int, int, tuple[RankSets, ...]]:
    """Return the most that sets and all stand-ins weigh, how many of these go out, and the sets; NEVER if there are no such sets.

    `room` stand-ins find a place on runs. A table over ranks tells states apart by the sets still to be made, the stand-ins
    used and the room left.
    """
    problem = search.problem
    key = (held, wild, own, room)
    if key in search.known:
        return search.known[key]
    rule, ranks = problem.melding.grammar.sets, by_rank(held)
    states: dict[tuple[Sizes, int, int], tuple[int, tuple[RankSets, ...]]] = {(problem.needs.sets, 0, room): (0, ())}
    least = problem.needs.sets[0] if problem.needs.sets else 99
    for rank in range(13):
        many, lying = count(ranks, rank), search.lying[rank]
        if not lying and many + own < least:
            continue
        worth = _worth(held, rank, problem.weights)
        after = states if not lying else {}
        for (left, used, free), (weight, how) in list(states.items()):
            for chosen, others in parts(left):
                if not chosen and not lying:
                    continue
                for filling in fillings(rule, problem.melding.opening_set_max, chosen, lying, many, wild):
                    if used + filling.stand_ins > own and filling.stand_ins:
                        continue
                    state = (others, used + filling.stand_ins, min(wild, free + filling.room))
                    total = weight + worth[filling.naturals]
                    if state not in after or after[state][0] < total:
                        after[state] = (total, (*how, RankSets(rank, chosen, filling)))
        states = after
    best: tuple[int, int, tuple[RankSets, ...]] = (NEVER, 0, ())
    for (left, used, free), (weight, how) in states.items():
        if not left:
            out = len(problem.stand_ins) - wild + used + min(wild - used, free)
            total = weight + sum(problem.stand_ins[:out])
            if total > best[0]:
                best = (total, out, how)
    search.known[key] = best
    return best


def _worth(held: Packed, rank: int, weights: tuple[int, ...]) -> list[int]:
    """Return what the heaviest 0, 1, 2 … cards of a rank weigh."""
    own = [weights[13 * suit + rank] for suit in range(4) for _ in range(held >> SUIT_BITS * suit + 4 * rank & 15)]
    own.sort(reverse=True)
    worth = [0]
    for weight in own:
        worth.append(worth[-1] + weight)
    return worth
