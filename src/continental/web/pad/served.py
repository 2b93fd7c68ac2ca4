"""Serve pads: limit how many are made and written, and answer their pages."""

from __future__ import annotations

import json
from typing import Any, Final

from fastapi import Depends, Request
from fastapi.responses import JSONResponse, Response
from starlette.websockets import WebSocket

from continental.logbook.books import Book, BookKey
from continental.logbook.links import Link, hash_key, watch_key
from continental.play.refusal import Refused
from continental.scorepad.desk import Desk
from continental.scorepad.pad import Pad
from continental.scorepad.ports import PadStore
from continental.scorepad.refusal import EntryRefused
from continental.scorepad.sayings import writer
from continental.scorepad.season import Season, show_season
from continental.scorepad.show import entry_form, show_pad
from continental.table.names import check_name
from continental.table.pace import Pace
from continental.table.ports import Clock
from continental.table.refusal import TableRefused
from continental.web.guard.address import client_address
from continental.web.guard.reckoner import Reckoner
from continental.web.guard.session import check_origin, give_secret, hash_of, secret_for, secret_of, session_of
from continental.web.line import refuse_socket
from continental.web.pad.links import check_link
from continental.web.pad.news import News, PadLine
from continental.web.pad.views import SharedText, Views, print_members

PADS_AN_HOUR: Final = 60
"""How many pads and seasons one browser makes within an hour."""
PADS_A_MINUTE: Final = 240
"""How many this process makes within a minute, for all browsers together."""
PADS_OF_ADDRESS: Final = 40
"""How many of them one address may make: a browser that throws its cookie away is another browser, but has the same address."""
WRITES_A_MINUTE: Final = 1_200
"""How many entries, drafts and names are taken on one pad within a minute."""
ALL_WRITES_A_MINUTE: Final = 6_000
"""How many of them this process takes, on all pads."""
WRITES_OF_ADDRESS: Final = 1_500
"""How many of them one address may make, on all pads."""
ROWS_A_WRITE: Final = 50
"""For how many rows of its pad an entry counts once more, for it may have all of them calculated again."""
MOST_OF_ONE: Final = WRITES_A_MINUTE // 2
"""How much one request counts at most, so that every batch is accepted at some time."""
MOST_SHEETS: Final = 64
"""How many calculations of sheets may run or wait. Beyond that a request is refused and may try again later."""
KEPT_A_DAY: Final = 2_000_000_000
"""How many bytes of pads this process takes within a day."""
KEPT_OF_ADDRESS: Final = 50_000_000
"""How many of them one address may send."""
_HOUR_MS: Final = 3_600_000
_MINUTE_MS: Final = 60_000
_DAY_MS: Final = 86_400_000


class Pads:
    """The pads as one process serves them: the desk they are written on, and the pages that are told of new versions."""

    def __init__(self, store: PadStore, clock: Clock) -> None:
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
        self.taking_in = Reckoner(1, 4)  # a long text takes a processor for seconds

    async def open(self, key: str, book: Book, *, to_write: bool = False) -> Link:
        """Return the link of the key. Raises EntryRefused if it opens nothing in this book, or is not for writing."""
        return check_link(await self.desk.link(key), book, to_write=to_write)

    async def check_room(self, request: Request) -> None:
        """Count the bytes of a request that is to be kept. Raises TableRefused if there is no room, or too much came today."""
        await request.app.state.room_left.check()
        if not self._kept.take(client_address(request), weight=len(await request.body())):
            raise TableRefused("kept_a_day")

    async def take_write(self, link: Link, request: Request, entries: int = 1, rows: int = 0) -> None:
        """Count the entries of a request, on a pad of `rows`. Raises TableRefused if there is no room, or too many."""
        await self.check_room(request)
        if not self._written.take(client_address(request), link.log.id, _weight(entries, rows)):
            raise TableRefused("writes_too_fast")

    def count_tries(self, link: Link, request: Request, rows: int) -> None:
        """Count an act that is only tried, as `take_write` counts those that are written."""
        if not self._tried.take(client_address(request), link.log.id, _weight(1, rows)):
            raise TableRefused("writes_too_fast")

    async def check_pace(self, session: str, request: Request) -> None:
        """Count one more pad or season that the session makes.

        Raises EntryRefused or TableRefused if the session, its address, or all together made too many.
        """
        made = await self.desk.store.count_made((Book.PAD, Book.SEASON), session, self.clock.now() - _HOUR_MS)
        if made >= PADS_AN_HOUR:
            raise EntryRefused("pads_an_hour", made=made)
        if not self._made.take(client_address(request)):
            raise TableRefused("pads_a_minute")

    async def own(self, link: Link, key: str, session: str | None) -> dict[str, Any]:
        """Return the part of a pad's state that is for one browser alone."""
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
            "draft": _draft(draft),
            "typing": self.news.typing(link.log, writers, session) if writes else [],
            "season": None if season is None else await self._season_title(season),
        }

    async def _season_title(self, season: BookKey) -> dict[str, str] | None:
        """Return the title of the season that the pad is in, or None if the season cannot be read: the pad can."""
        try:
            return {"title": (await self.desk.season(season)).sheet.title}
        except EntryRefused:
            return None

    async def shown(self, link: Link, pad: Pad) -> SharedText:
        """Return the part of a pad's state that everybody is shown, made once for each version."""
        return await self.views.part((link.log, pad.v, "state"), print_state, pad)

    async def season_state(self, link: Link, key: str, season: Season | None = None) -> dict[str, Any]:
        """Return the state of a season for its page."""
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


def opened(pads: Pads, book: Book, *, to_write: bool = False) -> Any:
    """Return the dependency that opens the key of the address. It comes first, so a body is read only if the key is good."""

    async def read(key: str) -> Link:
        return await pads.open(key, book, to_write=to_write)

    return Depends(read)


def _weight(entries: int, rows: int) -> int:
    return min(entries * (1 + rows // ROWS_A_WRITE), MOST_OF_ONE)


class Visitor:
    """The browser behind a request: its session, and a new secret if it had none."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._secret = secret_for(request)
        self.is_new = secret_of(request) is None
        self.session = hash_of(self._secret)

    def answer(self, body: object, status: int = 200) -> Response:
        """Return the body as JSON, with a cookie if the browser had none."""
        return self.known(JSONResponse(body, status))

    def known(self, response: Response) -> Response:
        """Return the answer, with a cookie if the browser had none."""
        if self.is_new:
            give_secret(response, self._request, self._secret)
        return response


def _draft(text: str | None) -> Any:
    """Return a stored draft, or None if there is none or it cannot be read: it is a hand that was half typed."""
    try:
        return None if text is None else json.loads(text)
    except ValueError:
        return None


def called(name: str | None) -> str:
    """Return the checked name of a writer, or the usual one if none is given. Raises TableRefused."""
    return str(writer(1)) if name is None else check_name(name, ())


def print_state(pad: Pad) -> SharedText:
    """Return the part of a pad's state that everybody is shown."""
    return print_members({**show_pad(pad), "form": entry_form(pad.sheet.start.rules, pad.sums.opening.pack)})
