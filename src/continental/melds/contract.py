"""Contracts as data: the melds that a deal asks for, and the limits on melds that go down together."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from continental.cards import Card
from continental.melds.grammar import Grammar, Kind, MeldError


@dataclass(frozen=True, slots=True, order=True)
class Need:
    """One meld that a contract asks for: a set or a run of at least `size` cards."""

    kind: Kind
    size: int


class WholeHand(StrEnum):
    """Whether a contract takes the whole hand, and whether a card is kept to throw."""

    NO = "no"
    ALL = "all"
    ALL_BUT_ONE = "all_but_one"


@dataclass(frozen=True, slots=True)
class Contract:
    """The melds that must go down in one act: exactly these, each at least that long, and perhaps the whole hand with them."""

    needs: tuple[Need, ...]
    whole_hand: WholeHand = WholeHand.NO

    def count(self, kind: Kind) -> int:
        """Return the number of melds of the kind."""
        return sum(need.kind == kind for need in self.needs)

    @property
    def cards(self) -> int:
        """Return the least number of cards that it takes."""
        return sum(need.size for need in self.needs)


class SameSuit(StrEnum):
    """The rule for two runs of one suit that go down together."""

    FREE = "free"  # they may touch, overlap and be the same
    NOT_CONSECUTIVE = "not_consecutive"  # they may not be read as one run; overlapping ones cannot be
    GAP = "gap"  # a rank lies between them
    DIFFERENT = "different"  # there is one run of a suit


@dataclass(frozen=True, slots=True)
class ContractRules:
    """The grammar of a contract game, and the limits on melds that go down together.

    `opening_set_max`: the most cards of a set as it goes down (None: the grammar's own limit). `wild`: cards other than
    jokers that may stand for any card; such a card may also be what it is.
    """

    grammar: Grammar
    same_suit: SameSuit = SameSuit.FREE
    opening_set_max: int | None = None
    wild: frozenset[Card] = frozenset()


_NEED = re.compile(r"([SR])(\d{1,2})?")


def parse_contract(text: str, grammar: Grammar, whole_hand: WholeHand = WholeHand.NO) -> Contract:
    """Read a contract: `S S R` asks for two sets and a run of the grammar's least sizes, `S R7` for a run of seven.

    Raises MeldError for a text of another form, or a size below the grammar's.

        parse_contract("S R7", grammar).needs  # a set of three and a run of seven
    """
    needs = []
    for word in text.split():
        match = _NEED.fullmatch(word)
        if match is None:
            raise MeldError(f"{word!r} is no part of a contract: write S for a set, R for a run, R7 for a run of seven.")
        kind: Kind = "set" if match[1] == "S" else "run"
        least = grammar.sets.min_size if kind == "set" else grammar.runs.min_size
        # a letter alone asks for the grammar's least size
        size = int(match[2]) if match[2] else least
        if size < least:
            raise MeldError(f"{word!r}: a {kind} has at least {least} cards.")
        needs.append(Need(kind, size))
    if not needs:
        raise MeldError("A contract asks for at least one meld.")
    return Contract(tuple(needs), whole_hand)


def print_contract(contract: Contract) -> str:
    """Return the contract as it is read, sizes written out: `S3 S3 R4`.

    print_contract(parse_contract("S R", grammar))  # "S3 R4"
    """
    return " ".join(f"{'S' if need.kind == 'set' else 'R'}{need.size}" for need in contract.needs)
