"""The agreement of a table before it plays: rule set, switches, ante, seats, pace, clocks, chat and help."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from continental.engine import begin
from continental.play.pieces import either
from continental.play.terms import Cents, Seat
from continental.rules.base import RuleSet
from continental.rules.load import load
from continental.rules.scoring import USUAL_ANTE
from continental.table.chat import CHAT
from continental.table.refusal import TableRefused

SLOWEST_PACE_MS: Final = 10_000
SHORTEST_CLOCK_S: Final = 10
LONGEST_CLOCK_S: Final = 3_600
DEFAULT_PACE_MS: Final = 1_200
DEFAULT_CLOCK_S: Final = 120
LONGEST_RESERVE_S: Final = 3_600
DEFAULT_RESERVE_S: Final = 120
HELP: Final = ("on", "off")
"""Whether the table tells each player the worth of the own hand, and how it would best go down."""


@dataclass(frozen=True, slots=True)
class Setup:
    """A table's agreement. `switches` are the departures from the rule set's defaults, as (name, value in words).

    `clock_s` is the time for an act, 0 for none. `reserve_s` is each seat's time in a match for acts that take longer.
    """

    rules: str
    version: int
    switches: tuple[tuple[str, str], ...]
    ante: Cents
    seats: int
    pace_ms: int
    clock_s: int
    dealer: Seat | None
    reserve_s: int = DEFAULT_RESERVE_S
    chat: str = "on"
    help: str = "on"

    def rule_set(self) -> RuleSet:
        """Return the rule set with this table's switches."""
        return load(self.rules, dict(self.switches))


def agree(
    *,
    rules: str = "house",
    switches: Mapping[str, object] | None = None,
    ante: int | None = None,
    seats: int = 4,
    pace_ms: int = DEFAULT_PACE_MS,
    clock_s: int = DEFAULT_CLOCK_S,
    dealer: int | None = None,
    reserve_s: int = DEFAULT_RESERVE_S,
    chat: str = "on",
    help: str = "on",  # noqa: A002 - the table's word
) -> Setup:
    """Return an agreement with which a match can begin. Raises Refused if the rules or the table do not allow it.

    `ante` is in cents. None is the usual one, which is 0 in a game for points.
    """
    loaded = load(rules, dict(switches or {}))
    first = None if dealer is None else Seat(dealer)
    stake = loaded.scoring.stake(USUAL_ANTE) if ante is None else Cents(ante)
    begin(loaded, seats, stake, first)
    if not 0 <= pace_ms <= SLOWEST_PACE_MS:
        raise TableRefused("bad_pace", pace_ms=pace_ms)
    if clock_s and not SHORTEST_CLOCK_S <= clock_s <= LONGEST_CLOCK_S:
        raise TableRefused("bad_clock", clock_s=clock_s)
    if not 0 <= reserve_s <= LONGEST_RESERVE_S:
        raise TableRefused("bad_reserve", reserve_s=reserve_s)
    for setting, value, known in (("chat", chat, CHAT), ("help", help, HELP)):
        if value not in known:
            raise TableRefused("bad_setting", setting=setting, wanted=either(tuple(known)), value=value[:30])
    chosen = tuple(sorted((name, str(value)) for name, value in loaded.departures().items()))
    return Setup(loaded.key, loaded.version, chosen, stake, seats, pace_ms, clock_s, first, reserve_s, chat, help)
