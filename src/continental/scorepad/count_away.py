"""What the hand checker and the pad ask on a device that reaches no server, in JSON: counts, and what waiting entries come to."""

from __future__ import annotations

import json
from typing import Any

from continental.play.refusal import Refused, print_refusal
from continental.rules.load import load
from continental.scorepad.hands import check_hand
from continental.scorepad.waiting import reckon


def answer(text: str) -> str:
    """What the server would answer a count with, or what waiting entries come to, and whether it is that or a refusal."""
    wish: dict[str, Any] = json.loads(text)
    try:
        body = reckon(wish) if "waiting" in wish else _count(wish)
    except Refused as refused:
        return json.dumps({"ok": False, "body": {"refused": print_refusal(refused.code, refused.sentence)}})
    return json.dumps({"ok": True, "body": body})


def _count(wish: dict[str, Any]) -> dict[str, Any]:
    return check_hand(load(wish["rules"], wish.get("switches", {})), wish["cards"], wish.get("total", 0), wish.get("deal", 1))
