"""A match on paper from its JSON text: all of it is looked at, and what has the wrong form is refused by hand and place."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final, NoReturn

from continental.play.terms import Cents, Ending
from continental.rules.load import load
from continental.rules.money import LARGEST_ANTE
from continental.scorepad.paper import Paper, PaperHand
from continental.scorepad.refusal import EntryRefused

_LONGEST_NAME: Final = 40
_MATCH_KEYS: Final = ("players", "ante", "dealer", "switches", "hands")
_HAND_KEYS: Final = ("ended_by", "ending", "knock_card", "counts", "jokers", "feeder", "buys")


@dataclass(frozen=True, slots=True)
class _Place:
    """Where in the text a value stands: the hand's number (0: the match), and the words for it."""

    hand: int
    words: str

    def at(self, words: str) -> _Place:
        return _Place(self.hand, words)

    def refuse(self, wanted: str, value: object) -> NoReturn:
        raise EntryRefused("bad_form", self.hand, where=self.words, wanted=wanted, value=_shown(value))


def read_match(text: str) -> Paper:
    """The whole match that the text tells, settled; raises EntryRefused, or Refused for what the rule set itself does not take.

    The form is `{"players": […], "ante": dollars, "dealer": name, "switches": {…}, "hands": [{…}, …]}`; dealer, switches and
    hands may be left out.
    """
    top = _Place(0, "The match")
    match = _object(_parse(text), top, known=_MATCH_KEYS, needed=("players", "ante"))
    place = top.at("players")
    names = tuple(_name(name, top.at(f"player {at}")) for at, name in enumerate(_list(match["players"], place), 1))
    dealer = match.get("dealer")
    switches = _switches(match.get("switches", {}), top.at("switches"))
    paper = Paper.begin(
        load("house", switches),
        names,
        _ante(match["ante"], top.at("ante")),
        None if dealer is None else _name(dealer, top.at("dealer")),
    )
    for number, hand in enumerate(_list(match.get("hands", []), top.at("hands")), 1):
        paper = paper.enter(read_hand(hand, number))
    return paper


def read_hand(hand: object, number: int) -> PaperHand:
    """One hand from its JSON value; raises EntryRefused with the hand's number, counted from 1."""
    top = _Place(number, "The hand")
    found = _object(hand, top, known=_HAND_KEYS, needed=("ended_by", "ending", "counts"))
    card, feeder = found.get("knock_card"), found.get("feeder")
    buys = _list(found.get("buys", []), top.at("buys"))
    return PaperHand(
        ended_by=_name(found["ended_by"], top.at("ended_by")),
        ending=_ending(found["ending"], top.at("ending")),
        knock_card=None if card is None else _whole(card, top.at("knock_card")),
        counts=_by_name(found["counts"], top.at("counts")),
        jokers=_by_name(found.get("jokers", {}), top.at("jokers")),
        feeder=None if feeder is None else _name(feeder, top.at("feeder")),
        buys=tuple(_name(name, top.at("buys")) for name in buys),
    )


class _NoNumber(ValueError):
    """NaN or an infinity, which JSON does not have."""


def _no_number(text: str) -> NoReturn:
    raise _NoNumber(f"{text} is no number")


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise EntryRefused("key_twice", key=_shown(key))
        found[key] = value
    return found


def _parse(text: str) -> object:
    try:
        parsed: object = json.loads(text, parse_float=Decimal, parse_constant=_no_number, object_pairs_hook=_once)
    except json.JSONDecodeError as fault:
        raise EntryRefused("not_json", fault=f"{fault.msg} at line {fault.lineno}, column {fault.colno}") from None
    except _NoNumber as fault:
        raise EntryRefused("not_json", fault=fault) from None
    except RecursionError:
        raise EntryRefused("not_json", fault="it is nested too deep") from None
    except (ValueError, ArithmeticError):  # Python reads no whole number of more than 4,300 digits
        raise EntryRefused("not_json", fault="a number in it has too many digits") from None
    return parsed


def _object(value: object, place: _Place, *, known: tuple[str, ...], needed: tuple[str, ...]) -> Mapping[str, object]:
    found = _mapping(value, place)
    for key in found:
        if key not in known:
            raise EntryRefused("key_unknown", place.hand, where=place.words, key=_shown(key), known=", ".join(known))
    for key in needed:
        if key not in found:
            raise EntryRefused("key_missing", place.hand, where=place.words, key=key)
    return found


def _mapping(value: object, place: _Place) -> dict[str, object]:
    if not isinstance(value, dict):
        place.refuse("an object in braces", value)
    return value


def _list(value: object, place: _Place) -> list[object]:
    if not isinstance(value, list):
        place.refuse("a list in brackets", value)
    return value


def _name(value: object, place: _Place) -> str:
    # a lone surrogate or a control character could not be printed back
    if not isinstance(value, str) or not value.strip() or not value.isprintable() or len(value) > _LONGEST_NAME:
        place.refuse(f"a name of 1 to {_LONGEST_NAME} printable characters", value)
    return value


def _whole(value: object, place: _Place) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        place.refuse("a whole number", value)
    return value


def _by_name(value: object, place: _Place) -> dict[str, int]:
    found = _mapping(value, place)
    return {_name(name, place): _whole(number, place.at(f"{place.words} of {name}")) for name, number in found.items()}


def _ending(value: object, place: _Place) -> Ending:
    if not isinstance(value, str) or value not in list(Ending):
        place.refuse("one of " + ", ".join(Ending), value)
    return Ending(value)


def _ante(value: object, place: _Place) -> Cents:
    most = Decimal(LARGEST_ANTE) / 100
    wanted = f"a number of dollars above 0, up to {most:,} and to the cent"
    if not isinstance(value, int | Decimal) or isinstance(value, bool):
        place.refuse(wanted, value)
    # its size first: 1e999999999 as a whole number would fill the memory
    if not 0 < value <= most or value != (exact := Decimal(value).quantize(Decimal("0.01"))):
        place.refuse(wanted, value)
    return Cents(int(exact * 100))


def _switches(value: object, place: _Place) -> dict[str, str | int | bool]:
    found: dict[str, str | int | bool] = {}
    for name, chosen in _mapping(value, place).items():
        if not isinstance(chosen, str | int):
            place.at(f"the switch {_shown(name)}").refuse("a word or a whole number", chosen)
        found[name] = chosen
    return found


def _shown(value: object) -> str:
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "a list"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int) and abs(value) >= 10**20:  # Python prints none of more than 4,300 digits
        return "a number of many digits"
    text = json.dumps(value) if isinstance(value, str) else str(value)
    return text if len(text) <= 60 else text[:40] + "…"
