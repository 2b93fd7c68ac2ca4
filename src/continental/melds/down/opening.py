"""Choose the parts of longer melds that go down, and the cards that are laid off on them in the same turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from continental.cards import Cards
from continental.melds.contract import Contract, ContractRules
from continental.melds.down.fault import fault_in
from continental.melds.down.laying import LaidCard, Pair, lay_in_order
from continental.melds.grammar import Kind, Meld


class Cut(NamedTuple):
    """A meld as it goes down, and the cards for its low and its high end that follow, from the inside out; a set's are high."""

    meld: Meld
    below: list[Pair]
    above: list[Pair]


def open_with(
    melds: list[Meld], hand: Cards, contract: Contract, melding: ContractRules
) -> tuple[tuple[Meld, ...], list[LaidCard]] | None:
    """Return the melds as they may go down, and the lay-offs on them: as few as possible; None if none may go down.

    The lay-offs number the melds from 0, the first that goes down.
    """
    choices = [_cuts(meld, contract, melding) for meld in melds]
    # longer melds go down whole if they may, so the fewest cards are cut off
    for extra_cards in range(sum(len(meld.cards) for meld in melds)):
        for row in _rows(choices, extra_cards):
            down = tuple(cut.meld for cut in row)
            if fault_in(down, hand, contract, melding) is None:
                steps = ((on, lay_in_order(cut.meld, cut.below, cut.above, melding) or []) for on, cut in enumerate(row))
                return down, [LaidCard(card, on, growth) for on, laid in steps for card, growth in laid]
    return None


def _rows(choices: list[list[Cut]], extra_cards: int) -> Iterator[tuple[Cut, ...]]:
    """Yield one cut of each meld, so that in all `extra_cards` cards are cut off."""
    if not choices:
        yield from [()] if not extra_cards else []
        return
    for cut in choices[0]:
        extra = len(cut.below) + len(cut.above)
        if extra <= extra_cards:
            for row in _rows(choices[1:], extra_cards - extra):
                yield (cut, *row)


def _cuts(meld: Meld, contract: Contract, melding: ContractRules) -> list[Cut]:
    """Return the meld whole, and every part of it that is long enough."""
    pairs = list(zip(meld.cards, meld.as_cards, strict=True))
    if meld.kind == "set":
        limit = melding.opening_set_max or len(pairs)
        stand_ins = meld.stand_ins()
        # stand-ins come last in a set, and one natural at least goes down
        keep = min(len(pairs) - stand_ins, max(1, limit - stand_ins))
        order = pairs[:keep] + pairs[len(pairs) - stand_ins :] + pairs[keep : len(pairs) - stand_ins]
        return [Cut(_meld_of("set", order[:limit]), [], order[limit:])]
    least = min(need.size for need in contract.needs if need.kind == "run")
    return [
        Cut(_meld_of("run", pairs[low:high]), pairs[:low][::-1], pairs[high:])
        for low in range(len(pairs) - least + 1)
        for high in range(low + least, len(pairs) + 1)
    ]


def _meld_of(kind: Kind, pairs: list[Pair]) -> Meld:
    cards, parts = zip(*pairs, strict=True)
    return Meld(kind, cards, parts)
