"""Chat at a table: ready phrases and short lines, cleaned and limited in pace."""

from __future__ import annotations

import unicodedata
from typing import Final

from continental.play.terms import Seat
from continental.table.names import is_seen
from continental.table.pace import Meter
from continental.table.ports import Clock
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
"""The ready phrases by their ids. The page has the words, in the reader's language."""

CHAT: Final = ("on", "phrases", "off")
"""The choices of a table: everything may be said, only ready phrases, or nothing."""
LONGEST_TEXT: Final = 200
KEPT_LINES: Final = 100
"""The most lines of a room that are kept. Older ones are forgotten."""
LINES_IN_A_ROW: Final = 5
ROW_MS: Final = 10_000
"""A seat may say `LINES_IN_A_ROW` lines at once, and as many more within this time."""


def clean_text(text: str) -> str:
    """Return the line in one spelling (NFC, single spaces), without signs that nobody sees.

    Raises TableRefused for an empty line or one that is too long.
    """
    if len(text) > 10 * LONGEST_TEXT:
        raise TableRefused("bad_text", most=LONGEST_TEXT)
    seen = "".join(" " if letter.isspace() else letter for letter in text if letter.isspace() or is_seen(letter))
    clean = " ".join(unicodedata.normalize("NFC", seen).split())
    if not 1 <= len(clean) <= LONGEST_TEXT or not any(unicodedata.category(letter)[0] in "LNPS" for letter in clean):
        raise TableRefused("bad_text", most=LONGEST_TEXT)
    return clean


def check_said(agreed: str, phrase: str | None, text: str | None) -> tuple[str | None, str | None]:
    """Return the phrase or the cleaned text if the table allows it. Raises TableRefused."""
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
    """The lines that each seat has said lately, as far as this process knows."""

    def __init__(self, clock: Clock) -> None:
        self._lines = Meter(LINES_IN_A_ROW, LINES_IN_A_ROW / ROW_MS, clock.now)

    def check(self, seat: Seat) -> None:
        """Count one more line. Raises TableRefused if it is too many."""
        if not self._lines.take(str(seat)):
            raise TableRefused("too_much_said", most=LINES_IN_A_ROW, seconds=ROW_MS // 1000)
