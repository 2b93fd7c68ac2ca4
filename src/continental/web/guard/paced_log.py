"""Pace the log: lines that strangers cause again and again become one line, and a count each minute."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TextIO

MINUTE_S: Final = 60.0
MOST_OF_OWN: Final = 20
"""How many lines of one kind of our own faults are written within a minute. Each may name another room."""
_OWN: Final = "continental"


@dataclass(slots=True)
class _Kind:
    """The lines of one kind that were kept back since a moment: the last of them, and how many."""

    since: float
    said: int = 0
    kept_back: int = 0
    last: logging.LogRecord | None = None


class PacedLog(logging.Filter):
    """Lets the first lines of each kind pass within a minute, and counts the others.

    Lines are of one kind if they come from one logger and one sentence, whatever is filled in. Strangers can cause warnings
    of the web, and all lines of uvicorn, websockets and asyncio. One line of each such kind passes. It has no traceback
    unless it tells of a fault.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._kinds: dict[tuple[str, str], _Kind] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to write the record, and count it if not."""
        if record.levelno < logging.ERROR:
            record.exc_info = record.exc_text = None
        now, name = self._now(), (record.name, str(record.msg))
        kind = self._kinds.get(name)
        if kind is None or now - kind.since >= MINUTE_S:
            if kind is not None and kind.last is not None:
                record.msg = f"{record.getMessage().rstrip()} ({kind.kept_back} more like it since the last such line)"
                record.args = None
            kind = self._kinds[name] = _Kind(now)
        if kind.said < _most_of(record):
            kind.said += 1
            return True
        kind.kept_back, kind.last = kind.kept_back + 1, record
        return False

    def take_counts(self) -> list[logging.LogRecord]:
        """Return a line for each kind that has lines kept back and whose minute is over, and count these from nothing again."""
        now, found = self._now(), []
        for name, kind in tuple(self._kinds.items()):
            if now - kind.since < MINUTE_S:
                continue
            del self._kinds[name]
            if kind.last is not None:
                last = kind.last
                text = f"{last.getMessage().rstrip()} (the last of {kind.kept_back} more like it within a minute)"
                found.append(logging.LogRecord(last.name, last.levelno, last.pathname, last.lineno, text, None, None))
        return found


class PacedHandler(logging.StreamHandler[TextIO]):
    """Writes the log to standard error at this pace."""

    def __init__(self, pace: PacedLog | None = None) -> None:
        super().__init__()
        self._pace = pace or PacedLog()
        self.addFilter(self._pace)

    async def keep_counting(self) -> None:
        """Write the counts each minute, until cancelled."""
        while True:
            await asyncio.sleep(MINUTE_S)
            self.write_counts()

    def write_counts(self) -> None:
        """Write a line for each kind that had lines kept back within the last minute."""
        for record in self._pace.take_counts():
            self.emit(record)


def _most_of(record: logging.LogRecord) -> int:
    is_own = record.name.partition(".")[0] == _OWN
    return MOST_OF_OWN if is_own and (record.levelno >= logging.ERROR or record.name != f"{_OWN}.web") else 1
