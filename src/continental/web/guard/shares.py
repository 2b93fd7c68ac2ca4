"""Share a processor among addresses by the time that their requests take, not by their number."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Generator
from contextvars import ContextVar
from typing import Any, Final

from continental.table.pace import Meter

ASKING: Final[ContextVar[str | None]] = ContextVar("ASKING", default=None)
"""The address whose request or frame is being answered; None for work that no client asked for."""


class ProcessorShares:
    """The time of a processor that each address has used.

    An address may use `burst_s` seconds at once. Within each second it gets `share` of a second back.
    """

    def __init__(self, share: float, burst_s: float, now: Callable[[], float] = time.monotonic) -> None:
        self._meter = Meter(burst_s, share, now)

    def charge(self, address: str | None, seconds: float) -> None:
        """Add the seconds to what the address has used."""
        if address is not None and seconds > 0:
            self._meter.charge(address, seconds)

    def used_s(self, address: str) -> float:
        """Return how many seconds the address has used and not yet got back."""
        return self._meter.used(address)

    def wait_s(self, address: str | None) -> float:
        """Return how many seconds the address has to wait; 0 if it may go on at once."""
        return 0.0 if address is None else self._meter.wait(address)


class Metered:
    """Awaits something, and charges the time of each of its steps on the event loop to an address."""

    def __init__(self, work: Awaitable[None], shares: ProcessorShares, address: str) -> None:
        self._work = work
        self._shares = shares
        self._address = address

    def __await__(self) -> Generator[Any, Any, None]:
        steps = self._work.__await__()
        step: Callable[[], Any] = lambda: next(steps)  # noqa: E731 - what is done next changes below
        while True:
            begun = time.perf_counter()
            try:
                waits_for = step()
            except StopIteration:
                return
            finally:
                self._shares.charge(self._address, time.perf_counter() - begun)
            try:
                sent = yield waits_for
            except BaseException as error:  # noqa: BLE001 - whatever it is, it is for the work to see
                step = _thrower(steps, error)
            else:
                step = _sender(steps, sent)


def _thrower(steps: Any, error: BaseException) -> Callable[[], Any]:
    return lambda: steps.throw(error) if hasattr(steps, "throw") else _raise(error)


def _raise(error: BaseException) -> Any:
    raise error


def _sender(steps: Any, sent: object) -> Callable[[], Any]:
    return (lambda: next(steps)) if sent is None else (lambda: steps.send(sent))


class Turns:
    """Turns on the event loop, one in each round for an address that has a share left. Each address has a queue.

    However many requests of one address arrive together, others are served between each two of them.
    """

    def __init__(self, shares: ProcessorShares) -> None:
        self.shares = shares
        self._waiting: dict[str, deque[Callable[[], None]]] = {}

    def take(self, address: str) -> bool:
        """Take a turn at once. Return False if others of the address are pending, or if its share is used up."""
        if address in self._waiting or self.shares.wait_s(address) > 0:
            return False
        self._waiting[address] = deque()
        asyncio.get_running_loop().call_soon(self._next, address)
        return True

    def when_free(self, address: str, begin: Callable[[], None]) -> None:
        """Call `begin` when its turn comes."""
        if address not in self._waiting:
            self._waiting[address] = deque()
            asyncio.get_running_loop().call_soon(self._next, address)
        self._waiting[address].append(begin)

    async def wait(self, address: str) -> None:
        """Wait for a turn. A caller that is cancelled meanwhile takes none."""
        if self.take(address):
            return
        turn = asyncio.Event()
        self.when_free(address, turn.set)
        await turn.wait()

    def _next(self, address: str) -> None:
        """Begin the next turn of the address, if its share allows, and come again in the next round."""
        waiting, loop = self._waiting[address], asyncio.get_running_loop()
        if not waiting:
            del self._waiting[address]
        elif (wait_s := self.shares.wait_s(address)) > 0:
            loop.call_later(wait_s, self._next, address)
        else:
            waiting.popleft()()
            loop.call_soon(self._next, address)  # after what was begun, so that its cost is known by then
