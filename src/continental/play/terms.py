"""The small words that everything else is said in: seats, money, phases, endings, and the reasons that coins move."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NewType

from continental.melds import End as End  # noqa: PLC0414 — a word of the table too

Seat = NewType("Seat", int)
"""A place at the table, counted from 0 clockwise; a person is whoever sits there."""

Cents = NewType("Cents", int)
"""Money, always whole cents."""

TABLE: Final = Seat(-1)
"""The table itself: whose acts are the dice, and whose money is the pot."""


class Phase(StrEnum):
    """The act that the match waits for; each phase is a row of moves in the rule set."""

    COMMIT = "commit"  # the table is to bind itself to the next deal's dice
    DEAL = "deal"  # the dice are bound; the cards are to be dealt
    DRAW = "draw"
    CLAIM = "claim"  # the discard was left; the asked seats, in order, may buy it
    ALLOW = "allow"  # somebody wants the discard; the seat in turn may still take it
    JOKER = "joker"  # melds changed; the asked seat may take a joker out of turn for the card it stands for
    PLAY = "play"  # a card was drawn; a discard or a declaration is due
    COUNT = "count"  # a hand was ended; the asked seat counts its own
    ACCUSE = "accuse"  # the asked seat may claim that somebody fed
    RULE = "rule"  # the asked seat rules, or votes, on the claim
    BUY_BACK = "buy_back"  # the asked seat may buy back into the match
    OVER = "over"


class Ending(StrEnum):
    """The ways to end a hand (house 4)."""

    KNOCK = "knock"
    CLOSE = "close"
    CONTINENTAL = "continental"
    STRAIGHT_FLUSH = "straight_flush"


class Status(StrEnum):
    """How a match stands."""

    PLAYING = "playing"
    WON = "won"
    SPLIT = "split"
    ABANDONED = "abandoned"  # the limit on deals that nobody ends was reached


class Why(StrEnum):
    """The reason of a transfer."""

    ANTE = "ante"
    SHARE = "share"  # of the hand's ending, to the ender (house 7.0a)
    POT_SHARE = "pot_share"  # the one share that goes to the pot
    BOUNTY = "bounty"  # for three jokers or more (house 7.1)
    FEEDING = "feeding"  # the feeder covers the shares of the others (house 7.4)
    FEEDING_POT = "feeding_pot"
    FEEDING_BOUNTY = "feeding_bounty"
    BUY_BACK = "buy_back"
    POT_WON = "pot_won"
    POT_SPLIT = "pot_split"
    POT_BACK = "pot_back"  # of an abandoned match
    TAKEN_BACK = "taken_back"  # of a hand that counts for nothing (house I5)
