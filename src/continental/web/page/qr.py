"""Draw QR codes as paths of SVG."""

from __future__ import annotations

from itertools import groupby
from typing import Final

import segno

LONGEST: Final = 230
"""How many characters a text may have. With more, a phone cannot read the code from another phone's screen."""


def draw_code(text: str) -> dict[str, str | int]:
    """Return the dark modules of a text's code as one `path`, and how many modules a `side` has, without a margin.

    Error correction is the lowest: a screen has no stains, and fewer modules scan better.
    """
    rows = segno.make_qr(text, error="L", boost_error=False).matrix
    path = "".join(_print_row(row, place) for place, row in enumerate(rows))
    return {"path": path, "side": len(rows)}


def _print_row(row: bytes | bytearray, place: int) -> str:
    """Return the dark runs of a row as rectangles one module high."""
    parts, left = [], 0
    for is_dark, run in groupby(row, key=bool):
        length = sum(1 for _ in run)
        if is_dark:
            parts.append(f"M{left} {place}h{length}v1h-{length}z")
        left += length
    return "".join(parts)
