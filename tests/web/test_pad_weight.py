"""The weight of the score pad's pages as sent: every file that they load to be shown, their words among them."""

from __future__ import annotations

import re
from urllib.parse import urljoin

import httpx2
import pytest

from continental.web.page.pages import static_version
from tests.web.kit import serving

MOST_BYTES = 60_000
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
LINKED = re.compile(r'(?:src|href)="(/static/[^"]+\.(?:js|css|svg|png|webmanifest))"')
WORDS = re.compile(r'\bsurface\("(\w+)"\)')
IMPORTED = re.compile(r'(?:\bfrom|^import|\bawait import\()\s*"(\.[^"]+\.js)"', re.MULTILINE)
"""What a script needs before it can show anything; what it loads later, when it is asked for, is no part of the page's weight."""


async def weights(browser: httpx2.AsyncClient, page: str) -> dict[str, int]:
    """Return the length, as sent, of the page and of every file that it names, and that those import, in turn."""
    found: dict[str, int] = {}
    left = [page]
    while left:
        address = left.pop()
        answer = await browser.get(address)
        assert answer.status_code == 200, address
        assert answer.headers["content-encoding"] == "gzip", address
        found[address] = int(answer.headers["content-length"])
        if address == page:
            left += [name for name in LINKED.findall(answer.text) if name not in found and "/icons/" not in name]
        elif address.endswith(".js"):
            script = COMMENT.sub("", answer.text)
            names = {urljoin(address, name) for name in IMPORTED.findall(script)}
            if not address.endswith(("/server-texts.js", "/say.js")):  # which fetches words for languages that are not English
                names |= {f"/static/v-{static_version()}/words/en/{name}.json" for name in WORDS.findall(script)}
            left += [name for name in names if name not in found and name not in left]
    return found


@pytest.mark.parametrize("path", ["/pad", "/pad/kept", "/season/kept"])
async def test_a_page_of_the_pad_weighs_less_than_60_kilobytes_as_it_is_sent(path: str) -> None:
    async with serving() as served, served.client() as browser:
        files = await weights(browser, path)
    names = {address.rsplit("/", 1)[-1] for address in files}
    assert {"page.css", "pad.css", "dom.js", "keep.js", "table.json", "pad.json"} <= names, "the crawl has found the page's parts"
    assert sum(files.values()) < MOST_BYTES, sorted(files.items(), key=lambda file: -file[1])
