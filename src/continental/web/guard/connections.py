"""Limit connections: how many are open at once, and how long and large the head of a request may be."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from typing import Any, Final

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import CloseCode, Frame

from continental.table.refusal import TableRefused
from continental.web.guard.address import ANYWHERE, UNKNOWN, Site, network_of
from continental.web.guard.middleware import loop_turns
from continental.web.guard.shares import Turns
from continental.web.table.message import refusal_part
from continental.web.table.wire import MOST_BYTES

_log = logging.getLogger("continental.web")


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """The limits of connections. Seconds and bytes of one connection, except for `most` and `most_of_address`.

    `head_s` is for the whole head of a request, however its bytes drip in. `unread_s` is how long the other side may take none
    of what was sent to it. `most_head` also bounds what follows a body's chunks.
    """

    most: int = 4_000
    most_of_address: int = 250
    head_s: float = 10.0
    unread_s: float = 30.0
    look_s: float = 1.0
    most_head: int = 32_768
    most_headers: int = 100
    most_pipelined: int = 16
    most_fragments: int = 1_024


LIMITS: Final = ConnectionLimits()


class _Connection:
    """One open connection: its address, the deadline for the head of its next request, and the bytes that it has not read."""

    __slots__ = ("address", "deadline", "transport", "unread", "unread_since")

    def __init__(self, transport: asyncio.Transport, address: str, now: float) -> None:
        self.transport = transport
        self.address = address
        self.deadline: float | None = None
        self.unread = 0
        self.unread_since = now

    def is_stuck(self, now: float, unread_s: float) -> bool:
        """Return whether the other side took none of the bytes sent to it for `unread_s` seconds."""
        unread = self.transport.get_write_buffer_size()
        if not unread or unread < self.unread:
            self.unread_since = now
        self.unread = unread
        return now - self.unread_since > unread_s


class Connections:
    """All connections of a process, with the limits that they keep to."""

    def __init__(self, limits: ConnectionLimits = LIMITS, site: Site = ANYWHERE, turns: Turns | None = None) -> None:
        self.limits = limits
        self.turns = turns or loop_turns()
        self._site = site
        self._open: dict[asyncio.BaseTransport, _Connection] = {}
        self._of_address: Counter[str] = Counter()
        self._looking: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._open)

    def open(self, transport: asyncio.Transport) -> bool:
        """Count one more connection. Return False, and log it, if its address or all addresses have too many."""
        address = self._address(transport)
        if len(self._open) >= self.limits.most:
            _log.warning("connections are refused: %d are open", len(self._open))
            return False
        if address is not None and self._of_address[address] >= self.limits.most_of_address:
            _log.warning("connections of %s are refused: it has %d open", address, self._of_address[address])
            return False
        loop = asyncio.get_running_loop()
        connection = _Connection(transport, address or "", loop.time())
        self._open[transport] = connection
        self._of_address[connection.address] += 1
        self.await_head(transport)
        if self._looking is None:
            self._looking = loop.call_later(self.limits.look_s, self._look)
        return True

    def address_of(self, transport: asyncio.BaseTransport) -> str | None:
        """Return the address that an open connection is charged to; None if a named proxy holds it, or if it is not open."""
        connection = self._open.get(transport)
        return None if connection is None else connection.address or None

    @contextmanager
    def charged(self, transport: asyncio.BaseTransport) -> Iterator[None]:
        """Charge the address of an open connection for the time that the `with` block takes."""
        address, begun = self.address_of(transport), time.perf_counter()
        try:
            yield
        finally:
            self.turns.shares.charge(address, time.perf_counter() - begun)

    def close(self, transport: asyncio.BaseTransport) -> None:
        """Stop counting a connection."""
        connection = self._open.pop(transport, None)
        if connection is not None:
            self._of_address[connection.address] -= 1
            if not self._of_address[connection.address]:
                del self._of_address[connection.address]
        if not self._open and self._looking is not None:
            self._looking.cancel()
            self._looking = None

    def await_head(self, transport: asyncio.BaseTransport) -> None:
        """Give the connection `head_s` from now on to send the head of a request."""
        if transport in self._open:
            self._open[transport].deadline = asyncio.get_running_loop().time() + self.limits.head_s

    def has_head(self, transport: asyncio.BaseTransport) -> None:
        """Note that the head of a request is here: from now on the request has its own time limits."""
        if transport in self._open:
            self._open[transport].deadline = None

    def _address(self, transport: asyncio.Transport) -> str | None:
        """Return the address that a connection counts for, or None for a named proxy, through which everybody may come."""
        peer = transport.get_extra_info("peername")
        host = str(peer[0]) if isinstance(peer, tuple | list) and peer else UNKNOWN
        return None if self._site.is_proxy_host(host) else network_of(host)

    def _look(self) -> None:
        """End the connections whose time is over. One check a second costs less than a timer for each request."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        for connection in tuple(self._open.values()):
            is_late = connection.deadline is not None and now > connection.deadline
            if is_late or connection.is_stuck(now, self.limits.unread_s):
                connection.transport.abort()
        self._looking = loop.call_later(self.limits.look_s, self._look) if self._open else None


class LimitedConfig(uvicorn.Config):
    """The configuration of uvicorn, with our limits on connections and our log."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        limits: ConnectionLimits = LIMITS,
        site: Site = ANYWHERE,
        turns: Turns | None = None,
        **settings: Any,
    ) -> None:
        super().__init__(
            app,
            http=LimitedHttp,
            ws=LimitedWebSocket,
            ws_per_message_deflate=False,
            ws_max_size=MOST_BYTES,
            log_config=None,
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            **settings,
        )
        self.open_connections = Connections(limits, site, turns)


class _HeadRefused(Exception):
    """The head of a request is too large. The status says which part."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__()
        self.status = status


class LimitedHttp(HttpToolsProtocol):
    """HTTP as uvicorn speaks it, whose parser bounds neither the seconds nor the bytes of a head, nor requests sent ahead."""

    def __init__(
        self,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        assert isinstance(config, LimitedConfig)
        self._open_connections = config.open_connections
        self._limits = config.open_connections.limits
        self._bytes_of_head = 0
        self._bytes_of_headers = 0
        self._refused_with: HTTPStatus | None = None
        self._is_counted = False
        self._has_begun = False
        self._early = b""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._is_counted = self._open_connections.open(transport)
        if self._is_counted:
            super().connection_made(transport)
        else:
            transport.write(_too_many())
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._is_counted:
            self._open_connections.close(self.transport)
            super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if not self._is_counted or self.transport.is_closing():
            return
        # a connection costs more than a request that is refused, so its first bytes wait for a turn of the address
        address = self._open_connections.address_of(self.transport)
        if self._has_begun or address is None or self._open_connections.turns.take(address):
            self._read(data)
        else:
            self._early = data
            self.transport.pause_reading()
            self._open_connections.turns.when_free(address, self._read_early)

    def _read_early(self) -> None:
        """Read the bytes that arrived before the connection's turn."""
        if not self.transport.is_closing():
            self.transport.resume_reading()
            self._read(self._early)
        self._early = b""

    def _read(self, data: bytes) -> None:
        self._has_begun = True
        with self._open_connections.charged(self.transport):
            self._parse(data)

    def _parse(self, data: bytes) -> None:
        self._bytes_of_head += len(data)
        super().data_received(data)
        if self._bytes_of_head > self._limits.most_head and not self.transport.is_closing():
            self._refused_with = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
            self.send_400_response("")

    def on_message_begin(self) -> None:
        self._bytes_of_headers = 0
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self._bytes_of_headers += len(name) + len(value)
        self._check_head()

    def on_headers_complete(self) -> None:
        self._check_head()
        self._bytes_of_head = 0
        self._open_connections.has_head(self.transport)
        super().on_headers_complete()
        if len(self.pipeline) > self._limits.most_pipelined:
            self._refuse(HTTPStatus.TOO_MANY_REQUESTS)

    def on_body(self, body: bytes) -> None:
        self._bytes_of_head = 0
        super().on_body(body)

    def on_response_complete(self) -> None:
        is_last = not self.pipeline
        super().on_response_complete()
        if is_last:
            self._open_connections.await_head(self.transport)

    def send_400_response(self, msg: str) -> None:
        status, self._refused_with = self._refused_with or HTTPStatus.BAD_REQUEST, None
        code = "bad_head" if status is HTTPStatus.BAD_REQUEST else "head_too_large"
        self.transport.write(_answer(status, TableRefused(code, most=self._limits.most_head)))
        self.transport.close()

    def _check_head(self) -> None:
        is_large = len(self.url) + self._bytes_of_headers > self._limits.most_head
        if is_large or len(self.headers) > self._limits.most_headers:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def _refuse(self, status: HTTPStatus) -> None:
        """Stop the parser, which then asks for an answer."""
        self._refused_with = status
        raise _HeadRefused(status)


@cache
def _too_many() -> bytes:
    return _answer(HTTPStatus.SERVICE_UNAVAILABLE, TableRefused("too_many_connections"))


def _answer(status: HTTPStatus, refused: TableRefused) -> bytes:
    """Return a whole answer to a request that is not read any further."""
    body = json.dumps(refusal_part(refused)).encode()
    head = f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n"
    return head.encode() + b"cache-control: no-store\r\nconnection: close\r\n\r\n" + body


class LimitedWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket as uvicorn speaks it, whose pings, empty fragments and broken handshakes have no limits of their own."""

    def connection_lost(self, exc: Exception | None) -> None:
        self._config.open_connections.close(self.transport)
        super().connection_lost(exc)

    @property
    def _config(self) -> LimitedConfig:
        assert isinstance(self.config, LimitedConfig)
        return self.config

    def data_received(self, data: bytes) -> None:
        with self._config.open_connections.charged(self.transport):
            self._parse(data)

    def _parse(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_complete and not self.transport.is_closing():
            # websockets refused what our HTTP let pass, such as one very long header
            self.handshake_complete = self.close_sent = True
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    def handle_parser_exception(self) -> None:
        if self.conn.close_sent is None:  # frames that came before the handshake was over
            self.queue.put_nowait({"type": "websocket.disconnect", "code": 1002})
            self.close_sent = True
            self.transport.close()
        else:
            super().handle_parser_exception()

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) >= self._config.open_connections.limits.most_fragments:
            self._fail(CloseCode.MESSAGE_TOO_BIG)
        else:
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text" and not _is_utf8(b"".join(self.frames)):
            self._fail(CloseCode.INVALID_DATA)
        else:
            super().send_receive_event_to_app()

    def _fail(self, code: CloseCode) -> None:
        self.frames = []
        self.conn.fail(code)
        self.handle_parser_exception()

    def handle_ping(self) -> None:
        # an answer to each ping waits in memory for a client that reads none of them
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.transport.abort()


def _is_utf8(text: bytes) -> bool:
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True
