"""Serve QR codes of addresses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter
from fastapi.responses import JSONResponse, Response

from continental.codec import Text
from continental.web.body import json_body
from continental.web.forms import REFUSALS, takes
from continental.web.guard.reckoner import Reckoner
from continental.web.page.qr import LONGEST, draw_code


@dataclass(frozen=True, slots=True)
class CodeWish:
    """A text to be drawn as a QR code, such as the link of a pad."""

    text: Annotated[str, Text(LONGEST, least=1, pattern="[!-~]+", wanted="an_address")]


def qr_router(reckoner: Reckoner) -> APIRouter:
    """Return the address that draws QR codes, off the event loop."""
    router = APIRouter()

    # by POST: links hold keys, and the addresses of requests are written to logs
    @router.post(
        "/qr", response_class=Response, responses=REFUSALS, summary="An address as a QR code", openapi_extra=takes(CodeWish)
    )
    async def code(wish: CodeWish = json_body(CodeWish)) -> Response:
        return JSONResponse(await reckoner.work_out(draw_code, wish.text))

    return router
