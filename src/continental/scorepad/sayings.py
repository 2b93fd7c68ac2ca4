"""Every sentence about a pad, by its code: items, the trail, undo, ways to go on, and why money moved."""

from __future__ import annotations

import re
from typing import Final

from continental.play.saying import Said, say
from continental.words import fill, read

SAYINGS: Final = read("sayings")


_UNNAMED: Final = re.compile(fill(SAYINGS["writer"], {"number": r"(\d{1,6})"}))


def writer(number: int) -> Said:
    """Return the name of a writer who gave none."""
    return told("writer", number=number)


def said_writer(name: str) -> str:
    """Return a writer's name. The name of one who gave none is translated to the reader's language."""
    found = _UNNAMED.fullmatch(name)
    return writer(int(found[1])) if found else name


def told(code: str, **given: object) -> Said:
    """Return the pad's sentence of that code, filled in."""
    return say(SAYINGS, code, given)
