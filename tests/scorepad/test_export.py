"""Pads out and in: every form comes back as the same sheet, and what is wrong in a file is said with its place."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from random import Random
from typing import Final

import pytest

from continental.cli.settle import answer, sheet
from continental.engine import Match
from continental.play.record import Sitter
from continental.play.refusal import Refused
from continental.play.terms import Cents
from continental.replay import play_again, read_record, write_record
from continental.rules.load import load
from continental.scorepad.acts import Adjust, Answer, Correct, Enter, Rename, Retitle, Strike, Undo, read_act
from continental.scorepad.desk import MOST_LETTERS
from continental.scorepad.export import FORM, LONGEST_TEXT, full_form, full_text, print_json, read_any, settle_form
from continental.scorepad.items import DeadHand, Joins, Leaves, PaperHand, PointsHand
from continental.scorepad.online import match_of_record
from continental.scorepad.pad import MOST_ENTRIES, Make, Pad, open_pad
from continental.scorepad.read import read_match
from continental.scorepad.refusal import EntryRefused
from continental.scorepad.show import settlement
from continental.scorepad.spreadsheet import csv_form
from continental.scorepad.ways import ways_on
from continental.testing.builders import play_at_random
from tests.scorepad.kit import entered, hand, on, pad_of, random_match, start

RECORDS: Final = Path(__file__).parents[2] / "records"
MAKE: Final = {"do": "make", "title": "x", "rules": "house", "players": ["Ana", "Bo"], "ante_cents": 1000}
TWICE: Final = json.dumps({"form": FORM, "log": [{"v": v, "at": 1, "by": "Ana", "id": "x", "act": MAKE} for v in (1, 2)]})


HEAD_ONLY: Final = write_record(Match.begin(load("house"), 2, Cents(2000)), (Sitter("Ana"), Sitter("Bo")))


def evening() -> Pad:
    """A pad with everything on it."""
    return on(
        pad_of(3, split_gap=5),
        entered("Ana", Bo=14, Cy=95, jokers={"Cy": 3}, buys=("Cy",)),
        Enter(DeadHand()),
        Enter(Joins("=Dan, Esq.")),
        Enter(hand("Bo", "knock3", Ana=20, Cy=30, **{"=Dan, Esq.": 12}, feeder="Ana")),
        Enter(Leaves("Cy")),
        Adjust("Ana", "Bo", Cents(550), "taxi; half"),
        Correct("e5", hand("Bo", "knock2", Ana=20, Cy=30, **{"=Dan, Esq.": 13}, feeder="Ana")),
        Undo(),
    )


def test_settle_reads_the_settle_form_and_comes_to_the_same() -> None:
    pad = evening()
    assert read_match(print_json(settle_form(pad))) == pad.sums.paper


@pytest.mark.parametrize("seed", range(12))
def test_every_form_of_a_random_match_comes_back(seed: int) -> None:
    chance = Random(f"export {seed}")
    players = chance.randint(2, 6)
    played, _ = random_match(start(players), chance, 8)
    pad = on(pad_of(players), *(Enter(made, declines) for made, declines in played))
    for text in (print_json(settle_form(pad)), print_json(full_form(pad)), csv_form(pad)):
        again = open_pad(read_any(text))
        assert again.sums.paper == pad.sums.paper
        assert [(item.what, item.declines) for item in again.sheet.items] == [(*each,) for each in played]


def test_the_full_form_keeps_the_log_and_the_csv_the_adjustments() -> None:
    pad = evening()
    again = open_pad(read_any(print_json(full_form(pad))))
    assert [(entry.at, entry.by, entry.id, entry.act) for entry in again.entries] == [
        (entry.at, entry.by, entry.id, entry.act) for entry in pad.entries
    ]
    table = csv_form(pad)
    assert "'=Dan" in table, "no spreadsheet takes a name for a formula"
    taken = open_pad(read_any("\ufeff" + table))
    assert taken.sums.paper == pad.sums.paper
    assert [each.payment for each in taken.sheet.adjustments] == [each.payment for each in pad.sheet.adjustments]
    assert taken.sheet.title == "Friday"


@pytest.mark.parametrize("sign", "=+-@＝＋－＠")
@pytest.mark.parametrize("divider", [",", ";", "|", ":", "; ", ";'", " "])
def test_no_divider_makes_a_formula_of_a_text_and_it_is_taken_in_as_it_was(divider: str, sign: str) -> None:
    name, reason = f"x{divider}{sign}1+1", f"{sign}1{divider}''{sign}2"
    pad = on(pad_of(3), Rename("Bo", name), Retitle(name), entered(name, Ana=3, Cy=5), Adjust(name, "Ana", Cents(500), reason))
    table = csv_form(pad)
    for program in {divider.strip(" '") or " ", ",", ";", "\t", "|"}:
        cells = [cell.strip() for line in csv.reader(io.StringIO(table, newline=""), delimiter=program) for cell in line]
        assert not [cell for cell in cells if cell[:1] == sign and not re.fullmatch(r"-[0-9.]+", cell)], (program, cells)
    again = open_pad(read_any(table))
    assert (again.sheet.title, again.sheet.names(), again.sums.paper) == (name, pad.sheet.names(), pad.sums.paper)
    assert again.sheet.adjustments[0].reason == reason


def test_a_text_with_dashes_is_written_as_it_is() -> None:
    assert "title,Friday - 3 May\r\n" in csv_form(on(pad_of(3), Retitle("Friday - 3 May")))


def test_a_table_has_so_many_columns_and_no_more() -> None:
    heads = ",".join(f"P{number}: count" for number in range(300))
    with pytest.raises(EntryRefused, match="Line 5 of the table should be at most 256 columns wide"):
        read_any(f"rules,house\nplayers,Ana,Bo\nante,20\n\nwhat,{heads}\n")


def test_where_a_file_says_nothing_of_declining_whoever_does_not_buy_declined() -> None:
    text = json.dumps(
        {
            "players": ["Ana", "Bo", "Cy"],
            "ante": 20,
            "hands": [{"ended_by": "Ana", "ending": "close", "counts": {"Bo": 95, "Cy": 5}, "buys": ["Cy"]}],
        }
    )
    pad = open_pad(read_any(text, "Old sheet"))
    (item,) = pad.sheet.items
    assert (item.declines, item.what) == (("Bo",), hand("Ana", Bo=95, Cy=5))
    assert (pad.sheet.title, pad.sums.stop) == ("Old sheet", None)


@pytest.mark.parametrize("form", ["settle", "full", "csv"])
def test_a_pad_whose_sums_stop_is_taken_in_from_every_form_and_stops_there_again(form: str) -> None:
    pad = on(
        pad_of(3),
        entered("Ana", Bo=14, Cy=41),
        entered("Bo", Ana=3, Cy=54, buys=("Cy",)),
        entered("Cy", Ana=20, Bo=3),
        entered("Ana", Bo=85, Cy=10, buys=("Bo",)),
        Correct("e2", hand("Ana", Bo=105, Cy=41)),
    )
    text = {"settle": print_json(settle_form(pad)), "full": full_text(pad), "csv": csv_form(pad)}[form]
    again = open_pad(read_any(text))
    assert pad.sums.stop is not None
    assert pad.sums.stop.row == 1
    assert again.sums.stop == pad.sums.stop
    assert [(item.what, row.state) for item, row in zip(again.sheet.items, again.sums.rows, strict=True)] == [
        (item.what, row.state) for item, row in zip(pad.sheet.items, pad.sums.rows, strict=True)
    ]
    ways = list(ways_on(again, again.sums.stop))
    assert [way.says for way in ways[:2]] == ["Change hand 2", "Strike out hand 2"]
    for way in ways:
        if way.act is not None:
            on(again, read_act(way.act))
    mended = on(again, Correct(again.sheet.items[0].id, hand("Ana", Bo=14, Cy=41)))
    assert mended.sums.stop is None
    assert mended.sums.paper.standing == on(pad, Undo()).sums.paper.standing


@pytest.mark.parametrize("form", ["settle", "full", "csv"])
def test_what_was_typed_of_somebody_whose_coming_was_struck_out_is_in_every_form(form: str) -> None:
    pad = on(
        pad_of(3),
        Enter(Joins("Dan")),
        entered("Bo", Ana=3, Cy=5, Dan=9, jokers={"Dan": 1}),
        Adjust("Dan", "Ana", Cents(500), "taxi"),
        Strike("e2"),
    )
    text = {"settle": print_json(settle_form(pad)), "full": full_text(pad), "csv": csv_form(pad)}[form]
    again = open_pad(read_any(text))
    assert pad.sums.stop is not None
    assert again.sums.stop == pad.sums.stop
    assert [item.what for item in again.sheet.items] == [item.what for item in pad.sheet.items]
    if form != "settle":
        assert settlement(again.sheet, again.sums.paper)["payments"] == settlement(pad.sheet, pad.sums.paper)["payments"]


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("adjustment,Bo,Ana,500,taxi", "adjustment,Bo,Ana,1.5,taxi"),
        ("adjustment,Bo,Ana,500,taxi", "adjustment,Zed,Ana,500,taxi"),
        ("adjustment,Bo,Ana,500,taxi", "adjustment,pot,Ana,500,taxi"),
        ("hand,what,who", "hand,which,who"),
    ],
)
def test_a_table_with_what_a_pad_would_refuse_is_refused_by_its_line(was: str, now: str) -> None:
    text = csv_form(on(pad_of(3), entered("Bo", Ana=3, Cy=5), Adjust("Bo", "Ana", Cents(500), "taxi"))).replace("\r\n", "\n")
    lines = text.split("\n")
    assert was in text
    found = next(number for number, each in enumerate(lines, 1) if each.startswith(was))
    with pytest.raises(EntryRefused, match=rf"(?i)line {found}\b") as refused:
        read_any(text.replace(was, now))
    assert refused.value.code == "bad_csv"


@pytest.mark.parametrize("seed", range(20))
def test_every_form_of_a_pad_with_any_hand_changed_or_struck_out_is_taken_in(seed: int) -> None:
    chance = Random(f"export stopped {seed}")
    players = chance.randint(2, 5)
    played, _ = random_match(start(players), chance, 8)
    pad = on(pad_of(players), *(Enter(made, declines) for made, declines in played))
    changed = chance.choice(pad.sheet.items)
    assert isinstance(changed.what, PaperHand)
    out = hand(changed.what.ended_by, "close", **dict.fromkeys(changed.what.counts, 102))
    pad = on(pad, chance.choice((Correct(changed.id, out), Strike(changed.id))))
    for text in (print_json(settle_form(pad)), full_text(pad), csv_form(pad)):
        again = open_pad(read_any(text))
        assert [(item.what, item.declines) for item in again.sheet.items] == [
            (item.what, item.declines) for item in pad.sheet.items
        ]
        assert (again.sums.paper, again.sums.stop) == (pad.sums.paper, pad.sums.stop)


@pytest.mark.parametrize("form", ["settle", "full", "csv"])
def test_a_buy_back_that_is_no_longer_offered_stops_the_sums_of_every_form(form: str) -> None:
    pad = on(
        pad_of(3),
        entered("Ana", Bo=14, Cy=99),
        Answer("e2", "Cy", yes=True),
        entered("Ana", Bo=14, Cy=2),
        Correct("e2", hand("Ana", Bo=14, Cy=60), keeps=True),
    )
    text = {"settle": print_json(settle_form(pad)), "full": full_text(pad), "csv": csv_form(pad)}[form]
    again = open_pad(read_any(text))
    assert again.sums.stop is not None
    assert (again.sums.stop.code, again.sums.stop.row, again.sums.paper.standing.pot) == ("buy_not_offered", 0, 6000)
    assert again.sums.stop == pad.sums.stop
    assert str(next(ways_on(again, again.sums.stop)).says) == "Take away the buy-back of Cy after hand 1"
    if form == "settle":
        with pytest.raises(EntryRefused, match="Hand 1: Cy buys back, but is offered nothing") as refused:
            read_match(text)
        assert refused.value.code == "buy_not_offered"


@pytest.mark.parametrize("form", ["settle", "full", "csv"])
def test_an_offer_that_is_open_is_open_in_every_form(form: str) -> None:
    pad = on(pad_of(4), entered("Ana", Bo=14, Cy=99, Dan=99, buys=("Cy",)))
    text = {"settle": print_json(settle_form(pad)), "full": full_text(pad), "csv": csv_form(pad)}[form]
    again = open_pad(read_any(text))
    offer = again.sums.paper.standing.offer
    assert offer is not None
    assert (again.sums.paper.names[offer.seat], again.sums.has_open_offer) == ("Dan", True)
    assert on(again, Answer(again.sheet.items[0].id, "Dan", yes=True)).sums.paper.standing.pot == 12400
    if form == "settle":
        paper = read_match(text)
        assert paper == pad.sums.paper
        assert (answer(paper)["asked"], answer(paper)["dealer"]) == ("Dan", None)
        assert "Dan is to say first whether to buy back." in sheet(paper).splitlines()


def test_who_declines_is_a_player_on_the_pad_as_in_settle() -> None:
    pad = on(pad_of(3), entered("Ana", Bo=14, Cy=30))
    wrong = "declines names Q, who is no player; the players are: Ana, Bo, Cy"
    for act in (
        entered("Ana", Bo=14, Cy=30, declines=("Q",)),
        Enter(hand("Ana", Bo=14, Cy=30), ("Q",), before="e2"),
        Correct("e2", hand("Ana", Bo=14, Cy=31), ("Q",)),
    ):
        with pytest.raises(EntryRefused, match=wrong) as refused:
            on(pad, act)
        assert refused.value.code == "name_unknown"
    told = settle_form(pad)
    told["hands"][0]["declines"] = ["Q"]
    full = full_form(pad)
    full["log"][1]["act"]["hand"]["declines"] = ["Q"]
    table = HANDS.format(answer="no").replace("A: buys", "Q: buys").replace("ante,20\n", "ante,20\nanswers,as given\n")
    stopped = open_pad(read_any(table)).sums.stop
    assert stopped is not None
    assert stopped.code == "name_unknown"
    for text in (json.dumps(told), json.dumps(full)):
        again = open_pad(read_any(text))
        assert again.sums.stop is not None
        assert (again.sums.stop.code, again.sums.stop.row) == ("name_unknown", 0)
        assert wrong in again.sums.stop.sentence
        mended = on(again, Correct(again.sheet.items[0].id, hand("Ana", Bo=14, Cy=30), keeps=True))
        assert read_match(print_json(settle_form(mended))) == pad.sums.paper


def test_settle_refuses_that_somebody_declines_who_is_no_player() -> None:
    told = settle_form(on(pad_of(3), entered("Ana", Bo=95, Cy=5, declines=("Bo",))))
    assert told["hands"][0]["declines"] == ["Bo"]
    told["hands"][0]["declines"] = ["Bob"]
    with pytest.raises(EntryRefused, match="Hand 1: declines names Bob, who is no player; the players are: Ana, Bo, Cy"):
        read_match(json.dumps(told))
    told["hands"][0]["declines"] = "Bo"
    with pytest.raises(EntryRefused, match="declines should be a list in brackets"):
        read_match(json.dumps(told))


def test_an_online_match_becomes_a_pad_by_its_record() -> None:
    chance = Random("record")
    match = play_at_random(Match.begin(load("house"), 3, Cents(2000)), chance, 2)
    text = write_record(match, (Sitter("Pot"), Sitter("Bo", "greedy"), Sitter("BO", "greedy")))
    (entry,) = read_any(text, "Online")
    pad = open_pad((entry,))
    assert pad.sums.paper.names == ("Pot 2", "Bo", "BO 2"), "told apart, also where they differ in capitals alone"
    assert pad.sums.paper.standing.totals == match.position.standing.totals
    assert pad.sums.paper.standing.cash == match.position.standing.cash
    assert match_of_record(text, "Online") == entry.act


@pytest.mark.parametrize(
    "path", sorted(RECORDS.glob("*/greedy_match*.record")), ids=lambda path: f"{path.parent.name}/{path.stem}"
)
def test_a_whole_match_of_every_rule_set_becomes_a_pad(path: Path) -> None:
    text = path.read_text("utf-8")
    played = play_again(read_record(text)).position.standing
    pad = open_pad(read_any(text))
    standing = pad.sums.paper.standing
    assert (standing.totals, standing.cash, standing.status, standing.winners) == (
        played.totals,
        played.cash,
        played.status,
        played.winners,
    )
    assert open_pad(read_any(csv_form(pad))).sums.paper == pad.sums.paper
    assert read_match(print_json(settle_form(pad))) == pad.sums.paper


def test_the_fullest_pad_is_taken_in_from_its_own_export(monkeypatch: pytest.MonkeyPatch) -> None:
    pad = evening()
    assert read_any(full_text(pad)) == read_any(print_json(full_form(pad)))
    shortest = len(json.dumps({key: full_form(pad)[key] for key in ("form", "log")}, separators=(",", ":"))) + 1
    for most in (shortest, len(print_json(full_form(pad)))):
        monkeypatch.setattr("continental.scorepad.export.LONGEST_TEXT", most)
        text = full_text(pad)
        assert len(text) <= most
        assert [(entry.id, entry.act) for entry in read_any(text)] == [(entry.id, entry.act) for entry in pad.entries]
        assert ("trail" in json.loads(text)) == (most > shortest)


def test_no_log_that_a_pad_can_hold_is_longer_than_what_is_taken_in() -> None:
    around = (
        len(json.dumps({"v": MOST_ENTRIES, "at": 2**53, "by": '"' * 40, "id": "M" * 40, "act": 0}, separators=(",", ":"))) + 1
    )
    assert MOST_LETTERS + MOST_ENTRIES * around + len(FORM) + 50 <= LONGEST_TEXT


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The text should be what a pad was taken out as, a table of hands, or the record of an online match, not empty."),
        ("title,x\n", "The match has no players."),
        (
            " []",
            "The text should be what a pad was taken out as, a table of hands, or the record of an online match, not a list.",
        ),
        ("players,Ana,Bo\nante,10\n\n,,\n\nhand,what,who\n\n1,sneezes,Ana\n", "Line 8 of the table should be a hand, dead"),
        ("\n\nplayers,Ana,Bo\nante,10\n\n\nhand,who\n", "Line 7 of the table should be the heads of the columns"),
        ('title,"one\ntwo"\nplayers,Ana,Bo\nante,ten\n', "Line 4 of the table should be an ante in dollars"),
        ('title,x\nplayers,"Ana\n', "Line 2 of the table should be cells between commas"),
        ("hello,1\n\nhand,what\n", "Line 1 of the table should be title, rules, players"),
        ("players,Ana,Bo\nante,ten\n", "Line 2 of the table should be an ante in dollars"),
        ("players,Ana,Bo\nante,10\n\nhand,what,who\n1,sneezes,Ana\n", "Line 5 of the table should be a hand, dead"),
        ('players,"Ana\n', "cells between commas"),
        ('{"log": []}', "The export has no form."),
        ('{"form": "other", "log": []}', "form should be"),
        ('{"form": "continental pad 1", "log": []}', "the log is empty"),
        ('{"form": "continental pad 1", "log": [{"v": 1}]}', "log 1 has no at."),
        (TWICE, "The id x belongs to another entry"),
        ('{"players": ["Ana"', "This is no JSON"),
        ('{"players": ["Ana", "Bo"], "ante": 20, "hands": [{"ended_by": "Ana", "ending": "close"}]}', "The hand has no counts"),
        ("continental record 1\nnonsense", "line 2"),
        (HEAD_ONLY, "The record has no hand that was played to its end"),
        ("x" * 8_000_001, "A text of 8000001 letters is too long"),
    ],
)
def test_a_file_with_a_fault_is_refused_with_its_place(text: str, sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        open_pad(read_any(text))
    assert sentence in str(refused.value)


HANDS: Final = """players,A,B,C
ante,20

hand,what,who,ending,A: count,C: count,A: buys
1,hand,B,close,95,10,{answer}
2,hand,B,close,3,3,
"""


@pytest.mark.parametrize("answered", [False, True])
@pytest.mark.parametrize("answer", ["yes", "Yes", "YES", " yes ", "no", "No", "NO"])
def test_a_yes_and_a_no_in_a_table_are_read_however_they_are_written(answer: str, answered: bool) -> None:
    text = HANDS.format(answer=answer).replace("ante,20\n", "ante,20\nanswers,as given\n" if answered else "ante,20\n")
    item = open_pad(read_any(text)).sheet.items[0]
    assert isinstance(item.what, PaperHand)
    buys = answer.strip().casefold() == "yes"
    assert (item.what.buys, item.declines) == ((("A",), ()) if buys else ((), ("A",)))


def test_where_a_table_says_that_answers_are_as_given_an_empty_cell_is_none() -> None:
    pad = open_pad(read_any(HANDS.format(answer="").replace("ante,20\n", "ante,20\nanswers,as given\n")))
    assert pad.sums.stop is not None
    assert pad.sums.stop.code == "offer_open"


@pytest.mark.parametrize("answer", ["y", "TRUE", "1", "ja", "maybe", "yes!", "-"])
def test_any_other_answer_in_a_table_is_refused_and_not_taken_for_a_no(answer: str) -> None:
    for text in (HANDS, HANDS.replace("ante,20\n", "ante,20\nanswers,as given\n")):
        line = 5 if text is HANDS else 6
        with pytest.raises(EntryRefused) as refused:
            read_any(text.format(answer=answer))
        assert refused.value.code == "bad_csv"
        sentence = f"Line {line} of the table should be a line with yes, no or nothing in the column A: buys."
        assert refused.value.sentence == sentence


def test_whether_a_deal_was_closed_at_once_is_a_yes_or_a_no() -> None:
    text = "rules,carioca\nplayers,Ana,Bo\n\nhand,what,who,at_once,Bo: count\n1,hand,Ana,{},30\n"
    for cell, at_once in (("yes", True), ("Yes", True), ("no", False), ("No", False), ("", False)):
        (item,) = open_pad(read_any(text.format(cell))).sheet.items
        assert isinstance(item.what, PointsHand)
        assert item.what.at_once == at_once
    with pytest.raises(EntryRefused, match="Line 5 of the table should be a line with yes, no or nothing in the column at_once"):
        read_any(text.format("y"))


TYPED: Final = """title,Friday
players,A,B,C
ante,20
switch,split_gap,5
adjustment,A,B,500,taxi

hand,what,who,ending,feeder,at_once,B: count,C: count,pot
1,hand,A,close,,,5,10,64
2,dead,,,,,,,64
"""


@pytest.mark.parametrize(
    ("was", "now", "sentence"),
    [
        ("5,10,64", "5,0,10,64", "Line 8: no longer than the heads of the columns"),
        ("5,10,64", "5,0,10,", "Line 8: no longer than the heads of the columns"),
        ("C: count,pot", "B: count,pot", "Line 7: heads that differ; B: count stands there twice."),
        ("C: count,pot", "'B: count ,pot", "Line 7: heads that differ; 'B: count stands there twice."),
        ("feeder,", "who,", "Line 7: heads that differ; who stands there twice."),
        ("C: count,pot", "C: counts,pot", 'Line 7: heads that mean something, not "C: counts": hand, what'),
        ("feeder,", "Feeder,", 'Line 7: heads that mean something, not "Feeder"'),
        (",pot", ",", "Line 8: no longer than the heads of the columns"),
        (
            "close,,,5",
            "close,,no,5",
            "Line 8: a line with nothing in the column at_once, for it says hand.",
        ),
        (
            "dead,,,,,,",
            "dead,,,,,7,",
            "Line 9: a line with nothing in the column B: count, for it says dead.",
        ),
        (
            "dead,,",
            "joins,Dan,close",
            "Line 9: a line with nothing in the column ending, for it says joins.",
        ),
        ("ante,20", "ante,2,5", "Line 3: ante with nothing more behind it"),
        ("ante,20", "ante,1_0", "Line 3: an ante in dollars."),
        ("ante,20", "ante,20\nante,10", "Line 4: the only one that says ante."),
        (
            "switch,split_gap,5",
            "switch,split_gap,5\nswitch,split_gap,9",
            "Line 5: the only one that says switch split_gap.",
        ),
        ("title,Friday", "title,Friday, the 13th", "Line 1: title with nothing more behind it"),
        ("500,taxi", "5,00,taxi", "Line 5: adjustment with nothing more behind it"),
        ("500,taxi", "500,", "reason should be a text of 1 to 80 printable characters"),
    ],
)
def test_what_is_typed_in_a_table_is_read_or_refused_and_never_passed_over(was: str, now: str, sentence: str) -> None:
    assert TYPED.count(was) == 1
    text = TYPED.replace(was, now)
    assert open_pad(read_any(TYPED)).sums.paper.standing.totals == (-10, 5, 10)
    with pytest.raises(EntryRefused) as refused:
        read_any(text)
    assert sentence in refused.value.sentence.replace(" of the table should be", ":")


def test_a_table_as_a_spreadsheet_saves_it_has_cells_of_nothing_at_the_end() -> None:
    wide = "\n".join(line + "," * (12 - line.count(",")) for line in TYPED.split("\n"))
    assert read_any(wide) == read_any(TYPED)
    short = TYPED.replace("2,dead,,,,,,,64", "2,dead")
    assert read_any(short) == read_any(TYPED)


def test_a_table_keeps_the_order_in_which_the_offers_were_answered() -> None:
    hand_2 = entered("Bo", Ana=95, Cy=96, Dan=14)
    for yes in (True, False):
        pad = on(pad_of(4), Enter(DeadHand()), hand_2, Answer("e3", "Cy", yes=yes), Answer("e3", "Ana", yes=yes))
        item = open_pad(read_any(csv_form(pad))).sheet.items[1]
        assert (item.what, item.declines) == (pad.sheet.items[1].what, pad.sheet.items[1].declines)
        assert isinstance(item.what, PaperHand)
        assert (item.what.buys if yes else item.declines) == ("Cy", "Ana")


def test_a_table_with_an_ante_in_cents_is_taken_in() -> None:
    text = "rules,house\nplayers,Ana,Bo,Cy\nante,2.5\nswitch,ante,free\n"
    make = read_any(text)[0].act
    assert isinstance(make, Make)
    assert make.start.ante == 250
