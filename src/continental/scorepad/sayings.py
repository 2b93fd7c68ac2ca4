"""Every sentence in which a pad is told, by its code: items, the trail, what undo takes back, ways on, why money moved."""

from __future__ import annotations

import re
from typing import Final

from continental.play.saying import Said, say
from continental.words import fill, read

SAYINGS: Final = read("sayings")


_UNNAMED: Final = re.compile(fill(SAYINGS["writer"], {"number": r"(\d{1,6})"}))


def writer(number: int) -> Said:
    """What a writer is called who gave no name."""
    return told("writer", number=number)


def said_writer(name: str) -> str:
    """A writer's name; one that nobody gave is said in the reader's language."""
    found = _UNNAMED.fullmatch(name)
    return writer(int(found[1])) if found else name


def told(code: str, **given: object) -> Said:
    """The pad's sentence of that code, filled in."""
    return say(SAYINGS, code, given)
