"""Acts and what came of them in words, one line each, such as `throws 9H`; printed and parsed in pairs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final, assert_never

from continental.cards import CardError, parse_card, parse_cards, print_card, print_cards
from continental.play.actions import (
    Accuse,
    Action,
    BuyBack,
    Call,
    Close,
    Commit,
    Continental,
    Count,
    Deal,
    Discard,
    Draw,
    Knock,
    NoClaim,
    Rule,
    StraightFlush,
    Take,
)
from continental.play.events import BuyBackAnswered, Counted, Drew, Event, HandEnded, Paid, StockRebuilt, Took
from continental.play.terms import Cents, Seat, Why

MOST_CARDS: Final = 120  # no pack has more; a longer list is no list of cards


class NotationError(ValueError):
    """Words that say no act; the message says which and what would be right."""


def print_cents(cents: Cents) -> str:
    """Money as `20.00` or `-9.50`."""
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02}"


def parse_cents(text: str) -> Cents:
    """Read money written with two decimals; raises NotationError."""
    if not re.fullmatch(r"-?[0-9]{1,9}\.[0-9]{2}", text):
        raise NotationError("Money is written with two decimals, such as 20.00.")
    return Cents(int(text.replace(".", "")))


def print_act(action: Action) -> str:
    """A seat's act in words, without the seat. The table's own acts have no words, and raise ValueError."""
    match action:
        case Draw():
            return "draws"
        case Take():
            return "takes"
        case Discard(_, card):
            return f"throws {print_card(card)}"
        case Knock(_, card, called):
            return f"knocks with {print_card(card)}" + (f" as {print_card(called)}" if called is not None else "")
        case Close(_, card):
            return f"closes, throwing {print_card(card)}"
        case Continental(_, thrown):
            return "declares a continental" + (f", throwing {print_card(thrown)}" if thrown is not None else "")
        case StraightFlush(_, thrown):
            return "declares a straight flush" + (f", throwing {print_card(thrown)}" if thrown is not None else "")
        case Count(_, calls, left):
            held = ", holding " + ", ".join(map(_print_call, calls)) if calls else ""
            leaving = "" if left is None else "; leaving " + (print_cards(left) or "nothing")
            return "counts" + held + leaving
        case Accuse(_, accused):
            return f"claims that {accused} fed"
        case NoClaim():
            return "makes no claim"
        case Rule(upheld=upheld):
            return "rules that it was feeding" if upheld else "rules that it was no feeding"
        case BuyBack(yes=yes):
            return "buys back" if yes else "does not buy back"
        case Commit() | Deal():
            raise ValueError("the table's own acts are no line of a record: its deals say them")
        case _:
            assert_never(action)


def _print_call(call: Call) -> str:
    if call.card is not None and call.points is not None:
        raise ValueError("a joker is called as a card or as points, not as both")
    if call.card is not None:
        return f"JK as {print_card(call.card)}"
    return "JK" if call.points is None else f"JK as {call.points} points"


def _parse_call(text: str) -> Call:
    found = re.fullmatch(r"JK(?: as (?:(-?[0-9]{1,6}) points|(\S{1,8})))?", text.strip())
    if not found:
        raise NotationError("A joker held back is written as JK as 9H, JK as 12 points, or JK alone.")
    points, card = found.groups()
    return Call(card=parse_card(card) if card else None, points=int(points) if points else None)


def _parse_count(seat: Seat, held: str | None, left: str | None) -> Count:
    calls = tuple(_parse_call(each) for each in held.split(",")[:MOST_CARDS]) if held else ()
    if left is None:
        return Count(seat, calls)
    if left == "nothing":
        return Count(seat, calls, ())
    if len(left.split()) > MOST_CARDS:
        raise NotationError("Nobody holds so many cards.")
    return Count(seat, calls, parse_cards(left))


_CARD: Final = r"(\S{1,8})"
_Reader = Callable[[Seat, re.Match[str]], Action]
_FORMS: Final[tuple[tuple[re.Pattern[str], _Reader], ...]] = tuple(
    (re.compile(pattern), reader)
    for pattern, reader in (
        ("draws", lambda seat, _: Draw(seat)),
        ("takes", lambda seat, _: Take(seat)),
        (f"throws {_CARD}", lambda seat, found: Discard(seat, parse_card(found[1]))),
        (
            f"knocks with {_CARD}(?: as {_CARD})?",
            lambda seat, found: Knock(seat, parse_card(found[1]), parse_card(found[2]) if found[2] else None),
        ),
        (f"closes, throwing {_CARD}", lambda seat, found: Close(seat, parse_card(found[1]))),
        (
            f"declares a continental(?:, throwing {_CARD})?",
            lambda seat, found: Continental(seat, parse_card(found[1]) if found[1] else None),
        ),
        (
            f"declares a straight flush(?:, throwing {_CARD})?",
            lambda seat, found: StraightFlush(seat, parse_card(found[1]) if found[1] else None),
        ),
        ("counts(?:, holding ([^;]+))?(?:; leaving (.+))?", lambda seat, found: _parse_count(seat, found[1], found[2])),
        (r"claims that ([0-9]{1,2}) fed", lambda seat, found: Accuse(seat, Seat(int(found[1])))),
        ("makes no claim", lambda seat, _: NoClaim(seat)),
        ("rules that it was (no )?feeding", lambda seat, found: Rule(seat, upheld=found[1] is None)),
        ("buys back", lambda seat, _: BuyBack(seat, yes=True)),
        ("does not buy back", lambda seat, _: BuyBack(seat, yes=False)),
    )
)
KNOWN: Final = (
    "draws, takes, throws, knocks with, closes, declares a continental, declares a straight flush, counts, claims that … fed, "
    "makes no claim, rules that it was (no) feeding, buys back, does not buy back"
)


def parse_act(seat: Seat, text: str) -> Action:
    """Read a seat's act, without what came of it; raises NotationError."""
    for pattern, reader in _FORMS:
        found = pattern.fullmatch(text)
        if found:
            try:
                return reader(seat, found)
            except CardError as error:
                raise NotationError(str(error)) from None
    shown = text if len(text) <= 60 else text[:60] + "…"
    raise NotationError(f"“{shown}” is no act; acts are: {KNOWN}.")


def outcome_of(action: Action, events: Iterable[Event]) -> str:
    """What came of an act, in words, where there is something that the act does not say: the card, the points, the price."""
    happened = tuple(events)
    for event in happened:
        match event:
            case Drew(_, card):
                rebuilt = any(isinstance(other, StockRebuilt) for other in happened)
                return print_card(card) + (", from a rebuilt stock" if rebuilt else "")
            case Took(_, card):
                return print_card(card)
            case HandEnded(points=points):
                return f"{points:+}"
            case Counted(seat, points=points) if seat == action.seat:
                return str(points)
            case BuyBackAnswered(yes=True, total=total):
                price = sum(paid.cents for paid in happened if isinstance(paid, Paid) and paid.why is Why.BUY_BACK)
                return f"to {total} for {print_cents(Cents(price))}"
            case _:
                pass
    return ""
