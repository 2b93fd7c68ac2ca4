"""The page's files as they are served: for ever under their version, and packed for whoever can unpack them."""

from __future__ import annotations

import gzip
from functools import lru_cache
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from continental.web import pages

PACKED: Final = (".js", ".css", ".svg", ".webmanifest")
"""The files that get smaller; icons are packed already."""
FOR_EVER: Final = "public, max-age=31536000, immutable"


class PageFiles(StaticFiles):
    """Files by their name, for as long as they are fresh, or by their name and version, for ever."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        first, _, rest = path.partition("/")
        is_versioned = first.startswith("v-") and bool(rest)
        found = await super().get_response(rest if is_versioned else path, scope)
        is_present = is_versioned and first == f"v-{pages.static_version()}"
        response = _packed(found, scope) if is_present else found
        response.headers["cache-control"] = FOR_EVER if is_present else "no-cache"
        return response


def _packed(found: Response, scope: Scope) -> Response:
    """The same file in gzip where the browser takes it, and where it is worth it."""
    if not isinstance(found, FileResponse) or Path(found.path).suffix not in PACKED or scope["method"] != "GET":
        return found
    found.headers["vary"] = "accept-encoding"
    if "gzip" not in Headers(scope=scope).get("accept-encoding", ""):
        return found
    body = _gzip(Path(found.path), found.headers["etag"])
    return Response(body, 200, {"content-encoding": "gzip", "vary": "accept-encoding"}, found.media_type)


@lru_cache(maxsize=256)
def _gzip(path: Path, etag: str) -> bytes:
    """The packed bytes of a file, once for each state of it, which `etag` tells."""
    del etag
    return gzip.compress(path.read_bytes(), mtime=0)
