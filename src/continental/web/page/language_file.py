"""The file of a further language, with everything that it has to say in English yet: for a translator to write over."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from continental.play.pieces import PIECES
from continental.play.refusal import SENTENCES
from continental.rules.load import load
from continental.rules.tables import catalogue
from continental.scorepad.pieces import PAD_PIECES
from continental.scorepad.refusal import IN_HAND
from continental.scorepad.refusal import SENTENCES as PAD_SENTENCES
from continental.scorepad.sayings import SAYINGS
from continental.table.refusal import TABLE_SENTENCES
from continental.web.learn.rules_page import rules_words
from continental.web.page.pages import STATIC
from continental.web.page.say import english

_PARTS: Final = {"start": "start_page", "seldom": "seldom", "melds": "events, melds", "learning": "learning", "pad": "pad"}
"""By the end of the name of its file each part that English keeps apart, and what the file exports."""
_HEAD: Final = """/**
 * All that a person reads on the pages in the language {code}, once what stands here in English is written anew. What its parts
 * are, and how it is tried: docs/languages.md. Names in braces are filled in; where a text needs a plural it may be a function of
 * what is given, such as `({{ players }}) => …`.
 */

"""
_FOOT: Final = """
const shown = (at) => (at === "JK" ? words.joker_short : at[0].replace("T", "10") + "♠♥♦♣"["SHDC".indexOf(at[1])]);
const tell = (value, slot) => {
  if (Array.isArray(value)) return value.map((one) => tell(one, slot)).join("; ");
  if (value?.said) return words.said(value);
  return slot === "card" && /^(JK|[A2-9TJQK][SHDC])$/.test(value) ? shown(value) : String(value ?? "…");
};
const filled = (text, given) => text.replace(/{{(\\w+)}}/g, (_, slot) => tell(given[slot], slot));
const fill = (text, given) => (typeof text === "function" ? text(given) : filled(text, given));

export const words = {
  ...table,
  start_page,
  seldom,
  melds: melds.melds,
  events: { ...table.events, ...melds.events },
  ...learning,
  pad,
  pages,
  rules,
  rule_set: (key, title) => RULE_SETS[key]?.title ?? title,
  switch_about: (one, rules) => RULE_SETS[rules]?.switches[one.name]?.about ?? one.about,
  switch_value: (one, value, rules) =>
    RULE_SETS[rules]?.switches[one.name]?.choices?.[value] ?? one.choices?.[value] ?? String(value),
  refused: ({ code, sentence, given = {} }) => {
    if (!REFUSALS[code]) return sentence;
    const told = fill(REFUSALS[code], given);
    return given.hand ? fill(IN_HAND, { hand: given.hand, said: told }) : told;
  },
  said: ({ says, said: { code, given = {} } }) => {
    if (code === "rule_set") return words.rule_set(given.key, says);
    return PIECES[code] ? fill(PIECES[code], given) : says;
  },
};
"""


def language_file(code: str) -> str:
    """The text of `static/words/CODE.js`, which says everything in English."""
    table = _source("en").replace('new Intl.PluralRules("en")', f'new Intl.PluralRules("{code}")')
    parts = [_HEAD.format(code=code), "// --- the table\n\n", table.replace("export const words = {", "const table = {")]
    for part, exported in _PARTS.items():
        source = re.sub(r'import { words } from "./en.js";\n', "", _source(f"en-{part}")).replace("export const ", "const ")
        name = exported if "," not in exported else part
        back = exported if name == exported else f"{{ {exported} }}"
        parts.append(f"\n// --- {part}\n\nconst {name} = ((words) => {{\n{source}\nreturn {back};\n}})(table);\n")
    told: Mapping[str, Any] = {
        "pages": dict(english()),
        "rules": {key: dict(rules_words(key)) for key in catalogue()},
        "RULE_SETS": {key: _switches(key) for key in catalogue()},
        "REFUSALS": {**SENTENCES, **TABLE_SENTENCES, **PAD_SENTENCES},
        "IN_HAND": IN_HAND,
        "PIECES": {**PIECES, **PAD_PIECES, **SAYINGS},
    }
    parts += [f"\nconst {name} = {json.dumps(value, ensure_ascii=False, indent=2)};\n" for name, value in told.items()]
    return "".join([*parts, _FOOT])


def _source(name: str) -> str:
    return (STATIC / "words" / f"{name}.js").read_text("utf-8")


def _switches(key: str) -> dict[str, Any]:
    rules = load(key)
    told = {
        switch.name: {"about": switch.about, **({"choices": dict(switch.choices)} if switch.choices else {})}
        for switch in rules.switches.values()
    }
    return {"title": rules.title, "switches": told}
