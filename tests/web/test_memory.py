"""A process that serves collects rarely, which is for the whole process, so that it is asked in one of its own."""

from __future__ import annotations

import os
import subprocess
import sys

from tests.web.processes import ROOT

ASKED = """
import gc, sys
from continental.web.guard.memory import SWITCH_S, THRESHOLDS, settle_memory
settle_memory()
print(round(sys.getswitchinterval(), 6) == SWITCH_S)
print(gc.get_threshold() == THRESHOLDS, gc.get_freeze_count() > 1_000, gc.isenabled())
"""


def test_what_is_there_at_the_start_is_looked_at_no_more_and_the_rest_rarely() -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run([sys.executable, "-c", ASKED], capture_output=True, text=True, timeout=60, env=environment, check=True)
    assert done.stdout == "True\nTrue True True\n"
