"""The count of one's own hand after somebody ended it (house 4.5, 5.2, 5.3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from continental.cards import Cards
from continental.play.actions import Call, Count
from continental.play.draft import Draft
from continental.play.events import Asked, Counted, CountSealed
from continental.play.position import Position
from continental.play.terms import Phase, Seat
from continental.rules.base import Move, RuleSet, Stage, advance
from continental.rules.counting import Choice


def choices_of(rules: RuleSet, position: Position, seat: Seat) -> tuple[Choice, ...]:
    """Return the counts that the seat can choose. Its total before the hand decides the ace's relief (5.1)."""
    values = rules.values.at(position.standing.totals[seat])
    return rules.count.choices(position.hand(seat), values, rules.grammar)


def counted(rules: RuleSet, position: Position, seat: Seat, calls: tuple[Call, ...], left: Cards | None) -> Counted:
    """Return the seat's count as it is shown. Raises Refused."""
    hand, values = position.hand(seat), rules.values.at(position.standing.totals[seat])
    arrangement, points = rules.count.count(hand, calls, left, values, rules.grammar)
    return Counted(seat, hand, arrangement.melds, arrangement.left, calls, points)


@dataclass(frozen=True, slots=True)
class CountHand(Move[Count]):
    """Say how many jokers are held back and what each is called. All other cards are melded as well as possible."""

    name: ClassVar[str] = "count"
    action_type = Count

    def options(self, rules: RuleSet, position: Position, seat: Seat) -> Iterator[Count]:
        for choice in choices_of(rules, position, seat):
            yield Count(seat, choice.calls, choice.left)

    def decide(self, rules: RuleSet, draft: Draft, action: Count) -> None:
        shown = counted(rules, draft.position, action.seat, action.calls, action.left)
        if rules.count.order == "simultaneous":
            draft.emit(CountSealed(action.seat, action.calls, action.left))
        else:
            draft.emit(shown)
        advance(rules, draft)


@dataclass(frozen=True, slots=True)
class CountStage(Stage):
    """Let all but the ender count, in rotation from the dealer's left or at once (I34).

    In rotation a seat is asked only if it has a choice.
    """

    def run(self, rules: RuleSet, draft: Draft) -> bool:
        if draft.deal.showdown.ended is None:
            return True
        if rules.count.order == "simultaneous":
            return self._all_at_once(rules, draft)
        for seat in draft.deal.losers():
            if draft.deal.showdown.counted(seat) is None:
                choices = choices_of(rules, draft.position, seat)
                if len(choices) > 1:
                    draft.emit(Asked(Phase.COUNT, (seat,)))
                    return False
                draft.emit(counted(rules, draft.position, seat, choices[0].calls, choices[0].left))
        return True

    def _all_at_once(self, rules: RuleSet, draft: Draft) -> bool:
        if draft.deal.showdown.counts:
            return True
        chosen = {sealed.seat: sealed for sealed in draft.deal.showdown.sealed}
        choices = {seat: choices_of(rules, draft.position, seat) for seat in draft.deal.losers()}
        # Everybody is asked, whatever they hold, so that being asked reveals nobody's jokers. If all is forced, nobody is.
        waiting = () if rules.count.choice == "forced" else tuple(seat for seat in choices if seat not in chosen)
        if waiting:
            draft.emit(Asked(Phase.COUNT, waiting))
            return False
        for seat, ways in choices.items():
            way = chosen.get(seat)
            calls, left = (way.calls, way.left) if way else (ways[0].calls, ways[0].left)
            draft.emit(counted(rules, draft.position, seat, calls, left))
        return True
