"""Read and write JSON texts, strictly: no key twice in an object, no number that is none, nothing deeper than can be read."""

from __future__ import annotations

import json
from collections.abc import Callable
from decimal import Decimal
from functools import cache
from math import isfinite
from typing import Any, Final, NoReturn

from continental.codec.fault import Unfit, piece, shown_value

write_json: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""Return JSON values as text, without spaces."""


def parse_json(text: str | bytes, *, exact: bool = False) -> Any:
    """Return the value of a JSON text; `exact` reads fractions as Decimal. Raises Unfit, code `no_json` or `twice`."""
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8")
        value = _decoder(exact=exact)(text)
        if "\\ud" in text or "\\uD" in text:
            _check_surrogates(value)
    except json.JSONDecodeError as fault:
        raise _no_json("json_at", fault=fault.msg, line=fault.lineno, column=fault.colno) from None
    except UnicodeError:
        raise _no_json("json_letters") from None
    except RecursionError:
        raise _no_json("json_deep") from None
    except Unfit:
        raise
    except (ValueError, ArithmeticError):  # Python reads no whole number of more than 4,300 digits
        raise _no_json("json_digits") from None
    return value


@cache
def _decoder(*, exact: bool) -> Callable[[str], Any]:
    number = Decimal if exact else _float
    return json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_number, parse_float=number).decode


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object of these pairs. Of a key that stands twice the last value would count, and nobody told of the first."""
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise Unfit("twice", key=shown_value(key))
            seen.add(key)
    return found


def _float(text: str) -> float:
    number = float(text)
    return number if isfinite(number) else _no_number(text)


def _no_number(text: str) -> NoReturn:
    raise _no_json("json_number", text=text[:20])


def _check_surrogates(value: Any) -> None:
    # Half of a pair is no character: it could be neither stored nor sent on. Raises UnicodeEncodeError.
    json.dumps(value, ensure_ascii=False, default=str).encode()


def _no_json(code: str, **given: object) -> Unfit:
    return Unfit("no_json", fault=piece(code, **given))
