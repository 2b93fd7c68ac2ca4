"""`continental count`: what a hand counts, how it is best laid out, what it may declare, and what to throw of eleven cards.

For a contract game it says how the contract goes down, which `contract_count` answers.

It answers at once, so it reads the few rule-set values that it needs straight from the catalogue and imports no engine.
"""

from __future__ import annotations

import argparse
import os
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NoReturn, TypeVar

import continental
from continental.cards import JOKER, CardError, Cards, parse_cards, print_card
from continental.cli.screen import Screen, complain
from continental.melds import (
    NONE,
    Arrangement,
    Endings,
    Grammar,
    Least,
    RunRule,
    SetRule,
    Track,
    Values,
    arrange,
    discard_values,
    endings_of,
    least_by_jokers,
)

T = TypeVar("T")

# os.path and open, for importing pathlib takes as long as the answer does
_CATALOGUE: Final = os.path.join(os.path.dirname(continental.__file__), "rules", "catalogue")  # noqa: PTH118, PTH120
_WHOLE_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,9}")


class HandRefused(ValueError):
    """Words that are no hand to count: a stable code, and the sentence that says what was wrong and what would be right."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class Table:
    """What a count needs of a rule set with its switches at their defaults: card values, melds, and the size of hand and pack."""

    title: str
    by_rank: Values
    relief_total: int | None
    relief_ace: int
    line: int
    hand: int
    decks: int
    most_jokers: int
    grammar: Grammar

    def values(self, total: int) -> Values:
        """Points by rank for a player at this total: an ace may be relieved (house 5.1)."""
        return (self.relief_ace, *self.by_rank[1:]) if total == self.relief_total else self.by_rank


@dataclass(frozen=True, slots=True)
class Count:
    """The answer for the cards as given: what `continental count` prints, or writes as JSON."""

    cards: Cards
    total: int
    least: int
    by_jokers_melded: Least
    arrangement: Arrangement
    endings: Endings
    reachable: tuple[int, ...]
    discards: tuple[tuple[str, int], ...] | None

    def as_json(self) -> dict[str, Any]:
        """The answer as JSON values, cards as texts; `discards` for a hand of one card more than is held only."""
        answer: dict[str, Any] = {
            "cards": list(map(print_card, self.cards)),
            "least": self.least,
            "by_jokers_melded": list(self.by_jokers_melded),
            "melds": [list(meld.texts()) for meld in self.arrangement.melds],
            "left": list(map(print_card, self.left)),
            "declarations": {
                "knock": list(map(print_card, self.endings.knock)),
                "close": self.endings.close,
                "continental": self.endings.continental,
                "straight_flush": self.endings.straight_flush,
            },
            "reachable": list(self.reachable),
        }
        if self.discards is not None:
            answer["discards"] = [{"card": card, "least": least} for card, least in self.discards]
        return answer

    @property
    def left(self) -> Cards:
        """The cards in no meld, jokers held back among them."""
        return self.arrangement.left + (JOKER,) * self.arrangement.held


def main(argv: Sequence[str]) -> int:
    """Answer for the cards named; 0 with the answer, 2 with a sentence on stderr."""
    try:
        asked = _arguments().parse_args(list(argv))
        raw = from_catalogue(asked.rules, lambda: read_catalogue(asked.rules))
        if "contract" in raw:
            from continental.cli.contract_count import answer_contract, read_deal

            deal = from_catalogue(asked.rules, lambda: read_deal(raw, asked.deal))
            screen = Screen()
            told = answer_contract(deal, asked.cards, as_json=asked.json, in_melds=screen.is_terminal)
            print(told) if asked.json else screen.say([told])
            return 0
        table = from_catalogue(asked.rules, lambda: table_of(raw))
        if asked.deal is not None:
            raise HandRefused("bad_deal", f"--deal is for contract games: every deal of {table.title} is alike.")
        answer = count(read_hand(asked.cards, table), read_total(asked.total, table), table)
    except HandRefused as refused:
        complain(refused.sentence)
        return 2
    if asked.json:
        import json

        print(json.dumps(answer.as_json(), indent=2))
    else:
        Screen().say([sheet(answer, table)])
    return 0


class _Arguments(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise HandRefused(
            "bad_words", f"{message[:1].upper()}{message[1:]}; write continental count 9C JK JK 5H 6H 7H --total 99."
        )


def _arguments() -> argparse.ArgumentParser:
    parser = _Arguments(
        prog="continental count",
        description="What a hand counts and what it may declare.",
        epilog="A card is rank then suit, such as 7S, TD or 10♦, and JK is a joker. Of eleven cards it says which to throw; in a "
        "contract game it says whether the deal's contract can go down, how, and how many cards it is away.",
        allow_abbrev=False,
    )
    parser.add_argument("cards", nargs="*", metavar="CARD", help="up to eleven cards, or a contract game's hand")
    parser.add_argument("--total", default="0", metavar="N", help="the player's total before this hand (0); at 99 an ace is 1")
    parser.add_argument("--rules", default="house", metavar="KEY", help="the rule set (house)")
    parser.add_argument("--deal", metavar="N", help="which deal of a contract game (1)")
    parser.add_argument("--json", action="store_true", help="answer in JSON")
    return parser


def from_catalogue(key: str, read: Callable[[], T]) -> T:
    """Return what is read of the rule set's file; raises HandRefused, with file and key if the file does not fit.

    The file is read without the rules, which would take longer than the answer. They are asked when it does not fit.
    """
    try:
        return read()
    except HandRefused:
        raise
    except (LookupError, TypeError, AttributeError, ValueError) as fault:
        from continental.play.refusal import Refused
        from continental.rules.load import load

        try:
            load(key)
        except Refused as refused:
            raise HandRefused(refused.code, refused.sentence) from fault
        raise


def read_table(key: str) -> Table:
    """What is counted by, of the rule set of this key; raises HandRefused where there is none."""
    return table_of(read_catalogue(key))


def read_catalogue(key: str) -> dict[str, Any]:
    """The rule set of this key out of the catalogue, its switches at their defaults; raises HandRefused where there is none."""
    known = sorted(name.removesuffix(".toml") for name in os.listdir(_CATALOGUE) if name.endswith(".toml"))  # noqa: PTH208
    if key not in known:
        raise HandRefused("no_such_rules", f"There are no rules called {key[:30]!r}: there are {', '.join(known)}.")
    with open(os.path.join(_CATALOGUE, f"{key}.toml"), "rb") as file:  # noqa: PTH118, PTH123
        raw = tomllib.load(file)
    switches = raw["switches"]

    def chosen(part: Any) -> Any:
        """The part, with everything in it as it is while every switch stands at its default."""
        if isinstance(part, str) and part.startswith("$"):
            return switches[part[1:]]["default"]
        if isinstance(part, list):
            return [chosen(each) for each in part]
        if isinstance(part, dict) and "switch" in part:
            return chosen(part.get(str(switches[part["switch"]]["default"])))
        return {name: chosen(each) for name, each in part.items()} if isinstance(part, dict) else part

    return {name: chosen(part) for name, part in raw.items() if name not in ("switches", "moves")}


def grammar_of(raw: dict[str, Any]) -> Grammar:
    """The rules for melds."""
    runs, track = raw["grammar"]["runs"], raw["grammar"]["runs"]["track"]
    track = Track(track) if isinstance(track, str) else Track(**track)
    return Grammar(SetRule(**raw["grammar"]["sets"]), RunRule(**{**runs, "track": track}))


def table_of(raw: dict[str, Any]) -> Table:
    """What is counted by, of a rule set whose hands are counted in melds."""
    return Table(
        title=raw["title"],
        by_rank=tuple(raw["values"]["by_rank"]),
        relief_total=raw["values"]["relief_total"],
        relief_ace=raw["values"]["relief_ace"],
        line=raw["match"]["elimination"]["line"],
        hand=raw["deals"][0]["cards"],
        decks=raw["packs"]["decks"],
        most_jokers=max(raw["players"]) + raw["packs"]["more_jokers_than_starters"],
        grammar=grammar_of(raw),
    )


def read_hand(words: Sequence[str], table: Table) -> Cards:
    """The cards that the words name, in their order; raises HandRefused for what no player of these rules can hold."""
    cards = read_cards(words)
    check_cards(cards, table.title, table.decks, table.most_jokers)
    if len(cards) > table.hand + 1:
        raise HandRefused(
            "too_many_cards",
            f"{len(cards)} cards are too many: a hand is {table.hand}, and {table.hand + 1} before a card is thrown.",
        )
    return cards


def read_cards(words: Sequence[str]) -> Cards:
    """The cards that the words name, in their order; raises HandRefused where they name none."""
    try:
        cards = parse_cards(" ".join(words))
    except CardError as fault:
        raise HandRefused("no_such_card", str(fault)) from None
    if not cards:
        raise HandRefused("no_cards", "There are no cards to count: write them one after another, such as 9C JK JK 5H 6H 7H.")
    return cards


def check_cards(cards: Cards, title: str, decks: int, jokers: int) -> None:
    """Raise HandRefused for more copies of a card, or more jokers, than any pack holds."""
    many = Counter(cards)
    if many[JOKER] > jokers:
        raise HandRefused("too_many_jokers", f"{many[JOKER]} jokers are more than any pack of {title} holds: at most {jokers}.")
    for card in cards:
        if card != JOKER and many[card] > decks:
            raise HandRefused(
                "too_many_copies", f"{print_card(card)} is there {many[card]} times: the pack holds {decks} of each card."
            )


def read_total(text: str, table: Table) -> int:
    """The player's total before the hand; raises HandRefused where nobody still in can have it."""
    total = int(text) if _WHOLE_NUMBER.fullmatch(text) else None
    if total is None:
        raise HandRefused("bad_total", f"--total {text[:20]!r} is no total: it is a whole number such as 42 or -10.")
    if total >= table.line:
        raise HandRefused("bad_total", f"A player at {total} is out: a total before a hand is at most {table.line - 1}.")
    return total


def count(cards: Cards, total: int, table: Table) -> Count:
    """The whole answer for one to eleven cards of a player at this total; everything but `discards` is of the cards as given."""
    values = table.values(total)
    least = least_by_jokers(cards, values, table.grammar)
    lowest, melded = _lowest(least, values)
    return Count(
        cards=cards,
        total=total,
        least=lowest,
        by_jokers_melded=least,
        arrangement=arrange(cards, melded, values, table.grammar),
        endings=endings_of(cards, size=table.hand, grammar=table.grammar) if len(cards) == table.hand else NONE,
        reachable=_reachable(least, values),
        discards=_discards(cards, values, table) if len(cards) == table.hand + 1 else None,
    )


def _lowest(least: Least, values: Values) -> tuple[int, int]:
    """The lowest count, and the most jokers that are melded for it; those held back are called as low as a card can be."""
    held = len(least) - 1
    ways = [(points + (held - melded) * min(values), -melded) for melded, points in enumerate(least) if points is not None]
    lowest, melded = min(ways)
    return lowest, -melded


def _reachable(least: Least, values: Values) -> tuple[int, ...]:
    """Every count that can be declared: so many jokers melded, each of the others called as a card (house 5.2, I32, I33)."""
    called = {0}
    found: set[int] = set()
    for points in reversed(least):
        if points is not None:
            found |= {points + more for more in called}
        called = {more + value for more in called for value in set(values)}
    return tuple(sorted(found))


def _discards(cards: Cards, values: Values, table: Table) -> tuple[tuple[str, int], ...]:
    """Each card that may be thrown and the lowest count of those that stay, best first, then by suit and rank."""
    thrown = [(_lowest(least, values)[0], card) for card, least in discard_values(cards, values, table.grammar)]
    return tuple((print_card(card), lowest) for lowest, card in sorted(thrown))


def sheet(answer: Count, table: Table) -> str:
    """The answer in words, a few lines for a person."""
    lines = [("Cards", " ".join(map(print_card, answer.cards)))]
    lines.append(("Melds", " | ".join(map(str, answer.arrangement.melds)) or "none"))
    lines.append(("Left", " ".join(map(print_card, answer.left)) or "nothing"))
    lines.append(("Counts", f"{answer.least} at least; can be declared: {_stretches(answer.reachable)}"))
    if len(answer.by_jokers_melded) > 1:
        rows = [
            f"{melded} melded leaves {'–' if points is None else points}" for melded, points in enumerate(answer.by_jokers_melded)
        ]
        lines.append(("Jokers", ", ".join(rows)))
    if len(answer.cards) == table.hand:
        lines.append(("Declare", _declarations(answer.endings)))
    if answer.discards is not None:
        lines.append(("Throw", ", ".join(f"{card} leaves {least}" for card, least in answer.discards)))
    return "\n".join(f"{name:<8} {text}" for name, text in lines)


def _declarations(endings: Endings) -> str:
    made = [f"knock with {print_card(card)}" for card in endings.knock]
    made += ["close"] * endings.close + ["continental"] * endings.continental + ["straight flush"] * endings.straight_flush
    return ", ".join(made) or "nothing yet"


def _stretches(numbers: Sequence[int]) -> str:
    """Sorted numbers, neighbours drawn together: 2, 4–12, 17."""
    stretches: list[list[int]] = []
    for number in numbers:
        if stretches and number == stretches[-1][-1] + 1:
            stretches[-1].append(number)
        else:
            stretches.append([number])
    return ", ".join(str(some[0]) if len(some) == 1 else f"{some[0]}–{some[-1]}" for some in stretches)
