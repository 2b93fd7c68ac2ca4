"""Melds: which cards are melds and how they grow, what a hidden hand counts, how a hand goes down, and how far it still is.

This is all that other packages may import. `count` has the counting solver, `down` the best turn of a contract game, and
`distance` the number of cards still to draw.
"""

from continental.melds.contract import (
    Contract,
    ContractRules,
    Need,
    SameSuit,
    WholeHand,
    parse_contract,
    print_contract,
)
from continental.melds.count.arrangement import Arrangement, arrange, arrangement_leaving
from continental.melds.count.cover import Least, discard_values, least_by_jokers
from continental.melds.count.endings import HAND_SIZE, is_continental, is_straight_flush
from continental.melds.count.leavings import leavings
from continental.melds.distance.nearest import distance_to
from continental.melds.down.best import Aim, Down, best_down
from continental.melds.down.fault import fault_in
from continental.melds.down.joker_moves import MovedJoker, Table, TakeRules
from continental.melds.down.laying import LaidCard
from continental.melds.down.turn import Turn, TurnRules, best_turn
from continental.melds.grammar import (
    ACE_LOW,
    ACE_LOW_OR_HIGH,
    CIRCLE,
    HOUSE,
    End,
    Grammar,
    Kind,
    Meld,
    MeldError,
    RunRule,
    SetRule,
    Track,
    Values,
    is_meld,
    parse_meld,
)
from continental.melds.growth import Growth, lay_offs, slides, takes
from continental.melds.packed import RANK_BITS
from continental.melds.quick_checks import is_hopeless, lacks_jokers
from continental.melds.reading import Ranks, are_apart, is_shaped, melds_of, readings, stretches

__all__ = [
    "ACE_LOW",
    "ACE_LOW_OR_HIGH",
    "CIRCLE",
    "HAND_SIZE",
    "HOUSE",
    "RANK_BITS",
    "Aim",
    "Arrangement",
    "Contract",
    "ContractRules",
    "Down",
    "End",
    "Grammar",
    "Growth",
    "Kind",
    "LaidCard",
    "Least",
    "Meld",
    "MeldError",
    "MovedJoker",
    "Need",
    "Ranks",
    "RunRule",
    "SameSuit",
    "SetRule",
    "Table",
    "TakeRules",
    "Track",
    "Turn",
    "TurnRules",
    "Values",
    "WholeHand",
    "are_apart",
    "arrange",
    "arrangement_leaving",
    "best_down",
    "best_turn",
    "discard_values",
    "distance_to",
    "fault_in",
    "is_continental",
    "is_hopeless",
    "is_meld",
    "is_shaped",
    "is_straight_flush",
    "lacks_jokers",
    "lay_offs",
    "least_by_jokers",
    "leavings",
    "melds_of",
    "parse_contract",
    "parse_meld",
    "print_contract",
    "readings",
    "slides",
    "stretches",
    "takes",
]
