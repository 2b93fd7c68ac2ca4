"""How a deal's dice become an order of cards: a published algorithm that anybody can redo (docs/shuffle.md)."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from typing import Final

from continental.cards import Cards

DICE_BYTES: Final = 32
PACK: Final = "pack"
FIRST_DEALER: Final = "first dealer"

_WORDS: Final = 1 << 32


def rebuild_label(number: int) -> str:
    """Return the label under which the rebuilt stock of that number, from 1 in each deal, is shuffled (house 2.5)."""
    return f"rebuild {number}"


def _words(dice: bytes, label: str) -> Iterator[int]:
    if len(dice) != DICE_BYTES:
        raise ValueError(f"a deal's dice are {DICE_BYTES} bytes, not {len(dice)}")
    start = hmac.new(dice, label.encode() + b"\0", hashlib.sha256)
    counter = 0
    while True:
        block = start.copy()
        block.update(counter.to_bytes(8, "big"))
        digest = block.digest()
        for place in range(0, len(digest), 4):
            yield int.from_bytes(digest[place : place + 4], "big")
        counter += 1


def _below(words: Iterator[int], below: int) -> int:
    # words past the last whole multiple of `below` would favour the low numbers
    fair = _WORDS - _WORDS % below
    return next(word for word in words if word < fair) % below


def lot(dice: bytes, label: str, below: int) -> int:
    """Return a number from 0 to `below` - 1 that follows from the dice, each as likely as the others.

    Raises ValueError if the dice are not 32 bytes or `below` is not from 1 to 2**32.
    """
    if not 1 <= below <= _WORDS:
        raise ValueError(f"a lot is drawn among 1 to 2**32, not {below}")
    return _below(_words(dice, label), below)


def shuffled(dice: bytes, label: str, cards: Cards) -> Cards:
    """Return the cards in the order that follows from the dice; the last one is the top.

    `label` names the cards that are shuffled, so that one deal's dice make many orders. Raises ValueError if the dice
    are not 32 bytes.
    """
    words = _words(dice, label)
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        other = _below(words, last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)
