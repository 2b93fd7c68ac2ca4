"""What a person sees at a terminal: suits, colour, lines that end between words, hands in their melds; a pipe gets plain text."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from continental.cli import main
from continental.cli.in_melds import in_melds
from continental.cli.screen import Screen, wrap
from continental.play.terms import Seat
from continental.testing.builders import match_with
from tests.cli.test_contract_play import table

RECORDS = Path(__file__).parents[2] / "records"


class Terminal(io.StringIO):
    """A terminal of some encoding."""

    def __init__(self, encoding: str = "utf-8") -> None:
        super().__init__()
        self._encoding = encoding

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._encoding

    def isatty(self) -> bool:
        return True


Run = Callable[..., str]


@pytest.fixture
def at_terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run a command at a terminal, with lines of input; what it showed."""

    def run(*words: str, lines: str = "", encoding: str = "utf-8", **environment: str) -> str:
        monkeypatch.chdir(tmp_path)
        for name, value in {"TERM": "xterm", "NO_COLOR": "", "COLUMNS": "100", **environment}.items():
            monkeypatch.setenv(name, value)
        terminal = Terminal(encoding)
        monkeypatch.setattr("sys.stdout", terminal)
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        assert main(list(words)) == 0
        return terminal.getvalue()

    return run


COUNT = ("count", "9C", "JK", "JK", "5H", "6H", "7H", "KS", "KD", "KH", "2D")


def test_suits_and_colour_are_shown_at_a_terminal(at_terminal: Run) -> None:
    told = at_terminal(*COUNT)
    assert "9♣ \033[33mJK\033[0m" in told
    assert "\033[31m5♥\033[0m" in told
    assert "K♠" in told
    assert not re.search(r"\b[2-9TJQKA][SHDC]\b", told)


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"TERM": ""}])
def test_nobody_gets_colour_who_wants_none(at_terminal: Run, environment: dict[str, str]) -> None:
    told = at_terminal(*COUNT, **environment)
    assert "\033" not in told
    assert "5♥ 6♥ 7♥" in told


def test_a_terminal_that_cannot_show_suits_gets_letters(at_terminal: Run) -> None:
    told = at_terminal(*COUNT, encoding="ascii", NO_COLOR="1")
    assert "5H 6H 7H" in told
    assert "?" not in told.replace("13?36", "")


def test_a_pipe_gets_plain_text(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "30")
    assert main(list(COUNT)) == 0
    told = capsys.readouterr().out
    assert told.startswith("Cards    KS 5H 6H 7H KH 2D KD 9C JK JK\n")
    assert not re.search("[♠♥♦♣\033]", told)


def test_a_contract_hand_that_is_counted_lies_in_its_melds(at_terminal: Run, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("count", "--rules", "contract", "7S", "7H", "7D", "KH", "2C", "4D", "QS", "TS", "9C", "3H")
    assert "Holds    [7♠ 7♥ 7♦]  " in at_terminal(*words, NO_COLOR="1")


def test_what_was_wrong_is_said_in_lines_that_end_between_words(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setenv("COLUMNS", "30")
    assert main(["count", "7S", "zz"]) == 2
    lines = terminal.getvalue().splitlines()
    assert len(lines) > 1
    assert max(map(len, lines)) <= 30
    assert "write rank then suit" in " ".join(" ".join(lines).split())


def test_json_is_json_at_a_terminal_too(at_terminal: Run) -> None:
    told = at_terminal(*COUNT, "--json", COLUMNS="20")
    assert '"5H"' in told


def test_play_replay_and_score_show_suits_too(at_terminal: Run) -> None:
    assert re.search("Your hand: .*[♠♥♦♣]", at_terminal("play", "--seed", "3", lines="d\n"))
    record = str(RECORDS / "house/whole_match.record")
    assert re.search("throws .*[♠♥♦♣]", at_terminal("replay", record, "--open"))
    said = at_terminal("score", "Ana", "Bo", "AS", "--database", "pads.sqlite", lines="?\n", NO_COLOR="1")
    assert "AS" in said, "a name that looks like a card stays a name"


def test_a_name_or_a_hash_is_no_card(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stdout", terminal)
    monkeypatch.setenv("NO_COLOR", "1")
    Screen(["AS", "JK Rowling"]).say(["AS throws 9H. JK draws 2S, house:4D.5 $2D 7S's 10H XAS"])
    assert terminal.getvalue() == "AS throws 9♥. JK draws 2♠, house:4D.5 $2D 7S's 10H XAS\n"


@pytest.mark.parametrize("line", ["  one two three four five six", "x" * 70, "", "  " + "word " * 30, "What does Bo count? "])
@pytest.mark.parametrize("most", [20, 24, 33])
def test_lines_are_broken_between_words_and_lose_none(line: str, most: int) -> None:
    broken = wrap(line, most)
    assert all(len(each) <= most for each in broken)
    if max(map(len, line.split()), default=0) <= most - 4:
        assert " ".join(broken).split() == line.split()
    assert "".join("".join(broken).split()) == "".join(line.split())
    assert broken[-1].endswith(" ") == line.endswith(" ") or not line.strip() or len(broken) > 1


def test_no_line_of_score_is_wider_than_the_terminal(at_terminal: Run) -> None:
    told = at_terminal("score", "Anastasia", "Bo", "--database", "pads.sqlite", lines="?\nbo what\nanastasia zz\n", COLUMNS="40")
    assert max(map(len, told.replace("hand 1> ", "\n").splitlines())) <= 40
    assert "After the name comes close, knock,\n  continental or flush." in told


def test_hands_lie_in_their_melds() -> None:
    house = match_with(["5H 6H 7H | KS KD KH | 2D 9C TS QS", ""])
    assert in_melds(house.rules, house.position, Seat(0)).count("[") == 2
    contract = table(["7S 7H 7D | 9C 9D | KH 2C 4D QS TS"])
    assert in_melds(contract.rules, contract.position, Seat(0)).startswith("[7S 7H 7D]  ")
    both = table(["7S 7H 7D | 9C 9D JK | KH 2C 4D QS"])
    assert in_melds(both.rules, both.position, Seat(0)).count("[") == 2
    neither = table(["7S 8H TD KC 2D 4S JH 9C QD 3H"])
    assert "[" not in in_melds(neither.rules, neither.position, Seat(0))
