"""A match of a number of deals, for points: the score of a deal, the bonus for closing, and who wins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Literal, assert_never

from continental.cards import FACES, JOKER, Card, Cards, rank_of, suit_of
from continental.codec import Length
from continental.play.draft import Book
from continental.play.events import DealPassed, HandSettled, MatchEnded, Scored
from continental.play.position import Standing
from continental.play.terms import Seat, Status

RED_SUITS = (1, 2)  # hearts and diamonds


@dataclass(frozen=True, slots=True)
class HandPoints:
    """The values of cards that stay in hand: by rank, ace first; a joker; and a red ace, if it counts otherwise."""

    by_rank: Annotated[tuple[int, ...], Length(13, 13)]
    joker: int
    red_ace: int | None = None

    def of(self, card: Card, wild: frozenset[Card] = frozenset()) -> int:
        """Return the points of one card. One of the `wild` counts as a joker."""
        if card == JOKER or (card in wild and self.red_ace is None):
            return self.joker
        if self.red_ace is not None and rank_of(card) == 0 and suit_of(card) in RED_SUITS:
            return self.red_ace
        return self.by_rank[rank_of(card)]

    def by_face(self, wild: frozenset[Card] = frozenset()) -> tuple[int, ...]:
        """Return the points of every face, the joker last."""
        return _by_face(self, wild)

    def count(self, cards: Cards, wild: frozenset[Card] = frozenset()) -> int:
        """Return the points of all the cards, whatever they would meld."""
        return sum(self.of(card, wild) for card in cards)


@lru_cache(maxsize=64)
def _by_face(values: HandPoints, wild: frozenset[Card]) -> tuple[int, ...]:
    return tuple(values.of(face, wild) for face in FACES)


@dataclass(frozen=True, slots=True)
class OutBonus:
    """The bonus for closing: always, only if one went down in that very turn, or for each deal's number."""

    always: int = 0
    at_once: int = 0
    times_deal: int = 0

    def points(self, deal: int, *, at_once: bool) -> int:
        """Return the points of closing deal number `deal`."""
        return self.always + (self.at_once if at_once else 0) + self.times_deal * deal


@dataclass(frozen=True, slots=True)
class PointsMatch:
    """How points are scored and how a tie at the end is broken: `tie` is shared, hands_won or last_hand."""

    values: HandPoints
    bonus: OutBonus
    tie: Literal["shared", "hands_won", "last_hand"]

    def best(self, standing: Standing) -> tuple[Seat, ...]:
        """Return the winners of a match that is over: the lowest totals of those in, less those whom the tie break drops."""
        lowest = min(standing.totals[seat] for seat in standing.seats_in())
        tied = [seat for seat in standing.seats_in() if standing.totals[seat] == lowest]
        match self.tie:
            case "shared":
                return tuple(tied)
            case "hands_won":
                most = max(standing.wins[seat] for seat in tied)
                return tuple(seat for seat in tied if standing.wins[seat] == most)
            case "last_hand":
                last = {seat: standing.totals[seat] - standing.before[seat] for seat in tied}
                return tuple(seat for seat in tied if last[seat] == min(last.values()))
            case _:
                assert_never(self.tie)


def score_deal(match: PointsMatch, book: Book, points: Mapping[Seat, int], closer: Seat | None, *, at_once: bool) -> None:
    """Score a deal: each seat's points in hand, and the closer's bonus. `closer` is None if nobody closed."""
    standing = book.standing
    assert standing.dealer is not None, "a deal has a dealer"
    for seat in standing.rotation(standing.dealer):
        scored = match.bonus.points(standing.hands + 1, at_once=at_once) if seat == closer else points[seat]
        book.emit(Scored(seat, scored, book.standing.totals[seat] + scored))
    book.emit(HandSettled(winner=closer))


def finish_deal(match: PointsMatch, book: Book, deals: int) -> None:
    """Finish a scored deal: the match ends with the last one, and otherwise the deal passes on."""
    standing = book.standing
    if standing.hands >= deals:
        winners = match.best(standing)
        book.emit(MatchEnded(Status.WON if len(winners) == 1 else Status.SPLIT, winners))
        return
    assert standing.dealer is not None, "a deal has a dealer"
    book.emit(DealPassed(standing.rotation(standing.dealer)[0]))
