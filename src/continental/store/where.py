"""Addresses of databases: words are read into one that SQLAlchemy opens, and the own file has its place."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

FILE: Final = "continental.sqlite"


class BadDatabase(ValueError):
    """An address that names no database this program opens; the message says what would be right."""


def home(surroundings: Mapping[str, str] = os.environ) -> Path:
    """Return the folder of our own file: CONTINENTAL_HOME, else the user's folder for data."""
    told = surroundings.get("CONTINENTAL_HOME")
    if told:
        return Path(told).expanduser()
    shared = surroundings.get("XDG_DATA_HOME")
    return (Path(shared) if shared else Path("~/.local/share").expanduser()) / "continental"


def read_database(text: str | None) -> URL:
    """Return the database that `text` names: `postgresql://…`, `sqlite:///file`, or a file's path. `None` is the own file.

    Raises BadDatabase.
    """
    if text is None:
        return _file(home() / FILE)
    if ":" not in text.split("/", 1)[0]:
        return _file(Path(text))
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):  # a port that is no number is a ValueError
        url = None
    backend = url.get_backend_name() if url is not None else ""
    if url is not None and backend == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    if url is not None and backend == "sqlite" and url.database and url.database != ":memory:" and not url.query:
        return _file(Path(url.database))
    raise BadDatabase(
        "That is no database: give a file, sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME (memory alone loses matches)."
    )


def _file(path: Path) -> URL:
    if "\0" in str(path):
        raise BadDatabase("That is no database: the path of a file has no zero byte in it.")
    return URL.create("sqlite+aiosqlite", database=str(path))
