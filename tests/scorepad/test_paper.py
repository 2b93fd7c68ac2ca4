"""The score sheet of a match on paper."""

from __future__ import annotations

import pytest

from continental.hands.possible_counts import largest_count
from continental.play.refusal import Refused
from continental.play.terms import Cents, Ending, Why
from continental.rules.load import load
from continental.scorepad.items import PaperHand
from continental.scorepad.paper import Paper
from continental.scorepad.read import read_hand
from continental.scorepad.refusal import SENTENCES, EntryRefused

HAND = PaperHand("A", Ending.CLOSE, {"B": 5, "C": 95}, None, {"C": 3}, None, ("C",))


def paper() -> Paper:
    return Paper.begin(load("house"), ("A", "B", "C"), Cents(1000), "C")


def test_a_sheet_begins_with_the_antes_and_the_dealer() -> None:
    begun = paper()
    assert (begun.standing.pot, begun.standing.dealer, begun.seat("B")) == (3000, 2, 1)
    assert [(number, paid.why) for number, paid in begun.transfers()] == [(0, Why.ANTE)] * 3
    assert Paper.begin(load("house"), ("A", "B"), Cents(1000)).standing.dealer == 0


def test_a_sheet_is_refused_where_the_rules_do_not_take_it() -> None:
    with pytest.raises(Refused, match="2 to 6"):
        Paper.begin(load("house"), ("A",), Cents(1000))
    with pytest.raises(Refused, match="multiple of"):
        Paper.begin(load("house"), ("A", "B"), Cents(1))


def test_an_entry_makes_a_new_sheet_and_leaves_the_old_one() -> None:
    begun = paper()
    entered = begun.enter(HAND)
    assert (len(begun.pages), len(entered.pages)) == (1, 2)
    assert begun.standing.totals == (0, 0, 0)
    assert entered.standing.totals == (-10, 5, 5)
    assert [(offer.seat, offer.target, offer.price) for offer in entered.offers(1)] == [(2, 5, 1000)]
    assert [paid.why for number, paid in entered.transfers() if number == 1][-1] is Why.BUY_BACK


def test_a_refused_entry_changes_nothing() -> None:
    begun = paper()
    before = (begun.standing, begun.pages)
    with pytest.raises(EntryRefused) as refused:
        begun.enter(PaperHand("A", Ending.CLOSE, {"B": 5}, None, {}, None, ()))
    assert (begun.standing, begun.pages) == before
    assert (refused.value.code, refused.value.hand) == ("count_missing", 1)


@pytest.mark.parametrize(
    ("switches", "jokers", "most"),
    [
        ({}, 0, 110),
        ({}, 1, 115),
        ({}, 7, 145),
        ({"joker_value": "one_to_fifteen"}, 2, 120),
        ({"joker_value": "fixed_20"}, 2, 130),
        ({"joker_value": "fixed_25"}, 2, 140),
        ({"joker_value": "any_number"}, 1, 250),
        ({"count_choice": "free"}, 0, 140),
        ({"count_choice": "free"}, 2, 150),
    ],
)
def test_the_largest_count(switches: dict[str, str], jokers: int, most: int) -> None:
    assert largest_count(load("house", switches), jokers) == most


def test_read_hand_reads_one_hand_and_names_its_number() -> None:
    found = read_hand({"ended_by": "A", "ending": "close", "counts": {"B": 5, "C": 95}, "jokers": {"C": 3}, "buys": ["C"]}, 4)
    assert found == HAND
    with pytest.raises(EntryRefused, match=r"^Hand 4: The hand has no counts"):
        read_hand({"ended_by": "A", "ending": "close"}, 4)


def test_every_code_is_a_sentence() -> None:
    assert all(sentence[0].isupper() or sentence[0] in "{b" for sentence in SENTENCES.values())
    assert all(sentence.endswith(".") for sentence in SENTENCES.values())
    assert EntryRefused("match_was_over", 3, last=2).sentence == "Hand 3: The match was over after hand 2."
    assert EntryRefused("match_was_over", last=2).sentence == "The match was over after hand 2."
