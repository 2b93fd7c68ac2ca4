"""Melds: the grammar as data, the exact solver, one best arrangement, and the endings that a hand makes."""

from continental.melds.arrangement import Arrangement, arrange, arrangement_leaving
from continental.melds.cover import discard_values, least_by_jokers
from continental.melds.endings import (
    Endings,
    endings_by_discard,
    endings_of,
    is_closed,
    is_continental,
    is_straight_flush,
    knock_cards,
)
from continental.melds.grammar import (
    HOUSE,
    Grammar,
    Meld,
    MeldError,
    RunRule,
    SetRule,
    Track,
    Values,
    is_meld,
    melds_of,
    parse_meld,
    print_meld,
)
from continental.melds.leavings import leavings

__all__ = [
    "HOUSE",
    "Arrangement",
    "Endings",
    "Grammar",
    "Meld",
    "MeldError",
    "RunRule",
    "SetRule",
    "Track",
    "Values",
    "arrange",
    "arrangement_leaving",
    "discard_values",
    "endings_by_discard",
    "endings_of",
    "is_closed",
    "is_continental",
    "is_meld",
    "is_straight_flush",
    "knock_cards",
    "least_by_jokers",
    "leavings",
    "melds_of",
    "parse_meld",
    "print_meld",
]
