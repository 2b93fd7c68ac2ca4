"""`continental serve`: one line when it is ready, one sentence when it cannot be, and a quiet end."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest
from websockets.sync.client import connect

from continental.cli import main
from tests.web.processes import ROOT, ServerProcess


def run(*words: str) -> subprocess.CompletedProcess[str]:
    """`continental serve` with these words, to its end."""
    return subprocess.run(
        [sys.executable, "-m", "continental", "serve", *words],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        check=False,
    )


def test_it_says_where_it_serves_and_ends_quietly(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, str(tmp_path / "rooms.sqlite"))
    server.start()
    try:
        assert httpx2.get(f"http://{server.host}/healthz").text == "ok"
        made = httpx2.post(
            f"http://{server.host}/rooms", json={"name": "Ana", "bots": ["greedy"] * 3, "start": True, "pace_ms": 0}
        )
        assert made.status_code == 201
        second = run("--port", str(server.port), "--database", str(tmp_path / "other.sqlite"))
        assert (second.returncode, second.stdout) == (2, "")
        assert second.stderr.count("\n") == 1
        assert "cannot" in second.stderr or "Nothing can be served" in second.stderr
        room = made.json()["room"]
        with connect(f"ws://{server.host}/r/{room}/socket") as line:
            line.recv()
            assert server.interrupt() == 0
    finally:
        server.stop()
    assert server.said.read_text() == f"continental serves http://{server.host}\n"


def test_words_that_cannot_be_are_refused_in_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "broken.sqlite").write_bytes(b"no database at all" * 100)
    for words in (
        ("--port", "eighty"),
        ("--port", "70000"),
        ("--database", "mysql://host/x"),
        ("--database", str(tmp_path / "broken.sqlite"), "--port", "0"),
        ("--database", "/proc/no/such/folder/x.sqlite", "--port", "0"),
        ("--host", "no.such.host.invalid", "--port", "0"),
        ("--most-stored", "0"),
        ("--colour",),
    ):
        assert main(["serve", *words]) == 2, words
        said = capsys.readouterr()
        assert said.out == "", words
        assert said.err.count("\n") == 1, said.err
