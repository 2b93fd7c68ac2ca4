"""Carrying a seat to another device: a link that works once, for ten minutes, and of which the room keeps the hash alone."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Final, NewType

from continental.table.ports import Millis

LinkHash = NewType("LinkHash", str)
"""SHA-256, hexadecimal, of the secret at the end of a link."""

CARRY_MS: Final = 600_000
"""How long such a link works."""
CARRY_PAUSE_MS: Final = 5_000
"""How soon a seat may ask for another one."""


@dataclass(frozen=True, slots=True)
class CarryLink:
    """The one link of a seat that works: the hash of its secret, and until when."""

    link: LinkHash
    until: Millis


def link_hash(secret: str) -> LinkHash:
    """What is kept of a link's secret."""
    return LinkHash(hashlib.sha256(b"carry " + secret.encode("utf-8", "replace")).hexdigest())
