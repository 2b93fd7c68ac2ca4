"""Connections of strangers, over real sockets: too many, silent, endless, broken off and unread ones stop nobody else."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest
from starlette.types import Message

from continental.table.ports import RoomId
from continental.table.refusal import TableRefused
from continental.web.guard.connections import ConnectionLimits
from continental.web.guard.middleware import MOST_BODY, BodyLimits, _refuse, most_body
from continental.web.guard.open_files import OTHER_FILES, limits_here
from continental.web.table.audience import Audience
from continental.web.table.tables import Tables
from tests.web.kit import Served, make_room, serving

HERE, THERE = "127.0.0.1", "127.0.0.2"
QUICK = ConnectionLimits(head_s=0.05, unread_s=0.05, look_s=0.01)
GET = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"
UPLOAD = b"POST /count HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n\r\n"


class Stranger:
    """One connection that sends what it likes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def send(self, text: bytes) -> None:
        with suppress(ConnectionError):  # who is refused in the middle of sending sees that by the answer
            self._writer.write(text)
            await self._writer.drain()

    async def heard(self) -> bytes:
        """All that comes until the server closes the connection."""
        heard = b""
        with suppress(ConnectionError):
            while part := await asyncio.wait_for(self._reader.read(65_536), 20):
                heard += part
        return heard

    async def status(self) -> int:
        """The status of the next answer, 0 if the server closes without one."""
        with suppress(ConnectionError, asyncio.IncompleteReadError):
            head = await asyncio.wait_for(self._reader.readuntil(b"\r\n\r\n"), 20)
            length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0] or b"0")
            await self._reader.readexactly(length)
            return int(head[9:12])
        return 0

    def close(self) -> None:
        self._writer.close()


@asynccontextmanager
async def strangers(served: Served, count: int, address: str = HERE) -> AsyncIterator[list[Stranger]]:
    """So many connections from an address."""
    host, _, port = served.host.partition(":")
    opened = [await asyncio.open_connection(host, int(port), local_addr=(address, 0)) for _ in range(count)]
    found = [Stranger(*each) for each in opened]
    try:
        yield found
    finally:
        for each in found:
            each.close()


def code_in(answer: bytes) -> str:
    """The code of a refusal that came as a whole answer."""
    code: str = json.loads(answer.partition(b"\r\n\r\n")[2])["refused"]["code"]
    return code


async def until_open(served: Served, count: int) -> None:
    """Wait until the server has counted so many connections."""
    while len(served.connections) != count:  # noqa: ASYNC110 - the server has no event for it
        await asyncio.sleep(0.005)


async def test_silent_connections_of_one_address_keep_nobody_out_and_are_refused_in_one_sentence(
    caplog: pytest.LogCaptureFixture,
) -> None:
    limits = ConnectionLimits(most_of_address=5, most=8)
    async with serving(limits=limits) as served, strangers(served, 5), strangers(served, 1) as more:
        answer = await more[0].heard()
        assert answer.startswith(b"HTTP/1.1 503 ")
        assert code_in(answer) == "too_many_connections"
        assert [record.getMessage() for record in caplog.records] == [f"connections of {HERE} are refused: it has 5 open"]
        async with strangers(served, 1, THERE) as others:
            await others[0].send(GET + b"\r\n")
            assert await others[0].status() == 200
        await until_open(served, 5)
        async with strangers(served, 3, THERE), strangers(served, 1, "127.0.0.3") as last:
            assert (await last[0].heard()).startswith(b"HTTP/1.1 503 "), "eight are the most of all addresses"


async def test_a_connection_that_ends_leaves_its_place_to_the_next_also_as_a_websocket() -> None:
    async with serving(limits=ConnectionLimits(most_of_address=2)) as served:
        ana = await make_room(served, seats=2, bots=["greedy"])
        await until_open(served, 0)
        await ana.open(ana.room)
        await ana.hear()
        assert len(served.connections) == 1, "a page counts as one connection after its handshake too"
        for _ in range(3):
            async with strangers(served, 1) as found:
                await found[0].send(GET + b"Connection: close\r\n\r\n")
                assert await found[0].status() == 200
            await until_open(served, 1)
        await ana.close()
        await until_open(served, 0)


async def test_the_first_bytes_of_a_connection_wait_for_a_turn_of_their_address_and_not_for_that_of_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with serving() as served, strangers(served, 1) as here, strangers(served, 1, THERE) as there:
        await until_open(served, 2)
        turns = served.connections.turns
        turns.shares.charge(HERE, 100_000)
        charged: set[str | None] = set()
        monkeypatch.setattr(turns.shares, "charge", lambda address, seconds: charged.add(address) if seconds > 0 else None)
        await here[0].send(b"nonsense\r\n\r\n")
        while HERE not in turns._waiting:  # noqa: ASYNC110 - nothing is said of it
            await asyncio.sleep(0)
        hearing = asyncio.create_task(here[0].heard())
        await there[0].send(b"nonsense\r\n\r\n")
        assert (await there[0].heard()).startswith(b"HTTP/1.1 400 ")
        assert not hearing.done()
        hearing.cancel()
        await asyncio.wait([hearing])
        assert THERE in charged, "its bytes were charged"


@pytest.mark.parametrize(
    "begun",
    [b"", b"GET / HT", GET, GET + b"X: " + b"x" * 100, GET + b"\r\n" + GET],
    ids=["silent", "line", "head", "header", "second"],
)
async def test_the_head_of_a_request_is_waited_for_so_long(begun: bytes) -> None:
    async with serving(limits=QUICK) as served, strangers(served, 1) as found:
        await found[0].send(begun)
        await found[0].heard()
        await until_open(served, 0)


async def test_a_head_that_drips_in_is_given_no_more_time_for_each_byte() -> None:
    async with serving(limits=QUICK) as served, strangers(served, 1) as found:
        closed = asyncio.create_task(found[0].heard())
        await found[0].send(GET)
        while not closed.done():
            await found[0].send(b"X: x\r\n")
            await asyncio.sleep(0.01)
        await until_open(served, 0)


async def test_a_page_that_waits_for_its_table_is_a_request_that_is_here() -> None:
    async with serving(limits=QUICK) as served:
        ana = await make_room(served, seats=2, bots=["greedy"])
        await ana.open(ana.room)
        await ana.hear()
        async with strangers(served, 1) as found:
            await found[0].heard()  # by now the time for a head is over
        await ana.send({"do": "sync"})
        assert "feed" in await ana.hear()
        await ana.close()


@pytest.mark.parametrize(
    "head",
    [
        GET + b"X: " + b"x" * 40_000,
        GET + b"X: " + b"x" * 40_000 + b"\r\n\r\n",
        GET + b"".join(b"X%d: x\r\n" % each for each in range(200)) + b"\r\n",
        b"GET /" + b"x" * 40_000 + b" HTTP/1.1\r\n\r\n",
        b"GET /" + b"x" * 40_000,
    ],
    ids=["endless line", "long line", "many headers", "long address", "endless address"],
)
async def test_a_head_has_so_many_bytes_and_headers(head: bytes) -> None:
    async with serving() as served, strangers(served, 1) as found:
        await found[0].send(head)
        answer = await found[0].heard()
        assert answer.startswith(b"HTTP/1.1 431 ")
        assert code_in(answer) == "head_too_large"


async def test_headers_after_the_chunks_of_a_body_have_no_end_either() -> None:
    async with serving() as served, strangers(served, 1) as found:
        head = UPLOAD.replace(b"Content-Length: 60000", b"Transfer-Encoding: chunked")
        closed = asyncio.create_task(found[0].heard())
        await found[0].send(head + b"1\r\n{\r\n0\r\nX: ")
        while not closed.done():  # in pieces, for what comes at once with a body is bounded by that alone
            await found[0].send(b"x" * 4_000)
            await asyncio.sleep(0)
        assert (await closed).startswith(b"HTTP/1.1 431 ")


async def test_requests_that_are_sent_ahead_are_bounded() -> None:
    async with serving(limits=ConnectionLimits(most_pipelined=3)) as served, strangers(served, 2) as found:
        await found[0].send((GET + b"\r\n") * 4)
        assert [await found[0].status() for _ in range(4)] == [200] * 4
        await found[1].send((GET + b"\r\n") * 50)
        assert b"HTTP/1.1 429 " in await found[1].heard()


async def test_what_is_no_http_is_answered_in_a_sentence() -> None:
    async with serving() as served, strangers(served, 1) as found:
        await found[0].send(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 hello\r\n\r\n")
        assert code_in(await found[0].heard()) == "bad_head"


async def test_a_body_is_waited_for_so_long_and_its_bytes_are_let_go() -> None:
    bodies = BodyLimits(body_s=0.05, most_of_address=60_000)
    async with serving(bodies=bodies) as served, strangers(served, 2) as found:
        for each in found:
            await each.send(UPLOAD + b" " * 40_000)
            answer = await each.heard()
            assert code_in(answer) in ("too_slow", "too_many_uploads")
        async with strangers(served, 1) as last:
            await last[0].send(UPLOAD + b" " * 59_999 + b"{")
            assert await last[0].status() == 400


async def test_a_client_that_sends_a_body_of_any_length_first_and_reads_then_is_told_that_it_is_too_large() -> None:
    async with serving() as served, served.client() as browser:
        answer = await browser.post("/pads/import", json={"text": "x" * 3_600_000})
    assert (answer.status_code, answer.json()["refused"]["code"]) == (413, "too_large")


async def test_of_a_body_that_is_too_large_no_more_than_a_bound_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("continental.web.guard.middleware.MOST_DRAINED", 1_000)
    read = 0

    async def receive() -> Message:
        nonlocal read
        read += 1
        return {"type": "http.request", "body": b" " * 400, "more_body": True}

    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    await _refuse(send, receive, TableRefused("too_large", most=9))
    assert (read, sent[0]["status"], sent[-1].get("more_body", False)) == (3, 413, False)


async def test_unfinished_bodies_of_one_address_are_bounded_and_others_send_theirs() -> None:
    bodies = BodyLimits(most_of_address=100_000, most=150_000)
    async with serving(bodies=bodies) as served, strangers(served, 2) as found:
        await found[0].send(UPLOAD + b" " * 59_000)
        await found[1].send(UPLOAD + b" " * 59_000)
        refused = [asyncio.create_task(each.heard()) for each in found]
        done, _ = await asyncio.wait(refused, return_when=asyncio.FIRST_COMPLETED)
        assert [code_in(each.result()) for each in done] == ["too_many_uploads"]
        async with strangers(served, 1, THERE) as others:
            await others[0].send(UPLOAD + b" " * 60_000)
            assert await others[0].status() == 400, "it is no JSON, but it came in whole"
        for each in refused:
            each.cancel()


async def test_an_upload_that_breaks_off_is_neither_logged_nor_held(caplog: pytest.LogCaptureFixture) -> None:
    bodies = BodyLimits(most_of_address=60_000)
    async with serving(bodies=bodies) as served:
        for _ in range(3):
            async with strangers(served, 1) as found:
                await found[0].send(UPLOAD + b" " * 50_000)
                await until_open(served, 1)
            await until_open(served, 0)
        async with strangers(served, 1) as last:
            await last[0].send(UPLOAD + b" " * 60_000)
            assert await last[0].status() == 400
    assert not caplog.records


def test_an_import_has_two_megabytes_and_other_bodies_fewer() -> None:
    assert most_body({"path": "/pads/import"}) == 2_000_000
    assert most_body({"path": "/rooms"}) == MOST_BODY == 65_536


async def test_a_connection_that_reads_nothing_is_ended() -> None:
    async with serving(limits=QUICK) as served:
        host, _, port = served.host.partition(":")
        deaf = socket.socket()
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        deaf.setblocking(False)
        await asyncio.get_running_loop().sock_connect(deaf, (host, int(port)))
        with deaf:
            await asyncio.get_running_loop().sock_sendall(deaf, b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 15)
            await until_open(served, 1)
            await until_open(served, 0)


# --- WebSockets


HANDSHAKE = (
    "GET /r/{room}/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
)
MASK = b"\0\0\0\0"


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        (b"\x81\x82" + MASK + b"\xff\xfe", 1007),
        (b"\x01\x80" + MASK + (b"\x00\x80" + MASK) * 2_000, 1009),
        (b"\xf1\x80" + MASK, 1002),
        (b"\x81\x02hi", 1002),
        (b"\x81\xff" + (10**9).to_bytes(8) + MASK, 1009),
    ],
    ids=["no UTF-8", "empty fragments", "reserved bits", "unmasked", "a gigabyte"],
)
async def test_broken_frames_close_the_connection_without_a_word_in_the_log(
    frames: bytes, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    async with serving() as served:
        ana = await make_room(served, seats=2, bots=["greedy"])
        async with strangers(served, 1) as found:
            await found[0].send(HANDSHAKE.format(room=ana.room).encode() + b"\r\n")
            await asyncio.sleep(0)
            assert await found[0].status() == 101
            await found[0].send(frames)
            heard = await found[0].heard()
            closing = heard[heard.index(b"\x88", len(heard) - 127) :]
            assert int.from_bytes(closing[2:4]) == code
        await until_open(served, 0)
    assert not [record for record in caplog.records if record.exc_info or record.name == "asyncio"]


async def test_a_handshake_that_cannot_be_is_ended_at_once(caplog: pytest.LogCaptureFixture) -> None:
    async with serving() as served:
        ana = await make_room(served, seats=2, bots=["greedy"])
        handshake = HANDSHAKE.format(room=ana.room).encode()
        for text, status in (
            (b"Cookie: continental=" + b"x" * 20_000, b"431"),
            (b"Sec-WebSocket-Key: twice", b"400"),
        ):
            async with strangers(served, 1) as found:
                await found[0].send(handshake + text + b"\r\n\r\n")
                heard = await found[0].heard()
                assert heard.startswith(b"HTTP/1.1 " + status), heard[:100]
            await until_open(served, 0)
    assert not [record for record in caplog.records if record.exc_info or record.levelno >= logging.ERROR]


async def test_frames_before_the_handshake_is_over_end_the_connection(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    came, go = asyncio.Event(), asyncio.Event()

    async def slowly(tables: Tables, room: RoomId) -> Audience:
        came.set()
        await go.wait()
        raise TableRefused("no_such_room")

    monkeypatch.setattr(Tables, "audience", slowly)
    async with serving() as served, strangers(served, 1) as found:
        await found[0].send(HANDSHAKE.format(room="aaaaaaaaaa").encode() + b"\r\n")
        await came.wait()
        await found[0].send(b"\xf1\x80" + MASK)
        assert await found[0].heard() == b""
        go.set()
        await until_open(served, 0)
    assert not [record for record in caplog.records if record.exc_info or record.levelno >= logging.ERROR]


async def test_pings_whose_answers_nobody_reads_end_the_connection() -> None:
    async with serving() as served:
        ana = await make_room(served, seats=2, bots=["greedy"])
        host, _, port = served.host.partition(":")
        deaf = socket.socket()
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        deaf.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(deaf, (host, int(port)))
        with deaf:
            await loop.sock_sendall(deaf, HANDSHAKE.format(room=ana.room).encode() + b"\r\n")
            await until_open(served, 1)
            with suppress(ConnectionError):
                for _ in range(1_000):
                    await asyncio.wait_for(loop.sock_sendall(deaf, (b"\x89\xfd" + MASK + b"x" * 125) * 500), 20)
            await until_open(served, 0)


# --- files


@pytest.mark.skipif("sys.platform == 'win32'", reason="sockets are no files there")
def test_the_process_raises_its_files_and_keeps_some_from_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    import resource

    now = {"soft": 1_024, "hard": 3_000}

    def set_files(_: int, wanted: tuple[int, int]) -> None:
        assert wanted[1] == now["hard"]
        now["soft"] = wanted[0]

    monkeypatch.setattr(resource, "getrlimit", lambda _: (now["soft"], now["hard"]))
    monkeypatch.setattr(resource, "setrlimit", set_files)
    assert limits_here().most == 3_000 - OTHER_FILES
    assert now["soft"] == 3_000
    assert limits_here(ConnectionLimits(most=10)).most == 10


@pytest.mark.skipif("sys.platform == 'win32'", reason="sockets are no files there")
def test_a_system_that_takes_less_than_its_hard_limit_says_is_asked_for_less(monkeypatch: pytest.MonkeyPatch) -> None:
    import resource

    asked: list[int] = []

    def set_files(_: int, wanted: tuple[int, int]) -> None:
        asked.append(wanted[0])
        if wanted[0] > 10_240:
            raise ValueError("not so many")

    monkeypatch.setattr(resource, "getrlimit", lambda _: (256, resource.RLIM_INFINITY))
    monkeypatch.setattr(resource, "setrlimit", set_files)
    assert limits_here().most == 4_000
    assert asked == [1 << 20, 10_240]
