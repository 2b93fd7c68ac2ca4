"""One room: a queue of requests answered one after another, each decided, stored, folded and sent, in that order."""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, ParamSpec, TypeVar

from continental.logbook.books import short_id
from continental.logbook.ports import Extras, LogEntry, StoreDamaged, StoreFailed, VersionTaken
from continental.play.terms import Seat
from continental.table import due
from continental.table.bot_time import BotTime
from continental.table.chat import KEPT_LINES, ChatPace, check_said
from continental.table.due import dues_after, hurried
from continental.table.log import Entry, parse_entries, parse_entry, print_entry
from continental.table.ports import (
    ChatLine,
    Clock,
    Dice,
    Due,
    Millis,
    Outbox,
    RoomId,
    RoomStore,
    SessionHash,
    Told,
    room_log,
)
from continental.table.refusal import TableRefused
from continental.table.requests import (
    Decision,
    Play,
    Request,
    act_for,
    begin_reserve,
    come_back,
    decide_request,
    pass_host,
    sit_in,
    table_act,
)
from continental.table.seats import SITS_IN
from continental.table.snapshot import print_snapshot, read_snapshot
from continental.table.standing import answer_for
from continental.table.state import RoomPhase, RoomState, fold
from continental.table.thinking import Bots

TRIES: Final = 5
"""How often a request is decided again because another process was first."""
LONG_TAIL: Final = 300
"""The number of versions to fold from which on a room is stored as a snapshot at once."""
LEFT_MS: Final = 10_000
"""How long after the page was closed a person is still waited for between deals. It may be a reload."""
RETRY_MS: Final = 1_000
"""How long to wait after the store failed before a due act is tried again. It doubles with each failure in a row."""
LONGEST_RETRY_MS: Final = 60_000

_log = logging.getLogger("continental.table")

_folding: Final = ThreadPoolExecutor(max_workers=1, thread_name_prefix="fold")

A = TypeVar("A")
P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a request: the room's version after it, the seat that asked, and whether it changed anything."""

    version: int
    seat: Seat | None
    is_new: bool


async def _off_the_loop(work: Callable[P, A], *args: P.args, **named: P.kwargs) -> A:
    """Read or write a long log or state in a thread, one at a time, so that the event loop has its turns."""
    return await asyncio.get_running_loop().run_in_executor(_folding, partial(work, *args, **named))


async def read_entries(store: RoomStore, room: RoomId, after: int, until: int | None = None) -> Sequence[Entry]:
    """Return the room's versions above `after`, up to `until` if that is given. Raises StoreFailed, ValueError."""
    return await _off_the_loop(parse_entries, await store.entries_after(room_log(room), after, until))


async def _known_state(room: RoomId, store: RoomStore) -> RoomState | None:
    """Return the room as its snapshot has it, or None if there is none that can be read."""
    snapshot = await store.snapshot_of(room)
    return None if snapshot is None else await _off_the_loop(read_snapshot, room, snapshot)


def _folded(state: RoomState | None, log: Sequence[LogEntry], bots: Bots) -> RoomState:
    """Return the room after these versions, which the bots follow. Raises ValueError."""
    for stored in log:
        entry = parse_entry(stored)
        state = fold(state, entry)
        bots.follow(entry)
    assert state is not None, "somewhere a room begins"
    return state


class Room:
    """A room as one process serves it. Another process may serve it too, since the store decides who was first.

    Requests and due acts pass one turnstile, first come, first served. A request that has passed it is carried out even if its
    sender is gone by then.
    """

    def __init__(
        self,
        state: RoomState,
        dues: Sequence[Due],
        bots: Bots,
        store: RoomStore,
        clock: Clock,
        dice: Dice,
        bot_time: BotTime | None = None,
    ) -> None:
        self.state = state
        self.dues: tuple[Due, ...] = tuple(dues)
        self.outbox: Outbox | None = None
        self.here: frozenset[Seat] = frozenset()
        self.watching = 0
        self._left: dict[Seat, Millis] = {}
        self.chat: tuple[ChatLine, ...] = ()
        self._chat_pace = ChatPace(clock)
        self._bots = bots
        self._store = store
        self._clock = clock
        self._dice = dice
        self._bot_time = bot_time
        self._turnstile = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._alarm: asyncio.Task[None] | None = None
        self._closed = False
        self._failed_in_a_row = 0
        self._arm()

    @classmethod
    async def open(cls, room: RoomId, store: RoomStore, clock: Clock, dice: Dice, bot_time: BotTime | None = None) -> Room:
        """Return the room as its log has it. Raises TableRefused if there is none."""
        known = await _known_state(room, store)
        log, dues = await store.read_on(room, known.version if known is not None else 0)
        if known is None and not log:
            raise TableRefused("no_such_room")
        bots = Bots(clock)
        if known is not None:
            bots.begin_after(known.match, lambda: read_entries(store, room, known.match_version - 1, known.version))
        state = await _off_the_loop(_folded, known, log, bots)
        found = cls(state, dues, bots, store, clock, dice, bot_time)
        found._left = dict.fromkeys(state.persons(), clock.now())  # after a restart, pages open one after another
        found.chat = tuple(await store.said_after(room, 0))
        if len(log) > LONG_TAIL:
            found._begin_snapshot()
        return found

    # --- from outside

    async def ask(self, session: SessionHash, request: Request) -> Answer:
        """Do as asked, or raise Refused with nothing changed. When this returns, it is stored."""
        return await asyncio.shield(self._in_turn(lambda: self._answer(session, request)))

    async def catch_up(self) -> None:
        """Take in what other processes have written."""
        await asyncio.shield(self._in_turn(self._read_on))

    async def say(self, session: SessionHash, phrase: str | None, text: str | None) -> None:
        """Say a ready phrase or a text to everybody at the table. If TableRefused is raised, nobody hears of it."""
        await asyncio.shield(self._in_turn(lambda: self._say(session, phrase, text)))

    async def catch_up_chat(self) -> None:
        """Take in the lines that were said at other processes."""
        await asyncio.shield(self._in_turn(self._hear_on))

    async def come_back(self, seat: Seat) -> None:
        """Give the seat back to its person, if a bot sits in because they were gone. Raises TableRefused."""

        async def give_back() -> None:
            if self.state.phase is not RoomPhase.LOBBY and self.state.chairs[seat].away:
                await self._keep(come_back(seat))

        await asyncio.shield(self._in_turn(give_back))

    async def pass_host(self, heir: Seat) -> None:
        """Give the host's rights to that seat, if there is still no match. Raises TableRefused."""

        async def give() -> None:
            if self.state.phase is RoomPhase.LOBBY and self.state.host != heir and heir in self.state.persons():
                await self._keep(pass_host(heir))

        await asyncio.shield(self._in_turn(give))

    async def sit_in(self, seat: Seat) -> None:
        """Have a bot play for the seat's person, if the match still runs. Raises TableRefused."""

        async def seat_it() -> None:
            if self.state.phase is RoomPhase.PLAYING and seat in self.state.persons():
                await self._keep(sit_in(seat))

        await asyncio.shield(self._in_turn(seat_it))

    def say_here(self, here: frozenset[Seat], watching: int) -> None:
        """Update whose people have the page open, and how many others watch. May be called with unchanged values."""
        now = self._clock.now()
        left = {**self._left, **dict.fromkeys(self.here - here, now)}
        left = {seat: at for seat, at in left.items() if seat not in here and at > now - LEFT_MS}
        if (here, watching, left) == (self.here, self.watching, self._left):
            return
        is_news, was_seen = (here, watching) != (self.here, self.watching), self.is_seen
        self.here, self.watching, self._left = here, watching, left
        if self.is_seen and not was_seen and self.state.position is not None:
            self.dues = hurried(self.state, self.dues, now)
            self._arm()
        if is_news:
            self._tell(Told(self.state, self.state.version, ()))
        self._deal_if_all_are_ready()

    @property
    def waiting_for(self) -> tuple[Seat, ...]:
        """Return those who are waited for between deals: they are here, or were a moment ago, and are not ready.

        If some of them are still in the match, return only those.
        """
        state = self.state
        if not state.waits_to_deal or state.position is None or state.position.standing.hands == 0:
            return ()
        here = [seat for seat in state.persons() if seat in self.here or seat in self._left]
        still_in = [seat for seat in here if not state.position.standing.out[seat]]
        return tuple(seat for seat in still_in or here if seat not in state.said_next)

    @property
    def is_seen(self) -> bool:
        """Return whether somebody has the page open, here or at another process."""
        return bool(self.here) or self.watching > 0

    @property
    def is_busy(self) -> bool:
        """Return whether something is being carried out or waits for its turn."""
        return bool(self._tasks)

    @property
    def is_at_rest(self) -> bool:
        """Return whether nothing is under way or falls due, so that the room need not be kept in memory."""
        return not self.is_busy and not self.dues

    async def end(self, why: TableRefused) -> None:
        """Tell everybody who has the page open why the room is served no more, and close it."""
        if self.outbox is not None:
            self.outbox.end(why)
        await self.close()

    async def close(self) -> None:
        """Finish what is under way and stop."""
        self._closed = True
        if self._alarm is not None:
            self._alarm.cancel()
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    # --- one after another

    def _in_turn(self, work: Callable[[], Coroutine[Any, Any, A]]) -> asyncio.Task[A]:
        async def pass_turnstile() -> A:
            async with self._turnstile:
                return await work()

        task = asyncio.create_task(pass_turnstile())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _answer(self, session: SessionHash, request: Request) -> Answer:
        if isinstance(request, Play) and request.after is not None and request.after > self.state.public_version:
            await self._read_on()  # the sender has seen, at another process, a version that this one has not
        for _ in range(TRIES):
            decision = decide_request(self.state, session, request, self._dice, self._clock.now())
            if not decision.events or await self._keep(decision):
                return Answer(self.state.version, decision.seat, is_new=bool(decision.events))
        raise TableRefused("busy")

    async def _say(self, session: SessionHash, phrase: str | None, text: str | None) -> None:
        seat = self.state.seat_of(session)
        if seat is None:
            raise TableRefused("not_seated")
        phrase, text = check_said(self.state.setup.chat, phrase, text)
        now = self._clock.now()
        self._chat_pace.check(seat)
        for _ in range(TRIES):
            number = self.chat[-1].number + 1 if self.chat else 1
            said = ChatLine(number, now, seat, self.state.chairs[seat].name, phrase, text)
            try:
                await self._store.say(self.state.room, said, keep=KEPT_LINES)
            except VersionTaken:
                await self._hear_on()
            except StoreFailed as failure:
                raise TableRefused("not_stored") from failure
            else:
                self._let_hear((said,))
                return
        raise TableRefused("busy")

    async def _hear_on(self) -> None:
        last = self.chat[-1].number if self.chat else 0
        try:
            said = tuple(await self._store.said_after(self.state.room, last))
        except StoreFailed as failure:
            raise TableRefused("not_read") from failure
        self._let_hear(said)

    def _let_hear(self, said: tuple[ChatLine, ...]) -> None:
        if said:
            self.chat = (*self.chat, *said)[-KEPT_LINES:]
            self._tell(Told(self.state, self.state.version, (), said))

    async def _keep(self, decision: Decision) -> bool:
        """Store the decision, then apply and send it. If another process was first, read its versions and return False."""
        now = self._clock.now()
        entry = Entry(self.state.version + 1, now, decision.act, decision.events)
        state = fold(self.state, entry)
        dues = dues_after(state, self.dues, now, is_seen=self.is_seen)
        try:
            await self._store.append(room_log(state.room), [print_entry(entry)], Extras(dues=dues))
        except VersionTaken:
            await self._read_on()
            return False
        except StoreFailed as failure:
            _log.error("version %d of %s was not stored: %s", entry.version, short_id(state.room), failure)
            raise TableRefused("not_stored") from failure
        is_new_deal = len(state.deals) > len(self.state.deals)
        self._let_count(state, entry, dues)
        if is_new_deal:
            self._begin_snapshot()
        return True

    def _begin_snapshot(self) -> None:
        """Keep a snapshot of the room in a task of its own. The room is opened sooner by it, and nothing depends on it."""
        task = asyncio.create_task(self._keep_snapshot(self.state))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _keep_snapshot(self, state: RoomState) -> None:
        try:
            await self._store.keep_snapshot(state.room, await _off_the_loop(print_snapshot, state))
        except StoreFailed as failure:
            _log.warning("no snapshot of %s was kept: %s", short_id(state.room), failure)

    async def _read_on(self) -> None:
        """Take in newer versions. Raises TableRefused, code `room_unreadable` if one is there that cannot be read."""
        try:
            log, dues = await self._store.read_on(self.state.room, self.state.version)
        except StoreDamaged as failure:
            raise TableRefused("room_unreadable") from failure
        except StoreFailed as failure:
            raise TableRefused("not_read") from failure
        for stored in log:
            try:
                entry = parse_entry(stored)
                state = fold(self.state, entry)
            except Exception as error:  # anything that another process, or a newer program, has written
                raise TableRefused("room_unreadable") from error
            if self.is_seen and state.position is not None:  # perhaps nobody looks on at the process that wrote it
                dues = hurried(state, dues, self._clock.now())
            self._let_count(state, entry, tuple(dues))

    def _let_count(self, state: RoomState, entry: Entry, dues: tuple[Due, ...]) -> None:
        self.state, self.dues = state, dues
        self._bots.follow(entry)
        self._tell(Told(state, entry.version, entry.events))
        self._arm()
        self._deal_if_all_are_ready()

    def _tell(self, told: Told) -> None:
        if self.outbox is None:
            return
        try:
            self.outbox.tell(told)
        except Exception:  # noqa: BLE001 - it is stored, and those who were not told ask again
            _log.error("version %d of %s was not told", told.version, short_id(self.state.room))

    # --- what falls due

    def _arm(self, *, not_before: Millis | None = None) -> None:
        """Set the alarm for what falls due first."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if self.dues and not self._closed:
            at = min(due.at for due in self.dues)
            self._alarm = asyncio.create_task(self._ring(at if not_before is None else max(at, not_before)))

    async def _ring(self, at: Millis) -> None:
        await self._clock.sleep_until(at)
        if self._bot_time is None or not self.dues or min(self.dues).kind != due.BOT:
            self._alarm = None
            self._in_turn(self._do_what_is_due)
            return
        async with self._bot_time.turn(self.state.room, is_seen=self.is_seen):  # requests do not wait behind it
            self._alarm = None
            await self._in_turn(self._do_what_is_due)

    async def _do_what_is_due(self) -> None:
        now = self._clock.now()
        earliest = min(self.dues, default=None)
        if earliest is None or earliest.at > now:
            self._arm()
            return
        try:
            kept = await self._keep(await self._decide_due(earliest))
        except Exception as error:  # noqa: BLE001 - the table goes on: it tries again, and the log says where it was
            where = traceback.extract_tb(error.__traceback__)[-1]
            room = short_id(self.state.room)
            _log.error("%s of %s: %s at %s:%d", earliest.kind, room, type(error).__name__, where.name, where.lineno or 0)
            self._arm(not_before=Millis(now + min(RETRY_MS << self._failed_in_a_row, LONGEST_RETRY_MS)))
            self._failed_in_a_row += 1
        else:
            self._failed_in_a_row = 0
            if not kept:
                self._arm()

    async def _decide_due(self, what: Due) -> Decision:
        state, position = self.state, self.state.position
        assert position is not None, "things fall due in a match"
        if what.kind == due.BOT:
            thought = await self._bots.act(state, what.seat, state.chairs[what.seat].bot or SITS_IN)
            return act_for(state, thought.action, "bot", failed=thought.failed)
        if what.kind == due.STANDING:
            answer = answer_for(position, what.seat, state.standing[what.seat])
            assert answer is not None, "it is due because there is one"
            return act_for(state, answer, "standing")
        if what.kind == due.CLOCK and state.clocks[what.seat].reserve_ms and not self._is_missed(what.seat):
            return begin_reserve(what.seat)
        if what.kind in (due.CLOCK, due.RESERVE):
            return act_for(state, await self._bots.stated(state, what.seat), "clock")
        return table_act(state, self._dice)

    def _is_missed(self, seat: Seat) -> bool:
        """Return whether the seat's page is closed while others wait. Its reserve is kept for when it is back."""
        return bool(self.here) and seat not in self.here

    def _deal_if_all_are_ready(self) -> None:
        if self._all_are_ready() and not self._closed:
            self._in_turn(self._deal)

    def _all_are_ready(self) -> bool:
        return self.state.waits_to_deal and bool(self.state.said_next) and not self.waiting_for

    async def _deal(self) -> None:
        if self._all_are_ready():
            with suppress(TableRefused):  # the pause ends by itself later
                await self._keep(table_act(self.state, self._dice))
