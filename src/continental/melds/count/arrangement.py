"""One best arrangement of a hand, always the same one, with the part of every joker named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from continental.cards import JOKER, RANKS, SUITS, Cards, as_hand, make_card, rank_of, suit_of
from continental.melds.count.cover import ONE_EACH, choices_by_card, fits_tables, least_by_jokers, points_of
from continental.melds.count.search import Search
from continental.melds.grammar import HOUSE, Grammar, Meld, MeldError, Values, run_readings
from continental.melds.packed import JOKER_SHIFT, RANK_BITS, SUIT_BITS, SUIT_MASK, pack
from continental.melds.reading import melds_of, with_parts

Melds = tuple[Meld, ...]
Ranks = tuple[int, ...]
Places = tuple[int, ...]
Runs = tuple[int, int, tuple[Places, ...]]
"""The jokers that some runs need, how many runs they are, and each one's places."""

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

    Of several best it takes one that needs fewest jokers, then one of fewest and longest melds. Jokers to spare fill sets up to
    four suits, then lengthen runs. Raises MeldError if that number of jokers has no place in the hand's melds.

        arrange(parse_cards("5H 6H JK KD"), 1, values).melds  # (5H 6H JK=7H,)
    """
    jokers = hand.count(JOKER)
    least = least_by_jokers(hand, values, grammar)
    points = least[jokers_melded] if 0 <= jokers_melded <= jokers else None
    if points is None:
        raise MeldError(f"{jokers_melded} of the {jokers} jokers have no place in melds of this hand.")
    melds = _by_tables(hand, jokers_melded, values) if fits_tables(hand, grammar) else None
    if melds is None:
        melds = _by_search(hand, jokers_melded, values, grammar)
    in_melds = Counter(card for meld in melds for card in meld.cards)
    left = as_hand((Counter(hand) - in_melds).elements())
    naturals = tuple(card for card in left if card != JOKER)
    return Arrangement(melds, naturals, jokers - jokers_melded, points_of(naturals, values))


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


def _by_search(hand: Cards, jokers: int, values: Values, grammar: Grammar) -> Melds:
    naturals = as_hand(card for card in hand if card != JOKER)
    parts, _ = Search(hand.count(JOKER), values, grammar).parts(naturals, jokers)
    return _in_order(melds_of(cards + (JOKER,) * many, grammar)[0] for cards, many in parts)


def _in_order(melds: Iterator[Meld] | list[Meld]) -> Melds:
    """Runs by suit and start, then sets by rank."""
    return tuple(sorted(melds, key=lambda meld: (meld.kind, meld.as_cards)))


# the house's grammar, from the tables of the solver


def _by_tables(hand: Cards, jokers: int, values: Values) -> Melds | None:
    """Return the melds of a best arrangement; None if the jokers to spare find no place (then `search` finds one)."""
    packed = pack(hand)
    naturals = packed & (1 << JOKER_SHIFT) - 1
    # every choice of runs, with the sets that the jokers left over fill up best
    ways: list[tuple[int, int, int, Ranks]] = []
    for cost, left, loose in choices_by_card(packed, jokers):
        points, needed, filled = _fill_sets(left, jokers - cost, values)
        ways.append((points, needed + cost, naturals - loose, filled))
    # only choices that tie in points and jokers are laid out and compared
    points, needed = min(way[:2] for way in ways)
    laid = [_lay(naturals, taken, filled, jokers) for some, many, taken, filled in ways if (some, many) == (points, needed)]
    return _spend(min(laid, key=_plainness), jokers - needed)


def _plainness(melds: Melds) -> tuple[int, list[tuple[str, Cards]]]:
    """Return the key that decides between equally good ways: few and long melds first, then the cards themselves."""
    return len(melds), [(meld.kind, meld.as_cards) for meld in melds]


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


def _lay(naturals: int, taken: int, filled: Ranks, jokers: int) -> Melds:
    """Return the melds of which runs take `taken` of the packed naturals. Jokers fill up the sets of the ranks `filled`."""
    melds: list[Meld] = []
    for suit in range(len(SUITS)):
        for places in _runs_over(taken >> SUIT_BITS * suit & SUIT_MASK, jokers):
            run = tuple(make_card(place % 13, suit) for place in places)
            # a run spans its naturals, and is padded to three
            size = max(HOUSE.runs.min_size, places[-1] - places[0] + 1)
            melds.append(_highest(run_readings((*run, *(JOKER,) * (size - len(run))), suit, HOUSE.runs)))
    loose = naturals - taken
    for rank in range(len(RANKS)):
        cards = tuple(
            make_card(rank, suit) for suit in range(len(SUITS)) for _ in range(loose >> RANK_BITS * make_card(rank, suit) & 15)
        )
        if len(cards) >= HOUSE.sets.min_size or rank in filled:
            melds.append(_set_of(cards, max(0, HOUSE.sets.min_size - len(cards)), rank))
    return _in_order(melds)


def _highest(readings: Iterable[Meld]) -> Meld:
    """Return the reading that reaches highest: a joker to spare lengthens a run upwards if the track goes on."""
    return list(readings)[-1]


@lru_cache(maxsize=4096)
def _runs_over(holding: int, jokers: int) -> tuple[Places, ...]:
    """Return the cheapest, then fewest runs over one suit's holding, each by its naturals' places (the high ace 13)."""
    counts = [holding >> RANK_BITS * rank & 15 for rank in range(len(RANKS))]
    found: list[Runs] = []
    # each ace lies low or high
    for high in range(counts[0] + 1):
        many = [counts[0] - high, *counts[1:], high]
        runs = _fewest_runs(tuple(place for place, copies in enumerate(many) for _ in range(copies)), jokers)
        if runs is not None:
            found.append(runs)
    return min(found)[2]


@lru_cache(maxsize=4096)
def _fewest_runs(places: Places, jokers: int) -> Runs | None:
    """Return the cheapest, then fewest runs that take all these places for at most `jokers` jokers, with price and number."""
    if not places:
        return 0, 0, ()
    best: Runs | None = None
    for run in _runs_from(places, jokers):
        price = max(HOUSE.runs.min_size, run[-1] - run[0] + 1) - len(run)
        after = _fewest_runs(_less(places, run), jokers - price) if price <= jokers else None
        if after is not None:
            way = (price + after[0], 1 + after[1], (run, *after[2]))
            if best is None or way < best:
                best = way
    return best


def _runs_from(places: Places, jokers: int) -> Iterator[Places]:
    """Yield the runs that begin at the first of these places and bridge gaps with at most `jokers` jokers."""
    # a gap is bridged by one joker for each missing place
    growing: list[Places] = [places[:1]]
    while growing:
        run = growing.pop()
        yield run
        growing.extend(
            (*run, place) for place in dict.fromkeys(places) if place > run[-1] and place - run[0] - len(run) <= jokers
        )


def _less(places: Places, run: Places) -> Places:
    left = list(places)
    for place in run:
        left.remove(place)
    return tuple(left)


def _spend(melds: Melds, spare: int) -> Melds | None:
    """Return the melds with `spare` jokers added. Three or more are a set themselves if nothing else is melded."""
    laid = list(melds)
    # jokers alone are a set, if there are enough
    if spare >= HOUSE.sets.min_size and not laid:
        return (_set_of((), spare, 0),)
    for _ in range(spare):
        grown = next(_growths(laid), None)
        if grown is None:
            return None
        turn, meld = grown
        laid[turn] = meld
    return _in_order(laid)


def _growths(melds: list[Meld]) -> Iterator[tuple[int, Meld]]:
    """Yield the places for one more joker, the plainest first: a set short of four, a run, any set."""
    sets = [(turn, meld) for turn, meld in enumerate(melds) if meld.kind == "set"]
    # a set short of four shows no suit twice
    wider = [(turn, _set_of(_plain(meld), meld.jokers() + 1, rank_of(meld.as_cards[0]))) for turn, meld in sets]
    yield from (found for found in wider if len(found[1].cards) <= len(SUITS))
    for turn, meld in enumerate(melds):
        if meld.kind == "run":
            longer = list(run_readings((*meld.cards, JOKER), suit_of(meld.as_cards[0]), HOUSE.runs))
            yield from ((turn, reading) for reading in longer[-1:])
    yield from wider


def _plain(meld: Meld) -> Cards:
    return tuple(card for card in meld.cards if card != JOKER)


def _set_of(naturals: Cards, jokers: int, rank: int) -> Meld:
    return with_parts(naturals, (JOKER,) * jokers, rank)
