"""The records of the search: what is asked for, the runs that are tried, and the plan that answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from continental.melds.contract import ContractRules
from continental.melds.down.sets import Filling, Sizes
from continental.melds.grammar import Meld
from continental.melds.packed import Packed
from continental.melds.reading import Ranks


class Needs(NamedTuple):
    """The sizes that a contract asks for: of runs, the longest first, and of sets, the shortest first.

    If it `grows`, cards are laid off on its melds in the same turn: runs of one suit must be apart only as they go down.
    """

    runs: Sizes
    sets: Sizes
    grows: bool


@dataclass(frozen=True, slots=True)
class Problem:
    """The question: naturals and stand-ins of a hand, the sizes of the contract's melds, and the melds on the table.

    `stand_ins` are the weights of the hand's stand-ins, the heaviest first. The contract's melds may use `own` of them.
    `weights` are by face. Each of `owed` is a stand-in that must be laid off, with the slots of the runs that may take it, or
    None if any meld may.
    """

    naturals: Packed
    stand_ins: tuple[int, ...]
    own: int
    weights: tuple[int, ...]
    needs: Needs
    table: tuple[Meld, ...]
    melding: ContractRules
    owed: tuple[frozenset[int] | None, ...] = ()


class Run(NamedTuple):
    """A run that is laid, or one of the table that grows: its suit, the ranks of its places, and how many places are new.

    The cards that lay there before begin at place `at`. `room` is how many stand-ins more fit at its ends. `filled` has a bit
    for each place with a natural, the first place lowest. It is None if every card that is held lies in its place.
    """

    suit: int
    ranks: Ranks
    at: int
    places: int
    room: int
    filled: int | None

    def new_places(self) -> list[int]:
        """Return the numbers of the new places, from low to high."""
        end = self.at + len(self.ranks) - self.places
        return [place for place in range(len(self.ranks)) if not self.at <= place < end]


class Candidate(NamedTuple):
    """A run with the cards that it wants, their weight, and the stand-ins that it needs beside them."""

    weight: int
    wants: Packed
    stand_ins: int
    run: Run


class Laid(NamedTuple):
    """One run of a plan, and the naturals that it takes."""

    run: Run
    cards: Packed


class RankSets(NamedTuple):
    """The sets of one rank in a plan: the sizes of the new ones, and how they and those on the table are filled."""

    rank: int
    sizes: Sizes
    filling: Filling


class Plan(NamedTuple):
    """A plan: the weight that goes out, the contract's runs, those on the table in their order, and the sets by rank.

    `out` of the stand-ins go out. `ends` are the slots of the runs at whose ends stand-ins that are owed must lie.
    """

    weight: int
    out: int
    runs: tuple[Laid, ...]
    sets: tuple[RankSets, ...]
    ends: tuple[int, ...]
