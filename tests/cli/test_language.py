"""`continental language`: a file of words to be translated; whether a page speaks it is tried in a browser."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from continental.cli import main
from continental.play.refusal import SENTENCES
from continental.rules import load as loading
from continental.rules import tables
from continental.web.learn.rules_page import rules_words


def test_every_word_stands_in_the_one_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["language", "de"]) == 0
    text = capsys.readouterr().out
    assert 'new Intl.PluralRules("de")' in text
    assert "import " not in text
    assert text.count("\nexport ") == 1
    for said in (SENTENCES["close_not_melded"], rules_words("house")["2.3"], "Draw from the stock", "phase_draw", "with_counts"):
        assert said in text or json.dumps(said, ensure_ascii=False) in text


def test_english_is_said_to_be_there_already(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["language", "en"]) == 2
    assert capsys.readouterr().err == "The pages are in English already; a further language has another code, such as de.\n"


@pytest.mark.parametrize("code", ["DE", "de.js", "../de", "d"])
def test_what_names_no_further_language_is_refused(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["language", code]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("A further language is named by two or three small letters, such as de, not ")


@pytest.mark.parametrize(("was", "broken"), [("[values]", "[values"), ("laps = 60", "laps = 0")])
def test_a_rule_set_that_does_not_fit_is_named_in_one_sentence(
    was: str, broken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    caches = (tables.catalogue, tables._read, tables.switches_of, loading._rule_set, loading._check_all_choices)
    shutil.copytree(tables.CATALOGUE, tmp_path / "catalogue")
    text = (tmp_path / "catalogue" / "house.toml").read_text("utf-8")
    (tmp_path / "catalogue" / "house.toml").write_text(text.replace(was, broken), encoding="utf-8")
    monkeypatch.setattr(tables, "CATALOGUE", tmp_path / "catalogue")
    for each in caches:
        each.cache_clear()
    try:
        assert main(["language", "de"]) == 2
    finally:
        monkeypatch.undo()
        for each in caches:
            each.cache_clear()
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("house.toml")
    assert told.err.count("\n") == 1
