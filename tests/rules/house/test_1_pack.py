"""House 1: the pack."""

from __future__ import annotations

from collections import Counter

import pytest

from continental.cards import JOKER
from continental.engine import Match
from continental.play.position import census
from continental.play.refusal import Refused
from continental.play.terms import Cents, Ending
from continental.rules.load import load
from continental.testing.builders import DICE, match_with
from tests.rules.house.play_kit import MELDED, NINE_AND_2, NINE_AND_KING, close, draws, ended, knocks

HOUSE = load("house")


@pytest.mark.parametrize("players", range(2, 7))
def test_1_1_there_are_two_decks_at_every_player_count(players: int) -> None:
    match = match_with(players=players)
    held = census(match.position.dealing)
    assert {held[face] for face in held if face != JOKER} == {2}
    assert len(held) == 53


@pytest.mark.parametrize("players", range(2, 7))
def test_1_2_there_is_one_joker_more_than_starters(players: int) -> None:
    assert census(match_with(players=players).position.dealing)[JOKER] == players + 1


def test_1_3_those_who_go_out_take_no_jokers_with_them() -> None:
    match = match_with([NINE_AND_2, NINE_AND_KING, *MELDED], players=6, totals=[0, 95, 20, 40, 60, 80])
    knocks(match, 0, "2D")
    assert match.position.standing.out[1]
    match.deal(DICE)
    assert census(match.position.dealing) == HOUSE.pack_for(6).census()
    assert census(match.position.dealing)[JOKER] == 7
    assert not match.position.dealing.hands[1]


def test_1_3_six_starters_who_dwindle_to_three_still_play_with_seven() -> None:
    match = match_with(players=6, out=(1, 3, 4))
    held = census(match.position.dealing)
    assert (held[JOKER], held.total()) == (7, 111)
    assert len(match.position.dealing.stock) == 111 - 30 - 1


def test_1_4_jokers_are_wild() -> None:
    match = match_with(["4S JK 6S | 7H 7D JK | 9C TC JC QC", ""], draws="KH")
    draws(match, 0)
    match.play(close(0, "KH"))
    assert ended(match).ending is Ending.CLOSE
    assert [str(meld) for meld in ended(match).melds] == ["4S JK=5S 6S", "9C TC JC QC", "7H 7D JK=7S"]


@pytest.mark.parametrize(
    ("players", "jokers", "pack", "dealt", "left"),
    [(2, 3, 107, 20, 87), (3, 4, 108, 30, 78), (4, 5, 109, 40, 69), (5, 6, 110, 50, 60), (6, 7, 111, 60, 51)],
)
def test_1_t_the_pack_by_starters(players: int, jokers: int, pack: int, dealt: int, left: int) -> None:
    match = Match.begin(HOUSE, players, Cents(1000))
    match.deal(DICE)
    deal = match.position.dealing
    assert HOUSE.pack_for(players).jokers == jokers
    assert census(deal).total() == pack
    assert sum(map(len, deal.hands)) == dealt
    assert len(deal.stock) + len(deal.discards) == left  # the upcard is among those left


@pytest.mark.parametrize("players", [-1, 0, 1, 7, 100])
def test_1_t_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(Refused, match=f"for 2 to 6 players, not {players}") as why:
        Match.begin(HOUSE, players, Cents(1000))
    assert why.value.code == "bad_players"


def test_1_1_a_stacked_pack_must_be_this_matchs_pack() -> None:
    match = Match.begin(HOUSE, 3, Cents(1000))
    for wrong in ((), HOUSE.pack_for(4).cards(), HOUSE.pack_for(3).cards()[1:] + (JOKER,)):
        assert Counter(wrong) != HOUSE.pack_for(3).census()
        with pytest.raises(Refused, match="2 decks and 4 jokers"):
            match.deal(DICE, wrong)
