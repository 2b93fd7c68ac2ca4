"""Declare the addresses of seasons: make, read, share and write them."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response

from continental.logbook.books import Book
from continental.logbook.links import Link, hash_key
from continental.scorepad.desk import Wish
from continental.scorepad.season import read_season_act, season_trail
from continental.web.body import json_body
from continental.web.forms import REFUSALS, takes
from continental.web.pad.forms import EntriesWish, LinksWish, SeasonWish
from continental.web.pad.links import print_keys, replace_links
from continental.web.pad.results import WRITTEN, print_result, status_of_results
from continental.web.pad.served import Pads, Visitor, called, opened
from continental.web.page import pages
from continental.web.page.made_once import KEEP_NOTHING, send_once


def seasons_router(pads: Pads) -> APIRouter:
    """Return the addresses of seasons."""
    router = APIRouter()

    # The page reads its key from its own address, so that one page stands for all.
    @router.get("/season/{key}", response_class=HTMLResponse, summary="The page of a season of pads")
    async def season_page(key: str, request: Request) -> Response:  # noqa: ARG001
        kept = {"cache-control": KEEP_NOTHING}
        return await send_once(request, "season.html", lambda: pages.page("season.html"), headers=kept)

    @router.post("/seasons", status_code=201, responses=REFUSALS, summary="Make a season", openapi_extra=takes(SeasonWish))
    async def make_season(request: Request, wish: SeasonWish = json_body(SeasonWish)) -> Response:
        await pads.check_room(request)
        visitor = Visitor(request)
        await pads.check_pace(visitor.session, request)
        act = read_season_act({"do": "retitle", "title": wish.title})
        keys = await pads.desk.make_season(getattr(act, "title", wish.title), visitor.session, called(wish.by))
        shown = await pads.season_state(Link(keys.log, "write"), keys.write)
        return visitor.answer({**print_keys(keys), "season": shown}, 201)

    @router.get("/seasons/{key}", responses=REFUSALS, summary="A season as it stands")
    async def season(key: str, link: Link = opened(pads, Book.SEASON)) -> Response:
        return JSONResponse(await pads.season_state(link, key))

    @router.post("/seasons/{key}/links", responses=REFUSALS, summary="Replace a season's links", openapi_extra=takes(LinksWish))
    async def links(
        key: str,
        request: Request,
        link: Link = opened(pads, Book.SEASON, to_write=True),
        wish: LinksWish = json_body(LinksWish),
    ) -> Response:
        await pads.take_write(link, request)
        return JSONResponse(await replace_links(pads.desk, pads.news, link, key, wish.write))

    @router.post("/seasons/{key}/entries", responses=WRITTEN, summary="Merge names in a season", openapi_extra=takes(EntriesWish))
    async def write(
        key: str,
        request: Request,
        link: Link = opened(pads, Book.SEASON, to_write=True),
        body: EntriesWish = json_body(EntriesWish),
    ) -> Response:
        await pads.take_write(link, request, len(body.entries))
        visitor = Visitor(request)
        wishes = [Wish(each.id, each.after, read_season_act(each.act)) for each in body.entries]
        came = await pads.desk.write_season(link.log, visitor.session, wishes, hash_key(key))
        now = await pads.desk.season(link.log)
        rows = {row["v"]: row for row in season_trail(now)}
        results = [print_result(each, rows, now.v) for each in came]
        shown = await pads.season_state(link, key, now)
        return visitor.answer({"results": results, "season": shown}, status_of_results(came))

    return router
