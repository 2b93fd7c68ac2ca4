"""`continental count`: what a hand counts, what it may declare, how it goes down, and what is best thrown.

`continental.hands` answers. The command imports little beside the rules, so that it answers at once.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from continental.cards import JOKER, print_card, print_cards
from continental.cli.parser import Parser
from continental.cli.screen import Screen, complain
from continental.cli.words import WordsRefused, read_switches
from continental.hands.answer import HandAnswer, HiddenCount, OpenCount, look_at_hand
from continental.hands.contract_part import by_contract
from continental.hands.declarations import Declarations
from continental.hands.reading import read_hand
from continental.melds import WholeHand
from continental.play.refusal import Refused
from continental.rules.base import RuleSet
from continental.rules.load import load

_WHOLE_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,9}")
_WHOLE: Final = {WholeHand.NO: "", WholeHand.ALL: "; the whole hand", WholeHand.ALL_BUT_ONE: "; the whole hand but one card"}

Line = tuple[str, str]
"""The name of a line and its text."""


def main(argv: Sequence[str]) -> int:
    """Answer for the cards named; 0 with the answer, 2 with a sentence on stderr."""
    asked = _arguments().parse_args(list(argv))
    screen = Screen()
    try:
        rules = load(asked.rules, read_switches(asked.switch))
        deal = read_deal(asked.deal, rules)
        total = read_total(asked.total, rules)
        answer = look_at_hand(rules, read_hand(rules, " ".join(asked.cards), deal), total, deal)
    except WordsRefused as refused:
        complain(refused)
        return 2
    except Refused as refused:
        complain(refused.sentence)
        return 2
    if asked.json:
        print(json.dumps(answer.plain(), indent=2))
    else:
        screen.say([sheet(rules, answer, in_melds=screen.is_terminal)])
    return 0


def _arguments() -> Parser:
    parser = Parser(
        prog="continental count",
        description="What a hand counts and what it may declare.",
        epilog="A card is rank then suit, such as 7S, TD or 10♦, and JK is a joker. Of a hand with a card too many it says "
        "what to throw. In a contract game it says whether the deal's contract can go down, how, and how many cards it is away.",
        allow_abbrev=False,
    )
    parser.add_argument("cards", nargs="*", metavar="CARD", help="up to eleven cards, or a contract game's hand")
    parser.add_argument("--total", default="0", metavar="N", help="the player's total before this hand (0); at 99 an ace is 1")
    parser.add_argument("--rules", default="house", metavar="KEY", help="the rule set (house)")
    parser.add_argument(
        "--switch", action="append", default=[], metavar="NAME=VALUE", help="a switch of the rules; may be repeated"
    )
    parser.add_argument("--deal", metavar="N", help="which deal of a contract game (1)")
    parser.add_argument("--json", action="store_true", help="answer in JSON")
    return parser


def read_deal(text: str | None, rules: RuleSet) -> int:
    """Return the number of a deal, 1 if none is named. Raises WordsRefused if the game has no such deal."""
    if text is None:
        return 1
    last = rules.scoring.deals(len(rules.deals))
    if last is None:
        raise WordsRefused(f"--deal is for contract games: every deal of {rules.title} is alike.")
    number = int(text) if text.isascii() and text.isdecimal() and len(text) <= 3 else 0
    if not 1 <= number <= last:
        raise WordsRefused(f"--deal {text[:20]!r} is no deal of {rules.title}: they are 1 to {last}.")
    return number


def read_total(text: str, rules: RuleSet) -> int:
    """Return the player's total before the hand. Raises WordsRefused if no player who is still in can have it."""
    total = int(text) if _WHOLE_NUMBER.fullmatch(text) else None
    if total is None:
        raise WordsRefused(f"--total {text[:20]!r} is no total: it is a whole number such as 42 or -10.")
    lines = rules.scoring.lines()
    if lines is not None and lines.is_out(total):
        raise WordsRefused(f"A player at {total} is out: a total before a hand is at most {lines.line - 1}.")
    return total


def sheet(rules: RuleSet, answer: HandAnswer, *, in_melds: bool = False) -> str:
    """Return the answer in words, a few lines for a person; a hand that is not down sorted `in_melds` if wished."""
    lines = [("Cards", print_cards(answer.cards)), *_LINES[type(answer.count)](rules, answer, answer.count, in_melds)]
    return "\n".join(f"{name:<8} {text}" for name, text in lines)


def _hidden(rules: RuleSet, answer: HandAnswer, count: HiddenCount, _in_melds: bool) -> Iterator[Line]:  # noqa: FBT001
    worth = count.worth
    yield "Melds", " | ".join(map(str, worth.melds)) or "none"
    yield "Left", print_cards((*worth.left, *(JOKER,) * worth.held)) or "nothing"
    if worth.thrown is not None:
        yield "Thrown", print_card(worth.thrown)
    yield "Counts", f"{worth.least} at least; can be declared: {_stretches([row.points for row in count.reach])}"
    if len(count.by_jokers_melded) > 1:
        rows = enumerate(count.by_jokers_melded)
        yield "Jokers", ", ".join(f"{melded} melded leaves {'–' if points is None else points}" for melded, points in rows)
    if len(answer.cards) == rules.cards_for():
        yield "Declare", _declarations(count.declare)
    if count.discards is not None:
        yield "Throw", ", ".join(f"{print_card(card)} leaves {least}" for card, least in count.discards)


def _open(rules: RuleSet, answer: HandAnswer, count: OpenCount, in_melds: bool) -> Iterator[Line]:  # noqa: FBT001
    yield "Counts", f"{count.points} points"
    hand = count.contract
    if hand is None:
        return
    task = hand.task
    needs = ", ".join(f"{'set' if need.kind == 'set' else 'run'} of {need.size}" for need in task.contract.needs)
    yield "Deal", f"{count.deal} of {rules.title}: {needs}{_WHOLE[task.contract.whole_hand]}"
    if hand.down is None:
        if in_melds:
            yield "Holds", by_contract(answer.cards, task.contract, task.melding, task.values)
        yield "Down", "not yet" if hand.distance is None else f"not yet: {_away(hand.distance)}"
    else:
        yield "Down", " | ".join(map(str, hand.down.down))
        if hand.laid_off:
            yield "Lay off", ", ".join(f"{print_card(step.card)} on meld {step.on + 1}" for step in hand.laid_off)
        left = print_cards(hand.down.left)
        yield "Left", f"{left}, {hand.down.points_left} points" if left else "nothing"
    if hand.throw is not None:
        then = "" if hand.after is None else f", then {_away(hand.after)}"
        yield "Throw", f"{print_card(hand.throw)}{then}"


_LINES: Final[Mapping[type, Callable[[RuleSet, HandAnswer, Any, bool], Iterator[Line]]]] = {
    HiddenCount: _hidden,
    OpenCount: _open,
}


def _away(cards: int) -> str:
    return f"{cards} card{'' if cards == 1 else 's'} away"


def _declarations(declare: Declarations) -> str:
    others = {"close": declare.close, "continental": declare.continental, "straight flush": declare.straight_flush}
    made = [f"knock with {print_card(card)}" for card in declare.knock]
    return ", ".join([*made, *(name for name, may in others.items() if may)]) or "nothing yet"


def _stretches(numbers: Sequence[int]) -> str:
    """Return sorted numbers with neighbours drawn together: 2, 4–12, 17."""
    stretches: list[list[int]] = []
    for number in numbers:
        if stretches and number == stretches[-1][-1] + 1:
            stretches[-1].append(number)
        else:
            stretches.append([number])
    return ", ".join(str(some[0]) if len(some) == 1 else f"{some[0]}–{some[-1]}" for some in stretches)
