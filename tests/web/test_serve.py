"""`continental serve`: one line when it is ready, one sentence when it cannot be, and a quiet end."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from unittest.mock import patch

import httpx2
import pytest
from websockets.sync.client import connect

from continental.cli import main
from continental.web.guard.address import Site, read_proxy
from continental.web.guard.connections import LIMITS
from continental.web.table.tables import ROOMS_OF_ADDRESS
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


def test_requests_that_nobody_can_read_write_one_line_and_not_one_each(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path, str(tmp_path / "rooms.sqlite"))
    server.start()
    try:
        for _ in range(20):
            with socket.create_connection(("127.0.0.1", server.port), timeout=20) as line:
                line.sendall(b"GET / nonsense\r\n\r\n")
                assert line.recv(4096).startswith(b"HTTP/1.1 400 ")
        assert server.interrupt() == 0
    finally:
        server.stop()
    said = server.said.read_text().splitlines()
    assert len(said) == 2, said
    assert said[1].endswith("WARNING uvicorn.error: Invalid HTTP request received.")


def test_people_behind_a_named_proxy_share_neither_connections_nor_its_address(tmp_path: Path) -> None:
    words = ("--proxy", "127.0.0.1", "--public-url", "https://cards.example")
    server = ServerProcess(tmp_path, str(tmp_path / "rooms.sqlite"), words=words)
    server.start()
    try:
        with ExitStack() as held, httpx2.Client(base_url=f"http://{server.host}", timeout=20) as proxy:
            for _ in range(LIMITS.most_of_address + 10):
                held.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=20))

            def make(for_address: str, origin: str = "https://cards.example") -> httpx2.Response:
                headers = {"x-forwarded-for": for_address, "origin": origin, "cookie": ""}
                return proxy.post("/rooms", json={"name": "Ana"}, headers=headers)

            made = make("192.0.2.7")
            assert made.status_code == 201
            assert "strict-transport-security" in made.headers
            assert make("192.0.2.7", "https://other.example").status_code == 403
            # a minute may end meanwhile, after which the address may make as many again
            assert 429 in (make("192.0.2.7").status_code for _ in range(5 * ROOMS_OF_ADDRESS)), "its share is used up"
            assert make("192.0.2.8").status_code == 201, "another person's address has its own share"
    finally:
        server.stop()


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
        ("--host", "a" * 300, "--port", "0"),
        ("--host", "a..b", "--port", "0"),
        ("--host", "x\udcff", "--port", "0"),
        ("--port", "8" * 400),
        ("--database", "a\0b", "--port", "0"),
        ("--database", "x" * 5_000, "--port", "0"),
        ("--database", "postgresql://host:port/x", "--port", "0"),
        ("--database", f"postgresql://{'h' * 300}/x", "--port", "0"),
        ("--database", f"sqlite:///{tmp_path}/x?timeout=soon", "--port", "0"),
        ("--public-url", "cards.example", "--port", "0"),
        ("--public-url", "https://cards.example/table", "--port", "0"),
        ("--proxy", "localhost", "--port", "0"),
        ("--colour",),
    ):
        assert main(["serve", *words]) == 2, words
        said = capsys.readouterr()
        assert said.out == "", words
        assert said.err.count("\n") == 1, said.err
        assert "Traceback" not in said.err, words


def test_public_urls_and_proxies_may_be_named_several_times(tmp_path: Path) -> None:
    served: list[Site] = []

    async def serve(listening: socket.socket, url: object, site: Site, log: object, most: int) -> int:
        served.append(site)
        return 0

    words = ("--public-url", "https://a.example/", "--public-url", "http://b:81", "--proxy", "10.0.0.0/8", "--proxy", "::1")
    with patch("continental.cli.serve._serve", serve):
        assert main(["serve", *words, "--port", "0", "--database", str(tmp_path / "x.sqlite")]) == 0
    assert served == [Site(("https://a.example", "http://b:81"), (read_proxy("10.0.0.0/8"), read_proxy("::1")))]
