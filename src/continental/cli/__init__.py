"""The shell: `continental COMMAND …`, each command in a module of its own that is imported only when it is asked for."""

from __future__ import annotations

import importlib
import io
import os
import sys
from collections.abc import Sequence
from typing import Final

from continental import __version__

COMMANDS: Final = {
    "play": "a match against bots in the terminal",
    "serve": "the table for friends, in the browser",
    "count": "what a hand counts and what it may declare",
    "score": "a match on paper kept hand by hand: sums, mistakes mended, who pays whom",
    "settle": "a match on paper from a file: totals, pot, and who owes whom",
    "replay": "step through a record, or verify it",
    "language": "the folder of a further language, to be translated",
    "arena": "bots against bots over many deals",
}
"""Every command, and what it is for."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command that the words name (the process's own by default); the exit status, 2 if they were refused."""
    words = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # an old terminal shows ? for a sign that it lacks, and goes on
    try:
        status = _run(words)
        sys.stdout.flush()
    except BrokenPipeError:
        _write_no_more()
        return 141
    except OSError as fault:  # what a command reads it answers for itself
        _write_no_more()
        print(f"The answer cannot be written: {fault.strerror or fault}.", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    except SystemExit as left:  # argparse leaves so after --help, and after words it cannot read
        return left.code if isinstance(left.code, int) else 0
    return status


def usage() -> str:
    """The commands, one a line."""
    width = max(map(len, COMMANDS))
    lines = [f"  {name:<{width}}  {purpose}" for name, purpose in COMMANDS.items()]
    head = ["usage: continental COMMAND …", "", "Continental Rummy and its family.", ""]
    return "\n".join([*head, *lines, "", "`continental COMMAND --help` tells more of each."])


def _run(words: list[str]) -> int:
    if not words or words[0] in ("-h", "--help", "help"):
        print(usage())
        return 0
    name, rest = words[0], words[1:]
    if name in ("-V", "--version"):
        print(f"continental {__version__}")
        return 0
    if name not in COMMANDS:
        print(f"There is no command {name[:30]!r}: say one of {', '.join(COMMANDS)}.", file=sys.stderr)
        return 2
    return int(importlib.import_module(f"continental.cli.{name}").main(rest))


def _write_no_more() -> None:
    """Or the flush at the exit would fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
