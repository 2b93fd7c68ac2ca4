"""Compute the totals after entries that are not yet sent, from the sheet as last seen, by the pad's own sums."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from continental.play.refusal import Refused, print_refusal
from continental.scorepad.acts import Redo, SheetAct, Undo, read_act
from continental.scorepad.log import read_make
from continental.scorepad.pad import Entry, Pad, enter, open_pad
from continental.scorepad.show import entry_form, show_pad


def reckon(wish: Mapping[str, Any]) -> dict[str, Any]:
    """Return the state that the pending entries lead to, as JSON values, as far as it can be known here.

    `make` is how the match begins. `pad` has the acts that enter the items on the pad. `waiting` has the pending entries. Each
    act has the id of the item that it made.

    For each pending entry the totals after it are returned, or the refusal that it will get. Nothing is tried after a refusal,
    and `stuck` is the id of the refused entry. `state` is the pad after the last entry that will be taken. `state` is None if an
    undo takes back an entry whose log is not here.
    """
    make = Entry(1, 0, "", "", "make", read_make({"do": "make", **wish["make"]}))
    stands = (Entry(v, 0, "", "", each["id"], read_act(each["act"])) for v, each in enumerate(wish["pad"], 2))
    pad, told, stuck = open_pad([make, *stands]), list[dict[str, Any]](), None
    # `known` is how many steps were there before. `beyond` counts the undos of steps whose log is not here.
    known, beyond = len(pad.done), 0
    for each in wish["waiting"]:
        act = read_act(each["act"])
        if isinstance(act, Undo) and len(pad.done) == known:
            beyond += 1
            continue
        if isinstance(act, Redo) and beyond:
            beyond -= 1
            continue
        # An act upon a sheet that is not known here leads to one that is not known either.
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
    """Return the totals of everybody, or the refusal at which the sums stop."""
    stop, paper = pad.sums.stop, pad.sums.paper
    if stop is not None:
        return {"refused": print_refusal(stop.code, stop.sentence)}
    return {"totals": dict(zip(paper.names, paper.standing.totals, strict=True))}
