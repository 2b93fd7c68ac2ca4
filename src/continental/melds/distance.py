"""How far a hand is from a contract: the least number of cards that must still be drawn to go down."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement

from continental.cards import FACES, JOKER, Card, Cards, as_hand
from continental.melds.contract import Contract, ContractRules
from continental.melds.ways import ways_down


def distance(hand: Cards, contract: Contract, melding: ContractRules, unseen: Counter[Card] | None = None) -> int:
    """The least number of cards that must be drawn to go down: 0 where the hand can go down as it is."""
    pool = Counter({face: contract.cards for face in (*FACES[:52], JOKER)}) if unseen is None else unseen
    for many in range(contract.cards + 1):
        for drawn in combinations_with_replacement(sorted(pool), many):
            if not Counter(drawn) - pool and any(True for _ in ways_down(as_hand((*hand, *drawn)), contract, melding)):
                return many
    return contract.cards
