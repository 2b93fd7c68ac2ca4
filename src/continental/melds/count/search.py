"""Answer exactly for any grammar: a search for the meld that takes the lowest card, with a cache by the cards that remain.

It is slower than `cover`, which hands it the grammars and hands that its tables do not fit. It knows melds only as natural
cards and a number of jokers. `grammar` names the jokers' places.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product

from continental.cards import JOKER, Cards, as_hand, rank_of, suit_of, without
from continental.melds.grammar import Grammar, Values, is_group, is_meld

Least = tuple[int | None, ...]
Part = tuple[Cards, int]
"""The naturals and the number of jokers of one meld."""


def _parts_of(cards: Cards) -> Iterator[Cards]:
    held = sorted(Counter(cards).items())
    for counts in product(*(range(many + 1) for _, many in held)):
        yield tuple(card for (card, _), many in zip(held, counts, strict=True) for _ in range(many))


@lru_cache(maxsize=64)
def jokers_alone(jokers: int, grammar: Grammar) -> tuple[bool, ...]:
    """Return for each number of jokers, up to this one, whether melds of jokers alone take exactly that many."""
    sizes = [size for size in range(1, jokers + 1) if is_meld((JOKER,) * size, grammar)]
    can = [True]
    for total in range(1, jokers + 1):
        can.append(any(size <= total and can[total - size] for size in sizes))
    return tuple(can)


@dataclass(slots=True)
class Search:
    """One hand's search: at most `jokers` jokers under a grammar, the points of cards left by `values`."""

    jokers: int
    values: Values
    grammar: Grammar
    _least: dict[Cards, Least] = field(default_factory=dict)
    _melds: dict[Cards, tuple[Part, ...]] = field(default_factory=dict)

    def _melds_taking_first(self, rest: Cards) -> tuple[Part, ...]:
        """Return the melds of remaining cards that take the first of them, the most naturals and then the fewest jokers first."""
        found = self._melds.get(rest)
        if found is None:
            first, others = rest[0], rest[1:]
            of_rank = tuple(card for card in others if rank_of(card) == rank_of(first))
            of_suit = tuple(card for card in others if suit_of(card) == suit_of(first))
            groups = {as_hand((first, *part)) for kin in (of_rank, of_suit) for part in _parts_of(kin)}
            found = self._melds[rest] = tuple(
                (group, jokers)
                for group in sorted(groups, key=lambda group: (-len(group), group))
                for jokers in range(self.jokers + 1)
                if is_group(group, jokers, self.grammar)
            )
        return found

    def least(self, rest: Cards) -> Least:
        """Return for each exact number of jokers the least points left of these naturals; None if they have no place."""
        found = self._least.get(rest)
        if found is None:
            found = self._least[rest] = tuple(map(_least_of, zip(*self._rows(rest), strict=True)))
        return found

    def _rows(self, rest: Cards) -> Iterator[Iterable[int | None]]:
        """Yield the least points of each choice for the first card, by exact number of jokers."""
        if not rest:
            yield (0 if can else None for can in jokers_alone(self.jokers, self.grammar))
            return
        # the first card stays loose, or some meld takes it
        loose = self.values[rank_of(rest[0])]
        yield (None if points is None else points + loose for points in self.least(rest[1:]))
        for naturals, jokers in self._melds_taking_first(rest):
            yield ((None,) * jokers + self.least(without(rest, naturals)))[: self.jokers + 1]

    def parts(self, rest: Cards, jokers: int) -> tuple[tuple[Part, ...], Cards]:
        """Return the melds and the cards left of one best way with exactly `jokers` jokers."""
        if not rest:
            return self._parts_of_jokers(jokers), ()
        best = self.least(rest)[jokers]
        if best is None:
            raise ValueError(f"{jokers} jokers have no place here.")
        # follow the first meld that keeps the least
        for naturals, used in self._melds_taking_first(rest):
            after = without(rest, naturals)
            if used <= jokers and self.least(after)[jokers - used] == best:
                parts, left = self.parts(after, jokers - used)
                return ((naturals, used), *parts), left
        parts, left = self.parts(rest[1:], jokers)
        return parts, (rest[0], *left)

    def _parts_of_jokers(self, jokers: int) -> tuple[Part, ...]:
        for size in range(jokers, 0, -1):
            if is_meld((JOKER,) * size, self.grammar) and jokers_alone(self.jokers, self.grammar)[jokers - size]:
                return (((), size), *self._parts_of_jokers(jokers - size))
        return ()


def _least_of(points: tuple[int | None, ...]) -> int | None:
    return min((some for some in points if some is not None), default=None)
