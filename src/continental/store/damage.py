"""Failed reads of a database: damage is told from failures that may pass, and each is logged once."""

from __future__ import annotations

import logging
import sqlite3
from typing import Final

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

_DAMAGED: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_NO_TEXT: Final = "Could not decode"
_log = logging.getLogger("continental.store")


def is_damage(error: Exception) -> bool:
    """Return whether the file itself is damaged, so that asking again does not help."""
    cause = getattr(error, "orig", None) or error
    code = getattr(cause, "sqlite_errorcode", None)
    # The low byte is the kind of error. A text that cannot be decoded is the driver's own finding, without a code.
    return str(cause).startswith(_NO_TEXT) if code is None else code & 0xFF in _DAMAGED


class ReadFailures:
    """The failed reads of one store. Damage is logged once for good, other failures once until a read succeeds."""

    def __init__(self) -> None:
        self._damage: set[str] = set()
        self._passing: set[str] = set()

    def failed(self, error: Exception) -> bool:
        """Log the failure unless that was done, and return True if it is damage."""
        damaged, told = is_damage(error), _in_words(error)
        said = self._damage if damaged else self._passing
        if told not in said:
            said.add(told)
            _log.error("the database %s: %s", "is damaged" if damaged else "cannot be read", told)
        return damaged

    def succeeded(self) -> None:
        """Forget the failures that have passed."""
        self._passing.clear()


def _in_words(error: Exception) -> str:
    """Return the driver's own words, without the statement, its values and the text that was read, which may be cards."""
    cause = getattr(error, "orig", None) or error
    return f"{type(cause).__name__}: {' '.join(str(cause).partition(' with text ')[0].split())[:200]}"


async def look_at_file(engine: AsyncEngine) -> None:
    """Look through an SQLite file and log the first fault that is found; the rest of it is served all the same."""
    try:
        async with engine.connect() as connection:
            found = (await connection.execute(text("PRAGMA quick_check(1)"))).scalar()
    except SQLAlchemyError as error:
        found = _in_words(error)
    if found != "ok":
        _log.error("the database %s is damaged: %s; tables that cannot be read are set aside", engine.url.database, found)
