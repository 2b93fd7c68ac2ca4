"""Measure the table: the time from an act to every seat's view, at one act a second and at full speed, and memory a seat.

Run: .venv-requirements-test/bin/python benchmarks/table.py [--tables 333] [--seconds 20] [--store sqlite|memory]. It starts a
server of its own on the loopback, opens all seats' lines from this process, prints a table, and ends by itself. A bare Starlette
echo is measured in the same run, with the same number of lines, and of messages of the same length.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import os
import platform
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

SEATS = 6
MOST_TABLES = 500
MOST_SECONDS = 120
NAMES = ("Ana", "Bo", "Cy", "Dee", "Eli", "Fay")
KEY = bytes(32)  # a fixed key, for nobody else uses this server
MASK = b"\0\0\0\0"  # a mask of zeros leaves what is masked as it is


def secret_of(table: int, seat: int) -> str:
    """Return the secret that the browser of the seat holds."""
    from continental.web.guard.session import sign

    return sign(KEY, f"{table:012d}{seat:012d}".encode())


# --- the servers, each in a process of its own


def uvicorn_config(app: Any) -> Any:
    import uvicorn

    return uvicorn.Config(
        app, log_level="warning", access_log=False, ws="websockets-sansio", ws_per_message_deflate=False, ws_max_size=65_536
    )


async def serve_tables(tables: int, store_name: str, folder: str, listening: socket.socket) -> None:
    """Serve `tables` tables of six people, whose matches have begun. The rooms' ids are printed to standard output."""
    import uvicorn

    from continental.store.memory import MemoryStore
    from continental.store.sql import open_store
    from continental.store.where import read_database
    from continental.table.clock import SystemDice, WallClock
    from continental.table.lobby import Lobby
    from continental.table.requests import Join, Start
    from continental.table.setup import agree
    from continental.web.app import create_app
    from continental.web.guard.memory import settle_memory
    from continental.web.guard.session import hash_of

    settle_memory()
    store: Any = MemoryStore() if store_name == "memory" else await open_store(read_database(f"{folder}/rooms.sqlite"))
    clock = WallClock()
    lobby = Lobby(store, clock, SystemDice())
    rooms = []
    for table in range(tables):
        sessions = [hash_of(secret_of(table, seat)) for seat in range(SEATS)]
        room = await lobby.make(agree(seats=SEATS, clock_s=600), sessions[0], NAMES[0], [], start=False)
        served = await lobby.room(room)
        for seat in range(1, SEATS):
            await served.ask(sessions[seat], Join(NAMES[seat]))
        await served.ask(sessions[0], Start())
        rooms.append(room)
    print(json.dumps(rooms), flush=True)
    server = uvicorn.Server(uvicorn_config(create_app(lobby, clock, store, session_key=KEY)))
    await server.serve(sockets=[listening])
    await store.close()


async def serve_echo(listening: socket.socket) -> None:
    """Serve an echo and nothing else."""
    import uvicorn
    from starlette.applications import Starlette
    from starlette.routing import WebSocketRoute
    from starlette.websockets import WebSocket, WebSocketDisconnect

    async def echo(line: WebSocket) -> None:
        await line.accept()
        try:
            while True:
                await line.send_text(await line.receive_text())
        except WebSocketDisconnect:
            return

    print("[]", flush=True)
    await uvicorn.Server(uvicorn_config(Starlette(routes=[WebSocketRoute("/echo", echo)]))).serve(sockets=[listening])


class Child:
    """A server's process, its port, and the memory that it holds."""

    def __init__(self, *words: str) -> None:
        self._listening = socket.create_server(("127.0.0.1", 0), backlog=4_096)
        self.port = self._listening.getsockname()[1]
        os.set_inheritable(self._listening.fileno(), True)
        command = [sys.executable, __file__, "--serve", *words, "--fd", str(self._listening.fileno())]
        source = str(Path(__file__).parents[1] / "src")
        self.running = subprocess.Popen(
            command, stdout=subprocess.PIPE, pass_fds=[self._listening.fileno()], env={**os.environ, "PYTHONPATH": source}
        )
        assert self.running.stdout is not None
        self.rooms: list[str] = json.loads(self.running.stdout.readline())

    def memory_kib(self) -> int:
        """Return the process's resident memory."""
        status = Path(f"/proc/{self.running.pid}/status").read_text(encoding="ascii")
        return int(status.partition("VmRSS:")[2].split()[0])

    def cpu_s(self) -> float:
        """Return the processor time that the process has used, in seconds."""
        fields = Path(f"/proc/{self.running.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        """End the process."""
        self.running.send_signal(signal.SIGTERM)
        try:
            self.running.wait(20)
        except subprocess.TimeoutExpired:
            self.running.kill()
            self.running.wait(20)
        self._listening.close()


# --- lines: a WebSocket client with no more to it than a measurement needs


class Line(asyncio.Protocol):
    """One socket: text frames in whole, text frames out."""

    def __init__(self, heard: Callable[[bytes], None]) -> None:
        self._heard = heard
        self._came = bytearray()
        self._is_open = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def ask(self, host: str, path: str, cookie: str) -> None:
        """Ask to be upgraded to a WebSocket."""
        assert self._transport is not None
        key = base64.b64encode(os.urandom(16)).decode()
        self._transport.write(
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            f"Sec-WebSocket-Version: 13\r\nCookie: continental={cookie}\r\n\r\n".encode()
        )

    def data_received(self, came: bytes) -> None:
        self._came += came
        if not self._is_open:
            head, end, rest = bytes(self._came).partition(b"\r\n\r\n")
            if not end:
                return
            assert head.startswith(b"HTTP/1.1 101"), head[:200]
            self._is_open, self._came = True, bytearray(rest)
            self.opened.set_result(None)
        while (frame := self._frame()) is not None:
            kind, payload = frame
            if kind == 1:
                self._heard(payload)
            elif kind == 9:
                self._send(10, payload)

    def _frame(self) -> tuple[int, bytes] | None:
        came = self._came
        if len(came) < 2:
            return None
        length, start = came[1] & 127, 2
        if length == 126:
            length, start = int.from_bytes(came[2:4]), 4
        elif length == 127:
            length, start = int.from_bytes(came[2:10]), 10
        if len(came) < start or len(came) < start + length:
            return None
        payload = bytes(came[start : start + length])
        kind = came[0] & 15
        del came[: start + length]
        return kind, payload

    def say(self, text: bytes) -> None:
        """Send a text frame."""
        self._send(1, text)

    def _send(self, kind: int, payload: bytes) -> None:
        assert self._transport is not None
        size = len(payload)
        length = bytes([128 | size]) if size < 126 else bytes([254]) + size.to_bytes(2)
        self._transport.write(bytes([128 | kind]) + length + MASK + payload)

    def close(self) -> None:
        """Hang up."""
        if self._transport is not None:
            self._transport.abort()


async def connect(port: int, path: str, cookie: str, heard: Callable[[bytes], None]) -> Line:
    """Open a line and return it."""
    _, line = await asyncio.get_running_loop().create_connection(lambda: Line(heard), "127.0.0.1", port)
    line.ask(f"127.0.0.1:{port}", path, cookie)
    await asyncio.wait_for(line.opened, 60)
    return line


# --- tables as the lines see them


class Table:
    """Six lines of one room, the acts of the seat that is asked, and when each of the six was told of them."""

    def __init__(self, number: int, room: str) -> None:
        self.number = number
        self.room = room
        self.lines: list[Line] = []
        self.last: list[bytes] = [b""] * SEATS
        self.advice: list[bytes] = [b""] * SEATS
        self.took: list[float] = []
        self.bytes_heard = 0
        self.refused = 0
        self._sent_at = 0.0
        self._until = 0
        self._waiting = 0
        self._all_told = asyncio.Event()

    async def open(self, port: int) -> None:
        """Open all seats' lines."""
        for seat in range(SEATS):
            path = f"/r/{self.room}/socket"
            self.lines.append(await connect(port, path, secret_of(self.number, seat), partial(self._hear, seat)))

    def _hear(self, seat: int, text: bytes) -> None:
        if text.startswith(b'{"refused"'):
            self.refused += 1
            return
        if text.startswith(b'{"advice"'):
            self.advice[seat] = text
            return
        self.last[seat] = text
        if self._waiting and int(text[5 : text.index(b",", 5)]) == self._until and text.find(b'"events":[]', 0, 40) < 0:
            self.took.append(time.perf_counter() - self._sent_at)
            self.bytes_heard += len(text)
            self._waiting -= 1
            if not self._waiting:
                self._all_told.set()

    async def act(self) -> bool:
        """Make the seat that is asked draw, or throw the card that leaves the least.

        Return whether all six were told within ten seconds.
        """
        for seat, text in enumerate(self.last):
            if b'"options":[]' in text:
                continue
            now = json.loads(text)
            options = now["options"]
            draw = next((act for act in options if act["do"] == "draw"), None)
            advice = json.loads(self.advice[seat] or b'{"advice":{},"v":-1}')
            worth = advice["advice"].get("worth") if advice["v"] == now["v"] else None
            thrown = {"do": "discard", "card": (worth or {}).get("thrown")}
            act = draw or (thrown if thrown in options else next(each for each in options if each["do"] == "discard"))
            self._until, self._waiting = now["v"] + 1, SEATS
            self._all_told.clear()
            self._sent_at = time.perf_counter()
            self.lines[seat].say(json.dumps({**act, "after": now["v"]}).encode())
            try:
                await asyncio.wait_for(self._all_told.wait(), 10)
            except TimeoutError:
                self._waiting = 0
                return False
            return True
        return False


class Echo:
    """One line to the echo, and the time that each text took there and back."""

    def __init__(self, text: bytes) -> None:
        self._text = text
        self._back = asyncio.Event()
        self.took: list[float] = []
        self.line: Line | None = None

    async def open(self, port: int) -> None:
        """Open the line."""
        self.line = await connect(port, "/echo", "x", lambda _: self._back.set())

    async def act(self) -> bool:
        """Send the text and wait until it is back. Raises TimeoutError after ten seconds."""
        assert self.line is not None
        self._back.clear()
        sent_at = time.perf_counter()
        self.line.say(self._text)
        await asyncio.wait_for(self._back.wait(), 10)
        self.took.append(time.perf_counter() - sent_at)
        return True


# --- measuring


async def in_groups(work: Sequence[Awaitable[Any]], size: int) -> None:
    for start in range(0, len(work), size):
        await asyncio.gather(*work[start : start + size])


async def paced(players: Sequence[Table] | Sequence[Echo], seconds: float) -> tuple[int, int]:
    """Make each player act once a second, spread over the second. Return how many acts there were, and how many were late."""
    begin = time.perf_counter() + 0.5
    made = missed = 0

    async def one(place: int) -> None:
        nonlocal made, missed
        for turn in range(int(seconds)):
            await asyncio.sleep(begin + turn + place / len(players) - time.perf_counter())
            made += 1
            told = await players[place].act()
            missed += not told

    await asyncio.gather(*map(one, range(len(players))))
    return made, missed


async def saturated(players: Sequence[Table] | Sequence[Echo], seconds: float) -> tuple[int, float]:
    """Make each player act again as soon as all were told. Return how many acts were told, and in how many seconds."""
    begin = time.perf_counter()
    made = 0

    async def one(player: Table | Echo) -> None:
        nonlocal made
        while time.perf_counter() < begin + seconds:
            told = await player.act()
            made += told

    await asyncio.gather(*map(one, players))
    return made, time.perf_counter() - begin


def quantiles(took: Sequence[float]) -> str:
    """Return p50, p99 and the longest time, in milliseconds."""
    if len(took) < 2:
        return "too few"
    parts = statistics.quantiles(took, n=100)
    return f"{1000 * parts[49]:.1f} | {1000 * parts[98]:.1f} | {1000 * max(took):.0f}"


def all_of(players: Sequence[Table] | Sequence[Echo]) -> list[float]:
    """Return the times of all players, and clear them."""
    took = [each for player in players for each in player.took]
    for player in players:
        player.took.clear()
    return took


class Meter:
    """Meters the time since it was made, and the processor time of the server's process and of this one, the load generator."""

    def __init__(self, child: Child) -> None:
        self._child = child
        self._server, self._own, self._began = child.cpu_s(), time.process_time(), time.perf_counter()

    def lasted(self) -> float:
        """Return the seconds since the meter was made."""
        return time.perf_counter() - self._began

    def spent(self, made: int) -> str:
        """Return the processor milliseconds an act, and the share of one core that each process had."""
        server, own, lasted = self._child.cpu_s() - self._server, time.process_time() - self._own, self.lasted()
        each = (f"{1000 * used / max(1, made):.2f} ms ({100 * used / lasted:.0f} % of a core)" for used in (server, own))
        return "server {}, generator {}".format(*each)


async def measure_tables(tables: int, seconds: int, store: str) -> int:
    """Print the tables' rows, and return the mean length of a view's message."""
    with tempfile.TemporaryDirectory() as folder:
        child = Child("tables", "--tables", str(tables), "--store", store, "--folder", folder)
        try:
            await asyncio.sleep(2)  # all are dealt to
            before = child.memory_kib()
            players = [Table(number, room) for number, room in enumerate(child.rooms)]
            await in_groups([player.open(child.port) for player in players], 20)
            await asyncio.sleep(3)
            seats = SEATS * tables
            more = (child.memory_kib() - before) / seats
            print(f"memory: {before / 1024:.0f} MiB with {tables} matches, {more:.0f} KiB more a seat with its line")
            meter = Meter(child)
            made, missed = await paced(players, seconds)
            lasted = meter.lasted()
            spent = meter.spent(made)
            length = sum(player.bytes_heard for player in players) // max(1, sum(len(player.took) for player in players))
            refused = sum(player.refused for player in players)
            print(f"one act a second: {made} acts in {lasted:.0f} s, {refused} refused, {missed} not told within 10 s each")
            print(f"processors, an act with its {SEATS} views of {length} bytes: {spent}")
            print("| what | p50 ms | p99 ms | longest |\n|---|---|---|---|")
            print(f"| {store}: an act to a seat's view, one act a second | {quantiles(all_of(players))} |")
            busy = players[: min(48, tables)]
            meter = Meter(child)
            made, took = await saturated(busy, min(10, seconds))
            fast = f"{len(busy)} tables as fast as it goes: {made / took:.0f} acts a second; {meter.spent(made)}"
            print(f"| {store}: the same, {fast} | {quantiles(all_of(busy))} |")
            print(f"| {store}: memory a seat, rooms and lines together | {child.memory_kib() / seats:.0f} KiB | | |", flush=True)
        finally:
            child.stop()
    return length


async def measure_echo(lines: int, seconds: int, length: int) -> None:
    """Print the echo's rows."""
    child = Child("echo")
    try:
        await asyncio.sleep(1)
        before = child.memory_kib()
        players = [Echo(b"x" * length) for _ in range(lines)]
        await in_groups([player.open(child.port) for player in players], 40)
        memory = (child.memory_kib() - before) / lines
        meter = Meter(child)
        made, _ = await paced(players, seconds)
        what = f"{made // int(seconds)} a second; {meter.spent(made)}"
        print(f"| bare echo of {length} bytes, {what} | {quantiles(all_of(players))} |")
        busy = players[:288]
        made, took = await saturated(busy, min(10, seconds))
        print(f"| bare echo, {len(busy)} lines as fast as it goes: {made / took:.0f} a second | {quantiles(all_of(busy))} |")
        print(f"| bare echo: memory a line | {memory:.0f} KiB | | |", flush=True)
    finally:
        child.stop()


async def measure(tables: int, seconds: int, store: str) -> None:
    load = os.getloadavg()[0]
    print(
        f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores, load {load:.1f} before the run"
    )
    print(f"{tables} tables of {SEATS}")
    length = await measure_tables(tables, seconds, store)
    await measure_echo(SEATS * tables, seconds, length)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=333, choices=range(1, MOST_TABLES + 1), metavar="N")
    parser.add_argument("--seconds", type=int, default=20, choices=range(2, MOST_SECONDS + 1), metavar="S")
    parser.add_argument("--store", choices=["sqlite", "memory"], default="sqlite")
    parser.add_argument("--serve", choices=["tables", "echo"], help=argparse.SUPPRESS)
    parser.add_argument("--folder", default="", help=argparse.SUPPRESS)
    parser.add_argument("--fd", type=int, help=argparse.SUPPRESS)
    words = parser.parse_args()
    if words.serve is None:
        asyncio.run(measure(words.tables, words.seconds, words.store))
        return
    listening = socket.socket(fileno=words.fd)
    if words.serve == "echo":
        serving = serve_echo(listening)
    else:
        serving = serve_tables(words.tables, words.store, words.folder, listening)
    try:
        import uvloop

        uvloop.run(serving)
    except ImportError:
        asyncio.run(serving)


if __name__ == "__main__":
    main()
