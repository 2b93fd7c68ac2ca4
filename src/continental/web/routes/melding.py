"""Serve the addresses of the contract games: a look at trays before they go down, and the score sheet of the match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, Response

from continental.codec import Length, Text
from continental.table.refusal import TableRefused
from continental.web.forms import REFUSALS, takes
from continental.web.guard.reckoner import Reckoner
from continental.web.guard.session import check_origin, session_of
from continental.web.learn.archive import Archive
from continental.web.table.tables import Tables
from continental.web.table.trays import MOST_CARDS, MOST_TRAYS, look_at, parse_tray
from continental.web.table.wire import read_json_body

JSON: Final = "application/json"


@dataclass(frozen=True, slots=True)
class TraysWish:
    """Cards as somebody put them together, tray by tray: `7S`, `JK`, or `JK=8S` if the joker's part was chosen."""

    trays: Annotated[tuple[Annotated[tuple[Annotated[str, Text(8)], ...], Length(0, MOST_CARDS)], ...], Length(0, MOST_TRAYS)]


def add_melding(app: FastAPI, tables: Tables, reckoner: Reckoner, archive: Archive) -> None:
    """Add these addresses to the application."""

    @app.post(
        "/r/{room}/trays",
        response_class=Response,
        responses=REFUSALS,
        summary="What cards put together are to the contract",
        openapi_extra=takes(TraysWish),
    )
    async def trays(room: str, request: Request) -> Response:
        check_origin(request)
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
            raise TableRefused("not_json")
        wish: TraysWish = read_json_body(TraysWish, await request.body())
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

    @app.get("/r/{room}/sheet", response_class=Response, responses=REFUSALS, summary="The score sheet of the match")
    async def sheet(room: str, request: Request) -> Response:
        archive.check_pace(request)
        return Response(await archive.sheet(room), media_type=JSON)
