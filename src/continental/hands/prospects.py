"""Measure how near a hand is to its contract and how much each card helps, over all ways there, the nearest counting most.

A part is a meld that the hand could lay, with the places still empty in it. A way is one part for each meld of the contract,
no card in two of them; its cost goes by the empty places, the rarer the cards for them the more, jokers in the dearest ones.
A hand with several ways is nearer than one with a single way as near: their chances add up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from math import exp, log
from typing import Final

from continental.cards import JOKER, SUITS, Card, Cards, make_card, rank_of, suit_of
from continental.melds import (
    RANK_BITS,
    Contract,
    ContractRules,
    Need,
    Ranks,
    RunRule,
    SameSuit,
    SetRule,
    Track,
    WholeHand,
    are_apart,
    stretches,
)

HOPELESS: Final = 40.0
"""The cost of a hand that has no way at all."""

IN_VAIN: Final = 10.0
"""The cost of a place that nothing to come fills."""

_NEAR: Final = 12
_NEAR_WHOLE: Final = 24
"""The number of parts of each kind that are looked at, the cheapest; more if the whole hand must go down."""
_FAR: Final = 3.5
"""A way that costs this much more than the best is left out, for it hardly changes the sum."""
_EXTRA_OUTS: Final = 7
"""The most cards that are counted as lengthening a run, of those to come that lie next to held ones."""
_FIELD: Final = (1 << RANK_BITS) - 1
_GUARD: Final = sum(1 << (RANK_BITS * face + RANK_BITS - 1) for face in range(JOKER))
_ONE: Final = tuple(1 << RANK_BITS * face for face in range(JOKER))


@lru_cache(maxsize=256)
def slot_cost(outs: int) -> float:
    """Return the cost of an empty place that `outs` unseen cards would fill: about the turns it takes, on a scale of its own.

    With no such card the cost is IN_VAIN, so that a run towards cards that can come is nearer, although more of it is missing.
    """
    return 1.0 + 4.0 / (1 + outs) if outs > 0 else IN_VAIN


@dataclass(frozen=True, slots=True)
class Part:
    """A meld towards a contract: the held naturals in it, packed, and its empty places, the dearest first.

    `value` is the cost of the places, less the worth of each card in it if the whole hand must go down. `jokers` of the places
    may be filled with jokers. `ranks` and `suit` are a run's; a set has none and -1.
    """

    uses: int
    size: int
    slots: tuple[float, ...]
    value: float
    jokers: int
    ranks: Ranks
    suit: int


@dataclass(frozen=True, slots=True)
class Prospects:
    """A hand's ways to its contract: `missing` the least number of cards it lacks, and the ways' weights with what they spare."""

    missing: int
    ways: tuple[tuple[float, int], ...]
    jokers: int

    @property
    def cost(self) -> float:
        """Return how far the contract is: lower is nearer, one missing card about two."""
        return _cost(sum(weight for weight, _ in self.ways))

    def without(self, card: Card) -> float:
        """Return how far it would be without one copy of the card."""
        field = _FIELD << RANK_BITS * card
        return _cost(sum(weight for weight, spare in self.ways if spare & field))


def _cost(weight: float) -> float:
    return min(HOPELESS, -log(weight)) if weight > 0 else HOPELESS


def prospects(
    hand: Cards, contract: Contract, melding: ContractRules, unseen: Mapping[Card, int], *, spare: int = 0
) -> Prospects:
    """Return the ways from the hand to the contract that are near enough to matter; `unseen` are the cards that may still come.

    `spare` cards of the hand are thrown before its next turn, which matters if the whole hand must go down.
    """
    naturals = tuple(card for card in hand if card != JOKER and card not in melding.wild)
    jokers = len(hand) - len(naturals)
    held = sum(_ONE[card] for card in naturals)
    whole = _whole(len(hand) - spare, contract)
    stand_ins = sum(unseen.get(card, 0) for card in (JOKER, *melding.wild))
    extra = slot_cost(min(_EXTRA_OUTS, _neighbours_to_come(held, unseen)) + stand_ins) if whole else 0.0
    table = _Table(naturals, held, melding, unseen, stand_ins, extra)
    rows = {need: table.parts(need) for need in set(contract.needs)}
    found = _Search([rows[need] for need in contract.needs], contract.needs, jokers, melding, whole, extra).run(held)
    if not found:
        return Prospects(contract.cards, (), jokers)
    return Prospects(min(missing for _, _, missing in found), tuple((exp(-cost), spare) for cost, spare, _ in found), jokers)


def _neighbours_to_come(held: int, unseen: Mapping[Card, int]) -> int:
    """Return how many cards to come lie next to a held one of their suit and are not held: those that lengthen runs."""
    many = 0
    for card, outs in unseen.items():
        if outs > 0 and card != JOKER and not held >> RANK_BITS * card & _FIELD:
            first, rank = card - card % 13, card % 13
            beside = (first + (rank - 1) % 13, first + (rank + 1) % 13)
            many += outs * any(held >> RANK_BITS * other & _FIELD for other in beside)
    return many


def _whole(held: int, contract: Contract) -> int:
    """Return how many cards the melds must take if they take the whole hand, or 0.

    `held` are the cards between turns: one card more is held when the hand goes down.
    """
    if contract.whole_hand is WholeHand.NO:
        return 0
    return max(contract.cards, held + (contract.whole_hand is WholeHand.ALL))


@dataclass(slots=True)
class _Search:
    """A search for one part for each need, cheapest first. A branch ends once its cost is too far from the best.

    `whole` is how many cards the parts must hold in all (0: any number); each card more than theirs costs `extra`.
    """

    rows: Sequence[Sequence[Part]]
    needs: Sequence[Need]
    jokers: int
    melding: ContractRules
    whole: int
    extra: float
    limit: float = HOPELESS
    found: list[tuple[float, int, int]] = field(default_factory=list)
    _rest: list[float] = field(default_factory=list)
    _saved: float = 0.0

    def run(self, held: int) -> list[tuple[float, int, int]]:
        """Return the cost, spare cards and missing cards of each way."""
        self._rest = [0.0]
        for row in reversed(self.rows):
            self._rest.insert(0, self._rest[0] + min((part.value for part in row), default=HOPELESS))
        dearest = max((part.slots[0] for row in self.rows for part in row if part.slots), default=0.0)
        self._saved = self.jokers * max(dearest, self.extra)
        self._choose(0, 0, held, self.whole * self.extra, ())
        return [way for way in self.found if way[0] <= self.limit]

    def _choose(self, at: int, first: int, spare: int, cost: float, chosen: tuple[Part, ...]) -> None:
        row, rest, last = self.rows[at], self._rest[at + 1], at + 1 == len(self.rows)
        again = not last and self.needs[at + 1] == self.needs[at]
        strict = chosen and self.melding.same_suit is not SameSuit.FREE
        for place in range(first, len(row)):
            part = row[place]
            total = cost + part.value
            if total + rest - self._saved > self.limit:
                break  # the parts that follow are dearer
            if ((spare | _GUARD) - part.uses) & _GUARD != _GUARD or (strict and not self._is_apart(part, chosen)):
                continue
            if last:
                self._price(spare - part.uses, total, (*chosen, part))
            else:
                self._choose(at + 1, place if again else 0, spare - part.uses, total, (*chosen, part))

    def _is_apart(self, part: Part, chosen: tuple[Part, ...]) -> bool:
        for other in chosen:
            if other.suit == part.suit >= 0 and not are_apart(other.ranks, part.ranks, self.melding):
                return False
        return True

    def _price(self, spare: int, cost: float, chosen: tuple[Part, ...]) -> None:
        """Keep the way, its dearest places filled with jokers, unless it costs too much more than the best."""
        missing = more = 0
        for part in chosen:
            missing += len(part.slots)
            more -= part.size
        if self.whole:
            more += self.whole
            if more < 0:
                return
        else:
            more = 0
        if self.jokers:
            filled = sorted((slot for part in chosen for slot in part.slots[: part.jokers]), reverse=True)[: self.jokers]
            beyond = min(more, self.jokers - len(filled))
            cost -= sum(filled) + beyond * self.extra
            missing -= len(filled) + beyond
        if cost <= self.limit:
            self.limit = min(self.limit, cost + _FAR)
            self.found.append((cost, spare, missing + more))


@dataclass(slots=True)
class _Table:
    """The parts that a hand offers for one meld of its contract."""

    naturals: Cards
    held: int
    melding: ContractRules
    unseen: Mapping[Card, int]
    stand_ins: int
    extra: float  # the worth of a card in it if the whole hand must go down

    def parts(self, need: Need) -> tuple[Part, ...]:
        """Return the cheapest parts for the need, dearer ones last."""
        found = self.sets(need.size) if need.kind == "set" else self.runs(need.size)
        return tuple(sorted(found, key=lambda part: (part.value, part.uses)))[: _NEAR_WHOLE if self.extra else _NEAR]

    def sets(self, size: int) -> Iterator[Part]:
        """Yield sets of each held rank: of the least size, or of all its cards if the whole hand must go down."""
        rule = self.melding.grammar.sets
        by_rank: dict[int, list[Card]] = {}
        for card in self.naturals:
            by_rank.setdefault(rank_of(card), []).append(card)
        for rank, cards in by_rank.items():
            wide = max(size, len(cards)) if self.extra else size
            outs = sum(self.unseen.get(make_card(rank, suit), 0) for suit in range(len(SUITS))) + self.stand_ins
            choices = set(combinations(cards, min(len(cards), wide)))
            for chosen in sorted(choices)[:6]:
                slots = (slot_cost(outs),) * (wide - len(chosen))
                value = sum(slots) - self.extra * wide
                yield Part(sum(_ONE[card] for card in chosen), wide, slots, value, most_jokers(rule, wide), (), -1)

    def runs(self, size: int) -> Iterator[Part]:
        """Yield runs of each suit that hold a card: of the least size, and longer ones if the whole hand must go down."""
        rule = self.melding.grammar.runs
        for suit in range(len(SUITS)):
            held = frozenset(rank_of(card) for card in self.naturals if suit_of(card) == suit)
            if not held:
                continue
            for ranks in windows(rule.track, size, held, longer=self.extra > 0):
                yield self._run(ranks, suit, held, rule)

    def _run(self, ranks: Ranks, suit: int, held: frozenset[int], rule: RunRule) -> Part:
        uses, slots = 0, []
        for place, rank in enumerate(ranks):
            card = make_card(rank, suit)
            if rank in held and not (place and rank == ranks[0] and self.held >> RANK_BITS * card & _FIELD < 2):
                uses += _ONE[card]
            else:
                slots.append(slot_cost(self.unseen.get(card, 0) + self.stand_ins))
        value = sum(slots) - self.extra * len(ranks)
        return Part(uses, len(ranks), tuple(sorted(slots, reverse=True)), value, most_jokers(rule, len(ranks)), ranks, suit)


@lru_cache(maxsize=1 << 14)
def windows(track: Track, size: int, held: frozenset[int], *, longer: bool) -> tuple[Ranks, ...]:
    """Return the stretches of the least size that hold one of these ranks, and if `longer` those that begin and end with one."""
    least = [ranks for ranks in stretches(track, size) if held.intersection(ranks)]
    if not longer:
        return tuple(least)
    more = (
        ranks
        for wide in range(size + 1, 14)
        for ranks in stretches(track, wide)
        if ranks[0] in held and ranks[-1] in held and 2 * len(held.intersection(ranks)) >= wide
    )
    return (*least, *more)


@lru_cache(maxsize=256)
def most_jokers(rule: SetRule | RunRule, size: int) -> int:
    """Return the most jokers that a meld of that size may hold."""
    return max((jokers for jokers in range(size + 1) if rule.allows(size - jokers, jokers)), default=0)
