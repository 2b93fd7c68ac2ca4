"""The parts of a contract game: how contracts go down and melds grow."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Annotated, ClassVar, Final, Literal

from continental.cards import Card, Cards
from continental.codec import Span
from continental.melds import (
    Aim,
    Contract,
    ContractRules,
    Down,
    Growth,
    Meld,
    TakeRules,
    TurnRules,
    best_down,
    lacks_jokers,
    lay_offs,
)
from continental.play.terms import Ending
from continental.rules.melding import Melding, MeldingKind

LONGEST_HAND: Final = 60
"""The most cards of a hand. A player who buys discards holds many more than were dealt."""


@dataclass(frozen=True, slots=True)
class SetLimit:
    """The most cards of a set: `per_deck` for each deck, and `more` in all."""

    per_deck: Annotated[int, Span(0, 40)]
    more: Annotated[int, Span(-40, 40)]


@dataclass(frozen=True, slots=True)
class TableRules:
    """The acts that the table allows: lay off in the turn one goes down, lay further melds down, close without a discard."""

    layoff_now: bool
    new_melds: bool
    final_discard: bool


@dataclass(frozen=True, slots=True)
class JokerTake:
    """Taking a joker from the table for the card it stands for.

    `sets`: from sets too, and not from runs alone. `replay`: free (it may stay in hand), or it must be played again at once,
    into any meld or into another run. `same_owner`: that run must be one of the player from whose meld it came. `own`: whether
    the owner of a meld may take its joker too.
    """

    sets: bool
    replay: Literal["free", "meld", "run"]
    same_owner: bool
    own: bool = True


@dataclass(frozen=True, slots=True)
class ContractPlay(Melding):
    """Melds that go down together for the deal's contract: how, the acts on the table, and whether jokers are taken."""

    melding: ContractRules
    table: TableRules
    take: JokerTake | None = None
    set_limit: SetLimit | None = None
    kind: ClassVar[MeldingKind] = "contracts"
    endings: ClassVar[tuple[Ending, ...]] = (Ending.CLOSE,)

    def most_held(self, dealt: int) -> int:
        return LONGEST_HAND

    @property
    def wild(self) -> frozenset[Card]:
        return self.melding.wild

    def turn_rules(self, *, takes: bool, slides: bool, must_throw: bool) -> TurnRules:
        """Return the rules of a turn for the solver: whether jokers are taken and moved in it, and the last card thrown."""
        take = self.take
        given = TakeRules(take.sets, take.replay, take.same_owner, take.own) if takes and take is not None else None
        return TurnRules(self.table.layoff_now, must_throw=must_throw, take=given, slides=slides)

    def melding_for(self, decks: int) -> ContractRules:
        """Return the rules for melds in a deal of `decks` decks."""
        return _limited(self.melding, self.set_limit, decks)


@lru_cache(maxsize=64)
def _limited(melding: ContractRules, limit: SetLimit | None, decks: int) -> ContractRules:
    if limit is None:
        return melding
    sets = replace(melding.grammar.sets, max_size=limit.per_deck * decks + limit.more)
    return replace(melding, grammar=replace(melding.grammar, sets=sets))


def best_way(hand: Cards, contract: Contract, melding: ContractRules, values: tuple[int, ...], *, keep_one: bool) -> Down | None:
    """Return the way to go down that leaves the fewest points in hand, or None. With `keep_one` a card must be left."""
    # Too few jokers are seen at a glance, which spares the search and its place in the cache.
    if lacks_jokers(hand, contract, melding.grammar.runs.track, melding.wild):
        return None
    return _best_way(hand, contract, melding, values, keep_one)


@lru_cache(maxsize=1 << 12)
def _best_way(hand: Cards, contract: Contract, melding: ContractRules, values: tuple[int, ...], keep_one: bool) -> Down | None:  # noqa: FBT001
    return best_down(hand, contract, melding, Aim.POINTS, values, least_left=int(keep_one))


def growths(meld: Meld, card: Card, melding: ContractRules) -> tuple[Growth, ...]:
    """Return every way to add the card to the meld, kept: offers ask the same of every card and meld at every prompt."""
    known = _known_growths(melding)
    key = (meld.as_cards, meld.cards, card)
    found = known.get(key)
    if found is None:
        if len(known) >= _MOST_GROWTHS:
            # Emptying the whole cache is rare, and cheaper than an order of use for each lookup.
            known.clear()
        found = known[key] = lay_offs(meld, card, melding)
    return found


_MOST_GROWTHS = 1 << 15


# A cache for each set of rules, so that its key need not contain the rules.
@lru_cache(maxsize=64)
def _known_growths(_melding: ContractRules) -> dict[tuple[Cards, Cards, Card], tuple[Growth, ...]]:
    return {}
