"""Answer refusals: JSON to programs, a page to people, with the status of the refusal's code."""

from __future__ import annotations

import logging
from typing import Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.routing import Match

from continental.logbook.ports import StoreFailed, StoreNotRead
from continental.play.refusal import Refused
from continental.scorepad.desk import TooBusy
from continental.table.refusal import TableRefused
from continental.web.body import JSON, content_type
from continental.web.guard.middleware import asked_method
from continental.web.page import pages
from continental.web.statuses import status_of
from continental.web.table.message import refusal_part

_log: Final = logging.getLogger("continental.web")


def add_refusals(app: FastAPI) -> None:
    """Make the application answer refusals, unknown addresses, failed stores and its own faults with a sentence."""

    @app.exception_handler(Refused)
    async def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, Refused)
        return _say(request, error)

    @app.exception_handler(StoreFailed)
    async def store_failed(request: Request, error: Exception) -> Response:
        return _say(request, TableRefused("not_read" if isinstance(error, StoreNotRead) else "not_stored"))

    @app.exception_handler(TooBusy)
    async def too_busy(request: Request, _: Exception) -> Response:
        return _say(request, TableRefused("busy"))

    @app.exception_handler(RequestValidationError)
    async def bad_request(request: Request, _: Exception) -> Response:
        return _say(request, TableRefused("bad_request", what="an address or a parameter cannot be read"))

    @app.exception_handler(HTTPException)
    async def not_found(request: Request, error: Exception) -> Response:
        if not isinstance(error, HTTPException) or error.status_code != 405:
            return _say(request, TableRefused("not_found"))
        answer = _say(request, TableRefused("method_not_allowed", method=asked_method(request.scope)[:10]))
        answer.headers["allow"] = ", ".join(_methods_of(request)) or (error.headers or {}).get("Allow", "GET")
        return answer

    @app.exception_handler(Exception)
    async def fault(request: Request, error: Exception) -> Response:
        # the path as it is declared, never as it was asked for: paths hold keys
        route = getattr(request.scope.get("route"), "path", "an unknown address")
        _log.error("%s at %s %s", type(error).__name__, request.method, route)
        return _say(request, TableRefused("server_fault"))


def _methods_of(request: Request) -> list[str]:
    """Return every method that the path of the request takes, on any of the routes."""
    routes = [route for route in request.app.routes if route.matches(request.scope)[0] is not Match.NONE]
    found = {method for route in routes for method in getattr(route, "methods", None) or ("GET",)}
    return sorted(found | {"HEAD"} if "GET" in found else found)


def _say(request: Request, refused: Refused) -> Response:
    status = status_of(refused.code)
    if "text/html" in request.headers.get("accept", "") and content_type(request) != JSON:
        return HTMLResponse(pages.refusal_page(refused), status)
    return JSONResponse(refusal_part(refused), status)
