"""What entries that wait for the server will come to: worked out from the sheet as last seen, by the pad's own sums."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from continental.play.refusal import Refused, print_refusal
from continental.scorepad.acts import Redo, SheetAct, Undo, read_act
from continental.scorepad.log import read_make
from continental.scorepad.pad import Entry, Pad, enter, open_pad
from continental.scorepad.show import entry_form, show_pad


def reckon(wish: Mapping[str, Any]) -> dict[str, Any]:
    """What the waiting entries lead to, as JSON values, as far as that can be known here.

    `make` is how the match begins, `pad` has the acts that enter what stands on the pad, `waiting` the entries; each act with the
    id of what it made. Told are of each the totals after it, or why it will not be taken, which ends it (`stuck` is its id); and
    the state of the pad after the last that will be. While something is taken back that stood before, whose log is not here,
    nothing is known.
    """
    make = Entry(1, 0, "", "", "make", read_make({"do": "make", **wish["make"]}))
    stands = (Entry(v, 0, "", "", each["id"], read_act(each["act"])) for v, each in enumerate(wish["pad"], 2))
    pad, told, stuck = open_pad([make, *stands]), list[dict[str, Any]](), None
    known, beyond = len(pad.done), 0
    for each in wish["waiting"]:
        act = read_act(each["act"])
        if isinstance(act, Undo) and len(pad.done) == known:
            beyond += 1
            continue
        if isinstance(act, Redo) and beyond:
            beyond -= 1
            continue
        if beyond or (isinstance(act, Redo) and not pad.undone):
            beyond += 1
            break
        try:
            pad = enter(pad, Entry(pad.v + 1, 0, "", "", each["id"], act))
        except Refused as refused:
            stuck = each["id"]
            told.append({"id": stuck, "refused": print_refusal(refused.code, refused.sentence)})
            break
        told += [{"id": each["id"], **_totals(pad)}] if isinstance(act, SheetAct | Undo | Redo) else []
    if beyond:
        return {"waiting": told, "state": None, "stuck": None}
    form = entry_form(pad.sheet.start.rules, pad.sums.opening.pack)
    return {"waiting": told, "state": {**show_pad(pad), "form": form}, "stuck": stuck}


def _totals(pad: Pad) -> dict[str, Any]:
    """The totals of everybody, or where the sums stop."""
    stop, paper = pad.sums.stop, pad.sums.paper
    if stop is not None:
        return {"refused": print_refusal(stop.code, stop.sentence)}
    return {"totals": dict(zip(paper.names, paper.standing.totals, strict=True))}
