"""Serve the words of each language to the pages. A text that a language lacks, or has in a form that does not fit, is English."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

from continental.codec import parse_json
from continental.play.refusal import Refused
from continental.rules.base import RuleSet
from continental.rules.load import load
from continental.rules.tables import catalogue, file_of
from continental.web.learn.rules_page import rules_words
from continental.words import ENGLISH, FOLDER, FORMATTERS, SLOT, flat

_log = logging.getLogger("continental.web")
Tree = Mapping[str, Any]
"""The texts of a file as they stand there: texts, and parts that hold more of them."""
RULES: Final = "rules_"
"""The beginning of the name of a surface with the text of a rule set."""
TERMINAL: Final = "terminal"
"""The surface of the command line, which no page asks for."""
_FORM: Final = re.compile("_(zero|one|two|few|many|other)$")


@cache
def games() -> tuple[RuleSet, ...]:
    """Return every rule set whose file can be read, those for money first.

    One whose file cannot be read is left out, and the log says so once.
    """
    found: list[RuleSet] = []
    for named in catalogue():
        try:
            found.append(load(named))
        except Refused as refused:  # its sentence names the file
            _log.error("the rule set %s is left out: %s", named, refused.sentence)
        except Exception as fault:  # noqa: BLE001 - whatever is wrong in one file, the others are played
            _log.error("the rule set %s is left out: %s in %s", named, fault, file_of(named))
    return tuple(sorted(found, key=lambda rules: (rules.scoring.kind, rules.key)))


def languages() -> tuple[str, ...]:
    """Return the languages that the pages speak, which are the folders under `words`."""
    return tuple(sorted(each.name for each in FOLDER.iterdir() if each.is_dir() and re.fullmatch("[a-z]{2,3}", each.name)))


@cache
def surfaces() -> tuple[str, ...]:
    """Return the names of the files that a language of the pages has. The terminal speaks English alone."""
    found = {each.name.removesuffix(".json") for each in (FOLDER / ENGLISH).iterdir() if each.name.endswith(".json")}
    files = sorted(found - {TERMINAL})
    return (*files, *(f"{RULES}{rules.key}" for rules in games()))


def fetched(language: str) -> tuple[str, ...]:
    """Return the names of the files that a page in this language may fetch. The server writes its own texts in English itself."""
    server = ("pages", "pieces", "refusals", "sayings", "switches")
    if language != ENGLISH:
        return surfaces()
    return tuple(name for name in surfaces() if name not in server and not name.startswith(RULES))


def english(surface: str) -> Tree:
    """Return the English of a file."""
    if surface == "switches":
        return _switches()
    if surface.startswith(RULES):
        # The English of the rules is their text in docs/rules.
        return dict(rules_words(surface.removeprefix(RULES)))
    found: Tree = json.loads((FOLDER / ENGLISH / f"{surface}.json").read_text("utf-8"))
    return found


def _switches() -> Tree:
    # A rule set whose own file has its texts is translated like the others.
    return {rules.key: _titles(rules) for rules in games()}


def _titles(rules: RuleSet) -> Tree:
    told = {
        switch.name: {"about": switch.about, **({"choices": dict(switch.choices)} if switch.choices else {})}
        for switch in rules.switches.values()
    }
    return {"title": rules.title, "switches": told}


def own(surface: str, language: str) -> Tree:
    """Return the texts of a language's file as they stand there. If it cannot be read, log that and return no texts."""
    file = FOLDER / language / f"{surface}.json"
    if not file.is_file():
        return {}
    try:
        found = parse_json(file.read_bytes())
    except (OSError, ValueError) as fault:
        _log.warning("the words %s of the language %s are English: %s", surface, language, fault)
        return {}
    return found if isinstance(found, dict) else {}


def served(surface: str, language: str) -> bytes:
    """Return the texts of a file as a page gets them.

    A piece of the rules that a language lacks is left out. The page has its English already, and marks it as English.
    """
    usual, found = english(surface), {} if language == ENGLISH else own(surface, language)
    whole = {key: text for key, text in found.items() if key in usual} if surface.startswith(RULES) else merged(usual, found)
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode()


def merged(usual: Tree, found: Tree) -> dict[str, Any]:
    """Return the English, with each text replaced that the language has in a form that fits.

    The forms of a text for numbers go together. A language that has `_other` has all the forms that its grammar knows.
    """
    whole: dict[str, Any] = {}
    bases = {_FORM.sub("", key) for key, value in usual.items() if _FORM.search(key) and isinstance(value, str)}
    for key, value in usual.items():
        if isinstance(value, dict):
            whole[key] = merged(value, part if isinstance(part := found.get(key), dict) else {})
        elif (base := _FORM.sub("", key)) in bases and key != base:
            whole |= _forms(base, usual, found)
        else:
            whole[key] = text if fits(text := found.get(key), value) else value
    # Forms for a context, such as `took_you`, that English does not need.
    more = {key: text for key, text in found.items() if key not in whole and _FORM.sub("", key) not in bases}
    return whole | {key: text for key, text in more.items() if fits(text, _nearest(key, usual))}


def _forms(base: str, usual: Tree, found: Tree) -> dict[str, Any]:
    told = {key: text for key, text in usual.items() if _FORM.sub("", key) == base and key != base}
    slots = " ".join(str(text) for text in told.values())
    own_forms = {key: text for key, text in found.items() if _FORM.sub("", key) == base and key != base and fits(text, slots)}
    return own_forms if f"{base}_other" in own_forms else told


def _nearest(key: str, usual: Tree) -> object:
    # `took_you` is a form of `took`, and `waits_claim_you` one of `waits_claim_other`.
    base = key
    while "_" in base:
        base = base.rpartition("_")[0]
        found = usual.get(base, usual.get(f"{base}_other"))
        if isinstance(found, str):
            return found
    return None


def fits(text: object, english: object) -> bool:
    """Return whether a text can stand for the English: all its slots are filled, and all its formatters are known."""
    if not isinstance(text, str) or not isinstance(english, str):
        return False
    known = {name for name, _ in SLOT.findall(english)} | {"count"}
    return all(name in known and formatter in ("", *FORMATTERS) for name, formatter in SLOT.findall(text))


def lacking(language: str) -> Iterator[str]:
    """Yield the texts that a language lacks, each as its file and key."""
    for surface in surfaces():
        has = {_FORM.sub("", key) for key in flat(own(surface, language))}
        for key in dict.fromkeys(_FORM.sub("", key) for key in flat(english(surface))):
            if key not in has:
                yield f"{surface}: {key}"
