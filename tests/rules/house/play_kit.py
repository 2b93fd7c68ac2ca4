"""Write acts at a table in few words, and name hands that many tests use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from continental.cards import Card, parse_card, print_card
from continental.engine import Match, reasons
from continental.play.actions import (
    Accuse,
    Action,
    BuyBack,
    Call,
    Close,
    Continental,
    Count,
    Discard,
    Draw,
    Knock,
    NoClaim,
    Rule,
    StraightFlush,
    Take,
)
from continental.play.events import Counted, HandEnded, Paid
from continental.play.refusal import Refused
from continental.play.terms import TABLE, Seat
from continental.rules.load import load
from continental.rules.moves.count import choices_of
from continental.testing.builders import hand, match_with

TEN = "2S 3S 4S 5S | 7H 7D 7C | 9C TC JC"
"""Ten melded; the 2 or the 3 could not stay loose."""
NINE_AND_2 = "4S 5S 6S | 7H 7D 7C | 9C TC JC | 2D"
NINE_AND_3 = "4S 5S 6S | 7H 7D 7C | 9C TC JC | 3D"
NINE_AND_KING = "2H 3H 4H | 8S 8D 8C | 9D TD JD | KS"
"""Counts 10."""
MELDED = ("2H 3H 4H 5H | 8S 8D 8C | 9D TD JD", "6H 7H 8H | QS QD QC | 3C 4C 5C 6C", "9S TS JS | KH KD KC | 4D 5D 6D 7D")
"""Three further hands that count 0."""
SPADES = "2S 3S 5S 6S 8S 9S JS QS KS KS"
"""One suit, not in sequence, and not melded."""
SPADE_RUN = "3S 4S 5S 6S 7S 8S 9S TS JS QS"


def card(text: str) -> Card:
    """Return the card of the text."""
    return parse_card(text)


def draws(match: Match, seat: int) -> None:
    """Draw from the stock in the seat."""
    match.play(Draw(Seat(seat)))


def takes(match: Match, seat: int) -> None:
    """Take the top discard in the seat."""
    match.play(Take(Seat(seat)))


def throws(match: Match, seat: int, text: str) -> None:
    """Throw the card in the seat."""
    match.play(Discard(Seat(seat), card(text)))


def turn(match: Match, seat: int, thrown: str = "") -> None:
    """Draw in the seat, and throw the card, or the card drawn if none is named."""
    draws(match, seat)
    drawn = match.position.dealing.drawn
    assert drawn is not None
    match.play(Discard(Seat(seat), card(thrown) if thrown else drawn))


def knocks(match: Match, seat: int, text: str, called: str = "") -> None:
    """Knock in the seat, with the card loose."""
    match.play(knock(seat, text, called))


def knock(seat: int, text: str, called: str = "") -> Knock:
    """Return the act of knocking."""
    return Knock(Seat(seat), card(text), card(called) if called else None)


def close(seat: int, text: str) -> Close:
    """Return the act of closing."""
    return Close(Seat(seat), card(text))


def continental(seat: int, text: str = "") -> Continental:
    """Return the act of declaring a continental and throwing the card."""
    return Continental(Seat(seat), card(text) if text else None)


def flush(seat: int, text: str = "") -> StraightFlush:
    """Return the act of declaring a straight flush and throwing the card."""
    return StraightFlush(Seat(seat), card(text) if text else None)


def count(seat: int, *calls: str | int, left: str | None = None) -> Count:
    """Return the act of counting, with the held jokers called these cards or numbers."""
    said = tuple(Call(points=call) if isinstance(call, int) else Call(card=card(call)) for call in calls)
    return Count(Seat(seat), said, None if left is None else hand(left))


def accuse(seat: int, accused: int) -> Accuse:
    """Return the act of accusing a seat of feeding the next."""
    return Accuse(Seat(seat), Seat(accused))


def no_claim(seat: int) -> NoClaim:
    """Return the act of accusing nobody."""
    return NoClaim(Seat(seat))


def rule(seat: int, *, upheld: bool) -> Rule:
    """Return the act of ruling."""
    return Rule(Seat(seat), upheld=upheld)


def buy(seat: int, *, yes: bool) -> BuyBack:
    """Return the act of buying back, or not."""
    return BuyBack(Seat(seat), yes=yes)


def refused(match: Match, action: Action) -> str:
    """Check that the act is refused and changes nothing. Return the code of the refusal."""
    position, done, told = match.position, len(match.actions), len(match.events)
    with pytest.raises(Refused) as why:
        match.play(action)
    assert match.position is position
    assert (len(match.actions), len(match.events)) == (done, told)
    return why.value.code


def offers(match: Match, seat: int, kind: type) -> list[Action]:
    """Return the acts of this kind that the seat is offered."""
    return [act for act in match.options(Seat(seat)) if isinstance(act, kind)]


def reason(match: Match, seat: int, name: str) -> str | None:
    """Return the code of the reason why the seat is not offered the act, or None if no reason is given."""
    return next((why.code for act, why in reasons(match.rules, match.position, Seat(seat)) if act == name), None)


def ended(match: Match) -> HandEnded:
    """Return the event that ended the last hand."""
    return next(event for event in reversed(match.events) if isinstance(event, HandEnded))


def counts(match: Match) -> dict[int, int]:
    """Return the points that each seat counted in the last deal."""
    return {counted.seat: counted.points for counted in match.position.dealing.showdown.counts}


def totals(match: Match) -> list[int]:
    """Return the totals by seat."""
    return list(match.position.standing.totals)


def paid(match: Match, *reasons: str) -> dict[int | str, int]:
    """Return the gains in dollars of each seat and the pot by transfers since the antes, of these reasons if any are given."""
    gained: dict[int | str, int] = {}
    for event in match.events:
        if isinstance(event, Paid) and event.why != "ante" and (not reasons or event.why in reasons):
            for party, cents in ((event.source, -event.cents), (event.target, event.cents)):
                key: int | str = "pot" if party == TABLE else party
                gained[key] = gained.get(key, 0) + cents
    return {party: cents // 100 for party, cents in gained.items() if cents}


def reach(cards: str, *, total: int = 0, switches: Mapping[str, object] | None = None) -> list[int]:
    """Return all counts of a loser's hand, whose total before it is `total`."""
    rules = load("house", switches or {})
    return [choice.points for choice in rules.count.choices(hand(cards), rules.values.at(total), rules.grammar)]


def can_count(match: Match, seat: int) -> list[int]:
    """Return all counts that are open to a seat at the table."""
    return [choice.points for choice in choices_of(match.rules, match.position, Seat(seat))]


def called(counted: Counted) -> list[str]:
    """Return the cards or numbers that the held jokers of a count are called."""
    return [str(call.points) if call.card is None else print_card(call.card) for call in counted.calls]


FILLERS = ["AH", "3H", "5H", "TH", "KD", "AD", "3D", "QD", "JH", "AS", "5C", "KC", "QS", "3C", "6D"]
"""The cards that are drawn and thrown again when the test does not depend on them."""


def fed(
    *,
    feeder: int = 0,
    ender: int = 2,
    times: int = 3,
    gap: int | None = None,
    players: int = 3,
    dealer: int | None = None,
    totals: Sequence[int] | None = None,
    switches: Mapping[str, object] | None = None,
    knocker: str = NINE_AND_2,
) -> Match:
    """Return a match in which the seat after the feeder takes its discard `times` times, and then `ender` knocks with the 2D.

    After `gap` of them it once leaves a discard, so that they are not in a row.
    `knocker` is the hand of the ender, if the ender is not the seat that is fed.
    """
    taker = (feeder + 1) % players
    given = iter((("JC", "8C", "JC", "8C") if ender == taker else ("QH", "JS", "QC", "TS"))[: times + (gap is not None)])
    hands = [""] * players
    hands[ender] = "4S 5S 6S | 7H 7D 7C | 9C TC | 2D KS" if ender == taker else knocker
    kept = iter(("KS", "JC", "8C", "JC"))  # what the fed ender throws, to stay one card from a knock
    seat = first = (players - 1 if dealer is None else dealer) + 1
    plan: list[tuple[int, str]] = []  # who acts and what it draws, or nothing if it takes
    offered = ""
    taken = 0
    while taken < times or seat % players != ender:
        if offered and taken == gap:
            plan.append((seat % players, FILLERS[(seat - first) % len(FILLERS)]))
            offered, gap = "", None
        elif offered:
            plan.append((seat % players, ""))
            taken, offered = taken + 1, ""
        else:
            offered = next(given, "") if seat % players == feeder else ""
            plan.append((seat % players, offered or FILLERS[(seat - first) % len(FILLERS)]))
        seat += 1
    drawn = " ".join(text for _, text in plan if text)
    match = match_with(hands, draws=drawn, players=players, dealer=dealer, totals=totals, switches=switches)
    for who, text in plan:
        if text:
            turn(match, who)
        else:
            took = match.position.dealing.discards[-1]
            takes(match, who)
            throws(match, who, next(kept) if ender == taker else print_card(_spare(match, who, took)))
    knocks(match, ender, "2D")
    return match


def _spare(match: Match, seat: int, took: Card) -> Card:
    return next(each for each in match.position.hand(Seat(seat)) if each != took)
