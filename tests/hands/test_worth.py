"""What a hand is worth, and what each count leads to."""

from continental.cards import parse_card, parse_cards
from continental.hands.worth import dial, worth
from continental.play.actions import Draw, Knock
from continental.play.terms import Seat
from continental.rules.load import load
from continental.rules.match import Lands
from continental.testing.builders import hand, match_with

RULES = load("house")


def test_ten_cards_are_worth_their_least_count() -> None:
    found = worth(RULES, hand("9C 9H 9S 4S 5S 6S 7S KD QH 2C"), 0)
    assert (found.least, found.left, found.thrown) == (22, tuple(sorted(parse_cards("QH KD 2C"))), None)
    assert sorted(len(meld.cards) for meld in found.melds) == [3, 4]


def test_eleven_cards_are_worth_what_the_best_discard_leaves() -> None:
    found = worth(RULES, hand("9C 9H 9S 4S 5S 6S 7S KD QH 2C AC"), 0)
    assert (found.least, found.thrown) == (22, parse_card("AC"))


def test_a_joker_that_no_meld_takes_counts_as_low_as_it_can() -> None:
    found = worth(RULES, hand("AS 3H 5D 7C 9S JH KD 2C 4S JK"), 0)
    with_joker = worth(RULES, hand("AS 3H 5D 7C 9S JH KD 2C 4S 6H"), 0)
    assert found.held == 1
    assert found.least == with_joker.least - 6 + 2


def test_the_ace_is_light_at_99() -> None:
    text = "9C 9H 9S 4S 5S 6S 7S 8S TS AC"
    assert worth(RULES, hand(text), 98).least == 25
    assert worth(RULES, hand(text), 99).least == 11


def test_totals_land_in_the_window_or_out() -> None:
    assert [RULES.match.elimination.lands(total) for total in (89, 90, 100, 101)] == [
        Lands.IN,
        Lands.WINDOW,
        Lands.WINDOW,
        Lands.OUT,
    ]


def test_the_dial_shows_every_total_that_one_held_joker_reaches() -> None:
    match = match_with(
        ["2C 9C 9H 9S 4S 5S 6S KD KH KS", "JK 5D 5H 6C 7C 8C QS QH QD QC"],
        players=2,
        totals=(0, 88),
        switches={"split_scope": "off"},
    )
    assert dial(match.rules, match.position, Seat(1)) == ()
    match.play(Knock(Seat(0), parse_card("2C")))
    rows = dial(match.rules, match.position, Seat(1))
    assert [row.total for row in rows if row.best] == [88]
    assert rows[0].points == 0
    # the joker held back leaves both fives as well: 10 and what it is called
    assert [row.total for row in rows[1:]] == [88 + 10 + called for called in (*range(2, 11), 15)]
    assert [row.lands for row in rows[:2]] == [Lands.IN, Lands.WINDOW]
    for row in rows:
        assert row.act in match.options(Seat(1))


def test_nobody_has_a_dial_in_a_turn() -> None:
    match = match_with(players=3)
    match.play(Draw(Seat(0)))
    assert dial(match.rules, match.position, Seat(0)) == ()
