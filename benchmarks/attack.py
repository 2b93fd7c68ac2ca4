"""Measure how much attacks by strangers slow down people at their tables, who act once a second.

Run: .venv-requirements-test/bin/python benchmarks/attack.py [--only NAME …] [--seconds 6] [--versions 4000]. For each
attack it starts `continental serve` on the loopback with a database of its own. It lays twenty tables of two people who each
act once a second. It measures how long it takes until both are told of an act, first with nobody else there, then during the
attack. The attack is a process of its own, at the lowest priority, from another loopback address if the system has one. It
ends by itself. If there are two cores and the system lets us choose, the server has one of them and everybody else the
other. The program prints a table and writes nothing else. Its exit status is 1 if an attack was too much.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import platform
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

SOURCE = Path(__file__).parents[1] / "src"
TABLES = 20
PEOPLE = ("Ana", "Bo")
MOST_RATIO = 3.0
MOST_MIB = 400
MOST_SECONDS = 30
SERVES = re.compile(r"^continental serves http://127\.0\.0\.1:(\d+)$", re.MULTILINE)
BROKEN = (OSError, WebSocketException, asyncio.IncompleteReadError, asyncio.LimitOverrunError, TimeoutError, ValueError)
"""The errors that an attacker meets when the server hangs up on it."""
JSON = {"content-type": "application/json"}


# --- HTTP with no more to it than this needs


@dataclass(slots=True)
class Wire:
    """One connection to the server. It is opened again after the server has closed it."""

    port: int
    own: str | None = None
    cookie: str = ""
    met: Counter[str] = field(default_factory=Counter)
    reader: asyncio.StreamReader | None = None
    writer: asyncio.StreamWriter | None = None

    async def open(self) -> None:
        local = None if self.own is None else (self.own, 0)
        self.reader, self.writer = await asyncio.wait_for(
            asyncio.open_connection("127.0.0.1", self.port, local_addr=local, limit=1 << 24), 10
        )

    async def put(self, text: bytes) -> None:
        """Send bytes as they are."""
        if self.writer is None:
            await self.open()
        assert self.writer is not None
        self.writer.write(text)
        await asyncio.wait_for(self.writer.drain(), 10)

    async def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> tuple[int, bytes]:
        """Send a request and return the status and body of its answer. A cookie in the answer is kept."""
        told = {"host": f"127.0.0.1:{self.port}", "content-length": str(len(body)), **JSON, **headers}
        if self.cookie:
            told["cookie"] = f"continental={self.cookie}"
        head = f"{method} {path} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in told.items()) + "\r\n"
        try:
            await self.put(head.encode() + body)
            status, answer = await asyncio.wait_for(self._answer(), 30)
        except BROKEN:
            self.close()
            raise
        self.met[str(status)] += 1
        return status, answer

    async def _answer(self) -> tuple[int, bytes]:
        assert self.reader is not None
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        fields = dict(line.lower().split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
        if cookie := re.search(r"continental=([\w-]{20,})", head):
            self.cookie = cookie[1]
        body = await self.reader.readexactly(int(fields.get("content-length", "0")))
        if fields.get("transfer-encoding") == "chunked":
            while size := int((await self.reader.readuntil(b"\r\n")).split(b";")[0], 16):
                body += (await self.reader.readexactly(size + 2))[:-2]
            await self.reader.readuntil(b"\r\n")
        if fields.get("connection") == "close":
            self.close()
        return int(head[9:12]), body

    async def ask_json(self, method: str, path: str, body: object) -> Any:
        """Send a request and return the JSON of its answer. Raises ValueError if it was refused."""
        status, answer = await self.ask(method, path, json.dumps(body).encode())
        if status >= 300:
            raise ValueError(f"{method} {path}: {status} {answer[:200]!r}")
        return json.loads(answer)

    def close(self) -> None:
        """Hang up."""
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None


# --- the server


def cores() -> tuple[set[int], set[int]] | None:
    """Return the core of the server and that of all others, or None if they cannot be chosen."""
    choose = getattr(os, "sched_getaffinity", None)
    found = sorted(choose(0)) if choose is not None else []
    return ({found[0]}, {found[1]}) if len(found) > 1 else None


CORES = cores()


class Server:
    """`continental serve` in a process of its own."""

    def __init__(self, folder: str) -> None:
        chosen = CORES
        self.log = Path(folder) / "log.txt"
        words = ["serve", "--port", "0", "--database", str(Path(folder) / "rooms.sqlite")]
        with self.log.open("wb") as log:
            self.running = subprocess.Popen(
                [sys.executable, "-m", "continental", *words],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env={**os.environ, "PYTHONPATH": str(SOURCE), "PYTHONUNBUFFERED": "1"},
                preexec_fn=None if chosen is None else lambda: os.sched_setaffinity(0, chosen[0]),  # noqa: PLW1509 - no threads yet
            )
        last = time.monotonic() + 60
        while (ready := SERVES.search(self.log.read_text())) is None:
            if self.running.poll() is not None or time.monotonic() > last:
                self.stop()
                raise SystemExit(f"the server did not start: {self.log.read_text()}")
            time.sleep(0.05)
        self.port = int(ready[1])

    def peak_mib(self) -> int:
        """Return the most memory that the process has held, or 0 if the system does not tell."""
        with suppress(OSError):
            status = Path(f"/proc/{self.running.pid}/status").read_text(encoding="ascii")
            return int(status.partition("VmHWM:")[2].split()[0]) // 1024
        return 0

    def stop(self) -> None:
        self.running.send_signal(signal.SIGTERM)
        try:
            self.running.wait(10)
        except subprocess.TimeoutExpired:
            self.running.kill()
            self.running.wait(10)


# --- the people


@dataclass
class Table:
    """Two people at a table of their own, and for each act the time until both were told of it."""

    port: int
    room: str = ""
    lines: list[ClientConnection] = field(default_factory=list)
    last: list[dict[str, Any]] = field(default_factory=list)
    took: list[float] = field(default_factory=list)
    missed: int = 0
    _hearing: list[asyncio.Task[None]] = field(default_factory=list)
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    async def open(self) -> None:
        """Make the table, sit both down, and wait until cards are dealt."""
        wires = [Wire(self.port) for _ in PEOPLE]
        wish = {"name": PEOPLE[0], "seats": 2, "pace_ms": 0, "clock_s": 600}
        self.room = (await wires[0].ask_json("POST", "/rooms", wish))["room"]
        await wires[1].ask_json("POST", f"/r/{self.room}/join", {"name": PEOPLE[1]})
        for wire in wires:
            cookie = {"Cookie": f"continental={wire.cookie}"}
            line = await connect(f"ws://127.0.0.1:{self.port}/r/{self.room}/socket", additional_headers=cookie, compression=None)
            self.lines.append(line)
            self.last.append(json.loads(await line.recv()))
            wire.close()
        self._hearing = [asyncio.create_task(self._hear(seat)) for seat in range(len(PEOPLE))]
        await self.lines[0].send('{"do":"start"}')
        await self._until(lambda: any(now["options"] for now in self.last), 20)

    async def _hear(self, seat: int) -> None:
        with suppress(WebSocketException):
            async for text in self.lines[seat]:
                message = json.loads(text)
                if "advice" in message:
                    if message["v"] == self.last[seat]["v"]:
                        self.last[seat].update(message["advice"])
                    continue
                if "refused" not in message and "v" in message:
                    self.last[seat] = message
                self._news.set()

    async def _until(self, done: Callable[[], bool], seconds: float) -> bool:
        last = time.perf_counter() + seconds
        while not done():
            self._news.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), max(0.001, last - time.perf_counter()))
            if time.perf_counter() >= last:
                return done()
        return True

    def _have_all(self, wanted: int) -> bool:
        return all(now["v"] >= wanted for now in self.last)

    async def act(self) -> None:
        """Make the person who is asked act, and note how long it took until both were told."""
        for seat, now in enumerate(self.last):
            if not now["options"]:
                continue
            begun = time.perf_counter()
            await self.lines[seat].send(json.dumps({**choose(now), "after": now["v"]}))
            if await self._until(partial(self._have_all, now["v"] + 1), 10):
                self.took.append(time.perf_counter() - begun)
            else:
                self.missed += 1
                self.took.append(10.0)
            return
        for seat, now in enumerate(self.last):  # between deals and after the match, which nobody measures
            waiting = (now["next"] or {}).get("waiting", ())
            if now["room"]["phase"] == "over" and seat == 0:
                await self.lines[seat].send('{"do":"again"}')
            elif seat in waiting:
                await self.lines[seat].send('{"do":"next"}')

    async def close(self) -> None:
        for task in self._hearing:
            task.cancel()
        for line in self.lines:
            line.transport.abort()


def choose(now: dict[str, Any]) -> dict[str, Any]:
    """Return an act that keeps the hand going: draw, else the discard that leaves the least, else the first option."""
    options: list[dict[str, Any]] = now["options"]
    if now["count_options"]:
        return dict(now["count_options"][0]["act"])
    draw = next((act for act in options if act["do"] == "draw"), None)
    if draw is not None:
        return draw
    discards = [act for act in options if act["do"] == "discard"]
    thrown = (now.get("worth") or {}).get("thrown")
    return next((act for act in discards if act["card"] == thrown), (discards or options)[0])


async def live(tables: Sequence[Table], seconds: float) -> list[float]:
    """Make every person act once a second for `seconds`, spread over the second. Return how long each act took."""
    begin = time.perf_counter() + 0.1
    each_second = len(tables) * len(PEOPLE)

    async def one(place: int) -> None:
        for turn in range(max(1, round(seconds))):
            await asyncio.sleep(max(0.0, begin + turn + place / each_second - time.perf_counter()))
            await tables[place % len(tables)].act()

    await asyncio.gather(*map(one, range(each_second)))
    took = [each for table in tables for each in table.took]
    for table in tables:
        table.took.clear()
    return took


# --- the attacks; each ends by itself


@dataclass(frozen=True)
class Aim:
    """The target of an attack, the address that it comes from, and how long it lasts."""

    port: int
    own: str | None
    until: float
    room: str
    met: Counter[str] = field(default_factory=Counter)

    def wire(self) -> Wire:
        """Return a new browser, which the server gives a cookie of its own."""
        return Wire(self.port, self.own, met=self.met)

    def is_on(self) -> bool:
        return time.monotonic() < self.until

    async def again(self, work: Callable[[], Awaitable[object]], *, at_once: int, pause: float = 0.0) -> None:
        """Repeat the work in `at_once` tasks until the time is over, whatever errors it meets."""

        async def one() -> None:
            while self.is_on():
                try:
                    await asyncio.wait_for(work(), max(0.01, self.until - time.monotonic()))
                except BROKEN:
                    self.met["broken off"] += 1
                    await asyncio.sleep(0.02)
                await asyncio.sleep(pause)

        await asyncio.gather(*(one() for _ in range(at_once)))


async def nothing(aim: Aim) -> None:
    """Keep the attackers' core busy and leave the server alone. This shows the cost of the measuring itself."""
    while aim.is_on():
        sum(range(20_000))


async def silent(aim: Aim) -> None:
    """Open 1,100 connections that say nothing."""
    held: list[Wire] = []

    async def one() -> None:
        wire = aim.wire()
        await wire.open()
        held.append(wire)
        assert wire.reader is not None
        await wire.reader.read()

    await aim.again(one, at_once=1_100, pause=0.5)


async def half(aim: Aim) -> None:
    """Send 600 requests, a byte of each now and then."""

    async def one() -> None:
        wire = aim.wire()
        await wire.put(b"GET / HTTP/1.1\r\nHost: x\r\nX: ")
        for _ in range(60):
            await wire.put(b"x")
            await asyncio.sleep(0.5)

    await aim.again(one, at_once=600, pause=0.5)


async def headers(aim: Aim) -> None:
    """Send an endless header on each of twenty connections, 15 MB each."""

    async def one() -> None:
        wire = aim.wire()
        await wire.put(b"GET / HTTP/1.1\r\nHost: x\r\nX: ")
        for _ in range(240):
            await wire.put(b"x" * 65_536)
        await asyncio.sleep(30)

    await aim.again(one, at_once=20)


async def uploads(aim: Aim) -> None:
    """Send bodies of nearly 2 MB without their last byte, on forty connections."""

    async def one() -> None:
        wire = aim.wire()
        await wire.put(
            b"POST /pads/import HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2000000\r\n\r\n"
        )
        for _ in range(30):
            await wire.put(b" " * 65_536)
        await asyncio.sleep(30)

    await aim.again(one, at_once=40)


async def blanks(aim: Aim) -> None:
    """Import a record as a pad, with an act of 60,000 blanks."""
    head = "continental record 1\nrules: house 1\nante: 10.00\nseat 0: Ana\nseat 1: Ben\nstart hands: 0\nstart dealer: 1\n"
    head += "start totals: 0 0\nstart cash: -10.00 -10.00\nstart pot: 20.00\nstart buys: 0 0\n\ndeal 1\n"
    await imports(aim, head + "0 Ana: draw" + " " * 60_000 + "x\n")


async def columns(aim: Aim) -> None:
    """Import a table of 16,000 columns as a pad."""
    heads = ",".join(["hand", "what", "who", *(f"P{each}: count" for each in range(16_000))])
    await imports(aim, f"title,x\nrules,house\nplayers,Ana,Bo\n\n{heads}\n1,hand,Ana\n")


async def imports(aim: Aim, text: str) -> None:
    body = json.dumps({"text": text}).encode()

    async def one() -> None:
        wire = aim.wire()
        await wire.ask("POST", "/pads/import", body)
        wire.close()

    await aim.again(one, at_once=4)


async def drafts(aim: Aim) -> None:
    """Send drafts of 1,200 browsers to one pad, read its page, and send drafts of 64 KB to a pad that does not exist."""
    wire = aim.wire()
    made = await wire.ask_json("POST", "/pads", {"players": ["Ana", "Bo"], "ante_cents": 1000})
    path, large = f"/pads/{made['write']}", json.dumps({"draft": {f"{each:x}": 0 for each in range(6_000)}}).encode()

    async def write() -> None:
        wire = aim.wire()
        await wire.ask("PUT", f"{path}/draft", b'{"draft":{"hand":1}}')
        await wire.ask("PUT", "/pads/x/draft", large)
        wire.close()

    reading = aim.wire()
    read = aim.again(lambda: reading.ask("GET", path), at_once=1)
    await asyncio.gather(aim.again(write, at_once=4), read)


async def undo(aim: Aim) -> None:
    """Undo and redo a hundred times in one request on a pad of 500 hands, and read its page."""
    hands = [{"ended_by": "Ana", "ending": "close", "counts": {"Bo": 0}, "buys": []} for _ in range(500)]
    sheet = {"rules": "house", "players": ["Ana", "Bo"], "ante": 10, "hands": hands}
    wire = aim.wire()
    made = await wire.ask_json("POST", "/pads/import", {"text": json.dumps(sheet)})
    path, count = f"/pads/{made['write']}", made["state"]["v"]
    number = 0

    async def write() -> None:
        nonlocal number
        number += 1
        acts = [{"do": "undo" if each % 2 == 0 else "redo"} for each in range(100)]
        entries = [{"id": f"attack-{number}-{each:04d}", "after": count, "act": act} for each, act in enumerate(acts)]
        wire = aim.wire()
        await wire.ask("POST", f"{path}/entries", json.dumps({"entries": entries}).encode())
        wire.close()

    reading = aim.wire()
    await asyncio.gather(aim.again(write, at_once=2), aim.again(lambda: reading.ask("GET", path), at_once=1))


async def bots(aim: Aim) -> None:
    """Make 58 tables of four bots at pace 0 that nobody watches."""

    async def one() -> None:
        wire = aim.wire()
        wish = {"name": "Eve", "seats": 4, "bots": ["greedy"] * 3, "pace_ms": 0, "start": True}
        room = (await wire.ask_json("POST", "/rooms", wish))["room"]
        local: dict[str, Any] = {} if aim.own is None else {"local_addr": (aim.own, 0)}
        cookie = {"Cookie": f"continental={wire.cookie}"}
        url = f"ws://127.0.0.1:{aim.port}/r/{room}/socket"
        async with connect(url, additional_headers=cookie, **local) as line:
            await line.send('{"do":"leave"}')
            await line.recv()
        wire.close()

    for _ in range(58):
        if aim.is_on():
            with suppress(*BROKEN):
                await asyncio.wait_for(one(), 10)
    await asyncio.sleep(max(0.0, aim.until - time.monotonic()))


async def pages(aim: Aim) -> None:
    """Get pages that never change, on ten connections, as fast as they are answered."""
    wires = [aim.wire() for _ in range(10)]
    paths = ("/", "/rules/house", "/openapi.json", "/rules", "/pad", "/hand")
    turn = 0

    async def one() -> None:
        nonlocal turn
        turn += 1
        await wires[turn % 10].ask("GET", paths[turn % len(paths)])

    async def line(wire: Wire) -> None:
        await aim.again(lambda: wire.ask("GET", paths[int(time.monotonic() * 1e6) % len(paths)]), at_once=1)

    await asyncio.gather(*map(line, wires))


async def room(aim: Aim) -> None:
    """Read a long room's sheet, deals, record and shuffles, on six connections."""
    paths = [f"/r/{aim.room}/{each}" for each in ("sheet", "deal/1.json", "record", "verify.json", "deal/2", "verify")]

    async def line(path: str) -> None:
        wire = aim.wire()
        await aim.again(lambda: wire.ask("GET", path), at_once=1)

    await asyncio.gather(*map(line, paths))


async def joins(aim: Aim) -> None:
    """Sit down at a table and leave it, and watch it, each time as somebody else."""
    wire = aim.wire()
    path = f"/r/{(await wire.ask_json('POST', '/rooms', {'name': 'Eve', 'seats': 6}))['room']}"
    number = itertools.count()
    local: dict[str, Any] = {} if aim.own is None else {"local_addr": (aim.own, 0)}

    async def one() -> None:
        wire = aim.wire()
        await wire.ask("POST", f"{path}/join", json.dumps({"name": f"Mallory {next(number)}"}).encode())
        wire.close()
        cookie = {"Cookie": f"continental={wire.cookie}"}
        async with connect(f"ws://127.0.0.1:{aim.port}{path}/socket", additional_headers=cookie, **local) as line:
            await line.send('{"do":"leave"}')
            await line.recv()

    await aim.again(one, at_once=8)


async def tables(aim: Aim) -> None:
    """Make tables as fast as the requests are answered, each as somebody else."""

    async def one() -> None:
        wire = aim.wire()
        await wire.ask("POST", "/rooms", b'{"name":"Eve","seats":6}')
        wire.close()

    await aim.again(one, at_once=4)


async def frames(aim: Aim) -> None:
    """Open a hundred pages of one table that ask for the whole state thirty times a second, or send broken frames."""
    wire = aim.wire()
    made = (await wire.ask_json("POST", "/rooms", {"name": "Eve", "seats": 6}))["room"]
    local: dict[str, Any] = {} if aim.own is None else {"local_addr": (aim.own, 0)}

    async def one() -> None:
        async with connect(f"ws://127.0.0.1:{aim.port}/r/{made}/socket", compression=None, **local) as line:
            for turn in range(900):
                await line.send('{"do":"sync"}' if turn % 400 else '{"do":"fly"')
                await asyncio.sleep(0.033)

    await aim.again(one, at_once=100, pause=0.2)


ATTACKS: dict[str, Callable[[Aim], Coroutine[Any, Any, None]]] = {
    each.__name__: each
    for each in (nothing, silent, half, headers, uploads, blanks, drafts, columns, undo, bots, pages, room, joins, tables, frames)
}


def attack(name: str, port: int, own: str, seconds: float, room_id: str) -> None:
    """Carry out one attack in this process for `seconds`. An alarm ends it if it hangs."""
    if hasattr(signal, "alarm"):
        signal.alarm(round(seconds) + 20)
    if hasattr(os, "nice"):
        os.nice(19)
    aim = Aim(port, own or None, time.monotonic() + seconds, room_id)
    with suppress(*BROKEN):
        asyncio.run(ATTACKS[name](aim))
    print(", ".join(f"{count} × {what}" for what, count in sorted(aim.met.items())), flush=True)


def address_for_attacks() -> str:
    """Return a loopback address other than that of the people, or an empty text if the system has only one."""
    import socket

    with socket.socket() as trial:
        try:
            trial.bind(("127.0.0.2", 0))
        except OSError:
            return ""
    return "127.0.0.2"


# --- a room with a long past


class LeapingClock:
    """A clock that jumps to the moment that is waited for, so that bots at a table play as fast as they think."""

    def __init__(self) -> None:
        self._now = round(time.time() * 1000) - 10 * 86_400_000

    def now(self) -> Any:
        return self._now

    async def sleep_until(self, at: int) -> None:
        await asyncio.sleep(0.0005)
        self._now = max(self._now, at)


async def lay_room(folder: str, versions: int) -> str:
    """Make four bots play in the database until their room has `versions`. Return the room's id."""
    sys.path.insert(0, str(SOURCE))
    from continental.play.terms import Seat
    from continental.store.sql import open_store
    from continental.store.where import read_database
    from continental.table.clock import SystemDice
    from continental.table.lobby import Lobby
    from continental.table.ports import SessionHash
    from continental.table.requests import Again
    from continental.table.setup import agree

    store = await open_store(read_database(str(Path(folder) / "rooms.sqlite")))
    lobby = Lobby(store, LeapingClock(), SystemDice())
    session = SessionHash("0" * 64)
    made = await lobby.make(agree(seats=4, pace_ms=0, clock_s=0), session, "Eve", ["random"] * 3, start=True)
    served = await lobby.room(made)
    await lobby.page_opened(made, Seat(0))
    last = time.monotonic() + 60
    while served.state.version < versions and time.monotonic() < last:
        position = served.state.position
        if position is not None and position.standing.is_over:
            await served.ask(session, Again())
        elif position is not None:
            await play_one(served, session)
        await asyncio.sleep(0)
    await lobby.close()
    await store.close()
    return str(made)


async def play_one(served: Any, session: Any) -> None:
    """Make the host act, if the host is asked."""
    from continental.engine import options
    from continental.play.refusal import Refused
    from continental.play.terms import Seat
    from continental.table.requests import Next, Play

    state = served.state
    with suppress(Refused):
        if 0 in state.position.asked:
            found = tuple(options(state.rules, state.position, Seat(0)))
            await served.ask(session, Play(found[0], state.version))
        elif state.position.deal is None or state.position.deal.is_over:
            await served.ask(session, Next())
        else:
            await asyncio.sleep(0.0005)


# --- measuring


@dataclass(frozen=True)
class Row:
    """The measurements of one attack."""

    name: str
    quiet: list[float]
    attacked: list[float]
    mib: int
    log_kib: int
    met: str


def p(took: Sequence[float], share: int) -> float:
    """Return the quantile in milliseconds. If there are too few values, it is the highest one."""
    ordered = sorted(took)
    return 1000 * ordered[min(len(ordered) - 1, len(ordered) * share // 100)] if ordered else float("nan")


def start(words: Sequence[str]) -> subprocess.Popen[bytes]:
    """Start this program once more."""
    return subprocess.Popen([sys.executable, __file__, *words], stdout=subprocess.PIPE)


async def measure(name: str, seconds: float, versions: int) -> Row:
    """Start a server, lay the tables, and measure one attack."""
    with tempfile.TemporaryDirectory() as folder:
        long_room = await lay_room(folder, versions) if name == "room" else ""
        server = Server(folder)
        laid = [Table(server.port) for _ in range(TABLES)]
        attacker: subprocess.Popen[bytes] | None = None
        try:
            await asyncio.gather(*(table.open() for table in laid))
            await live(laid, min(2, seconds))  # what is done once is done
            quiet = await live(laid, seconds)
            words = ["--attack", name, "--port", str(server.port), "--own", address_for_attacks(), "--room", long_room]
            attacker = start([*words, "--seconds", str(seconds + 1)])
            await asyncio.sleep(1)
            attacked = await live(laid, seconds)
            met, _ = await asyncio.to_thread(attacker.communicate, None, 25)
            return Row(name, quiet, attacked, server.peak_mib(), server.log.stat().st_size // 1024, met.decode().strip())
        finally:
            if attacker is not None:
                attacker.kill()
                attacker.wait(10)
            for table in laid:
                await table.close()
            server.stop()


def shown(row: Row, baseline: float) -> tuple[str, bool]:
    """Return the row as a line, and whether the server stood the attack, measured against the quiet p99 in milliseconds."""
    ratio = p(row.attacked, 99) / baseline
    fine = ratio < MOST_RATIO and row.mib < MOST_MIB
    parts = [p(row.quiet, 50), p(row.quiet, 99), p(row.attacked, 50), p(row.attacked, 99)]
    cells = [
        row.name,
        *(f"{part:.1f}" for part in parts),
        f"{ratio:.1f}",
        str(row.mib),
        str(row.log_kib),
        row.met,
        "yes" if fine else "**no**",
    ]
    return f"| {' | '.join(cells)} |", fine


async def run(names: Sequence[str], seconds: float, versions: int) -> int:
    chosen = CORES
    where = f"server on core {min(chosen[0])}, all others on core {min(chosen[1])}" if chosen else "cores not chosen"
    load = f", load {os.getloadavg()[0]:.1f} before the run" if hasattr(os, "getloadavg") else ""
    told = f"{platform.python_implementation()} {platform.python_version()}, uvicorn {version('uvicorn')}"
    print(f"{told}, {platform.machine()}, {os.cpu_count()} cores ({where}){load}")
    source = address_for_attacks() or "the same address"
    print(f"{TABLES} tables of two who act once a second; each attack {seconds:.0f} s from {source}")
    rows = [await measure(name, seconds, versions) for name in names]
    baseline = statistics.median(p(row.quiet, 99) for row in rows)  # whatever else the machine did during one of them
    print(f"the quiet p99 that counts, the median of all rows: {baseline:.1f} ms")
    print("| attack | quiet p50 ms | p99 | attacked p50 ms | p99 | p99 to quiet | peak MiB | log KiB | the attack met | stood |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    lines = [shown(row, baseline) for row in rows]
    for line, _ in lines:
        print(line, flush=True)
    return 0 if all(fine for _, fine in lines) else 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="+", choices=list(ATTACKS), default=list(ATTACKS))
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--versions", type=int, default=4_000, help="how long the long room is")
    parser.add_argument("--attack", choices=list(ATTACKS), help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--own", default="", help=argparse.SUPPRESS)
    parser.add_argument("--room", default="", help=argparse.SUPPRESS)
    words = parser.parse_args()
    seconds = min(MOST_SECONDS, max(1.0, words.seconds))
    if words.attack is not None:
        attack(words.attack, words.port, words.own, seconds, words.room)
        return 0
    if (chosen := CORES) is not None:
        os.sched_setaffinity(0, chosen[1])
    return asyncio.run(run(words.only, seconds, min(20_000, words.versions)))


if __name__ == "__main__":
    sys.exit(main())
