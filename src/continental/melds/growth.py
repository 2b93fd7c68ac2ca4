"""Grow melds on the table: lay a card off, take a joker for its card, move a joker to an end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from continental.cards import JOKER, Card, make_card, rank_of, suit_of
from continental.melds.contract import ContractRules
from continental.melds.grammar import End, Meld
from continental.melds.reading import beyond, is_laid, next_part


@dataclass(frozen=True, slots=True)
class Growth:
    """A meld with a card added, and the end of the run at which it lies; a set has no ends."""

    meld: Meld
    end: End | None


def lay_offs(meld: Meld, card: Card, melding: ContractRules) -> tuple[Growth, ...]:
    """Return every distinct way to add the card to a meld on the table: to a set, or at the low and at the high end of a run.

    A joker or other wild card stands for the next card of the run, or for a suit that the set lacks; a wild card that fits
    as it is, is itself. Nothing if it does not fit or the meld may grow no more (seven_hands 10, fournier 10, contract 10).

        lay_offs(parse_meld("5H 6H 7H"), parse_card("8H"), rules)[0].meld  # 5H 6H 7H 8H
    """
    return tuple(growth for growth in _grown(meld, card, melding) if is_laid(growth.meld, melding))


def _grown(meld: Meld, card: Card, melding: ContractRules) -> Iterator[Growth]:
    if not meld.as_cards:
        return
    may_stand_in, first = card == JOKER or card in melding.wild, meld.as_cards[0]
    alike = rank_of(card) == rank_of(first) if meld.kind == "set" else suit_of(card) == suit_of(first)
    # most cards of a hand fail here, before the meld is looked at
    if not (may_stand_in or alike) or not is_laid(meld, melding):
        return
    if meld.kind == "set":
        rank = rank_of(meld.as_cards[0])
        if card != JOKER and rank_of(card) == rank:
            yield Growth(_with_natural(meld, card), None)
        elif may_stand_in:
            yield Growth(Meld("set", (*meld.cards, card), (*meld.as_cards, next_part(meld.as_cards, rank))), None)
        return
    suit = suit_of(meld.as_cards[0])
    below, above = beyond(melding.grammar.runs.track, tuple(map(rank_of, meld.as_cards)))
    for rank in below:
        if may_stand_in or card == make_card(rank, suit):
            yield Growth(Meld("run", (card, *meld.cards), (make_card(rank, suit), *meld.as_cards)), End.LOW)
    for rank in above:
        if may_stand_in or card == make_card(rank, suit):
            yield Growth(Meld("run", (*meld.cards, card), (*meld.as_cards, make_card(rank, suit))), End.HIGH)


def _with_natural(meld: Meld, card: Card) -> Meld:
    """Return the set with one more natural among its naturals, which lie sorted before its stand-ins."""
    pairs = list(zip(meld.cards, meld.as_cards, strict=True))
    naturals = sorted([here for here, part in pairs if here == part] + [card])
    others = [(here, part) for here, part in pairs if here != part]
    return Meld("set", (*naturals, *(here for here, _ in others)), (*naturals, *(part for _, part in others)))


def takes(meld: Meld, card: Card, melding: ContractRules) -> tuple[Card, Meld] | None:
    """Return the joker or other wild card that this natural frees from a meld, and the meld with the natural in its place.

    In a run it is the stand-in for exactly this card (fournier 15, contract 15). In a set any natural of the rank will do
    that the set does not yet hold, and otherwise only one whose suit a stand-in names: that stand-in goes, a joker before
    another wild card, and if none names the suit the last one. The switches of a rule set say whether it has this.

        takes(parse_meld("5H JK=6H 7H"), parse_card("6H"), rules)  # the joker, and 5H 6H 7H
    """
    if card == JOKER or len(meld.cards) != len(meld.as_cards):
        return None
    places = [place for place, (here, part) in enumerate(zip(meld.cards, meld.as_cards, strict=True)) if here != part]
    if not places:
        return None
    named = [place for place in places if meld.as_cards[place] == card]
    # in a set another suit of the rank frees a stand-in, too, the last one first
    if meld.kind == "set" and not named and rank_of(card) == rank_of(meld.as_cards[0]) and card not in meld.cards:
        named = list(reversed(places))
    if not named or not is_laid(meld, melding):
        return None
    # a joker is freed before another wild card, for it fits in more melds
    for place in sorted(named, key=lambda place: meld.cards[place] != JOKER):
        becomes = _replaced(meld, place, card)
        if meld.cards[place] != card and is_laid(becomes, melding):
            return meld.cards[place], becomes
    return None


def _replaced(meld: Meld, place: int, card: Card) -> Meld:
    cards, parts = list(meld.cards), list(meld.as_cards)
    if meld.kind == "set":
        del cards[place], parts[place]
        return _with_natural(Meld("set", tuple(cards), tuple(parts)), card)
    cards[place] = card
    return Meld("run", tuple(cards), tuple(parts))


def slides(meld: Meld, card: Card, melding: ContractRules) -> tuple[Growth, ...]:
    """Return every way to put the card in the place of its stand-in in a run and move that to an end (contract 16).

    Nothing for a set, for another card, or if the run has no room.

        slides(parse_meld("5H JK=6H 7H"), parse_card("6H"), rules)[1].meld  # 5H 6H 7H JK=8H
    """
    if meld.kind != "run":
        return ()
    taken = takes(meld, card, melding)
    return () if taken is None else lay_offs(taken[1], taken[0], melding)
