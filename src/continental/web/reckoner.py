"""What takes a processor for longer than a moment, done off the event loop: few at once, some waiting, and no more than that."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Final, ParamSpec, TypeVar

from continental.table.refusal import TableRefused

AT_ONCE: Final = 2
MOST_ASKED: Final = 16
"""How many may be under way or wait; whoever comes then is asked to come again."""

P = ParamSpec("P")
A = TypeVar("A")


class Reckoner:
    """One process's reckoning for people: threads of its own, so that it keeps bots and the store from nothing."""

    def __init__(self, at_once: int = AT_ONCE, most_asked: int = MOST_ASKED) -> None:
        self._threads = ThreadPoolExecutor(max_workers=at_once, thread_name_prefix="reckoner")
        self._most_asked = most_asked
        self._asked: set[Future[Any]] = set()

    async def work_out(self, work: Callable[P, A], *args: P.args, **named: P.kwargs) -> A:
        """What the work comes to. Raises TableRefused, code `too_much_to_reckon`, where too much waits, and what the work raises.

        Whoever goes away frees no thread: what has begun is finished, and counts until then.
        """
        if len(self._asked) >= self._most_asked:
            raise TableRefused("too_much_to_reckon")
        asked = self._threads.submit(work, *args, **named)
        self._asked.add(asked)
        asked.add_done_callback(self._asked.discard)
        return await asyncio.wrap_future(asked)
