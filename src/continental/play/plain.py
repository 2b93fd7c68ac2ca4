"""Acts, events and views as plain JSON values and back: cards as text, bytes as hexadecimal, a type's name in `do` or `is`."""

from __future__ import annotations

import types
from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

from continental.cards import Card, parse_card, print_card
from continental.play.actions import Action
from continental.play.events import Event

Plain = dict[str, Any]


class PlainError(ValueError):
    """Plain values that do not have the form asked for; the message says where and what would be right."""


def _write(value: object, kind: Any) -> Any:
    return _writer(kind)(value)


@cache
def _writer(kind: Any) -> Callable[[Any], Any]:
    if kind is Card:
        return print_card
    if isinstance(kind, NewType) or kind in (int, bool, str):
        return lambda value: value
    if kind is bytes:
        return lambda value: value.hex()
    if isinstance(kind, type) and issubclass(kind, Enum):
        return lambda value: value.value
    origin = get_origin(kind)
    if origin is Literal:
        return lambda value: value
    if origin is tuple:
        args = get_args(kind)
        if len(args) == 2 and args[1] is Ellipsis:
            each = _writer(args[0])
            return lambda value: [each(one) for one in value]
        writers = tuple(_writer(arg) for arg in args)
        return lambda value: [write(one) for write, one in zip(writers, value, strict=True)]
    if origin in (Union, types.UnionType):
        inner = [arg for arg in get_args(kind) if arg is not type(None)]
        if len(inner) == 1:
            each = _writer(inner[0])
            return lambda value: None if value is None else each(value)
        return to_plain
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        rows = tuple((field.name, _writer(hints[field.name])) for field in fields(kind))
        return lambda value: {name: write(getattr(value, name)) for name, write in rows}
    raise TypeError(f"no plain form for {kind}")


def writer_of(kind: Any) -> Callable[[Any], Any]:
    """What writes values of that type as JSON values; raises TypeError for a type that has no plain form."""
    return _writer(kind)


def to_plain(value: object, tag: str | None = None) -> Plain:
    """A dataclass of the game (act, event, view) as JSON values; `tag` names the key that holds its type's name."""
    plain: Plain = _write(value, type(value))
    return plain if tag is None else {tag: type_tag(type(value)), **plain}


def type_tag(kind: type) -> str:
    """A type's name as the wire writes it: `BuyBack` is `buy_back`."""
    named: Any = kind  # mypy takes some types for unhashable
    return _tag(named)


@cache
def _tag(kind: Any) -> str:
    return "".join("_" + letter.lower() if letter.isupper() else letter for letter in kind.__name__).lstrip("_")


def _expect(fits: object, where: str, wanted: str, value: object) -> None:
    if not fits:
        shown = repr(value)
        raise PlainError(f"{where} should be {wanted}, not {shown if len(shown) <= 40 else shown[:40] + '…'}")


def from_plain(kind: Any, value: Any, where: str = "value") -> Any:
    """Read plain values as a type of the game; raises PlainError where they do not have its form."""
    if kind is Card:
        _expect(isinstance(value, str) and len(value) <= 8, where, "a card's text", value)
        try:
            return parse_card(value)
        except ValueError as error:
            raise PlainError(f"{where}: {error}") from None
    if isinstance(kind, NewType):
        return from_plain(kind.__supertype__, value, where)
    if kind is bool:
        _expect(isinstance(value, bool), where, "true or false", value)
        return value
    if kind is int:
        _expect(isinstance(value, int) and not isinstance(value, bool), where, "a whole number", value)
        return value
    if kind is str:
        _expect(isinstance(value, str), where, "a text", value)
        return value
    if kind is bytes:
        _expect(isinstance(value, str), where, "hexadecimal digits", value)
        try:
            return bytes.fromhex(value)
        except ValueError:
            raise PlainError(f"{where} should be hexadecimal digits") from None
    if isinstance(kind, type) and issubclass(kind, Enum):
        known = [member.value for member in kind]
        _expect(value in known, where, "one of " + ", ".join(map(str, known)), value)
        return kind(value)
    origin = get_origin(kind)
    if origin is Literal:
        _expect(value in get_args(kind), where, "one of " + ", ".join(map(str, get_args(kind))), value)
        return value
    if origin is tuple:
        _expect(isinstance(value, list), where, "a list", value)
        args = get_args(kind)
        if len(args) == 2 and args[1] is Ellipsis:
            return tuple(from_plain(args[0], one, f"{where}[{place}]") for place, one in enumerate(value))
        _expect(len(value) == len(args), where, f"a list of {len(args)}", value)
        return tuple(from_plain(arg, one, f"{where}[{place}]") for place, (arg, one) in enumerate(zip(args, value, strict=True)))
    if origin in (Union, types.UnionType):
        inner = [arg for arg in get_args(kind) if arg is not type(None)]
        if value is None and len(inner) < len(get_args(kind)):
            return None
        _expect(len(inner) == 1, where, "one known form", value)
        return from_plain(inner[0], value, where)
    return _read_record(kind, value, where)


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _read_record(kind: Any, value: Any, where: str) -> Any:
    _expect(isinstance(value, dict), where, "an object", value)
    hints, named = _hints(kind), {}
    for field in fields(kind):
        if field.name in value:
            named[field.name] = from_plain(hints[field.name], value[field.name], f"{where}.{field.name}")
        elif field.default is MISSING and field.default_factory is MISSING:
            raise PlainError(f"{where} lacks {field.name}")
    extra = sorted(str(key) for key in value.keys() - {field.name for field in fields(kind)})
    _expect(not extra, where, "an object without " + ", ".join(extra[:3]), value)
    return kind(**named)


_ACTIONS = {type_tag(kind): kind for kind in get_args(Action)}
_EVENTS = {type_tag(kind): kind for kind in get_args(Event)}


def _read_tagged(kinds: dict[str, Any], tag: str, value: Any) -> Any:
    _expect(isinstance(value, dict), tag, "an object", value)
    name = value.get(tag)
    _expect(isinstance(name, str) and name in kinds, tag, "one of " + ", ".join(kinds), name)
    return from_plain(kinds[name], {key: part for key, part in value.items() if key != tag}, name)


def action_to_plain(action: Action) -> Plain:
    """An act as `{"do": "discard", "seat": 2, "card": "9H"}`."""
    return to_plain(action, "do")


def action_from_plain(value: Any) -> Action:
    """Read an act; raises PlainError."""
    action: Action = _read_tagged(_ACTIONS, "do", value)
    return action


def event_to_plain(event: object) -> Plain:
    """An event, whole or as a seat sees it, as `{"is": "discarded", …}`."""
    return to_plain(event, "is")


def event_from_plain(value: Any) -> Event:
    """Read a whole event; raises PlainError."""
    event: Event = _read_tagged(_EVENTS, "is", value)
    return event
