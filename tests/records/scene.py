"""Hold a match that is played to be kept as a record."""

from __future__ import annotations

from dataclasses import dataclass

from continental.engine import Match
from continental.play.position import Standing
from continental.play.record import Sitter
from continental.replay import write_record

NAMES = ("Ana", "Ben", "Cleo", "Dov", "Eva", "Finn", "Gus", "Hana")


@dataclass(slots=True)
class Scene:
    """A match played for its record, and the standing that it began from, if not the beginning."""

    match: Match
    start: Standing | None = None

    def text(self) -> str:
        sitters = [Sitter(NAMES[seat]) for seat in range(self.match.position.standing.players)]
        return write_record(self.match, sitters, self.start)


def started(match: Match) -> Scene:
    """Return a scene at its beginning. Dealing does not change the standing."""
    return Scene(match, match.position.standing)
