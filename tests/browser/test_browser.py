"""The browser of the tests starts, draws and runs scripts here, before any page of ours is to blame."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def test_the_browser_draws_a_page_and_runs_its_script(page: Page) -> None:
    page.set_content(
        "<!doctype html><html lang=en><title>t</title><main><h1 id=h>7S</h1></main><script>h.textContent += ' JK'</script>"
    )
    assert page.inner_text("h1") == "7S JK"
    box = page.locator("h1").bounding_box()
    assert box is not None
    assert box["height"] > 0


def test_the_accessibility_checks_find_a_fault(page: Page) -> None:
    page.set_content("<!doctype html><html lang=en><title>t</title><main><h1>Deal</h1><button></button></main></html>")
    assert [violation["id"] for violation in Axe().run(page).response["violations"]] == ["button-name"]


def test_the_server_answers_the_browser(page: Page, served: str) -> None:
    answer = page.goto(served)
    assert answer is not None
    assert answer.ok
    assert page.title() != ""
