"""What a table agrees before it plays: rule set, switches, ante, seats, the bots' pace and the act clock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from continental.engine import begin
from continental.play.terms import Cents, Seat
from continental.rules.base import RuleSet
from continental.rules.load import load
from continental.table.refusal import TableRefused

SLOWEST_PACE_MS: Final = 10_000
SHORTEST_CLOCK_S: Final = 10
LONGEST_CLOCK_S: Final = 3_600
DEFAULT_PACE_MS: Final = 1_200
DEFAULT_CLOCK_S: Final = 120


@dataclass(frozen=True, slots=True)
class Setup:
    """A table's agreement. `switches` are the departures from the rule set's defaults, as (name, value in words)."""

    rules: str
    version: int
    switches: tuple[tuple[str, str], ...]
    ante: Cents
    seats: int
    pace_ms: int
    clock_s: int
    dealer: Seat | None

    def rule_set(self) -> RuleSet:
        """The rule set with this table's switches."""
        return load(self.rules, dict(self.switches))


def agree(
    *,
    rules: str = "house",
    switches: Mapping[str, object] | None = None,
    ante: int = 2_000,
    seats: int = 4,
    pace_ms: int = DEFAULT_PACE_MS,
    clock_s: int = DEFAULT_CLOCK_S,
    dealer: int | None = None,
) -> Setup:
    """An agreement that a match can begin with; raises Refused where the rules or the table do not take it. `ante` in cents."""
    loaded = load(rules, dict(switches or {}))
    first = None if dealer is None else Seat(dealer)
    begin(loaded, seats, Cents(ante), first)
    if not 0 <= pace_ms <= SLOWEST_PACE_MS:
        raise TableRefused("bad_pace", pace_ms=pace_ms)
    if clock_s and not SHORTEST_CLOCK_S <= clock_s <= LONGEST_CLOCK_S:
        raise TableRefused("bad_clock", clock_s=clock_s)
    chosen = tuple(sorted((name, str(value)) for name, value in loaded.departures().items()))
    return Setup(loaded.key, loaded.version, chosen, Cents(ante), seats, pace_ms, clock_s, first)
