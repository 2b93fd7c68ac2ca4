"""`continental language`: the folder of a further language, in English as far as it is not translated."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from continental.cli.parser import Parser
from continental.cli.say import say
from continental.codec import parse_json
from continental.play.refusal import Refused
from continental.rules.load import load
from continental.rules.tables import catalogue
from continental.words import ENGLISH, flat


def main(argv: Sequence[str]) -> int:
    """Write the folder; 0, or 2 with a sentence on stderr."""
    parser = Parser(
        prog="continental language",
        description="Write the files of a further language into a folder. Texts that are there stay. Missing ones are English.",
    )
    parser.add_argument("folder", metavar="FOLDER", help="the folder, named after the language, such as src/continental/words/de")
    folder = Path(parser.parse_args(list(argv)).folder)
    if folder.name == ENGLISH:
        print(say("language.is_english"), file=sys.stderr)
        return 2
    if not re.fullmatch(r"[a-z]{2,3}", folder.name):
        print(say("language.no_code", typed=repr(folder.name[:30])), file=sys.stderr)
        return 2
    try:
        added, kept = write(folder)
    except Refused as refused:  # a rule set of the catalogue that does not fit; its name is in the sentence
        print(refused.sentence, file=sys.stderr)
        return 2
    except (OSError, ValueError) as fault:
        print(say("language.unwritable", fault=fault), file=sys.stderr)
        return 2
    print(say("language.written", folder=folder, count=added, kept=kept))
    return 0


def write(folder: Path) -> tuple[int, int]:
    """Write every file of a language, and return how many texts are new and how many stood there.

    Raises OSError, ValueError for a file that is no JSON, and Refused for a rule set that does not fit. Nothing is written then.
    """
    from continental.web.page.languages import english, merged, surfaces

    for key in catalogue():
        load(key)
    found = {name: _read(folder / f"{name}.json") for name in surfaces()}
    folder.mkdir(parents=True, exist_ok=True)
    added = kept = 0
    for name, own in found.items():
        whole = merged(english(name), own)
        (folder / f"{name}.json").write_text(json.dumps(whole, ensure_ascii=False, indent=2) + "\n", "utf-8")
        stood = flat(own)
        kept += sum(1 for key in flat(whole) if key in stood)
        added += sum(1 for key in flat(whole) if key not in stood)
    return added, kept


def _read(file: Path) -> dict[str, object]:
    if not file.exists():
        return {}
    found = parse_json(file.read_bytes())
    if not isinstance(found, dict):
        raise ValueError(f"{file.name} is no JSON object")
    return found
