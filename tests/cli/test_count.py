"""`continental count`, and the word that leads to it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

import continental
from continental.cards import JOKER, Cards, print_cards, without
from continental.cli import COMMANDS, main
from continental.hands.answer import HiddenCount, look_at_hand
from continental.rules import load as loading
from continental.rules import tables
from continental.rules.load import load
from continental.testing import every_arrangement
from tests.melds.hands import dense_hands, hand

HOUSE = load("house")


def answer(words: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """What the command answers as JSON."""
    assert main(["count", "--json", *words.split()]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    found: dict[str, Any] = json.loads(told.out)
    return found


def reached(found: dict[str, Any]) -> list[int]:
    return [row["points"] for row in found["reach"]]


def test_a_hand_of_ten_is_answered_with_every_key(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer("9C JK JK 5H 6H 7H KS KD KH 2D", capsys)
    reach = [(row["points"], row["total"], row["says"]) for row in found.pop("reach")]
    assert reach == [(points, points, "in") for points in (2, *range(13, 37), 41)]
    assert found == {
        "cards": ["KS", "5H", "6H", "7H", "KH", "2D", "KD", "9C", "JK", "JK"],
        "least": 2,
        "melds": [["5H", "6H", "7H"], ["KS", "KH", "KD"], ["9C", "JK=9S", "JK=9H"]],
        "left": ["2D"],
        "held": 0,
        "thrown": None,
        "before": 0,
        "by_jokers_melded": [11, 11, 2],
        "declare": {"knock": ["2D"], "close": False, "continental": False, "straight_flush": False},
        "discards": None,
    }


def test_of_eleven_cards_the_best_throw_comes_first_and_the_rest_is_of_what_stays(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer("AC 3C 5C 6C 3D 4D 5D 6D 4H 5H 6H", capsys)
    assert found["discards"][:2] == [{"card": "AC", "least": 14}, {"card": "6C", "least": 23}]
    assert len(found["discards"]) == 11
    assert (found["least"], found["thrown"]) == (14, "AC")
    laid = [text.partition("=")[0] for meld in found["melds"] for text in meld]
    assert sorted([*laid, *found["left"], "AC"]) == sorted(found["cards"])
    assert found["declare"] == {"knock": [], "close": False, "continental": False, "straight_flush": False}


def test_a_switch_changes_what_is_answered(capsys: pytest.CaptureFixture[str]) -> None:
    """Before, `count` read the catalogue by itself, its switches at their defaults."""
    cards = "9C JK JK 5H 6H 7H KS KD KH AD --total 99"
    assert answer(cards, capsys)["declare"]["knock"] == []
    assert answer(f"{cards} --switch knock_card=ace_at_99", capsys)["declare"]["knock"] == ["AD"]
    assert answer("JK --switch joker_value=fixed_20", capsys)["least"] == 20
    assert answer("--rules contract 7H 7D 7C 7S 7H 9S 9H 9C --switch layoff_same_turn=no", capsys)["contract"]["points_left"] == 7
    assert main(["count", "9C", "--switch", "joker_value=7"]) == 2
    assert main(["count", "9C", "--switch", "joker_value"]) == 2


def test_two_melds_never_share_one_joker(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer("7D 7S JK 9S 9C JK 2H 3H 4H 5H", capsys)
    assert (found["least"], found["left"], found["declare"]["close"]) == (0, [], True)


@pytest.mark.parametrize(("total", "least"), [("99", 1), ("98", 15), ("100", 15), ("-12", 15)])
def test_5_1_an_ace_is_one_at_99_only(total: str, least: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(f"AS --total {total}", capsys)["least"] == least


def test_5_3_a_held_joker_is_called_as_a_card(capsys: pytest.CaptureFixture[str]) -> None:
    held = answer("2S 2H 2D JK --total 88", capsys)
    assert reached(held) == [0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15]
    lonely = answer("JK", capsys)
    assert (lonely["least"], lonely["held"], lonely["by_jokers_melded"]) == (2, 1, [0, None])
    assert reached(lonely) == [2, 3, 4, 5, 6, 7, 8, 9, 10, 15]
    assert reached(answer("JK --total 99", capsys)) == list(range(1, 11))


def test_cards_are_read_in_many_ways(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["count", "--json", "7♠ ♠7, 7h | 10♦", "joker"]) == 0
    assert json.loads(capsys.readouterr().out)["cards"] == ["7S", "7S", "7H", "TD", "JK"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("", "A hand to be counted has 1 to 11 cards, not 0."),
        ("1S", "is no card"),
        ("9C JK=9H", "is no card"),
        ("9C 9C 9C", "9C is there 3 times; the pack has 2."),
        ("JK " * 8, "JK is there 8 times; the pack has 7."),
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS", "A hand to be counted has 1 to 11 cards, not 12."),
        ("9C --total x", "is no total: it is a whole number"),
        ("9C --total 1.5", "is no total"),
        ("9C --total ٩", "is no total"),
        ("9C --total 1_0", "is no total"),
        ("9C --total " + "9" * 5000, "is no total"),
        ("9C --total 101", "A player at 101 is out"),
        ("9C --total", "expected one argument"),
        ("9C --rules nowhere", "There is no rule set nowhere; there are: "),
        ("9C --rules ../house", "There is no rule set"),
        ("9C --loud", "--loud"),
        ("9C --tot 4", "--tot"),
    ],
)
def test_what_is_no_hand_is_refused_in_one_sentence(words: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["count", *words.split()]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert sentence in told.err
    assert told.err.count("\n") == 1


def test_what_a_person_reads(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["count", "9C JK JK 5H 6H 7H KS KD KH 2D"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Cards    KS 5H 6H 7H KH 2D KD 9C JK JK",
        "Melds    5H 6H 7H | KS KH KD | 9C JK=9S JK=9H",
        "Left     2D",
        "Counts   2 at least; can be declared: 2, 13–36, 41",
        "Jokers   0 melded leaves 11, 1 melded leaves 11, 2 melded leaves 2",
        "Declare  knock with 2D",
    ]
    assert main(["count", "AS 2S 3S 4S 5S 6S 7S 8S 9S TS KD"]) == 0
    assert "Throw    KD leaves 0, " in capsys.readouterr().out


@settings(max_examples=40)
@given(dense_hands().filter(lambda cards: len(cards) == 11))
def test_each_throw_counts_what_stays_at_its_least(cards: Cards) -> None:
    told = look_at_hand(HOUSE, cards).count
    assert isinstance(told, HiddenCount)
    assert told.discards is not None
    assert [least for _, least in told.discards] == sorted(least for _, least in told.discards)
    assert told.discards[0][1] == told.worth.least == min(row.points for row in told.reach)
    for card, least in told.discards:
        rest = without(cards, (card,))
        slow = every_arrangement.least_by_jokers(rest, HOUSE.values.by_rank)
        held = rest.count(JOKER)
        assert least == min(points + 2 * (held - k) for k, points in enumerate(slow) if points is not None)


SLOW_TO_START = {"asyncio", "concurrent", "logging", "numpy", "pydantic", "socket", "sqlalchemy"}


def test_count_imports_the_rules_and_little_else() -> None:
    """It answers at once, so nothing that is slow to start may come along; with no site packages there is nothing else."""
    program = (
        "import sys; sys.path.insert(0, sys.argv[1]); from continental.cli import main;"
        "status = main(['count', '9C', 'JK', 'JK']);"
        "print(*sorted({'.'.join(name.split('.')[:2]) for name in sys.modules})); sys.exit(status)"
    )
    source = str(Path(continental.__file__).parents[1])
    done = subprocess.run([sys.executable, "-I", "-S", "-c", program, source], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "JK=9S" in done.stdout
    loaded = set(done.stdout.splitlines()[-1].split())
    ours = {name for name in loaded if name.startswith("continental.")}
    assert ours <= {
        f"continental.{name}" for name in ("bots", "cards", "cli", "codec", "hands", "melds", "play", "rules", "words")
    }
    assert not loaded & SLOW_TO_START


def test_a_word_that_is_no_command_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cuont"]) == 2
    assert "no command 'cuont': say one of play, serve, count" in capsys.readouterr().err


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == main(["--help"]) == main(["-h"]) == 0
    told = capsys.readouterr().out
    assert all(f"  {name} " in told for name in COMMANDS)
    assert main(["count", "--help"]) == 0
    assert "usage: continental count" in capsys.readouterr().out


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"continental {continental.__version__}\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no file here that is always full")
@pytest.mark.parametrize("words", [["count", "9H"], ["replay", "records/house/bounty.record", "--verify"], ["help"]])
def test_an_answer_that_cannot_be_written_is_one_sentence(words: list[str]) -> None:
    root = Path(__file__).parents[2]
    command = [sys.executable, "-m", "continental", *words]
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(command, check=False, stdout=full, stderr=subprocess.PIPE, text=True, cwd=root)
    assert (ran.returncode, ran.stderr) == (1, "The answer cannot be written: No space left on device.\n")


def test_the_module_runs_as_the_command_does_and_a_closed_pipe_is_no_fault() -> None:
    words = [sys.executable, "-m", "continental", "count", *print_cards(hand("9C JK JK")).split()]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as piped:
        assert piped.stdout is not None
        assert piped.stderr is not None
        piped.stdout.close()
        assert piped.stderr.read() == b""


@pytest.mark.parametrize(
    ("key", "was", "broken", "said"),
    [
        ("house", "relief_ace", "relief_aze", "house.toml: there is no key values.relief_aze (did you mean relief_ace?)"),
        ("contract", 'track = "A23456789TJQKA"', 'track = "X"', "contract.toml: grammar.runs.track does not fit"),
        ("contract", 'default = "3"', 'default = "5"', "contract.toml: switches.run_min.default takes 3 or 4"),
        ("fournier", "per_deck = { switch", "per_dekk = { switch", "fournier.toml: there is no key"),
        ("house", "[values]", "[values", "house.toml is no TOML file"),
    ],
)
def test_a_file_that_does_not_fit_is_said_with_file_and_key(
    key: str,
    was: str,
    broken: str,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = (tables.CATALOGUE / f"{key}.toml").read_text("utf-8")
    assert was in text
    (tmp_path / f"{key}.toml").write_text(text.replace(was, broken), encoding="utf-8")
    caches = (tables.catalogue, tables._read, tables.switches_of, loading._rule_set, loading._check_all_choices)
    monkeypatch.setattr(tables, "CATALOGUE", tmp_path)
    for each in caches:
        each.cache_clear()
    try:
        assert main(["count", "7S", "7H", "--rules", key]) == 2
    finally:
        monkeypatch.undo()
        for each in caches:
            each.cache_clear()
    assert capsys.readouterr().err.startswith(said)
