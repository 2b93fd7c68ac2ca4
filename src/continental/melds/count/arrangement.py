"""One best arrangement of a hand, always the same one, with the part of every joker named."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Final

from continental.cards import JOKER, Cards, as_hand, rank_of
from continental.melds.count.cover import ONE_EACH, choices_by_card, fits_tables, least_by_jokers, points_of
from continental.melds.count.search import Search
from continental.melds.grammar import HOUSE, Grammar, Meld, MeldError, Values
from continental.melds.packed import RANK_BITS, by_rank, count, pack
from continental.melds.reading import melds_of

Melds = tuple[Meld, ...]
Ranks = tuple[int, ...]

_WORST: Final[tuple[int, Ranks]] = (1 << 30, ())


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A hand laid out: its melds, the naturals left and what they count, and how many jokers are held back (house 4.5, 5.2)."""

    melds: Melds
    left: Cards
    held: int
    points: int


def arrange(hand: Cards, jokers_melded: int, values: Values, grammar: Grammar = HOUSE) -> Arrangement:
    """Return the arrangement that melds exactly `jokers_melded` jokers and leaves the least points. It is always the same one.

    Of several best it takes one that needs fewest jokers if the tables answer for the hand. A joker at the end of a run stands
    for the highest card that it can. Raises MeldError if that number of jokers has no place in the hand's melds.

        arrange(parse_cards("5H 6H JK KD"), 1, values).melds  # (5H 6H JK=7H,)
    """
    jokers = hand.count(JOKER)
    least = least_by_jokers(hand, values, grammar)
    points = least[jokers_melded] if 0 <= jokers_melded <= jokers else None
    if points is None:
        raise MeldError(f"{jokers_melded} of the {jokers} jokers have no place in melds of this hand.")
    naturals = tuple(sorted(card for card in hand if card != JOKER))
    # the tables say fast which cards are melded, and the search is slow with cards that are not
    melded = _melded(naturals, jokers_melded, values) if fits_tables(hand, grammar) else naturals
    parts, _ = Search(jokers_melded, values, grammar).parts(melded, jokers_melded)
    melds = tuple(sorted((_reading(*part, grammar) for part in parts), key=lambda meld: (meld.kind, meld.as_cards)))
    in_melds = Counter(card for meld in melds for card in meld.cards)
    left = as_hand((Counter(hand) - in_melds).elements())
    loose = tuple(card for card in left if card != JOKER)
    return Arrangement(melds, loose, jokers - jokers_melded, points_of(loose, values))


def arrangement_leaving(
    hand: Cards, left: Cards, jokers_melded: int, values: Values = ONE_EACH, grammar: Grammar = HOUSE
) -> Arrangement | None:
    """Return an arrangement that melds exactly `jokers_melded` jokers and every natural but `left`, or None if there is none.

    It serves a knock (nine melded, this card left), a close (nothing left) and a count under free arrangement. `left` names
    natural cards of the hand. `values` give the points of the cards left.

        arrangement_leaving(parse_cards("5H 6H JK KD"), parse_cards("KD"), 1)
    """
    rest = Counter(hand)
    rest.subtract(left)
    if JOKER in left or min(rest.values(), default=0) < 0:
        return None
    melded = as_hand(rest.elements())
    if not 0 <= jokers_melded <= hand.count(JOKER) or least_by_jokers(melded, ONE_EACH, grammar)[jokers_melded] != 0:
        return None
    found = arrange(melded, jokers_melded, ONE_EACH, grammar)
    return replace(found, left=as_hand(left), points=points_of(left, values))


def _reading(naturals: Cards, jokers: int, grammar: Grammar) -> Meld:
    """Return the meld that these cards are: a set if they are one, and otherwise the run that reaches highest."""
    found = melds_of(naturals + (JOKER,) * jokers, grammar)
    return found[0] if found[0].kind == "set" else found[-1]


def _melded(naturals: Cards, jokers: int, values: Values) -> Cards:
    """Return the naturals that a best arrangement of the house's grammar melds, by the tables of the solver."""
    best: tuple[int, int, int, Ranks] | None = None
    for cost, left, loose in choices_by_card(pack(naturals), jokers):
        # the jokers that a choice of runs leaves over fill up sets of the rest
        points, needed, filled = _fill_sets(left, jokers - cost, values)
        way = (points, needed + cost, loose, filled)
        best = way if best is None or way < best else best
    assert best is not None, "no runs at all is a choice, too"
    _, _, loose, filled = best
    ranks = by_rank(loose)
    # cards that no run takes stay if their rank is too few for a set and is not filled up
    stay = {card: count(loose, card) for card in set(naturals) if count(ranks, rank_of(card)) < HOUSE.sets.min_size}
    stay = {card: many for card, many in stay.items() if rank_of(card) not in filled}
    return as_hand((Counter(naturals) - Counter(stay)).elements())


def _fill_sets(left: int, jokers: int, values: Values) -> tuple[int, int, Ranks]:
    """Return the least points left of these cards, the fewest jokers that reach it, and the ranks whose sets they fill up."""
    ways: dict[int, tuple[int, Ranks]] = {0: (0, ())}
    for rank, value in enumerate(values):
        count = left >> RANK_BITS * rank & 15
        if count not in (1, 2):
            continue
        after: dict[int, tuple[int, Ranks]] = {}
        for needed, (points, filled) in ways.items():
            for price, way in ((0, (points + value * count, filled)), (3 - count, (points, (*filled, rank)))):
                if needed + price <= jokers and way < after.get(needed + price, _WORST):
                    after[needed + price] = way
        ways = after
    points, needed, filled = min((points, needed, filled) for needed, (points, filled) in ways.items())
    return points, needed, filled
