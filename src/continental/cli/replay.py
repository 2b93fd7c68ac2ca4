"""`continental replay`: step through a record, as one seat or with open cards, or verify its shuffles, acts and sums."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from continental.cards import print_card, print_cards
from continental.cli.files import FileRefused, Unreadable, read_text
from continental.cli.in_melds import in_melds
from continental.cli.narrate import Narrator
from continental.cli.parser import Parser
from continental.cli.say import listed, say
from continental.cli.screen import Screen, complain
from continental.cli.words import shown
from continental.codec import to_plain
from continental.play.actions import Action, Buy, Commit, Count, Deal, Draw
from continental.play.notation import outcome_of
from continental.play.plain import action_to_plain, event_to_plain
from continental.play.position import Position, Standing
from continental.play.reading import parse_record
from continental.play.record import MOST_CHARACTERS, Record, RecordError, print_name
from continental.play.terms import Phase, Seat, Status
from continental.play.view import DiscardView, see, view_for
from continental.replay import Step, Verdict, begin_record, replay, verify
from continental.rules.base import RuleSet

LARGEST_FILE: Final = 4 * MOST_CHARACTERS
"""Bytes; a character has at most four."""


class ReplayRefused(ValueError):
    """Tell of a file or words that name nothing to replay, and what would be right."""


@dataclass(frozen=True, slots=True)
class Look:
    """The choice of a reader: one deal or all, by a seat (None: a watcher) or with open cards."""

    deal: int | None
    seat: Seat | None
    is_open: bool
    shows: DiscardView


def main(argv: Sequence[str]) -> int:
    """Replay or verify the record in a file, or `-` for the standard input; 0, or 2 with a sentence on stderr."""
    asked = _arguments().parse_args(list(argv))
    try:
        record = parse_record(read_text(asked.file, LARGEST_FILE))
        if asked.verify:
            _print_verdict(record, verify(record), as_json=asked.json)
            return 0
        rules = begin_record(record.head).rules
        look = Look(asked.deal, _seat(record, asked.seat), asked.open, rules.shows)
        if look.deal is not None and look.deal not in [deal.number for deal in record.deals if deal.dice is not None]:
            raise ReplayRefused(say("replayed.no_deal", deal=look.deal))
        if asked.json:
            print(json.dumps({"seats": _names(record), "steps": list(_json_steps(record, look))}, ensure_ascii=False))
        else:
            _step_through(record, look, rules, waits=asked.file != "-" and sys.stdin.isatty() and sys.stdout.isatty())
    except RecordError as wrong:
        sys.stdout.flush()
        complain(say("replayed.wrong", line=wrong.line, sentence=wrong.sentence))
        return 2
    except (ReplayRefused, Unreadable) as refused:
        complain(refused)
        return 2
    except FileRefused as refused:
        complain(say("replayed.no_record", file=shown(asked.file), fault=refused))
        return 2
    return 0


def _arguments() -> argparse.ArgumentParser:
    parser = Parser(prog="continental replay", description="Step through the record of a match, or verify it.")
    parser.add_argument("file", metavar="FILE", help="the record; - reads the standard input")
    parser.add_argument(
        "--verify", action="store_true", help="check commitments, packs, rebuilt stocks, acts and sums, and say so"
    )
    parser.add_argument("--deal", type=int, metavar="N", help="show this deal alone")
    whose = parser.add_mutually_exclusive_group()
    whose.add_argument("--seat", metavar="NAME", help="see what this seat saw: a name, or a seat's number")
    whose.add_argument("--open", action="store_true", help="see all cards")
    parser.add_argument("--json", action="store_true", help="answer in JSON")
    return parser


def _names(record: Record) -> list[str]:
    return [sitter.name for sitter in record.head.sitters]


def _shown_names(record: Record) -> tuple[str, ...]:
    """Return the names as they stand in the record: nothing in them moves a terminal's cursor."""
    return tuple(print_name(name) for name in _names(record))


def _seat(record: Record, wish: str | None) -> Seat | None:
    """Return the seat of that name, or of that number if nobody has the name."""
    if wish is None:
        return None
    names = _names(record)
    if names.count(wish) > 1:
        raise ReplayRefused(say("replayed.name_twice", name=shown(wish)))
    if wish in names:
        return Seat(names.index(wish))
    if wish.isascii() and wish.isdecimal() and len(wish) <= 2 and int(wish) < len(names):
        return Seat(int(wish))
    raise ReplayRefused(say("replayed.no_name", name=shown(wish), names=_shown_names(record)))


def _steps(record: Record, look: Look) -> Iterator[Step]:
    return (step for step in replay(record) if look.deal in (None, step.deal))


# --- stepping


def _step_through(record: Record, look: Look, rules: RuleSet, *, waits: bool) -> None:
    names = _shown_names(record)
    narrator, screen = Narrator(rules, names, step_by_step=True), Screen(names)
    for step in _steps(record, look):
        screen.say(narrator.tell(event if look.is_open else see(event, look.seat) for event in step.events))
        held = _held(step, look, names, rules if screen.is_terminal else None)
        if held:
            screen.say([held])
        if waits and not isinstance(step.action, Commit) and not _goes_on():
            return


def _goes_on() -> bool:
    """Return whether the person wants the next step: Enter; q or the end of the input is the end."""
    try:
        return input(say("replayed.next")).strip().lower() not in ("q", "quit")
    except EOFError:
        return False


def _held(step: Step, look: Look, names: Sequence[str], rules: RuleSet | None) -> str:
    """Return the hand of the acting player after the act, or one's own as it was dealt, if the reader may see it.

    With `rules` the hand lies in its melds.
    """
    seat, position = step.action.seat, step.position

    def print_hand(whose: Seat) -> str:
        return print_cards(position.hand(whose)) if rules is None else in_melds(rules, position, whose)

    if isinstance(step.action, Deal) and look.seat is not None and position.deal is not None and position.hand(look.seat):
        return f"  {say('told.holds', name=names[look.seat], cards=print_hand(look.seat))}"
    if isinstance(step.action, Commit | Deal) or position.phase not in (Phase.DRAW, Phase.PLAY):
        return ""
    if not look.is_open and seat != look.seat:
        return ""
    return f"  {print_hand(seat)}"


# --- JSON


def _json_steps(record: Record, look: Look) -> Iterator[dict[str, Any]]:
    for step in _steps(record, look):
        shows_all = look.is_open or step.action.seat == look.seat
        events = [event_to_plain(event if look.is_open else see(event, look.seat)) for event in step.events]
        yield {
            "line": step.line,
            "deal": step.deal,
            "act": _plain_act(step, shows_all=shows_all),
            "outcome": (outcome_of(step.action, step.events) or None) if shows_all or _is_public(step.action) else None,
            "events": events,
            "view": to_plain(view_for(step.position, look.seat, look.shows)),
            **(_open_cards(step.position) if look.is_open else {}),
        }


def _is_public(action: Action) -> bool:
    """Return whether everybody sees the outcome of such an act."""
    return not isinstance(action, Draw | Buy)


def _plain_act(step: Step, *, shows_all: bool) -> dict[str, Any] | None:
    """Return the act as the looker may see it. The table's own are told by their events, a sealed count says nothing yet."""
    if isinstance(step.action, Commit | Deal):
        return None
    deal = step.position.deal
    if isinstance(step.action, Count) and not shows_all and (deal is None or deal.showdown.counted(step.action.seat) is None):
        return {"do": "count", "seat": step.action.seat}
    return action_to_plain(step.action)


def _open_cards(position: Position) -> dict[str, Any]:
    if position.deal is None:
        return {}
    hands = [[print_card(card) for card in hand] for hand in position.deal.hands]
    return {"hands": hands, "stock": [print_card(card) for card in position.deal.stock]}


# --- verifying


def _print_verdict(record: Record, verdict: Verdict, *, as_json: bool) -> None:
    now = verdict.standing
    if as_json:
        answer = {
            "right": True,
            "deals": verdict.deals,
            "rebuilt_stocks": verdict.rebuilt,
            "acts": verdict.acts,
            "open_deals": verdict.open_deals,
            "dealt_by_hand": list(verdict.by_hand),
            "status": now.status.value,
            "winners": [record.head.sitters[seat].name for seat in now.winners],
        }
        print(json.dumps(answer, ensure_ascii=False))
        return
    told = {
        "deals": say("replayed.deals", count=verdict.deals, number=f"{verdict.deals:,}"),
        "stocks": say("replayed.stocks", count=verdict.rebuilt, number=f"{verdict.rebuilt:,}"),
        "acts": say("replayed.acts", count=verdict.acts, number=f"{verdict.acts:,}"),
        "state": _state(record, now),
    }
    by_hand = [*map(str, verdict.by_hand)]
    print(
        say("replayed.right_by_hand", count=len(by_hand), by_hand=by_hand, **told) if by_hand else say("replayed.right", **told)
    )


_STATES: Final = {
    Status.PLAYING: "replayed.goes_on",
    Status.WON: "replayed.won",
    Status.SPLIT: "replayed.split",
    Status.ABANDONED: "replayed.given_up",
}


def _state(record: Record, now: Standing) -> str:
    names = [_shown_names(record)[seat] for seat in now.winners]
    return say(_STATES[now.status], names=listed(names))
