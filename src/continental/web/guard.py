"""What goes around every answer: headers that keep other sites out, no cache for what changes, and a limit on what comes in."""

from __future__ import annotations

import json
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from continental.scorepad.export import LONGEST_TEXT
from continental.table.refusal import TableRefused
from continental.web.message import refusal_part

MOST_BODY: Final = 65_536
"""The longest body of a request, in bytes."""
LARGER: Final = {"/pads/import": 4 * LONGEST_TEXT}
"""Where a longer one may come in: an export of ours, its letters in UTF-8."""

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


class _TooLarge(Exception):
    pass


class Guard:
    """Wraps the application; sockets pass through, for they have limits of their own."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = False

        async def send_guarded(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
            await send(message)

        try:
            await self._app(scope, _limited(scope, receive), send_guarded)
        except _TooLarge:
            if not begun:
                await _refuse_large(send_guarded, most_body(scope))


def _limited(scope: Scope, receive: Receive) -> Receive:
    told = Headers(scope=scope).get("content-length", "0")
    most = most_body(scope)
    came = 0

    async def receive_limited() -> Message:
        nonlocal came
        if told.isdecimal() and int(told) > most:
            raise _TooLarge
        message = await receive()
        came += len(message.get("body", b""))
        if came > most:
            raise _TooLarge
        return message

    return receive_limited


def most_body(scope: Scope) -> int:
    """The longest body that the address takes."""
    return LARGER.get(scope["path"], MOST_BODY)


async def _refuse_large(send: Send, most: int) -> None:
    body = json.dumps(refusal_part(TableRefused("too_large", most=most))).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": body})
