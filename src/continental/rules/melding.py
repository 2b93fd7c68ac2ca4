"""How melds are played: hidden in the hand until it is counted, or on the table by the deal's contract."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar, Literal

from continental.cards import Card
from continental.play.terms import Ending
from continental.rules.counting import CountRule
from continental.rules.values import CardValues

MeldingKind = Literal["hidden", "contracts"]


class Melding(ABC):
    """The interface of every way of melding. `kind` names the part, for tables that choose by it."""

    kind: ClassVar[MeldingKind]
    endings: ClassVar[tuple[Ending, ...]]
    """The endings that the seat in turn can declare."""

    @abstractmethod
    def most_held(self, dealt: int) -> int:
        """Return the most cards that a hand is believed to have if it was dealt `dealt`."""

    @property
    @abstractmethod
    def wild(self) -> frozenset[Card]:
        """Return the cards that are wild, other than the jokers."""


@dataclass(frozen=True, slots=True)
class HiddenHands(Melding):
    """Hands that are kept hidden. When somebody ends the deal, each counts the cards that its melds leave (house 3 to 5)."""

    values: CardValues
    count: CountRule
    kind: ClassVar[MeldingKind] = "hidden"
    endings: ClassVar[tuple[Ending, ...]] = tuple(Ending)

    def most_held(self, dealt: int) -> int:
        return dealt + 1

    @property
    def wild(self) -> frozenset[Card]:
        return frozenset()
