"""Answer the hand checker and the pad on a device that is offline, in JSON: counts, and the totals after pending entries."""

from __future__ import annotations

import json
from typing import Any

from continental.hands.answer import look_at_hand
from continental.hands.reading import read_hand
from continental.play.refusal import Refused, print_refusal
from continental.rules.load import load
from continental.scorepad.waiting import reckon


def answer(text: str) -> str:
    """Return what the server would answer to a count, or the totals after pending entries, and whether that is a refusal."""
    wish: dict[str, Any] = json.loads(text)
    try:
        body = reckon(wish) if "waiting" in wish else _count(wish)
    except Refused as refused:
        return json.dumps({"ok": False, "body": {"refused": print_refusal(refused.code, refused.sentence)}})
    return json.dumps({"ok": True, "body": body})


def _count(wish: dict[str, Any]) -> dict[str, Any]:
    rules, deal = load(wish["rules"], wish.get("switches", {})), wish.get("deal", 1)
    return look_at_hand(rules, read_hand(rules, wish["cards"], deal), wish.get("total", 0), deal).plain()
