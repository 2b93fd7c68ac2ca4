"""The two readers of the words, in Python and in the page, say the same of every text."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from continental.words import FORMATTERS, read, say

ROOT: Final = Path(__file__).parents[2]
DENO: Final = Path(sys.executable).with_name("deno")
SAMPLES: Final[Mapping[str, list[Any]]] = {
    "number": [-7, 0, 12],
    "signed": [-7, 0, 12],
    "money": [-2050, 0, 5, 2000],
    "gain": [-2050, 0, 5, 2000],
    "list": [[], ["Ana"], ["Ana", "Bo"], ["Ana", "Bo", "Cy", "Dora"]],
    "card": ["JK", "TS", "AH", "9C"],
    "cards": [[], ["JK"], ["2D", "JK"]],
    "time": [-5, 0, 999, 59_001, 600_000],
    "capital": ["", "a card"],
    "series": [[], ["Ana"], ["Ana", "Bo"]],
}
WORDS: Final = ROOT / "src" / "continental" / "words"
# The texts of switches are looked up by values, of which one ends like a plural.
SURFACES: Final = sorted(path.stem for path in (WORDS / "en").glob("*.json") if path.stem != "switches")
SLOT: Final = re.compile(r"{{\s*(\w+)\s*(?:,\s*(\w+)\s*)?}}")
PLURAL: Final = re.compile("_(zero|one|two|few|many|other)$")
READER: Final = """
import { teller } from "./src/continental/web/static/shared/catalogue.js";
const { texts, asked } = JSON.parse(await new Response(Deno.stdin.readable).text());
const told = asked.map(([surface, key, given]) => teller(texts[surface], texts.format, "en").t(key, given));
console.log(JSON.stringify(told));
"""


CHOSEN: Final[dict[str, Any]] = {
    "took": "{{name}} took",
    "took_you": "You took",
    "left_one": "{{count}} card",
    "left_other": "{{count}} cards",
    "left_zero": "none",
    "left_you_one": "you, {{count}} card",
    "left_you_other": "you, {{count}} cards",
    "part": {"name": "{{ name , capital }} {{name}}", "empty": ""},
}
"""Texts with every kind of form."""


def told_by_the_page(texts: Mapping[str, Any], asked: Sequence[tuple[str, str, Mapping[str, Any]]]) -> list[str]:
    """Say each text by the page's reader."""
    given = json.dumps({"texts": texts, "asked": asked})
    ran = subprocess.run(
        [DENO, "eval", "--quiet", READER],
        input=given,
        env=os.environ | {"NO_COLOR": "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    found: list[str] = json.loads(ran.stdout)
    return found


def values(texts: list[str]) -> Iterator[dict[str, Any]]:
    """Values for the slots of these texts: the first of each formatter's samples, then the second, and so on."""
    found = dict(slot for text in texts for slot in SLOT.findall(text))
    for place in range(max((len(SAMPLES[name]) for name in found.values() if name), default=1)):
        yield {slot: SAMPLES[name][place % len(SAMPLES[name])] if name else f"<{slot}>" for slot, name in found.items()}


def questions(surface: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Ask for each text of a surface with all kinds of values, and with numbers that choose among its forms."""
    families: dict[str, list[str]] = {}
    for key, text in read(surface).items():
        families.setdefault(PLURAL.sub("", key), []).append(text)
    for key, texts in families.items():
        for given in values(texts):
            for count in (0, 1, 2, 5) if key not in read(surface) else (None,):
                yield surface, key, given if count is None else {**given, "count": count}


def test_every_formatter_has_samples() -> None:
    assert SAMPLES.keys() == FORMATTERS.keys()


def test_python_and_the_page_say_the_same_of_every_text() -> None:
    texts = {surface: json.loads((WORDS / "en" / f"{surface}.json").read_text("utf-8")) for surface in SURFACES}
    asked = [question for surface in SURFACES for question in questions(surface)]
    assert len(asked) > 400
    assert told_by_the_page(texts, asked) == [say(read(surface), key, given) for surface, key, given in asked]


def test_python_and_the_page_choose_the_same_form() -> None:
    given = [
        {"name": "ana", **({"count": count} if count is not None else {}), **({"context": context} if context else {})}
        for count in (None, 0, 1, 2, 21)
        for context in (None, "you", "unknown")
    ]
    asked = [("own", key, one) for one in given for key in ("took", "part.name", "part.empty")]
    asked += [("own", "left", one) for one in given if "count" in one]
    flat = {
        **{key: text for key, text in CHOSEN.items() if isinstance(text, str)},
        **{f"part.{key}": text for key, text in CHOSEN["part"].items()},
    }
    texts = {"own": CHOSEN, "format": json.loads((WORDS / "en" / "format.json").read_text("utf-8"))}
    told = told_by_the_page(texts, asked)
    assert told == [say(flat, key, one) for _, key, one in asked]
    assert told[told.index("You took") + 1] == "Ana ana"
    assert {"none", "1 card", "21 cards", "you, 1 card", "you, 2 cards"} <= {*told}


@pytest.mark.parametrize("surface", SURFACES)
def test_forms_have_a_text_for_all_other_numbers(surface: str) -> None:
    texts = read(surface)
    for key in texts:
        if PLURAL.search(key):
            assert PLURAL.sub("_other", key) in texts, key


@pytest.mark.parametrize("surface", SURFACES)
def test_slots_are_well_formed(surface: str) -> None:
    for key, text in read(surface).items():
        assert re.search("[{}]", SLOT.sub("", text)) is None, key
        assert {name for _, name in SLOT.findall(text)} <= {"", *FORMATTERS}, key


@pytest.mark.parametrize(
    ("texts", "key", "given"), [({}, "none", {}), ({"k": "{{a}}"}, "k", {}), ({"k": "{{a, no}}"}, "k", {"a": 1})]
)
def test_what_cannot_be_said_is_a_fault(texts: Mapping[str, str], key: str, given: Mapping[str, Any]) -> None:
    with pytest.raises(KeyError):
        say(texts, key, given)
