"""Find the cards that the jokers of melds stand for, if the player did not say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product
from typing import Final

from continental.cards import JOKER, Card
from continental.engine import decide
from continental.melds import Meld, melds_of
from continental.play.actions import Action, GoDown
from continental.play.position import Position
from continental.play.refusal import Refused
from continental.rules.base import RuleSet
from continental.rules.moves.contract import melding_of

MOST_CARDS: Final = 30
"""The most cards of a meld that is read. No table lays down more."""
MOST_READINGS: Final = 200
"""The most ways to read all melds together that are tried."""


def is_open(meld: Meld) -> bool:
    """Return whether a joker of the meld has no part yet. It is written as standing for a joker."""
    return JOKER in meld.as_cards


def with_parts(rules: RuleSet, position: Position, action: Action) -> Action:
    """Return the act with a part for every joker: the first reading that the rules accept.

    Readings that keep the jokers in their places come first. If no reading is accepted, return the first one, or the act as it
    came. The rules then say what is wrong with it.
    """
    if not isinstance(action, GoDown) or not any(map(is_open, action.melds)) or not rules.plays(GoDown) or position.deal is None:
        return action
    ways = [list(_readings(rules, position, meld)) for meld in action.melds]
    if not all(ways):
        return action
    first: GoDown | None = None
    for melds in islice(product(*ways), MOST_READINGS):
        read = replace(action, melds=melds)
        first = first or read
        try:
            decide(rules, position, read)
        except Refused:
            continue
        return read
    return first or action


def _readings(rules: RuleSet, position: Position, meld: Meld) -> Iterator[Meld]:
    """Yield the ways to read the meld with the parts that were named, first those that keep the order of its cards."""
    if not is_open(meld):
        yield meld
        return
    if len(meld.cards) > MOST_CARDS:
        return
    named = Counter(part for card, part in zip(meld.cards, meld.as_cards, strict=True) if card == JOKER != part)
    fitting = [each for each in melds_of(meld.cards, melding_of(rules, position).grammar) if not named - _parts(each)]
    yield from sorted(fitting, key=lambda each: each.cards != meld.cards)


def _parts(meld: Meld) -> Counter[Card]:
    return Counter(part for card, part in zip(meld.cards, meld.as_cards, strict=True) if card == JOKER)
