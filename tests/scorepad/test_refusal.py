"""The pad's refusals: every code is a word, every sentence a sentence, each code is raised somewhere and no other is."""

from __future__ import annotations

import ast
import pickle
import re
from pathlib import Path

import pytest

from continental.play.refusal import Refused
from continental.scorepad.refusal import SENTENCES, EntryRefused
from continental.table.refusal import TableRefused

SOURCE = Path(__file__).parents[2] / "src" / "continental"


def raised() -> set[str]:
    """The codes with which refusals of the pad are made."""
    codes: set[str] = set()
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "EntryRefused":
                codes |= {str(each.value) for each in ast.walk(node.args[0]) if isinstance(each, ast.Constant)}
    return codes


def test_every_code_is_raised_and_no_other() -> None:
    told = raised()
    starts = {code for code in told if code.endswith("_")}
    assert {code for code in SENTENCES if code not in told and not code.startswith(tuple(starts))} == set()
    assert told - starts <= set(SENTENCES)


@pytest.mark.parametrize("code", SENTENCES)
def test_codes_are_words_and_sentences_are_sentences(code: str) -> None:
    assert re.fullmatch(r"[a-z]+(_[a-z]+)*", code)
    assert re.fullmatch(r"[A-Z{\d].*\.", SENTENCES[code])
    assert not re.search(r"[a-z]_[a-z]", re.sub(r"{{\w+}}", "", SENTENCES[code])), "a key of the wire is no word for people"


def test_a_refusal_says_its_hand() -> None:
    refused = EntryRefused("count_missing", 3, name="Bo")
    assert (refused.code, refused.hand) == ("count_missing", 3)
    assert str(refused) == "Hand 3: The count of Bo is missing; everyone else who is in counts."


@pytest.mark.parametrize(
    "refused",
    [
        Refused("joker_owed"),
        TableRefused("table_long", most=3),
        EntryRefused("too_many_entries", most=2),
        EntryRefused("count_missing", 3, name="Bo"),
    ],
)
def test_every_refusal_is_one_kind_and_survives_another_process(refused: Refused) -> None:
    assert isinstance(refused, Refused)
    copied = pickle.loads(pickle.dumps(refused))
    assert type(copied) is type(refused)
    assert (copied.code, copied.sentence, str(copied)) == (refused.code, refused.sentence, str(refused))
    assert getattr(copied, "hand", None) == getattr(refused, "hand", None)
