"""Give the odds of jokers in a dealt hand as exact fractions, so that a table can compare its own deals with them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb

from continental.cards import Pack


@dataclass(frozen=True, slots=True)
class JokerOdds:
    """The odds of `jokers` jokers: exactly that number in one's hand, that or more, and that or more in anybody's."""

    jokers: int
    exactly: Fraction
    or_more: Fraction
    somebody: Fraction


def joker_odds(pack: Pack, cards: int, players: int) -> tuple[JokerOdds, ...]:
    """Return the odds for each number of jokers, from 0 up, that a hand of `cards` cards can hold, all orders of the pack alike.

    Raises ValueError if the pack is too small for `players` hands.
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
    """Return the odds that every hand has fewer than `jokers` jokers: their allowed places in the pack, of all places."""
    ways = [1]  # ways[n]: how many ways n jokers may lie in the hands counted so far
    for _ in range(players):
        ways = _joined(ways, [comb(cards, here) for here in range(min(jokers, cards + 1))], pack.jokers)
    rest = len(pack) - cards * players
    ways = _joined(ways, [comb(rest, here) for here in range(rest + 1)], pack.jokers)
    return Fraction(ways[pack.jokers] if len(ways) > pack.jokers else 0, comb(len(pack), pack.jokers))


def _joined(ways: list[int], more: list[int], most: int) -> list[int]:
    """Return the ways of both places together, for each number of jokers up to `most`."""
    found = [0] * (most + 1)
    for before, count in enumerate(ways):
        for here, ways_here in enumerate(more[: most + 1 - before]):
            found[before + here] += count * ways_here
    return found
