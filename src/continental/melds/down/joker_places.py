"""Count the places of stand-ins in a plan: in the parts that go down, inside longer runs, and at their ends."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, product
from typing import Final

from continental.cards import SUITS
from continental.melds.contract import ContractRules, SameSuit
from continental.melds.down.problem import Laid, Problem
from continental.melds.down.runs import longest
from continental.melds.packed import RANK_BITS, count, of_suit, size
from continental.melds.reading import Ranks, are_apart, stretches

NONE_GOES: Final = 99
"""More stand-ins than there are: these runs cannot go down together."""


def filled_places(laid: Laid) -> list[bool]:
    """Return for each new place of a run whether a natural lies there."""
    left, found = of_suit(laid.cards, laid.run.suit), []
    for place in laid.run.new_places():
        rank = laid.run.ranks[place]
        own = bool(count(left, rank) if laid.run.filled is None else laid.run.filled >> place & 1)
        left -= own << RANK_BITS * rank
        found.append(own)
    return found


def fewest_own(problem: Problem, laid: tuple[Laid, ...]) -> int:
    """Return the fewest stand-ins in parts of the contract's runs that may go down together; NONE_GOES if none may."""
    melding, suits = problem.melding, [one.run.suit for one in laid]
    choices = []
    for one, least in zip(laid, problem.needs.runs, strict=False):
        found = _parts_of(one, least, melding)
        # a run that is alone in its suit is free to choose
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


def _parts_of(laid: Laid, least: int, melding: ContractRules) -> list[tuple[Ranks, int]]:
    """Return the parts of a run that are long enough and that the rules allow, each with its stand-ins."""
    filled, ranks, found = filled_places(laid), laid.run.ranks, []
    for low in range(len(ranks)):
        for high in range(low + least, len(ranks) + 1):
            naturals = sum(filled[low:high])
            if melding.grammar.runs.allows(naturals, high - low - naturals):
                found.append((ranks[low:high], high - low - naturals))
    return found


def ends_for_owed(problem: Problem, laid: tuple[Laid, ...], out: int, down: int, in_sets: int) -> tuple[int, ...] | None:
    """Return the slots at whose runs' ends owed stand-ins must lie; None if one has no place.

    `out` stand-ins go out. Of those `down` go down in runs and `in_sets` in sets. An owed stand-in that may lie inside a run
    does, which leaves the ends to others.
    """
    if out < down + in_sets + len(problem.owed):
        return None
    within = [one.run.places - size(one.cards) for one in laid]
    at_ends = out - sum(within) - in_sets
    pending = [slots for slots in problem.owed if slots is not None]
    if not pending:
        return ()
    for turn, (one, least) in enumerate(zip(laid, problem.needs.runs, strict=False)):
        within[turn] -= min(many for _, many in _parts_of(one, least, problem.melding))

    def place(turn: int, within: tuple[int, ...], ends: tuple[int, ...]) -> tuple[int, ...] | None:
        if turn == len(pending):
            return ends
        for slot in sorted(pending[turn], key=lambda slot: within[slot] == 0):
            found = None
            if within[slot]:
                found = place(turn + 1, (*within[:slot], within[slot] - 1, *within[slot + 1 :]), ends)
            elif len(ends) < at_ends and ends.count(slot) < laid[slot].run.room:
                found = place(turn + 1, within, (*ends, slot))
            if found is not None:
                return found
        return None

    return place(0, tuple(within), ())


def room_at_ends(problem: Problem, laid: tuple[Laid, ...], wild: int) -> int:
    """Return how many stand-ins more find room at the ends of runs, up to `wild`."""
    runs = [one.run for one in laid[: len(problem.needs.runs)]]
    is_free = problem.needs.grows or problem.melding.same_suit is SameSuit.FREE
    suits = [run.suit for run in runs]
    # runs of a suit that must keep apart may get in each other's way as they grow
    room = sum(one.run.room for at, one in enumerate(laid) if is_free or at >= len(runs) or suits.count(one.run.suit) == 1)
    if room < wild and not is_free:
        for suit in range(len(SUITS)):
            if suits.count(suit) > 1:
                room += _room_together(tuple(run.ranks for run in runs if run.suit == suit), problem.melding)
    return min(room, wild)


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
    rows = [row for row in product(*longer) if all(are_apart(one, other, melding) for one, other in combinations(row, 2))]
    return max(sum(map(len, row)) for row in rows) - sum(map(len, runs))
