"""What people say to each other at a table: ready phrases and short lines, cleaned, at a pace that others can stand."""

from __future__ import annotations

import unicodedata
from collections import deque
from typing import Final

from continental.play.terms import Seat
from continental.table.names import is_seen
from continental.table.ports import Millis
from continental.table.refusal import TableRefused

PHRASES: Final = (
    "hello",
    "good_luck",
    "well_played",
    "thanks",
    "sorry",
    "one_moment",
    "your_turn",
    "unlucky",
    "good_game",
    "goodbye",
)
"""The ready phrases by their ids; the words are the page's, in the reader's language."""

CHAT: Final = ("on", "phrases", "off")
"""What a table may agree: everything may be said, ready phrases alone, or nothing."""
LONGEST_TEXT: Final = 200
KEPT_LINES: Final = 100
"""How many lines of a room are kept; older ones are forgotten."""
LINES_IN_A_ROW: Final = 5
ROW_MS: Final = 10_000
"""A seat says at most so many lines within such a time."""


def clean_text(text: str) -> str:
    """The line in one spelling (NFC, single spaces), without what nobody sees; raises TableRefused for nothing, or too much."""
    if len(text) > 10 * LONGEST_TEXT:
        raise TableRefused("bad_text", most=LONGEST_TEXT)
    seen = "".join(" " if letter.isspace() else letter for letter in text if letter.isspace() or is_seen(letter))
    clean = " ".join(unicodedata.normalize("NFC", seen).split())
    if not 1 <= len(clean) <= LONGEST_TEXT or not any(unicodedata.category(letter)[0] in "LNPS" for letter in clean):
        raise TableRefused("bad_text", most=LONGEST_TEXT)
    return clean


def check_said(agreed: str, phrase: str | None, text: str | None) -> tuple[str | None, str | None]:
    """The phrase or the cleaned text, where the table allows it; raises TableRefused."""
    if agreed == "off":
        raise TableRefused("chat_off")
    if text is None:
        if phrase not in PHRASES:
            raise TableRefused("no_such_phrase", known=", ".join(PHRASES))
        return phrase, None
    if agreed == "phrases":
        raise TableRefused("phrases_only")
    return None, clean_text(text)


class ChatPace:
    """How much each seat has said lately, as far as this process heard it."""

    def __init__(self) -> None:
        self._said: dict[Seat, deque[Millis]] = {}

    def check(self, seat: Seat, now: Millis) -> None:
        """Count one more line; raises TableRefused where it is too many."""
        said = self._said.setdefault(seat, deque(maxlen=LINES_IN_A_ROW))
        if len(said) == LINES_IN_A_ROW and said[0] > now - ROW_MS:
            raise TableRefused("too_much_said", most=LINES_IN_A_ROW, seconds=ROW_MS // 1000)
        said.append(now)
