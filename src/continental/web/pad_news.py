"""The sockets of pads: each is told of every new version, whichever process it came from, and reads the pad itself."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from continental.scorepad.ports import PadId, PadStore, PadStoreFailed
from continental.table.refusal import TableRefused

MOST_LINES: Final = 100
"""How many sockets of one pad may be open in one process."""
LOOK_S: Final = 2.0
"""How often an open socket looks for what another process wrote."""
MOST_FRAMES: Final = 100
"""A page has nothing to send; after so many frames the line is closed."""
POLICY: Final = 1008


class News:
    """Who waits to hear of a new version of which pad."""

    def __init__(self, store: PadStore) -> None:
        self._store = store
        self._waiting: dict[PadId, set[asyncio.Event]] = {}

    def tell(self, pad: PadId, v: int) -> None:
        """Wake everybody who waits for the pad."""
        for event in self._waiting.get(pad, ()):
            event.set()

    def check_place(self, pad: PadId) -> None:
        """Nothing, where another line may come; raises TableRefused."""
        if len(self._waiting.get(pad, ())) >= MOST_LINES:
            raise TableRefused("too_many_sockets", most=MOST_LINES)

    async def listen(self, socket: WebSocket, pad: PadId) -> None:
        """Send the pad's version now and whenever it is a new one, until the socket closes."""
        news, gone = asyncio.Event(), asyncio.create_task(_until_gone(socket))
        self._waiting.setdefault(pad, set()).add(news)
        try:
            await self._send_versions(socket, pad, news, gone)
        finally:
            gone.cancel()
            self._waiting[pad].discard(news)
            if not self._waiting[pad]:
                del self._waiting[pad]

    async def _send_versions(self, socket: WebSocket, pad: PadId, news: asyncio.Event, gone: asyncio.Task[None]) -> None:
        told = 0
        while not gone.done():
            news.clear()
            with suppress(PadStoreFailed):  # it looks again soon
                now = (await self._store.latest([pad])).get(pad, told)
                if now != told:
                    told = now
                    try:
                        await socket.send_text(json.dumps({"v": now}))
                    except (WebSocketDisconnect, RuntimeError, OSError):
                        return
            waits = asyncio.create_task(news.wait())
            await asyncio.wait((waits, gone), timeout=LOOK_S, return_when=asyncio.FIRST_COMPLETED)
            waits.cancel()


async def _until_gone(socket: WebSocket) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        for _ in range(MOST_FRAMES):
            if (await socket.receive())["type"] == "websocket.disconnect":
                return
        await socket.close(POLICY)


async def refuse_socket(socket: WebSocket, refusal: dict[str, Any]) -> None:
    """Say over the socket why it is not served, and close it."""
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.accept()
        await socket.send_text(json.dumps(refusal))
        await socket.close(POLICY)
