"""argparse that says what is wrong in one sentence; apart, for the commands that answer at once import little."""

from __future__ import annotations

import argparse
import sys
from typing import NoReturn


class Parser(argparse.ArgumentParser):
    """argparse, saying what is wrong in one sentence rather than behind a page of usage."""

    def error(self, message: str) -> NoReturn:
        sentence = message[:1].upper() + message[1:]
        print(f"{sentence.rstrip('.')}; `{self.prog} --help` tells more.", file=sys.stderr)
        raise SystemExit(2)
