"""How likely jokers are in a dealt hand, as exact fractions, so that a table can hold what it was dealt against them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb

from continental.cards import Pack


@dataclass(frozen=True, slots=True)
class JokerOdds:
    """How likely a number of jokers is: exactly so many in one's hand, so many or more, and so many or more with anybody."""

    jokers: int
    exactly: Fraction
    or_more: Fraction
    somebody: Fraction


def joker_odds(pack: Pack, cards: int, players: int) -> tuple[JokerOdds, ...]:
    """The odds for each number of jokers that a hand of so many cards can hold, from 0 up; every order of the pack is as likely.

    Raises ValueError where the pack has not so many cards.
    """
    if cards * players > len(pack):
        raise ValueError(f"{players} hands of {cards} cards are more than the {len(pack)} of the pack")
    most = min(cards, pack.jokers)
    exactly = [_in_one_hand(pack, cards, jokers) for jokers in range(most + 1)]
    return tuple(
        JokerOdds(jokers, exactly[jokers], sum(exactly[jokers:], Fraction(0)), 1 - _all_below(pack, cards, players, jokers))
        for jokers in range(most + 1)
    )


def _in_one_hand(pack: Pack, cards: int, jokers: int) -> Fraction:
    naturals = len(pack) - pack.jokers
    return Fraction(comb(pack.jokers, jokers) * comb(naturals, cards - jokers), comb(len(pack), cards))


def _all_below(pack: Pack, cards: int, players: int, jokers: int) -> Fraction:
    """That every hand has fewer jokers than so many: the places of the pack that the jokers may take, of all there are."""
    ways = [1]  # ways[n]: how n jokers may lie in the hands looked at so far
    for _ in range(players):
        ways = _joined(ways, [comb(cards, here) for here in range(min(jokers, cards + 1))], pack.jokers)
    rest = len(pack) - cards * players
    ways = _joined(ways, [comb(rest, here) for here in range(rest + 1)], pack.jokers)
    return Fraction(ways[pack.jokers] if len(ways) > pack.jokers else 0, comb(len(pack), pack.jokers))


def _joined(ways: list[int], more: list[int], most: int) -> list[int]:
    """The ways of both places together, for each number of jokers up to `most`."""
    found = [0] * (most + 1)
    for before, count in enumerate(ways):
        for here, ways_here in enumerate(more[: most + 1 - before]):
            found[before + here] += count * ways_here
    return found
