"""A match in lines: each event is told as far as whoever looks on may know it, act by act or turn by turn."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from continental.cards import Card
from continental.cli.narrate import Narrator
from continental.engine import Match
from continental.melds import parse_meld
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
    Dealt,
    Discarded,
    Drew,
    Event,
    FeedingRuled,
    HandScored,
    HandSettled,
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
from continental.play.view import SeenEvent, see
from continental.rules.load import load
from continental.testing.builders import hand, play_at_random

A, B = Seat(0), Seat(1)
NAMES = ("Ana", "Ben")
SIX: Card = hand("6H")[0]
MELD = parse_meld("5H 6H JK=7H")

TOLD: list[tuple[Event, str]] = [
    (DealerDrawn(B, ((A, SIX), (B, hand("KS")[0]))), "Ben deals first; drawn: Ana 6H, Ben KS."),
    (DealerDrawn(B, ()), "Ben deals first."),
    (StockRebuilt(hand("6H 7H"), hand("8S")), "The stock was empty: 2 discards were shuffled into a new one."),
    (DealDied(60), "Nobody ended the hand in 60 rounds: it is dead, and nobody scores or pays."),
    (CountSealed(A, (), None), "  Ana has counted, unseen until all have."),
    (ClaimAnswered(A, B, hand("6H 7H 8H")), "Ana claims that Ben fed the next seat with 6H 7H 8H."),
    (Voted(A, upheld=True), "Ana rules that it was feeding."),
    (Voted(A, upheld=False), "Ana rules that it was no feeding."),
    (FeedingRuled(B, upheld=False), "Feeding by Ben: not upheld."),
    (FeedingRuled(B, True, hand("6H 7H 8H")), "Feeding by Ben with 6H 7H 8H: upheld."),
    (Paid(A, TABLE, Cents(20_00), Why.BUY_BACK), "  Ana pays the pot $20: buy-back."),
    (Paid(TABLE, B, Cents(50), Why.POT_SPLIT), "  Ben gets $0.50 out of the pot: part of the pot, split."),
    (WentOut(B), "Ben is out, at 101 or more."),
    (BuyBackOffered(A, 40, Cents(10_00), forces_split=False), "Ana may buy back to 40 for $10."),
    (BuyBackAnswered(A, yes=True, total=40), "Ana buys back, to 40."),
    (BuyBackAnswered(A, yes=False, total=95), "Ana stays at 95."),
    (TotalsRestored((3, -4)), "Everybody went over the line: the hand counts for nothing and is dealt again."),
    (MatchEnded(Status.WON, (A,)), "Ana wins the match."),
    (MatchEnded(Status.SPLIT, (A, B)), "Ana and Ben split the pot, and the match is over."),
    (MatchEnded(Status.ABANDONED, ()), "The match is abandoned: too many hands in a row were dead. The pot is given back."),
    (ClaimOpened(A, SIX, (B,)), "Ana leaves 6H."),
    (ClaimSealed(A, wants=True), "Ana has answered."),
    (Passed(B), "Ben passes."),
    (Bought(B, SIX, hand("7H")), "Ben buys 6H with 1 penalty card."),
    (WentDown(A, (MELD,)), "Ana goes down: [5H 6H JK=7H]"),
    (LaidOff(B, SIX, 0, MELD), "Ben lays 6H on meld 1: [5H 6H JK=7H]"),
    (JokerTaken(B, SIX, hand("JK")[0], 1, MELD), "Ben takes JK for 6H from meld 2: [5H 6H JK=7H]"),
    (WentClosed(B, at_once=True), "*** Ben closes ***"),
    (StockRanOut(), "There is no card left to draw: the deal is over."),
    (HandScored(A, hand("6H KS"), 16), "  Ana holds KS 6H: 16"),
]


def told(*events: Event, to: Seat | None = None, is_open: bool = False, step_by_step: bool = True) -> list[str]:
    """The lines, without those that are empty."""
    narrator = Narrator(load("house"), NAMES, step_by_step=step_by_step)
    return [line for line in narrator.tell(event if is_open else see(event, to) for event in events) if line]


@pytest.mark.parametrize(("event", "line"), TOLD)
def test_each_event_has_its_line(event: Event, line: str) -> None:
    assert told(event) == [line]


def test_a_single_card_or_round_has_words_of_its_own() -> None:
    assert told(StockRebuilt(hand("6H"), ())) == ["The stock was empty: 1 discard was shuffled into a new one."]
    assert told(DealDied(1)) == ["Nobody ended the hand in 1 round: it is dead, and nobody scores or pays."]
    assert told(Bought(B, SIX, hand("7H 8H"))) == ["Ben buys 6H with 2 penalty cards."]


def test_a_listener_who_is_out_is_told_so() -> None:
    assert list(Narrator(load("house"), NAMES, B).tell([WentOut(B)])) == ["You are out, at 101 or more."]


def test_what_only_open_cards_show() -> None:
    rebuilt = StockRebuilt(hand("6H 7H"), ())
    assert told(rebuilt, is_open=True) == ["The stock was empty: 2 discards were shuffled into a new one: 6H 7H"]
    assert told(ClaimSealed(A, wants=False), is_open=True) == ["Ana has answered: it is not wanted."]
    assert told(Bought(B, SIX, hand("7H")), is_open=True) == ["Ben buys 6H with 1 penalty card: 7H."]
    assert told(Drew(A, SIX), is_open=True) == ["Ana draws 6H."]
    dealt = Dealt(1, B, (hand("6H 7H"), ()), SIX, hand("8S"))
    assert told(dealt, is_open=True) == ["Ben deals; the upcard is 6H.", "  Ana holds 6H 7H"]
    assert told(dealt) == ["Ben deals; the upcard is 6H."]


def test_a_buyer_sees_the_penalty_cards() -> None:
    assert told(Bought(B, SIX, hand("7H")), to=B) == ["Ben buys 6H with 1 penalty card: 7H."]


def test_that_somebody_is_asked_and_that_nobody_is_accused_is_not_told() -> None:
    assert told(Asked(Phase.DRAW, (A,)), ClaimAnswered(A, None)) == []


def test_a_turn_is_told_in_one_line_or_act_by_act() -> None:
    turn = (Drew(A, SIX), Discarded(A, SIX, B))
    assert told(*turn, step_by_step=False) == ["Ana draws and throws 6H."]
    assert told(*turn) == ["Ana draws a card.", "Ana throws 6H."]
    sealed = ClaimSealed(A, wants=True)
    assert told(sealed, step_by_step=False) == [], "what is answered is told when its turn comes"
    assert told(sealed) == ["Ana has answered."]


def test_what_all_scored_is_told_together_with_the_totals() -> None:
    scores = (Scored(A, -10, 30), Scored(B, 14, 20))
    assert told(*scores) == []
    assert told(*scores, HandSettled()) == ["  Scored: Ana -10, now 30; Ben +14, now 20."]


@pytest.mark.parametrize("switches", [{}, {"count_order": "simultaneous", "feeding": "vote", "joker_value": "any_number"}])
def test_a_whole_match_is_told_and_hidden_cards_are_not(switches: dict[str, object]) -> None:
    rules = load("house", switches)
    match = play_at_random(Match.begin(rules, 3, Cents(10_00)), random.Random(5), 3)
    names = ("Ana", "Ben", "Cleo")

    def lines(events: Iterable[Event | SeenEvent]) -> list[str]:
        return list(Narrator(rules, names, step_by_step=True).tell(events))

    watched, seen = lines(see(event, None) for event in match.events), lines(see(event, A) for event in match.events)
    opened = lines(match.events)
    assert not any("draws" in line and "draws a card." not in line for line in watched)
    assert not any(line.startswith(("Ben draws", "Cleo draws")) and "a card" not in line for line in seen)
    assert not any("a card" in line for line in opened if "draws" in line)
    assert len(watched) == len(seen) < len(opened)
