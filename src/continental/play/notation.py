"""Acts and what came of them in words, one line each, such as `throws 9H`; printed and parsed in pairs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final, assert_never

from continental.cards import FACES, CardError, parse_card, parse_cards, print_card, print_cards
from continental.melds import MeldError, parse_meld
from continental.play.actions import (
    Accuse,
    Action,
    Allow,
    Buy,
    BuyBack,
    Call,
    Close,
    Commit,
    Continental,
    Count,
    Deal,
    Discard,
    Draw,
    GoDown,
    Knock,
    LayOff,
    NoClaim,
    Pass,
    Rule,
    SlideJoker,
    StraightFlush,
    Take,
    TakeJoker,
)
from continental.play.events import Bought, BuyBackAnswered, Counted, Drew, Event, HandEnded, Paid, StockRebuilt, Took
from continental.play.terms import Cents, End, Seat, Why

MOST_CARDS: Final = 120  # no pack has more; a longer list is no list of cards
_ANY: Final = frozenset(FACES)  # which cards are wild is the rule set's to say; the words are read as they stand


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
            held = ", holding " + ", ".join(map(print_call, calls)) if calls else ""
            leaving = "" if left is None else "; leaving " + (print_cards(left) or "nothing")
            return "counts" + held + leaving
        case Accuse(_, accused, cards):
            return f"claims that {accused} fed" + (f" {print_cards(cards)}" if cards else "")
        case NoClaim():
            return "makes no claim"
        case Rule(upheld=upheld):
            return "rules that it was feeding" if upheld else "rules that it was no feeding"
        case BuyBack(yes=yes):
            return "buys back" if yes else "does not buy back"
        case Buy(penalty=penalty):
            return "buys" if penalty else "buys without a penalty card"
        case Pass():
            return "passes"
        case Allow():
            return "lets it go"
        case GoDown(_, melds):
            return "goes down with " + " / ".join(map(str, melds))
        case LayOff(_, card, on, end):
            return f"lays {print_card(card)} off on meld {on + 1}" + (f", {end.value} end" if end is not None else "")
        case TakeJoker(_, card, on):
            return f"takes the joker of meld {on + 1} for {print_card(card)}"
        case SlideJoker(_, card, on, end):
            return f"slides the joker of meld {on + 1} for {print_card(card)}, {end.value} end"
        case Commit() | Deal():
            raise ValueError("the table's own acts are no line of a record: its deals say them")
        case _:
            assert_never(action)


def print_call(call: Call) -> str:
    """Print the name of a joker held back: `JK as 9H`, `JK as 12 points`, or `JK` if it has none."""
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
_PLACE: Final = r"([1-9][0-9]{0,2})"
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
        (
            rf"claims that ([0-9]{{1,2}}) fed(?: {_CARD} {_CARD} {_CARD})?",
            lambda seat, found: Accuse(seat, Seat(int(found[1])), tuple(map(parse_card, found.groups()[1:])) if found[2] else ()),
        ),
        ("makes no claim", lambda seat, _: NoClaim(seat)),
        ("rules that it was (no )?feeding", lambda seat, found: Rule(seat, upheld=found[1] is None)),
        ("buys back", lambda seat, _: BuyBack(seat, yes=True)),
        ("does not buy back", lambda seat, _: BuyBack(seat, yes=False)),
        ("buys( without a penalty card)?", lambda seat, found: Buy(seat, penalty=found[1] is None)),
        ("passes", lambda seat, _: Pass(seat)),
        ("lets it go", lambda seat, _: Allow(seat)),
        (
            "goes down with (.+)",
            lambda seat, found: GoDown(seat, tuple(parse_meld(meld, _ANY) for meld in found[1].split("/")[:MOST_CARDS])),
        ),
        (
            f"lays {_CARD} off on meld {_PLACE}(?:, (low|high) end)?",
            lambda seat, found: LayOff(seat, parse_card(found[1]), int(found[2]) - 1, End(found[3]) if found[3] else None),
        ),
        (
            f"takes the joker of meld {_PLACE} for {_CARD}",
            lambda seat, found: TakeJoker(seat, parse_card(found[2]), int(found[1]) - 1),
        ),
        (
            f"slides the joker of meld {_PLACE} for {_CARD}, (low|high) end",
            lambda seat, found: SlideJoker(seat, parse_card(found[2]), int(found[1]) - 1, End(found[3])),
        ),
    )
)
KNOWN: Final = (
    "draws, takes, throws, knocks with, closes, declares a continental, declares a straight flush, counts, claims that … fed, "
    "makes no claim, rules that it was (no) feeding, buys back, does not buy back, buys, passes, lets it go, goes down with, "
    "lays … off on meld …, takes the joker of meld …, slides the joker of meld …"
)


def parse_act(seat: Seat, text: str) -> Action:
    """Read a seat's act, without what came of it; raises NotationError."""
    for pattern, reader in _FORMS:
        found = pattern.fullmatch(text)
        if found:
            try:
                return reader(seat, found)
            except (CardError, MeldError) as error:
                raise NotationError(str(error)) from None
    shown = text if len(text) <= 60 else text[:60] + "…"
    raise NotationError(f"“{shown}” is no act; acts are: {KNOWN}.")


def outcome_of(action: Action, events: Iterable[Event]) -> str:
    """Return in words the outcome of an act that the act itself does not say: the card, the points, the price."""
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
            case Bought(_, card, penalty):
                return print_card(card) + (f" and {print_cards(penalty)}" if penalty else "")
            case BuyBackAnswered(yes=True, total=total):
                price = sum(paid.cents for paid in happened if isinstance(paid, Paid) and paid.why is Why.BUY_BACK)
                return f"to {total} for {print_cents(Cents(price))}"
            case _:
                pass
    return ""
