"""Check deals of bots against the rule sets' properties: census, money, replay, hidden cards, accepted equal to offered, an end.

`PYTHONPATH=src:. python benchmarks/kit_deals.py 1000 a fournier contract` plays a thousand deals of each by random bots and a
thousand by greedy ones, with random switches and players. The suite runs the same checks on fewer deals.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from random import Random

from continental.bots.api import BOT_NAMES, make_bot
from continental.bots.sitting import Sitting, chosen_dealer
from continental.play.terms import Cents, Seat
from continental.rules.tables import catalogue
from continental.testing.bot_kit import dice_of
from continental.testing.rule_set_kit import check_history, check_position, random_rules

POSITIONS_A_DEAL = 3
MOST_DEALS = 12
"""The most deals of one match, as many as any contract game has. A match of the house may be cut short."""


def play(key: str, bot: str, name: str, counted: Counter[str]) -> None:
    """Play a match, and check its history and some of its positions."""
    chance = Random(name)
    rules = random_rules(key, chance)
    players = chance.randint(*rules.players)
    bots = [make_bot(bot, Seat(seat), rules, dice_of(f"{name} bot {seat}")) for seat in range(players)]
    ante = rules.scoring.stake(Cents(20_00))
    sitting = Sitting.begin(rules, bots, ante, chosen_dealer(rules, players, dice_of(name)))
    match = sitting.match
    acts = 100
    for _ in range(MOST_DEALS):
        if match.is_over:
            break
        sitting.deal(dice_of(f"{name} deal {match.position.standing.hands}"))
        often, acts = POSITIONS_A_DEAL / acts, 0
        while (seat := sitting.next_bot()) is not None:
            if chance.random() < often:
                check_position(match, chance)
                counted["positions"] += 1
            sitting.move(seat)
            acts += 1
        check_position(match, chance)
        counted["positions"] += 1
        counted["deals"] += 1
        counted["acts"] += acts
    check_history(match)
    counted["matches"] += 1


def main(deals: int, seed: str, keys: list[str]) -> None:
    """Play `deals` deals of each rule set by each bot, and print the counts. A fault ends it with the match's name."""
    for key in keys:
        for bot in BOT_NAMES:
            counted: Counter[str] = Counter()
            while counted["deals"] < deals:
                name = f"{seed} {key} {bot} {counted['matches']}"
                try:
                    play(key, bot, name, counted)
                except BaseException:
                    print(f"match {name}", file=sys.stderr)
                    raise
            print(json.dumps({"rules": key, "bot": bot, **counted}), flush=True)


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    main(wanted, sys.argv[2] if len(sys.argv) > 2 else "deals", sys.argv[3:] or list(catalogue()))
