"""Links: each ends in a key that nobody guesses, and only the hash of the key is kept."""

from __future__ import annotations

import base64
import hashlib
import secrets
from dataclasses import dataclass
from typing import Final, Literal, NewType

from continental.logbook.books import BookKey

KeyHash = NewType("KeyHash", str)
"""SHA-256, hexadecimal, of the key in a link; the key itself is kept nowhere."""

Role = Literal["write", "watch", "gone"]
"""The use of a key. A key in whose place another has come is `gone`, for good."""

_BYTES: Final = 16
LENGTH: Final = 22
"""How many signs a key has."""


@dataclass(frozen=True, slots=True)
class Link:
    """The log that a key opens, and the use of the key."""

    log: BookKey
    role: Role


@dataclass(frozen=True, slots=True)
class Keys:
    """A log, and the keys of its two links."""

    log: BookKey
    write: str
    watch: str

    def roles(self) -> dict[KeyHash, Role]:
        """Return what the store keeps of the two keys."""
        return {hash_key(self.write): "write", hash_key(self.watch): "watch"}


def new_key() -> str:
    """Return a key that nobody guesses: 22 letters, digits, - and _."""
    return secrets.token_urlsafe(_BYTES)


def watch_key(write: str) -> str:
    """Return the key to watch what that key writes. It follows from the key to write, and nobody finds the way back."""
    return base64.urlsafe_b64encode(hashlib.sha256(b"watch " + write.encode()).digest()[:_BYTES]).rstrip(b"=").decode()


def keys_of(log: BookKey, write: str) -> Keys:
    """Return both keys of a log, made from the key to write."""
    return Keys(log, write, watch_key(write))


def hash_key(key: str) -> KeyHash:
    """Return what is kept of a key."""
    return KeyHash(hashlib.sha256(key.encode("utf-8", "replace")).hexdigest())


def is_key(text: str) -> bool:
    """Return whether the text has the form of a key."""
    return len(text) == LENGTH and text.isascii() and all(letter.isalnum() or letter in "-_" for letter in text)
