"""A server that is killed at random moments loses nothing that it acknowledged, invents nothing, and goes on."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
import pytest
from websockets.exceptions import WebSocketException

from continental.play.plain import action_from_plain
from continental.play.terms import Seat
from continental.replay import read_record
from continental.store.sql import open_store
from continental.store.where import read_database
from continental.table.events import show_event
from continental.table.log import Entry, parse_entries
from continental.table.ports import RoomId, room_log
from continental.table.state import fold_all
from tests.table.kit import record_of_room
from tests.web.kit import Message, Person
from tests.web.processes import ServerProcess

SEED = 11
KILLS = 3
LONG = {"elimination_line": 500, "window_from": 450}
"""Switches of a match that lasts longer than the kills."""


@dataclass
class Player:
    """A person who plays on whatever happens to the server, and remembers what they were told and what they asked for."""

    person: Person
    dice: random.Random
    told: dict[int, list[Message]] = field(default_factory=dict)
    sent: list[Message] = field(default_factory=list)
    seat: int = -1
    hands: int = 0
    last_hand: int | None = None
    over: bool = False

    async def play(self) -> None:
        """Play until the last hand is settled, opening the page again whenever the line breaks."""
        while not self.over:
            try:
                await self._sit_at_it()
            except (OSError, WebSocketException, TimeoutError):
                await asyncio.sleep(0.1)

    async def _sit_at_it(self) -> None:
        person = self.person
        await person.open(person.room, open_timeout=5)
        person.acted_on = person.ready_for = -1
        while not self.over:
            message = await person.hear()
            if "refused" in message:
                assert message["refused"]["code"] in ("stale", "not_asked", "not_between_deals", "already_said_next"), message
                continue
            act = person.answer(self.dice) if self._remember(message) else None
            if act is not None:
                self.sent.append(act)
                await person.send(act)
        await person.close()

    def _remember(self, message: Message) -> bool:
        """Note what was told; whether the match goes on for this player."""
        self.seat = message["you"]
        view = message["view"]
        self.hands = view["hands"] if view else 0
        has_all = self.last_hand is not None and self.hands >= self.last_hand and view["phase"] == "deal"
        self.over = has_all or message["room"]["phase"] == "over"
        assert message["v"] >= max(self.told, default=0), "what was acknowledged is still there"
        if message["events"]:
            assert self.told.setdefault(message["v"], message["events"]) == message["events"]
        for entry in message.get("feed", ()):
            told = self.told.get(entry["v"])
            assert told is None or entry["event"] in told, "the feed after a restart tells what was told before it"
        return not self.over

    @property
    def news(self) -> int:
        """How many versions this player was told of."""
        return len(self.told)


async def lay_table(server: ServerProcess) -> list[Player]:
    async with httpx2.AsyncClient(base_url=f"http://{server.host}", timeout=20) as browser:
        wish = {"name": "Ana", "seats": 4, "bots": ["greedy", "greedy"], "pace_ms": 0, "switches": LONG}
        room = (await browser.post("/rooms", json=wish)).json()["room"]
        ana = Person(server.host, browser.cookies["continental"], room)
    async with httpx2.AsyncClient(base_url=f"http://{server.host}", timeout=20) as browser:
        assert (await browser.post(f"/r/{room}/join", json={"name": "Bo"})).status_code == 200
        bo = Person(server.host, browser.cookies["continental"], room)
    await ana.open(room)
    await ana.send({"do": "start"})
    await ana.until(lambda said: said["room"]["phase"] == "playing")
    await ana.close()
    return [Player(person, random.Random(f"{SEED} {place}")) for place, person in enumerate((ana, bo))]


async def kill_now_and_then(server: ServerProcess, players: list[Player], dice: random.Random) -> int:
    """Kill and restart at random moments, then have the hand that is played be the last; how often it was."""
    for kill in range(KILLS):
        wait_for = sum(player.news for player in players) + dice.randrange(10, 60)
        while sum(player.news for player in players) < wait_for:
            if all(player.over for player in players):
                return kill
            await asyncio.sleep(0.001)
        await asyncio.sleep(dice.random() * 0.03)  # anywhere between deciding, storing and telling
        server.kill()
        await asyncio.to_thread(server.start)
    last_hand = 1 + max(player.hands for player in players)
    for player in players:
        player.last_hand = last_hand
    return KILLS


@pytest.mark.long
@pytest.mark.timeout(180)
async def test_every_acknowledged_act_and_no_other_is_there_after_kills_at_random_moments(tmp_path: Path) -> None:
    database = str(tmp_path / "rooms.sqlite")
    server = ServerProcess(tmp_path, database)
    server.start()
    try:
        players = await lay_table(server)
        kills = asyncio.create_task(kill_now_and_then(server, players, random.Random(SEED)))
        await asyncio.wait_for(asyncio.gather(*(player.play() for player in players), kills), 150)
        assert kills.result() == KILLS, "the match was long enough"
        room = RoomId(players[0].person.room)
        async with httpx2.AsyncClient(base_url=f"http://{server.host}", timeout=20) as browser:
            record = (await browser.get(f"/r/{room}/record")).text
    finally:
        server.stop()
    store = await open_store(read_database(database))
    log = parse_entries(await store.entries_after(room_log(room), 0))
    await store.close()
    check_story(log, players)
    state = fold_all(log)
    assert record == record_of_room(state, log)
    assert state.position is not None
    assert sum(deal.dice is not None for deal in read_record(record).deals) == state.position.standing.hands
    for place in range(1, server.starts + 1):
        assert "Traceback" not in (tmp_path / f"said-{place}.txt").read_text()


def check_story(log: list[Entry], players: list[Player]) -> None:
    """The log holds exactly what was told, version by version, and of each player nothing but what they sent."""
    by_version = {entry.version: entry for entry in log}
    assert list(by_version) == list(range(1, len(log) + 1))
    for player in players:
        assert player.told, "something was acknowledged"
        for version, events in player.told.items():
            assert [show_event(event, Seat(player.seat)) for event in by_version[version].events] == events
        kept = [entry for entry in log if entry.act["by"] == "person" and entry.act["seat"] == player.seat]
        acts = [plain_act(entry.act) for entry in kept if entry.act["do"] not in ("make", "join", "start")]
        sent = iter(normal(act) for act in player.sent)
        for act in acts:
            assert any(act == each for each in sent), f"the log has an act that nobody sent: {act}"
    assert {entry.act["by"] for entry in log} <= {"person", "bot", "table"}


def plain_act(act: dict[str, Any]) -> object:
    """An act of the log without what the server added."""
    return normal({key: part for key, part in act.items() if key not in ("by", "seat")})


def normal(act: dict[str, Any]) -> object:
    """An act in one form, whoever wrote it."""
    if act["do"] == "next":
        return "next"
    return action_from_plain({**{key: part for key, part in act.items() if key != "after"}, "seat": 0})
