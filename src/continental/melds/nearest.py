"""How far a hand is from a contract where any card may come: over every layout, the fewest cards that must be drawn.

The runs of a suit are windows on the track. All of a window's cards that the hand holds lie in it; where several windows want a
card that is held fewer times, those that gain most by it have it. A row tells of some runs of one suit how many places they
have, how many of them lack a card of the hand (`missing`), how many of these no joker may fill (`forced`), and what is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from itertools import combinations, product
from typing import Final

from continental.cards import RANKS, SUITS, Cards, rank_of
from continental.melds.contract import Contract, ContractRules, SameSuit, WholeHand
from continental.melds.grammar import RunRule, SetRule
from continental.melds.laid import Ranks, spacing
from continental.melds.rank_sets import SetsOf, less_sizes, set_rows, with_sizes
from continental.melds.suit_runs import Sizes, is_plain, parts_of, spreads
from continental.melds.suits import RANK_BITS, SUIT_BITS, SUIT_MASK
from continental.melds.windows import Window, forced_places, stretches_packed

Row = tuple[int, int, int]
"""Places (told apart only where the whole hand counts), forced ones, and, where sets may want them, the cards taken, packed."""

Rows = dict[Row, int]
"""By row the fewest places that are missing."""

ENOUGH: Final = 1 << 20
ONES: Final = sum(1 << shift for shift in range(0, SUIT_BITS, RANK_BITS))
_SEVENS: Final = 7 * ONES
_EIGHTS: Final = 8 * ONES
_TWICE: Final = 14 * ONES
_MOST_KEPT: Final = 1 << 12
_kept: dict[object, Rows] = {}


class Nearest:
    """The layouts of one hand where any card may come: its wild cards are already parted into naturals and jokers."""

    def __init__(self, naturals: Cards, jokers: int, contract: Contract, melding: ContractRules) -> None:
        packed = sum(1 << RANK_BITS * card for card in naturals)
        self._holdings = tuple(packed >> SUIT_BITS * suit & SUIT_MASK for suit in range(len(SUITS)))
        self._held = tuple(sum(rank_of(card) == rank for card in naturals) for rank in range(len(RANKS)))
        self._size = len(naturals) + jokers
        self._naturals = naturals
        self._jokers = jokers
        self._contract = contract
        self._whole = contract.whole_hand is not WholeHand.NO
        self._stays = int(contract.whole_hand is WholeHand.ALL_BUT_ONE)
        self._runs: Sizes = tuple(sorted(need.size for need in contract.needs if need.kind == "run"))
        self._sets: Sizes = tuple(sorted(need.size for need in contract.needs if need.kind == "set"))
        self._least = contract.cards
        self._melding = melding
        self._clear = spacing(melding)
        self._best: int | None = None
        self._counts = tuple(sum(holding >> RANK_BITS * rank & 15 for rank in range(13)) for holding in self._holdings)
        self._close = melding.same_suit is not SameSuit.FREE
        self._hoped = ENOUGH
        self._fills = jokers > 0
        self._floor = 0
        self._giving = not is_plain(melding.grammar.sets)
        self._plain = is_plain(melding.grammar.runs)
        self._kept_forced: dict[tuple[int, int], int] = {}
        self._windows: dict[tuple[int, int], list[Window]] = {}
        self._limit = ENOUGH
        self._rows_within: dict[tuple[int, Sizes], tuple[int, int, Rows]] = {}
        self._promising: list[tuple[int, SetsOf]] = []
        self._further_choices = self._every_choice()

    def distance(self) -> int | None:
        """The fewest cards to draw, over all layouts; None where there is none."""
        if not self._sets:
            self._within(self._runs_alone)
            return self._best
        self._with_sets(1)
        self._with_more()
        if self._hoped < (ENOUGH if self._best is None else self._best):
            self._giving = True
            self._windows.clear()
            self._rows_within.clear()
            self._with_sets(len(self._runs))
        return self._best

    def _with_more(self) -> None:
        """Several runs of a suit, where one in each is not the best."""
        if len(self._runs) > 1 and self._best != self._floor:
            self._within(self._with_several)

    def _with_several(self) -> None:
        for together in range(2, len(self._runs) + 1):
            if self._best != self._floor:
                self._with_sets(together)

    def _within(self, search: Callable[[], object]) -> None:
        """Search first for what needs no card to be drawn, then for ever more: so much is left aside from the start."""
        for most in (0, 1, 3, 7, ENOUGH):
            self._limit = most
            search()
            if self._best is not None and self._best <= most + 1:
                break
        self._limit = ENOUGH

    def _bound(self) -> int:
        """What a layout must come to at the most to be better than what is found."""
        return self._limit if self._best is None else min(self._limit, self._best - 1)

    def _needed(self) -> int:
        """How many natural cards a layout must take to be better than what is found."""
        places = max(self._least, self._size - self._stays) if self._whole else self._least
        return places - self._jokers - self._bound()

    def _note(self, places: int, missing: int, forced: int, given: int = 0) -> None:
        """Take a whole layout into account; so many of the forced places might be none, had runs left cards to sets."""
        drawn = self._drawn(places, missing, forced)
        if drawn is not None and (self._best is None or drawn < self._best):
            self._best = drawn
        if given:
            drawn = self._drawn(places, missing, forced - given)
            if drawn is not None and drawn < self._hoped:
                self._hoped = drawn

    def _drawn(self, places: int, missing: int, forced: int) -> int | None:
        """How many cards must be drawn for a layout; None where it is too small for the whole hand."""
        drawn = max(forced, missing - self._jokers)
        if not self._whole:
            return drawn
        if places + self._stays < self._size:
            return None
        return drawn + (self._stays and self._size <= places - drawn)

    # how runs may lie in a suit

    def _lengths(self, size: int, rule: SetRule | RunRule) -> range:
        """How long melds of at least this size are looked at.

        Longer than asked where the whole hand counts, and where jokers need naturals beside them; and of three runs of a suit
        that may not follow on each other, one between two others may need a further place to overlap them.
        """
        most = size
        if self._whole:
            most += max(0, self._size - self._least) + self._stays
        if rule.outnumbered or rule.min_naturals > 1:
            most += self._stand_ins()
        if self._melding.same_suit is SameSuit.NOT_CONSECUTIVE and isinstance(rule, RunRule):
            most += max(0, len(self._runs) - 2)
        return range(size, (most if rule.max_size is None else min(most, rule.max_size)) + 1)

    def _stand_ins(self) -> int:
        """How many jokers there are at all."""
        return self._jokers

    def _rows(self, suit: int, sizes: Sizes) -> Rows:
        """All rows of these runs in a suit, kept: hands that differ by a card share three suits."""
        if not sizes:
            return {(0, 0, 0): 0}
        given = tuple(rank for rank in range(13) if self._given(rank))
        lengths = self._lengths(1, self._melding.grammar.runs)
        key = (self._holdings[suit], sizes, lengths, self._whole, len(self._sets), given, self._jokers > 0, self._melding)
        found = _kept.get(key)
        if found is None:
            if len(_kept) >= _MOST_KEPT:
                _kept.clear()
            found = _kept[key] = self._least_of(suit, sizes, ENOUGH, 0)
        return found

    def _least_of(self, suit: int, sizes: Sizes, most_missing: int, least_taken: int) -> Rows:
        """The rows of these runs in a suit that lack at most and take at least so many cards."""
        found: Rows = {}
        holding, sets = self._holdings[suit], bool(self._sets)
        for windows, taken, missing in self._together(suit, sizes, most_missing, least_taken):
            lost = missing > sum([window.missing for window in windows])
            places, told = sum([window.length for window in windows]) if self._whole else 0, taken if sets else 0
            if found.get((places, 0, told), ENOUGH) <= missing:
                continue
            forced = self._forced(windows, taken, holding) if lost else sum([window.forced for window in windows])
            where = (places, forced, told)
            if missing < found.get(where, ENOUGH):
                found[where] = missing
        return found

    def _together(
        self, suit: int, sizes: Sizes, most_missing: int, least_taken: int
    ) -> Iterator[tuple[tuple[Window, ...], int, int]]:
        """Every choice of windows of these sizes in a suit that may lie beside each other and may lack so little.

        With each the cards that they take, packed, and how many they lack: of two that want the same one, one does.
        """
        lists, holding = [self._alone(suit, size) for size in sizes], self._holdings[suit]
        most = [max((window.many for window in windows), default=0) for windows in lists]
        most_forced = self._bound() if most_missing < ENOUGH else ENOUGH

        def further(
            turn: int, chosen: tuple[Window, ...], start: int, missing: int, taken: int, many: int, forced: int
        ) -> Iterator[tuple[tuple[Window, ...], int, int]]:
            windows, rest = lists[turn], sum(most[turn + 1 :])
            last = turn + 1 == len(sizes)
            same = not last and sizes[turn + 1] == sizes[turn]
            for place in range(start, len(windows)):
                window = windows[place]
                lacks = missing + window.missing
                if lacks > most_missing:
                    break
                takes = many + window.many
                if takes + rest < least_taken or forced + window.forced > most_forced:
                    continue
                both = taken + window.wants
                while over := (both + _SEVENS - holding) & _EIGHTS:
                    lost = over.bit_count()
                    lacks += lost
                    takes -= lost
                    both -= over >> 3
                if lacks > most_missing or takes + rest < least_taken:
                    continue
                if self._close and not all(self._clear[window.ranks, other.ranks] for other in chosen):
                    continue
                if last:
                    yield (*chosen, window), both, lacks
                else:
                    yield from further(
                        turn + 1, (*chosen, window), place if same else 0, lacks, both, takes, forced + window.forced
                    )

        return further(0, (), 0, 0, 0, 0, 0)

    def _alone(self, suit: int, size: int) -> list[Window]:
        """The windows of one run in a suit, those that lack least first."""
        found = self._windows.get((suit, size))
        if found is None:
            rule = self._melding.grammar.runs
            found = []
            for length in self._lengths(size, rule):
                for ranks, track in stretches_packed(rule.track, length):
                    found.extend(self._windows_on(suit, ranks, track))
            found.sort()
            self._windows[suit, size] = found
        return found

    def _windows_on(self, suit: int, ranks: Ranks, track: int) -> Iterator[Window]:
        holding = self._holdings[suit]
        held = ((holding + _SEVENS) & _EIGHTS) >> 3
        wants = track & held * 15
        length = len(ranks)
        if not self._giving and self._plain:
            many = wants.bit_count() if not track & _TWICE else sum([held >> RANK_BITS * rank & 1 for rank in ranks])
            bare = self._fills and not many and self._melding.grammar.runs.min_naturals
            yield Window(length - many, length, wants, many, int(bool(bare)), ranks, 0)
            return
        may = [place for place, rank in enumerate(ranks) if holding >> RANK_BITS * rank & 15 and self._given(rank)]
        for many in range(min(len(may), len(self._sets)) + 1):
            for given in combinations(may, many):
                wanted = wants - sum(1 << RANK_BITS * ranks[place] for place in given)
                empty = sum(1 << place for place, rank in enumerate(ranks) if place in given or not held >> RANK_BITS * rank & 1)
                count = length - empty.bit_count()
                forced = self._places_forced(length, empty) if self._fills else 0
                if forced < ENOUGH:
                    bits = sum(1 << place for place in given)
                    yield Window(length - count, length, wanted, count, forced, ranks, bits)

    def _given(self, rank: int) -> bool:
        """Whether a run is looked at that leaves its card of this rank to a set, which otherwise has too few for its jokers.

        A set with any natural needs no other where that is all that is asked. One without lacks all its cards, so that with
        fewer jokers than that something is drawn for it anyway. So it is seldom of use, and looked at only where it may be.
        """
        if not self._giving or not self._jokers:
            return False
        if not is_plain(self._melding.grammar.sets):
            return bool(self._sets)
        track = self._melding.grammar.runs.track
        in_runs = len(self._runs) * (ENOUGH if track.repeats else track.ranks.count(RANKS[rank]))
        return self._jokers >= min(self._sets) and self._held[rank] <= in_runs

    def _forced(self, windows: tuple[Window, ...], taken: int, holding: int) -> int:
        """The fewest forced places of windows that want more cards than there are, over who has them."""
        if not self._fills:
            return 0
        rule = self._melding.grammar.runs
        if self._plain:
            return _bare([window.wants for window in windows], holding) if rule.min_naturals else 0
        wants = sum(window.wants for window in windows)
        scarce = {rank for rank in range(13) if wants >> RANK_BITS * rank & 15 != taken >> RANK_BITS * rank & 15}
        wanting: dict[int, list[tuple[int, int]]] = {rank: [] for rank in scarce}
        empties = [0] * len(windows)
        for turn, window in enumerate(windows):
            for place, rank in enumerate(window.ranks):
                if window.given >> place & 1 or not holding >> RANK_BITS * rank & 15:
                    empties[turn] |= 1 << place
                elif rank in scarce:
                    wanting[rank].append((turn, place))
                    empties[turn] |= 1 << place
        fewest, least = ENOUGH, sum([window.forced for window in windows])
        choices = (combinations(places, holding >> RANK_BITS * rank & 15) for rank, places in wanting.items())
        for served in product(*choices):
            empty = list(empties)
            for places in served:
                for turn, place in places:
                    empty[turn] &= ~(1 << place)
            forced = [self._places_forced(window.length, bits) for window, bits in zip(windows, empty, strict=True)]
            fewest = min(fewest, sum(forced))
            if fewest == least:
                break
        return fewest

    def _places_forced(self, length: int, empty: int) -> int:
        """How many of a run's empty places no joker may fill; more than there are cards where there may be no such run."""
        found = self._kept_forced.get((length, empty))
        if found is None:
            forced = forced_places(self._melding.grammar.runs, length, empty)
            found = self._kept_forced[length, empty] = ENOUGH if forced is None else forced
        return found

    # runs alone

    def _most(self, suit: int, size: int) -> int:
        """The most natural cards that one run takes in a suit."""
        return max((window.many for window in self._alone(suit, size)), default=0)

    def _runs_alone(self) -> None:
        """Over every way to spread the runs over the suits; one that must leave too many cards in hand needs no look."""
        most = [{size: self._most(suit, size) for size in self._runs} for suit in range(len(SUITS))]
        spread = []
        for sizes in spreads(self._runs):
            hopes = [min(self._counts[suit], sum(most[suit][size] for size in sizes[suit])) for suit in range(len(SUITS))]
            spread.append((max(map(len, sizes)), -sum(hopes), sizes, hopes))
        spread.sort()
        for _, hope, sizes, hopes in spread:
            bound, needed = self._bound(), self._needed()
            if bound < 0 or -hope < needed:
                continue
            states: Rows = {(0, 0, 0): 0}
            for suit, some in enumerate(sizes):
                if len(some) < 2:
                    rows = self._rows(suit, some)
                else:
                    rows = self._least_of(suit, some, bound + self._jokers, needed + hope + hopes[suit])
                states = _joined(states, rows, bound + self._jokers)
            for (places, forced, _), missing in states.items():
                self._note(places, missing, forced)

    # sets

    def _with_sets(self, together: int) -> None:
        """Over every choice of ranks for the sets, the most promising first, with so many runs of one suit at the most."""
        first = self._choice(0)
        if first is None:
            return
        least = first[0]
        parts = [sizes for sizes in parts_of(self._runs) if len(sizes) <= together]
        suits = [{sizes: self._rows_with_sets(suit, sizes, least) for sizes in parts} for suit in range(len(SUITS))]
        lacking = min(self._meet(suits, 0, self._bound() + self._jokers - least).values(), default=None)
        turn = 0
        while lacking is not None and self._best != self._floor and (choice := self._choice(turn)) is not None:
            hope, ranks = choice
            most_missing = self._bound() + self._jokers - hope
            if lacking > most_missing:
                break
            for (places, forced, taken), missing in self._meet(suits, self._mask(ranks), most_missing).items():
                if missing <= self._bound() + self._jokers - hope:
                    self._add_sets(places, forced, taken, missing, ranks)
            turn += 1

    def _choice(self, turn: int) -> tuple[int, SetsOf] | None:
        """The choice of ranks for the sets whose sets may lack the fewest cards, the next one, and so on; None at the end."""
        while turn >= len(self._promising):
            further = next(self._further_choices, None)
            if further is None:
                return None
            self._promising.append(further)
        return self._promising[turn]

    def _every_choice(self) -> Iterator[tuple[int, SetsOf]]:
        """The choices of ranks with the fewest places that sets of them may lack, were no card of them in a run."""
        lacks = [{sizes: max(0, sum(sizes) - held) for sizes in parts_of(self._sets)} for held in self._held]
        rests: list[dict[Sizes, int]] = [{(): 0}]
        for lack in reversed(lacks):
            here: dict[Sizes, int] = {}
            for left, many in rests[-1].items():
                for sizes, more in lack.items():
                    both = with_sizes(left, sizes)
                    if len(both) <= len(self._sets) and many + more < here.get(both, ENOUGH):
                        here[both] = many + more
            rests.append(here)
        rests.reverse()
        heap: list[tuple[int, int, Sizes, int, SetsOf]] = [(rests[0][self._sets], 0, self._sets, 0, ())]
        while heap:
            hope, rank, left, lacking, chosen = heappop(heap)
            if not left:
                yield hope, chosen
                continue
            for sizes, more in lacks[rank].items():
                after = less_sizes(left, sizes)
                rest = None if after is None else rests[rank + 1].get(after)
                if after is not None and rest is not None:
                    ranks = (*chosen, (rank, sizes)) if sizes else chosen
                    heappush(heap, (lacking + more + rest, rank + 1, after, lacking + more, ranks))

    def _mask(self, ranks: SetsOf) -> int:
        """What is told of a row where sets are of these ranks."""
        return sum(15 << RANK_BITS * rank for rank, _ in ranks)

    def _rows_with_sets(self, suit: int, sizes: Sizes, lacks: int) -> Rows:
        """The rows of these runs in a suit; of several only what, with sets that lack so many, may be better than the best."""
        if len(sizes) < 2:
            return self._rows(suit, sizes)
        rest = list(self._runs)
        for size in sizes:
            rest.remove(size)
        others = sum(max(self._most(other, size) for other in range(len(SUITS)) if other != suit) for size in rest)
        in_sets = sum(sorted(self._held)[-len(self._sets) :]) if self._whole else sum(self._sets) - lacks
        most_missing, least_taken = self._bound() + self._jokers - lacks, self._needed() - others - in_sets
        known = self._rows_within.get((suit, sizes))
        if known is None or known[0] < most_missing or known[1] > least_taken:
            rows = self._least_of(suit, sizes, most_missing, least_taken)
            known = self._rows_within[suit, sizes] = (most_missing, least_taken, rows)
        return known[2]

    def _meet(self, suits: list[dict[Sizes, Rows]], mask: int, most_missing: int) -> Rows:
        """All the runs over the suits that lack so little, told apart by the cards of the masked ranks that they take."""
        states: dict[Sizes, Rows] = {(): {(0, 0, 0): 0}}
        for suit in suits:
            mine = {sizes: _masked(rows, mask, most_missing) for sizes, rows in suit.items()}
            after: dict[Sizes, Rows] = {}
            for before, rows in states.items():
                for more, further in mine.items():
                    both = tuple(sorted(before + more))
                    if both in suit:
                        joined = _joined(rows, further, most_missing)
                        known = after.setdefault(both, joined)
                        if known is not joined:
                            _keep_least(known, joined)
            states = after
        return states.get(self._runs, {})

    def _add_sets(self, places: int, forced: int, taken: int, missing: int, ranks: SetsOf) -> None:
        """Take into account what sets of these ranks add to some runs."""
        ways = {(places, forced): missing}
        given = 0
        longer = len(self._lengths(1, self._melding.grammar.sets)) - 1
        for rank, sizes in ranks:
            after: dict[tuple[int, int], int] = {}
            gone = taken >> RANK_BITS * rank & 15
            left = self._held[rank] - gone
            if not self._giving and self._jokers:
                given += min(max(0, len(sizes) - left), gone)
            for length, lacks, none in set_rows(sizes, left, longer, self._melding, whole=self._whole):
                for (so_far, must), many in ways.items():
                    where = (so_far + length, must + none)
                    after[where] = min(many + lacks, after.get(where, ENOUGH))
            ways = after
        for (so_far, must), many in ways.items():
            self._note(so_far, many, must, given)


def _bare(wants: list[int], held: int) -> int:
    """How many of some runs, which want these cards, have no card of their own at the least."""
    if not wants:
        return 0
    fewest, first = ENOUGH, wants[0]
    for shift in range(0, SUIT_BITS, RANK_BITS):
        if first >> shift & 15 and held >> shift & 15:
            fewest = min(fewest, _bare(wants[1:], held - (1 << shift)))
            if not fewest:
                return 0
    return min(fewest, 1 + _bare(wants[1:], held))


def _joined(some: Rows, others: Rows, most_missing: int) -> Rows:
    """The rows of some suits beside those of another, where both lack so little."""
    found: Rows = {}
    for (places, forced, taken), missing in some.items():
        for (more, must, takes), lacks in others.items():
            both = missing + lacks
            if both > most_missing:
                continue
            where = (places + more, forced + must, taken + takes)
            if both < found.get(where, ENOUGH):
                found[where] = both
    return found


def _keep_least(known: Rows, others: Rows) -> None:
    for row, missing in others.items():
        if missing < known.get(row, ENOUGH):
            known[row] = missing


def _masked(rows: Rows, mask: int, most_missing: int) -> Rows:
    """The rows that lack so little, with only the masked ranks told apart."""
    found: Rows = {}
    for (places, forced, taken), missing in rows.items():
        if missing > most_missing:
            continue
        where = (places, forced, taken & mask)
        if missing < found.get(where, ENOUGH):
            found[where] = missing
    return found
