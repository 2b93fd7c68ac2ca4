"""A bot that keeps the hand that leaves least, by the exact solver, and looks at most one card ahead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from continental.bots.api import Budget
from continental.bots.hand_cost import HandCost, Weights
from continental.bots.judgement import answer_offer, best_count, claims, is_feeding, points_of_counts
from continental.bots.memory import Memory
from continental.bots.offers import of_kind
from continental.cards import Card, Cards, as_hand, rank_of
from continental.melds import Values
from continental.play.actions import (
    Accuse,
    Action,
    BuyBack,
    Close,
    Continental,
    Count,
    Discard,
    Draw,
    Knock,
    NoClaim,
    Rule,
    StraightFlush,
    Take,
)
from continental.play.shuffle import lot
from continental.play.terms import Seat
from continental.play.view import DealView, SeenEvent, View
from continental.rules.base import RuleSet


class GreedyBot:
    """Ends the hand as soon as that is no harm, takes the discard if it helps now, throws the card that is missed least.

    It works from the view, the options and the rule set's parts alone, so every switch that changes those changes its play.
    """

    __slots__ = ("_dice", "_memory", "_rules", "_seen", "_weights", "seat")

    def __init__(self, seat: Seat, rules: RuleSet, dice: bytes, weights: Weights | None = None) -> None:
        self.seat = seat
        self._rules = rules
        self._dice = dice
        self._weights = weights or Weights()
        self._memory = Memory(seat, rules)
        self._seen = 0

    def see(self, event: SeenEvent) -> None:
        self._seen += 1
        self._memory.see(event)

    def choose(self, view: View, options: Sequence[Action], budget: Budget) -> Action:
        return self._ending(view, options) or self._turn(view, options) or self._table_talk(view, options)

    # --- ending the hand

    def _ending(self, view: View, options: Sequence[Action]) -> Action | None:
        """The best ending on offer: a straight flush wins the match, a continental scores most, a close next, a knock last."""
        for kind in (StraightFlush, Continental, Close):
            found = of_kind(options, kind)
            if found:
                return found[0]  # a joker is thrown last of all: it may be paid for
        knocks = of_kind(options, Knock)
        return self._knock(view, knocks) if knocks else None

    def _knock(self, view: View, knocks: Sequence[Knock]) -> Knock | None:
        """The cheapest knock, unless it puts the knocker out, or the hand could close in this very turn."""
        total = view.totals[self.seat]
        values = self._rules.values.at(total)
        cheapest = min(knocks, key=lambda knock: (_points(knock, values), knock.card))
        if self._rules.match.elimination.is_out(total + _points(cheapest, values)) or self._is_complete(_deal(view).hand, total):
            return None
        return cheapest

    def _is_complete(self, hand: Cards, total: int) -> bool:
        return self._worth(total).left(hand) == 0

    # --- the turn

    def _turn(self, view: View, options: Sequence[Action]) -> Action | None:
        discards = of_kind(options, Discard)
        if discards:
            return self._discard(view, discards)
        draws, takes = of_kind(options, Draw), of_kind(options, Take)
        if takes and (not draws or self._takes(view)):
            return takes[0]
        return draws[0] if draws else None

    def _worth(self, total: int) -> HandCost:
        values = self._rules.values.at(total)
        return HandCost(values, self._rules.grammar, self._weights, self._rules.cards_for())

    def _takes(self, view: View) -> bool:
        """Whether the top discard makes the hand better, by more than a card from the stock is expected to.

        The card thrown is chosen as it would be in the turn itself. Every take so makes the hand cheaper, and a ring of seats
        cannot hand the same cards round for ever.
        """
        deal, worth = _deal(view), self._worth(view.totals[self.seat])
        if not deal.discards or self._is_complete(deal.hand, view.totals[self.seat]):
            return False
        top = deal.discards[-1]
        costs = worth.of_discards(as_hand((*deal.hand, top)))
        thrown = self._least_missed({card: cost for card, cost in costs.items() if card != top})[0]
        return costs[thrown] < worth.of_hand(deal.hand) - self._weights.drawing

    def _discard(self, view: View, discards: Sequence[Discard]) -> Discard:
        """The card that is missed least; one of several by lot."""
        costs = self._worth(view.totals[self.seat]).of_discards(_deal(view).hand)
        best = self._least_missed({option.card: costs[option.card] for option in discards})
        return Discard(self.seat, best[lot(self._dice, f"discard {self._seen}", len(best))])

    def _least_missed(self, costs: Mapping[Card, float]) -> list[Card]:
        """The cards whose loss costs least, by the hand that stays, the cards still to come, and what the next seat collects."""
        following, weights, memory = self._memory.after(self.seat), self._weights, self._memory
        full = {
            card: cost + weights.mates * memory.mates(card) + weights.feeding * memory.suits(following, card)
            for card, cost in costs.items()
        }
        least = min(full.values())
        return [card for card, cost in full.items() if cost < least + 1e-9]

    # --- what is asked when a hand is over

    def _table_talk(self, view: View, options: Sequence[Action]) -> Action:
        """Return the count, the offer, the ruling or the claim; if it is none of those, the first option."""
        counts = of_kind(options, Count)
        if counts:
            return best_count(self._rules, view, counts, points_of_counts(self._rules, view, counts))
        if of_kind(options, BuyBack):
            return answer_offer(self._rules, view, self.seat)
        deal = view.deal
        if of_kind(options, Rule) and deal is not None and deal.showdown.accused is not None:
            return Rule(self.seat, upheld=is_feeding(view, deal.showdown.accused, deal.showdown.fed))
        claim = claims(view, self.seat, of_kind(options, Accuse))
        return claim or next(iter(of_kind(options, NoClaim)), options[0])


def _points(knock: Knock, values: Values) -> int:
    return values[rank_of(knock.card if knock.called is None else knock.called)]


def _deal(view: View) -> DealView:
    assert view.deal is not None, "there is a deal wherever cards are played"
    return view.deal
