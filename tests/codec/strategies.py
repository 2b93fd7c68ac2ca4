"""Values of any type that the codec knows, within the limits of its fields."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Annotated, Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

from hypothesis import strategies as st

from continental.cards import FACES, Card
from continental.codec import Length, Parsed, Span, Tagged, Text
from continental.melds import Meld, parse_meld

LETTERS = 'abz09 -_é♠\n"'
MELDS = ("9H 9C JK=9S", "4S 5S JK=6S 7S", "AH 2H 3H", "QC KC AC")


def values_of(kind: Any) -> st.SearchStrategy[Any]:
    """Return a strategy for this type."""
    origin, args = get_origin(kind), get_args(kind)
    if kind is Card:
        return st.sampled_from(FACES)
    if isinstance(kind, NewType):
        return values_of(kind.__supertype__)
    if origin is Annotated:
        return _limited(args[0], args[1:])
    if origin is Literal:
        return st.sampled_from(args)
    if origin in (Union, types.UnionType):
        return st.one_of(*(st.none() if arg is type(None) else values_of(arg) for arg in args))
    if origin in (tuple, list):
        return _list(kind, Length(0, 4))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return st.dictionaries(values_of(args[0]), values_of(args[1]), max_size=3)
    if is_dataclass(kind):
        hints = get_type_hints(kind, include_extras=True)
        named: Any = kind
        return st.builds(named, **{field.name: values_of(hints[field.name]) for field in fields(kind)})
    if isinstance(kind, type) and issubclass(kind, Enum):
        return st.sampled_from(list(kind))
    plain = {
        int: st.integers(-999, 10**12),
        str: st.text(LETTERS, max_size=12),
        bool: st.booleans(),
        bytes: st.binary(max_size=8),
    }
    return plain[kind]


def _limited(kind: Any, limits: tuple[Any, ...]) -> st.SearchStrategy[Any]:
    for limit in limits:
        match limit:
            case Span(least, most):
                return st.integers(least, most)
            case Text():
                letters = LETTERS if limit.pattern is None else "abcXYZ09_-"
                return st.text(letters, min_size=limit.least, max_size=min(limit.most, 60)).filter(limit.is_fit)
            case Length():
                return _list(kind, limit)
            case Tagged():
                return st.one_of(*map(values_of, limit.kinds.values()))
            case Parsed() if kind is Meld:
                return st.sampled_from(tuple(map(parse_meld, MELDS)))
            case _:
                pass
    return values_of(kind)


def _list(kind: Any, length: Length) -> st.SearchStrategy[Any]:
    args = get_args(kind)
    if get_origin(kind) not in (tuple, list):
        return st.dictionaries(values_of(args[0]), values_of(args[1]), min_size=length.least, max_size=min(length.most, 3))
    if get_origin(kind) is tuple and not (len(args) == 2 and args[1] is Ellipsis):
        return st.tuples(*map(values_of, args))
    rows = st.lists(values_of(args[0]), min_size=length.least, max_size=max(length.least, min(length.most, 4)))
    return rows.map(tuple) if get_origin(kind) is tuple else rows
