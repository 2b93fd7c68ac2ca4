"""The attack benchmark runs against a server of its own and tells what it measured, in one short attack."""

from __future__ import annotations

import subprocess
import sys

from tests.web.processes import ROOT


def test_people_play_on_beside_silent_connections_in_little_memory() -> None:
    words = ["--only", "silent", "--seconds", "1"]
    run = subprocess.run(
        [sys.executable, ROOT / "benchmarks" / "attack.py", *words], capture_output=True, text=True, timeout=100, check=False
    )
    assert run.stderr == ""
    row = next(line for line in run.stdout.splitlines() if line.startswith("| silent |"))
    _, _, quiet, _, attacked, _, _, mib, log, *_ = (cell.strip() for cell in row.split("|"))
    assert float(quiet) > 0
    assert 0 < float(attacked) < 10_000, "every act was told to both"
    assert int(mib) < 400
    assert int(log) < 10, "1,100 connections are a line in the log"
