"""Duplicate deals: the same dice once for each rotation of the bots, in shards that any process may play."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Final

from continental.play.terms import Cents
from continental.rules.base import RuleSet
from continental.rules.load import load
from continental.rules.switches import SwitchValue
from continental.study.deals import dice_for, play_deal, seat_bots
from continental.study.tally import Tally

SHARD: Final = 20
"""Groups played at once by one process: fixed, though tallies do not depend on it."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of a comparison: `deals` groups of one deal's dice each, numbered from 0, by bots of these names.

    The switches are those that differ from the rule set's defaults. Dice number n of a seed are always the same. `deal` is
    which deal of a match they are dealt for, from 1; None for all of the match's deals in turn.
    """

    rules: str
    switches: tuple[tuple[str, SwitchValue], ...]
    seats: tuple[str, ...]
    seed: str
    deals: int
    ante: Cents
    deal: int | None = None

    def number(self, rules: RuleSet, dice: int) -> int:
        """Which deal of a match dice number `dice` are for."""
        return dice % len(rules.deals) + 1 if self.deal is None else self.deal

    def load(self) -> RuleSet:
        """The rule set; raises Refused."""
        return load(self.rules, dict(self.switches))


@dataclass(frozen=True, slots=True)
class Shard:
    """A part of a plan: `count` groups from number `first` on."""

    plan: Plan
    first: int
    count: int


def shards_of(plan: Plan) -> tuple[Shard, ...]:
    """The plan in parts, in order."""
    return tuple(Shard(plan, first, min(SHARD, plan.deals - first)) for first in range(0, plan.deals, SHARD))


def play_shard(shard: Shard) -> Tally:
    """Play a shard: a pure function of the plan and the numbers of its deals."""
    plan, rules = shard.plan, shard.plan.load()
    tally, players = Tally(plan.seats), len(plan.seats)
    for deal in range(shard.first, shard.first + shard.count):
        dice = dice_for(plan.seed, deal)
        outcomes = []
        for turned in range(players):
            names = [plan.seats[(seat - turned) % players] for seat in range(players)]
            bots = seat_bots(names, rules, plan.seed, deal)
            outcomes.append(play_deal(rules, bots, dice, plan.ante, plan.number(rules, deal)))
        tally.add_group(outcomes)
    return tally


def play_plan(plan: Plan, processes: int) -> Iterator[Tally]:
    """The tallies of the plan's shards as they come, in order; whatever the number of processes, they are the same."""
    shards = shards_of(plan)
    with ExitStack() as stack:
        if processes < 2 or len(shards) < 2:
            yield from map(play_shard, shards)
            return
        # begun anew rather than forked, so that nothing of this process comes along
        pool = ProcessPoolExecutor(min(processes, len(shards)), mp_context=get_context("spawn"))
        stack.callback(pool.shutdown, wait=True, cancel_futures=True)
        yield from pool.map(play_shard, shards)
