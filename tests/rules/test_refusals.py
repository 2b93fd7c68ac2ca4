"""Refusals: each code has one sentence, is written in docs/refusals.md, is raised by something, and nothing raises another.

`python -m tests.rules.test_refusals` writes docs/refusals.md anew.
"""

from __future__ import annotations

import ast
import pickle
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from continental.engine import Match
from continental.play.actions import Action, Commit, Draw
from continental.play.pieces import PIECES
from continental.play.refusal import SENTENCES, Refused, print_refusal
from continental.play.terms import Cents, Phase, Seat
from continental.rules.load import load
from continental.rules.moves.feeding import Grounds
from continental.scorepad.pieces import PAD_PIECES
from continental.scorepad.refusal import SENTENCES as PAD_SENTENCES
from continental.scorepad.sayings import SAYINGS
from continental.table.refusal import TABLE_SENTENCES, TableRefused
from continental.testing.builders import match_with
from tests.rules.house.play_kit import accuse, fed, rule

ROOT: Final = Path(__file__).parents[2]
SOURCE: Final = ROOT / "src" / "continental"
PAGE: Final = ROOT / "docs" / "refusals.md"
CATALOGUES: Final = {"The game": SENTENCES, "The table": TABLE_SENTENCES}
MAKERS: Final = ("Refused", "TableRefused")
HOUSE: Final = (
    "engine.py",
    *(f"rules/{name}.py" for name in ("base", "counting", "load", "match", "money", "switches", "tables")),
    *(f"rules/moves/{name}.py" for name in ("after", "count", "dealing", "ending", "feeding", "turn")),
)
"""Where the codes come from that a match of the house can meet."""
FORM: Final = re.compile("_(one|other)$")
HEAD: Final = """# Refusals

What is not done, and why. Every refusal has a code, which is stable and meant for programs, and one sentence, which says to
a person what was wrong and what would be right. A refused act changes nothing, and nobody else is told of it. What stands in
braces is filled in.

This page is made from the program: `python -m tests.rules.test_refusals` writes it anew, and a test holds it.
"""


PIECES_ARE: Final = """What fills a slot is a value, such as a number, a card or a name of the program, or one of these pieces, or
the title of a rule set (code `rule_set`, with its `key`). On the wire a piece is `{"says", "said": {"code", "given"?}}`."""


def by_code(sentences: Mapping[str, str]) -> dict[str, str]:
    """Return the sentence of each code. Forms for one and for more stand side by side."""
    found: dict[str, str] = {}
    for key, sentence in sentences.items():
        code = FORM.sub("", key)
        found[code] = f"{found[code]} / {sentence}" if code in found else sentence
    return found


def page() -> str:
    """What docs/refusals.md has to say."""
    parts = [HEAD]
    for title, sentences in CATALOGUES.items():
        rows = [f"| `{code}` | {sentence} |" for code, sentence in by_code(sentences).items()]
        parts.append("\n".join([f"## {title}", "", "| code | sentence |", "|---|---|", *rows]) + "\n")
    rows = [f"| `{code}` | {text} |" for code, text in PIECES.items()]
    parts.append("\n".join(["## Pieces", "", PIECES_ARE, "", "| code | piece |", "|---|---|", *rows]) + "\n")
    return "\n".join(parts)


def test_the_page_says_what_the_program_says() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "python -m tests.rules.test_refusals writes docs/refusals.md anew"


@cache
def parsed(path: Path) -> tuple[ast.AST, ...]:
    """Everything that a file says."""
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def named_in(paths: Iterable[Path]) -> set[str]:
    """Every text that these files name."""
    nodes = (node for path in paths for node in parsed(path))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def raised_in(path: Path) -> set[str]:
    """The codes with which a file makes refusals of these catalogues; of a code put together from parts, the first."""
    calls = (node for node in parsed(path) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args)
    codes = (node.args[0] for node in calls if isinstance(node.func, ast.Name) and node.func.id in MAKERS)
    return {
        each.value for code in codes for each in ast.walk(code) if isinstance(each, ast.Constant) and isinstance(each.value, str)
    }


def production() -> list[Path]:
    return [path for path in sorted(SOURCE.rglob("*.py")) if path.name != "refusal.py"]


@pytest.mark.parametrize("title", CATALOGUES)
def test_every_code_is_raised_somewhere(title: str) -> None:
    named = named_in(production())
    starts = tuple(code for path in production() for code in raised_in(path) if code.endswith("_"))
    assert {code for code in by_code(CATALOGUES[title]) if code not in named and not code.startswith(starts)} == set()


def test_every_piece_fills_a_slot_somewhere() -> None:
    named = named_in(path for path in production() if path.name != "pieces.py")
    starts = ("phase_", "knock_", "call_", "fed_")
    assert {code for code in PIECES if code not in named | {"or", "did_you_mean"} and not code.startswith(starts)} == set()
    assert {code.removeprefix("phase_") for code in PIECES if code.startswith("phase_")} == {*Phase}


def english_in(call: ast.Call) -> Iterator[str]:
    """What a call fills slots with that is several words of English, put there as they are."""
    for given in call.keywords:
        parts = [each.value for each in ast.walk(given.value) if isinstance(each, ast.Constant) and isinstance(each.value, str)]
        inside = {id(each) for part in ast.walk(given.value) if isinstance(part, ast.Call) for each in ast.walk(part)}
        bare = not any(id(each) in inside for each in ast.walk(given.value) if isinstance(each, ast.Constant))
        if bare and any(re.search("[a-z]{2,} ", part) for part in parts):
            yield f"{given.arg}: {parts}"


def test_no_slot_is_filled_with_english_that_has_no_code() -> None:
    makers = (*MAKERS, "EntryRefused")
    for path in production():
        for node in parsed(path):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id not in makers:
                continue
            codes = {each.value for each in ast.walk(node.args[0]) if isinstance(each, ast.Constant)}
            if not codes <= {"bad_message", "bad_request"}:  # what is wrong with a program's message is for programs
                assert list(english_in(node)) == [], f"{path.name}: {codes}"


def test_no_two_pieces_share_a_code() -> None:
    assert (
        len(PIECES.keys() | PAD_PIECES.keys() | SAYINGS.keys() | {"rule_set"}) == len(PIECES) + len(PAD_PIECES) + len(SAYINGS) + 1
    )


def test_a_piece_goes_out_with_its_code_and_what_fills_it() -> None:
    with pytest.raises(Refused) as why:
        load("house", {"split_gap": 400})
    told = print_refusal(why.value.code, why.value.sentence)
    assert told["sentence"] == "The switch split_gap takes a whole number from 0 to 100, not 400."
    wanted = {"says": "a whole number from 0 to 100", "said": {"code": "whole_from", "given": {"least": 0, "most": 100}}}
    assert told["given"] == {"switch": "split_gap", "wanted": wanted, "value": 400, "hint": ""}
    with pytest.raises(Refused) as why:
        load("house").pack_for(9)
    title = print_refusal(why.value.code, why.value.sentence)["given"]["title"]
    assert title == {"says": "House Rules", "said": {"code": "rule_set", "given": {"key": "house"}}}


def test_no_unknown_code_is_raised() -> None:
    known = {code for sentences in CATALOGUES.values() for code in by_code(sentences)}
    for path in production():
        unknown = {code for code in raised_in(path) - known if not any(each.startswith(code) for each in known)}
        assert unknown == set(), path.name


@pytest.mark.parametrize("title", CATALOGUES)
def test_codes_are_words_and_sentences_are_sentences(title: str) -> None:
    for code, sentence in CATALOGUES[title].items():
        assert re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", code), code
        assert re.fullmatch(r"[A-Z{].*\.", sentence), code


def test_no_two_catalogues_share_a_code() -> None:
    assert len(SENTENCES.keys() | TABLE_SENTENCES.keys() | PAD_SENTENCES.keys()) == sum(
        map(len, (SENTENCES, TABLE_SENTENCES, PAD_SENTENCES))
    )


def test_a_refusal_is_its_code_its_facts_and_its_sentence_in_another_process_too() -> None:
    refused = Refused("card_not_held", card="7S")
    assert (refused.code, refused.sentence, str(refused)) == ("card_not_held", "You do not hold 7S.", "You do not hold 7S.")
    again = pickle.loads(pickle.dumps(refused))
    assert (again.code, again.facts, again.sentence) == (refused.code, refused.facts, refused.sentence)


def test_every_code_that_a_match_of_the_house_can_meet_is_met_in_a_test() -> None:
    raised = {code for name in HOUSE for code in raised_in(SOURCE / name)} & by_code(SENTENCES).keys()
    raised -= {"joker_owed"}  # jokers are taken from the table in contract games alone
    met = named_in(path for path in (ROOT / "tests").rglob("*.py") if path != Path(__file__))
    assert raised - met - MET_HERE == set()


# Refusals that no other test is about.


MET_HERE: Final = {
    "accuse_ender",
    "accuse_no_help",
    "accused_already",
    "bad_switch",
    "dice_size",
    "no_such_rules",
    "no_such_seat",
}


def code_of(match: Match, action: Action) -> str:
    with pytest.raises(Refused) as why:
        match.play(action)
    assert "{" not in why.value.sentence
    return why.value.code


@pytest.mark.parametrize(
    ("refused", "one", "more"),
    [
        ("no_such_meld", "There is 1 meld on the table.", "There are 2 melds on the table."),
        ("count_too_many_jokers", "You hold 1 joker and called 3.", "You hold 2 jokers and called 3."),
        ("cards_copies", "JK is there 1 time; the pack has 0.", "JK is there 2 times; the pack has 0."),
    ],
)
def test_a_refusal_that_counts_says_one_and_more_by_forms_of_their_own(refused: str, one: str, more: str) -> None:
    said = [Refused(refused, count=count, called=3, card="JK", most=0) for count in (1, 2)]
    assert [str(each) for each in said] == [one, more]
    assert [each.code for each in said] == [refused, refused]
    assert [print_refusal(each.code, each.sentence)["given"]["count"] for each in said] == [1, 2]
    assert str(TableRefused("too_many_bots", seats=2, count=1, bots=2)).endswith("at most 1 bot, not 2.")


def test_dice_are_32_bytes() -> None:
    match = Match.begin(load("house"), 2, Cents(1000))
    for size in (0, 31, 33):
        assert code_of(match, Commit(bytes(size))) == "dice_size"


@pytest.mark.parametrize("seat", [-2, 2, 99])
def test_there_is_no_such_seat(seat: int) -> None:
    assert code_of(match_with(["", ""]), Draw(Seat(seat))) == "no_such_seat"


def test_the_ender_and_one_who_helped_nobody_are_not_accused() -> None:
    grounds = Grounds("no_penalty", "any_winner", "in_a_row")
    deal = fed(ender=0).position.dealing
    assert _code(grounds.against(deal, Seat(0))) == "accuse_ender"
    needs_help = Grounds("pot_share", "fed_seat_ends", "in_a_row")
    assert _code(needs_help.against(fed(ender=2).position.dealing, Seat(0))) == "accuse_no_help"
    assert _code(grounds.against(fed(ender=2).position.dealing, Seat(1))) == "accuse_groundless"


def test_a_claim_that_was_ruled_on_is_not_made_again() -> None:
    match = fed(players=4)
    match.play(accuse(1, 0))
    match.play(rule(3, upheld=False))
    assert match.position.phase is Phase.COMMIT
    assert _code(Grounds("no_penalty", "any_winner", "in_a_row").against(match.position.dealing, Seat(0))) == "accused_already"


def _code(refused: Refused | None) -> str | None:
    return None if refused is None else refused.code


def test_rule_sets_and_switches_that_do_not_exist_are_refused_with_those_that_do() -> None:
    for wishes, code, named in (
        ({"ace_98": "on"}, "bad_switch", "ace_99"),
        ({"ace_99": "maybe"}, "bad_switch_value", "on or off"),
    ):
        with pytest.raises(Refused, match=named) as why:
            load("house", wishes)
        assert why.value.code == code
    with pytest.raises(Refused, match="house") as why:
        load("poker")
    assert why.value.code == "no_such_rules"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
