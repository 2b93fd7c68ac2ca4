"""The three books, and the key of a log in one of them."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""The signs of an id. Without 0 o 1 l i, which are read out and typed wrongly."""
ID_LENGTH: Final = 10
_SHOWN_OF_ID: Final = 4


class Book(StrEnum):
    """A kind of log."""

    ROOM = "room"
    PAD = "pad"
    SEASON = "season"


@dataclass(frozen=True, slots=True, order=True)
class BookKey:
    """The key of one log: its book, and its id in there."""

    book: Book
    id: str

    def __str__(self) -> str:
        """Return the book and the first signs of the id, so that no log line can hold the whole."""
        return f"{self.book} {short_id(self.id)}"


def new_id() -> str:
    """Return an id that nobody guesses: ten of 31 signs."""
    return "".join(secrets.choice(LETTERS) for _ in range(ID_LENGTH))


def is_id(text: str) -> bool:
    """Return whether the text has the form of an id."""
    return len(text) == ID_LENGTH and all(letter in LETTERS for letter in text)


def short_id(text: str) -> str:
    """Return the first signs of an id, for log lines.

    The whole id of a room or a key of a pad lets its reader in, so that no log line holds one.
    """
    return text if len(text) <= _SHOWN_OF_ID else text[:_SHOWN_OF_ID] + "…"
