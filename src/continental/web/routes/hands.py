"""Declare the addresses of hands: the hand checker with its offline counter, counts of cards, and trays before they go down."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from continental.codec import Plain
from continental.hands.answer import look_at_hand
from continental.hands.reading import read_hand
from continental.rules.base import RuleSet
from continental.rules.load import load
from continental.table.refusal import TableRefused
from continental.web.body import json_body
from continental.web.forms import REFUSALS, TraysWish, refusals_of, takes
from continental.web.guard.reckoner import Reckoner
from continental.web.guard.session import session_of
from continental.web.pad.forms import CountWish
from continental.web.page import counting, pages
from continental.web.page.files import FOR_EVER
from continental.web.page.made_once import JSON, add_once
from continental.web.table.tables import Tables
from continental.web.table.trays import MOST_CARDS, look_at, parse_tray


def hands_router(tables: Tables, reckoner: Reckoner) -> APIRouter:
    """Return the addresses of hands. `reckoner` counts hands off the event loop."""
    router = APIRouter()

    @router.post("/count", responses=REFUSALS, summary="What a hand counts", openapi_extra=takes(CountWish))
    async def count(wish: CountWish = json_body(CountWish)) -> Response:
        return JSONResponse(await reckoner.work_out(_count, wish))

    @router.post(
        "/r/{room}/trays",
        response_class=Response,
        responses=REFUSALS,
        summary="What cards put together are to the contract",
        openapi_extra=takes(TraysWish),
    )
    async def trays(room: str, request: Request, wish: TraysWish = json_body(TraysWish)) -> Response:
        state = (await tables.lobby.room(room)).state
        seat = state.seat_of(session_of(request))
        if seat is None:
            raise TableRefused("not_seated")
        if state.position is None:
            raise TableRefused("not_playing")
        found = [parse_tray(texts) for texts in wish.trays]
        if sum(len(tray.cards) for tray in found) > MOST_CARDS:
            raise TableRefused("bad_request", what=f"at most {MOST_CARDS} cards are looked at")
        told = await reckoner.work_out(look_at, state.rules, state.position, seat, found)
        return JSONResponse({"v": state.public_version, **told})

    _add_pages(router)
    return router


def count_text(rules: RuleSet, cards: str, total: int, deal: int) -> Plain:
    """Return the count of the cards in a text, as JSON values. Raises Refused if nobody can hold these cards."""
    return look_at_hand(rules, read_hand(rules, cards, deal), total, deal).plain()


def _count(wish: CountWish) -> Plain:
    return count_text(load(wish.rules, wish.switches), wish.cards, wish.total, wish.deal)


def _hand_page() -> str:
    return pages.page("hand.html", rules=pages.games_counted(), deals=pages.deals_offered(), counting=counting.offered())


def _add_pages(router: APIRouter) -> None:
    add_once(router, "/hand", _hand_page, summary="The page that says what a hand is worth")
    add_once(
        router,
        "/hand/python",
        counting.offered,
        kind=JSON,
        summary="The addresses of all that counts hands in the browser itself",
    )

    @router.get(
        "/hand/python/{version}/{name}",
        response_class=Response,
        responses=refusals_of(404),
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
