"""Carry a seat to another device by a link that works once, for ten minutes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from continental.logbook.links import KeyHash
from continental.logbook.ports import Millis

CARRY_MS: Final = 600_000
"""How long such a link works."""
CARRY_PAUSE_MS: Final = 5_000
"""How soon a seat may ask for another one."""


@dataclass(frozen=True, slots=True)
class CarryLink:
    """The one link of a seat that works: the hash of its key, and the time until which it works."""

    link: KeyHash
    until: Millis
