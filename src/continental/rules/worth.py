"""What a hand is worth now, and what each count of it would lead to: help for whoever holds it, by the rules' own sums."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from continental.cards import JOKER, Card, Cards, without
from continental.melds import Grammar, Meld, Values, arrange, discard_values, least_by_jokers
from continental.play.actions import Close, Count, Discard
from continental.play.position import Position
from continental.play.terms import Phase, Seat
from continental.rules.base import RuleSet
from continental.rules.counting import CountRule
from continental.rules.moves.count import choices_of


class Lands(StrEnum):
    """Where a total leaves a player."""

    IN = "in"
    WINDOW = "window"
    OUT = "out"


@dataclass(frozen=True, slots=True)
class Worth:
    """The least that a hand can be counted to, laid out; `thrown` is the discard that leaves it, of a card too many."""

    least: int
    melds: tuple[Meld, ...]
    left: Cards
    held: int  # jokers that no meld takes
    thrown: Card | None


@dataclass(frozen=True, slots=True)
class DialRow:
    """One count that the seat can declare: the act, its points, the total it leads to, and where that lands."""

    act: Count
    points: int
    total: int
    lands: Lands
    best: bool


def lands(rules: RuleSet, total: int) -> Lands:
    """Where a total leaves a player: out at the line, in the window to buy back, or in (house 6.1, 6.2)."""
    elimination = rules.match.elimination
    if total >= elimination.line:
        return Lands.OUT
    return Lands.WINDOW if total >= elimination.window_from else Lands.IN


def worth(rules: RuleSet, hand: Cards, total: int, throws: Cards | None = None) -> Worth:
    """Return the least count of a hand for a player at `total`; of a hand with a card too many, after its best discard.

    `throws` are the cards that may be thrown; None if any may.
    """
    return _worth(rules.count, rules.grammar, rules.cards_for(), hand, rules.values.at(total), throws)


def worth_now(rules: RuleSet, position: Position, seat: Seat, total: int) -> Worth:
    """Return what the seat's hand is worth where it stands: `thrown` is a card that the rules let it throw."""
    return worth(rules, position.hand(seat), total, throws_now(rules, position, seat))


def throws_now(rules: RuleSet, position: Position, seat: Seat) -> Cards | None:
    """Return the cards that the seat may throw in the turn that it plays; None if it holds no card too many.

    If it may close, only the card that the first close on offer throws, so that everybody names the same one.
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
    """The worth of a hand, kept: a table asks for it at every turn, whosever it is."""
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
    """The row of totals that an asked seat can count to, lowest first; empty where it is not asked to count.

    `best` marks the lowest: the usual aim. Steering into the window is the player's own affair (5.3).
    """
    if position.phase is not Phase.COUNT or seat not in position.asked:
        return ()
    before = position.standing.totals[seat]
    return tuple(
        DialRow(
            Count(seat, choice.calls, choice.left),
            choice.points,
            before + choice.points,
            lands(rules, before + choice.points),
            index == 0,
        )
        for index, choice in enumerate(choices_of(rules, position, seat))
    )
