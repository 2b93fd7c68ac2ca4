"""Compile a strict reader once for each type; it takes JSON values and gives the type's own, or raises Unfit."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Annotated, Any, Final, Literal, NewType, Union, get_args, get_origin, get_type_hints

from continental.cards import Card, CardError, parse_card
from continental.codec.fault import Piece, Unfit, piece, shown_value, wanted
from continental.codec.json_text import parse_json
from continental.codec.limits import Key, Length, Parsed, Span, Sparse, Tagged, Text

Read = Callable[[Any], Any]
LONGEST_CARD: Final = 8
"""`🃏\ufe0f` and `joker` are shorter."""


def from_plain(kind: Any, value: Any) -> Any:
    """Return a JSON value as this type. Raises Unfit if it has another form."""
    return reader_of(kind)(value)


def read_text(kind: Any, text: str | bytes) -> Any:
    """Return a JSON text as this type. Raises Unfit if it is no JSON, or has another form."""
    return reader_of(kind)(parse_json(text))


@cache
def reader_of(kind: Any) -> Read:
    """Return the reader of a type. Raises TypeError for a type that has no form in JSON."""
    if kind is Any or kind is object:
        return lambda value: value
    if kind is Card:
        return _read_card
    if isinstance(kind, NewType):
        return reader_of(kind.__supertype__)
    if kind in _PLAIN:
        return _of_type(kind, _PLAIN[kind])
    if kind is bytes:
        return _read_bytes
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _limited(args[0], tuple(limit for limit in args[1:] if not isinstance(limit, Key | Sparse)))
    if origin is Literal or (isinstance(kind, type) and issubclass(kind, Enum)):
        return _choice(kind)
    if origin in (Union, types.UnionType):
        return _union(args)
    if origin in (tuple, list, frozenset):
        return _list(kind, Length(0, _NO_END))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping(args, Length(0, _NO_END))
    if is_dataclass(kind):
        return record_reader(kind)
    raise TypeError(f"no JSON form for {kind}")


_NO_END: Final = 1 << 62
_PLAIN: Final[Mapping[Any, str]] = {int: "a_whole_number", str: "any_text", bool: "true_or_false"}


def wanted_of(kind: Any) -> Piece | str:
    """Return what a type takes, in words."""
    origin, args = get_origin(kind), get_args(kind)
    if isinstance(kind, NewType) and kind is not Card:
        return wanted_of(kind.__supertype__)
    if kind is Card or kind is bytes or kind in _PLAIN:
        return piece("a_card" if kind is Card else "hexadecimal" if kind is bytes else _PLAIN[kind])
    if origin is Annotated:
        return _wanted_limited(args[0], args[1:])
    if origin in (Union, types.UnionType):
        return _either([arg for arg in args if arg is not type(None)])
    if origin is Literal or (isinstance(kind, type) and issubclass(kind, Enum)):
        choices = _choices(kind)
        return piece("one_of", known=", ".join(map(str, choices))) if len(choices) > 1 else shown_value(choices[0])
    return piece("a_list" if origin in (tuple, list, frozenset) else "an_object")


def _either(kinds: list[Any]) -> Piece | str:
    *others, last = kinds
    return piece("or", others=_either(others), last=wanted_of(last)) if others else wanted_of(last)


def _wanted_limited(kind: Any, limits: Iterable[Any]) -> Piece | str:
    for limit in limits:
        if isinstance(limit, Span):
            return piece("whole_from", least=limit.least, most=limit.most)
        if isinstance(limit, Text):
            return piece(limit.wanted, least=limit.least, most=limit.most)
        if isinstance(limit, Parsed):
            return limit.wanted or wanted_of(limit.form)
    return wanted_of(kind)


def _of_type(kind: type, code: str) -> Read:
    def read_value(value: Any) -> Any:
        if type(value) is not kind:
            raise wanted(piece(code), value)
        return value

    return read_value


def _read_card(value: Any) -> Card:
    if type(value) is not str or len(value) > LONGEST_CARD:
        raise wanted(piece("a_card"), value)
    try:
        return parse_card(value)
    except CardError as fault:
        raise _why(fault) from None


def _read_bytes(value: Any) -> bytes:
    if type(value) is not str:
        raise wanted(piece("hexadecimal"), value)
    try:
        return bytes.fromhex(value)
    except ValueError:
        raise wanted(piece("hexadecimal"), value) from None


def _why(fault: ValueError) -> Unfit:
    return Unfit("why", why=str(fault).rstrip("."))


def _choices(kind: Any) -> tuple[Any, ...]:
    return get_args(kind) if get_origin(kind) is Literal else tuple(member.value for member in kind)


def _choice(kind: Any) -> Read:
    choices = _choices(kind)
    known = {(type(value), value): value if get_origin(kind) is Literal else kind(value) for value in choices}
    said = wanted_of(kind)

    def read_choice(value: Any) -> Any:
        # The type is part of the key: 1 and true are equal for Python.
        if type(value) not in (str, int, bool) or (type(value), value) not in known:
            raise wanted(said, value)
        return known[type(value), value]

    return read_choice


def _limited(kind: Any, limits: tuple[Any, ...]) -> Read:
    if not limits:
        return reader_of(kind)
    limit = limits[0]
    match limit:
        case Span():
            return _span(limit)
        case Text():
            return _text(limit)
        case Length():
            return _list(kind, limit) if get_origin(kind) in (tuple, list) else _mapping(get_args(kind), limit)
        case Tagged():
            return _tagged(limit)
        case Parsed():
            return _parsed(limit)
        case _:
            raise TypeError(f"{limit} is no limit")


def _span(span: Span) -> Read:
    least, most = span.least, span.most

    def read_number(value: Any) -> Any:
        if type(value) is not int or not least <= value <= most:
            raise wanted(piece("whole_from", least=least, most=most), value)
        return value

    return read_number


def _text(limit: Text) -> Read:
    def read_letters(value: Any) -> Any:
        if type(value) is not str or not limit.is_fit(value):
            raise wanted(piece(limit.wanted, least=limit.least, most=limit.most), value)
        return value

    return read_letters


def _parsed(limit: Parsed) -> Read:
    inner, parse = reader_of(limit.form), limit.parse

    def read_parsed(value: Any) -> Any:
        plain = inner(value)
        try:
            return parse(plain)
        except Unfit:
            raise
        except ValueError as fault:
            raise (_why(fault) if limit.wanted is None else wanted(limit.wanted, value)) from None

    return read_parsed


def _list(kind: Any, length: Length) -> Read:
    args, made = get_args(kind), tuple if get_origin(kind) is tuple else get_origin(kind)
    if made is tuple and not (len(args) == 2 and args[1] is Ellipsis):
        return _row(tuple(map(reader_of, args)))
    each, least, most = reader_of(args[0]), length.least, length.most

    def read_list(value: Any) -> Any:
        if type(value) is not list:
            raise wanted(piece("a_list"), value)
        if not least <= len(value) <= most:
            raise _wrong_count(length, len(value))
        try:
            return made(map(each, value))
        except Unfit:
            _find_wrong(each, value)
            raise

    return read_list


def _find_wrong(each: Read, values: list[Any]) -> None:
    """Raise the fault of the first value that does not fit, with its index. To count values that fit would be slower."""
    for place, value in enumerate(values):
        try:
            each(value)
        except Unfit as fault:
            raise fault.under(place) from None


def _wrong_count(length: Length, count: int) -> Unfit:
    return wanted(piece("values_from", least=length.least, most=length.most), count)


def _row(readers: tuple[Read, ...]) -> Read:
    def read_row(value: Any) -> Any:
        if type(value) is not list or len(value) != len(readers):
            raise wanted(piece("a_list_of", count=len(readers)), value)
        found: list[Any] = []
        try:
            for each, one in zip(readers, value, strict=True):
                found.append(each(one))
        except Unfit as fault:
            raise fault.under(len(found)) from None
        return tuple(found)

    return read_row


def _mapping(args: tuple[Any, ...], length: Length) -> Read:
    read_key, read_value = reader_of(args[0]), reader_of(args[1])

    def read_mapping(value: Any) -> Any:
        if type(value) is not dict:
            raise wanted(piece("an_object"), value)
        if not length.least <= len(value) <= length.most:
            raise _wrong_count(length, len(value))
        found = {}
        for key, one in value.items():
            try:
                found[read_key(key)] = read_value(one)
            except Unfit as fault:
                raise fault.under(key) from None
        return found

    return read_mapping


def _tagged(limit: Tagged) -> Read:
    key = limit.key
    readers = {tag: record_reader(kind) for tag, kind in limit.kinds.items()}
    known = piece("one_of", known=", ".join(readers))

    def read_tagged(value: Any) -> Any:
        if type(value) is not dict:
            raise wanted(piece("an_object"), value)
        tag = value.get(key)
        if type(tag) is not str or tag not in readers:
            raise wanted(known, tag).under(key)
        rest = value.copy()
        del rest[key]
        try:
            return readers[tag](rest)
        except Unfit as fault:
            raise fault.under(tag) from None

    return read_tagged


def json_type(kind: Any) -> type:
    """Return the Python type of a type's JSON values: `str` for a card."""
    if isinstance(kind, NewType) and kind is not Card:
        return json_type(kind.__supertype__)
    if get_origin(kind) is Annotated:
        of, limit = get_args(kind)[:2]
        return json_type(limit.form if isinstance(limit, Parsed) else of)
    if get_origin(kind) is Literal:
        return type(get_args(kind)[0])
    if kind is Card or kind is bytes or (isinstance(kind, type) and issubclass(kind, str)):
        return str
    if kind in (int, bool):
        return int if kind is int else bool
    return list if get_origin(kind) in (tuple, list, frozenset) else dict


def _union(args: tuple[Any, ...]) -> Read:
    """Return the reader of a union whose members are told from each other by the JSON value's own type."""
    some = [arg for arg in args if arg is not type(None)]
    maybe = len(some) < len(args)
    if len(some) == 1:
        only = reader_of(some[0])
        return lambda value: None if value is None else only(value)
    readers = {json_type(arg): reader_of(arg) for arg in some}
    if len(readers) < len(some):
        raise TypeError(f"{some} look the same in JSON: they need a tag")
    said = _either(some)

    def read_union(value: Any) -> Any:
        if value is None and maybe:
            return None
        reads = readers.get(type(value))
        if reads is None:
            raise wanted(said, value)
        return reads(value)

    return read_union


def field_keys(kind: Any) -> dict[str, tuple[str, Any]]:
    """Return the JSON key and the type of each field of a dataclass, by the field's name."""
    hints = get_type_hints(kind, include_extras=True)
    found = {}
    for field in fields(kind):
        hint = hints[field.name]
        keys = [each.name for each in get_args(hint)[1:] if isinstance(each, Key)] if get_origin(hint) is Annotated else []
        found[field.name] = (keys[0] if keys else field.name, hint)
    return found


def is_needed(field: Field[Any]) -> bool:
    """Return whether a field has no default, so that it must be in JSON."""
    return field.default is MISSING and field.default_factory is MISSING


def record_reader(kind: Any, given: Mapping[str, Any] = types.MappingProxyType({})) -> Read:
    """Return the reader of a dataclass. The fields in `given` have these values and are unknown in JSON."""
    keys = field_keys(kind)
    rows = tuple(
        (key, field.name, reader_of(hint), is_needed(field), hint)
        for field in fields(kind)
        for key, hint in (keys[field.name],)
        if field.name not in given
    )
    known = frozenset(key for key, *_ in rows)
    shown = ", ".join(key for key, *_ in rows) or piece("none")

    def read_record(value: Any) -> Any:
        if type(value) is not dict:
            raise wanted(piece("an_object"), value)
        if not known.issuperset(value):
            raise Unfit("unknown", key=shown_value(next(key for key in value if key not in known)), known=shown)
        named = dict(given)
        for key, name, reads, needed, hint in rows:
            if key in value:
                try:
                    named[name] = reads(value[key])
                except Unfit as fault:
                    raise fault.under(key) from None
            elif needed:
                raise Unfit("missing", key=key, wanted=wanted_of(hint))
        try:
            return kind(**named)
        except ValueError as fault:  # a record may say more of its fields than their types do
            raise fault if isinstance(fault, Unfit) else _why(fault) from None

    return read_record
