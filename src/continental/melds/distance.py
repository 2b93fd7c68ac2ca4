"""How far a hand is from a contract: the least number of cards that must still be drawn to go down.

A layout is what would lie there: places, each with a card of the hand or without one. Those without are filled by jokers of the
hand, as far as the rules let jokers stand there, and the others must be drawn. So a layout asks for its `missing` places less the
jokers held, and for never less than its `forced` ones, which no joker may fill.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import Any

from continental.cards import JOKER, Card, Cards, as_hand
from continental.melds.coming import Coming
from continental.melds.contract import Contract, ContractRules
from continental.melds.nearest import Nearest
from continental.melds.placed import Placed
from continental.melds.suit_runs import is_plain


def distance(hand: Cards, contract: Contract, melding: ContractRules, unseen: Counter[Card] | None = None) -> int | None:
    """The least number of cards that must be drawn to go down: 0 where the hand can go down as it is.

    Any card may come, or, where `unseen` says how many of each face are still to come, only those; None where these are not
    enough.

    Where a contract takes the whole hand, as many cards may be thrown as are drawn: the answer is the least number of cards to
    draw so that a hand at least as large as this one goes down whole, or but for one card where one stays.
    """
    wild = melding.wild - {JOKER}
    if unseen is None or not any(unseen[card] for card in wild):
        return _nearest(hand, contract, melding, unseen)
    # a wild card to come is either itself or a joker: where it may be both at once, no hand is nearer than so
    hope = _nearest(hand, contract, melding, unseen + Counter({JOKER: sum(unseen[card] for card in wild)}))
    best: int | None = None
    for parted in _partings(unseen, tuple(sorted(wild))):
        if best == hope:
            break
        found = _nearest(hand, contract, melding, parted)
        best = found if best is None else min(best, best if found is None else found)
    return best


def _partings(unseen: Counter[Card], wild: Cards) -> Iterator[Counter[Card]]:
    """The cards to come with some of the wild ones counted as jokers: all of them first."""
    for counts in product(*(range(unseen[card], -1, -1) for card in wild)):
        as_jokers = Counter(dict(zip(wild, counts, strict=True)))
        yield unseen - as_jokers + Counter({JOKER: as_jokers.total()})


def _nearest(hand: Cards, contract: Contract, melding: ContractRules, unseen: Counter[Card] | None) -> int | None:
    """The distance over every choice of the hand's wild cards to stand for others."""
    held = Counter(hand)
    wild = [card for card in sorted(held) if card in melding.wild and card != JOKER]
    hope, best = _hope(held, wild, contract, melding) if wild else None, None
    for counts in product(*(range(held[card], -1, -1) for card in wild)):
        rest = held - Counter(dict(zip(wild, counts, strict=True)))
        jokers = rest.pop(JOKER, 0) + sum(counts)
        naturals = as_hand(rest.elements())
        if unseen is None:
            answer = Nearest(naturals, jokers, contract, melding).distance()
        elif is_plain(melding.grammar.runs) and is_plain(melding.grammar.sets):
            answer = Coming(naturals, jokers, contract, melding, unseen).distance()
        else:
            answer = Placed(naturals, jokers, contract, melding, unseen).distance()
        if answer is not None and (best is None or answer < best):
            best = answer
        if best is not None and best == hope:
            break
    return best


def _hope(held: Counter[Card], wild: list[Card], contract: Contract, melding: ContractRules) -> int | None:
    """What the distance is at the least: were all wild cards jokers, any card to come, and jokers without limit."""
    rest = held - Counter({card: held[card] for card in (*wild, JOKER)})
    jokers = held.total() - rest.total()
    return Nearest(as_hand(rest.elements()), jokers, contract, _unlimited(melding)).distance()


@lru_cache(maxsize=64)
def _unlimited(melding: ContractRules) -> ContractRules:
    """The rules without any limit on jokers."""
    free: dict[str, Any] = {"min_naturals": 0, "max_jokers": None, "outnumbered": False}
    grammar = melding.grammar
    sets, runs = replace(grammar.sets, **free), replace(grammar.runs, **free, jokers_touch=True)
    return replace(melding, grammar=replace(grammar, sets=sets, runs=runs), wild=frozenset())
