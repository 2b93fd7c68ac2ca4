"""Run a server in a process of its own, which a test may kill and start again."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
SERVES: Final = re.compile(r"^continental serves (http://\S+)$", re.MULTILINE)


class ServerProcess:
    """A process of `continental serve` on one database. After the first start it is always on the same port.

    `module` runs in place of `continental`. It serves in the same way, with something changed for a test. `words` are further
    arguments.
    """

    def __init__(
        self, folder: Path, database: str, port: int = 0, *, module: str = "continental", words: Sequence[str] = ()
    ) -> None:
        self.port = port
        self.starts = 0
        self._folder = folder
        self._database = database
        self._module = module
        self._words = tuple(words)
        self._running: subprocess.Popen[bytes] | None = None

    @property
    def said(self) -> Path:
        """Return the file with the output of the process since it was last started."""
        return self._folder / f"said-{self.starts}.txt"

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    def start(self, seconds: float = 60) -> None:
        """Start the process, and wait until it says that it serves."""
        self.starts += 1
        words = ["serve", "--port", str(self.port), "--database", self._database, *self._words]
        with self.said.open("wb") as log:
            self._running = subprocess.Popen(
                [sys.executable, "-m", self._module, *words],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env={**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT))), "PYTHONUNBUFFERED": "1"},
            )
        last = time.monotonic() + seconds
        while (ready := SERVES.search(self.said.read_text())) is None:
            assert self._running.poll() is None, f"it ended and said: {self.said.read_text()}"
            assert time.monotonic() < last, f"it did not get ready; it said: {self.said.read_text()}"
            time.sleep(0.02)
        self.port = int(ready[1].rpartition(":")[2])

    def kill(self) -> None:
        """End the process at once, as a power cut would."""
        assert self._running is not None
        self._running.kill()
        self._running.wait(20)

    def interrupt(self) -> int:
        """Send Ctrl-C, and return the exit status."""
        assert self._running is not None
        self._running.send_signal(signal.SIGINT)
        return self._running.wait(20)

    def stop(self) -> None:
        """End the process, if it runs."""
        if self._running is not None and self._running.poll() is None:
            self._running.kill()
            self._running.wait(20)
