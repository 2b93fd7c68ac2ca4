"""The make-up of packs, by the number of starters and, if packs grow, by the deal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from continental.cards import Pack
from continental.codec import Length, Span

Decks = Annotated[int, Span(1, 20)]
Some = Annotated[int, Span(0, 40)]


@dataclass(frozen=True, slots=True)
class StarterPacks:
    """The same decks at every player count, and a few more jokers than starters, for the whole match (house 1.1 to 1.3)."""

    decks: Decks
    more_jokers_than_starters: Annotated[int, Span(-1, 40)]

    def pack_for(self, players: int, deal: int) -> Pack:
        return Pack(self.decks, players + self.more_jokers_than_starters)


@dataclass(frozen=True, slots=True)
class PackRow:
    """Packs for the player counts from `players[0]` to `players[1]`: decks by deal (the last one goes on)."""

    players: Annotated[tuple[int, ...], Length(2, 2)]
    decks: Annotated[tuple[Decks, ...], Length(1, 40)]


@dataclass(frozen=True, slots=True)
class Jokers:
    """The number of jokers: `per_deck` for each deck, and `more` (or fewer, below 0) in all.

    If `fewer_than_starters` is given, the number is that many fewer than starters instead.
    """

    per_deck: Some = 0
    more: Annotated[int, Span(-40, 40)] = 0
    fewer_than_starters: Some | None = None

    def count(self, decks: int, players: int) -> int:
        if self.fewer_than_starters is not None:
            return players - self.fewer_than_starters
        return self.per_deck * decks + self.more


@dataclass(frozen=True, slots=True)
class PackTable:
    """Decks by a table, and jokers by the decks."""

    rows: tuple[PackRow, ...]
    jokers: Jokers

    def pack_for(self, players: int, deal: int) -> Pack:
        row = next((row for row in self.rows if row.players[0] <= players <= row.players[1]), None)
        if row is None:
            raise LookupError(f"no pack for {players} players")
        decks = row.decks[min(deal, len(row.decks)) - 1]
        return Pack(decks, self.jokers.count(decks, players))


Packs = StarterPacks | PackTable
