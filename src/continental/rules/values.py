"""The values of cards at the count (house 5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from continental.cards import JOKER, Card, rank_of
from continental.codec import Length
from continental.melds import Values


@dataclass(frozen=True, slots=True)
class CardValues:
    """The values of cards: points by rank, ace first. `relief` applies if the switch ace_99 is on (house 5.1)."""

    by_rank: Annotated[tuple[int, ...], Length(13, 13)]
    relief_total: int | None
    relief_ace: int

    def at(self, total: int) -> Values:
        """Return the points by rank for a player whose total before the hand is `total`."""
        if total == self.relief_total:
            return (self.relief_ace, *self.by_rank[1:])
        return self.by_rank

    def of(self, card: Card, total: int) -> int:
        """Return the points of a natural card for a player whose total before the hand is `total`."""
        if card == JOKER:
            raise ValueError("a joker counts what it is called")
        return self.at(total)[rank_of(card)]
