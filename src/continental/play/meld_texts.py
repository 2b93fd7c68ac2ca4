"""Read and write a meld as the texts of its cards in order, the form that acts have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from continental.cards import JOKER, parse_card, rank_of
from continental.codec import Length, Parsed, Text
from continental.melds import Meld, MeldError


def read_meld(texts: Sequence[str]) -> Meld:
    """Return the meld of its cards' texts in order: `9H`, `JK=TH` for a joker with its part, `JK` for one whose part is open.

    An open joker stands for a joker in the meld. The rules say if it is a meld at all. Raises CardError for a text that is
    no card, and MeldError if a card stands for a joker.
    """
    cards, parts = [], []
    for text in texts:
        card, _, part = text.partition("=")
        cards.append(parse_card(card))
        parts.append(parse_card(part) if part else cards[-1])
        if parts[-1] == JOKER and cards[-1] != JOKER:
            raise MeldError("no card stands for a joker")
    ranks = {rank_of(part) for part in parts if part != JOKER}
    return Meld("set" if len(ranks) <= 1 else "run", tuple(cards), tuple(parts))


MeldTexts = Annotated[Meld, Parsed(read_meld, Meld.texts, form=Annotated[tuple[Annotated[str, Text(8)], ...], Length(1, 30)])]
"""A meld that is written as a list of texts."""
