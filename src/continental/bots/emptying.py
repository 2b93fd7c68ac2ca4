"""What a hand can get rid of on a table's melds: laying off, taking jokers and sliding them, in the order that empties it best.

Single cards laid wherever they fit first may block one another: with J Q K of spades and a set of tens on the table, 10 and 9
of spades both go on the run, and the 9 stays if the 10 went to the set. So the orders are searched, those that cannot matter
left out, and where there are very many the search stops at the best one found.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from continental.cards import JOKER, SUITS, Card, Cards, as_hand, make_card, rank_of, suit_of, without
from continental.melds import ContractRules, Growth, Meld, lay_offs, slides, takes
from continental.play.actions import LayOff, SlideJoker, TakeJoker
from continental.play.terms import Seat
from continental.rules.contracts import ContractPlay

Step = LayOff | TakeJoker | SlideJoker
Melds = tuple[Meld, ...]

MOST_TABLES: Final = 400
"""So many tables are looked at in one search, and no more."""

CARD_WORTH: Final = 5
"""What one card less in hand is worth beside its points: a shorter hand closes sooner."""


@dataclass(frozen=True, slots=True)
class Emptied:
    """What stays in hand after these steps, what the melds have become, and how much better or worse that is than others."""

    left: Cards
    melds: Melds
    steps: tuple[Step, ...]
    rank: tuple[int, int, int]


@dataclass(slots=True)
class Emptying:
    """A search over the ways to empty a hand; `takes_jokers` and `slides_jokers` are what the present turn allows."""

    seat: Seat
    play: ContractPlay
    melding: ContractRules
    values: tuple[int, ...]
    owners: tuple[Seat, ...]
    takes_jokers: bool
    slides_jokers: bool
    _seen: set[tuple[Cards, Melds]] = field(default_factory=set)
    _best: Emptied = field(init=False)

    def best(self, hand: Cards, melds: Melds) -> Emptied:
        """The best way to go on from here; without a step where nothing can be done."""
        self._seen.clear()
        self._best = Emptied(hand, melds, (), self._rank(hand, 0))
        self._walk(hand, melds, ())
        return self._best

    def _walk(self, hand: Cards, melds: Melds, steps: tuple[Step, ...]) -> None:
        if (hand, melds) in self._seen or len(self._seen) >= MOST_TABLES:
            return
        self._seen.add((hand, melds))
        rank = self._rank(hand, len(steps))
        if rank < self._best.rank:
            self._best = Emptied(hand, melds, steps, rank)
        if len(hand) <= self.play.table.final_discard:
            return  # nothing to lay, or the last card is thrown
        forced = next(self._harmless(hand, melds), None)
        for more, after, becomes in (forced,) if forced else self._steps(hand, melds):
            self._walk(after, becomes, (*steps, *more))

    def _rank(self, hand: Cards, steps: int) -> tuple[int, int, int]:
        """The less, the better: a hand that closes, with its discard at the latest; then points and cards; then fewer steps."""
        return (len(hand) > 1, sum(self.values[card] + CARD_WORTH for card in hand), steps)

    def _harmless(self, hand: Cards, melds: Melds) -> Iterator[tuple[tuple[Step, ...], Cards, Melds]]:
        """A card that fits in one place alone, now and whatever else is laid, and takes that place from no other card."""
        for card in dict.fromkeys(hand):
            if card == JOKER or card in self.melding.wild:
                continue
            kin = [on for on, meld in enumerate(melds) if _is_kin(meld, card)]
            if len(kin) != 1 or ((self.takes_jokers or self.slides_jokers) and melds[kin[0]].stand_ins()):
                continue
            growths = places(melds[kin[0]], self.melding).get(card, ())
            if len(growths) == 1:
                yield self._lay(hand, melds, card, kin[0], growths[0])

    def _steps(self, hand: Cards, melds: Melds) -> Iterator[tuple[tuple[Step, ...], Cards, Melds]]:
        """Every step there is, natural cards before wild ones."""
        for card in sorted(dict.fromkeys(hand), key=lambda card: (card == JOKER or card in self.melding.wild, card)):
            for on, meld in enumerate(melds):
                for growth in places(meld, self.melding).get(card, ()):
                    yield self._lay(hand, melds, card, on, growth)
                if card != JOKER and meld.stand_ins():
                    yield from self._free(hand, melds, card, on)

    def _lay(self, hand: Cards, melds: Melds, card: Card, on: int, growth: Growth) -> tuple[tuple[Step, ...], Cards, Melds]:
        return (LayOff(self.seat, card, on, growth.end),), without(hand, (card,)), _changed(melds, on, growth.meld)

    def _free(self, hand: Cards, melds: Melds, card: Card, on: int) -> Iterator[tuple[tuple[Step, ...], Cards, Melds]]:
        """Steps that put the card in a stand-in's place: the stand-in slides, or comes into the hand."""
        if self.slides_jokers:
            for growth in slides(melds[on], card, self.melding):
                if growth.end is not None:
                    yield (
                        (SlideJoker(self.seat, card, on, growth.end),),
                        without(hand, (card,)),
                        _changed(melds, on, growth.meld),
                    )
        found = self._taken(melds, card, on)
        if found is None:
            return
        freed, becomes = found
        took, after = TakeJoker(self.seat, card, on), as_hand((*without(hand, (card,)), freed))
        changed = _changed(melds, on, becomes)
        if self.play.take is None or self.play.take.replay == "free":
            yield (took,), after, changed
            return
        if len(hand) > self.play.table.final_discard:
            for other, growth in self._places_for(freed, changed, on):
                laid, left, grown = self._lay(after, changed, freed, other, growth)
                yield (took, *laid), left, grown

    def _places_for(self, freed: Card, melds: Melds, on: int) -> Iterator[tuple[int, Growth]]:
        """Where a stand-in may go that was taken from meld `on` and must be played again at once."""
        take = self.play.take
        assert take is not None, "a stand-in was taken"
        for other, meld in enumerate(melds):
            same = self.owners[other] == self.owners[on]
            if take.replay == "meld" or (other != on and meld.kind == "run" and (same or not take.same_owner)):
                for growth in places(meld, self.melding).get(freed, ()):
                    yield other, growth

    def _taken(self, melds: Melds, card: Card, on: int) -> tuple[Card, Meld] | None:
        take, meld = self.play.take, melds[on]
        if take is not None and not take.own and self.owners[on] == self.seat:
            return None
        if not self.takes_jokers or take is None or (meld.kind == "set" and not take.sets):
            return None
        return takes(meld, card, self.melding)


def _is_kin(meld: Meld, card: Card) -> bool:
    """Whether the card could ever lie in the meld: a set of its rank, a run of its suit."""
    first = meld.as_cards[0]
    return rank_of(card) == rank_of(first) if meld.kind == "set" else suit_of(card) == suit_of(first)


def _changed(melds: Melds, on: int, meld: Meld) -> Melds:
    return (*melds[:on], meld, *melds[on + 1 :])


@lru_cache(maxsize=1 << 14)
def places(meld: Meld, melding: ContractRules) -> dict[Card, tuple[Growth, ...]]:
    """Each face that the meld takes now, with the ways to add it."""
    first = meld.as_cards[0]
    own = range(len(SUITS)) if meld.kind == "set" else range(13)
    faces = [make_card(rank_of(first), each) if meld.kind == "set" else make_card(each, suit_of(first)) for each in own]
    found = {card: lay_offs(meld, card, melding) for card in dict.fromkeys((*faces, JOKER, *sorted(melding.wild)))}
    return {card: growths for card, growths in found.items() if growths}
