"""The pad: entries onto a sheet, undo and redo without end, sums that stop where a line cannot be, and the ways on."""

from __future__ import annotations

import re

import pytest

from continental.play.terms import Cents, Status
from continental.scorepad.acts import (
    Act,
    Adjust,
    Answer,
    Correct,
    Drop,
    Enter,
    Move,
    Pay,
    Redo,
    Rename,
    Retitle,
    Strike,
    Undo,
    Unpay,
    print_act,
    read_act,
)
from continental.scorepad.items import DeadHand, Joins, Leaves, Stops
from continental.scorepad.pad import Entry, Pad, enter, open_pad
from continental.scorepad.refusal import EntryRefused
from continental.scorepad.settlement import Payment
from continental.scorepad.show import settlement, show_pad
from continental.scorepad.sums import RowState
from continental.scorepad.telling import trail
from continental.scorepad.ways import ways_on
from tests.scorepad.kit import entered, hand, on, pad_of, whats


def refused(pad: Pad, act: Act) -> str:
    before = (pad.entries, pad.sheet)
    with pytest.raises(EntryRefused) as caught:
        on(pad, act)
    assert (pad.entries, pad.sheet) == before
    return caught.value.code


def totals(pad: Pad) -> dict[str, int]:
    paper = pad.sums.paper
    return dict(zip(paper.names, paper.standing.totals, strict=True))


def test_undo_and_redo_go_all_the_way_through_the_end_of_a_match() -> None:
    pad = on(pad_of(2), entered("Ana", Bo=30), entered("Bo", "knock3", Ana=80), entered("Ana", "straight_flush", Bo=20))
    assert pad.sums.paper.standing.status is Status.WON
    assert refused(pad, entered("Ana", Bo=4)) == "match_was_over"
    back = on(pad, Undo(), Undo(), Undo())
    assert whats(back) == []
    assert refused(back, Undo()) == "nothing_to_undo"
    again = on(back, Redo(), Redo(), Redo())
    assert (whats(again), again.sums.paper) == (whats(pad), pad.sums.paper)
    assert refused(again, Redo()) == "nothing_to_redo"
    assert again.v == pad.v + 6, "nothing is erased"


def test_after_an_undo_something_new_leaves_nothing_to_redo() -> None:
    pad = on(pad_of(), entered("Ana", Bo=30, Cy=10), Undo(), entered("Bo", Ana=30, Cy=10))
    assert refused(pad, Redo()) == "nothing_to_redo"
    assert totals(pad) == {"Ana": 30, "Bo": -10, "Cy": 10}
    assert totals(on(pad, Undo())) == {"Ana": 0, "Bo": 0, "Cy": 0}


def test_undo_takes_back_every_kind_of_entry() -> None:
    pad = on(pad_of(), entered("Ana", Bo=30, Cy=10))
    for act in (
        Correct("e2", hand("Ana", Bo=31, Cy=10)),
        Strike("e2"),
        Rename("Bo", "Bob"),
        Retitle("Saturday"),
        Adjust("Ana", "Bo", Cents(5), "taxi"),
        Pay("Bo", "Ana", Cents(5)),
        Enter(Joins("Dan")),
        Enter(Leaves("Cy")),
        Enter(Stops()),
    ):
        after = on(pad, act)
        assert after.sheet != pad.sheet
        assert on(after, Undo()).sheet == pad.sheet


def test_an_offer_is_answered_before_anything_else_is_entered() -> None:
    pad = on(pad_of(), entered("Ana", Bo=14, Cy=95))
    assert pad.sums.has_open_offer
    assert show_pad(pad)["offer"] == {
        "item": "e2",
        "number": 1,
        "name": "Cy",
        "target": 14,
        "price_cents": 2000,
        "forces_split": False,
        "total": 95,
    }
    assert refused(pad, entered("Bo", Ana=5, Cy=6)) == "offer_open"
    assert refused(pad, Enter(Joins("Dan"))) == "offer_open"
    assert refused(pad, Answer("e2", "Bo", yes=True)) == "no_such_offer"
    bought = on(pad, Answer("e2", "Cy", yes=True))
    assert totals(bought)["Cy"] == 14
    declined = on(bought, Answer("e2", "Cy", yes=False))
    assert totals(declined)["Cy"] == 95


def test_several_in_the_window_are_asked_one_after_another_in_rotation() -> None:
    pad = on(pad_of(4), entered("Ana", Bo=95, Cy=20, Dan=92))
    assert show_pad(pad)["offer"]["name"] == "Bo"
    pad = on(pad, Answer("e2", "Bo", yes=True))
    offer = show_pad(pad)["offer"]
    assert (offer["name"], offer["target"]) == ("Dan", 20)
    assert not on(pad, Answer("e2", "Dan", yes=False)).sums.has_open_offer


def test_a_buy_back_of_whom_nothing_was_offered_is_refused() -> None:
    assert refused(pad_of(), entered("Ana", Bo=14, Cy=41, buys=("Cy",))) == "buy_not_offered"


def test_a_player_who_went_out_by_a_correction_stops_the_sums_where_he_later_played() -> None:
    pad = on(
        pad_of(),
        entered("Ana", Bo=14, Cy=80),
        entered("Bo", Ana=5, Cy=6),
        entered("Cy", "knock2", Ana=5, Bo=6),
        Correct("e2", hand("Ana", Bo=14, Cy=105)),
    )
    stop = pad.sums.stop
    assert stop is not None
    assert (stop.row, stop.code) == (1, "player_out")
    assert stop.sentence == "Hand 2: Cy is out of the match, and yet has a count."
    assert [row.state for row in pad.sums.rows] == [RowState.DONE, RowState.STOPPED, RowState.WAITING]
    assert whats(pad)[1:] == [hand("Bo", Ana=5, Cy=6), hand("Cy", "knock2", Ana=5, Bo=6)], "nothing typed is lost"
    ways = list(ways_on(pad, stop))
    assert [way.says for way in ways] == [
        "Change hand 2",
        "Strike out hand 2",
        "Change hand 1, which led to it",
        "Take back the last change (a changed hand, Ana closes: Bo 14, Cy 105)",
    ]
    assert ways[2].item == "e2"
    shown = show_pad(pad)
    assert (shown["next"], shown["stopped"]["item"], shown["rows"][1]["totals"]) == (None, "e3", None)
    assert shown["rows"][1]["hand"]["counts"] == {"Ana": 5, "Cy": 6}


def test_every_way_on_that_is_an_act_can_be_sent_as_it_stands() -> None:
    impossible = on(
        pad_of(),
        entered("Ana", Bo=14, Cy=80),
        entered("Bo", Ana=5, Cy=6),
        Correct("e2", hand("Ana", Bo=14, Cy=105)),
    )
    bought = on(
        pad_of(),
        entered("Ana", Bo=14, Cy=50),
        entered("Ana", Bo=5, Cy=45, buys=("Cy",)),
        entered("Bo", Ana=20, Cy=20),
        Correct("e2", hand("Ana", Bo=14, Cy=5)),
    )
    unanswered = on(pad_of(), entered("Ana", Bo=14, Cy=50), entered("Ana", Bo=5, Cy=20), Correct("e2", hand("Ana", Bo=14, Cy=92)))
    for pad, code in ((impossible, "player_out"), (bought, "buy_not_offered"), (unanswered, "offer_open")):
        assert pad.sums.stop is not None
        assert pad.sums.stop.code == code
        for way in ways_on(pad, pad.sums.stop):
            if way.act is not None:
                after = on(pad, read_act(way.act))
                assert after.sums.stop != pad.sums.stop, way.says
    offers = [way.says for way in ways_on(unanswered, unanswered.sums.stop)] if unanswered.sums.stop else []
    assert offers[:2] == ["Cy buys back", "Cy does not buy back"]


def test_a_correction_to_hand_2_after_a_buy_back_in_hand_4_stops_at_hand_4_and_goes_on() -> None:
    pad = on(
        pad_of(),
        entered("Ana", Bo=10, Cy=30),
        entered("Bo", Ana=10, Cy=30),
        entered("Ana", Bo=10, Cy=20),
        entered("Bo", Ana=10, Cy=15, buys=("Cy",)),
        entered("Ana", Bo=7, Cy=8),
    )
    assert pad.sums.stop is None
    corrected = on(pad, Correct("e3", hand("Bo", Ana=10, Cy=3)))
    assert corrected.sums.stop is not None
    assert (corrected.sums.stop.code, corrected.sums.rows[corrected.sums.stop.row].number) == ("buy_not_offered", 4)
    first = next(iter(ways_on(corrected, corrected.sums.stop)))
    assert first.act is not None
    went_on = on(corrected, read_act(first.act))
    assert went_on.sums.stop is None
    assert totals(went_on)["Cy"] == 30 + 3 + 20 + 15 + 8


def test_a_correction_after_which_nobody_is_asked_for_an_answer_that_stands_is_taken_and_stops_there() -> None:
    pad = on(
        pad_of(4),
        entered("Bo", Ana=33, Cy=95, Dan=20),
        Answer("e2", "Cy", yes=True),
        entered("Ana", Bo=5, Cy=6, Dan=7),
    )
    assert refused(pad, Correct("e2", hand("Bo", Ana=33, Cy=85, Dan=20, buys=("Cy", "Dan")))) == "buy_not_offered"
    corrected = on(pad, Correct("e2", hand("Bo", Ana=33, Cy=85, Dan=20), keeps=True))
    stop = corrected.sums.stop
    assert stop is not None
    assert (stop.row, stop.code) == (0, "buy_not_offered")
    assert stop.sentence == "Hand 1: Cy buys back, but is offered nothing after this hand."
    assert [row.state for row in corrected.sums.rows] == [RowState.STOPPED, RowState.WAITING]
    first = next(iter(ways_on(corrected, stop)))
    assert first.says == "Take away the buy-back of Cy after hand 1"
    assert first.act is not None
    went_on = on(corrected, read_act(first.act))
    assert went_on.sums.stop is None
    assert totals(went_on)["Cy"] == 85 + 6
    assert open_pad(went_on.entries) == went_on


def test_a_correction_that_keeps_the_answers_leaves_them_as_they_stand_when_it_is_written() -> None:
    kept = Correct("e2", hand("Ana", Bo=15, Cy=95, buys=("Cy",)), keeps=True)
    pad = on(pad_of(), entered("Ana", Bo=14, Cy=95), Answer("e2", "Cy", yes=True), Undo(), kept)
    assert pad.sums.has_open_offer, "the answer was taken back, and the form cannot write it again"
    told = trail(pad.entries)[-1]
    assert told.says == "Ana changed hand 1: Bo 14 → 15"
    declined = on(pad, Answer("e2", "Cy", yes=False), Correct("e2", hand("Ana", Bo=16, Cy=95), keeps=True))
    assert not declined.sums.has_open_offer
    assert totals(declined)["Cy"] == 95
    assert read_act(print_act(kept)) == kept


def test_what_cannot_be_where_it_stands_is_refused_there() -> None:
    pad = on(pad_of(), entered("Ana", Bo=14, Cy=80), entered("Bo", Ana=5, Cy=6))
    assert refused(pad, Correct("e3", hand("Bo", Ana=5))) == "count_missing"
    assert refused(pad, Enter(hand("Bo", Ana=5), before="e3")) == "count_missing"
    assert refused(pad, Correct("e9", hand("Bo", Ana=5))) == "item_unknown"
    assert refused(pad, Strike("e9")) == "item_unknown"
    assert refused(pad, Move("e2", "e9")) == "item_unknown"
    joined = on(pad, Enter(Joins("Dan")))
    assert refused(joined, Correct("e4", hand("Bo", Ana=5, Cy=6))) == "not_a_hand"


def test_while_the_sums_are_stopped_the_evening_goes_on_being_typed() -> None:
    pad = on(
        pad_of(),
        entered("Ana", Bo=14, Cy=80),
        entered("Bo", Ana=5, Cy=6),
        Correct("e2", hand("Ana", Bo=14, Cy=105)),
        entered("Cy", Ana=9, Bo=9),
    )
    assert pad.sums.rows[-1].state is RowState.WAITING
    mended = on(pad, Correct("e2", hand("Ana", Bo=14, Cy=80)))
    assert mended.sums.stop is None
    assert totals(mended)["Cy"] == 80 + 6 - 10


def test_inserted_struck_and_moved_hands_are_worked_out_anew() -> None:
    pad = on(pad_of(), entered("Ana", Bo=4, Cy=2), entered("Bo", Ana=3, Cy=4))
    inserted = on(pad, Enter(hand("Cy", Ana=50, Bo=60), before="e3"))
    assert [row.item.id for row in inserted.sums.rows] == ["e2", "e4", "e3"]
    assert [row.number for row in inserted.sums.rows] == [1, 2, 3]
    assert totals(inserted) == {"Ana": 43, "Bo": 54, "Cy": -4}
    assert totals(on(inserted, Strike("e4"))) == totals(pad)
    moved = on(inserted, Move("e4", None))
    assert [row.item.id for row in moved.sums.rows] == ["e2", "e3", "e4"]


def test_a_late_player_begins_at_the_highest_total_and_pays_the_ante() -> None:
    pad = on(pad_of(), entered("Ana", Bo=14, Cy=41), Enter(Joins("Dan")))
    now = pad.sums.paper.standing
    assert (now.totals, now.pot, now.cash[3]) == ((-10, 14, 41, 41), 6000 + 400 + 2000, -2000)
    assert sum(now.cash) + now.pot == 0
    assert show_pad(pad)["next"]["jokers"] == 4, "the pack stays that of the starters"
    assert show_pad(pad)["next"]["order"] == ["Bo", "Cy", "Dan", "Ana"]
    after = on(pad, entered("Dan", Ana=5, Bo=6, Cy=7))
    assert totals(after)["Dan"] == 31
    assert refused(pad, Enter(Joins("Bo"))) == "name_in_use"
    assert refused(pad, Enter(Joins("pot"))) == "name_pot"
    assert refused(pad_of(6), Enter(Joins("Gus"))) == "join_full"
    coming_and_going = pad_of(2)
    for at in range(22):
        coming_and_going = on(coming_and_going, Enter(Joins(f"P{at}")), Enter(Leaves(f"P{at}")))
    assert refused(coming_and_going, Enter(Joins("P22"))) == "too_many_names"


def test_a_leaver_is_out_and_what_was_paid_stays() -> None:
    pad = on(pad_of(), entered("Ana", Bo=14, Cy=41), Enter(Leaves("Bo")))
    now = pad.sums.paper.standing
    assert (now.out, now.pot, now.status) == ((False, True, False), 6400, Status.PLAYING)
    assert refused(pad, entered("Ana", Bo=4, Cy=6)) == "player_out"
    assert refused(pad, Enter(Leaves("Bo"))) == "player_out"
    assert refused(pad, Enter(Leaves("Zed"))) == "name_unknown"
    last = on(pad, Enter(Leaves("Ana")))
    assert (last.sums.paper.standing.status, last.sums.paper.standing.pot) == (Status.WON, 0)
    assert [player["left"] for player in show_pad(last)["players"]] == [True, True, False]


def test_where_the_dealer_leaves_the_deal_passes_on() -> None:
    pad = on(pad_of(), Enter(Leaves("Cy")))
    assert pad.sums.paper.standing.dealer == 0


def test_a_match_broken_off_gives_the_pot_back_evenly_to_those_who_are_in() -> None:
    pad = on(pad_of(), entered("Ana", Bo=14, Cy=105), Enter(Stops()))
    now = pad.sums.paper.standing
    assert (now.status, now.pot, now.cash) == (Status.ABANDONED, 0, (800 - 2000 + 3200 - 400, -2000 - 400 + 3200, -2400))
    assert refused(pad, entered("Ana", Bo=4)) == "match_stopped"


def test_a_hand_that_nobody_ended_passes_the_deal_alone() -> None:
    pad = on(pad_of(), Enter(DeadHand()))
    assert (pad.sums.paper.standing.totals, pad.sums.paper.standing.dealer) == ((0, 0, 0), 0)


def test_a_renamed_player_is_renamed_throughout() -> None:
    pad = on(
        pad_of(),
        entered("Bo", "knock2", Ana=14, Cy=95, jokers={"Bo": 3}, feeder="Bo", buys=("Cy",)),
        Adjust("Bo", "Ana", Cents(100), "taxi"),
        Pay("Ana", "Bo", Cents(100)),
        Rename("Bo", "Bob"),
        entered("Bob", Ana=5, Cy=2),
    )
    assert pad.sums.paper.names == ("Ana", "Bob", "Cy")
    assert whats(pad)[0] == hand("Bob", "knock2", Ana=14, Cy=95, jokers={"Bob": 3}, feeder="Bob", buys=("Cy",))
    assert pad.sheet.adjustments[0].payment == Payment("Bob", "Ana", Cents(100))
    assert refused(pad, Rename("Bob", "Ana")) == "name_in_use"
    assert refused(pad, Rename("Bo", "X")) == "name_unknown"
    assert refused(pad, Rename("Bob", "pot")) == "name_pot"


def test_adjustments_and_ticks_move_what_is_left_to_pay_and_stay_visible() -> None:
    pad = on(pad_of(2), entered("Ana", Bo=120))
    assert settlement(pad.sheet, pad.sums.paper)["payments"] == [
        {"from": "Bo", "to": "Ana", "cents": 2400, "paid": False, "id": None}
    ]
    pad = on(pad, Adjust("Ana", "Bo", Cents(500), "taxi"))
    assert settlement(pad.sheet, pad.sums.paper)["balances_cents"] == {"Ana": 1900, "Bo": -1900}
    pad = on(pad, Pay("Bo", "Ana", Cents(1900)))
    shown = settlement(pad.sheet, pad.sums.paper)
    assert (shown["settled"], shown["fewest"]) == (True, 1)
    assert shown["payments"] == [{"from": "Bo", "to": "Ana", "cents": 1900, "paid": True, "id": "e4"}]
    pad = on(pad, Unpay("e4"), Drop("e3"))
    assert settlement(pad.sheet, pad.sums.paper)["payments"][0]["cents"] == 2400
    assert refused(pad, Unpay("e4")) == "no_such_payment"
    assert refused(pad, Drop("e3")) == "no_such_adjustment"
    assert refused(pad, Pay("Ana", "Ana", Cents(1))) == "same_party"
    assert refused(pad, Pay("Ana", "Bo", Cents(0))) == "bad_cents"
    for cents, said in ((0, "$0"), (-500, "-$5"), (10**10 + 1, "$100000000.01"), (10**20, "a number of many digits")):
        with pytest.raises(EntryRefused, match=re.escape(f"An amount is from 1 cent to $100000000, not {said}.")):
            on(pad, Pay("Ana", "Bo", Cents(cents)))
    assert refused(pad, Adjust("Ana", "Zed", Cents(1), "x")) == "name_unknown"


def test_the_trail_says_who_changed_what_when_from_what_to_what() -> None:
    pad = on(pad_of(), entered("Ana", Bo=14, Cy=41))
    pad = on(pad, Correct("e2", hand("Ana", "knock2", Bo=41, Cy=41, jokers={"Cy": 3})), by="Bo")
    pad = on(pad, Undo())
    rows = trail(pad.entries)
    assert [row.says for row in rows] == [
        "Ana began the match of Ana, Bo, Cy",
        "Ana entered hand 1: Ana closes: Bo 14, Cy 41",
        "Bo changed hand 1: ending close → knock; Bo 14 → 41; jokers of Cy none → 3; knock card none → 2",
        "Ana took back: a changed hand, Ana knocks with a 2: Bo 41, Cy 41",
    ]
    assert [row.undone for row in rows] == [False, False, True, False]
    assert (rows[2].number, rows[2].was["counts"], rows[2].now["counts"]) == (1, {"Bo": 14, "Cy": 41}, {"Bo": 41, "Cy": 41})
    assert rows[2].entry.at == 3000


def test_two_left_are_told_how_far_apart_they_are() -> None:
    shown = show_pad(on(pad_of(2), entered("Ana", Bo=30)))
    assert shown["gap"] == {"between": ["Ana", "Bo"], "gap": 40, "split_at": 10}
    assert show_pad(on(pad_of(2, split_scope="off"), entered("Ana", Bo=30)))["gap"]["split_at"] is None
    assert show_pad(pad_of(3))["gap"] is None


def test_an_act_that_changes_nothing_is_refused() -> None:
    pad = on(pad_of(3), entered("Ana", Bo=14, Cy=30), entered("Bo", Ana=5, Cy=2))  # e2, e3
    nothing: tuple[Act, ...] = (Move("e2", "e2"), Move("e2", "e3"), Move("e3", None), Rename("Bo", "Bo"), Retitle("Friday"))
    assert [refused(pad, act) for act in nothing] == ["changes_nothing"] * len(nothing)
    assert on(pad, Move("e2", None)).sheet != pad.sheet


def test_a_correction_that_says_what_stands_there_already_is_refused() -> None:
    asked = on(pad_of(4), entered("Ana", Bo=95, Cy=20, Dan=92, buys=("Bo", "Dan")))
    asked = on(asked, entered("Bo", Ana=5, Cy=2, Dan=3, jokers={"Cy": 1}))
    same: tuple[Act, ...] = (
        Correct("e2", hand("Ana", Bo=95, Cy=20, Dan=92, buys=("Bo", "Dan"))),
        Correct("e2", hand("Ana", Dan=92, Cy=20, Bo=95, buys=("Dan", "Bo"))),  # names are told in any order
        Correct("e2", hand("Ana", Bo=95, Cy=20, Dan=92), keeps=True),
        Correct("e3", hand("Bo", Ana=5, Cy=2, Dan=3, jokers={"Cy": 1})),
    )
    assert [refused(asked, act) for act in same] == ["changes_nothing"] * len(same)
    changed = on(asked, Correct("e3", hand("Bo", Ana=5, Cy=2, Dan=3, jokers={"Cy": 1, "Ana": 0})))
    assert changed.sheet.items[1].changed, "no joker is another thing than jokers that were not told"


def test_an_answer_that_was_given_already_is_refused() -> None:
    pad = on(pad_of(4), entered("Ana", Bo=95, Cy=20, Dan=92), Answer("e2", "Bo", yes=True), Answer("e2", "Dan", yes=False))
    assert refused(pad, Answer("e2", "Bo", yes=True)) == "changes_nothing"
    assert refused(pad, Answer("e2", "Dan", yes=False)) == "changes_nothing"
    assert on(pad, Answer("e2", "Bo", yes=False)).sheet.items[0].declines == ("Dan", "Bo")


def test_a_log_of_before_may_hold_an_entry_that_changes_nothing() -> None:
    entries = (*on(pad_of(3), entered("Ana", Bo=14, Cy=30)).entries, Entry(3, 3000, "Bo", "bo", "e3", Retitle("Friday")))
    again = (*entries, Entry(4, 4000, "Bo", "bo", "e4", Correct("e2", hand("Ana", Bo=14, Cy=30))))
    assert open_pad(again).v == 4


def test_names_that_people_would_take_for_one_another_are_taken() -> None:
    pad = pad_of(3)
    for name in ("ana", "ANA", "\uff21na"):
        assert refused(pad, Enter(Joins(name))) == "name_in_use"
        assert refused(pad, Rename("Bo", name)) == "name_in_use"
    assert refused(pad, Enter(Joins("Pot"))) == "name_pot"
    assert on(pad, Rename("Bo", "BO")).sheet.names() == ("Ana", "BO", "Cy"), "one's own name may change its capitals"


def test_a_pads_log_begins_with_its_match() -> None:
    with pytest.raises(EntryRefused):
        open_pad((Entry(1, 0, "Ana", "", "x", Strike("y")),))


def test_a_pad_takes_so_many_entries_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("continental.scorepad.pad.MOST_ENTRIES", 2)
    pad = on(pad_of(), entered("Ana", Bo=4, Cy=2))
    with pytest.raises(EntryRefused, match="at most 2 entries"):
        enter(pad, Entry(3, 0, "Ana", "", "x", Undo()))
