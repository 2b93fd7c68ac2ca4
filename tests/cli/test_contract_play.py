"""`continental play` at the contract games: whole matches through the pipe, every answer, and the sheet of the deals."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from continental.cards import parse_card
from continental.cli import main
from continental.cli.contract_prompts import read_contract_answer, spell_contract
from continental.cli.narrate import Narrator, points_by_deal, print_points_sheet
from continental.cli.prompts import NotUnderstood, Seen, help_for, prompt
from continental.engine import Match
from continental.melds import Contract, Need, WholeHand, parse_meld
from continental.play.actions import Allow, Buy, Discard, Draw, GoDown, LayOff, Pass, SlideJoker, Take, TakeJoker
from continental.play.refusal import Refused
from continental.play.terms import End, Seat
from continental.play.view import see
from continental.replay import read_record, verify
from continental.testing.builders import match_with

Play = Callable[..., tuple[int, str, str]]
NAMES = ["Nora", "Ada", "Ben"]


class Typist(io.StringIO):
    """Goes down, lays off and slides what the prompt offers, buys now and then, and throws its first card."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        super().__init__()
        self.capsys = capsys
        self.shown = ""
        self.asked = 0

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        told = self.capsys.readouterr().out
        self.shown += told
        assert "\n\n" in told, f"an answer was not taken: {self.shown[-600:]}"
        self.asked += 1
        return self.answer(told.rsplit("\n\n", 1)[-1]) + "\n"

    def answer(self, last: str) -> str:
        if "Do you buy it" in last:
            return "buy" if self.asked % 5 == 0 and "  buy" in last else ""
        if "may be taken for the card" in last:
            return ""
        offered = re.search(
            r"(?m)(?:^  |    )(down(?= \[)|(?:lay|joker) \S+ \d+(?: low| high)?|slide \S+ \d+ (?:low|high))", last
        )
        if offered:
            return offered[1]
        if "d draw" in last:
            return "d"
        hand = re.search(r"Your hand: (.*?)(?:    \(|\n)", last)
        assert hand, last
        naturals = re.findall(r"(?<!=)\b[2-9TJQKA][SHDC]\b", hand[1])
        return str(naturals[-1]) if naturals else "JK"


@pytest.mark.parametrize("key", ["contract", "seven_hands", "fournier"])
def test_a_whole_match_is_played_through_the_pipe(
    key: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    typist, file = Typist(capsys), tmp_path / "match.record"
    monkeypatch.setattr("sys.stdin", typist)
    words = ["--seed", "4", "--seats", "you,greedy,greedy", "--name", "Nora", "--record", str(file)]
    assert main(["play", "--rules", key, *words]) == 0
    told = typist.shown + capsys.readouterr().out
    assert re.search(r"(win|wins|share) the match\.", told)
    sheet = told.rstrip().splitlines()[-4:]
    assert sheet[0].split() == [*"1234567", "total"]
    for row in sheet[1:]:
        *points, total = map(int, re.findall(r"-?\d+", row))
        assert sum(points) == total
    assert len(re.findall(r"dice of deal \d+ were [0-9a-f]{64}", told)) == 7
    record = read_record(file.read_text("utf-8"))
    assert (record.head.rules, [sitter.name for sitter in record.head.sitters]) == (key, ["Nora", "Ada", "Ben"])
    verify(record)


class OwnTypist(Typist):
    """Ends its input as soon as its own discard is offered back."""

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        line = super().readline(size)
        return "" if "passes on your" in self.shown else line


@pytest.mark.parametrize("option", [[], ["--own-discard"]])
def test_ones_own_discard_is_asked_about_by_an_option_alone(
    option: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    typist = OwnTypist(capsys)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", typist)
    assert main(["play", "--rules", "fournier", "--seed", "4", "--seats", "you,greedy", *option]) == 0
    told = typist.shown + capsys.readouterr().out
    offered = re.search(r"Ada passes on your (\S+)\. Do you buy it back\?", told)
    assert bool(offered) is bool(option)
    assert not re.search(r"(?m)^You pass\.", told), "a pass that nobody asked for is no news"


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Play:
    """Run the command with lines of input; the status, and what was printed to either stream."""
    monkeypatch.chdir(tmp_path)

    def run(lines: str, *words: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        status = main(["play", "--rules", "contract", *words])
        told = capsys.readouterr()
        return status, told.out, told.err

    return run


def test_help_is_that_of_the_game_and_the_sheet_has_a_column_for_each_deal(played: Play) -> None:
    _, told, _ = played("?\ns\n", "--seed", "1")
    assert "down lays your contract down" in told
    assert "knock" not in told
    assert re.search(r"Ada \(greedy\) +0\n", told)


def test_an_ante_is_refused_where_there_is_no_money(played: Play) -> None:
    status, told, err = played("", "--ante", "20")
    assert (status, told) == (2, "")
    assert "this game is played for points" in err
    assert err.count("\n") == 1


def table(hands: Sequence[str], **more: Any) -> Match:
    return match_with(hands, players=3, ante=0, rules="contract", **more)


def seen(match: Match, seat: int = 0) -> Seen:
    return Seen(match, Seat(seat), NAMES)


def shown(match: Match, seat: int = 0) -> str:
    return "\n".join(prompt(seen(match, seat)))


def enter(match: Match, *lines: str) -> Match:
    """Play what each line means at whoever is asked first."""
    for line in lines:
        match.play(read_contract_answer(seen(match, match.position.asked[0]), line))
    return match


def down() -> Match:
    """Seat 0 has a set of sevens and one of nines with a joker down, and is to throw."""
    return enter(table(["7S 7H 7D | 9C 9D JK | KH 2C 4D QS"], upcard="AD", draws="7C"), "d", "", "", "down")


def test_the_contract_the_hand_and_what_may_be_drawn_are_shown() -> None:
    text = shown(table(["7S 7H 7D | 9C 9D JK | KH 2C 4D QS"], upcard="AD"))
    assert "(contract: two sets of 3 or more; enough to go down)" in text
    assert "Top discard: AD" in text
    assert "d draw    t take it" in text


@pytest.mark.parametrize(
    ("hand", "deal", "away"),
    [
        ("7S 7H 9C 9D | KH 2C 4D QS TS 5C", 1, "; 2 cards away)"),
        ("7S 7H 9C 9D JK | KH 2C 4D QS TS", 1, "; 1 card away)"),
        ("7S 8S 9S TS | 2H 3H 4H 5H | 9D TD JD 2C", 7, "the whole hand at once; 1 card away)"),
    ],
)
def test_the_prompt_says_in_how_many_cards_the_hand_is_short_of_its_contract(hand: str, deal: int, away: str) -> None:
    assert f"{away}\n" in shown(table([hand], upcard="AD", hands_before=deal - 1))


def test_a_discard_is_offered_round_and_enter_passes() -> None:
    match = enter(table([], upcard="AD"), "d")
    assert "Nora leaves AD. Do you buy it?" in shown(match, 1)
    assert read_contract_answer(seen(match, 1), "buy") == read_contract_answer(seen(match, 1), "B") == Buy(Seat(1))
    assert read_contract_answer(seen(match, 1), "buy free") == Buy(Seat(1), penalty=False)
    assert read_contract_answer(seen(match, 1), "") == read_contract_answer(seen(match, 1), "pass") == Pass(Seat(1))


def test_going_down_is_proposed_and_numbered_on_the_table() -> None:
    match = enter(table(["7S 7H 7D | 9C 9D JK | KH 2C 4D QS"], upcard="AD", draws="7C"), "d", "", "")
    assert "down [" in shown(match)
    proposed = read_contract_answer(seen(match), "down")
    assert isinstance(proposed, GoDown)
    assert proposed in match.options(Seat(0))
    match.play(proposed)
    assert re.search(r"(?m)^   1  \[.*\]  yours$", shown(match))
    assert "(your contract is down)" in shown(match)


def test_going_down_by_naming_melds() -> None:
    match = enter(table(["7S 7H 7D | 9C 9D JK | KH 2C 4D QS"], upcard="AD"), "d", "", "")
    named = read_contract_answer(seen(match), "down 7s 7h 7d | 9c 9d joker")
    assert named == GoDown(Seat(0), (parse_meld("7S 7H 7D"), parse_meld("9D 9C JK=9S")))
    assert read_contract_answer(seen(match), "down 7S 7H 7D | 9C 9D JK=9H") != named
    match.play(named)
    assert len(match.position.dealing.on_table.melds) == 2


def test_a_joker_stands_for_the_card_whose_place_it_has() -> None:
    match = enter(table(["3S 4S JK"], upcard="AD", hands_before=2), "d", "", "")
    for text, meld in (("JK 3S 4S", "JK=2S 3S 4S"), ("3S 4S JK", "3S 4S JK=5S")):
        act = read_contract_answer(seen(match), f"down {text}")
        assert isinstance(act, GoDown)
        assert act.melds == (parse_meld(meld),)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("down 7S 7H 4D | 9C 9D JK", "7S 7H 4D is no set and no run here"),
        ("down 7S 7H 7D |", "Nothing is no set"),
        ("down 7S 7H zz", "no card"),
        ("down 7S JK=zz 7H", "no card"),
        ("lay 9H", "Write lay, the card, and the meld's number: lay 9H 2"),
        ("lay 9H two", "Write lay"),
        ("lay 9H 1 top", "low or high"),
        ("joker 9H 1 low", "Write joker"),
        ("slide 9H", "Write slide"),
        ("xyz", "no card"),
        ("", "one of the answers above"),
    ],
)
def test_an_answer_that_names_no_act_says_what_would_be_right(text: str, sentence: str) -> None:
    match = enter(table(["7S 7H 7D | 9C 9D JK | KH 2C 4D QS"], upcard="AD"), "d", "", "")
    with pytest.raises(NotUnderstood, match=re.escape(sentence)):
        read_contract_answer(seen(match), text)


def test_an_answer_before_the_draw_that_is_none_of_the_keys() -> None:
    with pytest.raises(NotUnderstood, match="none of the answers above"):
        read_contract_answer(seen(table([], upcard="AD")), "9H")


def test_what_the_rules_refuse_is_refused_by_their_sentence() -> None:
    match = table(["7S 7H 2D"], upcard="AD")
    with pytest.raises(Refused, match="a card is to be drawn first"):
        match.play(read_contract_answer(seen(match), "down"))
    enter(match, "d", "", "")
    with pytest.raises(Refused, match="cannot be laid down"):
        read_contract_answer(seen(match), "down")
    for line in ("lay 7S 1", "allow", "t"):
        with pytest.raises(Refused):
            match.play(read_contract_answer(seen(match), line))


def test_cards_are_laid_off_and_jokers_taken_and_slid_by_number() -> None:
    match = down()
    here = seen(match)
    seven = parse_card("7C")
    assert read_contract_answer(here, "lay 7C 1") == LayOff(Seat(0), seven, 0, None)
    assert read_contract_answer(here, "lay jk 2 HIGH") == LayOff(Seat(0), parse_card("JK"), 1, End.HIGH)
    assert read_contract_answer(here, "joker 9S 2") == TakeJoker(Seat(0), parse_card("9S"), 1)
    assert read_contract_answer(here, "slide 9S 2 low") == SlideJoker(Seat(0), parse_card("9S"), 1, End.LOW)
    assert read_contract_answer(here, "kh") == Discard(Seat(0), parse_card("KH"))


def test_letters_stand_for_words() -> None:
    here = seen(table([], upcard="AD"))
    assert read_contract_answer(here, "d") == Draw(Seat(0))
    assert read_contract_answer(here, "take") == Take(Seat(0))
    assert read_contract_answer(here, "a") == Allow(Seat(0))


def test_contracts_are_spelled_out() -> None:
    needs = (Need("set", 3), Need("set", 3), Need("run", 4))
    assert spell_contract(Contract(needs)) == "two sets of 3 or more and a run of 4 or more"
    assert spell_contract(Contract(needs[2:], WholeHand.ALL)) == "a run of 4 or more, the whole hand at once"


def test_the_turn_is_told_and_hidden_cards_are_not() -> None:
    match = down()
    enter(match, "kh", "d", "buy")
    you, other = (
        "\n".join(Narrator(match.rules, NAMES, Seat(seat)).tell(see(event, Seat(seat)) for event in match.events))
        for seat in (0, 2)
    )
    assert "You draw 7C." in you
    assert "You go down: [7S 7H 7D 7C]" in you
    assert "Nora draws.\nNora goes down: " in other
    assert "Ada leaves KH." in other
    assert re.search(r"You buy KH with 1 penalty card: \S+\.", other)
    assert re.search(r"Ben buys KH with 1 penalty card\.", you)


def test_the_sheet_has_each_deal_and_the_total() -> None:
    assert list(print_points_sheet([[0, 12, 5], [-10, 3, 0]], NAMES)) == [
        "            1     2   total",
        "  Nora      0   -10     -10",
        "  Ada      12     3      15",
        "  Ben       5     0       5",
    ]
    assert points_by_deal(table([]).events, 3) == []


def test_each_game_has_its_own_help() -> None:
    assert help_for(table([]).rules) != help_for(match_with(players=2).rules)
