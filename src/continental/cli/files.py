"""The file that a command reads: a path, or `-` for the standard input."""

from __future__ import annotations

import sys
from pathlib import Path

from continental.cli.say import say


class FileRefused(ValueError):
    """Tell of a file that is too long, or no text in UTF-8."""


class Unreadable(ValueError):
    """Tell in a sentence of a file that is not there or cannot be read."""


def read_text(file: str, most: int) -> str:
    """Return the text of a file of at most `most` bytes, without a byte order mark. Raises FileRefused and Unreadable."""
    try:
        if file == "-":
            read = sys.stdin.buffer.read(most + 1)
        else:
            with Path(file).open("rb") as opened:
                read = opened.read(most + 1)
    except OSError as fault:
        raise Unreadable(say("file.unreadable", file=file, fault=fault.strerror or fault)) from None
    if len(read) > most:
        raise FileRefused(say("file.too_long", most=f"{most:,}"))
    try:
        return read.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise FileRefused(say("file.no_text", place=fault.start + 1)) from None
