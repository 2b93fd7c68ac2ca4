"""What waits on a phone without a connection: told as the server will tell it, from the sheet as last seen."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from continental.play.terms import Cents
from continental.rules.load import load
from continental.scorepad.acts import Act, Adjust, Answer, Correct, Drop, Enter, Pay, Redo, Rename, Strike, Undo, Unpay, print_act
from continental.scorepad.count_away import answer
from continental.scorepad.items import DeadHand, Joins, Leaves, PointsHand, Stops
from continental.scorepad.pad import Pad
from continental.scorepad.show import show_pad
from tests.scorepad.kit import entered, hand, on, pad_of, random_match, start


def wish(pad: Pad, *acts: Act) -> dict[str, Any]:
    """What the page asks, out of the state that it has of the pad."""
    state = show_pad(pad)
    dealer = (state["rows"][0] if state["rows"] else state["next"])["dealer"]
    rules = state["rules"]
    return {
        "make": {
            "title": state["title"],
            "rules": rules["key"],
            "players": list(state["start"]["cash_cents"]),
            "ante_cents": state["ante_cents"],
            "dealer": dealer,
            "switches": rules["switches"],
        },
        "pad": [
            *({"id": row["item"], "act": _entering(row)} for row in state["rows"]),
            *(
                {"id": each["id"], "act": {"do": "adjust", **_paid(each), "reason": each["reason"]}}
                for each in state["adjustments"]
            ),
            *(
                {"id": each["id"], "act": {"do": "pay", **_paid(each)}}
                for each in state["settlement"]["payments"]
                if each["paid"]
            ),
        ],
        "waiting": [{"id": f"e{pad.v + at}", "act": print_act(act)} for at, act in enumerate(acts, 1)],
    }


def _entering(row: dict[str, Any]) -> dict[str, Any]:
    if row["hand"] is not None:
        return {"do": "enter", "hand": row["hand"]}
    return {"do": row["kind"], **({"name": row["name"]} if row["name"] else {})}


def _paid(payment: dict[str, Any]) -> dict[str, Any]:
    return {key: payment[key] for key in ("from", "to", "cents")}


def reckoned(pad: Pad, *acts: Act) -> dict[str, Any]:
    said = json.loads(answer(json.dumps(wish(pad, *acts))))
    assert said["ok"] is True
    body: dict[str, Any] = said["body"]
    return body


def told(pad: Pad, *acts: Act) -> list[dict[str, Any]]:
    """What is told of the acts that wait."""
    waiting: list[dict[str, Any]] = reckoned(pad, *acts)["waiting"]
    return waiting


OF_THE_LOG = ("v", "undo_says", "undo_said", "redo_says", "redo_said", "can_undo", "can_redo")
"""What the log alone tells."""


def shown(state: dict[str, Any]) -> dict[str, Any]:
    """A state without what the log alone tells, as it comes out of JSON."""
    state = {key: value for key, value in json.loads(json.dumps(state)).items() if key not in (*OF_THE_LOG, "form")}
    for each in (*state["rows"], *state["adjustments"]):
        for key in ("v", "at", "by", "changed"):
            each.pop(key, None)
    if state["stopped"] is not None:
        state["stopped"].pop("ways")  # the last of them says what undo takes back
    return state


def totals(pad: Pad) -> dict[str, int]:
    return {player["name"]: player["total"] for player in show_pad(pad)["players"]}


@pytest.mark.parametrize("seed", range(10))
def test_hands_that_wait_come_to_what_they_do_on_the_pad(seed: int) -> None:
    chance = Random(f"waiting {seed}")
    switches: dict[str, Any] = {
        "count_choice": chance.choice(("jokers", "free")),
        "all_bust": chance.choice(("lowest", "replay")),
    }
    begun = start(chance.randint(2, 5), **switches)
    played, _ = random_match(begun, chance, 9, 40)
    pad = on(pad_of(len(begun.names), **switches))
    seen = chance.randint(0, len(played) - 1)
    for what, declines in played[:seen]:
        pad = on(pad, Enter(what, declines))
    if seen:
        first = pad.sheet.items[0]
        assert first.what == played[0][0]
        pad = on(pad, Rename(begun.names[0], "Zoe"), Rename("Zoe", begun.names[0]))
    acts = [Enter(what, declines) for what, declines in played[seen:]]
    before, found = pad, told(pad, *acts)
    assert len(found) == len(acts)
    assert shown(reckoned(before, *acts)["state"]) == shown(show_pad(on(before, *acts)))
    for act, each in zip(acts, found, strict=True):
        pad = on(pad, act)
        assert each == {"id": f"e{pad.v}", "totals": totals(pad)}


def test_what_stands_between_hands_and_changes_of_earlier_ones_are_told_too() -> None:
    pad = on(
        pad_of(3),
        entered("Ana", Bo=14, Cy=95, buys=("Cy",)),
        Enter(DeadHand()),
        Enter(Joins("Dan")),
        entered("Bo", "knock2", Ana=20, Cy=30, Dan=12),
        Enter(Leaves("Cy")),
    )
    acts = (
        Correct("e2", hand("Ana", Bo=15, Cy=95), keeps=True),
        Adjust("Ana", "Bo", Cents(500), "taxi"),
        Strike("e3"),
        entered("Dan", Ana=2, Bo=3),
        Rename("Dan", "Daniel"),
        Enter(Stops()),
    )
    found = told(pad, *acts)
    after = [on(pad, *acts[: at + 1]) for at in range(len(acts))]
    paid = on(pad, Adjust("Dan", "Ana", Cents(700), "pizza"), Pay("Bo", "Ana", Cents(100)))
    acts_then = (Drop("e7"), Pay("Ana", "Dan", Cents(50)), Unpay("e8"), acts[0])
    assert shown(reckoned(paid, *acts_then)["state"]) == shown(show_pad(on(paid, *acts_then)))
    assert found == [{"id": f"e{each.v}", "totals": totals(each)} for at, each in enumerate(after) if at != 1]


def test_what_will_not_be_taken_is_told_with_its_reason_and_nothing_after_it() -> None:
    pad = on(pad_of(3), entered("Ana", Bo=14, Cy=30))
    out = entered("Ana", Bo=14, Cy=90, declines=("Cy",))
    late = entered("Bo", Ana=3, Cy=5)
    first, second = told(pad, out, late, late)
    assert first["totals"] == {"Ana": -20, "Bo": 28, "Cy": 120}
    assert (second["id"], second["refused"]["code"]) == ("e4", "player_out")
    assert reckoned(pad, out, late, late)["stuck"] == "e4"
    offered, asked = told(pad, entered("Ana", Bo=14, Cy=65), late)
    assert (offered["totals"]["Cy"], asked["refused"]["code"]) == (95, "offer_open")
    bought = on(pad, entered("Ana", Bo=14, Cy=65), Answer("e3", "Cy", yes=True))
    mend = Correct("e3", hand("Ana", Bo=14, Cy=9), keeps=True)
    stopped, waits = told(bought, mend, late)
    assert stopped["refused"]["code"] == waits["refused"]["code"] == "buy_not_offered"
    assert reckoned(bought, mend, late)["stuck"] is None, "it is taken, and the sums stop"
    assert shown(reckoned(bought, mend, late)["state"]) == shown(show_pad(on(bought, mend, late)))
    assert shown(reckoned(pad, out, late, late)["state"]) == shown(show_pad(on(pad, out))), "up to the last that will be taken"


def test_what_waits_is_taken_back_and_brought_back_and_beyond_it_nothing_is_told_for_the_log_is_not_there() -> None:
    pad = on(pad_of(3), entered("Ana", Bo=14, Cy=30))
    late = entered("Bo", Ana=3, Cy=5)
    acts = (late, Undo(), Redo(), Undo(), late)
    after = [on(pad, *acts[: at + 1]) for at in range(len(acts))]
    assert told(pad, *acts) == [{"id": f"e{each.v}", "totals": totals(each)} for each in after]
    assert shown(reckoned(pad, *acts)["state"]) == shown(show_pad(after[-1]))
    assert [each["id"] for each in told(pad, late, Undo(), Undo(), late)] == ["e3", "e4"]
    assert shown(reckoned(pad, late, Undo(), Undo(), Redo(), Redo())["state"]) == shown(show_pad(on(pad, late)))
    assert told(pad, Redo(), late) == []
    assert reckoned(pad, late, Undo(), Undo())["state"] is None


def test_a_game_for_points_is_told_alike() -> None:
    pad = pad_of(3, load("contract"))
    first, second = (
        Enter(PointsHand("Ana", {"Bo": 30, "Cy": 5}, at_once=False)),
        Enter(PointsHand(None, {"Ana": 2, "Bo": 3, "Cy": 4}, at_once=False)),
    )
    found = told(on(pad, first), second)
    assert [each["totals"] for each in found] == [totals(on(pad, first, second))]
