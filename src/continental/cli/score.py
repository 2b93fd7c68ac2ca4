"""`continental score`: a match on paper kept in the terminal, on the same store and forms as the pad on the phone."""

from __future__ import annotations

import asyncio
import secrets
import shlex
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from continental.cli.files import FileRefused, Unreadable, read_text
from continental.cli.parser import Parser
from continental.cli.say import listed, say
from continental.cli.score_lines import LineReader, NotUnderstood, find_money, find_name, find_number, is_number
from continental.cli.screen import Screen, complain
from continental.cli.settle import sheet
from continental.cli.words import MOST_TYPED, WordsRefused, read_ante, read_switches, too_long
from continental.logbook.books import Book, BookKey
from continental.logbook.ports import StoreFailed
from continental.play.refusal import Refused
from continental.play.terms import Status
from continental.rules.load import load
from continental.rules.money import print_dollars
from continental.scorepad.acts import Act, Adjust, Answer, Correct, Enter, Move, Pay, Redo, Rename, Strike, Undo, read_act
from continental.scorepad.desk import Desk, TooBusy, Wish
from continental.scorepad.export import LONGEST_TEXT, UNTITLED, full_text, print_json, read_any, settle_form
from continental.scorepad.items import DeadHand, Hand, Joins, Leaves, Stops
from continental.scorepad.pad import Make, Pad
from continental.scorepad.show import settlement
from continental.scorepad.spreadsheet import csv_form
from continental.scorepad.sums import RowState, Start, Sums
from continental.scorepad.telling import TrailRow, say_item, trail
from continental.scorepad.ways import ways_on
from continental.store.sql import DatabaseUnopened, SqlStore, open_store
from continental.store.where import BadDatabase, read_database
from continental.table.clock import WallClock

BY: Final = "Shell"
YES: Final = ("y", "yes")
YES_OR_NO: Final = (*YES, "n", "no")
MOST_BYTES: Final = 4
"""Of a letter in UTF-8."""


def _new_session() -> str:
    """Who this run of the shell is: two of them are two writers, each of whom is told what the other wrote."""
    return f"shell {secrets.token_hex(8)}"


class Left(Exception):
    """The person left the pad, or the input ended; everything is kept."""


class Instead(Exception):
    """The person gave another command in place of an answer; `line` is to be carried out."""

    def __init__(self, line: str) -> None:
        self.line = line
        super().__init__(line)


_OVER: Final = {Status.WON: "score.won", Status.SPLIT: "score.split", Status.ABANDONED: "score.broken_off"}
LEAVES: Final = ("q", "quit", "exit")
HELPS: Final = ("?", "h", "help")
LOOKS: Final = ("pay", "sheet", "trail", "export")
"""Commands that change nothing: after them a question is asked again."""


def main(argv: Sequence[str]) -> int:
    """Keep a match; 0 when the pad is left, 2 with a sentence on stderr for words that cannot be."""
    asked = _parser().parse_args(list(argv))
    try:
        url = read_database(asked.database)
        with asyncio.Runner() as runner:
            store = runner.run(open_store(url))
            try:
                return _serve(asked, store, runner)
            finally:
                runner.run(store.close())
    except (WordsRefused, BadDatabase, DatabaseUnopened) as refused:
        complain(refused)
    except Refused as refused:
        complain(refused.sentence)
    except StoreFailed:
        complain(say("score.store_failed"))
    return 2


def _parser() -> Parser:
    parser = Parser(
        prog="continental score",
        description="A match on paper: type what each hand came to; totals, pot and who owes whom follow. ? at the prompt helps.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="the players, clockwise, for a new match; none to go on with one"
    )
    parser.add_argument(
        "--database", metavar="URL", help="a file, sqlite:///FILE or postgresql://… (default: the server's own file)"
    )
    parser.add_argument("--pad", metavar="ID", help="the pad to go on with (default: the newest)")
    parser.add_argument("--list", action="store_true", help="the pads there are, the newest first")
    parser.add_argument(
        "--take", metavar="FILE", help="begin with what a file tells: an export in any form, or the record of an online match"
    )
    parser.add_argument("--title", help="what the match is called (Match)")
    parser.add_argument("--rules", metavar="KEY", help="the rule set (house)")
    parser.add_argument("--ante", metavar="DOLLARS", help="what everyone pays into the pot, where there is one (20)")
    parser.add_argument("--dealer", metavar="NAME", help="who deals first (the first player)")
    parser.add_argument(
        "--switch", action="append", default=[], metavar="NAME=VALUE", help="a switch of the rules; may be repeated"
    )
    return parser


def _serve(asked: Any, store: SqlStore, runner: asyncio.Runner) -> int:
    desk = Desk(store, WallClock().now)
    if asked.list:
        for pad in runner.run(store.newest(50)):
            print(_listed(pad, runner.run(desk.pad(pad))))
        return 0
    if not asked.names:
        _check_goes_without(asked)
    if asked.take is not None:
        pad = _take_in(asked, desk, runner)
    else:
        pad = _begin(asked, desk, runner) if asked.names else _go_on(asked, store, runner)
    try:
        Shell(desk, pad, runner).keep()
    except (Left, KeyboardInterrupt):
        go_on = _how_to_go_on(asked, pad, store, runner)
        Screen().say(["", say("score.kept", go_on=go_on)], has_cards=False)
    return 0


def _how_to_go_on(asked: Any, pad: BookKey, store: SqlStore, runner: asyncio.Runner) -> str:
    """The words that open this pad again: without its id only if it is the newest."""
    words = ["continental", "score"]
    if runner.run(store.newest(1)) != [pad]:
        words += ["--pad", pad.id]
    if asked.database is not None:
        words += ["--database", asked.database]
    return shlex.join(words)


def _listed(pad_id: BookKey, pad: Pad) -> str:
    now = pad.sums.paper.standing
    told = {"title": pad.sheet.title, "names": pad.sheet.names(), "status": now.status.value}
    return f"{pad_id.id}  {say('score.listed', count=now.hands, **told)}"


def _check_goes_without(asked: Any) -> None:
    """Raise WordsRefused for choices of a new match if a file is taken in or a pad is continued."""
    told = {"--rules": asked.rules, "--ante": asked.ante, "--dealer": asked.dealer, "--switch": asked.switch or None}
    if asked.take is None:
        told["--title"] = asked.title
    for word, value in told.items():
        if value is not None:
            raise WordsRefused(say("score.file_says" if asked.take is not None else "score.for_a_new_match", word=word))


def _begin(asked: Any, desk: Desk, runner: asyncio.Runner) -> BookKey:
    rules = load(asked.rules or "house", read_switches(asked.switch))
    names = tuple(" ".join(name.split()) for name in asked.names)
    if any(not 1 <= len(name) <= 40 or not name.isprintable() for name in names):
        raise WordsRefused(say("word.no_name", most=40))
    title = _title(asked) or UNTITLED
    ante = read_ante(asked.ante, rules)
    return runner.run(desk.make(Make(title, Start(rules, names, ante, asked.dealer)), _new_session(), BY)).log


def _title(asked: Any) -> str | None:
    if asked.title is not None and not (1 <= len(asked.title) <= 60 and asked.title.isprintable()):
        raise WordsRefused(say("score.no_title", most=60))
    title: str | None = asked.title
    return title


def _take_in(asked: Any, desk: Desk, runner: asyncio.Runner) -> BookKey:
    """A new pad from a file; what it says nothing of, the moment and the writer, is now and the shell."""
    if asked.names or asked.pad is not None:
        raise WordsRefused(say("score.one_of_three"))
    try:
        text = read_text(asked.take, MOST_BYTES * LONGEST_TEXT)
    except FileRefused as fault:
        raise WordsRefused(say("score.not_taken", file=asked.take, fault=fault)) from None
    except Unreadable as fault:
        raise WordsRefused(str(fault)) from None
    session, now = _new_session(), desk.now()
    entries = [replace(entry, at=entry.at or now, by=entry.by or BY, session=session) for entry in read_any(text, _title(asked))]
    return runner.run(desk.make_from(entries, session, BY)).log


def _go_on(asked: Any, store: SqlStore, runner: asyncio.Runner) -> BookKey:
    newest = runner.run(store.newest(1_000_000 if asked.pad else 1))
    if asked.pad is not None and BookKey(Book.PAD, asked.pad) not in newest:
        raise WordsRefused(say("score.no_such_pad", pad=repr(asked.pad[:20])))
    if not newest:
        raise WordsRefused(say("score.no_pad"))
    return BookKey(Book.PAD, asked.pad) if asked.pad is not None else newest[0]


class Shell:
    """A pad at the terminal: lines in, acts to the desk, the sheet out."""

    def __init__(self, desk: Desk, pad: BookKey, runner: asyncio.Runner) -> None:
        self._desk = desk
        self._pad_id = pad
        self._runner = runner
        self._session = _new_session()
        self._screen = Screen()
        self._verbs: dict[str, Callable[[list[str]], Act | None]] = {
            "undo": lambda _: Undo(),
            "redo": lambda _: Redo(),
            "fix": self._fix,
            "way": self._way,
            "insert": self._insert,
            "strike": lambda words: Strike(self._item(words)),
            "move": lambda words: Move(self._item(words[:1]), self._item(words[1:])),
            "dead": lambda _: Enter(DeadHand()),
            "join": lambda words: Enter(Joins(_one(words, "join Dan"))),
            "leave": lambda words: Enter(Leaves(find_name(_one(words, "leave bo"), self.pad.sheet.names()))),
            "stop": lambda _: Enter(Stops()),
            "rename": self._rename,
            "adjust": self._adjust,
            "paid": self._paid,
            "pay": lambda _: self._say(self._settlement()),
            "sheet": lambda _: self._say([sheet(self.pad.sums.paper)]),
            "trail": lambda _: self._say(map(_trail_line, trail(self.pad.entries))),
            "export": self._export,
        }

    @property
    def pad(self) -> Pad:
        """Return the pad as it stands now."""
        return self._runner.run(self._desk.pad(self._pad_id))

    def keep(self) -> None:
        """Take line after line; raises Left."""
        self._say([say("score.opened", title=self.pad.sheet.title, pad=self._pad_id.id, names=self.pad.sheet.names())])
        self._show()
        instead: str | None = None
        while True:
            line, instead = instead, None
            try:
                if line is not None:
                    self._line(line)
                elif not self._answer_offer():
                    self._line(self._hear(self._prompt()))
            except NotUnderstood as fault:
                self._screen.say([str(fault)], has_cards=False)
            except Instead as other:
                instead = other.line

    def _prompt(self) -> str:
        sums = self.pad.sums
        if sums.stop is not None:
            return say("score.prompt_stopped")
        return say("score.prompt_over") if sums.paper.standing.is_over else say("score.prompt", number=len(sums.paper.pages))

    def _line(self, line: str) -> None:
        if len(line) > MOST_TYPED:
            raise NotUnderstood(too_long())
        try:
            words = shlex.split(line)
        except ValueError:
            raise NotUnderstood(say("score.lone_quotation")) from None
        if not words:
            return
        first = words[0].casefold()
        if first in HELPS:
            self._screen.say(say("line.help").splitlines(), has_cards=False)
        elif first in LEAVES:
            raise Left
        elif first in self._verbs:
            act = self._verbs[first](words[1:])
            if act is not None:
                self._do(act)
        else:
            self._do(Enter(self._hand(words)))

    # --- reading

    def _hand(self, words: Sequence[str]) -> Hand:
        paper = self.pad.sums.paper
        dealer = paper.standing.dealer
        names = [paper.names[seat] for seat in paper.standing.rotation(dealer)] if dealer is not None else list(paper.names)
        return self._reader(names).read(words)

    def _reader(self, names: Sequence[str]) -> LineReader:
        return LineReader(names, self.pad.sheet.start.rules.scoring.kind, self._ask_count)

    def _row(self, words: Sequence[str]) -> int:
        number = find_number(_one(words[:1], say("score.a_number")), "line.no_hand")
        place = next((at for at, row in enumerate(self.pad.sums.rows) if row.number == number), None)
        if place is None:
            last = max((row.number or 0 for row in self.pad.sums.rows), default=0)
            raise NotUnderstood(say("score.no_such_hand" if last else "score.no_hand_yet", number=number, last=last))
        return place

    def _item(self, words: Sequence[str]) -> str:
        return self.pad.sums.rows[self._row(words)].item.id

    def _hand_at(self, words: Sequence[str]) -> tuple[str, Hand]:
        """The item of a hand's number, and a hand read for those who were in then."""
        row = self.pad.sums.rows[self._row(words)]
        names = list(self.pad.sheet.names())
        if row.before is not None:
            names = [row.before.names[seat] for seat in row.before.standing.seats_in()]
        return row.item.id, self._reader(names).read(words[1:])

    def _fix(self, words: list[str]) -> Act:
        return Correct(*self._hand_at(words), keeps=True)

    def _way(self, words: Sequence[str]) -> Act:
        """Return the act of a way on when the sums stop."""
        pad = self.pad
        ways = [] if pad.sums.stop is None else list(ways_on(pad, pad.sums.stop))
        number = find_number(_one(words, "way 1"), "line.no_way")
        if not 1 <= number <= len(ways):
            raise NotUnderstood(say("score.ways", count=len(ways)) if ways else say("score.no_stop"))
        way = ways[number - 1]
        if way.act is None:
            row = next(row for row in pad.sums.rows if row.item.id == way.item)
            raise NotUnderstood(say("score.enter_anew") if row.number is None else say("score.fix", number=row.number))
        return read_act(way.act)

    def _insert(self, words: list[str]) -> Act:
        item, hand = self._hand_at(words)
        return Enter(hand, before=item)

    def _rename(self, words: list[str]) -> Act:
        if len(words) != 2:
            raise NotUnderstood(say("score.renaming"))
        return Rename(find_name(words[0], self.pad.sheet.names()), words[1])

    def _adjust(self, words: list[str]) -> Act:
        if len(words) < 4:
            raise NotUnderstood(say("score.adjusting"))
        return Adjust(*self._parties(words), " ".join(words[3:])[:80])

    def _paid(self, words: list[str]) -> Act:
        if len(words) != 3:
            raise NotUnderstood(say("score.paying"))
        return Pay(*self._parties(words))

    def _parties(self, words: Sequence[str]) -> tuple[str, str, Any]:
        names = self.pad.sheet.names()
        return find_name(words[0], names), find_name(words[1], names), find_money(words[2])

    # --- doing

    def _do(self, act: Act) -> None:
        """Write the act, and show its result; entries of others written meanwhile are shown first."""
        id_, after = secrets.token_hex(8), self.pad.v
        while True:
            try:
                (came,) = self._runner.run(self._desk.write(self._pad_id, self._session, [Wish(id_, after, act)], BY))
            except (StoreFailed, TooBusy):
                self._say([say("score.not_kept")])
                return
            if came.refused is not None:
                self._say([came.refused.sentence])
                return
            if came.is_in:
                self._show()
                return
            told = {row.entry.v: row.says for row in trail(self.pad.entries)}
            self._say([say("score.meanwhile"), *(f"  {told[v]}" for v in came.conflict)])
            if not self._ask_yes(say("score.write_yours"), say("score.say_y_or_n")):
                return
            after = self.pad.v

    def _answer_offer(self) -> bool:
        """Ask about the offer that is open, if one is; whether one was."""
        pad = self.pad
        sums = pad.sums
        row = next((row for row in reversed(sums.rows) if row.after is not None), None)
        offer = None if row is None or row.after is None else row.after.standing.offer
        if row is None or offer is None or (sums.stop is not None and sums.stop.code != "offer_open"):
            return False
        name = sums.paper.names[offer.seat]
        total = sums.paper.standing.totals[offer.seat]
        key = "score.offer_splits" if offer.forces_split else "score.offer"
        question = say(key, name=name, total=total, target=offer.target, price=print_dollars(offer.price))
        yes = self._ask_yes(question, say("score.answer_offer"))
        self._do(Answer(row.item.id, name, yes))
        return True

    def _ask_yes(self, question: str, otherwise: str) -> bool:
        """Ask until the person says y or n; raises Left, or Instead for another command that changes something."""
        return (
            self._ask(say("score.y_or_n", question=question), lambda answer: answer.casefold() in YES_OR_NO, otherwise).casefold()
            in YES
        )

    def _ask_count(self, question: str) -> str:
        """Ask until the person says a number; raises Left, or Instead for another command that changes something."""
        otherwise = say("score.say_a_number")
        try:
            return self._ask(question, is_number, otherwise)
        except Left:
            self._say(["", say("score.not_whole")])
            raise

    def _ask(self, question: str, is_answer: Callable[[str], bool], otherwise: str) -> str:
        """Ask until there is an answer; raises Left, or Instead for another command that changes something."""
        while True:
            line = self._hear(question)
            words = line.split()
            first = words[0].casefold() if words else ""
            if is_answer(line):
                return line
            if first in (*HELPS, *LEAVES, *LOOKS):
                try:
                    self._line(line)
                except NotUnderstood as fault:
                    self._say([str(fault)])
            elif first in self._verbs:
                raise Instead(line)
            else:
                self._say([otherwise])

    def _export(self, words: list[str]) -> None:
        name = _one(words, "export FILE.json")
        pad = self.pad
        if name.endswith(".csv"):
            text = csv_form(pad)
        elif name.endswith(".json"):
            text = full_text(pad) if name.endswith(".full.json") else print_json(settle_form(pad))
        else:
            raise NotUnderstood(say("score.no_export"))
        try:
            with Path(name).open("x", encoding="utf-8", newline="") as file:
                file.write(text)
        except FileExistsError:
            raise NotUnderstood(say("score.is_there", file=name)) from None
        except (OSError, ValueError) as fault:
            raise NotUnderstood(say("file.unwritable", file=name, fault=getattr(fault, "strerror", None) or fault)) from None
        self._say([say("score.written", file=name)])

    # --- showing

    def _show(self) -> None:
        """Show the sheet in short: a line for each player, the standing, and the place where the sums stopped."""
        pad = self.pad
        sums, paper = pad.sums, pad.sums.paper
        if sums.rows:
            last = sums.rows[-1]
            item = say_item(last.item.what)
            self._say([item if last.number is None else say("score.hand", number=last.number, item=item)])
        out, wide = f"  {say('settled.out')}", max(map(len, paper.names))
        has_cash = "cash" in paper.rules.scoring.columns
        for seat, name in enumerate(paper.names):
            money = f"  {print_dollars(paper.standing.cash[seat]):>10}" if has_cash else ""
            self._say([f"  {name:{wide}}  {paper.standing.totals[seat]:>6}{money}{out if paper.standing.out[seat] else ''}"])
        if has_cash:
            self._say([f"  {say('settled.pot'):{wide}}  {'':>6}  {print_dollars(paper.standing.pot):>10}"])
        if not sums.has_open_offer:
            self._say([self._outcome(pad)])

    def _outcome(self, pad: Pad) -> str:
        sums, now = pad.sums, pad.sums.paper.standing
        if sums.stop is not None:
            waiting = sum(row.state is not RowState.DONE for row in sums.rows)
            ways = "; ".join(f"{number} {way.says}" for number, way in enumerate(ways_on(pad, sums.stop), 1))
            return say("score.stopped", kept=waiting, why=sums.stop.sentence, ways=ways)
        if now.is_over:
            return say(_OVER[now.status], names=listed([sums.paper.names[seat] for seat in now.winners]))
        return say("score.deals", name=sums.paper.names[now.dealer or 0])

    def _settlement(self) -> list[str]:
        pad = self.pad
        shown = settlement(pad.sheet, pad.sums.paper)
        lines = [say("score.if_stopped")] if shown["if_stopped"] else []
        if pad.sums.stop is not None:
            lines = [_up_to(pad.sums)]
        for payment in shown["payments"]:
            told = {"source": payment["from"], "target": payment["to"], "money": print_dollars(payment["cents"])}
            lines.append(f"  {say('score.paid' if payment['paid'] else 'score.pays', **told)}")
        for each in pad.sheet.adjustments:
            paid = each.payment
            told = {"source": paid.source, "target": paid.target, "money": print_dollars(paid.cents)}
            lines.append(f"  {say('score.adjusted', reason=each.reason, **told)}")
        return [*lines, say("score.settled")] if shown["settled"] else lines

    def _hear(self, words: str) -> str:
        self._say([words], end="")
        line = sys.stdin.readline()
        if not line:
            raise Left
        return line.strip()

    def _say(self, lines: Iterable[str], *, end: str = "\n") -> None:
        self._screen.say(lines, end=end, has_cards=False)


def _up_to(sums: Sums) -> str:
    numbers = [row.number for row in sums.rows if row.after is not None and row.number is not None]
    return say("score.up_to", number=numbers[-1]) if numbers else say("score.before_the_first")


def _trail_line(row: TrailRow) -> str:
    """Return one entry: when, as this machine's clock has it, who and what, and whether it still stands."""
    when = datetime.fromtimestamp(row.entry.at / 1000, UTC).astimezone()
    line = f"  {when:%Y-%m-%d %H:%M}  {row.says}"
    return f"{line} {say('score.undone')}" if row.undone else line


def _one(words: Sequence[str], example: str) -> str:
    if len(words) != 1:
        raise NotUnderstood(say("score.one_word", example=example))
    return words[0]
