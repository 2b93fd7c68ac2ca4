"""Give each reason why an act is not accepted a stable code and one plain sentence."""

from __future__ import annotations

from typing import ClassVar, Final

from continental.codec import Plain
from continental.play.saying import Said, print_given, say
from continental.words import Texts, part

SENTENCES: Final = part("refusals", "game")


class Refused(Exception):
    """Something that is not done: an act, a request, an entry, a rule set. It changed nothing.

    `code` is stable and goes to programs. `sentence` says to a person what was wrong and what would be right. The table and the
    pad have classes of their own below this one, which only name other `sentences`.
    """

    sentences: ClassVar[Texts] = SENTENCES

    def __init__(self, code: str, **facts: object) -> None:
        self.code = code
        self.facts = facts
        self.sentence = say(self.sentences, code, facts)
        super().__init__(self.sentence)

    def __reduce__(self) -> tuple[object, ...]:
        # An exception is pickled by its arguments, and one that is made of a sentence could not be made again.
        return _rebuild, (type(self), self.code, self.facts)


def _rebuild(kind: type[Refused], code: str, facts: dict[str, object]) -> Refused:
    return kind(code, **facts)


def print_refusal(code: str, sentence: Said) -> Plain:
    """Return a refusal as plain values: its code, its sentence, and the values that fill the sentence's slots, if it has any."""
    given = print_given(sentence)
    return {"code": code, "sentence": str(sentence), **({"given": given} if given else {})}
