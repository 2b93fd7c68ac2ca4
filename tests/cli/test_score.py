"""`continental score`: a match kept line by line, its mistakes mended, its offers asked, on the server's own store."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest

from continental.cli.score import main
from continental.cli.score_lines import LineReader, NotUnderstood, find_money, find_name, find_number
from continental.play.terms import Ending
from continental.scorepad.items import PaperHand, PointsHand
from continental.scorepad.read import read_match


class Told:
    """What the pad said to some lines."""

    def __init__(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = tmp_path
        self._patch = monkeypatch
        self._caught = capsys
        self.status = 0

    def to(self, lines: str, *words: str) -> str:
        self._patch.chdir(self.folder)
        self._patch.setattr("sys.stdin", io.StringIO(lines))
        self.status = main([*words, "--database", str(self.folder / "pads.sqlite")])
        caught = self._caught.readouterr()
        return caught.out if self.status == 0 else caught.err


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Told:
    return Told(tmp_path, monkeypatch, capsys)


def test_a_hand_is_one_line_and_who_was_left_out_is_asked_for(told: Told) -> None:
    said = told.to("bo close ana 14\n30\n", "Ana", "Bo", "Cy")
    assert "What does Cy count? Hand 1: Bo closes: Ana 14, Cy 30" in said
    assert "  pot                 $64" in said
    assert "Bo deals." in said
    assert told.status == 0


@pytest.mark.parametrize("name", ["evening.csv", "evening.json", "evening.full.json"])
def test_what_was_taken_out_is_taken_in_and_gone_on_with(told: Told, name: str) -> None:
    told.to(f"bo close ana 14 cy 30\nexport {name}\n", "Ana", "Bo", "Cy", "--title", "Friday")
    said = told.to("ana knock 3 bo 5 cy 12\ntrail\n", "--take", name)
    assert "hand 2> Hand 2: Ana knocks with a 3" in said
    assert ("Match (" if name == "evening.json" else "Friday (") in said, "settle's form has no title"
    assert re.search(r"  20\d\d-\d\d-\d\d \d\d:\d\d  Shell .*match of Ana, Bo, Cy", said)
    assert told.to("", "--list").count(": Ana, Bo, Cy;") == 2


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--take", "nowhere.csv"), "nowhere.csv cannot be read"),
        (("--take", "wrong.csv"), "Line 1 of the table should be title, rules, players"),
        (("--take", "bytes.csv"), "bytes.csv cannot be taken in: byte 1 is not UTF-8"),
        (("--take", "wrong.csv", "Ana", "Bo"), "one of the three"),
        (("--take", "wrong.csv", "--ante", "10"), "--ante is for a new match: a file says that itself."),
        (("--take", "wrong.csv", "--rules", "house"), "--rules is for a new match"),
        (("--take", "wrong.csv", "--dealer", "Ana"), "--dealer is for a new match"),
        (("--take", "wrong.csv", "--switch", "all_bust=replay"), "--switch is for a new match"),
        (("--title", "Friday"), "--title is for a new match: name the players, or leave it out."),
        (("--ante", "10"), "--ante is for a new match"),
    ],
)
def test_a_file_that_cannot_be_taken_in_is_refused_in_a_sentence(told: Told, words: tuple[str, ...], sentence: str) -> None:
    (told.folder / "wrong.csv").write_text("hello,1\n")
    (told.folder / "bytes.csv").write_bytes(b"\xff")
    assert sentence in told.to("", *words)
    assert told.status == 2


def test_an_offer_is_asked_before_anything_else(told: Told) -> None:
    said = told.to("bo close ana 14 cy 95\nmaybe\ny\n", "Ana", "Bo", "Cy")
    assert "Cy may buy back from 95 to 14 for $20: y or n?" in said
    assert "Say y or n" in said
    assert "  Cy       14        -$44" in said


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ("?\ny\n", "A hand in one line"),
        ("sheet\ny\n", "Hand 1: Bo closes"),
        ("pay\ny\n", "If the match were broken off now"),
        ("trail\ny\n", "Shell entered"),
        ("export offer.json\ny\n", "Written to offer.json."),
        ("export offer.txt\ny\n", "The file's name ends in .json"),
        ("bo close\ny\n", "Say y or n, or give another command"),
    ],
)
def test_every_command_that_looks_is_answered_at_an_offer_which_is_then_asked_again(
    told: Told, lines: str, sentence: str
) -> None:
    said = told.to(f"bo close ana 14 ed 95\n{lines}", "Ana", "Bo", "Ed")
    assert sentence in said
    assert said.count("Ed may buy back from 95 to 14 for $20: y or n?") == 2
    assert "  Ed       14        -$44" in said


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("undo", "hand 1> "),
        ("fix 1 bo close ana 14 ed 30", "Hand 1: Bo closes: Ana 14, Ed 30"),
        ("rename ed Eddy", "Eddy may buy back"),
        ("strike 1", "hand 1> "),
        ("adjust bo ana 5 taxi", "Ed may buy back"),
        ("paid bo ana 5", "Ed may buy back"),
        ("way 1", "The sums do not stop."),
        ("redo", "Ed may buy back"),
    ],
)
def test_every_command_that_changes_something_is_done_at_an_offer(told: Told, line: str, sentence: str) -> None:
    said = told.to(f"bo close ana 14 ed 95\n{line}\n", "Ana", "Bo", "Ed")
    assert sentence in said.partition("y or n? ")[2]
    assert "Say y or n" not in said


def test_every_command_is_taken_while_a_count_is_asked_for(told: Told) -> None:
    said = told.to("bo close ana 14\n?\nsheet\nmany\n30\n", "Ana", "Bo", "Cy")
    assert said.count("What does Cy count? ") == 4
    assert "Say a whole number; another command, such as undo, sets this hand aside." in said
    assert "Hand 1: Bo closes: Ana 14, Cy 30" in said
    said = told.to("ana close\nundo\n", "--pad", said.partition("(")[2].partition(")")[0])
    assert "Hand 1" not in said.rpartition("What does")[2], "the hand that was typed is set aside, and the last is undone"


def test_a_hand_that_was_left_half_typed_is_not_said_to_be_kept(told: Told) -> None:
    said = told.to("bo close ana 14\nq\n", "Ana", "Bo", "Cy")
    assert "The hand was not whole, and is not written down.\n\nEverything is kept" in said


def test_ctrl_c_leaves_as_ctrl_d_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Interrupted(io.StringIO):
        def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
            line = super().readline(-1)
            if not line:
                raise KeyboardInterrupt
            return line

    monkeypatch.setattr("sys.stdin", Interrupted("bo close ana 14\n"))
    assert main(["Ana", "Bo", "--database", str(tmp_path / "pads.sqlite")]) == 0
    told = capsys.readouterr().out
    assert "Hand 1: Bo closes: Ana 14" in told
    assert "Everything is kept; `continental score --database" in told


def test_leaving_says_the_words_that_go_on(told: Told) -> None:
    told.to("", "Ana", "Bo")
    said = told.to("bo close ana 14\n")
    words = re.findall("`continental (score .*)` goes on with it", said)[0].split()
    assert main(words[1:]) == 0


def test_a_match_goes_on_where_it_was_left(told: Told) -> None:
    told.to("bo close ana 14 cy 30\n", "Ana", "Bo", "Cy", "--title", "Friday")
    said = told.to("ana knock 3 bo 5 cy 12\n")
    assert "hand 2> Hand 2: Ana knocks with a 3" in said
    assert ": Ana, Bo, Cy; 2 hands, playing" in told.to("", "--list")


def test_mistakes_are_mended_and_the_trail_tells_of_them(told: Told) -> None:
    lines = "bo close ana 14 cy 30\nana close bo 5 cy 6\nfix 1 bo close ana 41 cy 30\nundo\nredo\nstrike 2\nmove 1 1\ntrail\n"
    said = told.to(lines, "Ana", "Bo", "Cy")
    assert re.search(r"^  20\d\d-\d\d-\d\d \d\d:\d\d  Shell changed hand 1: Ana 14 → 41$", said, re.MULTILINE)
    assert "Shell took back: a changed hand, Bo closes: Ana 41, Cy 30" in said
    assert "Shell struck out hand 2: Ana closes: Bo 5, Cy 6" in said


def test_a_correction_that_makes_a_later_hand_impossible_stops_the_sums_and_names_the_ways_on(told: Told) -> None:
    lines = "bo close ana 14 cy 80\nana close bo 5 cy 6\nfix 1 bo close ana 14 cy 105\n"
    said = told.to(lines, "Ana", "Bo", "Cy")
    assert "The sums stop here, 1 kept below: Hand 2: Cy is out of the match, and yet has a count." in said
    assert "2 Strike out hand 2;" in said
    assert "stopped> " in said


def test_a_way_on_is_taken_by_its_number(told: Told) -> None:
    stops = "bo close ana 14 cy 95\ny\nana close bo 5 cy 6\nway 1\nfix 1 bo close ana 14 cy 85\n"
    said = told.to(stops + "pay\nway 2\nway 9\nway 1\n", "Ana", "Bo", "Cy")
    assert "stopped> By the sums before the first hand; what comes after is not counted until they go on:" in said
    assert "The sums do not stop." in said
    assert "The sums stop here, 2 kept below: Hand 1: Cy buys back, but is offered nothing after this hand." in said
    assert "1 Take away the buy-back of Cy after hand 1;" in said
    assert "Type what it was: fix 1 …." in said
    assert "There are 4 ways on." in said
    assert said.split("stopped> ")[-1].startswith("Hand 2: Ana closes: Bo 5, Cy 6\n")


def test_a_correction_keeps_the_answers_as_they_stand(told: Told) -> None:
    said = told.to("bo close ana 14 cy 95\ny\nfix 1 bo close ana 14 cy 41\nfix 1 bo close ana 14 cy 93\n", "Ana", "Bo", "Cy")
    assert said.count("Cy may buy back") == 1
    assert "Cy buys back, but is offered nothing" in said
    assert "  Cy       14        -$44" in said.split("stopped> ")[1]


def test_what_happens_between_hands(told: Told) -> None:
    said = told.to("join Dan\nbo close ana 14 cy 30 dan 20\nleave cy\nrename bo Bob\ndead\nstop\npay\n", "Ana", "Bo", "Cy")
    assert "Dan joins" in said
    assert "Cy leaves" in said
    assert "Bob" in said
    assert "The match was broken off." in said


def test_who_pays_whom_with_ticks_and_adjustments(told: Told) -> None:
    said = told.to("ana close bo 120\npaid bo ana 20\nadjust bo ana 5 taxi home\npay\n", "Ana", "Bo")
    assert "Bo paid Ana $20" in said
    assert "Bo pays Ana $9" in said
    assert "(adjusted: Bo to Ana $5, taxi home)" in said
    assert "Ana won the match." in said


def test_a_game_for_points_has_no_money_on_its_sheet(told: Told) -> None:
    said = told.to("bo out ana 15 cy 30\nnobody ana 5 bo 10 cy 20\nsheet\npay\n", "Ana", "Bo", "Cy", "--rules", "seven_hands")
    assert "Hand 2: Nobody closes: Ana 5, Bo 10, Cy 20\n  Ana      20\n  Bo       10\n  Cy       50\nCy deals." in said
    assert "Nobody owes anything." in said
    assert "$" not in said
    assert "pot" not in said


def test_a_match_is_taken_out_to_files(told: Told) -> None:
    said = told.to(
        "ana close bo 20\nexport match.json\nexport match.csv\nexport match.full.json\nexport match.json\nexport x\n", "Ana", "Bo"
    )
    assert read_match((told.folder / "match.json").read_text("utf-8")).standing.totals == (-10, 20)
    assert "Ana: count" in (told.folder / "match.csv").read_text("utf-8")
    assert json.loads((told.folder / "match.full.json").read_text("utf-8"))["form"] == "continental pad 1"
    assert "match.json is there already" in said
    assert "The file's name ends in" in said


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((), "There is no pad yet"),
        (("Ana",), "House Rules is for 2 to 6 players, not 1."),
        (("Ana", "Ana"), "Two players are called Ana"),
        (("Ana", "Bo", "--ante", "7"), "The ante is a multiple of $10"),
        (("Ana", "Bo", "--dealer", "Cy"), "The dealer Cy is no player"),
        (("Ana", "Bo", "--rules", "chess"), "There is no rule set chess"),
        (("Ana", "Bo", "--switch", "sugar=no"), "sugar is no switch"),
        (("--pad", "zzz"), "There is no pad 'zzz'"),
        (("Ana", "x" * 41), "A name has 1 to 40 letters"),
    ],
)
def test_words_that_cannot_be_are_one_sentence(told: Told, words: tuple[str, ...], sentence: str) -> None:
    assert sentence in told.to("", *words)
    assert told.status == 2


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("zed close", "'zed' is no player; the players are Bo, Cy, Ana."),
        ("bo hop", "After the name comes close, knock, continental or flush."),
        ("bo knock", "The line stops where the card of the knock"),
        ("bo close ana x", "The count of Ana is a whole number, not 'x'."),
        ("bo close ana 1 ana 2", "Ana is there twice."),
        ("fix 9 bo close", "There is no hand 9; none is written down yet."),
        ("bo 'close", "A quotation mark is missing its fellow."),
        ("adjust bo ana", "An adjustment takes two names"),
        ("paid bo", "A payment takes two names"),
        ("rename bo", "Renaming takes two names"),
        ("undo", "There is nothing left to undo."),
        ("bo close ana 500 cy 1", "The count of Ana is 500"),
        ("join", "One word is wanted there"),
        ("?", "Mistakes:"),
    ],
)
def test_a_line_that_says_nothing_is_answered_and_changes_nothing(told: Told, line: str, sentence: str) -> None:
    assert sentence in told.to(f"{line}\nquit\n", "Ana", "Bo", "Cy")


def test_lines_are_read_into_hands() -> None:
    reader = LineReader(("Ana", "Bo", "Cy"), "money", lambda _: "7")
    assert reader.read(["BO", "knock", "2", "a", "14", "jokers", "c", "3", "feeder", "ana"]) == PaperHand(
        "Bo", Ending.KNOCK, {"Ana": 14, "Cy": 7}, 2, {"Cy": 3}, "Ana", ()
    )
    points = LineReader(("Ana", "Bo"), "points", lambda _: "40")
    assert points.read(["bo", "once"]) == PointsHand("Bo", {"Ana": 40}, at_once=True)
    assert points.read(["nobody", "ana", "3", "bo", "4"]) == PointsHand(None, {"Ana": 3, "Bo": 4}, at_once=False)
    with pytest.raises(NotUnderstood, match="out, or once"):
        points.read(["bo", "close"])


def test_names_numbers_and_money_are_read() -> None:
    assert find_name("b", ("Ana", "Bo")) == "Bo"
    assert find_name("an", ("An", "Ana")) == "An"
    with pytest.raises(NotUnderstood, match="more than one player"):
        find_name("a", ("An", "Ana"))
    assert find_number("−10", "It") == -10
    assert (find_money("$12.50"), find_money("12,50"), find_money("5")) == (1250, 1250, 500)
    with pytest.raises(NotUnderstood, match="dollars"):
        find_money("1,250")
