"""Help the tests of the web: a real server in the test's own loop, and people with a cookie and a socket."""

from __future__ import annotations

import asyncio
import json
import random
import socket
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import httpx2
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from continental.store.memory import MemoryStore
from continental.table.clock import WallClock
from continental.table.lobby import Lobby
from continental.table.ports import Clock, Dice
from continental.testing.store_kit import Store
from continental.web.app import create_app
from continental.web.guard import connections
from continental.web.guard import middleware as guard
from continental.web.guard.address import ANYWHERE, Site
from continental.web.guard.connections import ConnectionLimits, Connections, LimitedConfig
from continental.web.guard.middleware import BodyLimits
from continental.web.guard.session import new_key
from continental.web.guard.shares import ProcessorShares, Turns
from continental.web.table.socket import FRAMES_A_SECOND
from tests.table.kit import CountedDice

Message = dict[str, Any]
ENDINGS = ("straight_flush", "continental", "close", "knock")
OWN_PACE = FRAMES_A_SECOND * 3 // 4
"""How many frames a person sends within a second: less than the server allows, for it counts them as they arrive."""


@dataclass
class Served:
    """A running server, with its lobby, its store and its connections."""

    url: str
    lobby: Lobby
    store: Store
    connections: Connections

    @property
    def host(self) -> str:
        return self.url.removeprefix("http://")

    def client(self, **headers: str) -> httpx2.AsyncClient:
        """Return a browser without a cookie."""
        return httpx2.AsyncClient(base_url=self.url, headers=headers, timeout=20)


@asynccontextmanager
async def serving(
    store: Store | None = None,
    clock: Clock | None = None,
    dice: Dice | None = None,
    site: Site = ANYWHERE,
    limits: ConnectionLimits = connections.LIMITS,
    bodies: BodyLimits = guard.LIMITS,
) -> AsyncIterator[Served]:
    """Run a server for the length of the context. Its dice are the same every time unless others are given."""
    kept, wall = store or MemoryStore(), clock or WallClock()
    lobby = Lobby(kept, wall, dice or CountedDice())
    key = await kept.session_key(new_key())
    # told to be TCP, or asyncio would have each answer's body wait until its head was acknowledged: 40 ms
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.bind(("127.0.0.1", 0))
    turns = Turns(ProcessorShares(1, 3_600))
    app = create_app(
        lobby,
        wall,
        kept,
        site=site,
        session_key=key,
        bodies=bodies,
        turns=turns,
    )
    config = LimitedConfig(app, limits=limits, site=site, turns=turns, timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started:  # noqa: ASYNC110 - the server has no event for it
        await asyncio.sleep(0.005)
    try:
        yield Served(f"http://127.0.0.1:{listening.getsockname()[1]}", lobby, kept, config.open_connections)
    finally:
        server.should_exit = True
        await running
        listening.close()


@dataclass
class Person:
    """Somebody with a browser: the cookie, the socket, and all that came over it."""

    host: str
    cookie: str | None = None
    room: str = ""
    line: ClientConnection | None = None
    heard: list[Message] = field(default_factory=list)
    last: Message = field(default_factory=dict)
    acted_on: int = -1
    ready_for: int = -1
    later: deque[Message] = field(default_factory=deque)
    advice: Message = field(default_factory=lambda: {"advice": {}, "v": -1})
    sent: deque[float] = field(default_factory=lambda: deque(maxlen=OWN_PACE))

    async def open(self, room: str, **options: Any) -> None:
        """Open the room's page."""
        self.room = room
        headers = {"Cookie": f"continental={self.cookie}"} if self.cookie else {}
        self.line = await connect(f"ws://{self.host}/r/{room}/socket", additional_headers=headers, **options)

    async def hear(self) -> Message:
        """Return the next message. If it asks for an act, it includes the advice, unless another message came before that."""
        message = self.later.popleft() if self.later else await self.receive()
        while "advice" in message:
            message = await self.receive()
        if message.get("advised") and message["options"] and message["v"] != self.advice["v"]:
            following = await self.receive()
            while "advice" in following and following["v"] < message["v"]:
                following = await self.receive()
            if "advice" not in following:
                self.later.append(following)
        if message.get("v") == self.advice["v"] and "view" in message:
            message.update(self.advice["advice"])
        self.heard.append(message)
        if "refused" not in message:
            self.last = message
        return message

    async def receive(self) -> Message:
        """Return the next frame, be it advice or not."""
        assert self.line is not None
        frame: Message = json.loads(await asyncio.wait_for(self.line.recv(), 20))
        if "advice" in frame:
            self.advice = frame
        return frame

    async def until(self, wanted: Callable[[Message], bool]) -> Message:
        """Return the first message from now on that `wanted` accepts."""
        while not wanted(message := await self.hear()):
            pass
        return message

    async def send(self, frame: object) -> None:
        """Send a frame, text as it is, anything else as JSON. Wait first if the server would refuse so fast a sender."""
        now = asyncio.get_running_loop().time
        if len(self.sent) == OWN_PACE and self.sent[0] + 1 > now():
            await asyncio.sleep(self.sent[0] + 1 - now())
        self.sent.append(now())
        await self.send_at_once(frame)

    async def send_at_once(self, frame: object) -> None:
        """Send a frame however many went before."""
        assert self.line is not None
        await self.line.send(frame if isinstance(frame, str | bytes) else json.dumps(frame))

    async def refusal(self, frame: object) -> str:
        """Send a frame that is refused, and return the code of its refusal."""
        await self.send(frame)
        message = await self.until(lambda said: "refused" in said)
        return str(message["refused"]["code"])

    async def until_closed(self) -> int:
        """Read until the server closes the line. Return the closing code, or 1006 if there was none."""
        assert self.line is not None
        with suppress(ConnectionClosed):
            while True:
                await self.hear()
        return self.line.close_code or 1006

    async def close(self) -> None:
        """Close the page."""
        if self.line is not None:
            await self.line.close()

    def answer(self, dice: random.Random) -> Message | None:
        """Return the next frame of a person who acts without much thought, or None if they are not asked."""
        now = self.last
        if now["v"] <= self.acted_on:
            return None
        if now["options"]:
            self.acted_on = now["v"]
            return {**pick(now, dice), "after": now["v"]}
        hands = now["view"]["hands"] if now["view"] else -1
        if now["next"] and now["you"] in now["next"]["waiting"] and self.ready_for != hands:
            self.ready_for = hands
            return {"do": "next"}
        return None


def pick(now: Message, dice: random.Random) -> Message:
    """Return one of the acts on offer: any ending, a count, a sensible discard, else a random one."""
    options: list[Message] = now["options"]
    for ending in ENDINGS:
        for act in options:
            if act["do"] == ending:
                return act
    if now["count_options"]:
        best: Message = now["count_options"][0]["act"]
        return best
    thrown = {"do": "discard", "card": (now.get("worth") or {}).get("thrown")}
    return thrown if thrown in options else dice.choice(options)


async def make_room(served: Served, **wish: Any) -> Person:
    """Make a table and return its host, whose page is not open yet."""
    async with served.client() as browser:
        answer = await browser.post("/rooms", json={"name": "Ana", "pace_ms": 0, **wish})
        assert answer.status_code == 201, answer.text
        return Person(served.host, browser.cookies["continental"], answer.json()["room"])


async def sit_down(served: Served, room: str, name: str) -> Person:
    """Join by the link, and return the person."""
    async with served.client() as browser:
        answer = await browser.post(f"/r/{room}/join", json={"name": name})
        assert answer.status_code == 200, answer.text
        return Person(served.host, browser.cookies["continental"], room)
