"""Hands with their least points and their number of arrangements, pinned: `counted.txt` beside this file."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from continental.cards import print_cards
from continental.melds import least_by_jokers
from continental.testing import every_arrangement
from tests.melds.hands import HOUSE_VALUES, hand

COUNTED: Final = Path(__file__).with_name("counted.txt")
LINES: Final = tuple(
    line for line in COUNTED.read_text(encoding="utf-8").splitlines() if line.strip() and not line.startswith("#")
)


@pytest.mark.parametrize("line", LINES)
def test_a_counted_hand_counts_the_same(line: str) -> None:
    text, least, partings, maximal = (part.strip() for part in line.split(";"))
    cards = hand(text)
    assert print_cards(cards) == text
    wanted = tuple(None if points == "-" else int(points) for points in least.split())
    assert least_by_jokers(cards, HOUSE_VALUES) == wanted
    assert every_arrangement.least_by_jokers(cards, HOUSE_VALUES) == wanted
    assert (len(every_arrangement.partings(cards)), len(every_arrangement.maximal(cards))) == (int(partings), int(maximal))


def test_the_counted_hands_are_many_and_different() -> None:
    hands = [line.split(";")[0].strip() for line in LINES]
    assert len(set(hands)) == len(hands) >= 40
    assert {text.count("JK") for text in hands} >= {0, 1, 2, 3, 4, 5, 7}
