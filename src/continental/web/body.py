"""Read the JSON body of a request, strictly and within its limit, as a dependency of an address."""

from __future__ import annotations

from typing import Any, Final, TypeVar

from fastapi import Depends, Request

from continental.table.refusal import TableRefused
from continental.web.guard.session import check_origin
from continental.web.table.wire import read_json_body

FORM: Final = "application/x-www-form-urlencoded"
JSON: Final = "application/json"
Body = TypeVar("Body")


def json_body(kind: type[Body]) -> Any:
    """Return the dependency that reads the body of a request as `kind`.

    Written as a default: `wish: JoinWish = json_body(JoinWish)`.

    The request is refused if another site sent it, if it is not JSON, if it is too long, or at the first wrong place in it.
    """

    async def read(request: Request) -> Body:
        check_json(request)
        return await read_body(kind, request)

    return Depends(read)


async def read_body(kind: type[Body], request: Request) -> Body:
    """Read the body of a request that was checked already. Raises TableRefused, code `bad_request`."""
    # the guard around the application counts the bytes as they arrive, and refuses the request at the first too many
    wish: Body = read_json_body(kind, await request.body())
    return wish


def check_json(request: Request) -> None:
    """Raise TableRefused unless this site sent the request and its type is JSON, which no other site's form can have."""
    check_origin(request)
    if content_type(request) != JSON:
        raise TableRefused("not_json")


def content_type(request: Request) -> str:
    """Return the type of the request's body in lower case, without its parameters."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()
