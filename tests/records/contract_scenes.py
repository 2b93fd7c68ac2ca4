"""Play the scenes of the contract games: the special rules of each, and matches of greedy players at several tables."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from typing import Final

from continental.bots.api import make_bot
from continental.bots.sitting import Sitting, play_match
from continental.cards import print_card
from continental.play.terms import Cents, Seat
from continental.rules.load import load
from continental.rules.tables import catalogue
from tests.records.scene import Scene, started
from tests.rules.contract_kit import (
    allow,
    buy,
    down,
    draws,
    finished,
    goes_down,
    joker,
    lay,
    leave,
    leaves,
    slide,
    table,
    takes,
    throws,
    turn,
)

MATCHES: Final = {"contract": (3, 5), "fournier": (2, 4), "seven_hands": (4, 6)}
"""The numbers of seats for which a whole match is kept, by rule set. For every other number one deal is kept."""

# --- Contract Rummy


def buying() -> Scene:
    """Seat 3 wants early what seat 1 leaves, and then seat 2, who comes first, does. All leave the next one."""
    hands = ["KH 7S 7H 7D 7C 7S 9S 9H 9C 9D", "QD"]
    scene = started(table("contract", hands, players=4, draws="2S 4D 6H 5C 8D 7C"))
    match = scene.match
    draws(match, 0)
    throws(match, 0, "KH")
    leaves(match, 1)
    match.play(buy(3))
    match.play(buy(2))
    throws(match, 1, "QD")
    leaves(match, 2)
    match.play(leave(0))
    match.play(leave(3))
    throws(match, 2)
    turn(match, 3)
    goes_down(match, 0, "7S 7H 7D 7C / 9S 9H 9D 9C")
    match.play(lay(0, "7S", 0))
    match.play(lay(0, "7C", 0))
    throws(match, 0, "2S")
    return scene


def joker_moves() -> Scene:
    """Seat 1 moves the joker of seat 0's sequence. Seat 2 takes it, plays it, and goes out."""
    hands = [
        "7H 7D 7C 4S 5S JK | 2D 9C JD QC",
        "TH TD TC 2H 3H 4H | 6S 2C KC 5D",
        "QH QD QS 3D 4D 5D | 7S 3S 8S 9D",
    ]
    scene = started(table("contract", hands, deal=2, draws="KH KS 9S", upcard="AD"))
    match = scene.match
    goes_down(match, 0, "7H 7D 7C / 4S 5S JK=6S")
    throws(match, 0, "2D")
    goes_down(match, 1, "TH TD TC / 2H 3H 4H")
    match.play(slide(1, "6S", 1, "high"))
    throws(match, 1, "KC")
    goes_down(match, 2, "QH QD QS / 3D 4D 5D")
    match.play(joker(2, "7S", 1))
    for text, end in (("8S", "high"), ("9S", "high"), ("3S", "low"), ("JK", "high")):
        match.play(lay(2, text, 1, end))
    throws(match, 2, "9D")
    return scene


def joker_out_of_turn() -> Scene:
    """If jokers may be taken out of turn, seat 0 takes the one that seat 1 goes down with."""
    hands = ["7H 7D 7C 8S 9S TS | 6S 2D 4C QC", "TH TD TC 4S 5S JK | 2C KC 8D JD", "QH QD QS QC 3D 4D 5D 6D 7D 8D"]
    scene = started(table("contract", hands, deal=2, draws="KH KS 9D", switches={"joker_take": "out_of_turn"}))
    match = scene.match
    goes_down(match, 0, "7H 7D 7C / 8S 9S TS")
    throws(match, 0, "2D")
    goes_down_asking(scene, 1, "TH TD TC / 4S 5S JK=6S")
    match.play(joker(0, "6S", 3))
    throws(match, 1, "KC")
    goes_down(match, 2, "QS QH QD QC / 3D 4D 5D 6D 7D 8D 9D")
    return scene


def last_deal() -> Scene:
    """Deal 7: thirteen cards go down at once, and the match is over."""
    hands = ["2S 3S 4S 5S 7H 8H 9H TH JD QD KD JK", "", "", "", ""]
    scene = started(table("contract", hands, deal=7, draws="AD", totals=[210, 95, 340, 180, 300]))
    goes_down(scene.match, 0, "2S 3S 4S 5S JK=6S / 7H 8H 9H TH / JD QD KD AD")
    return scene


# --- Fournier


def own_discard() -> Scene:
    """Nobody wants what seat 0 threw, and it takes it back with a penalty card."""
    scene = started(table("fournier", ["KH", "7H 7D 7C 9S 9H 9C"], players=4, draws="QD 5C", penalty="3D"))
    match = scene.match
    draws(match, 0)
    throws(match, 0, "KH")
    leaves(match, 3)
    match.play(leave(2))
    match.play(leave(1))
    match.play(buy(0))
    throws(match, 3)
    turn(match, 2)
    goes_down(match, 1, "7H 7D 7C / 9S 9H 9C")
    throws(match, 1)
    return scene


def joker_again() -> Scene:
    """Seat 0 exposes two runs, takes its joker for the card it stands for, and closes with it in the other run."""
    scene = started(table("fournier", ["4S 5S JK 7S 9H TH JH QH", ""], deal=3, draws="6S"))
    match = scene.match
    goes_down(match, 0, "4S 5S JK=6S 7S / 9H TH JH QH")
    match.play(joker(0, "6S", 0))
    match.play(lay(0, "JK", 1, "high"))
    return scene


def round_the_ace() -> Scene:
    """A run goes from queen to three by way of the ace."""
    scene = started(table("fournier", ["7H 7D 7C QS KS AS 2S", "", ""], deal=2, draws="3S"))
    goes_down(scene.match, 0, "7H 7D 7C / QS KS AS 2S")
    scene.match.play(lay(0, "3S", 1))
    return scene


# --- the seven hands


def contiguous() -> Scene:
    """Two runs of spades that follow on each other grow apart: seat 1 lays a nine on the first and an eight on the second."""
    hands = [
        "5S 6S 7S 8S 9S TS JS QS | 2D 4D KC AH",
        "2H 3H 4H 5H 2C 3C 4C 5C | 9S 8S KH QD",
        "3H 4H 5H 6H 7H 8H 9H 3D 4D 5D 6D 7D",
        "",
    ]
    scene = started(table("seven_hands", hands, deal=3, draws="JD TD 8D"))
    match = scene.match
    goes_down(match, 0, "5S 6S 7S 8S / 9S TS JS QS")
    throws(match, 0, "2D")
    goes_down(match, 1, "2H 3H 4H 5H / 2C 3C 4C 5C")
    match.play(lay(1, "9S", 0))
    match.play(lay(1, "8S", 1))
    throws(match, 1, "QD")
    goes_down(match, 2, "3H 4H 5H 6H 7H 8H 9H / 3D 4D 5D 6D 7D")
    throws(match, 2, "8D")
    return scene


def refused_buy() -> Scene:
    """If the seat in turn may refuse a buy by taking the card itself, once it does, and once it lets the card go."""
    nines = "7S 7H 7D 7C 7S 7H 9S 9H 9C 9D 9S 9H"
    scene = started(table("seven_hands", [nines], players=3, upcard="KH", switches={"buy": "refusable"}))
    match = scene.match
    leaves(match, 0)
    match.play(buy(1))
    takes(match, 0)
    throws(match, 0, "KH")
    leaves(match, 1)
    match.play(buy(2))
    match.play(allow(1))
    throws(match, 1)
    turn(match, 2)
    goes_down(match, 0, "7S 7S 7H 7H 7D 7C / 9S 9S 9H 9H 9D 9C")
    throws(match, 0)
    return scene


def turned_over() -> Scene:
    """Eight at two packs: the discards are turned over once, and when the stock is out again the hand ends."""
    scene = started(table("seven_hands", players=8, switches={"packs": "always_2"}))
    match = scene.match
    while not finished(match):
        seat = match.position.asked[0]
        draws(match, seat)
        drawn = match.position.dealing.drawn
        if drawn is not None:
            throws(match, seat, print_card(drawn))
    return scene


# --- how a scene goes on


def goes_down_asking(scene: Scene, seat: int, melds: str) -> None:
    """Draw and go down in the seat. A seat that is then asked about a joker does not answer yet."""
    draws(scene.match, seat)
    scene.match.play(down(seat, melds))


# --- greedy players


def dice_of(*names: object) -> Callable[[str], bytes]:
    """Return dice that follow from the names."""
    text = " ".join(map(str, names))
    return lambda name: hashlib.sha256(f"the golden {text}, {name}".encode()).digest()


def greedy_match(key: str, seats: int) -> Scene:
    """Play a whole match of greedy players."""
    return Scene(play_match(load(key), ["greedy"] * seats, Cents(0), dice_of(key, seats)).match)


def greedy_deal(key: str, seats: int) -> Scene:
    """Play the first deal of such a match."""
    rules, dice = load(key), dice_of(key, seats)
    bots = [make_bot("greedy", Seat(seat), rules, dice(f"bot {seat}")) for seat in range(seats)]
    sitting = Sitting.begin(rules, bots, Cents(0))
    sitting.deal(dice("deal 1"))
    sitting.play_hand()
    return Scene(sitting.match)


def played_by_bots(key: str) -> dict[str, Callable[[], Scene]]:
    """Return a match or a deal of greedy players for each number of seats."""
    least, most = load(key).players
    scenes: dict[str, Callable[[], Scene]] = {}
    for seats in range(least, most + 1):
        if seats in MATCHES.get(key, (least,)):
            scenes[f"greedy_match_of_{seats}"] = lambda seats=seats: greedy_match(key, seats)  # type: ignore[misc]
        else:
            scenes[f"greedy_deal_of_{seats}"] = lambda seats=seats: greedy_deal(key, seats)  # type: ignore[misc]
    return scenes


def named(scenes: Iterable[Callable[[], Scene]]) -> dict[str, Callable[[], Scene]]:
    """Return the scenes by name."""
    return {scene.__name__: scene for scene in scenes}


SPECIAL: Final = {
    "contract": named((buying, joker_moves, joker_out_of_turn, last_deal)),
    "fournier": named((own_discard, joker_again, round_the_ace)),
    "seven_hands": named((contiguous, refused_buy, turned_over)),
}
CONTRACT_SCENES: Final = {
    key: {**SPECIAL.get(key, {}), **played_by_bots(key)} for key in catalogue() if load(key).melding.kind == "contracts"
}
