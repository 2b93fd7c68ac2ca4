"""Check with axe-core that everybody can read a page, in light and dark, on a desk and on a phone."""

from __future__ import annotations

from typing import Final

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize

from tests.browser.person import DESK, PHONE

LOOKS: Final[tuple[tuple[str, ViewportSize], ...]] = (("light", DESK), ("dark", PHONE))


def assert_accessible(page: Page) -> None:
    """Check that axe finds nothing on the page as it stands."""
    found = Axe().run(page).response["violations"]
    assert not found, [(fault["id"], [node["target"] for node in fault["nodes"]]) for fault in found]


def assert_accessible_in_both_schemes(page: Page) -> None:
    """Check that axe finds nothing in the light and the dark scheme."""
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        assert_accessible(page)


def assert_accessible_on_desk_and_phone(page: Page) -> None:
    """Check that axe finds nothing and nothing is wider than the screen: light on a desk, dark on a phone. Restore the size."""
    before = page.viewport_size or DESK
    for scheme, size in LOOKS:
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        page.set_viewport_size(size)
        assert_accessible(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], page.url
    page.set_viewport_size(before)
