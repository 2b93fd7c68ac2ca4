"""How contracts go down and melds grow: the parts of a contract game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from continental.melds.contract import ContractRules


@dataclass(frozen=True, slots=True)
class SetLimit:
    """The most cards of a set: so many for each deck, and a few more."""

    per_deck: int
    more: int


@dataclass(frozen=True, slots=True)
class TableRules:
    """What may be done on the table: lay off in the turn one goes down, lay further melds down, close without a discard."""

    layoff_now: bool
    new_melds: bool
    final_discard: bool


@dataclass(frozen=True, slots=True)
class JokerTake:
    """Taking a joker from the table for the card it stands for.

    `sets`: from sets too, and not from runs alone. `replay`: it must be played again in the same turn, into another run.
    `same_owner`: that run must be one of the player from whose run it came.
    """

    sets: bool
    replay: bool
    same_owner: bool


@dataclass(frozen=True, slots=True)
class ContractPlay:
    """A contract game's parts: how melds go down together, what the table allows, whether jokers are taken."""

    melding: ContractRules
    table: TableRules
    take: JokerTake | None = None
    set_limit: SetLimit | None = None

    def melding_for(self, decks: int) -> ContractRules:
        """The rules for melds in a deal of so many decks."""
        return _limited(self.melding, self.set_limit, decks)


@lru_cache(maxsize=64)
def _limited(melding: ContractRules, limit: SetLimit | None, decks: int) -> ContractRules:
    if limit is None:
        return melding
    sets = replace(melding.grammar.sets, max_size=limit.per_deck * decks + limit.more)
    return replace(melding, grammar=replace(melding.grammar, sets=sets))
