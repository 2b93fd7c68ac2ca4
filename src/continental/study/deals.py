"""One deal played by bots, and what it came to: the ground of every study, made only of a seed and the deal's number."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from continental.bots.api import Bot, make_bot
from continental.bots.sitting import Sitting, chosen_dealer
from continental.play.events import Event, HandEnded, Paid, WentClosed
from continental.play.scored import points_of
from continental.play.terms import TABLE, Cents, Ending, Seat, Why
from continental.rules.base import RuleSet

HAND_MONEY: Final = frozenset(
    {Why.SHARE, Why.POT_SHARE, Why.BOUNTY, Why.FEEDING, Why.FEEDING_POT, Why.FEEDING_BOUNTY, Why.TAKEN_BACK}
)
"""The reasons that a single hand moves money for; antes, buy-backs and the pot are the match's."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one deal, by seat: points scored and cents gained; who ended it and how (None: nobody, the deal died)."""

    points: tuple[int, ...]
    cents: tuple[int, ...]
    ender: Seat | None
    ending: Ending | None
    turns: int


def dice_for(seed: str, deal: int, *more: str) -> bytes:
    """The 32 bytes of a deal's dice, or of a bot's in that deal: SHA-256 over the seed, the deal's number and more words.

    Each word is preceded by its length and a colon and followed by a comma, so that no two lists of words give one text.
    """
    words = [seed, str(deal), *more]
    return hashlib.sha256("".join(f"{len(word)}:{word}," for word in words).encode("utf-8", "surrogateescape")).digest()


def seat_bots(names: Sequence[str], rules: RuleSet, seed: str, deal: int) -> list[Bot]:
    """A bot for every seat, each with dice of its own; raises BotError."""
    return [make_bot(name, Seat(seat), rules, dice_for(seed, deal, "bot", str(seat))) for seat, name in enumerate(names)]


def play_deal(rules: RuleSet, bots: Sequence[Bot], dice: bytes, ante: Cents, number: int = 1) -> Outcome:
    """Play deal `number` of a match, all totals 0, until its points and money are settled; raises Refused and BotError.

    What follows the deal (an even split, an offer to buy back) is not asked about.
    """
    sitting = Sitting.begin(rules, bots, ante, chosen_dealer(rules, len(bots), dice))
    before = sitting.match.position
    sitting.match.position = replace(before, standing=replace(before.standing, hands=number - 1))
    sitting.deal(dice)
    while not sitting.match.position.standing.settled and (seat := sitting.next_bot()) is not None:
        sitting.move(seat)
    deal = sitting.match.position.dealing
    return outcome_of(sitting.match.events, len(bots), len(deal.turns))


def outcome_of(events: Sequence[Event], players: int, turns: int) -> Outcome:
    """Return the result of one deal's events."""
    scored, cents = points_of(events), [0] * players
    ender, ending = None, None
    for event in events:
        match event:
            case Paid(source, target, paid, why) if why in HAND_MONEY:
                for party, change in ((source, -paid), (target, paid)):
                    if party != TABLE:
                        cents[party] += change
            case HandEnded(seat, how):
                ender, ending = seat, how
            case WentClosed(seat):
                ender, ending = seat, Ending.CLOSE
            case _:
                pass
    points = tuple(scored.get(Seat(seat), 0) for seat in range(players))
    return Outcome(points, tuple(cents), ender, ending, turns)
