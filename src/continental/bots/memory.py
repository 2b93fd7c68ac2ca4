"""The memory of a careful player: the cards that may still come, and those that each seat took, threw and passed over."""

from __future__ import annotations

from collections import Counter
from typing import Final

from continental.cards import JOKER, Card, Cards, rank_of, suit_of
from continental.play.events import ClaimOpened, Discarded, JokerTaken, LaidOff, MatchBegan, Passed, Took, WentDown
from continental.play.terms import Seat
from continental.play.view import SeenBought, SeenDealt, SeenDrew, SeenEvent, SeenRebuilt
from continental.rules.base import RuleSet


class Memory:
    """One seat's memory, made only of what that seat was told.

    `unseen` counts the faces that may still be drawn: in the stock, or in a hand that nobody saw them join. `to_come` counts
    those that the stock may hold: once it was rebuilt of discards that everybody saw, the other unseen cards are in hands,
    and there they may stay for good. A bot that was not told a deal from its beginning remembers nothing of it.
    """

    __slots__ = ("_clockwise", "_pile", "_players", "_rules", "_seats", "_taken", "_threw", "passed", "seat", "to_come", "unseen")

    def __init__(self, seat: Seat, rules: RuleSet) -> None:
        self.seat = seat
        self._rules = rules
        self._players, self._clockwise = 0, True
        self._forget((), 1)

    def _forget(self, seats: tuple[Seat, ...], deal: int) -> None:
        self._seats = seats
        self.unseen = self._rules.pack_for(self._players, deal).census() if seats else Counter[Card]()
        self.to_come = self.unseen.copy()
        self._pile: list[Card] = []
        self._taken: dict[Seat, list[Card]] = {seat: [] for seat in seats}
        self._threw: dict[Seat, list[Card]] = {seat: [] for seat in seats}
        self.passed: dict[Seat, list[Card]] = {seat: [] for seat in seats}

    def see(self, event: SeenEvent) -> None:
        """Remember what the event tells."""
        match event:
            case MatchBegan(players=players, clockwise=clockwise):
                self._players, self._clockwise = players, clockwise
            case SeenDealt(deal, _, hand, sizes, upcard):
                self._forget(tuple(Seat(seat) for seat, size in enumerate(sizes) if size), deal)
                for card in (*hand, upcard):
                    self._meet(card)
                self._pile = [upcard]
            case SeenDrew(seat, card):
                if card is not None:
                    self._meet(card)
                if self._rules.claims is None:  # elsewhere it was passed over when it was offered round
                    self._pass(seat)
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
                self.to_come = Counter(self._pile[:gone])
                self._pile = self._pile[gone:]
            case _:
                self._contract_game(event)

    def _contract_game(self, event: SeenEvent) -> None:
        """Note the cards bought, laid on the table and taken from it."""
        match event:
            case ClaimOpened(seat) | Passed(seat):
                self._pass(seat)
            case SeenBought(seat, card, _, penalty):
                if self._pile:
                    self._pile.pop()
                if seat in self._taken:
                    self._taken[seat].append(card)
                for each in penalty:
                    self._meet(each)
            case WentDown(seat, melds):
                for card in (card for meld in melds for card in meld.cards):
                    self._left_hand(seat, card)
            case LaidOff(seat, card):
                self._left_hand(seat, card)
            case JokerTaken(seat, card, joker):
                self._left_hand(seat, card)
                if seat in self._taken:
                    self._taken[seat].append(joker)
            case _:
                pass

    def _discarded(self, seat: Seat, card: Card) -> None:
        self._pile.append(card)
        if seat not in self._taken:
            return
        self._threw[seat].append(card)
        self._left_hand(seat, card)

    def _pass(self, seat: Seat) -> None:
        if self._pile and seat in self.passed:
            self.passed[seat].append(self._pile[-1])

    def _left_hand(self, seat: Seat, card: Card) -> None:
        """A card came out of the seat's hand, face up: one that it had taken in everybody's sight, or one not seen before."""
        if seat not in self._taken:
            return
        if card in self._taken[seat]:
            self._taken[seat].remove(card)
        elif seat != self.seat:
            self._meet(card)

    def _meet(self, card: Card) -> None:
        if self.unseen[card] > 0:
            self.unseen[card] -= 1
        if self.to_come[card] > 0:
            self.to_come[card] -= 1

    def taken(self, seat: Seat) -> Cards:
        """The cards that the seat took from the discards in this deal and still holds."""
        return tuple(self._taken.get(seat, ()))

    def threw(self, seat: Seat) -> Cards:
        """The cards that the seat threw in this deal, in order."""
        return tuple(self._threw.get(seat, ()))

    def after(self, seat: Seat) -> Seat:
        """Return the seat that plays after this one; itself if nothing is remembered."""
        if seat not in self._seats:
            return seat
        step = 1 if self._clockwise else -1
        return self._seats[(self._seats.index(seat) + step) % len(self._seats)]

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
