"""The engine: what may be done, what an act does, and a match played act by act; every caller asks here for the rules."""

from __future__ import annotations

from dataclasses import dataclass, field

from continental.cards import Cards
from continental.play.actions import Action, Commit, Deal
from continental.play.draft import Draft
from continental.play.events import Asked, Event, MatchBegan
from continental.play.position import Position
from continental.play.refusal import Refused
from continental.play.terms import TABLE, Cents, Phase, Seat
from continental.play.view import View, view_for
from continental.rules.base import RuleSet


def begin(rules: RuleSet, players: int, ante: Cents, dealer: Seat | None = None) -> tuple[Position, tuple[Event, ...]]:
    """Return a match that begins: antes paid, the table to commit itself to dice.

    Raises Refused for settings that the rules do not take.

    `dealer` is the first dealer if the switch dealer_first is `chosen`, and is None elsewhere.
    """
    rules.pack_for(players)
    rules.scoring.check_ante(ante)
    chosen = rules.first_dealer == "chosen"
    if chosen != (dealer is not None) or (dealer is not None and not 0 <= dealer < players):
        raise Refused("bad_dealer", last=players - 1) if chosen else Refused("dealer_not_chosen")
    draft = Draft.of(MatchBegan(players, ante, dealer, rules.dealing.clockwise))
    rules.scoring.pay_in(draft, draft.standing.seats_in())
    draft.emit(Asked(Phase.COMMIT, ()))
    return draft.position, tuple(draft.events)


def options(rules: RuleSet, position: Position, seat: Seat) -> tuple[Action, ...]:
    """Return what the seat is offered now, in canonical form; empty if it is not asked. The table's own acts are not listed."""
    if seat not in position.asked:
        return ()
    acts: list[Action] = []
    for move in rules.moves[position.phase]:
        acts += move.options(rules, position, seat)
    return tuple(acts)


def reasons(rules: RuleSet, position: Position, seat: Seat) -> tuple[tuple[str, Refused], ...]:
    """For each kind of act that the seat is not offered though its phase has it, the name of the act and why not."""
    if seat not in position.asked:
        return ()
    found = []
    for move in rules.moves[position.phase]:
        if next(iter(move.options(rules, position, seat)), None) is None:
            why = move.why_not(rules, position, seat)
            if why is not None:
                found.append((move.name, why))
    return tuple(found)


def offers(rules: RuleSet, position: Position, seat: Seat) -> tuple[tuple[Action, ...], tuple[tuple[str, Refused], ...]]:
    """Return what `options` and `reasons` say together, each move asked once."""
    if seat not in position.asked:
        return (), ()
    acts: list[Action] = []
    found = []
    for move in rules.moves[position.phase]:
        offered = tuple(move.options(rules, position, seat))
        acts.extend(offered)
        why = None if offered else move.why_not(rules, position, seat)
        if why is not None:
            found.append((move.name, why))
    return tuple(acts), tuple(found)


def decide(rules: RuleSet, position: Position, action: Action) -> tuple[Event, ...]:
    """Return what the act does, as events; raises Refused if the rules do not allow it. Nothing is changed."""
    return tuple(_decided(rules, position, action).events)


def play(rules: RuleSet, position: Position, action: Action) -> Position:
    """Return the position after the act; raises Refused."""
    return _decided(rules, position, action).position


def _decided(rules: RuleSet, position: Position, action: Action) -> Draft:
    """Return the act's events, each already folded in; raises Refused."""
    draft = Draft(position)
    if position.phase is Phase.OVER:
        raise Refused("match_over")
    seat = action.seat
    if seat != TABLE and not 0 <= seat < position.standing.players:
        raise Refused("no_such_seat", seat=seat)
    if seat != TABLE and position.standing.out[seat]:
        raise Refused("seat_is_out")
    asked = position.asked or (TABLE,)
    if seat not in asked:
        raise Refused("not_asked")
    for move in rules.moves[position.phase]:
        if isinstance(action, move.action_type):
            move.decide(rules, draft, action)
            return draft
    raise rules.out_of_phase(position.phase, action)


@dataclass(slots=True)
class Match:
    """A match being played: its rules, where it stands, and everything that was done and happened so far."""

    rules: RuleSet
    position: Position
    actions: list[Action] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    def __repr__(self) -> str:
        return f"<Match of {self.rules.key}, {self.position.standing.players} players, {self.position.phase.value}>"

    @classmethod
    def begin(cls, rules: RuleSet, players: int, ante: Cents, dealer: Seat | None = None) -> Match:
        """Return a new match; `ante` is in cents, 0 if the rules are for points. Raises Refused."""
        position, events = begin(rules, players, ante, dealer)
        return cls(rules, position, [], list(events))

    @property
    def is_over(self) -> bool:
        """Return whether the match has ended, so that nobody is asked anything any more."""
        return self.position.phase is Phase.OVER

    def play(self, action: Action) -> tuple[Event, ...]:
        """Play the act and return its events. Raises Refused, and then nothing has changed."""
        draft = _decided(self.rules, self.position, action)
        events = tuple(draft.events)
        self.position = draft.position
        self.actions.append(action)
        self.events.extend(events)
        return events

    def deal(self, dice: bytes, stacked: Cards | None = None) -> None:
        """Commit to the dice of the next deal, and deal."""
        self.play(Commit(dice, stacked))
        self.play(Deal())

    def options(self, seat: Seat) -> tuple[Action, ...]:
        """Return what the seat is offered now."""
        return options(self.rules, self.position, seat)

    def view(self, seat: Seat | None) -> View:
        """Return what the seat may know now; None for somebody who watches."""
        return view_for(self.position, seat, self.rules.shows)
