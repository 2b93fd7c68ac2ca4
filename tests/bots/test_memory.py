"""What a bot remembers of a deal, and nothing that it was not told."""

from __future__ import annotations

from collections import Counter

import pytest

from continental.bots.api import MAKERS
from continental.bots.memory import Memory
from continental.cards import FACES, JOKER, parse_card, parse_cards
from continental.engine import Match
from continental.play.actions import Discard, Draw, Take
from continental.play.terms import Cents, Seat
from continental.play.view import see
from continental.rules.load import load
from continental.rules.tables import catalogue
from continental.testing import bot_kit
from continental.testing.builders import match_with

C = parse_card


def remembered(match: Match, seat: int) -> Memory:
    memory = Memory(Seat(seat), match.rules)
    for event in match.events:
        memory.see(see(event, Seat(seat)))
    return memory


def test_what_was_seen_is_not_expected_again() -> None:
    match = match_with(["9S 9S 9C", ""], players=2, upcard="9H", draws="KD 4C")
    memory = remembered(match, 0)
    assert (memory.unseen[C("9S")], memory.unseen[C("9C")], memory.unseen[C("9H")]) == (0, 1, 1)
    match.play(Draw(Seat(0)))
    assert remembered(match, 0).unseen[C("KD")] == 1
    assert remembered(match, 1).unseen[C("KD")] == 2
    match.play(Discard(Seat(0), C("KD")))
    assert remembered(match, 1).unseen[C("KD")] == 1


def test_unseen_cards_are_as_many_as_lie_hidden() -> None:
    _, moments = bot_kit.played([MAKERS["greedy"]] * 3, match_with(players=3).rules, "census", deals=2, every=5)
    for moment in moments:
        memory = Memory(moment.seat, moment.rules)
        for event in moment.events:
            memory.see(see(event, moment.seat))
        deal = moment.position.dealing
        if deal.showdown.ended is None and not deal.rebuilds:
            known = sum(len(memory.taken(Seat(other))) for other in range(3) if other != moment.seat)
            hidden = len(deal.stock) + sum(len(hand) for seat, hand in enumerate(deal.hands) if seat != moment.seat) - known
            assert sum(memory.unseen.values()) == hidden


def test_takes_throws_and_cards_passed_over_are_kept_by_seat() -> None:
    match = match_with(["9S", "4H"], players=2, upcard="9H", draws="KD 4C 8C")
    match.play(Take(Seat(0)))
    match.play(Discard(Seat(0), C("9S")))
    match.play(Draw(Seat(1)))
    match.play(Discard(Seat(1), C("4H")))
    memory = remembered(match, 0)
    assert memory.taken(Seat(0)) == parse_cards("9H")
    assert memory.threw(Seat(0)) == parse_cards("9S")
    assert memory.passed[Seat(1)] == [C("9S")]
    assert memory.threw(Seat(1)) == parse_cards("4H")
    assert memory.after(Seat(0)) == 1


def test_a_card_suits_a_seat_that_took_its_neighbour_and_not_one_that_passed_it_over() -> None:
    match = match_with(["", "9S"], players=2, upcard="8H", draws="KD 9H 4C")
    match.play(Draw(Seat(0)))
    match.play(Discard(Seat(0), C("KD")))
    match.play(Take(Seat(1)))
    memory = remembered(match, 0)
    assert memory.suits(Seat(1), C("KS")) > 0
    assert memory.suits(Seat(1), C("QD")) > memory.suits(Seat(1), C("JD")) > 0
    assert memory.suits(Seat(1), C("5C")) == 0
    assert memory.suits(Seat(0), C("8S")) < 0
    assert memory.suits(Seat(1), JOKER) > memory.suits(Seat(1), C("KS"))


def test_mates_are_the_unseen_cards_that_could_lie_beside() -> None:
    match = match_with(["AS", ""], players=2, upcard="KD")
    memory = remembered(match, 0)
    expected = sum(memory.unseen[C(text)] for text in ("AS", "AH", "AD", "AC", "2S", "3S", "QS", "KS"))
    assert memory.mates(C("AS")) == expected
    assert memory.mates(JOKER) == sum(memory.unseen.values())


def test_one_who_was_told_nothing_remembers_nothing() -> None:
    memory = Memory(Seat(0), match_with(players=2).rules)
    assert [memory.mates(card) for card in FACES] == [0] * 53
    assert memory.suits(Seat(1), C("9H")) == 0
    assert memory.after(Seat(0)) == 0
    assert memory.taken(Seat(1)) == memory.threw(Seat(1)) == ()


@pytest.mark.parametrize("key", [key for key in catalogue() if load(key).melding.kind == "contracts"])
def test_in_contract_games_unseen_cards_are_as_many_as_lie_hidden_all_match_long(key: str) -> None:
    rules = load(key)
    match, _ = bot_kit.played([MAKERS["greedy"]] * 3, rules, f"memory {key}", deals=len(rules.deals), every=10_000)
    told, at = Memory(Seat(1), rules), 0
    replayed = Match.begin(rules, 3, Cents(0))
    for act in match.actions:
        for event in replayed.events[at:]:
            told.see(see(event, Seat(1)))
        at = len(replayed.events)
        deal = replayed.position.deal
        if deal is not None and not deal.is_over and replayed.position.asked:
            hidden = len(deal.stock) + len(deal.buying.penalty)
            for seat in (Seat(0), Seat(2)):
                hidden += len(deal.hands[seat]) - len(told.taken(seat))
                assert not Counter(told.taken(seat)) - Counter(deal.hands[seat])
            assert sum(told.unseen.values()) == hidden
        replayed.play(act)
    assert told.after(Seat(1)) == (2 if replayed.position.standing.clockwise else 0)
