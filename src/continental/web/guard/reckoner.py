"""Work off the event loop that takes a processor for longer than a moment: a few pieces at once, and a bounded queue."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Final, ParamSpec, TypeVar

from continental.table.refusal import TableRefused
from continental.web.guard.shares import ASKING, ProcessorShares

AT_ONCE: Final = 2
MOST_ASKED: Final = 16
"""How many calculations may run or wait. Beyond that a request is refused and may try again later."""

SHARE: Final = 0.25
"""How many seconds of a processor one address gets back within each second. It may use `BURST_S` seconds at once."""
BURST_S: Final = 4.0

P = ParamSpec("P")
A = TypeVar("A")


class Reckoner:
    """The work that one process does for people, in threads of its own, so that bots and the store do not wait for it.

    `most_asked` may be under way or wait, half of them for one address, so that no address fills the queue by itself.
    """

    def __init__(self, at_once: int = AT_ONCE, most_asked: int = MOST_ASKED, shares: ProcessorShares | None = None) -> None:
        self._threads = ThreadPoolExecutor(max_workers=at_once, thread_name_prefix="reckoner")
        self._most_asked = most_asked
        self._shares = shares or ProcessorShares(SHARE, BURST_S)
        self._asked: dict[Future[Any], str | None] = {}

    async def work_out(self, work: Callable[P, A], *args: P.args, **named: P.kwargs) -> A:
        """Return the result of the work. Raises TableRefused, code `too_much_to_reckon`, if the queue is full.

        A client that goes away frees no thread: work that has begun is finished, and counts until then.
        """
        address = ASKING.get()
        if not self._has_place(address) or self._shares.wait_s(address) > 0:
            raise TableRefused("too_much_to_reckon")

        def timed() -> A:
            begun = time.thread_time()
            try:
                return work(*args, **named)
            finally:
                self._shares.charge(address, time.thread_time() - begun)

        asked = self._threads.submit(timed)
        self._asked[asked] = address
        asked.add_done_callback(self._asked.pop)
        return await asyncio.wrap_future(asked)

    def _has_place(self, address: str | None) -> bool:
        """Return whether one more may wait for the address. Work that no client asked for counts for no address."""
        asked = tuple(self._asked.values())  # a copy, because a thread that is done removes its own meanwhile
        return len(asked) < self._most_asked and (address is None or asked.count(address) < max(1, self._most_asked // 2))
