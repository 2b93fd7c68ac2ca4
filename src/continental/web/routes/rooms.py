"""Declare the addresses of rooms: make, open and join a table, its socket, and carry a seat to another device."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.websockets import WebSocket

from continental.codec import to_plain
from continental.logbook.links import hash_key, new_key
from continental.table.carry import CARRY_MS
from continental.table.refusal import TableRefused
from continental.table.requests import Carry, Join, TakeCarried
from continental.table.seats import seat_of_link
from continental.table.setup import agree
from continental.web.body import FORM, check_json, content_type, json_body, read_body
from continental.web.forms import REFUSALS, CarryMade, JoinWish, Seated, TableMade, TableWish, read_form, takes
from continental.web.guard.session import check_origin, give_secret, hash_of, secret_for, session_of
from continental.web.page import pages
from continental.web.table.socket import serve_socket
from continental.web.table.tables import Tables


def rooms_router(tables: Tables) -> APIRouter:
    """Return the addresses of rooms."""
    router = APIRouter()

    @router.post(
        "/rooms",
        status_code=201,
        response_model=TableMade,
        responses=REFUSALS,
        summary="Make a table",
        openapi_extra=takes(TableWish),
    )
    async def make_table(request: Request) -> Response:
        check_origin(request)
        await request.app.state.room_left.check()
        is_form = content_type(request) == FORM
        if not is_form:
            check_json(request)
        wish = read_form(await request.body()) if is_form else await read_body(TableWish, request)
        secret = secret_for(request)
        setup = agree(
            rules=wish.rules,
            switches=wish.switches,
            ante=wish.ante_cents,
            seats=wish.seats,
            pace_ms=wish.pace_ms,
            clock_s=wish.clock_s,
            dealer=wish.dealer,
            reserve_s=wish.reserve_s,
            chat=wish.chat,
            help=wish.help,
        )
        tables.check_pace(request)
        room = await tables.lobby.make(setup, hash_of(secret), wish.name, wish.bots, start=wish.start)
        path = f"/r/{room}"
        made = to_plain(TableMade(room=room, path=path))
        answer: Response = RedirectResponse(path, 303) if is_form else JSONResponse(made, 201)
        give_secret(answer, request, secret)
        return answer

    @router.get("/r/{room}", response_class=HTMLResponse, summary="The page of a table", responses=REFUSALS)
    async def table_page(room: str) -> HTMLResponse:
        rules = (await tables.lobby.room(room)).state.rules
        return HTMLResponse(pages.table_page(room, rules), headers={"link": pages.table_scripts(rules)})

    @router.post(
        "/r/{room}/join", response_model=Seated, responses=REFUSALS, summary="Sit down at a table", openapi_extra=takes(JoinWish)
    )
    async def join(room: str, request: Request, wish: JoinWish = json_body(JoinWish)) -> Response:
        secret = secret_for(request)
        found = await tables.lobby.room(room)
        tables.check_coming(request, found, hash_of(secret))
        answer = await found.ask(hash_of(secret), Join(wish.name))
        assert answer.seat is not None, "who joins has a seat"
        seated = JSONResponse(to_plain(Seated(seat=answer.seat)))
        give_secret(seated, request, secret)
        return seated

    @router.websocket("/r/{room}/socket")
    async def socket(socket: WebSocket, room: str) -> None:
        await serve_socket(socket, room, tables)

    _add_carrying(router, tables)
    return router


def _add_carrying(router: APIRouter, tables: Tables) -> None:
    @router.post(
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

    @router.get(
        "/r/{room}/carry/{key}", response_class=HTMLResponse, responses=REFUSALS, summary="The page that such a link opens"
    )
    async def ask(room: str, key: str) -> str:
        state = (await tables.lobby.room(room)).state
        seat = seat_of_link(state, hash_key(key), tables.clock.now())
        if seat is None:
            raise TableRefused("link_spent")
        return pages.page("carry.html", rules=state.rules.key, title=state.rules.title, name=state.chairs[seat].name)

    # The button of the page takes the seat, and not the link alone: programs look at links before people do.
    @router.post(
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
