"""Which database is meant by what is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from continental.store.where import BadDatabase, home, read_database


def test_the_folder_is_the_one_that_was_told_else_the_users_own() -> None:
    assert home({"CONTINENTAL_HOME": "/tmp/cards", "XDG_DATA_HOME": "/tmp/x"}) == Path("/tmp/cards")
    assert home({"XDG_DATA_HOME": "/tmp/x"}) == Path("/tmp/x/continental")
    assert home({}) == Path("~/.local/share/continental").expanduser()


def test_without_a_word_the_file_lies_in_the_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CONTINENTAL_HOME", str(tmp_path))
    assert read_database(None).database == str(tmp_path / "continental.sqlite")


@pytest.mark.parametrize(
    ("said", "driver", "database"),
    [
        ("cards.sqlite", "sqlite+aiosqlite", "cards.sqlite"),
        ("/tmp/a:b/cards.sqlite", "sqlite+aiosqlite", "/tmp/a:b/cards.sqlite"),
        ("sqlite:///cards.sqlite", "sqlite+aiosqlite", "cards.sqlite"),
        ("sqlite:////tmp/cards.sqlite", "sqlite+aiosqlite", "/tmp/cards.sqlite"),
        ("postgresql://ana@host/cards", "postgresql+psycopg", "cards"),
        ("postgresql://ana@/cards?host=/tmp/pg", "postgresql+psycopg", "cards"),
    ],
)
def test_addresses_are_read(said: str, driver: str, database: str) -> None:
    url = read_database(said)
    assert (url.drivername, url.database) == (driver, database)


@pytest.mark.parametrize("said", ["mysql://host/cards", "sqlite://", "sqlite:///:memory:", "x:y", "://", "postgresql:"])
def test_what_is_no_database_is_refused_in_a_sentence(said: str) -> None:
    with pytest.raises(BadDatabase, match="give a file"):
        read_database(said)
