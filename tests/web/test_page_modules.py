"""The page's modules do one thing in one place: make buttons, send requests, install the service worker."""

from __future__ import annotations

import re

import pytest

from continental.web.page import pages

MADE_ONCE = {
    r'\bh\(\s*"button"': {"shared/button.js"},
    # ask.js itself needs words.js, counter.js loads parts of Python, offline.js looks whether there is a connection
    r"\bfetch\(": {"shared/ask.js", "shared/counter.js", "shared/offline.js", "shared/service-worker.js", "shared/words.js"},
    r"serviceWorker\.register\(": {"shared/install.js"},
}
"""By pattern the only modules that may hold it."""


@pytest.mark.parametrize("pattern", MADE_ONCE)
def test_one_module_does_it_for_all(pattern: str) -> None:
    modules = [name for name in pages.static_files() if name.endswith(".js")]
    assert {name for name in modules if re.search(pattern, (pages.STATIC / name).read_text("utf-8"))} == MADE_ONCE[pattern]


def test_every_module_lies_in_the_folder_of_those_who_use_it() -> None:
    folders = {name.partition("/")[0] for name in pages.static_files()}
    assert folders == {"table", "pad", "hand", "learn", "shared", "words"}
