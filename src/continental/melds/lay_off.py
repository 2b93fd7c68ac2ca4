"""The lay-offs that put out most: which cards of a hand to lay on which melds of the table, and in what order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from continental.cards import JOKER, Card, Cards
from continental.melds.contract import ContractRules
from continental.melds.grammar import Meld
from continental.melds.grow import Growth, lay_offs

Held = Counter[Card]


@dataclass(frozen=True, slots=True)
class LaidCard:
    """One lay-off: the card, the number of the meld on the table, from 0, and what the meld becomes."""

    card: Card
    on: int
    growth: Growth


@dataclass(frozen=True, slots=True)
class _Way:
    """How one meld may grow: the cards it takes, its steps and what it is in the end."""

    used: Cards
    steps: tuple[LaidCard, ...]
    meld: Meld


def best_lay_offs(
    hand: Cards, table: tuple[Meld, ...], melding: ContractRules, values: tuple[int, ...], *, all_out: bool = True
) -> tuple[LaidCard, ...]:
    """The lay-offs, in an order in which each fits, that put out most points, and of those the most cards.

    `values` are points by face, the joker's last. Jokers and other wild cards are laid where they bridge to further cards, and
    otherwise last. Where not `all_out`, a card stays in hand to be thrown: the best of all ways in which one does.
    """
    best = _Search(hand, table, melding, values).best()
    if all_out or len(best) < len(hand):
        return best
    kept = [_Search(_less(hand, card), table, melding, values).best() for card in sorted(set(hand))]
    return max(kept, key=lambda steps: (sum(values[step.card] for step in steps), len(steps)))


def _less(hand: Cards, card: Card) -> Cards:
    left = list(hand)
    left.remove(card)
    return tuple(left)


class _Search:
    """The search for one hand and table: meld by meld, the promising ways first, given up where no more can come of it."""

    def __init__(self, hand: Cards, table: tuple[Meld, ...], melding: ContractRules, values: tuple[int, ...]) -> None:
        self._held = Counter(hand)
        self._melding = melding
        self._weights = tuple(value << 10 | 1 for value in values)
        self._table = table
        self._order = sorted(range(len(table)), key=lambda on: (table[on].kind == "set", on))
        self._ways = {on: self._ways_of(on) for on in self._order}
        self._reach = self._reaches()
        self._most = -1
        self._steps: tuple[LaidCard, ...] = ()

    def best(self) -> tuple[LaidCard, ...]:
        """The best lay-offs, in order."""
        self._go(0, self._held, 0, ())
        return self._steps

    def _is_wild(self, card: Card) -> bool:
        return card == JOKER or card in self._melding.wild

    def _ways_of(self, on: int) -> tuple[_Way, ...]:
        """Every way for one meld to grow, and not to grow, less those with a wild card at an end; the heaviest first."""
        start = _Way((), (), self._table[on])
        found: dict[Cards, _Way] = {(): start}
        seen, growing = {start.meld}, [start]
        while growing:
            way = growing.pop()
            left = self._held - Counter(way.used)
            for card in sorted(left):
                for growth in lay_offs(way.meld, card, self._melding):
                    bridges = self._is_wild(card) and growth.meld.stand_ins() > way.meld.stand_ins()
                    if growth.meld in seen or (bridges and growth.end is None):
                        continue
                    seen.add(growth.meld)
                    longer = _Way(tuple(sorted((*way.used, card))), (*way.steps, LaidCard(card, on, growth)), growth.meld)
                    growing.append(longer)
                    if not self._is_open_ended(longer.meld, on):
                        found.setdefault(longer.used, longer)
        return tuple(sorted(found.values(), key=lambda way: (-self._weigh(way.used), way.used)))

    def _is_open_ended(self, meld: Meld, on: int) -> bool:
        """Whether a card that stands for another was laid at an end: it may as well be laid last, wherever there is room."""
        if meld.kind == "set":
            return False
        was = self._table[on]
        first, last = meld.cards[0] != meld.as_cards[0], meld.cards[-1] != meld.as_cards[-1]
        low = was.as_cards[0] != meld.as_cards[0]
        high = len(meld.cards) > len(was.cards) and (not low or meld.as_cards[-1] != was.as_cards[-1])
        return (first and low) or (last and high)

    def _weigh(self, cards: Cards) -> int:
        return sum(self._weights[card] for card in cards)

    def _reaches(self) -> list[frozenset[Card]]:
        """For each turn of the order, the cards that it or a later meld may take."""
        found: list[frozenset[Card]] = [frozenset()]
        for on in reversed(self._order):
            found.append(found[-1] | {card for way in self._ways[on] for card in way.used})
        return found[::-1]

    def _go(self, turn: int, left: Held, laid: int, ways: tuple[_Way, ...]) -> None:
        hope = sum(self._weights[card] * many for card, many in left.items() if card in self._reach[turn] or self._is_wild(card))
        if laid + hope <= self._most:
            return
        if turn == len(self._order):
            self._end(left, laid, ways)
            return
        for way in self._ways[self._order[turn]]:
            if not Counter(way.used) - left:
                self._go(turn + 1, left - Counter(way.used), laid + self._weigh(way.used), (*ways, way))

    def _end(self, left: Held, laid: int, ways: tuple[_Way, ...]) -> None:
        """Lay the wild cards that are left wherever there is room, and see whether more is out than before."""
        steps = [step for way in ways for step in way.steps]
        melds = {on: way.meld for on, way in zip(self._order, ways, strict=True)}
        for card in sorted(left.elements(), key=lambda card: (-self._weights[card], card)):
            step = next(self._places(card, melds), None) if self._is_wild(card) else None
            if step is not None:
                melds[step.on] = step.growth.meld
                steps.append(step)
                laid += self._weights[card]
        if laid > self._most:
            self._most, self._steps = laid, tuple(steps)

    def _places(self, card: Card, melds: dict[int, Meld]) -> Iterator[LaidCard]:
        """Where a wild card may be laid: on sets before runs, since none can be taken there by the card it stands for."""
        for on in reversed(self._order):
            for growth in reversed(lay_offs(melds[on], card, self._melding)):
                yield LaidCard(card, on, growth)
