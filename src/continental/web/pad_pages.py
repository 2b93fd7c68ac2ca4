"""The pages of the scorepad and of the hand checker, and the worker that keeps a pad's page for a phone without a connection."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Final

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, Response

from continental.scorepad.paper import USUAL_DEALER
from continental.table.refusal import TableRefused
from continental.web import counting, pages
from continental.web.files import FOR_EVER
from continental.web.forms import REFUSALS
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
        return _worker("pad", KEPT_PAGES)

    @app.get("/pad/{key}", response_class=HTMLResponse, summary="The page of a pad, by whichever of its links")
    async def pad_page(key: str) -> str:  # noqa: ARG001 (the page reads it from its own address)
        return pages.page("pad.html")

    @app.get("/season/{key}", response_class=HTMLResponse, summary="The page of a season of pads")
    async def season_page(key: str) -> str:  # noqa: ARG001 (the page reads it from its own address)
        return pages.page("season.html")

    _add_hand_pages(app)


def _add_hand_pages(app: FastAPI) -> None:
    @app.get("/hand", response_class=HTMLResponse, summary="The page that says what a hand is worth")
    async def hand_page() -> str:
        offered = await asyncio.to_thread(counting.offered)
        return pages.page("hand.html", rules=pages.rules_offered(), deals=pages.deals_offered(), counting=offered)

    @app.get(
        "/hand/service-worker.js", response_class=Response, summary="Keeps the hand checker for a phone without a connection"
    )
    async def hand_worker() -> Response:
        return _worker("hand", ("/hand",))

    @app.get("/hand/python", response_class=Response, summary="The addresses of all that counts hands in the browser itself")
    async def counts_away() -> Response:
        return Response(await asyncio.to_thread(counting.offered), media_type="application/json")

    @app.get(
        "/hand/python/{version}/{name}",
        response_class=Response,
        responses={404: REFUSALS[404]},
        summary="A part of what counts hands in the browser itself",
    )
    async def part(version: str, name: str, request: Request) -> Response:
        found = (await asyncio.to_thread(counting.parts)).get(f"{version}/{name}")
        if found is None:
            raise TableRefused("not_found")
        headers = {"cache-control": FOR_EVER, "content-security-policy": counting.POLICY}
        if not found.is_packed:
            return Response(found.body, media_type=found.kind, headers=headers)
        headers["vary"] = "accept-encoding"
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(await asyncio.to_thread(found.plain), media_type=found.kind, headers=headers)
        return Response(found.body, media_type=found.kind, headers={**headers, "content-encoding": "gzip"})


def _worker(part: str, kept: Sequence[str]) -> Response:
    """The script that keeps a part's pages for a phone without a connection, told which, and of which files they are."""
    version = pages.static_version()
    files = [f"/static/v-{version}/{name}" for name in shell_files() if name.endswith((".js", ".css", ".svg"))]
    shell = {"part": part, "version": version, "files": files, "pages": kept}
    text = f"const SHELL = {json.dumps(shell)};\n" + (pages.STATIC / "pad" / "worker.js").read_text("utf-8")
    headers = {"cache-control": "no-cache", "service-worker-allowed": f"/{part}"}
    return Response(text, media_type="text/javascript", headers=headers)
