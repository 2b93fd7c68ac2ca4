"""Keys of logs and of links: nobody guesses them, the hash alone is kept, and no log line holds a whole id."""

from __future__ import annotations

import pytest

from continental.logbook.books import Book, BookKey, is_id, new_id, short_id
from continental.logbook.links import hash_key, is_key, keys_of, new_key, watch_key


def test_a_key_is_new_each_time_and_has_the_form_of_one() -> None:
    keys = {new_key() for _ in range(200)}
    assert len(keys) == 200
    assert all(is_key(key) for key in keys)
    assert all(is_key(watch_key(key)) for key in keys)


@pytest.mark.parametrize("text", ["", "short", "k" * 21, "k" * 23, "k" * 21 + "/", "k" * 21 + "é", "k" * 21 + " "])
def test_other_texts_are_no_keys(text: str) -> None:
    assert not is_key(text)


def test_the_key_to_watch_follows_from_the_key_to_write_and_opens_nothing_else() -> None:
    log = BookKey(Book.SEASON, new_id())
    one, same, other = keys_of(log, "a" * 22), keys_of(log, "a" * 22), keys_of(log, "b" * 22)
    assert one == same
    assert len({one.write, one.watch, other.write, other.watch}) == 4
    assert one.roles() == {hash_key(one.write): "write", hash_key(one.watch): "watch"}


def test_the_hash_of_a_key_tells_nothing_of_it_and_any_text_has_one() -> None:
    key = new_key()
    assert key not in hash_key(key)
    assert len(hash_key(key)) == 64
    assert len(hash_key("\ud800")) == 64


@pytest.mark.parametrize("book", Book)
def test_a_log_is_named_without_its_whole_id_in_log_lines(book: Book) -> None:
    log = BookKey(book, new_id())
    assert is_id(log.id)
    assert str(log) == f"{log}" == f"{book.value} {log.id[:4]}…"
    assert short_id("abc") == "abc"
