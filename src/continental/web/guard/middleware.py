"""Wrap every answer: headers that keep other sites out, no cache for what changes, and limits on the bodies that come in."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from continental.table.refusal import TableRefused
from continental.web.guard.address import client_address, is_https
from continental.web.guard.shares import ASKING, Metered, ProcessorShares, Turns
from continental.web.statuses import status_of
from continental.web.table.message import refusal_part

MOST_BODY: Final = 65_536
"""The longest body of a request, in bytes."""
LARGER: Final = {"/pads/import": 2_000_000}
"""The addresses that take a longer body, with their limits."""

HEADERS: Final = {
    "content-security-policy": (
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
_ASKED: Final = "continental.asked"
HTTPS_ONLY: Final = "max-age=15552000"
"""The header sent behind https: for half a year browsers use only https for this host."""


@dataclass(frozen=True, slots=True)
class BodyLimits:
    """How long a body may take to arrive, and how many bytes of bodies are held at once, of an address and in all."""

    body_s: float = 60.0
    most_of_address: int = 6_000_000
    most: int = 32_000_000


LIMITS: Final = BodyLimits()
MOST_DRAINED: Final = 32_000_000
"""How many bytes of a refused body are read and dropped, so that the client can read why it was refused."""
DRAIN_S: Final = 10.0
"""How long reading a refused body may take, in seconds."""


LOOP_SHARE: Final = 0.25
"""How many seconds of the event loop one address gets back within each second."""
LOOP_BURST_S: Final = 0.8
"""How many seconds of it an address may use at once before it waits. Several pages with all their files take that much."""


def loop_turns() -> Turns:
    """Return turns on the event loop of this process, none taken yet."""
    return Turns(ProcessorShares(LOOP_SHARE, LOOP_BURST_S))


class Guard:
    """Wraps the application. Each address waits for its turn on the event loop, with requests and frames alike."""

    def __init__(self, app: ASGIApp, limits: BodyLimits = LIMITS, turns: Turns | None = None) -> None:
        self._app = app
        self._limits = limits
        self._turns = turns or loop_turns()
        self._held: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        address = client_address(HTTPConnection(scope))
        ASKING.set(address)
        await self._turns.wait(address)
        if scope["type"] == "websocket":
            await Metered(self._app(scope, self._slowed(receive, address), send), self._turns.shares, address)
        else:
            await Metered(self._serve(scope, receive, send), self._turns.shares, address)

    def _slowed(self, receive: Receive, address: str) -> Receive:
        """Return a socket's `receive` that waits for a turn after each frame. Nothing more is read meanwhile."""

        async def receive_slowed() -> Message:
            message = await receive()
            if message["type"] == "websocket.receive":
                await self._turns.wait(address)
            return message

        return receive_slowed

    async def _serve(self, asked: Scope, receive: Receive, send: Send) -> None:
        begun = False
        is_head = asked["method"] == "HEAD"  # answered as a GET without its body, so every address that takes GET takes it
        scope = {**asked, "method": "GET", _ASKED: "HEAD"} if is_head else asked

        async def send_guarded(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
                if is_https(HTTPConnection(scope)):
                    headers.setdefault("strict-transport-security", HTTPS_ONLY)
            elif is_head and message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        body = _Body(scope, receive, self._held, self._limits)
        try:
            await self._app(scope, body.receive, send_guarded)
        except _BodyRefused as refused:
            if not begun:
                await _refuse(send_guarded, receive, refused.refused)
        except ClientDisconnect:
            pass  # an upload that broke off is nobody's fault, and nobody is there to be told
        finally:
            body.let_go()


class _BodyRefused(Exception):
    def __init__(self, refused: TableRefused) -> None:
        super().__init__()
        self.refused = refused


class _Body:
    """The body of one request while it is held: its bytes and its deadline."""

    def __init__(self, scope: Scope, receive: Receive, held: Counter[str], limits: BodyLimits) -> None:
        self._receive = receive
        self._limits = limits
        self._held = held
        self._address = client_address(HTTPConnection(scope))
        self._told = Headers(scope=scope).get("content-length", "0")
        self._most = most_body(scope)
        self._came = 0
        self._is_whole = False
        self._deadline: float | None = None

    async def receive(self) -> Message:
        """Receive the next part. Raises _BodyRefused if the body is too large, too slow, or if too many bytes are held."""
        if self._told.isdecimal() and int(self._told) > self._most:
            raise _BodyRefused(TableRefused("too_large", most=self._most))
        if self._is_whole:
            return await self._receive()  # nothing comes any more but the news that the client has gone
        if self._deadline is None:
            self._deadline = asyncio.get_running_loop().time() + self._limits.body_s
        try:
            async with asyncio.timeout_at(self._deadline):
                message = await self._receive()
        except TimeoutError:
            raise _BodyRefused(TableRefused("too_slow", seconds=round(self._limits.body_s))) from None
        self._is_whole = not message.get("more_body", False)
        self._hold(len(message.get("body", b"")))
        return message

    def _hold(self, size: int) -> None:
        if self._came + size > self._most:
            raise _BodyRefused(TableRefused("too_large", most=self._most))
        if self._held[self._address] + size > self._limits.most_of_address or self._held.total() + size > self._limits.most:
            raise _BodyRefused(TableRefused("too_many_uploads"))
        self._came += size
        self._held[self._address] += size

    def let_go(self) -> None:
        """Stop counting the body's bytes."""
        self._held[self._address] -= self._came
        if not self._held[self._address]:
            del self._held[self._address]


def asked_method(scope: Scope) -> str:
    """Return the method that the client sent, even if the request is answered as another."""
    method: str = scope.get(_ASKED, scope["method"])
    return method


def most_body(scope: Scope) -> int:
    """Return the longest body that the address takes, in bytes."""
    return LARGER.get(scope["path"], MOST_BODY)


async def _refuse(send: Send, receive: Receive, refused: TableRefused) -> None:
    """Answer the refusal and close the connection. If the body is too large, its rest is read first, within bounds."""
    body = json.dumps(refusal_part(refused)).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status_of(refused.code), "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": True})
    if refused.code == "too_large":
        # A connection that is closed over unread bytes is reset, and a client that still sends loses the answer.
        with suppress(TimeoutError):
            async with asyncio.timeout(DRAIN_S):
                await _drain(receive)
    await send({"type": "http.response.body", "body": b""})


async def _drain(receive: Receive) -> None:
    """Read and drop the rest of a body, up to `MOST_DRAINED` bytes."""
    left = MOST_DRAINED
    while left > 0:
        message = await receive()
        if message["type"] != "http.request" or not message.get("more_body", False):
            return
        left -= len(message.get("body", b""))
