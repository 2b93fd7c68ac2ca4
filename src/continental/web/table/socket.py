"""Serve the socket of a room. Frames are answered one by one, and messages go out by the line."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Final

from starlette.websockets import WebSocket

from continental.logbook.books import short_id
from continental.play.refusal import Refused
from continental.table.pace import Meter
from continental.table.ports import Clock, RoomId
from continental.table.refusal import TableRefused
from continental.web.guard.address import client_address
from continental.web.guard.session import check_origin, session_of
from continental.web.line import close_socket, refuse_socket, send_texts
from continental.web.table.audience import Audience, RoomLine
from continental.web.table.tables import Tables
from continental.web.table.wire import MOST_BYTES, Say, Sync, parse_frame

FRAMES_A_SECOND: Final = 40
BAD_FRAMES: Final = 3
"""After how many broken frames the line is closed."""

_log = logging.getLogger("continental.web")


async def serve_socket(socket: WebSocket, room: str, tables: Tables) -> None:
    """Serve one open page until it closes."""
    try:
        check_origin(socket)
    except Refused as refused:
        await refuse_socket(socket, refused)
        return
    session = session_of(socket)
    try:
        audience = await tables.audience(RoomId(room))
        address = client_address(socket)
        audience.make_place(session, address)
        seat = audience.room.state.seat_of(session)
        await socket.accept()
        await tables.lobby.page_opened(RoomId(room), seat)
    except Refused as refused:
        await refuse_socket(socket, refused)
        return
    line = RoomLine(session, seat, address)
    audience.add(line)
    sending = asyncio.create_task(send_texts(socket, line, lambda: audience.say_all(line)))
    try:
        await _receive(socket, audience, line, tables.clock)
    finally:
        audience.remove(line)
        sending.cancel()
        with suppress(asyncio.CancelledError):
            await sending
        tables.lobby.page_closed(RoomId(room), line.seat)


async def _receive(socket: WebSocket, audience: Audience, line: RoomLine, clock: Clock) -> None:
    frames, bad = Meter(FRAMES_A_SECOND, FRAMES_A_SECOND / 1000, clock.now), 0
    while True:
        frame = await socket.receive()
        if frame["type"] == "websocket.disconnect":
            return
        if not frames.take():
            await close_socket(socket, TableRefused("too_many_messages", most=FRAMES_A_SECOND))
            return
        try:
            await _answer(audience, line, frame.get("text"))
        except Refused as refused:
            bad += 1
            _log.warning(
                "a frame to %s is not of the form (seat of the session: %s)", short_id(audience.room.state.room), line.seat
            )
            if bad == BAD_FRAMES:
                await close_socket(socket, refused)
                return
            audience.refuse(line, refused, None)


async def _answer(audience: Audience, line: RoomLine, text: str | None) -> None:
    """Carry out one frame, and send its refusal. Raises TableRefused, code `bad_message`, if the frame is broken."""
    if text is None or len(text) > MOST_BYTES:
        raise TableRefused("bad_message", what="a frame is a text of at most 65536 bytes")
    name, request = parse_frame(text)
    if isinstance(request, Sync):
        audience.sync(line)
        return
    try:
        if line.session is None:
            raise TableRefused("not_seated")
        if isinstance(request, Say):
            await audience.room.say(line.session, request.phrase, request.text)
        else:
            answer = await audience.room.ask(line.session, request)
            if not answer.is_new:
                audience.sync(line)  # nothing changed, which is an answer too
    except Refused as refused:
        audience.refuse(line, refused, name)
