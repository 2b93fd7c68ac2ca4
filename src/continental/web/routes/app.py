"""Declare the addresses of the app as a whole: lobby, description, health, the example, and the files of an installed app."""

from __future__ import annotations

import json

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, Response

from continental.table.lobby import Lobby
from continental.web.learn.example import example_document
from continental.web.page import pages
from continental.web.page.made_once import JSON, SCRIPT, add_once, send_once
from continental.web.page.shell import app_named, service_worker


def app_router(lobby: Lobby) -> APIRouter:
    """Return the addresses of the app as a whole."""
    router = APIRouter()
    add_once(router, "/", pages.lobby_page, summary="The lobby")
    add_once(router, "/example", lambda: pages.page("example.html"), summary="One deal played as an example")
    add_once(
        router,
        "/example.json",
        lambda: json.dumps(example_document(), ensure_ascii=False, separators=(",", ":")),
        kind=JSON,
        summary="The deal of the example, act by act, and where each lesson stands",
    )
    add_once(router, "/offline", lambda: pages.page("offline.html"), summary="What an installed app shows without a connection")
    add_once(
        router,
        "/service-worker.js",
        service_worker,
        kind=SCRIPT,
        summary="The service worker, which keeps the pad, the hand checker and the scripts, and never a table",
    )

    @router.get("/openapi.json", response_class=Response, include_in_schema=False)
    async def openapi(request: Request) -> Response:
        return await send_once(request, "/openapi.json", lambda: json.dumps(request.app.openapi()), kind=JSON)

    @router.get("/manifest.webmanifest", response_class=Response, summary="The app by its name in the reader's language")
    async def manifest(lang: str = "en", name: str = "", short_name: str = "", description: str = "") -> Response:
        told = app_named(lang, {"name": name, "short_name": short_name, "description": description})
        return Response(json.dumps(told), media_type="application/manifest+json", headers={"cache-control": "no-cache"})

    @router.get(
        "/healthz",
        response_class=PlainTextResponse,
        responses={503: {"description": "the tables are not looked after"}},
        summary="Whether the server answers and looks after its tables",
    )
    async def healthz() -> Response:
        health = lobby.health
        told = ["ok" if health.is_looked_after else "the tables are not looked after"]
        if health.set_aside:
            told.append(f"tables set aside, for they cannot be read: {health.set_aside}")
        if health.troubles:
            told.append(f"troubles of the last round, which the log names: {health.troubles}")
        return PlainTextResponse("\n".join(told), 200 if health.is_looked_after else 503)

    return router
