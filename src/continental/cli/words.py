"""Read the words of a command line that several commands take: seats, switches, money. A wrong one is one sentence, status 2."""

from __future__ import annotations

from collections.abc import Sequence

from continental.bots.api import check_bot_name
from continental.cli.say import say
from continental.play.terms import Cents
from continental.rules.base import RuleSet
from continental.rules.money import NoMoney, parse_dollars
from continental.rules.scoring import USUAL_ANTE

_LONGEST = 40
MOST_TYPED = 500
"""How many letters a line at a prompt may have: far more than any hand takes."""


def too_long() -> str:
    """Return the sentence about a line that is too long."""
    return say("word.line_too_long", most=MOST_TYPED)


class WordsRefused(ValueError):
    """Tell of words of a command line that cannot be read: which, and what would be right."""


def shown(text: str) -> str:
    """Return a word as it is quoted in a sentence, cut if it is long."""
    return repr(text if len(text) <= _LONGEST else text[:_LONGEST] + "…")


def read_dollars(text: str) -> Cents:
    """Read an ante in dollars, such as `20` or `$2.50`, as cents. Raises WordsRefused."""
    try:
        return parse_dollars(text)
    except NoMoney:
        raise WordsRefused(say("word.no_ante", typed=shown(text))) from None


def read_ante(text: str | None, rules: RuleSet) -> Cents:
    """Return the ante that is named; if none is, the usual one, or 0 if the rules have no money. Raises WordsRefused."""
    if text is None:
        return rules.scoring.stake(USUAL_ANTE)
    return read_dollars(text)


def read_switches(words: Sequence[str]) -> dict[str, str]:
    """Return the switches of `name=value` words. Raises WordsRefused for a word without a value and for a switch set twice."""
    chosen: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not (name and equals and value):
            raise WordsRefused(say("word.no_switch", typed=shown(word)))
        if name in chosen:
            raise WordsRefused(say("word.switch_twice", name=shown(name)))
        chosen[name] = value
    return chosen


def read_seats(text: str, *, besides: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the names of a comma list: bots, or one of the words `besides`. Raises WordsRefused and BotError."""
    names = tuple(name.strip() for name in text.split(","))
    if not all(names):
        raise WordsRefused(say("word.no_seats", typed=shown(text)))
    for name in names:
        if name not in besides:
            check_bot_name(name)
    return names


def read_number(text: str, *, wrong: str, least: int, most: int) -> int:
    """Return a whole number in its bounds. Raises WordsRefused with the text of the key `wrong`."""
    plain = text.strip()
    if plain.isascii() and plain.isdecimal() and len(plain) <= 12 and least <= int(plain) <= most:
        return int(plain)
    raise WordsRefused(say(wrong, least=least, most=most, typed=shown(text)))
