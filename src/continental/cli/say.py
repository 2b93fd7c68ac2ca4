"""Say the sentences of the terminal, which stand in `words/en/terminal.json`."""

from __future__ import annotations

from collections.abc import Sequence

from continental import words


def say(key: str, /, **given: object) -> str:
    """Return the text of this key with its slots filled. A key is written out in the code, so that a test finds it.

    Of a text with forms the value `context` chooses the one about the reader, and the number `count` the plural.
    """
    return words.say(words.read("terminal"), key, given)


def listed(names: Sequence[str]) -> str:
    """Return names as a sentence lists them: `Ana, Bo and Cy`."""
    return words.FORMATTERS["list"](names)
