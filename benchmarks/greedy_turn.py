"""How long greedy thinks about one act: processor time per choice in deals of four, new process and warm."""

from __future__ import annotations

import json
import sys
import time

from continental.bots.greedy import GreedyBot
from continental.bots.sitting import Sitting
from continental.play.actions import Action
from continental.play.terms import Cents, Seat
from continental.rules.load import load
from continental.study.deals import dice_for

PLAYERS = 4


def main(deals: int) -> None:
    """Print the times as JSON; the first twenty deals are the cold ones, while the solver's tables fill."""
    rules, times = load("house"), []

    class Timed(GreedyBot):
        __slots__ = ()

        def choose(self, view, options, budget) -> Action:  # type: ignore[no-untyped-def]
            start = time.process_time_ns()
            chosen = super().choose(view, options, budget)
            spent.append(time.process_time_ns() - start)
            return chosen

    for deal in range(deals):
        spent: list[int] = []
        bots = [Timed(Seat(seat), rules, dice_for("turn", deal, str(seat))) for seat in range(PLAYERS)]
        sitting = Sitting.begin(rules, bots, Cents(2000))
        sitting.deal(dice_for("turn", deal))
        sitting.play_hand()
        times.append(spent)
    print(
        json.dumps(
            {
                "cold": told([each for deal in times[:20] for each in deal]),
                "warm": told([each for deal in times[20:] for each in deal]),
            },
            indent=2,
        )
    )


def told(spent: list[int]) -> dict[str, float]:
    """Median, 99th percentile and greatest, in milliseconds."""
    ordered = sorted(spent)
    places = {"median": len(ordered) // 2, "p99": len(ordered) * 99 // 100, "most": len(ordered) - 1}
    return {"choices": len(ordered), **{name: round(ordered[place] / 1e6, 3) for name, place in places.items()}}


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
