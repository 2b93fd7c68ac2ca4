"""A new act of the game touches its declaration, its moves, its words, and who plays it; nothing that carries acts names one."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final, get_args

import pytest

import continental
from continental.codec import Span, page_types, reader_of, schema_of, tagged, type_tag, writer_of
from continental.play.actions import Action, Commit, Deal
from continental.play.terms import Seat

SOURCE: Final = Path(str(continental.__file__)).parent
ACTS: Final = {kind.__name__ for kind in get_args(Action) if kind not in (Commit, Deal)}
TAGS: Final = {type_tag(kind) for kind in get_args(Action) if type_tag(kind).count("_")}
"""Tags of two words and more, which are no words for anything else."""
TOUCHED: Final = (
    "play/actions.py",  # its declaration
    "rules/moves/",  # its move
    "rules/catalogue/",  # the games that have it
    "play/notation.py",  # its words in a record
    "cli/prompts.py",  # its words in the terminal
    "cli/contract_prompts.py",
    "words/",
    "bots/",  # who plays it
    "hands/",  # what is advised
    "testing/",
)
SPECIAL: Final[Mapping[str, frozenset[str]]] = {
    "cli/play.py": frozenset({"Pass"}),  # a pass that has no choice is said by the program
    "cli/replay.py": frozenset({"Buy", "Count", "Draw"}),  # advice looks at these alone
    "table/parts.py": frozenset({"GoDown"}),  # jokers whose part was left open
    "table/standing.py": frozenset({"Buy", "Pass"}),  # what is answered beforehand
    "table/stated.py": frozenset({"Allow", "BuyBack", "Count", "Discard", "Draw", "NoClaim", "Pass", "Rule", "Take"}),
    "web/learn/": frozenset({"Count", "GoDown"}),
    "web/table/trays.py": frozenset({"GoDown"}),
}
"""Modules that treat some acts apart. A new act gets nothing there unless it is to be treated apart as well."""
SAME_WORD: Final = {"play/terms.py", "rules/load.py", "cli/count.py", "cli/score_lines.py"}
"""Phases, stages and endings that are called as an act is."""


def modules() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(SOURCE.rglob("*.py")):
        name = path.relative_to(SOURCE).as_posix()
        if not name.startswith(TOUCHED):
            yield name, ast.parse(path.read_text("utf-8"))


def acts_named(tree: ast.Module) -> frozenset[str]:
    """The acts that a module imports by name."""
    return frozenset(
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "continental.play.actions"
        for alias in node.names
        if alias.name in ACTS
    )


def treated_apart(name: str) -> frozenset[str]:
    """The acts that a module treats apart."""
    return frozenset[str]().union(*(acts for start, acts in SPECIAL.items() if name.startswith(start)))


def test_nothing_that_carries_acts_names_one() -> None:
    found = {name: acts for name, tree in modules() if (acts := acts_named(tree) - treated_apart(name))}
    assert found == {}, "a module that carries acts names one; or give the reason in SPECIAL"


def test_no_module_spells_an_act_as_the_wire_does() -> None:
    found = {
        (name, node.value)
        for name, tree in modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and node.value in TAGS and name not in SAME_WORD
    }
    assert found == set(), "write the act itself: option_to_plain(GoDown(seat, melds))"


@dataclass(frozen=True, slots=True)
class Whistle:
    """Whistle a tune, so that everybody looks up."""

    seat: Seat
    tune: Annotated[int, Span(1, 9)]


@pytest.mark.parametrize("wrong", [{"tune": 0}, {"tune": 1, "loud": True}, {}])
def test_its_declaration_is_its_reader_its_writer_its_schema_and_the_pages_type(wrong: dict[str, Any]) -> None:
    acts: Any = Annotated[Any, tagged("do", Action | Whistle)]
    plain = {"do": "whistle", "seat": 2, "tune": 5}
    assert reader_of(acts)(plain) == Whistle(Seat(2), 5)
    assert writer_of(acts)(Whistle(Seat(2), 5)) == plain
    assert schema_of(acts)["oneOf"][-1]["properties"]["tune"]["maximum"] == 9
    assert '{do: "whistle", seat: number, tune: number}' in " ".join(page_types({"Act": acts}).replace("*", "").split())
    with pytest.raises(ValueError, match="whistle"):
        reader_of(acts)({"do": "whistle", "seat": 2, **wrong})
