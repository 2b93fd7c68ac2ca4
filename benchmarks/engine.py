"""Measure the engine: acts a second of whole House Rules deals, and decisions a second of random play in every rule set.

Run: .venv-requirements-test/bin/python benchmarks/engine.py [--deals 40]. It prints a table. Ratios are to deciding alone.

    engine.py --random house seven_hands --against ../before

plays at random: it lists the options and chooses one of them. This code and that of another checkout play in turn, each time
in a process of its own. It prints the median of the decisions made in a second of processor time.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import platform
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from continental.codec import to_plain
from continental.engine import Match, options, play
from continental.play.actions import Action, Close, Continental, Knock, StraightFlush
from continental.play.events import Event
from continental.play.evolve import evolve
from continental.play.position import Position
from continental.play.terms import Cents, Seat
from continental.play.view import view_for
from continental.rules.load import load

ENDINGS = (Knock, Close, Continental, StraightFlush)


def played(deals: int) -> tuple[Position, list[Action], list[Event]]:
    """Play one long match of random acts that end hands when they can. Return its start, its acts and its events."""
    rules, rng = load("house", {"elimination_line": 500, "split_scope": "off"}), random.Random(7)
    match = Match.begin(rules, 4, Cents(2000))
    start = match.position
    while not match.is_over and match.position.standing.hands < deals:
        if not match.position.asked:
            match.deal(hashlib.sha256(b"%d" % len(match.actions)).digest())
            continue
        offered = match.options(match.position.asked[0])
        endings = [act for act in offered if isinstance(act, ENDINGS)]
        match.play(rng.choice(endings or offered))
    return start, match.actions, list(match.events)


def random_play(key: str, decisions: int) -> float:
    """Return the decisions a second of processor time of four seats that play any of their options."""
    rules, rng = load(key), random.Random(7)
    ante = rules.scoring.stake(Cents(2000))
    match = Match.begin(rules, 4, ante)
    made = 0
    begin = time.process_time()
    while made < decisions:
        if match.is_over:
            match = Match.begin(rules, 4, ante)
        if not match.position.asked:
            match.deal(hashlib.sha256(b"%d" % (made + len(match.actions))).digest())
            continue
        offered = match.options(match.position.asked[0])
        match.play(offered[rng.randrange(len(offered))])
        made += 1
    return decisions / (time.process_time() - begin)


def side_by_side(keys: list[str], decisions: int, rounds: int, before: str | None) -> None:
    """Print a table of random play by this code and, if another checkout is named, by that of the other, in turn."""
    here = Path(__file__).resolve().parent.parent
    trees = [*([] if before is None else [Path(before).resolve()]), here]
    print(f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}; {decisions:,} decisions")
    for key in keys:
        found: dict[Path, list[float]] = {tree: [] for tree in trees}
        for _ in range(rounds):
            for tree in trees:
                words = (sys.executable, __file__, "--one", key, "--decisions", str(decisions))
                environment = {**os.environ, "PYTHONPATH": str(tree / "src")}
                told = subprocess.run(words, env=environment, check=True, capture_output=True, text=True)
                found[tree].append(float(told.stdout))
        first, now = median(found[trees[0]]), median(found[here])
        print(f"{key:12} before {first:8,.0f}   now {now:8,.0f} decisions/s   {now / first:5.2f} x")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--random", nargs="+", metavar="RULES", help="play at random in these rule sets instead")
    parser.add_argument("--against", metavar="FOLDER", help="another checkout, run in turn with this one")
    parser.add_argument("--decisions", type=int, default=4000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--one", metavar="RULES", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.one:
        random_play(asked.one, 300)  # tables that are built on first use
        print(random_play(asked.one, asked.decisions))
    elif asked.random:
        side_by_side(asked.random, asked.decisions, asked.rounds, asked.against)
    else:
        acts_a_second(asked.deals)


def acts_a_second(deals: int) -> None:
    """Print the table of what an act costs in one long match."""
    start, actions, events = played(deals)
    rules = load("house", {"elimination_line": 500, "split_scope": "off"})

    def decide_alone() -> None:
        position = start
        for action in actions:
            position = play(rules, position, action)

    def with_options() -> None:
        position = start
        for action in actions:
            if position.asked:
                options(rules, position, position.asked[0])
            position = play(rules, position, action)

    def with_views() -> None:
        position = start
        for action in actions:
            position = play(rules, position, action)
            for seat in range(4):
                to_plain(view_for(position, Seat(seat)))

    def replay_events() -> None:
        position = start
        for event in events[5:]:  # the first five began the match
            position = evolve(position, event)

    machine = f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}"
    print(f"{machine}; {len(actions)} acts, {len(events)} events")
    base = 0.0
    rows = (
        ("decide", decide_alone),
        ("decide, and list the options", with_options),
        ("decide, and four views as JSON values", with_views),
        ("fold the stored events in, no deciding", replay_events),
    )
    for name, run in rows:
        run()
        best = min(_timed(run) for _ in range(3))
        base = base or best
        print(f"{name:42} {len(actions) / best:9,.0f} acts/s {best / base:6.2f} x")


def _timed(run: Callable[[], None]) -> float:
    begin = time.perf_counter()
    run()
    return time.perf_counter() - begin


if __name__ == "__main__":
    main()
