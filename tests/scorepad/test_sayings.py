"""What is told of a pad: every sentence has a code, each code is used, and a page can say it anew from the values."""

from __future__ import annotations

import ast
import re
from dataclasses import fields
from pathlib import Path
from typing import Any, Final

import pytest

from continental.play.refusal import print_refusal
from continental.play.saying import Said, print_said
from continental.play.terms import Ending, Why
from continental.scorepad.acts import Correct, Enter, Redo, Rename, Strike, Undo
from continental.scorepad.export import full_text, read_any
from continental.scorepad.items import DeadHand
from continental.scorepad.pieces import PAD_PIECES
from continental.scorepad.read import AnsweredHand, AnsweredPoints, read_hand
from continental.scorepad.refusal import EntryRefused
from continental.scorepad.sayings import SAYINGS, said_writer, told
from continental.scorepad.show import show_pad, show_trail
from continental.scorepad.telling import trail
from continental.words import fill, slots
from tests.scorepad.kit import entered, hand, on, pad_of

SOURCE: Final = Path(__file__).parents[2] / "src" / "continental" / "scorepad"


def named_in_the_source() -> set[str]:
    """Every text in the modules that tell of a pad, but for the catalogue itself."""
    parsed = [ast.parse((SOURCE / f"{name}.py").read_text("utf-8")) for name in ("telling", "ways", "season")]
    return {str(each.value) for tree in parsed for each in ast.walk(tree) if isinstance(each, ast.Constant)}


def test_every_sentence_is_used() -> None:
    named = named_in_the_source() | {"writer"}
    made = {f"why_{why.value}" for why in Why} | {ending.value for ending in Ending} | {f"value_{each.value}" for each in Ending}
    keys = {field.name for kind in (AnsweredHand, AnsweredPoints) for field in fields(kind)}
    told_fields = {f"field_{key}" for key in keys}
    ends = {code for code in SAYINGS if code.removesuffix("_before") in named and code.endswith("_before")}
    assert set(SAYINGS) - named - made - told_fields - ends == set()


def test_every_piece_of_a_refusal_is_used() -> None:
    paths = [*SOURCE.glob("*.py"), *(SOURCE.parent / "codec").glob("*.py")]  # the pad says what the codec wants in its own words
    parsed = [ast.parse(path.read_text("utf-8")) for path in paths if path.name != "pieces.py"]
    named = {str(each.value) for tree in parsed for each in ast.walk(tree) if isinstance(each, ast.Constant)}
    does = {f"does_{where}" for where in ("ended_by", "closed_by", "counts", "points", "jokers", "feeder", "buys")}
    assert set(PAD_PIECES) - named == does


def test_a_refusal_is_said_anew_from_its_pieces() -> None:
    with pytest.raises(EntryRefused) as why:
        read_hand({"ended_by": "Ana", "ending": "close", "counts": {"Bo": []}}, 3)
    told = print_refusal(why.value.code, why.value.sentence)
    assert told["sentence"] == "Hand 3: counts of Bo should be a whole number, not a list."
    pieces = {name: told["given"][name]["said"] for name in ("where", "wanted", "value")}
    assert pieces == {
        "where": {"code": "part_of", "given": {"part": "counts", "name": "Bo"}},
        "wanted": {"code": "a_whole_number"},
        "value": {"code": "is_list"},
    }


def test_a_writer_whom_nobody_named_is_said_by_number_and_a_name_as_it_is() -> None:
    assert said_writer("Writer's phone") == "Writer's phone"
    unnamed = said_writer("Writer 12")
    assert isinstance(unnamed, Said)
    assert (str(unnamed), unnamed.code, unnamed.given) == ("Writer 12", "writer", {"number": 12})
    pad = read_any(full_text(pad_of()).replace('"by": "Ana"', '"by": "Writer 2"'))
    said = print_said(trail(pad)[0].says)["said"]["given"]["by"]
    assert said == {"says": "Writer 2", "said": {"code": "writer", "given": {"number": 2}}}


def said_again(told: dict[str, Any]) -> str:
    """What a page makes of it: the sentence of the code, filled in by itself."""
    given = {name: _piece(value) for name, value in told["said"].get("given", {}).items()}
    return fill(SAYINGS[told["said"]["code"]], given)


def _piece(value: Any) -> str:
    if isinstance(value, list):
        return "; ".join(map(_piece, value))
    return said_again(value) if isinstance(value, dict) else str(value)


def everything_told(value: Any) -> list[dict[str, Any]]:
    """Every part of a state that is a text with what it was made of."""
    if isinstance(value, list):
        return [found for each in value for found in everything_told(each)]
    if not isinstance(value, dict):
        return []
    mine = [value] if value.get("said") and "says" in value else []
    return mine + [found for each in value.values() for found in everything_told(each)]


def test_a_page_can_say_all_that_is_told_of_a_pad_anew() -> None:
    pad = on(pad_of(), entered("Ana", "knock2", Bo=14, Cy=30), entered("Ana", "knock3", Bo=14, Cy=30), Rename("Ana", "Anna"))
    first, second = (item.id for item in pad.sheet.items)
    changed = Correct(first, hand("Anna", Bo=41, Cy=30, jokers={"Bo": 3}, feeder="Cy"), ())
    pad = on(pad, changed, Strike(second), Undo())
    found = everything_told([show_pad(pad), show_trail(trail(pad.entries), None)])
    assert len(found) > 20
    assert [each["says"] for each in found] == [said_again(each) for each in found]
    assert show_pad(pad)["undo_said"]["code"] == "a_change"


@pytest.mark.parametrize("code", SAYINGS)
def test_codes_are_words_and_slots_have_names(code: str) -> None:
    assert re.fullmatch(r"[a-z]+(_[a-z]+)*", code)
    filled = dict.fromkeys(slots(SAYINGS[code]), "x")
    assert told(code, **filled) == fill(SAYINGS[code], filled)


def test_a_dead_hand_that_somebody_ended_after_all_is_told_whole() -> None:
    close, knock = hand("Ana", "close", Bo=14, Cy=30), hand("Bo", "knock2", Ana=3, Cy=5)
    for old in (DeadHand(), close, knock):
        for new in (each for each in (close, knock) if each is not old):
            pad = on(pad_of(3), Enter(old), Correct("e2", new), Undo(), Redo())
            said = [str(row.says) for row in trail(pad.entries)]
            assert len(said) == 5
            assert said[2].startswith("Ana changed hand 1: ")
            assert len(read_any(full_text(pad))) == len(pad.entries)
            if isinstance(old, DeadHand) and new is close:
                assert "→ Ana closes: Bo 14, Cy 30" in said[2]
