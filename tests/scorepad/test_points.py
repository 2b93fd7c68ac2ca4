"""Games of so many deals, for points: each player's points, who closed, late players, leavers, and the winner at the end."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest

from continental.hands.possible_counts import largest_points
from continental.play.refusal import Refused
from continental.play.terms import Cents, Ending, Seat, Status
from continental.rules.base import DealRow, RuleSet
from continental.rules.claims import BuyLimit, Claimers, ClaimOrder, Claims, Penalty
from continental.rules.load import load
from continental.rules.points import HandPoints, OutBonus, PointsMatch
from continental.rules.scoring import PointsScoring
from continental.scorepad.acts import Correct, Enter, Rename
from continental.scorepad.checks import endings
from continental.scorepad.export import settle_form
from continental.scorepad.items import DeadHand, Joins, Leaves, PaperHand, PointsHand, Stops
from continental.scorepad.pad import Pad
from continental.scorepad.read import print_what, read_what
from continental.scorepad.refusal import EntryRefused
from continental.scorepad.season import placing
from continental.scorepad.show import show_pad
from continental.scorepad.spreadsheet import csv_form
from continental.scorepad.sums import Start
from tests.scorepad.kit import hand, on, pad_of

VALUES = HandPoints((20, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10), joker=50)


def three_deals(tie: Literal["shared", "hands_won", "last_hand"] = "shared", claims: Claims | None = None) -> RuleSet:
    """Three deals for points, closing in one turn worth 10 off, on the pack of the house."""
    return replace(
        load("house"),
        scoring=PointsScoring(PointsMatch(VALUES, OutBonus(at_once=-10), tie)),
        deals=(DealRow(7), DealRow(8), DealRow(9)),
        claims=claims,
    )


def deal(closed_by: str | None, *, at_once: bool = False, **points: int) -> Enter:
    return Enter(PointsHand(closed_by, points, at_once=at_once))


def refused(pad: Pad, act: Enter) -> str:
    with pytest.raises(EntryRefused) as caught:
        on(pad, act)
    return caught.value.code


def begun() -> Pad:
    return pad_of(3, three_deals())


def test_points_are_added_and_the_lowest_total_wins_after_the_last_deal() -> None:
    pad = on(begun(), deal("Ana", Bo=30, Cy=50), deal("Bo", at_once=True, Ana=5, Cy=7))
    assert pad.sums.paper.standing.totals == (5, 20, 57)
    assert show_pad(pad)["next"]["bonus"] == {"closed": 0, "at_once": -10}
    over = on(pad, deal(None, Ana=3, Bo=4, Cy=5))
    assert (over.sums.paper.standing.status, over.sums.paper.standing.winners) == (Status.WON, (0,))
    assert placing(over.sums) == {0: 1, 1: 2, 2: 3}
    assert refused(over, deal("Ana", Bo=1, Cy=1)) == "match_was_over"


def test_there_is_no_money_but_what_is_adjusted() -> None:
    shown = show_pad(on(begun(), deal("Ana", Bo=30, Cy=50)))
    assert (shown["pot_cents"], shown["settlement"]["settled"], shown["rules"]["kind"], shown["rules"]["deals"]) == (
        0,
        True,
        "points",
        3,
    )
    assert shown["rows"][0]["transfers"] == []
    assert shown["players"][1]["price_cents"] is None


def test_what_cannot_be_is_refused_with_a_code() -> None:
    pad = begun()
    assert refused(pad, deal("Ana", Bo=30)) == "points_missing"
    assert refused(pad, deal("Ana", Ana=0, Bo=30, Cy=1)) == "count_of_ender"
    assert refused(pad, deal("Zed", Bo=30, Cy=1)) == "name_unknown"
    assert refused(pad, deal("Ana", Bo=-1, Cy=1)) == "count_negative"
    assert refused(pad, deal("Ana", Bo=10_000, Cy=1)) == "count_too_large"
    assert refused(pad, Enter(hand("Ana", Bo=1, Cy=2))) == "hand_kind"
    assert refused(pad, Enter(DeadHand())) == "no_dead_hand"
    assert refused(pad, Enter(PointsHand("Ana", {"Bo": 30, "Cy": 1}), ("Bo",))) == "key_unknown", "nothing is offered"
    assert refused(pad_of(3), deal("Ana", Bo=1, Cy=1)) == "hand_kind"
    with pytest.raises(Refused, match="The ante is 0"):
        Start(three_deals(), ("Ana", "Bo"), Cents(100), None).begin()


def test_the_largest_points_are_those_of_the_dearest_cards_that_one_can_hold() -> None:
    rules = three_deals()
    assert largest_points(rules, rules.pack_for(3), 1) == 4 * 50 + 4 * 20
    bought = Claims(Claimers(when_down=False, own=False, limit=BuyLimit(2)), Penalty(1, False, False), ClaimOrder(True, False))
    assert largest_points(three_deals(claims=bought), rules.pack_for(3), 1) == 4 * 50 + 8 * 20
    free = Claims(Claimers(when_down=False, own=False, limit=BuyLimit()), Penalty(1, False, False), ClaimOrder(True, False))
    pack = rules.pack_for(3)
    assert largest_points(three_deals(claims=free), pack, 1) == VALUES.count(pack.cards())


def test_a_late_player_a_leaver_and_a_broken_off_match() -> None:
    pad = on(begun(), deal("Ana", Bo=30, Cy=50), Enter(Joins("Dan")), deal("Dan", Ana=5, Bo=2, Cy=3))
    assert pad.sums.paper.standing.totals == (5, 32, 53, 50)
    gone = on(pad, Enter(Leaves("Ana")), deal("Bo", Cy=9, Dan=9))
    assert gone.sums.paper.standing.winners == (Seat(1),), "whoever went home does not win"
    assert on(pad, Enter(Stops())).sums.paper.standing.status is Status.ABANDONED


def test_a_correction_and_a_renaming() -> None:
    told = PointsHand("Bo", {"Ana": 7, "Cy": 50}, at_once=True)
    pad = on(
        begun(),
        deal("Ana", Bo=30, Cy=50),
        Correct("e2", told),
        Rename("Bo", "Bob"),
    )
    assert pad.sums.paper.standing.totals == (7, -10, 50)
    assert pad.sheet.items[0].what == PointsHand("Bob", {"Ana": 7, "Cy": 50}, at_once=True)


def test_a_deal_is_read_and_printed_the_same() -> None:
    told = PointsHand("Bo", {"Ana": 7}, at_once=True)
    assert read_what(print_what(told), 1) == told
    assert read_what({"closed_by": None, "points": {"Ana": 1}}, 1) == PointsHand(None, {"Ana": 1})
    pad = on(begun(), deal("Ana", Bo=30, Cy=50))
    assert "ante" not in settle_form(pad)
    assert "1,hand,Ana,,,,,," in csv_form(pad)


def test_the_house_has_its_four_endings_and_knows_what_is_none() -> None:
    assert endings(load("house")) == tuple(Ending)
    rules = load("house")
    fewer = replace(rules, moves={phase: row[:2] for phase, row in rules.moves.items()})
    told = PaperHand("Ana", Ending.KNOCK, {"Bo": 1}, 2, {}, None, ())
    with pytest.raises(EntryRefused, match="No hand ends by knock here"):
        Start(fewer, ("Ana", "Bo"), Cents(1000), None).begin().enter(told)
    with pytest.raises(EntryRefused, match="No hand ends by straight_flush here"):
        Start(fewer, ("Ana", "Bo"), Cents(1000), None).begin().enter(replace(told, ending=Ending.STRAIGHT_FLUSH, knock_card=None))
