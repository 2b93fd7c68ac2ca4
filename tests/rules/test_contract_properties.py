"""The contract games by chance: they keep their word at every position, whatever the switches, the seats and the dice."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from continental.cards import JOKER
from continental.engine import Match
from continental.play.actions import Action, Commit, Discard, Draw, Pass, Take
from continental.play.terms import Cents, Phase, Seat, Status
from continental.rules.load import load
from continental.rules.tables import catalogue
from continental.testing.rule_set_kit import (
    check_accepted,
    check_down,
    check_history,
    check_position,
    next_act,
    play_out,
    random_rules,
)

KEYS: Final = [key for key in catalogue() if load(key).melding.kind == "contracts"]


def begun(key: str, chance: Random, **fixed: object) -> Match:
    """A match under switches by chance, of as many as may play."""
    rules = random_rules(key, chance, fixed)
    least, most = rules.players
    return Match.begin(rules, chance.randint(least, min(most, 6)), Cents(0))


def sometimes(match: Match, chance: Random) -> None:
    """Check one position in fifty or so, and more of those that are rare."""
    deal = match.position.deal
    rare = match.position.phase in (Phase.JOKER, Phase.ALLOW) or (deal and deal.on_table.owed is not None)
    if chance.random() < (0.3 if rare else 0.015):
        check_position(match, chance)
    for seat in match.position.asked:
        # the judge tries every way, which takes long where there are many jokers and cards
        hand = match.position.hand(seat)
        if len(hand) <= 13 and hand.count(JOKER) <= 2 and chance.random() < 0.03:
            check_down(match, seat)


def play_on(match: Match, chance: Random, deals: int) -> Match:
    """Play so many deals, or to the end of the match."""
    until = match.position.standing.hands + deals
    for _ in range(20_000):
        if match.is_over or (match.position.phase is Phase.COMMIT and match.position.standing.hands >= until):
            check_position(match, chance)
            return match
        sometimes(match, chance)
        match.play(next_act(match, chance))
    raise AssertionError("the deals did not end")


@pytest.mark.long
@pytest.mark.parametrize("key", KEYS)
@settings(max_examples=5)
@given(st.integers(0, 2**32))
def test_deals_keep_their_word_at_every_position(key: str, seed: int) -> None:
    chance = Random(seed)
    match = play_on(begun(key, chance), chance, deals=2)
    assert match.position.standing.hands == 2
    check_history(match)


@pytest.mark.long
@pytest.mark.parametrize("key", KEYS)
def test_a_whole_match_ends_with_its_last_deal(key: str) -> None:
    chance = Random(key)
    match = play_out(Match.begin(load(key), load(key).players[0], Cents(0)), chance, check=None, most_acts=30_000)
    standing = match.position.standing
    assert standing.hands == len(match.rules.deals)
    assert standing.status in (Status.WON, Status.SPLIT)
    assert standing.winners == tuple(seat for seat, total in enumerate(standing.totals) if total == min(standing.totals))
    assert set(standing.cash) == {0}
    assert match.options(Seat(0)) == ()
    check_history(match)


@pytest.mark.parametrize("key", KEYS)
def test_players_who_only_take_and_throw_back_do_not_play_for_ever(key: str) -> None:
    match = Match.begin(load(key), load(key).players[0], Cents(0))
    match.deal(bytes(32))

    def idle(seat: Seat) -> Action:
        offered = match.options(seat)
        kinds = (Take, Pass, Discard, Draw)
        return next(act for kind in kinds for act in offered if isinstance(act, kind))

    acts = 0
    while match.position.phase not in (Phase.COMMIT, Phase.OVER):
        match.play(idle(match.position.asked[0]))
        acts += 1
    assert match.position.dealing.died
    assert acts == 2 * match.rules.limits.laps * match.position.standing.players
    assert match.position.standing.settled or match.position.standing.hands == 1


@pytest.mark.parametrize("key", KEYS)
def test_every_act_that_can_be_said_is_accepted_exactly_if_it_is_offered(key: str) -> None:
    chance = Random(f"{key} acts")
    match = begun(key, chance)
    match.play(Commit(bytes(32)))
    for _ in range(60):
        for seat in match.position.asked:
            check_accepted(match, seat, chance)
        if match.position.phase is Phase.COMMIT:
            break
        match.play(next_act(match, chance))
