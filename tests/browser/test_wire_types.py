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
from continental.words import read

STATIC = Path(str(resources.files("continental.web") / "static"))
SCRIPTS = sorted(STATIC.rglob("*.js"))


def test_the_pages_types_of_the_wire_are_those_of_the_server() -> None:
    stale = "python -m continental.web.page.wire_types writes wire-types.js again"
    assert (STATIC / "shared" / "wire-types.js").read_text() == wire_types(), stale


def test_the_modules_name_types_of_the_wire_that_there_are() -> None:
    text = (STATIC / "shared" / "wire.js").read_text()
    assert set(re.findall(r"wire-types\.js\"\)\.(\w+)", text)) == {*NAMED}


def test_every_event_has_its_words_or_is_left_unsaid_on_purpose() -> None:
    texts = {key.removeprefix("events.") for name in ("table", "melds") for key in read(name) if key.startswith("events.")}
    unsaid_row = re.search(r"const UNSAID = \[(.*?)\];", (STATIC / "shared" / "telling.js").read_text(), re.DOTALL)
    assert unsaid_row is not None
    unsaid = set(re.findall(r'"(\w+)"', unsaid_row[1]))
    put_together = {"paid", "match_ended"}
    sent = {type_tag(kind) for kind in (*get_args(SeenEvent), *get_args(RoomEvent))}
    said = {kind for kind in sent if any(text == kind or text.startswith(f"{kind}_") for text in texts)}
    assert not said & unsaid
    assert sent - said - unsaid - put_together == set(), "give the new event a text in words/en, or name it in UNSAID"
    assert (unsaid | put_together) - sent == set(), "no event of that name is sent any more"
    assert {text for text in texts if not any(text == kind or text.startswith(f"{kind}_") for kind in said)} == set()


def test_no_module_builds_markup_from_text() -> None:
    for part in SCRIPTS:
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(", part.read_text()), part
