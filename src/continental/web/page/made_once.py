"""Serve answers that never change while the server runs. They are made and compressed once, and clients cache them.

They are the same for everybody. Nothing of a person, a room or a pad is in them, so that their length tells nothing either.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

NOT_CHANGED: Final[Mapping[int | str, dict[str, Any]]] = {304: {"description": "The asker's copy is still good."}}
ASK_AGAIN: Final = "no-cache"
"""Keep a copy, but ask each time whether it is still good."""
KEEP_NOTHING: Final = "no-store"
"""Keep no copy: the address holds a key, which is not to lie in a browser's cache."""


@dataclass(frozen=True, slots=True)
class Document:
    """An answer as it is sent, plain and packed with gzip. `packed` is None if that would not be shorter."""

    kind: str
    body: bytes
    packed: bytes | None
    etag: str


def document_of(body: bytes, kind: str) -> Document:
    """Return the document of these bytes. The same bytes give the same ETag in every process."""
    packed = gzip.compress(body, mtime=0)
    return Document(kind, body, packed if len(packed) < len(body) else None, hashlib.sha256(body).hexdigest()[:24])


def send(request: Request, document: Document, headers: Mapping[str, str]) -> Response:
    """Return the answer: packed if the asker takes that, and 304 without a body if the asker has it."""
    takes_gzip = document.packed is not None and "gzip" in request.headers.get("accept-encoding", "")
    etag = f'"{document.etag}-gzip"' if takes_gzip else f'"{document.etag}"'
    told = dict(headers)
    if document.packed is not None:
        told["vary"] = "accept-encoding"
    if headers.get("cache-control") != KEEP_NOTHING:
        told["etag"] = etag
        if _has(request.headers.get("if-none-match", ""), etag):
            return Response(None, 304, told)
    if takes_gzip:
        return Response(document.packed, 200, {**told, "content-encoding": "gzip"}, document.kind)
    return Response(document.body, 200, told, document.kind)


def _has(told: str, etag: str) -> bool:
    return told.strip() == "*" or etag in {each.strip().removeprefix("W/") for each in told.split(",")}


class MadeOnce:
    """The documents of one application, each made at the first request for it."""

    def __init__(self) -> None:
        self._documents: dict[str, Document] = {}
        self._making = asyncio.Lock()

    async def get(self, name: str, make: Callable[[], str], kind: str) -> Document:
        """Return the document of this name. The first request makes it, off the event loop."""
        if name not in self._documents:
            async with self._making:  # requests that come meanwhile wait for the document that is being made
                if name not in self._documents:
                    self._documents[name] = await asyncio.to_thread(lambda: document_of(make().encode(), kind))
        return self._documents[name]


HTML: Final = "text/html; charset=utf-8"
JSON: Final = "application/json"
SCRIPT: Final = "text/javascript; charset=utf-8"


async def send_once(
    request: Request, name: str, make: Callable[[], str], kind: str = HTML, headers: Mapping[str, str] | None = None
) -> Response:
    """Send the document of this name, which `make` writes at the first request. Names are ours and few."""
    made: MadeOnce = request.app.state.made_once
    return send(request, await made.get(name, make, kind), {"cache-control": ASK_AGAIN, **(headers or {})})


def add_once(
    router: APIRouter,
    path: str,
    make: Callable[[], str],
    *,
    summary: str,
    kind: str = HTML,
    headers: Mapping[str, str] | None = None,
) -> None:
    """Add an address whose answer is made once."""
    answers = {200: {"content": {kind.partition(";")[0]: {}}, "description": summary}, **NOT_CHANGED}

    @router.get(path, response_class=Response, responses=answers, summary=summary)
    async def made(request: Request) -> Response:
        return await send_once(request, path, make, kind, headers)
