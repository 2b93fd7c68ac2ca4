"""Cards, packs, and their text: a card is a face, for identical cards of two decks are interchangeable (house I10)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any, Final, NewType

from continental.words import read, say

Card = NewType("Card", int)
"""A face: suit * 13 + rank, rank 0 (ace) to 12 (king); 52 is the joker."""

Cards = tuple[Card, ...]
"""Some cards; as a hand always sorted, as a pile in order with the top card last."""

RANKS: Final = "A23456789TJQK"
SUITS: Final = "SHDC"
SUIT_SYMBOLS: Final = "♠♥♦♣"
JOKER: Final = Card(52)
FACES: Final[Cards] = tuple(Card(face) for face in range(53))


class CardError(ValueError):
    """A text that names no card; the message says which `text` and what would be right."""

    def __init__(self, text: str) -> None:
        self.text = text
        super().__init__(say(read("pieces"), "game.no_card", {"text": text}) + ".")

    def __reduce__(self) -> tuple[object, ...]:
        return CardError, (self.text,)


def rank_of(card: Card) -> int:
    """The rank, 0 (ace) to 12 (king); of a natural card only."""
    return card % 13


def suit_of(card: Card) -> int:
    """The suit, an index into `SUITS`; of a natural card only."""
    return card // 13


def make_card(rank: int, suit: int) -> Card:
    """The natural card of a rank (0 to 12) and a suit (0 to 3)."""
    return Card(suit * 13 + rank)


_TEXTS: Final = tuple(RANKS[face % 13] + SUITS[face // 13] for face in range(52)) + ("JK",)
_BY_TEXT: Final = {text: Card(face) for face, text in enumerate(_TEXTS)}
_SUIT_LETTERS: Final = str.maketrans({**dict(zip(SUIT_SYMBOLS, SUITS, strict=True)), "♤": "S", "♡": "H", "♢": "D", "♧": "C"})
_JOKER_TEXTS: Final = frozenset({"JK", "JOKER", "**", "★", "🃏"})


def parse_card(text: str) -> Card:
    """Read one card: `7S`, `10♠`, `♠10`, `th`, and `JK`, `joker` or `**` for a joker.

    Raises CardError where the text names no card.
    """
    plain = text.strip().upper().replace("\ufe0f", "").replace("\ufe0e", "")
    if plain in _JOKER_TEXTS:
        return JOKER
    plain = plain.translate(_SUIT_LETTERS).replace("10", "T")
    card = _BY_TEXT.get(plain, _BY_TEXT.get(plain[::-1]) if len(plain) == 2 else None)
    if card is None:
        raise CardError(_shown(text))
    return card


def _shown(text: str) -> str:
    return repr(text if len(text) <= 20 else text[:20] + "…")


def print_card(card: Card) -> str:
    """The card's text: rank then suit, `JK` for a joker; a number that is no face is shown as it is, for a refusal to name it."""
    return _TEXTS[card] if 0 <= card < len(_TEXTS) else f"card {card}"


def parse_cards(text: str) -> Cards:
    """Read cards divided by spaces, commas or bars, in the order given."""
    return tuple(parse_card(word) for word in re.split(r"[\s,|]+", text.strip()) if word)


def print_cards(cards: Iterable[Card]) -> str:
    """The cards' texts in the order given, divided by spaces."""
    return " ".join(_TEXTS[card] for card in cards)


def as_hand(cards: Iterable[Card]) -> Cards:
    """The cards as a hand: sorted by suit, then rank, jokers last."""
    return tuple(sorted(cards))


def without(cards: Cards, gone: Iterable[Card]) -> Cards:
    """The cards less those that go, the order kept; raises ValueError if one is not there."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack to deal from: a number of 52-card decks and of jokers (house 1.1, 1.2)."""

    decks: int
    jokers: int

    def cards(self) -> Cards:
        """Every card, in the order that shuffles start from: face by face, copies together, jokers last."""
        return tuple(face for face in FACES[:52] for _ in range(self.decks)) + (JOKER,) * self.jokers

    def census(self) -> Counter[Card]:
        """How many of each face there are."""
        return Counter(self.cards())

    def __len__(self) -> int:
        return 52 * self.decks + self.jokers


_OF_CARDS: Final = re.compile(r"\bCards?\b")


def readable_repr(self: Any) -> str:
    """Return the `repr` of a dataclass with its cards as texts: `Discard(seat=0, card=9H)`. Set it as `__repr__`."""
    shown = (f"{each.name}={_readable(getattr(self, each.name), str(each.type))}" for each in fields(self))
    return f"{type(self).__name__}({', '.join(shown)})"


def _readable(value: object, kind: str) -> str:
    # a card is an int at run time, so that the annotation alone tells it from a number
    if not _OF_CARDS.search(kind):
        return repr(value)
    if isinstance(value, tuple):
        nested = any(isinstance(each, tuple) for each in value)
        return f"({(', ' if nested else ' ').join(_readable(each, kind) for each in value)})"
    return print_card(Card(value)) if isinstance(value, int) else repr(value)
