"""`continental arena`: the answer, the same for a seed however it is played, and words that are refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from continental.cli import main

SMALL = ["arena", "--deals", "4", "--seed", "7", "--processes", "1"]


def answer(words: list[str], capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert main([*words, "--json"]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    read: dict[str, Any] = json.loads(told.out)
    return read


def test_it_answers_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    told = answer(SMALL, capsys)
    assert (told["rules"], told["seats"], told["dice"], told["deals"]) == ("house 1", ["greedy", "random", "random"], 4, 12)
    greedy, random = told["bots"]
    assert greedy["bot"] == "greedy"
    assert greedy["points_margin"]["low"] > 0, "greedy beats random even so"
    assert greedy["points_margin"]["mean"] == -random["points_margin"]["mean"]
    assert sum(told["endings"].values()) == 12


def test_a_seed_gives_the_same_answer_and_another_seed_another(capsys: pytest.CaptureFixture[str]) -> None:
    first = answer(SMALL, capsys)
    assert answer(SMALL, capsys) == first
    assert answer([*SMALL[:-3], "8"], capsys) != first


def test_switches_and_ante_change_the_deals(capsys: pytest.CaptureFixture[str]) -> None:
    told = answer([*SMALL, "--switch", "close_discard=any", "--switch", "bounty_rate=0", "--ante", "50"], capsys)
    assert told["switches"] == {"close_discard": "any", "bounty_rate": 0}
    assert told["ante_cents"] == 5000


@pytest.mark.parametrize("key", ["contract", "seven_hands", "fournier"])
def test_greedy_beats_random_in_a_contract_game_and_there_is_no_money(key: str, capsys: pytest.CaptureFixture[str]) -> None:
    told = answer(["arena", "--rules", key, "--deals", "7", "--seed", "7", "--processes", "1"], capsys)
    assert (told["rules"], told["deal"], told["deals"]) == (f"{key} 1", "all", 21)
    greedy, random = told["bots"]
    assert greedy["points_margin"]["low"] > 0
    assert random["points_per_deal"] > greedy["points_per_deal"]
    assert not {"ante_cents", "cents_margin", "cents_per_deal"} & {*told, *greedy}
    assert told["endings"]["close"] + told["endings"]["dead"] == 21
    assert set(greedy["endings"]) == {"close"}


def test_one_deal_of_the_match_is_played_alone(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "--rules", "fournier", "--deals", "2", "--processes", "1", "--seats", "greedy,greedy"]
    first, last = (answer([*words, "--deal", deal], capsys) for deal in ("1", "7"))
    assert (first["deal"], last["deal"]) == (1, 7)
    assert first["bots"] != last["bots"]
    assert main([*words, "--deal", "7"]) == 0
    assert "Fournier (fournier 1), deal 7, seed 0" in capsys.readouterr().out


def test_it_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(SMALL) == 0
    told = capsys.readouterr()
    assert "4 dice × 3 rotations = 12 deals" in told.out
    assert told.out.splitlines()[-2].startswith("greedy")
    assert told.err == ""


def test_bots_alike_have_no_margin(capsys: pytest.CaptureFixture[str]) -> None:
    told = answer(["arena", "--deals", "1", "--seats", "greedy,greedy", "--processes", "1"], capsys)
    (greedy,) = told["bots"]
    assert greedy["points_margin"] is None


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--seats", "greedy"], "House Rules is for 2 to 6 players, not 1."),
        (["--seats", "greedy,nobody"], "There is no bot 'nobody'; there are: random, greedy."),
        (["--seats", "greedy,,random"], "The seats are names divided by commas"),
        (["--deals", "0"], "The number of deals is a whole number from 1 to 1000000, not '0'."),
        (["--deals", "many"], "not 'many'"),
        (["--processes", "-1"], "The number of processes"),
        (["--seed", ""], "A seed is a text of 1 to 100 letters."),
        (["--ante", "7"], "The ante is a multiple of $10"),
        (["--ante", "lots"], "The ante is an amount in dollars"),
        (["--rules", "whist"], "There is no rule set whist"),
        (["--switch", "close_discard"], "A switch is set as name=value"),
        (["--switch", "close_discard=any", "--switch", "close_discard=any"], "is set twice"),
        (["--switch", "close_discard=maybe"], "The switch close_discard takes"),
        (["--switch", "magic=on"], "magic is no switch of House Rules"),
        (["--deals"], "expected one argument"),
        (["--rules", "contract", "--deal", "8"], "The deal of the match is a whole number from 1 to 7"),
        (["--deal", "2"], "The deal of the match is a whole number from 1 to 1"),
        (["--rules", "contract", "--ante", "20"], "this game is played for points"),
        (["--rules", "contract", "--seats", "greedy,greedy"], "is for 3 to 8 players, not 2"),
        (["--frobnicate"], "Unrecognized arguments"),
    ],
)
def test_words_that_cannot_be_are_one_sentence_and_status_2(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", *words]) == 2
    told = capsys.readouterr()
    assert sentence in told.err
    assert told.err.count("\n") == 1
    assert told.out == ""


def test_the_help_says_what_a_deal_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "--help"]) == 0
    assert "first deal of a match, played from totals of 0" in capsys.readouterr().out.replace("\n", " ")
