"""Who a browser is: a random secret in a cookie, of which the server keeps the SHA-256 alone."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import Response

from continental.table.ports import SessionHash
from continental.table.refusal import TableRefused
from continental.web.address import is_own_origin

COOKIE: Final = "continental"
_YEAR_S: Final = 31_536_000
_LENGTH: Final = 43  # 32 bytes, URL-safe base 64


def new_secret() -> str:
    """The secret of a browser that has none yet."""
    return secrets.token_urlsafe(32)


def hash_of(secret: str) -> SessionHash:
    """What is kept of a secret."""
    return SessionHash(hashlib.sha256(secret.encode()).hexdigest())


def secret_in(cookies: Mapping[str, str]) -> str | None:
    """The secret that the browser sent, if it is one of ours by its form."""
    secret = cookies.get(COOKIE, "")
    return secret if len(secret) == _LENGTH and secret.isascii() else None


def session_of(connection: HTTPConnection) -> SessionHash | None:
    """Who asks; None for a browser that has never sat anywhere."""
    secret = secret_in(connection.cookies)
    return None if secret is None else hash_of(secret)


def give_secret(response: Response, secret: str, *, secure: bool) -> None:
    """Have the browser keep its secret for a year, out of reach of scripts and of other sites' requests."""
    response.set_cookie(COOKIE, secret, max_age=_YEAR_S, httponly=True, samesite="lax", secure=secure, path="/")


def check_origin(connection: HTTPConnection) -> None:
    """Let pass what comes from our own page or from no page at all; raises TableRefused for another site's."""
    origin = connection.headers.get("origin")
    if origin is not None and not is_own_origin(connection, origin):
        raise TableRefused("wrong_origin")
