"""Shuffles: the published algorithm against a second implementation written from docs/shuffle.md alone, and its fixed values."""

from __future__ import annotations

import hashlib
import random
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from continental.cards import Pack, parse_cards, print_cards
from continental.play.shuffle import FIRST_DEALER, PACK, lot, rebuild_label, shuffled

DOC = (Path(__file__).parents[2] / "docs" / "shuffle.md").read_text(encoding="utf-8")
DICE = bytes.fromhex(re.findall(r"Dice `([0-9a-f]{64})`", DOC)[0])


# --- a second implementation, which shares nothing with the first: HMAC by its definition, numbers by arithmetic on one long row


class Row:
    """The words of dice and label as the document describes them."""

    def __init__(self, dice: bytes, label: str) -> None:
        self.inner = bytes(byte ^ 0x36 for byte in dice.ljust(64, b"\0"))
        self.outer = bytes(byte ^ 0x5C for byte in dice.ljust(64, b"\0"))
        self.label = label.encode("utf-8")
        self.place = 0

    def word(self) -> int:
        block, word = divmod(self.place, 8)
        self.place += 1
        message = self.label + bytes(1) + block.to_bytes(8, "big")
        inside = hashlib.sha256(self.inner + message).digest()
        digits = hashlib.sha256(self.outer + inside).hexdigest()
        return int(digits[word * 8 : word * 8 + 8], 16)

    def number(self, below: int) -> int:
        while True:
            word = self.word()
            if word < (4294967296 // below) * below:
                return word % below


def order_of(dice: bytes, label: str, cards: list[str]) -> list[str]:
    row = Row(dice, label)
    last = len(cards) - 1
    while last >= 1:
        other = row.number(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
        last -= 1
    return cards


def pack_by_hand(players: int) -> list[str]:
    return [f"{rank}{suit}" for suit in "SHDC" for rank in "A23456789TJQK" for _ in (1, 2)] + ["JK"] * (players + 1)


def values() -> dict[str, str]:
    rows = re.findall(r"^\| (.+?) \| `([^`|]+)` \|$", DOC.split("## Values")[1], re.MULTILINE)
    return dict(rows)


def test_the_documents_values_follow_from_the_program() -> None:
    told = values()
    assert told.pop("commitment") == hashlib.sha256(DICE).hexdigest()
    assert told.pop("pack for 2 players (107 cards), bottom to top") == print_cards(shuffled(DICE, PACK, Pack(2, 3).cards()))
    six = parse_cards("AS 2S 3S 4S 5S 6S")
    assert told.pop("`AS 2S 3S 4S 5S 6S` under `rebuild 1`") == print_cards(shuffled(DICE, rebuild_label(1), six))
    assert told.pop("a number below 6 under `first dealer`") == str(lot(DICE, FIRST_DEALER, 6))
    told.pop("first words under `pack`")
    assert not told


def test_the_documents_values_follow_from_the_second_implementation() -> None:
    told = values()
    row = Row(DICE, "pack")
    assert told["first words under `pack`"].split() == [f"{row.word():08x}" for _ in range(10)]
    pack = order_of(DICE, "pack", pack_by_hand(2))
    assert told["pack for 2 players (107 cards), bottom to top"].split() == pack
    assert Row(DICE, "first dealer").number(6) == int(told["a number below 6 under `first dealer`"])


@given(st.binary(min_size=32, max_size=32), st.integers(2, 6), st.sampled_from(["pack", "rebuild 1", "rebuild 27"]))
def test_both_implementations_make_the_same_order(dice: bytes, players: int, label: str) -> None:
    assert print_cards(shuffled(dice, label, Pack(2, players + 1).cards())).split() == order_of(
        dice, label, pack_by_hand(players)
    )


@given(st.binary(min_size=32, max_size=32), st.integers(1, 2**32))
def test_both_implementations_draw_the_same_lot(dice: bytes, below: int) -> None:
    assert lot(dice, "first dealer", below) == Row(dice, "first dealer").number(below) < below


def test_words_past_the_last_whole_multiple_are_passed_over() -> None:
    # just above half of all words: about every second word is passed over, so some of these dice must have passed one over
    below = 2**31 + 1
    passed = 0
    for number in range(40):
        dice = number.to_bytes(32, "big")
        first = Row(dice, "x").word()
        passed += first >= below
        assert lot(dice, "x", below) == first or first >= below
    assert 5 < passed < 35


def test_a_shuffle_keeps_the_census() -> None:
    pack = Pack(2, 7)
    assert Counter(shuffled(DICE, PACK, pack.cards())) == pack.census()


def test_no_card_and_one_card_stay_as_they_are() -> None:
    assert shuffled(DICE, PACK, ()) == ()
    assert shuffled(DICE, PACK, parse_cards("7S")) == parse_cards("7S")


def test_other_dice_and_other_labels_make_other_orders() -> None:
    cards = Pack(2, 3).cards()
    orders = {
        shuffled(DICE, label, cards) for label in (PACK, rebuild_label(1), rebuild_label(2), rebuild_label(11), FIRST_DEALER)
    }
    orders |= {shuffled(bytes(32), PACK, cards), shuffled(bytes(31) + b"\1", PACK, cards)}
    assert len(orders) == 7


def test_foreign_use_of_the_global_dice_changes_nothing() -> None:
    before = shuffled(DICE, PACK, Pack(2, 3).cards())
    state = random.getstate()
    random.setstate(random.Random(99).getstate())  # noqa: TID251  what a stranger's program might do
    assert shuffled(DICE, PACK, Pack(2, 3).cards()) == before
    random.setstate(state)  # noqa: TID251


def test_every_card_comes_to_every_place_as_often_as_the_others() -> None:
    # 13 cards, 5,200 fixed dice: 400 expected in each of the 169 cells; with 144 degrees of freedom chi-squared has mean 144
    # and standard deviation 17, so a fair shuffle stays within five of those. The dice are fixed: this never fails by chance.
    cards = parse_cards("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS")
    tosses = 5200
    cells: Counter[tuple[int, int]] = Counter()
    for number in range(tosses):
        cells.update(enumerate(shuffled(hashlib.sha256(b"toss %d" % number).digest(), PACK, cards)))
    expected = tosses / 13
    chi_squared = sum((cells[place, card] - expected) ** 2 / expected for place in range(13) for card in cards)
    assert 144 - 5 * 17 < chi_squared < 144 + 5 * 17


def test_every_order_of_four_cards_comes_as_often_as_the_others() -> None:
    # 24 orders, 23 degrees of freedom, standard deviation 6.8
    cards, tosses = parse_cards("AS 2H 3D JK"), 4800
    orders = Counter(shuffled(hashlib.sha256(b"four %d" % number).digest(), PACK, cards) for number in range(tosses))
    assert len(orders) == 24
    assert sum((count - 200) ** 2 / 200 for count in orders.values()) < 23 + 5 * 6.8


@pytest.mark.parametrize("dice", [b"", bytes(31), bytes(33)])
def test_dice_of_another_size_are_refused(dice: bytes) -> None:
    with pytest.raises(ValueError, match=f"32 bytes, not {len(dice)}"):
        shuffled(dice, PACK, Pack(2, 3).cards())


@pytest.mark.parametrize("below", [0, -1, 2**32 + 1])
def test_a_lot_among_none_or_too_many_is_refused(below: int) -> None:
    with pytest.raises(ValueError, match=f"not {below}"):
        lot(DICE, FIRST_DEALER, below)
