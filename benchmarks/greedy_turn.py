"""Measure how long greedy thinks about one act: processor time a choice, in deals of four.

Run: .venv-requirements-test/bin/python benchmarks/greedy_turn.py [house contract …] [--deals 200] [--against ../before]

The first twenty deals are the cold ones, while the solver's tables fill. Contract games play all deals of a match in turn. With
another checkout both play the same dice, each in a process of its own, and the ratios are of the times now to those before. The
greatest time has no ratio: it is mostly that of a collection of garbage.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from continental.bots.api import Bot, Budget, make_bot
from continental.bots.sitting import Sitting, chosen_dealer
from continental.play.actions import Action
from continental.play.terms import Cents, Seat
from continental.play.view import SeenEvent, View
from continental.rules.load import load
from continental.study.deals import dice_for

PLAYERS = 4
COLD = 20


class Timed:
    """A bot that notes how long each choice took, in nanoseconds of processor time."""

    def __init__(self, bot: Bot, spent: list[int]) -> None:
        self.bot = bot
        self.spent = spent

    def see(self, event: SeenEvent) -> None:
        self.bot.see(event)

    def choose(self, view: View, options: Sequence[Action], budget: Budget) -> Action:
        start = time.process_time_ns()
        chosen = self.bot.choose(view, options, budget)
        self.spent.append(time.process_time_ns() - start)
        return chosen


def measured(key: str, deals: int) -> dict[str, dict[str, float]]:
    """Return the times that the choices of `deals` deals took."""
    rules, times = load(key), []
    for deal in range(deals):
        spent: list[int] = []
        dice = [dice_for("turn", deal, str(seat)) for seat in range(PLAYERS)]
        bots = [Timed(make_bot("greedy", Seat(seat), rules, dice[seat]), spent) for seat in range(PLAYERS)]
        sitting = Sitting.begin(rules, bots, rules.scoring.stake(Cents(2000)), chosen_dealer(rules, PLAYERS, dice[0]))
        if rules.melding.kind == "contracts":
            before = sitting.match.position
            sitting.match.position = replace(before, standing=replace(before.standing, hands=deal % len(rules.deals)))
        sitting.deal(dice_for("turn", deal))
        while not sitting.match.position.standing.settled and (seat := sitting.next_bot()) is not None:
            sitting.move(seat)
        times.append(spent)
    parts = {"cold": times[:COLD], "warm": times[COLD:]}
    return {name: told([each for deal in part for each in deal]) for name, part in parts.items() if part}


def told(spent: list[int]) -> dict[str, float]:
    """Return the median, mean, 99th percentile and greatest, in milliseconds."""
    ordered = sorted(spent)
    places = {"median": len(ordered) // 2, "p99": len(ordered) * 99 // 100, "most": len(ordered) - 1}
    row = {name: round(ordered[place] / 1e6, 3) for name, place in places.items()}
    return {"choices": len(ordered), "mean": round(sum(ordered) / len(ordered) / 1e6, 3), **row}


def elsewhere(folder: Path, key: str, deals: int) -> dict[str, dict[str, float]]:
    """Return the times that another checkout's choices took."""
    words = (sys.executable, __file__, key, "--deals", str(deals))
    environment = {**os.environ, "PYTHONPATH": str(folder.resolve() / "src")}
    answer = subprocess.run(words, env=environment, check=True, capture_output=True, text=True)
    found: dict[str, dict[str, float]] = json.loads(answer.stdout)[key]["now"]
    return found


def main() -> None:
    """Print the times as JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rules", nargs="*", default=["house"])
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--against", type=Path, metavar="FOLDER", help="another checkout, measured on the same dice")
    asked = parser.parse_args()
    answer = {}
    for key in asked.rules:
        row: dict[str, object] = {}
        now = measured(key, asked.deals)
        if asked.against is not None:
            before = elsewhere(asked.against, key, asked.deals)
            row["before"] = before
            row["ratio"] = {
                part: {name: round(now[part][name] / before[part][name], 2) for name in ("mean", "median", "p99")} for part in now
            }
        answer[key] = {**row, "now": now}
    print(json.dumps(answer, indent=2))


if __name__ == "__main__":
    main()
