"""A hand as a player sorts it: what already makes melds, in brackets, then the other cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from continental.cards import print_cards
from continental.cli.narrate import print_laid_out
from continental.hands.contract_part import by_contract
from continental.hands.worth import worth_now
from continental.play.position import Position
from continental.play.terms import Seat
from continental.rules.base import RuleSet
from continental.rules.melding import MeldingKind


def in_melds(rules: RuleSet, position: Position, seat: Seat) -> str:
    """Return the seat's hand by its melds: the best of the house, or as much of the contract as it holds."""
    return _SORTED[rules.melding.kind](rules, position, seat)


def _by_count(rules: RuleSet, position: Position, seat: Seat) -> str:
    best = worth_now(rules, position, seat, position.standing.totals[seat])
    thrown = () if best.thrown is None else (best.thrown,)
    return print_laid_out(best.melds, tuple(sorted((*best.left, *thrown))), best.held)


def _by_contract(rules: RuleSet, position: Position, seat: Seat) -> str:
    hand = position.hand(seat)
    if position.dealing.is_down(seat):
        return print_cards(hand)
    deal = position.dealing.number
    melding = rules.contract_play.melding_for(rules.pack_for(position.standing.players, deal).decks)
    return by_contract(hand, rules.row(deal).contract, melding, rules.points.values.by_face(melding.wild))


_SORTED: Final[Mapping[MeldingKind, Callable[[RuleSet, Position, Seat], str]]] = {"hidden": _by_count, "contracts": _by_contract}
