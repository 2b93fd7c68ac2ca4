"""`continental language`: a file of words to be translated; whether a page speaks it is tried in a browser."""

from __future__ import annotations

import json

import pytest

from continental.cli import main
from continental.play.refusal import SENTENCES
from continental.web.rules_page import rules_words


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
