"""Count how deals among greedy bots end: closed, out of stock or dead, in how many turns, and how late seats go down.

Run: .venv-requirements-test/bin/python benchmarks/greedy_deals.py contract:7 seven_hands:7 [--deals 400] [--players 4]
A switch of the rules is `--switch name=value`.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from statistics import mean

from continental.bots.sitting import Sitting, chosen_dealer
from continental.play.events import DealDied, Discarded, Event, HandEnded, StockRanOut, WentClosed, WentDown
from continental.play.terms import Cents
from continental.rules.base import RuleSet
from continental.rules.load import load
from continental.study.deals import dice_for, seat_bots

ENDS = {DealDied: "dead", StockRanOut: "out of stock", WentClosed: "closed", HandEnded: "closed"}


def play_deal(rules: RuleSet, number: int, players: int, seed: str, deal: int) -> tuple[Sequence[Event], float]:
    """Play deal `number` of a match among greedy bots, and return its events and the processor time that it took."""
    dice, bots = dice_for(seed, deal), seat_bots(["greedy"] * players, rules, seed, deal)
    ante = rules.scoring.stake(Cents(20_00))
    sitting = Sitting.begin(rules, bots, ante, chosen_dealer(rules, players, dice))
    before = sitting.match.position
    sitting.match.position = replace(before, standing=replace(before.standing, hands=number - 1))
    begin = time.process_time()
    sitting.deal(dice)
    while not sitting.match.position.standing.settled and (seat := sitting.next_bot()) is not None:
        sitting.move(seat)
    return sitting.match.events, time.process_time() - begin


def line(rules: RuleSet, number: int, deals: int, players: int, seed: str) -> str:
    """Play `deals` deals and return a line that says how they ended."""
    ends: Counter[str] = Counter()
    laps, downs, seconds = [], [], 0.0
    for deal in range(deals):
        events, took = play_deal(rules, number, players, seed, deal)
        seconds += took
        turns, seen = 0, set()
        for event in events:
            match event:
                case Discarded():
                    turns += 1
                case WentDown(seat) if seat not in seen:
                    seen.add(seat)
                    downs.append(turns // players + 1)
                case DealDied() | StockRanOut() | WentClosed() | HandEnded():
                    ends[ENDS[type(event)]] += 1
        laps.append(turns // players + 1)
    laps.sort()
    told = ", ".join(f"{ends[name]} {name}" for name in ("closed", "out of stock", "dead"))
    down = f"down in lap {mean(downs):.1f}, {len(downs) / deals:.1f} seats" if downs else "nobody down"
    return (
        f"{rules.key}:{number} {players} seats, {deals} deals: {told}; laps {mean(laps):.1f} on average, "
        f"{laps[len(laps) // 2]} median, {laps[-1]} most; {down}; {seconds / deals:.2f} s a deal"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+", metavar="RULES:DEAL", help="such as contract:7")
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", default="7")
    parser.add_argument("--switch", action="append", default=[], metavar="NAME=VALUE")
    asked = parser.parse_args()
    for game in asked.games:
        key, _, number = game.partition(":")
        rules = load(key, dict(each.partition("=")[::2] for each in asked.switch))
        print(line(rules, int(number or 1), asked.deals, asked.players, asked.seed), flush=True)


if __name__ == "__main__":
    main()
