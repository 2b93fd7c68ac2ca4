"""Why an act is not accepted: a stable code and one plain sentence for each."""

from __future__ import annotations

from typing import Final

from continental.play.plain import Plain
from continental.play.saying import Said, print_given, say
from continental.words import part

SENTENCES: Final = part("refusals", "game")


class Refused(Exception):
    """An act that the rules do not allow; it changed nothing.

    `code` is stable and goes to programs, `sentence` says to a person what was wrong and what would be right.
    """

    def __init__(self, code: str, **facts: object) -> None:
        self.code = code
        self.facts = facts
        self.sentence = say(SENTENCES, code, facts)
        super().__init__(self.sentence)

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (self.code, self.facts)


def _rebuild(code: str, facts: dict[str, object]) -> Refused:
    return Refused(code, **facts)


def print_refusal(code: str, sentence: Said) -> Plain:
    """A refusal as plain values: its code, its sentence, and what is `given` in the sentence, if anything is."""
    given = print_given(sentence)
    return {"code": code, "sentence": str(sentence), **({"given": given} if given else {})}
