"""Whole matches by chance: every rule set keeps its word at every position, whatever the switches, the seats and the dice."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from continental.engine import Match
from continental.play.actions import Commit, Discard, Draw, Take
from continental.play.terms import Cents, Phase, Seat, Status
from continental.rules.load import load
from continental.testing.rule_set_kit import (
    check_accepted,
    check_history,
    check_position,
    eager,
    next_act,
    play_out,
    random_rules,
)

SHORT: Final = {"elimination_line": 45, "window_from": 30}
"""A match to 45 is over in a few hands, and has every kind of end that one to 101 has."""


def begun(chance: Random, **fixed: object) -> Match:
    """A match of 2 to 6 under switches by chance."""
    rules = random_rules("house", chance, {**SHORT, **fixed})
    return Match.begin(rules, chance.randint(2, 6), Cents(1000), Seat(0) if rules.first_dealer == "chosen" else None)


def sometimes(match: Match, chance: Random) -> None:
    """Check every position outside the ordinary turn, and every sixteenth or so in it."""
    ordinary = match.position.phase in (Phase.DRAW, Phase.PLAY)
    if not ordinary or chance.random() < 0.06:
        check_position(match, chance)


@pytest.mark.long
@settings(max_examples=40)
@given(st.integers(0, 2**32))
def test_a_match_keeps_its_word_at_every_position(seed: int) -> None:
    chance = Random(seed)
    match = play_out(begun(chance), chance, check=sometimes)
    assert match.position.standing.pot == 0
    assert sum(match.position.standing.cash) == 0
    assert match.position.standing.status is not Status.PLAYING
    assert match.options(Seat(0)) == ()
    check_history(match)


@settings(max_examples=15)
@given(st.integers(0, 2**32), st.sampled_from(["free", "forced", "jokers"]), st.sampled_from(["rotation", "simultaneous"]))
def test_every_count_that_is_accepted_is_offered(seed: int, choice: str, order: str) -> None:
    chance = Random(seed)
    match = begun(chance, count_choice=choice, count_order=order)
    for _ in range(3000):
        if match.is_over or (match.position.phase is Phase.COUNT and match.position.standing.hands >= 2):
            break
        if match.position.phase is Phase.COUNT:
            for seat in match.position.asked:
                check_accepted(match, seat, chance)
        match.play(next_act(match, chance))
    check_history(match)


@settings(max_examples=3)
@given(st.integers(0, 2**32))
def test_players_who_never_end_a_hand_do_not_play_for_ever(seed: int) -> None:
    chance = Random(seed)

    def idle(match: Match, seat: Seat, dice: Random) -> Draw | Take | Discard:
        return dice.choice([act for act in match.options(seat) if isinstance(act, Draw | Take | Discard)])

    match = play_out(begun(chance), chance, player=idle, check=None, most_acts=3 * (6 * 60 * 2 + 2) + 1)
    assert match.position.standing.status is Status.ABANDONED
    assert set(match.position.standing.cash) == {0}
    check_history(match)


def test_two_matches_played_by_turns_do_not_disturb_each_other() -> None:
    def play(number: int, other: Match | None = None) -> list[object]:
        chance, match = Random(number), Match.begin(load("house"), 3, Cents(1000))
        for _ in range(300):
            if match.is_over:
                break
            match.play(next_act(match, chance, eager))
            if other is not None and not other.is_over:
                other.play(next_act(other, Random(len(other.actions)), eager))
        return list(match.events)

    assert play(5) == play(5, Match.begin(load("house"), 4, Cents(1000)))


def test_the_same_dice_deal_the_same_cards_and_other_dice_others() -> None:
    def stock(dice: bytes) -> tuple[int, ...]:
        match = Match.begin(load("house"), 3, Cents(1000))
        match.play(Commit(dice))
        match.play(next_act(match, Random(0)))
        return match.position.dealing.stock

    assert stock(bytes(32)) == stock(bytes(32)) != stock(bytes(31) + b"\1")
