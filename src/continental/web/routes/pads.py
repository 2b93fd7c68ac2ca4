"""Score pads over HTTP: made, read, written on, shared by link, taken out and in; a socket says when there is something new."""

from __future__ import annotations

import json
from typing import Any, Final, TypeVar

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, Response
from starlette.websockets import WebSocket

from continental.codec import Plain, to_plain
from continental.hands.answer import look_at_hand
from continental.hands.reading import read_hand
from continental.logbook.books import Book
from continental.logbook.links import Keys, Link, hash_key, watch_key
from continental.logbook.ports import StoreFailed, StoreNotRead
from continental.play.refusal import Refused, print_refusal
from continental.rules.base import RuleSet
from continental.rules.load import load
from continental.scorepad.acts import read_act
from continental.scorepad.desk import LONGEST_DRAFT, Desk, TooBusy, Wish, WriteResult
from continental.scorepad.export import full_text, print_json, read_any, settle_form
from continental.scorepad.log import read_make
from continental.scorepad.pad import Entry, Pad, enter
from continental.scorepad.ports import PadStore
from continental.scorepad.refusal import EntryRefused
from continental.scorepad.sayings import writer
from continental.scorepad.season import MOST_EVENINGS, Season, read_season_act, season_trail, show_season
from continental.scorepad.show import entry_form, show_pad, show_trail
from continental.scorepad.spreadsheet import csv_form
from continental.scorepad.telling import trail
from continental.table.names import check_name
from continental.table.pace import Pace
from continental.table.ports import Clock
from continental.table.refusal import TableRefused
from continental.web.forms import REFUSALS, takes
from continental.web.guard.address import client_address
from continental.web.guard.reckoner import Reckoner
from continental.web.guard.session import check_origin, give_secret, hash_of, secret_for, secret_of, session_of
from continental.web.line import refuse_socket
from continental.web.pad.forms import (
    CountWish,
    DraftWish,
    EntriesWish,
    ImportWish,
    LinksWish,
    NameWish,
    PadCountWish,
    PadWish,
    SeasonLinkWish,
    SeasonWish,
    TryWish,
)
from continental.web.pad.links import check_link, print_keys, replace_links
from continental.web.pad.news import News, PadLine
from continental.web.pad.views import Part, Views, answer, make_part, open_object, print_members
from continental.web.routes.pad_pages import add_pad_pages
from continental.web.table.message import refusal_part
from continental.web.table.wire import read_json_body

PADS_AN_HOUR: Final = 60
"""How many pads and seasons one browser makes within an hour."""
PADS_A_MINUTE: Final = 240
"""How many this process makes within a minute, whoever asks."""
PADS_OF_ADDRESS: Final = 40
"""How many of them one address may make: a browser that throws its cookie away is another browser, but has the same address."""
WRITES_A_MINUTE: Final = 1_200
"""How many entries, drafts and names are taken on one pad within a minute."""
ALL_WRITES_A_MINUTE: Final = 6_000
"""How many of them this process takes, on whatever pads."""
WRITES_OF_ADDRESS: Final = 1_500
"""How many of them one address may make, on whatever pads."""
ROWS_A_WRITE: Final = 50
"""An entry counts once for each so many rows of its pad, for it may have all of them worked out anew."""
MOST_OF_ONE: Final = WRITES_A_MINUTE // 2
"""What one request counts at most, so that every batch is taken at some time."""
MOST_SHEETS: Final = 64
"""How many sheets are worked out or wait for it; whoever comes then is asked to come again."""
KEPT_A_DAY: Final = 2_000_000_000
"""How many bytes of pads this process takes within a day."""
KEPT_OF_ADDRESS: Final = 50_000_000
"""How many of them one address may send."""
_HOUR_MS: Final = 3_600_000
_MINUTE_MS: Final = 60_000
_DAY_MS: Final = 86_400_000
_JSON: Final = "application/json"
_STATUS: Final = {"no_such_pad": 404, "no_such_season": 404, "link_replaced": 410, "watch_only": 403, "pads_an_hour": 429}
"""The HTTP status of a refusal; 400 for all that are not named."""
_ANY: Final[dict[str, Any]] = {"content": {_JSON: {"schema": {}}}}
_WRITTEN: Final[dict[int | str, dict[str, Any]]] = {
    **REFUSALS,
    400: {**_ANY, "description": "One was refused: results and state, or a refusal of the whole."},
    409: {**_ANY, "description": "Others came first: results and state, or a refusal of the whole."},
}
Wished = TypeVar("Wished")


class Pads:
    """The pads as one process serves them: the desk they are written on, and who waits to hear of a new version."""

    def __init__(self, store: PadStore, clock: Clock, reckoner: Reckoner) -> None:
        self.news = News(store)
        self._made = Pace(clock, _MINUTE_MS, most_all=PADS_A_MINUTE, most_address=PADS_OF_ADDRESS)
        self._written = Pace(
            clock, _MINUTE_MS, most_all=ALL_WRITES_A_MINUTE, most_address=WRITES_OF_ADDRESS, most_each=WRITES_A_MINUTE
        )
        self._tried = Pace(
            clock, _MINUTE_MS, most_all=ALL_WRITES_A_MINUTE, most_address=WRITES_OF_ADDRESS, most_each=WRITES_A_MINUTE
        )
        self.sheets = Reckoner(1, MOST_SHEETS)
        self.views = Views(self.sheets)
        self._kept = Pace(clock, _DAY_MS, most_all=KEPT_A_DAY, most_address=KEPT_OF_ADDRESS)
        self.desk = Desk(store, clock.now, self.news.tell, self.sheets.work_out)
        self.desk.here = self.news.here
        self.clock = clock
        self.reckoner = reckoner
        self.taking_in = Reckoner(1, 4)  # a long text takes a processor for seconds

    async def open(self, key: str, book: Book, *, to_write: bool = False) -> Link:
        """What the key opens; raises EntryRefused where that is nothing of this kind, or not for writing."""
        return check_link(await self.desk.link(key), book, to_write=to_write)

    async def read(self, model: type[Wished], request: Request, key: str, book: Book, *, to_write: bool) -> tuple[Link, Wished]:
        """Return the link and the body of a request. Nothing of the body is read before the key has opened something."""
        check_form(request)
        link = await self.open(key, book, to_write=to_write)
        wish = await body_of(model, request)
        if to_write:
            await self.check_room(request)
        return link, wish

    async def check_room(self, request: Request) -> None:
        """Count the bytes of a request that is to be kept. Raises TableRefused if there is no room, or too much came today."""
        await request.app.state.room_left.check()
        if not self._kept.take(client_address(request), weight=len(await request.body())):
            raise TableRefused("kept_a_day")

    def count_writes(self, link: Link, request: Request, entries: int = 1, rows: int = 0) -> None:
        """Count entries on a pad of so many rows. Raises TableRefused if that is too much within a minute."""
        if not self._written.take(client_address(request), link.log.id, _weight(entries, rows)):
            raise TableRefused("writes_too_fast")

    def count_tries(self, link: Link, request: Request, rows: int) -> None:
        """Count an act that is looked at, as `count_writes` counts those that are written."""
        if not self._tried.take(client_address(request), link.log.id, _weight(1, rows)):
            raise TableRefused("writes_too_fast")

    async def check_pace(self, session: str, request: Request) -> None:
        """Count one more that the session makes. Raises EntryRefused or TableRefused if it, its address or all made too many."""
        made = await self.desk.store.count_made((Book.PAD, Book.SEASON), session, self.clock.now() - _HOUR_MS)
        if made >= PADS_AN_HOUR:
            raise EntryRefused("pads_an_hour", made=made)
        if not self._made.take(client_address(request)):
            raise TableRefused("pads_a_minute")

    async def own(self, link: Link, key: str, session: str | None) -> dict[str, Any]:
        """What of a pad's state is told to one asker alone."""
        writes = link.role == "write"
        writers = await self.desk.store.writers(link.log)
        own = next((each for each in writers if each.session == session), None) if session is not None and writes else None
        draft = await self.desk.store.draft(link.log, own.session) if own is not None and own.is_typing else None
        season = await self.desk.store.season_of(link.log)
        return {
            "pad": link.log.id,
            "role": link.role,
            "watch": watch_key(key) if writes else None,
            "you": None if own is None else own.name,
            "draft": None if draft is None else json.loads(draft),
            "typing": self.news.typing(link.log, writers, session) if writes else [],
            "season": None if season is None else {"title": (await self.desk.season(season)).sheet.title},
        }

    async def shown(self, link: Link, pad: Pad) -> Part:
        """What of a pad's state everybody is told, made once for each version."""
        return await self.views.part((link.log, pad.v, "state"), print_state, pad)

    async def season_state(self, link: Link, key: str, season: Season | None = None) -> dict[str, Any]:
        """All that a page shows of a season."""
        now = await self.desk.season(link.log) if season is None else season
        shown = await self.sheets.work_out(show_season, now, await self.desk.evenings(link.log))
        writes = link.role == "write"
        return {"season": link.log.id, "role": link.role, "watch": watch_key(key) if writes else None, **shown}

    async def listen(self, socket: WebSocket, key: str) -> None:
        """Tell a socket of every new version of a pad until it closes."""
        try:
            check_origin(socket)
            link = await self.open(key, Book.PAD)
            self.news.check_place(link.log)
        except Refused as refused:
            await refuse_socket(socket, refused)
            return
        await socket.accept()
        line = PadLine(hash_key(key), session_of(socket) if link.role == "write" else None)
        await self.news.listen(socket, link.log, line)


def refusal_of(refused: Refused) -> dict[str, Any]:
    """A refusal as plain values, of the pad or of the rules."""
    return {"refused": print_refusal(refused.code, refused.sentence)}


# --- who asks


class _Visitor:
    """The browser behind a request: its session, and the secret it is given where it had none."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._secret = secret_for(request)
        self.is_new = secret_of(request) is None
        self.session = hash_of(self._secret)

    def answer(self, body: object, status: int = 200) -> Response:
        """The body as JSON, with the cookie for a browser that had none."""
        return self.known(JSONResponse(body, status))

    def known(self, response: Response) -> Response:
        """Give the answer the cookie for a browser that had none."""
        if self.is_new:
            give_secret(response, self._request, self._secret)
        return response


def check_form(request: Request) -> None:
    """Raise TableRefused for a request of another site's page, or of another type than JSON."""
    check_origin(request)
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != _JSON:
        raise TableRefused("not_json")


async def body_of(model: type[Wished], request: Request) -> Wished:
    """Return the body of a request as a model. Raises TableRefused."""
    wish: Wished = read_json_body(model, await request.body())
    return wish


def _made_of(wish: PadWish) -> dict[str, Any]:
    plain = to_plain(wish)
    del plain["by"], plain["write"]
    return plain


def _weight(entries: int, rows: int) -> int:
    return min(entries * (1 + rows // ROWS_A_WRITE), MOST_OF_ONE)


def print_state(pad: Pad) -> Part:
    """What everybody is told of a pad."""
    return print_members({**show_pad(pad), "form": entry_form(pad.sheet.start.rules, pad.sums.opening.pack)})


def _try(pad: Pad, entry: Entry) -> Part:
    return print_state(enter(pad, entry))


def _print_trail(pad: Pad, session: str | None) -> Part:
    return make_part(json.dumps({"trail": show_trail(trail(pad.entries), session)}, ensure_ascii=False, separators=(",", ":")))


def _export(pad: Pad, form: str) -> Part:
    return make_part(csv_form(pad) if form == "csv" else print_json(settle_form(pad)) if form == "settle" else full_text(pad))


# --- addresses


def add_pads(app: FastAPI, store: PadStore, clock: Clock, reckoner: Reckoner) -> None:
    """Add the pads' addresses to the application."""
    pads = Pads(store, clock, reckoner)
    add_pad_pages(app)
    _add_making(app, pads)
    _add_reading(app, pads)
    _add_writing(app, pads)
    _add_seasons(app, pads)

    @app.exception_handler(EntryRefused)
    async def entry_refused(_: Request, error: Exception) -> Response:
        assert isinstance(error, EntryRefused)
        return JSONResponse(refusal_of(error), _STATUS.get(error.code, 400))

    @app.exception_handler(StoreFailed)
    async def not_stored(_: Request, error: Exception) -> Response:
        code = "not_read" if isinstance(error, StoreNotRead) else "not_stored"
        return JSONResponse(refusal_part(TableRefused(code)), 503)

    @app.exception_handler(TooBusy)
    async def too_busy(_: Request, __: Exception) -> Response:
        return JSONResponse(refusal_part(TableRefused("busy")), 409)

    @app.websocket("/pads/{key}/socket")
    async def socket(socket: WebSocket, key: str) -> None:
        await pads.listen(socket, key)


def _add_making(app: FastAPI, pads: Pads) -> None:
    async def made(request: Request, visitor: _Visitor, keys: Keys) -> Response:
        link = Link(keys.log, "write")
        own = await pads.own(link, keys.write, visitor.session)
        part = await pads.shown(link, await pads.desk.pad(keys.log))
        before = open_object(print_keys(keys)) + '"state":' + open_object(own)
        return visitor.known(answer(request, part, before, "}}", status=201))

    @app.post("/pads", status_code=201, responses=REFUSALS, summary="Make a pad", openapi_extra=takes(PadWish))
    async def make_pad(request: Request) -> Response:
        check_form(request)
        visitor = _Visitor(request)
        wish = await body_of(PadWish, request)
        await pads.check_room(request)
        await pads.check_pace(visitor.session, request)
        make = read_make({"do": "make", **_made_of(wish)})
        return await made(request, visitor, await pads.desk.make(make, visitor.session, _called(wish.by), wish.write))

    @app.post(
        "/pads/import", status_code=201, responses=REFUSALS, summary="A pad from an export", openapi_extra=takes(ImportWish)
    )
    async def import_pad(request: Request) -> Response:
        check_form(request)
        visitor = _Visitor(request)
        await pads.check_pace(visitor.session, request)
        wish = await pads.taking_in.work_out(_read_import, await request.body())
        by, now = _called(wish.by), pads.clock.now()
        entries = await pads.taking_in.work_out(read_any, wish.text, wish.title)
        await pads.check_room(request)
        filled = [_signed(entry, visitor.session, by, now) for entry in entries]
        return await made(request, visitor, await pads.desk.make_from(filled, visitor.session, by))

    @app.post("/count", responses=REFUSALS, summary="What a hand counts", openapi_extra=takes(CountWish))
    async def count(request: Request) -> Response:
        check_form(request)
        wish = await body_of(CountWish, request)
        return JSONResponse(await pads.reckoner.work_out(_counted, wish))


def _read_import(body: bytes) -> ImportWish:
    wish: ImportWish = read_json_body(ImportWish, body)
    return wish


def _counted(wish: CountWish) -> Plain:
    return _answer(load(wish.rules, wish.switches), wish.cards, wish.total, wish.deal)


def _answer(rules: RuleSet, cards: str, total: int, deal: int) -> Plain:
    """Return the answer for the cards of a text, as JSON values. Raises Refused if nobody can hold them."""
    return look_at_hand(rules, read_hand(rules, cards, deal), total, deal).plain()


def _signed(entry: Entry, session: str, by: str, now: int) -> Entry:
    """An imported entry, given who and when where the export said neither."""
    return Entry(entry.v, entry.at or now, entry.by or by, session, entry.id, entry.act)


def _called(name: str | None) -> str:
    return str(writer(1)) if name is None else check_name(name, ())


def _add_reading(app: FastAPI, pads: Pads) -> None:
    @app.get("/pads/{key}", responses=REFUSALS, summary="A pad as it stands")
    async def state(key: str, request: Request) -> Response:
        link = await pads.open(key, Book.PAD)
        visitor = _Visitor(request)
        own = await pads.own(link, key, visitor.session)
        shown = answer(request, await pads.shown(link, await pads.desk.pad(link.log)), open_object(own), "}")
        # whoever may write is known from the first look on, so that its socket is too
        return visitor.known(shown) if link.role == "write" else shown

    @app.get("/pads/{key}/trail", responses=REFUSALS, summary="Who changed what, when, from what to what")
    async def told(key: str, request: Request) -> Response:
        link = await pads.open(key, Book.PAD)
        pad, session = await pads.desk.pad(link.log), session_of(request)
        writer = session if any(entry.session == session for entry in pad.entries) else None
        return answer(request, await pads.views.part((link.log, pad.v, "trail", writer), _print_trail, pad, writer))

    @app.get("/pads/{key}/export", response_class=Response, responses=REFUSALS, summary="A pad as a file: settle, full or csv")
    async def export(key: str, request: Request, form: str = "settle") -> Response:
        link = await pads.open(key, Book.PAD)
        if form not in ("settle", "full", "csv"):
            raise EntryRefused("bad_export", form=form[:20])
        pad = await pads.desk.pad(link.log)
        part = await pads.views.part((link.log, pad.v, "export", form), _export, pad, form)
        told = answer(request, part, media_type="text/csv; charset=utf-8" if form == "csv" else _JSON)
        told.headers["content-disposition"] = f'attachment; filename="match-{form}.{"csv" if form == "csv" else "json"}"'
        return told

    @app.post("/pads/{key}/try", responses=REFUSALS, summary="What an act would lead to", openapi_extra=takes(TryWish))
    async def tried(key: str, request: Request) -> Response:
        link, wish = await pads.read(TryWish, request, key, Book.PAD, to_write=False)
        act, session = read_act(wish.act), session_of(request)
        pad = await pads.desk.pad(link.log)
        pads.count_tries(link, request, len(pad.sums.rows))
        entry = Entry(pad.v + 1, pads.clock.now(), "", session or "", "try", act)
        part = await pads.sheets.work_out(_try, pad, entry)
        return answer(request, part, open_object(await pads.own(link, key, session)), "}")

    @app.post("/pads/{key}/count", responses=REFUSALS, summary="What a player's hand counts", openapi_extra=takes(PadCountWish))
    async def count(key: str, request: Request) -> Response:
        link, wish = await pads.read(PadCountWish, request, key, Book.PAD, to_write=False)
        paper = (await pads.desk.pad(link.log)).sums.paper
        if wish.player is not None and wish.player not in paper.names:
            raise EntryRefused("name_unknown", where="player", name=wish.player, known=", ".join(paper.names))
        total = wish.total
        if total is None:
            total = 0 if wish.player is None else paper.standing.totals[paper.seat(wish.player)]
        return JSONResponse(await pads.reckoner.work_out(_answer, paper.rules, wish.cards, total, len(paper.pages)))


def _add_writing(app: FastAPI, pads: Pads) -> None:
    @app.post("/pads/{key}/entries", responses=_WRITTEN, summary="Write on a pad", openapi_extra=takes(EntriesWish))
    async def write(key: str, request: Request) -> Response:
        link, body = await pads.read(EntriesWish, request, key, Book.PAD, to_write=True)
        wishes = [Wish(each.id, each.after, read_act(each.act)) for each in body.entries]
        pads.count_writes(link, request, len(wishes), len((await pads.desk.pad(link.log)).sums.rows))
        visitor = _Visitor(request)
        came = await pads.desk.write(link.log, visitor.session, wishes, key=hash_key(key))
        pad = await pads.desk.pad(link.log)
        rows = await pads.sheets.work_out(_rows_of, came, pad, visitor.session)
        results = [_result(each, rows, pad.v) for each in came]
        before = open_object({"results": results}) + '"state":' + open_object(await pads.own(link, key, visitor.session))
        return visitor.known(answer(request, await pads.shown(link, pad), before, "}}", status=_status_of(came)))

    @app.put("/pads/{key}/draft", responses=REFUSALS, summary="Keep a half-typed hand", openapi_extra=takes(DraftWish))
    async def draft(key: str, request: Request) -> Response:
        link, wish = await pads.read(DraftWish, request, key, Book.PAD, to_write=True)
        pads.count_writes(link, request)
        visitor = _Visitor(request)
        text = None if wish.draft is None else _draft_text(wish.draft)
        if await pads.desk.keep_draft(link.log, visitor.session, text):
            pads.news.tell(link.log)
        return visitor.answer({"kept": True})

    @app.put("/pads/{key}/name", responses=REFUSALS, summary="What the trail calls you", openapi_extra=takes(NameWish))
    async def name(key: str, request: Request) -> Response:
        link, wish = await pads.read(NameWish, request, key, Book.PAD, to_write=True)
        pads.count_writes(link, request)
        visitor = _Visitor(request)
        called = check_name(wish.name, ())
        await pads.desk.say_name(link.log, visitor.session, called)
        return visitor.answer({"you": called})

    @app.post("/pads/{key}/links", responses=REFUSALS, summary="Make a pad's links anew", openapi_extra=takes(LinksWish))
    async def links(key: str, request: Request) -> Response:
        link, wish = await pads.read(LinksWish, request, key, Book.PAD, to_write=True)
        pads.count_writes(link, request)
        return JSONResponse(await replace_links(pads.desk, pads.news, link, key, wish.write))

    @app.put("/pads/{key}/season", responses=REFUSALS, summary="Put a pad in a season", openapi_extra=takes(SeasonLinkWish))
    async def put_in_season(key: str, request: Request) -> Response:
        link, wish = await pads.read(SeasonLinkWish, request, key, Book.PAD, to_write=True)
        pads.count_writes(link, request)
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


def _rows_of(came: list[WriteResult], pad: Pad, session: str) -> dict[int, Any]:
    """The rows of the trail by version, where a conflict is to be told."""
    return {row["v"]: row for row in show_trail(trail(pad.entries), session)} if _has_conflict(came) else {}


def _has_conflict(came: list[WriteResult]) -> bool:
    return any(each.conflict for each in came)


def _status_of(came: list[WriteResult]) -> int:
    return 409 if _has_conflict(came) else 400 if any(each.refused is not None for each in came) else 200


def _result(came: WriteResult, rows: dict[int, Any], now: int) -> dict[str, Any]:
    if came.is_in:
        return {"id": came.id, "v": came.v, **({"again": True} if came.again else {})}
    if came.refused is not None:
        return {"id": came.id, **refusal_of(came.refused)}
    if came.conflict:
        return {"id": came.id, "conflict": [rows.get(v, {"v": v}) for v in came.conflict], "v": now}
    return {"id": came.id, "waiting": True}


def _add_seasons(app: FastAPI, pads: Pads) -> None:
    @app.post("/seasons", status_code=201, responses=REFUSALS, summary="Make a season", openapi_extra=takes(SeasonWish))
    async def make_season(request: Request) -> Response:
        check_form(request)
        wish = await body_of(SeasonWish, request)
        await pads.check_room(request)
        visitor = _Visitor(request)
        await pads.check_pace(visitor.session, request)
        act = read_season_act({"do": "retitle", "title": wish.title})
        keys = await pads.desk.make_season(getattr(act, "title", wish.title), visitor.session, _called(wish.by))
        shown = await pads.season_state(Link(keys.log, "write"), keys.write)
        return visitor.answer({**print_keys(keys), "season": shown}, 201)

    @app.get("/seasons/{key}", responses=REFUSALS, summary="A season as it stands")
    async def season(key: str) -> Response:
        return JSONResponse(await pads.season_state(await pads.open(key, Book.SEASON), key))

    @app.post("/seasons/{key}/links", responses=REFUSALS, summary="Make a season's links anew", openapi_extra=takes(LinksWish))
    async def links(key: str, request: Request) -> Response:
        link, wish = await pads.read(LinksWish, request, key, Book.SEASON, to_write=True)
        pads.count_writes(link, request)
        return JSONResponse(await replace_links(pads.desk, pads.news, link, key, wish.write))

    @app.post("/seasons/{key}/entries", responses=_WRITTEN, summary="Merge names in a season", openapi_extra=takes(EntriesWish))
    async def write(key: str, request: Request) -> Response:
        link, body = await pads.read(EntriesWish, request, key, Book.SEASON, to_write=True)
        pads.count_writes(link, request, len(body.entries))
        visitor = _Visitor(request)
        wishes = [Wish(each.id, each.after, read_season_act(each.act)) for each in body.entries]
        came = await pads.desk.write_season(link.log, visitor.session, wishes, hash_key(key))
        now = await pads.desk.season(link.log)
        rows = {row["v"]: row for row in season_trail(now)}
        results = [_result(each, rows, now.v) for each in came]
        return visitor.answer({"results": results, "season": await pads.season_state(link, key, now)}, _status_of(came))
