"""Set up the memory and the threads of a server process, so that nothing holds up the event loop for long."""

from __future__ import annotations

import gc
import sys
from typing import Final

THRESHOLDS: Final = (5_000, 80, 100)
"""The garbage collector's thresholds: how many new objects, and collections of a younger generation, start a collection.

The middle generation is collected some fifty times more seldom than by default.

The young are few at a time: connections that come and go leave circles, and 20,000 objects of them stopped the process for 10 ms.
"""


SWITCH_S: Final = 0.001
"""How many seconds a busy thread keeps the event loop waiting at most, each time.

While strangers read long sheets, Python's default of five milliseconds would be the longest part of an act.
"""


def settle_memory() -> None:
    """Collect garbage rarely, and never the objects made before the first table. Let threads give way to the event loop soon.

    Nearly no object here is in a circle, so collections find nothing. With two thousand seats a full one stops the
    process for a sixth of a second, and all together take a tenth of its time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
    sys.setswitchinterval(SWITCH_S)
