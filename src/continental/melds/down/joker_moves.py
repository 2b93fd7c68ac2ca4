"""Take and move the jokers on the table: the choices, the melds that a taken one may go to, and the order of the steps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Final, Literal, NamedTuple

from continental.cards import Card, Cards, as_hand, without
from continental.melds.contract import ContractRules
from continental.melds.down.laying import LaidCard
from continental.melds.grammar import End, Meld
from continental.melds.growth import lay_offs, slides, takes

MOST_REACHES: Final = 48
"""The choices of jokers to take and to move that are tried, those with fewest moves first."""


@dataclass(frozen=True, slots=True)
class TakeRules:
    """The rules for taking a joker: from sets too, its next place, only to a run of the same owner, and from one's own melds.

    `replay`: `free` leaves it in hand, `meld` has it laid off at once, `run` laid off at once on another run.
    """

    sets: bool
    replay: Literal["free", "meld", "run"]
    same_owner: bool
    own: bool = True


@dataclass(frozen=True, slots=True)
class Table:
    """The melds on the table, and the number of the player who laid each; -1 is the player whose turn it is."""

    melds: tuple[Meld, ...] = ()
    owners: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class MovedJoker:
    """A joker freed by a card of the hand: taken into the hand if `end` is None, and otherwise moved to that end of its run."""

    card: Card
    on: int
    freed: Card
    meld: Meld
    end: End | None


Step = LaidCard | MovedJoker


class Reach(NamedTuple):
    """The hand and the table after some moves of jokers."""

    hand: Cards
    melds: tuple[Meld, ...]
    moves: tuple[MovedJoker, ...]


@dataclass(frozen=True, slots=True)
class JokerMoves:
    """The jokers of a table by the rules of a turn: `take` is None if none may be taken."""

    table: Table
    melding: ContractRules
    take: TakeRules | None
    slides: bool

    def reaches(self, hand: Cards) -> Iterator[Reach]:
        """Yield the hand and the table for every choice of jokers to take or to slide, none first."""
        pending = [Reach(hand, self.table.melds, ())]
        seen: set[tuple[Cards, tuple[Meld, ...]]] = set()
        while pending and len(seen) < MOST_REACHES:
            # breadth first, so that the choices with fewest moves are tried before the limit
            now, melds, moves = reach = pending.pop(0)
            if (now, melds) in seen:
                continue
            seen.add((now, melds))
            yield reach
            if self.take is None and not self.slides:
                return
            for on, meld in enumerate(melds):
                for card in dict.fromkeys(now) if meld.stand_ins() else ():
                    for move in self._moves(meld, card, on):
                        after = without(now, (card,)) if move.end else as_hand((*without(now, (card,)), move.freed))
                        pending.append(Reach(after, (*melds[:on], move.meld, *melds[on + 1 :]), (*moves, move)))

    def _moves(self, meld: Meld, card: Card, on: int) -> Iterator[MovedJoker]:
        """Yield the moves of the joker whose place in this meld the card can take."""
        found, take = takes(meld, card, self.melding), self.take
        if found is None:
            return
        mine = on < len(self.table.owners) and self.table.owners[on] == -1
        if take is not None and (meld.kind == "run" or take.sets) and (take.own or not mine):
            yield MovedJoker(card, on, found[0], found[1], None)
        if self.slides:
            for growth in slides(meld, card, self.melding):
                yield MovedJoker(card, on, found[0], growth.meld, growth.end)

    def last_slides(self, left: Cards, table: list[Meld]) -> Iterator[MovedJoker]:
        """Yield the slides that only the lay-offs made possible: a joker may touch no other at an end, but a card laid there."""
        for card in left if self.slides and not self.melding.grammar.runs.jokers_touch else ():
            for on, meld in enumerate(table):
                move = next((move for move in self._moves(meld, card, on) if move.end), None)
                if move is not None:
                    table[on] = move.meld
                    yield move
                    break

    def owed(self, reach: Reach, runs: int) -> tuple[frozenset[int] | None, ...]:
        """Return for each joker that must be laid off at once the slots of the runs that may take it; None for any meld.

        The first `runs` slots are those of the contract, and the table's runs follow.
        """
        take, owners = self.take, self.table.owners
        if take is None or take.replay == "free":
            return ()
        on_runs = [on for on, meld in enumerate(reach.melds) if meld.kind == "run"]
        slots = [*((None, -1) for _ in range(runs)), *((on, owners[on]) for on in on_runs)]

        def goes_to(move: MovedJoker) -> frozenset[int] | None:
            if take.replay == "meld":
                return None
            mine = owners[move.on]
            return frozenset(at for at, (on, who) in enumerate(slots) if on != move.on and (not take.same_owner or who == mine))

        return tuple(goes_to(move) for move in reach.moves if move.end is None)

    def in_order(self, moves: tuple[MovedJoker, ...], steps: list[LaidCard], down: tuple[Meld, ...]) -> tuple[Step, ...] | None:
        """Return the moves and the lay-offs in one order; None if a joker that must be laid off at once has no such place.

        Jokers are all alike: one that must go at once is taken just before a lay-off of any joker at a place that it may go to.
        """
        if not moves:
            return tuple(steps)
        owners, at_once = (*self.table.owners, *(-1,) * len(down)), self.take is not None and self.take.replay != "free"
        bound = [move for move in moves if at_once and move.end is None]
        free = [move for move in moves if move not in bound]
        places = [[at for at, step in enumerate(steps) if self._may_follow(move, step, owners)] for move in bound]
        for chosen in product(*places):
            # one lay-off is for one joker
            if len(set(chosen)) == len(chosen):
                before = dict(zip(chosen, bound, strict=True))
                order = [each for at, step in enumerate(steps) for each in ([before[at]] if at in before else []) + [step]]
                found = self._as_they_lie([*free, *order], [*self.table.melds, *down])
                if found is not None:
                    return found
        return None

    def _may_follow(self, move: MovedJoker, step: LaidCard, owners: tuple[int, ...]) -> bool:
        """Return whether the step lays off such a joker as was taken, at a place where that one may go."""
        if self.take is None or step.card != move.freed:
            return False
        other_run = step.on != move.on and step.growth.meld.kind == "run"
        owner_fits = not self.take.same_owner or owners[step.on] == owners[move.on]
        return self.take.replay == "meld" or (other_run and owner_fits)

    def _as_they_lie(self, order: list[Step], table: list[Meld]) -> tuple[Step, ...] | None:
        """Return the steps with the melds as they are at each; None if one does not fit in this order."""
        found: list[Step] = []
        for step in order:
            meld = table[step.on]
            after: Step | None = None
            if isinstance(step, LaidCard):
                growth = next((way for way in lay_offs(meld, step.card, self.melding) if way.end is step.growth.end), None)
                after = None if growth is None else replace(step, growth=growth)
                table[step.on] = meld if growth is None else growth.meld
            elif (taken := takes(meld, step.card, self.melding)) is not None:
                ways = [way.meld for way in slides(meld, step.card, self.melding) if way.end is step.end]
                melds = ways if step.end else [taken[1]]
                after = replace(step, freed=taken[0], meld=melds[0]) if melds else None
                table[step.on] = melds[0] if melds else meld
            if after is None:
                return None
            found.append(after)
        return tuple(found)
