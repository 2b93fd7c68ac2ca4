"""Answer for a hand that is given as text or as cards: the developer's door to the counting solver."""

from __future__ import annotations

from continental.cards import Cards, print_cards
from continental.hands.answer import HandAnswer, look_at_hand
from continental.hands.reading import read_hand
from continental.rules.base import RuleSet
from continental.rules.load import load


def solve(hand: str | Cards, rules: RuleSet | str = "house", *, total: int = 0, deal: int = 1) -> HandAnswer:
    """Return what a hand counts, how it melds, and what it may declare.

    `total` is the player's total before the hand. `deal` is the number of the deal, which says what a contract game asks for.
    Raises Refused if nobody can hold the cards, or if there is no such rule set.

    >>> solve("5H 6H 7H 9C 9D 9S 2C").plain()["least"]
    2
    """
    found = load(rules) if isinstance(rules, str) else rules
    text = hand if isinstance(hand, str) else print_cards(hand)
    return look_at_hand(found, read_hand(found, text, deal), total, deal)
