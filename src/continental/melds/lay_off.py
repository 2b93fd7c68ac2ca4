"""The lay-offs that put out most: which cards of a hand to lay on which melds of the table, and in what order.

Runs of different suits want different cards. So each suit's runs grow by themselves, and are told apart only by how many
stand-ins bridge and, where it matters, which cards of the ranks of sets they take and what room they leave for stand-ins to
spare. What the runs leave goes on the sets. A stand-in that no card follows is laid last, wherever there is room.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Final, NamedTuple

from continental.cards import JOKER, SUITS, Card, Cards, make_card, rank_of, suit_of
from continental.melds.contract import ContractRules
from continental.melds.grammar import End, Meld
from continental.melds.grow import Growth, lay_offs
from continental.melds.laid import is_laid
from continental.melds.run_growth import Grown, growths, room_of
from continental.melds.set_growth import rooms
from continental.melds.suit_runs import is_plain, scale_of
from continental.melds.suits import RANK_BITS, SUIT_BITS

_SEVENS: Final = 7 * sum(1 << shift for shift in range(0, SUIT_BITS, RANK_BITS))
_EIGHTS: Final = _SEVENS // 7 * 8


@dataclass(frozen=True, slots=True)
class LaidCard:
    """One lay-off: the card, the number of the meld on the table, from 0, and what the meld becomes."""

    card: Card
    on: int
    growth: Growth


class _Runs(NamedTuple):
    """Some runs as they have grown, each with its number on the table, and what their cards weigh."""

    weight: int
    grown: tuple[tuple[int, Grown], ...]


_Key = tuple[int, int, int]
"""The cards taken that are told apart (packed), the stand-ins that bridge, and the room for further ones at the ends of runs."""

_States = dict[_Key, _Runs]


class _Sets(NamedTuple):
    """Sets of some ranks as they have grown: the weight of their naturals, and by rank what they took."""

    weight: int
    taken: tuple[tuple[int, Cards, tuple[int, ...]], ...]


def best_lay_offs(
    hand: Cards, table: tuple[Meld, ...], melding: ContractRules, values: tuple[int, ...], *, all_out: bool = True
) -> tuple[LaidCard, ...]:
    """The lay-offs, in an order in which each fits, that put out most points, and of those the most cards.

    `values` are points by face, the joker's last. Jokers and other wild cards are laid where they bridge to further cards, and
    otherwise last. Where not `all_out`, a card stays in hand to be thrown: the best of all ways in which one does.
    """
    best = _LayOffs(hand, table, melding, values).best()
    if all_out or len(best) < len(hand):
        return best
    kept: tuple[LaidCard, ...] = ()
    most = -1
    for card in sorted(set(hand), key=lambda card: (values[card], card)):
        rest = _less(hand, card)
        if sum(values[other] for other in rest) <= most:
            break
        steps = _LayOffs(rest, table, melding, values).best()
        points = sum(values[step.card] for step in steps)
        if points > most:
            kept, most = steps, points
    return kept


def _less(hand: Cards, card: Card) -> Cards:
    left = list(hand)
    left.remove(card)
    return tuple(left)


class _LayOffs:
    """The lay-offs of one hand on one table."""

    def __init__(self, hand: Cards, table: tuple[Meld, ...], melding: ContractRules, values: tuple[int, ...]) -> None:
        self._table = table
        self._melding = melding
        self._weights = tuple(value << 10 | 1 for value in values)
        self._wild = sorted((card for card in hand if self._is_wild(card)), key=lambda card: (-self._weights[card], card))
        self._naturals = [card for card in hand if not self._is_wild(card)]
        self._held = Counter(card for card in hand if card != JOKER)
        self._sets: dict[int, list[int]] = {}
        self._runs: list[list[int]] = [[] for _ in SUITS]
        for on, meld in enumerate(table):
            if meld.kind == "set":
                self._sets.setdefault(rank_of(meld.as_cards[0]), []).append(on)
            else:
                self._runs[suit_of(meld.as_cards[0])].append(on)
        self._roomy = self._has_room()
        self._watched = self._told_apart()
        # where stand-ins may lie anywhere and all find room, one fills the place of a card that a second run wants
        self._shares = self._roomy and is_plain(melding.grammar.runs)

    def best(self) -> tuple[LaidCard, ...]:
        """The best lay-offs, in order."""
        most, best = -1, None
        kept: dict[_Key, list[tuple[int, _Sets, Cards]]] = {}
        for (used, bridges, room), runs in self._meet().items():
            key = (used, 0 if self._roomy else bridges, room)
            if key not in kept:
                kept[key] = list(self._ends((used, bridges, room)))
            for weight, sets, wild in kept[key]:
                if bridges <= len(wild) and runs.weight + weight > most:
                    most, best = runs.weight + weight, (runs, sets, wild)
        assert best is not None, "nothing may always be laid"
        return tuple(self._steps(*best))

    def _is_wild(self, card: Card) -> bool:
        return card == JOKER or card in self._melding.wild

    def _of_rank(self, rank: int) -> Cards:
        """The held naturals of a rank, the heaviest first."""
        return tuple(
            sorted((card for card in self._naturals if rank_of(card) == rank), key=lambda card: (-self._weights[card], card))
        )

    # what has to be told apart

    def _has_room(self) -> bool:
        """Whether all stand-ins find room whatever else is laid: then they need not be thought of."""
        if not self._wild:
            return True
        rule, runs, room = self._melding.grammar.sets, self._melding.grammar.runs, 0
        for rank, melds in self._sets.items():
            laid = [self._table[on] for on in melds if is_laid(self._table[on], self._melding)]
            if laid and is_plain(rule):
                if rule.max_size is None:
                    return True
                held = sum(many for card, many in self._held.items() if rank_of(card) == rank)
                room += max(0, sum(rule.max_size - len(meld.cards) for meld in laid) - held)
        for suit, melds in enumerate(self._runs):
            held = sum(many for card, many in self._held.items() if suit_of(card) == suit)
            for on in melds:
                meld = self._table[on]
                if is_plain(runs) and is_laid(meld, self._melding):
                    most = min(len(runs.track.ranks), runs.max_size or len(runs.track.ranks))
                    room += max(0, most - len(meld.cards) - held - len(self._wild))
        return room >= len(self._wild)

    def _has_room_for_all(self, rank: int) -> bool:
        """Whether the sets of a rank take all of its naturals that are held."""
        held = len(self._of_rank(rank))
        return held in rooms([self._table[on] for on in self._sets[rank]], held, 0, self._melding)

    def _told_apart(self) -> tuple[int, ...]:
        """By suit a mask of the cards of which it matters to the end whether runs took them."""
        masks = [0] * len(SUITS)
        for card in self._held:
            rank = rank_of(card)
            in_sets = rank in self._sets and not (self._roomy and self._has_room_for_all(rank))
            if in_sets or self._is_wild(card):
                masks[suit_of(card)] |= 15 << RANK_BITS * rank
        return tuple(masks)

    def _is_free(self, card: Card) -> bool:
        """Whether a card goes out on a set if on no run, or is wild, so that it is weighed elsewhere."""
        rank = rank_of(card)
        told = self._watched[suit_of(card)] >> RANK_BITS * rank & 15
        return self._is_wild(card) or (rank in self._sets and not told)

    # runs

    def _meet(self) -> _States:
        """The runs of all suits together."""
        states: _States = {(0, 0, 0): _Runs(0, ())}
        for suit, melds in enumerate(self._runs):
            if melds:
                states = self._with_suit(states, suit, melds)
        return states

    def _with_suit(self, states: _States, suit: int, melds: list[int]) -> _States:
        """Every one of these states with the runs of a further suit, each grown in every way that may matter."""
        most, shift = len(self._wild), SUIT_BITS * suit
        found: _States = {}
        mine = self._of_suit(suit, melds)
        for (used, bridges, room), before in states.items():
            for (more, further, other_room), runs in mine.items():
                if bridges + further <= most:
                    key = (used | more << shift, bridges + further, min(most, room + other_room))
                    weight = before.weight + runs.weight
                    if key not in found or found[key].weight < weight:
                        found[key] = _Runs(weight, before.grown + runs.grown)
        return self._undominated(found)

    def _of_suit(self, suit: int, melds: list[int]) -> _States:
        """How the runs of one suit may grow together."""
        most, watched = len(self._wild), self._watched[suit]
        holding = sum(many << RANK_BITS * rank_of(card) for card, many in self._held.items() if suit_of(card) == suit)
        weights = [0 if self._is_free(card) else self._weights[card] for card in (make_card(rank, suit) for rank in range(13))]
        scale = scale_of(tuple(weights))
        lists = [self._ways(on, holding, self._plainly(suit, len(melds))) for on in melds]
        wants = [_ranks_in(way.used for way, _ in ways) for ways in lists]
        states: _States = {(0, 0, 0): _Runs(0, ())}
        for turn, (on, ways) in enumerate(zip(melds, lists, strict=True)):
            later = reduce(or_, wants[turn + 1 :], watched)
            contested = reduce(or_, wants[:turn], later)
            worth: dict[_Key, tuple[int, Grown]] = {}
            for way, room in ways:
                key, weight = (way.used & contested, way.bridges, room), scale[way.used]
                if key not in worth or worth[key][0] < weight:
                    worth[key] = (weight, way)
            after: _States = {}
            for (used, bridges, room), before in states.items():
                for (more, further, other_room), (weight, way) in worth.items():
                    both, needed, total = used + more, bridges + further, before.weight + weight
                    while over := (both + _SEVENS - holding) & _EIGHTS:
                        needed += over.bit_count() if self._shares else most + 1
                        both -= over >> 3
                        total -= scale[over >> 3]
                    if needed <= most:
                        key = (both & later, needed, min(most, room + other_room))
                        if key not in after or after[key].weight < total:
                            after[key] = _Runs(total, (*before.grown, (on, way)))
            states = self._undominated(after)
        return states

    def _undominated(self, states: _States) -> _States:
        """The states less those with more bridges than another that took the same and weighs as much, where all have room."""
        if not self._roomy:
            return states
        best: dict[int, int] = {}
        kept: _States = {}
        for key in sorted(states):
            if states[key].weight > best.get(key[0], -1):
                best[key[0]] = states[key].weight
                kept[key] = states[key]
        return kept

    def _plainly(self, suit: int, runs: int) -> int:
        """A mask of the cards of a suit that are never better left out for a stand-in: no set or other run can want them."""
        ranks = (rank for rank in range(13) if self._shares or self._held[make_card(rank, suit)] >= runs)
        mask = sum(15 << RANK_BITS * rank for rank in ranks) if self._roomy else 0
        return mask & ~self._watched[suit]

    def _ways(self, on: int, holding: int, plainly: int) -> list[tuple[Grown, int]]:
        """How one run may grow, with the room that it leaves for further stand-ins where that matters."""
        rule, wild = self._melding.grammar.runs, len(self._wild)
        ways = growths(self._table[on], holding, wild, self._melding, plainly)
        if self._roomy:
            return [(way, 0) for way in ways]
        may_grow = is_laid(self._table[on], self._melding)
        return [(way, room_of(way, wild, rule) if may_grow else 0) for way in ways]

    # sets, and stand-ins to spare

    def _ends(self, key: _Key) -> Iterator[tuple[int, _Sets, Cards]]:
        """What sets take after the runs and what stand-ins weigh, in every way worth a look, with the wild cards that go out."""
        used, bridges, room = key
        pool, own = list(self._wild), 0
        for card in sorted(self._held):
            if self._is_wild(card):
                for _ in range(used >> SUIT_BITS * suit_of(card) + RANK_BITS * rank_of(card) & 15):
                    pool.remove(card)
                    own += self._weights[card]
        states: dict[tuple[int, Cards], _Sets] = {(len(pool) if self._roomy else room, ()): _Sets(0, ())}
        for rank in self._sets:
            states = self._with_sets(states, rank, used, pool)
        for (spare, given), sets in states.items():
            rest = list(pool)
            for card in given:
                rest.remove(card)
            out = tuple(rest[: bridges + spare])
            yield own + sets.weight + sum(self._weights[card] for card in (*given, *out)), sets, out

    def _with_sets(
        self, states: dict[tuple[int, Cards], _Sets], rank: int, used: int, pool: list[Card]
    ) -> dict[tuple[int, Cards], _Sets]:
        """The sets of one more rank: how many naturals they take, and of the wild cards that are such as they are."""
        own = list(self._of_rank(rank))
        for suit in range(len(SUITS)):
            for _ in range(used >> SUIT_BITS * suit + RANK_BITS * rank & 15):
                if make_card(rank, suit) in own:
                    own.remove(make_card(rank, suit))
        wild = [] if self._roomy else [card for card in pool if card != JOKER and rank_of(card) == rank]
        ways = rooms([self._table[on] for on in self._sets[rank]], len(own) + len(wild), len(self._wild), self._melding)
        most = max(many for many in ways if many <= len(own))
        found: dict[tuple[int, Cards], _Sets] = {}
        for (spare, given), sets in states.items():
            for many, (room, parted) in ways.items():
                for others in range(min(len(wild), many) + 1):
                    naturals = many - others
                    if naturals > len(own) or (self._roomy and many < most):
                        continue
                    laid = (*own[:naturals], *wild[:others])
                    weight = sets.weight + sum(self._weights[card] for card in own[:naturals])
                    key = (min(len(self._wild), spare + room), (*given, *wild[:others]))
                    if key not in found or found[key].weight < weight:
                        found[key] = _Sets(weight, (*sets.taken, (rank, laid, parted)))
        return found

    # in order

    def _steps(self, runs: _Runs, sets: _Sets, wild: Cards) -> Iterator[LaidCard]:
        """The lay-offs one after another: the runs, the naturals on sets, and then stand-ins to spare wherever there is room."""
        melds, spare, left = list(self._table), list(wild), self._held.copy()

        def laid(card: Card, on: int, growth: Growth) -> LaidCard:
            melds[on] = growth.meld
            return LaidCard(card, on, growth)

        for on, grown in runs.grown:
            suit = suit_of(self._table[on].as_cards[0])
            for end, rank, own in grown.laid:
                part = make_card(rank, suit)
                card = part if own and left[part] else spare.pop(0)
                left[part] -= card == part
                yield laid(card, on, _growth_at(lay_offs(melds[on], card, self._melding), end, part))
        for rank, cards, parted in sets.taken:
            turns = [on for on, many in zip(self._sets[rank], parted, strict=True) for _ in range(many)]
            for card, on in zip(cards, turns, strict=True):
                if left[card]:
                    left[card] -= 1
                    yield laid(card, on, lay_offs(melds[on], card, self._melding)[0])
        order = [on for rank in self._sets for on in self._sets[rank]] + [on for suit in self._runs for on in suit]
        for card in spare:
            ways = ((on, growth) for on in order for growth in reversed(lay_offs(melds[on], card, self._melding)))
            step = next(ways, None)
            if step is not None:
                yield laid(card, *step)


def _growth_at(ways: tuple[Growth, ...], end: End, part: Card) -> Growth:
    place = 0 if end is End.LOW else -1
    return next(growth for growth in ways if growth.end is end and growth.meld.as_cards[place] == part)


def _ranks_in(cards: Iterable[int]) -> int:
    """A mask of the ranks of which some of these packed cards are."""
    mask = 0
    for packed in cards:
        mask |= ((packed + _SEVENS) & _EIGHTS) // 8 * 15
    return mask
