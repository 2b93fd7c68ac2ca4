"""`continental play`: a whole match against bots in the terminal, line by line."""

from __future__ import annotations

import argparse
import secrets
import shlex
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Final

from continental.bots.api import BOT_NAMES, Bot, BotError, make_bot
from continental.bots.sitting import Sitting, chosen_dealer
from continental.cli.files import FileRefused, Unreadable, read_text
from continental.cli.narrate import Narrator, points_by_deal, print_points_sheet, print_sheet
from continental.cli.parser import Parser
from continental.cli.prompts import NotUnderstood, Seen, help_for, prompt, read_answer
from continental.cli.say import say
from continental.cli.screen import Screen, complain
from continental.cli.words import WordsRefused, read_ante, read_seats, read_switches, shown
from continental.engine import Match
from continental.play.actions import Commit, Deal, Pass
from continental.play.events import BuyBackAnswered, DiceCommitted, HandSettled
from continental.play.position import Standing
from continental.play.reading import parse_record
from continental.play.record import MOST_CHARACTERS, RecordError, Sitter, print_name, print_record
from continental.play.refusal import Refused
from continental.play.terms import Phase, Seat
from continental.play.view import see
from continental.replay import record_of, resume
from continental.rules.load import load
from continental.rules.scoring import ScoringKind
from continental.rules.tables import catalogue
from continental.study.deals import dice_for

YOU: Final = "you"
USUAL_SEATS: Final = "you,greedy,greedy,greedy"
LARGEST_FILE: Final = 4 * MOST_CHARACTERS
"""Bytes; a character has at most four."""
BOTS_NAMES: Final = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hana", "Ivo")
LONGEST_NAME: Final = 40
LONGEST_SEED: Final = 100


def _money_sheet(match: Match, you: Seat, names: Sequence[str]) -> Iterable[str]:
    return print_sheet(match.view(you), names)


def _points_sheet(match: Match, _you: Seat, names: Sequence[str]) -> Iterable[str]:
    return print_points_sheet(points_by_deal(match.events, len(names)), names)


_SHEETS: Final[Mapping[ScoringKind, Callable[[Match, Seat, Sequence[str]], Iterable[str]]]] = {
    "money": _money_sheet,
    "points": _points_sheet,
}


class Left(Exception):
    """The person left the match, or the input ended."""


def main(argv: Sequence[str]) -> int:
    """Play a match; 0 when it is over or left, 2 with a sentence on stderr for words that cannot be."""
    asked = _arguments().parse_args(list(argv))
    try:
        table = _table(asked)
    except (WordsRefused, BotError) as refused:
        complain(refused)
        return 2
    except Refused as refused:
        complain(refused.sentence)
        return 2
    try:
        table.play()
    except (Left, KeyboardInterrupt):
        table.leave()
    return 0


def _arguments() -> argparse.ArgumentParser:
    parser = Parser(
        prog="continental play",
        description="A whole match against bots in the terminal; ? at any prompt helps.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--seats", metavar="LIST", help=f"who sits where, clockwise: you once, and {', '.join(BOT_NAMES)} ({USUAL_SEATS})"
    )
    parser.add_argument("--name", help="your name on the score sheet and in the record (You)")
    parser.add_argument("--ante", metavar="DOLLARS", help="what everyone pays into the pot, where there is one (20)")
    parser.add_argument("--rules", metavar="KEY", help=f"the rule set, house or another ({', '.join(catalogue())})")
    parser.add_argument(
        "--switch", action="append", default=[], metavar="NAME=VALUE", help="a switch of the rules; may be repeated"
    )
    parser.add_argument("--seed", help="any text, for a match that can be dealt again; the operating system's dice otherwise")
    parser.add_argument(
        "--record", metavar="FILE", help="write the match's record there, anew after each deal (match.record, when you leave)"
    )
    parser.add_argument(
        "--own-discard", action="store_true", help="ask you about your own discard too, where the rules let you take it back"
    )
    parser.add_argument("--resume", metavar="FILE", help="go on with the match of a record that `play` wrote")
    return parser


def _table(asked: argparse.Namespace) -> Table:
    """Set the table that the words describe; raises WordsRefused, BotError or Refused."""
    if asked.seed is not None and not 0 < len(asked.seed) <= LONGEST_SEED:
        raise WordsRefused(say("word.no_seed", most=LONGEST_SEED))
    if asked.resume is not None:
        return _resumed(asked)
    seats = read_seats(asked.seats or USUAL_SEATS, besides=(YOU,))
    if seats.count(YOU) != 1:
        raise WordsRefused(say("played.one_seat"))
    name = " ".join((YOU.capitalize() if asked.name is None else asked.name).split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise WordsRefused(say("word.no_name", most=LONGEST_NAME))
    rules, dice = load("house" if asked.rules is None else asked.rules, read_switches(asked.switch)), _dice(asked.seed)
    ante = read_ante(asked.ante, rules)
    rules.pack_for(len(seats))
    others = iter(each for each in BOTS_NAMES if each.lower() != name.lower())
    sitters = tuple(Sitter(name) if kind == YOU else Sitter(next(others), kind) for kind in seats)
    bots: dict[Seat, Bot] = {
        Seat(seat): make_bot(kind, Seat(seat), rules, dice(f"bot {seat}")) for seat, kind in enumerate(seats) if kind != YOU
    }
    match = Match.begin(rules, len(seats), ante, chosen_dealer(rules, len(seats), dice("dealer")))
    record = None if asked.record is None else _new_file(asked.record)
    table = Table(Sitting(match, bots), sitters, Seat(seats.index(YOU)), dice, record)
    table.asks_own = asked.own_discard
    return table


def _resumed(asked: argparse.Namespace) -> Table:
    """Set the table as a record left it; raises WordsRefused, or BotError for a bot that is not here."""
    for word in ("seats", "name", "ante", "rules", "switch", "record"):
        if getattr(asked, word):
            raise WordsRefused(say("played.for_a_new_match", word=word))
    try:
        record = parse_record(read_text(asked.resume, LARGEST_FILE))
        match = resume(record)
    except RecordError as wrong:
        raise WordsRefused(
            say("played.no_going_on", file=shown(asked.resume), line=wrong.line, sentence=wrong.sentence)
        ) from None
    except FileRefused as fault:
        raise WordsRefused(say("replayed.no_record", file=shown(asked.resume), fault=fault)) from None
    except Unreadable as fault:
        raise WordsRefused(str(fault)) from None
    sitters, dice = record.head.sitters, _dice(asked.seed)
    people = [Seat(seat) for seat, sitter in enumerate(sitters) if sitter.bot is None]
    if match.is_over:
        raise WordsRefused(say("played.is_over", file=shown(asked.resume)))
    if len(people) != 1:
        raise WordsRefused(say("played.one_person", count=len(people)))
    bots: dict[Seat, Bot] = {
        Seat(seat): make_bot(sitter.bot, Seat(seat), match.rules, dice(f"bot {seat}"))
        for seat, sitter in enumerate(sitters)
        if sitter.bot is not None
    }
    table = Table(Sitting(match, bots), sitters, people[0], dice, Path(asked.resume), record.head.start)
    table.told = _last_deal(match)
    table.asks_own = asked.own_discard
    return table


def _last_deal(match: Match) -> int:
    """The place of the event with which the deal began that is being played, so that it is told again."""
    places = [place for place, event in enumerate(match.events) if isinstance(event, DiceCommitted)]
    return len(match.events) if not places or match.position.phase is Phase.COMMIT else places[-1]


def _dice(seed: str | None) -> Callable[[str], bytes]:
    """Return the source of dice: the operating system, or a seed and the name of their purpose."""
    if seed is None:
        return lambda _: secrets.token_bytes(32)
    return lambda what: dice_for(seed, 0, what)


def _free_file() -> Path:
    """Make a new file in this folder for a match that is left; raises WordsRefused if none can be written."""
    for number in count(1):
        name = "match.record" if number == 1 else f"match-{number}.record"
        if not Path(name).exists():
            return _new_file(name)
    raise AssertionError("there is always a next number")


def _new_file(name: str) -> Path:
    try:
        Path(name).open("x", encoding="utf-8").close()
    except FileExistsError:
        raise WordsRefused(say("file.is_there", file=name)) from None
    except (OSError, ValueError) as fault:
        raise WordsRefused(say("file.unwritable", file=name, fault=getattr(fault, "strerror", None) or fault)) from None
    return Path(name)


@dataclass
class Table:
    """A match at the terminal: the bots' sitting, the person's seat, and the streams of lines."""

    sitting: Sitting
    sitters: Sequence[Sitter]
    you: Seat
    dice: Callable[[str], bytes]
    record: Path | None = None
    start: Standing | None = None
    told: int = 0
    asks_own: bool = False
    """Whether the person is asked about its own discard, which is left otherwise."""
    narrator: Narrator = field(init=False)
    screen: Screen = field(init=False)

    def __post_init__(self) -> None:
        names = self.shown_names
        self.narrator, self.screen = Narrator(self.match.rules, names, self.you), Screen(names)

    @property
    def match(self) -> Match:
        return self.sitting.match

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody's name, a bot's with its kind."""
        bots = (sitter.bot for sitter in self.sitters)
        return tuple(name if bot is None else f"{name} ({bot})" for name, bot in zip(self.shown_names, bots, strict=True))

    @property
    def shown_names(self) -> tuple[str, ...]:
        """Everybody's name as a record has it: nothing in it moves a terminal's cursor."""
        return tuple(print_name(sitter.name) for sitter in self.sitters)

    def play(self) -> None:
        """Play to the end of the match; raises Left."""
        while not self.match.is_over:
            self.sitting.tell()
            self.tell()
            bot = self.sitting.next_bot()
            if bot is not None:
                self.sitting.move(bot)
            elif self.match.position.asked:
                if self.is_own_discard and not self.asks_own:
                    self.match.play(Pass(self.you))
                else:
                    self.ask()
            else:
                self.deal()
        self.tell()
        self.keep()

    @property
    def is_own_discard(self) -> bool:
        """Whether the discard that goes round is the person's own."""
        position = self.match.position
        return position.phase is Phase.CLAIM and position.dealing.thrower == self.you

    def deal(self) -> None:
        """Bind the table to new dice, show what they hash to, and only then deal."""
        self.keep()
        self.match.play(Commit(self.dice(f"deal {self.match.position.standing.hands + 1}")))
        self.tell()
        self.match.play(Deal())

    def tell(self) -> None:
        """Tell the person what happened since it was last told; after a hand was settled, the score sheet too."""
        events = [see(event, self.you) for event in self.match.events[self.told :]]
        self.told = len(self.match.events)
        self.say(self.narrator.tell(events))
        if any(isinstance(event, HandSettled | BuyBackAnswered) for event in events):
            self.sheet()

    def sheet(self) -> None:
        """Show the score sheet."""
        self.say(_SHEETS[self.match.rules.scoring.kind](self.match, self.you, self.names))

    def ask(self) -> None:
        """Ask the person until an act is accepted; raises Left."""
        seen = Seen(self.match, self.you, self.shown_names)
        self.say(prompt(seen))
        while True:
            answer = self.hear("> ")
            match answer.lower():
                case "?" | "h" | "help":
                    self.screen.say(help_for(self.match.rules).splitlines(), has_cards=False)
                    self.say(prompt(seen))
                case "s":
                    self.sheet()
                case "q" | "quit":
                    if self.hear(say("played.leave")).lower() in ("y", "yes"):
                        raise Left
                case _:
                    try:
                        self.match.play(read_answer(seen, answer))
                    except NotUnderstood as fault:
                        self.screen.say([str(fault)], has_cards=False)
                    except Refused as refused:
                        self.say([refused.sentence])
                    else:
                        return

    def hear(self, words: str) -> str:
        """The next line that the person enters; raises Left at the end of the input."""
        self.say([words], end="")
        line = sys.stdin.readline()
        if not line:
            raise Left
        return line.strip()

    def say(self, lines: Iterable[str], *, end: str = "\n") -> None:
        """Print lines."""
        self.screen.say(lines, end=end)

    def keep(self, *, whole: bool = False) -> None:
        """Write the record if one is wanted: of all deals that are over, or `whole`, with what was played of the last one too."""
        if self.record is not None:
            text = print_record(record_of(self.match, self.sitters, self.start, cut_short=whole))
            try:
                _replace(self.record, text)
            except OSError as fault:
                self.say([say("played.not_kept", fault=fault.strerror or fault)])
                self.record = None

    def leave(self) -> None:
        """Keep the match as far as it was played, and say how to go on."""
        has_acted = any(action.seat == self.you for action in self.match.actions if not isinstance(action, Commit | Deal))
        if self.record is None and not has_acted:
            self.say(["", say("played.left_at_once")])
            return
        try:
            self.record = self.record or _free_file()
        except WordsRefused as refused:
            self.say(["", say("played.left_and_lost", why=refused)])
            return
        self.keep(whole=True)
        if self.record is not None:
            go_on = f"continental play --resume {shlex.quote(str(self.record))}"
            self.say(["", say("played.left", file=self.record, go_on=go_on)])


def _replace(file: Path, text: str) -> None:
    """Write the text in place of the file's, so that the old one stays until the new one is whole."""
    beside = file.with_name(f"{file.name}.new")
    beside.write_text(text, "utf-8")
    beside.replace(file)
