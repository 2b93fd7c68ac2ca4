"""Compile a writer once for each type; it gives JSON values: cards as text, bytes as hexadecimal, records as objects."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Annotated, Any, Literal, NewType, Union, get_args, get_origin

from continental.cards import Card, print_card
from continental.codec.json_text import write_json
from continental.codec.limits import Parsed, Sparse, Tagged, type_tag
from continental.codec.reading import field_keys

Plain = dict[str, Any]
Write = Callable[[Any], Any]


def to_plain(value: object, tag: str | None = None) -> Plain:
    """Return a record as a JSON object; `tag` is the key that gets the name of its type."""
    plain: Plain = _write_any(value)
    return plain if tag is None else {tag: type_tag(type(value)), **plain}


def _same(value: Any) -> Any:
    return value


@cache
def writer_of(kind: Any) -> Write:
    """Return the writer of a type. Raises TypeError for a type that has no form in JSON."""
    if kind is Card:
        return print_card
    if kind is Any or kind is object or isinstance(kind, NewType) or kind in (int, bool, str) or get_origin(kind) is Literal:
        return _same
    if kind is bytes:
        return bytes.hex
    if isinstance(kind, type) and issubclass(kind, Enum):
        return lambda value: value.value
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _annotated(args[0], args[1:])
    if origin in (tuple, list, frozenset):
        return _list(args, fixed=origin is tuple and not (len(args) == 2 and args[1] is Ellipsis))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        write_key, write_value = writer_of(args[0]), writer_of(args[1])
        return lambda value: {write_key(key): write_value(one) for key, one in value.items()}
    if origin in (Union, types.UnionType):
        return _union(args)
    if is_dataclass(kind):
        return _record(kind)
    raise TypeError(f"no JSON form for {kind}")


def _record(kind: Any) -> Write:
    keys = field_keys(kind)
    rows = tuple((name, key, writer_of(hint)) for name, (key, hint) in keys.items())
    sparse = {name for name, (_, hint) in keys.items() if any(isinstance(each, Sparse) for each in get_args(hint)[1:])}
    if not sparse:
        return lambda value: {key: write_part(getattr(value, name)) for name, key, write_part in rows}
    defaults = {field.name: field.default for field in fields(kind) if field.name in sparse}
    return lambda value: {
        key: write_part(getattr(value, name))
        for name, key, write_part in rows
        if name not in defaults or getattr(value, name) != defaults[name]
    }


def _annotated(kind: Any, limits: tuple[Any, ...]) -> Write:
    for limit in limits:
        if isinstance(limit, Parsed):
            if limit.print is None:
                raise TypeError(f"{kind} is only read")
            printed, inner = limit.print, writer_of(limit.form)
            return lambda value: inner(printed(value))
        if isinstance(limit, Tagged):
            tags = {each: tag for tag, each in limit.kinds.items()}
            key = limit.key
            return lambda value: {key: tags[type(value)], **_write_any(value)}
    return writer_of(kind)


def _list(args: tuple[Any, ...], *, fixed: bool) -> Write:
    if fixed:
        writers = tuple(writer_of(arg) for arg in args)
        return lambda value: [write_part(one) for write_part, one in zip(writers, value, strict=True)]
    each = writer_of(args[0])
    return list if each is _same else lambda value: [each(one) for one in value]


def _union(args: tuple[Any, ...]) -> Write:
    some = [arg for arg in args if arg is not type(None)]
    if len(some) == 1:
        only = writer_of(some[0])
        return _same if only is _same else lambda value: None if value is None else only(value)
    if all(arg in (int, bool, str) or get_origin(arg) in (Literal, Annotated) or isinstance(arg, NewType) for arg in some):
        return _same
    return lambda value: None if value is None else _write_any(value)


def _write_any(value: object) -> Any:
    kind: Any = type(value)  # mypy takes some types for unhashable
    return writer_of(kind)(value)


@cache
def text_writer_of(kind: Any) -> Callable[[Any], str]:
    """Return the writer of a type's JSON text. It makes no JSON values in between, which takes half the time."""
    if kind is Card:
        return lambda value: f'"{print_card(value)}"'
    if kind is bool:
        return lambda value: "true" if value else "false"
    if kind is int:
        return int.__repr__
    if isinstance(kind, NewType):
        return text_writer_of(kind.__supertype__)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return {member: write_json(member.value) for member in kind}.__getitem__
    origin, args = get_origin(kind), get_args(kind)
    if origin is tuple and len(args) == 2 and args[1] is Ellipsis:
        each = text_writer_of(args[0])
        return lambda value: "[" + ",".join(map(each, value)) + "]"
    if origin in (Union, types.UnionType) and len(args) == 2 and args[1] is type(None):
        only = text_writer_of(args[0])
        return lambda value: "null" if value is None else only(value)
    if is_dataclass(kind) and not any(Sparse() in get_args(hint)[1:] for _, hint in field_keys(kind).values()):
        rows = tuple((name, f'"{key}":', text_writer_of(hint)) for name, (key, hint) in field_keys(kind).items())
        return lambda value: "{" + ",".join([key + write_part(getattr(value, name)) for name, key, write_part in rows]) + "}"
    inner = writer_of(kind)
    return lambda value: write_json(inner(value))
