"""List hands of every rule set to be counted: counts, endings, a card to throw, jokers held back, contracts, refusals."""

from __future__ import annotations

from typing import Any, Final

from continental.rules.tables import catalogue

HANDS: Final = (
    "9C JK JK 5H 6H 7H KS KD KH 2D",  # a knock
    "AS AS 2S 2H 3S 3D 4S 4S 5S 5S 6S",  # one card too many, or a hand of a contract game
    "4H 5H 6H 7H 8H 9H TH JH QH KH",  # nothing left
    "AS KS QS JK 2D 2H JK 9C 9D 3C",
    "10♠ th ♥7 ** 7d",
    "7S",
)
OF_DEALS: Final = (
    (1, "7S 7D 7C JK 9S 9D 9C 9H 9S KD 2C"),  # goes down, a fifth nine laid off
    (2, "7H 7D 4S 5S KD 2C 9H"),  # two cards missing
    (3, "3C 4C 5C 6C 7C 8C 9C KD"),  # runs that grow together
    (4, "7S 7D 9H 9D KC KH 2C AS AD 3H"),
    (6, "7H 7D 4S 5S KD 2C 9H TH JH 4C AS AD JK"),
    (7, "2S 3S 4S 5S 7H 8H 9H TH JD QD KD AD 7C"),  # a whole hand, but for one card
    (7, "2S 3S 4S 5S 7H 8H 9H TH JD QD KD AD JK"),
    (1000, "7S JK"),  # the last deal there is
)
REFUSED: Final = ("", "1X 7S", "7S 7S 7S 7S 7S 7S 7S", "JK JK JK JK JK JK JK JK JK", " ".join(["2C 3D 4H 5S"] * 16))

WISHES: Final[list[dict[str, Any]]] = [
    *({"rules": key, "cards": cards, "deal": deal} for key in catalogue() for cards in HANDS for deal in (1, 3)),
    *({"rules": key, "cards": cards, "deal": deal} for key in catalogue() for deal, cards in OF_DEALS),
    *({"rules": key, "cards": cards} for key in catalogue() for cards in REFUSED),
    *({"rules": "house", "cards": cards, "total": total} for cards in HANDS for total in (-20, 70, 95, 99)),
    *({"rules": "house", "cards": cards, "total": 40, "switches": {"joker_value": "any_number"}} for cards in HANDS),
    {"rules": "house", "cards": "7S", "switches": {"no_such": 1}},
    {"rules": "nowhere", "cards": "7S"},
]
