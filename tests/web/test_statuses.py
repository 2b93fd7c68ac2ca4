"""Each refusal has one status, in one table."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from continental.play.refusal import SENTENCES as OF_THE_GAME
from continental.scorepad.refusal import SENTENCES as OF_THE_PAD
from continental.table.refusal import TABLE_SENTENCES
from continental.web.statuses import STATUS, status_of

WEB: Final = Path(__file__).parents[2] / "src" / "continental" / "web"


def test_each_code_of_the_table_is_a_refusal() -> None:
    assert STATUS.keys() - {*OF_THE_GAME, *OF_THE_PAD, *TABLE_SENTENCES} == set()
    assert status_of("card_not_held") == 400


def test_no_other_module_of_the_web_gives_a_code_a_status() -> None:
    paired = re.compile(r'Refused\("[a-z_]+"[^\n]*, [45]\d\d\b|\([45]\d\d, \w*Refused|"[a-z]+_[a-z_]+": [45]\d\d\b')
    found = {path.name: paired.findall(path.read_text("utf-8")) for path in WEB.rglob("*.py")}
    assert [name for name, pairs in found.items() if pairs] == ["statuses.py"]
