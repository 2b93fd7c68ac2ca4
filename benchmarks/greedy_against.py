"""Play greedy against the greedy of another checkout in contract games, over duplicate deals. Print the margin's 95 % interval.

Run: .venv-requirements-test/bin/python benchmarks/greedy_against.py ../before contract seven_hands [--deals 105] [--seed 20]

The other checkout's bots play in a process of its code, by the lines of `docs/bots.md`. `--seats` names each seat's bot, `now`
or `before`. The dice of a deal are played in every rotation of the bots, all deals of a match in turn, or `--deal` alone.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any, get_args

from continental.bots.api import UNHURRIED, Bot, make_bot
from continental.bots.outside import OutsideBot
from continental.codec import from_plain, type_tag
from continental.play.plain import action_from_plain, action_to_plain
from continental.play.terms import Cents, Seat
from continental.play.view import DealView, SeenEvent, View
from continental.rules.base import RuleSet
from continental.rules.load import load
from continental.rules.tables import switches_of
from continental.study.deals import dice_for, play_deal
from continental.study.tally import Tally


def serve() -> None:
    """Play seats for the process that writes the lines. Each hello begins a new game."""
    kinds = {type_tag(kind): kind for kind in get_args(SeenEvent)}
    bot: Bot | None = None
    for line in sys.stdin:
        told = json.loads(line)
        if told["say"] == "hello":
            key = told["rules"].split()[0]
            switches = {name: value for name, value in told["switches"].items() if name in switches_of(key)}
            bot = make_bot("greedy", Seat(told["seat"]), load(key, switches), bytes.fromhex(told["dice"]))
            continue
        assert bot is not None, "a hello comes first"
        if told["say"] == "see":
            event = told["event"]
            bot.see(from_plain(kinds[event["is"]], {name: value for name, value in event.items() if name != "is"}))
        else:
            view = from_plain(View, _as_known(told["view"]))
            options = [action_from_plain(option) for option in told["options"]]
            print(json.dumps(action_to_plain(bot.choose(view, options, UNHURRIED))), flush=True)


def _as_known(view: dict[str, Any]) -> dict[str, Any]:
    """Return the view with the fields that the serving code knows. An older one needs a hint of feeding, which is for house."""
    deal = {name: value for name, value in (view["deal"] or {}).items() if name in DealView.__slots__}
    if "fed_in_a_row" in DealView.__slots__:
        deal["fed_in_a_row"] = [0] * len(deal["hand_sizes"])
    return {**view, "deal": deal}


class Elsewhere:
    """Processes of the other checkout, one for each seat, each used for one deal after another."""

    def __init__(self, folder: Path) -> None:
        self._environment = {**os.environ, "PYTHONPATH": str(folder / "src")}
        self._running: dict[int, subprocess.Popen[str]] = {}

    def bot(self, seat: Seat, rules: RuleSet, dice: bytes) -> Bot:
        if seat not in self._running:
            words = (sys.executable, __file__, "--serve")
            self._running[seat] = subprocess.Popen(
                words, env=self._environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
        process = self._running[seat]
        assert process.stdin is not None
        assert process.stdout is not None
        return OutsideBot(seat, rules, dice, hear=process.stdout, say=process.stdin)

    def close(self) -> None:
        for process in self._running.values():
            assert process.stdin is not None
            process.stdin.close()
            process.wait(10)


def play(key: str, asked: argparse.Namespace, elsewhere: Elsewhere) -> str:
    """Play the deals of a rule set and say how far the greedy of this checkout is ahead."""
    rules, names = load(key), tuple(asked.seats.split(","))
    if rules.melding.kind != "contracts":
        raise SystemExit(f"{key} is no contract game.")
    tally, closed = Tally(names), Counter[str]()
    for deal in range(asked.deals):
        number = asked.deal or deal % len(rules.deals) + 1
        outcomes = []
        for turned in range(len(names)):
            seated = [names[(seat - turned) % len(names)] for seat in range(len(names))]
            bots: list[Bot] = []
            for place, name in enumerate(seated):
                seat, dice = Seat(place), dice_for(asked.seed, deal, "bot", str(place))
                bots.append(make_bot("greedy", seat, rules, dice) if name == "now" else elsewhere.bot(seat, rules, dice))
            outcome = play_deal(rules, bots, dice_for(asked.seed, deal), Cents(0), number)
            outcomes.append(outcome)
            closed[seated[outcome.ender] if outcome.ender is not None else "nobody"] += 1
        tally.add_group(outcomes)
    margin = tally.points_margin("now")
    assert margin is not None
    ended = ", ".join(f"{closed[name]} by {name}" for name in ("now", "before", "nobody"))
    which = f" deal {asked.deal}" if asked.deal else ""
    return (
        f"{key}{which}, {asked.seats}, seed {asked.seed}: {asked.deals} dice, {tally.deals} deals, "
        f"{tally.turns / tally.deals:.1f} turns; now ahead by {margin.mean:.2f} points a deal "
        f"({margin.low:.2f} to {margin.high:.2f}); ended {ended}"
    )


def main() -> None:
    if sys.argv[1:] == ["--serve"]:
        serve()
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="the other checkout")
    parser.add_argument("rules", nargs="+")
    parser.add_argument("--seats", default="now,now,before,before")
    parser.add_argument("--deals", type=int, default=105, help="at least two")
    parser.add_argument("--deal", type=int)
    parser.add_argument("--seed", default="20")
    asked = parser.parse_args()
    elsewhere = Elsewhere(asked.folder.resolve())
    try:
        for key in asked.rules:
            print(play(key, asked, elsewhere), flush=True)
    finally:
        elsewhere.close()


if __name__ == "__main__":
    main()
