"""Raise the limit of open files of a server process, and fit the number of its connections to it."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Final

from continental.web.guard.connections import LIMITS, ConnectionLimits

OTHER_FILES: Final = 200
"""How many files are kept for the database, the pages and the sockets of other processes."""
_MOST: Final = 1 << 20  # if the hard limit is "unlimited", the system itself has one


def limits_here(limits: ConnectionLimits = LIMITS) -> ConnectionLimits:
    """Raise this process's limit of open files as far as it may, and return the limits with no more connections than fit."""
    files = _raise_files()
    return limits if files is None else replace(limits, most=max(1, min(limits.most, files - OTHER_FILES)))


if sys.platform == "win32":

    def _raise_files() -> int | None:
        return None  # sockets are no files there

else:
    import resource

    def _raise_files() -> int | None:
        """Raise the soft limit to the hard one, and return what it is then."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        for wanted in (hard if hard != resource.RLIM_INFINITY else _MOST, 10_240):
            if soft == resource.RLIM_INFINITY or soft >= wanted:
                break
            try:
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            except (ValueError, OSError):
                continue  # macOS takes no more than 10,240, whatever its hard limit says
            soft = wanted
            break
        return _MOST if soft == resource.RLIM_INFINITY else soft
