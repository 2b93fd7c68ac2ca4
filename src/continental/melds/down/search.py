"""The best plan for a turn: a branch and bound over the runs, and a small table over ranks for the sets.

Runs come first, one slot after another: those of the contract, then those on the table. Each is tried the heaviest first, and a
branch is left as soon as no completion can weigh more than the best plan known. The cards that runs leave go to sets.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple

from continental.cards import SUITS, rank_of
from continental.melds.contract import ContractRules, SameSuit
from continental.melds.down.bounds import NEVER, ceiling, wanted_from, with_slot, worth
from continental.melds.down.joker_places import ends_for_owed, fewest_own, room_at_ends
from continental.melds.down.problem import Candidate, Laid, Plan, Problem, RankSets, Run
from continental.melds.down.runs import is_plain, longest, slots_of
from continental.melds.down.sets import Lying, Sizes, fillings, parts
from continental.melds.packed import Packed, by_rank, count, lacking, size, taken, weigh
from continental.melds.reading import Ranks, are_apart, is_laid

MOST_STEPS: Final = 4_000
"""About so many runs are tried in one search. Only hands of some twenty cards with five jokers or more come near it."""
MOST_LISTED: Final = 3
"""A hand with more stand-ins or runs, or with four times more naturals, is not listed with every choice of places."""


class Slot(NamedTuple):
    """One run of the plan: its number there, and its candidates, the heaviest first."""

    number: int
    candidates: list[Candidate]


@dataclass(slots=True)
class Effort:
    """The runs that may still be tried for one question. Only a question with a known answer is given up."""

    left: int = MOST_STEPS
    known: bool = False

    def is_spent(self) -> bool:
        """Return whether the answer that is known must do."""
        return self.known and self.left <= 0


@dataclass(slots=True)
class Best:
    """The best plan so far, and the weight that another must exceed."""

    floor: int
    effort: Effort
    plan: Plan | None = None


@dataclass(slots=True)
class Search:
    """One search: the slots in their order, the bounds by slot, the sets on the table by rank, and two caches."""

    problem: Problem
    slots: list[Slot]
    lying: list[tuple[Lying, ...]]
    best: Best
    bounds: list[list[int]] = field(default_factory=list)
    wanted: list[Packed] = field(default_factory=list)
    sets: dict[tuple[int, ...], tuple[int, int, tuple[RankSets, ...]]] = field(default_factory=dict)
    seen: dict[tuple[int, Packed, int, int], int] = field(default_factory=dict)


def best_plan(problem: Problem, floor: int = -1, effort: Effort | None = None) -> Plan | None:
    """Return the plan in which the most weight goes out, or None if none weighs more than `floor`.

    A search stops once its effort is spent, and returns the best plan so far. It has an effort of its own if none is given.

    If stand-ins may lie anywhere, a run takes every card of its places that is held. If room is short then, a stand-in may
    lie better in the place of a natural that is worth less: each place of a run is tried with both. With many stand-ins that
    list is long, and next to never better: nearly all runs must be full.

        best_plan(Problem(pack(naturals), (50,), 1, weights, Needs((4,), (3,), False), (), rules)).weight
    """
    plain, wild = is_plain(problem.melding.grammar.runs), len(problem.stand_ins)
    effort = effort or Effort()
    best = _search(problem, floor, effort, listed=not plain)
    runs = len(problem.needs.runs) + sum(meld.kind == "run" for meld in problem.table)
    is_small = wild <= MOST_LISTED and runs <= MOST_LISTED and problem.naturals.bit_count() <= MOST_LISTED * 4
    # only small hands are searched again, with every choice of places
    if plain and wild and is_small and _is_crowded(best, problem):
        best = _search(problem, floor if best is None else best.weight, Effort(), listed=True) or best
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


def _search(problem: Problem, floor: int, effort: Effort, *, listed: bool) -> Plan | None:
    wild, needs = len(problem.stand_ins), problem.needs
    slots = slots_of(problem, listed=listed)
    if not all(slots):
        return None
    search = Search(problem, _in_order(slots, len(needs.runs)), _sets_on_table(problem), Best(floor, effort))
    effort.left -= sum(map(len, slots)) // 4
    ranks = tuple(rank for rank in range(13) if needs.sets or search.lying[rank])
    search.wanted = wanted_from([slot.candidates for slot in search.slots], ranks)
    # the sets come last and every stand-in goes out: no completion weighs more
    rows = [[_sets(search, problem.naturals, many, min(many, problem.own), many)[0] for many in range(wild + 1)]]
    for slot in reversed(search.slots):
        rows.append(with_slot(slot.candidates, rows[-1]))
    rows.reverse()
    search.bounds = rows
    if rows[0][wild] > floor:
        _walk(search, problem.naturals, wild, 0, ())
    return search.best.plan


def _sets_on_table(problem: Problem) -> list[tuple[Lying, ...]]:
    """Return by rank the sets on the table that may grow: their naturals and stand-ins."""
    found: list[tuple[Lying, ...]] = [()] * 13
    for meld in problem.table:
        if meld.kind == "set" and is_laid(meld, problem.melding):
            rank, stand_ins = rank_of(meld.as_cards[0]), meld.stand_ins()
            found[rank] = (*found[rank], (len(meld.cards) - stand_ins, stand_ins))
    return found


def _in_order(slots: list[list[Candidate]], runs: int) -> list[Slot]:
    """Return the slots in the order of the search: the contract's first, then the table's runs suit by suit.

    Runs of one suit want the same cards. Once all of them are behind, only the cards that sets want make plans differ, and few
    such plans remain. The suit with most combinations comes last, where the bounds are tightest.
    """
    combinations_of = [1] * len(SUITS)
    for candidates in slots[runs:]:
        combinations_of[candidates[0].run.suit] *= len(candidates)
    suits = [candidates[0].run.suit for candidates in slots]
    table = sorted(range(runs, len(slots)), key=lambda at: (combinations_of[suits[at]], suits[at]))
    return [Slot(at, slots[at]) for at in (*range(runs), *table)]


def _walk(
    search: Search,
    held: Packed,
    wild: int,
    weight: int,
    laid: tuple[Laid, ...],
    renewed: tuple[list[Candidate], list[list[int]]] | None = None,
) -> None:
    """Try every candidate of the next slot, and so on; the runs `laid` before it weigh `weight` and left these cards.

    `renewed` are the slot's candidates and the bounds from it on, weighed again by the cards that are left.
    """
    turn, problem, best = len(laid), search.problem, search.best
    if turn == len(search.slots):
        _finish(search, held, wild, weight, laid)
        return
    if _is_known(search, held, wild, weight, laid):
        return
    runs = len(problem.needs.runs)
    of_contract = turn < runs
    candidates, bounds = renewed or (search.slots[turn].candidates, search.bounds[turn:])
    rest = bounds[1]
    most = weight + ceiling(problem, runs - turn, held, search.wanted[turn])
    goes_on = turn + 1 < runs and search.slots[turn + 1].candidates is search.slots[turn].candidates
    for at, candidate in enumerate(candidates):
        # a dense hand with many stand-ins is given up for the best plan known: others are hardly better
        if best.effort.left <= 0 and (best.plan is not None or best.effort.known):
            return
        # candidates are sorted by weight: no later one can do better either
        if min(most, weight + candidate.weight + rest[wild]) <= best.floor:
            return
        if candidate.stand_ins > wild or weight + candidate.weight + rest[wild - candidate.stand_ins] <= best.floor:
            continue
        # renewed candidates, and those of an untouched hand, are as they are with the cards that are left
        now = _as_left(candidate, held, wild, problem) if laid and renewed is None else candidate
        if now is None:
            continue
        left, many, total = held - taken(held, now.wants), wild - now.stand_ins, weight + now.weight
        longer = (*laid, Laid(candidate.run, held - left))
        if total + rest[many] <= best.floor or (of_contract and not _may_go_down(problem, longer)):
            continue
        if total + ceiling(problem, runs - turn - 1, left, search.wanted[turn + 1]) <= best.floor:
            continue
        best.effort.left -= 1 + goes_on * len(candidates) // 8
        further = _renewed(search, turn + 1, candidates, at, left, many) if goes_on else None
        if further is None or total + further[1][0][many] > best.floor:
            _walk(search, left, many, total, longer, further)


def _may_go_down(problem: Problem, laid: tuple[Laid, ...]) -> bool:
    """Return whether the contract's last run may go down beside the others, and with own stand-ins only."""
    last, turn = laid[-1].run, len(laid) - 1
    if problem.melding.same_suit is not SameSuit.FREE:
        for at, other in enumerate(laid[:-1]):
            if other.run.suit == last.suit and not _is_clear(problem, turn, last, at, other.run):
                return False
    # freed stand-ins lie outside the parts that go down
    return problem.own == len(problem.stand_ins) or fewest_own(problem, laid) <= problem.own


def _is_clear(problem: Problem, turn: int, run: Run, at: int, other: Run) -> bool:
    """Return whether the contract's runs number `turn` and `at`, of one suit, may go down together."""
    if not problem.needs.grows:
        return are_apart(run.ranks, other.ranks, problem.melding)
    sizes = problem.needs.runs
    return _begin_apart(run.ranks, sizes[turn], other.ranks, sizes[at], problem.melding)


@lru_cache(maxsize=1 << 14)
def _begin_apart(one: Ranks, least: int, other: Ranks, fewest: int, melding: ContractRules) -> bool:
    """Return whether parts of two runs, each long enough, may go down together. Other cards are laid off later."""

    def cuts(ranks: Ranks, size: int) -> list[Ranks]:
        return [ranks[low:high] for low in range(len(ranks)) for high in range(low + size, len(ranks) + 1)]

    return any(are_apart(mine, theirs, melding) for mine in cuts(one, least) for theirs in cuts(other, fewest))


def _is_known(search: Search, held: Packed, wild: int, weight: int, laid: tuple[Laid, ...]) -> bool:
    """Return whether runs as heavy left the runs on the table that follow the same cards; keep these if not.

    Only the cards that are left count there, since the rules about the contract's runs are all checked.
    """
    turn = len(laid)
    if turn < len(search.problem.needs.runs) or search.problem.owed:
        return False
    key = (turn, held & search.wanted[turn], wild, room_at_ends(search.problem, laid, wild))
    if search.seen.get(key, -1) >= weight:
        return True
    search.seen[key] = weight
    return False


def _as_left(one: Candidate, held: Packed, wild: int, problem: Problem) -> Candidate | None:
    """Return the candidate as it is with the cards that are left; None if it cannot be."""
    if not lacking(held, one.wants):
        return one
    if one.run.filled is not None:
        return None
    cards = taken(held, one.wants)
    many = size(cards)
    needed = one.run.places - many
    is_new = one.run.places == len(one.run.ranks)
    if needed > wild or (is_new and many < problem.melding.grammar.runs.min_naturals):
        return None
    return Candidate(weigh(cards, problem.weights), one.wants, needed, one.run)


def _renewed(
    search: Search, turn: int, candidates: list[Candidate], at: int, held: Packed, wild: int
) -> tuple[list[Candidate], list[list[int]]]:
    """Return the candidates of the next slot, weighed by the cards that are left, and the bounds from it on.

    This is the bound for several runs of a suit: a card that one took no longer counts for another. Two runs of one list come
    in one order only, unless both want a card, which then makes a difference. So few remain of those before the last one.
    """
    problem, last, found = search.problem, candidates[at], []
    for place, one in enumerate(candidates):
        if place < at and (one.run.filled is not None or not one.wants & last.wants):
            continue
        now = _as_left(one, held, wild, problem)
        if now is not None and now.stand_ins <= wild:
            found.append(now)
    found.sort(key=lambda one: -one.weight)
    alike = [slot.candidates is search.slots[turn].candidates for slot in search.slots[turn : len(problem.needs.runs)]]
    rows = [search.bounds[turn + sum(alike)]]
    for _ in range(sum(alike)):
        rows.append(with_slot(found, rows[-1]))
    rows.reverse()
    return found, rows


def _finish(search: Search, held: Packed, wild: int, weight: int, laid: tuple[Laid, ...]) -> None:
    """Fill the sets with the cards that the runs left, and keep the plan if it is the best."""
    problem, best = search.problem, search.best
    runs = laid[: len(problem.needs.runs)]
    if problem.own < len(problem.stand_ins):
        used = fewest_own(problem, runs)
    else:
        used = sum(one.run.places - size(one.cards) for one in runs)
    added, out, sets = _sets(search, held, wild, min(wild, problem.own - used), room_at_ends(problem, laid, wild))
    if weight + added > best.floor:
        numbers = [slot.number for slot in search.slots]
        laid = tuple(laid[numbers.index(number)] for number in range(len(numbers)))
        ends = ends_for_owed(problem, laid, out, used, sum(each.filling.stand_ins for each in sets))
        if ends is not None:
            best.floor, best.plan = weight + added, Plan(weight + added, out, laid, sets, ends)


def _sets(search: Search, held: Packed, wild: int, own: int, room: int) -> tuple[int, int, tuple[RankSets, ...]]:
    """Return the most that sets and all stand-ins weigh, how many of these go out, and the sets; NEVER if there are none.

    `room` stand-ins find a place on runs. A table over ranks keeps one state for each choice of sets still to be made,
    stand-ins used and room left.
    """
    problem = search.problem
    key = (held, wild, own, room)
    if key in search.sets:
        return search.sets[key]
    rule, ranks = problem.melding.grammar.sets, by_rank(held)
    states: dict[tuple[Sizes, int, int], tuple[int, tuple[RankSets, ...]]] = {(problem.needs.sets, 0, room): (0, ())}
    least = problem.needs.sets[0] if problem.needs.sets else 99
    for rank in range(13):
        many, lying = count(ranks, rank), search.lying[rank]
        if not lying and many + own < least:
            continue
        weights = worth(held, rank, problem.weights)
        after = states if not lying else {}
        for (left, used, free), (weight, how) in list(states.items()):
            for chosen, others in parts(left):
                if not chosen and not lying:
                    continue
                for filling in fillings(rule, problem.melding.opening_set_max, chosen, lying, many, wild):
                    if used + filling.stand_ins > own and filling.stand_ins:
                        continue
                    state = (others, used + filling.stand_ins, min(wild, free + filling.room))
                    total = weight + weights[filling.naturals]
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
    search.sets[key] = best
    return best
