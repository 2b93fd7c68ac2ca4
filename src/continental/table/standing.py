"""Standing answers: a person's answers in advance about a discard or a joker, so that nobody waits for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from continental.cards import Cards
from continental.play.actions import Action, Buy, Pass
from continental.play.position import Position
from continental.play.terms import Phase, Seat
from continental.rules.base import RuleSet
from continental.table.refusal import TableRefused

MOST_CARDS: Final = 54
"""The most cards that may be named: every face, and one more."""


@dataclass(frozen=True, slots=True)
class StandingAnswer:
    """The answers for a seat without asking it.

    `buy` is about a discard that goes round: ask, never (it is left), or cards (those named in `cards` are bought, and every
    other one is left). `own` is about one's own discard, which one is offered again last of all. It is left without a question
    unless its card is named or `own` is ask. `jokers` is about a joker that is offered out of turn: ask, or never. The answers
    hold for a deal or for the match.
    """

    buy: Literal["ask", "never", "cards"] = "ask"
    cards: Cards = ()
    jokers: Literal["ask", "never"] = "ask"
    until: Literal["deal", "match"] = "deal"
    own: Literal["never", "ask"] = "never"

    @property
    def says_nothing(self) -> bool:
        """Return whether it leaves everything to be asked."""
        return self.buy == "ask" and self.jokers == "ask" and self.own == "never"


def check_standing(rules: RuleSet, answer: StandingAnswer) -> StandingAnswer:
    """Return the answer, if the rules ask such questions. Raises TableRefused."""
    if rules.claims is None and Phase.JOKER not in rules.moves:
        raise TableRefused("nothing_to_stand")
    if len(answer.cards) > MOST_CARDS:
        raise TableRefused("too_many_cards", most=MOST_CARDS)
    return answer


def answer_for(position: Position, seat: Seat, answer: StandingAnswer | None) -> Action | None:
    """Return the act that the standing answer gives to the present question, or None if the person is to be asked.

    One's own discard is left without a question, unless its card is named or one wants to be asked. The act never depends on the
    hand, so the speed of an answer reveals nothing.
    """
    if seat not in position.asked:
        return None
    said = answer or StandingAnswer()
    if position.phase is Phase.JOKER:
        return Pass(seat) if said.jokers == "never" else None
    if position.phase is not Phase.CLAIM:
        return None
    claim, is_own = position.dealing.buying.claim, position.dealing.thrower == seat
    if said.buy == "cards" and claim is not None and claim.card in said.cards:
        return Buy(seat)
    is_to_be_asked = said.own == "ask" if is_own else said.buy == "ask"
    return None if is_to_be_asked else Pass(seat)
