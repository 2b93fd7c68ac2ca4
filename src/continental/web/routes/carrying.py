"""Addresses that carry a seat to another device: the link is asked for, opened there, and taken by a button."""

from __future__ import annotations

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from continental.codec import to_plain
from continental.logbook.links import hash_key, new_key
from continental.table.carry import CARRY_MS
from continental.table.refusal import TableRefused
from continental.table.requests import Carry, TakeCarried
from continental.table.seats import seat_of_link
from continental.web.forms import REFUSALS, CarryMade
from continental.web.guard.session import check_origin, give_secret, hash_of, secret_for, session_of
from continental.web.page import pages
from continental.web.table.tables import Tables


def add_carrying(app: FastAPI, tables: Tables) -> None:
    """Add these addresses to the application."""

    @app.post(
        "/r/{room}/carry", response_model=CarryMade, responses=REFUSALS, summary="A link that carries the seat to another device"
    )
    async def offer(room: str, request: Request) -> Response:
        check_origin(request)
        session = session_of(request)
        if session is None:
            raise TableRefused("not_seated")
        key = new_key()
        await (await tables.lobby.room(room)).ask(session, Carry(hash_key(key)))
        return JSONResponse(to_plain(CarryMade(path=f"/r/{room}/carry/{key}", for_s=CARRY_MS // 1000)))

    @app.get("/r/{room}/carry/{key}", response_class=HTMLResponse, responses=REFUSALS, summary="The page that such a link opens")
    async def ask(room: str, key: str) -> str:
        state = (await tables.lobby.room(room)).state
        seat = seat_of_link(state, hash_key(key), tables.clock.now())
        if seat is None:
            raise TableRefused("link_spent")
        return pages.page("carry.html", rules=state.rules.key, title=state.rules.title, name=state.chairs[seat].name)

    # The button of the page takes the seat, and not the link alone: programs look at links before people do.
    @app.post(
        "/r/{room}/carry/{key}",
        response_class=RedirectResponse,
        status_code=303,
        responses=REFUSALS,
        summary="Take the seat that the link carries",
    )
    async def take(room: str, key: str, request: Request) -> Response:
        check_origin(request)
        own = secret_for(request)
        found = await tables.lobby.room(room)
        tables.check_coming(request, found, hash_of(own))
        await found.ask(hash_of(own), TakeCarried(hash_key(key)))
        answer = RedirectResponse(f"/r/{room}", 303)
        give_secret(answer, request, own)
        return answer
