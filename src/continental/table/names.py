"""The names that people go by at a table, and the link of a room."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Iterable
from typing import Final

from continental.table.ports import RoomId
from continental.table.refusal import TableRefused

LONGEST_NAME: Final = 20
BOT_PEOPLE: Final = ("Ines", "Kit", "Lou", "Mab", "Nell", "Otto", "Pia")
"""What bots are called; one more than there are seats, so that a person may share one of them."""

_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"  # without 0 o 1 l i, which are read out and typed wrongly
_ID_LENGTH: Final = 10
_SHOWN_OF_ID: Final = 4
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_JOINERS: Final = frozenset("\u200c\u200d")  # some scripts and signs need them inside a name


def new_room_id() -> RoomId:
    """A link that nobody guesses: ten of 31 signs."""
    return RoomId("".join(secrets.choice(_LETTERS) for _ in range(_ID_LENGTH)))


def is_room_id(text: str) -> bool:
    """Whether the text has the form of a room's link."""
    return len(text) == _ID_LENGTH and all(letter in _LETTERS for letter in text)


def short_id(text: str) -> str:
    """Return the first signs of an id, for log lines.

    The whole id of a room or a key of a pad lets its reader in, so that no log line holds one.
    """
    return text if len(text) <= _SHOWN_OF_ID else text[:_SHOWN_OF_ID] + "…"


def check_name(text: str, taken: Iterable[str]) -> str:
    """The name in one spelling (NFC, single spaces).

    Raises TableRefused for no name, one of more than 20 characters, one with signs that nobody sees, or one taken, case aside.
    """
    if len(text) > 200:
        raise TableRefused("bad_name")
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not 1 <= len(name) <= LONGEST_NAME or any(not is_seen(letter) for letter in name):
        raise TableRefused("bad_name")
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in name):
        raise TableRefused("bad_name")
    if _folded(name) in map(_folded, taken):
        raise TableRefused("name_taken", name=name)
    return name


def is_seen(letter: str) -> bool:
    """Whether a sign shows on paper, or joins others that do."""
    return unicodedata.category(letter) not in _UNSEEN or letter in _JOINERS


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold().replace("\u200c", "").replace("\u200d", "")


def bot_person(taken: Iterable[str]) -> str:
    """A name for a bot that nobody at the table has."""
    folded = set(map(_folded, taken))
    return next(name for name in BOT_PEOPLE if _folded(name) not in folded)
