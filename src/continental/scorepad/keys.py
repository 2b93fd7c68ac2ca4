"""The keys in a pad's links: one to write, and one to watch that follows from it; what is kept of either is its hash."""

from __future__ import annotations

import base64
import hashlib
import secrets
from typing import Final

from continental.scorepad.ports import KeyHash, PadId

_BYTES: Final = 16
LENGTH: Final = 22
_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"


def new_key() -> str:
    """A key to write that nobody guesses: 22 letters, digits, - and _."""
    return secrets.token_urlsafe(_BYTES)


def watch_key(write: str) -> str:
    """The key to watch what that key writes; nobody finds the way back."""
    return base64.urlsafe_b64encode(hashlib.sha256(b"watch " + write.encode()).digest()[:_BYTES]).rstrip(b"=").decode()


def hash_key(key: str) -> KeyHash:
    """What is kept of a key."""
    return KeyHash(hashlib.sha256(key.encode()).hexdigest())


def is_key(text: str) -> bool:
    """Whether the text has the form of a key."""
    return len(text) == LENGTH and text.isascii() and all(letter.isalnum() or letter in "-_" for letter in text)


def new_pad_id() -> PadId:
    """What a new log is known by."""
    return PadId("".join(secrets.choice(_LETTERS) for _ in range(10)))
