"""What the page says of the wire is what the server sends: the types that its modules name, and a word for every event."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path
from typing import get_args

from continental.codec import type_tag
from continental.play.view import SeenEvent
from continental.table.events import RoomEvent
from continental.web.page.wire_types import NAMED, wire_types

STATIC = Path(str(resources.files("continental.web") / "static"))
SCRIPTS = sorted(STATIC.rglob("*.js"))


def test_the_pages_types_of_the_wire_are_those_of_the_server() -> None:
    stale = "python -m continental.web.page.wire_types writes wire-types.js again"
    assert (STATIC / "shared" / "wire-types.js").read_text() == wire_types(), stale


def test_the_modules_name_types_of_the_wire_that_there_are() -> None:
    text = (STATIC / "shared" / "wire.js").read_text()
    assert set(re.findall(r"wire-types\.js\"\)\.(\w+)", text)) == {*NAMED}


def events_told(text: str) -> set[str]:
    """The kinds of events that a file of words has lines for."""
    told = text[text.index("const events = {") : text.index("\n};\n", text.index("const events = {"))]
    return set(re.findall(r"^  (\w+): ", told, re.MULTILINE))


def test_every_event_has_its_words_or_is_left_unsaid_on_purpose() -> None:
    text = (STATIC / "words" / "en.js").read_text()
    said = events_told(text) | events_told((STATIC / "words" / "en-melds.js").read_text())
    unsaid_row = re.search(r"const UNSAID = \[(.*?)\];", text, re.DOTALL)
    assert unsaid_row is not None
    unsaid = set(re.findall(r'"(\w+)"', unsaid_row[1]))
    drawn_together = {"paid"}
    assert not said & unsaid
    sent = {type_tag(kind) for kind in (*get_args(SeenEvent), *get_args(RoomEvent))}
    assert sent - said - unsaid - drawn_together == set(), (
        "give the new event its words in en.js or en-melds.js, or name it in UNSAID"
    )
    assert (said | unsaid | drawn_together) - sent == set(), "no event of that name is sent any more"


def test_no_module_builds_markup_from_text() -> None:
    for part in SCRIPTS:
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(", part.read_text()), part


def test_every_word_of_the_table_is_said_somewhere() -> None:
    text = (STATIC / "words" / "en.js").read_text()
    words = set(re.findall(r"^  (\w+)[:,]", text[text.index("export const words = {") :], re.MULTILINE))
    said = "".join(part.read_text() for part in SCRIPTS)
    taken_out = {word for row in re.findall(r"\{ ([\w, ]+) \} = words", said) for word in row.split(", ")}
    by_name_of_the_act = {"knock", "close", "continental", "straight_flush"}
    assert len(words) > 150
    assert {
        word for word in words - taken_out - by_name_of_the_act if not re.search(rf"\b(?:words|all|table)\.{word}\b", said)
    } == set()
