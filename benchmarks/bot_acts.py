"""Check that no act of a bot is refused, over whole matches with random switches, players and bots, and time the acts."""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from random import Random

from continental.bots.api import make_bot
from continental.bots.sitting import Sitting, chosen_dealer
from continental.play.refusal import Refused
from continental.play.terms import Cents, Seat
from continental.rules.base import RuleSet
from continental.rules.load import load
from continental.rules.tables import catalogue, switches_of
from continental.testing.bot_kit import dice_of, random_switches

BOTS = ("greedy", "greedy", "random")


def table(keys: list[str], chance: Random) -> RuleSet:
    """Return a rule set with random switches. If it refuses them together, they are drawn again."""
    while True:
        key = chance.choice(keys)
        try:
            return load(key, random_switches(switches_of(key), chance))
        except Refused:
            continue


def main(acts: int, seed: str, keys: list[str]) -> None:
    """Play until there were `acts` acts, and print how many by rule set. A refused act ends it with the match's number."""
    played: Counter[str] = Counter()
    greedy: Counter[str] = Counter()
    spent: Counter[str] = Counter()
    matches = 0
    while sum(played.values()) < acts:
        matches += 1
        name = f"{seed} {matches}"
        chance = Random(name)
        rules = table(keys, chance)
        kinds = [chance.choice(BOTS) for _ in range(chance.randint(*rules.players))]
        bots = [make_bot(kind, Seat(seat), rules, dice_of(f"{name} bot {seat}")) for seat, kind in enumerate(kinds)]
        dealer = chosen_dealer(rules, len(kinds), dice_of(name))
        sitting = Sitting.begin(rules, bots, rules.scoring.stake(Cents(20_00)), dealer)
        while not sitting.match.is_over:
            sitting.deal(dice_of(f"{name} deal {sitting.match.position.standing.hands}"))
            while (seat := sitting.next_bot()) is not None:
                start = time.process_time_ns()
                try:
                    sitting.move(seat)
                except Refused as refused:
                    raise SystemExit(f"match {name} ({rules.name}, {rules.departures()}): {refused.sentence}") from refused
                played[rules.key] += 1
                if kinds[seat] == "greedy":
                    greedy[rules.key] += 1
                    spent[rules.key] += time.process_time_ns() - start
    told = {key: {"acts": played[key], "greedy": greedy[key], "ms": round(spent[key] / greedy[key] / 1e6, 2)} for key in greedy}
    print(json.dumps({"matches": matches, "acts": sum(played.values()), "refused": 0, "by rule set": told}, indent=2))


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    main(wanted, sys.argv[2] if len(sys.argv) > 2 else "acts", sys.argv[3:] or list(catalogue()))
