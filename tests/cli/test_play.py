"""`continental play`: whole matches through the pipe, every prompt and every refusal, and a polite end."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from continental.cli import main, play
from continental.cli.narrate import Narrator, print_sheet
from continental.cli.play import Table
from continental.cli.prompts import NotUnderstood, Seen, prompt, ranges, read_answer
from continental.engine import Match
from continental.play.actions import Accuse, BuyBack, Call, Count, Discard, Draw, Knock, NoClaim, Rule, Take
from continental.play.refusal import Refused
from continental.play.terms import Phase, Seat
from continental.play.view import see
from continental.replay import read_record, verify
from continental.testing.builders import match_with

Play = Callable[..., tuple[int, str, str]]


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Play:
    """Run the command with lines of input; the status, and what was printed to either stream."""
    monkeypatch.chdir(tmp_path)

    def run(lines: str, *words: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        status = main(["play", *words])
        told = capsys.readouterr()
        return status, told.out, told.err

    return run


class Typist(io.StringIO):
    """Types what the last prompt makes sensible: it draws, throws the card that the prompt names, and says yes."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        super().__init__()
        self.capsys = capsys
        self.shown = ""

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        told = self.capsys.readouterr().out
        self.shown += told
        assert "\n\n" in told, f"an answer was not taken: {self.shown[-600:]}"
        last = told.rsplit("\n\n", 1)[-1]
        thrown = re.search(r"\| (\S+)    least", last)
        knock = re.search(r"(k \S+) knock", last)
        if knock and "Top discard" in last:
            return f"{knock[1]}\n"
        if thrown:
            return "c\n" if " close" in last else f"{thrown[1]}\n"
        return "d\n" if "Top discard" in last else "\n" if "Enter counts" in last else "n\n" if "no claim" in last else "y\n"


@pytest.mark.parametrize(("seed", "switches"), [("3", []), ("8", ["feeding=vote", "count_order=simultaneous"])])
def test_a_whole_match_is_played_through_the_pipe(
    seed: str, switches: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    typist = Typist(capsys)
    monkeypatch.setattr("sys.stdin", typist)
    words = [word for switch in switches for word in ("--switch", switch)]
    file = tmp_path / "match.record"
    assert main(["play", "--seed", seed, "--seats", "you,greedy,random", "--name", "Nora", "--record", str(file), *words]) == 0
    told = typist.shown + capsys.readouterr().out
    assert "win the match" in told or "wins the match" in told or "split the pot" in told
    commitments = re.findall(r"SHA-256 ([0-9a-f]{64})", told)
    dice = re.findall(r"dice of deal \d+ were ([0-9a-f]{64})", told)
    assert len(commitments) == len(dice) >= 2
    assert told.index(commitments[0]) < told.index(dice[0])
    record = read_record(file.read_text("utf-8"))
    assert [sitter.name for sitter in record.head.sitters] == ["Nora", "Ada", "Ben"]
    verify(record)


def test_a_seed_deals_the_same_and_the_systems_dice_do_not(played: Play) -> None:
    first, again, other = (played("", *words)[1] for words in (["--seed", "x"], ["--seed", "x"], []))
    assert first == again
    assert first != other


def test_the_end_of_the_input_ends_politely(played: Play) -> None:
    status, told, err = played("d\n", "--seed", "1")
    assert (status, err) == (0, "")
    assert told.endswith(
        "You left the match. It is kept in match.record; `continental play --resume match.record` goes on with it. Good-bye.\n"
    )


def test_q_asks_before_it_leaves(played: Play) -> None:
    _, told, _ = played("q\nno\nq\ny\nd\n", "--seed", "1")
    assert told.count("Leave the match?") == 2
    assert told.endswith("Good-bye.\n")


def test_help_and_score_sheet_are_shown_at_any_prompt(played: Play) -> None:
    _, told, _ = played("?\ns\n", "--seed", "1")
    assert "draws from the stock" in told
    assert re.search(r"the pot +\$80", told)


def test_a_refused_act_says_why_and_asks_again(played: Play) -> None:
    _, told, _ = played("k\nc\no\nx\nt 9H\n9H\nd\nd\nk\nzz\n", "--seed", "5", "--seats", "you,greedy,greedy")
    for sentence in (
        "Nine cards must be melded beside the",
        "A close is declared after drawing",
        "'x' is no card",
        "none of the cards offered above",
        "A knock is declared before drawing.",
        "'zz' is no card",
    ):
        assert sentence in told
    assert told.count("You draw") == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--seats", "greedy,greedy"], "Exactly one seat is yours"),
        (["--seats", "you,you"], "Exactly one seat is yours"),
        (["--seats", "you"], "House Rules is for 2 to 6 players, not 1."),
        (["--seats", "you,ghost"], "There is no bot 'ghost'"),
        (["--seats", "you" + ",greedy" * 8], "House Rules is for 2 to 6 players, not 9."),
        (["--name", "  "], "A name has 1 to 40 letters"),
        (["--name", "a\x1bb"], "A name has 1 to 40 letters"),
        (["--ante", "3"], "The ante is a multiple of $10"),
        (["--switch", "x=y"], "x is no switch"),
        (["--seed", "s" * 101], "A seed is a text of 1 to 100 letters"),
        (["--record", "/nowhere/at/all"], "cannot be written"),
    ],
)
def test_words_that_cannot_be_are_one_sentence_and_status_2(words: list[str], sentence: str, played: Play) -> None:
    status, told, err = played("", *words)
    assert (status, told) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1


def test_a_record_is_never_written_over(played: Play, tmp_path: Path) -> None:
    file = tmp_path / "kept"
    file.write_text("mine")
    assert played("", "--record", str(file))[0] == 2
    assert file.read_text() == "mine"


# --- prompts and answers


KNOCKING = "4H 5H 6H | 9S 9C 9D | JD QD KD | 2S"
NAMES = ["Nora", "Ada", "Ben"]


def seen(match: Match, seat: int = 0) -> Seen:
    return Seen(match, Seat(seat), NAMES[: match.position.standing.players])


def shown(match: Match, seat: int = 0) -> str:
    return "\n".join(prompt(seen(match, seat)))


def test_the_hand_lies_in_its_melds_with_what_is_on_offer() -> None:
    match = match_with([KNOCKING], players=3, upcard="KS")
    text = shown(match)
    assert "[4H 5H 6H]" in text
    assert "least 2" in text
    assert "Top discard: KS" in text
    assert "k 2S knock" in text
    assert read_answer(seen(match), "k") == read_answer(seen(match), "knock 2s") == Knock(Seat(0), 1)  # type: ignore[arg-type]
    assert read_answer(seen(match), "T") == Take(Seat(0))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("k", "Nine cards must be melded beside the 3D"),
        ("k 3D", "Nine cards must be melded beside the 3D"),
        ("k 2S", "You do not hold 2S."),
        ("k KS", "A knock needs a 2 or 3 beside nine melded cards; KS is none."),
        ("c KS", "A close is declared after drawing"),
    ],
)
def test_what_is_not_on_offer_is_refused_for_the_card_that_was_typed(text: str, sentence: str) -> None:
    match = match_with(["3D KS"], players=3)
    with pytest.raises(Refused) as refused:
        match.play(read_answer(seen(match), text))
    assert refused.value.sentence.startswith(sentence)


def test_after_the_draw_a_card_is_named() -> None:
    match = match_with([KNOCKING], players=3, draws="KS")
    match.play(Draw(Seat(0)))
    assert "| KS    least 2 without KS" in shown(match)
    assert read_answer(seen(match), "10h") == Discard(Seat(0), 22)  # type: ignore[arg-type]
    with pytest.raises(NotUnderstood, match="no card"):
        read_answer(seen(match), "well then")
    with pytest.raises(NotUnderstood, match="Name one of the keys"):
        read_answer(seen(match), "")


def test_a_knock_with_two_cards_asks_which() -> None:
    match = match_with(["2H 2S 2D 3S | 9S 9C 9D | JD QD KD"], players=3)
    assert "k 3S knock" in shown(match)
    ambiguous = match_with(["2C 3C 4C 5C | 9S 9C 9D | JD QD KD"], players=3)
    if len([act for act in ambiguous.options(Seat(0)) if isinstance(act, Knock)]) > 1:
        with pytest.raises(NotUnderstood, match="With which card"):
            read_answer(seen(ambiguous), "k")


def counting() -> Match:
    match = match_with([KNOCKING, "9H 9S 9C | 4C 5C 6C | 2H 2D 3S JK"], players=3, totals=[10, 84, 20])
    match.play(Knock(Seat(0), 1))  # type: ignore[arg-type]
    assert match.position.phase is Phase.COUNT
    return match


def test_the_count_shows_the_dial_and_takes_points() -> None:
    match = counting()
    text = shown(match, 1)
    assert "Enter counts 3, which makes 87." in text
    assert "in the window to buy back" in text
    assert read_answer(seen(match, 1), "") == Count(Seat(1))
    held = read_answer(seen(match, 1), "9")
    assert isinstance(held, Count)
    assert [type(call) for call in held.calls] == [Call]
    with pytest.raises(NotUnderstood, match="Say how many points"):
        read_answer(seen(match, 1), "4")


def test_a_buy_back_says_what_it_costs_and_leads_to() -> None:
    match = counting()
    match.play(read_answer(seen(match, 1), "9"))
    while match.position.phase is not Phase.BUY_BACK:
        match.play(match.options(match.position.asked[0])[-1])
    text = shown(match, 1)
    assert re.search(r"You stand at 93\. Buy back to \d+ for \$10\?", text)
    assert read_answer(seen(match, 1), "yes") == BuyBack(Seat(1), yes=True)
    assert read_answer(seen(match, 1), "n") == BuyBack(Seat(1), yes=False)
    with pytest.raises(NotUnderstood, match="y or n"):
        read_answer(seen(match, 1), "perhaps")


def test_a_claim_is_made_by_number_or_name_and_ruled_on() -> None:
    hands = ["7S 7C TC 2C 4D 6D 8H JH KS AC", "4H 5H 6H | 9S 9C | JD QD | 2S | KC QC", "AS 3C 5C 6S 8S TS QH KH AD 7D"]
    match = match_with(hands, players=3, draws="9D 4S KD 5S 7H TD 6C")
    for line in (
        "d",
        "9D",
        "t",
        "KC",
        "d",
        "4S",
        "d",
        "KD",
        "t",
        "QC",
        "d",
        "5S",
        "d",
        "7H",
        "t",
        "4H",
        "d",
        "TD",
        "d",
        "6C",
        "k",
    ):
        match.play(read_answer(seen(match, match.position.asked[0]), line))
    assert match.position.phase is Phase.ACCUSE
    assert read_answer(seen(match, 1), "n") == NoClaim(Seat(1))
    match.play(NoClaim(Seat(1)))
    assert "0  Nora, with 9D KD 7H" in shown(match, 2)
    assert read_answer(seen(match, 2), "nora") == read_answer(seen(match, 2), "0") == Accuse(Seat(2), Seat(0))
    with pytest.raises(NotUnderstood, match="Name one of the seats"):
        read_answer(seen(match, 2), "7")
    match.play(Accuse(Seat(2), Seat(0)))
    assert "Did Nora feed the next seat with 9D KD 7H?" in shown(match, 1)
    assert read_answer(seen(match, 1), "y") == Rule(Seat(1), upheld=True)
    match.play(Rule(Seat(1), upheld=True))
    told = "\n".join(Narrator(match.rules, NAMES, Seat(1)).tell(see(event, Seat(1)) for event in match.events))
    assert "Feeding by Nora with 9D KD 7H: upheld." in told
    assert "Nora pays you" in told


def test_ranges_are_drawn_together() -> None:
    assert ranges([3, 5, 6, 7, 18]) == "3, 5 to 7, 18"
    assert ranges([]) == ""


def test_nothing_of_another_hand_is_told_before_it_is_shown() -> None:
    match = match_with([KNOCKING, "", ""], players=3, draws="KS 8H 8S")
    for act in (Draw(Seat(0)), Discard(Seat(0), 12), Draw(Seat(1))):  # type: ignore[arg-type]
        match.play(act)
    told = "\n".join(Narrator(match.rules, NAMES, Seat(0)).tell(see(event, Seat(0)) for event in match.events))
    assert "You draw KS." in told
    assert "8H" not in told


def test_the_sheet_shows_totals_money_and_who_is_out() -> None:
    match = match_with(players=3, totals=[10, 120, 20], out=[1])
    lines = list(print_sheet(match.view(Seat(0)), NAMES))
    assert re.fullmatch(r"  Ada +120 +-\$10   out", lines[1])
    assert lines[-1].split() == ["the", "pot", "$30"]


def test_a_refused_answer_says_why_by_the_rules() -> None:
    match = match_with([KNOCKING], players=3)
    with pytest.raises(Refused, match="declared after drawing"):
        read_answer(seen(match), "c")


def test_a_table_is_a_sitting_with_a_seat_for_the_person() -> None:
    assert Table.__doc__
    assert play.YOU == "you"
