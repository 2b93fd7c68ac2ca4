"""Help the tests of the table: a clock that tests move, dice that repeat, a store that fails, people who play."""

from __future__ import annotations

import asyncio
import hashlib
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, get_args

import pytest

from continental.codec import type_tag
from continental.engine import Match, options
from continental.hands.worth import worth
from continental.logbook.books import BookKey
from continental.logbook.ports import NO_EXTRAS, Extras, LogEntry, StoreFailed
from continental.play.actions import Action, Count, Discard
from continental.play.plain import action_from_plain
from continental.play.record import Sitter
from continental.play.refusal import Refused
from continental.play.terms import Phase, Seat
from continental.replay import write_record
from continental.store.memory import MemoryStore
from continental.table.events import MatchStarted
from continental.table.lobby import Lobby
from continental.table.log import Entry
from continental.table.ports import ChatLine, Millis, RoomId, RoomStore, SessionHash, Told
from continental.table.refusal import TableRefused
from continental.table.requests import Join, Next, Play, Request
from continental.table.room import Answer, Room
from continental.table.setup import agree
from continental.table.state import RoomPhase, RoomState, fold_all
from continental.web.learn.past import PlayedDeal, played_deal

_OF_THE_GAME = frozenset(type_tag(kind) for kind in get_args(Action))
START = Millis(1_750_000_000_000)
NAMES = ("Ana", "Bo", "Cy", "Dee", "Eli", "Fay")
ENDINGS = ("StraightFlush", "Continental", "Close", "Knock")


def session(seat: int) -> SessionHash:
    """Return the session of the person in the seat."""
    return SessionHash(f"{seat:064x}")


class ManualClock:
    """A clock that stands still until a test moves it."""

    def __init__(self) -> None:
        self._now = START
        self._sleepers: list[tuple[Millis, asyncio.Future[None]]] = []

    def now(self) -> Millis:
        return self._now

    async def sleep_until(self, at: Millis) -> None:
        if at > self._now:
            waking: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._sleepers.append((at, waking))
            await waking

    def advance(self, ms: int) -> None:
        """Move the clock on by `ms` milliseconds."""
        self._now = Millis(self._now + ms)
        awake = [sleeper for sleeper in self._sleepers if sleeper[0] <= self._now]
        self._sleepers = [sleeper for sleeper in self._sleepers if sleeper[0] > self._now]
        for _, waking in awake:
            if not waking.done():
                waking.set_result(None)


class CountedDice:
    """Dice that are the same every time."""

    def __init__(self, label: str = "table") -> None:
        self._label = label
        self._thrown = 0

    def throw(self) -> bytes:
        self._thrown += 1
        return hashlib.sha256(f"{self._label} {self._thrown}".encode()).digest()


class FailingStore(MemoryStore):
    """A store whose appends fail while `fails` is set. With `keeps_first` it keeps the version before it fails."""

    def __init__(self) -> None:
        super().__init__()
        self.fails = False
        self.keeps_first = False

    async def append(self, log: BookKey, entries: Sequence[LogEntry], extras: Extras = NO_EXTRAS) -> None:
        if self.fails and not self.keeps_first:
            raise StoreFailed("the disk is full")
        await super().append(log, entries, extras)
        if self.fails:
            raise StoreFailed("the line broke")

    async def say(self, room: RoomId, said: ChatLine, *, keep: int) -> None:
        if self.fails:
            raise StoreFailed("the disk is full")
        await super().say(room, said, keep=keep)


@dataclass
class Ear:
    """An outbox that remembers."""

    told: list[Told] = field(default_factory=list)
    ended: list[TableRefused] = field(default_factory=list)

    def tell(self, told: Told) -> None:
        self.told.append(told)

    def end(self, why: TableRefused) -> None:
        self.ended.append(why)

    @property
    def versions(self) -> list[int]:
        return [told.version for told in self.told if told.events]


def pick(state: RoomState, seat: Seat, dice: random.Random) -> Action:
    """Return the act of a person who plays without much thought: any ending, a sensible discard, else a random act."""
    assert state.position is not None
    offered = options(state.rules, state.position, seat)
    for ending in ENDINGS:
        for act in offered:
            if type(act).__name__ == ending:
                return act
    counts_melds = state.position.phase is Phase.PLAY and state.rules.plays(Count)
    thrown = worth(state.rules, state.position.hand(seat), 0).thrown if counts_melds else None
    if thrown is not None and Discard(seat, thrown) in offered:
        return Discard(seat, thrown)
    counts = [act for act in offered if isinstance(act, Count)]
    return counts[0] if counts and dice.random() < 0.5 else dice.choice(offered)


class Trial:
    """A room with people whose acts the test, or `pick`, decides."""

    def __init__(self, lobby: Lobby, room: Room, store: RoomStore, clock: ManualClock) -> None:
        self.lobby = lobby
        self.room = room
        self.store = store
        self.clock = clock
        self.dice = random.Random(1)

    @classmethod
    async def laid(
        cls,
        persons: int = 2,
        bots: Sequence[str] = (),
        *,
        store: RoomStore | None = None,
        here: bool = True,
        label: str = "table",
        **agreed: Any,
    ) -> Trial:
        """Make a table with `persons` people, all with their pages open, and bots. The match is not started."""
        kept, clock = store or MemoryStore(), ManualClock()
        lobby = Lobby(kept, clock, CountedDice(label))
        setup = agree(seats=agreed.pop("seats", persons + len(bots)), pace_ms=agreed.pop("pace_ms", 0), **agreed)
        made = await lobby.make(setup, session(0), NAMES[0], bots, start=False)
        trial = cls(lobby, await lobby.room(made), kept, clock)
        for seat in range(1, persons):
            await trial.ask(seat, Join(NAMES[seat]))
        if here:
            for seat in range(persons):
                await lobby.page_opened(made, Seat(seat))
        await trial.quiet()
        return trial

    @property
    def state(self) -> RoomState:
        return self.room.state

    async def ask(self, seat: int, request: Request) -> Answer:
        """Send a request of the seat's person."""
        return await self.room.ask(session(seat), request)

    async def play(self, seat: int, action: Action) -> Answer:
        """Play an act of the seat's person on the present version."""
        return await self.ask(seat, Play(action, self.state.public_version))

    async def refused(self, seat: int, request: Request) -> str:
        """Check that the request is refused and changes nothing. Return the code of the refusal."""
        before = self.state
        with pytest.raises(Refused) as refusal:
            await self.ask(seat, request)
        assert self.state is before, "a refusal changes nothing"
        assert refusal.value.sentence.endswith(".")
        return refusal.value.code

    async def quiet(self) -> None:
        """Wait until the room is idle and nothing is due by now."""
        for _ in range(20_000):
            if not self.room.is_busy and not any(due.at <= self.clock.now() for due in self.room.dues):
                return
            await asyncio.sleep(0.0005)
        raise AssertionError(f"the room does not come to rest: {self.room.dues}")

    async def step(self) -> None:
        """Take one step: an act of a person who is asked, or a person's ready, or the time until the next due."""
        state = self.state
        asked = [seat for seat in (state.position.asked if state.position else ()) if seat in state.persons()]
        if asked:
            await self.play(asked[0], pick(state, asked[0], self.dice))
        elif self.room.waiting_for:
            await self.ask(self.room.waiting_for[0], Next())
        else:
            self.clock.advance(max(0, min(due.at for due in self.room.dues) - self.clock.now()))
        await self.quiet()

    async def until(self, wanted: Callable[[RoomState], bool], *, steps: int = 6_000) -> RoomState:
        """Take steps until `wanted` accepts the room's state, and return that state."""
        await self.quiet()
        for _ in range(steps):
            if wanted(self.state):
                return self.state
            assert self.state.phase is not RoomPhase.OVER, "the match ended before that"
            await self.step()
        raise AssertionError(f"it did not come to that in {steps} steps")

    async def close(self) -> None:
        """Close the lobby."""
        await self.lobby.close()


def is_over(state: RoomState) -> bool:
    """Return whether the match is over."""
    return state.phase is RoomPhase.OVER


def asks(phase: Phase, seat: int | None = None) -> Callable[[RoomState], bool]:
    """Return a check whether a person, or the person in this seat, is asked in the phase."""

    def wanted(state: RoomState) -> bool:
        if state.position is None or state.position.phase is not phase:
            return False
        asked = [each for each in state.position.asked if each in state.persons()]
        return bool(asked) if seat is None else seat in asked

    return wanted


def match_of_room(state: RoomState, log: Sequence[Entry]) -> Match | None:
    """Return the present match, played again from the room's whole log. None before the first."""
    match: Match | None = None
    for entry in log:
        if any(isinstance(event, MatchStarted) for event in entry.events):
            match = Match.begin(state.rules, state.setup.seats, state.setup.ante, state.setup.dealer)
        elif match is not None and entry.act["do"] in _OF_THE_GAME:
            match.play(action_from_plain({key: part for key, part in entry.act.items() if key != "by"}))
    return match


def record_of_room(state: RoomState, log: Sequence[Entry]) -> str:
    """Return the present match as a record of the deals that are over. Empty before the first match."""
    match = match_of_room(state, log)
    if match is None:
        return ""
    return write_record(match, [Sitter(chair.name, chair.bot if chair.session is None else None) for chair in state.chairs])


def deals_of_room(log: Sequence[Entry]) -> list[PlayedDeal]:
    """Return every deal of the room, from its whole log."""
    state = fold_all(log)
    ends = [*(mark.version - 1 for mark in state.deals[1:]), len(log)]
    return [played_deal(state, mark, log[mark.version - 1 : end]) for mark, end in zip(state.deals, ends, strict=True)]
