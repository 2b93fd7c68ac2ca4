"""A match of `continental play` that was left is gone on with: the same cards, the same scores, the same record at its end."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from continental.cli import main
from continental.replay import read_record, verify
from tests.cli.test_contract_play import Typist as ContractTypist
from tests.cli.test_play import Typist


class Leaver(io.StringIO):
    """Types as another does, and leaves after so many answers, by the end of the input or by Ctrl-C."""

    def __init__(self, typist: Typist | ContractTypist, after: int, how: str = "end") -> None:
        super().__init__()
        self.typist, self.after, self.how = typist, after, how

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        if self.after == 0:
            if self.how == "interrupt":
                raise KeyboardInterrupt
            return ""
        self.after -= 1
        return self.typist.readline()


@pytest.mark.parametrize("how", ["end", "interrupt"])
@pytest.mark.parametrize("after", [1, 6, 31])
@pytest.mark.parametrize("rules", ["house", "contract"])
def test_a_match_is_gone_on_with_where_it_was_left(
    rules: str,
    after: int,
    how: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    kind = Typist if rules == "house" else ContractTypist
    typist = kind(capsys)
    monkeypatch.setattr("sys.stdin", Leaver(typist, after, how))
    assert main(["play", "--rules", rules, "--seed", "3", "--seats", "you,greedy,random", "--name", "Nora"]) == 0
    said = typist.shown + capsys.readouterr().out
    assert said.endswith("`continental play --resume match.record` goes on with it. Good-bye.\n")
    hand = said.rpartition("Your hand: ")[2].splitlines()[0]
    monkeypatch.setattr("sys.stdin", Leaver(kind(capsys), 0))
    assert main(["play", "--resume", "match.record"]) == 0
    shown = capsys.readouterr().out
    assert shown.count("— Deal ") == 1, "the deal that is played is told again, and no other"
    assert shown.rpartition("Your hand: ")[2].splitlines()[0] == hand
    monkeypatch.setattr("sys.stdin", kind(capsys))
    assert main(["play", "--resume", "match.record", "--seed", "3"]) == 0
    record = read_record(Path("match.record").read_text("utf-8"))
    assert verify(record).standing.is_over
    assert [sitter.name for sitter in record.head.sitters] == ["Nora", "Ada", "Ben"]


def test_a_name_out_of_a_record_moves_no_cursor(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    text = 'continental record 1\nrules: house 1\nante: 20.00\nseat 0: Nora\nseat 1: "A\\u001b[2Jda"\nbot 1: greedy\n'
    Path("odd.record").write_text(text, encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO("d\n"))
    assert main(["play", "--resume", "odd.record", "--seed", "2"]) == 0
    told = capsys.readouterr().out
    assert "\x1b" not in told
    assert "u001b[2Jda" in told


def test_whoever_has_done_nothing_yet_keeps_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["play", "--seed", "1", "--seats", "you,greedy"]) == 0
    assert "nothing was kept" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("text", "words", "sentence"),
    [
        (None, [], "gone.record cannot be read"),
        ("hello", [], "Line 1: A record begins with"),
        ("going", ["--ante", "20"], "--ante is for a new match"),
        ("going", ["--rules", "house"], "--rules is for a new match"),
        ("going", ["--seed", ""], "A seed is a text"),
        ("two", [], "One person plays here, against bots; 2 people sit in this record."),
        ("over", [], "is over; `continental replay` shows it."),
        ("bot", [], "nobot"),
    ],
)
def test_what_cannot_be_gone_on_with_is_refused_in_a_sentence(
    text: str | None,
    words: list[str],
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    head = "continental record 1\nrules: house 1\nante: 20.00\nseat 0: Nora\n"
    bot = f"{head}seat 1: Ada\nbot 1: "
    texts = {"going": f"{bot}greedy\n", "two": f"{head}seat 1: Bo\n", "bot": f"{bot}nobot\n"}
    texts["over"] = (Path(__file__).parents[2] / "records/house/whole_match.record").read_text("utf-8")
    if text is not None:
        Path("gone.record").write_text(texts.get(text, text), encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["play", "--resume", "gone.record", *words]) == 2
    err = capsys.readouterr().err
    assert sentence in err, err
    assert "Traceback" not in err
