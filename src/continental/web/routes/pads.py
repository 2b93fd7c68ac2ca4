"""Declare the addresses of score pads: make, read, write, share, export and import them, and a socket for new versions."""

from __future__ import annotations

import json
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from starlette.websockets import WebSocket

from continental.codec import to_plain
from continental.logbook.books import Book
from continental.logbook.links import Keys, Link, hash_key
from continental.scorepad.acts import read_act
from continental.scorepad.desk import LONGEST_DRAFT, Wish
from continental.scorepad.export import full_text, print_json, read_any, settle_form
from continental.scorepad.log import read_make
from continental.scorepad.pad import Entry, Pad, enter
from continental.scorepad.paper import USUAL_DEALER
from continental.scorepad.refusal import EntryRefused
from continental.scorepad.season import MOST_EVENINGS
from continental.scorepad.show import show_trail
from continental.scorepad.spreadsheet import csv_form
from continental.scorepad.telling import trail
from continental.table.names import check_name
from continental.table.refusal import TableRefused
from continental.web.body import JSON, check_json, json_body
from continental.web.forms import REFUSALS, takes
from continental.web.guard.reckoner import Reckoner
from continental.web.guard.session import session_of
from continental.web.pad.forms import (
    DraftWish,
    EntriesWish,
    ImportWish,
    LinksWish,
    NameWish,
    PadCountWish,
    PadWish,
    SeasonLinkWish,
    TryWish,
)
from continental.web.pad.links import print_keys, replace_links
from continental.web.pad.results import WRITTEN, print_result, rows_of, status_of_results
from continental.web.pad.served import Pads, Visitor, called, opened, print_state
from continental.web.pad.views import SharedText, answer, make_part, open_object
from continental.web.page import pages
from continental.web.page.made_once import KEEP_NOTHING, add_once, send_once
from continental.web.routes.hands import count_text
from continental.web.table.wire import read_json_body


def pads_router(pads: Pads, reckoner: Reckoner) -> APIRouter:
    """Return the addresses of pads. `reckoner` counts hands off the event loop."""
    router = APIRouter()
    _add_pages(router)
    _add_making(router, pads)
    _add_reading(router, pads)
    _add_trying(router, pads, reckoner)
    _add_writing(router, pads)

    @router.websocket("/pads/{key}/socket")
    async def socket(socket: WebSocket, key: str) -> None:
        await pads.listen(socket, key)

    return router


def _add_pages(router: APIRouter) -> None:
    add_once(
        router,
        "/pad",
        lambda: pages.page("pads.html", rules=pages.rules_offered(), dealer=str(int(USUAL_DEALER))),
        summary="The page where a pad is made",
    )

    # The page reads its key from its own address, so that one page stands for all.
    @router.get("/pad/{key}", response_class=HTMLResponse, summary="The page of a pad, by any of its links")
    async def pad_page(key: str, request: Request) -> Response:  # noqa: ARG001
        return await send_once(request, "pad.html", lambda: pages.page("pad.html"), headers={"cache-control": KEEP_NOTHING})


# --- making


def _add_making(router: APIRouter, pads: Pads) -> None:
    async def made(request: Request, visitor: Visitor, keys: Keys) -> Response:
        link = Link(keys.log, "write")
        own = await pads.own(link, keys.write, visitor.session)
        part = await pads.shown(link, await pads.desk.pad(keys.log))
        before = open_object(print_keys(keys)) + '"state":' + open_object(own)
        return visitor.known(answer(request, part, before, "}}", status=201))

    @router.post("/pads", status_code=201, responses=REFUSALS, summary="Make a pad", openapi_extra=takes(PadWish))
    async def make_pad(request: Request, wish: PadWish = json_body(PadWish)) -> Response:
        visitor = Visitor(request)
        await pads.check_room(request)
        await pads.check_pace(visitor.session, request)
        make = read_make({"do": "make", **_make_of(wish)})
        return await made(request, visitor, await pads.desk.make(make, visitor.session, called(wish.by), wish.write))

    @router.post(
        "/pads/import", status_code=201, responses=REFUSALS, summary="A pad from an export", openapi_extra=takes(ImportWish)
    )
    async def import_pad(request: Request) -> Response:
        check_json(request)
        visitor = Visitor(request)
        await pads.check_pace(visitor.session, request)
        # not `json_body`: a body of two megabytes is parsed off the event loop
        wish: ImportWish = await pads.taking_in.work_out(read_json_body, ImportWish, await request.body())
        by, now = called(wish.by), pads.clock.now()
        entries = await pads.taking_in.work_out(read_any, wish.text, wish.title)
        await pads.check_room(request)
        filled = [_signed(entry, visitor.session, by, now) for entry in entries]
        return await made(request, visitor, await pads.desk.make_from(filled, visitor.session, by))


def _make_of(wish: PadWish) -> dict[str, Any]:
    plain = to_plain(wish)
    del plain["by"], plain["write"]
    return plain


def _signed(entry: Entry, session: str, by: str, now: int) -> Entry:
    """Return an imported entry with its writer and time filled in if the export named neither."""
    return Entry(entry.v, entry.at or now, entry.by or by, session, entry.id, entry.act)


# --- reading


def _add_reading(router: APIRouter, pads: Pads) -> None:
    @router.get("/pads/{key}", responses=REFUSALS, summary="A pad as it stands")
    async def state(key: str, request: Request, link: Link = opened(pads, Book.PAD)) -> Response:
        visitor = Visitor(request)
        own = await pads.own(link, key, visitor.session)
        shown = answer(request, await pads.shown(link, await pads.desk.pad(link.log)), open_object(own), "}")
        # A writer gets the cookie at the first look already, so that the socket knows the writer too.
        return visitor.known(shown) if link.role == "write" else shown

    @router.get("/pads/{key}/trail", responses=REFUSALS, summary="Who changed what, when, from what to what")
    async def told(request: Request, link: Link = opened(pads, Book.PAD)) -> Response:
        pad, session = await pads.desk.pad(link.log), session_of(request)
        writer = session if any(entry.session == session for entry in pad.entries) else None
        return answer(request, await pads.views.part((link.log, pad.v, "trail", writer), _print_trail, pad, writer))

    @router.get("/pads/{key}/export", response_class=Response, responses=REFUSALS, summary="A pad as a file: settle, full or csv")
    async def export(request: Request, form: str = "settle", link: Link = opened(pads, Book.PAD)) -> Response:
        if form not in ("settle", "full", "csv"):
            raise EntryRefused("bad_export", form=form[:20])
        pad = await pads.desk.pad(link.log)
        part = await pads.views.part((link.log, pad.v, "export", form), _export, pad, form)
        told = answer(request, part, media_type="text/csv; charset=utf-8" if form == "csv" else JSON)
        told.headers["content-disposition"] = f'attachment; filename="match-{form}.{"csv" if form == "csv" else "json"}"'
        return told


def _print_trail(pad: Pad, session: str | None) -> SharedText:
    return make_part(json.dumps({"trail": show_trail(trail(pad.entries), session)}, ensure_ascii=False, separators=(",", ":")))


def _export(pad: Pad, form: str) -> SharedText:
    return make_part(csv_form(pad) if form == "csv" else print_json(settle_form(pad)) if form == "settle" else full_text(pad))


def _add_trying(router: APIRouter, pads: Pads, reckoner: Reckoner) -> None:
    @router.post("/pads/{key}/try", responses=REFUSALS, summary="What an act would lead to", openapi_extra=takes(TryWish))
    async def tried(
        key: str, request: Request, link: Link = opened(pads, Book.PAD), wish: TryWish = json_body(TryWish)
    ) -> Response:
        act, session = read_act(wish.act), session_of(request)
        pad = await pads.desk.pad(link.log)
        pads.count_tries(link, request, len(pad.sums.rows))
        entry = Entry(pad.v + 1, pads.clock.now(), "", session or "", "try", act)
        part = await pads.sheets.work_out(_try, pad, entry)
        return answer(request, part, open_object(await pads.own(link, key, session)), "}")

    @router.post(
        "/pads/{key}/count", responses=REFUSALS, summary="What a player's hand counts", openapi_extra=takes(PadCountWish)
    )
    async def count(link: Link = opened(pads, Book.PAD), wish: PadCountWish = json_body(PadCountWish)) -> Response:
        paper = (await pads.desk.pad(link.log)).sums.paper
        if wish.player is not None and wish.player not in paper.names:
            raise EntryRefused("name_unknown", where="player", name=wish.player, known=", ".join(paper.names))
        total = wish.total
        if total is None:
            total = 0 if wish.player is None else paper.standing.totals[paper.seat(wish.player)]
        return JSONResponse(await reckoner.work_out(count_text, paper.rules, wish.cards, total, len(paper.pages)))


def _try(pad: Pad, entry: Entry) -> SharedText:
    return print_state(enter(pad, entry))


# --- writing


def _add_writing(router: APIRouter, pads: Pads) -> None:
    writing: Any = opened(pads, Book.PAD, to_write=True)

    @router.post("/pads/{key}/entries", responses=WRITTEN, summary="Write on a pad", openapi_extra=takes(EntriesWish))
    async def write(key: str, request: Request, link: Link = writing, body: EntriesWish = json_body(EntriesWish)) -> Response:
        wishes = [Wish(each.id, each.after, read_act(each.act)) for each in body.entries]
        await pads.take_write(link, request, len(wishes), len((await pads.desk.pad(link.log)).sums.rows))
        visitor = Visitor(request)
        came = await pads.desk.write(link.log, visitor.session, wishes, key=hash_key(key))
        pad = await pads.desk.pad(link.log)
        rows = await pads.sheets.work_out(rows_of, came, pad, visitor.session)
        results = [print_result(each, rows, pad.v) for each in came]
        before = open_object({"results": results}) + '"state":' + open_object(await pads.own(link, key, visitor.session))
        return visitor.known(answer(request, await pads.shown(link, pad), before, "}}", status=status_of_results(came)))

    @router.put("/pads/{key}/draft", responses=REFUSALS, summary="Keep a half-typed hand", openapi_extra=takes(DraftWish))
    async def draft(request: Request, link: Link = writing, wish: DraftWish = json_body(DraftWish)) -> Response:
        await pads.take_write(link, request)
        visitor = Visitor(request)
        text = None if wish.draft is None else _draft_text(wish.draft)
        if await pads.desk.keep_draft(link.log, visitor.session, text):
            pads.news.tell(link.log)
        return visitor.answer({"kept": True})

    @router.put("/pads/{key}/name", responses=REFUSALS, summary="What the trail calls you", openapi_extra=takes(NameWish))
    async def name(request: Request, link: Link = writing, wish: NameWish = json_body(NameWish)) -> Response:
        await pads.take_write(link, request)
        visitor = Visitor(request)
        you = check_name(wish.name, ())
        await pads.desk.say_name(link.log, visitor.session, you)
        return visitor.answer({"you": you})

    @router.post("/pads/{key}/links", responses=REFUSALS, summary="Replace a pad's links", openapi_extra=takes(LinksWish))
    async def links(key: str, request: Request, link: Link = writing, wish: LinksWish = json_body(LinksWish)) -> Response:
        await pads.take_write(link, request)
        return JSONResponse(await replace_links(pads.desk, pads.news, link, key, wish.write))

    @router.put("/pads/{key}/season", responses=REFUSALS, summary="Put a pad in a season", openapi_extra=takes(SeasonLinkWish))
    async def put_in_season(
        key: str, request: Request, link: Link = writing, wish: SeasonLinkWish = json_body(SeasonLinkWish)
    ) -> Response:
        await pads.take_write(link, request)
        season = None if wish.season is None else (await pads.open(wish.season, Book.SEASON, to_write=True)).log
        if season is not None and len(await pads.desk.store.pads_in(season)) >= MOST_EVENINGS:
            raise EntryRefused("too_many_evenings", most=MOST_EVENINGS)
        await pads.desk.store.put_in_season(link.log, season)
        own = await pads.own(link, key, session_of(request))
        return answer(request, await pads.shown(link, await pads.desk.pad(link.log)), open_object(own), "}")


def _draft_text(draft: object) -> str:
    try:
        text = json.dumps(draft, separators=(",", ":"), allow_nan=False)
    except (ValueError, RecursionError):
        raise TableRefused("bad_request", what="draft: it cannot be written as JSON") from None
    if len(text) > LONGEST_DRAFT:
        raise EntryRefused("draft_too_long", most=LONGEST_DRAFT, length=len(text))
    return text
