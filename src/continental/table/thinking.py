"""The bots of a room. Each sees what its seat sees, thinks off the event loop, and is held to its time and to the rules."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Final

from continental.bots.api import Bot, Budget, make_bot
from continental.engine import decide, options
from continental.logbook.books import short_id
from continental.play.actions import Action
from continental.play.events import Event
from continental.play.refusal import Refused
from continental.play.terms import Phase, Seat
from continental.play.view import see, view_for
from continental.table.events import AnyEvent, MatchStarted, is_room_event
from continental.table.log import Entry
from continental.table.ports import Clock
from continental.table.seats import SITS_IN
from continental.table.state import RoomState
from continental.table.stated import stated_act

THINK_MS: Final = 1_000
"""The time in which a bot must answer. A moment later it is given up."""
_GRACE_S: Final = 1.0

_log = logging.getLogger("continental.table")
_threads: Final = ThreadPoolExecutor(max_workers=4, thread_name_prefix="bot")


@dataclass(frozen=True, slots=True)
class Thought:
    """The act for a seat, and whether its bot failed to give it."""

    action: Action
    failed: bool


@dataclass(slots=True)
class Bots:
    """The bots of one room's present match. Events of the match are kept in order, so that a bot can join at any time."""

    clock: Clock
    match: int = 0
    events: list[Event] = field(default_factory=list)
    seated: dict[tuple[Seat, str], tuple[Bot, int]] = field(default_factory=dict)
    earlier: Callable[[], Awaitable[Sequence[Entry]]] | None = None

    def begin_after(self, match: int, earlier: Callable[[], Awaitable[Sequence[Entry]]]) -> None:
        """Follow a match from its middle on. `earlier` reads what came before, which is done once a bot is asked for."""
        self.match = match
        self.earlier = earlier

    async def _read_back(self) -> None:
        """Have all events of the match, as a bot is made from them. Raises StoreFailed."""
        if self.earlier is not None:
            before = await self.earlier()
            self.earlier = None
            self.events[:0] = [event for entry in before for event in entry.events if not is_room_event(event)]  # type: ignore[misc]

    def follow(self, entry: Entry) -> None:
        """Take in one more version of the room's log."""
        for event in entry.events:
            self._take_in(event)

    def _take_in(self, event: AnyEvent) -> None:
        if isinstance(event, MatchStarted):
            self.match = event.number
            self.earlier = None
            self.events.clear()
            self.seated.clear()
        elif not is_room_event(event):
            self.events.append(event)  # type: ignore[arg-type]

    async def act(self, state: RoomState, seat: Seat, bot: str) -> Thought:
        """Return the act of the seat's bot, or the stated act if the bot fails, lies or takes too long.

        A bot that sits in for a person spends none of their money: it never buys back into the match.
        """
        offered = _offered(state, seat)
        assert state.position is not None, "a bot acts in a match"
        if state.position.phase is Phase.BUY_BACK and state.chairs[seat].session is not None:
            return Thought(stated_act(state.rules, state.position, seat, offered, lambda: None), failed=False)
        await self._read_back()
        try:
            action = await self._ask(state, seat, bot, offered)
            decide(state.rules, state.position, action)
            if action.seat != seat:
                raise ValueError("an act for another seat")
        except Refused as refused:
            _log.warning("bot %s in seat %d of %s answered what is refused (%s)", bot, seat, short_id(state.room), refused.code)
        except TimeoutError:
            _log.warning("bot %s in seat %d of %s took longer than its time", bot, seat, short_id(state.room))
        except Exception as error:  # noqa: BLE001 - whatever a bot does, the table goes on; what it said may hold hidden cards
            _log.warning("bot %s in seat %d of %s failed: %s", bot, seat, short_id(state.room), type(error).__name__)
        else:
            return Thought(action, failed=False)
        return Thought(await self.stated(state, seat), failed=True)

    async def stated(self, state: RoomState, seat: Seat) -> Action:
        """Return the stated act for the seat."""
        await self._read_back()
        offered = _offered(state, seat)
        position = state.position
        assert position is not None, "acts are stated in a match"
        picked: Action | None = None
        try:
            picked = await self._ask(state, seat, SITS_IN, offered)
        except Exception as error:  # noqa: BLE001 - the choice of a discard may fail, and then the first one offered is thrown
            _log.warning("no discard picked for seat %d of %s: %s", seat, short_id(state.room), type(error).__name__)
        return stated_act(state.rules, position, seat, offered, lambda: picked)

    async def _ask(self, state: RoomState, seat: Seat, bot: str, offered: Sequence[Action]) -> Action:
        assert state.position is not None, "a bot acts in a match"
        ends = self.clock.now() + THINK_MS
        budget = Budget(THINK_MS, lambda: float(ends - self.clock.now()))
        view = view_for(state.position, seat, state.rules.shows)
        news = len(self.events)

        match = self.match
        known = (seat, bot) in self.seated
        # The bot is taken out while it thinks. If it fails or is late it is not put back, and a new one is made next time.
        player, seen = self.seated.pop((seat, bot)) if known else (make_bot(bot, seat, state.rules, bot_dice(state, seat)), 0)
        unseen = self.events[seen:news]

        def think() -> Action:
            for event in unseen:
                player.see(see(event, seat))
            return player.choose(view, offered, budget)

        thinking = asyncio.get_running_loop().run_in_executor(_threads, think)
        action = await asyncio.wait_for(thinking, THINK_MS / 1000 + _GRACE_S)
        # Another match may have begun meanwhile, for which this bot knows nothing.
        if self.match == match:
            self.seated[seat, bot] = (player, news)
        return action


def _offered(state: RoomState, seat: Seat) -> tuple[Action, ...]:
    assert state.position is not None, "acts are offered in a match"
    return options(state.rules, state.position, seat)


def bot_dice(state: RoomState, seat: Seat) -> bytes:
    """Return the random bytes of a seat's bot: from the match's own secret, different for each seat."""
    return hashlib.sha256(state.bot_dice + seat.to_bytes(2, "big")).digest()
