"""Make long answers about a pad once for each version, off the event loop, and compress them once for all who ask.

Only the part that is alike for all is compressed. The texts around it hold keys and drafts of one client beside
names and titles that others chose. If these were packed together, an observer of the lengths of such answers could guess a key
character by character (the attack BREACH). The part itself holds no key, and is packed without a look at the texts before it.
"""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, Final, ParamSpec

from starlette.requests import Request
from starlette.responses import Response

from continental.web.guard.reckoner import Reckoner

MOST_KEPT: Final = 64
MOST_BYTES: Final = 32_000_000
"""How many parts are kept, and how many bytes they may have together. The least recently used one goes first."""
SHORT: Final = 1_400
"""The size in bytes up to which a text fits in one packet and is not compressed."""
_GZIP_HEAD: Final = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
_JSON: Final = "application/json"

P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class SharedText:
    """A text that stands in many answers, as it is and compressed. The compressed form refers to nothing before it."""

    text: bytes
    packed: bytes


def make_part(text: str) -> SharedText:
    """Return the text as a part."""
    plain = text.encode()
    return SharedText(plain, _pack(plain, zlib.Z_FULL_FLUSH))


def print_members(value: dict[str, Any]) -> SharedText:
    """Return the members of an object as JSON text without its braces, to be put behind those of one asker's own."""
    return make_part(_print(value)[1:-1])


def answer(
    request: Request, part: SharedText, before: str = "", after: str = "", *, status: int = 200, media_type: str = _JSON
) -> Response:
    """Return an answer of the part between two texts of its own. The part alone is compressed, if the asker takes that."""
    head, tail = before.encode(), after.encode()
    if len(part.text) < SHORT or "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(head + part.text + tail, status, media_type=media_type)
    checksum = zlib.crc32(tail, zlib.crc32(part.text, zlib.crc32(head)))
    length = len(head) + len(part.text) + len(tail)
    body = b"".join(
        (
            _GZIP_HEAD,
            _pack(head, zlib.Z_FULL_FLUSH, level=0),
            part.packed,
            _pack(tail, zlib.Z_FINISH, level=0),
            checksum.to_bytes(4, "little"),
            (length % 2**32).to_bytes(4, "little"),
        )
    )
    return Response(body, status, {"content-encoding": "gzip", "vary": "accept-encoding"}, media_type)


def open_object(own: dict[str, Any]) -> str:
    """Return the beginning of an object: its own members, for the members of a part to follow."""
    return _print(own)[:-1] + ","


def _print(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def _pack(text: bytes, end: int, *, level: int = 6) -> bytes:
    """Return the text as a part of a gzip stream. At level 0 it is stored as it is."""
    packer = zlib.compressobj(level, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(text) + packer.flush(end)


class Views:
    """The parts that one process has made, by the name of the view, its pad and its version."""

    def __init__(self, reckoner: Reckoner) -> None:
        self._reckoner = reckoner
        self._kept: dict[Hashable, asyncio.Future[SharedText]] = {}

    async def part(self, name: Hashable, make: Callable[P, SharedText], *args: P.args, **named: P.kwargs) -> SharedText:
        """Return the part of this name, made now if it is not kept. Requests that come meanwhile wait for the same one."""
        making = self._kept.pop(name, None)
        if making is None:
            making = asyncio.ensure_future(self._reckoner.work_out(make, *args, **named))
        self._kept[name] = making
        try:
            return await asyncio.shield(making)
        finally:
            if making.done() and (making.cancelled() or making.exception() is not None) and self._kept.get(name) is making:
                del self._kept[name]
            self._forget()

    def _forget(self) -> None:
        sizes = {
            name: len(each.result().text) + len(each.result().packed) if each.done() and not each.cancelled() else 0
            for name, each in self._kept.items()
            if not (each.done() and not each.cancelled() and each.exception())
        }
        total = sum(sizes.values())
        for name, size in sizes.items():
            if len(self._kept) <= MOST_KEPT and total <= MOST_BYTES:
                return
            del self._kept[name]
            total -= size
