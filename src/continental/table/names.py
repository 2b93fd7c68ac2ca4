"""The names that people go by at a table."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

from continental.table.refusal import TableRefused

LONGEST_NAME: Final = 20
BOT_PEOPLE: Final = ("Ines", "Kit", "Lou", "Mab", "Nell", "Otto", "Pia")
"""The names of bots, one more than there are seats, so that a person may share one of them."""

_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_JOINERS: Final = frozenset("\u200c\u200d")  # some scripts and signs need them inside a name


def check_name(text: str, taken: Iterable[str]) -> str:
    """Return the name in one spelling (NFC, single spaces).

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
    """Return whether a sign shows on paper, or joins others that do."""
    return unicodedata.category(letter) not in _UNSEEN or letter in _JOINERS


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold().replace("\u200c", "").replace("\u200d", "")


def bot_person(taken: Iterable[str]) -> str:
    """Return a name for a bot that nobody at the table has."""
    folded = set(map(_folded, taken))
    return next(name for name in BOT_PEOPLE if _folded(name) not in folded)
