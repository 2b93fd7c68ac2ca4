"""What a careful player remembers of a deal: which cards may still come, and what each seat took, threw and passed over."""

from __future__ import annotations

from collections import Counter
from typing import Final

from continental.cards import JOKER, Card, Cards, rank_of, suit_of
from continental.play.events import Discarded, MatchBegan, Took
from continental.play.terms import Seat
from continental.play.view import SeenDealt, SeenDrew, SeenEvent, SeenRebuilt
from continental.rules.base import RuleSet


class Memory:
    """One seat's memory, made only of what that seat was told.

    `unseen` counts the faces that may still be drawn: in the stock or in a hand where nobody saw them go. A bot that was not
    told a deal from its beginning remembers nothing of it.
    """

    __slots__ = ("_census", "_pile", "_rules", "_seats", "_taken", "_threw", "passed", "seat", "unseen")

    def __init__(self, seat: Seat, rules: RuleSet) -> None:
        self.seat = seat
        self._rules = rules
        self._census: Counter[Card] = Counter()
        self._forget(())

    def _forget(self, seats: tuple[Seat, ...]) -> None:
        self._seats = seats
        self.unseen = Counter(self._census) if seats else Counter[Card]()
        self._pile: list[Card] = []
        self._taken: dict[Seat, list[Card]] = {seat: [] for seat in seats}
        self._threw: dict[Seat, list[Card]] = {seat: [] for seat in seats}
        self.passed: dict[Seat, list[Card]] = {seat: [] for seat in seats}

    def see(self, event: SeenEvent) -> None:
        """Remember what the event tells."""
        match event:
            case MatchBegan(players):
                self._census = self._rules.pack_for(players).census()
            case SeenDealt(hand=hand, hand_sizes=sizes, upcard=upcard):
                self._forget(tuple(Seat(seat) for seat, size in enumerate(sizes) if size))
                for card in (*hand, upcard):
                    self._meet(card)
                self._pile = [upcard]
            case SeenDrew(seat, card):
                if card is not None:
                    self._meet(card)
                if self._pile and seat in self.passed:
                    self.passed[seat].append(self._pile[-1])
            case Took(seat, card):
                if self._pile:
                    self._pile.pop()
                if seat in self._taken:
                    self._taken[seat].append(card)
            case Discarded(seat, card):
                self._discarded(seat, card)
            case SeenRebuilt(_, pile_size):
                gone = len(self._pile) - pile_size
                self.unseen.update(self._pile[:gone])
                self._pile = self._pile[gone:]
            case _:
                pass

    def _discarded(self, seat: Seat, card: Card) -> None:
        self._pile.append(card)
        if seat not in self._taken:
            return
        self._threw[seat].append(card)
        if card in self._taken[seat]:
            self._taken[seat].remove(card)
        elif seat != self.seat:
            self._meet(card)

    def _meet(self, card: Card) -> None:
        if self.unseen[card] > 0:
            self.unseen[card] -= 1

    def taken(self, seat: Seat) -> Cards:
        """The cards that the seat took from the discards in this deal and still holds."""
        return tuple(self._taken.get(seat, ()))

    def threw(self, seat: Seat) -> Cards:
        """The cards that the seat threw in this deal, in order."""
        return tuple(self._threw.get(seat, ()))

    def after(self, seat: Seat) -> Seat:
        """The seat that plays after this one; itself where nothing is remembered."""
        if seat not in self._seats:
            return seat
        return self._seats[(self._seats.index(seat) + 1) % len(self._seats)]

    def mates(self, card: Card) -> int:
        """How many unseen cards could lie beside this one in a set or, within two ranks, in a run; each neighbour counts once."""
        if card == JOKER:
            return sum(self.unseen.values())
        return sum(map(self.unseen.__getitem__, _NEIGHBOURS[card] + _OF_RANK[card % 13]))

    def suits(self, seat: Seat, card: Card) -> float:
        """How well the card would suit a seat, by what it took and what it passed over: 0 for no sign either way."""
        if card == JOKER:
            return 3.0
        kin = _KINSHIP[card]
        likes = sum(kin[taken] for taken in self._taken.get(seat, ()))
        dislikes = sum(kin[other] for other in self._threw.get(seat, ())) + sum(kin[other] for other in self.passed.get(seat, ()))
        return likes - dislikes / 3


def _near(rank: int) -> tuple[int, ...]:
    """The ranks at most two steps away on the track, the ace at both its ends."""
    places = (rank, 13) if rank == 0 else (rank,)
    return tuple({(place + step) % 13 for place in places for step in (-2, -1, 1, 2) if 0 <= place + step <= 13} - {rank})


def _kinship(card: Card, other: Card) -> float:
    """How near two cards are to one meld: 1 for neighbours or one rank, a half for a gap of one, 0 for strangers."""
    if JOKER in (card, other):
        return 0.0
    if rank_of(card) == rank_of(other):
        return 1.0
    if suit_of(card) == suit_of(other) and rank_of(card) in _near(rank_of(other)):
        return 1.0 if (rank_of(card) - rank_of(other)) % 13 in (1, 12) else 0.5
    return 0.0


# both are asked thousands of times a deal, and never change
_NEIGHBOURS: Final = tuple(tuple(Card(suit * 13 + near) for near in _near(rank)) for suit in range(4) for rank in range(13))
_OF_RANK: Final = tuple(tuple(Card(suit * 13 + rank) for suit in range(4)) for rank in range(13))
_KINSHIP: Final = tuple(tuple(_kinship(Card(card), Card(other)) for other in range(53)) for card in range(53))
