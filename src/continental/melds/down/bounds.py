"""Upper bounds of the search: the most weight that the slots and the sets which are still to come can add."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Final

from continental.melds.down.problem import Candidate, Problem
from continental.melds.packed import (
    SUIT_BITS,
    SUIT_MASK,
    Packed,
    all_bits,
    at_least,
    bits_of_ranks,
    count,
    weigh,
)

NEVER: Final = -1 << 60
"""The weight of something that cannot be."""


def with_slot(candidates: list[Candidate], after: list[int]) -> list[int]:
    """Return, by the stand-ins that are left, the most that one of these and the later slots, `after`, can add.

    The slots may use the same card here, so it is an upper bound.
    """
    most = [NEVER] * len(after)
    for one in candidates:
        if one.stand_ins < len(after) and one.weight > most[one.stand_ins]:
            most[one.stand_ins] = one.weight
    return [max([most[used] + after[many - used] for used in range(many + 1)]) for many in range(len(after))]


def wanted_from(slots: list[list[Candidate]], set_ranks: tuple[int, ...]) -> list[Packed]:
    """Return, by slot, all bits of the cards that this slot, a later one or a set of these ranks could take."""
    rows = [bits_of_ranks(set_ranks)]
    for candidates in reversed(slots):
        rows.append(rows[-1] | all_bits(reduce(or_, {one.wants for one in candidates}, 0)))
    rows.reverse()
    return rows


def ceiling(problem: Problem, runs: int, held: Packed, wanted: Packed) -> int:
    """Return the most that `runs` runs of the contract, the table's runs, the sets and all stand-ins can weigh.

    Each card of the hand counts once here, and only if it is `wanted`. The sum over slots counts a card for each slot that wants
    it. A run takes cards of one suit, one of each rank, and a set takes cards of one rank. So few of a dense hand's cards go
    into a contract's last run and sets.
    """
    track, weights = problem.melding.grammar.runs.track, problem.weights
    every, stand_ins = weigh(held & wanted, weights), sum(problem.stand_ins)
    # melds on the table take more of a suit or rank, and so does a run that names a rank twice
    if problem.table or track.repeats or at_least(held, 2) & bits_of_ranks(track.twice()):
        return every + stand_ins
    most = 0
    if runs > 0:
        # a second run of a suit takes only cards that are there twice, so the fullest suits come first
        copies = [at_least(held, many) for many in range(1, runs + 1)]
        fullest = [weigh(faces & SUIT_MASK << SUIT_BITS * suit, weights) for faces in copies for suit in range(4)]
        most = sum(sorted(fullest, reverse=True)[:runs])
    if problem.needs.sets:
        ranks = [worth(held, rank, weights)[-1] for rank in range(13)]
        most += sum(sorted(ranks, reverse=True)[: len(problem.needs.sets)])
    return min(every, most) + stand_ins


def worth(held: Packed, rank: int, weights: tuple[int, ...]) -> list[int]:
    """Return the weight of the heaviest 0, 1, 2 … cards of a rank."""
    faces = range(rank, 52, 13)
    own = sorted((weights[face] for face in faces for _ in range(count(held, face))), reverse=True)
    found = [0]
    for weight in own:
        found.append(found[-1] + weight)
    return found
