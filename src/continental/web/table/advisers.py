"""Work out the advice for seats in threads, so that neither the event loop nor a room's turnstile waits for it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

from continental.codec import write_json
from continental.hands.advice import advise, has_advice
from continental.logbook.books import short_id
from continental.play.terms import Seat
from continental.table.ports import RoomId
from continental.table.state import RoomState

AT_ONCE: Final = 2
"""How many seats are advised at the same time. Others wait in order, each with one job at most, so none starves."""

_log = logging.getLogger("continental.web")

Key = tuple[RoomId, Seat]


@dataclass(frozen=True, slots=True)
class Job:
    """A piece of advice to work out, and the receiver of it on the event loop."""

    work: Callable[[], str]
    deliver: Callable[[str], None]


class Advisers:
    """The threads of one process that work out advice.

    Each seat has at most one pending job. A newer job takes its place in the queue, so that a busy seat overtakes nobody.
    """

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._threads = ThreadPoolExecutor(max_workers=at_once, thread_name_prefix="adviser")
        self._at_once = at_once
        self._waiting: dict[Key, Job] = {}
        self._running: set[Key] = set()

    def __len__(self) -> int:
        """Return how many jobs are running or waiting."""
        return len(self._running) + len(self._waiting)

    def ask(self, key: Key, job: Job) -> None:
        """Queue the job. It replaces a job of the same seat that has not begun."""
        self._waiting[key] = job
        self._begin()

    def _begin(self) -> None:
        while len(self._running) < self._at_once:
            key = next((key for key in self._waiting if key not in self._running), None)
            if key is None:
                return
            job = self._waiting.pop(key)
            self._running.add(key)
            done = asyncio.get_running_loop().run_in_executor(self._threads, job.work)
            done.add_done_callback(lambda done, key=key, job=job: self._end(key, job, done))  # type: ignore[misc]

    def _end(self, key: Key, job: Job, done: asyncio.Future[str]) -> None:
        self._running.discard(key)
        self._begin()
        if done.cancelled():
            return
        fault = done.exception()
        if fault is None:
            job.deliver(done.result())
        else:
            # Log the kind of fault only, for its text may name cards.
            _log.error("no advice for seat %s of %s: %s", key[1], short_id(key[0]), type(fault).__name__)


def is_advised(state: RoomState, seat: Seat | None) -> bool:
    """Return whether advice follows the message that tells the seat of this state."""
    if seat is None or state.position is None or state.setup.help != "on":
        return False
    return has_advice(state.rules, state.position, seat)


def advice_frame(state: RoomState, seat: Seat) -> str:
    """Return the frame with the advice for the seat, as JSON text. It may take seconds for a large hand."""
    assert state.position is not None, "a seat is advised in a match alone"
    return write_json({"advice": advise(state.rules, state.position, seat).plain(), "v": state.public_version})
