"""What fills the slots of the pad's refusals and is no value, each with its code: where something stands, what it should be."""

from __future__ import annotations

from typing import Final

from continental.play.saying import Said, say
from continental.words import part

PAD_PIECES: Final = part("pieces", "pad")


def piece(code: str, **given: object) -> Said:
    """The piece of that code, filled in."""
    return say(PAD_PIECES, code, given)
