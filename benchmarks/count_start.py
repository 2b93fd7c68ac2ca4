"""Time `continental count` from its start to its answer, beside a Python that does nothing.

Run: python benchmarks/count_start.py [--times 30]
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

SOURCE: Final = Path(__file__).parents[1] / "src"
HAND: Final = ("9C", "JK", "JK", "5H", "6H", "7H", "KS", "KD", "KH", "2D", "3S")


def wall(words: Sequence[str]) -> float:
    """Return the milliseconds from the start of the process to its end."""
    begun = time.perf_counter()
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, env={**os.environ, "PYTHONPATH": str(SOURCE)})
    return (time.perf_counter() - begun) * 1000


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--times", type=int, default=30)
    times = asked.parse_args().times
    ways = {
        "python -c pass": (sys.executable, "-c", "pass"),
        "python -c 'import argparse, dataclasses, json, tomllib'": (
            sys.executable,
            "-c",
            "import argparse, dataclasses, json, tomllib",
        ),
        "continental count, ten cards": (sys.executable, "-m", "continental", "count", *HAND[:10]),
        "continental count --json, eleven cards": (sys.executable, "-m", "continental", "count", "--json", *HAND),
    }
    took: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(times + 1):  # in turns, so that a busy moment falls on all of them; the first round warms the caches
        for name, words in ways.items():
            took[name].append(wall(words))
    for name, walls in took.items():
        print(f"{name:<56} least {min(walls[1:]):6.1f} ms   median {statistics.median(walls[1:]):6.1f} ms")


if __name__ == "__main__":
    main()
