"""Read the sentences that people read: one folder a language, one file a surface, in the i18next JSON format (version 4).

A text has slots such as `{{name}}` or `{{cents, money}}`, of which the second names a formatter. A key with a suffix is a form of
the text: `_knock` is chosen by the value `context`, `_one` and `_other` by the number `count`. The page reads the same files
by `static/shared/catalogue.js`; `tests/words/test_readers.py` holds both to the same answers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib import resources
from types import MappingProxyType
from typing import Any, Final

ENGLISH: Final = "en"
Texts = Mapping[str, str]
"""The texts of a surface by their keys, of which those in parts are joined by dots."""
Formatter = Callable[[Any], str]

FOLDER: Final = resources.files("continental.words")
SLOT: Final = re.compile(r"{{\s*(\w+)\s*(?:,\s*(\w+)\s*)?}}")
"""A slot of a text: its name, and the name of its formatter, if it has one."""


@cache
def read(surface: str, language: str = ENGLISH) -> Texts:
    """Return the texts of one file of a language. Raises FileNotFoundError if there is none."""
    return MappingProxyType(flat(json.loads((FOLDER / language / f"{surface}.json").read_text("utf-8"))))


def part(surface: str, name: str) -> Texts:
    """Return the texts of one part of an English file, by their keys within it."""
    start = f"{name}."
    return MappingProxyType({key.removeprefix(start): text for key, text in read(surface).items() if key.startswith(start)})


def flat(found: Mapping[str, Any]) -> dict[str, str]:
    """Return the texts of a file by their keys: `{"waits": {"draw": "…"}}` is `{"waits.draw": "…"}`."""
    return dict(_flat(found, ""))


def _flat(found: Mapping[str, Any], start: str) -> Iterator[tuple[str, str]]:
    for key, value in found.items():
        if isinstance(value, str):
            yield start + key, value
        elif isinstance(value, dict):
            yield from _flat(value, f"{start}{key}.")


@lru_cache(maxsize=4096)
def slots(text: str) -> tuple[str, ...]:
    """Return the names of the slots of a text, each once: `slots("{{name}} has {{count}}")` is `("name", "count")`."""
    return tuple(dict.fromkeys(name for name, _ in SLOT.findall(text)))


def choose(texts: Texts, key: str, given: Mapping[str, object]) -> str:
    """Return the form of a text that fits the values, the one with most suffixes first. Raises KeyError if there is none."""
    context, count = given.get("context"), given.get("count")
    contexts = [f"_{context}", ""] if context else [""]
    # i18next lets a language say "none" in words of its own, beside the categories of its grammar.
    number = ["_zero"] if count == 0 else []
    plurals = [*number, f"_{_category(count)}", "_other", ""] if isinstance(count, int) else [""]
    for name in (f"{key}{one}{other}" for one in contexts for other in plurals):
        if name in texts:
            return texts[name]
    raise KeyError(key)


def _category(count: int) -> str:
    # Python says English alone. Other languages are said by the page, which has the rules of all (Intl.PluralRules).
    return "one" if count == 1 else "other"


def fill(text: str, given: Mapping[str, object]) -> str:
    """Return the text with its slots filled. Raises KeyError for a slot without a value, and for an unknown formatter."""
    return SLOT.sub(lambda slot: FORMATTERS[slot[2]](given[slot[1]]) if slot[2] else str(given[slot[1]]), text)


def say(texts: Texts, key: str, given: Mapping[str, object] = MappingProxyType({})) -> str:
    """Return the text of this key with its slots filled: `say(read("table"), "cards_held", {"count": 2})` is `"2 cards"`."""
    return fill(choose(texts, key, given), given)


def _formed(key: str, **given: object) -> str:
    return say(read("format"), key, given)


def _number(value: int) -> str:
    return _formed("number_negative", size=-value) if value < 0 else str(value)


def _signed(value: int) -> str:
    return _formed("number_positive", size=value) if value > 0 else _number(value)


def _money(cents: int) -> str:
    whole, rest = divmod(abs(cents), 100)
    amount = _formed("decimal", whole=whole, rest=f"{rest:02}") if rest else str(whole)
    return _formed("money_negative" if cents < 0 else "money", amount=amount)


def _gain(cents: int) -> str:
    return _formed("number_positive", size=_money(cents)) if cents > 0 else _money(cents)


def _list(names: Sequence[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    first, *others, last = names
    for name in others:
        first = _formed("list_more", first=first, next=name)
    return _formed("list_last", first=first, last=last)


def _card(text: str) -> str:
    if text == "JK":
        return _formed("joker")
    rank, suit = _formed(f"ranks.{text[0]}"), _formed(f"suits.{text[1]}")
    return _formed("card", rank=rank, suit=suit)


def _time(milliseconds: int) -> str:
    minutes, seconds = divmod(max(0, -(-milliseconds // 1000)), 60)
    return _formed("minutes", minutes=minutes, seconds=f"{seconds:02}") if minutes else _formed("seconds", seconds=seconds)


def _series(parts: Sequence[str]) -> str:
    return read("format")["between"].join(parts)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


FORMATTERS: Final[Mapping[str, Formatter]] = MappingProxyType(
    {
        "number": _number,
        "signed": _signed,
        "money": _money,
        "gain": _gain,
        "list": _list,
        "card": _card,
        "cards": lambda cards: _series([*map(_card, cards)]),
        "time": _time,
        "capital": _capital,
        "series": _series,
    }
)
"""How the value of a slot is written, by the name behind the comma."""
