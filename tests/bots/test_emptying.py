"""Emptying a hand onto the table: the order that leaves least, jokers taken and slid where the rules have that."""

from __future__ import annotations

from typing import Any

import pytest

from continental.bots.emptying import Emptied, Emptying, places
from continental.cards import as_hand, parse_card, parse_cards, print_cards
from continental.melds import ContractRules, Grammar, RunRule, SetRule, parse_meld
from continental.play.actions import LayOff, SlideJoker, TakeJoker
from continental.play.terms import End, Seat
from continental.rules.contracts import ContractPlay, JokerTake, TableRules

MELDING = ContractRules(Grammar(SetRule(min_naturals=1), RunRule(max_size=14, min_naturals=1)))
VALUES = tuple([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10] * 4 + [15])
ME = Seat(0)


def emptied(
    hand: str, *melds: str, take: JokerTake | None = None, slides: bool = False, owners: tuple[int, ...] = (), **table: Any
) -> Emptied:
    laws = {"layoff_now": True, "new_melds": False, "final_discard": False, **table}
    play = ContractPlay(MELDING, TableRules(**laws), take)
    seats = tuple(Seat(seat) for seat in owners) or (ME,) * len(melds)
    search = Emptying(ME, play, MELDING, VALUES, seats, takes_jokers=take is not None, slides_jokers=slides)
    return search.best(as_hand(parse_cards(hand)), tuple(map(parse_meld, melds)))


def left(found: Emptied) -> str:
    return print_cards(found.left)


def test_a_single_card_never_blocks_a_better_place() -> None:
    found = emptied("TS 9S", "JS QS KS", "TH TD TC")
    assert found.left == ()
    assert found.steps == (LayOff(ME, parse_card("TS"), 0, End.LOW), LayOff(ME, parse_card("9S"), 0, End.LOW))


def test_cards_are_laid_one_after_another_at_both_ends() -> None:
    assert left(emptied("3H 4H 9H 2C KD", "5H 6H 7H 8H")) == "KD 2C"


def test_a_joker_bridges_a_gap() -> None:
    assert emptied("JK 9H", "5H 6H 7H", "2S 2D 2C").left == ()


def test_nothing_to_lay_is_no_step() -> None:
    found = emptied("KD 2C", "5H 6H 7H")
    assert (left(found), found.steps) == ("KD 2C", ())


def test_the_last_card_stays_where_it_must_be_thrown() -> None:
    assert len(emptied("8H 9H", "5H 6H 7H", final_discard=True).left) == 1


def test_a_joker_is_taken_for_its_card_and_laid_elsewhere() -> None:
    take = JokerTake(sets=False, replay="free", same_owner=False)
    found = emptied("6H", "5H JK=6H 7H", "2S 3S 4S", take=take)
    assert found.left == ()
    assert isinstance(found.steps[0], TakeJoker)
    assert left(emptied("6H KD", "5H JK=6H 7H", "2S 3S 4S")) == "6H KD", "where no jokers are taken"


def test_a_joker_that_must_go_into_another_run_is_only_taken_where_it_can() -> None:
    take = JokerTake(sets=False, replay="run", same_owner=False)
    assert emptied("6H KD QC", "5H JK=6H 7H", take=take).steps == ()
    assert left(emptied("6H KD QC", "5H JK=6H 7H", "2S 3S 4S", take=take)) == "KD QC"
    owned = JokerTake(sets=False, replay="run", same_owner=True)
    assert emptied("6H KD QC", "5H JK=6H 7H", "2S 3S 4S", take=owned, owners=(1, 2)).steps == ()
    assert left(emptied("6H KD QC", "5H JK=6H 7H", "2S 3S 4S", take=owned, owners=(1, 1))) == "KD QC"


@pytest.mark.parametrize("sets", [True, False])
def test_a_joker_in_a_set_is_taken_only_where_the_rules_have_that(sets: bool) -> None:
    take = JokerTake(sets=sets, replay="meld", same_owner=False)
    found = emptied("9C 4H", "9H 9D JK=9C", "5H 6H 7H", take=take)
    assert any(isinstance(step, TakeJoker) for step in found.steps) <= sets
    assert found.left == ()


def test_a_joker_slides_to_an_end() -> None:
    found = emptied("6H", "5H JK=6H 7H", slides=True)
    assert found.left == ()
    assert isinstance(found.steps[0], SlideJoker)


def test_many_cards_that_fit_are_still_answered() -> None:
    found = emptied(
        "2S 3S 4S 9S TS JS 2H 3H 9H TH 5D 5C 6D 6C JK JK JK", "5S 6S 7S", "5H 6H 7H", "5D 5S 5H", "6C 6S 6D", "8C 8D 8H"
    )
    assert len(found.left) <= 6
    assert len(found.steps) == 17 - len(found.left)


def test_places_are_the_faces_that_a_meld_takes() -> None:
    assert print_cards(sorted(places(parse_meld("5H 6H 7H"), MELDING))) == "4H 8H JK"
    assert print_cards(sorted(places(parse_meld("9H 9D JK=9S"), MELDING))) == "9S 9H 9D 9C JK"
