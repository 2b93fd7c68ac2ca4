"""The best way to go down: which melds to lay, so that the least stays in hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from continental.cards import JOKER, Card, Cards, as_hand, make_card
from continental.melds.contract import Contract, ContractRules, Need
from continental.melds.fault import fault_in
from continental.melds.grammar import Meld
from continental.melds.grow import lay_offs
from continental.melds.laid import may_touch, stretches, with_parts
from continental.melds.ways import is_too_long, ways_down

__all__ = ["Aim", "Down", "best_down", "fault_in", "ways_down"]


class Aim(StrEnum):
    """What going down is for."""

    POINTS = "points"  # the fewest points stay in hand
    CARDS = "cards"  # the most cards go out
    KEEP = "keep"  # a certain card stays in hand, and then the fewest points


@dataclass(frozen=True, slots=True)
class Down:
    """A way to go down: the melds, the cards that stay in hand, and their points."""

    melds: tuple[Meld, ...]
    left: Cards
    points_left: int


def best_down(
    hand: Cards, contract: Contract, melding: ContractRules, aim: Aim, values: tuple[int, ...], keep: Card | None = None
) -> Down | None:
    """The best way to go down by the aim, or None where there is none; `values` are points by face, the joker's last."""
    held = Counter(hand)
    if aim is Aim.KEEP and keep is not None:
        held -= Counter((keep,))
    best: Down | None = None
    for plain in _plain_ways(held, contract.needs, melding):
        melds = _grown(plain, held - Counter(card for meld in plain for card in meld.cards), contract, melding, values)
        left = as_hand((Counter(hand) - Counter(card for meld in melds for card in meld.cards)).elements())
        if fault_in(melds, hand, contract, melding) is None:
            found = Down(melds, left, sum(values[card] for card in left))
            if best is None or _rank(found, aim) < _rank(best, aim):
                best = found
    return best


def _rank(down: Down, aim: Aim) -> tuple[int, int]:
    return (len(down.left), down.points_left) if aim is Aim.CARDS else (down.points_left, len(down.left))


def _plain_ways(held: Counter[Card], needs: tuple[Need, ...], melding: ContractRules) -> Iterator[tuple[Meld, ...]]:
    """Ways with melds as short as they may be, naturals wherever they are held."""
    if not needs:
        yield ()
        return
    for meld in _plain_melds(held, needs[0], melding):
        for more in _plain_ways(held - Counter(meld.cards), needs[1:], melding):
            yield (meld, *more)


def _plain_melds(held: Counter[Card], need: Need, melding: ContractRules) -> Iterator[Meld]:
    grammar = melding.grammar
    wild = [card for card in sorted(held, reverse=True) for _ in range(held[card]) if card == JOKER or card in melding.wild]
    if need.kind == "set":
        for rank in range(13):
            own = [make_card(rank, suit) for suit in range(4) for _ in range(held[make_card(rank, suit)])][: need.size]
            others = [card for card in wild if card == JOKER or card not in own][: need.size - len(own)]
            if grammar.sets.allows(len(own), len(others)) and len(own) + len(others) == need.size:
                yield with_parts(tuple(own), tuple(others), rank)
        return
    for suit in range(4):
        for ranks in stretches(grammar.runs.track, need.size):
            parts = tuple(make_card(rank, suit) for rank in ranks)
            left, spare, cards = held.copy(), list(wild), []
            for part in parts:
                card = part if left[part] else next((card for card in spare if left[card]), None)
                if card is None:
                    break
                left[card] -= 1
                if card in spare:
                    spare.remove(card)
                cards.append(card)
            stand_ins = sum(card != part for card, part in zip(cards, parts, strict=False))
            fits = len(cards) == len(parts) and grammar.runs.allows(len(parts) - stand_ins, stand_ins)
            if fits and may_touch(tuple(cards), parts, grammar.runs):
                yield Meld("run", tuple(cards), parts)


def _grown(
    melds: tuple[Meld, ...], rest: Counter[Card], contract: Contract, melding: ContractRules, values: tuple[int, ...]
) -> tuple[Meld, ...]:
    """The melds with all further cards laid off on them that fit."""
    laid, grew = list(melds), True
    while grew:
        grew = False
        for card in sorted(rest.elements(), key=lambda card: (card == JOKER, -values[card])):
            for place, meld in enumerate(laid):
                growth = next(iter(lay_offs(meld, card, melding)), None)
                if growth is not None and not is_too_long(growth.meld, melding):
                    laid[place] = growth.meld
                    rest = rest - Counter((card,))
                    grew = True
                    break
            if grew:
                break
    return tuple(laid)
