"""Why an entry on the score sheet is not accepted: a stable code and one plain sentence for each."""

from __future__ import annotations

from typing import Final

from continental.play.saying import Said, say
from continental.words import fill, part, read

SENTENCES: Final = part("refusals", "pad")


IN_HAND: Final = read("refusals")["in_hand"]
"""What stands before a sentence that is about one hand."""


class EntryRefused(Exception):
    """An entry that cannot be right; it changed nothing.

    `code` is stable and goes to programs, `sentence` says to a person what was wrong and what would be right; `hand` is the
    number of the hand that it is about, counted from 1, and 0 where it is about the match.
    """

    def __init__(self, code: str, hand: int = 0, **facts: object) -> None:
        self.code = code
        self.hand = hand
        said = say(SENTENCES, code, facts)
        self.sentence = Said(fill(IN_HAND, {"hand": hand, "said": said}), code, {"hand": hand, **said.given}) if hand else said
        super().__init__(self.sentence)
