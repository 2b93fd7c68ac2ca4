"""The documents by which a newcomer finds the way: they name what is there, and a word has one meaning."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
SOURCE: Final = ROOT / "src" / "continental"
WHERE: Final = (ROOT / "docs" / "where.md").read_text("utf-8")
GLOSSARY: Final = (ROOT / "docs" / "glossary.md").read_text("utf-8")


def modules() -> list[str]:
    found = (path.relative_to(SOURCE).as_posix() for path in SOURCE.rglob("*.py"))
    return sorted(name for name in found if "/migrations/" not in name)


def named() -> set[str]:
    """Every path in `docs/where.md`, below `src/continental`."""
    return set(re.findall(r"`([a-z_]+(?:/[a-z_]+)*(?:/|\.(?:py|toml|json)))`", WHERE))


def test_each_path_that_the_guide_names_exists() -> None:
    gone = [path for path in named() if not (SOURCE / path).exists() and not (ROOT / path).exists()]
    assert gone == []


def test_each_module_is_in_the_guide_or_in_a_folder_that_is() -> None:
    paths = named() | {"__init__.py", "__main__.py"}
    lost = [name for name in modules() if name not in paths and f"{Path(name).parent.as_posix()}/" not in paths]
    assert lost == []


def shared_names() -> dict[str, list[str]]:
    """The public classes whose name stands in several modules."""
    homes: dict[str, list[str]] = defaultdict(list)
    for name in modules():
        for node in ast.parse((SOURCE / name).read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].append(name)
    return {name: found for name, found in homes.items() if len(found) > 1}


def test_a_class_name_lives_in_one_module() -> None:
    known = set(re.findall(r"`([A-Z]\w+)`", GLOSSARY.partition("## Names that two modules still share")[2]))
    new = {name: found for name, found in shared_names().items() if name not in known}
    assert new == {}, "give one of them another name"


def test_the_glossary_says_each_word_once_and_in_order() -> None:
    for table in re.findall(
        r"(?:^\| [^|\n]+ \| [^\n]+ \|\n)+", GLOSSARY.replace("| word | meaning |\n|---|---|\n", ""), re.MULTILINE
    ):
        words = re.findall(r"^\| ([^|]+) \|", table, re.MULTILINE)
        assert words == sorted(set(words))
