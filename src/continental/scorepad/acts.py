"""Declare the acts that a writer does to a pad, each with its JSON form for the log and the wire."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final

from continental.codec import Key, Parsed, Sparse, Tagged, Text, Unfit, reader_of, writer_of
from continental.play.terms import Cents
from continental.scorepad.forms import Id, Name, Place, refusal_of
from continental.scorepad.items import DeadHand, Hand, Joins, Leaves, PaperHand, PointsHand, Stops, What
from continental.scorepad.pieces import piece
from continental.scorepad.read import print_told, told_of

LONGEST_TITLE: Final = 60
LONGEST_REASON: Final = 80
Title = Annotated[str, Text(LONGEST_TITLE, least=1, printable=True)]
Reason = Annotated[str, Text(LONGEST_REASON, least=1, printable=True)]


def _offered(value: object) -> tuple[Hand, tuple[str, ...]]:
    what, declines = told_of(value)
    if not isinstance(what, PaperHand | PointsHand):
        raise Unfit("missing", key="ended_by")
    return what, declines or ()


Offered = Annotated[tuple[Hand, tuple[str, ...]], Parsed(_offered, lambda told: print_told(*told), form=Any)]
"""A hand with who declined to buy back after it, as one object."""


@dataclass(frozen=True, slots=True)
class Enter:
    """Enter a hand, or an event between hands, at the end or before another item.

    `declines` are the names of those who were offered a buy-back and did not buy.
    """

    what: What
    declines: tuple[str, ...] = ()
    before: str | None = None


@dataclass(frozen=True, slots=True)
class Correct:
    """Correct an earlier hand. With `keeps` the answers to its offers stay as they are."""

    item: str
    hand: Hand
    declines: tuple[str, ...] = ()
    keeps: bool = False


@dataclass(frozen=True, slots=True)
class Strike:
    """Remove an item."""

    item: Id


@dataclass(frozen=True, slots=True)
class Move:
    """Move an item before another one, or to the end if `before` is None."""

    item: Id
    before: Id | None


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer an offer to buy back, or change an earlier answer."""

    item: Id
    name: Name
    yes: bool


@dataclass(frozen=True, slots=True)
class Rename:
    """Rename a player throughout the pad."""

    name: Name
    into: Name


@dataclass(frozen=True, slots=True)
class Retitle:
    """Change the title of the pad."""

    title: Title


@dataclass(frozen=True, slots=True)
class Adjust:
    """Enter money between two players for something outside the game."""

    source: Annotated[Name, Key("from")]
    target: Annotated[Name, Key("to")]
    cents: Cents
    reason: Reason


@dataclass(frozen=True, slots=True)
class Drop:
    """Remove an adjustment."""

    adjustment: Id


@dataclass(frozen=True, slots=True)
class Pay:
    """Tick off a payment that settles: one player paid another outside the game."""

    source: Annotated[Name, Key("from")]
    target: Annotated[Name, Key("to")]
    cents: Cents


@dataclass(frozen=True, slots=True)
class Unpay:
    """Remove a payment."""

    payment: Id


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last act that stands."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Repeat the act that was taken back last."""


SheetAct = Enter | Correct | Strike | Move | Answer | Rename | Retitle
Act = SheetAct | Adjust | Drop | Pay | Unpay | Undo | Redo


def touches(one: Act, other: Act) -> bool:
    """Return whether the writer of one act should have known of the other.

    They touch if both are about the sheet, both about adjustments, or both about payments. Undo and redo touch every act.
    """
    # An undo takes back the latest act, so any act in between changes its meaning.
    if isinstance(one, Undo | Redo) or isinstance(other, Undo | Redo):
        return True
    return any(isinstance(one, kinds) and isinstance(other, kinds) for kinds in (SheetAct, Adjust | Drop, Pay | Unpay))


# --- the forms of acts on hands: one act has several, by what is entered


@dataclass(frozen=True, slots=True)
class _Hand:
    hand: Offered


@dataclass(frozen=True, slots=True)
class _Insert:
    hand: Offered
    before: Id


@dataclass(frozen=True, slots=True)
class _Correct:
    item: Id
    hand: Offered
    keep_answers: Annotated[bool, Sparse()] = False


@dataclass(frozen=True, slots=True)
class _Dead:
    before: Annotated[Id | None, Sparse()] = None


@dataclass(frozen=True, slots=True)
class _Join:
    name: Name
    before: Annotated[Id | None, Sparse()] = None


@dataclass(frozen=True, slots=True)
class _Leave:
    name: Name
    before: Annotated[Id | None, Sparse()] = None


@dataclass(frozen=True, slots=True)
class _Stop:
    pass


_KINDS: Final[Mapping[str, type]] = {
    "enter": _Hand,
    "insert": _Insert,
    "correct": _Correct,
    "strike": Strike,
    "move": Move,
    "answer": Answer,
    "dead": _Dead,
    "join": _Join,
    "leave": _Leave,
    "stop": _Stop,
    "rename": Rename,
    "retitle": Retitle,
    "adjust": Adjust,
    "drop": Drop,
    "pay": Pay,
    "unpay": Unpay,
    "undo": Undo,
    "redo": Redo,
}
_ACT: Final = Annotated[Any, Tagged("do", _KINDS)]
_read: Final = reader_of(_ACT)
_write: Final = writer_of(_ACT)


def print_act(act: Act) -> dict[str, Any]:
    """Return the act as a JSON value."""
    plain: dict[str, Any] = _write(_form_of(act))
    return plain


def _form_of(act: Act) -> object:
    match act:
        case Enter(PaperHand() | PointsHand() as hand, declines, None):
            return _Hand((hand, declines))
        case Enter(PaperHand() | PointsHand() as hand, declines, str(before)):
            return _Insert((hand, declines), before)
        case Enter(DeadHand(), _, before):
            return _Dead(before)
        case Enter(Joins(name), _, before):
            return _Join(name, before)
        case Enter(Leaves(name), _, before):
            return _Leave(name, before)
        case Enter(Stops()):
            return _Stop()
        case Correct(item, hand, declines, keeps):
            return _Correct(item, (hand, declines), keeps)
        case _:
            return act


def read_act(value: object) -> Act:
    """Return the act of a JSON value. Raises EntryRefused."""
    act: Act = _act_of(read_tagged(_read, value))
    return act


def read_tagged(read: Any, value: object) -> Any:
    """Return the act that a reader makes of a JSON value. Raises EntryRefused, with the place within the act."""
    try:
        return read(value)
    except Unfit as fault:
        skip = 0 if fault.path == ("do",) else 1
        raise refusal_of(fault, Place(0, piece("the_act")), skip) from None


def _act_of(form: Any) -> Any:
    match form:
        case _Hand(told):
            return Enter(*told)
        case _Insert(told, before):
            return Enter(*told, before)
        case _Correct(item, told, keeps):
            return Correct(item, *told, keeps)
        case _Dead(before):
            return Enter(DeadHand(), before=before)
        case _Join(name, before):
            return Enter(Joins(name), before=before)
        case _Leave(name, before):
            return Enter(Leaves(name), before=before)
        case _Stop():
            return Enter(Stops())
        case _:
            return form
