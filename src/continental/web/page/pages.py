"""Write the pages, and list the files they need, cached by their content."""

from __future__ import annotations

import hashlib
import json
import posixpath
import re
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, PackageLoader, select_autoescape

from continental.bots.api import BOT_NAMES
from continental.melds import print_contract
from continental.play.refusal import Refused
from continental.rules.base import RuleSet
from continental.rules.load import load
from continental.rules.melding import MeldingKind
from continental.rules.switches import Switch
from continental.table.setup import Setup
from continental.web.learn.rules_page import rules_html
from continental.web.page.languages import fetched, games, languages, served
from continental.web.page.say import about, element, refusal, said, say, value_of
from continental.words import ENGLISH

STATIC: Final = Path(str(resources.files("continental.web") / "static"))
WORDS: Final = "words/"
"""How the names of files of words begin, which stand in `continental.words`."""
_IMPORT: Final = re.compile(r"""^(?:import|export)\b(?:[^"';]*\bfrom)?\s*"(\.[^"]+)";""", re.MULTILINE)
_PAGES: Final = Environment(loader=PackageLoader("continental.web"), autoescape=select_autoescape(), trim_blocks=True)
_PAGES.globals.update(say=say, said=said, element=element, about=about, value_of=value_of, refusal=refusal)


@cache
def static_files() -> frozenset[str]:
    """Return the names of all files under `static`, as they were when this process first looked."""
    files = frozenset(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file())
    return files | {f"{WORDS}{language}/{surface}.json" for language in languages() for surface in fetched(language)}


def static_bytes(name: str) -> bytes:
    """Return what one of the `static_files` holds."""
    if not name.startswith(WORDS):
        return (STATIC / name).read_bytes()
    language, surface = name.removeprefix(WORDS).removesuffix(".json").split("/")
    return served(surface, language)


@cache
def static_version() -> str:
    """Return a word that changes when a file under `static` changes. It stays the same while the server runs."""
    digest = hashlib.sha256()
    for name in sorted(static_files()):
        digest.update(name.encode() + b"\0" + static_bytes(name) + b"\0")
    return digest.hexdigest()[:12]


def page(name: str, /, **words: Any) -> str:
    """Return the page of this template under `templates`, with these values in it."""
    return _PAGES.get_template(name).render(static=f"/static/v-{static_version()}", languages=" ".join(languages()), **words)


def read_templates() -> None:
    """Read and compile every template now, so that the first page of each does not wait for it."""
    for name in _PAGES.list_templates():
        _PAGES.get_template(name)


def lobby_page() -> str:
    """Return the page on which a table is made."""
    return page("lobby.html", rules=rules_offered(), bots=BOT_NAMES)


def rules_offered() -> str:
    """Return every rule set that a table may choose as JSON: key, title, players, switches, kind of scoring, antes."""
    found = games()
    return json.dumps(
        [
            {
                "key": rules.key,
                "title": rules.title,
                "players": rules.players,
                "kind": rules.scoring.kind,
                "antes": _antes(rules),
                "switches": [_switch(switch) for switch in rules.switches.values() if is_choice(switch)],
            }
            for rules in found
        ],
        separators=(",", ":"),
    )


def games_counted() -> str:
    """Return every rule set that hands are counted by, as JSON: its key, its title and how it is scored."""
    found = [{"key": rules.key, "title": rules.title, "kind": rules.scoring.kind} for rules in games()]
    return json.dumps(found, separators=(",", ":"))


def deals_offered() -> str:
    """Return the deals of each contract game as JSON, by the game's key: each contract, and whether the whole hand is to go."""
    asked = {rules.key: [row.contract for row in rules.deals if row.contract is not None] for rules in games()}
    told = {
        key: [[print_contract(each), each.whole_hand.value] for each in contracts]
        for key, contracts in asked.items()
        if contracts
    }
    return json.dumps(told, separators=(",", ":"))


def _antes(rules: RuleSet) -> dict[str, Any] | None:
    """Return the largest ante, and the step between antes by the value of the switch `ante`, in dollars. None without money."""
    antes = rules.scoring.antes()
    if antes is None:
        return None
    return {"most": antes.largest // 100, "steps": {kind: step / 100 for kind, step in antes.steps.items()}}


def is_choice(switch: Switch) -> bool:
    """Return whether there is more than one value to choose from."""
    return len(switch.choices) != 1


def _switch(switch: Switch) -> dict[str, Any]:
    return {
        "name": switch.name,
        "about": switch.about,
        "clause": switch.clause,
        "default": switch.default,
        "choices": dict(switch.choices),
        "least": switch.least,
        "most": switch.most,
    }


def table_page(room: str, rules: RuleSet) -> str:
    """Return the page of one table. It is the same for everybody, for its socket finds out who is looking."""
    told = {"rules": rules.key, "title": rules.title, "departures": departures_of(rules), "game": game_of(rules)}
    return page("table.html", room=room, bots=BOT_NAMES, **told)


_DRAWN_BY: Final[Mapping[MeldingKind, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "hidden": (("table/hidden.js",), ()),
    "contracts": (("table/contract.js",), ("melds",)),
}
"""The modules that draw a table, and their files of words, beside those of all tables."""


def table_scripts(rules: RuleSet) -> str:
    """Return the `Link` header of a table's page with every script and word that it begins with, so that none waits for another.

    Words are named ahead while English is the only language: which one a reader has, the page alone knows.
    """
    scripts, words = _DRAWN_BY[rules.melding.kind]
    version = static_version()
    found = [f"</static/v-{version}/{name}>; rel=modulepreload" for name in _scripts(version, ("table/app.js", *scripts))]
    if languages() == (ENGLISH,):
        addresses = (f"/static/v-{version}/{WORDS}{ENGLISH}/{name}.json" for name in ("format", "table", *words))
        found += [f"<{address}>; rel=preload; as=fetch; crossorigin=anonymous" for address in addresses]
    return ", ".join(found)


@lru_cache(maxsize=4)
def _scripts(version: str, roots: tuple[str, ...]) -> tuple[str, ...]:
    """Return these scripts and all that they import, as names under `static`. `version` is a key for the cache."""
    del version
    found: dict[str, None] = {}
    waiting = list(roots)
    while waiting:
        name = waiting.pop(0)
        if name not in found:
            found[name] = None
            text = (STATIC / name).read_text("utf-8")
            waiting += [posixpath.normpath(posixpath.join(posixpath.dirname(name), other)) for other in _IMPORT.findall(text)]
    return tuple(found)


def departures_of(rules: RuleSet) -> str:
    """Return the switches that depart from the rule set's defaults as JSON, each with the value chosen and its choices."""
    found = [{**_switch(rules.switches[name]), "value": value} for name, value in rules.departures().items()]
    return json.dumps(found, separators=(",", ":"))


def game_of(rules: RuleSet) -> str | None:
    """Return a contract game as JSON for its page: its deals, a buy's price in cards, whether players may buy their own discard.

    None if the rule set has no contracts.
    """
    deals = [
        {"cards": row.cards, "needs": print_contract(row.contract).split(), "whole": row.contract.whole_hand.value}
        for row in rules.deals
        if row.contract is not None
    ]
    if not deals:
        return None
    claims = rules.claims
    asked = {"penalty": 0 if claims is None else claims.penalty.cards, "own": claims is not None and claims.who.own}
    return json.dumps({"deals": deals, **asked}, separators=(",", ":"))


def all_rules_page() -> str:
    """Return the page that leads to the rules of every game."""
    return page("all_rules.html", games=games())


def rules_page(key: str) -> str:
    """Return the page of a rule set. Raises Refused if there is none."""
    return rules_document(load(key))


def rules_document(rules: RuleSet, room: str | None = None, setup: Setup | None = None) -> str:
    """Return the rules as a page, as a table plays them if a room and its setup are given."""
    switches = [switch for switch in rules.switches.values() if is_choice(switch)]
    return page("rules.html", rules=rules, text=rules_html(rules), room=room, setup=setup, switches=switches)


def refusal_page(refused: Refused) -> str:
    """Return the page that shows a refusal to a person."""
    return page("refused.html", refused=refused)
