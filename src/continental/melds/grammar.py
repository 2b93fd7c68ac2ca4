"""Say what a meld is, as data: rules for sets and runs, the tracks that runs walk along, and the runs that cards make."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from operator import ne
from typing import ClassVar, Final, Literal

from continental.cards import JOKER, RANKS, Card, Cards, make_card, parse_card, print_card, rank_of, suit_of
from continental.melds.packed import lacking, pack_ranks

Kind = Literal["set", "run"]

Values = tuple[int, ...]
"""Points of a natural card by its rank: thirteen whole numbers, the ace first."""


class End(StrEnum):
    """Which end of a run a card is laid at."""

    LOW = "low"
    HIGH = "high"


class MeldError(ValueError):
    """Cards, a rule or an arrangement that cannot be; the message says what was wrong and what would be right."""


@dataclass(frozen=True, slots=True)
class Track:
    """The line of ranks that a run walks along; one that `wraps` goes on from its last rank to its first.

    On a track that `repeats` a run may go round more than once, so that it holds a rank again. Raises MeldError for a letter
    that is no rank, for a wrapping track that names a rank twice, or for one that repeats and does not wrap.
    """

    ranks: str
    wraps: bool = False
    repeats: bool = False

    def __post_init__(self) -> None:
        if not self.ranks or set(self.ranks) - set(RANKS):
            raise MeldError(f"A track is a line of ranks out of {RANKS}, not {self.ranks!r}.")
        # a rank named twice would lie beside itself once the ends meet
        if self.wraps and len(set(self.ranks)) < len(self.ranks):
            raise MeldError("A track that wraps names every rank once.")
        if self.repeats and not self.wraps:
            raise MeldError("A track on which ranks come again is one that wraps.")

    def windows(self, size: int) -> Iterator[tuple[int, ...]]:
        """Yield the ranks of every stretch of `size` neighbouring places; none if the track is shorter."""
        line = tuple(map(RANKS.index, self.ranks))
        if size <= 0 or (size > len(line) and not self.repeats):
            return
        # the line written out often enough that a stretch may begin at each of its places
        around = line * (2 + size // len(line))
        for start in range(len(line) if self.wraps else len(line) - size + 1):
            yield around[start : start + size]

    def twice(self) -> tuple[int, ...]:
        """Return the ranks that the line names more than once: the ace that is low and high."""
        return tuple(rank for rank, name in enumerate(RANKS) if self.ranks.count(name) > 1)


ACE_LOW_OR_HIGH: Final = Track("A23456789TJQKA")
ACE_LOW: Final = Track("A23456789TJQK")
CIRCLE: Final = Track("A23456789TJQK", wraps=True)


@dataclass(frozen=True, slots=True)
class _Limits:
    """The limits on a kind of meld: how many cards, how many of them natural, how many jokers. None is no limit.

    `outnumbered` jokers are fewer than the naturals beside them.
    """

    kind: ClassVar[Kind]

    min_size: int = 3
    max_size: int | None = None
    min_naturals: int = 0
    max_jokers: int | None = None
    outnumbered: bool = False

    def __post_init__(self) -> None:
        if self.min_size < 1:
            raise MeldError(f"A {self.kind} needs at least one card, not {self.min_size}.")
        if self.max_size is not None and self.max_size < self.min_size:
            raise MeldError(f"A {self.kind} of at least {self.min_size} cards cannot end at {self.max_size}.")
        if self.min_naturals < 0 or (self.max_jokers is not None and self.max_jokers < 0):
            raise MeldError(f"The limits of a {self.kind} count cards: none is below zero.")

    def allows(self, naturals: int, jokers: int) -> bool:
        """Return whether a meld may be made of this number of naturals and of jokers, in any order."""
        size = naturals + jokers
        return self.min_size <= size and (self.max_size is None or size <= self.max_size) and self.is_balanced(naturals, jokers)

    def is_balanced(self, naturals: int, jokers: int) -> bool:
        """Return whether the numbers of naturals and jokers are within the limits; sizes are not looked at."""
        return (
            self.min_naturals <= naturals
            and (self.max_jokers is None or jokers <= self.max_jokers)
            and (not self.outnumbered or jokers < naturals)
        )


@dataclass(frozen=True, slots=True)
class SetRule(_Limits):
    """Cards of one rank; duplicates of a suit are fine."""

    kind: ClassVar[Kind] = "set"


@dataclass(frozen=True, slots=True)
class RunRule(_Limits):
    """Neighbours on a track in one suit, and whether two jokers may touch. No run is longer than its track."""

    kind: ClassVar[Kind] = "run"

    track: Track = ACE_LOW_OR_HIGH
    jokers_touch: bool = True


@dataclass(frozen=True, slots=True)
class Grammar:
    """The rule for sets and the rule for runs."""

    sets: SetRule = SetRule()
    runs: RunRule = RunRule()


HOUSE: Final = Grammar()
"""Sets and runs of three or more, the ace low or high and never between, jokers without limit (house 3.1 to 3.6)."""


@dataclass(frozen=True, slots=True)
class Meld:
    """A set or a run: its cards in order, and beside each the natural card that it is or, for a joker, stands for."""

    kind: Kind
    cards: Cards
    as_cards: Cards

    def texts(self) -> tuple[str, ...]:
        """Return each card's text, a joker's with its part: `9C`, `JK=9H`."""
        return tuple(
            print_card(part) if card == part else f"{print_card(card)}={print_card(part)}"
            for card, part in zip(self.cards, self.as_cards, strict=True)
        )

    def stand_ins(self) -> int:
        """Return how many of its cards, jokers or other wild ones, stand for another card."""
        return sum(map(ne, self.cards, self.as_cards))

    def jokers(self) -> int:
        """Return how many of its cards are jokers."""
        return self.cards.count(JOKER)

    def __str__(self) -> str:
        return " ".join(self.texts())

    def __repr__(self) -> str:
        return f"Meld({self})"


def parse_meld(text: str, wild: frozenset[Card] = frozenset()) -> Meld:
    """Parse a meld as it is printed: `9C JK=9H JK=9S`, a run in its order. A `wild` card may have a part too, `2S=9D`.

    The text is read as it stands, and need not be a meld of any rule set. Raises CardError for a text that names no card, and
    MeldError if a joker has no part or the parts are neither set nor run.

        parse_meld("9C JK=9H JK=9S").kind  # "set"
    """
    cards: list[Card] = []
    parts: list[Card] = []
    # a word without a part is a card that stands for itself
    for word in text.split():
        card, _, part = word.partition("=")
        cards.append(parse_card(card))
        parts.append(parse_card(part) if part else cards[-1])
        if parts[-1] == JOKER or (cards[-1] not in (JOKER, parts[-1]) and cards[-1] not in wild):
            raise MeldError(f"{word} is no part of a meld: write 9H for a natural card and JK=9H for a joker.")
    # the parts alone decide: one rank is a set, one suit a run
    if parts and len({rank_of(part) for part in parts}) == 1:
        return Meld("set", tuple(cards), tuple(parts))
    if parts and len({suit_of(part) for part in parts}) == 1:
        return Meld("run", tuple(cards), tuple(parts))
    raise MeldError("A meld is of one rank or of one suit.")


def run_readings(cards: Cards, suit: int, rule: RunRule, wild: frozenset[Card] = frozenset()) -> Iterator[Meld]:
    """Yield every run of the suit that exactly these cards make, each joker or `wild` card in each place it can take."""
    for ranks in rule.track.windows(len(cards)):
        parts = tuple(make_card(rank, suit) for rank in ranks)
        for placed in _placings(parts, Counter(cards), wild):
            stands = [card != part for card, part in zip(placed, parts, strict=True)]
            touch = any(here and after for here, after in pairwise(stands))
            if rule.allows(stands.count(False), stands.count(True)) and (rule.jokers_touch or not touch):
                yield Meld("run", placed, parts)


def _placings(parts: Cards, cards: Counter[Card], wild: frozenset[Card]) -> Iterator[Cards]:
    """Yield every way to put exactly these cards on these places, naturals on their own and wild ones anywhere."""
    if not parts:
        yield ()
        return
    here, rest = parts[0], parts[1:]
    # a natural that has no later place must lie here
    must = here not in wild and cards[here] > rest.count(here)
    for card in sorted(card for card, many in cards.items() if many):
        if card == here or (not must and (card == JOKER or card in wild)):
            for placed in _placings(rest, cards - Counter((card,)), wild):
                yield (card, *placed)


def is_meld(cards: Cards, grammar: Grammar = HOUSE) -> bool:
    """Return whether exactly these cards are one meld (house 3.1 to 3.6).

    is_meld(parse_cards("5H JK 7H"))  # True
    """
    naturals = tuple(sorted(card for card in cards if card != JOKER))
    return is_group(naturals, len(cards) - len(naturals), grammar)


@lru_cache(maxsize=1 << 16)
def is_group(naturals: Cards, jokers: int, grammar: Grammar) -> bool:
    """Return whether these naturals, at most seven of a card, are a meld with that number of jokers."""
    if grammar.sets.allows(len(naturals), jokers) and len(set(map(rank_of, naturals))) <= 1:
        return True
    # jokers alone are read in spades
    suits = set(map(suit_of, naturals)) or {0}
    if not grammar.runs.allows(len(naturals), jokers) or len(suits) > 1:
        return False
    if not grammar.runs.jokers_touch:
        return any(True for _ in run_readings((*naturals, *(JOKER,) * jokers), min(suits), grammar.runs))
    # jokers may lie anywhere: some stretch must have a place for each natural
    ranks = pack_ranks(map(rank_of, naturals))
    return any(not lacking(pack_ranks(places), ranks) for places in grammar.runs.track.windows(len(naturals) + jokers))
