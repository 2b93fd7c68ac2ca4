"""Serve the pages of the scorepad and of the hand checker, and the files that count hands in the browser."""

from __future__ import annotations

import asyncio
from typing import Final

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, Response

from continental.scorepad.paper import USUAL_DEALER
from continental.table.refusal import TableRefused
from continental.web.forms import REFUSALS
from continental.web.page import counting, pages
from continental.web.page.files import FOR_EVER
from continental.web.page.made_once import JSON, KEEP_NOTHING, add_once, send_once

_OF_KEYS: Final = {"cache-control": KEEP_NOTHING}


def add_pad_pages(app: FastAPI) -> None:
    """Add the addresses of the pages; what they show comes from the addresses of the pads."""
    add_once(
        app,
        "/pad",
        lambda: pages.page("pads.html", rules=pages.rules_offered(), dealer=str(int(USUAL_DEALER))),
        summary="The page where a pad is made",
    )

    # the pages read their keys from their own addresses, so that one stands for all
    @app.get("/pad/{key}", response_class=HTMLResponse, summary="The page of a pad, by whichever of its links")
    async def pad_page(key: str, request: Request) -> Response:  # noqa: ARG001
        return await send_once(request, "pad.html", lambda: pages.page("pad.html"), headers=_OF_KEYS)

    @app.get("/season/{key}", response_class=HTMLResponse, summary="The page of a season of pads")
    async def season_page(key: str, request: Request) -> Response:  # noqa: ARG001
        return await send_once(request, "season.html", lambda: pages.page("season.html"), headers=_OF_KEYS)

    _add_hand_pages(app)


def _hand_page() -> str:
    return pages.page("hand.html", rules=pages.rules_offered(), deals=pages.deals_offered(), counting=counting.offered())


def _add_hand_pages(app: FastAPI) -> None:
    add_once(app, "/hand", _hand_page, summary="The page that says what a hand is worth")
    add_once(
        app,
        "/hand/python",
        counting.offered,
        kind=JSON,
        summary="The addresses of all that counts hands in the browser itself",
    )

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
