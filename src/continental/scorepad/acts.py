"""What a writer does to a pad: acts in the imperative, each with its plain form, in which the log and the wire hold it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, assert_never

from continental.play.terms import Cents
from continental.scorepad.forms import Place, read_mapping, read_name, read_object, read_text, read_whole, read_yes
from continental.scorepad.items import DeadHand, Hand, Joins, Leaves, Stops, What
from continental.scorepad.pieces import piece
from continental.scorepad.read import print_what, read_declines, read_hand, read_points

LONGEST_TITLE: Final = 60
LONGEST_REASON: Final = 80
_TOP: Final = Place(0, piece("the_act"))


@dataclass(frozen=True, slots=True)
class Enter:
    """A hand, or something between hands: at the end, or before another item. `declines`: who was offered and did not buy."""

    what: What
    declines: tuple[str, ...] = ()
    before: str | None = None


@dataclass(frozen=True, slots=True)
class Correct:
    """An earlier hand was otherwise. With `keeps` the answers to its offers stay as they stand."""

    item: str
    hand: Hand
    declines: tuple[str, ...] = ()
    keeps: bool = False


@dataclass(frozen=True, slots=True)
class Strike:
    """An item never was."""

    item: str


@dataclass(frozen=True, slots=True)
class Move:
    """An item belongs before another one, or (None) at the end."""

    item: str
    before: str | None


@dataclass(frozen=True, slots=True)
class Answer:
    """An offer to buy back is answered, or answered otherwise than before."""

    item: str
    name: str
    yes: bool


@dataclass(frozen=True, slots=True)
class Rename:
    """A player is called otherwise, throughout the pad."""

    name: str
    into: str


@dataclass(frozen=True, slots=True)
class Retitle:
    """The pad is called otherwise."""

    title: str


@dataclass(frozen=True, slots=True)
class Adjust:
    """Money between two players for what happened outside the game."""

    source: str
    target: str
    cents: Cents
    reason: str


@dataclass(frozen=True, slots=True)
class Drop:
    """An adjustment never was."""

    adjustment: str


@dataclass(frozen=True, slots=True)
class Pay:
    """A player paid another outside the game: the tick behind a payment that settles."""

    source: str
    target: str
    cents: Cents


@dataclass(frozen=True, slots=True)
class Unpay:
    """A payment never was."""

    payment: str


@dataclass(frozen=True, slots=True)
class Undo:
    """The last act that stands is taken back."""


@dataclass(frozen=True, slots=True)
class Redo:
    """The act that was taken back last stands again."""


SheetAct = Enter | Correct | Strike | Move | Answer | Rename | Retitle
Act = SheetAct | Adjust | Drop | Pay | Unpay | Undo | Redo


def touches(one: Act, other: Act) -> bool:
    """Whether whoever did the one should have known of the other: both about the sheet, about adjustments, or payments."""
    if isinstance(one, Undo | Redo) or isinstance(other, Undo | Redo):
        return True
    return any(isinstance(one, kinds) and isinstance(other, kinds) for kinds in (SheetAct, Adjust | Drop, Pay | Unpay))


# --- plain forms


def print_act(act: Act) -> dict[str, Any]:
    """The act as a JSON value."""
    match act:
        case Enter(what, declines, before):
            return _print_entered(what, declines, {} if before is None else {"before": before})
        case Correct(item, hand, declines, keeps):
            kept = {"keep_answers": True} if keeps else {}
            return {"do": "correct", "item": item, "hand": print_hand(hand, declines), **kept}
        case Strike(item):
            return {"do": "strike", "item": item}
        case Move(item, before):
            return {"do": "move", "item": item, "before": before}
        case Answer(item, name, yes):
            return {"do": "answer", "item": item, "name": name, "yes": yes}
        case Rename(name, into):
            return {"do": "rename", "name": name, "into": into}
        case Retitle(title):
            return {"do": "retitle", "title": title}
        case Adjust(source, target, cents, reason):
            return {"do": "adjust", "from": source, "to": target, "cents": cents, "reason": reason}
        case Drop(adjustment):
            return {"do": "drop", "adjustment": adjustment}
        case Pay(source, target, cents):
            return {"do": "pay", "from": source, "to": target, "cents": cents}
        case Unpay(payment):
            return {"do": "unpay", "payment": payment}
        case Undo():
            return {"do": "undo"}
        case Redo():
            return {"do": "redo"}
        case _:
            assert_never(act)


def _print_entered(what: What, declines: tuple[str, ...], place: dict[str, str]) -> dict[str, Any]:
    match what:
        case DeadHand():
            return {"do": "dead", **place}
        case Joins(name):
            return {"do": "join", "name": name, **place}
        case Leaves(name):
            return {"do": "leave", "name": name, **place}
        case Stops():
            return {"do": "stop"}
        case _:
            return {"do": "insert" if place else "enter", "hand": print_hand(what, declines), **place}


def print_hand(hand: Hand, declines: tuple[str, ...]) -> dict[str, Any]:
    """A hand as a JSON value, with who declined."""
    return {**print_what(hand), **({"declines": list(declines)} if declines else {})}


def read_act(value: object) -> Act:
    """The act of a JSON value; raises EntryRefused."""
    found = read_mapping(value, _TOP)
    do = found.get("do")
    if not isinstance(do, str) or do not in _READ:
        _TOP.at("do").refuse(piece("one_of", known=", ".join(_READ)), do)
    return _READ[do](found)


def _fields(found: Mapping[str, object], *needed: str, maybe: tuple[str, ...] = ()) -> Mapping[str, object]:
    return read_object(found, _TOP, known=("do", *needed, *maybe), needed=needed)


def read_id(value: object, words: str) -> str:
    """What an item, an adjustment or a payment is known by; raises EntryRefused."""
    return read_text(value, _TOP.at(words), most=40)


def _before(found: Mapping[str, object]) -> str | None:
    return None if found.get("before") is None else read_id(found["before"], "before")


def read_offered_hand(value: object) -> tuple[Hand, tuple[str, ...]]:
    """A hand with who declined, of either kind of match; raises EntryRefused."""
    found = dict(read_mapping(value, _TOP.at("hand")))
    declines = read_declines(found, 0) or ()
    found.pop("declines", None)
    read = read_points if "points" in found or "closed_by" in found else read_hand
    return read(found, 0), declines


def _read_enter(found: Mapping[str, object]) -> Enter:
    return Enter(*read_offered_hand(_fields(found, "hand")["hand"]))


def _read_insert(found: Mapping[str, object]) -> Enter:
    fields = _fields(found, "hand", "before")
    return Enter(*read_offered_hand(fields["hand"]), before=read_id(fields["before"], "before"))


def _read_correct(found: Mapping[str, object]) -> Correct:
    fields = _fields(found, "item", "hand", maybe=("keep_answers",))
    keeps = "keep_answers" in fields and read_yes(fields["keep_answers"], _TOP.at("keep_answers"))
    return Correct(read_id(fields["item"], "item"), *read_offered_hand(fields["hand"]), keeps)


def _read_move(found: Mapping[str, object]) -> Move:
    fields = _fields(found, "item", "before")
    return Move(read_id(fields["item"], "item"), _before(fields))


def _read_answer(found: Mapping[str, object]) -> Answer:
    fields = _fields(found, "item", "name", "yes")
    return Answer(
        read_id(fields["item"], "item"), read_name(fields["name"], _TOP.at("name")), read_yes(fields["yes"], _TOP.at("yes"))
    )


def _read_join(found: Mapping[str, object]) -> Enter:
    fields = _fields(found, "name", maybe=("before",))
    return Enter(Joins(read_name(fields["name"], _TOP.at("name"))), before=_before(fields))


def _read_leave(found: Mapping[str, object]) -> Enter:
    fields = _fields(found, "name", maybe=("before",))
    return Enter(Leaves(read_name(fields["name"], _TOP.at("name"))), before=_before(fields))


def _read_rename(found: Mapping[str, object]) -> Rename:
    fields = _fields(found, "name", "into")
    return Rename(read_name(fields["name"], _TOP.at("name")), read_name(fields["into"], _TOP.at("into")))


def _parties(fields: Mapping[str, object]) -> tuple[str, str, Cents]:
    return (
        read_name(fields["from"], _TOP.at("from")),
        read_name(fields["to"], _TOP.at("to")),
        Cents(read_whole(fields["cents"], _TOP.at("cents"))),
    )


def _read_adjust(found: Mapping[str, object]) -> Adjust:
    fields = _fields(found, "from", "to", "cents", "reason")
    return Adjust(*_parties(fields), read_text(fields["reason"], _TOP.at("reason"), most=LONGEST_REASON))


def _bare(found: Mapping[str, object], act: Act) -> Act:
    _fields(found)
    return act


_READ: Final[Mapping[str, Callable[[Mapping[str, object]], Act]]] = {
    "enter": _read_enter,
    "insert": _read_insert,
    "correct": _read_correct,
    "strike": lambda found: Strike(read_id(_fields(found, "item")["item"], "item")),
    "move": _read_move,
    "answer": _read_answer,
    "dead": lambda found: Enter(DeadHand(), before=_before(_fields(found, maybe=("before",)))),
    "join": _read_join,
    "leave": _read_leave,
    "stop": lambda found: _bare(found, Enter(Stops())),
    "rename": _read_rename,
    "retitle": lambda found: Retitle(read_text(_fields(found, "title")["title"], _TOP.at("title"), most=LONGEST_TITLE)),
    "adjust": _read_adjust,
    "drop": lambda found: Drop(read_id(_fields(found, "adjustment")["adjustment"], "adjustment")),
    "pay": lambda found: Pay(*_parties(_fields(found, "from", "to", "cents"))),
    "unpay": lambda found: Unpay(read_id(_fields(found, "payment")["payment"], "payment")),
    "undo": lambda found: _bare(found, Undo()),
    "redo": lambda found: _bare(found, Redo()),
}
