"""What cards put together are told to be, and the score sheet: by the rules' own judgement, for whoever may ask."""

from __future__ import annotations

from typing import Any

import pytest

from continental.codec import Plain
from continental.engine import Match
from continental.hands.proposals import MOST_ADVISED, cards_missing, ways_down
from continental.melds import parse_meld
from continental.play.actions import Buy, Discard, Draw, GoDown, Pass
from continental.play.events import (
    BuyBackAnswered,
    Dealt,
    HandSettled,
    MatchBegan,
    MatchEnded,
    Scored,
    StockRanOut,
    TotalsRestored,
    WentClosed,
)
from continental.play.terms import Cents, Seat, Status
from continental.table.log import Entry
from continental.table.ports import Millis
from continental.table.refusal import TableRefused
from continental.testing.builders import match_with
from continental.web.learn.sheet import SheetRow, places_of, row_of, sheet_of
from continental.web.table.trays import look_at, parse_tray
from tests.web.kit import make_room, serving

ANA = Seat(0)


def at_the_throw(hand: str, *, deal: int = 2, rules: str = "contract", draws: str = "KD") -> Match:
    """Ana has drawn, nobody wanted the discard, and she is to throw."""
    match = match_with([hand, "", ""], rules=rules, hands_before=deal - 1, upcard="KC", draws=draws, ante=0)
    match.play(Draw(ANA))
    while match.position.asked != (ANA,):
        match.play(match.options(match.position.asked[0])[-1])
    return match


def told(match: Match, *trays: str) -> Plain:
    return look_at(match.rules, match.position, ANA, [parse_tray(tray.split()) for tray in trays])


@pytest.mark.parametrize(("draws", "missing"), [("5S", 0), ("9C", 1)])
def test_in_the_last_deal_it_is_told_how_far_the_whole_hand_is_from_going_down(draws: str, missing: int) -> None:
    match = at_the_throw("AS 2S 3S 4S 6H 7H 8H 9H TD JD QD KD", deal=7, draws=draws)
    assert cards_missing(match.rules, match.position, ANA) == missing


def test_a_hand_that_was_bought_without_end_gets_no_advice_and_holds_nobody_up() -> None:
    match = match_with(players=4, rules="contract", hands_before=2, ante=0)
    while len(hand := match.position.hand(ANA)) <= MOST_ADVISED + 2:
        is_advised = len(hand) <= MOST_ADVISED
        assert (ways_down(match.rules, match.position, ANA) is not None) == is_advised
        assert is_advised or cards_missing(match.rules, match.position, ANA) is None
        seat = match.position.asked[0]
        acts = match.options(seat)
        wanted = (Buy, Draw, Discard) if seat == ANA else (Pass, Draw, Discard)
        match.play(next(act for act in acts if isinstance(act, wanted)))


HAND = "7S 7H 7D 4H 6H JK 5H 9C 2C QC"


def test_trays_that_are_the_contract_come_with_the_act_that_lays_them() -> None:
    match = at_the_throw(HAND)
    found = told(match, "7S 7H 7D", "4H JK 6H")
    assert found["missing"] == []
    assert found["ready"] is True
    assert found["act"] == {"do": "go_down", "melds": [["7S", "7H", "7D"], ["4H", "JK=5H", "6H"]]}


def test_what_the_contract_still_asks_for_is_missing() -> None:
    match = at_the_throw(HAND)
    assert told(match, "", "")["missing"] == [{"kind": "set", "size": 3}, {"kind": "run", "size": 3}]
    assert told(match, "4H 5H 6H", "")["missing"] == [{"kind": "set", "size": 3}]
    assert told(match, "4H 5H", "7S")["act"] is None


def test_a_joker_with_several_parts_has_several_ways_and_the_chosen_one_is_read() -> None:
    match = at_the_throw(HAND)
    (tray,) = told(match, "4H 5H JK")["trays"]
    assert tray["ways"] == [["JK=3H", "4H", "5H"], ["4H", "5H", "JK=6H"]]
    (chosen,) = told(match, "4H 5H JK=6H")["trays"]
    assert chosen["ways"] == tray["ways"]
    assert chosen["reads"] == ["4H", "5H", "JK=6H"]


def test_melds_that_may_not_go_down_together_say_why() -> None:
    match = at_the_throw("4H 5H 6H 7H 8H 9H 2C QC KS JD", deal=3)
    found = told(match, "4H 5H 6H", "7H 8H 9H")
    assert found["act"] is None
    assert "same suit" in str(found["says"]) or "one suit" in str(found["says"])


def test_cards_that_are_not_held_do_not_go_down() -> None:
    found = told(at_the_throw(HAND), "7S 7H 7D", "TS JS QS")
    assert found["act"] is None
    assert found["says"] == {"code": "down_not_held", "sentence": "You do not hold all those cards."}


def test_trays_may_be_put_together_before_ones_turn() -> None:
    match = match_with([HAND, "", ""], rules="contract", hands_before=1, upcard="KC", ante=0)
    found = told(match, "7S 7H 7D", "4H 5H 6H")
    assert found["ready"] is True
    assert found["act"] is None


def test_a_wild_two_is_itself_or_stands_in() -> None:
    match = match_with(["2C 2D 4H 5H 7S 7H 9C QC KS JD", "", ""], rules="contract", switches={"deuces_wild": "on"}, ante=0)
    (tray,) = told(match, "4H 5H 2C")["trays"]
    assert ["4H", "5H", "2C=6H"] in tray["ways"]


def test_what_is_asked_about_trays_while_the_deal_ends_is_answered_and_leads_nowhere() -> None:
    match = at_the_throw("AS 2S 3S 4S 6H 7H 8H 9H TD JD QD KD", deal=7, draws="5S")
    match.play(GoDown(ANA, tuple(map(parse_meld, ("AS 2S 3S 4S 5S", "6H 7H 8H 9H", "TD JD QD KD")))))
    assert match.position.deal is not None
    assert match.position.deal.is_over
    found = told(match, "7S 7H 7D", "")
    assert found == {"trays": [{"ways": [], "reads": None}] * 2, "missing": [], "ready": False, "act": None, "says": None}


@pytest.mark.parametrize("rules", ["house"])
def test_a_game_without_contracts_has_no_trays(rules: str) -> None:
    match = match_with(["", ""], rules=rules)
    with pytest.raises(TableRefused) as refused:
        told(match, "7S 7H 7D")
    assert refused.value.code == "not_playing"


def test_a_tray_of_no_cards_is_refused_by_name() -> None:
    with pytest.raises(TableRefused) as refused:
        parse_tray(["7S", "XX"])
    assert refused.value.code == "bad_request"


def entry(*events: object) -> Entry:
    return Entry(1, Millis(0), {"do": "draw", "seat": 0, "by": "bot"}, tuple(events))  # type: ignore[arg-type]


def sheet(log: list[Entry]) -> dict[str, Any]:
    """The sheet of a match from the events of its deals."""
    rows: list[SheetRow] = []
    deal: list[Any] = []
    for event in [event for each in log[1:] for event in each.events]:
        if isinstance(event, Dealt) and deal:
            rows.append(row_of(deal, totals_after(rows, log)))
            deal = []
        deal.append(event)
    return sheet_of([*rows, row_of(deal, totals_after(rows, log))])


def totals_after(rows: list[SheetRow], log: list[Entry]) -> list[int]:
    """The totals with which the next deal begins."""
    began = log[0].events[0]
    assert isinstance(began, MatchBegan)
    return [0] * began.players if not rows or rows[-1].row is None else list(rows[-1].row["totals"])


def test_the_sheet_has_a_row_for_each_scored_deal_and_places_at_the_end() -> None:
    first = Dealt(1, Seat(2), ((), (), ()), 0, (), ())  # type: ignore[arg-type]
    second = Dealt(2, Seat(0), ((), (), ()), 0, (), ())  # type: ignore[arg-type]
    log = [
        entry(MatchBegan(3, Cents(0), None, True)),
        entry(first),
        entry(
            WentClosed(Seat(1), at_once=False),
            Scored(Seat(0), 20, 20),
            Scored(Seat(1), 0, 0),
            Scored(Seat(2), 20, 20),
            HandSettled(),
        ),
        entry(second),
    ]
    row = {"number": 1, "dealer": 2, "points": [20, 0, 20], "totals": [20, 0, 20], "closed": 1, "ran_out": False, "bought": []}
    assert sheet(log) == {"deals": [row], "places": None}
    log.append(entry(StockRanOut(), Scored(Seat(0), 5, 25), Scored(Seat(1), 9, 9), Scored(Seat(2), 5, 25), HandSettled()))
    log.append(entry(MatchEnded(Status.WON, (Seat(1),))))
    told_at_the_end = sheet(log)
    assert told_at_the_end["deals"][1]["ran_out"] is True
    assert told_at_the_end["places"] == [2, 1, 2]


def test_winners_by_a_tie_break_stand_before_those_with_the_same_total() -> None:
    assert places_of([30, 30, 50], (Seat(1),)) == [2, 1, 3]
    assert places_of([30, 30, 50], (Seat(0), Seat(1))) == [1, 1, 3]


async def test_only_whoever_sits_there_may_ask_about_trays() -> None:
    async with serving() as served:
        ana = await make_room(served, rules="contract", ante_cents=0, seats=3, bots=["greedy", "greedy"], start=True)
        await ana.open(ana.room)
        now = await ana.until(lambda said: bool(said.get("view") and said["view"]["deal"]))
        await ana.close()
        hand = now["view"]["deal"]["hand"]
        async with served.client(Cookie=f"continental={ana.cookie}") as browser:
            answer = await browser.post(f"/r/{ana.room}/trays", json={"trays": [hand[:2], []]})
            assert answer.status_code == 200
            assert answer.json()["act"] is None
            assert len(answer.json()["trays"]) == 2
            for wrong in ({}, {"trays": [["XX"]]}, {"trays": [["7S"] * 41]}):
                refused = await browser.post(f"/r/{ana.room}/trays", json=wrong)
                assert (refused.status_code, refused.json()["refused"]["code"]) == (400, "bad_request")
            form = await browser.post(f"/r/{ana.room}/trays", content="trays=7S")
            assert form.json()["refused"]["code"] == "not_json"
            sheet = await browser.get(f"/r/{ana.room}/sheet")
            assert sheet.json() == {"deals": [], "places": None}
        async with served.client() as stranger:
            refused = await stranger.post(f"/r/{ana.room}/trays", json={"trays": [["7S"]]})
            assert refused.json()["refused"]["code"] == "not_seated"
            assert (await stranger.get(f"/r/{ana.room}/sheet")).status_code == 200


def test_what_comes_after_the_points_is_in_the_totals_of_that_deal() -> None:
    log = [
        entry(MatchBegan(2, Cents(1000), None, True)),
        entry(Dealt(1, Seat(1), ((), ()), 0, (), ())),  # type: ignore[arg-type]
        entry(Scored(Seat(0), 95, 95), Scored(Seat(1), -10, -10), HandSettled()),
        entry(BuyBackAnswered(Seat(0), yes=True, total=-10)),
        entry(Dealt(2, Seat(0), ((), ()), 0, (), ())),  # type: ignore[arg-type]
        entry(Scored(Seat(0), 7, -3)),
    ]
    assert [row["totals"] for row in sheet(log)["deals"]] == [[-10, -10]]
    log.append(entry(HandSettled(), TotalsRestored((-10, -10))))
    assert [row["totals"] for row in sheet(log)["deals"]] == [[-10, -10], [-10, -10]]
    assert [row["bought"] for row in sheet(log)["deals"]] == [[0], []]
