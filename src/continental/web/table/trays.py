"""Read trays of cards for a contract: how each reads as a meld, what is missing, and the act that lays them down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, product
from typing import Final

from continental.cards import JOKER, Card, Cards, parse_card
from continental.codec import Plain
from continental.engine import decide
from continental.melds import Contract, ContractRules, Meld, Need, fault_in, is_shaped, melds_of
from continental.play.actions import GoDown
from continental.play.plain import option_to_plain
from continental.play.position import Position
from continental.play.refusal import Refused, print_refusal
from continental.play.terms import Phase, Seat
from continental.rules.base import RuleSet
from continental.rules.moves.contract import LayContract, melding_of
from continental.table.refusal import TableRefused

MOST_TRAYS: Final = 8
MOST_CARDS: Final = 40
"""The most cards in all trays together: more than any hand holds."""
MOST_WAYS: Final = 24
"""How many readings of one tray are sent."""
MOST_STAND_INS: Final = 512
"""How many choices of stand-ins among the wild cards of one tray are tried. Up to nine wild cards that is every choice."""
MOST_TOGETHER: Final = 400
"""How many readings of all trays together are tried."""


@dataclass(frozen=True, slots=True)
class Tray:
    """Cards put together, each with the part that its owner chose for it, or None."""

    cards: Cards
    parts: tuple[Card | None, ...]


def parse_tray(texts: Sequence[str]) -> Tray:
    """Parse a tray's texts, `7S`, `JK` or `JK=8S`. Raises TableRefused, code `bad_request`."""
    cards: list[Card] = []
    parts: list[Card | None] = []
    for text in texts:
        card, _, part = text.partition("=")
        try:
            cards.append(parse_card(card))
            parts.append(parse_card(part) if part else None)
        except ValueError as error:
            raise TableRefused("bad_request", what=str(error).rstrip(".")) from None
    return Tray(tuple(cards), tuple(parts))


def readings(tray: Tray, melding: ContractRules) -> Iterator[Meld]:
    """Yield every meld that a tray may be read as, with the parts that were chosen. Readings with fewer stand-ins come first."""
    chosen = Counter((card, part) for card, part in zip(tray.cards, tray.parts, strict=True) if part is not None)
    wild = [place for place, card in enumerate(tray.cards) if card in melding.wild and card != JOKER]
    choices = (stand_ins for many in range(len(wild) + 1) for stand_ins in combinations(wild, many))
    for stand_ins in islice(choices, MOST_STAND_INS):
        faces = tuple(JOKER if place in stand_ins else card for place, card in enumerate(tray.cards))
        for meld in melds_of(faces, melding.grammar):
            read = _with_wild(meld, tuple(tray.cards[place] for place in stand_ins))
            pairs = Counter(zip(read.cards, read.as_cards, strict=True))
            if is_shaped(read, melding) and not chosen - pairs:
                yield read


def _with_wild(meld: Meld, stand_ins: Cards) -> Meld:
    """Return the meld with these wild cards in the places of its first jokers."""
    waiting = list(stand_ins)
    return Meld(meld.kind, tuple(waiting.pop(0) if card == JOKER and waiting else card for card in meld.cards), meld.as_cards)


def look_at(rules: RuleSet, position: Position, seat: Seat, trays: Sequence[Tray]) -> Plain:
    """Return how the trays read, as plain values: `trays` with their `ways`, what is `missing`, the `act` if they go down.

    `ways` are all readings of a tray, `reads` the one meant. That one has the parts that were chosen, and if possible all
    trays go down with it. `ready` is whether they would go down in the seat's turn. `says` is the refusal, if all of them
    are melds and none is missing. If the deal is over by now, all of these are empty. Raises TableRefused, code
    `not_playing`, if the rule set has no contracts or the seat is not dealt in.
    """
    deal = position.deal
    if not rules.plays(GoDown) or deal is None or seat not in deal.seats:
        raise TableRefused("not_playing")
    if deal.is_over:
        return {"trays": [_told((), None) for _ in trays], "missing": [], "ready": False, "act": None, "says": None}
    melding = melding_of(rules, position)
    filled = [tray for tray in trays if tray.cards]
    ways = [tuple(islice(readings(tray, melding), MOST_WAYS)) for tray in filled]
    open_ways = [tuple(islice(readings(Tray(tray.cards, (None,) * len(tray.cards)), melding), MOST_WAYS)) for tray in filled]
    contracts = LayContract().contracts(rules, position, seat)
    missing = min((_missing(ways, contract) for contract in contracts), key=len, default=[])
    found, why = _together(rules, position, seat, ways, contracts, melding)
    meant: Sequence[Meld | None] = found or [tray[0] if tray else None for tray in ways]
    told = iter(zip(open_ways, meant, strict=True))
    return {
        "trays": [_told(*next(told)) if tray.cards else _told((), None) for tray in trays],
        "missing": [{"kind": need.kind, "size": need.size} for need in missing],
        "ready": found is not None,
        "act": _act(position, seat, found),
        "says": print_refusal(why.code, why.sentence) if why is not None and not missing and all(ways) else None,
    }


def _told(ways: Sequence[Meld], meant: Meld | None) -> Plain:
    return {"ways": [list(way.texts()) for way in ways], "reads": None if meant is None else list(meant.texts())}


def _missing(ways: Sequence[tuple[Meld, ...]], contract: Contract) -> list[Need]:
    """Return what the contract still asks for beside these trays."""
    open_needs = sorted(contract.needs, key=lambda need: -need.size)
    for tray in ways:
        done = next((need for need in open_needs for way in tray if way.kind == need.kind and len(way.cards) >= need.size), None)
        if done is not None:
            open_needs.remove(done)
    return sorted(open_needs, key=lambda need: (need.kind != "set", need.size))


def _together(
    rules: RuleSet,
    position: Position,
    seat: Seat,
    ways: Sequence[tuple[Meld, ...]],
    contracts: Sequence[Contract],
    melding: ContractRules,
) -> tuple[tuple[Meld, ...] | None, Refused | None]:
    """Return the first readings of all trays that go down together, or the refusal of the first readings."""
    if not ways or not all(ways):
        return None, None
    if not contracts:
        return None, LayContract().why_not(rules, position, seat)
    first: Refused | None = None
    for melds in islice(product(*ways), MOST_TOGETHER):
        why = _fault(rules, position, seat, melds, contracts, melding)
        if why is None:
            return melds, None
        first = first or why
    return None, first


def _fault(
    rules: RuleSet,
    position: Position,
    seat: Seat,
    melds: tuple[Meld, ...],
    contracts: Sequence[Contract],
    melding: ContractRules,
) -> Refused | None:
    if _may_act(position, seat):
        try:
            decide(rules, position, GoDown(seat, melds))
        except Refused as refused:
            return refused
        return None
    faults = [fault_in(melds, position.hand(seat), contract, melding) for contract in contracts]
    return Refused(f"down_{faults[0]}") if all(faults) else None


def _may_act(position: Position, seat: Seat) -> bool:
    return position.phase is Phase.PLAY and seat in position.asked


def _act(position: Position, seat: Seat, melds: tuple[Meld, ...] | None) -> Plain | None:
    if melds is None or not _may_act(position, seat):
        return None
    return option_to_plain(GoDown(seat, melds))
