"""Give each reason why an entry on the score sheet is refused a stable code and one plain sentence."""

from __future__ import annotations

from typing import Final

from continental.play.refusal import Refused
from continental.play.saying import Said
from continental.words import fill, part, read

SENTENCES: Final = part("refusals", "pad")

IN_HAND: Final = read("refusals")["in_hand"]
"""The frame of a sentence that is about one hand."""


class EntryRefused(Refused):
    """An entry that cannot be right.

    `hand` is the number of the hand that the refusal is about, counted from 1, or 0 if it is about the match.
    """

    sentences = SENTENCES

    def __init__(self, code: str, hand: int = 0, **facts: object) -> None:
        super().__init__(code, **facts)
        self.hand = hand
        if hand:
            said = self.sentence
            self.sentence = Said(fill(IN_HAND, {"hand": hand, "said": said}), code, {"hand": hand, **said.given})
            self.args = (self.sentence,)

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (self.code, self.hand, self.facts)


def _rebuild(code: str, hand: int, facts: dict[str, object]) -> EntryRefused:
    return EntryRefused(code, hand, **facts)
