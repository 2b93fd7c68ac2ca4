"""Time the solver for a hand, cold and warm, beside the exhaustive search, and for all discards beside one by one.

Run: python benchmarks/solver.py [--hands 2000] [--seed 7]
"""

from __future__ import annotations

import argparse
import platform
import random
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

SOURCE: Final = Path(__file__).parents[1] / "src"
sys.path.insert(0, str(SOURCE))

from continental.cards import JOKER, Cards, Pack, as_hand, without  # noqa: E402
from continental.hands.worth import worth  # noqa: E402
from continental.melds import arrange, discard_values, least_by_jokers  # noqa: E402
from continental.rules.load import load  # noqa: E402
from continental.testing import every_arrangement  # noqa: E402

VALUES: Final = (15, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)


def deal(hands: int, size: int, jokers: int, dice: random.Random) -> list[Cards]:
    """Return random hands of `size` cards, out of two decks with `jokers` jokers."""
    pack = Pack(2, jokers).cards()
    return [as_hand(dice.sample(pack, size)) for _ in range(hands)]


def hands_with(hands: int, size: int, jokers: int, dice: random.Random) -> list[Cards]:
    """Return random hands that hold exactly `jokers` jokers."""
    pack = Pack(2, 0).cards()
    return [as_hand((*dice.sample(pack, size - jokers), *(JOKER,) * jokers)) for _ in range(hands)]


def micros(ask: Callable[[Cards], object], hands: Sequence[Cards], *, times: int) -> float:
    """Return the microseconds of processor time a hand, the best of `times` rounds over all of them."""
    best = float("inf")
    for _ in range(times):
        begun = time.process_time()
        for hand in hands:
            ask(hand)
        best = min(best, time.process_time() - begun)
    return best / len(hands) * 1e6


def solve(hand: Cards) -> object:
    return least_by_jokers(hand, VALUES)


def throw(hand: Cards) -> object:
    return discard_values(hand, VALUES)


def throw_one_by_one(hand: Cards) -> object:
    return [least_by_jokers(without(hand, (card,)), VALUES) for card in set(hand)]


def lay_out(hand: Cards) -> object:
    return arrange(hand, 0, VALUES)


def search(hand: Cards) -> object:
    return every_arrangement.least_by_jokers(hand, VALUES)


FREE: Final = load("house", {"count_choice": "free", "joker_value": "any_number"})


def count_freely(hand: Cards) -> object:
    return FREE.count.choices(hand, VALUES, FREE.grammar)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--hands", type=int, default=2000)
    asked.add_argument("--seed", type=int, default=7)
    told = asked.parse_args()
    dice = random.Random(told.seed)
    tens, elevens = (deal(told.hands, size, 5, dice) for size in (10, 11))

    print(f"{platform.python_implementation()} {platform.python_version()}, {platform.machine()}, {processor()}")
    print(f"{told.hands} hands from two decks and five jokers, seed {told.seed}; microseconds of processor time a hand")
    cold = micros(solve, tens, times=1)
    warm = micros(solve, tens, times=9)
    slow = micros(search, tens[:100], times=1)
    print(f"ten cards, cold             {cold:10.1f}")
    print(f"ten cards, warm             {warm:10.1f}")
    print(f"ten cards, exhaustive       {slow:10.1f}   {slow / warm:8.0f} times warm")
    for jokers in range(5):
        drawn = hands_with(300, 10, jokers, dice)
        micros(solve, drawn, times=1)
        print(f"  with {jokers} jokers, warm       {micros(solve, drawn, times=5):10.1f}")
    micros(throw, elevens, times=1)
    at_once, each = micros(throw, elevens, times=9), micros(throw_one_by_one, elevens, times=9)
    print(f"eleven cards, all discards  {at_once:10.1f}")
    print(f"eleven cards, one by one    {each:10.1f}   {each / at_once:8.1f} times all at once")
    print(f"one arrangement             {micros(lay_out, tens, times=2):10.1f}")
    house = load("house")
    print(f"the worth of eleven cards   {micros(lambda hand: worth(house, hand, 0), elevens, times=2):10.1f}")
    for jokers in (1, 4, 7):
        drawn = hands_with(200, 10, jokers, dice)
        print(f"free counts, any number, {jokers} jokers {micros(count_freely, drawn, times=1):10.1f}")


def processor() -> str:
    """Return the machine's name for its processor, as far as it tells."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or "processor not told"


if __name__ == "__main__":
    main()
