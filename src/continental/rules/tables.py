"""The catalogue's tables: a rule set's TOML with the table's switches put in their places, and parts built from its rows."""

from __future__ import annotations

import tomllib
import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from continental.play.pieces import titled
from continental.play.refusal import Refused
from continental.rules.switches import Switch, SwitchValue, choose

CATALOGUE: Final = Path(__file__).with_name("catalogue")


@cache
def catalogue() -> tuple[str, ...]:
    """The keys of all rule sets there are."""
    return tuple(sorted(each.stem for each in CATALOGUE.glob("*.toml")))


@cache
def _read(key: str) -> dict[str, Any]:
    if key not in catalogue():
        raise Refused("no_such_rules", key=key[:30], known=", ".join(catalogue()))
    return tomllib.loads((CATALOGUE / f"{key}.toml").read_text("utf-8"))


@cache
def switches_of(key: str) -> Mapping[str, Switch]:
    """The switches of a rule set, by name; raises Refused where there is no such rule set."""
    return {
        name: Switch(
            name, row["about"], row["clause"], row["default"], row.get("choices", {}), row.get("least", 0), row.get("most", 0)
        )
        for name, row in _read(key)["switches"].items()
    }


def choose_switches(key: str, wishes: Mapping[str, object] | None = None) -> dict[str, SwitchValue]:
    """Every switch's value, the wishes over the defaults; raises Refused for an unknown rule set, switch or value."""
    return choose(titled(key, _read(key)["title"]), switches_of(key), wishes or {})


def table_of(key: str, chosen: Mapping[str, SwitchValue]) -> dict[str, Any]:
    """The rule set's table, less its switches, each choice in its place."""
    table: dict[str, Any] = _put_switches({name: part for name, part in _read(key).items() if name != "switches"}, chosen)
    return table


def _put_switches(part: Any, chosen: Mapping[str, SwitchValue]) -> Any:
    """The table with each `$name`, and each row that maps a switch's values, replaced by what the table chose.

    `{ switch = "ace_99", on = 99 }` is 99 where the switch is on, and None where its value is not mapped.
    """
    if isinstance(part, str) and part.startswith("$"):
        return chosen[part[1:]]
    if isinstance(part, list):
        return [_put_switches(each, chosen) for each in part]
    if isinstance(part, dict):
        if "switch" in part:
            return _put_switches(part.get(str(chosen[part["switch"]])), chosen)
        return {name: _put_switches(each, chosen) for name, each in part.items()}
    return part


def build(kind: Any, part: Any) -> Any:
    """A part from its row: every field by its type; raises TypeError where the row does not fit, which a test would find."""
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        wanted = {field.name: hints[field.name] for field in fields(kind)}
        return kind(**{name: build(wanted[name], value) for name, value in part.items()})  # type: ignore[operator]
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(part)
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return part if part is None else build(next(arg for arg in args if arg is not type(None)), part)
    if origin is Literal and part in args:
        return part
    if origin is tuple:
        return tuple(build(args[0], each) for each in part)
    if origin is not None and issubclass(origin, Mapping):
        return types.MappingProxyType({build(args[0], name): build(args[1], value) for name, value in part.items()})
    if kind is bool and isinstance(part, str):
        return {"yes": True, "on": True, "allowed": True, "no": False, "off": False, "forbidden": False}[part]
    if kind not in (int, str, bool) or not isinstance(part, kind):
        raise TypeError(f"{part!r} is no {kind}")
    return part
