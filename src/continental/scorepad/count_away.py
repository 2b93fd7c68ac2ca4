"""A count asked for and answered in JSON: what the hand checker and the pad run themselves where the server cannot be reached."""

from __future__ import annotations

import json
from typing import Any

from continental.play.refusal import Refused, print_refusal
from continental.rules.load import load
from continental.scorepad.hands import check_hand
from continental.scorepad.refusal import EntryRefused


def answer(text: str) -> str:
    """The body that the server would answer the same wish with, and whether it is a count or a refusal."""
    wish: dict[str, Any] = json.loads(text)
    try:
        body = check_hand(load(wish["rules"], wish.get("switches", {})), wish["cards"], wish.get("total", 0), wish.get("deal", 1))
    except (Refused, EntryRefused) as refused:
        return json.dumps({"ok": False, "body": {"refused": print_refusal(refused.code, refused.sentence)}})
    return json.dumps({"ok": True, "body": body})
