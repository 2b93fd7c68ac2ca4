"""Times the contract games' solver: going down, the distance and laying off, on dealt hands and on hands dense in melds."""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterator
from typing import Final

from continental.cards import JOKER, Cards, Pack, as_hand, make_card
from continental.melds.contract import ContractRules, SameSuit, parse_contract
from continental.melds.distance import distance
from continental.melds.down import Aim, best_down
from continental.melds.grammar import CIRCLE, Grammar, Meld, RunRule, SetRule
from continental.melds.lay_off import best_lay_offs

VALUES: Final = (20, 5, 5, 5, 5, 5, 5, 5, 5, 10, 10, 10, 10) * 4 + (50,)
GAMES: Final = {
    "seven_hands": ContractRules(Grammar(SetRule(min_naturals=1), RunRule(min_size=4, max_size=13, min_naturals=1))),
    "fournier": ContractRules(
        Grammar(SetRule(max_size=14, min_naturals=1), RunRule(min_size=4, max_size=13, track=CIRCLE, min_naturals=1))
    ),
    "contract": ContractRules(
        Grammar(SetRule(min_naturals=1), RunRule(max_size=14, min_naturals=1)), SameSuit.NOT_CONSECUTIVE, opening_set_max=4
    ),
}
CONTRACTS: Final = ("S S", "S R", "R R", "S S S", "S S R", "S R R", "R R R", "S S R R", "S R R R", "R R R R")


def dealt(dice: random.Random, size: int, jokers: int) -> Cards:
    """So many cards out of three decks, of which so many are jokers."""
    return as_hand([*dice.sample(Pack(3, 0).cards(), size - jokers), *[JOKER] * jokers])


def dense(dice: random.Random, size: int, jokers: int) -> Cards:
    """Cards of two or three suits and neighbouring ranks, out of two decks."""
    suits = dice.sample(range(4), dice.choice((2, 3)))
    first, width = dice.randrange(13), dice.choice((6, 8, 10))
    faces = [make_card((first + step) % 13, suit) for suit in suits for step in range(width)] * 2
    return as_hand([*dice.sample(faces, min(size - jokers, len(faces))), *[JOKER] * jokers])


def hands(kind: str, dice: random.Random, many: int, most_jokers: int) -> Iterator[Cards]:
    for _ in range(many):
        size, jokers = dice.choice((13, 17, 21, 26)), dice.randint(0, most_jokers)
        yield dealt(dice, size, jokers) if kind == "dealt" else dense(dice, size, jokers)


def table_of(dice: random.Random, game: ContractRules) -> tuple[Meld, ...]:
    """Some dozen melds, as they lie on a table of six."""
    laid: list[Meld] = []
    while len(laid) < 12:
        down = best_down(dense(dice, 16, dice.randint(0, 2)), parse_contract("S R", game.grammar), game, Aim.CARDS, VALUES)
        laid.extend(down.melds if down else ())
    return tuple(laid)


def show(name: str, ask: Callable[[Cards], object], asked: list[Cards]) -> None:
    times = []
    for cards in asked:
        start = time.process_time()
        ask(cards)
        times.append(1000 * (time.process_time() - start))
    times.sort()
    p50, p99 = times[len(times) // 2], times[min(len(times) - 1, len(times) * 99 // 100)]
    print(f"| {name} | {p50:.1f} | {p99:.1f} | {times[-1]:.1f} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=100, help="hands of each kind and contract")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--jokers", type=int, default=6, help="the most jokers of a hand")
    given = parser.parse_args()
    print("| milliseconds of processor time a hand | p50 | p99 | max |\n|---|---|---|---|")
    for name, game in GAMES.items():
        for kind in ("dealt", "dense"):
            dice = random.Random(given.seed)
            asked = list(hands(kind, dice, given.hands, 2 if name == "contract" else given.jokers))
            for text in CONTRACTS:
                contract = parse_contract(text, game.grammar)
                show(
                    f"{name}, {kind}, `{text}`, best way down",
                    lambda cards, contract=contract, game=game: best_down(cards, contract, game, Aim.POINTS, VALUES),  # type: ignore[misc]
                    asked,
                )
                if len(contract.needs) < 4:
                    show(
                        f"{name}, {kind}, `{text}`, distance",
                        lambda cards, contract=contract, game=game: distance(cards, contract, game),  # type: ignore[misc]
                        asked[:50],
                    )
            table = table_of(random.Random(given.seed), game)
            few = [cards for cards in asked if cards.count(JOKER) <= 2][:50]
            show(
                f"{name}, {kind}, lay-offs on twelve melds, at most two jokers",
                lambda cards, table=table, game=game: best_lay_offs(cards, table, game, VALUES),  # type: ignore[misc]
                few,
            )


if __name__ == "__main__":
    main()
