"""The four ways to end a hand (house 4)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from continental.cards import JOKER, Card, Cards, print_card, rank_of, without
from continental.melds import (
    HAND_SIZE,
    HOUSE,
    arrangement_leaving,
    discard_values,
    is_continental,
    is_hopeless,
    is_straight_flush,
    least_by_jokers,
)
from continental.play.actions import Close, Continental, Knock, StraightFlush
from continental.play.draft import Draft
from continental.play.events import HandEnded
from continental.play.pieces import piece
from continental.play.position import Position
from continental.play.refusal import Refused
from continental.play.saying import Said
from continental.play.terms import Ending, Seat
from continental.rules.base import Move, RuleSet, advance, jokers_in

KNOCK_RANKS: Final = (1, 2)
"""The ranks of the loose card of a knock, the 2 and the 3 (house 4.1). Everything else asks `KnockWith.is_low`."""
KNOCK_CALLS: Final = tuple(map(Card, KNOCK_RANKS))
"""The call of a joker that is knocked with."""


def _end(rules: RuleSet, draft: Draft, ended: HandEnded) -> None:
    draft.emit(ended)
    advance(rules, draft)


@dataclass(frozen=True, slots=True)
class KnockWith(Move[Knock]):
    """Knock before drawing, with nine cards melded and one low card.

    `card`: natural, joker, ace_at_99 or either (switch knock_card). `first_lap`: allowed on one's first turn (I41).
    """

    card: Literal["natural", "joker", "ace_at_99", "either"]
    first_lap: bool
    name: ClassVar[str] = "knock"
    action_type = Knock
    elsewhere: ClassVar[str] = "knock_after_draw"

    def wanted(self) -> Said:
        """Return what the loose card may be, in words."""
        return piece(f"knock_{self.card}")

    def is_low(self, rules: RuleSet, card: Card, total: int) -> bool:
        """Return whether the card may be the loose one for a player at that total (house 4.1, I7, I8)."""
        if card == JOKER:
            return self.card in ("joker", "either")
        if rank_of(card) == 0:
            return self.card in ("ace_at_99", "either") and total == rules.values.relief_total
        return rank_of(card) in KNOCK_RANKS

    def candidates(self, rules: RuleSet, position: Position, seat: Seat) -> Iterator[Card]:
        """Return the faces held that may be the loose card."""
        total = position.standing.totals[seat]
        return (card for card in dict.fromkeys(position.hand(seat)) if self.is_low(rules, card, total))

    def is_too_early(self, position: Position) -> bool:
        return not self.first_lap and position.dealing.laps < 1

    def options(self, rules: RuleSet, position: Position, seat: Seat) -> Iterator[Knock]:
        if self.is_too_early(position):
            return
        for card in self.candidates(rules, position, seat):
            if is_all_melded(rules, without(position.hand(seat), (card,))):
                for called in KNOCK_CALLS if card == JOKER else (None,):
                    yield Knock(seat, card, called)

    def decide(self, rules: RuleSet, draft: Draft, action: Knock) -> None:
        seat, card, called = action.seat, action.card, action.called
        hand, total = draft.position.hand(seat), draft.standing.totals[seat]
        if card not in hand:
            raise Refused("card_not_held", card=print_card(card))
        if not self.is_low(rules, card, total):
            raise Refused("knock_needs_low_card", wanted=self.wanted(), card=print_card(card))
        if (card == JOKER) != (called is not None) or (called is not None and not is_low_call(called)):
            raise Refused("knock_called")
        if self.is_too_early(draft.position):
            raise Refused("first_lap")
        rest = without(hand, (card,))
        arrangement = arrangement_leaving(rest, (), jokers_in(rest), grammar=rules.grammar)
        if arrangement is None:
            raise Refused("knock_not_melded", card=print_card(card))
        points = rules.values.of(card if called is None else called, total)
        _end(rules, draft, HandEnded(seat, Ending.KNOCK, None, hand, arrangement.melds, (card,), called, points))

    def why_not(self, rules: RuleSet, position: Position, seat: Seat) -> Refused | None:
        low = next(self.candidates(rules, position, seat), None)
        if low is None:
            return Refused("knock_no_low_card", wanted=self.wanted())
        return Refused("first_lap") if self.is_too_early(position) else Refused("knock_not_melded", card=print_card(low))


def is_low_call(card: Card) -> bool:
    """Return whether a joker that is knocked with may be called this card."""
    return 0 <= card < JOKER and rank_of(card) in KNOCK_RANKS


@dataclass(frozen=True, slots=True)
class CloseHand(Move[Close]):
    """Close with all ten melded. `discard`: the drawn card must be thrown, or any one may (switch close_discard, I10)."""

    discard: Literal["drawn", "any"]
    points: int
    name: ClassVar[str] = "close"
    action_type = Close
    elsewhere: ClassVar[str] = "close_before_draw"

    def throws(self, position: Position, seat: Seat) -> Cards:
        """Return the cards that a close may throw. Comparing faces is enough (I10)."""
        drawn = position.dealing.drawn
        assert drawn is not None, "a close stands in the row after the draw"
        return (drawn,) if self.discard == "drawn" else tuple(dict.fromkeys(position.hand(seat)))

    def options(self, rules: RuleSet, position: Position, seat: Seat) -> Iterator[Close]:
        hand = position.hand(seat)
        for card in self.throws(position, seat):
            if is_all_melded(rules, without(hand, (card,))):
                yield Close(seat, card)

    def decide(self, rules: RuleSet, draft: Draft, action: Close) -> None:
        seat, card = action.seat, action.card
        hand = draft.position.hand(seat)
        if card not in hand:
            raise Refused("card_not_held", card=print_card(card))
        throws = self.throws(draft.position, seat)
        if card not in throws:
            raise Refused("close_discard", card=print_card(throws[0]))
        kept = without(hand, (card,))
        arrangement = arrangement_leaving(kept, (), jokers_in(kept), grammar=rules.grammar)
        if arrangement is None:
            raise Refused("close_not_melded", least=least_left(rules, kept))
        _end(rules, draft, HandEnded(seat, Ending.CLOSE, card, kept, arrangement.melds, (), None, self.points))

    def why_not(self, rules: RuleSet, position: Position, seat: Seat) -> Refused | None:
        hand = position.hand(seat)
        if self.discard == "drawn":
            least = least_left(rules, without(hand, self.throws(position, seat)))
        else:
            # The best of all throws, since any card may be thrown here.
            least = min(_known(by_jokers) for _, by_jokers in discard_values(hand, rules.values.by_rank, rules.grammar))
        return Refused("close_not_melded", least=least)


def _known(by_jokers: tuple[int | None, ...]) -> int:
    """Return the least points left with as many jokers melded as can be."""
    # The place is the number of jokers melded, so the most comes first when reversed.
    return next(points for points in reversed(by_jokers) if points is not None)


def least_left(rules: RuleSet, hand: Cards) -> int:
    """Return the least points of natural cards that stay loose."""
    return _known(least_by_jokers(hand, rules.values.by_rank, rules.grammar))


def is_all_melded(rules: RuleSet, hand: Cards) -> bool:
    """Return whether every card, jokers too, has its place in a meld."""
    # The quick test holds for the house's melds only. It spares the search for most hands.
    if rules.grammar == HOUSE and is_hopeless(hand):
        return False
    return least_by_jokers(hand, rules.values.by_rank, rules.grammar)[-1] == 0


@dataclass(frozen=True, slots=True)
class _OneSuit:
    """The common part of a continental and a straight flush: when they are declared, and the card thrown.

    `timing`: the row it is in, before or after the draw. `allowed`: the switch continental_timing (I12).
    """

    timing: Literal["before", "after"]
    allowed: Literal["after_draw", "either"]
    points: int

    def throws(self, position: Position, seat: Seat) -> tuple[Card | None, ...]:
        """Return what may be thrown: any card after the draw, nothing before it."""
        if self.timing == "after":
            return tuple(dict.fromkeys(position.hand(seat)))
        return (None,) if self.allowed == "either" else ()

    def kept(self, position: Position, seat: Seat, card: Card | None) -> Cards:
        """Return the ten cards that are declared. Raises Refused for a wrong throw."""
        hand = position.hand(seat)
        if self.timing == "before":
            if self.allowed != "either":
                raise Refused("not_before_draw")
            if card is not None:
                raise Refused("no_discard_before_draw")
            return hand
        if card is None:
            raise Refused("discard_needed")
        if card not in hand:
            raise Refused("card_not_held", card=print_card(card))
        return without(hand, (card,))

    def legal_throws(self, position: Position, seat: Seat, fits: Callable[[Cards], bool]) -> Iterator[Card | None]:
        """Yield the throws that leave ten cards that fit."""
        hand = position.hand(seat)
        if off_suit(hand) > len(hand) - HAND_SIZE:
            return  # more cards of other suits than may be thrown
        for card in self.throws(position, seat):
            if fits(hand if card is None else without(hand, (card,))):
                yield card


def off_suit(hand: Cards) -> int:
    """Return how many natural cards of a sorted hand are not of the suit that it has most of."""
    first, second, third, end = bisect_left(hand, 13), bisect_left(hand, 26), bisect_left(hand, 39), bisect_left(hand, JOKER)
    return end - max(first, second - first, third - second, end - third)


@dataclass(frozen=True, slots=True)
class DeclareContinental(_OneSuit, Move[Continental]):
    """Declare ten of one suit, with jokers for any of them. No melds are needed."""

    name: ClassVar[str] = "continental"
    action_type = Continental

    def options(self, rules: RuleSet, position: Position, seat: Seat) -> Iterator[Continental]:
        for card in self.legal_throws(position, seat, is_continental):
            yield Continental(seat, card)

    def decide(self, rules: RuleSet, draft: Draft, action: Continental) -> None:
        kept = self.kept(draft.position, action.seat, action.card)
        if not is_continental(kept):
            raise Refused("not_one_suit")
        _end(rules, draft, HandEnded(action.seat, Ending.CONTINENTAL, action.card, kept, (), (), None, self.points))

    def why_not(self, rules: RuleSet, position: Position, seat: Seat) -> Refused | None:
        return Refused("not_one_suit") if self.throws(position, seat) else Refused("not_before_draw")


@dataclass(frozen=True, slots=True)
class DeclareStraightFlush(_OneSuit, Move[StraightFlush]):
    """Declare ten of one suit in sequence, which wins the match. `jokers`: whether they may be in it (switch sf_jokers, I13)."""

    jokers: bool
    name: ClassVar[str] = "straight_flush"
    action_type = StraightFlush

    def fits(self, cards: Cards) -> bool:
        return is_straight_flush(cards, jokers_allowed=self.jokers)

    def options(self, rules: RuleSet, position: Position, seat: Seat) -> Iterator[StraightFlush]:
        for card in self.legal_throws(position, seat, self.fits):
            yield StraightFlush(seat, card)

    def decide(self, rules: RuleSet, draft: Draft, action: StraightFlush) -> None:
        kept = self.kept(draft.position, action.seat, action.card)
        if not self.fits(kept):
            raise Refused("not_in_sequence")
        _end(rules, draft, HandEnded(action.seat, Ending.STRAIGHT_FLUSH, action.card, kept, (), (), None, self.points))

    def why_not(self, rules: RuleSet, position: Position, seat: Seat) -> Refused | None:
        return Refused("not_in_sequence") if self.throws(position, seat) else Refused("not_before_draw")
