"""Make, sign and check the session of a browser: a secret in a cookie. The server keeps its hash only."""

from __future__ import annotations

import hmac
import re
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import Response

from continental.logbook.links import hash_key
from continental.table.ports import SessionHash
from continental.table.refusal import TableRefused
from continental.web.guard.address import is_https, is_own_origin

COOKIE: Final = "continental"
"""The cookie's name over plain http."""
COOKIE_HTTPS: Final = "__Host-continental"
"""Its name behind https. Browsers accept it from this very host only, so no neighbouring site can set it."""
KEY_BYTES: Final = 32
"""The length of the key that secrets are signed with."""
_YEAR_S: Final = 31_536_000
_HALF: Final = 24  # bytes of chance, and as many of their signature
_FORM: Final = re.compile(r"[A-Za-z0-9_-]{64}")


def new_key() -> bytes:
    """Return a key to sign secrets with."""
    return secrets.token_bytes(KEY_BYTES)


def new_secret(key: bytes) -> str:
    """Return the secret of a browser that has none yet, signed with the server's key."""
    return sign(key, secrets.token_bytes(_HALF))


def sign(key: bytes, chance: bytes) -> str:
    """Return the secret made of these 24 bytes."""
    return urlsafe_b64encode(chance + _signature(key, chance)).decode()


def is_signed(key: bytes, secret: str) -> bool:
    """Return whether the secret was made with this key."""
    if not _FORM.fullmatch(secret):
        return False
    whole = urlsafe_b64decode(secret)
    return hmac.compare_digest(_signature(key, whole[:_HALF]), whole[_HALF:])


def _signature(key: bytes, chance: bytes) -> bytes:
    return hmac.digest(key, b"session " + chance, "sha256")[:_HALF]


def hash_of(secret: str) -> SessionHash:
    """Return the part of a secret that is kept."""
    return SessionHash(hash_key(secret))


def secret_of(connection: HTTPConnection) -> str | None:
    """Return the secret that the browser sent if this server gave it.

    Behind https only the cookie with the prefix counts, for a neighbouring site could have set the other.
    """
    names = {True: (COOKIE_HTTPS,), False: (COOKIE,), None: (COOKIE_HTTPS, COOKIE)}[is_https(connection)]
    key: bytes = connection.app.state.session_key
    sent = (connection.cookies.get(name, "") for name in names)
    return next((secret for secret in sent if is_signed(key, secret)), None)


def secret_for(connection: HTTPConnection) -> str:
    """Return the browser's own secret, or a new one if it has none of ours."""
    return secret_of(connection) or new_secret(connection.app.state.session_key)


def session_of(connection: HTTPConnection) -> SessionHash | None:
    """Return the session of the browser that asks, or None if it has no secret of ours."""
    secret = secret_of(connection)
    return None if secret is None else hash_of(secret)


def give_secret(response: Response, connection: HTTPConnection, secret: str) -> None:
    """Set the cookie with the secret for a year, out of reach of scripts and of other sites' requests."""
    secure = is_https(connection)
    if secure is None:  # the public URLs differ, so that the page which asks tells
        secure = connection.headers.get("origin", "").lower().startswith("https://")
    name = COOKIE_HTTPS if secure else COOKIE
    response.set_cookie(name, secret, max_age=_YEAR_S, httponly=True, samesite="lax", secure=secure, path="/")


def check_origin(connection: HTTPConnection) -> None:
    """Raise TableRefused for a request from another site's page. Our own page may ask, and so may a program."""
    origin = connection.headers.get("origin")
    if origin is not None and not is_own_origin(connection, origin):
        raise TableRefused("wrong_origin")
