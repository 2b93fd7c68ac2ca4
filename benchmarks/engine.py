"""The engine's speed: acts a second of whole House Rules deals, deciding alone, with the options listed, with every seat's view.

Run: .venv-requirements-test/bin/python benchmarks/engine.py [--deals 40]. It prints a table; ratios are to deciding alone.
"""

from __future__ import annotations

import argparse
import hashlib
import platform
import random
import time
from collections.abc import Callable

from continental.engine import Match, options, play
from continental.play.actions import Action, Close, Continental, Knock, StraightFlush
from continental.play.events import Event
from continental.play.evolve import evolve
from continental.play.plain import to_plain
from continental.play.position import Position
from continental.play.terms import Cents, Seat
from continental.play.view import view_for
from continental.rules.load import load

ENDINGS = (Knock, Close, Continental, StraightFlush)


def played(deals: int) -> tuple[Position, list[Action], list[Event]]:
    """One long match of random acts that ends hands where it can, its start, its acts and its events."""
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=40)
    deals = parser.parse_args().deals
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
