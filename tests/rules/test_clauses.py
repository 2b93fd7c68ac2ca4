"""Every clause, interaction and switch of a rule set's document has a test named after it, and no test names another."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from continental.rules.tables import catalogue, switches_of

ROOT: Final = Path(__file__).parents[2]
KEYS: Final = [
    path.name for path in sorted((ROOT / "tests" / "rules").iterdir()) if (ROOT / f"docs/rules/{path.name}.md").exists()
]
"""The rule sets that have tests of their clauses."""
CLAUSE: Final = re.compile(r"^\s*- \*\*(\d+(?:\.(?:\d+[a-z]?|t))?)\*\*", re.MULTILINE)
MEETING: Final = re.compile(r"^\| (I\d+) \|", re.MULTILINE)
SWITCH: Final = re.compile(r"^\| `(\w+)` \|", re.MULTILINE)
THROUGH: Final = re.compile(r"^test_(\d+)[a-z]?_")
"""A test of a document whose clauses are numbered through, 1, 2, 3 …; a letter may tell parts of a clause apart."""
NAMED: Final = re.compile(r"^test_(?:(?P<section>\d+)_(?P<number>\d+[a-z]?|t)|(?P<meeting>I\d+))_")


@cache
def written(key: str) -> tuple[frozenset[str], frozenset[str]]:
    """The clauses and interactions of the document, and its switches."""
    text = (ROOT / f"docs/rules/{key}.md").read_text(encoding="utf-8")
    return frozenset(CLAUSE.findall(text)) | frozenset(MEETING.findall(text)), frozenset(SWITCH.findall(text))


@cache
def names_in(key: str) -> frozenset[str]:
    """The names of all tests of the rule set's clauses."""
    files = (ROOT / "tests" / "rules" / key).glob("test_*.py")
    nodes = (node for path in files for node in ast.parse(path.read_text(encoding="utf-8")).body)
    return frozenset(node.name for node in nodes if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"))


def is_numbered_through(key: str) -> bool:
    """Whether the document numbers its clauses 1, 2, 3 …, and not by sections."""
    return not any("." in clause for clause in written(key)[0])


def clause_of(test: str, *, through: bool = False) -> str | None:
    """The clause or interaction that a test is named after; None where it is named otherwise."""
    if through:
        numbered = THROUGH.match(test)
        return numbered[1] if numbered else None
    found = NAMED.match(test)
    if found is None:
        return None
    return found["meeting"] or f"{found['section']}.{found['number']}"


def test_the_house_is_looked_at_whole() -> None:
    assert "house" in KEYS
    clauses, switches = written("house")
    assert {f"I{number}" for number in range(1, 44)} <= clauses
    assert {"1.1", "1.t", "2.5", "3.6", "4.0", "4.5", "5.4", "6.0", "6.7", "7.0a", "7.0b", "7.0c", "7.5"} <= clauses
    assert len(clauses) == 43 + 5 + 5 + 6 + 6 + 4 + 8 + 8
    assert len(switches) == 34


@pytest.mark.parametrize(("key", "last"), [("seven_hands", 28), ("fournier", 20), ("contract", 22)])
def test_the_contract_games_are_looked_at_whole(key: str, last: int) -> None:
    assert key in KEYS
    assert is_numbered_through(key)
    assert {int(clause) for clause in written(key)[0]} == set(range(1, last + 1))


@pytest.mark.parametrize("key", KEYS)
def test_every_clause_and_interaction_has_a_test(key: str) -> None:
    through = is_numbered_through(key)
    assert written(key)[0] - {clause_of(test, through=through) for test in names_in(key)} == frozenset()


@pytest.mark.parametrize("key", KEYS)
def test_no_test_names_a_clause_that_is_not_written(key: str) -> None:
    through = is_numbered_through(key)
    named = {test: clause for test in names_in(key) if (clause := clause_of(test, through=through)) is not None}
    assert {test for test, clause in named.items() if clause not in written(key)[0]} == set()


@pytest.mark.parametrize("key", KEYS)
def test_every_switch_has_a_test_and_no_test_names_another(key: str) -> None:
    switches = written(key)[1]
    tests = [test.removeprefix("test_switch_") for test in names_in(key) if test.startswith("test_switch_")]
    without = {name for name in switches if not any(test == name or test.startswith(f"{name}_") for test in tests)}
    unknown = {test for test in tests if not any(test == name or test.startswith(f"{name}_") for name in switches)}
    assert (without, unknown) == (set(), set())


WRITTEN_OUT: Final = ("contract", "fournier", "seven_hands")
"""The documents that follow a printed text with gaps."""
TAGS: Final = {"text", "reading", "source", "decided"}


def clauses_of(key: str) -> dict[str, str]:
    """Each clause of the document, with all its lines."""
    text = (ROOT / f"docs/rules/{key}.md").read_text(encoding="utf-8")
    return dict(re.findall(r"^- \*\*(\d+)\*\* (.*(?:\n  .*)*)", text, re.MULTILINE))


@pytest.mark.parametrize("key", WRITTEN_OUT)
def test_every_clause_says_where_it_comes_from(key: str) -> None:
    for number, clause in clauses_of(key).items():
        tags = re.match(r"\*\(([a-z, ]+)\)\* ", clause)
        assert tags, f"clause {number} of {key} does not begin with its tags, such as *(text, decided)*"
        assert set(tags[1].split(", ")) <= TAGS, number


@pytest.mark.parametrize("key", WRITTEN_OUT)
def test_every_reading_says_so_and_names_its_switch(key: str) -> None:
    """A reading quotes the words that it reads, and names the switch of another, or says that there is none to play."""
    for number, clause in clauses_of(key).items():
        if "reading" in clause.partition(")*")[0]:
            told = " ".join(clause.split())
            assert re.search(r"“[^”]+” is read ", told), number
            named = set(re.findall(r"`(\w+)`", told)) & switches_of(key).keys()
            assert named or "No other reading can be played" in told, number


@pytest.mark.parametrize("key", catalogue())
def test_every_text_opens_with_the_words_that_it_uses(key: str) -> None:
    text = (ROOT / f"docs/rules/{key}.md").read_text(encoding="utf-8")
    opening = " ".join(re.findall(r"(?ms)^Words: .*?(?=\n\n|\Z)", text.partition("\n## ")[0])[0].split())
    assert "low is good" in opening
    terms = {"house": ("deal", "hand", "ender", "In"), "fournier": ("deal", "hand", "ender", "exposed")}
    for term in terms.get(key, ("deal", "hand", "ender", "down")):
        assert f"*{term}*" in opening, term


def test_names_are_read_as_clauses() -> None:
    assert clause_of("test_4_1_knock_is_declared_before_drawing") == "4.1"
    assert clause_of("test_1_t_the_pack_by_starters") == "1.t"
    assert clause_of("test_7_0b_heads_up") == "7.0b"
    assert clause_of("test_I38_thrown_back") == "I38"
    assert clause_of("test_2_nothing_is_laid_down") is None
    assert clause_of("test_the_worked_values") is None
    assert clause_of("test_9_same_suit_runs", through=True) == "9"
    assert clause_of("test_15c_a_joker_stays", through=True) == "15"
    assert clause_of("test_switch_deal_7", through=True) is None
