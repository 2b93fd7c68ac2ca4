"""Time the contract games' solver: going down and the distance, for every contract of every game in the catalogue."""

from __future__ import annotations

import argparse
import gc
import random
import time
from collections.abc import Callable, Iterator
from typing import Final

from continental.cards import JOKER, Cards, Pack, as_hand, make_card, print_cards
from continental.melds import (
    Aim,
    Contract,
    ContractRules,
    Meld,
    WholeHand,
    best_down,
    distance_to,
    parse_contract,
    print_contract,
)
from continental.rules.load import load
from continental.testing.turns import best_lay_offs

VALUES: Final = (20, 5, 5, 5, 5, 5, 5, 5, 5, 10, 10, 10, 10) * 4 + (50,)
GAMES: Final = ("seven_hands", "fournier", "contract", "kalooki", "carioca", "joker_rummy")
SWITCHES: Final[dict[str, dict[str, object]]] = {"fournier": {"extension_to_16": "on"}}
DECKS: Final = 3


def dealt(dice: random.Random, size: int, jokers: int) -> Cards:
    """Return `size` cards out of three decks, `jokers` of them jokers."""
    return as_hand([*dice.sample(Pack(DECKS, 0).cards(), size - jokers), *[JOKER] * jokers])


def dense(dice: random.Random, size: int, jokers: int) -> Cards:
    """Return `size` cards of two or three suits and neighbouring ranks out of two decks, `jokers` of them jokers."""
    suits = dice.sample(range(4), dice.choice((2, 3)))
    first, width = dice.randrange(13), dice.choice((6, 8, 10))
    faces = [make_card((first + step) % 13, suit) for suit in suits for step in range(width)] * 2
    return as_hand([*dice.sample(faces, min(size - jokers, len(faces))), *[JOKER] * jokers])


def hands(kind: str, dice: random.Random, many: int) -> Iterator[Cards]:
    """Yield hands of one kind. A `large` hand is dense and has 26 cards, six of them jokers."""
    for _ in range(many):
        if kind == "large":
            yield dense(dice, 26, 6)
        else:
            size, jokers = dice.choice((13, 17, 21, 26)), dice.randint(0, 6)
            yield dealt(dice, size, jokers) if kind == "dealt" else dense(dice, size, jokers)


def contracts_of(game: str) -> tuple[ContractRules, dict[str, Contract]]:
    """Return the grammar of a game with three decks, and its contracts by their text."""
    rules = load(game, SWITCHES.get(game))
    asked = {}
    for row in rules.deals:
        assert row.contract is not None
        whole = {WholeHand.NO: "", WholeHand.ALL: " whole", WholeHand.ALL_BUT_ONE: " whole but one"}[row.contract.whole_hand]
        asked[print_contract(row.contract) + whole] = row.contract
    return rules.contract_play.melding_for(DECKS), asked


def table_of(dice: random.Random, game: ContractRules) -> tuple[Meld, ...]:
    """Return about a dozen melds, as they lie on a table of six."""
    laid: list[Meld] = []
    while len(laid) < 12:
        down = best_down(dense(dice, 16, dice.randint(0, 2)), parse_contract("S R", game.grammar), game, Aim.CARDS, VALUES)
        laid.extend(down.melds if down else ())
    return tuple(laid)


def show(name: str, ask: Callable[[Cards], object], asked: list[Cards]) -> None:
    """Print the times of one question. The garbage collector is off meanwhile, for its pauses are not the solver's."""
    times = []
    gc.collect()
    gc.disable()
    for cards in asked:
        start = time.process_time()
        ask(cards)
        times.append(1000 * (time.process_time() - start))
    gc.enable()
    times.sort()
    p50, p99 = times[len(times) // 2], times[min(len(times) - 1, len(times) * 99 // 100)]
    print(f"| {name} | {p50:.1f} | {p99:.1f} | {times[-1]:.1f} |", flush=True)


def print_answers(dice: random.Random, many: int) -> None:
    """Print the points and cards that stay, and the distance, of hands of up to sixteen cards, to compare versions by `diff`."""
    games = [
        (name, melding, text, asked) for name in GAMES for melding, found in [contracts_of(name)] for text, asked in found.items()
    ]
    for _ in range(many):
        name, melding, text, contract = dice.choice(games)
        cards = dice.choice((dealt, dense))(dice, dice.choice((8, 10, 11, 12, 13, 14, 16)), dice.randint(0, 3))
        down, away = best_down(cards, contract, melding, Aim.POINTS, VALUES), distance_to(cards, contract, melding)
        left = "-" if down is None else f"{down.points_left} in {len(down.left)}"
        print(f"{name}; {text}; {print_cards(cards)}; {left}; {away}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=100, help="hands of each kind and contract")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--games", default=",".join(GAMES), help="their keys, with commas between")
    parser.add_argument("--kinds", default="dealt,dense,large", help="kinds of hands, with commas between")
    parser.add_argument("--lay-offs", action="store_true", help="time instead laying off on twelve melds")
    parser.add_argument("--answers", type=int, default=0, help="print instead the answers for so many hands")
    given = parser.parse_args()
    if given.answers:
        print_answers(random.Random(given.seed), given.answers)
        return
    print("| milliseconds of processor time a hand | p50 | p99 | max |\n|---|---|---|---|")
    for game in given.games.split(","):
        melding, contracts = contracts_of(game)
        for kind in given.kinds.split(","):
            asked = list(hands(kind, random.Random(given.seed), given.hands))
            if given.lay_offs:
                table = table_of(random.Random(given.seed), melding)
                show(
                    f"{game}, {kind}, lay-offs on twelve melds",
                    lambda cards, table=table, melding=melding: best_lay_offs(cards, table, melding, VALUES),  # type: ignore[misc]
                    asked,
                )
                continue
            for text, contract in contracts.items():
                show(
                    f"{game}, {kind}, `{text}`, best way down",
                    lambda cards, contract=contract, melding=melding: best_down(cards, contract, melding, Aim.POINTS, VALUES),  # type: ignore[misc]
                    asked,
                )
                show(
                    f"{game}, {kind}, `{text}`, distance",
                    lambda cards, contract=contract, melding=melding: distance_to(cards, contract, melding),  # type: ignore[misc]
                    asked,
                )


if __name__ == "__main__":
    main()
