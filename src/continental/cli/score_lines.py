"""Lines typed at the score pad, read into acts: one line for a hand, one word for everything else."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from continental.cli.words import shown
from continental.play.terms import Cents, Ending
from continental.rules.money import NoMoney, parse_dollars
from continental.rules.scoring import ScoringKind
from continental.scorepad.items import Hand, PaperHand, PointsHand

HELP: Final = """A hand in one line, names as short as they are clear:
  bo close ana 14 cy 30             Bo closed, the others count so much
  bo knock 2 ana 14 cy 30           Bo knocked with a 2
  bo continental …, bo flush …      ten of one suit; in sequence
  … jokers cy 3 ana 1 feeder ana    jokers held at the end; who fed
  bo out ana 35 cy 40               in games for points; bo once … went down in that very turn; nobody …
Mistakes:   undo   redo   fix 2 bo close …   insert 2 bo close …   strike 2   move 4 2
            way 1 (a way on where the sums stop)
Between:    dead (nobody ended it)   join Dan   leave bo   rename bo Bob   stop (pot back to those in)
Money:      pay (who pays whom)   paid bo ana 12.50   adjust bo ana 5 taxi
Look:       sheet   trail   export FILE.json, FILE.full.json or FILE.csv   ?   quit"""

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
        what = "means more than one player" if found else "is no player"
        raise NotUnderstood(f"{shown(word)} {what}; the players are {', '.join(names)}.")
    return found[0]


def is_number(word: str) -> bool:
    """Whether this is a whole number as a person writes it."""
    return _NUMBER.fullmatch(word.replace("−", "-")) is not None


def find_number(word: str, what: str) -> int:
    """A whole number; raises NotUnderstood."""
    if not is_number(word):
        raise NotUnderstood(f"{what} is a whole number, not {shown(word)}.")
    return int(word.replace("−", "-"))


def find_money(word: str) -> Cents:
    """Read dollars as cents. Raises NotUnderstood."""
    try:
        return parse_dollars(word)
    except NoMoney:
        raise NotUnderstood(f"An amount is in dollars, such as 5 or 12.50, not {shown(word)}.") from None


@dataclass
class _Words:
    """The words of a line, taken one by one."""

    left: list[str]
    names: Sequence[str]

    def next(self, wanted: str) -> str:
        if not self.left:
            raise NotUnderstood(f"The line stops where {wanted} should be.")
        return self.left.pop(0)

    def numbers(self, what: str, stops: Sequence[str]) -> dict[str, int]:
        """Pairs of a name and a number, up to one of the words or the end."""
        found: dict[str, int] = {}
        while self.left and self.left[0].casefold() not in stops:
            name = find_name(self.left.pop(0), self.names)
            if name in found:
                raise NotUnderstood(f"{name} is there twice.")
            found[name] = find_number(self.next(f"the {what} of {name}"), f"The {what} of {name}")
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
        ender = find_name(words.next("a name"), self.names)
        ending = _ENDINGS.get(words.next("how the hand ended").casefold())
        if ending is None:
            raise NotUnderstood("After the name comes close, knock, continental or flush.")
        card = None
        if ending is Ending.KNOCK:
            card = find_number(words.next("the card of the knock, 2 or 3"), "The card of a knock")
        stops = ("jokers", "feeder")
        counts, jokers, feeder = words.numbers("count", stops), dict[str, int](), None
        while words.left:
            if words.left.pop(0).casefold() == "jokers":
                jokers = words.numbers("number of jokers", stops)
            else:
                feeder = find_name(words.next("who fed"), self.names)
        counts = self._asked(counts, ender, "What does {name} count? ")
        return PaperHand(ender, ending, counts, card, jokers, feeder, ())

    def read_points(self, words: _Words) -> PointsHand:
        first = words.next("a name, or nobody")
        closer, how = None, "out"
        if first.casefold() != "nobody":
            closer = find_name(first, self.names)
            how = words.next("out or once").casefold()
            if how not in _OUT:
                raise NotUnderstood("After the name comes out, or once for going down and out in one turn.")
        points = self._asked(words.numbers("points", ()), closer, "What does {name} still hold, in points? ")
        return PointsHand(closer, points, at_once=how == "once")

    def _asked(self, told: dict[str, int], ender: str | None, question: str) -> dict[str, int]:
        for name in self.names:
            if name != ender and name not in told:
                told[name] = find_number(self.ask(question.format(name=name)), f"What {name} counts")
        return told


_READERS: Final[Mapping[ScoringKind, Callable[[LineReader, _Words], Hand]]] = {
    "money": LineReader.read_money,
    "points": LineReader.read_points,
}
