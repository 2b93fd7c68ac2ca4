"""Play the example: one prepared deal, played again by the engine, with lessons between its acts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final

from continental.codec import Plain
from continental.play.record import Record
from continental.play.terms import Seat
from continental.replay import begin_record, read_record
from continental.web.learn.past import frames_of


@dataclass(frozen=True, slots=True)
class Lesson:
    """One lesson: the number of acts of the deal before it, the key of its words, and the part of the table to look at."""

    acts: int
    says: str
    look: str


LEARNER: Final = Seat(0)
"""The seat through whose eyes the deal is seen."""

LESSONS: Final = (
    Lesson(0, "aim", ""),
    Lesson(0, "melds", "own"),
    Lesson(0, "jokers", "own"),
    Lesson(1, "draw", "stock"),
    Lesson(2, "discard", "discards"),
    Lesson(3, "watch", "discards"),
    Lesson(7, "take", "own"),
    Lesson(12, "knock", "own"),
    Lesson(14, "ready", "own"),
    Lesson(20, "close", "own"),
    Lesson(20, "continental", "said"),
    Lesson(21, "count", "seats"),
    Lesson(21, "pot", "said"),
    Lesson(22, "window", "said"),
)


@cache
def example_record() -> Record:
    """Return the prepared deal. Raises RecordError if its file breaks the rules."""
    return read_record((resources.files("continental.web") / "lessons" / "house.record").read_text("utf-8"))


def example_document() -> Plain:
    """Return the example as its page steps through it, in the form of a finished deal, with the lessons in order."""
    record = example_record()
    start = record.head.start
    assert start is not None, "the example begins in the middle of a match"
    return {
        "number": record.deals[0].number,
        "title": begin_record(record.head).rules.title,
        "ante": start.ante,
        "names": [sitter.name for sitter in record.head.sitters],
        "bots": [False for _ in record.head.sitters],
        "totals": list(start.totals),
        "out": list(start.out),
        "seats": list(range(start.players)),
        "dealer": start.dealer,
        "you": LEARNER,
        "frames": frames_of(record),
        "lessons": [{"frame": lesson.acts, "says": lesson.says, "look": lesson.look} for lesson in LESSONS],
    }
