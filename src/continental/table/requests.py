"""The requests to a room, each decided against its state. Nothing is stored or changed here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from continental.codec import Plain
from continental.engine import begin, decide
from continental.logbook.links import KeyHash
from continental.play.actions import Action, Commit, Deal
from continental.play.plain import action_to_plain
from continental.play.terms import Phase, Seat
from continental.table import seats
from continental.table.events import (
    AnyEvent,
    BotFailed,
    BotSeated,
    CameBack,
    ClockRanOut,
    HostPassed,
    Joined,
    MatchStarted,
    ReserveBegan,
    RoomMade,
    SaidNext,
    SatIn,
    StandingSaid,
)
from continental.table.names import bot_person, check_name
from continental.table.parts import with_parts
from continental.table.ports import Dice, Millis, RoomId, SessionHash
from continental.table.refusal import TableRefused
from continental.table.setup import Setup
from continental.table.standing import StandingAnswer, check_standing
from continental.table.state import RoomPhase, RoomState, owner_of

MOST_UNPLAYED: Final = 1_000
"""The most requests in a row to come, to have bots seated and to move seats, without an act of a match between.

Everybody who leaves had come, so this bounds the log of a room in which nobody plays. It is more than a few strangers reach, who
are counted by session and address before. The host may seat bots for as long again, so that nobody who comes and goes keeps the
others from starting.
"""
MOST_UNPLAYED_OWN: Final = 200
"""The most links and standing answers of a seat in a row, of which nobody else knows."""


MOST_DEALS: Final = 1_000
"""The most deals that a room may have played before another match begins there."""


@dataclass(frozen=True, slots=True)
class Play:
    """An act of the game by a person who had seen the public version `after`."""

    action: Action
    after: int | None


@dataclass(frozen=True, slots=True)
class Join:
    """Sit down, or come back to one's seat."""

    name: str


@dataclass(frozen=True, slots=True)
class Leave:
    """Give up the seat, or let a bot sit in."""


@dataclass(frozen=True, slots=True)
class SeatBot:
    """Give a bot a seat."""

    seat: int
    bot: str


@dataclass(frozen=True, slots=True)
class ClearSeat:
    """Empty a seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class TurnAway:
    """Empty a person's seat, and let them never sit down here again."""

    seat: int


@dataclass(frozen=True, slots=True)
class Start:
    """Begin the first match."""


@dataclass(frozen=True, slots=True)
class Next:
    """Be ready for the next deal."""


@dataclass(frozen=True, slots=True)
class Again:
    """Begin another match with the same people and rules."""


@dataclass(frozen=True, slots=True)
class Carry:
    """Ask for a link that carries the seat to another device. `link` is the hash of its secret."""

    link: KeyHash


@dataclass(frozen=True, slots=True)
class TakeCarried:
    """Take the seat that such a link carries."""

    link: KeyHash


@dataclass(frozen=True, slots=True)
class Stand:
    """Give a standing answer for the seat from now on."""

    answer: StandingAnswer


Request = Play | Join | Leave | SeatBot | ClearSeat | TurnAway | Start | Next | Again | Carry | TakeCarried | Stand


@dataclass(frozen=True, slots=True)
class Decision:
    """The result of a request: the act for the log, its events, and the seat that asked (its new one if it joined)."""

    act: Plain
    events: tuple[AnyEvent, ...]
    seat: Seat | None = None


def decide_request(state: RoomState, session: SessionHash, request: Request, dice: Dice, now: Millis) -> Decision:
    """Return the decision on the request of that session, with no events if it changes nothing. Raises Refused."""
    decision = _decide(state, session, request, dice, now)
    most = _UNPLAYED.get(type(request))
    if most is not None and decision.events:
        owner = owner_of(decision.events)  # private events are counted apart, so that no refusal reveals them
        done = state.unplayed >= most if owner is None else state.unplayed_own[owner] >= MOST_UNPLAYED_OWN
        if done:
            raise TableRefused("too_much_coming")
    return decision


_UNPLAYED: Final[dict[type, int]] = {
    **dict.fromkeys((Join, Carry, TakeCarried, Stand), MOST_UNPLAYED),
    SeatBot: 2 * MOST_UNPLAYED,
}


def _decide(state: RoomState, session: SessionHash, request: Request, dice: Dice, now: Millis) -> Decision:
    seat = state.seat_of(session)
    match request:
        case Join(name):
            taken, events = seats.join(state, session, name)
            return _room_act("join", taken, events)
        case TakeCarried(link):
            carried, events = seats.carried(state, session, link, now)
            return _room_act("take_carried", carried, events)
        case Play(action, after):
            return _play(state, seat, action, after)
        case SeatBot(where, bot):
            return _room_act("seat_bot", seats.check_host(state, seat), seats.seat_bot(state, where, bot))
        case ClearSeat(where):
            host = seats.check_host(state, seat)
            return _room_act("clear_seat", host, seats.clear_seat(state, host, where))
        case TurnAway(where):
            host = seats.check_host(state, seat)
            return _room_act("turn_away", host, seats.turn_away(state, host, where))
        case Start():
            seats.check_lobby(state)
            host = seats.check_host(state, seat)
            seats.check_full(state)
            return Decision(_act("start", host), start_match(state, dice), host)
        case _:
            if seat is None:
                raise TableRefused("not_seated")
    match request:
        case Leave():
            return _room_act("leave", seat, seats.leave(state, seat))
        case Carry(link):
            return _room_act("carry", seat, seats.offer_link(state, seat, link, now))
        case Stand(answer):
            return _room_act("standing", seat, _stand(state, seat, answer))
        case Next():
            return _room_act("next", seat, _next(state, seat))
        case Again():
            if state.phase is not RoomPhase.OVER:
                raise TableRefused("not_over")
            if len(state.deals) >= MOST_DEALS:
                raise TableRefused("table_long", most=MOST_DEALS)
            return Decision(_act("again", seat), start_match(state, dice), seat)


def _act(name: str, seat: Seat) -> Plain:
    return {"do": name, "seat": seat, "by": "person"}


def _room_act(name: str, seat: Seat, events: Sequence[AnyEvent]) -> Decision:
    return Decision(_act(name, seat), tuple(events), seat)


def _play(state: RoomState, seat: Seat | None, action: Action, after: int | None) -> Decision:
    if seat is None:
        raise TableRefused("not_seated")
    if state.position is None:
        raise TableRefused("not_playing")
    if after is not None and after < state.prompts[seat]:
        raise TableRefused("stale")
    if after is not None and after > state.public_version:
        raise TableRefused("ahead", after=after, version=state.public_version)
    own = with_parts(state.rules, state.position, replace(action, seat=seat))
    back = () if state.chairs[seat].is_played_by_person else (CameBack(seat),)
    return Decision({**action_to_plain(own), "by": "person"}, (*back, *decide(state.rules, state.position, own)), seat)


def _stand(state: RoomState, seat: Seat, answer: StandingAnswer) -> tuple[AnyEvent, ...]:
    if state.phase is not RoomPhase.PLAYING:
        raise TableRefused("not_playing")
    said = check_standing(state.rules, answer)
    before = state.standing[seat] or StandingAnswer()
    return () if said == before else (StandingSaid(seat, said),)


def _next(state: RoomState, seat: Seat) -> tuple[AnyEvent, ...]:
    if not state.waits_to_deal:
        raise TableRefused("not_between_deals")
    if seat in state.said_next:
        raise TableRefused("already_said_next")
    return (SaidNext(seat),)


def start_match(state: RoomState, dice: Dice) -> tuple[AnyEvent, ...]:
    """Return the events of a match that begins with all who are seated. Raises Refused."""
    setup = state.setup
    _, events = begin(state.rules, setup.seats, setup.ante, setup.dealer)
    return (MatchStarted(state.match + 1, dice.throw()), *events)


def made_room(room: RoomId, setup: Setup, session: SessionHash, name: str, bots: Sequence[str]) -> Decision:
    """Return the making of a room, with its host in seat 0 and bots in the last seats. Raises TableRefused."""
    if len(bots) > setup.seats - 1:
        raise TableRefused("too_many_bots", seats=setup.seats, count=setup.seats - 1, bots=len(bots))
    names = [check_name(name, ())]
    events: list[AnyEvent] = [RoomMade(room, setup), Joined(Seat(0), names[0], session)]
    for place, bot in enumerate(bots):
        names.append(bot_person(names))
        events.append(BotSeated(Seat(setup.seats - len(bots) + place), seats.check_bot(bot), names[-1]))
    return Decision(_act("make", Seat(0)), tuple(events), Seat(0))


# --- acts that nobody asked for: the table's own, and those for seats that do not act


def table_act(state: RoomState, dice: Dice) -> Decision:
    """Return the table's next act of the match: commit to dice, or deal."""
    assert state.position is not None, "the table acts in a match"
    action = Commit(dice.throw()) if state.position.phase is Phase.COMMIT else Deal()
    return Decision({**action_to_plain(action), "by": "table"}, decide(state.rules, state.position, action))


def act_for(state: RoomState, action: Action, by: str, *, failed: bool = False) -> Decision:
    """Return an act that no person made just now. Raises Refused.

    It is an act of a bot, a standing answer, or the stated act for a seat that ran out of time or whose bot failed. `by` is
    `bot`, `standing` or `clock`.
    """
    assert state.position is not None, "acts are played in a match"
    events = decide(state.rules, state.position, action)
    why: tuple[AnyEvent, ...] = ()
    if by == "clock":
        why = (ClockRanOut(action.seat),)
    elif failed:
        why = (BotFailed(action.seat),)
    return Decision({**action_to_plain(action), "by": by}, (*why, *events))


def begin_reserve(seat: Seat) -> Decision:
    """Begin the seat's reserve, since its time for the act is over."""
    return Decision({"do": "reserve", "seat": seat, "by": "clock"}, (ReserveBegan(seat),))


def sit_in(seat: Seat) -> Decision:
    """Seat a bot for a person who has been gone for long."""
    return Decision({"do": "sit_in", "seat": seat, "by": "table"}, (SatIn(seat, seats.SITS_IN, away=True),))


def come_back(seat: Seat) -> Decision:
    """Give the seat back to a person who had been gone for long and is here again."""
    return Decision({"do": "come_back", "seat": seat, "by": "table"}, (CameBack(seat),))


def pass_host(heir: Seat) -> Decision:
    """Give the host's rights to somebody who is here, since the host is not."""
    return Decision({"do": "pass_host", "seat": heir, "by": "table"}, (HostPassed(heir),))
