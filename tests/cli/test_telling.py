"""Events in sentences: each is told as far as whoever looks on may know it."""

from __future__ import annotations

import random

import pytest

from continental.cards import Card
from continental.cli.telling import Teller
from continental.engine import Match
from continental.melds.grammar import parse_meld
from continental.play.events import (
    Asked,
    Bought,
    BuyBackAnswered,
    BuyBackOffered,
    ClaimAnswered,
    ClaimOpened,
    ClaimSealed,
    CountSealed,
    DealDied,
    DealerDrawn,
    Event,
    FeedingRuled,
    HandScored,
    JokerTaken,
    LaidOff,
    MatchEnded,
    Paid,
    Passed,
    Scored,
    StockRanOut,
    StockRebuilt,
    TotalsRestored,
    Voted,
    WentClosed,
    WentDown,
    WentOut,
)
from continental.play.terms import TABLE, Cents, Phase, Seat, Status, Why
from continental.rules.load import load
from continental.testing.builders import hand, play_at_random

A, B = Seat(0), Seat(1)
NAMES = ("Ana", "Ben")
SIX: Card = hand("6H")[0]
MELD = parse_meld("5H 6H JK=7H")

TOLD: list[tuple[Event, str]] = [
    (DealerDrawn(B, ((A, SIX), (B, hand("KS")[0]))), "Drawn for the deal: Ana 6H, Ben KS; Ben deals first."),
    (DealerDrawn(B, ()), "Drawn for the deal: by lot; Ben deals first."),
    (StockRebuilt(hand("6H 7H"), hand("8S")), "The discards are shuffled into a stock of 2 cards."),
    (DealDied(60), "Nobody ended the hand in 60 laps: the deal is dead."),
    (CountSealed(A, (), None), "Ana has chosen a count."),
    (ClaimAnswered(A, None), "Ana makes no claim."),
    (ClaimAnswered(A, B), "Ana claims that Ben fed."),
    (Voted(A, upheld=True), "Ana says it was feeding."),
    (Voted(A, upheld=False), "Ana says it was no feeding."),
    (FeedingRuled(B, upheld=False), "The claim against Ben is dismissed."),
    (FeedingRuled(B, upheld=True), "The claim against Ben is upheld."),
    (Paid(A, TABLE, Cents(20_00), Why.BUY_BACK), "Ana pays the pot $20: buy-back."),
    (Paid(TABLE, B, Cents(50), Why.POT_SPLIT), "The pot pays Ben $0.50: part of the pot, split."),
    (Scored(A, -10, 30), "Ana -10 stands at 30."),
    (WentOut(B), "Ben is out."),
    (BuyBackOffered(A, 40, Cents(10_00), forces_split=False), "Ana may buy back to 40 for $10."),
    (BuyBackAnswered(A, yes=True, total=40), "Ana buys back to 40."),
    (BuyBackAnswered(A, yes=False, total=95), "Ana stays at 95."),
    (TotalsRestored((3, -4)), "The hand counts for nothing; the totals are 3, -4 again."),
    (MatchEnded(Status.WON, (A,)), "The match is over: Ana wins."),
    (MatchEnded(Status.SPLIT, (A, B)), "The match is over: Ana and Ben split the pot."),
    (MatchEnded(Status.ABANDONED, ()), "The match is given up, and the pot given back."),
    (ClaimOpened(A, SIX, (B,)), "Ana leaves 6H; who buys it?"),
    (ClaimSealed(A, wants=True), "Ana has said."),
    (Passed(B), "Ben passes."),
    (Bought(B, SIX, hand("7H")), "Ben buys 6H and 1 more."),
    (WentDown(A, (MELD,)), "Ana goes down: 5H 6H JK=7H."),
    (LaidOff(B, SIX, 0, MELD), "Ben lays 6H off on meld 1: 5H 6H JK=7H."),
    (JokerTaken(B, SIX, hand("JK")[0], 1, MELD), "Ben takes the joker of meld 2 for 6H: 5H 6H JK=7H."),
    (WentClosed(B, at_once=True), "Ben has no card left, and went down this very turn."),
    (StockRanOut(), "There is no card left to draw, which ends the deal."),
    (HandScored(A, hand("6H KS"), 16), "Ana still holds KS 6H: 16."),
]


@pytest.mark.parametrize(("event", "sentence"), TOLD)
def test_each_event_has_its_sentence(event: Event, sentence: str) -> None:
    assert Teller(NAMES).tell([event]) == [sentence]


def test_what_only_open_cards_show() -> None:
    teller = Teller(NAMES, is_open=True)
    assert teller.tell([StockRebuilt(hand("6H 7H"), ())]) == ["The discards are shuffled into a stock of 2 cards: 6H 7H."]
    assert teller.tell([ClaimSealed(A, wants=False)]) == ["Ana does not want it."]
    assert teller.tell([Bought(B, SIX, hand("7H"))]) == ["Ben buys 6H and 7H."]


def test_a_buyer_sees_the_penalty_cards() -> None:
    assert Teller(NAMES, B).tell([Bought(B, SIX, hand("7H"))]) == ["Ben buys 6H and 7H."]


def test_that_somebody_is_asked_is_not_told() -> None:
    assert Teller(NAMES).tell([Asked(Phase.DRAW, (A,))]) == []


@pytest.mark.parametrize("switches", [{}, {"count_order": "simultaneous", "feeding": "vote", "joker_value": "any_number"}])
def test_a_whole_match_is_told_and_hidden_cards_are_not(switches: dict[str, object]) -> None:
    match = play_at_random(Match.begin(load("house", switches), 3, Cents(10_00)), random.Random(5), 3)
    names = ("Ana", "Ben", "Cleo")
    watched, seen = Teller(names).tell(match.events), Teller(names, A).tell(match.events)
    opened = Teller(names, is_open=True).tell(match.events)
    assert not any("draws" in line and "draws a card." not in line for line in watched)
    assert not any(line.startswith(("Ben draws", "Cleo draws")) and "a card" not in line for line in seen)
    assert not any("a card" in line for line in opened if "draws" in line)
    assert len(watched) <= len(seen) <= len(opened)
