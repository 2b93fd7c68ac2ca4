"""The catalogue's files: the table of each rule set, and its switches."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from continental.play.pieces import piece, titled
from continental.play.refusal import Refused
from continental.rules.switches import Switch, SwitchValue, choose
from continental.rules.table_reader import TableReader
from continental.words import part

CATALOGUE: Final = Path(__file__).with_name("catalogue")


@cache
def catalogue() -> tuple[str, ...]:
    """Return the keys of all rule sets there are."""
    return tuple(sorted(each.stem for each in CATALOGUE.glob("*.toml")))


@dataclass(frozen=True, slots=True)
class SwitchSheet:
    """A switch as the file has it: its choices, or the least and the most of a whole number.

    A file may say what the switch is about, and give each choice its meaning. Texts that it lacks are in `words`.
    """

    clause: str
    default: str | int
    about: str | None = None
    choices: Mapping[str, str] | tuple[str, ...] | None = None
    least: int = 0
    most: int = 0


def file_of(key: str) -> str:
    """Return the name of the file that a rule set stands in."""
    return f"{key}.toml"


@cache
def _read(key: str) -> dict[str, Any]:
    if key not in catalogue():
        raise Refused("no_such_rules", key=key[:30], known=", ".join(catalogue()))
    try:
        return tomllib.loads((CATALOGUE / file_of(key)).read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise Refused("rules_unreadable", file=file_of(key), why=str(fault)[:200]) from None


@cache
def switches_of(key: str) -> Mapping[str, Switch]:
    """Return the switches of a rule set, by name. Raises Refused if there is no such rule set, or if its file does not fit."""
    reader = TableReader(file_of(key), {})
    rows: Mapping[str, SwitchSheet] = reader.read(Mapping[str, SwitchSheet], _read(key).get("switches", {}), "switches")
    found = {
        name: Switch(name, _about(key, name, row), row.clause, row.default, _choices(key, name, row), row.least, row.most)
        for name, row in rows.items()
    }
    for name, switch in found.items():
        if not switch.choices and switch.least >= switch.most:
            raise reader.refuse("rules_missing_key", f"switches.{name}.choices", wanted=piece("toml_table"))
        fits = switch.default in switch.choices if switch.choices else _is_between(switch)
        if not fits:
            raise reader.bad_value(f"switches.{name}.default", switch.wanted(), switch.default, switch.choices)
    return found


def _about(key: str, name: str, row: SwitchSheet) -> str:
    return row.about if row.about is not None else part("switches", key).get(f"switches.{name}.about", name)


def _choices(key: str, name: str, row: SwitchSheet) -> Mapping[str, str]:
    if isinstance(row.choices, Mapping):
        return row.choices
    texts = part("switches", f"{key}.switches.{name}.choices")
    return {value: texts.get(value, value) for value in row.choices or ()}


def title_of(key: str) -> str:
    """Return the title of a rule set: the one of its file, or the one in `words/en/switches.json`, or its key."""
    own = _read(key).get("title")
    return own if isinstance(own, str) else part("switches", key).get("title", key)


def _is_between(switch: Switch) -> bool:
    return isinstance(switch.default, int) and switch.least <= switch.default <= switch.most


def choose_switches(key: str, wishes: Mapping[str, object] | None = None) -> dict[str, SwitchValue]:
    """Return every switch's value, the wishes over the defaults. Raises Refused for an unknown rule set, switch or value."""
    return choose(titled(key, title_of(key)), switches_of(key), wishes or {})


def table_of(key: str) -> dict[str, Any]:
    """Return the rule set's table as its file has it, less its switches."""
    return {name: part for name, part in _read(key).items() if name != "switches"}
