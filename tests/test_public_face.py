"""`import continental` is the door for programs: few names, each documented, quick to import, readable when printed."""

from __future__ import annotations

import doctest
import subprocess
import sys

import pytest

import continental
from continental import Meld, load, make_bot, parse_card, parse_cards, read_record, solve
from continental.engine import Match
from continental.hands import solve as solving
from continental.play.actions import Discard, GoDown, Knock
from continental.play.terms import Cents, Seat

DICE = bytes(range(32))
SRC = str(next(iter(continental.__path__))).removesuffix("/continental")


def test_every_public_name_is_there_and_says_what_it_is_for() -> None:
    assert sorted(continental.__all__) == continental.__all__
    assert set(continental.__all__) == continental._HOME.keys()
    types_alone = {"Card", "Cards"}  # a NewType and an alias
    for name in continental.__all__:
        found = getattr(continental, name)
        assert name in types_alone or (found.__doc__ and found.__name__ == name), name
    assert set(continental.__all__) <= set(dir(continental))
    with pytest.raises(AttributeError, match="no attribute 'Whist'"):
        _ = continental.Whist


def test_the_import_loads_nothing_but_the_standard_library() -> None:
    names = ", ".join(continental.__all__)
    asked = f"""
import sys
import continental
assert [name for name in sys.modules if name.startswith("continental.")] == []
from continental import {names}
foreign = {{name.partition(".")[0] for name in sys.modules}} - sys.stdlib_module_names - {{"__main__", "continental"}}
print(sorted(name for name in foreign if not name.startswith(("_", "site"))))
"""
    ran = subprocess.run(
        [sys.executable, "-S", "-c", asked], check=False, capture_output=True, text=True, env={"PYTHONPATH": SRC}
    )
    assert (ran.stdout.strip(), ran.stderr) == ("[]", "")


@pytest.mark.parametrize("module", [continental, solving])
def test_the_examples_say_what_is_printed(module: object) -> None:
    assert doctest.testmod(module).failed == 0  # type: ignore[arg-type]


def test_cards_are_printed_as_a_player_writes_them() -> None:
    nine, joker = parse_card("9H"), parse_card("JK")
    run = Meld("run", parse_cards("5H JK 7H"), parse_cards("5H 6H 7H"))
    assert repr(run) == "Meld(5H JK=6H 7H)"
    assert repr(Discard(Seat(0), nine)) == "Discard(seat=0, card=9H)"
    assert repr(Knock(Seat(1), joker, parse_card("2C"))) == "Knock(seat=1, card=JK, called=2C)"
    assert repr(GoDown(Seat(0), (run,))) == "GoDown(seat=0, melds=(Meld(5H JK=6H 7H),))"


def test_positions_views_events_and_records_show_no_card_as_a_number() -> None:
    rules = load("house")
    match = Match.begin(rules, 3, Cents(2_000))
    match.deal(DICE)
    hand = continental.print_cards(match.position.hand(Seat(0)))
    assert f"({hand})" in repr(match.position)
    assert f"hand=({hand})" in repr(match.view(Seat(0)))
    assert any(f"({hand})" in repr(event) for event in match.events)
    assert repr(match).startswith("<Match of house, 3 players")
    from continental.play.record import Sitter
    from continental.replay import write_record

    record = read_record(write_record(match, [Sitter(name, None) for name in ("Ana", "Bo", "Cy")]))
    assert repr(record).startswith("<Record of house, 3 players")


def test_a_program_plays_a_deal_and_counts_a_hand_through_the_door() -> None:
    answer = solve(parse_cards("5H 6H 7H 9C 9D 9S 2C"))
    assert answer.plain()["least"] == solve("5H 6H 7H 9C 9D 9S 2C").plain()["least"] == 2
    assert make_bot("greedy", Seat(0), load("house"), DICE) is not None
