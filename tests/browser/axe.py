"""Whether a page can be read by everybody, as axe-core finds."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def assert_accessible(page: Page) -> None:
    """Axe finds nothing on the page as it stands."""
    found = Axe().run(page).response["violations"]
    assert not found, [(fault["id"], [node["target"] for node in fault["nodes"]]) for fault in found]
