"""A language that there is not: one file, made from English, every word marked and two fifths longer; what it lacks on a page."""

from __future__ import annotations

import json
from typing import Final

from continental.bots.api import BOT_NAMES
from continental.play.pieces import PIECES
from continental.play.refusal import SENTENCES
from continental.rules.load import load
from continental.rules.tables import catalogue
from continental.scorepad.pieces import PAD_PIECES
from continental.scorepad.refusal import SENTENCES as PAD_SENTENCES
from continental.scorepad.sayings import SAYINGS
from continental.table.names import BOT_PEOPLE
from continental.table.refusal import TABLE_SENTENCES
from continental.web.learn.rules_page import rules_words
from continental.web.page.say import english

NOT_TRANSLATED: Final = "carioca"
"""The rule set whose text the language has not."""

ENGLISH_SLOTS: Final = ("what", "fault", "why")
"""Slots in which English may stand that comes from elsewhere and has no code: a language leaves it out of its sentences."""

_RULE_SETS: Final = {
    rules.key: {
        "title": rules.title,
        "switches": {name: {"about": one.about, "choices": dict(one.choices)} for name, one in rules.switches.items()},
    }
    for rules in map(load, catalogue())
}

_CODE: Final = """
import { words as en } from "./en.js";
import { start_page } from "./en-start.js";
import { seldom } from "./en-seldom.js";
import { learning } from "./en-learning.js";
import { melds, events } from "./en-melds.js";
import { pad } from "./en-pad.js";

const SAME = ["number", "signed"];
const mark = (word) => (/^\\W/.test(word) ? word : word + "\\u00eb".repeat(Math.ceil(word.length * 0.4)));
const longer = (text) => text.replace(/\\{[\\w.]+\\}|\\(\\w+\\.md\\)|`[^`]+`|[a-z]{2,}/gi, mark);
const deep = (value, name) => {
  if (typeof value === "string") return longer(value);
  if (Array.isArray(value)) return value.map((part) => deep(part));
  if (typeof value === "function") return SAME.includes(name) ? value : (...given) => deep(value(...given));
  if (!value || typeof value !== "object" || typeof value.card === "string") return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, deep(part, key)]));
};
const { refusals, sayings, rule_sets, pages, english, rules } = MADE;
const fill = (sentence, given) => longer(sentence).replace(/\\{\\{(\\w+)\\}\\}/g, (_, slot) => given[slot]);
const each = (given, change) => Object.fromEntries(Object.entries(given).map(([slot, value]) => [slot, change(value, slot)]));
const said = ({ said: { code, given = {} } }) => {
  return code === "rule_set" ? longer(rule_sets[given.key].title) : fill(sayings[code], each(given, piece));
};
const piece = (value, slot) => {
  if (Array.isArray(value)) return value.map((one) => piece(one, slot)).join("; ");
  if (value && value.said) return said(value);
  return english.includes(slot) ? "\\u2026" : value;
};

export const words = {
  ...deep({ ...en, start_page, seldom, ...learning, melds, events: { ...en.events, ...events }, pad, pages, rules }),
  rule_set: (key) => longer(rule_sets[key].title),
  switch_about: ({ name }, rules) => longer(rule_sets[rules].switches[name].about),
  switch_value: ({ name }, value, rules) => longer(rule_sets[rules].switches[name].choices[value] || String(value)),
  refused: ({ code, given = {} }) => fill((given.hand ? "Hand {{hand}}: " : "") + refusals[code], each(given, piece)),
  said,
};
"""

_MADE: Final = {
    "refusals": {**SENTENCES, **TABLE_SENTENCES, **PAD_SENTENCES},
    "sayings": {**SAYINGS, **PIECES, **PAD_PIECES},
    "rule_sets": _RULE_SETS,
    "pages": dict(english()),
    "english": ENGLISH_SLOTS,
    "rules": {key: dict(rules_words(key)) for key in catalogue() if key != NOT_TRANSLATED},
}

MADE_UP: Final = f"const MADE = {json.dumps(_MADE)};\n{_CODE}"
"""The file `xx.js`."""

NAMES: Final = ("Ana", "Ben", "Bo", "Cy", "Dora", "Guest", "Friday", *BOT_NAMES, *BOT_PEOPLE)
"""What people, bots and pads are called, in every language."""

ENGLISH_LEFT: Final = """(names) => {
  const left = [];
  const day = new Date().toLocaleDateString(undefined, {month: "short"}); // dates are told as the browser has them
  const known = new Set([...names, day, "AM", "PM"]);
  const look = (own, text) => {
    if (own.closest('script, style, noscript, code, textarea, .card, .code, .hex, [hidden], option[lang], [lang="en"]')) return;
    if (/^\\s*(https?:\\/)?\\/\\S*\\s*$/.test(text)) return; // an address
    const words = text.match(/\\p{L}{2,}/gu) || [];
    const isOther = (word) => !word.includes("\\u00eb") && !known.has(word);
    if (words.some(isOther)) left.push(`${own.localName}.${own.className}: ${text.trim()}`);
  };
  const walk = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) look(walk.currentNode.parentElement, walk.currentNode.nodeValue);
  for (const name of ["aria-label", "aria-valuetext", "title", "placeholder", "alt"]) {
    for (const own of document.querySelectorAll(`[${name}]`)) look(own, own.getAttribute(name));
  }
  return left;
}"""
"""Every text on the page, read or heard, in which there is a word that is not marked, and no name, card or code."""
