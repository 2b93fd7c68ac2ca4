"""The state of a room, folded from its log: chairs, host, the match's position, and when each seat's prompt opened."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, TypeVar

from continental.play.events import Dealt, DiceCommitted, MatchBegan
from continental.play.evolve import began, evolve
from continental.play.position import Position, Standing
from continental.play.record import Sitter
from continental.play.terms import Phase, Seat
from continental.rules.base import RuleSet
from continental.table.carry import CarryLink
from continental.table.clocks import SeatClock, waited_for
from continental.table.events import (
    AnyEvent,
    BotFailed,
    BotSeated,
    CameBack,
    Carried,
    CarryOffered,
    ClockRanOut,
    HostPassed,
    Joined,
    MatchStarted,
    ReserveBegan,
    RoomMade,
    SaidNext,
    SatIn,
    SeatCleared,
    StandingSaid,
    TurnedAway,
    is_room_event,
)
from continental.table.log import Entry
from continental.table.ports import Millis, RoomId, SessionHash
from continental.table.setup import Setup
from continental.table.standing import StandingAnswer

A = TypeVar("A")

RECENT: Final = 80
"""The number of events that a room keeps for its feed. A seat is sent the last forty that concern it."""

MOST_TURNED_AWAY: Final = 200
"""The number of sessions that a room keeps as turned away. The oldest are forgotten."""

PRIVATE: Final = (StandingSaid, CarryOffered)
"""Events that concern one seat only. They are no part of a feed, and nobody else may notice them.

A version of these events only does not count as a public one.
"""


class RoomPhase(StrEnum):
    """The phase of the room."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat and who has it: a person (session), a bot (bot, no session), both (a bot sits in for a person), or nobody.

    `away`: a bot sits in since the person's page was closed for long. It gives way when the page is open again.
    """

    name: str = ""
    session: SessionHash | None = None
    bot: str | None = None
    away: bool = False

    @property
    def kind(self) -> str:
        """Return `person`, `bot` or `empty`."""
        return "person" if self.session is not None else "bot" if self.bot is not None else "empty"

    @property
    def is_played_by_person(self) -> bool:
        return self.session is not None and self.bot is None


@dataclass(frozen=True, slots=True)
class DealMark:
    """The beginning of a deal in the log: the version that committed its dice, the players, and the standing before it."""

    match: int
    number: int
    version: int
    sitters: tuple[Sitter, ...]
    before: Standing


@dataclass(frozen=True, slots=True)
class RoomState:
    """Everything about a room after one version. Tuples are by seat."""

    room: RoomId
    version: int
    at: Millis
    setup: Setup
    rules: RuleSet
    chairs: tuple[Chair, ...]
    host: Seat | None = None
    match: int = 0  # how many matches have begun
    match_version: int = 0  # the version that began the present one
    position: Position | None = None
    bot_dice: bytes = b""
    prompts: tuple[int, ...] = ()  # the public version at which the seat's prompt opened, or 0 if it is not asked
    clocks: tuple[SeatClock, ...] = ()
    standing: tuple[StandingAnswer | None, ...] = ()
    links: tuple[CarryLink | None, ...] = ()
    said_next: frozenset[Seat] = frozenset()
    recent: tuple[tuple[int, AnyEvent], ...] = ()
    public_version: int = 0  # how many versions there have been that all may know of; seats get no other number
    unplayed: int = 0  # how many of these there have been since one last belonged to a match
    turned_away: tuple[SessionHash, ...] = ()  # the sessions that the host does not want here any more
    deals: tuple[DealMark, ...] = ()  # every deal of the room, in order
    unplayed_own: tuple[int, ...] = ()  # by seat, how many versions of its own that nobody else may know of

    @property
    def phase(self) -> RoomPhase:
        if self.position is None:
            return RoomPhase.LOBBY
        return RoomPhase.OVER if self.position.standing.is_over else RoomPhase.PLAYING

    def seat_of(self, session: SessionHash | None) -> Seat | None:
        """Return the seat of a session, or None if it only watches."""
        if session is None:
            return None
        return next((Seat(seat) for seat, chair in enumerate(self.chairs) if chair.session == session), None)

    def names(self) -> tuple[str, ...]:
        """Return the names of all who are seated, in order of seat."""
        return tuple(chair.name for chair in self.chairs if chair.kind != "empty")

    def persons(self) -> tuple[Seat, ...]:
        """Return the seats that a person plays."""
        return tuple(Seat(seat) for seat, chair in enumerate(self.chairs) if chair.is_played_by_person)

    @property
    def waits_to_deal(self) -> bool:
        """Return whether the dice of the next deal are committed and the deal is due."""
        return self.position is not None and self.position.phase is Phase.DEAL


def _put(places: tuple[A, ...], seat: Seat, value: A) -> tuple[A, ...]:
    return (*places[:seat], value, *places[seat + 1 :])


def _with_chair(state: RoomState, seat: Seat, chair: Chair) -> RoomState:
    return replace(state, chairs=_put(state.chairs, seat, chair))


def _with_newcomer(state: RoomState, seat: Seat, chair: Chair) -> RoomState:
    """Return the room with another chair at the seat. A link that its last person made no longer works."""
    links = _put(state.links, seat, None) if state.links else ()
    return replace(_with_chair(state, seat, chair), links=links)


def evolve_room(state: RoomState, event: AnyEvent) -> RoomState:
    """Return the room after one event. `play.evolve` handles the match's own."""
    match event:
        case Joined(seat, name, session):
            seated = _with_newcomer(state, seat, Chair(name, session))
            return seated if state.host is not None else replace(seated, host=seat)
        case BotSeated(seat, bot, name):
            return _with_newcomer(state, seat, Chair(name, None, bot))
        case SeatCleared(seat):
            return _with_newcomer(state, seat, Chair())
        case TurnedAway(seat, session):
            cleared = _with_newcomer(state, seat, Chair())
            return replace(cleared, turned_away=(*state.turned_away, session)[-MOST_TURNED_AWAY:])
        case HostPassed(seat):
            return replace(state, host=seat)
        case MatchStarted(number, dice):
            full = SeatClock(state.setup.reserve_s * 1000)
            seats = len(state.chairs)
            fresh = replace(state, clocks=(full,) * seats, standing=(None,) * seats, prompts=(0,) * seats)
            return replace(fresh, match=number, bot_dice=dice, position=None, said_next=frozenset())
        case SatIn(seat, bot, away):
            return _with_chair(state, seat, replace(state.chairs[seat], bot=bot, away=away))
        case CameBack(seat):
            return _with_chair(state, seat, replace(state.chairs[seat], bot=None, away=False))
        case CarryOffered(seat, link, until):
            return replace(state, links=_put(state.links, seat, CarryLink(link, until)))
        case Carried(seat, session):
            moved = _with_chair(state, seat, replace(state.chairs[seat], session=session, bot=None, away=False))
            return replace(moved, links=_put(state.links, seat, None))
        case StandingSaid(seat, answer):
            return replace(state, standing=_put(state.standing, seat, None if answer.says_nothing else answer))
        case SaidNext(seat):
            return replace(state, said_next=state.said_next | {seat})
        case ClockRanOut() | ReserveBegan() | BotFailed():
            return state
        case RoomMade():
            raise ValueError("a room is made once")
        case MatchBegan():
            return replace(state, position=Position(Phase.COMMIT, (), began(event)))
        case _:
            if state.position is None:
                raise ValueError(f"{type(event).__name__} in a room without a match")
            after = replace(state, position=evolve(state.position, event))
            return replace(after, standing=_of_the_match(after.standing)) if isinstance(event, Dealt) else after


def _of_the_match(standing: tuple[StandingAnswer | None, ...]) -> tuple[StandingAnswer | None, ...]:
    """Return the standing answers that outlive a deal."""
    return tuple(answer if answer is not None and answer.until == "match" else None for answer in standing)


def _first(made: AnyEvent) -> RoomState:
    if not isinstance(made, RoomMade):
        raise ValueError("a room's log begins with RoomMade")
    setup = made.setup
    seats = setup.seats
    return RoomState(
        made.room,
        0,
        Millis(0),
        setup,
        setup.rule_set(),
        (Chair(),) * seats,
        prompts=(0,) * seats,
        clocks=(SeatClock(setup.reserve_s * 1000),) * seats,
        standing=(None,) * seats,
        links=(None,) * seats,
        unplayed_own=(0,) * seats,
    )


def fold(state: RoomState | None, entry: Entry) -> RoomState:
    """Return the room after one more version of its log. `state` is None before the first."""
    before, events = state, entry.events
    if state is None:
        state, events = _first(events[0]), events[1:]
    if entry.version != state.version + 1:
        raise ValueError(f"version {entry.version} does not follow {state.version}")
    for event in events:
        state = evolve_room(state, event)
    started = any(isinstance(event, MatchStarted) for event in entry.events)
    owner = owner_of(entry.events)
    public = state.public_version + (owner is None)
    recent = (*state.recent, *((public, event) for event in entry.events if not isinstance(event, PRIVATE)))[-RECENT:]
    own = state.unplayed_own if owner is None else _put(state.unplayed_own, owner, state.unplayed_own[owner] + 1)
    played = any(not is_room_event(event) for event in entry.events)
    bound = any(isinstance(event, DiceCommitted) for event in entry.events)
    # Who is ready for a deal is forgotten as soon as no deal is waited for.
    said = state.said_next if state.waits_to_deal else frozenset()
    state = replace(
        state,
        version=entry.version,
        at=entry.at,
        match_version=entry.version if started else state.match_version,
        said_next=said,
        recent=recent,
        public_version=public,
        deals=(*state.deals, _mark(before, entry)) if bound and before is not None else state.deals,
        unplayed=0 if played else state.unplayed + (owner is None),
        unplayed_own=(0,) * len(state.chairs) if played else own,
    )
    # Prompts and clocks depend on the whole version, so they are set after all of its events.
    state = replace(state, prompts=_prompts(before, state, entry))
    return replace(state, clocks=_clocks(before, state, entry))


def _mark(before: RoomState, entry: Entry) -> DealMark:
    assert before.position is not None, "dice are bound in a match"
    standing = before.position.standing
    sitters = tuple(Sitter(chair.name, chair.bot if chair.session is None else None) for chair in before.chairs)
    return DealMark(before.match, standing.hands + 1, entry.version, sitters, standing)


def owner_of(events: Sequence[AnyEvent]) -> Seat | None:
    """Return the one seat that may know of the version with these events, or None if all may."""
    owners = {event.seat for event in events if isinstance(event, PRIVATE)}
    return owners.pop() if len(owners) == 1 and all(isinstance(event, PRIVATE) for event in events) else None


def _prompts(before: RoomState | None, now: RoomState, entry: Entry) -> tuple[int, ...]:
    """Return for each seat the public version at which its present question was first asked. An own act always ends a prompt."""
    if now.position is None:
        return (0,) * len(now.chairs)
    acted = entry.act.get("seat") if any(not is_room_event(event) for event in entry.events) else None
    same = before is not None and before.position is not None and _asks(before.position) == _asks(now.position)
    return tuple(
        0
        if seat not in now.position.asked
        else before.prompts[seat]
        if same and before is not None and before.prompts[seat] and seat != acted
        else now.public_version
        for seat in range(len(now.chairs))
    )


def _clocks(before: RoomState | None, now: RoomState, entry: Entry) -> tuple[SeatClock, ...]:
    """Return the seats' clocks after the version. A clock goes on while the seat's prompt stays, and starts with a new one."""
    if now.position is None or not now.setup.clock_s:
        return now.clocks
    running = {seat for seat in waited_for(now.rules, now.position) if now.chairs[seat].is_played_by_person}
    on_reserve = {event.seat for event in entry.events if isinstance(event, ReserveBegan)}
    kept = before if before is not None and before.match == now.match else None
    return tuple(
        clock
        if clock.began == 0 and seat not in running
        else clock.followed(
            entry.at,
            runs=seat in running,
            same=kept is not None and 0 != kept.prompts[seat] == now.prompts[seat],
            on_reserve=seat in on_reserve,
        )
        for seat, clock in enumerate(now.clocks)
    )


def _asks(position: Position) -> tuple[object, ...]:
    """Return the facts that distinguish two questions to a seat, if it is asked twice without an act of its own between."""
    deal = position.deal
    asked_of = (deal.number, deal.showdown.accused, len(deal.showdown.ruled), len(deal.turns)) if deal else ()
    return (position.phase, position.standing.hands, position.standing.offer, *asked_of)


def fold_all(entries: Iterable[Entry]) -> RoomState:
    """Return the room that a whole log leads to. Raises ValueError for an empty one."""
    state: RoomState | None = None
    for entry in entries:
        state = fold(state, entry)
    if state is None:
        raise ValueError("the log is empty")
    return state
