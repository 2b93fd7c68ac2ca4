"""The page and the terminal ask for keys that there are, and every text of their surfaces is asked for."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Final

import pytest

from continental.words import read

STATIC: Final = Path(__file__).parents[2] / "src" / "continental" / "web" / "static"
SURFACES: Final = ("table", "start", "seldom", "melds", "learning", "pad", "hand")
SCRIPTS: Final = "\n".join(path.read_text("utf-8") for path in sorted(STATIC.rglob("*.js")))
CLI: Final = STATIC.parents[1] / "cli"
FORM: Final = re.compile("_(zero|one|two|few|many|other|you|fresh)$")
KEY: Final = re.compile(rf"[\"`]((?:{'|'.join(SURFACES)})\.(?!json|css)[\w.]+)[\"`]")
MADE: Final = re.compile(rf"`((?:{'|'.join(SURFACES)})\.(?!css)(?:[\w.]|\$\{{[^`]*?\}})+)`")
"""A key that is put together from parts."""


def bases(surface: str) -> set[str]:
    """The keys of a surface without the endings that a reader chooses by."""
    found = set()
    for key in read(surface):
        while FORM.search(key):
            key = FORM.sub("", key)  # noqa: PLW2901
        found.add(key)
    return found


def pattern_of(made: str) -> re.Pattern[str]:
    """What a key may be that is put together from parts, without its surface."""
    texts = re.split(r"\$\{.*?\}", made.partition(".")[2])
    return re.compile(r"[\w.]*".join(map(re.escape, texts)))


def test_every_key_that_the_page_asks_for_is_there() -> None:
    asked = KEY.findall(SCRIPTS)
    assert len(asked) > 200
    for key in asked:
        surface, _, rest = key.partition(".")
        assert rest in bases(surface), key


def test_every_key_that_is_put_together_may_be_there() -> None:
    for made in MADE.findall(SCRIPTS):
        surface, _, _ = made.partition(".")
        assert any(pattern_of(made).fullmatch(key) for key in bases(surface)), made


@pytest.mark.parametrize("surface", SURFACES)
def test_every_text_is_asked_for(surface: str) -> None:
    made = [pattern_of(each) for each in MADE.findall(SCRIPTS) if each.startswith(f"{surface}.")]
    named = {*KEY.findall(SCRIPTS)}
    unused = []
    for key in bases(surface):
        *parts, last = key.split(".")
        is_asked = f"{surface}.{key}" in named or any(pattern.fullmatch(key) for pattern in made)
        # A text without slots is a property. One of a part is asked for by a name that is worked out, such as an event's.
        is_property = re.search(rf"\.{re.escape(last)}\b|\b{re.escape(last)}[,:] ", SCRIPTS) is not None
        is_of_part = bool(parts) and re.search(rf"\.{re.escape(parts[-1])}(\[|\.\$|\))", SCRIPTS) is not None
        if not is_asked and not is_property and not is_of_part:
            unused.append(key)
    assert unused == []


def asked_by_the_terminal() -> set[str]:
    """Find the texts in the code of the command line that read as keys: a part of the file, and a name in it."""
    parts = "|".join({key.partition(".")[0] for key in read("terminal")})
    nodes = (node for path in CLI.glob("*.py") for node in ast.walk(ast.parse(path.read_text("utf-8"))))
    texts = (node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))
    return {text for text in texts if re.fullmatch(rf"({parts})\.[a-z_]+", text)}


def test_the_terminal_asks_for_every_text_that_is_there_and_no_other() -> None:
    assert asked_by_the_terminal() == bases("terminal")
