"""Send every version of a room to its open pages, each in the view of its seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from continental.play.refusal import Refused
from continental.play.terms import Seat
from continental.table.ports import Clock, SessionHash, Told
from continental.table.refusal import TableRefused
from continental.table.room import Room
from continental.table.seats import check_welcome
from continental.table.state import owner_of
from continental.web.line import Line
from continental.web.table.advisers import Advisers, Job, advice_frame, is_advised
from continental.web.table.message import Kept, Speaker, refusal_message

MOST_LINES: Final = 100
"""How many pages of one room may be open in one process."""
MOST_OF_ONE: Final = 12
"""How many of them may be one person's."""
MOST_WATCHING: Final = 50
"""How many of them may be of people without a seat, so that they keep no place from those who play."""
WATCHING_OF_ADDRESS: Final = 25
"""How many of these may come from one address."""


class RoomLine(Line):
    """One open page of a room: its session, the present seat of the session, and its address."""

    def __init__(self, session: SessionHash | None, seat: Seat | None, address: str = "") -> None:
        super().__init__(session)
        self.seat = seat
        self.address = address
        self.advised_of: int | None = None
        """The version of the advice that was last put into the line."""


class Audience:
    """The lines of one room, as the room's `Outbox`."""

    def __init__(
        self, room: Room, clock: Clock, seat_changed: Callable[[Seat | None, Seat | None], None], advisers: Advisers
    ) -> None:
        self.room = room
        self._advisers = advisers
        self._advice: dict[
            Seat, tuple[int, str | None]
        ] = {}  # by seat, the version last asked for and its frame once it is there
        self._clock = clock
        self._seat_changed = seat_changed
        self._lines: dict[RoomLine, None] = {}  # in the order in which they came
        self._kept = Kept()

    def __len__(self) -> int:
        return len(self._lines)

    def __iter__(self) -> Iterator[RoomLine]:
        return iter(tuple(self._lines))

    def make_place(self, session: SessionHash | None, address: str = "") -> None:
        """Make place for another line of this person, from this address. Raises TableRefused if there is none.

        If there are too many lines, a watcher gives way. For a person with a seat any watcher does. For another newcomer one
        does if its address has more pages open, or if a seat is free, which the newcomer may have come for.
        """
        state = self.room.state
        check_welcome(state, session)
        if session is not None and sum(line.session == session for line in self._lines) >= MOST_OF_ONE:
            raise TableRefused("too_many_sockets", most=MOST_OF_ONE)
        watching = [line for line in self._lines if line.seat is None]
        if state.seat_of(session) is not None:
            if len(self._lines) >= MOST_LINES and not watching:
                raise TableRefused("too_many_sockets", most=MOST_LINES)
            if len(self._lines) >= MOST_LINES:
                self._give_way(watching[-1])
            return
        pages = Counter(line.address for line in watching)
        if pages[address] >= WATCHING_OF_ADDRESS:
            raise TableRefused("too_many_from_there", most=WATCHING_OF_ADDRESS)
        if len(watching) < MOST_WATCHING:
            return
        crowded, most = pages.most_common(1)[0]
        if most > pages[address] + 1:
            self._give_way(next(line for line in reversed(watching) if line.address == crowded))
        elif any(chair.kind == "empty" for chair in state.chairs):
            self._give_way(watching[0])  # it had the time to sit down
        else:
            raise TableRefused("too_many_watching", most=MOST_WATCHING)

    def _give_way(self, line: RoomLine) -> None:
        self.remove(line)
        line.send_away(TableRefused("gave_way"))

    def add(self, line: RoomLine) -> None:
        """Subscribe the line, and send it the full state."""
        self._lines[line] = None
        self.sync(line)

    def remove(self, line: RoomLine) -> None:
        """Unsubscribe the line."""
        self._lines.pop(line, None)

    def _speaker(self) -> Speaker:
        return Speaker(self.room, self._clock.now(), self._kept)

    def sync(self, line: RoomLine) -> None:
        """Send the line the full state."""
        line.put(self.say_all(line))
        line.advised_of = None
        self._advise(line)

    def say_all(self, line: RoomLine) -> str:
        """Return the full state for the line, with its feed."""
        return self._speaker().message(line.seat, (), with_feed=True)

    def refuse(self, line: RoomLine, refused: Refused, re: str | None) -> None:
        """Tell the line that its request was refused, and send it the full state if the request was stale."""
        line.put(refusal_message(refused, re=re, version=self.room.state.public_version))
        if refused.code == "stale":
            self.sync(line)

    def end(self, why: TableRefused) -> None:
        """Send every line away."""
        for line in tuple(self._lines):
            self.remove(line)
            line.send_away(why)

    def _advise(self, line: RoomLine) -> None:
        """Send advice after the state that the line was just sent, if there is any for its seat.

        Nothing here waits. A thread works the advice out, and it is dropped if the seat is told of a newer version first.
        """
        state, seat = self.room.state, line.seat
        version = state.public_version
        if line.advised_of == version:
            return
        line.put_afterwards(None)
        if seat is None or not is_advised(state, seat):
            if seat is not None:
                self._advice.pop(seat, None)
            return
        asked_for, frame = self._advice.get(seat, (None, None))
        if asked_for != version:
            self._advice[seat] = (version, None)
            job = Job(partial(advice_frame, state, seat), partial(self._deliver, seat, version))
            self._advisers.ask((state.room, seat), job)
        elif frame is not None:
            line.advised_of = version
            line.put_afterwards(frame)

    def _deliver(self, seat: Seat, version: int, frame: str) -> None:
        """Send the advice to the lines of its seat, unless a newer version has overtaken it."""
        if self._advice.get(seat) != (version, None):
            return
        self._advice[seat] = (version, frame)
        for line in self._lines:
            if line.seat == seat:
                line.advised_of = version
                line.put_afterwards(frame)

    def tell(self, told: Told) -> None:
        moved: list[tuple[Seat | None, Seat | None]] = []
        texts: dict[Seat | None, str] = {}
        speaker = self._speaker()
        owner = owner_of(told.events)
        for line in tuple(self._lines):
            seat = told.state.seat_of(line.session)
            if seat != line.seat:
                moved.append((line.seat, seat))
                line.seat = seat
            if line.session in told.state.turned_away:
                self.remove(line)
                line.send_away(TableRefused("turned_away"))
                continue
            if owner is not None and seat != owner:
                continue  # not even that something happened
            if seat not in texts:
                texts[seat] = speaker.message(seat, told.events, told.said)
            line.put(texts[seat])
            self._advise(line)
        for before, now in moved:
            self._seat_changed(before, now)
