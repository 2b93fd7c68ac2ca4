"""The sockets of pads: each is told of every new version, whichever process it came from, and of who is typing beside it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from continental.logbook.books import BookKey
from continental.logbook.links import KeyHash
from continental.logbook.ports import StoreFailed
from continental.scorepad.ports import PadStore, Writer
from continental.table.refusal import TableRefused

MOST_LINES: Final = 100
"""How many sockets of one pad may be open in one process."""
LOOK_S: Final = 2.0
"""How often an open socket looks for what another process wrote, and whether its key was replaced there."""
MOST_FRAMES: Final = 100
"""A page has nothing to send; after so many frames the line is closed."""
POLICY: Final = 1008


@dataclass(eq=False)
class Line:
    """An open socket: the key by which it came, and the writer's session; None for whoever watches."""

    key: KeyHash
    session: str | None
    news: asyncio.Event = field(default_factory=asyncio.Event)


class News:
    """Who waits to hear of a new version of which pad, and who of its writers has the page open."""

    def __init__(self, store: PadStore) -> None:
        self._store = store
        self._lines: dict[BookKey, set[Line]] = {}
        store.subscribe(self.tell)

    def tell(self, pad: BookKey, _: int = 0) -> None:
        """Have everybody who waits for the pad look."""
        for line in self._lines.get(pad, ()):
            line.news.set()

    def check_place(self, pad: BookKey) -> None:
        """Nothing, where another line may come; raises TableRefused."""
        if len(self._lines.get(pad, ())) >= MOST_LINES:
            raise TableRefused("too_many_sockets", most=MOST_LINES)

    def here(self, pad: BookKey) -> set[str]:
        """Return the sessions of the writers that have the pad open in this process."""
        return {line.session for line in self._lines.get(pad, ()) if line.session is not None}

    def typing(self, pad: BookKey, writers: Sequence[Writer], session: str | None) -> list[str]:
        """The writers beside this one who have a half-typed hand and the page open, here: whoever left is not typing."""
        here = self.here(pad)
        return [each.name for each in writers if each.is_typing and each.session != session and each.session in here]

    async def listen(self, socket: WebSocket, pad: BookKey, line: Line, gone_says: dict[str, Any]) -> None:
        """Send the pad's version now and whenever it is a new one, until the socket closes or its key is replaced."""
        left = asyncio.create_task(_until_gone(socket))
        self._lines.setdefault(pad, set()).add(line)
        self.tell(pad)
        try:
            await self._send_news(socket, pad, line, left, gone_says)
        finally:
            left.cancel()
            self._lines[pad].discard(line)
            self.tell(pad)
            if not self._lines[pad]:
                del self._lines[pad]

    async def _send_news(
        self, socket: WebSocket, pad: BookKey, line: Line, left: asyncio.Task[None], gone_says: dict[str, Any]
    ) -> None:
        told: dict[str, Any] = {"v": 0, "typing": []}
        while not left.done():
            with suppress(StoreFailed, WebSocketDisconnect, RuntimeError, OSError):  # a store is asked again soon
                found = await self._store.look(line.key)
                if found is None or found[1] == "gone":  # another process may have replaced it
                    await _close(socket, gone_says)
                    return
                now = {**told, "v": found[0]}
                if line.news.is_set() or now != told:
                    line.news.clear()
                    if line.session is not None:
                        now["typing"] = self.typing(pad, await self._store.writers(pad), line.session)
                if now != told:
                    await socket.send_text(json.dumps({key: now[key] for key in now if key == "v" or now[key] != told[key]}))
                    told = now
            waits = asyncio.create_task(line.news.wait())
            await asyncio.wait((waits, left), timeout=LOOK_S, return_when=asyncio.FIRST_COMPLETED)
            waits.cancel()


async def _until_gone(socket: WebSocket) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        for _ in range(MOST_FRAMES):
            if (await socket.receive())["type"] == "websocket.disconnect":
                return
        await socket.close(POLICY)


async def _close(socket: WebSocket, refusal: dict[str, Any]) -> None:
    await socket.send_text(json.dumps(refusal))
    await socket.close(POLICY)


async def refuse_socket(socket: WebSocket, refusal: dict[str, Any]) -> None:
    """Say over the socket why it is not served, and close it."""
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.accept()
        await _close(socket, refusal)
