"""The application: every address there is, and how a refusal is answered."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.exceptions import HTTPException
from starlette.routing import Match
from starlette.websockets import WebSocket

from continental import __version__
from continental.codec import to_plain
from continental.play.refusal import Refused
from continental.rules.load import load
from continental.scorepad.ports import PadStore
from continental.table.lobby import Lobby
from continental.table.ports import Clock
from continental.table.refusal import TableRefused
from continental.table.requests import Join
from continental.table.setup import agree
from continental.web.forms import REFUSALS, JoinWish, Seated, TableMade, TableWish, read_form, takes
from continental.web.guard.address import ANYWHERE, Site
from continental.web.guard.middleware import LIMITS, BodyLimits, Guard, asked_method
from continental.web.guard.reckoner import Reckoner
from continental.web.guard.room_left import MOST_STORED, RoomLeft
from continental.web.guard.session import check_origin, give_secret, hash_of, new_key, secret_for
from continental.web.guard.shares import Turns
from continental.web.learn.archive import Archive
from continental.web.page import pages
from continental.web.page.files import PageFiles
from continental.web.page.made_once import MadeOnce, add_once, send_once
from continental.web.routes.carrying import add_carrying
from continental.web.routes.melding import add_melding
from continental.web.routes.pads import add_pads
from continental.web.routes.qr import add_qr
from continental.web.routes.trust import add_trust
from continental.web.table.message import refusal_part
from continental.web.table.socket import serve_socket
from continental.web.table.tables import Tables
from continental.web.table.wire import read_json_body

STATUS: Final = {
    "no_such_room": 404,
    "not_found": 404,
    "deal_not_over": 404,
    "no_such_rules": 404,
    "method_not_allowed": 405,
    "wrong_origin": 403,
    "rooms_an_hour": 429,
    "rooms_a_minute": 429,
    "pads_a_minute": 429,
    "writes_too_fast": 503,
    "too_much_to_reckon": 503,
    "kept_a_day": 429,
    "store_full": 507,
    "too_much_coming": 409,
    "not_json": 415,
    "too_large": 413,
    "too_slow": 408,
    "too_many_uploads": 503,
    "past_too_often": 429,
    "not_stored": 503,
    "not_read": 503,
    "room_unreadable": 503,
    "server_fault": 500,
    "table_full": 409,
    "turned_away": 403,
    "comes_too_often": 429,
    "name_taken": 409,
    "match_running": 409,
    "busy": 409,
    "link_spent": 410,
    "has_seat": 409,
    "not_seated": 403,
    "links_too_fast": 429,
}
"""The HTTP status of a refusal; 400 for all that are not named."""
FORM: Final = "application/x-www-form-urlencoded"
JSON: Final = "application/json"
_log = logging.getLogger("continental.web")


def create_app(
    lobby: Lobby,
    clock: Clock,
    pads: PadStore,
    *,
    site: Site = ANYWHERE,
    session_key: bytes | None = None,
    bodies: BodyLimits = LIMITS,
    turns: Turns | None = None,
    most_stored: int = MOST_STORED,
) -> FastAPI:
    """Make the application on a lobby, which it looks after for as long as it runs, and on pads.

    `site` says by which URLs and through which proxies it is reached. Cookies are signed with `session_key`, which all
    processes on one store share; without one they end with this process. Stores stay the caller's to close.
    Nothing new is begun once the database holds `most_stored` bytes. `turns` are those that connections take, too.
    """

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        looking_after = asyncio.create_task(lobby.run())
        yield
        looking_after.cancel()
        with suppress(asyncio.CancelledError):
            await looking_after
        await lobby.close()

    reckoner = Reckoner()
    app = FastAPI(
        title="continental",
        version=__version__,
        lifespan=life,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
    )
    app.state.site = site
    app.state.made_once = MadeOnce()
    app.state.room_left = RoomLeft(pads, clock, most_stored)
    app.state.session_key = session_key or new_key()
    tables = Tables(lobby, clock)
    _add_pages(app, tables)
    archive = Archive(tables, reckoner)
    _add_rooms(app, tables, archive)
    add_carrying(app, tables)
    add_trust(app, archive)
    add_melding(app, tables, reckoner, archive)
    add_pads(app, pads, clock, reckoner)
    add_qr(app, reckoner)
    _add_refusals(app)
    app.mount("/static", PageFiles())
    app.add_middleware(Guard, limits=bodies, turns=turns)
    return app


# --- addresses


def _add_pages(app: FastAPI, tables: Tables) -> None:
    add_once(app, "/", pages.lobby_page, summary="The lobby")

    @app.get("/r/{room}", response_class=HTMLResponse, summary="The page of a table", responses=REFUSALS)
    async def table_page(room: str) -> HTMLResponse:
        rules = (await tables.lobby.room(room)).state.rules
        return HTMLResponse(pages.table_page(room, rules), headers={"link": pages.table_scripts(rules)})

    add_once(app, "/rules", pages.all_rules_page, summary="The page that leads to the rules of every game")

    @app.get("/rules/{key}", response_class=HTMLResponse, summary="The page of a rule set", responses=REFUSALS)
    async def rules_page(key: str, request: Request) -> Response:
        load(key)  # refused if there is none, so that only real ones are kept
        return await send_once(request, f"/rules/{key}", lambda: pages.rules_page(key))

    add_once(app, "/openapi.json", lambda: json.dumps(app.openapi()), kind=JSON, summary="These addresses", in_schema=False)

    @app.get(
        "/healthz",
        response_class=PlainTextResponse,
        responses={503: {"description": "the tables are not looked after"}},
        summary="Whether the server answers and looks after its tables",
    )
    async def healthz() -> Response:
        health = tables.lobby.health
        told = ["ok" if health.is_looked_after else "the tables are not looked after"]
        if health.set_aside:
            told.append(f"tables set aside, for they cannot be read: {health.set_aside}")
        if health.troubles:
            told.append(f"troubles of the last round, which the log names: {health.troubles}")
        return PlainTextResponse("\n".join(told), 200 if health.is_looked_after else 503)


def _add_rooms(app: FastAPI, tables: Tables, archive: Archive) -> None:
    @app.post(
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
        is_form = _content_type(request) == FORM
        wish: TableWish = read_form(await request.body()) if is_form else read_json_body(TableWish, await _json(request))
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

    @app.post(
        "/r/{room}/join", response_model=Seated, responses=REFUSALS, summary="Sit down at a table", openapi_extra=takes(JoinWish)
    )
    async def join(room: str, request: Request) -> Response:
        check_origin(request)
        wish: JoinWish = read_json_body(JoinWish, await _json(request))
        secret = secret_for(request)
        found = await tables.lobby.room(room)
        tables.check_coming(request, found, hash_of(secret))
        answer = await found.ask(hash_of(secret), Join(wish.name))
        assert answer.seat is not None, "who joins has a seat"
        seated = JSONResponse(to_plain(Seated(seat=answer.seat)))
        give_secret(seated, request, secret)
        return seated

    @app.get(
        "/r/{room}/record",
        response_class=PlainTextResponse,
        responses=REFUSALS,
        summary="The match as a record, as far as it is over",
    )
    async def record(room: str, request: Request) -> Response:
        archive.check_pace(request)
        return PlainTextResponse(await archive.record(room))

    @app.websocket("/r/{room}/socket")
    async def socket(socket: WebSocket, room: str) -> None:
        await serve_socket(socket, room, tables)


def _content_type(request: Request) -> str:
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


async def _json(request: Request) -> bytes:
    """The body of a request that says it is JSON, which no other site's form can say."""
    if _content_type(request) != JSON:
        raise TableRefused("not_json")
    return await request.body()


# --- refusals


def _add_refusals(app: FastAPI) -> None:
    @app.exception_handler(Refused)
    async def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, Refused)
        return _say(request, error)

    @app.exception_handler(RequestValidationError)
    async def bad_request(request: Request, _: Exception) -> Response:
        return _say(request, TableRefused("bad_request", what="an address or a parameter cannot be read"))

    @app.exception_handler(HTTPException)
    async def not_found(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        if status == 405:
            answer = _say(request, TableRefused("method_not_allowed", method=asked_method(request.scope)[:10]))
            answer.headers["allow"] = ", ".join(_methods_of(request)) or (getattr(error, "headers", None) or {}).get(
                "Allow", "GET"
            )
            return answer
        return _say(request, TableRefused("not_found"))

    @app.exception_handler(Exception)
    async def fault(request: Request, error: Exception) -> Response:
        route = getattr(request.scope.get("route"), "path", "an unknown address")  # as it is declared: paths hold keys
        _log.error("%s at %s %s", type(error).__name__, request.method, route)
        return _say(request, TableRefused("server_fault"))


def _methods_of(request: Request) -> list[str]:
    """Return every method that the path of the request takes, on whichever routes."""
    routes = [route for route in request.app.routes if route.matches(request.scope)[0] is not Match.NONE]
    found = {method for route in routes for method in getattr(route, "methods", None) or ("GET",)}
    return sorted(found | {"HEAD"} if "GET" in found else found)


def _say(request: Request, refused: Refused) -> Response:
    status = STATUS.get(refused.code, 400)
    if "text/html" in request.headers.get("accept", "") and _content_type(request) != JSON:
        return HTMLResponse(pages.refusal_page(refused), status)
    return JSONResponse(refusal_part(refused), status)
