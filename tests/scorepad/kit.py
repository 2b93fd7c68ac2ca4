"""Help the pad's tests: pads from a few lines, and random hands that are possible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from continental.hands.declarations import knock_points
from continental.hands.possible_counts import largest_count, possible_counts
from continental.play.terms import Cents, Ending
from continental.rules.base import RuleSet
from continental.rules.load import load
from continental.scorepad.acts import Act, Enter
from continental.scorepad.items import Hand, PaperHand
from continental.scorepad.pad import Entry, Make, Pad, enter, open_pad
from continental.scorepad.paper import Paper
from continental.scorepad.sums import Start

NAMES = ("Ana", "Bo", "Cy", "Dan", "Eve", "Flo")


def start(players: int = 3, rules: RuleSet | None = None, **switches: Any) -> Start:
    """Return a match of `players`, at $20 if it is for money. The last of them deals first."""
    table = load("house", switches) if rules is None else rules
    return Start(table, NAMES[:players], table.scoring.stake(Cents(2000)), NAMES[players - 1])


def pad_of(players: int = 3, rules: RuleSet | None = None, **switches: Any) -> Pad:
    """Return a pad without entries."""
    return open_pad((Entry(1, 1000, "Ana", "ana", "make", Make("Friday", start(players, rules, **switches))),))


def on(pad: Pad, *acts: Act, by: str = "Ana") -> Pad:
    """Return the pad after these acts. The entry of version 7 has the id `e7`."""
    for act in acts:
        pad = enter(pad, Entry(pad.v + 1, 1000 * (pad.v + 1), by, by.lower(), f"e{pad.v + 1}", act))
    return pad


def hand(ended_by: str, ending: str = "close", **more: Any) -> PaperHand:
    """Return a hand: `hand("Ana", Bo=14, Cy=30, jokers={"Cy": 3}, buys=("Cy",))`, `hand("Ana", "knock2", …)`."""
    jokers, feeder, buys = more.pop("jokers", {}), more.pop("feeder", None), more.pop("buys", ())
    card = int(ending[-1]) if ending.startswith("knock") else None
    return PaperHand(ended_by, Ending(ending.rstrip("0123")), more, card, jokers, feeder, buys)


def entered(ended_by: str, ending: str = "close", *, declines: tuple[str, ...] = (), **more: Any) -> Enter:
    """Return the act that enters such a hand."""
    return Enter(hand(ended_by, ending, **more), declines)


def random_hand(paper: Paper, chance: Random, most: int = 60) -> tuple[PaperHand, tuple[str, ...], Paper]:
    """Return a random hand that can come next, the names that decline its offers, and the sheet after it."""
    names = [paper.names[seat] for seat in paper.standing.seats_in()]
    ender = chance.choice(names)
    ending = chance.choices(list(Ending), (5, 5, 1, 0.2))[0]
    cards = knock_points(paper.rules, paper.standing.totals[paper.seat(ender)])
    jokers: dict[str, int] = {}
    for name in names:
        jokers[name] = chance.choice((0, 0, 0, 1, 3))
        if sum(jokers.values()) > paper.pack.jokers:
            jokers[name] = 0
    counts = {name: _count(paper, name, jokers[name], chance, most) for name in names if name != ender}
    feeder = chance.choice(names) if chance.random() < 0.1 and paper.rules.chosen["feeding"] != "off" else None
    made = PaperHand(ender, ending, counts, chance.choice(cards) if ending is Ending.KNOCK else None, jokers, feeder, ())
    declines: tuple[str, ...] = ()
    while (after := paper.enter(made, declines)).standing.offer is not None:
        name = paper.names[after.standing.offer.seat]
        if chance.random() < 0.5:
            made = replace(made, buys=(*made.buys, name))
        else:
            declines = (*declines, name)
    return made, declines, after


def _count(paper: Paper, name: str, jokers: int, chance: Random, most: int) -> int:
    largest = min(most - 1, largest_count(paper.rules, jokers))
    possible = possible_counts(paper.rules, paper.standing.totals[paper.seat(name)], jokers)
    return chance.choice([count for count in sorted(possible) if count <= largest])


def random_match(
    begun: Start, chance: Random, hands: int, most: int = 60
) -> tuple[list[tuple[PaperHand, tuple[str, ...]]], Paper]:
    """Return at most `hands` hands of a random match, fewer if it is over before, and the sheet after the last."""
    paper = begun.begin()
    played: list[tuple[PaperHand, tuple[str, ...]]] = []
    while not paper.standing.is_over and len(played) < hands:
        made, declines, paper = random_hand(paper, chance, most)
        played.append((made, declines))
    return played, paper


def whats(pad: Pad) -> Sequence[Hand | object]:
    """Return the items on the pad's sheet, in order."""
    return [item.what for item in pad.sheet.items]
