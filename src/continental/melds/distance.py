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
from itertools import combinations, product
from typing import Any, Final

from continental.cards import JOKER, RANKS, SUITS, Card, Cards, as_hand, make_card
from continental.melds.coming import Coming
from continental.melds.contract import Contract, ContractRules
from continental.melds.grammar import RunRule
from continental.melds.laid import NATURALS, Ranks, stretches
from continental.melds.nearest import Asked, Nearest
from continental.melds.rank_sets import SetsOf, ranks_for
from continental.melds.suit_runs import Sizes, is_plain, parts_of
from continental.melds.suits import RANK_BITS, SUIT_BITS, SUIT_MASK

Cost = tuple[int, int, int]
"""Places without a card of the hand, those of them that no joker may fill, and those that only a joker can fill."""

Key = tuple[int, int, int, int, int]
"""Places (told apart only where the whole hand counts), forced and blocked ones, and, packed, what runs take and what they lack.

What is lacking is told apart only for cards of which so few are to come that two melds may want the same one.
"""

_NOTHING: Final[Key] = (0, 0, 0, 0, 0)
_ENOUGH: Final = 1 << 20

Laid = dict[Key, int]
"""By key the fewest places that are missing."""


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
            answer = Layouts(naturals, jokers, contract, melding, unseen).distance()
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


class Layouts(Asked):
    """The layouts of one hand where only the cards in `unseen` may come."""

    def __init__(self, naturals: Cards, jokers: int, contract: Contract, melding: ContractRules, unseen: Counter[Card]) -> None:
        super().__init__(naturals, jokers, contract, melding)
        self._unseen = unseen
        self._limited = not (is_plain(melding.grammar.runs) and is_plain(melding.grammar.sets))
        self._scarce = self._few()
        few = any(unseen[Card(face)] < contract.cards for face in NATURALS)
        # so many jokers at the most have to lie somewhere: those to come where no natural may come
        self._homeless = jokers + (min(unseen[JOKER], contract.cards) if few else 0)

    def _few(self) -> int:
        """A mask of the packed faces of which so few are to come that two melds may want the same one."""
        mask = 0
        for rank in range(13):
            faces = [make_card(rank, suit) for suit in range(len(SUITS))]
            wanted = len(self._runs) + sum(self._sets)
            few = bool(self._sets) and sum(self._unseen[face] for face in faces) < wanted + self._size
            mask |= sum(15 << RANK_BITS * face for face in faces if few or self._unseen[face] < len(self._runs))
        return mask

    def distance(self) -> int | None:
        """The fewest cards to draw, over all layouts."""
        suits = [self._suit(suit) for suit in range(len(SUITS))]
        lacking = min(self._meet(suits, 0).values(), default=None)
        if lacking is None:
            return None
        for hope, ranks in sorted((self._hope(ranks), ranks) for ranks in ranks_for(self._sets)):
            if self._best is not None and lacking + hope - self._jokers >= self._best:
                break
            mask = sum(15 << RANK_BITS * rank for rank, _ in ranks)
            for key, missing in self._meet(suits, mask).items():
                self._add_sets(key, missing, ranks)
            if self._best == 0:
                break
        return self._best

    def _note(self, places: int, cost: Cost) -> None:
        """Take a whole layout into account."""
        missing, forced, blocked = cost
        if forced + blocked > missing:
            return
        own = min(self._jokers, missing - forced)
        if blocked - own > self._unseen[JOKER]:
            return
        drawn = missing - own
        if self._whole:
            if places + self._stays < self._size:
                return
            drawn += self._stays and self._size <= places - drawn
            if drawn > self._unseen.total():
                return
        if self._best is None or drawn < self._best:
            self._best = drawn

    # runs

    def _suit(self, suit: int) -> dict[Sizes, Laid]:
        """For every choice of the runs asked for, how they may lie in one suit."""
        holding = self._holdings[suit]
        alone = {size: self._alone(holding, suit, size) for size in set(self._runs)}
        found: dict[Sizes, dict[tuple[Key, tuple[Ranks, ...]], int]] = {(): {(_NOTHING, ()): 0}}
        for sizes in parts_of(self._runs)[1:]:
            here: dict[tuple[Key, tuple[Ranks, ...]], int] = {}
            for (before, spots), missing in found[sizes[:-1]].items():
                for (key, ranks), more in alone[sizes[-1]].items():
                    if not all(self._clear[ranks, other] for other in spots):
                        continue
                    beside = self._beside(before, key, suit, len(sizes))
                    if beside is None:
                        continue
                    both, lost = beside
                    where = (both, tuple(sorted((*spots, ranks))) if self._is_close() else ())
                    if missing + more + lost < here.get(where, _ENOUGH):
                        here[where] = missing + more + lost
            found[sizes] = here
        return {sizes: self._least_of(ways, suit) for sizes, ways in found.items()}

    def _beside(self, one: Key, other: Key, suit: int, runs: int) -> tuple[Key, int] | None:
        """Two rows of runs of one suit together, and how many cards both wanted that only one can have.

        Where jokers are limited, every choice of cards is a row of its own, and two that want the same card are no pair.
        """
        taken, lacking, blocked, lost = one[3] + other[3], one[4] + other[4], one[2] + other[2], 0
        few = self._scarce >> SUIT_BITS * suit & SUIT_MASK
        for rank in range(len(RANKS)):
            shift = RANK_BITS * rank
            over = (taken >> shift & 15) - (self._holdings[suit] >> shift & 15)
            if over > 0:
                if self._limited:
                    return None
                lost += over
                taken -= over << shift
            over = max(over, 0)
            lacks = lacking >> shift & 15
            if few >> shift & 15 and (lacks or over):
                comes = self._unseen[make_card(rank, suit)]
                before = sum(max(0, (key[4] >> shift & 15) - comes) for key in (one, other))
                blocked += max(0, lacks + over - comes) - before
                lacking += over << shift
        forced = one[1] + other[1]
        if lost and self._melding.grammar.runs.min_naturals:
            forced = max(forced, runs - sum(taken >> shift & 15 for shift in range(0, SUIT_BITS, RANK_BITS)))
        return (one[0] + other[0], forced, blocked, taken, lacking), lost

    def _least_of(self, ways: dict[tuple[Key, tuple[Ranks, ...]], int], suit: int) -> Laid:
        """The rows without where they lie; of what they lack only the cards that may come."""
        found: Laid = {}
        for (key, _), missing in ways.items():
            comes = 0
            if key[4]:
                for rank in range(len(RANKS)):
                    many = min(key[4] >> RANK_BITS * rank & 15, self._unseen[make_card(rank, suit)])
                    comes |= many << RANK_BITS * rank
            here = (*key[:4], comes)
            if missing < found.get(here, _ENOUGH):
                found[here] = missing
        return found

    def _is_close(self) -> bool:
        return self._melding.same_suit != "free" and len(self._runs) > 1

    def _alone(self, holding: int, suit: int, size: int) -> dict[tuple[Key, Ranks], int]:
        """How one run of at least this size may lie in a suit."""
        rule = self._melding.grammar.runs
        freed = _ENOUGH if self._limited and len(self._runs) > 1 else len(self._sets)
        found: dict[tuple[Key, Ranks], int] = {}
        for length in self._lengths(size, rule, self._homeless):
            for ranks in stretches(rule.track, length):
                for filled in _fillings(holding, ranks, freed):
                    cost = self._cost_of_run(ranks, filled, suit)
                    if cost is None:
                        continue
                    taken = sum(1 << RANK_BITS * ranks[place] for place in filled)
                    lacking = sum(1 << RANK_BITS * rank for place, rank in enumerate(ranks) if place not in filled)
                    few = self._scarce >> SUIT_BITS * suit & SUIT_MASK
                    key = (length if self._whole else 0, cost[1], cost[2], taken, lacking & few)
                    where = (key, ranks if self._is_close() else ())
                    found[where] = min(cost[0], found.get(where, cost[0]))
        return found

    def _cost_of_run(self, ranks: Ranks, filled: tuple[int, ...], suit: int) -> Cost | None:
        """What a run with these places filled costs; None where a place can be filled by nothing."""
        rule = self._melding.grammar.runs
        empty = [place for place in range(len(ranks)) if place not in filled]
        blocked = [place for place in empty if not self._unseen[make_card(ranks[place], suit)]]
        most = _most_jokers(empty, blocked, rule, len(ranks))
        return None if most is None else (len(empty), len(empty) - most, len(blocked))

    # sets

    def _meet(self, suits: list[dict[Sizes, Laid]], mask: int) -> Laid:
        """All the runs over the suits, told apart by the cards of the masked ranks that they take."""
        states: dict[Sizes, Laid] = {(): {_NOTHING: 0}}
        for suit in suits:
            mine = {sizes: _masked(ways, mask) for sizes, ways in suit.items()}
            after: dict[Sizes, Laid] = {}
            for before, ways in states.items():
                for more, further in mine.items():
                    both = tuple(sorted(before + more))
                    if both not in suit:
                        continue
                    here = after.setdefault(both, {})
                    for one, missing in ways.items():
                        for other, lacking in further.items():
                            key = _sum(one, other)
                            if missing + lacking < here.get(key, _ENOUGH):
                                here[key] = missing + lacking
            states = after
        return states.get(self._runs, {})

    def _add_sets(self, key: Key, missing: int, ranks: SetsOf) -> None:
        """Take into account what sets of these ranks add to some runs."""
        ways: set[tuple[int, Cost]] = {(key[0], (missing, key[1], key[2]))}
        for rank, sizes in ranks:
            held = self._held[rank] - (key[3] >> RANK_BITS * rank & 15)
            wanted, comes = key[4] >> RANK_BITS * rank & 15, self._to_come(rank)
            ways = {
                (places + more, (cost[0] + price[0], cost[1] + price[1], cost[2] + price[2] + max(0, drawn + wanted - comes)))
                for places, cost in ways
                for more, price, drawn in self._cost_of_sets(sizes, held, comes)
            }
        for places, cost in ways:
            self._note(places, cost)

    def _to_come(self, rank: int) -> int:
        return sum(self._unseen[make_card(rank, suit)] for suit in range(len(SUITS)))

    def _cost_of_sets(self, sizes: Sizes, held: int, comes: int) -> Iterator[tuple[int, Cost, int]]:
        """What sets of one rank may cost, of so many cards held and so many to come: places, cost, and how many of these come."""
        if not sizes:
            yield 0, (0, 0, 0), 0
            return
        rule, limit = self._melding.grammar.sets, self._melding.opening_set_max
        for length in self._lengths(sizes[-1], rule, self._homeless):
            if limit is not None and length > limit:
                break
            for naturals in range(min(held, length) + 1):
                empty = length - naturals
                most = max((many for many in range(empty + 1) if rule.allows(length - many, many)), default=None)
                for drawn in range(min(empty, comes) + 1):
                    if most is not None and empty - drawn <= most:
                        for places, cost, more in self._cost_of_sets(sizes[:-1], held - naturals, comes - drawn):
                            price = (cost[0] + empty, cost[1] + empty - most, cost[2] + empty - drawn)
                            yield places + length, price, more + drawn


def _sum(one: Key, other: Key) -> Key:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3], one[4] + other[4]


def _fillings(holding: int, ranks: Ranks, freed: int) -> Iterator[tuple[int, ...]]:
    """The places of a run that the hand's own cards fill: all that they can, and all but up to so many of them."""
    left, held = holding, []
    for place, rank in enumerate(ranks):
        if left >> RANK_BITS * rank & 15:
            left -= 1 << RANK_BITS * rank
            held.append(place)
    for many in range(max(0, len(held) - freed), len(held) + 1):
        yield from combinations(held, many)


def _most_jokers(empty: list[int], blocked: list[int], rule: RunRule, length: int) -> int | None:
    """The most jokers on the empty places of a run, with one on each of the blocked; None where that cannot be."""
    for many in range(len(empty), len(blocked) - 1, -1):
        if rule.allows(length - many, many):
            if rule.jokers_touch:
                return many
            for places in combinations(empty, many):
                if set(blocked) <= set(places) and all(place + 1 not in places for place in places):
                    return many
    return None


def _masked(ways: Laid, mask: int) -> Laid:
    """The ways with only the masked ranks told apart."""
    found: Laid = {}
    for key, missing in ways.items():
        here = (key[0], key[1], key[2], key[3] & mask, key[4] & mask)
        if missing < found.get(here, _ENOUGH):
            found[here] = missing
    return found
