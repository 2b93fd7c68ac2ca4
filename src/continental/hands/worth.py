"""Work out what a hidden hand is worth, and where each count of it would lead, by the rules' own sums."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from continental.cards import JOKER, Card, Cards, print_card, readable_repr, without
from continental.codec import Plain
from continental.melds import Grammar, Meld, Values, arrange, discard_values, least_by_jokers
from continental.play.actions import Close, Count, Discard
from continental.play.position import Position
from continental.play.terms import Phase, Seat
from continental.rules.base import RuleSet
from continental.rules.counting import CountRule
from continental.rules.match import Lands
from continental.rules.moves.count import choices_of


@dataclass(frozen=True, slots=True)
class Worth:
    """The least that a hand can be counted to, laid out.

    `held` is the number of jokers that no meld takes. `thrown` is the best discard of a hand with a card too many, else None.
    """

    least: int
    melds: tuple[Meld, ...]
    left: Cards
    held: int
    thrown: Card | None

    __repr__ = readable_repr

    def plain(self) -> Plain:
        """Return the worth as JSON values, cards as texts."""
        return {
            "least": self.least,
            "melds": [list(meld.texts()) for meld in self.melds],
            "left": [print_card(card) for card in self.left],
            "held": self.held,
            "thrown": None if self.thrown is None else print_card(self.thrown),
        }


@dataclass(frozen=True, slots=True)
class DialRow:
    """One count that the seat can declare: the act, its points, the total it leads to, and where that lands."""

    act: Count
    points: int
    total: int
    lands: Lands
    best: bool


def worth(rules: RuleSet, hand: Cards, total: int, throws: Cards | None = None) -> Worth:
    """Return the least count of a hand for a player at `total`; of a hand with a card too many, after its best discard.

    `throws` are the cards that may be thrown; None if any may.
    """
    return _worth(rules.count, rules.grammar, rules.cards_for(), hand, rules.values.at(total), throws)


def worth_now(rules: RuleSet, position: Position, seat: Seat, total: int) -> Worth:
    """Return what the seat's hand is worth as it stands. Its `thrown` is a card that the rules let the seat throw."""
    return worth(rules, position.hand(seat), total, throws_now(rules, position, seat))


def least_by_discard(rules: RuleSet, hand: Cards, total: int) -> tuple[tuple[Card, int], ...]:
    """Return each card that may be thrown with the least count of the cards that stay, best first, then by suit and rank."""
    values = rules.values.at(total)
    lowest = rules.count.lowest(values)
    rows = [(rules.count.least(row, lowest)[0], card) for card, row in discard_values(hand, values, rules.grammar)]
    return tuple((card, least) for least, card in sorted(rows))


def throws_now(rules: RuleSet, position: Position, seat: Seat) -> Cards | None:
    """Return the cards that the seat may throw in the turn that it plays; None if it holds no card too many.

    If it may close, return only the card that the first close on offer throws, so that all advice names the same card.
    """
    deal = position.deal
    if deal is None or deal.is_over or deal.drawn is None or seat != deal.turn:
        return None
    moves = [move for move in rules.moves[Phase.PLAY] if move.action_type in (Close, Discard)]
    acts = [act for move in moves for act in move.options(rules, position, seat)]
    closes = tuple(act.card for act in acts if isinstance(act, Close))
    return closes[:1] or tuple(act.card for act in acts if isinstance(act, Discard))


@lru_cache(maxsize=1 << 12)
def _worth(count: CountRule, grammar: Grammar, cards: int, hand: Cards, values: Values, throws: Cards | None) -> Worth:
    # Cached, because a table asks for the same hand at every turn, whosever turn it is.
    lowest = count.lowest(values)
    if len(hand) <= cards:
        return _laid_out(grammar, hand, values, *count.least(least_by_jokers(hand, values, grammar), lowest), None)
    stays = dict(discard_values(hand, values, grammar))
    ways = {card: count.least(stays[card], lowest) for card in dict.fromkeys(hand if throws is None else throws)}
    thrown = min(ways, key=lambda card: ways[card][0])
    return _laid_out(grammar, without(hand, (thrown,)), values, *ways[thrown], thrown)


def _laid_out(grammar: Grammar, hand: Cards, values: Values, points: int, held: int, thrown: Card | None) -> Worth:
    arrangement = arrange(hand, hand.count(JOKER) - held, values, grammar)
    return Worth(points, arrangement.melds, arrangement.left, held, thrown)


def dial(rules: RuleSet, position: Position, seat: Seat) -> tuple[DialRow, ...]:
    """Return the totals that an asked seat can count to, lowest first; none if it is not asked to count.

    `best` marks the lowest, which is the usual aim. Steering into the window is the player's own affair (5.3).
    """
    if position.phase is not Phase.COUNT or seat not in position.asked:
        return ()
    before, elimination = position.standing.totals[seat], rules.match.elimination
    return tuple(
        DialRow(
            Count(seat, choice.calls, choice.left),
            choice.points,
            before + choice.points,
            elimination.lands(before + choice.points),
            index == 0,
        )
        for index, choice in enumerate(choices_of(rules, position, seat))
    )
