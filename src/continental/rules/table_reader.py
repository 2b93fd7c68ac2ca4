"""Read the tables of a rule set into parts. A value that does not fit its field is refused with file and key."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from continental.codec import Length, Parsed, Span, Tagged
from continental.melds import Track
from continental.play.pieces import did_you_mean, either, piece
from continental.play.refusal import Refused
from continental.play.saying import Said
from continental.rules.switches import Switch, SwitchValue

YES_OR_NO: Final = {"yes": True, "on": True, "allowed": True, "no": False, "off": False, "forbidden": False}
"""Values of switches that are true or false."""


ANY_NUMBER: Final = Span(-10_000, 10_000)
"""The span of a whole number whose field names none, so that no number of a file is without bounds."""


class _Open:
    """A stand-in for a part that waits for a switch."""


_OPEN: Final = _Open()


@dataclass(frozen=True, slots=True)
class TableReader:
    """Reads the tables of one file.

    `chosen` has each switch's value. If it is None, every value that any switch could lead to is checked, and nothing is built
    from the parts that a switch decides.
    """

    file: str
    switches: Mapping[str, Switch]
    chosen: Mapping[str, SwitchValue] | None = None

    def read(self, kind: Any, part: Any, at: str) -> Any:
        """Return the part at the key path `at`, as its type. Raises Refused with file and key if the value does not fit."""
        if isinstance(part, str) and part.startswith("$"):
            return self._switched(kind, {}, part[1:], at)
        if isinstance(part, dict) and "switch" in part:
            return self._switched(kind, {name: each for name, each in part.items() if name != "switch"}, part["switch"], at)
        origin, args = get_origin(kind), get_args(kind)
        if origin is Annotated:
            return self._annotated(args[0], args[1], part, at)
        if origin in (Union, types.UnionType):
            return self._union(args, part, at)
        if is_dataclass(kind):
            return self._dataclass(kind, {"ranks": part} if kind is Track and isinstance(part, str) else part, at)
        if origin is tuple:
            return self._list(args[0], part, at)
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return self._mapping(args[0], args[1], part, at)
        return self._value(kind, part, at)

    def refuse(self, code: str, at: str, **facts: object) -> Refused:
        """Return the refusal of this code, with the file and the key path `at`."""
        return Refused(code, file=self.file, key=at[:120], **facts)

    def bad_value(self, at: str, wanted: Said | str, value: object, choices: Iterable[str] = ()) -> Refused:
        """Return the refusal of a value that its key does not take."""
        return self.refuse("rules_bad_value", at, wanted=wanted, value=_shown(value), hint=did_you_mean(value, choices))

    def _switched(self, kind: Any, row: dict[str, Any], name: object, at: str) -> Any:
        switch = self.switches.get(name) if isinstance(name, str) else None
        if switch is None:
            known = tuple(self.switches)
            raise self.bad_value(at, either(known) if known else piece("toml_no_switch"), name, known)
        for choice in row:
            if choice not in switch.choices:
                raise self._unknown(f"{at}.{choice}", choice, tuple(switch.choices))
        if self.chosen is not None:
            value = self.chosen[switch.name]
            return self.read(kind, row.get(str(value)) if row else value, at)
        # Without choices every value of every switch is checked, so a mistake is found before a table chooses it.
        for value in switch.choices or (switch.least, switch.most):
            self.read(kind, row.get(str(value)) if row else value, f"{at}.{value}" if row else at)
        return _OPEN

    def _annotated(self, kind: Any, limit: Span | Length | Tagged | Parsed, part: Any, at: str) -> Any:
        if isinstance(limit, Tagged):
            return self._tagged(limit, part, at)
        if isinstance(limit, Parsed):
            if not isinstance(part, str):
                raise self.bad_value(at, piece("toml_text"), part)
            return self._fitting(lambda: limit.parse(part), at)
        if isinstance(limit, Span):
            return self._number(limit, part, at)
        if not isinstance(part, list) or not limit.least <= len(part) <= limit.most:
            some = f"{limit.least}" if limit.least == limit.most else f"{limit.least} to {limit.most}"
            raise self.bad_value(at, piece("toml_values", count=some), part)
        return self.read(kind, part, at)

    def _tagged(self, tagged: Tagged, part: Any, at: str) -> Any:
        if not isinstance(part, dict):
            raise self.bad_value(at, piece("toml_table"), part)
        names = tuple(tagged.kinds)
        if tagged.key not in part:
            raise self.refuse("rules_missing_key", f"{at}.{tagged.key}", wanted=either(names))
        name = part[tagged.key]
        kind = tagged.kinds.get(name) if isinstance(name, str) else None
        if kind is None:
            raise self.bad_value(f"{at}.{tagged.key}", either(names), name, names)
        return self._dataclass(kind, {each: value for each, value in part.items() if each != tagged.key}, at)

    def _union(self, kinds: tuple[Any, ...], part: Any, at: str) -> Any:
        if part is None and type(None) in kinds:
            return None
        some = [kind for kind in kinds if kind is not type(None)]
        if len(some) == 1:
            return self._unless_off(some[0], part, at)
        # Only tables overlap in a union, so the kind with the most keys in common is meant.
        if isinstance(part, dict):
            return self.read(max(some, key=lambda kind: len(part.keys() & _fields(kind).keys())), part, at)
        found = tuple if isinstance(part, list) else type(part)
        return self.read(next((kind for kind in some if (get_origin(kind) or kind) is found), some[0]), part, at)

    def _unless_off(self, kind: Any, part: Any, at: str) -> Any:
        """Return a part that a rule set may lack, or None if its key `on` is false."""
        if not is_dataclass(kind) or not isinstance(part, dict) or "on" not in part:
            return self.read(kind, part, at)
        on = self.read(bool | None, part["on"], f"{at}.on")
        if on is not _OPEN and not on:
            return None
        built = self.read(kind, {name: each for name, each in part.items() if name != "on"}, at)
        return _OPEN if on is _OPEN else built

    def _dataclass(self, kind: Any, part: Any, at: str) -> Any:
        if not isinstance(part, dict):
            raise self.bad_value(at or self.file, piece("toml_table"), part)
        known, hints = _fields(kind), _hints(kind)
        for name in part:
            if name not in known:
                raise self._unknown(_below(at, name), name, tuple(known))
        for name, field in known.items():
            if name not in part and field.default is MISSING and field.default_factory is MISSING:
                raise self.refuse("rules_missing_key", _below(at, name), wanted=_wanted(hints[name]))
        values = {name: self.read(hints[name], value, _below(at, name)) for name, value in part.items()}
        # A part with an open value cannot be built, but its other values are checked by now.
        if any(value is _OPEN for value in values.values()):
            return _OPEN
        return self._fitting(lambda: kind(**values), at)

    def _fitting(self, made: Callable[[], Any], at: str) -> Any:
        try:
            return made()
        except ValueError as fault:
            raise self.refuse("rules_do_not_fit", at, why=str(fault).rstrip(".")) from None

    def _list(self, kind: Any, part: Any, at: str) -> Any:
        if not isinstance(part, list):
            raise self.bad_value(at, piece("toml_list"), part)
        found = []
        for place, row in enumerate(part, start=1):
            each, here = row, f"{at}[{place}]"
            if isinstance(each, dict) and "when" in each:
                when = self.read(bool | None, each["when"], f"{here}.when")
                # The row is not read for this table. It was checked when no switch was chosen and `when` was open.
                if when is not _OPEN and not when:
                    continue
                each = {name: value for name, value in each.items() if name != "when"}
                found.append(_OPEN if when is _OPEN else None)
                built = self.read(kind, each, here)
                found[-1] = _OPEN if when is _OPEN else built
            else:
                found.append(self.read(kind, each, here))
        return _OPEN if any(each is _OPEN for each in found) else tuple(found)

    def _mapping(self, names: Any, kind: Any, part: Any, at: str) -> Any:
        if not isinstance(part, dict):
            raise self.bad_value(at, piece("toml_table"), part)
        if isinstance(names, type) and issubclass(names, Enum):
            for name in part:
                if name not in set(names):
                    raise self._unknown(_below(at, name), name, tuple(map(str, names)))
        found = {self.read(names, name, at): self.read(kind, value, _below(at, name)) for name, value in part.items()}
        return _OPEN if any(each is _OPEN for each in found.values()) else types.MappingProxyType(found)

    def _value(self, kind: Any, part: Any, at: str) -> Any:
        choices = _choices(kind)
        if choices:
            if not isinstance(part, str) or part not in choices:
                raise self.bad_value(at, either(choices), part, choices)
            return part if get_origin(kind) is Literal else kind(part)
        # Python takes a bool for an int, so numbers have a check of their own.
        if kind is int:
            return self._number(ANY_NUMBER, part, at)
        if kind is bool and isinstance(part, str) and part in YES_OR_NO:
            return YES_OR_NO[part]
        if not isinstance(part, kind):
            raise self.bad_value(at, _wanted(kind), part)
        return part

    def _number(self, span: Span, part: Any, at: str) -> int:
        if not isinstance(part, int) or isinstance(part, bool) or not span.least <= part <= span.most:
            raise self.bad_value(at, _whole_from(span), part)
        return part

    def _unknown(self, at: str, name: str, known: tuple[str, ...]) -> Refused:
        return self.refuse("rules_unknown_key", at, hint=did_you_mean(name, known), known=", ".join(known))


def _below(at: str, name: str) -> str:
    return f"{at}.{name}" if at else name


def _whole_from(span: Span) -> Said | str:
    return piece("whole_from", least=span.least, most=span.most)


def _shown(value: object) -> str:
    text = "nothing" if value is None else str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= 40 else text[:37] + "…"


@cache
def _fields(kind: Any) -> Mapping[str, Field[Any]]:
    return {field.name: field for field in fields(kind)} if is_dataclass(kind) else {}


@cache
def _hints(kind: Any) -> Mapping[str, Any]:
    return get_type_hints(kind, include_extras=True)


def _choices(kind: Any) -> tuple[str, ...]:
    """Return the values of a type that is a choice, and none of another."""
    if get_origin(kind) is Literal:
        return get_args(kind)
    return tuple(map(str, kind)) if isinstance(kind, type) and issubclass(kind, Enum) else ()


def _wanted(kind: Any) -> Said | str:
    """Return what a key of this type takes, in words."""
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        limit = args[1]
        return _whole_from(limit) if isinstance(limit, Span) else _wanted(args[0])
    if kind is int:
        return _whole_from(ANY_NUMBER)
    if origin in (Union, types.UnionType):
        return _wanted(args[0])
    choices = _choices(kind)
    if choices:
        return either(choices)
    plain = {bool: "toml_yes_no", str: "toml_text"}
    return piece(plain.get(kind, "toml_list" if origin is tuple else "toml_table"))
