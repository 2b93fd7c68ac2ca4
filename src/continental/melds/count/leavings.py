"""List all points that a hand may leave under free arrangement, for every number of jokers melded.

A choice of the hand's naturals is a number with a bit for each card. Another number, worked out from smaller choices, says how
many jokers melds need to take it whole: bit k is set if exactly k jokers will do.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from continental.cards import JOKER, Cards, rank_of, suit_of
from continental.melds.count.ranks import check_values
from continental.melds.count.search import jokers_alone
from continental.melds.grammar import HOUSE, Grammar, Values, is_group


def leavings(hand: Cards, values: Values, grammar: Grammar = HOUSE) -> tuple[dict[int, Cards], ...]:
    """Return for each exact number of jokers melded the points that arrangements leave, each with the naturals left.

    Of several choices with the same points it names the one with fewest cards, in the hand's order. It is for hands of a dozen
    naturals or so: every choice of them is looked at. Raises MeldError for values that are not thirteen whole numbers above zero.

        leavings(parse_cards("5H 6H 7H"), values)[0]  # 0 and 18, if they count their pips
    """
    check_values(values)
    naturals = tuple(card for card in hand if card != JOKER)
    jokers = len(hand) - len(naturals)
    taking = _taking(naturals, jokers, grammar)
    whole = len(taking) - 1
    found: tuple[dict[int, Cards], ...] = tuple({} for _ in range(jokers + 1))
    for size in range(len(naturals) + 1):
        for places in combinations(range(len(naturals)), size):
            ways = taking[whole - sum(1 << place for place in places)]
            if ways:
                left = tuple(naturals[place] for place in places)
                points = sum(values[rank_of(card)] for card in left)
                for melded in range(jokers + 1):
                    if ways >> melded & 1:
                        found[melded].setdefault(points, left)
    return found


def _taking(naturals: Cards, jokers: int, grammar: Grammar) -> list[int]:
    """Return for every choice of the naturals the numbers of jokers, a bit each, with which melds take all of it."""
    every = (2 << jokers) - 1
    alone = sum(can << many for many, can in enumerate(jokers_alone(jokers, grammar)))
    groups = [tuple(_groups_of(naturals, place, jokers, grammar)) for place in range(len(naturals))]
    taking = [alone] + [0] * ((1 << len(naturals)) - 1)
    for chosen in range(1, len(taking)):
        # some meld takes the lowest card; the rest is a smaller choice, which is known
        lowest = (chosen & -chosen).bit_length() - 1
        ways = 0
        for group, may in groups[lowest]:
            # the group must lie within the choice
            if not group & ~chosen:
                rest = taking[chosen - group]
                for many in may:
                    ways |= rest << many
        taking[chosen] = ways & every
    return taking


def _groups_of(naturals: Cards, place: int, jokers: int, grammar: Grammar) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield the groups of this natural and later ones that are melds, each with the numbers of jokers that make it one."""
    first, later = naturals[place], range(place + 1, len(naturals))
    of_rank = [other for other in later if rank_of(naturals[other]) == rank_of(first)]
    of_suit = [other for other in later if suit_of(naturals[other]) == suit_of(first)]
    groups = {(place, *part) for kin in (of_rank, of_suit) for many in range(len(kin) + 1) for part in combinations(kin, many)}
    for group in groups:
        cards = tuple(naturals[one] for one in group)
        may = tuple(many for many in range(jokers + 1) if is_group(cards, many, grammar))
        if may:
            yield sum(1 << one for one in group), may
