"""The table's own moves: to commit to a deal's dice, and to deal (house 2.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar, assert_never

from continental.cards import JOKER, Card, Cards, rank_of
from continental.play.actions import Commit, Deal
from continental.play.draft import Draft
from continental.play.events import Asked, DealerDrawn, Dealt, DiceCommitted
from continental.play.pieces import piece
from continental.play.position import Position
from continental.play.refusal import Refused
from continental.play.shuffle import lot, shuffled
from continental.play.terms import Phase, Seat
from continental.rules.base import Move, RuleSet

DICE_BYTES = 32


@dataclass(frozen=True, slots=True)
class CommitDice(Move[Commit]):
    """Commit the table to the dice of the next deal, before it."""

    name: ClassVar[str] = "commit"
    action_type = Commit

    def options(self, rules: RuleSet, position: Position, seat: Seat) -> Iterator[Commit]:
        return iter(())  # the dice are the table's secret, so no option can be listed

    def decide(self, rules: RuleSet, draft: Draft, action: Commit) -> None:
        if len(action.dice) != DICE_BYTES:
            raise Refused("dice_size")
        pack = rules.pack_for(draft.standing.players, draft.standing.hands + 1)
        if action.stacked is not None and Counter(action.stacked) != pack.census():
            raise Refused("pack_wrong", wanted=piece("pack_of", decks=pack.decks, jokers=pack.jokers))
        draft.emit(DiceCommitted(draft.standing.hands + 1, action.dice, action.stacked))
        draft.emit(Asked(Phase.DEAL, ()))


@dataclass(frozen=True, slots=True)
class DealCards(Move[Deal]):
    """Deal the cards one at a time from the dealer's left, turn the next one up, and leave the rest as the stock."""

    name: ClassVar[str] = "deal"
    action_type = Deal

    def options(self, rules: RuleSet, position: Position, seat: Seat) -> Iterator[Deal]:
        yield Deal()

    def decide(self, rules: RuleSet, draft: Draft, action: Deal) -> None:
        dice = draft.position.next_dice
        assert dice is not None, "the phase row lets nobody deal before the dice are bound"
        pack = rules.pack_for(draft.standing.players, dice.deal).cards()
        if draft.standing.dealer is None:
            draft.emit(first_dealer(rules, draft.standing.players, dice.dice))
        dealer = draft.standing.dealer
        assert dealer is not None
        stock = list(dice.stacked or shuffled(dice.dice, "pack", pack))
        hands: list[list[Card]] = [[] for _ in range(draft.standing.players)]
        seats = draft.standing.rotation(dealer)
        for _ in range(rules.cards_for(dice.deal)):
            for seat in seats:
                hands[seat].append(stock.pop())
        upcard = stock.pop()
        if upcard == JOKER and rules.limits.joker_upcard == "dealer_keeps":
            upcard, hands[dealer][-1] = hands[dealer][-1], upcard
        # The penalty cards come from the bottom of the stock, so the next draws stay the same.
        penalty = [stock.pop(0) for _ in range(len(stock) * rules.dealing.penalty_percent // 100)]
        dealt = tuple(tuple(sorted(hand)) for hand in hands)
        begins = rules.dealing.dealer_begins
        draft.emit(Dealt(dice.deal, dealer, dealt, upcard, tuple(stock), tuple(penalty), dealer_begins=begins))
        draft.emit(Asked(Phase.DRAW, (draft.deal.turn,)))


def first_dealer(rules: RuleSet, players: int, dice: bytes) -> DealerDrawn:
    """Return who deals first: by lot, or who draws the highest card, the ace high, or the lowest, the ace low."""
    match rules.first_dealer:
        case "random":
            return DealerDrawn(Seat(lot(dice, "first dealer", players)), ())
        case "high_card":
            return _by_draws(rules, players, dice, _high)
        case "low_card":
            return _by_draws(rules, players, dice, _low)
        case "chosen":
            raise LookupError("the table has named the first dealer before any cards are dealt")
        case _:
            assert_never(rules.first_dealer)


def _by_draws(rules: RuleSet, players: int, dice: bytes, height: Callable[[Card], int]) -> DealerDrawn:
    """Have each seat draw a card of the naturals. Those who tie for the greatest height draw again."""
    naturals: Cards = tuple(card for card in rules.pack_for(players).cards() if card < 52)
    pile = list(shuffled(dice, "first dealer", naturals))
    draws: list[tuple[Seat, Card]] = []
    tied = [Seat(seat) for seat in range(players)]
    while len(tied) > 1:
        drawn = [(seat, pile.pop()) for seat in tied]
        draws += drawn
        heights = {seat: height(card) for seat, card in drawn}
        tied = [seat for seat in tied if heights[seat] == max(heights.values())]
    return DealerDrawn(tied[0], tuple(draws))


def _high(card: Card) -> int:
    """Return the height of a natural card, the ace above the king."""
    return (rank_of(card) - 1) % 13


def _low(card: Card) -> int:
    """Return how low a natural card is, the ace below the two."""
    return -rank_of(card)
