"""Print lines for a person: at a terminal with suits, colour and lines that end between words; to a pipe plain, as they are."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Collection, Iterable
from typing import Final, TextIO

from continental.cards import SUIT_SYMBOLS, SUITS

_CARD: Final = re.compile(r"(?<![\w$.'’])(?:([2-9TJQKA])([SHDC])|JK)(?![\w'’])(?!\.\w)")
_SYMBOLS: Final = dict(zip(SUITS, SUIT_SYMBOLS, strict=True))
_RED, _YELLOW, _BOLD, _PLAIN = "\033[31m", "\033[33m", "\033[1m", "\033[0m"
_HEADING: Final = ("***", "— Deal")
_NARROWEST: Final = 20


class Screen:
    """The output of a command. `names` are words that look like cards and are none, such as a player called AS."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._names: Collection[str] = {word for name in names for word in name.split()}

    @property
    def is_terminal(self) -> bool:
        """Whether a person reads at a terminal."""
        return sys.stdout.isatty()

    def say(self, lines: Iterable[str], *, end: str = "\n", has_cards: bool = True) -> None:
        """Print lines; a terminal that cannot show a letter shows a question mark.

        Without `has_cards` cards stay as they are typed, as help shows them.
        """
        out = sys.stdout
        encoding = out.encoding or "utf-8"
        for text in lines:
            shown = self._dressed(text, out, has_cards=has_cards) if out.isatty() else text
            print(shown.encode(encoding, "replace").decode(encoding), end=end, file=out)
        out.flush()

    def _dressed(self, text: str, out: TextIO, *, has_cards: bool) -> str:
        wrapped = "\n".join(piece for line in text.split("\n") for piece in wrap(line, width()))
        if not has_cards:
            return wrapped
        symbols, colours = shows_suits(out.encoding), shows_colour()

        def card(found: re.Match[str]) -> str:
            if found[0] in self._names:
                return found[0]
            rank, suit = found[1], found[2]
            shown = f"{rank}{_SYMBOLS[suit]}" if symbols and suit else found[0]
            colour = _YELLOW if suit is None else _RED if suit in "HD" else ""
            return f"{colour}{shown}{_PLAIN}" if colours and colour else shown

        if colours and wrapped.startswith(_HEADING):
            return f"{_BOLD}{_CARD.sub(card, wrapped).replace(_PLAIN, _PLAIN + _BOLD)}{_PLAIN}"
        return _CARD.sub(card, wrapped)


def complain(sentence: object) -> None:
    """Say on the standard error what was wrong; at a terminal the lines end between words."""
    lines = wrap(str(sentence), width()) if sys.stderr.isatty() else [str(sentence)]
    print(*lines, sep="\n", file=sys.stderr)


def shows_suits(encoding: str | None) -> bool:
    """Whether text in this encoding can say ♠♥♦♣."""
    try:
        SUIT_SYMBOLS.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def shows_colour() -> bool:
    """Whether the terminal may be sent colours: NO_COLOR is unset or empty, and TERM names one that is not dumb."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM", "dumb") not in ("", "dumb")


def width() -> int:
    """The terminal's width in letters: COLUMNS if it is set, or what the terminal says, or 80."""
    told = os.environ.get("COLUMNS", "")
    if told.isascii() and told.isdecimal() and int(told[:6]) > 0:
        return max(_NARROWEST, int(told[:6]))
    try:
        return max(_NARROWEST, os.get_terminal_size(sys.stdout.fileno()).columns or 80)
    except (OSError, ValueError, AttributeError):
        return 80


def wrap(line: str, most: int) -> list[str]:
    """Break a line between words, and within a word only if the word alone is longer; further lines are indented as the first."""
    if len(line) <= most:
        return [line]
    indent = " " * min(len(line) - len(line.lstrip(" ")) + 2, most // 2)
    lines, left = [], line
    while len(left) > most:
        least = len(left) - len(left.lstrip(" ")) + 1
        cut = left.rfind(" ", least, most + 1)
        if cut < 0:
            cut = most
        lines.append(left[:cut].rstrip(" "))
        rest = left[cut:].lstrip(" ")
        # the blank after a prompt stays
        left = indent + rest if rest else ""
    return [*lines, left] if left else lines
