"""A bot that lives outside: JSON lines over two streams, held by a child process and by wrong answers."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from continental.bots.api import UNHURRIED, BotError, Budget, make_bot
from continental.bots.outside import MOST_LETTERS, OutsideBot
from continental.bots.sitting import Sitting
from continental.engine import Match
from continental.play.actions import Draw
from continental.play.terms import Cents, Seat
from continental.rules.load import load
from continental.testing.bot_kit import dice_of
from continental.testing.builders import match_with

HOUSE = load("house")
DOCUMENT = Path(__file__).parents[2] / "docs" / "bots.md"


def example() -> str:
    """The program of a bot that docs/bots.md shows."""
    blocks: list[str] = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
    return next(block for block in blocks if "sys.stdin" in block)


@contextmanager
def child(program: str) -> Iterator[OutsideBot]:
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as process:
        assert isinstance(process.stdin, io.TextIOWrapper)
        assert isinstance(process.stdout, io.TextIOWrapper)
        yield OutsideBot(Seat(1), HOUSE, bytes(32), hear=process.stdout, say=process.stdin)
        process.stdin.close()
        assert process.wait(20) == 0


def test_the_example_of_the_document_plays_a_match_from_a_process_of_its_own() -> None:
    with child(example()) as outside:
        match = Match.begin(HOUSE, 2, Cents(1000))
        sitting = Sitting(match, {Seat(0): make_bot("greedy", Seat(0), HOUSE, bytes(32)), Seat(1): outside})
        while not match.is_over:
            sitting.deal(dice_of(f"outside {match.position.standing.hands}"))
            sitting.play_hand()
    assert any(action.seat == 1 for action in match.actions)


def test_the_other_program_of_the_document_runs() -> None:
    blocks = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
    (program,) = [block for block in blocks if "Sitting.begin" in block]
    where = {**os.environ, "PYTHONPATH": str(DOCUMENT.parents[1] / "src")}
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60, env=where)


def asked(answer: str) -> tuple[object, list[dict[str, object]]]:
    """What is made of an answer, and the lines that were said."""
    said = io.StringIO()
    bot = OutsideBot(Seat(0), HOUSE, bytes(32), hear=io.StringIO(answer), say=said)
    match = match_with(players=2)
    act = bot.choose(match.view(Seat(0)), match.options(Seat(0)), Budget(ms=250))
    return act, [json.loads(line) for line in said.getvalue().splitlines()]


def test_it_says_hello_and_then_asks_with_view_options_and_budget() -> None:
    act, lines = asked('{"do": "draw", "seat": 0}\n')
    assert act == Draw(Seat(0))
    hello, question = lines
    assert (hello["say"], hello["protocol"], hello["seat"], hello["rules"]) == ("hello", 1, 0, "house 1")
    assert hello["dice"] == "00" * 32
    assert hello["switches"] == dict(HOUSE.chosen)
    assert (question["say"], question["ms"]) == ("choose", 250)
    options = question["options"]
    assert isinstance(options, list)
    assert options[0] == {"do": "draw", "seat": 0}


def test_an_option_may_be_named_by_its_place() -> None:
    act, _ = asked('{"option": 0}\n')
    assert act == Draw(Seat(0))


@pytest.mark.parametrize(
    ("answer", "code", "sentence"),
    [
        ("", "bot_gone", "no longer answers"),
        ("nonsense\n", "bot_answer", "no JSON"),
        ("[" * 5000 + "\n", "bot_answer", "no JSON"),
        ("[1]\n", "bot_answer", "no act"),
        ('{"do": "fly"}\n', "bot_answer", "no act"),
        ('{"do": "discard", "seat": 0, "card": "ZZ"}\n', "bot_answer", "no act"),
        ('{"do": "draw", "seat": 1}\n', "bot_answer", "answered for seat 1"),
        ('{"option": 99}\n', "bot_answer", "named no option"),
        ('{"option": true}\n', "bot_answer", "named no option"),
        ('{"option": -1}\n', "bot_answer", "named no option"),
        ('"' + "x" * MOST_LETTERS + '"\n', "bot_answer", "longer than"),
    ],
)
def test_an_answer_that_is_no_act_is_refused(answer: str, code: str, sentence: str) -> None:
    with pytest.raises(BotError, match=sentence) as refused:
        asked(answer)
    assert refused.value.code == code


def test_bytes_that_are_no_text_are_refused() -> None:
    hear = io.TextIOWrapper(io.BytesIO(b"\xff\xfe\n"), encoding="utf-8")
    bot = OutsideBot(Seat(0), HOUSE, bytes(32), hear=hear, say=io.StringIO())
    match = match_with(players=2)
    with pytest.raises(BotError, match="not UTF-8"):
        bot.choose(match.view(Seat(0)), match.options(Seat(0)), UNHURRIED)


def test_one_that_does_not_listen_is_gone() -> None:
    said = io.StringIO()
    bot = OutsideBot(Seat(0), HOUSE, bytes(32), hear=io.StringIO(""), say=said)
    said.close()
    match = match_with(players=2)
    with pytest.raises(BotError, match="no longer listens") as refused:
        bot.choose(match.view(Seat(0)), match.options(Seat(0)), UNHURRIED)
    assert refused.value.code == "bot_gone"
