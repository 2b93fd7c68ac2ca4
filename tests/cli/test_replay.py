"""`continental replay`: steps as one seat sees them, the result last, and a verdict with the line that is wrong."""

from __future__ import annotations

import io
import json
import os
import pty
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from continental.cards import print_card
from continental.cli.replay import main
from continental.engine import Match
from continental.play.actions import Knock
from continental.play.record import Sitter
from continental.play.terms import Cents, Phase, Seat
from continental.replay import write_record
from continental.rules.load import load
from continental.testing.builders import hand, match_with, play_at_random

SITTERS = (Sitter("Ana"), Sitter("Ben", "greedy"), Sitter("Cy"))


@pytest.fixture(scope="module")
def match() -> Match:
    return play_at_random(Match.begin(load("house"), 3, Cents(10_00)), random.Random(1), 2)


@pytest.fixture(scope="module")
def text(match: Match) -> str:
    return write_record(match, SITTERS)


@pytest.fixture
def file(text: str, tmp_path: Path) -> str:
    path = tmp_path / "night.record"
    path.write_text(text, encoding="utf-8")
    return str(path)


def knocked() -> Match:
    match = match_with(["7H 7D 7C 9S TS JS 2C 3C 4C 2D", "JK JK JK AH 4D 6S 8H TD QC KS", ""], dealer=2)
    match.play(Knock(Seat(0), hand("2D")[0]))
    while match.position.phase not in (Phase.COMMIT, Phase.OVER):
        match.play(match.options(match.position.asked[0])[0])
    return match


def told(file: str, *words: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main([file, *words]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    return said.out


def steps(file: str, *words: str, capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    answer: dict[str, Any] = json.loads(told(file, *words, "--json", capsys=capsys))
    assert answer["seats"] == ["Ana", "Ben", "Cy"]
    found: list[dict[str, Any]] = answer["steps"]
    return found


def test_a_record_that_is_right_gets_a_sentence(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    counts = r"2 deals, \d+ rebuilt stocks? and \d+ acts"
    wanted = rf"The record is right: {counts} agree with its dice and its rules; the match goes on\.\n"
    assert re.fullmatch(wanted, told(file, "--verify", capsys=capsys))


def test_the_verdict_as_json(file: str, match: Match, capsys: pytest.CaptureFixture[str]) -> None:
    verdict = json.loads(told(file, "--verify", "--json", capsys=capsys))
    assert verdict["right"] is True
    assert (verdict["deals"], verdict["open_deals"], verdict["status"], verdict["winners"]) == (2, 0, "playing", [])
    assert verdict["acts"] == len(match.actions) - 4


@pytest.mark.parametrize("words", [["--verify"], [], ["--json"]])
def test_a_wrong_line_is_told_by_its_number(
    words: list[str], text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "wrong.record"
    path.write_text(re.sub("^dice: .", lambda found: "dice: " + ("0" if found[0][-1] != "0" else "1"), text, flags=re.MULTILINE))
    line = text.splitlines().index(next(line for line in text.splitlines() if line.startswith("dice"))) + 1
    assert main([str(path), *words]) == 2
    assert re.fullmatch(
        rf"Line {line}: The SHA-256 of these dice is [0-9a-f]{{64}}, which is not the commitment\.\n", capsys.readouterr().err
    )


def test_a_deal_that_was_dealt_by_hand_is_named_and_not_called_shuffled(
    file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stacked = match_with(["9H 9C JK | 4S 5S 6S", "", ""], dealer=2, hands_before=0)
    start = stacked.position.standing
    play_at_random(stacked, random.Random(4), 1)
    path = tmp_path / "stacked.record"
    path.write_text(write_record(stacked, [Sitter(name) for name in ("Ana", "Ben", "Cy")], start), "utf-8")
    said = told(str(path), "--verify", capsys=capsys)
    assert said.startswith("The acts are right: ")
    assert "deal 1 was dealt by hand" in said
    assert "The record is right" not in said
    assert json.loads(told(str(path), "--verify", "--json", capsys=capsys))["dealt_by_hand"] == [1]
    assert json.loads(told(file, "--verify", "--json", capsys=capsys))["dealt_by_hand"] == []


def test_the_standard_input_is_read(text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert main(["-", "--verify"]) == 0
    assert "The record is right" in capsys.readouterr().out


def test_who_watches_sees_no_card_that_is_drawn(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = told(file, capsys=capsys)
    assert "Ana draws a card." in said
    assert not re.search(r"draws [0-9TJQKA]", said)
    assert "holds" not in said


def test_a_seat_sees_its_own_cards_alone(file: str, match: Match, capsys: pytest.CaptureFixture[str]) -> None:
    said = told(file, "--seat", "Ben", capsys=capsys)
    assert re.search(r"Ben draws (\w\w)\.", said)
    assert "Ana draws a card." in said
    assert "Ben holds" in said
    assert "Ana holds" not in said
    for step in steps(file, "--seat", "1", capsys=capsys):
        if step["act"] == {"do": "draw", "seat": 0}:
            assert step["outcome"] is None
            assert [event["card"] for event in step["events"] if event["is"] == "seen_drew"] == [None]
        assert "hands" not in step
        assert step["view"]["seat"] == 1


def test_open_cards_show_every_hand(file: str, match: Match, capsys: pytest.CaptureFixture[str]) -> None:
    said = told(file, "--open", capsys=capsys)
    for name in ("Ana", "Ben", "Cy"):
        assert f"{name} holds" in said
    last = steps(file, "--open", capsys=capsys)[-1]
    assert last["hands"] == [[print_card(card) for card in cards] for cards in match.position.dealing.hands]


def test_the_result_of_a_hand_comes_at_its_end_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = knocked()
    path = tmp_path / "knock.record"
    path.write_text(write_record(match, SITTERS, match_with([""], players=3, dealer=2).position.standing), encoding="utf-8")
    said = told(str(path), "--open", capsys=capsys).splitlines()
    ended = next(number for number, line in enumerate(said) if line.startswith("*** Ana knocks"))
    assert not any("counts" in line or "Scored" in line or "pays" in line or "dice of" in line for line in said[:ended])
    assert any("Ben counts" in line for line in said[ended:])
    seen = steps(str(path), capsys=capsys)
    for step in seen[:2]:
        assert step["view"]["totals"] == [0, 0, 0]
        assert step["view"]["deal"] is None or step["view"]["deal"]["dice"] is None


def test_one_deal_alone(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    said = told(file, "--deal", "2", capsys=capsys)
    assert "— Deal 2 —" in said
    assert "— Deal 1 —" not in said
    assert {step["deal"] for step in steps(file, "--deal", "2", capsys=capsys)} == {2}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--deal", "9"], "The record has no deal 9 that is over."),
        (["--seat", "Zoe"], "Nobody in this record is named 'Zoe'; there are: Ana, Ben, Cy."),
        (["--seat", "3"], "Nobody in this record is named '3'; there are: Ana, Ben, Cy."),
    ],
)
def test_words_that_name_nothing_are_refused(
    words: list[str], sentence: str, file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([file, *words]) == 2
    assert capsys.readouterr() == ("", sentence + "\n")


def test_two_of_one_name_are_told_apart_by_number(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "twins.record"
    path.write_text(write_record(Match.begin(load("house"), 2, Cents(10_00)), [Sitter("Ann"), Sitter("Ann")]), encoding="utf-8")
    assert main([str(path), "--seat", "Ann"]) == 2
    assert "say its number" in capsys.readouterr().err
    assert main([str(path), "--seat", "1"]) == 0


def test_a_file_that_is_no_text_or_not_there_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "picture.png"
    picture.write_bytes(b"\x89PNG\xff")
    assert main([str(picture)]) == 2
    assert "byte 1 is not UTF-8" in capsys.readouterr().err
    assert main([str(tmp_path / "nowhere")]) == 2
    assert "cannot be read" in capsys.readouterr().err


def test_a_name_moves_no_cursor(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "names.record"
    match = knocked()
    sitters = [Sitter("\x1b[2J"), Sitter("B"), Sitter("C")]
    path.write_text(write_record(match, sitters, match_with([""], players=3, dealer=2).position.standing), encoding="utf-8")
    assert "\x1b" not in told(str(path), capsys=capsys)


def test_at_a_terminal_it_waits_for_enter_and_leaves_at_q(file: str) -> None:
    ours, theirs = pty.openpty()
    program = "import sys; from continental.cli.replay import main; sys.exit(main(sys.argv[1:]))"
    with subprocess.Popen([sys.executable, "-c", program, file], stdin=theirs, stdout=theirs, stderr=subprocess.STDOUT) as ran:
        os.close(theirs)
        said, answers = b"", [b"\n", b"\n", b"q\n"]
        while answers:
            said += os.read(ours, 4096)
            while answers and said.count("leave —".encode()) > 3 - len(answers):
                os.write(ours, answers.pop(0))
        assert ran.wait(timeout=30) == 0
    os.close(ours)
    assert said.decode().count("Enter: next") == 3
