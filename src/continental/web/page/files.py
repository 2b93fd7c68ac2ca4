"""Serve the page's files: for ever under their version, and packed for clients that can unpack them."""

from __future__ import annotations

import mimetypes
from functools import cache
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from continental.web.page import pages
from continental.web.page.made_once import ASK_AGAIN, Document, document_of, send

FOR_EVER: Final = "public, max-age=31536000, immutable"
KINDS: Final = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}
"""The types that machines do not know, or do not agree on."""


class PageFiles:
    """Files by their name, for as long as they are fresh, or by their name and version, for ever."""

    async def __call__(self, scope: Scope, receive: Receive, send_message: Send) -> None:
        """Answer one request."""
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405, headers={"Allow": "GET, HEAD"})
        path = scope["path"].removeprefix(scope.get("root_path", "")).lstrip("/")
        first, _, rest = path.partition("/")
        is_versioned = first.startswith("v-") and bool(rest)
        found = _file(rest if is_versioned else path)
        if found is None:
            raise HTTPException(404)
        is_present = is_versioned and first == f"v-{pages.static_version()}"
        response = send(Request(scope), found, {"cache-control": FOR_EVER if is_present else ASK_AGAIN})
        await response(scope, receive, send_message)


def _file(name: str) -> Document | None:
    """Return the file of this name under `static`, read once; None if there is none, or if it lies elsewhere."""
    return _read(name) if name in pages.static_files() else None


@cache
def _read(name: str) -> Document:
    suffix = name[name.rindex(".") :] if "." in name else ""
    kind = KINDS.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    is_text = kind.startswith("text/")
    return document_of(pages.static_bytes(name), f"{kind}; charset=utf-8" if is_text else kind)
