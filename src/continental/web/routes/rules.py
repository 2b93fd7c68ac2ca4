"""Declare the addresses of the rules: of every game, of one rule set, and as one table plays them."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from continental.rules.load import load
from continental.web.forms import REFUSALS, refusals_of
from continental.web.learn.archive import Archive
from continental.web.page import pages
from continental.web.page.made_once import add_once, send_once


def rules_router(archive: Archive) -> APIRouter:
    """Return the addresses of the rules."""
    router = APIRouter()
    add_once(router, "/rules", pages.all_rules_page, summary="The page that leads to the rules of every game")

    @router.get("/rules/{key}", response_class=HTMLResponse, summary="The page of a rule set", responses=REFUSALS)
    async def rules_page(key: str, request: Request) -> Response:
        load(key)  # refused if there is none, so that only real ones are kept
        return await send_once(request, f"/rules/{key}", lambda: pages.rules_page(key))

    @router.get(
        "/r/{room}/rules",
        response_class=HTMLResponse,
        responses=refusals_of(400, 404, 429, 503),
        summary="The rules as this very table plays them",
    )
    async def table_rules(room: str) -> HTMLResponse:
        return HTMLResponse(
            await archive.page(room, "rules page", lambda state: pages.rules_document(state.rules, room, state.setup))
        )

    return router
