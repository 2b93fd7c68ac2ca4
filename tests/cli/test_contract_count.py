"""`continental count` for the contract games."""

from __future__ import annotations

import json
from itertools import islice
from random import Random
from typing import Any

import pytest

from continental.cards import JOKER, Cards, make_card, print_cards
from continental.cli import main
from continental.hands.answer import OpenCount, look_at_hand
from continental.hands.contract_hand import ContractHand, Task
from continental.melds import fault_in, lay_offs, parse_meld
from continental.rules.load import load
from continental.testing.builders import hand
from continental.testing.every_way_down import ways_down
from continental.testing.turns import best_lay_offs


def answer(words: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """What the command answers as JSON."""
    assert main(["count", "--json", *words.split()]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    found: dict[str, Any] = json.loads(told.out)
    return found


def test_a_contract_that_can_go_down_is_answered_with_every_key(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer("--rules contract --deal 2 7H 7D 7C 4S 5S 6S 7S KD 2C JK", capsys)
    assert found == {
        "cards": ["4S", "5S", "6S", "7S", "7H", "7D", "KD", "2C", "7C", "JK"],
        "points": 21 + 22 + 10 + 2 + 15,
        "deal": 2,
        "contract": {
            "needs": "S3 R3",
            "met": True,
            "down": found["contract"]["down"],
            "laid_off": found["contract"]["laid_off"],
            "melds": found["contract"]["melds"],  # a seven or a joker may lie in the one or in the other
            "left": ["KD", "2C"],
            "points_left": 12,
            "distance": 0,
            "throw": "KD",
            "distance_after": None,
        },
    }
    laid = [text.partition("=")[0] for meld in found["contract"]["melds"] for text in meld]
    assert sorted(laid) == sorted(["7H", "7D", "7C", "4S", "5S", "6S", "7S", "JK"])


def test_one_that_cannot_says_how_far_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer("--rules contract --deal 2 7H 7D 4S 5S KD 2C 9H", capsys)["contract"]
    assert found == {
        "needs": "S3 R3",
        "met": False,
        "down": [],
        "laid_off": [],
        "melds": [],
        "left": ["4S", "5S", "7H", "9H", "7D", "KD", "2C"],
        "points_left": None,
        "distance": 2,
        "throw": "KD",
        "distance_after": 2,
    }


def test_runs_do_not_come_to_touch_where_nothing_is_laid_off_in_the_same_turn(capsys: pytest.CaptureFixture[str]) -> None:
    cards = "3C 4C 5C 6C 7C 8C 9C TC JC KD"
    assert answer(f"--rules contract --deal 3 {cards}", capsys)["contract"]["left"] == ["KD"]
    assert answer(f"--rules joker_rummy --deal 3 {cards}", capsys)["contract"]["points_left"] == 10 + 7


def test_without_a_deal_it_is_the_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert answer("--rules fournier 7H 7D 7C 9S 9H 9C", capsys)["contract"]["needs"] == "S3 S3"


def test_a_fifth_card_of_a_set_is_laid_off_on_it(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer("--rules contract 7H 7D 7C 7S 7H 9S 9H 9C KD", capsys)["contract"]
    assert (found["left"], found["points_left"]) == (["KD"], 10)


def test_runs_that_come_to_touch_by_laying_off_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    found = answer("--rules contract --deal 3 3C 4C 5C 6C 7C 8C 9C KD", capsys)["contract"]
    assert (found["left"], found["points_left"]) == (["KD"], 10)
    short = answer("--rules contract --deal 3 3C 4C 5C 6C 7C 8C KD", capsys)["contract"]
    assert (short["met"], short["distance"]) == (False, 1)


def test_in_deal_7_the_whole_hand_counts(capsys: pytest.CaptureFixture[str]) -> None:
    whole = answer("--rules contract --deal 7 2S 3S 4S 5S 7H 8H 9H TH JD QD KD AD JK", capsys)["contract"]
    assert (whole["met"], whole["left"], whole["points_left"]) == (True, [], 0)
    loose = answer("--rules contract --deal 7 2S 3S 4S 5S 7H 8H 9H TH JD QD KD AD 7C", capsys)["contract"]
    assert (loose["met"], loose["points_left"], loose["distance"]) == (False, None, 1)


def test_a_person_reads_a_few_lines(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["count", "--rules", "seven_hands", "--deal", "2", *["7H", "7D", "7C", "4S", "5S", "6S", "7S", "KD"]]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Cards    4S 5S 6S 7S 7H 7D KD 7C",
        "Counts   45 points",
        "Deal     2 of Continental Rummy, seven hands: set of 3, run of 4",
        "Down     7H 7D 7C | 4S 5S 6S 7S",
        "Left     KD, 10 points",
        "Throw    KD",
    ]
    assert main(["count", "--rules", "seven_hands", *["7H", "7D", "KC"]]) == 0
    assert capsys.readouterr().out.splitlines()[3:] == ["Down     not yet: 4 cards away", "Throw    KC, then 5 cards away"]


def test_what_goes_down_and_what_is_laid_off_then_are_told_apart(capsys: pytest.CaptureFixture[str]) -> None:
    cards = "3D 4D 5D 6D 7D 8D 9D TD 2S KH"
    assert main(["count", "--rules", "contract", "--deal", "3", *cards.split()]) == 0
    down, off = capsys.readouterr().out.splitlines()[3:5]
    melds = tuple(parse_meld(text) for text in down.removeprefix("Down").split("|"))
    task = stands("contract", 3, hand(cards)).task
    assert fault_in(melds, hand(cards), task.contract, task.melding) is None
    assert (down, off) == ("Down     3D 4D 5D | 7D 8D 9D TD", "Lay off  6D on meld 2")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--rules contract --deal 0 7H", "--deal '0' is no deal of Contract Rummy: they are 1 to 7."),
        ("--rules contract --deal 8 7H", "--deal '8' is no deal of Contract Rummy: they are 1 to 7."),
        ("--rules contract --deal ٣ 7H", "--deal '٣' is no deal of Contract Rummy: they are 1 to 7."),
        ("--deal 2 7H", "--deal is for contract games: every deal of House Rules is alike."),
        ("--rules contract", "A hand to be counted has 1 to 60 cards, not 0."),
        ("--rules contract 7X", "Those are no cards: '7X' is no card"),
        ("--rules contract JK JK JK", "JK is there 3 times; the pack has 2."),
        ("--rules seven_hands 7H 7H 7H 7H 7H", "7H is there 5 times; the pack has 4."),
    ],
)
def test_what_is_no_hand_or_no_deal_is_refused_in_one_sentence(
    words: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["count", *words.split()]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(sentence)
    assert len(told.err.splitlines()) == 1


def stands(key: str, deal: int, cards: Cards) -> ContractHand:
    """Return how the hand stands before the contract of that deal."""
    count = look_at_hand(load(key), cards, 0, deal).count
    assert isinstance(count, OpenCount)
    assert count.contract is not None
    return count.contract


def test_of_more_cards_than_anybody_holds_the_points_are_counted_alone(capsys: pytest.CaptureFixture[str]) -> None:
    cards = print_cards(tuple(make_card(place % 13, place // 13) for place in range(41)))
    assert main(["count", "--rules", "seven_hands", *cards.split()]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["Cards", "Counts"]


def obvious(cards: Cards, task: Task) -> int | None:
    """The fewest points left, by trying every way down and laying off after each."""
    best = None
    for melds in islice(ways_down(cards, task.contract, task.melding), 20_000):
        left = list(cards)
        for meld in melds:
            for card in meld.cards:
                left.remove(card)
        steps = best_lay_offs(tuple(left), melds, task.melding, task.values) if task.lays_off_now else ()
        points = sum(task.values[card] for card in left) - sum(task.values[step.card] for step in steps)
        best = points if best is None else min(best, points)
    return best


@pytest.mark.parametrize(
    ("key", "deals"), [("contract", (1, 2, 3, 6)), ("seven_hands", (1, 2, 3)), ("fournier", (1, 2)), ("joker_rummy", (1, 2, 3))]
)
def test_the_fewest_points_left_are_those_of_the_best_of_all_ways(key: str, deals: tuple[int, ...]) -> None:
    chance, met = Random(key), 0
    for _ in range(25):
        deal = chance.choice(deals)
        # few suits and ranks, so that there is much to choose
        pool = [make_card(rank, suit) for rank in range(2, 7) for suit in (0, 1) for _ in range(2)] + [JOKER]
        cards = hand(print_cards(chance.sample(pool, 11)))
        answer = stands(key, deal, cards)
        assert (answer.down.points_left if answer.down else None) == obvious(cards, answer.task), print_cards(cards)
        assert (answer.distance == 0) is (answer.down is not None)
        if answer.down is not None:
            met += 1
            assert fault_in(answer.down.down, cards, answer.task.contract, answer.task.melding) is None
            lying = list(answer.down.down)
            for step in answer.laid_off:
                assert step.growth in lay_offs(lying[step.on], step.card, answer.task.melding)
                lying[step.on] = step.growth.meld
            assert answer.melds == tuple(lying)
            laid = [card for meld in lying for card in meld.cards]
            assert sorted((*laid, *answer.down.left)) == sorted(cards)
    assert met > 5
