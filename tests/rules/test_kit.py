"""The kit that asks rule sets whether they keep their word notices where one does not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any, get_args

import pytest

from continental.cards import JOKER
from continental.engine import Match
from continental.play.actions import Action, Discard, Draw, Knock, Take
from continental.play.draft import Draft
from continental.play.events import Drew, Took
from continental.play.position import Position, census
from continental.play.refusal import Refused
from continental.play.terms import Cents, Phase, Seat
from continental.rules.base import Move, RuleSet
from continental.rules.load import load
from continental.rules.moves.turn import DrawStock, TakeDiscard, ThrowCard
from continental.testing.builders import match_with
from continental.testing.rule_set_kit import (
    canonical,
    check_accepted,
    check_census,
    check_hidden,
    check_history,
    check_money,
    check_position,
    check_refused,
    check_told,
    eager,
    next_act,
    play_out,
    possible_acts,
    random_rules,
    reshuffled,
)
from tests.rules.house.play_kit import NINE_AND_2, card, count, knock, knocks, turn

HOUSE = load("house")


def with_move(match: Match, phase: Phase, old: type[Move[Draw] | Move[Take] | Move[Discard]], new: Move[Any]) -> Match:
    """The match under rules in which one move was changed."""
    row = tuple(new if isinstance(move, old) else move for move in HOUSE.moves[phase])
    match.rules = replace(HOUSE, moves={**HOUSE.moves, phase: row})
    return match


@dataclass(frozen=True, slots=True)
class Secret(TakeDiscard):
    """Accepts what it does not offer."""

    def options(self, rules: RuleSet, position: Position, seat: Seat) -> Iterator[Take]:
        return iter(())


@dataclass(frozen=True, slots=True)
class Empty(DrawStock):
    """Offers what it does not accept."""

    def decide(self, rules: RuleSet, draft: Draft, action: Draw) -> None:
        raise Refused("nothing_to_draw")


@dataclass(frozen=True, slots=True)
class Peeking(ThrowCard):
    """Offers by what lies on top of the stock."""

    def options(self, rules: RuleSet, position: Position, seat: Seat) -> Iterator[Discard]:
        hand = position.hand(seat)
        yield Discard(seat, hand[position.dealing.stock[-1] % len(hand)])


def test_cards_that_come_or_go_are_noticed() -> None:
    position = match_with(["", ""]).position
    check_census(HOUSE, position)
    deal = position.dealing
    for stock in (deal.stock[1:], (*deal.stock, JOKER)):
        with pytest.raises(AssertionError, match="came or went"):
            check_census(HOUSE, replace(position, deal=replace(deal, stock=stock)))


def test_money_that_comes_or_goes_is_noticed() -> None:
    position = match_with(["", ""]).position
    check_money(position)
    standing = position.standing
    with pytest.raises(AssertionError, match="came or went"):
        check_money(replace(position, standing=replace(standing, pot=Cents(standing.pot + 1))))
    gone = replace(standing, pot=Cents(-100), cash=(Cents(100), Cents(0)))
    with pytest.raises(AssertionError, match="pot owes"):
        check_money(replace(position, standing=gone))


def test_what_is_accepted_and_not_offered_is_noticed() -> None:
    match = with_move(match_with(["", ""]), Phase.DRAW, TakeDiscard, Secret())
    with pytest.raises(AssertionError, match="accepted and not offered"):
        check_accepted(match, Seat(0), Random(1))


def test_what_is_offered_and_not_accepted_is_noticed() -> None:
    match = with_move(match_with(["", ""]), Phase.DRAW, DrawStock, Empty(ends=False))
    with pytest.raises(AssertionError, match="offered and refused"):
        check_accepted(match, Seat(0), Random(1))


def test_an_offer_that_depends_on_hidden_cards_is_noticed() -> None:
    match = match_with(["", ""])
    match.play(Draw(Seat(0)))
    with_move(match, Phase.PLAY, ThrowCard, Peeking(redraw=False))
    with pytest.raises(AssertionError, match="depends on hidden cards"):
        check_hidden(match.rules, match.position, Seat(0), Random(1))


def test_a_history_that_leads_elsewhere_is_noticed() -> None:
    def played() -> Match:
        match = Match.begin(HOUSE, 3, Cents(1000))
        for number in range(40):
            match.play(next_act(match, Random(number)))
        return match

    check_history(played())
    for spoil in ("events", "actions"):
        match = played()
        getattr(match, spoil).pop()
        with pytest.raises(AssertionError):
            check_history(match)


def test_a_match_without_an_end_is_noticed() -> None:
    with pytest.raises(AssertionError, match="did not end within 50 acts"):
        play_out(Match.begin(HOUSE, 3, Cents(1000)), Random(1), check=None, most_acts=50)


def test_a_refusal_is_checked_for_its_code() -> None:
    match = match_with(["", ""])
    check_refused(match, Draw(Seat(1)), "not_asked")
    with pytest.raises(AssertionError, match="refused as not_asked"):
        check_refused(match, Draw(Seat(1)), "wrong_phase")
    with pytest.raises(AssertionError, match="accepted"):
        check_refused(match, Draw(Seat(0)), "wrong_phase")


def test_what_lies_otherwise_is_only_what_the_watcher_cannot_see() -> None:
    match = match_with(["", "", ""], draws="KD QD JD")
    turn(match, 0)
    turn(match, 1)
    match.play(Take(Seat(2)))
    before = match.position.dealing
    after = reshuffled(match.rules, match.position, Seat(0), Random(3)).dealing
    assert after.hands[0] == before.hands[0]
    assert after.hands[1] != before.hands[1]
    assert after.stock != before.stock
    assert card("QD") in after.hands[2]  # everybody saw it taken
    assert after.discards[-1:] == before.discards[-1:]
    assert census(after) == census(before)
    check_position(match, Random(3))


def test_a_card_from_the_stock_is_told_to_its_drawer_alone() -> None:
    for watcher in (None, Seat(0), Seat(1)):
        check_told(Drew(Seat(0), card("KD")), watcher)
        check_told(Took(Seat(0), card("KD")), watcher)


def test_acts_that_come_to_the_same_are_one() -> None:
    match = match_with([NINE_AND_2, "2H 3H 4H | 8S 8D 8C | 9D TD JD | JK", ""])
    assert canonical(HOUSE, match.position, knock(0, "JK", "2D")) == canonical(HOUSE, match.position, knock(0, "JK", "2S"))
    assert canonical(HOUSE, match.position, knock(0, "JK", "2D")) != canonical(HOUSE, match.position, knock(0, "JK", "3D"))
    knocks(match, 0, "2D")
    assert canonical(HOUSE, match.position, count(1, "KD")) == canonical(HOUSE, match.position, count(1, "TS")) == ("count", 10)


def test_possible_acts_are_of_every_kind() -> None:
    match = match_with([NINE_AND_2, ""])
    acts = list(possible_acts(HOUSE, match.position, Seat(0), Random(1)))
    assert {type(act) for act in acts} == set(get_args(Action))
    assert sum(isinstance(act, Knock) for act in acts) == 40
    assert all(act.seat == 0 for act in acts)


def test_the_eager_end_a_hand_where_they_can() -> None:
    match = match_with([NINE_AND_2, ""])
    ended = sum(isinstance(eager(match, Seat(0), Random(number)), Knock) for number in range(50))
    assert 30 <= ended < 50


def test_random_rules_depart_from_the_defaults_and_keep_what_is_fixed() -> None:
    several = [random_rules("house", Random(number), {"split_gap": 7}) for number in range(12)]
    assert {rules.chosen["split_gap"] for rules in several} == {7}
    assert len({tuple(rules.departures()) for rules in several}) > 6
