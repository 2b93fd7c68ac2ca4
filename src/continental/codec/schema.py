"""Describe the form of a type as a JSON Schema of 2020-12, in one piece without references."""

from __future__ import annotations

import inspect
import types
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from typing import Annotated, Any, Final, Literal, NewType, Union, get_args, get_origin

from continental.cards import Card
from continental.codec.limits import Key, Length, Parsed, Span, Sparse, Tagged, Text
from continental.codec.reading import LONGEST_CARD, field_keys
from continental.codec.writing import writer_of

Schema = dict[str, Any]
_PLAIN: Final[Mapping[Any, Schema]] = {
    Any: {},
    object: {},
    int: {"type": "integer"},
    str: {"type": "string"},
    bool: {"type": "boolean"},
    bytes: {"type": "string", "pattern": "^([0-9a-f]{2})*$"},
    Card: {"type": "string", "maxLength": LONGEST_CARD, "description": "A card: 9H, TD, AS, or JK for a joker."},
}


def schema_of(kind: Any, without: tuple[str, ...] = ()) -> Schema:
    """Return the schema of a type; the fields of a record that are named in `without` are left out."""
    if isinstance(kind, NewType) and kind is not Card:
        return schema_of(kind.__supertype__)
    if kind in _PLAIN:
        return dict(_PLAIN[kind])
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _limited(args[0], [limit for limit in args[1:] if not isinstance(limit, Key | Sparse)])
    if origin is Literal or (isinstance(kind, type) and issubclass(kind, Enum)):
        return {"enum": list(args) if origin is Literal else [member.value for member in kind]}
    if origin in (Union, types.UnionType):
        return {"anyOf": [{"type": "null"} if arg is type(None) else schema_of(arg) for arg in args]}
    if origin in (tuple, list, frozenset):
        return _list(args, fixed=origin is tuple and not (len(args) == 2 and args[1] is Ellipsis))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {"type": "object", "propertyNames": schema_of(args[0]), "additionalProperties": schema_of(args[1])}
    if is_dataclass(kind):
        return _record(kind, without)
    raise TypeError(f"no JSON form for {kind}")


def _list(args: tuple[Any, ...], *, fixed: bool) -> Schema:
    if not fixed:
        return {"type": "array", "items": schema_of(args[0])}
    return {"type": "array", "prefixItems": [schema_of(arg) for arg in args], "minItems": len(args), "maxItems": len(args)}


def _limited(kind: Any, limits: list[Any]) -> Schema:
    match limits:
        case [Span(least, most), *_]:
            return {"type": "integer", "minimum": least, "maximum": most}
        case [Text() as text, *_]:
            return _text(text)
        case [Length(least, most), *_]:
            found = schema_of(kind)
            names = ("minItems", "maxItems") if found["type"] == "array" else ("minProperties", "maxProperties")
            return found | dict(zip(names, (least, most), strict=True))
        case [Tagged() as tags, *_]:
            return {"oneOf": [_tagged(tags.key, tag, each) for tag, each in tags.kinds.items()]}
        case [Parsed() as parsed, *_]:
            return schema_of(parsed.form)
        case _:
            return schema_of(kind)


def _text(text: Text) -> Schema:
    found: Schema = {"type": "string", "maxLength": text.most}
    least = max(text.least, 1) if text.printable else text.least
    if least:
        found["minLength"] = least
    if text.pattern is not None:
        found["pattern"] = f"^(?:{text.pattern})$"
    elif text.printable:
        found["pattern"] = r"\S"  # at least one letter that is seen
    return found


def _tagged(key: str, tag: str, kind: type) -> Schema:
    found = _record(kind, ())
    return found | {"properties": {key: {"const": tag}, **found["properties"]}, "required": [key, *found["required"]]}


def _record(kind: Any, without: tuple[str, ...]) -> Schema:
    properties, required = {}, []
    keys = field_keys(kind)
    for field in fields(kind):
        key, hint = keys[field.name]
        if field.name in without:
            continue
        properties[key] = schema_of(hint)
        if field.default is not MISSING:
            properties[key] = {**properties[key], "default": writer_of(hint)(field.default)}
        elif field.default_factory is MISSING:
            required.append(key)
    return {
        "type": "object",
        "title": kind.__name__,
        "description": inspect.cleandoc(kind.__doc__ or ""),
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }
