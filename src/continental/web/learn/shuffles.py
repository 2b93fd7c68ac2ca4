"""List the facts for the page that checks shuffles: how packs are made and dealt in each game, and the odds of jokers."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Final

from continental.codec import Plain
from continental.hands.joker_odds import joker_odds
from continental.play.actions import GoDown
from continental.rules.base import RuleSet
from continental.web.page.languages import games

MOST_SHUFFLED: Final = 16
"""The number of the last deal whose pack and hand sizes are sent to the page."""


@cache
def packs_known() -> Plain:
    """Return what is shuffled and dealt, by rule set, number of players and deal. The page itself holds no rules."""
    return {rules.key: {str(players): _packs(rules, players) for players in _counts(rules)} for rules in games()}


def _counts(rules: RuleSet) -> range:
    return range(rules.players[0], rules.players[1] + 1)


def _packs(rules: RuleSet, players: int) -> list[Plain]:
    deals = min(len(rules.deals), MOST_SHUFFLED)
    return [
        {
            "decks": rules.pack_for(players, deal).decks,
            "jokers": rules.pack_for(players, deal).jokers,
            "cards": rules.cards_for(deal),
            "plain": _deals_plainly(rules),
        }
        for deal in range(1, deals + 1)
    ]


def _deals_plainly(rules: RuleSet) -> bool:
    """Return whether cards are only dealt clockwise from the top, drawn, taken and thrown, which the page can follow."""
    dealing, limits = rules.dealing, rules.limits
    return (
        dealing.clockwise
        and not dealing.dealer_begins
        and dealing.penalty_percent == 0
        and limits.joker_upcard == "stays"
        and rules.claims is None
        and not rules.plays(GoDown)
    )


def odds_of(rules: RuleSet, players: int) -> list[Plain]:
    """Return the odds of jokers at a table of `players`, in percent."""
    return [
        {
            "jokers": row.jokers,
            "exactly": percent(row.exactly),
            "or_more": percent(row.or_more),
            "somebody": percent(row.somebody),
        }
        for row in joker_odds(rules.pack_for(players), rules.cards_for(), players)
    ]


def percent(part: Fraction) -> str:
    """Return a fraction of one in percent, with its first significant digits: `34.1`, `0.052`. Only 1 and 0 become 100 and 0."""
    if part in (0, 1):
        return str(int(part * 100))
    shown = float(part * 100)
    if shown >= 1:
        return f"{min(shown, 99.9):.1f}"
    digits = next(places for places in range(2, 40) if shown >= 10 ** -(places - 1))
    return f"{shown:.{digits}f}"
