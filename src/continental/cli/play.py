"""`continental play`: a whole match against bots in the terminal, line by line."""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from continental.bots.api import BOT_NAMES, Bot, BotError, make_bot
from continental.bots.sitting import Sitting, chosen_dealer
from continental.cli.narrate import Narrator, points_by_deal, print_points_sheet, print_sheet
from continental.cli.parser import Parser
from continental.cli.prompts import NotUnderstood, Seen, help_for, prompt, read_answer
from continental.cli.words import WordsRefused, read_ante, read_seats, read_switches
from continental.engine import Match
from continental.play.actions import Commit, Deal
from continental.play.events import BuyBackAnswered, HandSettled
from continental.play.record import Sitter
from continental.play.refusal import Refused
from continental.play.terms import Seat
from continental.play.view import see
from continental.replay import write_record
from continental.rules.load import load
from continental.rules.tables import catalogue
from continental.study.deals import dice_for

YOU: Final = "you"
BOTS_NAMES: Final = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hana", "Ivo")
LONGEST_NAME: Final = 40
LONGEST_SEED: Final = 100


class Left(Exception):
    """The person left the match, or the input ended."""


def main(argv: Sequence[str]) -> int:
    """Play a match; 0 when it is over or left, 2 with a sentence on stderr for words that cannot be."""
    asked = _arguments().parse_args(list(argv))
    try:
        table = _table(asked)
    except (WordsRefused, BotError) as refused:
        print(refused, file=sys.stderr)
        return 2
    except Refused as refused:
        print(refused.sentence, file=sys.stderr)
        return 2
    try:
        table.play()
    except Left:
        table.keep()
        table.say(["", "You left the match; it is not played on. Good-bye."])
    return 0


def _arguments() -> argparse.ArgumentParser:
    parser = Parser(
        prog="continental play",
        description="A whole match against bots in the terminal; ? at any prompt helps.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--seats", default="you,greedy,greedy,greedy", help=f"who sits where, clockwise: you once, and {', '.join(BOT_NAMES)}"
    )
    parser.add_argument("--name", default="You", help="your name on the score sheet and in the record")
    parser.add_argument("--ante", metavar="DOLLARS", help="what everyone pays into the pot, where there is one (20)")
    parser.add_argument("--rules", default="house", metavar="KEY", help=f"the rule set ({', '.join(catalogue())})")
    parser.add_argument(
        "--switch", action="append", default=[], metavar="NAME=VALUE", help="a switch of the rules; may be repeated"
    )
    parser.add_argument("--seed", help="any text, for a match that can be dealt again; the operating system's dice otherwise")
    parser.add_argument("--record", metavar="FILE", help="write the match's record there, anew after each deal")
    return parser


def _table(asked: argparse.Namespace) -> Table:
    """The table that the words describe; raises WordsRefused, BotError or Refused."""
    seats = read_seats(asked.seats, besides=(YOU,))
    if seats.count(YOU) != 1:
        raise WordsRefused("Exactly one seat is yours: write you once, as in you,greedy,greedy.")
    name = " ".join(asked.name.split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise WordsRefused(f"A name has 1 to {LONGEST_NAME} letters that can be printed.")
    if asked.seed is not None and not 0 < len(asked.seed) <= LONGEST_SEED:
        raise WordsRefused(f"A seed is a text of 1 to {LONGEST_SEED} letters.")
    rules, dice = load(asked.rules, read_switches(asked.switch)), _dice(asked.seed)
    ante = read_ante(asked.ante, rules)
    rules.pack_for(len(seats))
    others = iter(each for each in BOTS_NAMES if each.lower() != name.lower())
    sitters = tuple(Sitter(name) if kind == YOU else Sitter(next(others), kind) for kind in seats)
    bots: dict[Seat, Bot] = {
        Seat(seat): make_bot(kind, Seat(seat), rules, dice(f"bot {seat}")) for seat, kind in enumerate(seats) if kind != YOU
    }
    match = Match.begin(rules, len(seats), ante, chosen_dealer(rules, len(seats), dice("dealer")))
    record = None if asked.record is None else _new_file(asked.record)
    return Table(Sitting(match, bots), sitters, Seat(seats.index(YOU)), dice, record)


def _dice(seed: str | None) -> Callable[[str], bytes]:
    """Where dice come from: the operating system, or a seed, by the name of what they are for."""
    if seed is None:
        return lambda _: secrets.token_bytes(32)
    return lambda what: dice_for(seed, 0, what)


def _new_file(name: str) -> Path:
    try:
        Path(name).open("x", encoding="utf-8").close()
    except FileExistsError:
        raise WordsRefused(f"{name} is there already; name a new file for the record.") from None
    except (OSError, ValueError) as fault:
        raise WordsRefused(f"{name} cannot be written: {getattr(fault, 'strerror', None) or fault}.") from None
    return Path(name)


@dataclass
class Table:
    """A match at the terminal: the bots' sitting, the person's seat, and where lines come from and go to."""

    sitting: Sitting
    sitters: Sequence[Sitter]
    you: Seat
    dice: Callable[[str], bytes]
    record: Path | None = None
    told: int = 0
    narrator: Narrator = field(init=False)

    def __post_init__(self) -> None:
        self.narrator = Narrator(self.match.rules, [sitter.name for sitter in self.sitters], self.you)

    @property
    def match(self) -> Match:
        return self.sitting.match

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody's name, a bot's with its kind."""
        return tuple(sitter.name if sitter.bot is None else f"{sitter.name} ({sitter.bot})" for sitter in self.sitters)

    def play(self) -> None:
        """Play to the end of the match; raises Left."""
        while not self.match.is_over:
            self.sitting.tell()
            self.tell()
            bot = self.sitting.next_bot()
            if bot is not None:
                self.sitting.move(bot)
            elif self.match.position.asked:
                self.ask()
            else:
                self.deal()
        self.tell()
        self.keep()

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
        if self.match.rules.points_match is None:
            self.say(print_sheet(self.match.view(self.you), self.names))
        else:
            self.say(print_points_sheet(points_by_deal(self.match.events, len(self.names)), self.names))

    def ask(self) -> None:
        """Ask the person until an act is accepted; raises Left."""
        seen = Seen(self.match, self.you, [sitter.name for sitter in self.sitters])
        self.say(prompt(seen))
        while True:
            answer = self.hear("> ")
            match answer.lower():
                case "?" | "h" | "help":
                    self.say(help_for(self.match.rules).splitlines())
                    self.say(prompt(seen))
                case "s":
                    self.sheet()
                case "q" | "quit":
                    if self.hear("Leave the match? y leaves, anything else plays on: ").lower() in ("y", "yes"):
                        raise Left
                case _:
                    try:
                        self.match.play(read_answer(seen, answer))
                    except NotUnderstood as fault:
                        self.say([str(fault)])
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
        """Print lines; a terminal that cannot show a name shows it with question marks."""
        encoding = sys.stdout.encoding or "utf-8"
        for line in lines:
            print(line.encode(encoding, "replace").decode(encoding), end=end)
        sys.stdout.flush()

    def keep(self) -> None:
        """Write the record of all deals that are over, where one is wanted."""
        if self.record is not None:
            try:
                self.record.write_text(write_record(self.match, self.sitters), "utf-8")
            except OSError as fault:
                self.say([f"The record could not be written: {fault.strerror or fault}."])
                self.record = None
