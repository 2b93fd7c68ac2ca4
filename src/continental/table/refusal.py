"""Why the table does not do as asked: a stable code and one plain sentence for each, beside those of the game itself."""

from __future__ import annotations

from typing import Final

from continental.play.refusal import Refused
from continental.play.saying import say
from continental.words import part

TABLE_SENTENCES: Final = part("refusals", "table")


class TableRefused(Refused):
    """What the table does not do; it changed nothing. `code` is stable, `sentence` is for a person."""

    def __init__(self, code: str, **facts: object) -> None:
        self.code = code
        self.facts = facts
        self.sentence = say(TABLE_SENTENCES, code, facts)
        Exception.__init__(self, self.sentence)

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (self.code, self.facts)


def _rebuild(code: str, facts: dict[str, object]) -> TableRefused:
    return TableRefused(code, **facts)
