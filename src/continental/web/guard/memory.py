"""How a process that serves looks after its memory and its threads, so that nothing holds up the event loop for long."""

from __future__ import annotations

import gc
import sys
from typing import Final

THRESHOLDS: Final = (5_000, 80, 100)
"""How many objects, and how many collections of the younger ones, come before a collection: some fifty times Python's own.

The young are few at a time: connections that come and go leave circles, and 20,000 objects of them stopped the process for 10 ms.
"""


SWITCH_S: Final = 0.001
"""How long a thread that works something out keeps the event loop waiting at most, each time there is something to do.

Python's own five milliseconds would be the longest part of an act beside strangers who read long sheets.
"""


def settle_memory() -> None:
    """Collect rarely, and never what is there before the first table. Let threads give way to the event loop soon.

    Nearly nothing here is in a circle, so that collections find nothing; with two thousand seats a full one stops the
    process for a sixth of a second, and all together take a tenth of its time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
    sys.setswitchinterval(SWITCH_S)
