"""Lines typed at the score pad, read into acts: one line for a hand, one word for everything else."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from continental.cli.say import say
from continental.cli.words import shown
from continental.play.terms import Cents, Ending
from continental.rules.money import NoMoney, parse_dollars
from continental.rules.scoring import ScoringKind
from continental.scorepad.items import Hand, PaperHand, PointsHand

_ENDINGS: Final = {
    "close": Ending.CLOSE,
    "closes": Ending.CLOSE,
    "knock": Ending.KNOCK,
    "knocks": Ending.KNOCK,
    "continental": Ending.CONTINENTAL,
    "flush": Ending.STRAIGHT_FLUSH,
    "straight_flush": Ending.STRAIGHT_FLUSH,
}
_OUT: Final = ("out", "once")
_NUMBER: Final = re.compile(r"-?[0-9]{1,6}")


class NotUnderstood(ValueError):
    """A line that says nothing here; the message says what would."""


Ask = Callable[[str], str]


def find_name(word: str, names: Sequence[str]) -> str:
    """The player whose name is the word, or alone begins with it, whatever the case; raises NotUnderstood."""
    low = word.casefold()
    exact = [name for name in names if name.casefold() == low]
    found = exact or [name for name in names if name.casefold().startswith(low)]
    if len(found) != 1:
        raise NotUnderstood(say("line.several_players" if found else "line.no_player", typed=shown(word), names=names))
    return found[0]


def is_number(word: str) -> bool:
    """Whether this is a whole number as a person writes it."""
    return _NUMBER.fullmatch(word.replace("−", "-")) is not None


def find_number(word: str, wrong: str, **given: object) -> int:
    """Return a whole number. Raises NotUnderstood with the text of the key `wrong`."""
    if not is_number(word):
        raise NotUnderstood(say(wrong, typed=shown(word), **given))
    return int(word.replace("−", "-"))


def find_money(word: str) -> Cents:
    """Read dollars as cents. Raises NotUnderstood."""
    try:
        return parse_dollars(word)
    except NoMoney:
        raise NotUnderstood(say("line.no_money", typed=shown(word))) from None


@dataclass
class _Words:
    """The words of a line, taken one by one."""

    left: list[str]
    names: Sequence[str]

    def next(self, missing: str, **given: object) -> str:
        """Take the next word. Raises NotUnderstood with the text of the key `missing` if there is none."""
        if not self.left:
            raise NotUnderstood(say(missing, **given))
        return self.left.pop(0)

    def numbers(self, missing: str, wrong: str, stops: Sequence[str]) -> dict[str, int]:
        """Take pairs of a name and a number, up to one of the words or the end."""
        found: dict[str, int] = {}
        while self.left and self.left[0].casefold() not in stops:
            name = find_name(self.left.pop(0), self.names)
            if name in found:
                raise NotUnderstood(say("line.name_twice", name=name))
            found[name] = find_number(self.next(missing, name=name), wrong, name=name)
        return found


@dataclass
class LineReader:
    """Reads hands for the players who are in; asks for players who were left out."""

    names: Sequence[str]  # who is in, in order of play
    kind: ScoringKind
    ask: Ask

    def read(self, words: Sequence[str]) -> Hand:
        """The hand of a line; raises NotUnderstood."""
        taken = _Words(list(words), self.names)
        return _READERS[self.kind](self, taken)

    def read_money(self, words: _Words) -> PaperHand:
        ender = find_name(words.next("line.stops_at_name"), self.names)
        ending = _ENDINGS.get(words.next("line.stops_at_ending").casefold())
        if ending is None:
            raise NotUnderstood(say("line.no_ending"))
        card = None
        if ending is Ending.KNOCK:
            card = find_number(words.next("line.stops_at_card"), "line.no_card")
        stops = ("jokers", "feeder")
        counts, jokers, feeder = words.numbers("line.stops_at_count", "line.no_count", stops), dict[str, int](), None
        while words.left:
            if words.left.pop(0).casefold() == "jokers":
                jokers = words.numbers("line.stops_at_jokers", "line.no_jokers", stops)
            else:
                feeder = find_name(words.next("line.stops_at_feeder"), self.names)
        counts = self._asked(counts, ender, "line.ask_count")
        return PaperHand(ender, ending, counts, card, jokers, feeder, ())

    def read_points(self, words: _Words) -> PointsHand:
        first = words.next("line.stops_at_closer")
        closer, how = None, "out"
        if first.casefold() != "nobody":
            closer = find_name(first, self.names)
            how = words.next("line.stops_at_out").casefold()
            if how not in _OUT:
                raise NotUnderstood(say("line.no_out"))
        points = self._asked(words.numbers("line.stops_at_points", "line.no_points", ()), closer, "line.ask_points")
        return PointsHand(closer, points, at_once=how == "once")

    def _asked(self, told: dict[str, int], ender: str | None, question: str) -> dict[str, int]:
        for name in self.names:
            if name != ender and name not in told:
                told[name] = find_number(self.ask(say(question, name=name)), "line.no_count", name=name)
        return told


_READERS: Final[Mapping[ScoringKind, Callable[[LineReader, _Words], Hand]]] = {
    "money": LineReader.read_money,
    "points": LineReader.read_points,
}
