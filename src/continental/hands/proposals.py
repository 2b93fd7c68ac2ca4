"""Propose how a seat's hand would best go down, and tell how many cards it still lacks."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from continental.cards import Cards, without
from continental.melds import Aim, Contract, ContractRules, Down, best_down, best_turn, distance_to
from continental.play.actions import GoDown
from continental.play.position import Position
from continental.play.terms import Phase, Seat
from continental.rules.base import RuleSet
from continental.rules.contracts import best_way
from continental.rules.moves.contract import contract_of, keeps_one, melding_of, table_of, turn_rules, values_of

TURN_PHASES: Final = (Phase.DRAW, Phase.CLAIM, Phase.ALLOW, Phase.JOKER, Phase.PLAY)

MOST_ADVISED: Final = 30
"""The largest hand that gets advice. Only a player who buys all the time holds more, and its best way down may take seconds."""


def is_advised(rules: RuleSet, position: Position, seat: Seat) -> bool:
    """Return whether the seat still has its contract before it, in a deal that is being played, and no endless hand."""
    deal = position.deal
    if not rules.plays(GoDown) or deal is None or position.phase not in TURN_PHASES:
        return False
    return 0 < len(deal.hands[seat]) <= MOST_ADVISED and seat in deal.seats and not deal.is_down(seat)


def ways_down(rules: RuleSet, position: Position, seat: Seat) -> tuple[Down, ...] | None:
    """Return the best ways down with the hand as it is, or None if the seat has no contract before it or too many cards.

    The first one leaves the fewest points at the end of the turn, lay-offs on the table and the discard counted. Then come
    those that leave the fewest points and the fewest cards as they go down, if they are others. Empty if none can go down.
    """
    if not is_advised(rules, position, seat):
        return None
    keep_one = keeps_one(rules, position)
    hand, contract, melding, values = (
        position.hand(seat),
        contract_of(rules, position),
        melding_of(rules, position),
        values_of(rules),
    )
    fewest_points = best_way(hand, contract, melding, values, keep_one=keep_one)
    if fewest_points is None:
        return ()
    ways = [fewest_points]
    if seat in position.asked and position.phase is Phase.PLAY and position.dealing.on_table.melds:
        turn = best_turn(hand, contract, table_of(position, seat), melding, values, turn_rules(rules, position))
        if turn is not None and turn.down != fewest_points.melds:
            left = without(hand, (card for meld in turn.down for card in meld.cards))
            ways.insert(0, Down(turn.down, left, sum(values[card] for card in left)))
    if seat in position.asked and position.phase is Phase.PLAY and len(fewest_points.left) > int(keep_one):
        fewest_cards = best_down(hand, contract, melding, Aim.CARDS, values, least_left=int(keep_one))
        if fewest_cards is not None and len(fewest_cards.left) < len(fewest_points.left):
            ways.append(fewest_cards)
    return tuple(ways)


def cards_missing(rules: RuleSet, position: Position, seat: Seat) -> int | None:
    """Return how many cards must at least be drawn to go down, any card being possible; 0 if the hand can go down as it is.

    None if the seat has no contract before it or too many cards, and if no cards would do.
    """
    if not is_advised(rules, position, seat):
        return None
    return _distance(position.hand(seat), contract_of(rules, position), melding_of(rules, position))


@lru_cache(maxsize=1 << 12)
def _distance(hand: Cards, contract: Contract, melding: ContractRules) -> int | None:
    # Cached, because a hand keeps its distance while the others play.
    return distance_to(hand, contract, melding)
