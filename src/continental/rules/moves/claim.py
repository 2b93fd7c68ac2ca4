"""Buying a discard out of turn. The first in order who wants it gets it, however early or late the others speak."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from continental.cards import Cards
from continental.play.actions import Allow, Buy, Pass, Take
from continental.play.draft import Draft
from continental.play.events import Asked, Bought, ClaimSealed, Passed, Took
from continental.play.position import Claim, Position
from continental.play.refusal import Refused
from continental.play.terms import Phase, Seat
from continental.rules.base import Move, RuleSet
from continental.rules.claims import Claims
from continental.rules.moves.turn import draw_one, ensure_stock


def _claims(rules: RuleSet) -> Claims:
    assert rules.claims is not None, "only a rule set with claims has this row"
    return rules.claims


def _claim(draft: Draft) -> Claim:
    assert draft.deal.buying.claim is not None, "a claim is open in this phase"
    return draft.deal.buying.claim


def resolve(rules: RuleSet, draft: Draft) -> None:
    """Go on with an open claim: to the first in order who wants the discard, to those who have not spoken, or to the draw."""
    claim, claims = _claim(draft), _claims(rules)
    said = claim.said if claims.turn.first_call else claim.in_order()
    wanting = next((answer for answer in said if answer.wants), None)
    waiting = claim.waiting()
    # Unless the first to speak gets it, a seat that wants the discard waits until every earlier one has passed.
    if wanting is not None and (claims.turn.first_call or claim.is_next(wanting.seat)):
        if claims.penalty.refusable:
            draft.emit(Asked(Phase.ALLOW, (draft.deal.turn,)))
        else:
            hand_over(rules, draft, wanting)
    elif waiting:
        draft.emit(Asked(Phase.CLAIM, waiting))
    else:
        draw_one(rules, draft, draft.deal.turn)


def hand_over(rules: RuleSet, draft: Draft, answer: ClaimSealed) -> None:
    """Give the buyer the discard and its penalty cards, as many as there are. The seat in turn then draws from the stock."""
    count = _claims(rules).penalty.cards if answer.penalty else 0
    bought = draft.deal.discards[-1]
    cards: Cards = draft.deal.buying.penalty[::-1][:count]
    if len(cards) < count and ensure_stock(rules, draft, count - len(cards)):
        cards += draft.deal.stock[::-1][: count - len(cards)]
    draft.emit(Bought(answer.seat, bought, cards))
    draw_one(rules, draft, draft.deal.turn)


def _say(rules: RuleSet, draft: Draft, answer: ClaimSealed) -> None:
    draft.emit(answer)
    # An answer given in advance is published when its seat's turn to be asked comes.
    claim = _claim(draft)
    for each in claim.in_order():
        if not claim.is_next(each.seat):
            break
        if not each.wants and each.seat not in claim.passed:
            draft.emit(Passed(each.seat))
    resolve(rules, draft)


@dataclass(frozen=True, slots=True)
class BuyDiscard(Move[Buy]):
    """Claim the discard that the seat in turn leaves."""

    name: ClassVar[str] = "buy"
    action_type = Buy

    def options(self, rules: RuleSet, position: Position, seat: Seat) -> Iterator[Buy]:
        yield Buy(seat)
        if _claims(rules).penalty.optional:
            yield Buy(seat, penalty=False)

    def decide(self, rules: RuleSet, draft: Draft, action: Buy) -> None:
        if not action.penalty and not _claims(rules).penalty.optional:
            raise Refused("penalty_due")
        _say(rules, draft, ClaimSealed(action.seat, True, action.penalty))


@dataclass(frozen=True, slots=True)
class PassDiscard(Move[Pass]):
    """Leave the discard to those who are asked later."""

    name: ClassVar[str] = "pass"
    action_type = Pass

    def options(self, rules: RuleSet, position: Position, seat: Seat) -> Iterator[Pass]:
        yield Pass(seat)

    def decide(self, rules: RuleSet, draft: Draft, action: Pass) -> None:
        _say(rules, draft, ClaimSealed(action.seat, False))


@dataclass(frozen=True, slots=True)
class AllowBuy(Move[Allow]):
    """Let the buyer have the discard."""

    name: ClassVar[str] = "allow"
    action_type = Allow

    def options(self, rules: RuleSet, position: Position, seat: Seat) -> Iterator[Allow]:
        yield Allow(seat)

    def decide(self, rules: RuleSet, draft: Draft, action: Allow) -> None:
        claim = _claim(draft)
        said = claim.said if _claims(rules).turn.first_call else claim.in_order()
        hand_over(rules, draft, next(answer for answer in said if answer.wants))


@dataclass(frozen=True, slots=True)
class RefuseByTaking(Move[Take]):
    """Refuse a buy by taking the discard oneself, as the draw of one's turn."""

    name: ClassVar[str] = "refuse"
    action_type = Take

    def options(self, rules: RuleSet, position: Position, seat: Seat) -> Iterator[Take]:
        yield Take(seat)

    def decide(self, rules: RuleSet, draft: Draft, action: Take) -> None:
        draft.emit(Took(action.seat, draft.deal.discards[-1]))
        draft.emit(Asked(Phase.PLAY, (action.seat,)))
