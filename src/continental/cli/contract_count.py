"""`continental count` for a contract game: whether the deal's contract can go down, how best, and how far it is away.

Like `count` it reads what it needs straight from the catalogue and imports no engine, so that it answers at once.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from continental.cards import FACES, JOKER, Card, Cards, parse_card, parse_cards, print_card, rank_of, without
from continental.cli.count import HandRefused, check_cards, grammar_of, read_cards
from continental.melds.contract import Contract, ContractRules, Need, SameSuit, WholeHand, parse_contract, print_contract
from continental.melds.distance import distance
from continental.melds.down import Aim, Down, best_down, fault_in
from continental.melds.grammar import Meld
from continental.melds.lay_off import best_lay_offs

RED_ACES: Final = parse_cards("AH AD")
MOST_CARDS: Final = 40
"""More than anybody comes to hold who buys all the time."""


@dataclass(frozen=True, slots=True)
class Deal:
    """What a count needs of one deal of a contract game, with its switches at their defaults."""

    title: str
    number: int
    contract: Contract
    melding: ContractRules
    values: tuple[int, ...]
    least_left: int  # 1 where the last card must be thrown
    decks: int
    jokers: int


@dataclass(frozen=True, slots=True)
class ContractCount:
    """The answer: the best way down, lay-offs on one's own melds included, or None; and the cards that must still be drawn."""

    cards: Cards
    deal: Deal
    down: Down | None
    distance: int | None

    def as_json(self) -> dict[str, Any]:
        """The answer as JSON values, cards as texts."""
        left = self.cards if self.down is None else self.down.left
        return {
            "cards": list(map(print_card, self.cards)),
            "deal": self.deal.number,
            "contract": {
                "needs": print_contract(self.deal.contract),
                "met": self.down is not None,
                "melds": [list(meld.texts()) for meld in self.down.melds] if self.down else [],
                "left": list(map(print_card, left)),
                "points_left": self.down.points_left if self.down else None,
                "distance": self.distance,
            },
        }


def answer_contract(raw: dict[str, Any], words: Sequence[str], deal: str | None, *, as_json: bool) -> str:
    """What is printed for the cards that the words name; raises HandRefused."""
    answer = count_contract(read_cards(words), read_deal(raw, deal))
    return json.dumps(answer.as_json(), indent=2) if as_json else sheet(answer)


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
    return Deal(
        title=raw["title"],
        number=number,
        contract=contract,
        melding=melding,
        values=_values(raw["points"]["values"], wild),
        least_left=int(raw["contract"]["table"]["final_discard"] and contract.whole_hand is WholeHand.NO),
        decks=decks,
        jokers=_jokers(raw, decks),
    )


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


def count_contract(cards: Cards, deal: Deal) -> ContractCount:
    """The whole answer for a hand; raises HandRefused for cards that nobody can hold."""
    check_cards(cards, deal.title, deal.decks, deal.jokers)
    if len(cards) > MOST_CARDS:
        raise HandRefused("too_many_cards", f"{len(cards)} cards are too many: at most {MOST_CARDS} are counted.")
    down = fewest_left(cards, deal)
    away = 0 if down is not None else distance(cards, deal.contract, deal.melding)
    return ContractCount(cards, deal, down, away)


def fewest_left(cards: Cards, deal: Deal) -> Down | None:
    """The way down after which, own cards laid off on own melds, the fewest points stay in hand; None where there is none."""
    loose = replace(deal.melding, opening_set_max=None)  # what a set may not have as it goes down is laid off on it
    down = best_down(cards, deal.contract, loose, Aim.POINTS, deal.values, least_left=deal.least_left)
    if down is None or deal.contract.whole_hand is WholeHand.ALL:
        return down
    ways = [_with_lay_offs(down, deal), *_grown_together(cards, deal, loose)]
    return min(ways, key=lambda way: (way.points_left, len(way.left)))


def _with_lay_offs(down: Down, deal: Deal) -> Down:
    """The way with all further cards laid off that fit on its melds."""
    melds, left = list(down.melds), down.left
    for step in best_lay_offs(down.left, down.melds, deal.melding, deal.values, all_out=not deal.least_left):
        melds[step.on] = step.growth.meld
        left = without(left, (step.card,))
    return Down(tuple(melds), left, sum(deal.values[card] for card in left))


def _grown_together(cards: Cards, deal: Deal, loose: ContractRules) -> list[Down]:
    """Ways whose runs of one suit come to touch only by what is laid off on them: one is longer than it must be."""
    needs = deal.contract.needs
    runs = [place for place, need in enumerate(needs) if need.kind == "run"]
    if loose.same_suit is SameSuit.FREE or len(runs) < 2:
        return []
    free, found = replace(loose, same_suit=SameSuit.FREE), []
    for place in runs:
        longer = (*needs[:place], Need("run", needs[place].size + 1), *needs[place + 1 :])
        way = best_down(cards, Contract(longer), free, Aim.POINTS, deal.values, least_left=deal.least_left)
        if way is not None and any(fault_in(melds, cards, deal.contract, loose) is None for melds in _shortened(way.melds)):
            found.append(way)
    return found


def _shortened(melds: tuple[Meld, ...]) -> list[tuple[Meld, ...]]:
    """The melds, and the melds with one card less at an end of a run."""
    shorter = (
        (*melds[:place], Meld("run", meld.cards[part], meld.as_cards[part]), *melds[place + 1 :])
        for place, meld in enumerate(melds)
        if meld.kind == "run"
        for part in (slice(1, None), slice(None, -1))
    )
    return [melds, *shorter]


def sheet(answer: ContractCount) -> str:
    """The answer in words, a few lines for a person."""
    needs = ", ".join(f"{'set' if need.kind == 'set' else 'run'} of {need.size}" for need in answer.deal.contract.needs)
    whole = {WholeHand.NO: "", WholeHand.ALL: "; the whole hand", WholeHand.ALL_BUT_ONE: "; the whole hand but one card"}
    lines = [
        ("Cards", " ".join(map(print_card, answer.cards))),
        ("Deal", f"{answer.deal.number} of {answer.deal.title}: {needs}{whole[answer.deal.contract.whole_hand]}"),
    ]
    if answer.down is None:
        away = answer.distance
        lines.append(("Down", "not yet" if away is None else f"not yet: {away} card{'' if away == 1 else 's'} away"))
    else:
        lines.append(("Down", " | ".join(map(str, answer.down.melds))))
        left = " ".join(map(print_card, answer.down.left))
        lines.append(("Left", f"{left}, {answer.down.points_left} points" if left else "nothing"))
    return "\n".join(f"{name:<8} {text}" for name, text in lines)
