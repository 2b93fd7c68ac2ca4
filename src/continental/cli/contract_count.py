"""`continental count` for a contract game: whether the deal's contract can go down, how best, and how far it is away.

Like `count` it reads what it needs straight from the catalogue and imports no engine, so that it answers at once.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from continental.cards import FACES, JOKER, Card, Cards, parse_card, parse_cards, print_card, rank_of
from continental.cli.contract_part import by_contract
from continental.cli.count import HandRefused, check_cards, grammar_of, read_cards
from continental.melds import ContractRules, SameSuit, Task, WholeHand, parse_contract
from continental.scorepad.contract_hand import MOST_CARDS, ContractHand, look_at

RED_ACES: Final = parse_cards("AH AD")


@dataclass(frozen=True, slots=True)
class Deal:
    """What a count needs of one deal of a contract game, with its switches at their defaults."""

    title: str
    number: int
    task: Task
    decks: int
    jokers: int

    def pack(self) -> Counter[Card]:
        """How many of each card the largest pack holds."""
        return Counter({face: self.jokers if face == JOKER else self.decks for face in FACES})


def answer_contract(asked: Deal, words: Sequence[str], *, as_json: bool, in_melds: bool = False) -> str:
    """Return what is printed for the cards that the words name, sorted `in_melds` if wished; raises HandRefused."""
    answer = count_contract(read_cards(words), asked)
    if not as_json:
        return sheet(answer, asked, in_melds=in_melds)
    told = {"cards": list(map(print_card, answer.cards)), "deal": asked.number, "contract": answer.as_json()}
    return json.dumps(told, indent=2)


def read_deal(raw: dict[str, Any], text: str | None) -> Deal:
    """The deal of that number, 1 where none is named; raises HandRefused for one that the game has not."""
    rows = [row for row in raw["deals"] if row.get("when", True)]
    number = 1 if text is None else int(text) if text.isascii() and text.isdecimal() and len(text) <= 3 else 0
    if not 1 <= number <= len(rows):
        raise HandRefused("bad_deal", f"--deal {str(text)[:20]!r} is no deal of {raw['title']}: they are 1 to {len(rows)}.")
    grammar, row = grammar_of(raw), rows[number - 1]
    decks = max(packs["decks"][min(number, len(packs["decks"])) - 1] for packs in raw["packs"]["rows"])
    limit = raw["contract"].get("set_limit")
    if limit is not None:
        grammar = replace(grammar, sets=replace(grammar.sets, max_size=limit["per_deck"] * decks + limit["more"]))
    wild = frozenset(map(parse_card, raw["contract"].get("wild") or ()))
    melding = ContractRules(grammar, SameSuit(raw["contract"]["same_suit"]), raw["contract"].get("opening_set_max"), wild)
    contract = parse_contract(row["contract"], grammar, WholeHand(row.get("whole_hand", "no")))
    table = raw["contract"]["table"]
    task = Task(
        contract,
        melding,
        _values(raw["points"]["values"], wild),
        least_left=int(table["final_discard"] and contract.whole_hand is not WholeHand.ALL),
        lays_off_now=table["layoff_now"] in (True, "yes"),
    )
    return Deal(raw["title"], number, task, decks, _jokers(raw, decks))


def _values(table: dict[str, Any], wild: frozenset[Card]) -> tuple[int, ...]:
    """Points by face; wild cards count as jokers, unless red aces have points of their own."""
    by_rank, joker, red_ace = table["by_rank"], table["joker"], table.get("red_ace")

    def points(face: Card) -> int:
        if face in RED_ACES and red_ace is not None:
            return int(red_ace)
        return int(joker if face == JOKER or face in wild else by_rank[rank_of(face)])

    return tuple(map(points, FACES))


def _jokers(raw: dict[str, Any], decks: int) -> int:
    jokers = raw["packs"]["jokers"]
    fewer = jokers.get("fewer_than_starters")
    if fewer is not None:
        return int(raw["players"][1] - fewer)
    return int(jokers.get("per_deck", 0) * decks + jokers.get("more", 0))


def count_contract(cards: Cards, deal: Deal) -> ContractHand:
    """The whole answer for a hand; raises HandRefused for cards that nobody can hold."""
    check_cards(cards, deal.title, deal.decks, deal.jokers)
    if len(cards) > MOST_CARDS:
        raise HandRefused("too_many_cards", f"{len(cards)} cards are too many: at most {MOST_CARDS} are counted.")
    return look_at(cards, deal.task, deal.pack())


def sheet(answer: ContractHand, deal: Deal, *, in_melds: bool = False) -> str:
    """The answer in words, a few lines for a person."""
    contract = answer.task.contract
    needs = ", ".join(f"{'set' if need.kind == 'set' else 'run'} of {need.size}" for need in contract.needs)
    whole = {WholeHand.NO: "", WholeHand.ALL: "; the whole hand", WholeHand.ALL_BUT_ONE: "; the whole hand but one card"}
    lines = [
        ("Cards", " ".join(map(print_card, answer.cards))),
        ("Deal", f"{deal.number} of {deal.title}: {needs}{whole[contract.whole_hand]}"),
    ]
    if in_melds and answer.down is None:
        task = answer.task
        lines.append(("Holds", by_contract(answer.cards, task.contract, task.melding, task.values)))
    if answer.down is None:
        lines.append(("Down", "not yet" if answer.distance is None else f"not yet: {_away(answer.distance)}"))
    else:
        lines.append(("Down", " | ".join(map(str, answer.down.down))))
        if answer.laid_off:
            steps = (f"{print_card(step.card)} on meld {step.on + 1}" for step in answer.laid_off)
            lines.append(("Lay off", ", ".join(steps)))
        left = " ".join(map(print_card, answer.down.left))
        lines.append(("Left", f"{left}, {answer.down.points_left} points" if left else "nothing"))
    if answer.throw is not None:
        then = "" if answer.after is None else f", then {_away(answer.after)}"
        lines.append(("Throw", f"{print_card(answer.throw)}{then}"))
    return "\n".join(f"{name:<8} {text}" for name, text in lines)


def _away(cards: int) -> str:
    return f"{cards} card{'' if cards == 1 else 's'} away"
