"""`continental language`: a folder of words to be translated. Whether a page speaks it is tried in a browser."""

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
from continental.web.page.languages import surfaces
from continental.words import flat


def test_the_folder_has_every_text_in_english(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["language", str(tmp_path / "de")]) == 0
    files = {file.stem: json.loads(file.read_text("utf-8")) for file in (tmp_path / "de").iterdir()}
    assert files.keys() == {*surfaces()}
    assert files["refusals"]["game"] == dict(SENTENCES)
    assert files["rules_house"]["2.3"] == rules_words("house")["2.3"]
    assert files["switches"]["house"]["title"] == "House Rules"
    assert files["table"]["cards_held_one"] == "{{count}} card"
    assert f"{sum(len(flat(file)) for file in files.values())} texts to translate, 0 that were there" in capsys.readouterr().out


def test_texts_that_are_translated_stay_and_missing_ones_are_added(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "de").mkdir()
    own = {"stock": "Talon", "cards_held_other": "{{count}} Karten", "took_you": "lost", "draw": "{{no_such_slot}}"}
    (tmp_path / "de" / "table.json").write_text(json.dumps(own), "utf-8")
    assert main(["language", str(tmp_path / "de")]) == 0
    table = json.loads((tmp_path / "de" / "table.json").read_text("utf-8"))
    assert (table["stock"], table["cards_held_other"], table["menu"]) == ("Talon", "{{count}} Karten", "Table")
    assert table["draw"] == "Draw from the stock"
    capsys.readouterr()
    assert main(["language", str(tmp_path / "de")]) == 0
    assert ": 0 texts to translate" in capsys.readouterr().out


def test_a_file_that_is_no_json_is_named_and_nothing_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "de").mkdir()
    (tmp_path / "de" / "table.json").write_text("[]", "utf-8")
    assert main(["language", str(tmp_path / "de")]) == 2
    assert capsys.readouterr().err == "The files cannot be written: table.json is no JSON object.\n"
    assert [file.name for file in (tmp_path / "de").iterdir()] == ["table.json"]


def test_english_is_said_to_be_there_already(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["language", "en"]) == 2
    assert capsys.readouterr().err == "The words are in English already. A further language has another code, such as de.\n"


@pytest.mark.parametrize("code", ["DE", "de.js", "../d", "d"])
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
        assert main(["language", str(tmp_path / "de")]) == 2
    finally:
        monkeypatch.undo()
        for each in caches:
            each.cache_clear()
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("house.toml")
    assert told.err.count("\n") == 1
