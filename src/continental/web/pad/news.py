"""Tell the sockets of pads every new version, whichever process it came from, and who else is typing."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from continental.logbook.books import BookKey
from continental.logbook.links import KeyHash
from continental.logbook.ports import StoreFailed
from continental.scorepad.ports import PadStore, Writer
from continental.scorepad.refusal import EntryRefused
from continental.table.ports import SessionHash
from continental.table.refusal import TableRefused
from continental.web.line import POLICY, Line, send_texts

GONE: Final = EntryRefused("link_replaced")
MOST_LINES: Final = 100
"""How many sockets of one pad may be open in one process."""
LOOK_S: Final = 2.0
"""How many seconds pass between two looks for entries of other processes, and for keys that were replaced there."""
MOST_FRAMES: Final = 100
"""After how many frames the line is closed. A page has nothing to send."""

_log = logging.getLogger("continental.web")


class PadLine(Line):
    """An open page of a pad: the key by which it came, and the last message to it. Only writers have a session here."""

    def __init__(self, key: KeyHash, session: SessionHash | None) -> None:
        super().__init__(session)
        self.key = key
        self._told: dict[str, Any] = {"v": 0, "typing": []}

    def tell(self, version: int, typing: Sequence[str]) -> None:
        """Tell the page the version, and who is typing if that is news."""
        now = {"v": version, "typing": list(typing)}
        if now != self._told:
            self.put(json.dumps({key: now[key] for key in now if key == "v" or now[key] != self._told[key]}))
            self._told = now

    def say_all(self) -> str:
        """Return everything that the page was told last."""
        return json.dumps(self._told)


class _OpenPad:
    """A pad that pages here have open: their lines, and the version and writers that were read last."""

    def __init__(self) -> None:
        self.lines: set[PadLine] = set()
        self.news = asyncio.Event()
        self.watching: asyncio.Task[None] | None = None
        self.version = 0
        self.writers: Sequence[Writer] = ()


class News:
    """The pads that are open in this process. One task for each pad looks at the store, for all of the pad's pages."""

    def __init__(self, store: PadStore) -> None:
        self._store = store
        self._open: dict[BookKey, _OpenPad] = {}
        store.subscribe(self.tell)

    def tell(self, pad: BookKey, _: int = 0) -> None:
        """Look at the pad soon, for everybody who has it open."""
        if pad in self._open:
            self._open[pad].news.set()

    def check_place(self, pad: BookKey) -> None:
        """Raise TableRefused if no other line of the pad may come."""
        if len(self._lines(pad)) >= MOST_LINES:
            raise TableRefused("too_many_sockets", most=MOST_LINES)

    def here(self, pad: BookKey) -> set[str]:
        """Return the sessions of the writers that have the pad open in this process."""
        return {line.session for line in self._lines(pad) if line.session is not None}

    def typing(self, pad: BookKey, writers: Sequence[Writer], session: str | None) -> list[str]:
        """Return the names of the other writers who have a half-typed hand, and the page open in this process."""
        here = self.here(pad)
        return [each.name for each in writers if each.is_typing and each.session != session and each.session in here]

    def _lines(self, pad: BookKey) -> set[PadLine]:
        return self._open[pad].lines if pad in self._open else set()

    async def listen(self, socket: WebSocket, pad: BookKey, line: PadLine) -> None:
        """Send the pad's version now and whenever it changes, until the socket closes or its key is replaced."""
        opened = self._open.setdefault(pad, _OpenPad())
        opened.lines.add(line)
        opened.news.set()
        if opened.watching is None:
            opened.watching = asyncio.create_task(self._watch(pad, opened))
        sending = asyncio.create_task(send_texts(socket, line, line.say_all))
        try:
            await _until_gone(socket)
        finally:
            opened.lines.discard(line)
            opened.news.set()
            if not opened.lines:
                opened.watching.cancel()
                del self._open[pad]
            sending.cancel()
            with suppress(asyncio.CancelledError):
                await sending

    async def _watch(self, pad: BookKey, opened: _OpenPad) -> None:
        while True:
            is_told = opened.news.is_set()
            opened.news.clear()
            try:
                await self._look(pad, opened, is_told=is_told)
            except StoreFailed:
                opened.news.set()  # the store has logged why, and is asked again soon
                await asyncio.sleep(LOOK_S)
            except Exception as error:  # noqa: BLE001 - the pad's pages wait for this task alone
                _log.error("looking at a pad: %s", type(error).__name__)
                await asyncio.sleep(LOOK_S)
            with suppress(TimeoutError):
                await asyncio.wait_for(opened.news.wait(), LOOK_S)

    async def _look(self, pad: BookKey, opened: _OpenPad, *, is_told: bool) -> None:
        """Send every line its news. A line whose key was replaced, by any process, is sent away."""
        found = {key: await self._store.look(key) for key in {line.key for line in opened.lines}}
        working = {key: look[0] for key, look in found.items() if look is not None and look[1] != "gone"}
        version = max(working.values(), default=0)
        if is_told or version != opened.version:
            opened.version, opened.writers = version, await self._store.writers(pad)
        for line in tuple(opened.lines):
            if line.key in working:
                typing = self.typing(pad, opened.writers, line.session) if line.session is not None else ()
                line.tell(working[line.key], typing)
            elif line.key in found and line.sent_away is None:  # else it came while the store was asked
                line.send_away(GONE)


async def _until_gone(socket: WebSocket) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        for _ in range(MOST_FRAMES):
            if (await socket.receive())["type"] == "websocket.disconnect":
                return
        await socket.close(POLICY)
