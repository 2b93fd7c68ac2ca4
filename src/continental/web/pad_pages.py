"""The pages of the scorepad and of the hand checker, and the worker that keeps a pad's page for a phone without a connection."""

from __future__ import annotations

import json
from typing import Any, Final

from fastapi import FastAPI
from fastapi.responses import HTMLResponse, Response

from continental.rules.base import RuleSet
from continental.scorepad.checks import ending_points, endings, knock_cards
from continental.scorepad.paper import USUAL_DEALER
from continental.web import pages
from continental.web.trust import shell_files

KEPT_PAGES: Final = ("/pad", "/pad/kept")
"""The pages that are kept: where pads are made, and one that stands for every pad, whose key is in the address alone."""


def add_pad_pages(app: FastAPI) -> None:
    """Add the addresses of the pages; what they show comes from the addresses of the pads."""

    @app.get("/pad", response_class=HTMLResponse, summary="The page where a pad is made")
    async def pads_page() -> str:
        return pages.page("pads.html", rules=pages.rules_offered(), dealer=str(int(USUAL_DEALER)))

    @app.get("/pad/service-worker.js", response_class=Response, summary="Keeps the pad's page for a phone without a connection")
    async def pad_worker() -> Response:
        version = pages.static_version()
        kept = [f"/static/v-{version}/{name}" for name in shell_files() if name.endswith((".js", ".css", ".svg"))]
        shell = {"version": version, "files": kept, "pages": KEPT_PAGES}
        text = f"const SHELL = {json.dumps(shell)};\n" + (pages.STATIC / "pad" / "worker.js").read_text("utf-8")
        headers = {"cache-control": "no-cache", "service-worker-allowed": "/pad"}
        return Response(text, media_type="text/javascript", headers=headers)

    @app.get("/pad/{key}", response_class=HTMLResponse, summary="The page of a pad, by whichever of its links")
    async def pad_page(key: str) -> str:  # noqa: ARG001 (the page reads it from its own address)
        return pages.page("pad.html")

    @app.get("/season/{key}", response_class=HTMLResponse, summary="The page of a season of pads")
    async def season_page(key: str) -> str:  # noqa: ARG001 (the page reads it from its own address)
        return pages.page("season.html")

    @app.get("/hand", response_class=HTMLResponse, summary="The page that says what a hand is worth")
    async def hand_page() -> str:
        return pages.page("hand.html", rules=pages.rules_offered())


def entry_form(rules: RuleSet, jokers: int) -> dict[str, Any]:
    """What a form for any hand of the match has, the earlier ones too: endings with what each scores, jokers, the lines."""
    if rules.money_match is None:
        return {"endings": [], "jokers": 0, "feeding": False, "line": None, "window_from": None}
    scored = ending_points(rules)
    return {
        "endings": [
            {"ending": each.value, "scores": [scored[each]] if each in scored else list(knock_cards(rules, 0))}
            for each in endings(rules)
        ],
        "jokers": jokers,
        "feeding": rules.chosen.get("feeding", "off") != "off",
        "line": rules.match.elimination.line,
        "window_from": rules.match.elimination.window_from,
    }
