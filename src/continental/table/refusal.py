"""Give each reason why the table does not do as asked a stable code and one plain sentence."""

from __future__ import annotations

from typing import Final

from continental.play.refusal import Refused
from continental.words import part

TABLE_SENTENCES: Final = part("refusals", "table")


class TableRefused(Refused):
    """A request that the table does not carry out."""

    sentences = TABLE_SENTENCES
