"""Set up matches for tests. The hands, the upcard and the next cards are given as text, and the rest of the pack follows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from continental.cards import JOKER, Card, Cards, Pack, as_hand, parse_cards, print_cards, rank_of, suit_of
from continental.engine import Match
from continental.play.actions import Commit, Deal
from continental.play.events import StockRebuilt
from continental.play.evolve import evolve
from continental.play.terms import Cents, Phase, Seat
from continental.rules.base import RuleSet
from continental.rules.load import load

DICE: Final = bytes(range(32))
"""The dice of a deal whose pack is stacked: only a rebuilt stock follows from them."""


def hand(text: str) -> Cards:
    """Return the cards of the text as a sorted hand: `"9H 9C JK | 4S 5S 6S"`."""
    return as_hand(parse_cards(text))


def match_with(
    hands: Sequence[str] = (),
    *,
    upcard: str = "",
    draws: str = "",
    penalty: str = "",
    players: int | None = None,
    dealer: int | None = None,
    totals: Sequence[int] | None = None,
    buys: Sequence[int] | None = None,
    pot: int | None = None,
    out: Iterable[int] = (),
    hands_before: int = 0,
    ante: int = 10_00,
    switches: Mapping[str, object] | None = None,
    rules: RuleSet | str = "house",
) -> Match:
    """Return a match in phase DRAW, dealt from a pack stacked for it. The seat on the dealer's left is to draw.

    `hands[seat]` are the cards of seat number `seat`. If they are fewer than a full hand (or missing), natural cards that
    meld as little as possible fill the hand. `upcard` opens the discards. `draws` are the next cards of the stock, the
    first to be drawn first. Below them lies the rest of the pack, jokers at the bottom. `penalty` are the first cards of the
    pile for penalty cards, if the rules have one. All places together always hold exactly the pack. Raises ValueError if
    the hands need more copies of a card than it has.

    `players` is the number of starters, by default as many as `hands` has, and at least 2. `dealer` defaults to the last seat
    that is in, so that the lowest deals in order from there. `totals`, `buys`, `pot` (cents), `out` (seats) and `hands_before`
    (hands settled earlier, so that deal number `hands_before` + 1 is dealt) replace the standing of a match that begins. Money
    in the pot that nobody paid yet comes from seat 0's cash, so that cash and pot still sum to 0. `ante` is in cents, and 0
    if the rules are for points.
    """
    table = rules if isinstance(rules, RuleSet) else load(rules, switches or {})
    count = max(2, len(hands)) if players is None else players
    absent = {Seat(seat) for seat in out}
    inside = [Seat(seat) for seat in range(count) if seat not in absent]
    first = inside[-1] if dealer is None else Seat(dealer)
    antes = table.scoring.stake(Cents(ante))
    match = Match.begin(table, count, antes, first if table.first_dealer == "chosen" else None)
    standing = match.position.standing
    scores = tuple(standing.totals if totals is None else totals)
    standing = replace(
        standing,
        dealer=first,
        totals=scores,
        before=scores,
        buys=tuple(standing.buys if buys is None else buys),
        out=tuple(Seat(seat) in absent for seat in range(count)),
        hands=hands_before,
    )
    if pot is not None:
        more = pot - standing.pot
        standing = replace(standing, pot=Cents(pot), cash=(Cents(standing.cash[0] - more), *standing.cash[1:]))
    match.position = replace(match.position, standing=standing)
    pack = table.pack_for(count, hands_before + 1)
    wanted = {seat: parse_cards(hands[seat]) if seat < len(hands) else () for seat in inside}
    order = stacked(
        pack,
        standing.rotation(first),
        wanted,
        table.cards_for(hands_before + 1),
        parse_cards(upcard),
        parse_cards(draws),
        parse_cards(penalty),
        table.dealing.penalty_percent,
    )
    match.deal(DICE, order)
    dealt = match.position.dealing
    assert all(not Counter(cards) - Counter(dealt.hands[seat]) for seat, cards in wanted.items()), "the pack is dealt otherwise"
    assert match.position.phase is Phase.DRAW
    return match


def stacked(
    pack: Pack,
    rotation: Sequence[Seat],
    hands: Mapping[Seat, Cards],
    size: int,
    upcard: Cards = (),
    draws: Cards = (),
    penalty: Cards = (),
    penalty_percent: int = 0,
) -> Cards:
    """Return the order of a pack, top last, that deals these hands, this upcard, and then these draws, the first one first.

    Cards are dealt from the top one by one in `rotation`, `size` to each hand. Then comes the upcard. The lowest
    `penalty_percent` of the rest are the pile for penalty cards, and `penalty` its first ones. Raises ValueError if the
    pack does not have all these cards, or if a hand has too many.
    """
    rest = _left_of(pack, (*(card for cards in hands.values() for card in cards), *upcard, *draws, *penalty))
    full = {}
    for seat in rotation:
        full[seat] = _filled(hands.get(seat, ()), size, rest)
    opening = list(upcard)
    if not opening:
        opening.append(rest.pop(0))
    if len(opening) > 1:
        raise ValueError(f"one card opens the discards, not {print_cards(upcard)}")
    from_top = [full[seat][lap] for lap in range(size) for seat in rotation]
    from_top += opening
    pile = (len(draws) + len(rest) + len(penalty)) * penalty_percent // 100
    if len(penalty) > pile:
        raise ValueError(f"the pile for penalty cards has {pile}, not {len(penalty)}")
    cut = len(rest) - (pile - len(penalty))
    from_top += draws
    from_top += rest[:cut]
    from_top += penalty
    from_top += rest[cut:]
    return tuple(reversed(from_top))


def _left_of(pack: Pack, named: Cards) -> list[Card]:
    rest = list(pack.cards())
    for card in named:
        if card not in rest:
            raise ValueError(f"the pack has no further {print_cards((card,))}")
        rest.remove(card)
    return rest


def _filled(cards: Cards, size: int, rest: list[Card]) -> Cards:
    if len(cards) > size:
        raise ValueError(f"a hand has {size} cards; {print_cards(cards)} are {len(cards)}")
    full = list(cards)
    while len(full) < size:
        card = next((card for card in rest if card != JOKER and not _joins(card, full)), rest[0])
        rest.remove(card)
        full.append(card)
    return tuple(full)


def _joins(card: Card, cards: Iterable[Card]) -> bool:
    """Return whether the card could be in one meld with a natural card of these, with at most one joker between them."""
    for other in cards:
        if other != JOKER:
            apart = abs(rank_of(card) - rank_of(other))
            if apart == 0 or (suit_of(card) == suit_of(other) and apart in (1, 2, 11, 12)):
                return True
    return False


def run_down(match: Match, left: int = 0) -> None:
    """Leave `left` cards in the stock, and put the rest under the discards, as if they had been thrown earlier."""
    deal = match.position.dealing
    cut = len(deal.stock) - left
    moved = StockRebuilt(deal.stock[cut:], (*deal.stock[:cut], *deal.discards))
    changed = evolve(match.position, moved)
    match.position = replace(changed, deal=replace(changed.dealing, rebuilds=deal.rebuilds))


def dice_from(chance: Random) -> bytes:
    """Return 32 bytes from a test's own generator."""
    return chance.randbytes(32)


def play_at_random(match: Match, chance: Random, deals: int = 1000) -> Match:
    """Play on with acts chosen at random among those offered, until the match or the number of deals is over."""
    until = match.position.standing.hands + deals
    while not match.is_over:
        position = match.position
        if position.phase is Phase.COMMIT:
            if position.standing.hands >= until:
                break
            match.play(Commit(dice_from(chance)))
        elif position.phase is Phase.DEAL:
            match.play(Deal())
        else:
            match.play(chance.choice(match.options(chance.choice(position.asked))))
    return match
