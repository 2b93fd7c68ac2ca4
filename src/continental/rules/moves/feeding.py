"""Accusations of feeding and the ruling on them (house 7.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final, Literal, assert_never

from continental.cards import Card, Cards, print_cards
from continental.play.actions import Accuse, NoClaim, Rule
from continental.play.draft import Draft
from continental.play.events import Asked, ClaimAnswered, FeedingRuled, Voted
from continental.play.pieces import piece
from continental.play.position import DealState, Position
from continental.play.refusal import Refused
from continental.play.saying import Said
from continental.play.terms import Phase, Seat
from continental.rules.base import Move, RuleSet, Stage, advance

CARDS_FED: Final = 3


@dataclass(frozen=True, slots=True)
class Grounds:
    """The grounds on which a seat can be accused at all.

    A card is given when the next seat takes it. A seat that gave fewer than three did not feed. Whether it should have known
    that they help is for the ruling, and no rule decides it (7.4). `feeder_wins`: no_penalty or pot_share (I20). `needs`:
    any_winner or fed_seat_ends (I21). `row`: in_a_row or any_three, for which three discards of the deal are enough (7.4).
    """

    feeder_wins: Literal["no_penalty", "pot_share"]
    needs: Literal["any_winner", "fed_seat_ends"]
    row: Literal["in_a_row", "any_three"]

    def against(self, deal: DealState, accused: Seat) -> Refused | None:
        """Return why no claim against this seat can be made, or None if it can."""
        ender = deal.showdown.ended.seat if deal.showdown.ended else None
        if accused not in deal.seats or self.latest(deal, accused) is None:
            return Refused("accuse_groundless", accused=accused, wanted=self.wanted())
        if accused == ender and self.feeder_wins == "no_penalty":
            return Refused("accuse_ender")
        if self.needs == "fed_seat_ends" and deal.after(accused) != ender:
            return Refused("accuse_no_help")
        if any(ruled.accused == accused for ruled in deal.showdown.ruled):
            return Refused("accused_already")
        return None

    def wanted(self) -> Said:
        """Return in words how the three discards must have been taken."""
        return piece(f"fed_{self.row}")

    def rows(self, deal: DealState, accused: Seat) -> Iterator[Cards]:
        """Yield the discards of the seat that the next one took, row by row. There is one row if gaps do not matter."""
        given = deal.given(accused)
        if self.row == "any_three":
            yield tuple(card for card in given if card is not None)
            return
        row: list[Card] = []
        for card in given:
            if card is None:
                yield tuple(row)
                row = []
            else:
                row.append(card)
        yield tuple(row)

    def latest(self, deal: DealState, accused: Seat) -> Cards | None:
        """Return the latest three discards that an accusation of the seat can name, or None if there are none."""
        long_enough = [row for row in self.rows(deal, accused) if len(row) >= CARDS_FED]
        return long_enough[-1][-CARDS_FED:] if long_enough else None

    def can_name(self, deal: DealState, accused: Seat, cards: Cards) -> bool:
        """Return whether a claim against the seat can name these three discards, in the order in which they were thrown."""
        if len(cards) != CARDS_FED:
            return False
        rows = self.rows(deal, accused)
        if self.row == "any_three":
            return any(_is_within(cards, row) for row in rows)
        return any(cards == row[start : start + CARDS_FED] for row in rows for start in range(len(row)))

    def accusable(self, deal: DealState, seat: Seat) -> tuple[Seat, ...]:
        """Return the seats that this one may make a claim against."""
        return tuple(other for other in deal.seats if other != seat and self.against(deal, other) is None)


def _is_within(cards: Cards, row: Cards) -> bool:
    """Return whether the cards lie in the row in this order, gaps allowed."""
    # `in` moves the iterator on past each card it finds, which keeps the order.
    rest = iter(row)
    return all(card in rest for card in cards)


@dataclass(frozen=True, slots=True)
class ClaimFeeding(Move[Accuse]):
    """Accuse a seat of feeding the one after it."""

    grounds: Grounds
    name: ClassVar[str] = "accuse"
    action_type = Accuse

    def options(self, rules: RuleSet, position: Position, seat: Seat) -> Iterator[Accuse]:
        for accused in self.grounds.accusable(position.dealing, seat):
            yield Accuse(seat, accused, self.grounds.latest(position.dealing, accused) or ())

    def decide(self, rules: RuleSet, draft: Draft, action: Accuse) -> None:
        if action.accused == action.seat:
            raise Refused("accuse_self")
        against = self.grounds.against(draft.deal, action.accused)
        if against is not None:
            raise against
        latest = self.grounds.latest(draft.deal, action.accused)
        assert latest is not None, "there are grounds against the seat"
        if action.cards and not self.grounds.can_name(draft.deal, action.accused, action.cards):
            raise Refused("accuse_cards", wanted=self.grounds.wanted(), cards=print_cards(latest))
        draft.emit(ClaimAnswered(action.seat, action.accused, action.cards or latest))
        advance(rules, draft)


@dataclass(frozen=True, slots=True)
class MakeNoClaim(Move[NoClaim]):
    """Make no accusation."""

    name: ClassVar[str] = "no_claim"
    action_type = NoClaim

    def options(self, rules: RuleSet, position: Position, seat: Seat) -> Iterator[NoClaim]:
        yield NoClaim(seat)

    def decide(self, rules: RuleSet, draft: Draft, action: NoClaim) -> None:
        draft.emit(ClaimAnswered(action.seat, None))
        advance(rules, draft)


@dataclass(frozen=True, slots=True)
class RuleOnClaim(Move[Rule]):
    """Rule, or vote, on the accusation."""

    name: ClassVar[str] = "rule"
    action_type = Rule

    def options(self, rules: RuleSet, position: Position, seat: Seat) -> Iterator[Rule]:
        yield Rule(seat, upheld=True)
        yield Rule(seat, upheld=False)

    def decide(self, rules: RuleSet, draft: Draft, action: Rule) -> None:
        draft.emit(Voted(action.seat, action.upheld))
        advance(rules, draft)


@dataclass(frozen=True, slots=True)
class FeedingStage(Stage):
    """Ask each seat in rotation for an accusation, and have it ruled on. The first that is upheld is the deal's (I22).

    `how`: dealer, vote, automatic or off (switch feeding).
    """

    how: Literal["dealer", "vote", "automatic", "off"]
    grounds: Grounds

    def run(self, rules: RuleSet, draft: Draft) -> bool:
        deal = draft.deal
        # With two players the only loser pays the single share anyway (I24).
        if deal.showdown.ended is None or len(deal.seats) < 3 or draft.standing.settled:
            return True
        match self.how:
            case "dealer" | "vote":
                return self._ruled(draft) and self._claimed(draft)
            case "automatic":
                self._by_the_hint(draft)
                return True
            case "off":
                return True
            case _:
                assert_never(self.how)

    def _by_the_hint(self, draft: Draft) -> None:
        deal = draft.deal
        for seat in deal.seats:
            if not deal.showdown.ruled and self.grounds.against(deal, seat) is None:
                draft.emit(FeedingRuled(seat, True, self.grounds.latest(deal, seat) or ()))
                return

    def _ruled(self, draft: Draft) -> bool:
        """Have the open accusation, if there is one, ruled on. Return False if somebody is asked."""
        deal = draft.deal
        if deal.showdown.accused is None:
            return True
        judges = self.judges(deal, deal.showdown.accused)
        if len(deal.showdown.votes) < len(judges):
            draft.emit(Asked(Phase.RULE, (judges[len(deal.showdown.votes)],)))
            return False
        # With an even number of votes a tie is not upheld.
        for_it = sum(vote.upheld for vote in deal.showdown.votes)
        draft.emit(FeedingRuled(deal.showdown.accused, 2 * for_it > len(judges), deal.showdown.fed))
        return True

    def judges(self, deal: DealState, accused: Seat) -> tuple[Seat, ...]:
        """Return the judges in order: by vote all but the accused, otherwise the dealer.

        A dealer who is accused, or who accused, leaves it to the next seat that is neither.
        """
        if self.how == "vote":
            return tuple(seat for seat in deal.seats if seat != accused)
        # The last to answer is the accuser, since an accusation stops the asking.
        sides = (accused, deal.showdown.answered[-1])
        return next((seat,) for seat in (deal.dealer, *deal.seats) if seat not in sides)

    def _claimed(self, draft: Draft) -> bool:
        """Ask the next seat that could accuse somebody. Return False if one is asked."""
        deal = draft.deal
        if any(ruled.upheld for ruled in deal.showdown.ruled):
            return True
        for seat in deal.seats:
            if seat not in deal.showdown.answered and self.grounds.accusable(deal, seat):
                draft.emit(Asked(Phase.ACCUSE, (seat,)))
                return False
        return True
