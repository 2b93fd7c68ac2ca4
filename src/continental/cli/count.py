"""`continental count`: what a hand counts, what it may declare, how it goes down, and what is best thrown.

`continental.hands` answers. The command imports little beside the rules, so that it answers at once.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from continental.cards import JOKER, print_card, print_cards
from continental.cli.parser import Parser
from continental.cli.say import say
from continental.cli.screen import Screen, complain
from continental.cli.words import WordsRefused, read_switches
from continental.hands.answer import HandAnswer, HiddenCount, OpenCount, look_at_hand
from continental.hands.contract_part import by_contract
from continental.hands.declarations import Declarations
from continental.hands.reading import read_hand
from continental.melds import Kind, WholeHand
from continental.play.refusal import Refused
from continental.rules.base import RuleSet
from continental.rules.load import load

_WHOLE_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,9}")
_WHOLE: Final = {
    WholeHand.NO: "counted.contract",
    WholeHand.ALL: "counted.contract_whole",
    WholeHand.ALL_BUT_ONE: "counted.contract_all_but_a_card",
}
_NEEDS: Final[Mapping[Kind, str]] = {"set": "counted.set_of", "run": "counted.run_of"}

Line = tuple[str, str]
"""The key of the name of a line, and the line's text."""


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
        raise WordsRefused(say("counted.deals_alike", title=rules.title))
    number = int(text) if text.isascii() and text.isdecimal() and len(text) <= 3 else 0
    if not 1 <= number <= last:
        raise WordsRefused(say("counted.no_deal", typed=repr(text[:20]), title=rules.title, last=last))
    return number


def read_total(text: str, rules: RuleSet) -> int:
    """Return the player's total before the hand. Raises WordsRefused if no player who is still in can have it."""
    total = int(text) if _WHOLE_NUMBER.fullmatch(text) else None
    if total is None:
        raise WordsRefused(say("counted.no_total", typed=repr(text[:20])))
    lines = rules.scoring.lines()
    if lines is not None and lines.is_out(total):
        raise WordsRefused(say("counted.is_out", total=total, most=lines.line - 1))
    return total


def sheet(rules: RuleSet, answer: HandAnswer, *, in_melds: bool = False) -> str:
    """Return the answer in words, a few lines for a person; a hand that is not down sorted `in_melds` if wished."""
    lines = [("counted.cards", print_cards(answer.cards)), *_LINES[type(answer.count)](rules, answer, answer.count, in_melds)]
    return "\n".join(f"{say(key):<8} {text}" for key, text in lines)


def _hidden(rules: RuleSet, answer: HandAnswer, count: HiddenCount, _in_melds: bool) -> Iterator[Line]:  # noqa: FBT001
    worth = count.worth
    yield "counted.melds", " | ".join(map(str, worth.melds)) or say("counted.none")
    yield "counted.left", print_cards((*worth.left, *(JOKER,) * worth.held)) or say("counted.nothing")
    if worth.thrown is not None:
        yield "counted.thrown", print_card(worth.thrown)
    yield "counted.counts", say("counted.reach", least=worth.least, points=_stretches([row.points for row in count.reach]))
    if len(count.by_jokers_melded) > 1:
        rows = enumerate(count.by_jokers_melded)
        yield (
            "counted.jokers",
            _series("counted.melded", ((melded, "–" if points is None else points) for melded, points in rows)),
        )
    if len(answer.cards) == rules.cards_for():
        yield "counted.declare", _declarations(count.declare)
    if count.discards is not None:
        yield "counted.throw", _series("counted.leaves", ((print_card(card), least) for card, least in count.discards))


def _open(rules: RuleSet, answer: HandAnswer, count: OpenCount, in_melds: bool) -> Iterator[Line]:  # noqa: FBT001
    yield "counted.counts", say("counted.points", count=count.points)
    hand = count.contract
    if hand is None:
        return
    task = hand.task
    needs = [say(_NEEDS[need.kind], size=need.size) for need in task.contract.needs]
    yield "counted.deal", say(_WHOLE[task.contract.whole_hand], deal=count.deal, title=rules.title, needs=needs)
    if hand.down is None:
        if in_melds:
            yield "counted.holds", by_contract(answer.cards, task.contract, task.melding, task.values)
        yield (
            "counted.down",
            say("counted.not_yet") if hand.distance is None else say("counted.not_yet_away", count=hand.distance),
        )
    else:
        yield "counted.down", " | ".join(map(str, hand.down.down))
        if hand.laid_off:
            yield "counted.lay_off", _series("counted.on_meld", ((print_card(step.card), step.on + 1) for step in hand.laid_off))
        left = print_cards(hand.down.left)
        points = hand.down.points_left
        yield "counted.left", say("counted.left_points", cards=left, count=points) if left else say("counted.nothing")
    if hand.throw is not None:
        card = print_card(hand.throw)
        yield "counted.throw", card if hand.after is None else say("counted.throw_away", card=card, count=hand.after)


_LINES: Final[Mapping[type, Callable[[RuleSet, HandAnswer, Any, bool], Iterator[Line]]]] = {
    HiddenCount: _hidden,
    OpenCount: _open,
}


def _series(key: str, pairs: Iterable[tuple[object, object]]) -> str:
    return say("counted.series", parts=[say(key, item=item, value=value) for item, value in pairs])


def _declarations(declare: Declarations) -> str:
    others = {
        "counted.close": declare.close,
        "counted.continental": declare.continental,
        "counted.straight_flush": declare.straight_flush,
    }
    made = [say("counted.knock", card=print_card(card)) for card in declare.knock]
    made += [say(key) for key, may in others.items() if may]
    return say("counted.series", parts=made) if made else say("counted.nothing_yet")


def _stretches(numbers: Sequence[int]) -> str:
    """Return sorted numbers with neighbours drawn together: 2, 4–12, 17."""
    stretches: list[list[int]] = []
    for number in numbers:
        if stretches and number == stretches[-1][-1] + 1:
            stretches[-1].append(number)
        else:
            stretches.append([number])
    return ", ".join(str(some[0]) if len(some) == 1 else f"{some[0]}–{some[-1]}" for some in stretches)
