"""Write the types of the wire as JSDoc typedefs, for the page's modules to name."""

from __future__ import annotations

import inspect
import json
import types
from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Annotated, Any, Final, Literal, NewType, Union, get_args, get_origin

from continental.cards import Card
from continental.codec.limits import Key, Parsed, Sparse, Tagged
from continental.codec.reading import field_keys, is_needed

_LONGEST_LINE: Final = 105
_PLAIN: Final[Mapping[Any, str]] = {Any: "any", object: "any", int: "number", str: "string", bool: "boolean", bytes: "string"}


def page_types(named: Mapping[str, Any], sent: Collection[str] = ()) -> str:
    """Return a typedef for each of these names; a type that has a name stands by it in the others.

    The types that are named in `sent` are written by a page too, which may leave out what has a default.
    """
    writer = _PageTypes(named, sent)
    return "\n".join(line for name, kind in named.items() for line in writer.typedef(name, kind))


class _PageTypes:
    def __init__(self, named: Mapping[str, Any], sent: Collection[str]) -> None:
        self._names = {_key(kind): name for name, kind in named.items()}
        self._sent = sent
        self._is_sent = False

    def typedef(self, name: str, kind: Any) -> Iterator[str]:
        """Yield the lines of one typedef."""
        self._is_sent = name in self._sent
        of = kind.__supertype__ if isinstance(kind, NewType) else kind
        text = "string" if kind is Card else self._record(kind) if is_dataclass(kind) else self._type(of, whole=True)
        said = inspect.cleandoc(kind.__doc__).partition("\n")[0] if is_dataclass(kind) and kind.__doc__ else ""
        yield from _wrapped(f" * @typedef {{{text}}} {name}{' ' + said if said else ''}")

    def _type(self, kind: Any, *, whole: bool = False) -> str:
        name = self._names.get(_key(kind))
        if name is not None and not whole:
            return name
        if isinstance(kind, NewType):
            return "string" if kind is Card else self._type(kind.__supertype__)
        if kind in _PLAIN:
            return _PLAIN[kind]
        origin, args = get_origin(kind), get_args(kind)
        if origin is Annotated:
            return self._annotated(args[0], [limit for limit in args[1:] if not isinstance(limit, Key | Sparse)])
        if origin is Literal or (isinstance(kind, type) and issubclass(kind, Enum)):
            choices = args if origin is Literal else [each.value for each in kind]
            return " | ".join(map(json.dumps, choices))
        if origin in (Union, types.UnionType):
            return " | ".join("null" if arg is type(None) else self._type(arg) for arg in args)
        if origin in (tuple, list, frozenset):
            return self._list(args, fixed=origin is tuple and not (len(args) == 2 and args[1] is Ellipsis))
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return f"Object<string, {self._type(args[1])}>"
        return self._record(kind)

    def _annotated(self, kind: Any, limits: list[Any]) -> str:
        match limits:
            case [Tagged() as tags, *_]:
                return " | ".join(
                    self._record(each, f'{tags.key}: "{tag}"', without=tags.without) for tag, each in tags.kinds.items()
                )
            case [Parsed() as parsed, *_]:
                return self._type(parsed.form)
            case _:
                return self._type(kind)

    def _list(self, args: tuple[Any, ...], *, fixed: bool) -> str:
        if fixed:
            return "[" + ", ".join(map(self._type, args)) + "]"
        each = self._type(args[0])
        return f"({each})[]" if " | " in each and each[0] != "{" else f"{each}[]"

    def _record(self, kind: Any, *before: str, without: tuple[str, ...] = ()) -> str:
        keys = field_keys(kind)
        rows = (
            f"{keys[field.name][0]}{'?' if self._is_sent and not is_needed(field) else ''}: {self._type(keys[field.name][1])}"
            for field in fields(kind)
            if field.name not in without
        )
        return "{" + ", ".join((*before, *rows)) + "}"


def _key(kind: Any) -> Any:
    return kind if isinstance(kind, type | NewType) else str(kind)


def _wrapped(line: str) -> Iterator[str]:
    """Break a line at spaces, so that none is longer than the page's modules may be."""
    while len(line) > _LONGEST_LINE:
        at = line.rfind(" ", 5, _LONGEST_LINE)
        if at < 0:
            break
        yield line[:at]
        line = " *   " + line[at + 1 :]
    yield line
