"""Provide hands for the solver's tests: from text, or dense in melds so that the hard choices come up."""

from __future__ import annotations

from typing import Final

from hypothesis import strategies as st

from continental.cards import JOKER, Cards, as_hand, make_card, parse_cards
from continental.melds import Values

HOUSE_VALUES: Final[Values] = (15, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
AT_99: Final[Values] = (1, *HOUSE_VALUES[1:])


def hand(text: str) -> Cards:
    """Return the hand of the text, sorted."""
    return as_hand(parse_cards(text))


@st.composite
def dense_hands(draw: st.DrawFn, most: int = 11, most_jokers: int = 7) -> Cards:
    """Draw up to `most` cards out of few suits and neighbouring ranks, aces at both ends among them, two copies of each."""
    jokers = draw(st.integers(0, min(most, most_jokers)))
    suits = draw(st.lists(st.integers(0, 3), min_size=1, max_size=4, unique=True))
    first, width = draw(st.integers(0, 12)), draw(st.integers(2, 8))
    faces = [make_card((first + step) % 13, suit) for suit in suits for step in range(width)]
    copies = st.lists(st.sampled_from([*faces, *faces]), max_size=most - jokers)
    naturals = draw(copies.map(lambda cards: [card for place, card in enumerate(cards) if cards[:place].count(card) < 2]))
    return as_hand([*naturals, *[JOKER] * jokers])
