"""The moves that take jokers from melds on the table, and move them: in turn or, if the rules have it, out of turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from continental.cards import Card, print_card
from continental.melds import Meld, slides, takes
from continental.play.actions import Pass, SlideJoker, TakeJoker
from continental.play.draft import Draft
from continental.play.events import Asked, JokerTaken, LaidOff, Passed
from continental.play.position import Position
from continental.play.refusal import Refused
from continental.play.terms import Phase, Seat
from continental.rules.base import Move, RuleSet
from continental.rules.contracts import JokerTake, growths
from continental.rules.moves.contract import (
    after_melding,
    ask_for_jokers,
    at_end,
    gives_jokers,
    held,
    leaves_a_discard,
    may_grow,
    may_take_joker,
    meld_at,
    melding_of,
)


def take_of(rules: RuleSet) -> JokerTake:
    """Return how jokers are taken. Only for a rule set in which they are."""
    take = rules.contract_play.take
    assert take is not None, "the row has this move only if jokers are taken"
    return take


def freed(rules: RuleSet, position: Position, seat: Seat, card: Card, on: int) -> tuple[Card, Meld] | None:
    """Return the joker that the seat's card frees from meld number `on`, and the meld after that. None if there is none."""
    row = position.dealing.on_table.melds[on]
    return takes(row.meld, card, melding_of(rules, position)) if gives_jokers(rules, row, seat) else None


def taking(rules: RuleSet, position: Position, action: TakeJoker) -> tuple[Card, Meld]:
    """Return the joker that is taken, and the meld after that. Raises Refused."""
    row = meld_at(position, action.on)
    held(position, action.seat, action.card)
    if row.meld.kind == "set" and not take_of(rules).sets:
        raise Refused("joker_in_set")
    if row.owner == action.seat and not take_of(rules).own:
        raise Refused("joker_is_own")
    found = freed(rules, position, action.seat, action.card, action.on)
    if found is None:
        raise Refused("joker_is_no_such", card=print_card(action.card))
    return found


@dataclass(frozen=True, slots=True)
class TakeFromMeld(Move[TakeJoker]):
    """Take a joker from a meld for the card that it stands for. The rules say whether it must be played at once."""

    name: ClassVar[str] = "take_joker"
    action_type = TakeJoker

    def options(self, rules: RuleSet, position: Position, seat: Seat) -> Iterator[TakeJoker]:
        if may_grow(rules, position, seat) is not None or position.dealing.on_table.owed is not None:
            return
        for card in dict.fromkeys(position.hand(seat)):
            for on in range(len(position.dealing.on_table.melds)):
                found = freed(rules, position, seat, card, on)
                if found is not None and self.can_replay(rules, position, found, on):
                    yield TakeJoker(seat, card, on)

    def can_replay(self, rules: RuleSet, position: Position, found: tuple[Card, Meld], on: int) -> bool:
        """Return whether the joker found can be played again as the rules ask, so that nobody is stuck with it."""
        if take_of(rules).replay == "free":
            return True
        # The card laid in its place left the hand and the joker came, so the hand is as long as before.
        if not leaves_a_discard(rules, position, 1):
            return False
        deal, melding = position.dealing, melding_of(rules, position)
        joker, becomes = found
        return any(
            may_take_joker(rules, deal, place, on) and growths(becomes if place == on else row.meld, joker, melding)
            for place, row in enumerate(deal.on_table.melds)
        )

    def decide(self, rules: RuleSet, draft: Draft, action: TakeJoker) -> None:
        position = draft.position
        why = may_grow(rules, position, action.seat)
        if why is not None:
            raise why
        if position.dealing.on_table.owed is not None:
            raise Refused("joker_owed")
        joker, becomes = taking(rules, position, action)
        if not self.can_replay(rules, position, (joker, becomes), action.on):
            raise Refused("joker_has_no_place")
        owed = take_of(rules).replay != "free"
        draft.emit(JokerTaken(action.seat, action.card, joker, action.on, becomes, owed=owed))
        draft.emit(Asked(Phase.PLAY, (action.seat,)))

    def why_not(self, rules: RuleSet, position: Position, seat: Seat) -> Refused | None:
        return may_grow(rules, position, seat) or Refused("no_joker_to_take")


@dataclass(frozen=True, slots=True)
class SlideInMeld(Move[SlideJoker]):
    """Lay a card in the place of a joker that stands for it, and move that joker to an end of the run."""

    name: ClassVar[str] = "slide_joker"
    action_type = SlideJoker

    def options(self, rules: RuleSet, position: Position, seat: Seat) -> Iterator[SlideJoker]:
        if self.barred(rules, position, seat) is not None or not leaves_a_discard(rules, position, 1):
            return
        melding = melding_of(rules, position)
        for on, row in enumerate(position.dealing.on_table.melds):
            if row.meld.kind == "run" and row.meld.stand_ins():
                for card in dict.fromkeys(position.hand(seat)):
                    for growth in slides(row.meld, card, melding):
                        if growth.end is not None:
                            yield SlideJoker(seat, card, on, growth.end)

    def barred(self, rules: RuleSet, position: Position, seat: Seat) -> Refused | None:
        """Return why nothing may be moved now, whatever lies there."""
        return may_grow(rules, position, seat) or (None if position.dealing.on_table.owed is None else Refused("joker_owed"))

    def decide(self, rules: RuleSet, draft: Draft, action: SlideJoker) -> None:
        position, seat, card, on = draft.position, action.seat, action.card, action.on
        why = self.barred(rules, position, seat)
        if why is not None:
            raise why
        row = meld_at(position, on)
        held(position, seat, card)
        becomes = at_end(slides(row.meld, card, melding_of(rules, position)), action.end)
        if becomes is None:
            raise Refused("joker_cannot_slide", card=print_card(card))
        if not leaves_a_discard(rules, position, 1):
            raise Refused("last_card_is_thrown")
        draft.emit(LaidOff(seat, card, on, becomes))
        after_melding(rules, draft, position.dealing.on_table.melds)

    def why_not(self, rules: RuleSet, position: Position, seat: Seat) -> Refused | None:
        return self.barred(rules, position, seat) or Refused("no_joker_to_slide")


# --- out of turn


@dataclass(frozen=True, slots=True)
class ClaimJoker(Move[TakeJoker]):
    """Take a joker out of turn, as melds change, for the card that it stands for. It stays in hand until one's own turn."""

    name: ClassVar[str] = "claim_joker"
    action_type = TakeJoker

    def options(self, rules: RuleSet, position: Position, seat: Seat) -> Iterator[TakeJoker]:
        for card in dict.fromkeys(position.hand(seat)):
            for on in range(len(position.dealing.on_table.melds)):
                if freed(rules, position, seat, card, on) is not None:
                    yield TakeJoker(seat, card, on)

    def decide(self, rules: RuleSet, draft: Draft, action: TakeJoker) -> None:
        joker, becomes = taking(rules, draft.position, action)
        draft.emit(JokerTaken(action.seat, action.card, joker, action.on, becomes))
        deal = draft.deal
        # If more jokers lie there, the same seat is asked again.
        more = any(gives_jokers(rules, row, action.seat) for row in deal.on_table.melds)
        draft.emit(Asked(Phase.JOKER, (action.seat,)) if more else Asked(Phase.PLAY, (deal.turn,)))


@dataclass(frozen=True, slots=True)
class LeaveJoker(Move[Pass]):
    """Leave the jokers to those who are asked later."""

    name: ClassVar[str] = "leave_joker"
    action_type = Pass

    def options(self, rules: RuleSet, position: Position, seat: Seat) -> Iterator[Pass]:
        yield Pass(seat)

    def decide(self, rules: RuleSet, draft: Draft, action: Pass) -> None:
        draft.emit(Passed(action.seat))
        ask_for_jokers(rules, draft, action.seat)
