"""What entries that wait for the server will come to: worked out from the sheet as last seen, by the pad's own sums."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from continental.play.refusal import Refused, print_refusal
from continental.scorepad.acts import Adjust, Drop, Pay, Redo, Undo, Unpay, read_act
from continental.scorepad.log import read_make
from continental.scorepad.pad import Entry, Pad, enter, open_pad
from continental.scorepad.refusal import EntryRefused


def reckon(wish: Mapping[str, Any]) -> dict[str, Any]:
    """The totals after each waiting entry, or why it will not be taken, as JSON values, as far as that can be known here.

    `make` is how the match begins, `sheet` has the acts that enter what stands on the sheet, `waiting` the entries; each act with
    the id of its item or entry. What comes after an undo or a redo is not known, for the log is not here.
    """
    make = Entry(1, 0, "", "", "make", read_make({"do": "make", **wish["make"]}))
    sheet = (Entry(v, 0, "", "", each["id"], read_act(each["act"])) for v, each in enumerate(wish["sheet"], 2))
    return {"waiting": list(_after_each(open_pad([make, *sheet]), wish["waiting"]))}


def _after_each(pad: Pad, waiting: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    for each in waiting:
        act = read_act(each["act"])
        if isinstance(act, Undo | Redo):
            return
        if isinstance(act, Adjust | Drop | Pay | Unpay):
            continue  # no total is another for it
        try:
            pad = enter(pad, Entry(pad.v + 1, 0, "", "", each["id"], act))
        except (EntryRefused, Refused) as refused:
            yield {"id": each["id"], "refused": print_refusal(refused.code, refused.sentence)}
            return
        stop, paper = pad.sums.stop, pad.sums.paper
        if stop is not None:
            yield {"id": each["id"], "refused": print_refusal(stop.code, stop.sentence)}
            return
        yield {"id": each["id"], "totals": dict(zip(paper.names, paper.standing.totals, strict=True))}
