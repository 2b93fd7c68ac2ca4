"""The words of a command line that several commands read: seats, switches, money; a wrong one is one sentence, status 2."""

from __future__ import annotations

from collections.abc import Sequence

from continental.bots.api import check_bot_name
from continental.play.terms import Cents
from continental.rules.base import RuleSet
from continental.rules.money import NoMoney, parse_dollars
from continental.rules.scoring import USUAL_ANTE

_LONGEST = 40
MOST_TYPED = 500
"""How many letters a line at a prompt may have: far more than any hand takes."""
TYPED_TOO_MUCH = f"A line has at most {MOST_TYPED} letters."


class WordsRefused(ValueError):
    """Words of a command line that cannot be read; the message says which, and what would be right."""


def shown(text: str) -> str:
    """Return a word as it is quoted in a sentence, cut if it is long."""
    return repr(text if len(text) <= _LONGEST else text[:_LONGEST] + "…")


def read_dollars(text: str) -> Cents:
    """Read an ante in dollars, such as `20` or `$2.50`, as cents. Raises WordsRefused."""
    try:
        return parse_dollars(text)
    except NoMoney:
        raise WordsRefused(f"The ante is an amount in dollars, such as 20 or 2.50, not {shown(text)}.") from None


def read_ante(text: str | None, rules: RuleSet) -> Cents:
    """Return the ante that is named; if none is, the usual one, or 0 if the rules have no money. Raises WordsRefused."""
    if text is None:
        return rules.scoring.stake(USUAL_ANTE)
    return read_dollars(text)


def read_switches(words: Sequence[str]) -> dict[str, str]:
    """The switches of `name=value` words; raises WordsRefused for a word without a value and for a switch set twice."""
    chosen: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not (name and equals and value):
            raise WordsRefused(f"A switch is set as name=value, such as close_discard=any, not {shown(word)}.")
        if name in chosen:
            raise WordsRefused(f"The switch {shown(name)} is set twice.")
        chosen[name] = value
    return chosen


def read_seats(text: str, *, besides: Sequence[str] = ()) -> tuple[str, ...]:
    """The names of a comma list: bots, or one of the words `besides`; raises WordsRefused and BotError."""
    names = tuple(name.strip() for name in text.split(","))
    if not all(names):
        raise WordsRefused(f"The seats are names divided by commas, such as greedy,random, not {shown(text)}.")
    for name in names:
        if name not in besides:
            check_bot_name(name)
    return names


def read_number(text: str, *, what: str, least: int, most: int) -> int:
    """A whole number in its bounds; raises WordsRefused."""
    plain = text.strip()
    if plain.isascii() and plain.isdecimal() and len(plain) <= 12 and least <= int(plain) <= most:
        return int(plain)
    raise WordsRefused(f"{what} is a whole number from {least} to {most}, not {shown(text)}.")
