"""The file that a command reads: a path, or `-` for the standard input."""

from __future__ import annotations

import sys
from pathlib import Path


class FileRefused(ValueError):
    """A file that is too long, or no text in UTF-8; the message says which."""


class Unreadable(ValueError):
    """A file that is not there or cannot be read; the message is a sentence."""


def read_text(file: str, most: int) -> str:
    """Return the text of a file of at most `most` bytes, without a byte order mark. Raises FileRefused and Unreadable."""
    try:
        if file == "-":
            read = sys.stdin.buffer.read(most + 1)
        else:
            with Path(file).open("rb") as opened:
                read = opened.read(most + 1)
    except OSError as fault:
        raise Unreadable(f"{file} cannot be read: {fault.strerror or fault}.") from None
    if len(read) > most:
        raise FileRefused(f"it is longer than {most:,} bytes")
    try:
        return read.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise FileRefused(f"byte {fault.start + 1} is not UTF-8") from None
