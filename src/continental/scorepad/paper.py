"""A match on paper, hand by hand: each entry is checked against where the match stands, then settled by the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from continental.play.draft import Sheet
from continental.play.events import BuyBackOffered, MatchBegan, Paid, StandingEvent
from continental.play.evolve import began
from continental.play.position import Standing
from continental.play.terms import Cents, Ending, Seat
from continental.rules.base import RuleSet
from continental.rules.match import Result, answer_offer, finish_hand, next_offer, settle
from continental.rules.money import pay_antes
from continental.scorepad.refusal import EntryRefused

MOST_HANDS: Final = 1000
"""Far more than a night has; it keeps the doubling prices printable."""

ENDING_POINTS: Final = MappingProxyType({Ending.CLOSE: -10, Ending.CONTINENTAL: -35, Ending.STRAIGHT_FLUSH: -35})
"""What the endings score; a knock scores its card (house 4.1 to 4.4)."""

_DEAREST_JOKER: Final = MappingProxyType({"card": 15, "one_to_fifteen": 15, "fixed_20": 20, "fixed_25": 25})
_ACE_POINTS: Final = 15
_COURT_POINTS: Final = 10
_COPIES: Final = 8  # of a rank, in two decks


@dataclass(frozen=True, slots=True)
class PaperHand:
    """What a table says a hand came to, by the players' names.

    `knock_card` is the points of a knock's loose card; `counts` has every other player who is in; `jokers` says what players
    held when the hand ended, as far as it was written down; `buys` names those who buy back if they are offered it.
    """

    ended_by: str
    ending: Ending
    knock_card: int | None
    counts: Mapping[str, int]
    jokers: Mapping[str, int]
    feeder: str | None
    buys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Paper:
    """A score sheet: the players' names by seat, where the match stands, and a page of events for the antes and each hand."""

    rules: RuleSet
    names: tuple[str, ...]
    standing: Standing
    pages: tuple[tuple[StandingEvent, ...], ...]

    @classmethod
    def begin(cls, rules: RuleSet, names: tuple[str, ...], ante: Cents, dealer: str | None = None) -> Paper:
        """A sheet on which the antes are paid. The first player deals where no dealer is named.

        Raises Refused for a number of players or an ante that the rules do not take, EntryRefused for the names.
        """
        rules.pack_for(len(names))
        rules.money.antes.check(ante)
        for name in names:
            if names.count(name) > 1:
                raise EntryRefused("name_twice", name=name)
            if name == "pot":
                raise EntryRefused("name_pot", name=name)
        if dealer is not None and dealer not in names:
            raise EntryRefused("dealer_unknown", name=dealer, known=", ".join(names))
        first = MatchBegan(len(names), ante, Seat(names.index(dealer) if dealer is not None else 0))
        sheet = Sheet(began(first))
        pay_antes(rules.money, sheet)
        return cls(rules, names, sheet.standing, ((first, *sheet.events),))

    def seat(self, name: str) -> Seat:
        """The seat of a player of this match."""
        return Seat(self.names.index(name))

    def enter(self, hand: PaperHand) -> Paper:
        """The sheet with one more hand settled and the offers after it answered; raises EntryRefused and changes nothing."""
        _check(self, hand)
        match, money = self.rules.match, self.rules.money
        sheet = Sheet(self.standing)
        settle(match, money, sheet, self._result(hand))
        buyers = {self.seat(name) for name in hand.buys}
        while (offer := next_offer(match, money, sheet)) is not None:
            answer_offer(money, sheet, yes=offer.seat in buyers)
        finish_hand(match, sheet)
        return replace(self, standing=sheet.standing, pages=(*self.pages, tuple(sheet.events)))

    def _result(self, hand: PaperHand) -> Result:
        return Result(
            ender=self.seat(hand.ended_by),
            ending=hand.ending,
            ender_points=ENDING_POINTS[hand.ending] if hand.knock_card is None else hand.knock_card,
            counts={self.seat(name): points for name, points in hand.counts.items()},
            jokers=tuple(hand.jokers.get(name, 0) for name in self.names),
            feeder=None if hand.feeder is None else self.seat(hand.feeder),
        )

    def transfers(self) -> Iterator[tuple[int, Paid]]:
        """Every transfer with the number of its hand, counted from 1; 0 for the antes."""
        for number, page in enumerate(self.pages):
            yield from ((number, event) for event in page if isinstance(event, Paid))

    def offers(self, number: int) -> tuple[BuyBackOffered, ...]:
        """The buy-backs that were offered after a hand, in the order in which they were."""
        return tuple(event for event in self.pages[number] if isinstance(event, BuyBackOffered))


def _check(paper: Paper, hand: PaperHand) -> None:
    number = len(paper.pages)
    if paper.standing.is_over:
        raise EntryRefused("match_over", number, last=number - 1)
    if number > MOST_HANDS:
        raise EntryRefused("too_many_hands", number, most=MOST_HANDS)
    _check_names(paper, hand, number)
    _check_ending(paper, hand, number)
    _check_jokers(paper, hand, number)
    _check_counts(paper, hand, number)
    if hand.feeder is not None and paper.rules.chosen["feeding"] == "off":
        raise EntryRefused("no_feeding", number)


def _check_names(paper: Paper, hand: PaperHand, number: int) -> None:
    feeder = () if hand.feeder is None else (hand.feeder,)
    places = {"ended_by": (hand.ended_by,), "counts": hand.counts, "jokers": hand.jokers, "feeder": feeder, "buys": hand.buys}
    for where, names in places.items():
        for name in names:
            if name not in paper.names:
                raise EntryRefused("name_unknown", number, where=where, name=name, known=", ".join(paper.names))
            if paper.standing.out[paper.seat(name)]:
                raise EntryRefused("player_out", number, where=where, name=name)
    for name in hand.buys:
        if hand.buys.count(name) > 1:
            raise EntryRefused("buyer_twice", number, name=name)


def _check_ending(paper: Paper, hand: PaperHand, number: int) -> None:
    if hand.ending is not Ending.KNOCK:
        if hand.knock_card is not None:
            raise EntryRefused("knock_card_needless", number, ending=hand.ending)
        return
    # an ace is knocked with where the switch says so, and only while it counts 1
    rules, total = paper.rules, paper.standing.totals[paper.seat(hand.ended_by)]
    ace = rules.chosen["knock_card"] in ("ace_at_99", "either") and rules.values.at(total)[0] == 1
    wanted, cards = ("1, 2 or 3", (1, 2, 3)) if ace else ("2 or 3", (2, 3))
    if hand.knock_card is None:
        raise EntryRefused("knock_card_missing", number, wanted=wanted)
    if hand.knock_card not in cards:
        raise EntryRefused("knock_card_wrong", number, wanted=wanted, value=_shown(hand.knock_card))


def _check_jokers(paper: Paper, hand: PaperHand, number: int) -> None:
    pack = paper.rules.pack_for(len(paper.names)).jokers
    for name, jokers in hand.jokers.items():
        if jokers < 0:
            raise EntryRefused("jokers_negative", number, name=name, jokers=_shown(jokers))
    held = sum(hand.jokers.values())
    if held > pack:
        raise EntryRefused("jokers_too_many", number, jokers=_shown(held), pack=pack)


def _check_counts(paper: Paper, hand: PaperHand, number: int) -> None:
    if hand.ended_by in hand.counts:
        raise EntryRefused("count_of_ender", number, name=hand.ended_by)
    for seat in paper.standing.seats_in():
        name = paper.names[seat]
        if name != hand.ended_by and name not in hand.counts:
            raise EntryRefused("count_missing", number, name=name)
    unseen = paper.rules.pack_for(len(paper.names)).jokers - sum(hand.jokers.values())
    for name, count in hand.counts.items():
        if count < 0:
            raise EntryRefused("count_negative", number, name=name, count=_shown(count))
        jokers = hand.jokers.get(name, unseen)
        most = largest_count(paper.rules, jokers)
        if count > most:
            holding = "no joker" if not jokers else "1 joker" if jokers == 1 else f"{jokers} jokers"
            reach = f"with {holding} the largest possible is {most}"
            raise EntryRefused("count_too_large", number, name=name, count=_shown(count), reach=reach)


def largest_count(rules: RuleSet, jokers: int) -> int:
    """The most that ten cards with so many jokers can count: anything above is a typing error.

    Without jokers 110: two aces, and two each of K, Q, J, 10 in suits that make no run; a third of a rank would be a set. A
    joker held takes the place of a 10. Where any cards may be left unmelded it is all the aces, and then tens. Where a joker
    may be called any number, the largest number that a person would call is taken to be 1,000.
    """
    dearest = _DEAREST_JOKER.get(str(rules.chosen["joker_value"]), 1000)
    naturals = rules.cards_for() - jokers
    aces = min(naturals, _COPIES if rules.chosen["count_choice"] == "free" else 2)
    return dearest * jokers + _ACE_POINTS * aces + _COURT_POINTS * (naturals - aces)


def _shown(number: int) -> str:
    return str(number) if abs(number) < 10**9 else "a far larger number" if number > 0 else "a far smaller number"
