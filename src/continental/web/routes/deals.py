"""Declare the addresses of a table's deals: the score sheet, the record, finished deals act by act, the shuffles to check."""

from __future__ import annotations

import json

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, PlainTextResponse, Response

from continental.play.record import print_record
from continental.table.state import RoomState
from continental.web.body import JSON
from continental.web.forms import REFUSALS, refusals_of
from continental.web.learn.archive import Archive
from continental.web.learn.shuffles import odds_of, packs_known
from continental.web.page import pages
from continental.web.page.made_once import add_once

_REFUSALS = refusals_of(400, 404, 429, 503)


def deals_router(archive: Archive) -> APIRouter:
    """Return the addresses of the deals that rooms have played."""
    router = APIRouter()

    @router.get("/r/{room}/sheet", response_class=Response, responses=REFUSALS, summary="The score sheet of the match")
    async def sheet(room: str, request: Request) -> Response:
        archive.check_pace(request)
        return Response(await archive.sheet(room), media_type=JSON)

    @router.get(
        "/r/{room}/record",
        response_class=PlainTextResponse,
        responses=REFUSALS,
        summary="The match as a record, as far as it is over",
    )
    async def record(room: str, request: Request) -> Response:
        archive.check_pace(request)
        return PlainTextResponse(await archive.record(room))

    @router.get(
        "/r/{room}/deal/{number}.json",
        response_class=Response,
        responses=_REFUSALS,
        summary="A finished deal, act by act, all hands open",
    )
    async def deal_json(request: Request, room: str, number: str, match: int = 1) -> Response:
        archive.check_pace(request)
        return Response(await archive.deal_document(room, match, number), media_type=JSON)

    @router.get(
        "/r/{room}/deal/{number}.record",
        response_class=PlainTextResponse,
        responses=_REFUSALS,
        summary="A finished deal as a record",
    )
    async def deal_record(request: Request, room: str, number: str, match: int = 1) -> Response:
        archive.check_pace(request)
        found = await archive.deal(room, match, number)
        named = f'attachment; filename="{room}-{found.deal.match}-{found.deal.number}.record"'
        return PlainTextResponse(print_record(found.record), headers={"content-disposition": named})

    @router.get(
        "/r/{room}/deal/{number}",
        response_class=HTMLResponse,
        responses=_REFUSALS,
        summary="The page that steps through a finished deal",
    )
    async def deal_page(request: Request, room: str, number: str, match: int = 1) -> HTMLResponse:
        archive.check_pace(request)
        deal = (await archive.deal(room, match, number)).deal
        name = f"page of deal {match} {deal.number}"
        return HTMLResponse(await archive.page(room, name, lambda _: pages.page("replay.html", room=room, deal=deal)))

    _add_shuffles(router, archive)
    return router


def _add_shuffles(router: APIRouter, archive: Archive) -> None:
    add_once(
        router,
        "/verify",
        lambda: pages.page("verify.html", room=None, rules=None, packs=json.dumps(packs_known())),
        summary="The page that checks the shuffles of any record",
    )

    @router.get(
        "/r/{room}/verify", response_class=HTMLResponse, responses=_REFUSALS, summary="The page that checks a table's shuffles"
    )
    async def verify_page(room: str) -> HTMLResponse:
        def write(state: RoomState) -> str:
            return pages.page(
                "verify.html",
                room=room,
                rules=state.rules,
                packs=json.dumps(packs_known()),
                players=state.setup.seats,
                odds=odds_of(state.rules, state.setup.seats),
            )

        return HTMLResponse(await archive.page(room, "verify page", write))

    @router.get(
        "/r/{room}/verify.json",
        response_class=Response,
        responses=_REFUSALS,
        summary="The commitments, dice and records of a table's deals, and what was dealt in those that are over",
    )
    async def verify_json(request: Request, room: str) -> Response:
        archive.check_pace(request)
        return Response(await archive.shuffles(room), media_type=JSON)
