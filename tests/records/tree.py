"""Count the ways in which a position goes on for a number of acts.

The counts are kept in a file, so that no change of the offers goes unseen.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from continental.engine import Match, options, play
from continental.play.position import Position
from continental.rules.base import RuleSet
from continental.testing.builders import match_with
from tests.records.golden import COMPLETE, RECORDS

COUNTS = "trees.counts"
DEEPEST = 4


def positions(key: str) -> dict[str, Match]:
    """Return the positions that trees are counted from, by name, for a rule set."""
    plain = {
        "nothing to declare": match_with(players=2, rules=key),
        "a knock and a close at hand": match_with(["7H 7D 7C | 9S TS JS | 2C 3C 4C | 2D", COMPLETE], upcard="QS", rules=key),
        "jokers to call": match_with(["7H 7D 7C | 9S TS JS | 2C 3C 4C | 3D", "JK JK 4H KS", "JK 9D"], players=3, rules=key),
        "ten of one suit": match_with(["AH 3H 5H 7H 9H JH KH 2H 4H JK", "5D 6D 7D 8D 9D TD JD QD KD JK"], upcard="JK", rules=key),
        "the window": match_with(["7H 7D 7C | 9S TS JS | 2C 3C 4C | 2D", "JK KS"], totals=(89, 40, 12), players=3, rules=key),
    }
    loose = {"close_discard": "any", "continental_timing": "either", "knock_card": "either", "redraw_own_take": "allowed"}
    plain["loose switches"] = match_with(["7H 7D 7C | 9S TS JS | 2C 3C JK | 2D", COMPLETE], switches=loose, rules=key)
    return plain


def ways(rules: RuleSet, position: Position, depth: int) -> int:
    """Return how many rows of `depth` acts are offered from here. Rows that need an act of the table do not count."""
    if depth == 0:
        return 1
    acts = [act for seat in position.asked for act in options(rules, position, seat)]
    if depth == 1:
        return len(acts)
    return sum(ways(rules, play(rules, position, act), depth - 1) for act in acts)


def counted(key: str) -> Iterator[str]:
    """Yield the lines of a rule set's file: a position's name, then its numbers of ways for one act, two, three …."""
    for name, match in positions(key).items():
        yield f"{name}: " + " ".join(str(ways(match.rules, match.position, depth)) for depth in range(1, DEEPEST + 1))


def file_of(key: str) -> Path:
    return RECORDS / key / COUNTS


if __name__ == "__main__":
    file_of("house").write_text("".join(line + "\n" for line in counted("house")), encoding="utf-8")
