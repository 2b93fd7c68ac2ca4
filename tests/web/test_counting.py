"""What the hand checker counts by without the server: sent whole, kept for ever, and the same answers as the server's."""

from __future__ import annotations

import ast
import io
import json
import re
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from zipfile import ZipFile

import pytest

from continental.rules.tables import catalogue
from continental.scorepad.count_away import answer
from continental.web.page import counting
from tests.web.hands_counted import WISHES
from tests.web.kit import Served, serving

COMPILED = {"math", "unicodedata"}
"""Of the library what the runtime has compiled in, though Pythons elsewhere may load it; the browser's own test imports it."""


@pytest.fixture
async def served() -> AsyncIterator[Served]:
    async with serving() as running:
        yield running


async def test_a_count_away_is_the_servers_answer_for_hands_of_every_rule_set(served: Served) -> None:
    assert {wish["rules"] for wish in WISHES} >= set(catalogue())
    async with served.client() as anybody:
        for wish in WISHES:
            told = await anybody.post("/count", json=wish)
            assert json.loads(answer(json.dumps(wish))) == {"ok": told.status_code == 200, "body": told.json()}, wish


def test_the_modules_that_are_sent_count_by_themselves(tmp_path: Path) -> None:
    ZipFile(io.BytesIO(counting.our_modules())).extractall(tmp_path)
    asked = [json.dumps(wish) for wish in WISHES if wish["rules"] in ("house", "contract")][:4]
    script = "import sys, json; sys.path.insert(0, sys.argv[1]); from continental.scorepad.count_away import answer; "
    script += "print(json.dumps([answer(text) for text in sys.argv[2:]]))"
    ran = subprocess.run([sys.executable, "-I", "-S", "-c", script, str(tmp_path), *asked], check=True, capture_output=True)
    assert json.loads(ran.stdout) == [answer(text) for text in asked]


def test_all_of_pythons_library_that_our_modules_name_is_sent() -> None:
    parts = {address.partition("/")[2]: part for address, part in counting.parts().items()}
    library = ZipFile(io.BytesIO(parts["python_stdlib.zip"].body))
    sent = {name.partition("/")[0].removesuffix(".py").removesuffix(".pyc") for name in library.namelist()}
    with ZipFile(io.BytesIO(parts["continental.zip"].body)) as ours:
        trees = [ast.parse(ours.read(name)) for name in ours.namelist() if name.endswith(".py")]
    named = {name for tree in trees for node in ast.walk(tree) for name in imported(node)}
    assert "continental" in named
    assert named - {"continental"} - sent - set(sys.builtin_module_names) <= COMPILED
    assert {"dataclasses", "tomllib", "encodings", "pyodide"} <= sent


def imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name.partition(".")[0] for alias in node.names]
    return [node.module.partition(".")[0]] if isinstance(node, ast.ImportFrom) and node.module else []


async def test_every_part_is_sent_packed_and_for_ever(served: Served) -> None:
    offered = json.loads(counting.offered())
    async with served.client() as anybody:
        assert offered["files"][0] in (await anybody.get("/hand")).text
        assert (await anybody.get("/hand/python")).json() == offered
        packed = 0
        for file in offered["files"]:
            sent = await anybody.get(file, headers={"accept-encoding": "gzip"})
            assert sent.status_code == 200
            assert "immutable" in sent.headers["cache-control"]
            packed += int(sent.headers["content-length"])
        assert packed == offered["bytes"] < 9_000_000
        wasm = next(file for file in offered["files"] if file.endswith(".wasm"))
        bare = await anybody.get(wasm, headers={"accept-encoding": "identity"})
        assert (bare.headers["content-type"], "content-encoding" in bare.headers) == ("application/wasm", False)
        assert bare.content.startswith(b"\0asm")
        assert (await anybody.get("/hand/python/0123456789ab/counter.js")).status_code == 404


async def test_only_what_counts_may_run_webassembly(served: Served) -> None:
    counter = next(file for file in json.loads(counting.offered())["files"] if file.endswith("counter.js"))
    async with served.client() as anybody:
        assert "wasm-unsafe-eval" in (await anybody.get(counter)).headers["content-security-policy"]
        for page in ("/hand", "/pad", "/"):
            assert "unsafe" not in (await anybody.get(page)).headers["content-security-policy"]


async def test_one_service_worker_keeps_the_pad_and_the_hand_checker_but_not_what_counts(served: Served) -> None:
    async with served.client() as anybody:
        worker = await anybody.get("/service-worker.js")
        shell = json.loads(re.match(r"const SHELL = (.*);", worker.text)[1])  # type: ignore[index]
        assert shell["pages"] == ["/offline", "/hand", "/pad", "/pad/kept"]
        for other in ("/hand/service-worker.js", "/static/pad/worker.js"):
            assert (await anybody.get(other)).status_code == 404, other
        assert any(file.endswith("/hand/hand.js") for file in shell["files"])
        assert not [file for file in shell["files"] if "/python/" in file]
