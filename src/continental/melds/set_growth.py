"""How the sets of one rank on the table may grow: how many naturals they take, and what room they leave for stand-ins."""

from __future__ import annotations

from continental.melds.contract import ContractRules
from continental.melds.grammar import Meld
from continental.melds.laid import is_laid

Growth = tuple[int, tuple[int, ...]]
"""The room for stand-ins, and how many naturals each set takes."""


def rooms(melds: list[Meld], naturals: int, most: int, melding: ContractRules) -> dict[int, Growth]:
    """For each number of naturals, up to so many, that sets of one rank can take: the most room left, up to `most` stand-ins."""
    ways: dict[int, Growth] = {0: (0, ())}
    for meld in melds:
        after: dict[int, Growth] = {}
        for many, (room, taken) in ways.items():
            for more in range(naturals - many + 1):
                further = _room(meld, more, most, melding)
                if further is None:
                    break
                both = min(most, room + further)
                if many + more not in after or after[many + more][0] < both:
                    after[many + more] = (both, (*taken, more))
        ways = after
    return ways


def _room(meld: Meld, more: int, most: int, melding: ContractRules) -> int | None:
    """The room for stand-ins in a set that took so many naturals; None where it cannot take so many."""
    rule = melding.grammar.sets
    if not is_laid(meld, melding):
        return None if more else 0
    stand_ins = meld.stand_ins()
    naturals = len(meld.cards) - stand_ins + more
    if not rule.allows(naturals, stand_ins):
        return None
    return next((many for many in range(most) if not rule.allows(naturals, stand_ins + many + 1)), most)
