"""Values of a JSON text read one by one, each where it stands: what has the wrong form is refused by hand and place."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final, NoReturn

from continental.play.terms import Cents, Ending
from continental.rules.money import LARGEST_ANTE, NoMoney, parse_dollars
from continental.scorepad.pieces import piece
from continental.scorepad.refusal import EntryRefused

LONGEST_NAME: Final = 40


@dataclass(frozen=True, slots=True)
class Place:
    """Where in the text a value stands: the hand's number (0: the match), and the words for it."""

    hand: int
    words: str

    def at(self, words: str) -> Place:
        """Another place in the same hand."""
        return Place(self.hand, words)

    def refuse(self, wanted: str, value: object) -> NoReturn:
        """Raise EntryRefused for a value that is not as it should be."""
        raise EntryRefused("bad_form", self.hand, where=self.words, wanted=wanted, value=shown_value(value))


class _NoNumber(ValueError):
    """NaN or an infinity, which JSON does not have."""


def _no_number(text: str) -> NoReturn:
    raise _NoNumber(text)


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise EntryRefused("key_twice", key=shown_value(key))
        found[key] = value
    return found


def parse_json(text: str) -> object:
    """The value of a JSON text; raises EntryRefused."""
    try:
        parsed: object = json.loads(text, parse_float=Decimal, parse_constant=_no_number, object_pairs_hook=_once)
    except json.JSONDecodeError as fault:
        raise EntryRefused("no_json", fault=piece("json_at", fault=fault.msg, line=fault.lineno, column=fault.colno)) from None
    except _NoNumber as fault:
        raise EntryRefused("no_json", fault=piece("json_number", text=fault)) from None
    except RecursionError:
        raise EntryRefused("no_json", fault=piece("json_deep")) from None
    except (ValueError, ArithmeticError):  # Python reads no whole number of more than 4,300 digits
        raise EntryRefused("no_json", fault=piece("json_digits")) from None
    return parsed


def read_object(value: object, place: Place, *, known: tuple[str, ...], needed: tuple[str, ...]) -> Mapping[str, object]:
    """An object with no key but the known ones, and every needed one; raises EntryRefused."""
    found = read_mapping(value, place)
    for key in found:
        if key not in known:
            raise EntryRefused("key_unknown", place.hand, where=place.words, key=shown_value(key), known=", ".join(known))
    for key in needed:
        if key not in found:
            raise EntryRefused("key_missing", place.hand, where=place.words, key=key)
    return found


def read_mapping(value: object, place: Place) -> dict[str, object]:
    """An object; raises EntryRefused."""
    if not isinstance(value, dict):
        place.refuse(piece("an_object"), value)
    return value


def read_list(value: object, place: Place) -> list[object]:
    """A list; raises EntryRefused."""
    if not isinstance(value, list):
        place.refuse(piece("a_list"), value)
    return value


def read_name(value: object, place: Place) -> str:
    """A player's name; raises EntryRefused."""
    # a lone surrogate or a control character could not be printed back
    if not isinstance(value, str) or not value.strip() or not value.isprintable() or len(value) > LONGEST_NAME:
        place.refuse(piece("a_name", most=LONGEST_NAME), value)
    return value


def fold_name(name: str) -> str:
    """What a name has in common with every other that people take for the same: capitals, forms and spaces aside."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def read_whole(value: object, place: Place) -> int:
    """A whole number; raises EntryRefused."""
    if not isinstance(value, int) or isinstance(value, bool):
        place.refuse(piece("a_whole_number"), value)
    return value


def read_text(value: object, place: Place, *, most: int) -> str:
    """A text of 1 to `most` printable characters; raises EntryRefused."""
    if not isinstance(value, str) or not value.strip() or not value.isprintable() or len(value) > most:
        place.refuse(piece("a_text", most=most), value)
    return value


def read_yes(value: object, place: Place) -> bool:
    """A true or a false; raises EntryRefused."""
    if not isinstance(value, bool):
        place.refuse(piece("true_or_false"), value)
    return value


def read_true(value: object, place: Place) -> None:
    """Nothing, for true; raises EntryRefused for anything else."""
    if value is not True:
        place.refuse("true", value)


def read_by_name(value: object, place: Place) -> dict[str, int]:
    """Whole numbers by player; raises EntryRefused."""
    found = read_mapping(value, place)
    return {
        read_name(name, place): read_whole(number, place.at(piece("part_of", part=place.words, name=name)))
        for name, number in found.items()
    }


def read_ending(value: object, place: Place) -> Ending:
    """How a hand ended; raises EntryRefused."""
    if not isinstance(value, str) or value not in list(Ending):
        place.refuse(piece("one_of", known=", ".join(Ending)), value)
    return Ending(value)


def read_ante(value: object, place: Place) -> Cents:
    """Dollars, as cents; raises EntryRefused."""
    most = Decimal(LARGEST_ANTE) / 100
    wanted = piece("dollars", most=f"{most:,}")
    if not isinstance(value, int | Decimal) or isinstance(value, bool):
        place.refuse(wanted, value)
    try:
        # a power of ten keeps its E as a text, and so is refused as everywhere
        cents = parse_dollars(str(value))
    except NoMoney:
        place.refuse(wanted, value)
    if not 0 < cents <= LARGEST_ANTE:
        place.refuse(wanted, value)
    return cents


def print_ante(cents: int) -> int | float:
    """Cents as the dollars that `read_ante` reads."""
    return cents // 100 if cents % 100 == 0 else cents / 100


def read_switches(value: object, place: Place) -> dict[str, str | int | bool]:
    """Switches with their values, whether or not a rule set has them; raises EntryRefused."""
    found: dict[str, str | int | bool] = {}
    for name, chosen in read_mapping(value, place).items():
        if not isinstance(chosen, str | int):
            place.at(piece("the_switch", name=shown_value(name))).refuse(piece("a_word_or_number"), chosen)
        found[name] = chosen
    return found


def shown_value(value: object) -> str:
    """A value as a sentence shows it."""
    if isinstance(value, dict | list):
        return piece("is_object" if isinstance(value, dict) else "is_list")
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int) and abs(value) >= 10**20:  # Python prints none of more than 4,300 digits
        return piece("is_long")
    text = json.dumps(value) if isinstance(value, str) else str(value)
    return text if len(text) <= 60 else text[:40] + "…"
