"""QR codes of addresses: the path is the code's modules, a log sees none of the text, and foreign texts are refused."""

from __future__ import annotations

import logging
import re
from typing import Any

import pytest
import segno

from continental.web.page.qr import LONGEST, draw_code
from tests.web.kit import serving

SIDES = {"hi": 21, "https://table.example/r/abcdefghij/carry/0123456789abcdefghijAB": 33, "x" * 140: 45, "y" * 230: 53}
"""How many modules the side of a text's code has."""


def modules(code: dict[str, Any]) -> list[list[int]]:
    """Return the rows of a code as its path paints them."""
    rows = [[0] * code["side"] for _ in range(code["side"])]
    for left, top, length in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", code["path"]):
        for place in range(int(left), int(left) + int(length)):
            rows[int(top)][place] += 1
    return rows


@pytest.mark.parametrize("text", SIDES, ids=len)
def test_the_path_paints_each_dark_module_once(text: str) -> None:
    code = draw_code(text)
    assert re.fullmatch(r"(M\d+ \d+h(\d+)v1h-\2z)+", str(code["path"]))
    assert modules(code) == [list(row) for row in segno.make_qr(text, error="L", boost_error=False).matrix]
    assert code["side"] == SIDES[text]


async def test_the_address_of_a_link_is_drawn_and_never_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    secret = "https://table.example/pad/0123456789abcdefABCDEF"
    async with serving() as served, served.client() as anybody:
        answer = await anybody.post("/qr", json={"text": secret})
        assert (answer.status_code, answer.json()) == (200, draw_code(secret))
        assert (await anybody.get("/qr")).status_code == 405
    assert "0123456789abcdefABCDEF" not in caplog.text


@pytest.mark.parametrize("text", ["", "x" * (LONGEST + 1), "two words", "\x00", "7♥", 7, None])
async def test_what_is_no_address_is_refused_with_the_limit(text: object) -> None:
    async with serving() as served, served.client() as anybody:
        answer = await anybody.post("/qr", json={"text": text})
    assert answer.status_code == 400
    assert answer.json()["refused"]["code"] == "bad_request"
    assert "an address of at most 230 characters, without spaces" in answer.json()["refused"]["sentence"]
