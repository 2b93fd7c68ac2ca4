"""Answer for a hand by itself: one record for a hand of any rule set, and one plain form of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from continental.cards import Card, Cards, print_card, readable_repr, without
from continental.codec import Plain
from continental.hands.contract_hand import MOST_CARDS, ContractHand, look_at_contract, task_of
from continental.hands.declarations import Declarations, declarations
from continental.hands.reading import largest_pack
from continental.hands.worth import Worth, least_by_discard, worth
from continental.melds import Least, least_by_jokers
from continental.rules.base import RuleSet
from continental.rules.match import Lands
from continental.rules.melding import MeldingKind


@dataclass(frozen=True, slots=True)
class ReachedTotal:
    """A count that the hand can be given, the total that it leads to, and how that total stands."""

    points: int
    total: int
    lands: Lands


@dataclass(frozen=True, slots=True)
class HiddenCount:
    """The count of a hand that is kept hidden, for a player at `total`.

    Of a hand with a card too many, `worth`, `by_jokers_melded` and `reach` are of the cards that stay after the best discard.
    `discards` has the least count after each discard, best first. It is None for any other hand.
    """

    total: int
    worth: Worth
    by_jokers_melded: Least
    reach: tuple[ReachedTotal, ...]
    declare: Declarations
    discards: tuple[tuple[Card, int], ...] | None

    def plain(self) -> Plain:
        """Return the count as JSON values."""
        return {
            **self.worth.plain(),
            "before": self.total,
            "by_jokers_melded": list(self.by_jokers_melded),
            "reach": [{"points": row.points, "total": row.total, "says": row.lands.value} for row in self.reach],
            "declare": self.declare.plain(),
            "discards": self.discards and [{"card": print_card(card), "least": least} for card, least in self.discards],
        }


@dataclass(frozen=True, slots=True)
class OpenCount:
    """The points of a hand in a game of contracts, and how it stands before the contract of deal number `deal`.

    `contract` is None for more cards than are looked at.
    """

    deal: int
    points: int
    contract: ContractHand | None

    def plain(self) -> Plain:
        """Return the answer as JSON values."""
        return {"points": self.points, "deal": self.deal, "contract": self.contract and self.contract.plain()}


@dataclass(frozen=True, slots=True)
class HandAnswer:
    """The answer for a hand: its cards, and the count that fits how the rules meld."""

    cards: Cards
    count: HiddenCount | OpenCount

    __repr__ = readable_repr

    def plain(self) -> Plain:
        """Return the answer as JSON values, cards as texts."""
        return {"cards": [print_card(card) for card in self.cards], **self.count.plain()}


def look_at_hand(rules: RuleSet, hand: Cards, total: int = 0, deal: int = 1) -> HandAnswer:
    """Return the answer for a hand of a player at `total`. A deal beyond the last is the last."""
    return HandAnswer(hand, _COUNTS[rules.melding.kind](rules, hand, total, deal))


def _hidden(rules: RuleSet, hand: Cards, total: int, _deal: int) -> HiddenCount:
    found, values = worth(rules, hand, total), rules.values.at(total)
    kept = hand if found.thrown is None else without(hand, (found.thrown,))
    totals = [(choice.points, total + choice.points) for choice in rules.count.choices(kept, values, rules.grammar)]
    return HiddenCount(
        total,
        found,
        least_by_jokers(kept, values, rules.grammar),
        tuple(ReachedTotal(points, after, rules.match.elimination.lands(after)) for points, after in totals),
        declarations(rules, hand, total),
        None if found.thrown is None else least_by_discard(rules, hand, total),
    )


def _open(rules: RuleSet, hand: Cards, _total: int, deal: int) -> OpenCount:
    number, points = min(deal, len(rules.deals)), rules.points.values.count(hand, rules.melding.wild)
    if len(hand) > MOST_CARDS:
        return OpenCount(number, points, None)
    pack = largest_pack(rules, number)
    return OpenCount(number, points, look_at_contract(hand, task_of(rules, number, pack.decks), pack.census()))


_COUNTS: Final[Mapping[MeldingKind, Callable[[RuleSet, Cards, int, int], HiddenCount | OpenCount]]] = {
    "hidden": _hidden,
    "contracts": _open,
}
