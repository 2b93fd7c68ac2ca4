"""Queue the messages for an open page, and send them in order as fast as the page takes them. The queue is bounded."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from continental.play.refusal import Refused
from continental.table.ports import SessionHash
from continental.web.table.message import refusal_message

MOST_WAITING: Final = 64
"""How many messages wait for a slow line before one message with the full state replaces them."""
POLICY: Final = 1008
"""The closing code for a page that breaks the protocol or is no longer served."""


class Line:
    """One open page: the session of its browser, and the messages that wait to be sent."""

    def __init__(self, session: SessionHash | None) -> None:
        self.session = session
        self.sent_away: Refused | None = None
        self.lost_count = False
        self._waiting: deque[str] = deque()
        self._afterwards: str | None = None
        self._news = asyncio.Event()

    def put(self, text: str) -> None:
        """Queue the text after those that wait already."""
        if len(self._waiting) >= MOST_WAITING:
            self._waiting.clear()
            self.lost_count = True
        if not self.lost_count:
            self._waiting.append(text)
        self._news.set()

    def put_afterwards(self, text: str | None) -> None:
        """Queue the text after all others, in place of the last such text if that was not sent. None takes it back."""
        self._afterwards = text
        if text is not None:
            self._news.set()

    def send_away(self, why: Refused) -> None:
        """Close the line after the messages that wait."""
        self.sent_away = why
        self._news.set()

    async def next_texts(self, say_all: Callable[[], str]) -> list[str]:
        """Return the texts to be sent, once there are any. `say_all` gives the message for a line that lost count."""
        await self._news.wait()
        self._news.clear()
        texts = list(self._waiting)
        self._waiting.clear()
        if self.lost_count:
            self.lost_count = False
            texts.append(say_all())
        if self._afterwards is not None:
            texts.append(self._afterwards)
            self._afterwards = None
        return texts


async def send_texts(socket: WebSocket, line: Line, say_all: Callable[[], str]) -> None:
    """Send the messages of the line, until it is sent away or the other side is gone."""
    with suppress(WebSocketDisconnect, RuntimeError, OSError):  # the task that receives sees it too
        while True:
            for text in await line.next_texts(say_all):
                await socket.send_text(text)
            if line.sent_away is not None:
                await close_socket(socket, line.sent_away)
                return


async def close_socket(socket: WebSocket, refused: Refused) -> None:
    """Say over the socket why it is closed, and close it."""
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_text(refusal_message(refused, re=None, version=None))
        await socket.close(POLICY)


async def refuse_socket(socket: WebSocket, refused: Refused) -> None:
    """Say over a new socket why it is not served, and close it."""
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.accept()
        await close_socket(socket, refused)
