"""Provide rules of contract games and hands for their solver's tests."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from hypothesis import strategies as st

from continental.cards import JOKER, Card, Cards, as_hand, make_card, parse_cards
from continental.melds import (
    CIRCLE,
    Contract,
    ContractRules,
    Grammar,
    RunRule,
    SameSuit,
    SetRule,
    Track,
    WholeHand,
    parse_contract,
)

SEVEN_HANDS: Final = ContractRules(Grammar(SetRule(min_naturals=1), RunRule(min_size=4, max_size=13, min_naturals=1)))
FOURNIER: Final = ContractRules(
    Grammar(SetRule(max_size=10, min_naturals=1), RunRule(min_size=4, max_size=13, track=CIRCLE, min_naturals=1))
)
CONTRACT: Final = ContractRules(
    Grammar(SetRule(min_naturals=1), RunRule(max_size=14, min_naturals=1)), SameSuit.NOT_CONSECUTIVE, opening_set_max=4
)
GAP: Final = replace(CONTRACT, same_suit=SameSuit.GAP)
DIFFERENT: Final = replace(CONTRACT, same_suit=SameSuit.DIFFERENT)
RED_ACES: Final = replace(SEVEN_HANDS, wild=frozenset(parse_cards("AH AD")))
DEUCES: Final = replace(CONTRACT, wild=frozenset(parse_cards("2S 2H 2D 2C")))
OUTNUMBERED: Final = ContractRules(
    Grammar(SetRule(outnumbered=True), RunRule(min_size=4, max_size=13, outnumbered=True, jokers_touch=False))
)
APART: Final = ContractRules(Grammar(SetRule(min_naturals=1), RunRule(min_size=4, min_naturals=1, jokers_touch=False)))
ONE_JOKER: Final = ContractRules(Grammar(SetRule(max_jokers=1), RunRule(min_size=4, track=CIRCLE, max_jokers=1)))
ROUND: Final = replace(
    FOURNIER,
    grammar=replace(
        FOURNIER.grammar, runs=RunRule(min_size=4, track=Track("A23456789TJQK", wraps=True, repeats=True), min_naturals=1)
    ),
)
JOKERS_ALONE: Final = ContractRules(Grammar())

ALL: Final = {
    "seven_hands": SEVEN_HANDS,
    "fournier": FOURNIER,
    "contract": CONTRACT,
    "gap": GAP,
    "different": DIFFERENT,
    "red_aces": RED_ACES,
    "deuces": DEUCES,
    "outnumbered": OUTNUMBERED,
    "apart": APART,
    "one_joker": ONE_JOKER,
    "round": ROUND,
    "jokers_alone": JOKERS_ALONE,
}

VALUES: Final = (20, 5, 5, 5, 5, 5, 5, 5, 5, 10, 10, 10, 10) * 4 + (50,)
PIPS: Final = (15, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10) * 4 + (15,)
RED_VALUES: Final = tuple(30 if face in parse_cards("AH AD") else value for face, value in enumerate(PIPS))


def contract(text: str, melding: ContractRules = SEVEN_HANDS, whole_hand: WholeHand = WholeHand.NO) -> Contract:
    """Return the contract that the text asks for."""
    return parse_contract(text, melding.grammar, whole_hand)


@st.composite
def meld_dense(draw: st.DrawFn, most: int = 10, most_jokers: int = 3, special: Cards = ()) -> Cards:
    """Draw a hand out of few suits and neighbouring ranks, two copies of each, with jokers and some special cards."""
    jokers = draw(st.integers(0, most_jokers))
    suits = draw(st.lists(st.integers(0, 3), min_size=1, max_size=3, unique=True))
    first, width = draw(st.integers(0, 12)), draw(st.integers(2, 8))
    faces = [make_card((first + step) % 13, suit) for suit in suits for step in range(width)]
    cards = draw(st.lists(st.sampled_from([*faces, *faces, *special]), max_size=most - jokers))
    held: list[Card] = [card for place, card in enumerate(cards) if cards[:place].count(card) < 2]
    return as_hand([*held, *[JOKER] * jokers])
