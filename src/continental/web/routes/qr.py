"""Serve QR codes of addresses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, Response

from continental.codec import Text
from continental.web.forms import REFUSALS, takes
from continental.web.guard.reckoner import Reckoner
from continental.web.page.qr import LONGEST, draw_code
from continental.web.routes.pads import body_of, check_form


@dataclass(frozen=True, slots=True)
class CodeWish:
    """A text to be drawn as a QR code, such as the link of a pad."""

    text: Annotated[str, Text(LONGEST, least=1, pattern="[!-~]+", wanted="an_address")]


def add_qr(app: FastAPI, reckoner: Reckoner) -> None:
    """Add the address to the application."""

    # by POST: links hold keys, and the addresses of requests are written to logs
    @app.post(
        "/qr", response_class=Response, responses=REFUSALS, summary="An address as a QR code", openapi_extra=takes(CodeWish)
    )
    async def code(request: Request) -> Response:
        check_form(request)
        wish = await body_of(CodeWish, request)
        return JSONResponse(await reckoner.work_out(draw_code, wish.text))
