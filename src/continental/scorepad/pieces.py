"""The phrases that fill the slots of the pad's refusals, each with its code: places in a text, and the values wanted there."""

from __future__ import annotations

from typing import Final

from continental.play.saying import Said, say
from continental.words import part

PAD_PIECES: Final = part("pieces", "pad")


def piece(code: str, **given: object) -> Said:
    """Return the piece of that code, filled in."""
    return say(PAD_PIECES, code, given)
